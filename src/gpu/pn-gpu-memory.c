/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory of the device, and the buffers and images that lie in it. */

#include "pn-gpu-memory-private.h"

#include <glib/gi18n-lib.h>

#include "pn-gpu-ranges-private.h"

/* Bytes of a shared block. An image of more than half of it has a block of its own, which wastes
 * nothing and is given back with it. */
#define BLOCK_SIZE ((VkDeviceSize)32 << 20)

struct PnGpuBlock {
  VkDeviceMemory memory;
  uint32_t type;
  PnGpuRanges ranges;
};

struct PnGpuHeap {
  PnGpu *gpu;
  VkDevice vk;
  GMutex lock;
  GPtrArray *blocks; /* PnGpuBlock */
};

PnGpuHeap *
pn_gpu_heap_new (PnGpu *gpu, VkDevice vk)
{
  PnGpuHeap *heap = g_new0 (PnGpuHeap, 1);

  heap->gpu = gpu;
  heap->vk = vk;
  heap->blocks = g_ptr_array_new ();
  g_mutex_init (&heap->lock);
  return heap;
}

void
pn_gpu_heap_free (PnGpuHeap *heap)
{
  /* Whatever lies in a block holds the device, and with it this heap. */
  g_assert (heap->blocks->len == 0);
  g_ptr_array_unref (heap->blocks);
  g_mutex_clear (&heap->lock);
  g_free (heap);
}

static gboolean
type_has (const PnGpuHeap *heap, uint32_t type, VkMemoryPropertyFlags flags)
{
  return (heap->gpu->memory.memoryTypes[type].propertyFlags & flags) == flags;
}

static VkResult
allocate_type (PnGpuHeap *heap,
               VkDeviceSize size,
               const void *next,
               uint32_t type,
               VkDeviceMemory *memory)
{
  VkMemoryAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .pNext = next,
      .allocationSize = size,
      .memoryTypeIndex = type,
  };

  if (size > heap->gpu->max_allocation || pn_gpu_fault_is_due (&heap->gpu->allocations_left))
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  return vkAllocateMemory (heap->vk, &info, NULL, memory);
}

VkResult
pn_gpu_heap_allocate (PnGpuHeap *heap,
                      const VkMemoryRequirements *requirements,
                      VkMemoryPropertyFlags needed,
                      VkMemoryPropertyFlags preferred,
                      const void *next,
                      VkDeviceMemory *memory,
                      uint32_t *type)
{
  VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;

  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < heap->gpu->memory.memoryTypeCount; i++) {
      gboolean is_preferred = type_has (heap, i, preferred);

      if (!(requirements->memoryTypeBits & (1u << i)) || !type_has (heap, i, needed) ||
          is_preferred != (pass == 0))
        continue;
      result = allocate_type (heap, requirements->size, next, i, memory);
      *type = i;
      if (result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST)
        return result;
    }
  return result;
}

/* Blocks. */

static gboolean
take_from_blocks (PnGpuHeap *heap, const VkMemoryRequirements *requirements, PnGpuImage *image)
{
  for (guint i = 0; i < heap->blocks->len; i++) {
    PnGpuBlock *block = heap->blocks->pdata[i];

    if ((requirements->memoryTypeBits & (1u << block->type)) &&
        pn_gpu_ranges_take (&block->ranges, requirements->size, requirements->alignment,
                            &image->offset)) {
      image->block = block;
      return TRUE;
    }
  }
  return FALSE;
}

static VkResult
take (PnGpuHeap *heap, const VkMemoryRequirements *requirements, PnGpuImage *image)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&heap->lock);
  VkMemoryRequirements wanted = *requirements;
  VkDeviceMemory memory;
  uint32_t type;

  image->size = requirements->size;
  if (take_from_blocks (heap, requirements, image))
    return VK_SUCCESS;

  if (requirements->size <= BLOCK_SIZE / 2)
    wanted.size = BLOCK_SIZE;
  VkResult result = pn_gpu_heap_allocate (heap, &wanted, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                          NULL, &memory, &type);
  if (result != VK_SUCCESS)
    return result;

  PnGpuBlock *block = g_new0 (PnGpuBlock, 1);
  block->memory = memory;
  block->type = type;
  pn_gpu_ranges_init (&block->ranges, wanted.size);
  g_ptr_array_add (heap->blocks, block);
  image->block = block;
  pn_gpu_ranges_take (&block->ranges, image->size, 1, &image->offset);
  return VK_SUCCESS;
}

static void
give (PnGpuHeap *heap, PnGpuImage *image)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&heap->lock);
  PnGpuBlock *block = image->block;

  pn_gpu_ranges_give (&block->ranges, image->offset, image->size);
  if (!pn_gpu_ranges_is_unused (&block->ranges))
    return;
  vkFreeMemory (heap->vk, block->memory, NULL);
  pn_gpu_ranges_clear (&block->ranges);
  g_ptr_array_remove_fast (heap->blocks, block);
  g_free (block);
}

/* Buffers. */

static gboolean
create_buffer (PnGpuBuffer *self, PnGpuBufferKind kind, VkDeviceSize size, GError **error)
{
  static const VkBufferUsageFlags usages[] = {
      [PN_GPU_BUFFER_STAGING] = VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
      [PN_GPU_BUFFER_VERTICES] = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
      [PN_GPU_BUFFER_READBACK] = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
  };
  gboolean reads = kind == PN_GPU_BUFFER_READBACK;
  VkMemoryPropertyFlags needed =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | (reads ? 0 : VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  VkMemoryPropertyFlags preferred = reads ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT : 0;
  VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usages[kind]};
  PnGpuDevice *device = self->device;
  VkMemoryRequirements requirements;
  uint32_t type = 0;

  if (!pn_gpu_check (device, vkCreateBuffer (device->vk, &info, NULL, &self->vk), error))
    return FALSE;
  vkGetBufferMemoryRequirements (device->vk, self->vk, &requirements);
  if (!pn_gpu_check (device,
                     pn_gpu_heap_allocate (device->heap, &requirements, needed, preferred, NULL,
                                           &self->memory, &type),
                     error) ||
      !pn_gpu_check (device, vkBindBufferMemory (device->vk, self->vk, self->memory, 0), error) ||
      !pn_gpu_check (device,
                     vkMapMemory (device->vk, self->memory, 0, VK_WHOLE_SIZE, 0, &self->mapped),
                     error))
    return FALSE;
  self->size = size;
  self->is_coherent = type_has (device->heap, type, VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  return TRUE;
}

gboolean
pn_gpu_buffer_reserve (PnGpuBuffer *self,
                       PnGpuDevice *device,
                       PnGpuBufferKind kind,
                       VkDeviceSize size,
                       GError **error)
{
  if (self->device != NULL && size <= self->size)
    return TRUE;
  /* Half as much again, so that a slowly growing drawing does not allocate for each frame. */
  if (self->device != NULL)
    size = MAX (size, self->size + self->size / 2);
  pn_gpu_buffer_clear (self);
  self->device = pn_gpu_device_ref (device);
  if (!create_buffer (self, kind, size, error)) {
    pn_gpu_buffer_clear (self);
    return FALSE;
  }
  return TRUE;
}

void
pn_gpu_buffer_clear (PnGpuBuffer *self)
{
  if (self->device == NULL)
    return;
  vkDestroyBuffer (self->device->vk, self->vk, NULL);
  vkFreeMemory (self->device->vk, self->memory, NULL);
  pn_gpu_device_unref (self->device);
  *self = (PnGpuBuffer){0};
}

gboolean
pn_gpu_buffer_invalidate (PnGpuBuffer *self, GError **error)
{
  VkMappedMemoryRange range = {
      .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE,
      .memory = self->memory,
      .size = VK_WHOLE_SIZE,
  };

  return self->is_coherent ||
         pn_gpu_check (self->device, vkInvalidateMappedMemoryRanges (self->device->vk, 1, &range),
                       error);
}

/* Images. */

/* A driver may take what it cannot draw (lavapipe makes a side of 16385 without a word), so nothing
 * is left to it. */
static gboolean
check_limits (PnGpuDevice *device, const VkImageCreateInfo *info, GError **error)
{
  VkImageFormatProperties limits;
  int side = pn_gpu_max_image_side (device->gpu);
  VkResult result = vkGetPhysicalDeviceImageFormatProperties (device->gpu->physical, info->format,
                                                              info->imageType, info->tiling,
                                                              info->usage, info->flags, &limits);

  if (result == VK_SUCCESS && info->extent.width <= MIN ((guint)side, limits.maxExtent.width) &&
      info->extent.height <= MIN ((guint)side, limits.maxExtent.height) &&
      info->arrayLayers <= limits.maxArrayLayers && info->mipLevels <= limits.maxMipLevels &&
      (limits.sampleCounts & info->samples))
    return TRUE;
  if (result != VK_SUCCESS && result != VK_ERROR_FORMAT_NOT_SUPPORTED)
    return pn_gpu_check (device, result, error);
  g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_LIMIT,
               _ ("The graphics device “%s” cannot hold a picture of %u × %u pixels in this form."),
               pn_gpu_device_name (device->gpu), info->extent.width, info->extent.height);
  return FALSE;
}

static gboolean
create_image (PnGpuImage *self, const VkImageCreateInfo *info, GError **error)
{
  PnGpuDevice *device = self->device;
  VkImageViewCreateInfo view = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
      .format = info->format,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, info->mipLevels, 0, info->arrayLayers},
  };
  VkMemoryRequirements requirements;

  if (!pn_gpu_check (device, vkCreateImage (device->vk, info, NULL, &self->vk), error))
    return FALSE;
  vkGetImageMemoryRequirements (device->vk, self->vk, &requirements);
  if (!pn_gpu_check (device, take (device->heap, &requirements, self), error) ||
      !pn_gpu_check (device,
                     vkBindImageMemory (device->vk, self->vk, self->block->memory, self->offset),
                     error))
    return FALSE;
  view.image = self->vk;
  return pn_gpu_check (device, vkCreateImageView (device->vk, &view, NULL, &self->view), error);
}

gboolean
pn_gpu_image_init (PnGpuImage *self,
                   PnGpuDevice *device,
                   const PnGpuImageInfo *info,
                   GError **error)
{
  VkImageCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = info->format,
      .extent = {(uint32_t)info->width, (uint32_t)info->height, 1},
      .mipLevels = (uint32_t)MAX (info->n_levels, 1),
      .arrayLayers = (uint32_t)MAX (info->n_layers, 1),
      .samples = (VkSampleCountFlagBits)MAX (info->n_samples, 1),
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = info->usage,
  };

  if (!check_limits (device, &create, error))
    return FALSE;
  self->device = pn_gpu_device_ref (device);
  if (!create_image (self, &create, error)) {
    pn_gpu_image_clear (self);
    return FALSE;
  }
  return TRUE;
}

void
pn_gpu_image_clear (PnGpuImage *self)
{
  if (self->device == NULL)
    return;
  vkDestroyImageView (self->device->vk, self->view, NULL);
  vkDestroyImage (self->device->vk, self->vk, NULL);
  if (self->block != NULL)
    give (self->device->heap, self);
  pn_gpu_device_unref (self->device);
  *self = (PnGpuImage){0};
}
