/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Devices that are lost and memory that runs out, at every step of a frame. */

#include <string.h>

#include "pn-gpu-drawing-private.h"
#include "pn-test-gpu.h"

static PnTestScene *
make_scene (int width, int height)
{
  PnTestScene *scene = pn_test_scene_new (width, height);
  PnAffine half = {0.4, 0.1, -0.1, 0.4, 10, 3};

  pn_test_scene_add (scene, "noise", pn_test_picture_noise (120, 90, 1));
  pn_test_scene_add (scene, "other", pn_test_picture_noise (60, 60, 2));
  pn_test_scene_draw (scene, "noise", 4, 4, pn_test_warp_affine, &half, 1);
  pn_test_scene_push (scene, (PnBox){10, 10, 90, 90}, 0.5);
  pn_test_scene_place (scene, "other", 15.5, 12, 1);
  pn_test_scene_push (scene, (PnBox){20, 20, 70, 60}, 0.5);
  pn_test_scene_place (scene, "noise", 0, 0, 1);
  pn_test_scene_pop (scene);
  pn_test_scene_pop (scene);
  return scene;
}

/* BR59: whichever submit finds the device lost, the frame comes out, and it is the same. */
static void
test_lost (void)
{
  g_autoptr (PnTestScene) scene = make_scene (150, 110);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);
  PnReadback whole = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_STRAIGHT);
  int n_lost = 0;

  pn_gpu_set_max_image_side (pn_test_gpu (), 64); /* several tiles, several submits */
  for (int n = 1; n <= 24; n++) {
    g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
    g_autoptr (GError) error = NULL;
    g_autoptr (PnGpuDevice) before = pn_gpu_acquire_device (pn_test_gpu (), &error);

    pn_gpu_lose_device_after (pn_test_gpu (), n);
    PnReadback out = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
    pn_test_assert_same_pixels (&out, &whole);
    pn_readback_clear (&out);
    out = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
    pn_test_assert_same_pixels (&out, &whole);
    pn_readback_clear (&out);
    g_autoptr (PnGpuDevice) after = pn_gpu_acquire_device (pn_test_gpu (), &error);
    n_lost += before != after;
  }
  pn_gpu_lose_device_after (pn_test_gpu (), -1);
  pn_gpu_set_max_image_side (pn_test_gpu (), 0);
  g_assert_cmpint (n_lost, >=, 12);
  pn_readback_clear (&whole);
}

/* A second renderer on the same device goes on as well. */
static void
test_lost_for_two (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 100);
  g_autoptr (PnRenderer) one = pn_test_renderer (scene);
  g_autoptr (PnRenderer) two = pn_test_renderer (scene);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_16, 4);

  PnReadback first = pn_test_render_with (two, scene, &target, PN_ALPHA_STRAIGHT);
  pn_gpu_lose_device_after (pn_test_gpu (), 1);
  PnReadback second = pn_test_render_with (one, scene, &target, PN_ALPHA_STRAIGHT);
  PnReadback third = pn_test_render_with (two, scene, &target, PN_ALPHA_STRAIGHT);
  pn_test_assert_same_pixels (&first, &second);
  pn_test_assert_same_pixels (&first, &third);
  pn_readback_clear (&first);
  pn_readback_clear (&second);
  pn_readback_clear (&third);
}

/* Each allocation fails once: an error that says so, nothing written, and the next frame is right. */
static void
test_out_of_memory (void)
{
  g_autoptr (PnTestScene) scene = make_scene (150, 110);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);
  PnReadback whole = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_STRAIGHT);
  int n_failed = 0;

  for (int n = 1; n <= 12; n++) {
    g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
    g_autoptr (GError) error = NULL;
    PnReadback out = {.width = 42};

    pn_gpu_fail_allocation_after (pn_test_gpu (), n);
    if (!pn_renderer_render (renderer, pn_test_scene_frame (scene), &target, PN_ALPHA_STRAIGHT,
                             &out, &error)) {
      g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_MEMORY);
      g_assert_cmpint (out.width, ==, 42);
      n_failed++;
    } else
      pn_readback_clear (&out);
    pn_gpu_fail_allocation_after (pn_test_gpu (), -1);
    out = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
    pn_test_assert_same_pixels (&out, &whole);
    pn_readback_clear (&out);
  }
  g_assert_cmpint (n_failed, >=, 4); /* staging, vertices, images, read-back */
  pn_readback_clear (&whole);
}

/* BR59: a window dragged about, with devices lost on the way. */
static void
test_resizes (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 100);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (int i = 0; i < 200; i++) {
    PnRenderTarget target = {.width = g_rand_int_range (rand, 1, 400),
                             .height = g_rand_int_range (rand, 1, 300),
                             .depth = PN_DEPTH_8,
                             .samples = i % 7 == 0 ? 1 : 4};

    target.x1 = target.width;
    target.y1 = target.height;
    if (i % 25 == 24)
      pn_gpu_lose_device_after (pn_test_gpu (), 1);
    PnReadback out = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
    if (i % 20 == 0) {
      g_autoptr (PnRenderer) fresh = pn_test_renderer (scene);
      PnReadback again = pn_test_render_with (fresh, scene, &target, PN_ALPHA_STRAIGHT);

      pn_test_assert_same_pixels (&out, &again);
      pn_readback_clear (&again);
    }
    pn_readback_clear (&out);
  }
}

/* Textures. */

static gsize
n_bytes_within (PnGpuTextures *textures, const char *names, gsize budget)
{
  g_autoptr (GError) error = NULL;

  pn_gpu_textures_set_budget (textures, budget);
  pn_gpu_textures_begin (textures);
  for (const char *name = names; *name != 0; name++) {
    char asset[] = {*name, 0};

    g_assert_nonnull (
        pn_gpu_textures_get (textures, &(PnTextureRef){asset, 32, 32}, PN_DEPTH_8, FALSE, &error));
  }
  return textures->n_bytes;
}

static char *
names_held (const PnGpuTextures *textures)
{
  g_autofree char *names = g_malloc0 (textures->textures->len + 1);

  for (guint i = 0; i < textures->textures->len; i++)
    names[i] = ((const PnGpuTexture *)textures->textures->pdata[i])->asset[0];
  for (guint i = 1; i < textures->textures->len; i++)
    for (guint j = i; j > 0 && names[j - 1] > names[j]; j--) {
      char swap = names[j];

      names[j] = names[j - 1];
      names[j - 1] = swap;
    }
  return g_steal_pointer (&names);
}

static void
assert_held (const PnGpuTextures *textures, const char *expected)
{
  g_autofree char *names = names_held (textures);

  g_assert_cmpstr (names, ==, expected);
}

static void
test_texture_budget (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (10, 10);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnGpuDevice) device = pn_gpu_acquire_device (pn_test_gpu (), &error);
  PnGpuTextures textures = {0};
  const gsize one = 32 * 32 * 4;

  for (char name = 'a'; name <= 'e'; name++) {
    char asset[] = {name, 0};

    pn_test_scene_add (scene, asset, pn_test_picture_noise (32, 32, (guint32)name));
  }
  g_assert_true (pn_gpu_textures_init (&textures, device, scene->cache, 3 * one, &error));
  g_assert_cmpuint (n_bytes_within (&textures, "abc", 3 * one), ==, 3 * one);
  g_assert_cmpuint (n_bytes_within (&textures, "a", 3 * one), ==, 3 * one);
  g_assert_cmpuint (n_bytes_within (&textures, "d", 3 * one), ==, 3 * one);
  g_autofree char *held = names_held (&textures);
  g_assert_nonnull (strchr (held, 'd'));
  g_assert_nonnull (strchr (held, 'a'));

  /* What one drawing shows stays, even beyond the budget; afterwards it is kept again. */
  g_assert_cmpuint (n_bytes_within (&textures, "abcde", 3 * one), ==, 5 * one);
  g_assert_cmpuint (n_bytes_within (&textures, "e", 3 * one), ==, 3 * one);
  g_assert_cmpuint (n_bytes_within (&textures, "e", one), ==, one);
  assert_held (&textures, "e");

  /* The pyramid takes the place of the plain texture, another depth stands beside it. */
  PnTextureRef e = {"e", 32, 32};
  g_assert_cmpint (pn_gpu_textures_get (&textures, &e, PN_DEPTH_8, TRUE, &error)->top_level, ==, 5);
  g_assert_cmpint (pn_gpu_textures_get (&textures, &e, PN_DEPTH_8, FALSE, &error)->top_level, ==,
                   5);
  assert_held (&textures, "e");
  g_assert_nonnull (pn_gpu_textures_get (&textures, &e, PN_DEPTH_16, FALSE, &error));
  assert_held (&textures, "ee");
  pn_gpu_textures_clear (&textures);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/faults/lost", test_lost);
  g_test_add_func ("/gpu/faults/lost-for-two", test_lost_for_two);
  g_test_add_func ("/gpu/faults/out-of-memory", test_out_of_memory);
  g_test_add_func ("/gpu/faults/resizes", test_resizes);
  g_test_add_func ("/gpu/faults/texture-budget", test_texture_budget);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
