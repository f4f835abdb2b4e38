/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-render-ring.h"

#include <glib/gi18n-lib.h>

#include "pn-gpu-pixels-private.h"
#include "pn-render-slots-private.h"
#include "pn-renderer-private.h"
#include "pn-trace.h"

struct _PnRenderRing {
  GObject parent_instance;

  PnGpuFlags flags;
  PnPictureCache *pictures;
  PnRenderSlots *slots;

  GMutex draw_lock; /* one draws at a time */
  PnRenderer *renderer;
  PnGpu *gpu; /* atomic (nullable) the process's */

  GThread *thread; /* (nullable) begun with the first frame that it draws */
  GMutex lock;     /* of what follows */
  GCond asked;
  GTask *waiting;    /* (nullable) */
  GArray *modifiers; /* (nullable) that pictures to show may have: they stay on the device */
  char *refusal;     /* (nullable) why they do not, and will not */
  gboolean is_drawing;
  gboolean is_closed;
};

G_DEFINE_FINAL_TYPE (PnRenderRing, pn_render_ring, G_TYPE_OBJECT)

/* What a task of _render_async is to draw. */
typedef struct {
  PnFrame *frame;
  PnRenderTarget target;
  PnRenderedUse use;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  pn_frame_unref (job->frame);
  g_free (job);
}

PnRendered *
pn_rendered_ref (PnRendered *rendered)
{
  g_atomic_ref_count_inc (&rendered->ref_count);
  return rendered;
}

void
pn_rendered_unref (PnRendered *rendered)
{
  if (!g_atomic_ref_count_dec (&rendered->ref_count))
    return;
  g_clear_pointer (&rendered->bytes, g_bytes_unref);
  g_clear_pointer (&rendered->slot, pn_render_slot_give_back);
  g_free (rendered);
}

static PnRendered *
rendered_new (const PnRenderTarget *target, GBytes *bytes)
{
  PnRendered *rendered = g_new0 (PnRendered, 1);

  g_atomic_ref_count_init (&rendered->ref_count);
  rendered->target = *target;
  rendered->stride = (gsize)target->width * PN_GPU_PIXEL_BYTES (PN_DEPTH_8);
  rendered->bytes = bytes;
  return rendered;
}

/* --- Drawing, on either thread. */

static gsize
n_bytes_of (const PnRenderTarget *target)
{
  /* The renderer refuses others. */
  if (target->width < 1 || target->height < 1)
    return 1;
  return (gsize)target->width * (gsize)target->height * PN_GPU_PIXEL_BYTES (PN_DEPTH_8);
}

static PnRenderer *
get_renderer (PnRenderRing *self, GError **error)
{
  if (self->renderer != NULL)
    return self->renderer;
  PnGpu *gpu = pn_gpu_get (self->flags, error);
  if (gpu == NULL)
    return NULL;
  g_atomic_pointer_set (&self->gpu, gpu);
  self->renderer = pn_renderer_new (gpu, self->pictures, error);
  return self->renderer;
}

static PnRendered *
draw_to_keep (PnRenderRing *self, PnFrame *frame, const PnRenderTarget *target, GError **error)
{
  PnReadback readback = {0};

  if (!pn_renderer_render (self->renderer, frame, target, PN_ALPHA_PREMULTIPLIED, &readback, error))
    return NULL;
  return rendered_new (target, readback.bytes);
}

static void
give_back_cb (gpointer slot)
{
  pn_render_slot_give_back (slot);
}

static GArray *
get_modifiers (PnRenderRing *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->modifiers != NULL ? g_array_ref (self->modifiers) : NULL;
}

static gboolean
draw_in_slot (PnRenderRing *self,
              PnFrame *frame,
              const PnRenderTarget *target,
              PnRenderSlot *slot,
              GError **error)
{
  g_autoptr (GArray) modifiers = get_modifiers (self);
  g_autoptr (GError) local_error = NULL;

  slot->whole.modifiers = modifiers;
  if (!pn_renderer_render_whole (self->renderer, frame, target, &slot->whole, &local_error)) {
    slot->whole.modifiers = NULL;
    if (!g_error_matches (local_error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING)) {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
    pn_render_ring_stop_sharing (self, local_error->message);
    return pn_renderer_render_whole (self->renderer, frame, target, &slot->whole, error);
  }
  slot->whole.modifiers = NULL;
  return TRUE;
}

/* Takes the slot. */
static PnRendered *
draw_to_show (PnRenderRing *self,
              PnFrame *frame,
              const PnRenderTarget *target,
              PnRenderSlot *slot,
              GError **error)
{
  if (!draw_in_slot (self, frame, target, slot, error)) {
    pn_render_slot_give_back (slot);
    return NULL;
  }
  if (slot->whole.shared.device != NULL) {
    PnRendered *rendered = rendered_new (target, NULL);

    rendered->dmabuf = &slot->whole.shared.dmabuf;
    rendered->slot = slot;
    return rendered;
  }
  return rendered_new (target,
                       g_bytes_new_with_free_func (slot->whole.buffer.mapped, n_bytes_of (target),
                                                   give_back_cb, slot));
}

/* Takes `slot` (nullable): one for it was waited for. */
static PnRendered *
draw (PnRenderRing *self, const Job *job, PnRenderSlot *slot, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->draw_lock);
  uint64_t span = pn_trace_begin ();
  PnRendered *rendered = NULL;

  if (job->use == PN_RENDERED_TO_SHOW && slot == NULL)
    slot = pn_render_slots_take (self->slots, n_bytes_of (&job->target), PN_RENDER_SLOTS_SPARE);
  if (get_renderer (self, error) == NULL) {
    g_clear_pointer (&slot, pn_render_slot_give_back);
  } else if (job->use == PN_RENDERED_TO_SHOW) {
    rendered = draw_to_show (self, job->frame, &job->target, slot, error);
  } else {
    g_clear_pointer (&slot, pn_render_slot_give_back);
    rendered = draw_to_keep (self, job->frame, &job->target, error);
  }
  pn_trace_end ("gpu.render", span);
  return rendered;
}

PnRendered *
pn_render_ring_render (PnRenderRing *self,
                       PnFrame *frame,
                       const PnRenderTarget *target,
                       PnRenderedUse use,
                       GError **error)
{
  Job job = {.frame = frame, .target = *target, .use = use};

  g_return_val_if_fail (PN_IS_RENDER_RING (self), NULL);
  g_return_val_if_fail (target->depth == PN_DEPTH_8, NULL);

  return draw (self, &job, NULL, error);
}

/* --- The thread. */

static void
return_cancelled (GTask *task)
{
  g_task_return_new_error (task, PN_GPU_ERROR, PN_GPU_ERROR_CANCELLED,
                           _ ("Another picture took its place."));
  g_object_unref (task);
}

/* Waits for a task and then for a slot; what it takes in the end is the newest. FALSE at the end. */
static gboolean
take_task (PnRenderRing *self, GTask **task, PnRenderSlot **slot)
{
  Job *job = NULL;
  gsize n_bytes = 0;

  *slot = NULL;
  g_mutex_lock (&self->lock);
  while (self->waiting == NULL && !self->is_closed)
    g_cond_wait (&self->asked, &self->lock);
  if (self->waiting != NULL) {
    job = g_task_get_task_data (self->waiting);
    n_bytes = job->use == PN_RENDERED_TO_SHOW ? n_bytes_of (&job->target) : 0;
  }
  g_mutex_unlock (&self->lock);

  if (n_bytes > 0)
    *slot = pn_render_slots_take (self->slots, n_bytes, PN_RENDER_SLOTS_WAIT);

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  *task = g_steal_pointer (&self->waiting);
  self->is_drawing = *task != NULL;
  return !self->is_closed;
}

static gpointer
work (gpointer data)
{
  PnRenderRing *self = data;
  GTask *task;
  PnRenderSlot *slot;

  while (take_task (self, &task, &slot)) {
    GError *error = NULL;
    PnRendered *rendered = draw (self, g_task_get_task_data (task), slot, &error);

    g_mutex_lock (&self->lock);
    self->is_drawing = FALSE;
    g_mutex_unlock (&self->lock);
    if (rendered != NULL)
      g_task_return_pointer (task, rendered, (GDestroyNotify)pn_rendered_unref);
    else
      g_task_return_error (task, error);
    g_object_unref (task);
  }
  if (task != NULL)
    return_cancelled (task);
  if (slot != NULL)
    pn_render_slot_give_back (slot);
  return NULL;
}

void
pn_render_ring_render_async (PnRenderRing *self,
                             PnFrame *frame,
                             const PnRenderTarget *target,
                             PnRenderedUse use,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  g_return_if_fail (PN_IS_RENDER_RING (self));
  g_return_if_fail (target->depth == PN_DEPTH_8);

  /* Without a source object, which the last word about the task, on the thread, might be the last
   * to hold: the ring would wait for itself. */
  GTask *task = g_task_new (NULL, NULL, callback, data);
  Job *job = g_new0 (Job, 1);

  *job = (Job){.frame = pn_frame_ref (frame), .target = *target, .use = use};
  g_task_set_source_tag (task, pn_render_ring_render_async);
  g_task_set_priority (task, G_PRIORITY_HIGH);
  g_task_set_task_data (task, job, job_free);

  g_mutex_lock (&self->lock);
  GTask *replaced = self->waiting;
  self->waiting = task;
  g_cond_signal (&self->asked);
  g_mutex_unlock (&self->lock);
  if (self->thread == NULL)
    self->thread = g_thread_new ("pn-render-ring", work, self);
  if (replaced != NULL)
    return_cancelled (replaced);
}

PnRendered *
pn_render_ring_render_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pn_render_ring_render_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
pn_render_ring_is_busy (PnRenderRing *self)
{
  g_return_val_if_fail (PN_IS_RENDER_RING (self), FALSE);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->waiting != NULL || self->is_drawing;
}

PnGpu *
pn_render_ring_get_gpu (PnRenderRing *self)
{
  g_return_val_if_fail (PN_IS_RENDER_RING (self), NULL);

  return g_atomic_pointer_get (&self->gpu);
}

/* --- Sharing. */

gboolean
pn_render_ring_share (PnRenderRing *self, const GArray *modifiers, GError **error)
{
  g_return_val_if_fail (PN_IS_RENDER_RING (self), FALSE);
  PnGpu *gpu = pn_render_ring_get_gpu (self);
  g_return_val_if_fail (gpu != NULL, FALSE);

  GArray *found = pn_gpu_find_shared_modifiers (gpu, modifiers, error);
  if (found == NULL)
    return FALSE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_clear_pointer (&self->modifiers, g_array_unref);
  if (self->refusal != NULL)
    g_array_unref (found);
  else
    self->modifiers = found;
  return TRUE;
}

void
pn_render_ring_stop_sharing (PnRenderRing *self, const char *why)
{
  g_return_if_fail (PN_IS_RENDER_RING (self));
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_clear_pointer (&self->modifiers, g_array_unref);
  if (self->refusal == NULL)
    self->refusal = g_strdup (why);
}

char *
pn_render_ring_get_refusal (PnRenderRing *self)
{
  g_return_val_if_fail (PN_IS_RENDER_RING (self), NULL);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return g_strdup (self->refusal);
}

/* --- Life. */

static void
pn_render_ring_finalize (GObject *object)
{
  PnRenderRing *self = PN_RENDER_RING (object);

  g_mutex_lock (&self->lock);
  self->is_closed = TRUE;
  g_cond_signal (&self->asked);
  g_mutex_unlock (&self->lock);
  pn_render_slots_close (self->slots);
  g_clear_pointer (&self->thread, g_thread_join);
  g_clear_object (&self->renderer);
  g_clear_object (&self->pictures);
  pn_render_slots_unref (self->slots);
  g_clear_pointer (&self->modifiers, g_array_unref);
  g_free (self->refusal);
  g_mutex_clear (&self->draw_lock);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->asked);
  G_OBJECT_CLASS (pn_render_ring_parent_class)->finalize (object);
}

static void
pn_render_ring_class_init (PnRenderRingClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_render_ring_finalize;
}

static void
pn_render_ring_init (PnRenderRing *self)
{
  g_mutex_init (&self->draw_lock);
  g_mutex_init (&self->lock);
  g_cond_init (&self->asked);
  self->slots = pn_render_slots_new ();
}

PnRenderRing *
pn_render_ring_new (PnGpuFlags flags, PnPictureCache *pictures)
{
  g_return_val_if_fail (PN_IS_PICTURE_CACHE (pictures), NULL);

  PnRenderRing *self = g_object_new (PN_TYPE_RENDER_RING, NULL);
  self->flags = flags;
  self->pictures = g_object_ref (pictures);
  return self;
}
