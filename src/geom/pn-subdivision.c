/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Incremental Delaunay triangulation by flips (Lawson 1977, "Software for C1 surface
 * interpolation"), points found by walking from the last one. On grid points all tests are exact,
 * so it ends and its result is the Delaunay triangulation whatever the input. About one microsecond
 * a point where the points come in an order that keeps neighbours together; n^2 where they do not. */
#include "pn-subdivision-private.h"

#include <string.h>

PnStatus
pn_subdivision_init (PnSubdivision *self, size_t n_points)
{
  static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
  static const uint32_t mates[6] = {PN_HALF_NONE, PN_HALF_NONE, 3, 2, PN_HALF_NONE, PN_HALF_NONE};
  static const uint32_t first[PN_SQUARE_POINTS] = {0, 1, 2, 5};
  static const PnGridPoint square[PN_SQUARE_POINTS] = {
      {-PN_GRID_MAX, -PN_GRID_MAX},
      {PN_GRID_MAX, -PN_GRID_MAX},
      {PN_GRID_MAX, PN_GRID_MAX},
      {-PN_GRID_MAX, PN_GRID_MAX},
  };
  memset (self, 0, sizeof *self);
  size_t n_halves = 6 * n_points + PN_N_ELEMENTS (corners);
  if (pn_array_reserve (&self->points, n_points + PN_SQUARE_POINTS) != PN_STATUS_OK ||
      pn_array_reserve (&self->halves, n_points + PN_SQUARE_POINTS) != PN_STATUS_OK ||
      pn_array_reserve (&self->origins, n_halves) != PN_STATUS_OK ||
      pn_array_reserve (&self->mates, n_halves) != PN_STATUS_OK ||
      pn_array_reserve (&self->flags, n_halves) != PN_STATUS_OK ||
      pn_array_reserve (&self->regions, n_halves / 3) != PN_STATUS_OK)
    return PN_STATUS_NO_MEMORY;
  memcpy (self->points.items, square, sizeof square);
  memcpy (self->halves.items, first, sizeof first);
  memcpy (self->origins.items, corners, sizeof corners);
  memcpy (self->mates.items, mates, sizeof mates);
  const size_t n_square = PN_N_ELEMENTS (corners);
  memset (self->flags.items, 0, n_square);
  memset (self->regions.items, PN_REGION_UNKNOWN, 2);
  self->points.n_items = self->halves.n_items = PN_SQUARE_POINTS;
  self->origins.n_items = self->mates.n_items = self->flags.n_items = n_square;
  self->regions.n_items = 2;
  return PN_STATUS_OK;
}

void
pn_subdivision_clear (PnSubdivision *self)
{
  pn_array_clear (&self->points);
  pn_array_clear (&self->halves);
  pn_array_clear (&self->origins);
  pn_array_clear (&self->mates);
  pn_array_clear (&self->flags);
  pn_array_clear (&self->regions);
  pn_array_clear (&self->pending);
}

static void
join (PnSubdivision *self, uint32_t half, uint32_t mate)
{
  self->mates.items[half] = mate;
  if (mate != PN_HALF_NONE)
    self->mates.items[mate] = half;
}

/* Half-edge `to` takes the place of `from`, which is another edge afterwards. */
static void
move_half (PnSubdivision *self, uint32_t to, uint32_t mate, uint8_t flags, uint32_t origin)
{
  join (self, to, mate);
  self->flags.items[to] = flags;
  self->origins.items[to] = origin;
  self->halves.items[origin] = to;
}

/*        c                  c
 *      / | \              /   \
 *    a   |   b    to    a - - - b     (seen along the edge ab, which becomes dc)
 *      \ | /              \   /
 *        d                  d                                                       */
uint32_t
pn_subdivision_flip (PnSubdivision *self, uint32_t half)
{
  const uint32_t *origins = self->origins.items, *mates = self->mates.items;
  const uint8_t *flags = self->flags.items;
  uint32_t ab = half, bc = pn_half_next (ab), ca = pn_half_previous (ab);
  uint32_t ba = mates[half], ad = pn_half_next (ba), db = pn_half_previous (ba);
  uint32_t a = origins[ab], b = origins[ba], c = origins[ca], d = origins[db];
  uint32_t beyond_bc = mates[bc], beyond_ad = mates[ad];
  uint8_t flags_bc = flags[bc], flags_ad = flags[ad];

  /* Triangles a d c and b c d; the edges ca and db stay where they are. */
  move_half (self, ab, beyond_ad, flags_ad, a);
  move_half (self, ba, beyond_bc, flags_bc, b);
  move_half (self, bc, ad, 0, d);
  move_half (self, ad, bc, 0, c);
  return bc;
}

/* Flips edges opposite to the new point `self->pending` lists until all are Delaunay. */
static PnStatus
restore_around (PnSubdivision *self)
{
  while (self->pending.n_items > 0) {
    uint32_t half = self->pending.items[--self->pending.n_items];
    uint32_t mate = self->mates.items[half];
    if (mate == PN_HALF_NONE || (self->flags.items[half] & PN_HALF_FIXED))
      continue;
    const PnGridPoint *points = self->points.items;
    if (pn_grid_in_circle (points[self->origins.items[half]], points[pn_half_end (self, half)],
                           points[pn_half_apex (self, half)],
                           points[pn_half_apex (self, mate)]) <= 0)
      continue;
    pn_subdivision_flip (self, half);
    if (pn_array_push (&self->pending, half) != PN_STATUS_OK ||
        pn_array_push (&self->pending, pn_half_previous (mate)) != PN_STATUS_OK)
      return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}

/* Cuts the triangle of `half` into three around `point` and puts their outer edges among the
 * pending. */
static PnStatus
split_triangle (PnSubdivision *self, uint32_t half, uint32_t point)
{
  uint32_t n_halves = (uint32_t)self->origins.n_items;
  if (pn_array_reserve (&self->origins, 6) != PN_STATUS_OK ||
      pn_array_reserve (&self->mates, 6) != PN_STATUS_OK ||
      pn_array_reserve (&self->flags, 6) != PN_STATUS_OK ||
      pn_array_reserve (&self->regions, 2) != PN_STATUS_OK ||
      pn_array_reserve (&self->pending, 3) != PN_STATUS_OK)
    return PN_STATUS_NO_MEMORY;
  self->origins.n_items = self->mates.n_items = self->flags.n_items = n_halves + 6;
  self->regions.n_items += 2;
  memset (&self->regions.items[n_halves / 3], self->regions.items[half / 3], 2);

  uint32_t outer[3] = {half, n_halves, n_halves + 3};
  uint32_t sides[3] = {half, pn_half_next (half), pn_half_previous (half)};
  uint32_t corners[3], beyond[3];
  uint8_t flags[3];
  for (int i = 0; i < 3; i++) {
    corners[i] = self->origins.items[sides[i]];
    beyond[i] = self->mates.items[sides[i]];
    flags[i] = self->flags.items[sides[i]];
  }
  for (int i = 0; i < 3; i++)
    move_half (self, outer[i], beyond[i], flags[i], corners[i]);
  for (int i = 0; i < 3; i++) {
    int following = (i + 1) % 3;
    move_half (self, pn_half_next (outer[i]), pn_half_previous (outer[following]), 0,
               corners[following]);
    self->origins.items[pn_half_previous (outer[i])] = point;
    self->flags.items[pn_half_previous (outer[i])] = 0;
    self->pending.items[self->pending.n_items++] = outer[i];
  }
  self->halves.items[point] = pn_half_previous (outer[0]);
  return PN_STATUS_OK;
}

/* The point lies on the edge: the flat triangle that a split leaves is flipped away at once. */
static PnStatus
split_edge (PnSubdivision *self, uint32_t half, uint32_t point)
{
  uint8_t flags = self->flags.items[half];
  uint32_t a = self->origins.items[half], mate = self->mates.items[half];
  PnStatus status = split_triangle (self, half, point);
  if (status == PN_STATUS_OK)
    status = pn_array_reserve (&self->pending, 1);
  if (status != PN_STATUS_OK)
    return status;

  /* Now the triangle of `half` is a b point; after the flip its place holds a d point, and the
   * mate's b point d. */
  pn_subdivision_flip (self, half);
  self->regions.items[half / 3] = self->regions.items[mate / 3];
  self->pending.items[self->pending.n_items++] = pn_half_previous (mate);
  uint32_t to_a = pn_half_previous (half), to_b = mate;
  PN_ASSERT (self->origins.items[half] == a && self->origins.items[to_a] == point);
  self->flags.items[to_a] = self->flags.items[self->mates.items[to_a]] = flags;
  self->flags.items[to_b] = self->flags.items[self->mates.items[to_b]] = flags;
  return PN_STATUS_OK;
}

typedef enum {
  IN_TRIANGLE,
  ON_EDGE,
  ON_POINT,
} Place;

/* Looks whether `place` lies in the triangle; if not, `half` becomes the edge it lies beyond. */
static int
is_in_triangle (const PnSubdivision *self, PnGridPoint place, uint32_t *half, Place *kind)
{
  uint32_t first = *half / 3 * 3;
  *kind = IN_TRIANGLE;
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t side = first + i;
    int64_t turn = pn_grid_orient (self->points.items[self->origins.items[side]],
                                   self->points.items[pn_half_end (self, side)], place);
    if (turn < 0) {
      *half = side;
      return 0;
    }
    if (turn > 0)
      continue;
    if (*kind == IN_TRIANGLE) {
      *kind = ON_EDGE;
      *half = side;
    } else {
      /* On two edges: on their common corner, which is the later one's origin but for the pair of
       * the first and the last. */
      *kind = ON_POINT;
      *half = i == 2 && *half == first ? first : side;
    }
  }
  return 1;
}

/* Walks towards `place`. Among Delaunay edges that ends for certain; with fixed ones the walk may
 * turn in a circle, and all triangles are tried instead. */
static uint32_t
locate (PnSubdivision *self, PnGridPoint place, Place *kind)
{
  uint32_t half = 3 * self->latest, n_halves = (uint32_t)self->origins.n_items;
  for (uint32_t steps = 0; steps < n_halves; steps++) {
    if (is_in_triangle (self, place, &half, kind))
      return half;
    PN_ASSERT (self->mates.items[half] != PN_HALF_NONE);
    half = self->mates.items[half];
  }
  for (uint32_t first = 0; first < n_halves; first += 3) {
    half = first;
    if (is_in_triangle (self, place, &half, kind))
      return half;
  }
  PN_ASSERT (!"the square holds the point");
  return 0;
}

PnStatus
pn_subdivision_insert (PnSubdivision *self, PnGridPoint place, uint32_t *point)
{
  Place kind;
  uint32_t half = locate (self, place, &kind);
  if (kind == ON_POINT) {
    *point = self->origins.items[half];
    return PN_STATUS_OK;
  }
  uint32_t fresh = (uint32_t)self->points.n_items;
  if (pn_array_push (&self->points, place) != PN_STATUS_OK ||
      pn_array_push (&self->halves, PN_HALF_NONE) != PN_STATUS_OK)
    return PN_STATUS_NO_MEMORY;

  PnStatus status =
      kind == ON_EDGE ? split_edge (self, half, fresh) : split_triangle (self, half, fresh);
  if (status == PN_STATUS_OK)
    status = restore_around (self);
  self->latest = self->halves.items[fresh] / 3;
  *point = fresh;
  return status;
}
