/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-device-private.h"

/* The memory of one device: images share blocks, as a device may allow only 4096 allocations;
 * buffers, of which there are few and large ones, have their own. Thread-safe. */
PnGpuHeap *pn_gpu_heap_new (PnGpu *gpu, VkDevice vk);
void pn_gpu_heap_free (PnGpuHeap *heap);

/* Memory with all of `needed`, with `preferred` too where there is such memory and it is not used
 * up, and asked for with what `next` (nullable) adds. */
VkResult pn_gpu_heap_allocate (PnGpuHeap *heap,
                               const VkMemoryRequirements *requirements,
                               VkMemoryPropertyFlags needed,
                               VkMemoryPropertyFlags preferred,
                               const void *next,
                               VkDeviceMemory *memory,
                               uint32_t *type);

/* A mapped buffer. */
typedef enum {
  PN_GPU_BUFFER_STAGING,  /* written here, copied to images */
  PN_GPU_BUFFER_VERTICES, /* written here, drawn from */
  PN_GPU_BUFFER_READBACK, /* copied from images, read here, from cached memory where there is any */
} PnGpuBufferKind;

typedef struct {
  PnGpuDevice *device; /* a reference; NULL: there is no buffer */
  VkBuffer vk;
  VkDeviceMemory memory;
  VkDeviceSize size;
  gpointer mapped;
  gboolean is_coherent;
} PnGpuBuffer;

/* Makes `self` (zeroed, or of an earlier call) hold at least `size` bytes; what was in it is lost
 * when it must grow. No command that uses it may be under way. Left empty on failure. */
gboolean pn_gpu_buffer_reserve (PnGpuBuffer *self,
                                PnGpuDevice *device,
                                PnGpuBufferKind kind,
                                VkDeviceSize size,
                                GError **error);
void pn_gpu_buffer_clear (PnGpuBuffer *self);
/* Before reading what the device wrote. */
gboolean pn_gpu_buffer_invalidate (PnGpuBuffer *self, GError **error);

typedef struct {
  int width, height;
  int n_layers; /* 0 counts as 1, as in the next two */
  int n_levels;
  int n_samples;
  VkFormat format;
  VkImageUsageFlags usage;
} PnGpuImageInfo;

typedef struct PnGpuBlock PnGpuBlock;

typedef struct {
  PnGpuDevice *device; /* a reference; NULL: there is no image */
  VkImage vk;
  VkImageView view; /* of everything, as an array */
  PnGpuBlock *block;
  VkDeviceSize offset, size;
} PnGpuImage;

/* `self` is zeroed before and left so on failure: PN_GPU_ERROR_LIMIT where the device cannot have
 * such an image. */
gboolean pn_gpu_image_init (PnGpuImage *self,
                            PnGpuDevice *device,
                            const PnGpuImageInfo *info,
                            GError **error);
void pn_gpu_image_clear (PnGpuImage *self);
