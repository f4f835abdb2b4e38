/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-gpu-commands-private.h"

static gboolean
create (PnGpuCommands *self, GError **error)
{
  PnGpuDevice *device = self->device;
  VkCommandPoolCreateInfo pool = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
      .queueFamilyIndex = device->gpu->queue_family,
  };
  VkCommandBufferAllocateInfo buffer = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
      .commandBufferCount = 1,
  };
  VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};

  if (!pn_gpu_check (device, vkCreateCommandPool (device->vk, &pool, NULL, &self->pool), error))
    return FALSE;
  buffer.commandPool = self->pool;
  return pn_gpu_check (device, vkAllocateCommandBuffers (device->vk, &buffer, &self->vk), error) &&
         pn_gpu_check (device, vkCreateFence (device->vk, &fence, NULL, &self->fence), error);
}

gboolean
pn_gpu_commands_init (PnGpuCommands *self, PnGpuDevice *device, GError **error)
{
  self->device = pn_gpu_device_ref (device);
  if (!create (self, error)) {
    pn_gpu_commands_clear (self);
    return FALSE;
  }
  return TRUE;
}

void
pn_gpu_commands_clear (PnGpuCommands *self)
{
  if (self->device == NULL)
    return;
  pn_gpu_commands_wait (self, NULL);
  vkDestroyFence (self->device->vk, self->fence, NULL);
  vkDestroyCommandPool (self->device->vk, self->pool, NULL);
  pn_gpu_device_unref (self->device);
  *self = (PnGpuCommands){0};
}

gboolean
pn_gpu_commands_begin (PnGpuCommands *self, GError **error)
{
  VkCommandBufferBeginInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
  };

  g_return_val_if_fail (!self->is_under_way, FALSE);
  return pn_gpu_check (self->device, vkResetCommandPool (self->device->vk, self->pool, 0), error) &&
         pn_gpu_check (self->device, vkBeginCommandBuffer (self->vk, &info), error);
}

gboolean
pn_gpu_commands_submit (PnGpuCommands *self, GError **error)
{
  self->is_under_way =
      pn_gpu_check (self->device, vkEndCommandBuffer (self->vk), error) &&
      pn_gpu_check (self->device, vkResetFences (self->device->vk, 1, &self->fence), error) &&
      pn_gpu_device_submit (self->device, self->vk, self->fence, error);
  return self->is_under_way;
}

gboolean
pn_gpu_commands_wait (PnGpuCommands *self, GError **error)
{
  if (!self->is_under_way)
    return TRUE;
  self->is_under_way = FALSE;
  return pn_gpu_check (self->device,
                       vkWaitForFences (self->device->vk, 1, &self->fence, VK_TRUE, G_MAXUINT64),
                       error);
}

void
pn_gpu_commands_barrier (PnGpuCommands *self, VkImage image, PnGpuUse before, PnGpuUse after)
{
  VkImageMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = before.access,
      .dstAccessMask = after.access,
      .oldLayout = before.layout,
      .newLayout = after.layout,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .image = image,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                           VK_REMAINING_ARRAY_LAYERS},
  };

  vkCmdPipelineBarrier (self->vk, before.stages, after.stages, 0, 0, NULL, 0, NULL, 1, &barrier);
}
