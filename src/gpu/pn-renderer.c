/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a frame: the target in tiles, each planned, submitted, waited for and taken; once more on a
 * new device where the first was lost. */

#include "pn-renderer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-gpu-drawing-private.h"
#include "pn-gpu-pixels-private.h"

/* Bytes of textures kept, where nothing else is asked for. */
#define TEXTURE_BUDGET ((gsize)1 << 30)

/* Bytes of a tile's surfaces, above which it is drawn in halves; but never smaller than this (px),
 * so that a document of countless groups ends in an error and not in countless tiles. */
#define SURFACE_BUDGET ((gint64)512 << 20)
#define MIN_TILE_SIDE 64

struct _PnRenderer {
  GObject parent_instance;
  PnGpu *gpu;               /* the process's */
  PnPictureCache *pictures; /* a reference */
  gsize texture_budget;
  PnGpuDrawing drawing; /* .device is NULL before the first frame and after a lost device */
};

G_DEFINE_FINAL_TYPE (PnRenderer, pn_renderer, G_TYPE_OBJECT)

/* One call of pn_renderer_render() or pn_renderer_render_whole(). */
typedef struct {
  const PnFrame *frame;
  const PnRenderTarget *target;
  PnAlpha alpha;
  PnGpuView view;
  float background[4];
  PnReadback *out; /* one of these */
  PnGpuWhole *whole;
} Job;

gboolean
pn_render_target_equal (const PnRenderTarget *a, const PnRenderTarget *b)
{
  const double rectangle_a[] = {a->x0, a->y0, a->x1, a->y1};
  const double rectangle_b[] = {b->x0, b->y0, b->x1, b->y1};

  return a->width == b->width && a->height == b->height &&
         memcmp (rectangle_a, rectangle_b, sizeof rectangle_a) == 0 && a->has_map == b->has_map &&
         memcmp (&a->px_from_doc, &b->px_from_doc, sizeof a->px_from_doc) == 0 &&
         a->depth == b->depth && a->samples == b->samples &&
         a->has_background == b->has_background &&
         memcmp (a->background, b->background, sizeof a->background) == 0;
}

static void
pn_renderer_finalize (GObject *object)
{
  PnRenderer *self = PN_RENDERER (object);

  pn_gpu_drawing_clear (&self->drawing);
  g_clear_object (&self->pictures);
  G_OBJECT_CLASS (pn_renderer_parent_class)->finalize (object);
}

static void
pn_renderer_class_init (PnRendererClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_renderer_finalize;
}

static void
pn_renderer_init (PnRenderer *self)
{
  self->texture_budget = TEXTURE_BUDGET;
}

static gboolean
acquire (PnRenderer *self, GError **error)
{
  if (self->drawing.device != NULL && g_atomic_int_get (&self->drawing.device->is_lost))
    pn_gpu_drawing_clear (&self->drawing);
  if (self->drawing.device != NULL)
    return TRUE;
  g_autoptr (PnGpuDevice) device = pn_gpu_acquire_device (self->gpu, error);
  return device != NULL &&
         pn_gpu_drawing_init (&self->drawing, device, self->pictures, self->texture_budget, error);
}

PnRenderer *
pn_renderer_new (PnGpu *gpu, PnPictureCache *pictures, GError **error)
{
  g_autoptr (PnRenderer) self = g_object_new (PN_TYPE_RENDERER, NULL);

  self->gpu = gpu;
  self->pictures = g_object_ref (pictures);
  return acquire (self, error) ? g_steal_pointer (&self) : NULL;
}

void
pn_renderer_set_texture_budget (PnRenderer *self, gsize n_bytes)
{
  g_return_if_fail (PN_IS_RENDERER (self));

  self->texture_budget = n_bytes;
  pn_gpu_textures_set_budget (&self->drawing.textures, n_bytes);
}

static gboolean
is_too_heavy (const PnGpuPlan *plan, const Job *job)
{
  gint64 pixel = job->target->depth == PN_DEPTH_8 ? 4 : 8;
  int width = plan->rect.x1 - plan->rect.x0, height = plan->rect.y1 - plan->rect.y0;

  return plan->peak_area * pixel > SURFACE_BUDGET && MAX (width, height) > MIN_TILE_SIDE;
}

static gboolean
draw_tile (PnRenderer *self, const Job *job, const PnGpuPlan *plan, GError **error)
{
  return pn_gpu_drawing_submit (&self->drawing, plan, &job->view, job->background, job->whole,
                                error) &&
         pn_gpu_drawing_wait (&self->drawing, error) &&
         pn_gpu_drawing_take (&self->drawing, job->alpha, job->out, error);
}

static gboolean
draw_rect (PnRenderer *self, const Job *job, PnGpuRect rect, GError **error)
{
  PnGpuPlan plan = {0};
  PnGpuRect halves[2];
  gboolean ok, fits = pn_gpu_tile_fits (&rect, pn_gpu_tile_side (self->gpu));

  if (fits) {
    pn_gpu_plan_init (&plan, job->frame, &job->view, rect);
    fits = !is_too_heavy (&plan, job);
  }
  if (fits)
    ok = draw_tile (self, job, &plan, error);
  else {
    pn_gpu_tile_halve (&rect, halves);
    ok = draw_rect (self, job, halves[0], error) && draw_rect (self, job, halves[1], error);
  }
  pn_gpu_plan_clear (&plan);
  return ok;
}

/* On the device that draws now. */
static gboolean
reserve_whole (PnRenderer *self, const Job *job, GError **error)
{
  PnGpuWhole *whole = job->whole;
  gsize n_pixels = (gsize)job->target->width * (gsize)job->target->height;

  whole->width = job->target->width;
  whole->height = job->target->height;
  if (whole->modifiers != NULL) {
    pn_gpu_buffer_clear (&whole->buffer);
    return pn_gpu_shared_reserve (&whole->shared, self->drawing.device, whole->modifiers,
                                  whole->width, whole->height, error);
  }
  pn_gpu_shared_clear (&whole->shared);
  if (whole->buffer.device != NULL && whole->buffer.device != self->drawing.device)
    pn_gpu_buffer_clear (&whole->buffer);
  return pn_gpu_buffer_reserve (&whole->buffer, self->drawing.device, PN_GPU_BUFFER_READBACK,
                                n_pixels * PN_GPU_PIXEL_BYTES (job->target->depth), error);
}

static gboolean
draw (PnRenderer *self, const Job *job, GError **error)
{
  PnGpuRect all = {0, 0, job->target->width, job->target->height};

  return acquire (self, error) &&
         pn_gpu_drawing_prepare (&self->drawing, job->target->depth, job->target->samples, error) &&
         (job->whole == NULL || reserve_whole (self, job, error)) &&
         draw_rect (self, job, all, error);
}

/* The device's own error is not what a user needs to know. */
static gboolean
draw_again (PnRenderer *self, const Job *job, GError **error)
{
  g_autoptr (GError) local_error = NULL;

  if (draw (self, job, &local_error))
    return TRUE;
  if (local_error->domain != PN_GPU_ERROR || local_error->code == PN_GPU_ERROR_MEMORY ||
      local_error->code == PN_GPU_ERROR_LIMIT || local_error->code == PN_GPU_ERROR_SHARING) {
    g_propagate_error (error, g_steal_pointer (&local_error));
    return FALSE;
  }
  g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_LOST,
               _ ("The graphics device “%s” stopped working and could not be started again. "
                  "Nothing of the document is lost. Drawing may work after a restart of the "
                  "computer, or with a software device."),
               pn_gpu_device_name (self->gpu));
  return FALSE;
}

static gboolean
draw_through_loss (PnRenderer *self, Job *job, GError **error)
{
  g_autoptr (GError) local_error = NULL;

  if (job->target->has_background) {
    for (int i = 0; i < 3; i++)
      job->background[i] = (float)job->target->background[i] / 255;
    job->background[3] = 1;
  }
  if (draw (self, job, &local_error))
    return TRUE;
  if (g_error_matches (local_error, PN_GPU_ERROR, PN_GPU_ERROR_LOST)) {
    g_message ("The graphics device was lost; drawing again on a new one");
    return draw_again (self, job, error);
  }
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

gboolean
pn_renderer_render (PnRenderer *self,
                    PnFrame *frame,
                    const PnRenderTarget *target,
                    PnAlpha alpha,
                    PnReadback *out,
                    GError **error)
{
  PnReadback readback = {0};
  Job job = {.frame = frame, .target = target, .alpha = alpha, .out = &readback};

  g_return_val_if_fail (PN_IS_RENDERER (self), FALSE);
  g_return_val_if_fail (target->samples == 1 || target->samples == 4, FALSE);

  if (!pn_gpu_view_init (&job.view, frame, target, error) ||
      !pn_readback_init (&readback, target->width, target->height, target->depth, error))
    return FALSE;

  gboolean ok = draw_through_loss (self, &job, error);
  if (ok)
    *out = readback;
  else
    pn_readback_clear (&readback);
  return ok;
}

gboolean
pn_renderer_render_whole (PnRenderer *self,
                          PnFrame *frame,
                          const PnRenderTarget *target,
                          PnGpuWhole *whole,
                          GError **error)
{
  Job job = {.frame = frame, .target = target, .whole = whole};

  g_return_val_if_fail (PN_IS_RENDERER (self), FALSE);
  g_return_val_if_fail (target->samples == 1 || target->samples == 4, FALSE);

  return pn_gpu_view_init (&job.view, frame, target, error) &&
         draw_through_loss (self, &job, error);
}
