/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Conversion of pixels.
 *
 * Levels of the pyramid are made by the polyphase box filter for sizes that are not powers of two
 * (Guthe and Heckbert, "Non-Power-of-Two Mipmapping", NVIDIA 2005): n = 2d + 1 pixels go to d, pixel
 * i of the coarser row covering (2d + 1) / d of the finer one, so that nothing at the right or lower
 * edge is dropped and the picture does not drift. They are made here and not by the device, whose
 * blits differ. Cost: one visit of each pixel of the finer level, once for a picture. */

#include "pn-gpu-pixels-private.h"

#include <string.h>

static guint
divide_255 (guint value)
{
  value += 128;
  return (value + (value >> 8)) >> 8;
}

static guint
divide_65535 (guint64 value)
{
  return (guint)((value + 32767) / 65535);
}

/* Half floats. */

guint16
pn_gpu_half_from_unorm16 (guint16 value)
{
  /* value / 65535 in [2^e, 2^(e+1)) has 11 significant bits in steps of 2^(e-10); below 2^-14 the
   * steps stay at 2^-24. Rounded to the nearest, ties to even: exact, as the quotient is compared
   * in integers. */
  if (value == 0)
    return 0;
  int exponent = 0;
  while (exponent > -14 && ((guint64)value << -exponent) < 65535)
    exponent--;
  guint64 numerator = (guint64)value << (10 - exponent);
  guint64 steps = numerator / 65535;
  guint64 rest = 2 * (numerator % 65535);
  if (rest > 65535 || (rest == 65535 && (steps & 1)))
    steps++;
  /* The leading bit of `steps` is the one that the format leaves out, and carries into the exponent
   * where rounding reached the next power of two. */
  return (guint16)(((guint)(exponent + 14) << 10) + steps);
}

float
pn_gpu_float_from_half (guint16 half)
{
  int exponent = (half >> 10) & 31;
  int fraction = half & 1023;
  float value;

  if (exponent == 31)
    return half & 0x8000 ? 0.0f : 1.0f; /* nothing that is drawn gets there */
  if (exponent == 0)
    value = (float)fraction / 16777216.0f;
  else {
    union {
      guint32 bits;
      float value;
    } single = {.bits = (guint32)((exponent + 112) << 23 | fraction << 13)};

    value = single.value;
  }
  return half & 0x8000 ? -value : value;
}

/* Both tables together are 384 KB, made once. */
typedef struct {
  guint16 half_from_unorm[65536];
  float float_from_half[65536];
} HalfTables;

static const HalfTables *
half_tables (void)
{
  static gsize once;
  static HalfTables *tables;

  if (g_once_init_enter (&once)) {
    tables = g_new (HalfTables, 1);
    for (guint i = 0; i < 65536; i++) {
      tables->half_from_unorm[i] = pn_gpu_half_from_unorm16 ((guint16)i);
      tables->float_from_half[i] = pn_gpu_float_from_half ((guint16)i);
    }
    g_once_init_leave (&once, 1);
  }
  return tables;
}

/* To the device. */

static void
premultiply_8_to_8 (const guint8 *in, gsize n_pixels, guint8 *out)
{
  for (gsize i = 0; i < n_pixels; i++, in += 4, out += 4) {
    guint a = in[3];

    out[0] = (guint8)divide_255 (in[0] * a);
    out[1] = (guint8)divide_255 (in[1] * a);
    out[2] = (guint8)divide_255 (in[2] * a);
    out[3] = (guint8)a;
  }
}

static void
premultiply_8_to_16 (const guint8 *in, gsize n_pixels, guint16 *out)
{
  for (gsize i = 0; i < n_pixels; i++, in += 4, out += 4) {
    guint a = in[3];

    /* c/255 of a/255 of 65535 is c a 257 / 255. */
    for (int c = 0; c < 3; c++)
      out[c] = (guint16)((in[c] * a * 257 + 127) / 255);
    out[3] = (guint16)(a * 257);
  }
}

static void
premultiply_16_to_16 (const guint16 *in, gsize n_pixels, guint16 *out)
{
  for (gsize i = 0; i < n_pixels; i++, in += 4, out += 4) {
    guint64 a = in[3];

    for (int c = 0; c < 3; c++)
      out[c] = (guint16)divide_65535 (in[c] * a);
    out[3] = (guint16)a;
  }
}

static void
premultiply_16_to_8 (const guint16 *in, gsize n_pixels, guint8 *out)
{
  for (gsize i = 0; i < n_pixels; i++, in += 4, out += 4) {
    guint64 a = in[3];

    for (int c = 0; c < 3; c++)
      out[c] = (guint8)divide_65535 (divide_65535 (in[c] * a) * (guint64)255);
    out[3] = (guint8)divide_65535 (a * 255);
  }
}

void
pn_gpu_premultiply_row (const PnPicture *picture, int y, PnDepth depth, gpointer out)
{
  gsize n_pixels = (gsize)picture->width;
  gsize stride = n_pixels * (picture->format == PN_PIXELS_RGBA8 ? 4 : 8);
  const guint8 *row = (const guint8 *)g_bytes_get_data (picture->pixels, NULL) + (gsize)y * stride;

  if (picture->format == PN_PIXELS_RGBA8) {
    if (depth == PN_DEPTH_8)
      premultiply_8_to_8 (row, n_pixels, out);
    else
      premultiply_8_to_16 (row, n_pixels, out);
  } else if (depth == PN_DEPTH_8)
    premultiply_16_to_8 ((const guint16 *)(gconstpointer)row, n_pixels, out);
  else
    premultiply_16_to_16 ((const guint16 *)(gconstpointer)row, n_pixels, out);
}

void
pn_gpu_upload_row (gconstpointer working, PnDepth depth, gsize n_pixels, gpointer device_pixels)
{
  if (depth == PN_DEPTH_8) {
    memmove (device_pixels, working, n_pixels * 4);
    return;
  }
  const HalfTables *tables = half_tables ();
  const guint16 *in = working;
  guint16 *out = device_pixels;
  for (gsize i = 0; i < n_pixels * 4; i++)
    out[i] = tables->half_from_unorm[in[i]];
}

/* From the device. */

static void
straighten_8 (const guint8 *in, gsize n_pixels, guint8 *out)
{
  for (gsize i = 0; i < n_pixels; i++, in += 4, out += 4) {
    guint a = in[3];

    if (a == 255)
      memcpy (out, in, 4);
    else if (a == 0)
      memset (out, 0, 4);
    else {
      for (int c = 0; c < 3; c++)
        out[c] = (guint8)MIN ((in[c] * 255u + a / 2) / a, 255u);
      out[3] = (guint8)a;
    }
  }
}

static guint16
unorm16_from_float (float value)
{
  if (!(value > 0.0f))
    return 0;
  return value < 1.0f ? (guint16)(value * 65535.0f + 0.5f) : 65535;
}

static void
take_16 (const guint16 *in, PnAlpha alpha, gsize n_pixels, guint16 *out)
{
  const float *from_half = half_tables ()->float_from_half;

  for (gsize i = 0; i < n_pixels; i++, in += 4, out += 4) {
    float a = from_half[in[3]];
    float divisor = alpha == PN_ALPHA_STRAIGHT && a < 1.0f ? a : 1.0f;

    out[3] = unorm16_from_float (a);
    if (out[3] == 0)
      memset (out, 0, 8);
    else
      for (int c = 0; c < 3; c++)
        out[c] = unorm16_from_float (from_half[in[c]] / divisor);
  }
}

void
pn_gpu_readback_row (gconstpointer device_pixels,
                     PnDepth depth,
                     PnAlpha alpha,
                     gsize n_pixels,
                     gpointer out)
{
  if (depth == PN_DEPTH_16)
    take_16 (device_pixels, alpha, n_pixels, out);
  else if (alpha == PN_ALPHA_STRAIGHT)
    straighten_8 (device_pixels, n_pixels, out);
  else
    memcpy (out, device_pixels, n_pixels * 4);
}

/* Levels. */

gconstpointer
pn_gpu_level_row (const PnGpuLevel *level, int y, gpointer scratch)
{
  if (level->picture != NULL) {
    pn_gpu_premultiply_row (level->picture, y, level->depth, scratch);
    return scratch;
  }
  return level->pixels + (gsize)y * (gsize)level->width * PN_GPU_PIXEL_BYTES (level->depth);
}

/* Which pixels of a finer row of `n` make pixel `i` of the coarser, and how much each counts. */
typedef struct {
  int first, n_taps;
  guint32 weights[3], total;
} Phase;

static Phase
phase_of (int n, int i)
{
  guint32 half = (guint32)n / 2;

  if (n == 1)
    return (Phase){0, 1, {1}, 1};
  if (n % 2 == 0)
    return (Phase){2 * i, 2, {1, 1}, 2};
  return (Phase){2 * i, 3, {half - (guint32)i, half, (guint32)i + 1}, (guint32)n};
}

static guint
channel_of (gconstpointer row, PnDepth depth, gsize index)
{
  return depth == PN_DEPTH_8 ? ((const guint8 *)row)[index] : ((const guint16 *)row)[index];
}

/* The weights of a whole picture of 32,768 px a side come to 2^46 at 16 bits: no overflow. */
static guint
filter (gconstpointer const *rows, PnDepth depth, const Phase *down, const Phase *across, int c)
{
  guint64 total = (guint64)down->total * across->total;
  guint64 sum = total / 2;

  for (int y = 0; y < down->n_taps; y++) {
    guint64 row_sum = 0;

    for (int x = 0; x < across->n_taps; x++)
      row_sum += (guint64)across->weights[x] *
                 channel_of (rows[y], depth, (gsize)(across->first + x) * 4 + (gsize)c);
    sum += row_sum * down->weights[y];
  }
  /* Most sizes are even most of the way up, and a division costs more than all the rest. */
  return (guint)(total == 4 ? sum >> 2 : sum / total);
}

static void
make_row (PnGpuLevel *level, int y, gconstpointer const *rows, const Phase *down, int finer_width)
{
  gsize start = (gsize)y * (gsize)level->width * 4;

  for (int x = 0; x < level->width; x++) {
    Phase across = phase_of (finer_width, x);

    for (int c = 0; c < 4; c++) {
      guint value = filter (rows, level->depth, down, &across, c);
      gsize index = start + (gsize)x * 4 + (gsize)c;

      if (level->depth == PN_DEPTH_8)
        level->pixels[index] = (guint8)value;
      else
        ((guint16 *)(gpointer)level->pixels)[index] = (guint16)value;
    }
  }
}

void
pn_gpu_level_init_half (PnGpuLevel *level, const PnGpuLevel *finer)
{
  gsize pixel = PN_GPU_PIXEL_BYTES (finer->depth);
  gsize finer_stride = (gsize)finer->width * pixel;
  g_autofree guint8 *scratch = g_malloc (3 * finer_stride);

  *level = (PnGpuLevel){
      .width = MAX (finer->width / 2, 1),
      .height = MAX (finer->height / 2, 1),
      .depth = finer->depth,
  };
  level->pixels = g_malloc ((gsize)level->width * (gsize)level->height * pixel);
  for (int y = 0; y < level->height; y++) {
    Phase down = phase_of (finer->height, y);
    gconstpointer rows[3];

    for (int i = 0; i < down.n_taps; i++)
      rows[i] = pn_gpu_level_row (finer, down.first + i, scratch + (gsize)i * finer_stride);
    make_row (level, y, rows, &down, finer->width);
  }
}

void
pn_gpu_level_clear (PnGpuLevel *level)
{
  g_clear_pointer (&level->pixels, g_free);
  *level = (PnGpuLevel){0};
}
