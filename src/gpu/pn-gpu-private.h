/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <vulkan/vulkan.h>

#include "pn-gpu.h"

typedef struct PnGpuDevice PnGpuDevice;

/* What is chosen once for the process. Only the fields under `lock` and the atomic ones change
 * after pn_gpu_get(). */
struct PnGpu {
  PnGpuFlags flags;
  VkInstance instance;
  VkDebugUtilsMessengerEXT messenger; /* VK_NULL_HANDLE without validation */
  VkPhysicalDevice physical;
  VkPhysicalDeviceProperties properties;
  VkPhysicalDeviceMemoryProperties memory;
  VkDeviceSize max_allocation; /* bytes of one piece of memory */
  uint32_t queue_family;       /* that draws and copies */
  gboolean has_dmabuf;         /* it has the extensions: see pn-gpu-dmabuf-private.h */

  int n_messages;       /* atomic */
  int sharing;          /* atomic; a PnGpuSharing */
  int max_image_side;   /* atomic; 0: the device's own */
  int submits_left;     /* atomic; until one reports a lost device, < 0: never */
  int allocations_left; /* atomic; until one fails, < 0: never */

  GMutex lock;
  PnGpuDevice *device; /* (nullable) the current one, a reference */
};

/* How well a device suits: the highest wins, the first among equals; negative for one that cannot
 * be used. */
int pn_gpu_score (const VkPhysicalDeviceProperties *properties, PnGpuFlags flags);

/* Counts down to a fault asked for by a test: TRUE once, when it is due. */
gboolean pn_gpu_fault_is_due (int *left);
