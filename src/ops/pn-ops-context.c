/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include "pn-import.h"

/* Decoded pictures the operations keep at hand. */
#define PICTURE_BUDGET_BYTES ((gsize)512 << 20)

static GBytes *
load_asset (gpointer data, const char *hash, GError **error)
{
  return pn_asset_store_get (data, hash, error);
}

PnEvaluator *
pn_ops_new_evaluator (PnTaskPool *pool, PnAssetStore *assets)
{
  return pn_evaluator_new (pool, load_asset, g_object_ref (assets), g_object_unref);
}

PnOpsContext *
pn_ops_context_new (PnSession *session,
                    PnTaskPool *pool,
                    PnGpuFlags gpu_flags,
                    PnSaveMode save_mode)
{
  PnOpsContext *context = g_new0 (PnOpsContext, 1);
  PnAssetStore *assets = pn_session_get_assets (session);

  context->session = g_object_ref (session);
  context->evaluator = pn_ops_new_evaluator (pool, assets);
  context->pictures = pn_picture_cache_new (load_asset, g_object_ref (assets), g_object_unref,
                                            pn_import_decode, PICTURE_BUDGET_BYTES);
  context->gpu_flags = gpu_flags;
  context->save_mode = save_mode;
  return context;
}

void
pn_ops_context_free (PnOpsContext *context)
{
  g_clear_object (&context->renderer);
  g_clear_object (&context->pictures);
  g_clear_pointer (&context->prepared, pn_prepared_mesh_unref);
  g_clear_pointer (&context->held, pn_op_held_free);
  g_clear_pointer (&context->frame, pn_frame_unref);
  g_clear_object (&context->evaluator);
  g_clear_object (&context->session);
  g_free (context);
}

PnSession *
pn_ops_context_get_session (PnOpsContext *context)
{
  return context->session;
}

PnEvaluator *
pn_ops_context_get_evaluator (PnOpsContext *context)
{
  return context->evaluator;
}

PnFrame *
pn_ops_context_evaluate (PnOpsContext *context, const PnRoot *root, double time, GError **error)
{
  PnFrame *frame = context->frame;

  if (frame != NULL && frame->root == root && !(frame->frame < time) && !(frame->frame > time))
    return pn_frame_ref (frame);
  frame = pn_evaluate (context->evaluator, root, time, error);
  if (frame == NULL)
    return NULL;
  g_clear_pointer (&context->frame, pn_frame_unref);
  context->frame = pn_frame_ref (frame);
  return frame;
}

PnPictureCache *
pn_ops_context_get_pictures (PnOpsContext *context)
{
  return context->pictures;
}

PnRenderer *
pn_ops_context_get_renderer (PnOpsContext *context, GError **error)
{
  if (context->renderer == NULL) {
    PnGpu *gpu = pn_gpu_get (context->gpu_flags, error);
    if (gpu == NULL)
      return NULL;
    context->renderer = pn_renderer_new (gpu, context->pictures, error);
  }
  return context->renderer;
}
