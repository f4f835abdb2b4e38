/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-thumbnail.h"

#include <float.h>
#include <math.h>

/* From 256 pixels on, a sample of them tells as much: a large picture is not read whole. */
#define SAMPLES_A_SIDE 16

static void
read_pixel (const PnPicture *picture, gsize index, double rgba[4])
{
  const guint8 *bytes = g_bytes_get_data (picture->pixels, NULL);

  for (guint i = 0; i < 4; i++)
    rgba[i] = picture->format == PN_PIXELS_RGBA16
                  ? ((const guint16 *)(gconstpointer)bytes)[4 * index + i] / 65535.0
                  : bytes[4 * index + i] / 255.0;
}

static int
stride_of (int first, int last)
{
  return MAX (1, (last - first) / SAMPLES_A_SIDE);
}

static void
mean_of (const PnPicture *picture, const int from[2], const int to[2], PnAlpha alpha, guint8 out[4])
{
  int step_x = stride_of (from[0], to[0]), step_y = stride_of (from[1], to[1]);
  double sum[4] = {0};
  guint n = 0;

  for (int y = from[1]; y < to[1]; y += step_y) {
    for (int x = from[0]; x < to[0]; x += step_x) {
      double rgba[4];
      read_pixel (picture, (gsize)y * (gsize)picture->width + (gsize)x, rgba);
      for (guint i = 0; i < 3; i++)
        sum[i] += rgba[i] * rgba[3];
      sum[3] += rgba[3];
      n++;
    }
  }
  double whole = alpha == PN_ALPHA_PREMULTIPLIED ? n : MAX (sum[3], DBL_MIN);
  for (guint i = 0; i < 3; i++)
    out[i] = (guint8)lround (255 * sum[i] / whole);
  out[3] = (guint8)lround (255 * sum[3] / n);
}

/* The size of a `width` x `height` within bounds. */
static void
fit (double width, double height, int max_width, int max_height, int *out_width, int *out_height)
{
  double scale = MIN (1.0, MIN (max_width / width, max_height / height));

  *out_width = MAX (1, (int)lround (width * scale));
  *out_height = MAX (1, (int)lround (height * scale));
}

PnReadback
pn_thumbnail_shrink (const PnPicture *picture, int max_width, int max_height, PnAlpha alpha)
{
  PnReadback out = {.depth = PN_DEPTH_8};

  fit (picture->width, picture->height, max_width, max_height, &out.width, &out.height);
  out.stride = 4 * (gsize)out.width;
  out.pixels = g_malloc (out.stride * (gsize)out.height);
  out.bytes = g_bytes_new_take (out.pixels, out.stride * (gsize)out.height);
  for (int y = 0; y < out.height; y++) {
    for (int x = 0; x < out.width; x++) {
      const int from[2] = {(int)((gint64)x * picture->width / out.width),
                           (int)((gint64)y * picture->height / out.height)};
      const int to[2] = {(int)((gint64)(x + 1) * picture->width / out.width),
                         (int)((gint64)(y + 1) * picture->height / out.height)};
      mean_of (picture, from, to, alpha, out.pixels + (gsize)y * out.stride + 4 * (gsize)x);
    }
  }
  return out;
}

PnRenderTarget
pn_thumbnail_target (const PnRoot *root, int max_side)
{
  PnRenderTarget target = {
      .depth = PN_DEPTH_8,
      .samples = 4,
      .has_background = root->has_background,
      .background = {root->background[0], root->background[1], root->background[2]},
  };

  fit (root->width, root->height, max_side, max_side, &target.width, &target.height);
  return target;
}
