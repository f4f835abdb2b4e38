/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-contour.h"

/* Closed lines: loop i holds the points from starts[i] to starts[i + 1]. */
typedef struct {
  PN_ARRAY (PnGridPoint) points;
  PN_ARRAY (size_t) starts;
} PnRings;

static inline size_t
pn_rings_n_rings (const PnRings *rings)
{
  return rings->starts.n_items > 0 ? rings->starts.n_items - 1 : 0;
}

/* Chooses few of the points of each contour so that every point lies within its `slack` (grid
 * units) of the line that replaces its part, no new line enters a pixel that is set in `obstacles`,
 * and no two lines touch, of one ring or of two. A point with a line shorter than `shortest` beside
 * it is dropped whatever its slack if no obstacle is passed over. PN_STATUS_LIMIT where it takes
 * more than `max_points`, PN_STATUS_NO_MEMORY. `rings` is zeroed first and to be cleared in any
 * case. */
PnStatus pn_simplify (const PnContours *contours,
                      const int32_t *slack,
                      const PnBitmap *obstacles,
                      int32_t shortest,
                      size_t max_points,
                      PnRings *rings);
void pn_rings_clear (PnRings *rings);

/* Whether the segment passes through the inside of a set pixel. */
int pn_segment_enters (PnGridPoint a, PnGridPoint b, const PnBitmap *bitmap);

/* Whether the triangle and the inside of a set pixel have a part in common. Says so too for pixels
 * that a line along their row, from one side of the triangle to another, passes. */
int pn_triangle_enters (PnGridPoint a, PnGridPoint b, PnGridPoint c, const PnBitmap *bitmap);

/* Whether two segments have a point in common. */
int pn_segments_touch (PnGridPoint a, PnGridPoint b, PnGridPoint c, PnGridPoint d);
