/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The choice of a device, its memory, and what keeps watch over both. */

#include "pn-gpu-commands-private.h"
#include "pn-gpu-memory-private.h"
#include "pn-gpu-ranges-private.h"
#include "pn-test-gpu.h"

static VkPhysicalDeviceProperties
make_properties (VkPhysicalDeviceType type, uint32_t version, uint32_t side)
{
  VkPhysicalDeviceProperties properties = {.apiVersion = version, .deviceType = type};

  properties.limits.maxImageDimension2D = side;
  properties.limits.maxViewportDimensions[0] = side;
  properties.limits.maxViewportDimensions[1] = side;
  return properties;
}

static int
score (VkPhysicalDeviceType type, PnGpuFlags flags)
{
  VkPhysicalDeviceProperties properties = make_properties (type, VK_API_VERSION_1_1, 16384);

  return pn_gpu_score (&properties, flags);
}

static void
test_score (void)
{
  const VkPhysicalDeviceType by_worth[] = {
      VK_PHYSICAL_DEVICE_TYPE_CPU,          VK_PHYSICAL_DEVICE_TYPE_OTHER,
      VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU,  VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
      VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
  };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (by_worth); i++) {
    g_assert_cmpint (score (by_worth[i], PN_GPU_ANY), >=, 0);
    g_assert_cmpint (score (by_worth[i], PN_GPU_ANY), <, score (by_worth[i + 1], PN_GPU_ANY));
    g_assert_cmpint (score (by_worth[i + 1], PN_GPU_SOFTWARE), <, 0);
  }
  g_assert_cmpint (score (VK_PHYSICAL_DEVICE_TYPE_CPU, PN_GPU_SOFTWARE), >=, 0);

  VkPhysicalDeviceProperties old =
      make_properties (VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_API_VERSION_1_0, 16384);
  VkPhysicalDeviceProperties small =
      make_properties (VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_API_VERSION_1_1, 2048);
  g_assert_cmpint (pn_gpu_score (&old, PN_GPU_ANY), <, 0);
  g_assert_cmpint (pn_gpu_score (&small, PN_GPU_ANY), <, 0);
}

static void
no_driver_child (void)
{
  g_autoptr (GError) error = NULL;

  g_setenv ("VK_DRIVER_FILES", "/dev/null", TRUE);
  g_setenv ("VK_ICD_FILENAMES", "/dev/null", TRUE);
  g_assert_null (pn_gpu_get (PN_GPU_ANY, &error));
  g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_NO_VULKAN);
  g_assert_nonnull (strstr (error->message, "mesa-vulkan-drivers"));
}

static void
test_no_driver (void)
{
  g_test_trap_subprocess ("/gpu/device/no-driver/subprocess/child", 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_software (void)
{
  g_autoptr (GError) error = NULL;
  PnGpu *gpu = pn_test_gpu ();

  g_assert_true (pn_gpu_is_software (gpu));
  g_assert_nonnull (strstr (pn_gpu_device_name (gpu), "llvmpipe"));
  g_assert_true (pn_gpu_get (PN_GPU_ANY, &error) == gpu);
  g_assert_no_error (error);
}

/* Lavapipe itself would make this image, and draw wrongly into it. */
static void
test_limits (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnGpuDevice) device = pn_gpu_acquire_device (pn_test_gpu (), &error);
  PnGpuImageInfo info = {.height = 1,
                         .format = VK_FORMAT_R8G8B8A8_UNORM,
                         .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  PnGpuImage image = {0};

  info.width = pn_gpu_max_image_side (device->gpu);
  g_assert_true (pn_gpu_image_init (&image, device, &info, &error));
  pn_gpu_image_clear (&image);
  info.width++;
  g_assert_false (pn_gpu_image_init (&image, device, &info, &error));
  g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_LIMIT);
  g_assert_null (image.device);
  g_clear_error (&error);

  pn_gpu_set_max_image_side (device->gpu, 100);
  info.width = 101;
  g_assert_false (pn_gpu_image_init (&image, device, &info, &error));
  g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_LIMIT);
  pn_gpu_set_max_image_side (device->gpu, 0);
}

/* Against a map of which bytes are taken. */
static void
test_ranges (void)
{
  enum { SIZE = 1000, N = 40 };
  guint8 taken[SIZE] = {0};
  struct {
    guint64 offset, size;
  } held[N] = {{0}};
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  PnGpuRanges ranges;

  pn_gpu_ranges_init (&ranges, SIZE);
  for (int step = 0; step < 20000; step++) {
    int i = g_rand_int_range (rand, 0, N);

    if (held[i].size > 0) {
      pn_gpu_ranges_give (&ranges, held[i].offset, held[i].size);
      memset (taken + held[i].offset, 0, held[i].size);
      held[i].size = 0;
      continue;
    }
    guint64 size = (guint64)g_rand_int_range (rand, 1, 120), alignment = 1u << (step % 6), offset;
    guint64 expected = SIZE;

    for (guint64 start = 0; start + size <= SIZE && expected == SIZE; start += alignment)
      if (memchr (taken + start, 1, size) == NULL)
        expected = start;
    if (pn_gpu_ranges_take (&ranges, size, alignment, &offset)) {
      g_assert_cmpuint (offset, ==, expected);
      memset (taken + offset, 1, size);
      held[i].offset = offset;
      held[i].size = size;
    } else
      g_assert_cmpuint (expected, ==, SIZE);
  }
  for (int i = 0; i < N; i++)
    if (held[i].size > 0) {
      g_assert_false (pn_gpu_ranges_is_unused (&ranges));
      pn_gpu_ranges_give (&ranges, held[i].offset, held[i].size);
    }
  g_assert_true (pn_gpu_ranges_is_unused (&ranges));
  pn_gpu_ranges_clear (&ranges);
}

/* Images of all sizes come and go; those that are there never overlap. */
static void
test_heap (void)
{
  enum { N = 24 };
  g_autoptr (GError) error = NULL;
  g_autoptr (PnGpuDevice) device = pn_gpu_acquire_device (pn_test_gpu (), &error);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  PnGpuImage images[N] = {0};
  gboolean shared = FALSE;

  for (int step = 0; step < 400; step++) {
    PnGpuImage *image = &images[g_rand_int_range (rand, 0, N)];
    PnGpuImageInfo info = {.width = g_rand_int_range (rand, 1, step % 10 == 0 ? 2500 : 400),
                           .height = g_rand_int_range (rand, 1, step % 10 == 0 ? 2500 : 400),
                           .format = VK_FORMAT_R8G8B8A8_UNORM,
                           .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};

    if (image->device != NULL) {
      pn_gpu_image_clear (image);
      continue;
    }
    g_assert_true (pn_gpu_image_init (image, device, &info, &error));
    for (int i = 0; i < N; i++)
      if (&images[i] != image && images[i].block == image->block) {
        shared = TRUE;
        g_assert_true (images[i].offset + images[i].size <= image->offset ||
                       image->offset + image->size <= images[i].offset);
      }
  }
  g_assert_true (shared);
  for (int i = 0; i < N; i++)
    pn_gpu_image_clear (&images[i]);
}

/* Silence of the validation layers means something: here are a wrong use and a hazard that only
 * the synchronisation validation sees, and both are counted. */
static void
validation_child (void)
{
  g_autoptr (GError) error = NULL;
  PnGpu *gpu = pn_test_gpu ();
  g_autoptr (PnGpuDevice) device = pn_gpu_acquire_device (gpu, &error);
  VkBufferCreateInfo nothing = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  PnGpuCommands commands = {0};
  PnGpuBuffer target = {0};
  VkBuffer buffer = VK_NULL_HANDLE;

  g_assert_cmpuint (pn_gpu_n_validation_messages (gpu), ==, 0);
  if (vkCreateBuffer (device->vk, &nothing, NULL, &buffer) == VK_SUCCESS)
    vkDestroyBuffer (device->vk, buffer, NULL);
  guint n_wrong = pn_gpu_n_validation_messages (gpu);
  g_assert_cmpuint (n_wrong, >, 0);

  pn_gpu_commands_init (&commands, device, &error);
  pn_gpu_buffer_reserve (&target, device, PN_GPU_BUFFER_READBACK, 64, &error);
  g_assert_no_error (error);
  pn_gpu_commands_begin (&commands, &error);
  vkCmdFillBuffer (commands.vk, target.vk, 0, 64, 1);
  vkCmdFillBuffer (commands.vk, target.vk, 0, 64, 2);
  pn_gpu_commands_submit (&commands, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pn_gpu_n_validation_messages (gpu), >, n_wrong);
  pn_gpu_commands_clear (&commands);
  pn_gpu_buffer_clear (&target);
}

static void
test_validation (void)
{
  g_test_trap_subprocess ("/gpu/device/validation-bites/subprocess/child", 0, 0);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/device/score", test_score);
  g_test_add_func ("/gpu/device/no-driver", test_no_driver);
  g_test_add_func ("/gpu/device/no-driver/subprocess/child", no_driver_child);
  g_test_add_func ("/gpu/device/validation-bites", test_validation);
  g_test_add_func ("/gpu/device/validation-bites/subprocess/child", validation_child);
  g_test_add_func ("/gpu/device/software", test_software);
  g_test_add_func ("/gpu/device/limits", test_limits);
  g_test_add_func ("/gpu/device/ranges", test_ranges);
  g_test_add_func ("/gpu/device/heap", test_heap);
  int status = g_test_run ();
  if (!g_test_subprocess ())
    pn_test_assert_gpu_is_clean ();
  return status;
}
