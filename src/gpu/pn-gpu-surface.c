/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-gpu-surface-private.h"

/* Sides are rounded up to this (px), so that a group that grows by a pixel keeps its surface. */
#define SIDE_STEP 64

/* Trims after which an idle surface goes: a few frames of several tiles. */
#define MAX_IDLE 16

static int
round_side (const PnGpuSurfaces *self, int side)
{
  int limit = pn_gpu_max_image_side (self->pipelines->device->gpu);

  return MAX (side, MIN ((side + SIDE_STEP - 1) / SIDE_STEP * SIDE_STEP, limit));
}

static void
surface_free (PnGpuSurface *surface)
{
  if (surface->image.device != NULL)
    vkDestroyFramebuffer (surface->image.device->vk, surface->framebuffer, NULL);
  pn_gpu_image_clear (&surface->image);
  g_free (surface);
}

void
pn_gpu_surfaces_init (PnGpuSurfaces *self, const PnGpuPipelines *pipelines)
{
  *self = (PnGpuSurfaces){.pipelines = pipelines};
  self->surfaces = g_ptr_array_new_with_free_func ((GDestroyNotify)surface_free);
}

void
pn_gpu_surfaces_clear (PnGpuSurfaces *self)
{
  g_clear_pointer (&self->surfaces, g_ptr_array_unref);
  pn_gpu_image_clear (&self->samples);
  *self = (PnGpuSurfaces){0};
}

gboolean
pn_gpu_surfaces_reserve (PnGpuSurfaces *self, int width, int height, GError **error)
{
  const PnGpuPipelines *pipelines = self->pipelines;
  PnGpuImageInfo info = {
      .width = round_side (self, MAX (width, self->width)),
      .height = round_side (self, MAX (height, self->height)),
      .n_samples = pipelines->samples,
      .format = pn_gpu_format (pipelines->depth),
      .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT,
  };

  if (width <= self->width && height <= self->height)
    return TRUE;
  /* The larger of each side could come to far more than either tile. */
  if ((gint64)info.width * info.height > 2 * (gint64)MAX (width, 1024) * MAX (height, 1024)) {
    info.width = round_side (self, width);
    info.height = round_side (self, height);
  }
  g_ptr_array_set_size (self->surfaces, 0);
  pn_gpu_image_clear (&self->samples);
  self->width = self->height = 0;
  if (pipelines->samples > 1 &&
      !pn_gpu_image_init (&self->samples, pipelines->device, &info, error))
    return FALSE;
  self->width = info.width;
  self->height = info.height;
  return TRUE;
}

static gboolean
create (PnGpuSurfaces *self, PnGpuSurface *surface, int width, int height, GError **error)
{
  const PnGpuPipelines *pipelines = self->pipelines;
  PnGpuDevice *device = pipelines->device;
  PnGpuImageInfo info = {
      .width = MIN (round_side (self, width), self->width),
      .height = MIN (round_side (self, height), self->height),
      .format = pn_gpu_format (pipelines->depth),
      .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
               VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
  };
  if (!pn_gpu_image_init (&surface->image, device, &info, error))
    return FALSE;

  VkImageView views[] = {surface->image.view, self->samples.view};
  VkFramebufferCreateInfo framebuffer = {
      .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
      .renderPass = pipelines->pass,
      .attachmentCount = pipelines->samples > 1 ? 2 : 1,
      .pAttachments = views,
      .width = (uint32_t)info.width,
      .height = (uint32_t)info.height,
      .layers = 1,
  };
  surface->width = info.width;
  surface->height = info.height;
  return pn_gpu_check (
      device, vkCreateFramebuffer (device->vk, &framebuffer, NULL, &surface->framebuffer), error);
}

PnGpuSurface *
pn_gpu_surfaces_take (PnGpuSurfaces *self, int width, int height, GError **error)
{
  PnGpuSurface *best = NULL;

  g_return_val_if_fail (width <= self->width && height <= self->height, NULL);
  for (guint i = 0; i < self->surfaces->len; i++) {
    PnGpuSurface *surface = self->surfaces->pdata[i];

    if (!surface->is_taken && surface->width >= width && surface->height >= height &&
        (best == NULL ||
         (gint64)surface->width * surface->height < (gint64)best->width * best->height))
      best = surface;
  }
  if (best == NULL) {
    best = g_new0 (PnGpuSurface, 1);
    if (!create (self, best, width, height, error)) {
      surface_free (best);
      return NULL;
    }
    g_ptr_array_add (self->surfaces, best);
  }
  best->is_taken = TRUE;
  best->n_idle = 0;
  return best;
}

void
pn_gpu_surfaces_release (PnGpuSurfaces *self, PnGpuSurface *surface)
{
  surface->is_taken = FALSE;
}

void
pn_gpu_surfaces_trim (PnGpuSurfaces *self)
{
  for (guint i = self->surfaces->len; i-- > 0;) {
    PnGpuSurface *surface = self->surfaces->pdata[i];

    surface->is_taken = FALSE;
    if (surface->n_idle++ >= MAX_IDLE)
      g_ptr_array_remove_index_fast (self->surfaces, i);
  }
}
