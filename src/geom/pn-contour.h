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

static inline size_t
pn_contours_n_loops (const PnContours *contours)
{
  return contours->areas.n_items;
}

/* The corner that a point stands on or beside, in pixels. */
static inline int32_t
pn_contour_corner (int32_t coordinate)
{
  return (coordinate + PN_GRID_UNIT / 2) >> PN_GRID_SHIFT;
}
