/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that stay on the device. That it has the extensions says little: what counts is whether it
 * can export an image of this format, asked for each way of laying it out. */

#include "pn-gpu-dmabuf-private.h"

#include <sys/mman.h>
#include <unistd.h>

#include "pn-gpu-memory-private.h"
#include "pn-gpu-pixels-private.h"

#define FORMAT VK_FORMAT_R8G8B8A8_UNORM
#define USAGE VK_IMAGE_USAGE_TRANSFER_DST_BIT
#define PRETENDED_USAGE (VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_SAMPLED_BIT)
#define HANDLE VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT

const char *const pn_gpu_dmabuf_extensions[] = {
    VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,   VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME,
    VK_KHR_IMAGE_FORMAT_LIST_EXTENSION_NAME,    VK_EXT_IMAGE_DRM_FORMAT_MODIFIER_EXTENSION_NAME,
    VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME,
};
const guint pn_gpu_n_dmabuf_extensions = G_N_ELEMENTS (pn_gpu_dmabuf_extensions);

static gboolean
has_extension (const VkExtensionProperties *all, uint32_t n, const char *name)
{
  for (uint32_t i = 0; i < n; i++)
    if (g_str_equal (all[i].extensionName, name))
      return TRUE;
  return FALSE;
}

gboolean
pn_gpu_has_dmabuf_extensions (VkPhysicalDevice physical)
{
  uint32_t n = 0;

  if (vkEnumerateDeviceExtensionProperties (physical, NULL, &n, NULL) != VK_SUCCESS)
    return FALSE;
  g_autofree VkExtensionProperties *all = g_new0 (VkExtensionProperties, n + 1);
  if (vkEnumerateDeviceExtensionProperties (physical, NULL, &n, all) != VK_SUCCESS)
    return FALSE;
  for (guint i = 0; i < pn_gpu_n_dmabuf_extensions; i++)
    if (!has_extension (all, n, pn_gpu_dmabuf_extensions[i]))
      return FALSE;
  return TRUE;
}

static PnGpuSharing
get_sharing (PnGpu *gpu)
{
  return (PnGpuSharing)g_atomic_int_get (&gpu->sharing);
}

void
pn_gpu_pretend_sharing (PnGpu *gpu, PnGpuSharing sharing)
{
  g_atomic_int_set (&gpu->sharing, (int)sharing);
}

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING, why);
  return FALSE;
}

gboolean
pn_gpu_can_share (PnGpu *gpu, GError **error)
{
  PnGpuSharing sharing = get_sharing (gpu);

  if (sharing == PN_GPU_SHARING_AS_IT_IS ? gpu->has_dmabuf
                                         : sharing != PN_GPU_SHARING_NO_EXTENSIONS)
    return TRUE;
  return refuse (error, "the Vulkan device has no extensions for dmabufs");
}

/* --- Modifiers. */

/* All that the device knows for the format. (transfer full) of VkDrmFormatModifierPropertiesEXT */
static GArray *
list_modifiers (PnGpu *gpu)
{
  VkDrmFormatModifierPropertiesListEXT list = {
      .sType = VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT};
  VkFormatProperties2 format = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &list};
  GArray *all = g_array_new (FALSE, TRUE, sizeof (VkDrmFormatModifierPropertiesEXT));

  vkGetPhysicalDeviceFormatProperties2 (gpu->physical, FORMAT, &format);
  g_array_set_size (all, list.drmFormatModifierCount);
  list.pDrmFormatModifierProperties = (VkDrmFormatModifierPropertiesEXT *)(gpointer)all->data;
  vkGetPhysicalDeviceFormatProperties2 (gpu->physical, FORMAT, &format);
  g_array_set_size (all, list.drmFormatModifierCount);
  return all;
}

/* 0: the device does not know it. */
static guint
count_planes (PnGpu *gpu, guint64 modifier)
{
  g_autoptr (GArray) all = list_modifiers (gpu);

  for (guint i = 0; i < all->len; i++) {
    const VkDrmFormatModifierPropertiesEXT *known =
        &g_array_index (all, VkDrmFormatModifierPropertiesEXT, i);

    if (known->drmFormatModifier == modifier &&
        (known->drmFormatModifierTilingFeatures & VK_FORMAT_FEATURE_TRANSFER_DST_BIT))
      return known->drmFormatModifierPlaneCount;
  }
  return 0;
}

static gboolean
is_exportable (PnGpu *gpu, guint64 modifier)
{
  VkPhysicalDeviceImageDrmFormatModifierInfoEXT drm = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT,
      .drmFormatModifier = modifier,
      .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
  };
  VkPhysicalDeviceExternalImageFormatInfo external = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
      .pNext = &drm,
      .handleType = HANDLE,
  };
  VkPhysicalDeviceImageFormatInfo2 info = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
      .pNext = &external,
      .format = FORMAT,
      .type = VK_IMAGE_TYPE_2D,
      .tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT,
      .usage = USAGE,
  };
  VkExternalImageFormatProperties can = {.sType =
                                             VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES};
  VkImageFormatProperties2 properties = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
                                         .pNext = &can};

  return vkGetPhysicalDeviceImageFormatProperties2 (gpu->physical, &info, &properties) ==
             VK_SUCCESS &&
         (can.externalMemoryProperties.externalMemoryFeatures &
          VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) &&
         (int)properties.imageFormatProperties.maxExtent.width >= pn_gpu_max_image_side (gpu) &&
         (int)properties.imageFormatProperties.maxExtent.height >= pn_gpu_max_image_side (gpu);
}

GArray *
pn_gpu_find_shared_modifiers (PnGpu *gpu, const GArray *wanted, GError **error)
{
  PnGpuSharing sharing = get_sharing (gpu);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < wanted->len && sharing != PN_GPU_SHARING_NO_MODIFIER; i++) {
    guint64 modifier = g_array_index (wanted, guint64, i);
    guint n_planes = sharing != PN_GPU_SHARING_AS_IT_IS ? 1 : count_planes (gpu, modifier);

    if (n_planes < 1 || n_planes > PN_GPU_DMABUF_MAX_PLANES)
      continue;
    if (sharing != PN_GPU_SHARING_AS_IT_IS || is_exportable (gpu, modifier))
      g_array_append_val (found, modifier);
  }
  if (found->len > 0)
    return found;
  g_array_unref (found);
  refuse (error, "the Vulkan device exports no picture in a form that the display takes");
  return NULL;
}

/* --- An image. */

/* What a call gave; anything but a lost device is a refusal. */
static gboolean
check (PnGpuShared *self, VkResult result, const char *what, GError **error)
{
  if (result == VK_SUCCESS)
    return TRUE;
  if (result == VK_ERROR_DEVICE_LOST)
    return pn_gpu_check (self->device, result, error);
  g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING, "the Vulkan device did not %s (error %d)",
               what, (int)result);
  return FALSE;
}

static gboolean
create_image (PnGpuShared *self, const GArray *modifiers, GError **error)
{
  VkExternalMemoryImageCreateInfo external = {
      .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO, .handleTypes = HANDLE};
  VkImageDrmFormatModifierListCreateInfoEXT list = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_LIST_CREATE_INFO_EXT,
      .pNext = &external,
      .drmFormatModifierCount = modifiers->len,
      .pDrmFormatModifiers = (const uint64_t *)(gconstpointer)modifiers->data,
  };
  VkImageCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .pNext = self->is_pretended ? NULL : &list,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = FORMAT,
      .extent = {(uint32_t)self->width, (uint32_t)self->height, 1},
      .mipLevels = 1,
      .arrayLayers = 1,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .tiling =
          self->is_pretended ? VK_IMAGE_TILING_OPTIMAL : VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT,
      /* A test looks at it, where nobody else can. */
      .usage = USAGE | (self->is_pretended ? PRETENDED_USAGE : 0),
  };

  return check (self, vkCreateImage (self->device->vk, &info, NULL, &self->vk), "make a picture",
                error);
}

static gboolean
create_memory (PnGpuShared *self, GError **error)
{
  PnGpuDevice *device = self->device;
  VkMemoryDedicatedAllocateInfo dedicated = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = self->vk};
  VkExportMemoryAllocateInfo exported = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                         .pNext = &dedicated,
                                         .handleTypes = HANDLE};
  VkMemoryRequirements requirements;
  uint32_t type = 0;

  vkGetImageMemoryRequirements (device->vk, self->vk, &requirements);
  return check (self,
                pn_gpu_heap_allocate (device->heap, &requirements, 0,
                                      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                      self->is_pretended ? NULL : &exported, &self->memory, &type),
                "find memory for a picture", error) &&
         check (self, vkBindImageMemory (device->vk, self->vk, self->memory, 0), "bind a picture",
                error);
}

static gboolean
export_memory (PnGpuShared *self, GError **error)
{
  VkDevice vk = self->device->vk;
  PFN_vkGetMemoryFdKHR get_fd = (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr (vk, "vkGetMemoryFdKHR");
  PFN_vkGetImageDrmFormatModifierPropertiesEXT get_modifier =
      (PFN_vkGetImageDrmFormatModifierPropertiesEXT)vkGetDeviceProcAddr (
          vk, "vkGetImageDrmFormatModifierPropertiesEXT");
  VkMemoryGetFdInfoKHR info = {.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                               .memory = self->memory,
                               .handleType = HANDLE};
  VkImageDrmFormatModifierPropertiesEXT chosen = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_PROPERTIES_EXT};
  PnGpuDmabuf *dmabuf = &self->dmabuf;

  if (get_fd == NULL || get_modifier == NULL)
    return refuse (error, "the Vulkan driver lacks functions of its extensions");
  if (!check (self, get_modifier (vk, self->vk, &chosen), "tell the form of a picture", error) ||
      !check (self, get_fd (vk, &info, &dmabuf->fd), "export a picture", error))
    return FALSE;
  dmabuf->modifier = chosen.drmFormatModifier;
  dmabuf->n_planes = count_planes (self->device->gpu, dmabuf->modifier);
  for (guint i = 0; i < dmabuf->n_planes; i++) {
    VkImageSubresource plane = {
        .aspectMask = (VkImageAspectFlags)VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT << i};
    VkSubresourceLayout layout;

    vkGetImageSubresourceLayout (vk, self->vk, &plane, &layout);
    dmabuf->offsets[i] = (guint)layout.offset;
    dmabuf->strides[i] = (guint)layout.rowPitch;
  }
  return TRUE;
}

static gboolean
pretend_export (PnGpuShared *self, const GArray *modifiers, GError **error)
{
  if (get_sharing (self->device->gpu) == PN_GPU_SHARING_NO_EXPORT)
    return check (self, VK_ERROR_TOO_MANY_OBJECTS, "export a picture", error);
  self->dmabuf = (PnGpuDmabuf){.fd = memfd_create ("pantin", MFD_CLOEXEC),
                               .modifier = g_array_index (modifiers, guint64, 0),
                               .n_planes = 1};
  self->dmabuf.strides[0] = (guint)self->width * (guint)PN_GPU_PIXEL_BYTES (PN_DEPTH_8);
  return TRUE;
}

gboolean
pn_gpu_shared_reserve (PnGpuShared *self,
                       PnGpuDevice *device,
                       const GArray *modifiers,
                       int width,
                       int height,
                       GError **error)
{
  if (self->device == device && self->width == width && self->height == height)
    return TRUE;
  pn_gpu_shared_clear (self);
  self->device = pn_gpu_device_ref (device);
  self->width = width;
  self->height = height;
  self->is_pretended = get_sharing (device->gpu) != PN_GPU_SHARING_AS_IT_IS;
  self->dmabuf.fd = -1;
  if (create_image (self, modifiers, error) && create_memory (self, error) &&
      (self->is_pretended ? pretend_export (self, modifiers, error) : export_memory (self, error)))
    return TRUE;
  pn_gpu_shared_clear (self);
  return FALSE;
}

void
pn_gpu_shared_clear (PnGpuShared *self)
{
  if (self->device == NULL)
    return;
  vkDestroyImage (self->device->vk, self->vk, NULL);
  vkFreeMemory (self->device->vk, self->memory, NULL);
  if (self->dmabuf.fd >= 0)
    close (self->dmabuf.fd);
  pn_gpu_device_unref (self->device);
  *self = (PnGpuShared){0};
}

/* Others look at it between two frames: it is given over to them, and taken back. */
static void
pass (const PnGpuShared *self, PnGpuCommands *commands, PnGpuUse before, PnGpuUse after)
{
  uint32_t ours = self->device->gpu->queue_family, theirs = VK_QUEUE_FAMILY_FOREIGN_EXT;
  gboolean is_taken = before.layout == VK_IMAGE_LAYOUT_GENERAL;
  gboolean is_given = after.layout == VK_IMAGE_LAYOUT_GENERAL;
  VkImageMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = before.access,
      .dstAccessMask = after.access,
      .oldLayout = before.layout,
      .newLayout = after.layout,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .image = self->vk,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
  };

  if (!self->is_pretended && (is_taken || is_given)) {
    barrier.srcQueueFamilyIndex = is_taken ? theirs : ours;
    barrier.dstQueueFamilyIndex = is_taken ? ours : theirs;
  }
  vkCmdPipelineBarrier (commands->vk, before.stages, after.stages, 0, 0, NULL, 0, NULL, 1,
                        &barrier);
}

void
pn_gpu_shared_record (const PnGpuShared *self,
                      PnGpuCommands *commands,
                      VkImage from,
                      const PnGpuRect *rect)
{
  PnGpuUse given = {VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, VK_IMAGE_LAYOUT_GENERAL};
  PnGpuUse taken = {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_GENERAL};
  /* What was in it is of no use, but for the parts that came before this one. */
  gboolean is_first = rect->x0 == 0 && rect->y0 == 0;
  VkImageCopy region = {
      .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
      .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
      .dstOffset = {rect->x0, rect->y0, 0},
      .extent = {(uint32_t)(rect->x1 - rect->x0), (uint32_t)(rect->y1 - rect->y0), 1},
  };

  pass (self, commands, is_first ? PN_GPU_USE_NONE : taken, PN_GPU_USE_COPY_TO);
  vkCmdCopyImage (commands->vk, from, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, self->vk,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
  pass (self, commands, PN_GPU_USE_COPY_TO, given);
}
