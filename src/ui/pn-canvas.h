/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"

/* The picture, drawn by Vulkan, with the overlay over it; takes pointer, pen and keys. */
#define PN_TYPE_CANVAS (pn_canvas_get_type ())
G_DECLARE_FINAL_TYPE (PnCanvas, pn_canvas, PN, CANVAS, GtkWidget)

GtkWidget *pn_canvas_new (PnEditor *editor);

/* Shows the whole document. */
void pn_canvas_fit (PnCanvas *self);
