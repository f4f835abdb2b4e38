/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-thumbnail.h"

#define MAX_WIDTH 80
#define MAX_HEIGHT 60

static PnPicture *
draw_halves (int width, int height)
{
  guint8 *pixels = g_malloc (4 * (gsize)width * (gsize)height);

  for (int i = 0; i < width * height; i++)
    memcpy (pixels + 4 * i,
            i % 2 == 0 ? (const guint8[]){200, 100, 0, 255} : (const guint8[]){255, 255, 255, 0},
            4);
  return pn_picture_new (width, height, PN_PIXELS_RGBA8,
                         g_bytes_new_take (pixels, 4 * (gsize)width * (gsize)height));
}

/* Clear pixels have no colour: a mean that counted it would not be the artwork's. */
static void
assert_colour (const guint8 *rgba, PnAlpha alpha)
{
  if (alpha == PN_ALPHA_PREMULTIPLIED) {
    g_assert_cmpint (abs (rgba[0] * 255 - 200 * rgba[3]), <=, 255);
    g_assert_cmpint (abs (rgba[1] * 255 - 100 * rgba[3]), <=, 255);
  } else if (rgba[3] > 0) {
    g_assert_cmpint (rgba[0], ==, 200);
    g_assert_cmpint (rgba[1], ==, 100);
  }
  g_assert_cmpint (rgba[2], ==, 0);
}

static void
test_means (void)
{
  static const int sizes[][2] = {{400, 300}, {2000, 10}, {3, 2}, {1, 5000}};

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++) {
    PnAlpha alpha = i % 2 == 0 ? PN_ALPHA_PREMULTIPLIED : PN_ALPHA_STRAIGHT;
    g_autoptr (PnPicture) picture = draw_halves (sizes[i / 2][0] | 1, sizes[i / 2][1] | 1);
    PnReadback small = pn_thumbnail_shrink (picture, MAX_WIDTH, MAX_HEIGHT, alpha);
    g_assert_cmpint (small.width, >=, 1);
    g_assert_cmpint (small.height, >=, 1);
    g_assert_cmpint (small.width, <=, MIN (MAX_WIDTH, picture->width));
    g_assert_cmpint (small.height, <=, MIN (MAX_HEIGHT, picture->height));
    for (int j = 0; j < small.width * small.height; j++)
      assert_colour (small.pixels + 4 * j, alpha);
    pn_readback_clear (&small);
  }
}

/* What fits stays as it is, to the byte; a side is never nothing. */
static void
test_fits (void)
{
  g_autoptr (PnPicture) picture = draw_halves (7, 5);
  PnReadback same = pn_thumbnail_shrink (picture, 7, 5, PN_ALPHA_PREMULTIPLIED);

  g_assert_cmpint (same.width, ==, 7);
  g_assert_cmpint (same.height, ==, 5);
  const guint8 full[] = {200, 100, 0, 255}, clear[4] = {0};
  for (int i = 0; i < 7 * 5; i++)
    g_assert_true (memcmp (same.pixels + 4 * i, i % 2 == 0 ? full : clear, 4) == 0);
  pn_readback_clear (&same);
}

static void
test_target (void)
{
  static const struct {
    int width, height, side, out_width, out_height;
  } cases[] = {
      {1920, 1080, 256, 256, 144},
      {1080, 1920, 256, 144, 256},
      {100, 50, 256, 100, 50},
      {100000, 10, 128, 128, 1},
      {1, 1, 1, 1, 1},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PnRoot) root = pn_root_new (cases[i].width, cases[i].height, 24, 1);
    PnRenderTarget target = pn_thumbnail_target (root, cases[i].side);
    g_assert_cmpint (target.width, ==, cases[i].out_width);
    g_assert_cmpint (target.height, ==, cases[i].out_height);
    g_assert_false (target.has_background);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/thumbnail/means", test_means);
  g_test_add_func ("/io/thumbnail/fits", test_fits);
  g_test_add_func ("/io/thumbnail/target", test_target);
  return g_test_run ();
}
