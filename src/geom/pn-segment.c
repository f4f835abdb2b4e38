/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact tests of segments on the grid, against pixels and against each other. */
#include "pn-simplify.h"

static int64_t
floor_divide (int64_t a, int64_t b)
{
  int64_t quotient = a / b;
  return quotient * b > a ? quotient - 1 : quotient;
}

/* Exact for any row: the segment within it is from (x at the row's upper end) to (x at its lower),
 * as fractions over the segment's height; a pixel is entered where the span's inside overlaps. */
static int
row_enters (PnGridPoint top, PnGridPoint bottom, int row, const PnBitmap *bitmap)
{
  int64_t y0 = (int64_t)row * PN_GRID_UNIT, y1 = y0 + PN_GRID_UNIT;
  y0 = y0 > top.y ? y0 : top.y;
  y1 = y1 < bottom.y ? y1 : bottom.y;
  int64_t dx = (int64_t)bottom.x - top.x, dy = (int64_t)bottom.y - top.y;
  /* x dy, at both ends of the row's part. */
  int64_t from = top.x * dy + dx * (y0 - top.y), to = top.x * dy + dx * (y1 - top.y);
  int64_t low = from < to ? from : to, high = from < to ? to : from;
  int64_t pixel = dy * PN_GRID_UNIT;
  PnPixelBox box = {.x0 = (int)floor_divide (low, pixel), .y0 = row, .y1 = row};
  box.x1 = (int)-floor_divide (-high, pixel) - 1;
  /* An upright segment on a line between pixels has an empty box. */
  return pn_bitmap_any_in (bitmap, box);
}

int
pn_segment_enters (PnGridPoint a, PnGridPoint b, const PnBitmap *bitmap)
{
  PnGridPoint top = a.y < b.y ? a : b, bottom = a.y < b.y ? b : a;
  int first = top.y >> PN_GRID_SHIFT;
  if (top.y == bottom.y) {
    if (top.y % PN_GRID_UNIT == 0)
      return 0;
    int32_t low = a.x < b.x ? a.x : b.x, high = a.x < b.x ? b.x : a.x;
    PnPixelBox box = {low >> PN_GRID_SHIFT, first, ((high - 1) >> PN_GRID_SHIFT), first};
    return pn_bitmap_any_in (bitmap, box);
  }
  int last = (bottom.y - 1) >> PN_GRID_SHIFT;
  for (int row = first; row <= last; row++)
    if (row_enters (top, bottom, row, bitmap))
      return 1;
  return 0;
}

static int
sign (int64_t value)
{
  return (value > 0) - (value < 0);
}

static int
is_between (PnGridPoint a, PnGridPoint b, PnGridPoint p)
{
  return p.x >= (a.x < b.x ? a.x : b.x) && p.x <= (a.x < b.x ? b.x : a.x) &&
         p.y >= (a.y < b.y ? a.y : b.y) && p.y <= (a.y < b.y ? b.y : a.y);
}

int
pn_segments_touch (PnGridPoint a, PnGridPoint b, PnGridPoint c, PnGridPoint d)
{
  int side_c = sign (pn_grid_orient (a, b, c)), side_d = sign (pn_grid_orient (a, b, d));
  int side_a = sign (pn_grid_orient (c, d, a)), side_b = sign (pn_grid_orient (c, d, b));
  if (side_c * side_d < 0 && side_a * side_b < 0)
    return 1;
  return (side_c == 0 && is_between (a, b, c)) || (side_d == 0 && is_between (a, b, d)) ||
         (side_a == 0 && is_between (c, d, a)) || (side_b == 0 && is_between (c, d, b));
}
