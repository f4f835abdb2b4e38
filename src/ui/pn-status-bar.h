/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"

/* What the tool would do, or, for a while, what happened and what was refused. At its end the size
 * of the document, the device in hand and the one that draws. Errors are in pn-notices.h. */
GtkWidget *pn_status_bar_new (PnEditor *editor);
