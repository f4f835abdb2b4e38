/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-private.h"

typedef struct PnGpuHeap PnGpuHeap;

/* A logical device. Everything made from it holds a reference, so that a lost one is destroyed when
 * the last renderer has let go of it, and its successor is another object. */
struct PnGpuDevice {
  gatomicrefcount ref_count;
  PnGpu *gpu;
  VkDevice vk;
  VkQueue queue;
  GMutex queue_lock;
  PnGpuHeap *heap; /* thread-safe */
  int is_lost;     /* atomic; stays set */
};

/* The current device, made anew where there is none or it was lost. (transfer full) (nullable) */
PnGpuDevice *pn_gpu_acquire_device (PnGpu *gpu, GError **error);
PnGpuDevice *pn_gpu_device_ref (PnGpuDevice *device);
void pn_gpu_device_unref (PnGpuDevice *device);

/* Turns what a Vulkan call gave into an error; a lost device is remembered. TRUE for a success. */
gboolean pn_gpu_check (PnGpuDevice *device, VkResult result, GError **error);

gboolean
pn_gpu_device_submit (PnGpuDevice *device, VkCommandBuffer commands, VkFence fence, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnGpuDevice, pn_gpu_device_unref)
