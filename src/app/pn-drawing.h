/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-evaluator.h"
#include "pn-renderer.h"
#include "pn-session.h"

/* What it takes to draw a snapshot of a document on a thread, with nothing that the window uses. */
typedef struct {
  PnTaskPool *pool;
  PnEvaluator *evaluator;
  PnRenderer *renderer;
} PnDrawing;

/* On the thread that draws. `pictures` are shared with whoever has decoded some. FALSE leaves
 * nothing to clear: there is no device. */
gboolean
pn_drawing_init (PnDrawing *self, PnAssetStore *assets, PnPictureCache *pictures, GError **error);
void pn_drawing_clear (PnDrawing *self);

/* A small PNG of the document at `frame`. (transfer full) (nullable): it cannot be drawn here */
GBytes *pn_draw_thumbnail (const PnRoot *root,
                           double frame,
                           PnAssetStore *assets,
                           PnPictureCache *pictures);
