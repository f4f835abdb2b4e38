/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pn-status.h"

/* One bit a pixel, 64 pixels a word, rows padded with zeros. Pixel (x, y) is the square from (x, y)
 * to (x + 1, y + 1). */
typedef struct {
  uint64_t *words;
  size_t words_per_row;
  int width, height;
} PnBitmap;

/* Pixels, inclusive; empty where x1 < x0. */
typedef struct {
  int x0, y0, x1, y1;
} PnPixelBox;

/* All pixels clear. PN_STATUS_NO_MEMORY. */
PnStatus pn_bitmap_init (PnBitmap *bitmap, int width, int height);
void pn_bitmap_clear (PnBitmap *bitmap);

/* Sets the pixels whose alpha is at least `threshold` (1 to 128). The picture's origin is put at
 * (`pad_words` x 64, `pad_rows`), with as much clear space beyond its other sides. */
PnStatus pn_bitmap_init_from_alpha (PnBitmap *bitmap,
                                    const uint8_t *alpha,
                                    size_t stride,
                                    int width,
                                    int height,
                                    unsigned threshold,
                                    int pad_words,
                                    int pad_rows);

PnPixelBox pn_bitmap_bounds (const PnBitmap *bitmap);
size_t pn_bitmap_count (const PnBitmap *bitmap);

/* Nonzero where a pixel of the box, or of its part inside the bitmap, is set. */
int pn_bitmap_any_in (const PnBitmap *bitmap, PnPixelBox box);

/* Adds to `bitmap` the pixels of `within`, which holds it, that hang together with it by their
 * sides. Both have one size. */
void pn_bitmap_flood (PnBitmap *bitmap, const PnBitmap *within);

static inline uint64_t *
pn_bitmap_row (const PnBitmap *bitmap, int y)
{
  return bitmap->words + (size_t)y * bitmap->words_per_row;
}

/* Clear outside. */
static inline int
pn_bitmap_get (const PnBitmap *bitmap, int x, int y)
{
  if (x < 0 || y < 0 || x >= bitmap->width || y >= bitmap->height)
    return 0;
  return (int)(pn_bitmap_row (bitmap, y)[x >> 6] >> (x & 63) & 1);
}

static inline void
pn_bitmap_set (PnBitmap *bitmap, int x, int y)
{
  pn_bitmap_row (bitmap, y)[x >> 6] |= UINT64_C (1) << (x & 63);
}

static inline void
pn_bitmap_unset (PnBitmap *bitmap, int x, int y)
{
  pn_bitmap_row (bitmap, y)[x >> 6] &= ~(UINT64_C (1) << (x & 63));
}
