/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-bleed-private.h"

#define SEED 77

typedef struct {
  int width, height;
  gsize stride;
  guint8 *pixels;
} Picture;

static void
picture_init (Picture *self, int width, int height, double share, GRand *rand)
{
  *self = (Picture){width, height, (gsize)width * 4 + 8, NULL};
  self->pixels = g_malloc0 (self->stride * (gsize)height);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      guint8 *pixel = self->pixels + (gsize)y * self->stride + 4 * x;

      if (g_rand_double (rand) >= share)
        continue;
      pixel[0] = (guint8)g_rand_int_range (rand, 100, 151);
      pixel[1] = (guint8)g_rand_int_range (rand, 200, 211);
      pixel[2] = 77;
      pixel[3] = (guint8)g_rand_int_range (rand, 1, 256);
    }
  }
}

static void
bleed (Picture *self)
{
  g_autofree guint8 *workspace = g_malloc (pn_bleed_workspace (self->width, self->height));

  pn_bleed (self->pixels, self->stride, self->width, self->height, workspace);
}

/* What shows is untouched, padding too; what is clear takes a colour that is in the artwork's
 * range, everywhere. */
static void
test_fills (void)
{
  static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 9}, {64, 64}, {65, 33}, {127, 3}, {200, 131}};
  static const double shares[] = {0.0005, 0.02, 0.5, 1.0};
  GRand *rand = g_rand_new_with_seed (SEED);

  g_test_message ("seed %d", SEED);
  for (guint i = 0; i < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (shares); i++) {
    Picture picture;
    g_autofree guint8 *before = NULL;
    gboolean is_empty = TRUE;
    gsize n;

    picture_init (&picture, sizes[i % 7][0], sizes[i % 7][1], shares[i / 7], rand);
    n = picture.stride * (gsize)picture.height;
    before = g_memdup2 (picture.pixels, n);
    for (gsize k = 0; k < n; k++)
      is_empty &= before[k] == 0;
    bleed (&picture);
    for (gsize k = 0; k < n; k += 4) {
      gboolean is_padding = k % picture.stride >= (gsize)picture.width * 4;
      const guint8 *pixel = picture.pixels + k;

      g_assert_cmpint (pixel[3], ==, before[k + 3]);
      if (before[k + 3] != 0 || is_padding || is_empty) {
        g_assert_cmpmem (pixel, 4, before + k, 4);
      } else {
        g_assert_cmpint (pixel[0], >=, 100);
        g_assert_cmpint (pixel[0], <=, 150);
        g_assert_cmpint (pixel[1], >=, 200);
        g_assert_cmpint (pixel[1], <=, 210);
        g_assert_cmpint (pixel[2], ==, 77);
      }
    }
    g_free (picture.pixels);
  }
  g_rand_free (rand);
}

/* Beside an edge the colour is that of the edge, not of something far away. */
static void
test_is_near (void)
{
  Picture picture = {64, 64, 256, g_malloc0 (64 * 256)};

  for (int y = 0; y < 64; y++) {
    memcpy (picture.pixels + y * 256 + 4 * 20, "\xc8\x10\x10\xff", 4);
    memcpy (picture.pixels + y * 256 + 4 * 50, "\x10\x10\xc8\xff", 4);
  }
  bleed (&picture);
  for (int y = 0; y < 64; y++) {
    g_assert_cmpmem (picture.pixels + y * 256 + 4 * 21, 3, "\xc8\x10\x10", 3);
    g_assert_cmpmem (picture.pixels + y * 256 + 4 * 51, 3, "\x10\x10\xc8", 3);
    g_assert_cmpmem (picture.pixels + y * 256 + 4 * 2, 3, "\xc8\x10\x10", 3);
  }
  g_free (picture.pixels);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/bleed/fills", test_fills);
  g_test_add_func ("/io/bleed/is-near", test_is_near);
  return g_test_run ();
}
