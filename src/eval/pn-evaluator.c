/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A frame in five steps: walk the tree and sample its tracks; get meshes and pin sets, in parallel;
 * make room; solve and place, in parallel; write the op stream and the poses. What a worker
 * computes is one whole layer, so the number of workers changes no bit. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "pn-evaluator-private.h"
#include "pn-math.h"
#include "pn-trace.h"

G_DEFINE_FINAL_TYPE (PnEvaluator, pn_evaluator, G_TYPE_OBJECT)
G_DEFINE_QUARK (pn_eval_error, pn_eval_error)

static void
pn_evaluator_finalize (GObject *object)
{
  PnEvaluator *self = PN_EVALUATOR (object);
  for (guint i = 0; i < pn_task_pool_n_workers (self->pool); i++)
    pn_elastic_workspace_free (self->workspaces[i]);
  g_free (self->workspaces);
  pn_rig_cache_free (self->rigs);
  g_array_unref (self->items);
  g_array_unref (self->ops);
  G_OBJECT_CLASS (pn_evaluator_parent_class)->finalize (object);
}

static void
pn_evaluator_class_init (PnEvaluatorClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_evaluator_finalize;
}

static void
pn_evaluator_init (PnEvaluator *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (PnWalkItem));
  self->ops = g_array_new (FALSE, FALSE, sizeof (PnOp));
}

PnEvaluator *
pn_evaluator_new (PnTaskPool *pool,
                  PnAssetLoader loader,
                  gpointer loader_data,
                  GDestroyNotify destroy)
{
  PnEvaluator *self = g_object_new (PN_TYPE_EVALUATOR, NULL);
  guint n_workers = pn_task_pool_n_workers (pool);
  self->pool = pool;
  self->rigs = pn_rig_cache_new (loader, loader_data, destroy);
  self->workspaces = g_new (PnElasticWorkspace *, n_workers);
  for (guint i = 0; i < n_workers; i++) {
    self->workspaces[i] = pn_elastic_workspace_new ();
    if (!self->workspaces[i])
      g_error ("out of memory");
  }
  return self;
}

guint
pn_evaluator_n_workers (PnEvaluator *self)
{
  g_return_val_if_fail (PN_IS_EVALUATOR (self), 1);

  return pn_task_pool_n_workers (self->pool);
}

void
pn_evaluator_set_budget (PnEvaluator *self, gsize n_bytes)
{
  g_return_if_fail (PN_IS_EVALUATOR (self));
  pn_rig_cache_set_budget (self->rigs, n_bytes);
}

PnRigCacheStats
pn_evaluator_get_stats (PnEvaluator *self)
{
  return pn_rig_cache_get_stats (self->rigs);
}

PnMesh *
pn_evaluator_get_mesh (PnEvaluator *self, const char *hash, GError **error)
{
  g_return_val_if_fail (PN_IS_EVALUATOR (self), NULL);
  return pn_rig_cache_get_mesh (self->rigs, hash, error);
}

typedef struct {
  PnEvaluator *self;
  const PnRoot *root;
  double time;
  PnFrame *frame;
} Evaluation;

/* The layers of one list, and what they hold, appended to the items. `parent` is NULL for those of
 * the document itself. */
static void
walk (Evaluation *evaluation, const PnNodeList *layers, const PnWalkItem *parent)
{
  GArray *items = evaluation->self->items;
  const PnRoot *root = evaluation->root;
  double time = evaluation->time;

  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    PnAffine parent_from_layer = pn_root_parent_from_layer (root, layer, time);
    PnVec2 opacity = pn_root_sample (root, PN_TARGET_LAYER, layer->id, PN_PROPERTY_OPACITY, time,
                                     pn_vec2 (layer->opacity, 0.0));
    PnWalkItem item = {
        .is_visible = (!parent || parent->is_visible) && layer->visible,
        .opacity = pn_clamp (opacity.x, 0.0, 1.0),
        .doc_from_layer = parent ? pn_affine_multiply (&parent->doc_from_layer, &parent_from_layer)
                                 : parent_from_layer,
    };
    pn_posing_begin (&item.posing, root, layer, time, &evaluation->frame->arena);
    guint index = items->len;
    g_array_append_val (items, item);
    if (layer->kind == PN_LAYER_GROUP)
      walk (evaluation, &layer->children, &item);
    g_array_index (items, PnWalkItem, index).end = items->len;
  }
}

static void
prepare_cb (void *data, size_t index, unsigned worker)
{
  PnEvaluator *self = data;
  pn_posing_prepare (&g_array_index (self->items, PnWalkItem, index).posing, self->rigs);
}

static void
solve_cb (void *data, size_t index, unsigned worker)
{
  PnEvaluator *self = data;
  PnWalkItem *item = &g_array_index (self->items, PnWalkItem, index);
  pn_posing_solve (&item->posing, self->workspaces[worker]);
  pn_posing_place (&item->posing, &item->doc_from_layer);
}

/* The first failure in the order of the walk, whichever came first in time. A hidden layer does not
 * keep the others from being seen. One that is clear at this moment does: it is meant to be seen at
 * another, and a film had better stop at its first frame. */
static gboolean
check_prepared (PnEvaluator *self, GError **error)
{
  for (guint i = 0; i < self->items->len; i++) {
    const PnWalkItem *item = &g_array_index (self->items, PnWalkItem, i);
    const PnPosing *posing = &item->posing;
    if (posing->error && item->is_visible) {
      g_set_error (error, posing->error->domain, posing->error->code,
                   _ ("The layer “%s” cannot be shown. %s"), posing->layer->name,
                   posing->error->message);
      return FALSE;
    }
  }
  return TRUE;
}

static void
mesh_unref_cb (gpointer mesh)
{
  pn_mesh_unref (mesh);
}

static PnFrame *
frame_new (const PnRoot *root, double time)
{
  PnFrame *frame = g_new0 (PnFrame, 1);
  g_atomic_ref_count_init (&frame->ref_count);
  frame->root = pn_node_ref (root);
  frame->frame = time;
  frame->width = root->width;
  frame->height = root->height;
  frame->has_background = root->has_background;
  memcpy (frame->background, root->background, sizeof frame->background);
  frame->notices = g_ptr_array_new_with_free_func (g_free);
  return frame;
}

static void
write_frame (PnEvaluator *self, PnFrame *frame)
{
  const PnWalkItem *items = (const PnWalkItem *)(gconstpointer)self->items->data;
  guint n_items = self->items->len;

  frame->owned = g_ptr_array_new_full (n_items, mesh_unref_cb);
  frame->n_layers = n_items;
  frame->layers = pn_posing_alloc (&frame->arena, n_items, sizeof (PnLayerPose));
  for (guint i = 0; i < n_items; i++) {
    PnLayerPose *pose = &frame->layers[i];
    *pose = (PnLayerPose){
        .layer = items[i].posing.layer,
        .visible = items[i].is_visible,
        .opacity = items[i].opacity,
        .doc_from_layer = items[i].doc_from_layer,
    };
    pose->first_notice = frame->notices->len;
    pn_posing_report (&items[i].posing, pose, &frame->arena, frame->notices);
    pose->n_notices = frame->notices->len - pose->first_notice;
    if (pose->mesh)
      g_ptr_array_add (frame->owned, pn_mesh_ref (pose->mesh));
  }

  pn_evaluator_emit_ops (items, n_items, self->ops);
  frame->n_ops = self->ops->len;
  frame->ops = pn_posing_alloc (&frame->arena, frame->n_ops, sizeof (PnOp));
  if (frame->n_ops > 0)
    memcpy (frame->ops, self->ops->data, frame->n_ops * sizeof (PnOp));
}

PnFrame *
pn_evaluate (PnEvaluator *self, const PnRoot *root, double time, GError **error)
{
  g_return_val_if_fail (PN_IS_EVALUATOR (self), NULL);
  g_return_val_if_fail (root != NULL && isfinite (time), NULL);

  guint64 span = pn_trace_begin ();
  g_autoptr (PnFrame) frame = frame_new (root, time);
  Evaluation evaluation = {self, root, time, frame};
  walk (&evaluation, &root->layers, NULL);
  guint n_items = self->items->len;

  pn_task_pool_run (self->pool, n_items, prepare_cb, self);
  gboolean is_ready = check_prepared (self, error);
  if (is_ready) {
    for (guint i = 0; i < n_items; i++)
      pn_posing_allocate (&g_array_index (self->items, PnWalkItem, i).posing, &frame->arena,
                          self->workspaces, pn_task_pool_n_workers (self->pool));
    pn_task_pool_run (self->pool, n_items, solve_cb, self);
    write_frame (self, frame);
  }

  for (guint i = 0; i < n_items; i++)
    pn_posing_clear (&g_array_index (self->items, PnWalkItem, i).posing);
  g_array_set_size (self->items, 0);
  g_array_set_size (self->ops, 0);
  pn_trace_end ("eval.frame", span);
  return is_ready ? g_steal_pointer (&frame) : NULL;
}
