/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures become textures: converted row by row into a staging buffer, which is sent whenever it is
 * full, so that no second copy of a large picture is ever in memory. */

#include "pn-gpu-texture-private.h"

#include <glib/gi18n-lib.h>

#include "pn-gpu-pipeline-private.h"
#include "pn-gpu-pixels-private.h"

/* Bytes sent at a time, unless one row has more. */
#define STAGING_SIZE ((gsize)16 << 20)

/* Side of the cells of a cut picture, as a power of two: a strip of 120,000 px wastes little in the
 * last one, and 32,768 px a side make 256 of them, which every device allows. */
#define CELL_LOG2 11

static void
texture_free (PnGpuTexture *texture)
{
  pn_gpu_image_clear (&texture->image);
  g_free (texture->asset);
  g_free (texture);
}

gboolean
pn_gpu_textures_init (PnGpuTextures *self,
                      PnGpuDevice *device,
                      PnPictureCache *pictures,
                      gsize budget,
                      GError **error)
{
  self->device = pn_gpu_device_ref (device);
  self->pictures = g_object_ref (pictures);
  self->budget = budget;
  self->textures = g_ptr_array_new_with_free_func ((GDestroyNotify)texture_free);
  if (!pn_gpu_commands_init (&self->commands, device, error)) {
    pn_gpu_textures_clear (self);
    return FALSE;
  }
  return TRUE;
}

void
pn_gpu_textures_clear (PnGpuTextures *self)
{
  if (self->device == NULL)
    return;
  pn_gpu_commands_clear (&self->commands);
  pn_gpu_buffer_clear (&self->staging);
  g_ptr_array_unref (self->textures);
  g_object_unref (self->pictures);
  pn_gpu_device_unref (self->device);
  *self = (PnGpuTextures){0};
}

/* The budget. */

static void
drop (PnGpuTextures *self, guint index)
{
  self->n_bytes -= ((PnGpuTexture *)self->textures->pdata[index])->n_bytes;
  g_ptr_array_remove_index_fast (self->textures, index);
}

/* Lets go of what was not used for longest, but nothing of the drawing at hand, until `n_bytes` more
 * would fit. */
static void
make_room (PnGpuTextures *self, gsize n_bytes)
{
  while (self->n_bytes + n_bytes > self->budget) {
    guint oldest = G_MAXUINT;
    guint64 last_use = self->clock;

    for (guint i = 0; i < self->textures->len; i++) {
      const PnGpuTexture *texture = self->textures->pdata[i];

      if (texture->last_use < last_use) {
        last_use = texture->last_use;
        oldest = i;
      }
    }
    if (oldest == G_MAXUINT)
      return;
    drop (self, oldest);
  }
}

void
pn_gpu_textures_begin (PnGpuTextures *self)
{
  self->clock++;
  make_room (self, 0);
}

void
pn_gpu_textures_set_budget (PnGpuTextures *self, gsize budget)
{
  self->budget = budget;
}

/* Sending. */

typedef struct {
  PnGpuTextures *textures;
  const PnGpuTexture *texture;
  gsize used;      /* bytes of the staging buffer */
  GArray *regions; /* VkBufferImageCopy */
  PnGpuUse use;    /* of the image so far */
} Sending;

static gboolean
flush (Sending *sending, GError **error)
{
  PnGpuCommands *commands = &sending->textures->commands;
  VkImage image = sending->texture->image.vk;

  if (sending->regions->len == 0)
    return TRUE;
  if (!pn_gpu_commands_begin (commands, error))
    return FALSE;
  pn_gpu_commands_barrier (commands, image, sending->use, PN_GPU_USE_COPY_TO);
  vkCmdCopyBufferToImage (commands->vk, sending->textures->staging.vk, image,
                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, sending->regions->len,
                          (const VkBufferImageCopy *)(gpointer)sending->regions->data);
  pn_gpu_commands_barrier (commands, image, PN_GPU_USE_COPY_TO, PN_GPU_USE_SAMPLE);
  if (!pn_gpu_commands_submit (commands, error) || !pn_gpu_commands_wait (commands, error))
    return FALSE;
  sending->use = PN_GPU_USE_SAMPLE;
  sending->used = 0;
  g_array_set_size (sending->regions, 0);
  return TRUE;
}

/* Adds the copies of rows y0 .. y1 of a level, which lie at `offset` in the staging buffer: one for
 * each cell they touch. */
static void
add_regions (Sending *sending, const PnGpuLevel *level, int index, int y0, int y1, gsize offset)
{
  const PnGpuTexture *texture = sending->texture;
  gsize pixel = PN_GPU_PIXEL_BYTES (texture->depth);
  int cell_width = level->width, cell_height = level->height;

  if (texture->cut_log2 > 0)
    cell_width = cell_height = 1 << (texture->cut_log2 - index);
  for (int y = y0; y < y1;) {
    int row = y / cell_height;
    int end = MIN (y1, (row + 1) * cell_height);

    for (int x = 0; x < level->width; x += cell_width) {
      VkBufferImageCopy region = {
          .bufferOffset = offset + ((gsize)(y - y0) * (gsize)level->width + (gsize)x) * pixel,
          .bufferRowLength = (uint32_t)level->width,
          .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, (uint32_t)index,
                               (uint32_t)(row * texture->cells_per_row + x / cell_width), 1},
          .imageOffset = {0, y - row * cell_height, 0},
          .imageExtent = {(uint32_t)MIN (cell_width, level->width - x), (uint32_t)(end - y), 1},
      };

      g_array_append_val (sending->regions, region);
    }
    y = end;
  }
}

static gboolean
send_level (Sending *sending, const PnGpuLevel *level, int index, GError **error)
{
  gsize stride = (gsize)level->width * PN_GPU_PIXEL_BYTES (level->depth);
  guint8 *staging = sending->textures->staging.mapped;
  gsize capacity = sending->textures->staging.size;

  for (int y = 0; y < level->height;) {
    if (capacity - sending->used < stride && !flush (sending, error))
      return FALSE;
    int n_rows = (int)MIN ((capacity - sending->used) / stride, (gsize)(level->height - y));
    for (int i = 0; i < n_rows; i++) {
      guint8 *out = staging + sending->used + (gsize)i * stride;

      pn_gpu_upload_row (pn_gpu_level_row (level, y + i, out), level->depth, (gsize)level->width,
                         out);
    }
    add_regions (sending, level, index, y, y + n_rows, sending->used);
    sending->used += (gsize)n_rows * stride;
    y += n_rows;
  }
  return TRUE;
}

static gboolean
send (PnGpuTextures *self, const PnGpuTexture *texture, const PnPicture *picture, GError **error)
{
  g_autoptr (GArray) regions = g_array_new (FALSE, FALSE, sizeof (VkBufferImageCopy));
  Sending sending = {
      .textures = self, .texture = texture, .regions = regions, .use = PN_GPU_USE_NONE};
  PnGpuLevel level = {.width = picture->width,
                      .height = picture->height,
                      .depth = texture->depth,
                      .picture = picture};
  gsize row = (gsize)picture->width * PN_GPU_PIXEL_BYTES (texture->depth);
  gboolean ok = pn_gpu_buffer_reserve (&self->staging, self->device, PN_GPU_BUFFER_STAGING,
                                       MAX (STAGING_SIZE, row), error);

  for (int i = 0; ok && i <= texture->top_level; i++) {
    if (i > 0) {
      PnGpuLevel finer = level;

      pn_gpu_level_init_half (&level, &finer);
      pn_gpu_level_clear (&finer);
    }
    ok = send_level (&sending, &level, i, error);
  }
  pn_gpu_level_clear (&level);
  return ok && flush (&sending, error);
}

/* Making. */

static void
lay_out (PnGpuTextures *self, PnGpuTexture *texture, PnGpuImageInfo *info)
{
  int max_side = pn_gpu_max_image_side (self->device->gpu);
  int side = MAX (texture->width, texture->height);
  int levels = (int)g_bit_storage ((gulong)side);

  if (side > max_side) {
    int limit_log2 = (int)g_bit_storage ((gulong)max_side) - 1;

    texture->cut_log2 = MIN (CELL_LOG2, limit_log2);
    side = 1 << texture->cut_log2;
    levels = texture->cut_log2 + 1;
    texture->cells_per_row = (texture->width + side - 1) / side;
    info->n_layers = texture->cells_per_row * ((texture->height + side - 1) / side);
    info->width = MIN (texture->width, side);
    info->height = MIN (texture->height, side);
  } else {
    info->n_layers = 1;
    info->width = texture->width;
    info->height = texture->height;
  }
  info->n_levels = texture->has_levels ? levels : 1;
  texture->top_level = info->n_levels - 1;
}

static PnGpuTexture *
texture_new (PnGpuTextures *self,
             const PnTextureRef *ref,
             PnDepth depth,
             gboolean with_levels,
             const PnPicture *picture,
             GError **error)
{
  PnGpuTexture *texture = g_new0 (PnGpuTexture, 1);
  PnGpuImageInfo info = {
      .format = pn_gpu_format (depth),
      .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
  };

  texture->asset = g_strdup (ref->asset);
  texture->depth = depth;
  texture->has_levels = with_levels;
  texture->width = picture->width;
  texture->height = picture->height;
  lay_out (self, texture, &info);
  texture->n_bytes =
      (gsize)info.width * (gsize)info.height * (gsize)info.n_layers * PN_GPU_PIXEL_BYTES (depth);
  if (with_levels)
    texture->n_bytes += texture->n_bytes / 3;
  make_room (self, texture->n_bytes);
  if (!pn_gpu_image_init (&texture->image, self->device, &info, error) ||
      !send (self, texture, picture, error)) {
    texture_free (texture);
    return NULL;
  }
  texture->last_use = self->clock;
  self->n_bytes += texture->n_bytes;
  g_ptr_array_add (self->textures, texture);
  return texture;
}

/* A texture without the pyramid that is wanted now goes when the one with it is there. */
static PnGpuTexture *
find (PnGpuTextures *self, const PnTextureRef *ref, PnDepth depth, guint *index)
{
  for (guint i = 0; i < self->textures->len; i++) {
    PnGpuTexture *texture = self->textures->pdata[i];

    if (texture->depth == depth && g_str_equal (texture->asset, ref->asset)) {
      *index = i;
      return texture;
    }
  }
  return NULL;
}

const PnGpuTexture *
pn_gpu_textures_get (PnGpuTextures *self,
                     const PnTextureRef *ref,
                     PnDepth depth,
                     gboolean with_levels,
                     GError **error)
{
  guint index;
  PnGpuTexture *texture = find (self, ref, depth, &index);

  if (texture != NULL && (texture->has_levels || !with_levels)) {
    texture->last_use = self->clock;
    return texture;
  }
  g_autoptr (PnPicture) picture = pn_picture_cache_get (self->pictures, ref->asset, error);
  if (picture == NULL)
    return NULL;
  if (picture->width != ref->width || picture->height != ref->height) {
    g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_FAILED,
                 _ ("A picture of this document has %d × %d pixels where the document says "
                    "%d × %d."),
                 picture->width, picture->height, ref->width, ref->height);
    return NULL;
  }
  if (texture != NULL)
    drop (self, index);
  return texture_new (self, ref, depth, with_levels, picture, error);
}
