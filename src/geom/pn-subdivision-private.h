/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-array.h"
#include "pn-predicates.h"

#define PN_HALF_NONE UINT32_MAX

/* An edge that was asked for: no flip may remove it. */
#define PN_HALF_FIXED 1u
/* The inside begins or ends at this edge. */
#define PN_HALF_TURNS 2u

/* A triangulation of a large square, as half-edges: half-edge 3 t + i starts at corner i of triangle
 * t and runs to the next corner. All triangles turn clockwise as seen. The first four points are
 * the square's. */
typedef struct {
  PN_ARRAY (PnGridPoint) points;
  PN_ARRAY (uint32_t) halves;  /* for each point one half-edge that starts there */
  PN_ARRAY (uint32_t) origins; /* for each half-edge its first point, */
  PN_ARRAY (uint32_t) mates;   /* the same edge in the triangle beyond, */
  PN_ARRAY (uint8_t) flags;    /* and what is known of the edge, the same in both halves */
  PN_ARRAY (uint8_t) regions;  /* for each triangle where it lies, once that is known */
  PN_ARRAY (uint32_t) pending; /* edges yet to be tested by the flips */
  uint32_t latest;             /* a triangle near the last point */
} PnSubdivision;

#define PN_SQUARE_POINTS 4

#define PN_REGION_OUTSIDE 0
#define PN_REGION_INSIDE 1
#define PN_REGION_UNKNOWN 2

static inline uint32_t
pn_half_next (uint32_t half)
{
  return half % 3 == 2 ? half - 2 : half + 1;
}

static inline uint32_t
pn_half_previous (uint32_t half)
{
  return half % 3 == 0 ? half + 2 : half - 1;
}

static inline uint32_t
pn_half_end (const PnSubdivision *self, uint32_t half)
{
  return self->origins.items[pn_half_next (half)];
}

/* The corner opposite to the edge. */
static inline uint32_t
pn_half_apex (const PnSubdivision *self, uint32_t half)
{
  return self->origins.items[pn_half_previous (half)];
}

static inline int64_t
pn_subdivision_orient (const PnSubdivision *self, uint32_t a, uint32_t b, uint32_t c)
{
  const PnGridPoint *points = self->points.items;
  return pn_grid_orient (points[a], points[b], points[c]);
}

/* The square alone, with room for `n_points` more. To be cleared in any case. */
PnStatus pn_subdivision_init (PnSubdivision *self, size_t n_points);
void pn_subdivision_clear (PnSubdivision *self);

/* The number of the point at `place`, which lies inside the square: an equal one that is there
 * already or a new one. Afterwards every edge that is not fixed is Delaunay again. */
PnStatus pn_subdivision_insert (PnSubdivision *self, PnGridPoint place, uint32_t *point);

/* Turns the edge into the other diagonal of the two triangles beside it, which must form a strictly
 * convex quadrangle, and returns its half-edge. */
uint32_t pn_subdivision_flip (PnSubdivision *self, uint32_t half);

/* Makes the line from `a` to `b` a chain of fixed edges through the points that lie on it. Where it
 * meets other fixed edges, both are bent by two grid units at most to meet in a grid point. `turns`
 * is PN_HALF_TURNS or 0; on an edge that is fixed already it is added modulo two. `n_crossings`
 * counts down; PN_STATUS_LIMIT at 0. */
PnStatus pn_subdivision_fix (PnSubdivision *self,
                             uint32_t a,
                             uint32_t b,
                             uint8_t turns,
                             size_t *n_crossings);

/* Sets the regions of all triangles by the even-odd rule, flooding from the square's sides.
 * PN_STATUS_NO_MEMORY. */
PnStatus pn_subdivision_flood (PnSubdivision *self);

/* Adds points inside, and on fixed edges, until triangles inside are well shaped: the circumradius
 * at most PN_REFINE_RATIO shortest sides, unless a side is shorter than `shortest` grid units or
 * there are `max_points` points already. */
PnStatus pn_subdivision_refine (PnSubdivision *self, int32_t shortest, size_t max_points);
