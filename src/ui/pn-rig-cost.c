/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-rig-cost.h"

#include "pn-edit.h"
#include "pn-evaluator.h"
#include "pn-trace.h"

/* The least of so many: others may have had the processor meanwhile. */
#define N_RUNS 5

/* A pin is moved by so many px, or there would be nothing to solve. */
#define PULL_PX 20.0

struct _PnRigCost {
  GObject parent_instance;

  PnAssetStore *assets;
  PnLayer *layer;        /* (nullable) what was wanted last */
  GCancellable *working; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PnRigCost, pn_rig_cost, G_TYPE_OBJECT)

enum {
  MEASURED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

typedef struct {
  PnAssetStore *assets;
  PnLayer *layer;
  double ms;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->assets);
  pn_node_unref (job->layer);
  g_free (job);
}

/* The layer alone, without keys, its first pin pulled aside. (transfer full) */
static PnRoot *
build_pose (const PnLayer *rigged)
{
  g_autoptr (PnRoot) empty = pn_root_new (rigged->picture_width, rigged->picture_height, 24, 1);
  g_autoptr (PnLayer) layer = pn_layer_copy (rigged);
  g_autoptr (PnPuppet) puppet = pn_puppet_copy (rigged->puppet);

  for (guint i = 0; i < puppet->pins.n_items; i++) {
    const PnPin *old = puppet->pins.items[i];
    if (old->kind == PN_PIN_KIND_UNKNOWN)
      continue;
    g_autoptr (PnPin) pin = pn_pin_copy (old);
    pin->position_layer = pn_vec2_add (pin->rest_layer, pn_vec2 (PULL_PX, PULL_PX));
    pn_node_list_replace (&puppet->pins, i, pin);
    break;
  }
  layer->visible = TRUE;
  pn_node_unref (layer->puppet);
  layer->puppet = g_steal_pointer (&puppet);
  return pn_edit_insert_layer (empty, 0, 0, layer);
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  PnTaskPool *pool = pn_task_pool_new (1);
  PnEvaluator *evaluator = pn_ops_new_evaluator (pool, job->assets);
  g_autoptr (PnRoot) root = build_pose (job->layer);
  GError *error = NULL;

  job->ms = G_MAXDOUBLE;
  /* The first one prepares the rig. */
  for (guint i = 0; i <= N_RUNS && error == NULL; i++) {
    gint64 begin_us = g_get_monotonic_time ();
    g_autoptr (PnFrame) frame = pn_evaluate (evaluator, root, i, &error);
    if (frame != NULL && i > 0)
      job->ms = MIN (job->ms, (double)(g_get_monotonic_time () - begin_us) / 1000);
  }
  g_object_unref (evaluator);
  pn_task_pool_free (pool);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  gboolean is_measured = g_task_propagate_boolean (task, NULL);
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;

  PnRigCost *self = data;
  uint64_t span = pn_trace_begin ();
  g_clear_object (&self->working);
  if (is_measured)
    g_signal_emit (self, signals[MEASURED], 0, ((const Job *)g_task_get_task_data (task))->ms);
  pn_trace_end ("ui.rig-cost", span);
}

static gboolean
costs_the_same (const PnLayer *a, const PnLayer *b)
{
  return a != NULL && g_str_equal (a->puppet->mesh_asset, b->puppet->mesh_asset) &&
         a->puppet->passes == b->puppet->passes &&
         a->puppet->pins.n_items == b->puppet->pins.n_items;
}

static void
cancel (PnRigCost *self)
{
  if (self->working != NULL)
    g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
}

void
pn_rig_cost_want (PnRigCost *self, const PnLayer *layer)
{
  g_return_if_fail (PN_IS_RIG_COST (self));
  g_return_if_fail (layer->puppet != NULL);

  if (costs_the_same (self->layer, layer))
    return;
  cancel (self);
  g_clear_pointer (&self->layer, pn_node_unref);
  self->layer = pn_node_ref (layer);
  Job *job = g_new0 (Job, 1);
  job->assets = g_object_ref (self->assets);
  job->layer = pn_node_ref (layer);
  self->working = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->working, done_cb, self);
  g_task_set_task_data (task, job, job_free);
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, work);
}

static void
pn_rig_cost_dispose (GObject *object)
{
  PnRigCost *self = PN_RIG_COST (object);

  cancel (self);
  g_clear_pointer (&self->layer, pn_node_unref);
  g_clear_object (&self->assets);
  G_OBJECT_CLASS (pn_rig_cost_parent_class)->dispose (object);
}

static void
pn_rig_cost_class_init (PnRigCostClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_rig_cost_dispose;
  signals[MEASURED] = g_signal_new ("measured", PN_TYPE_RIG_COST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
pn_rig_cost_init (PnRigCost *self)
{
}

PnRigCost *
pn_rig_cost_new (PnOpsContext *context)
{
  PnRigCost *self = g_object_new (PN_TYPE_RIG_COST, NULL);

  self->assets = g_object_ref (pn_session_get_assets (pn_ops_context_get_session (context)));
  return self;
}
