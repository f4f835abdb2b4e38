/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-polyline.h"

#include <math.h>

size_t
pn_bezier_n_flat (size_t n_points)
{
  return n_points < 4 ? 0 : (n_points - 1) / 3 * PN_BEZIER_PIECES + 1;
}

/* De Casteljau's way: between, between, and between those. */
static PnVec2
bezier_at (const PnVec2 *p, double t)
{
  PnVec2 a = pn_vec2_mix (p[0], p[1], t), b = pn_vec2_mix (p[1], p[2], t);
  PnVec2 c = pn_vec2_mix (p[2], p[3], t);
  return pn_vec2_mix (pn_vec2_mix (a, b, t), pn_vec2_mix (b, c, t), t);
}

void
pn_bezier_flatten (const PnVec2 *points, size_t n_points, PnVec2 *flat)
{
  size_t n_flat = pn_bezier_n_flat (n_points);
  for (size_t i = 0; i + 1 < n_flat; i++)
    flat[i] = bezier_at (points + i / PN_BEZIER_PIECES * 3,
                         (double)(i % PN_BEZIER_PIECES) / PN_BEZIER_PIECES);
  if (n_flat > 0)
    flat[n_flat - 1] = points[(n_points - 1) / 3 * 3];
}

double
pn_polyline_measure (const PnVec2 *points, size_t n_points, double *lengths)
{
  lengths[0] = 0;
  for (size_t i = 1; i < n_points; i++) {
    PnVec2 side = pn_vec2_sub (points[i], points[i - 1]);
    lengths[i] = lengths[i - 1] + pn_vec2_length (side);
  }
  return lengths[n_points - 1];
}

/* Where `length` lies beyond the ends the outermost piece that has a length goes on. */
PnVec2
pn_polyline_at (const PnVec2 *points, const double *lengths, size_t n_points, double length)
{
  size_t low = 0, high = n_points - 1;
  while (low < high && !(lengths[low + 1] > lengths[low]))
    low++;
  while (high > low && !(lengths[high] > lengths[high - 1]))
    high--;
  if (low == high)
    return points[0];
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (lengths[middle] <= length && lengths[middle] < lengths[high])
      low = middle;
    else
      high = middle;
  }
  double part = (length - lengths[low]) / (lengths[high] - lengths[low]);
  return pn_vec2_mix (points[low], points[high], part);
}
