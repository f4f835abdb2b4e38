/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constrained Delaunay triangulation of outlines: points along a Hilbert curve, so that each is
 * near the one before; then edges; then the inside by flooding from outside. */
#include "pn-triangulate.h"

#include <string.h>

#include "pn-subdivision-private.h"

typedef struct {
  uint32_t place; /* along the curve */
  uint32_t point;
} Ordered;

static int
compare_ordered (const void *a, const void *b)
{
  const Ordered *p = a, *q = b;
  if (p->place != q->place)
    return p->place < q->place ? -1 : 1;
  return p->point < q->point ? -1 : p->point > q->point;
}

/* The place of a cell along the Hilbert curve through 2^16 x 2^16 cells (Hilbert 1891). */
static uint32_t
hilbert_place (uint32_t x, uint32_t y)
{
  uint32_t place = 0;
  for (uint32_t bit = 1u << 15; bit > 0; bit >>= 1) {
    uint32_t right = (x & bit) != 0, below = (y & bit) != 0;
    place = place << 2 | ((3 * right) ^ below);
    if (!below) {
      /* The two upper quarters are mirrored on a diagonal, the right one turned over as well. */
      uint32_t flipped = right ? ~UINT32_C (0) : 0, old_x = x;
      x = y ^ flipped;
      y = old_x ^ flipped;
    }
  }
  return place;
}

static Ordered *
order_points (const PnGridPoint *points, size_t n_points)
{
  Ordered *ordered = reallocarray (NULL, n_points, sizeof *ordered);
  if (!ordered)
    return NULL;
  PnGridPoint low = points[0], high = points[0];
  for (size_t i = 1; i < n_points; i++) {
    low.x = points[i].x < low.x ? points[i].x : low.x;
    low.y = points[i].y < low.y ? points[i].y : low.y;
    high.x = points[i].x > high.x ? points[i].x : high.x;
    high.y = points[i].y > high.y ? points[i].y : high.y;
  }
  uint32_t width = (uint32_t)(high.x - low.x), height = (uint32_t)(high.y - low.y);
  uint32_t span = width > height ? width : height;
  int shift = 0;
  while (span >> shift >= 1u << 16)
    shift++;
  for (size_t i = 0; i < n_points; i++)
    ordered[i] = (Ordered){hilbert_place ((uint32_t)(points[i].x - low.x) >> shift,
                                          (uint32_t)(points[i].y - low.y) >> shift),
                           (uint32_t)i};
  qsort (ordered, n_points, sizeof *ordered, compare_ordered);
  return ordered;
}

/* `placed` receives the subdivision's number of each given point. */
static PnStatus
insert_points (PnSubdivision *self, const PnGridPoint *points, size_t n_points, uint32_t *placed)
{
  Ordered *ordered = order_points (points, n_points);
  PnStatus status = ordered ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;
  for (size_t i = 0; i < n_points && status == PN_STATUS_OK; i++)
    status = pn_subdivision_insert (self, points[ordered[i].point], &placed[ordered[i].point]);
  free (ordered);
  return status;
}

PnStatus
pn_subdivision_flood (PnSubdivision *self)
{
  size_t n_triangles = self->regions.n_items;
  uint8_t *regions = self->regions.items;
  uint32_t *stack = reallocarray (NULL, n_triangles, sizeof *stack);
  if (!stack)
    return PN_STATUS_NO_MEMORY;
  memset (regions, PN_REGION_UNKNOWN, n_triangles);
  size_t n_stacked = 1;
  stack[0] = self->halves.items[0] / 3;
  regions[stack[0]] = PN_REGION_OUTSIDE;
  while (n_stacked > 0) {
    uint32_t triangle = stack[--n_stacked];
    for (uint32_t half = 3 * triangle; half < 3 * triangle + 3; half++) {
      uint32_t mate = self->mates.items[half];
      if (mate == PN_HALF_NONE || regions[mate / 3] != PN_REGION_UNKNOWN)
        continue;
      uint8_t turns = (self->flags.items[half] & PN_HALF_TURNS) != 0;
      regions[mate / 3] = regions[triangle] ^ turns;
      stack[n_stacked++] = mate / 3;
    }
  }
  free (stack);
  return PN_STATUS_OK;
}

static PnStatus
take_inside (const PnSubdivision *self, PnTriangulation *out)
{
  size_t n_triangles = self->regions.n_items;
  size_t n_points = self->points.n_items - PN_SQUARE_POINTS;
  if (pn_array_reserve (&out->points, n_points) != PN_STATUS_OK ||
      pn_array_reserve (&out->triangles, 3 * n_triangles) != PN_STATUS_OK ||
      pn_array_reserve (&out->fixed_sides, n_triangles) != PN_STATUS_OK)
    return PN_STATUS_NO_MEMORY;

  memcpy (out->points.items, self->points.items + PN_SQUARE_POINTS,
          n_points * sizeof (PnGridPoint));
  out->points.n_items = n_points;
  for (size_t t = 0; t < n_triangles; t++) {
    if (self->regions.items[t] != PN_REGION_INSIDE)
      continue;
    uint8_t fixed = 0;
    for (size_t i = 0; i < 3; i++) {
      out->triangles.items[out->triangles.n_items++] =
          self->origins.items[3 * t + i] - PN_SQUARE_POINTS;
      fixed |= (uint8_t)((self->flags.items[3 * t + i] & PN_HALF_FIXED) << i);
    }
    out->fixed_sides.items[out->fixed_sides.n_items++] = fixed;
  }
  return out->triangles.n_items > 0 ? PN_STATUS_OK : PN_STATUS_EMPTY;
}

static int
is_within_reach (const PnGridPoint *points, size_t n_points)
{
  for (size_t i = 0; i < n_points; i++)
    if (points[i].x < -PN_TRIANGULATE_MAX || points[i].x > PN_TRIANGULATE_MAX ||
        points[i].y < -PN_TRIANGULATE_MAX || points[i].y > PN_TRIANGULATE_MAX)
      return 0;
  return n_points < UINT32_MAX / 16;
}

PnStatus
pn_triangulate (const PnGridPoint *points,
                size_t n_points,
                const uint32_t *edges,
                size_t n_edges,
                const PnRefinement *refinement,
                PnTriangulation *triangulation)
{
  memset (triangulation, 0, sizeof *triangulation);
  if (n_points == 0 || n_edges == 0)
    return PN_STATUS_EMPTY;
  if (!is_within_reach (points, n_points))
    return PN_STATUS_LIMIT;

  PnSubdivision subdivision;
  uint32_t *placed = reallocarray (NULL, n_points, sizeof *placed);
  PnStatus status = pn_subdivision_init (&subdivision, n_points);
  if (status == PN_STATUS_OK)
    status = placed ? insert_points (&subdivision, points, n_points, placed) : PN_STATUS_NO_MEMORY;
  size_t n_crossings = PN_TRIANGULATE_CROSSINGS_MAX;
  for (size_t i = 0; i < n_edges && status == PN_STATUS_OK; i++) {
    PN_ASSERT (edges[2 * i] < n_points && edges[2 * i + 1] < n_points);
    status = pn_subdivision_fix (&subdivision, placed[edges[2 * i]], placed[edges[2 * i + 1]],
                                 PN_HALF_TURNS, &n_crossings);
  }
  if (status == PN_STATUS_OK)
    status = pn_subdivision_flood (&subdivision);
  if (status == PN_STATUS_OK && refinement)
    status = pn_subdivision_refine (&subdivision, refinement->shortest,
                                    refinement->max_points + PN_SQUARE_POINTS);
  if (status == PN_STATUS_OK)
    status = take_inside (&subdivision, triangulation);
  free (placed);
  pn_subdivision_clear (&subdivision);
  return status;
}

void
pn_triangulation_clear (PnTriangulation *triangulation)
{
  pn_array_clear (&triangulation->points);
  pn_array_clear (&triangulation->triangles);
  pn_array_clear (&triangulation->fixed_sides);
}
