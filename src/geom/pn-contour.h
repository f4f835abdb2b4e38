/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-array.h"
#include "pn-bitmap.h"
#include "pn-grid-point.h"

/* The outlines of a bitmap along its pixels' edges, one point for each edge, at its start; loop i
 * holds the points from starts[i] to starts[i + 1]. The artwork lies on the right as one walks with
 * y down, so outer outlines run clockwise as seen and holes the other way.
 *
 * Artwork hangs together over corners (8-connected), clear space does not (4-connected): a line one
 * pixel wide is one piece at any angle. Where two pixels touch in a corner alone, both outlines
 * that pass there keep PN_CONTOUR_BRIDGE away from it, so that no outline ever touches itself or
 * another. */
typedef struct {
  PN_ARRAY (PnGridPoint) points;
  PN_ARRAY (size_t) starts;
  PN_ARRAY (int64_t) areas; /* whole pixels; negative for holes */
} PnContours;

/* In grid units along each axis: a quarter of a pixel. */
#define PN_CONTOUR_BRIDGE (PN_GRID_UNIT / 4)

/* Traces all loops, in order of their first pixel. PN_STATUS_LIMIT where there are more than
 * `max_points`, PN_STATUS_NO_MEMORY. `contours` is to be cleared in any case. */
PnStatus pn_contours_trace (PnContours *contours, const PnBitmap *bitmap, size_t max_points);
void pn_contours_clear (PnContours *contours);

/* Pixels x0 to x1, both included, of row y. */
typedef struct {
  int y, x0, x1;
} PnSpan;

typedef PN_ARRAY (PnSpan) PnSpans;

/* Replaces `spans` by the pixels that a loop encloses, whatever lies in them, in order of rows.
 * PN_STATUS_NO_MEMORY. */
PnStatus pn_contours_enclosed (const PnContours *contours, size_t loop, PnSpans *spans);

static inline size_t
pn_contours_n_loops (const PnContours *contours)
{
  return contours->areas.n_items;
}

static inline size_t
pn_contours_next_point (const PnContours *contours, size_t loop, size_t point)
{
  return point + 1 < contours->starts.items[loop + 1] ? point + 1 : contours->starts.items[loop];
}

/* The corner that a point stands on or beside, in pixels. */
static inline int32_t
pn_contour_corner (int32_t coordinate)
{
  return (coordinate + PN_GRID_UNIT / 2) >> PN_GRID_SHIFT;
}

/* The artwork pixel on the right of the edge that starts at a point, and the clear one on its left.
 */
static inline void
pn_contour_edge_pixels (PnGridPoint from, PnGridPoint to, int artwork[2], int clear[2])
{
  int x = pn_contour_corner (from.x), y = pn_contour_corner (from.y);
  int dx = pn_contour_corner (to.x) - x, dy = pn_contour_corner (to.y) - y;
  artwork[0] = dx < 0 || dy > 0 ? x - 1 : x;
  artwork[1] = dx < 0 || dy < 0 ? y - 1 : y;
  clear[0] = artwork[0] + dy;
  clear[1] = artwork[1] - dx;
}
