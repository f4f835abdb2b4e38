/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"

/* What is drawn over the picture: pins, mesh, gizmo, motion path, names, the document's edge and
 * the frame that says in which state the canvas is. Heavy parts are drawn by a worker and kept while
 * nothing changes. Main thread. */
#define PN_TYPE_OVERLAY (pn_overlay_get_type ())
G_DECLARE_FINAL_TYPE (PnOverlay, pn_overlay, PN, OVERLAY, GObject)

/* Signal "changed": a worker is done, draw again. Font and colours are those of `widget`, the one
 * it is drawn on, which is borrowed and has to live as long. */
PnOverlay *pn_overlay_new (PnEditor *editor, GtkWidget *widget);

typedef enum {
  PN_OVERLAY_RESTING,
  PN_OVERLAY_MOVING, /* something is dragged or plays: quickly rather than finely */
} PnOverlayMode;

/* Draws for a widget of that size, in its logical px, where the picture lies by `view_from_doc`. */
void pn_overlay_snapshot (PnOverlay *self,
                          GtkSnapshot *snapshot,
                          const graphene_size_t *size,
                          const PnAffine *view_from_doc,
                          double scale_factor,
                          PnOverlayMode mode);
