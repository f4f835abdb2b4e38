/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The process's instance and its choice of a device. */

#include "pn-gpu-private.h"

#include <glib/gi18n-lib.h>

#include "pn-config.h"
#include "pn-gpu-dmabuf-private.h"

G_DEFINE_QUARK (pn_gpu_error, pn_gpu_error)

#define VALIDATION_LAYER "VK_LAYER_KHRONOS_validation"

/* Vulkan promises a side of 4096 px; a device that does not keep to it is not worth a test. */
#define MIN_IMAGE_SIDE 4096

static VKAPI_ATTR VkBool32 VKAPI_CALL
message_cb (VkDebugUtilsMessageSeverityFlagBitsEXT severity,
            VkDebugUtilsMessageTypeFlagsEXT types,
            const VkDebugUtilsMessengerCallbackDataEXT *data,
            void *user_data)
{
  PnGpu *gpu = user_data;

  g_atomic_int_inc (&gpu->n_messages);
  g_message ("Vulkan validation: %s", data->pMessage);
  return VK_FALSE;
}

static gboolean
has_validation (void)
{
  uint32_t n = 0;

  if (vkEnumerateInstanceLayerProperties (&n, NULL) != VK_SUCCESS)
    return FALSE;
  g_autofree VkLayerProperties *layers = g_new0 (VkLayerProperties, n + 1);
  if (vkEnumerateInstanceLayerProperties (&n, layers) < VK_SUCCESS)
    return FALSE;
  for (uint32_t i = 0; i < n; i++)
    if (g_str_equal (layers[i].layerName, VALIDATION_LAYER))
      return TRUE;
  return FALSE;
}

static gboolean
set_no_driver (GError **error)
{
  g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_NO_VULKAN,
                       _ ("No Vulkan driver was found, and Pantin draws with Vulkan. Install the "
                          "driver of your graphics card, or Mesa's software driver, which needs "
                          "none: on Debian and Ubuntu both are in the package "
                          "“mesa-vulkan-drivers”."));
  return FALSE;
}

static gboolean
set_no_software_driver (GError **error)
{
  g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_NO_VULKAN,
                       _ ("There is no software Vulkan device. Install Mesa's software driver "
                          "(lavapipe): on Debian and Ubuntu it is in the package "
                          "“mesa-vulkan-drivers”."));
  return FALSE;
}

static gboolean
create_instance (PnGpu *gpu, GError **error)
{
  gboolean validate = (gpu->flags & PN_GPU_VALIDATION) != 0;
  const char *layers[] = {VALIDATION_LAYER};
  const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  VkValidationFeatureEnableEXT enabled[] = {
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkDebugUtilsMessengerCreateInfoEXT messenger = {
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
      .pfnUserCallback = message_cb,
      .pUserData = gpu,
  };
  VkValidationFeaturesEXT features = {
      .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
      .pNext = &messenger,
      .enabledValidationFeatureCount = G_N_ELEMENTS (enabled),
      .pEnabledValidationFeatures = enabled,
  };
  VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
      .pApplicationName = PN_APP_NAME,
      .apiVersion = VK_API_VERSION_1_1,
  };
  VkInstanceCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pNext = validate ? &features : NULL,
      .pApplicationInfo = &application,
      .enabledLayerCount = validate ? G_N_ELEMENTS (layers) : 0,
      .ppEnabledLayerNames = layers,
      .enabledExtensionCount = validate ? G_N_ELEMENTS (extensions) : 0,
      .ppEnabledExtensionNames = extensions,
  };

  if (validate && !has_validation ()) {
    g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_NO_VULKAN,
                         _ ("Vulkan's validation layers are not installed. On Debian and Ubuntu "
                            "they are in the package “vulkan-validationlayers”."));
    return FALSE;
  }
  if (vkCreateInstance (&info, NULL, &gpu->instance) != VK_SUCCESS)
    return set_no_driver (error);
  if (validate) {
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr (
            gpu->instance, "vkCreateDebugUtilsMessengerEXT");

    if (create == NULL || create (gpu->instance, &messenger, NULL, &gpu->messenger) != VK_SUCCESS) {
      g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_FAILED,
                           _ ("Vulkan's validation layers cannot report messages."));
      return FALSE;
    }
  }
  return TRUE;
}

int
pn_gpu_score (const VkPhysicalDeviceProperties *properties, PnGpuFlags flags)
{
  gboolean is_software = properties->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;

  if (properties->apiVersion < VK_API_VERSION_1_1 ||
      properties->limits.maxImageDimension2D < MIN_IMAGE_SIDE ||
      properties->limits.maxViewportDimensions[0] < MIN_IMAGE_SIDE ||
      properties->limits.maxViewportDimensions[1] < MIN_IMAGE_SIDE)
    return -1;
  if ((flags & PN_GPU_SOFTWARE) && !is_software)
    return -1;
  switch (properties->deviceType) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 4;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return 3;
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return 2;
  default:
    return is_software ? 0 : 1;
  }
}

/* A family that draws can also copy. */
static gboolean
find_queue_family (VkPhysicalDevice physical, uint32_t *family)
{
  uint32_t n = 0;

  vkGetPhysicalDeviceQueueFamilyProperties (physical, &n, NULL);
  g_autofree VkQueueFamilyProperties *families = g_new0 (VkQueueFamilyProperties, n + 1);
  vkGetPhysicalDeviceQueueFamilyProperties (physical, &n, families);
  for (uint32_t i = 0; i < n; i++)
    if (families[i].queueCount > 0 && (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT)) {
      *family = i;
      return TRUE;
    }
  return FALSE;
}

static void
read_limits (PnGpu *gpu)
{
  VkPhysicalDeviceMaintenance3Properties maintenance = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                            .pNext = &maintenance};

  vkGetPhysicalDeviceProperties2 (gpu->physical, &properties);
  gpu->properties = properties.properties;
  gpu->max_allocation = maintenance.maxMemoryAllocationSize;
  vkGetPhysicalDeviceMemoryProperties (gpu->physical, &gpu->memory);
}

static gboolean
choose_device (PnGpu *gpu, GError **error)
{
  uint32_t n = 0;
  int best = -1;

  if (vkEnumeratePhysicalDevices (gpu->instance, &n, NULL) != VK_SUCCESS)
    return set_no_driver (error);
  g_autofree VkPhysicalDevice *devices = g_new0 (VkPhysicalDevice, n + 1);
  if (vkEnumeratePhysicalDevices (gpu->instance, &n, devices) < VK_SUCCESS)
    return set_no_driver (error);

  for (uint32_t i = 0; i < n; i++) {
    VkPhysicalDeviceProperties properties;
    uint32_t family;

    vkGetPhysicalDeviceProperties (devices[i], &properties);
    int score = pn_gpu_score (&properties, gpu->flags);
    if (score > best && find_queue_family (devices[i], &family)) {
      best = score;
      gpu->physical = devices[i];
      gpu->queue_family = family;
    }
  }
  if (best < 0)
    return gpu->flags & PN_GPU_SOFTWARE ? set_no_software_driver (error) : set_no_driver (error);
  read_limits (gpu);
  gpu->has_dmabuf = pn_gpu_has_dmabuf_extensions (gpu->physical);
  return TRUE;
}

static void
gpu_free (PnGpu *gpu)
{
  if (gpu->messenger != VK_NULL_HANDLE) {
    PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr (
            gpu->instance, "vkDestroyDebugUtilsMessengerEXT");

    destroy (gpu->instance, gpu->messenger, NULL);
  }
  if (gpu->instance != VK_NULL_HANDLE)
    vkDestroyInstance (gpu->instance, NULL);
  g_mutex_clear (&gpu->lock);
  g_free (gpu);
}

static PnGpu *
gpu_new (PnGpuFlags flags, GError **error)
{
  PnGpu *gpu = g_new0 (PnGpu, 1);

  gpu->flags = flags;
  gpu->submits_left = -1;
  gpu->allocations_left = -1;
  g_mutex_init (&gpu->lock);
  if (!create_instance (gpu, error) || !choose_device (gpu, error)) {
    gpu_free (gpu);
    return NULL;
  }
  return gpu;
}

PnGpu *
pn_gpu_get (PnGpuFlags flags, GError **error)
{
  static GMutex lock;
  static PnGpu *the_gpu;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  if (PN_VULKAN_VALIDATION)
    flags |= PN_GPU_VALIDATION;
  if (the_gpu == NULL)
    the_gpu = gpu_new (flags, error);
  else if ((flags & PN_GPU_SOFTWARE) && !pn_gpu_is_software (the_gpu)) {
    g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_NO_VULKAN,
                 _ ("A software device was asked for, but this process draws with “%s” already."),
                 pn_gpu_device_name (the_gpu));
    return NULL;
  }
  return the_gpu;
}

const char *
pn_gpu_device_name (PnGpu *gpu)
{
  return gpu->properties.deviceName;
}

/* Only devices of Vulkan 1.2 name their driver; its number alone means something else with each. */
char *
pn_gpu_describe_driver (PnGpu *gpu)
{
  uint32_t version = gpu->properties.apiVersion;
  VkPhysicalDeviceDriverProperties driver = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES,
  };
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                            .pNext = &driver};

  if (version >= VK_API_VERSION_1_2)
    vkGetPhysicalDeviceProperties2 (gpu->physical, &properties);
  else
    g_snprintf (driver.driverName, sizeof driver.driverName, "0x%x", gpu->properties.driverVersion);
  return g_strdup_printf ("%s %s, Vulkan %u.%u.%u", driver.driverName, driver.driverInfo,
                          VK_API_VERSION_MAJOR (version), VK_API_VERSION_MINOR (version),
                          VK_API_VERSION_PATCH (version));
}

gboolean
pn_gpu_is_software (PnGpu *gpu)
{
  return gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

int
pn_gpu_max_image_side (PnGpu *gpu)
{
  int side = (int)MIN (gpu->properties.limits.maxImageDimension2D, G_MAXINT);
  int lowered = g_atomic_int_get (&gpu->max_image_side);

  return lowered > 0 ? MIN (lowered, side) : side;
}

guint
pn_gpu_n_validation_messages (PnGpu *gpu)
{
  return (guint)g_atomic_int_get (&gpu->n_messages);
}

void
pn_gpu_set_max_image_side (PnGpu *gpu, int side)
{
  g_atomic_int_set (&gpu->max_image_side, side);
}

void
pn_gpu_lose_device_after (PnGpu *gpu, int n_submits)
{
  g_atomic_int_set (&gpu->submits_left, n_submits);
}

void
pn_gpu_fail_allocation_after (PnGpu *gpu, int n_allocations)
{
  g_atomic_int_set (&gpu->allocations_left, n_allocations);
}

gboolean
pn_gpu_fault_is_due (int *left)
{
  int n;

  do {
    n = g_atomic_int_get (left);
    if (n <= 0)
      return FALSE;
  } while (!g_atomic_int_compare_and_exchange (left, n, n - 1));
  return n == 1;
}
