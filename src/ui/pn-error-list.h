/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"

/* What is at stake for the user, each until it is put away; hidden while there is nothing. The same
 * sentence is there once. */
GtkWidget *pn_error_list_new (PnEditor *editor);
