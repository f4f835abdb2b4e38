/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact tests of segments on the grid, against pixels and against each other. */
#include "pn-simplify.h"

static int64_t
floor_divide (int64_t a, int64_t b)
{
  int64_t quotient = a / b;
  return quotient * b > a ? quotient - 1 : quotient;
}

static int32_t
least (int32_t a, int32_t b)
{
  return a < b ? a : b;
}

static int32_t
most (int32_t a, int32_t b)
{
  return a > b ? a : b;
}

/* Widens the box of one row to the pixels whose inside the segment passes in that row. */
static void
add_to_row (PnGridPoint a, PnGridPoint b, PnPixelBox *row)
{
  PnGridPoint top = a.y < b.y ? a : b, bottom = a.y < b.y ? b : a;
  int64_t y0 = (int64_t)row->y0 * PN_GRID_UNIT, y1 = y0 + PN_GRID_UNIT;
  if (bottom.y < y0 || top.y > y1)
    return;
  int64_t dx = (int64_t)bottom.x - top.x, dy = (int64_t)bottom.y - top.y, low, high, pixel;
  if (dy == 0) {
    pixel = PN_GRID_UNIT;
    low = least (a.x, b.x);
    high = most (a.x, b.x);
  } else {
    /* x dy at both ends of the row's part. */
    y0 = y0 > top.y ? y0 : top.y;
    y1 = y1 < bottom.y ? y1 : bottom.y;
    int64_t from = top.x * dy + dx * (y0 - top.y), to = top.x * dy + dx * (y1 - top.y);
    pixel = dy * PN_GRID_UNIT;
    low = from < to ? from : to;
    high = from < to ? to : from;
  }
  row->x0 = least (row->x0, (int32_t)floor_divide (low, pixel));
  row->x1 = most (row->x1, (int32_t)-floor_divide (-high, pixel) - 1);
}

int
pn_triangle_enters (PnGridPoint a, PnGridPoint b, PnGridPoint c, const PnBitmap *bitmap)
{
  int32_t top = least (a.y, least (b.y, c.y)), bottom = most (a.y, most (b.y, c.y));
  int first = top >> PN_GRID_SHIFT, last = (bottom - 1) >> PN_GRID_SHIFT;
  for (int y = first; y <= last; y++) {
    PnPixelBox row = {INT32_MAX, y, INT32_MIN, y};
    add_to_row (a, b, &row);
    add_to_row (b, c, &row);
    add_to_row (c, a, &row);
    if (pn_bitmap_any_in (bitmap, row))
      return 1;
  }
  return 0;
}

int
pn_segment_enters (PnGridPoint a, PnGridPoint b, const PnBitmap *bitmap)
{
  /* Along a row: a line between two rows enters neither, one within a row has no lower row. */
  if (a.y == b.y && a.y % PN_GRID_UNIT == 0)
    return 0;
  int first = least (a.y, b.y) >> PN_GRID_SHIFT, last = most (a.y, b.y) >> PN_GRID_SHIFT;
  if (a.y != b.y)
    last = (most (a.y, b.y) - 1) >> PN_GRID_SHIFT;
  for (int y = first; y <= last; y++) {
    PnPixelBox row = {INT32_MAX, y, INT32_MIN, y};
    add_to_row (a, b, &row);
    if (pn_bitmap_any_in (bitmap, row))
      return 1;
  }
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
