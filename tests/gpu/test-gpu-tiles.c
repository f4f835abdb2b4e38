/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Beyond the device's limits: targets in tiles, pictures in cells, groups that would not fit into
 * memory. The pixels are those of a device without limits. */

#include <math.h>

#include "pn-gpu-private.h"
#include "pn-test-gpu.h"

static PnVec2
wave_cb (PnVec2 p, gconstpointer data)
{
  const double *scale = data;

  return (PnVec2){*scale * (p.x + 9 * sin (p.y / 17)) + 21.3,
                  *scale * (p.y + 8 * cos (p.x / 13)) + 17.9};
}

/* Something of everything: a bent picture, one turned and enlarged across many tiles, one made
 * smaller, groups that overlap tiles, and half-clear artwork. */
static PnTestScene *
make_scene (void)
{
  static const double full = 1, small = 0.31;
  PnTestScene *scene = pn_test_scene_new (301, 277);
  PnAffine turned = {2.9, 1.7, -1.7, 2.9, 120.3, -90.9};

  pn_test_scene_add (scene, "noise", pn_test_picture_noise (200, 150, 1));
  pn_test_scene_add (scene, "flat", pn_test_picture_flat (90, 33, 20, 200, 90, 128));
  pn_test_scene_draw (scene, "noise", 1, 1, pn_test_warp_affine, &turned, 0.4);
  pn_test_scene_draw (scene, "noise", 11, 9, wave_cb, &full, 1);
  pn_test_scene_push (scene, (PnBox){13.2, 30.4, 250.1, 260.8}, 0.7);
  pn_test_scene_draw (scene, "noise", 6, 6, wave_cb, &small, 1);
  pn_test_scene_push (scene, (PnBox){60, 60, 170, 280}, 0.5);
  pn_test_scene_place (scene, "flat", 61.5, 100.25, 0.8);
  pn_test_scene_pop (scene);
  pn_test_scene_pop (scene);
  pn_test_scene_place (scene, "flat", 180.7, 200.1, 1);
  return scene;
}

static void
test_same_as_whole (void)
{
  const int sides[] = {256, 100, 64};
  g_autoptr (PnTestScene) scene = make_scene ();

  for (PnDepth depth = PN_DEPTH_8; depth <= PN_DEPTH_16; depth++)
    for (int samples = 1; samples <= 4; samples += 3) {
      PnReadback whole = pn_test_render (scene, depth, samples, PN_ALPHA_STRAIGHT);

      for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
        pn_gpu_set_max_image_side (pn_test_gpu (), sides[i]);
        PnReadback tiled = pn_test_render (scene, depth, samples, PN_ALPHA_STRAIGHT);
        pn_gpu_set_max_image_side (pn_test_gpu (), 0);
        pn_test_assert_same_pixels (&whole, &tiled);
        pn_readback_clear (&tiled);
      }
      pn_readback_clear (&whole);
    }
}

/* BR59: a strip that no device holds in one piece, at full size, against a copy by hand. */
static void
check_strip (int width, int height, int dx, int dy)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (width, height);
  PnPicture *picture = pn_test_picture_noise (width, height, (guint32)width);
  const guint8 *in = g_bytes_get_data (picture->pixels, NULL);

  g_assert_cmpint (width, >, pn_gpu_max_image_side (pn_test_gpu ()));
  pn_test_scene_add (scene, "strip", picture);
  pn_test_scene_place (scene, "strip", dx, dy, 1);
  PnReadback out = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_PREMULTIPLIED);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      gboolean inside = x >= dx && y >= dy;
      const guint8 *p = inside ? in + 4 * ((gsize)(y - dy) * (gsize)width + (gsize)(x - dx)) : in;
      const guint8 *got = out.pixels + (gsize)y * out.stride + 4 * (gsize)x;
      int a = inside ? p[3] : 0;

      if (got[3] != a || got[0] != (p[0] * a + 127) / 255 || got[1] != (p[1] * a + 127) / 255 ||
          got[2] != (p[2] * a + 127) / 255)
        g_error ("a strip of %d x %d differs at (%d, %d)", width, height, x, y);
    }
  pn_readback_clear (&out);
}

static void
test_strip (void)
{
  check_strip (17013, 53, 0, 0);
  check_strip (17013, 53, 3, 5);
}

static void
test_long_strip (void)
{
  check_strip (120000, 80, 0, 0);
}

/* Turned upright it crosses tiles and cells the other way. */
static void
test_upright_strip (void)
{
  const int width = 17013, height = 53;
  g_autoptr (PnTestScene) scene = pn_test_scene_new (height, width);
  PnPicture *picture = pn_test_picture_noise (width, height, 9);
  const guint8 *in = g_bytes_get_data (picture->pixels, NULL);
  PnAffine quarter = {0, 1, -1, 0, height, 0};

  pn_test_scene_add (scene, "strip", picture);
  pn_test_scene_draw (scene, "strip", 40, 1, pn_test_warp_affine, &quarter, 1);
  PnReadback out = pn_test_render (scene, PN_DEPTH_8, 1, PN_ALPHA_PREMULTIPLIED);
  for (int y = 0; y < width; y++)
    for (int x = 0; x < height; x++) {
      const guint8 *p = in + 4 * ((gsize)(height - 1 - x) * (gsize)width + (gsize)y);
      int a = p[3];

      pn_test_assert_pixel (&out, x, y, (p[0] * a + 127) / 255, (p[1] * a + 127) / 255,
                            (p[2] * a + 127) / 255, a, 0);
    }
  pn_readback_clear (&out);
}

/* More groups beside each other than there may be surfaces: two tiles at least, and the same
 * pixels. */
static void
test_crowd_of_groups (void)
{
  enum { N = 70 };
  g_autoptr (PnTestScene) groups = pn_test_scene_new (1400, 1400);
  g_autoptr (PnTestScene) plain = pn_test_scene_new (1400, 1400);

  pn_test_scene_add (groups, "red", pn_test_picture_flat (90, 90, 255, 0, 0, 255));
  pn_test_scene_add (plain, "red", pn_test_picture_flat (90, 90, 255, 0, 0, 255));
  for (int i = 0; i < N; i++) {
    int x = i % 10 * 137, y = i / 10 * 171;

    pn_test_scene_push (groups, (PnBox){0, 0, 1400, 1400}, 0.5);
    pn_test_scene_place (groups, "red", x, y, 1);
    pn_test_scene_pop (groups);
    pn_test_scene_place (plain, "red", x, y, 0.5);
  }
  const int many = 1 << 20;
  pn_gpu_lose_device_after (pn_test_gpu (), many);
  PnReadback a = pn_test_render (groups, PN_DEPTH_8, 1, PN_ALPHA_STRAIGHT);
  int n_submits = many - g_atomic_int_get (&pn_test_gpu ()->submits_left);
  g_assert_cmpint (n_submits, >=, 1 + 2); /* the picture, and the tiles */
  g_assert_cmpint (n_submits, <=, 1 + 4);
  pn_gpu_lose_device_after (pn_test_gpu (), -1);
  PnReadback b = pn_test_render (plain, PN_DEPTH_8, 1, PN_ALPHA_STRAIGHT);
  pn_test_assert_same_pixels (&a, &b);
  pn_readback_clear (&a);
  pn_readback_clear (&b);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/tiles/same-as-whole", test_same_as_whole);
  g_test_add_func ("/gpu/tiles/strip", test_strip);
  g_test_add_func ("/gpu/tiles/long-strip", test_long_strip);
  g_test_add_func ("/gpu/tiles/upright-strip", test_upright_strip);
  g_test_add_func ("/gpu/tiles/crowd-of-groups", test_crowd_of_groups);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
