/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <string.h>

/* A writer of PNG files that shares nothing with libpng: chunk by chunk, so that a test can say
 * exactly what a file holds, and what is wrong with it. */

typedef enum {
  PN_TEST_GRAY = 0,
  PN_TEST_RGB = 2,
  PN_TEST_PALETTE = 3,
  PN_TEST_GRAY_ALPHA = 4,
  PN_TEST_RGBA = 6,
} PnTestColor;

typedef struct {
  int width, height, depth;
  PnTestColor color;
  gboolean is_interlaced;
} PnTestPng;

static inline void
pn_test_put_u32 (GByteArray *out, guint32 value)
{
  const guint8 bytes[4] = {(guint8)(value >> 24), (guint8)(value >> 16), (guint8)(value >> 8),
                           (guint8)value};

  g_byte_array_append (out, bytes, 4);
}

static inline guint32
pn_test_crc (guint32 crc, const guint8 *bytes, gsize n_bytes)
{
  crc = ~crc;
  for (gsize i = 0; i < n_bytes; i++) {
    crc ^= bytes[i];
    for (int k = 0; k < 8; k++)
      crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

static inline void
pn_test_png_chunk (GByteArray *out, const char *type, gconstpointer data, gsize n_bytes)
{
  guint start;

  pn_test_put_u32 (out, (guint32)n_bytes);
  start = out->len;
  g_byte_array_append (out, (const guint8 *)type, 4);
  if (n_bytes > 0)
    g_byte_array_append (out, data, (guint)n_bytes);
  pn_test_put_u32 (out, pn_test_crc (0, out->data + start, n_bytes + 4));
}

static inline GByteArray *
pn_test_png_begin (const PnTestPng *png)
{
  GByteArray *out = g_byte_array_new ();
  GByteArray *header = g_byte_array_new ();
  const guint8 rest[5] = {(guint8)png->depth, (guint8)png->color, 0, 0, png->is_interlaced ? 1 : 0};

  g_byte_array_append (out, (const guint8 *)"\x89PNG\r\n\x1a\n", 8);
  pn_test_put_u32 (header, (guint32)png->width);
  pn_test_put_u32 (header, (guint32)png->height);
  g_byte_array_append (header, rest, 5);
  pn_test_png_chunk (out, "IHDR", header->data, header->len);
  g_byte_array_unref (header);
  return out;
}

/* zlib's format, as IDAT and iCCP want it. */
static inline GByteArray *
pn_test_deflate (const guint8 *bytes, gsize n_bytes)
{
  GZlibCompressor *zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 6);
  GByteArray *out = g_byte_array_new ();
  GConverterResult result;
  gsize done = 0;

  do {
    guint8 buffer[65536];
    gsize n_read, n_written;

    result =
        g_converter_convert (G_CONVERTER (zlib), bytes + done, n_bytes - done, buffer,
                             sizeof buffer, G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL);
    g_assert_cmpint (result, !=, G_CONVERTER_ERROR);
    done += n_read;
    g_byte_array_append (out, buffer, (guint)n_written);
  } while (result != G_CONVERTER_FINISHED);
  g_object_unref (zlib);
  return out;
}

static inline int
pn_test_png_n_channels (PnTestColor color)
{
  return color == PN_TEST_RGBA ? 4 : color == PN_TEST_RGB ? 3 : color == PN_TEST_GRAY_ALPHA ? 2 : 1;
}

/* The value of a channel of a pixel, 0 .. 2^depth - 1. */
typedef guint (*PnTestSample) (gpointer data, int x, int y, int channel);

/* The rows of one pass: columns x0, x0 + dx, ... of rows y0, y0 + dy, ..., none where the pass is
 * empty. */
static inline void
pn_test_png_pass (GByteArray *out,
                  const PnTestPng *png,
                  int x0,
                  int y0,
                  int dx,
                  int dy,
                  PnTestSample sample,
                  gpointer data)
{
  int n_channels = pn_test_png_n_channels (png->color);

  for (int y = y0; y < png->height && x0 < png->width; y += dy) {
    guint8 byte = 0; /* no filter */
    int n_bits = 0;

    g_byte_array_append (out, &byte, 1);
    for (int x = x0; x < png->width; x += dx) {
      for (int c = 0; c < n_channels; c++) {
        guint value = sample (data, x, y, c);

        for (int bit = png->depth - 1; bit >= 0; bit--) {
          byte = (guint8)(byte << 1 | (value >> bit & 1));
          if (++n_bits == 8) {
            g_byte_array_append (out, &byte, 1);
            n_bits = 0;
            byte = 0;
          }
        }
      }
    }
    if (n_bits > 0) {
      byte = (guint8)(byte << (8 - n_bits));
      g_byte_array_append (out, &byte, 1);
    }
  }
}

/* The pixels before they are packed. */
static inline GByteArray *
pn_test_png_rows (const PnTestPng *png, PnTestSample sample, gpointer data)
{
  static const int adam7[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                  {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  GByteArray *rows = g_byte_array_new ();

  if (!png->is_interlaced)
    pn_test_png_pass (rows, png, 0, 0, 1, 1, sample, data);
  for (int i = 0; png->is_interlaced && i < 7; i++)
    pn_test_png_pass (rows, png, adam7[i][0], adam7[i][1], adam7[i][2], adam7[i][3], sample, data);
  return rows;
}

static inline void
pn_test_png_pixels (GByteArray *out, const PnTestPng *png, PnTestSample sample, gpointer data)
{
  GByteArray *rows = pn_test_png_rows (png, sample, data);
  GByteArray *packed = pn_test_deflate (rows->data, rows->len);

  pn_test_png_chunk (out, "IDAT", packed->data, packed->len);
  g_byte_array_unref (packed);
  g_byte_array_unref (rows);
}

static inline GBytes *
pn_test_png_end (GByteArray *out)
{
  pn_test_png_chunk (out, "IEND", NULL, 0);
  return g_byte_array_free_to_bytes (out);
}
