/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-array.h"
#include "pn-grid-point.h"

/* Points are taken within this many grid units of the origin. */
#define PN_TRIANGULATE_MAX (PN_GRID_MAX / 2)

/* At most this many places where edges cross are resolved. */
#define PN_TRIANGULATE_CROSSINGS_MAX ((size_t)1 << 16)

typedef struct {
  /* The given points, equal ones once, followed by those where edges cross. */
  PN_ARRAY (PnGridPoint) points;
  /* Corners of the triangles inside, three each, clockwise as seen. */
  PN_ARRAY (uint32_t) triangles;
  /* For each triangle a bit for each side i (from corner i to the next) that lies on a given edge.
   */
  PN_ARRAY (uint8_t) fixed_sides;
} PnTriangulation;

/* Points that may be added for better triangles. */
typedef struct {
  int32_t shortest;  /* sides of less than this many grid units are left as they are, */
  size_t max_points; /* and no point is added beyond this many */
} PnRefinement;

/* Circumradius over shortest side of a triangle that is well shaped: no angle below 20.7 degrees. */
#define PN_REFINE_RATIO 1.4142135623730951

/* The constrained Delaunay triangulation of what the edges enclose: the inside is where a ray to
 * infinity meets an odd number of them, so holes are rings like any other, and islands in holes
 * too. `edges` holds pairs of indices of points; points beyond those the edges use are inner
 * points. Outlines may touch, overlap and cross themselves and each other; an edge given twice is
 * no edge of the inside. `refinement` is nullable. PN_STATUS_EMPTY where nothing is enclosed, PN_STATUS_LIMIT for points too
 * far out or too many crossings, PN_STATUS_NO_MEMORY. `triangulation` is zeroed first and is to be
 * cleared in any case. */
PnStatus pn_triangulate (const PnGridPoint *points,
                         size_t n_points,
                         const uint32_t *edges,
                         size_t n_edges,
                         const PnRefinement *refinement,
                         PnTriangulation *triangulation);
void pn_triangulation_clear (PnTriangulation *triangulation);
