/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

#include "pn-vec.h"

/* Points on a grid of 1/64 pixel, on which the predicates of triangulation are exact. */
typedef struct {
  int32_t x, y;
} PnGridPoint;

#define PN_GRID_SHIFT 6
#define PN_GRID_UNIT (1 << PN_GRID_SHIFT)

/* Coordinates stay within this many grid units of the origin, four million pixels. Then an
 * orientation is below 2^60 and an in-circle determinant below 2^121. */
#define PN_GRID_MAX (1 << 28)

static inline PnVec2
pn_grid_to_vec2 (PnGridPoint p)
{
  return (PnVec2){p.x * (1.0 / PN_GRID_UNIT), p.y * (1.0 / PN_GRID_UNIT)};
}

static inline int
pn_grid_equal (PnGridPoint a, PnGridPoint b)
{
  return a.x == b.x && a.y == b.y;
}

/* Twice the signed area of a, b, c in square grid units, exactly: positive where they turn
 * clockwise as seen (y is down). */
static inline int64_t
pn_grid_orient (PnGridPoint a, PnGridPoint b, PnGridPoint c)
{
  return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}
