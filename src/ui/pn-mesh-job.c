/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-mesh-job.h"

#include "pn-trace.h"

/* What is wanted; also what the thread has for itself. */
typedef struct {
  PnPictureCache *pictures;
  PnAssetStore *assets;
  PnLayer *layer;
  PnMeshRecipe recipe;
} Want;

struct _PnMeshJob {
  GObject parent_instance;

  PnPictureCache *pictures;
  PnAssetStore *assets;
  Want *next;            /* (nullable) */
  GCancellable *working; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PnMeshJob, pn_mesh_job, G_TYPE_OBJECT)

enum {
  READY,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
want_free (gpointer data)
{
  Want *want = data;

  g_object_unref (want->pictures);
  g_object_unref (want->assets);
  pn_node_unref (want->layer);
  g_free (want);
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Want *want = data;
  GError *error = NULL;
  PnPreparedMesh *mesh = pn_prepared_mesh_new (want->pictures, want->assets,
                                               want->layer->picture_asset, &want->recipe, &error);

  if (mesh != NULL)
    g_task_return_pointer (task, mesh, (GDestroyNotify)pn_prepared_mesh_unref);
  else
    g_task_return_error (task, error);
}

static void begin_next (PnMeshJob *self);

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  g_autoptr (PnPreparedMesh) mesh = g_task_propagate_pointer (task, NULL);
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;

  g_autoptr (PnMeshJob) self = g_object_ref (data);
  const Want *want = g_task_get_task_data (task);
  uint64_t span = pn_trace_begin ();
  g_clear_object (&self->working);
  begin_next (self);
  g_signal_emit (self, signals[READY], 0, mesh, want->layer->id, &want->recipe);
  pn_trace_end ("ui.mesh-ready", span);
}

static void
begin_next (PnMeshJob *self)
{
  Want *want = self->working == NULL ? g_steal_pointer (&self->next) : NULL;
  if (want == NULL)
    return;

  self->working = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->working, done_cb, self);
  g_task_set_task_data (task, want, want_free);
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, work);
}

void
pn_mesh_job_want (PnMeshJob *self, const PnLayer *layer, const PnMeshRecipe *recipe)
{
  g_return_if_fail (PN_IS_MESH_JOB (self));

  Want *want = g_new0 (Want, 1);
  want->pictures = g_object_ref (self->pictures);
  want->assets = g_object_ref (self->assets);
  want->layer = pn_node_ref (layer);
  want->recipe = *recipe;
  g_clear_pointer (&self->next, want_free);
  self->next = want;
  begin_next (self);
}

void
pn_mesh_job_cancel (PnMeshJob *self)
{
  g_return_if_fail (PN_IS_MESH_JOB (self));

  g_clear_pointer (&self->next, want_free);
  if (self->working != NULL)
    g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
}

gboolean
pn_mesh_job_is_busy (PnMeshJob *self)
{
  g_return_val_if_fail (PN_IS_MESH_JOB (self), FALSE);

  return self->working != NULL || self->next != NULL;
}

static void
pn_mesh_job_dispose (GObject *object)
{
  PnMeshJob *self = PN_MESH_JOB (object);

  pn_mesh_job_cancel (self);
  g_clear_object (&self->pictures);
  g_clear_object (&self->assets);
  G_OBJECT_CLASS (pn_mesh_job_parent_class)->dispose (object);
}

static void
pn_mesh_job_class_init (PnMeshJobClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_mesh_job_dispose;
  signals[READY] = g_signal_new ("ready", PN_TYPE_MESH_JOB, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 3, G_TYPE_POINTER, G_TYPE_UINT64, G_TYPE_POINTER);
}

static void
pn_mesh_job_init (PnMeshJob *self)
{
}

PnMeshJob *
pn_mesh_job_new (PnOpsContext *context)
{
  PnMeshJob *self = g_object_new (PN_TYPE_MESH_JOB, NULL);

  self->pictures = g_object_ref (pn_ops_context_get_pictures (context));
  self->assets = g_object_ref (pn_session_get_assets (pn_ops_context_get_session (context)));
  return self;
}
