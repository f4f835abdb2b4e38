/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-drawing.h"

#include "pn-export.h"
#include "pn-operation.h"
#include "pn-thumbnail.h"

/* What file managers show as the larger of their usual sizes. */
#define THUMBNAIL_SIDE 256

gboolean
pn_drawing_init (PnDrawing *self, PnAssetStore *assets, PnPictureCache *pictures, GError **error)
{
  PnGpu *gpu = pn_gpu_get (PN_GPU_ANY, error);
  PnRenderer *renderer = gpu != NULL ? pn_renderer_new (gpu, pictures, error) : NULL;

  if (renderer == NULL)
    return FALSE;
  self->renderer = renderer;
  self->pool = pn_task_pool_new (pn_task_pool_default_workers ());
  self->evaluator = pn_ops_new_evaluator (self->pool, assets);
  return TRUE;
}

void
pn_drawing_clear (PnDrawing *self)
{
  g_clear_object (&self->renderer);
  g_clear_object (&self->evaluator);
  g_clear_pointer (&self->pool, pn_task_pool_free);
}

GBytes *
pn_draw_thumbnail (const PnRoot *root, double frame, PnAssetStore *assets, PnPictureCache *pictures)
{
  PnDrawing drawing;
  PnReadback pixels = {0};
  PnRenderTarget target = pn_thumbnail_target (root, THUMBNAIL_SIDE);
  GBytes *png = NULL;

  if (!pn_drawing_init (&drawing, assets, pictures, NULL))
    return NULL;
  g_autoptr (PnFrame) posed = pn_evaluate (drawing.evaluator, root, frame, NULL);
  if (posed != NULL &&
      pn_renderer_render (drawing.renderer, posed, &target, PN_ALPHA_STRAIGHT, &pixels, NULL)) {
    png = pn_export_encode_png (&pixels, NULL);
    pn_readback_clear (&pixels);
  }
  pn_drawing_clear (&drawing);
  return png;
}
