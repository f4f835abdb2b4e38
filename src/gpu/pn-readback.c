/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From a surface to bytes. The buffer stays mapped, in cached memory where the device has such, and
 * each row is read from it once. */

#include "pn-readback-private.h"

#include <glib/gi18n-lib.h>

#include "pn-gpu-pixels-private.h"

gboolean
pn_readback_init (PnReadback *readback, int width, int height, PnDepth depth, GError **error)
{
  gsize stride = (gsize)width * PN_GPU_PIXEL_BYTES (depth);
  guint8 *pixels = g_try_malloc (stride * (gsize)height);

  if (pixels == NULL) {
    g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_MEMORY,
                 _ ("There is not enough memory for a picture of %d × %d pixels."), width, height);
    return FALSE;
  }
  *readback = (PnReadback){
      .width = width,
      .height = height,
      .depth = depth,
      .stride = stride,
      .pixels = pixels,
      .bytes = g_bytes_new_take (pixels, stride * (gsize)height),
  };
  return TRUE;
}

void
pn_readback_clear (PnReadback *readback)
{
  g_clear_pointer (&readback->bytes, g_bytes_unref);
  *readback = (PnReadback){0};
}

void
pn_gpu_whole_clear (PnGpuWhole *whole)
{
  pn_gpu_buffer_clear (&whole->buffer);
  pn_gpu_shared_clear (&whole->shared);
}

gboolean
pn_gpu_taker_reserve (PnGpuTaker *self,
                      PnGpuDevice *device,
                      const PnGpuRect *rect,
                      PnDepth depth,
                      PnGpuWhole *whole,
                      GError **error)
{
  gsize pixel = PN_GPU_PIXEL_BYTES (depth);
  gsize width = (gsize)(rect->x1 - rect->x0), height = (gsize)(rect->y1 - rect->y0);

  self->rect = *rect;
  self->depth = depth;
  self->shared = whole != NULL && whole->modifiers != NULL ? &whole->shared : NULL;
  if (whole != NULL) {
    self->buffer = &whole->buffer;
    self->row_px = whole->width;
    self->offset = ((gsize)rect->y0 * (gsize)whole->width + (gsize)rect->x0) * pixel;
    return TRUE;
  }
  self->buffer = &self->own;
  self->row_px = rect->x1 - rect->x0;
  self->offset = 0;
  return pn_gpu_buffer_reserve (&self->own, device, PN_GPU_BUFFER_READBACK, width * height * pixel,
                                error);
}

void
pn_gpu_taker_clear (PnGpuTaker *self)
{
  pn_gpu_buffer_clear (&self->own);
}

void
pn_gpu_taker_record (PnGpuTaker *self, PnGpuCommands *commands, VkImage image)
{
  VkBufferImageCopy region = {
      .bufferOffset = self->offset,
      .bufferRowLength = (uint32_t)self->row_px,
      .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
      .imageExtent = {(uint32_t)(self->rect.x1 - self->rect.x0),
                      (uint32_t)(self->rect.y1 - self->rect.y0), 1},
  };
  VkBufferMemoryBarrier written = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .buffer = self->buffer->vk,
      .size = VK_WHOLE_SIZE,
  };
  /* The render pass has waited for its own writes, for a copy as well as for a shader. */
  PnGpuUse drawn = {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};

  pn_gpu_commands_barrier (commands, image, drawn, PN_GPU_USE_COPY_FROM);
  if (self->shared != NULL) {
    pn_gpu_shared_record (self->shared, commands, image, &self->rect);
    return;
  }
  vkCmdCopyImageToBuffer (commands->vk, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                          self->buffer->vk, 1, &region);
  vkCmdPipelineBarrier (commands->vk, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0,
                        0, NULL, 1, &written, 0, NULL);
}

gboolean
pn_gpu_taker_take (PnGpuTaker *self, PnAlpha alpha, const PnReadback *out, GError **error)
{
  gsize pixel = PN_GPU_PIXEL_BYTES (self->depth);
  gsize n_pixels = (gsize)(self->rect.x1 - self->rect.x0);
  const guint8 *row = self->buffer->mapped;

  if (self->shared != NULL)
    return TRUE;
  if (!pn_gpu_buffer_invalidate (self->buffer, error))
    return FALSE;
  if (self->buffer != &self->own)
    return TRUE;
  for (int y = self->rect.y0; y < self->rect.y1; y++, row += n_pixels * pixel)
    pn_gpu_readback_row (row, self->depth, alpha, n_pixels,
                         out->pixels + (gsize)y * out->stride + (gsize)self->rect.x0 * pixel);
  return TRUE;
}
