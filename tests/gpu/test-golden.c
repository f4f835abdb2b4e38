/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Small pictures looked at once and kept in tests/golden. Lavapipe gives the same bytes with Mesa
 * 22.3 and 25.0; another version or processor may round differently: at most 2 in a channel, and
 * one pixel in a thousand by more, along edges.
 *
 * PN_TEST_BLESS=1 in the environment writes them anew. Look at what it wrote. */

#include <png.h>

#include <math.h>

#include "pn-test-gpu.h"

#define TOLERANCE 2
#define OUTLIERS_PER_MILLE 1

/* A figure of three discs and a striped trunk, with soft edges. Integers alone, so that every
 * machine draws the same. */
static PnPicture *
make_figure (void)
{
  const int discs[][3] = {{60, 34, 28}, {60, 92, 36}, {60, 150, 34}};
  guint8 *pixels = g_malloc0 (120 * 190 * 4);

  for (int y = 0; y < 190; y++)
    for (int x = 0; x < 120; x++) {
      guint8 *p = pixels + 4 * (y * 120 + x);
      int alpha = 0;

      for (int i = 0; i < 3; i++) {
        int dx = x - discs[i][0], dy = y - discs[i][1], r = discs[i][2];
        int inside = (r * r - dx * dx - dy * dy) * 4;

        alpha = MAX (alpha, CLAMP (inside, 0, 255));
      }
      p[0] = (guint8)(y / 10 % 2 ? 235 : 190);
      p[1] = (guint8)(60 + x);
      p[2] = (guint8)(x / 10 % 2 ? 90 : 50 + y / 2);
      p[3] = (guint8)alpha;
    }
  return pn_test_picture_new (120, 190, PN_PIXELS_RGBA8, pixels);
}

static PnVec2
bend_cb (PnVec2 p, gconstpointer data)
{
  double angle = (p.y - 190) / 190 * 0.9, along = 190 / 0.9;

  return (PnVec2){70 + along - (along - (p.x - 60)) * cos (angle),
                  190 + (along - (p.x - 60)) * sin (angle)};
}

static PnTestScene *
scene_bent (void)
{
  PnTestScene *scene = pn_test_scene_new (180, 200);

  pn_test_scene_add (scene, "figure", make_figure ());
  pn_test_scene_draw (scene, "figure", 8, 12, bend_cb, NULL, 1);
  return scene;
}

static PnTestScene *
scene_groups (void)
{
  PnTestScene *scene = pn_test_scene_new (200, 160);
  PnAffine turned = {0.5, 0.3, -0.3, 0.5, 75, 5};

  pn_test_scene_add (scene, "figure", make_figure ());
  pn_test_scene_add (scene, "red", pn_test_picture_flat (60, 60, 230, 40, 60, 255));
  pn_test_scene_add (scene, "blue", pn_test_picture_flat (60, 60, 40, 80, 230, 255));
  pn_test_scene_push (scene, (PnBox){10, 10, 110, 110}, 0.5);
  pn_test_scene_place (scene, "red", 10.5, 10.5, 1);
  pn_test_scene_place (scene, "blue", 45, 45, 1);
  pn_test_scene_pop (scene);
  pn_test_scene_push (scene, (PnBox){60, 20, 200, 160}, 0.8);
  pn_test_scene_place (scene, "blue", 130, 90, 0.5);
  pn_test_scene_push (scene, (PnBox){70, 20, 150, 140}, 0.7);
  pn_test_scene_draw (scene, "figure", 4, 4, pn_test_warp_affine, &turned, 1);
  pn_test_scene_pop (scene);
  pn_test_scene_pop (scene);
  return scene;
}

static PnTestScene *
scene_smaller (void)
{
  const double scales[] = {0.7, 0.4, 0.2, 0.1};
  PnTestScene *scene = pn_test_scene_new (200, 140);
  double x = 3.2;

  pn_test_scene_add (scene, "figure", make_figure ());
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++) {
    PnAffine map = {scales[i], 0.1 * scales[i], -0.1 * scales[i], scales[i], x + 12, 2.7};

    pn_test_scene_draw (scene, "figure", 2, 2, pn_test_warp_affine, &map, 1);
    x += 125 * scales[i];
  }
  return scene;
}

static void
write_picture (const char *path, const PnReadback *out)
{
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)out->width,
                     .height = (png_uint_32)out->height,
                     .format = PNG_FORMAT_RGBA};

  if (!png_image_write_to_file (&image, path, 0, out->pixels, (int)out->stride, NULL))
    g_error ("%s: %s", path, image.message);
}

static guint8 *
read_picture (const char *path, const PnReadback *like)
{
  png_image image = {.version = PNG_IMAGE_VERSION};

  if (!png_image_begin_read_from_file (&image, path))
    g_error ("%s: %s", path, image.message);
  image.format = PNG_FORMAT_RGBA;
  g_assert_cmpint ((int)image.width, ==, like->width);
  g_assert_cmpint ((int)image.height, ==, like->height);
  guint8 *pixels = g_malloc (PNG_IMAGE_SIZE (image));
  g_assert_true (png_image_finish_read (&image, NULL, pixels, 0, NULL));
  return pixels;
}

/* Straight alpha says nothing of the colour of what is hardly there. */
static int
difference (const guint8 *a, const guint8 *b)
{
  int worst = ABS (a[3] - b[3]);

  for (int c = 0; c < 3; c++)
    worst = MAX (worst, ABS (a[c] * a[3] - b[c] * b[3]) / 255);
  return worst;
}

static void
check (const char *name, const PnReadback *out)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "golden", file, NULL);
  int n_pixels = out->width * out->height, n_different = 0, n_outliers = 0;

  if (g_getenv ("PN_TEST_BLESS") != NULL) {
    write_picture (path, out);
    return;
  }
  g_autofree guint8 *wanted = read_picture (path, out);
  for (int i = 0; i < n_pixels; i++) {
    int d = difference (out->pixels + 4 * i, wanted + 4 * i);

    n_different += d > 0;
    n_outliers += d > TOLERANCE;
  }
  g_test_message ("%s: %d of %d pixels differ, %d by more than %d", name, n_different, n_pixels,
                  n_outliers, TOLERANCE);
  if (n_outliers * 1000 > n_pixels * OUTLIERS_PER_MILLE) {
    g_autofree char *seen = g_build_filename (g_get_tmp_dir (), file, NULL);

    write_picture (seen, out);
    g_error ("%s: %d pixels differ by more than %d; what was drawn is in %s", name, n_outliers,
             TOLERANCE, seen);
  }
}

static void
test_scene (gconstpointer data)
{
  static const struct {
    const char *name;
    PnTestScene *(*make) (void);
  } scenes[] = {{"bent", scene_bent}, {"groups", scene_groups}, {"smaller", scene_smaller}};
  int index = GPOINTER_TO_INT (data);
  g_autoptr (PnTestScene) scene = scenes[index].make ();

  PnReadback out = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_STRAIGHT);
  check (scenes[index].name, &out);
  pn_readback_clear (&out);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/gpu/golden/bent", GINT_TO_POINTER (0), test_scene);
  g_test_add_data_func ("/gpu/golden/groups", GINT_TO_POINTER (1), test_scene);
  g_test_add_data_func ("/gpu/golden/smaller", GINT_TO_POINTER (2), test_scene);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
