/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges that must be there. Those that a wanted edge crosses are flipped away (Sloan 1993, "A fast
 * algorithm for generating constrained Delaunay triangulations"), the new ones made Delaunay again.
 *
 * Departures: points on the line cut it into a chain; an edge that crosses another wanted one is
 * cut with it in the grid point nearest to their crossing. Both halves are then wanted anew, for
 * they no longer lie exactly where the edge did. Each cut shortens edges on a finite grid, but the
 * number of crossings of n edges is of the order of n^2, so it is bounded by the caller. */
#include "pn-subdivision-private.h"

typedef struct {
  uint32_t a, b;
  uint8_t turns;
} Wish;

typedef PN_ARRAY (Wish) Wishes;

/* The edge between two points, known by its ends since flips rename half-edges. */
typedef struct {
  uint32_t u, w;
} Ends;

typedef PN_ARRAY (Ends) EndsArray;

/* What a straight way from a point meets first. */
typedef struct {
  uint32_t stop;  /* the point where the chain's first edge ends */
  uint32_t fixed; /* or a fixed edge that is in the way */
} Way;

/* The half-edge from u to w, or PN_HALF_NONE. */
static uint32_t
find_half (const PnSubdivision *self, uint32_t u, uint32_t w)
{
  uint32_t first = self->halves.items[u], half = first;
  do {
    if (pn_half_end (self, half) == w)
      return half;
    half = self->mates.items[pn_half_previous (half)];
  } while (half != first && half != PN_HALF_NONE);

  /* The fan of a corner of the square has two ends: turn the other way from where it began. */
  while (half == PN_HALF_NONE && self->mates.items[first] != PN_HALF_NONE) {
    first = pn_half_next (self->mates.items[first]);
    if (pn_half_end (self, first) == w)
      return first;
  }
  return PN_HALF_NONE;
}

static void
mark_fixed (PnSubdivision *self, uint32_t half, uint8_t turns)
{
  uint8_t flags = (self->flags.items[half] ^ turns) | PN_HALF_FIXED;
  self->flags.items[half] = self->flags.items[self->mates.items[half]] = flags;
}

/* Finds the first thing on the way from `a` to `b`: a point that `a` has an edge to (`first_half`
 * is that edge) or an edge to cross (`first_half`, with its origin to the left of the way as seen).
 */
static int
look_ahead (const PnSubdivision *self, uint32_t a, uint32_t b, uint32_t *first_half)
{
  uint32_t first = self->halves.items[a], half = first;
  const PnGridPoint *points = self->points.items;
  do {
    uint32_t u = pn_half_end (self, half), w = pn_half_apex (self, half);
    int64_t side_u = pn_subdivision_orient (self, a, b, u);
    int64_t side_w = pn_subdivision_orient (self, a, b, w);
    if (side_u == 0) {
      int64_t ahead = ((int64_t)points[b].x - points[a].x) * ((int64_t)points[u].x - points[a].x) +
                      ((int64_t)points[b].y - points[a].y) * ((int64_t)points[u].y - points[a].y);
      if (ahead > 0) {
        *first_half = half;
        return 1;
      }
    }
    if (side_u < 0 && side_w > 0) {
      *first_half = pn_half_next (half);
      return 0;
    }
    half = self->mates.items[pn_half_previous (half)];
  } while (half != first);
  PN_ASSERT (!"the triangles around a point leave no way out");
  return 0;
}

/* Walks from `half`, the first edge to cross, to the first point on the way or the first fixed edge
 * across it, listing the edges in between. */
static PnStatus
list_crossed (const PnSubdivision *self,
              uint32_t a,
              uint32_t b,
              uint32_t half,
              EndsArray *crossed,
              Way *way)
{
  *way = (Way){PN_HALF_NONE, PN_HALF_NONE};
  for (;;) {
    if (self->flags.items[half] & PN_HALF_FIXED) {
      way->fixed = half;
      return PN_STATUS_OK;
    }
    Ends ends = {self->origins.items[half], pn_half_end (self, half)};
    if (pn_array_push (crossed, ends) != PN_STATUS_OK)
      return PN_STATUS_NO_MEMORY;

    uint32_t mate = self->mates.items[half], apex = pn_half_apex (self, mate);
    int64_t side = apex == b ? 0 : pn_subdivision_orient (self, a, b, apex);
    if (side == 0) {
      way->stop = apex;
      return PN_STATUS_OK;
    }
    half = side < 0 ? pn_half_previous (mate) : pn_half_next (mate);
  }
}

/* Whether the way from a to b passes between the ends of the edge. */
static int
crosses_way (const PnSubdivision *self, uint32_t a, uint32_t b, Ends ends)
{
  if (ends.u == a || ends.u == b || ends.w == a || ends.w == b)
    return 0;
  int64_t side_u = pn_subdivision_orient (self, a, b, ends.u);
  int64_t side_w = pn_subdivision_orient (self, a, b, ends.w);
  return (side_u < 0 && side_w > 0) || (side_u > 0 && side_w < 0);
}

/* Flips the crossed edges until none crosses. An edge whose two triangles form no convex quadrangle
 * waits until its neighbours have been flipped. */
static PnStatus
flip_crossed (PnSubdivision *self, uint32_t a, uint32_t b, EndsArray *crossed, EndsArray *fresh)
{
  for (size_t next = 0; next < crossed->n_items; next++) {
    Ends ends = crossed->items[next];
    uint32_t half = find_half (self, ends.u, ends.w);
    Ends turned = {pn_half_apex (self, half), pn_half_apex (self, self->mates.items[half])};
    int is_convex = crosses_way (self, turned.u, turned.w, ends);
    if (is_convex)
      pn_subdivision_flip (self, half);
    EndsArray *to = is_convex && !crosses_way (self, a, b, turned) ? fresh : crossed;
    if (pn_array_push (to, is_convex ? turned : ends) != PN_STATUS_OK)
      return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}

/* Flips the edges in `fresh` and what that touches until all are Delaunay or fixed. */
static PnStatus
restore_edges (PnSubdivision *self, EndsArray *fresh)
{
  while (fresh->n_items > 0) {
    Ends ends = fresh->items[--fresh->n_items];
    uint32_t half = find_half (self, ends.u, ends.w);
    if (half == PN_HALF_NONE || (self->flags.items[half] & PN_HALF_FIXED))
      continue;
    uint32_t mate = self->mates.items[half];
    if (mate == PN_HALF_NONE)
      continue;
    uint32_t c = pn_half_apex (self, half), d = pn_half_apex (self, mate);
    const PnGridPoint *points = self->points.items;
    if (pn_grid_in_circle (points[ends.u], points[ends.w], points[c], points[d]) <= 0)
      continue;
    pn_subdivision_flip (self, half);
    Ends sides[4] = {{ends.u, c}, {ends.u, d}, {ends.w, c}, {ends.w, d}};
    for (int i = 0; i < 4; i++)
      if (pn_array_push (fresh, sides[i]) != PN_STATUS_OK)
        return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}

/* Cuts the fixed edge `half` and the wish that meets it in the point nearest to their crossing,
 * which may be an end of either, and wishes for the pieces. */
static PnStatus
cut_both (PnSubdivision *self, Wish wish, uint32_t half, Wishes *wishes, EndsArray *fresh)
{
  Ends ends = {self->origins.items[half], pn_half_end (self, half)};
  const PnGridPoint *points = self->points.items;
  PnGridPoint place =
      pn_grid_crossing (points[wish.a], points[wish.b], points[ends.u], points[ends.w]);
  uint8_t turns = self->flags.items[half] & PN_HALF_TURNS;
  self->flags.items[half] = self->flags.items[self->mates.items[half]] = 0;

  uint32_t cut = 0;
  self->latest = half / 3;
  PnStatus status = pn_subdivision_insert (self, place, &cut);
  /* The edge may be flipped from now on. */
  if (status == PN_STATUS_OK)
    status = pn_array_push (fresh, ends);
  if (status == PN_STATUS_OK)
    status = restore_edges (self, fresh);
  Wish pieces[4] = {{ends.u, cut, turns},
                    {cut, ends.w, turns},
                    {wish.a, cut, wish.turns},
                    {cut, wish.b, wish.turns}};
  for (int i = 0; i < 4 && status == PN_STATUS_OK; i++)
    if (pieces[i].a != pieces[i].b)
      status = pn_array_push (wishes, pieces[i]);
  return status;
}

/* Makes the first edge of the chain, or cuts what is in the way, and puts what remains back among
 * the wishes. */
static PnStatus
grant_one (PnSubdivision *self,
           Wish wish,
           Wishes *wishes,
           EndsArray *crossed,
           EndsArray *fresh,
           size_t *n_crossings)
{
  uint32_t half;
  Wish rest = wish;
  if (look_ahead (self, wish.a, wish.b, &half)) {
    mark_fixed (self, half, wish.turns);
    rest.a = pn_half_end (self, half);
    return rest.a == rest.b ? PN_STATUS_OK : pn_array_push (wishes, rest);
  }

  crossed->n_items = fresh->n_items = 0;
  Way way;
  PnStatus status = list_crossed (self, wish.a, wish.b, half, crossed, &way);
  if (status != PN_STATUS_OK)
    return status;
  if (way.fixed != PN_HALF_NONE) {
    if (*n_crossings == 0)
      return PN_STATUS_LIMIT;
    (*n_crossings)--;
    return cut_both (self, wish, way.fixed, wishes, fresh);
  }

  status = flip_crossed (self, wish.a, way.stop, crossed, fresh);
  if (status != PN_STATUS_OK)
    return status;
  mark_fixed (self, find_half (self, wish.a, way.stop), wish.turns);
  status = restore_edges (self, fresh);
  rest.a = way.stop;
  if (status == PN_STATUS_OK && rest.a != rest.b)
    status = pn_array_push (wishes, rest);
  return status;
}

PnStatus
pn_subdivision_fix (PnSubdivision *self, uint32_t a, uint32_t b, uint8_t turns, size_t *n_crossings)
{
  if (a == b)
    return PN_STATUS_OK;
  Wishes wishes = {0};
  EndsArray crossed = {0}, fresh = {0};
  PnStatus status = pn_array_push (&wishes, (Wish){a, b, turns});
  while (status == PN_STATUS_OK && wishes.n_items > 0)
    status =
        grant_one (self, wishes.items[--wishes.n_items], &wishes, &crossed, &fresh, n_crossings);
  pn_array_clear (&wishes);
  pn_array_clear (&crossed);
  pn_array_clear (&fresh);
  return status;
}
