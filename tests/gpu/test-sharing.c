/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that stay on the device. No device here exports any, so that it does is pretended, and the
 * image that others would see is looked at from within. */

#include <unistd.h>

#include "pn-render-ring.h"
#include "pn-render-slots-private.h"
#include "pn-test-gpu.h"

static PnTestScene *
make_scene (void)
{
  PnTestScene *scene = pn_test_scene_new (150, 110);
  PnAffine half = {0.4, 0.1, -0.1, 0.4, 10, 3};

  pn_test_scene_add (scene, "noise", pn_test_picture_noise (120, 90, 1));
  pn_test_scene_draw (scene, "noise", 4, 4, pn_test_warp_affine, &half, 1);
  return scene;
}

static GArray *
make_modifiers (void)
{
  const guint64 modifiers[] = {0, 0x0100000000000001};
  GArray *array = g_array_new (FALSE, FALSE, sizeof (guint64));

  return g_array_append_vals (array, modifiers, G_N_ELEMENTS (modifiers));
}

/* What is in the image, which was given over to others. */
static PnReadback
look_into (const PnGpuShared *shared)
{
  g_autoptr (GError) error = NULL;
  PnGpuRect rect = {0, 0, shared->width, shared->height};
  PnGpuUse given = {VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_IMAGE_LAYOUT_GENERAL};
  PnGpuUse sampled = {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  PnGpuUse copied = {VK_PIPELINE_STAGE_TRANSFER_BIT, 0, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
  PnGpuCommands commands = {0};
  PnGpuTaker taker = {0};
  PnReadback out = {0};

  pn_readback_init (&out, shared->width, shared->height, PN_DEPTH_8, &error);
  pn_gpu_taker_reserve (&taker, shared->device, &rect, PN_DEPTH_8, NULL, &error);
  pn_gpu_commands_init (&commands, shared->device, &error);
  pn_gpu_commands_begin (&commands, &error);
  /* The taker finds images as a render pass leaves them. */
  pn_gpu_commands_barrier (&commands, shared->vk, given, sampled);
  pn_gpu_taker_record (&taker, &commands, shared->vk);
  pn_gpu_commands_barrier (&commands, shared->vk, copied, given);
  pn_gpu_commands_submit (&commands, &error);
  pn_gpu_commands_wait (&commands, &error);
  pn_gpu_taker_take (&taker, PN_ALPHA_PREMULTIPLIED, &out, &error);
  g_assert_no_error (error);
  pn_gpu_taker_clear (&taker);
  pn_gpu_commands_clear (&commands);
  return out;
}

static PnRendered *
render (PnRenderRing *ring, PnTestScene *scene, const PnRenderTarget *target)
{
  g_autoptr (GError) error = NULL;
  PnRendered *rendered = pn_render_ring_render (ring, pn_test_scene_frame (scene), target,
                                                PN_RENDERED_TO_SHOW, &error);

  g_assert_no_error (error);
  return rendered;
}

static PnRenderRing *
make_ring (PnTestScene *scene, const PnRenderTarget *target)
{
  PnRenderRing *ring = pn_render_ring_new (PN_GPU_SOFTWARE, scene->cache);
  g_autoptr (PnRendered) first = render (ring, scene, target);

  g_assert_nonnull (first->bytes);
  return ring;
}

/* In one tile or in many the same pixels, in an image that is the picture's as long as the picture is
 * held, and used again after that. */
static void
test_pixels (void)
{
  const int sides[] = {0, 64};
  g_autoptr (PnTestScene) scene = make_scene ();
  g_autoptr (GArray) modifiers = make_modifiers ();
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 1);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  PnReadback expected = pn_test_render_with (renderer, scene, &target, PN_ALPHA_PREMULTIPLIED);

  pn_gpu_pretend_sharing (pn_test_gpu (), PN_GPU_SHARING_PRETENDED);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PnRenderRing) ring = make_ring (scene, &target);

    pn_gpu_set_max_image_side (pn_test_gpu (), sides[i]);
    g_assert_true (pn_render_ring_share (ring, modifiers, &error));
    g_assert_no_error (error);
    g_autoptr (PnRendered) one = render (ring, scene, &target);
    PnRendered *two = render (ring, scene, &target);
    g_assert_null (one->bytes);
    g_assert_cmpint (one->dmabuf->fd, >=, 0);
    g_assert_cmpint (one->dmabuf->fd, !=, two->dmabuf->fd);
    g_assert_cmpuint (one->dmabuf->n_planes, ==, 1);
    g_assert_cmpuint (one->dmabuf->strides[0], ==, 4 * (guint)target.width);
    PnReadback seen = look_into (&((PnRenderSlot *)one->slot)->whole.shared);
    pn_test_assert_same_pixels (&seen, &expected);
    pn_readback_clear (&seen);
    const PnGpuDmabuf *place = two->dmabuf;
    pn_rendered_unref (two);
    g_autoptr (PnRendered) again = render (ring, scene, &target);
    g_assert_true (again->dmabuf == place);
    g_assert_null (pn_render_ring_get_refusal (ring));
    pn_gpu_set_max_image_side (pn_test_gpu (), 0);
  }
  pn_gpu_pretend_sharing (pn_test_gpu (), PN_GPU_SHARING_AS_IT_IS);
  pn_readback_clear (&expected);
}

/* The first picture that cannot be exported is read back, and so are all after it. */
static void
test_export_fails (void)
{
  g_autoptr (PnTestScene) scene = make_scene ();
  g_autoptr (GArray) modifiers = make_modifiers ();
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 1);
  g_autoptr (PnRenderRing) ring = make_ring (scene, &target);
  g_autoptr (GError) error = NULL;

  pn_gpu_pretend_sharing (pn_test_gpu (), PN_GPU_SHARING_NO_EXPORT);
  g_assert_true (pn_render_ring_share (ring, modifiers, &error));
  g_autoptr (PnRendered) one = render (ring, scene, &target);
  g_assert_nonnull (one->bytes);
  g_autofree char *why = pn_render_ring_get_refusal (ring);
  g_assert_nonnull (strstr (why, "export"));

  pn_gpu_pretend_sharing (pn_test_gpu (), PN_GPU_SHARING_PRETENDED);
  g_assert_true (pn_render_ring_share (ring, modifiers, &error));
  g_autoptr (PnRendered) two = render (ring, scene, &target);
  g_assert_nonnull (two->bytes);
  pn_gpu_pretend_sharing (pn_test_gpu (), PN_GPU_SHARING_AS_IT_IS);
}

/* Neither memory that is not there nor a device that is lost under way costs a picture. */
static void
test_faults (void)
{
  g_autoptr (PnTestScene) scene = make_scene ();
  g_autoptr (GArray) modifiers = make_modifiers ();
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 1);
  g_autoptr (PnRenderRing) ring = make_ring (scene, &target);
  g_autoptr (GError) error = NULL;

  pn_gpu_pretend_sharing (pn_test_gpu (), PN_GPU_SHARING_PRETENDED);
  g_assert_true (pn_render_ring_share (ring, modifiers, &error));
  PnRendered *one = render (ring, scene, &target);
  pn_gpu_lose_device_after (pn_test_gpu (), 1);
  PnRendered *two = render (ring, scene, &target);
  g_assert_nonnull (two->dmabuf);
  pn_rendered_unref (one);
  pn_rendered_unref (two);

  pn_gpu_fail_allocation_after (pn_test_gpu (), 1);
  target.width -= 40;
  g_autoptr (PnRendered) three = render (ring, scene, &target);
  g_assert_true (three->bytes != NULL || three->dmabuf != NULL);
  pn_gpu_fail_allocation_after (pn_test_gpu (), -1);
  pn_gpu_pretend_sharing (pn_test_gpu (), PN_GPU_SHARING_AS_IT_IS);
}

/* Refused before anything is made. What this machine's device says itself is one of these, or nothing. */
static void
test_choice (void)
{
  g_autoptr (GArray) modifiers = make_modifiers ();
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GError) error = NULL;
  PnGpu *gpu = pn_test_gpu ();

  pn_gpu_pretend_sharing (gpu, PN_GPU_SHARING_NO_EXTENSIONS);
  g_assert_false (pn_gpu_can_share (gpu, &error));
  g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING);
  g_clear_error (&error);
  pn_gpu_pretend_sharing (gpu, PN_GPU_SHARING_NO_MODIFIER);
  g_assert_true (pn_gpu_can_share (gpu, NULL));
  g_assert_null (pn_gpu_find_shared_modifiers (gpu, modifiers, &error));
  g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING);
  g_clear_error (&error);
  pn_gpu_pretend_sharing (gpu, PN_GPU_SHARING_PRETENDED);
  g_assert_null (pn_gpu_find_shared_modifiers (gpu, none, &error));
  g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING);
  g_clear_error (&error);

  pn_gpu_pretend_sharing (gpu, PN_GPU_SHARING_AS_IT_IS);
  if (pn_gpu_can_share (gpu, &error)) {
    g_autoptr (GArray) found = pn_gpu_find_shared_modifiers (gpu, modifiers, &error);
    g_assert_true ((found == NULL) != (error == NULL));
  } else {
    g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/sharing/pixels", test_pixels);
  g_test_add_func ("/gpu/sharing/export-fails", test_export_fails);
  g_test_add_func ("/gpu/sharing/faults", test_faults);
  g_test_add_func ("/gpu/sharing/choice", test_choice);
  g_test_add_func ("/gpu/sharing/validation", pn_test_assert_gpu_is_clean);
  return g_test_run ();
}
