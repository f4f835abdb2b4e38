/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-frame.h"
#include "pn-picture.h"
#include "pn-task-pool.h"

#define PN_EVAL_ERROR (pn_eval_error_quark ())
GQuark pn_eval_error_quark (void);

typedef enum {
  PN_EVAL_ERROR_DAMAGED, /* an asset is not what it should be */
  PN_EVAL_ERROR_NEWER,   /* an asset was made by a later version */
} PnEvalError;

/* The one function that gives a frame from a root and a time, with its caches: rest meshes, factors
 * and pin sets, keyed by value and bounded in bytes. Called by one thread at a time; works in
 * parallel over layers on the pool. */
#define PN_TYPE_EVALUATOR (pn_evaluator_get_type ())
G_DECLARE_FINAL_TYPE (PnEvaluator, pn_evaluator, PN, EVALUATOR, GObject)

/* `pool` is borrowed. The loader is used for meshes, on any thread of the pool. */
PnEvaluator *pn_evaluator_new (PnTaskPool *pool,
                               PnAssetLoader loader,
                               gpointer loader_data,
                               GDestroyNotify destroy);

guint pn_evaluator_n_workers (PnEvaluator *self); /* moments that take the time of one */
void pn_evaluator_set_budget (PnEvaluator *self, gsize n_bytes);

/* The frame at `time` (in frames, any finite double). Fails only for an asset of a visible layer
 * that is missing (the loader's error) or damaged, with a sentence that names the layer; that of a
 * hidden one is a notice. (transfer full) (nullable) */
PnFrame *pn_evaluate (PnEvaluator *self, const PnRoot *root, double time, GError **error);

/* A stored rest mesh, checked. (transfer full) (nullable) */
PnMesh *pn_evaluator_get_mesh (PnEvaluator *self, const char *hash, GError **error);

/* Where the artwork of a layer goes: `point_layer` at rest carried to its posed place at each of
 * `n_times` times, both in layer space; `posed_layer` receives n_times places. The nearest triangle
 * carries what lies outside. Works in parallel over the times. */
gboolean pn_evaluator_map_point (PnEvaluator *self,
                                 const PnRoot *root,
                                 const PnLayer *layer,
                                 const double *times,
                                 guint n_times,
                                 PnVec2 point_layer,
                                 PnVec2 *posed_layer,
                                 GError **error);
/* And back: the rest place of the artwork seen at `posed_layer`, front-most in drawing order. */
gboolean pn_evaluator_unmap_point (PnEvaluator *self,
                                   const PnRoot *root,
                                   const PnLayer *layer,
                                   double time,
                                   PnVec2 posed_layer,
                                   PnVec2 *rest_layer,
                                   GError **error);
