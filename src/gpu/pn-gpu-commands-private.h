/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-device-private.h"

/* One command buffer with its fence: recorded, submitted, waited for, again and again. */
typedef struct {
  PnGpuDevice *device; /* a reference; NULL: not made yet */
  VkCommandPool pool;
  VkCommandBuffer vk;
  VkFence fence;
  gboolean is_under_way;
} PnGpuCommands;

/* `self` is zeroed before and left so on failure. */
gboolean pn_gpu_commands_init (PnGpuCommands *self, PnGpuDevice *device, GError **error);
/* Waits first. */
void pn_gpu_commands_clear (PnGpuCommands *self);

gboolean pn_gpu_commands_begin (PnGpuCommands *self, GError **error);
gboolean pn_gpu_commands_submit (PnGpuCommands *self, GError **error);
/* Until the device has done what was submitted. */
gboolean pn_gpu_commands_wait (PnGpuCommands *self, GError **error);

/* What may be done to an image before and after a barrier. */
typedef struct {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
  VkImageLayout layout;
} PnGpuUse;

#define PN_GPU_USE_NONE \
  ((PnGpuUse){VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED})
#define PN_GPU_USE_COPY_TO                                                  \
  ((PnGpuUse){VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, \
              VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL})
#define PN_GPU_USE_COPY_FROM                                               \
  ((PnGpuUse){VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, \
              VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL})
#define PN_GPU_USE_SAMPLE                                                       \
  ((PnGpuUse){VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, \
              VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL})

/* Over all levels and layers. */
void pn_gpu_commands_barrier (PnGpuCommands *self, VkImage image, PnGpuUse before, PnGpuUse after);
