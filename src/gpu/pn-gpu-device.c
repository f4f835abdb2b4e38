/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A logical device and its one queue; what a failing call means. */

#include "pn-gpu-device-private.h"

#include <glib/gi18n-lib.h>

#include "pn-gpu-dmabuf-private.h"
#include "pn-gpu-memory-private.h"

static gboolean
create (PnGpuDevice *device, GError **error)
{
  PnGpu *gpu = device->gpu;
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueFamilyIndex = gpu->queue_family,
      .queueCount = 1,
      .pQueuePriorities = &priority,
  };
  VkDeviceCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
      .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue,
      .enabledExtensionCount = gpu->has_dmabuf ? pn_gpu_n_dmabuf_extensions : 0,
      .ppEnabledExtensionNames = pn_gpu_dmabuf_extensions,
  };

  if (!pn_gpu_check (device, vkCreateDevice (gpu->physical, &info, NULL, &device->vk), error))
    return FALSE;
  vkGetDeviceQueue (device->vk, gpu->queue_family, 0, &device->queue);
  device->heap = pn_gpu_heap_new (gpu, device->vk);
  return TRUE;
}

static PnGpuDevice *
device_new (PnGpu *gpu, GError **error)
{
  g_autoptr (PnGpuDevice) device = g_new0 (PnGpuDevice, 1);

  g_atomic_ref_count_init (&device->ref_count);
  device->gpu = gpu;
  g_mutex_init (&device->queue_lock);
  return create (device, error) ? g_steal_pointer (&device) : NULL;
}

PnGpuDevice *
pn_gpu_acquire_device (PnGpu *gpu, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&gpu->lock);

  if (gpu->device != NULL && g_atomic_int_get (&gpu->device->is_lost))
    g_clear_pointer (&gpu->device, pn_gpu_device_unref);
  if (gpu->device == NULL)
    gpu->device = device_new (gpu, error);
  return gpu->device != NULL ? pn_gpu_device_ref (gpu->device) : NULL;
}

PnGpuDevice *
pn_gpu_device_ref (PnGpuDevice *device)
{
  g_atomic_ref_count_inc (&device->ref_count);
  return device;
}

void
pn_gpu_device_unref (PnGpuDevice *device)
{
  if (!g_atomic_ref_count_dec (&device->ref_count))
    return;
  g_clear_pointer (&device->heap, pn_gpu_heap_free);
  if (device->vk != VK_NULL_HANDLE)
    vkDestroyDevice (device->vk, NULL);
  g_mutex_clear (&device->queue_lock);
  g_free (device);
}

gboolean
pn_gpu_check (PnGpuDevice *device, VkResult result, GError **error)
{
  switch (result) {
  case VK_SUCCESS:
    return TRUE;
  case VK_ERROR_DEVICE_LOST:
    g_atomic_int_set (&device->is_lost, 1);
    g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_LOST,
                         _ ("The graphics device stopped working."));
    return FALSE;
  case VK_ERROR_OUT_OF_HOST_MEMORY:
  case VK_ERROR_OUT_OF_DEVICE_MEMORY:
  case VK_ERROR_OUT_OF_POOL_MEMORY:
  case VK_ERROR_TOO_MANY_OBJECTS:
    g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_MEMORY,
                         _ ("The graphics device has not enough memory to draw this."));
    return FALSE;
  default:
    g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_FAILED,
                 _ ("The driver of the graphics device “%s” failed with Vulkan's error %d."),
                 pn_gpu_device_name (device->gpu), (int)result);
    return FALSE;
  }
}

gboolean
pn_gpu_device_submit (PnGpuDevice *device, VkCommandBuffer commands, VkFence fence, GError **error)
{
  VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
      .commandBufferCount = 1,
      .pCommandBuffers = &commands,
  };
  VkResult result = VK_ERROR_DEVICE_LOST;

  if (!g_atomic_int_get (&device->is_lost) && !pn_gpu_fault_is_due (&device->gpu->submits_left)) {
    g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&device->queue_lock);

    result = vkQueueSubmit (device->queue, 1, &info, fence);
  }
  return pn_gpu_check (device, result, error);
}
