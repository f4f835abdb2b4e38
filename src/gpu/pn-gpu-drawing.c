/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records a plan. First everything that may fail is made ready: vertices, textures, surfaces,
 * descriptor sets; then the passes are written down in their order. */

#include "pn-gpu-drawing-private.h"

#include <string.h>

#include "pn-gpu-geometry-private.h"

/* What an item became. */
typedef struct {
  guint first_vertex, n_vertices; /* none: the item shows nothing in this tile */
  float max_level;
  const PnGpuTexture *texture; /* borrowed */
  VkDescriptorSet set;
} Prepared;

gboolean
pn_gpu_drawing_init (PnGpuDrawing *self,
                     PnGpuDevice *device,
                     PnPictureCache *pictures,
                     gsize texture_budget,
                     GError **error)
{
  self->device = pn_gpu_device_ref (device);
  if (!pn_gpu_commands_init (&self->commands, device, error) ||
      !pn_gpu_textures_init (&self->textures, device, pictures, texture_budget, error)) {
    pn_gpu_drawing_clear (self);
    return FALSE;
  }
  return TRUE;
}

void
pn_gpu_drawing_clear (PnGpuDrawing *self)
{
  if (self->device == NULL)
    return;
  pn_gpu_commands_clear (&self->commands);
  vkDestroyDescriptorPool (self->device->vk, self->sets, NULL);
  pn_gpu_taker_clear (&self->taker);
  pn_gpu_buffer_clear (&self->vertices);
  pn_gpu_surfaces_clear (&self->surfaces);
  pn_gpu_pipelines_clear (&self->pipelines);
  pn_gpu_textures_clear (&self->textures);
  pn_gpu_device_unref (self->device);
  *self = (PnGpuDrawing){0};
}

gboolean
pn_gpu_drawing_prepare (PnGpuDrawing *self, PnDepth depth, int samples, GError **error)
{
  if (self->pipelines.device != NULL && self->pipelines.depth == depth &&
      self->pipelines.samples == samples)
    return TRUE;
  pn_gpu_surfaces_clear (&self->surfaces);
  pn_gpu_pipelines_clear (&self->pipelines);
  if (!pn_gpu_pipelines_init (&self->pipelines, self->device, depth, samples, error))
    return FALSE;
  pn_gpu_surfaces_init (&self->surfaces, &self->pipelines);
  return TRUE;
}

/* Vertices. */

static void
add_vertices (const PnGpuPlan *plan, const PnGpuView *view, Prepared *prepared, GArray *vertices)
{
  for (guint p = 0; p < plan->passes->len; p++) {
    const PnGpuPass *pass = pn_gpu_plan_pass (plan, p);

    for (guint i = pass->first; i != PN_GPU_NONE; i = pn_gpu_plan_item (plan, i)->next) {
      const PnGpuItem *item = pn_gpu_plan_item (plan, i);

      if (item->kind != PN_GPU_ITEM_DRAW)
        continue;
      prepared[i].first_vertex = vertices->len;
      prepared[i].max_level = pn_gpu_geometry_add (vertices, item->draw, view, &pass->rect,
                                                   plan->rect.x0, plan->rect.y0);
      prepared[i].n_vertices = vertices->len - prepared[i].first_vertex;
    }
  }
}

static gboolean
send_vertices (PnGpuDrawing *self, const GArray *vertices, GError **error)
{
  gsize n_bytes = vertices->len * sizeof (PnGpuVertex);

  if (n_bytes == 0)
    return TRUE;
  if (!pn_gpu_buffer_reserve (&self->vertices, self->device, PN_GPU_BUFFER_VERTICES, n_bytes,
                              error))
    return FALSE;
  memcpy (self->vertices.mapped, vertices->data, n_bytes);
  return TRUE;
}

/* Textures. Those that need their pyramid come first: getting one may replace the same picture
 * without it, which must not be in use yet. */

static gboolean
get_textures (PnGpuDrawing *self, const PnGpuPlan *plan, Prepared *prepared, GError **error)
{
  pn_gpu_textures_begin (&self->textures);
  for (int with_levels = 1; with_levels >= 0; with_levels--)
    for (guint i = 0; i < plan->items->len; i++) {
      const PnGpuItem *item = pn_gpu_plan_item (plan, i);

      if (prepared[i].n_vertices == 0 || (prepared[i].max_level > 0) != with_levels)
        continue;
      prepared[i].texture = pn_gpu_textures_get (&self->textures, &item->draw->texture,
                                                 self->pipelines.depth, with_levels, error);
      if (prepared[i].texture == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Descriptor sets: one for each item, all new for each tile. */

static gboolean
reserve_sets (PnGpuDrawing *self, guint n, GError **error)
{
  VkDevice vk = self->device->vk;

  if (n <= self->n_sets)
    return pn_gpu_check (self->device, vkResetDescriptorPool (vk, self->sets, 0), error);
  n = MAX (n, 2 * self->n_sets);
  vkDestroyDescriptorPool (vk, self->sets, NULL);
  self->sets = VK_NULL_HANDLE;
  self->n_sets = 0;

  VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, n};
  VkDescriptorPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
      .maxSets = n,
      .poolSizeCount = 1,
      .pPoolSizes = &size,
  };
  if (!pn_gpu_check (self->device, vkCreateDescriptorPool (vk, &info, NULL, &self->sets), error))
    return FALSE;
  self->n_sets = n;
  return TRUE;
}

static gboolean
make_set (PnGpuDrawing *self, VkImageView view, VkDescriptorSet *set, GError **error)
{
  VkDescriptorSetAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
      .descriptorPool = self->sets,
      .descriptorSetCount = 1,
      .pSetLayouts = &self->pipelines.set_layout,
  };
  VkDescriptorImageInfo image = {
      .imageView = view,
      .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
  };
  VkWriteDescriptorSet write = {
      .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
      .descriptorCount = 1,
      .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
      .pImageInfo = &image,
  };

  if (!pn_gpu_check (self->device, vkAllocateDescriptorSets (self->device->vk, &info, set), error))
    return FALSE;
  write.dstSet = *set;
  vkUpdateDescriptorSets (self->device->vk, 1, &write, 0, NULL);
  return TRUE;
}

/* Surfaces: taken and released in the order of the passes, so that one that was laid serves again. */

static gboolean
take_surfaces (PnGpuDrawing *self, const PnGpuPlan *plan, PnGpuSurface **surfaces, GError **error)
{
  const PnGpuRect *tile = &plan->rect;

  pn_gpu_surfaces_trim (&self->surfaces);
  if (!pn_gpu_surfaces_reserve (&self->surfaces, tile->x1 - tile->x0, tile->y1 - tile->y0, error))
    return FALSE;
  for (guint p = 0; p < plan->passes->len; p++) {
    const PnGpuPass *pass = pn_gpu_plan_pass (plan, p);

    surfaces[p] = pn_gpu_surfaces_take (&self->surfaces, pass->rect.x1 - pass->rect.x0,
                                        pass->rect.y1 - pass->rect.y0, error);
    if (surfaces[p] == NULL)
      return FALSE;
    for (guint i = pass->first; i != PN_GPU_NONE; i = pn_gpu_plan_item (plan, i)->next) {
      const PnGpuItem *item = pn_gpu_plan_item (plan, i);

      if (item->kind == PN_GPU_ITEM_LAY)
        pn_gpu_surfaces_release (&self->surfaces, surfaces[item->lay]);
    }
  }
  return TRUE;
}

static gboolean
make_sets (PnGpuDrawing *self,
           const PnGpuPlan *plan,
           PnGpuSurface **surfaces,
           Prepared *prepared,
           GError **error)
{
  if (!reserve_sets (self, MAX (plan->items->len, 1), error))
    return FALSE;
  for (guint i = 0; i < plan->items->len; i++) {
    const PnGpuItem *item = pn_gpu_plan_item (plan, i);
    VkImageView view = VK_NULL_HANDLE;

    if (item->kind == PN_GPU_ITEM_LAY)
      view = surfaces[item->lay]->image.view;
    else if (prepared[i].texture != NULL)
      view = prepared[i].texture->image.view;
    if (view != VK_NULL_HANDLE && !make_set (self, view, &prepared[i].set, error))
      return FALSE;
  }
  return TRUE;
}

/* Recording. */

static PnGpuPipelineKind
picture_kind (const Prepared *prepared)
{
  gboolean is_cut = prepared->texture->cut_log2 > 0;

  if (prepared->max_level > 0)
    return is_cut ? PN_GPU_PICTURE_CUT_LEVELS : PN_GPU_PICTURE_LEVELS;
  return is_cut ? PN_GPU_PICTURE_CUT : PN_GPU_PICTURE_PLAIN;
}

/* From pixels of the tile to the clip volume, which is as wide as the viewport. All three numbers
 * and their results are sums of few powers of two, so nothing is rounded on the way. */
static void
set_clip_from_px (PnGpuDrawing *self, float clip_from_px[2])
{
  float side = (float)pn_gpu_viewport_side (self->device->gpu);

  clip_from_px[0] = 2 / side;
  clip_from_px[1] = 2 * PN_GPU_REACH / side - 1;
}

static void
record_constants (PnGpuDrawing *self, gconstpointer constants, guint n_bytes)
{
  vkCmdPushConstants (self->commands.vk, self->pipelines.layout, PN_GPU_CONSTANT_STAGES, 0, n_bytes,
                      constants);
}

static gboolean
record_bind (PnGpuDrawing *self, PnGpuPipelineKind kind, VkDescriptorSet set, GError **error)
{
  VkPipeline pipeline = pn_gpu_pipelines_get (&self->pipelines, kind, error);

  if (pipeline == VK_NULL_HANDLE)
    return FALSE;
  vkCmdBindPipeline (self->commands.vk, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  vkCmdBindDescriptorSets (self->commands.vk, VK_PIPELINE_BIND_POINT_GRAPHICS,
                           self->pipelines.layout, 0, 1, &set, 0, NULL);
  return TRUE;
}

static gboolean
record_picture (PnGpuDrawing *self,
                const PnGpuPass *pass,
                const PnGpuItem *item,
                const Prepared *prepared,
                GError **error)
{
  const PnGpuTexture *texture = prepared->texture;
  PnGpuPictureConstants constants = {
      .opacity = (float)MIN (item->opacity, 1),
      .top_level = texture->top_level,
      .origin_px = {pass->rect.x0, pass->rect.y0},
      .size = {texture->width, texture->height},
      .cut_log2 = texture->cut_log2,
      .cells_per_row = texture->cells_per_row,
  };

  if (!record_bind (self, picture_kind (prepared), prepared->set, error))
    return FALSE;
  set_clip_from_px (self, constants.clip_from_px);
  record_constants (self, &constants, sizeof constants);
  vkCmdDraw (self->commands.vk, prepared->n_vertices, 1, prepared->first_vertex, 0);
  return TRUE;
}

static gboolean
record_lay (PnGpuDrawing *self,
            const PnGpuPlan *plan,
            const PnGpuPass *pass,
            const PnGpuItem *item,
            const Prepared *prepared,
            GError **error)
{
  const PnGpuRect *laid = &pn_gpu_plan_pass (plan, item->lay)->rect;
  PnGpuSurfaceConstants constants = {
      .opacity = (float)MIN (item->opacity, 1),
      .corner_px = {laid->x0 - plan->rect.x0, laid->y0 - plan->rect.y0},
      .size_px = {laid->x1 - laid->x0, laid->y1 - laid->y0},
      .shift_px = {pass->rect.x0 - laid->x0, pass->rect.y0 - laid->y0},
  };

  if (!record_bind (self, PN_GPU_SURFACE, prepared->set, error))
    return FALSE;
  set_clip_from_px (self, constants.clip_from_px);
  record_constants (self, &constants, sizeof constants);
  vkCmdDraw (self->commands.vk, 4, 1, 0, 0);
  return TRUE;
}

static void
record_begin (PnGpuDrawing *self,
              const PnGpuPlan *plan,
              const PnGpuPass *pass,
              const PnGpuSurface *surface,
              const float clear[4])
{
  float side = (float)pn_gpu_viewport_side (self->device->gpu);
  VkRect2D area = {
      {0, 0},
      {(uint32_t)(pass->rect.x1 - pass->rect.x0), (uint32_t)(pass->rect.y1 - pass->rect.y0)}};
  /* Positions are measured from the tile's corner; the surface begins at its own. */
  VkViewport viewport = {
      .x = (float)(plan->rect.x0 - pass->rect.x0 - PN_GPU_REACH),
      .y = (float)(plan->rect.y0 - pass->rect.y0 - PN_GPU_REACH),
      .width = side,
      .height = side,
      .maxDepth = 1,
  };
  VkClearValue values[2];
  VkRenderPassBeginInfo info = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
      .renderPass = self->pipelines.pass,
      .framebuffer = surface->framebuffer,
      .renderArea = area,
      .clearValueCount = G_N_ELEMENTS (values),
      .pClearValues = values,
  };

  for (int i = 0; i < 2; i++)
    memcpy (values[i].color.float32, clear, sizeof values[i].color.float32);
  vkCmdBeginRenderPass (self->commands.vk, &info, VK_SUBPASS_CONTENTS_INLINE);
  vkCmdSetViewport (self->commands.vk, 0, 1, &viewport);
  vkCmdSetScissor (self->commands.vk, 0, 1, &area);
}

static gboolean
record_passes (PnGpuDrawing *self,
               const PnGpuPlan *plan,
               PnGpuSurface **surfaces,
               const Prepared *prepared,
               const float background[4],
               GError **error)
{
  static const float clear[4];
  VkDeviceSize start = 0;

  if (self->vertices.device != NULL)
    vkCmdBindVertexBuffers (self->commands.vk, 0, 1, &self->vertices.vk, &start);
  for (guint p = 0; p < plan->passes->len; p++) {
    const PnGpuPass *pass = pn_gpu_plan_pass (plan, p);
    gboolean is_tile = p + 1 == plan->passes->len;

    record_begin (self, plan, pass, surfaces[p], is_tile ? background : clear);
    for (guint i = pass->first; i != PN_GPU_NONE; i = pn_gpu_plan_item (plan, i)->next) {
      const PnGpuItem *item = pn_gpu_plan_item (plan, i);
      gboolean ok = TRUE;

      if (item->kind == PN_GPU_ITEM_LAY)
        ok = record_lay (self, plan, pass, item, &prepared[i], error);
      else if (prepared[i].texture != NULL)
        ok = record_picture (self, pass, item, &prepared[i], error);
      if (!ok)
        return FALSE;
    }
    vkCmdEndRenderPass (self->commands.vk);
  }
  return TRUE;
}

gboolean
pn_gpu_drawing_submit (PnGpuDrawing *self,
                       const PnGpuPlan *plan,
                       const PnGpuView *view,
                       const float background[4],
                       PnGpuWhole *whole,
                       GError **error)
{
  g_autofree Prepared *prepared = g_new0 (Prepared, plan->items->len + 1);
  g_autofree PnGpuSurface **surfaces = g_new0 (PnGpuSurface *, plan->passes->len);
  g_autoptr (GArray) vertices = g_array_new (FALSE, FALSE, sizeof (PnGpuVertex));

  add_vertices (plan, view, prepared, vertices);
  if (!send_vertices (self, vertices, error) || !get_textures (self, plan, prepared, error) ||
      !take_surfaces (self, plan, surfaces, error) ||
      !make_sets (self, plan, surfaces, prepared, error) ||
      !pn_gpu_taker_reserve (&self->taker, self->device, &plan->rect, self->pipelines.depth, whole,
                             error) ||
      !pn_gpu_commands_begin (&self->commands, error) ||
      !record_passes (self, plan, surfaces, prepared, background, error))
    return FALSE;
  pn_gpu_taker_record (&self->taker, &self->commands, surfaces[plan->passes->len - 1]->image.vk);
  return pn_gpu_commands_submit (&self->commands, error);
}

gboolean
pn_gpu_drawing_wait (PnGpuDrawing *self, GError **error)
{
  return pn_gpu_commands_wait (&self->commands, error);
}

gboolean
pn_gpu_drawing_take (PnGpuDrawing *self, PnAlpha alpha, const PnReadback *out, GError **error)
{
  return pn_gpu_taker_take (&self->taker, alpha, out, error);
}
