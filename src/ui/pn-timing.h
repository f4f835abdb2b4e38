/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"

/* A menu button over the film's rate and duration. Its label is the caller's. */
GtkWidget *pn_timing_new (PnEditor *editor);
