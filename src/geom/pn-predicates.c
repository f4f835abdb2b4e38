/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The in-circle determinant, first in doubles and, where its sign is within the rounding error,
 * exactly in 128 bits. The bound on the error is the first of Shewchuk 1997, "Adaptive Precision
 * Floating-Point Arithmetic and Fast Robust Geometric Predicates", section 4.3, for differences that
 * are themselves exact, as they are on the grid; it assumes round to nearest and no contraction. */
#include "pn-predicates.h"

#include <math.h>

__extension__ typedef __int128 Int128;

/* (10 + 96 e) e with e = 2^-53, rounded up. */
#define ERROR_BOUND (10.001 * 0x1p-53)

typedef struct {
  int64_t x, y;
} Offset;

static Offset
offset (PnGridPoint from, PnGridPoint to)
{
  return (Offset){(int64_t)to.x - from.x, (int64_t)to.y - from.y};
}

static int
in_circle_exact (Offset a, Offset b, Offset c)
{
  Int128 sum = (Int128)(a.x * a.x + a.y * a.y) * (b.x * c.y - c.x * b.y) +
               (Int128)(b.x * b.x + b.y * b.y) * (c.x * a.y - a.x * c.y) +
               (Int128)(c.x * c.x + c.y * c.y) * (a.x * b.y - b.x * a.y);
  return (sum > 0) - (sum < 0);
}

int
pn_grid_in_circle (PnGridPoint a, PnGridPoint b, PnGridPoint c, PnGridPoint d)
{
  Offset da = offset (d, a), db = offset (d, b), dc = offset (d, c);
  double ax = (double)da.x, ay = (double)da.y;
  double bx = (double)db.x, by = (double)db.y;
  double cx = (double)dc.x, cy = (double)dc.y;
  double bxcy = bx * cy, cxby = cx * by, cxay = cx * ay, axcy = ax * cy, axby = ax * by,
         bxay = bx * ay;
  double a_squared = ax * ax + ay * ay, b_squared = bx * bx + by * by,
         c_squared = cx * cx + cy * cy;

  double sum = a_squared * (bxcy - cxby) + b_squared * (cxay - axcy) + c_squared * (axby - bxay);
  double permanent = a_squared * (fabs (bxcy) + fabs (cxby)) +
                     b_squared * (fabs (cxay) + fabs (axcy)) +
                     c_squared * (fabs (axby) + fabs (bxay));
  if (sum > ERROR_BOUND * permanent)
    return 1;
  if (-sum > ERROR_BOUND * permanent)
    return -1;
  return in_circle_exact (da, db, dc);
}

/* from + (to - from) part / whole, rounded to nearest, halves up. */
static int32_t
divide_axis (int32_t from, int32_t to, int64_t part, int64_t whole)
{
  Int128 doubled = (Int128)2 * part * ((int64_t)to - from) + whole;
  Int128 quotient = doubled / ((Int128)2 * whole);
  if (quotient * 2 * whole > doubled) /* division truncates; this makes it a floor */
    quotient--;
  return (int32_t)(from + (int64_t)quotient);
}

PnGridPoint
pn_grid_crossing (PnGridPoint a, PnGridPoint b, PnGridPoint c, PnGridPoint d)
{
  int64_t side_c = pn_grid_orient (a, b, c), side_d = pn_grid_orient (a, b, d);
  int64_t part = side_c < 0 ? -side_c : side_c;
  int64_t whole = part + (side_d < 0 ? -side_d : side_d);
  return (PnGridPoint){divide_axis (c.x, d.x, part, whole), divide_axis (c.y, d.y, part, whole)};
}
