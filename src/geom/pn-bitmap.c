/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-bitmap.h"

#include <endian.h>
#include <string.h>

#define LOW_BITS UINT64_C (0x0101010101010101)
#define HIGH_BITS UINT64_C (0x8080808080808080)

PnStatus
pn_bitmap_init (PnBitmap *bitmap, int width, int height)
{
  size_t words_per_row = ((size_t)width + 63) / 64;
  uint64_t *words = calloc (words_per_row * (size_t)height, sizeof *words);
  if (!words)
    return PN_STATUS_NO_MEMORY;
  *bitmap = (PnBitmap){words, words_per_row, width, height};
  return PN_STATUS_OK;
}

void
pn_bitmap_clear (PnBitmap *bitmap)
{
  free (bitmap->words);
  bitmap->words = NULL;
}

/* One bit for each of eight bytes: whether it is at least 128 - `complement`. */
static uint64_t
compare_eight (const uint8_t *bytes, unsigned complement)
{
  uint64_t eight;
  memcpy (&eight, bytes, sizeof eight);
  eight = le64toh (eight);
  if (eight == 0)
    return 0;
  uint64_t reached = (((eight & ~HIGH_BITS) + complement * LOW_BITS) | eight) & HIGH_BITS;
  /* Each product bit 56 + i gathers the high bit of byte i, and no two partial products meet. */
  return (reached >> 7) * UINT64_C (0x0102040810204080) >> 56;
}

PnStatus
pn_bitmap_init_from_alpha (PnBitmap *bitmap,
                           const uint8_t *alpha,
                           size_t stride,
                           int width,
                           int height,
                           unsigned threshold,
                           int pad_words,
                           int pad_rows)
{
  PN_ASSERT (threshold >= 1 && threshold <= 128);
  PnStatus status = pn_bitmap_init (bitmap, width + 128 * pad_words, height + 2 * pad_rows);
  if (status != PN_STATUS_OK)
    return status;

  for (int y = 0; y < height; y++) {
    const uint8_t *from = alpha + (size_t)y * stride;
    uint64_t *to = pn_bitmap_row (bitmap, y + pad_rows) + pad_words;
    int x = 0;
    for (; x + 8 <= width; x += 8)
      to[x >> 6] |= compare_eight (from + x, 128 - threshold) << (x & 63);
    for (; x < width; x++)
      to[x >> 6] |= (uint64_t)(from[x] >= threshold) << (x & 63);
  }
  return PN_STATUS_OK;
}

PnPixelBox
pn_bitmap_bounds (const PnBitmap *bitmap)
{
  PnPixelBox box = {bitmap->width, bitmap->height, -1, -1};
  for (int y = 0; y < bitmap->height; y++) {
    const uint64_t *row = pn_bitmap_row (bitmap, y);
    int first = 0, last = (int)bitmap->words_per_row - 1;
    while (first <= last && !row[first])
      first++;
    while (last > first && !row[last])
      last--;
    if (first > last)
      continue;
    int x0 = first * 64 + __builtin_ctzll (row[first]);
    int x1 = last * 64 + 63 - __builtin_clzll (row[last]);
    box.x0 = x0 < box.x0 ? x0 : box.x0;
    box.x1 = x1 > box.x1 ? x1 : box.x1;
    box.y0 = y < box.y0 ? y : box.y0;
    box.y1 = y;
  }
  return box;
}

size_t
pn_bitmap_count (const PnBitmap *bitmap)
{
  size_t n_words = bitmap->words_per_row * (size_t)bitmap->height, count = 0;
  for (size_t i = 0; i < n_words; i++)
    count += (size_t)__builtin_popcountll (bitmap->words[i]);
  return count;
}

int
pn_bitmap_any_in (const PnBitmap *bitmap, PnPixelBox box)
{
  int x0 = box.x0 < 0 ? 0 : box.x0, y0 = box.y0 < 0 ? 0 : box.y0;
  int x1 = box.x1 < bitmap->width ? box.x1 : bitmap->width - 1;
  int y1 = box.y1 < bitmap->height ? box.y1 : bitmap->height - 1;
  if (x1 < x0)
    return 0;

  uint64_t from_x0 = ~UINT64_C (0) << (x0 & 63), to_x1 = ~UINT64_C (0) >> (63 - (x1 & 63));
  for (int y = y0; y <= y1; y++) {
    const uint64_t *row = pn_bitmap_row (bitmap, y);
    for (int word = x0 >> 6; word <= x1 >> 6; word++) {
      uint64_t mask = word == x0 >> 6 ? from_x0 : ~UINT64_C (0);
      if (word == x1 >> 6)
        mask &= to_x1;
      if (row[word] & mask)
        return 1;
    }
  }
  return 0;
}

/* Spreads the bits of `seeds` upwards through the runs of ones in `within`, doubling the distance
 * with each step. */
static uint64_t
spread_up (uint64_t seeds, uint64_t within)
{
  for (int step = 1; step < 64; step *= 2) {
    seeds |= within & seeds << step;
    within &= within << step;
  }
  return seeds;
}

static uint64_t
spread_down (uint64_t seeds, uint64_t within)
{
  for (int step = 1; step < 64; step *= 2) {
    seeds |= within & seeds >> step;
    within &= within >> step;
  }
  return seeds;
}

/* Fills a row's runs that hold a bit of the row or lie beside one of its neighbour. Returns nonzero
 * if that changed anything. */
static int
flood_row (uint64_t *row, const uint64_t *within, const uint64_t *neighbour, size_t n_words)
{
  uint64_t carry = 0, changed = 0;
  for (size_t word = 0; word < n_words; word++) {
    uint64_t seeds = (row[word] | neighbour[word] | carry) & within[word];
    carry = 0;
    if (seeds == 0)
      continue;
    if (seeds != within[word])
      seeds = spread_up (seeds, within[word]);
    carry = seeds >> 63;
    changed |= row[word] ^ seeds;
    row[word] = seeds;
  }
  carry = 0;
  for (size_t word = n_words; word-- > 0;) {
    uint64_t seeds = (row[word] | carry) & within[word];
    carry = 0;
    if (seeds == 0)
      continue;
    if (seeds != within[word])
      seeds = spread_down (seeds, within[word]);
    carry = seeds << 63;
    changed |= row[word] ^ seeds;
    row[word] = seeds;
  }
  return changed != 0;
}

void
pn_bitmap_flood (PnBitmap *bitmap, const PnBitmap *within)
{
  int changed;
  do {
    changed = 0;
    for (int y = 0; y < bitmap->height; y++)
      changed |= flood_row (pn_bitmap_row (bitmap, y), pn_bitmap_row (within, y),
                            pn_bitmap_row (bitmap, y > 0 ? y - 1 : 0), bitmap->words_per_row);
    for (int y = bitmap->height - 2; y >= 0; y--)
      changed |= flood_row (pn_bitmap_row (bitmap, y), pn_bitmap_row (within, y),
                            pn_bitmap_row (bitmap, y + 1), bitmap->words_per_row);
  } while (changed);
}
