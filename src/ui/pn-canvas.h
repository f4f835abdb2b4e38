/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-commands.h"
#include "pn-editor.h"

/* The picture, drawn by Vulkan, with the overlay over it; takes pointer, pen and keys. */
#define PN_TYPE_CANVAS (pn_canvas_get_type ())
G_DECLARE_FINAL_TYPE (PnCanvas, pn_canvas, PN, CANVAS, GtkWidget)

/* Adds the commands with the keyboard on the canvas; who has it attaches them. */
GtkWidget *pn_canvas_new (PnEditor *editor, PnCommands *commands);

/* What lies over its upper and its lower edge. Borrowed: they live as long as the canvas. */
void pn_canvas_set_covers (PnCanvas *self, GtkWidget *above, GtkWidget *below);

/* Shows the whole page, so many view px from the edges, or from what lies over them. */
#define PN_CANVAS_FIT_MARGIN 32.0
void pn_canvas_fit_page (PnView *view);
