/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>

#include "pn-gpu-pixels-private.h"
#include "pn-test-bits.h"
#include "pn-test-gpu.h"

/* What the bits of a half float say, by the definition. */
static double
half_value (guint16 half)
{
  int exponent = (half >> 10) & 31, fraction = half & 1023;

  return exponent == 0 ? ldexp (fraction, -24) : ldexp (1024 + fraction, exponent - 25);
}

static void
test_half (void)
{
  g_assert_cmphex (pn_gpu_half_from_unorm16 (0), ==, 0);
  g_assert_cmphex (pn_gpu_half_from_unorm16 (65535), ==, 0x3c00);
  for (guint i = 0; i < 0x7c00; i++)
    pn_assert_same_bits ((double)pn_gpu_float_from_half ((guint16)i), half_value ((guint16)i));

  for (guint i = 1; i < 65535; i++) {
    guint16 half = pn_gpu_half_from_unorm16 ((guint16)i);
    double error = fabs (half_value (half) - i / 65535.0);

    g_assert_cmpfloat (error, <=, fabs (half_value (half - 1) - i / 65535.0));
    g_assert_cmpfloat (error, <=, fabs (half_value (half + 1) - i / 65535.0));
  }
}

static PnPicture *
one_row (PnPixelFormat format, gconstpointer pixels, int width)
{
  gsize n_bytes = (gsize)width * (format == PN_PIXELS_RGBA8 ? 4 : 8);

  return pn_test_picture_new (width, 1, format, g_memdup2 (pixels, n_bytes));
}

static void
test_premultiply (void)
{
  int n_floored_differ = 0;

  for (guint a = 0; a < 256; a++) {
    guint8 in[256][4], out[256][4];
    guint16 wide[256][4];

    for (guint c = 0; c < 256; c++)
      memcpy (in[c], (const guint8[]){(guint8)c, (guint8)c, (guint8)c, (guint8)a}, 4);
    g_autoptr (PnPicture) picture = one_row (PN_PIXELS_RGBA8, in, 256);
    g_autoptr (PnPicture) widened = pn_test_picture_widened (picture);

    pn_gpu_premultiply_row (picture, 0, PN_DEPTH_8, out);
    pn_gpu_premultiply_row (picture, 0, PN_DEPTH_16, wide);
    for (guint c = 0; c < 256; c++) {
      g_assert_cmpint (out[c][0], ==, (int)(c * a / 255.0 + 0.5));
      g_assert_cmpint (out[c][3], ==, a);
      g_assert_cmpint (wide[c][0], ==, (int)(c * a * 257 / 255.0 + 0.5));
      n_floored_differ += out[c][0] != c * a / 256;
    }

    pn_gpu_premultiply_row (widened, 0, PN_DEPTH_8, in);
    for (guint c = 0; c < 256; c++)
      g_assert_cmpint (ABS (in[c][0] - out[c][0]), <=, 1);
  }
  g_assert_cmpint (n_floored_differ, >, 1000); /* what c a >> 8 would get wrong */
}

static void
test_straight (void)
{
  int n_shortened = 0;

  for (guint a = 0; a < 256; a++)
    for (guint c = 0; c <= a; c++) {
      guint8 premultiplied[4] = {(guint8)c, (guint8)c, (guint8)c, (guint8)a}, straight[4], again[4];

      pn_gpu_readback_row (premultiplied, PN_DEPTH_8, PN_ALPHA_PREMULTIPLIED, 1, straight);
      g_assert_cmpmem (straight, 4, premultiplied, 4);
      pn_gpu_readback_row (premultiplied, PN_DEPTH_8, PN_ALPHA_STRAIGHT, 1, straight);
      if (a > 0)
        g_assert_cmpint (straight[0], ==, (int)(c * 255.0 / a + 0.5));
      g_autoptr (PnPicture) picture = one_row (PN_PIXELS_RGBA8, straight, 1);
      pn_gpu_premultiply_row (picture, 0, PN_DEPTH_8, again);
      g_assert_cmpmem (again, 4, premultiplied, 4);
      n_shortened += straight[0] != c;
    }
  g_assert_cmpint (n_shortened, >, 10000); /* it does something */

  guint8 clear[4] = {0}, out[4] = {1, 2, 3, 4};
  pn_gpu_readback_row (clear, PN_DEPTH_8, PN_ALPHA_STRAIGHT, 1, out);
  g_assert_cmpmem (out, 4, clear, 4);
}

static void
test_straight_16 (void)
{
  for (guint a = 257; a < 65536; a += 499)
    for (guint c = 0; c <= 65535; c += 1021) {
      guint16 in[4] = {(guint16)c, 0, 65535, (guint16)a}, working[4], device[4], out[4];
      g_autoptr (PnPicture) picture = one_row (PN_PIXELS_RGBA16, in, 1);

      pn_gpu_premultiply_row (picture, 0, PN_DEPTH_16, working);
      pn_gpu_upload_row (working, PN_DEPTH_16, 1, device);
      pn_gpu_readback_row (device, PN_DEPTH_16, PN_ALPHA_STRAIGHT, 1, out);
      /* Two roundings to 11 bits, and one to 16 bits of a colour that is small where alpha is. */
      double tolerance = 65535.0 / 1024 + 65535.0 / a;
      g_assert_cmpfloat (fabs ((double)out[0] - c), <=, tolerance);
      g_assert_cmpint (out[1], ==, 0);
      g_assert_cmpfloat (fabs ((double)out[3] - a), <=, 17);
    }
  guint16 clear[4] = {0}, out[4] = {1, 2, 3, 4};
  pn_gpu_readback_row (clear, PN_DEPTH_16, PN_ALPHA_STRAIGHT, 1, out);
  g_assert_cmpmem (out, 8, clear, 8);
}

/* The integral over a coarser pixel's share of the finer row. */
static double
covered (const PnGpuLevel *finer, const PnGpuLevel *coarser, int x, int y, int c)
{
  double sx = (double)finer->width / coarser->width, sy = (double)finer->height / coarser->height;
  double sum = 0;

  for (int j = 0; j < finer->height; j++)
    for (int i = 0; i < finer->width; i++) {
      double w = fmin (i + 1, (x + 1) * sx) - fmax (i, x * sx);
      double h = fmin (j + 1, (y + 1) * sy) - fmax (j, y * sy);
      gsize index = ((gsize)j * (gsize)finer->width + (gsize)i) * 4 + (gsize)c;

      if (w > 0 && h > 0)
        sum += w * h *
               (finer->depth == PN_DEPTH_8 ? finer->pixels[index]
                                           : ((guint16 *)(gpointer)finer->pixels)[index]);
    }
  return sum / (sx * sy);
}

static PnGpuLevel
copy_level (const PnPicture *picture, PnDepth depth)
{
  PnGpuLevel level = {.width = picture->width, .height = picture->height, .depth = depth};
  gsize stride = (gsize)level.width * PN_GPU_PIXEL_BYTES (depth);

  level.pixels = g_malloc (stride * (gsize)level.height);
  for (int y = 0; y < level.height; y++)
    pn_gpu_premultiply_row (picture, y, depth, level.pixels + (gsize)y * stride);
  return level;
}

static void
test_levels (void)
{
  const int sizes[][2] = {{8, 8}, {7, 5}, {1, 9}, {16, 1}, {1, 1}, {13, 6}, {3, 3}};

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (PnDepth depth = PN_DEPTH_8; depth <= PN_DEPTH_16; depth++) {
      g_autoptr (PnPicture) picture = pn_test_picture_noise (sizes[s][0], sizes[s][1], s);
      PnGpuLevel from_picture = {
          .width = picture->width, .height = picture->height, .depth = depth, .picture = picture};
      PnGpuLevel finer = copy_level (picture, depth), coarser, same;

      pn_gpu_level_init_half (&coarser, &finer);
      pn_gpu_level_init_half (&same, &from_picture);
      g_assert_cmpint (coarser.width, ==, MAX (finer.width / 2, 1));
      g_assert_cmpint (coarser.height, ==, MAX (finer.height / 2, 1));
      g_assert_cmpmem (
          coarser.pixels, (gsize)coarser.width * (gsize)coarser.height * PN_GPU_PIXEL_BYTES (depth),
          same.pixels, (gsize)coarser.width * (gsize)coarser.height * PN_GPU_PIXEL_BYTES (depth));
      for (int y = 0; y < coarser.height; y++)
        for (int x = 0; x < coarser.width; x++)
          for (int c = 0; c < 4; c++) {
            gsize index = ((gsize)y * (gsize)coarser.width + (gsize)x) * 4 + (gsize)c;
            int got = depth == PN_DEPTH_8 ? coarser.pixels[index]
                                          : ((guint16 *)(gpointer)coarser.pixels)[index];

            g_assert_cmpfloat (fabs (got - covered (&finer, &coarser, x, y, c)), <=, 0.5 + 1e-6);
          }
      pn_gpu_level_clear (&finer);
      pn_gpu_level_clear (&coarser);
      pn_gpu_level_clear (&same);
    }
}

/* A light at the right edge of an odd row is still there when the row is halved, and again. */
static void
test_edge_is_kept (void)
{
  guint8 in[7][4] = {{0}};
  memset (in[6], 255, 4);
  g_autoptr (PnPicture) picture = one_row (PN_PIXELS_RGBA8, in, 7);
  PnGpuLevel finer = copy_level (picture, PN_DEPTH_8), half, quarter;

  pn_gpu_level_init_half (&half, &finer);
  pn_gpu_level_init_half (&quarter, &half);
  g_assert_cmpint (half.width, ==, 3);
  g_assert_cmpint (half.pixels[2 * 4], ==, (255 * 3 + 3) / 7); /* pairs alone would drop it: 0 */
  g_assert_cmpint (quarter.width, ==, 1);
  g_assert_cmpint (quarter.pixels[0], ==, (255 + 3) / 7);
  pn_gpu_level_clear (&finer);
  pn_gpu_level_clear (&half);
  pn_gpu_level_clear (&quarter);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/pixels/half", test_half);
  g_test_add_func ("/gpu/pixels/premultiply", test_premultiply);
  g_test_add_func ("/gpu/pixels/straight", test_straight);
  g_test_add_func ("/gpu/pixels/straight-16", test_straight_16);
  g_test_add_func ("/gpu/pixels/levels", test_levels);
  g_test_add_func ("/gpu/pixels/edge-is-kept", test_edge_is_kept);
  return g_test_run ();
}
