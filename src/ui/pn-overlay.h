/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"

/* What is drawn over the picture: pins, mesh, gizmo, motion path, names. Heavy parts are drawn by a
 * worker into a surface that is kept while nothing changes. Main thread. */
#define PN_TYPE_OVERLAY (pn_overlay_get_type ())
G_DECLARE_FINAL_TYPE (PnOverlay, pn_overlay, PN, OVERLAY, GObject)

/* Signal "changed": a worker is done, draw again. */
PnOverlay *pn_overlay_new (PnEditor *editor);

typedef enum {
  PN_OVERLAY_RESTING,
  PN_OVERLAY_MOVING, /* something is dragged or plays: quickly rather than finely */
} PnOverlayMode;

/* Draws for a widget of that size, in its logical px. */
void pn_overlay_snapshot (PnOverlay *self,
                          GtkSnapshot *snapshot,
                          const graphene_size_t *size,
                          int scale_factor,
                          PnOverlayMode mode);
