/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delaunay refinement (Ruppert 1995, "A Delaunay refinement algorithm for quality 2-dimensional mesh
 * generation"): a badly shaped triangle gets a new point, and where that would come too near to a
 * fixed edge the edge is halved instead. The new point is Üngör's off-centre (2004, "Off-centers: a
 * new type of Steiner points for computing size-optimal quality-guaranteed Delaunay
 * triangulations"), which is on the way to the circumcentre but no farther than a good triangle
 * needs, so sizes grow as fast as the ratio allows.
 *
 * Departures: nothing shorter than a given side is refined and no edge halved below it, so it ends
 * for any input, sharp corners and slits included, and leaves those as they are; edges are halved
 * only where the middle is a grid point, so the outline stays where it was; nearness to an edge is
 * tested for the triangles around the new point alone. */
#include <math.h>

#include "pn-subdivision-private.h"
#include "pn-triangulate.h"

/* Steps towards a new point before it is given up. */
#define WALK_STEPS_MAX 200

/* A triangle that was there when it was queued. */
typedef struct {
  uint32_t half;
  uint32_t corners[3];
} Suspect;

typedef struct {
  PnSubdivision *subdivision;
  double shortest_squared;
  PN_ARRAY (Suspect) queue;
} Refiner;

static PnStatus
suspect (Refiner *self, uint32_t half)
{
  const PnSubdivision *subdivision = self->subdivision;
  if (subdivision->regions.items[half / 3] != PN_REGION_INSIDE)
    return PN_STATUS_OK;
  const uint32_t *origins = subdivision->origins.items;
  uint32_t first = half / 3 * 3;
  Suspect item = {first, {origins[first], origins[first + 1], origins[first + 2]}};
  return pn_array_push (&self->queue, item);
}

static PnStatus
suspect_around (Refiner *self, uint32_t point)
{
  PnSubdivision *subdivision = self->subdivision;
  uint32_t first = subdivision->halves.items[point], half = first;
  PnStatus status = PN_STATUS_OK;
  do {
    status = suspect (self, half);
    half = subdivision->mates.items[pn_half_previous (half)];
  } while (status == PN_STATUS_OK && half != first);
  return status;
}

static int
is_still_there (const Refiner *self, const Suspect *item)
{
  const uint32_t *origins = &self->subdivision->origins.items[item->half];
  return origins[0] == item->corners[0] && origins[1] == item->corners[1] &&
         origins[2] == item->corners[2];
}

static PnVec2
vector (const PnSubdivision *self, uint32_t from, uint32_t to)
{
  PnGridPoint a = self->points.items[from], b = self->points.items[to];
  return pn_vec2 ((double)b.x - a.x, (double)b.y - a.y);
}

/* Whether a triangle is to be refined, and the place of its new point. */
static int
find_off_centre (const Refiner *self, const uint32_t *corners, PnGridPoint *place)
{
  const PnSubdivision *subdivision = self->subdivision;
  double squared[3], product = 1;
  int shortest = 0;
  for (int i = 0; i < 3; i++) {
    PnVec2 side = vector (subdivision, corners[i], corners[(i + 1) % 3]);
    squared[i] = pn_vec2_dot (side, side);
    product *= squared[i];
    shortest = squared[i] < squared[shortest] ? i : shortest;
  }
  double cross = (double)pn_subdivision_orient (subdivision, corners[0], corners[1], corners[2]);
  double radius_squared = product / (4 * cross * cross);
  if (squared[shortest] < self->shortest_squared ||
      radius_squared <= PN_REFINE_RATIO * PN_REFINE_RATIO * squared[shortest])
    return 0;

  /* From the middle of the shortest side towards the circumcentre, on the third corner's side: a
   * negative rise is a circumcentre beyond the side. */
  uint32_t a = corners[shortest], b = corners[(shortest + 1) % 3], c = corners[(shortest + 2) % 3];
  PnVec2 side = vector (subdivision, a, b), to_c = vector (subdivision, a, c);
  double length = sqrt (squared[shortest]);
  double along = pn_vec2_dot (to_c, side) / length, height = cross / length;
  double rise = (along * along + height * height - along * length) / (2 * height);
  double enough = length * (PN_REFINE_RATIO + sqrt (PN_REFINE_RATIO * PN_REFINE_RATIO - 0.25));
  rise = fmin (rise, enough);
  PnGridPoint start = subdivision->points.items[a];
  place->x = (int32_t)floor (start.x + side.x / 2 - side.y / length * rise + 0.5);
  place->y = (int32_t)floor (start.y + side.y / 2 + side.x / length * rise + 0.5);
  return 1;
}

/* Walks from a triangle to the one that holds `place`. Returns a fixed edge in the way, or
 * PN_HALF_NONE; then `half` is one of the triangle's edges, or PN_HALF_NONE if it was not found. */
static uint32_t
walk (const PnSubdivision *self, PnGridPoint place, uint32_t *half)
{
  for (int steps = 0; steps < WALK_STEPS_MAX; steps++) {
    uint32_t first = *half / 3 * 3, exit = PN_HALF_NONE;
    for (uint32_t side = first; side < first + 3 && exit == PN_HALF_NONE; side++)
      if (pn_grid_orient (self->points.items[self->origins.items[side]],
                          self->points.items[pn_half_end (self, side)], place) < 0)
        exit = side;
    if (exit == PN_HALF_NONE)
      return PN_HALF_NONE;
    if (self->flags.items[exit] & PN_HALF_FIXED)
      return exit;
    *half = self->mates.items[exit];
  }
  *half = PN_HALF_NONE;
  return PN_HALF_NONE;
}

/* Whether the point lies in the circle over the edge. */
static int
is_too_near (const PnSubdivision *self, PnGridPoint place, uint32_t half)
{
  PnGridPoint a = self->points.items[self->origins.items[half]];
  PnGridPoint b = self->points.items[pn_half_end (self, half)];
  return ((int64_t)a.x - place.x) * ((int64_t)b.x - place.x) +
             ((int64_t)a.y - place.y) * ((int64_t)b.y - place.y) <
         0;
}

/* A fixed edge of the triangle, or of one beside it, that the point is too near to. */
static uint32_t
find_edge_too_near (const PnSubdivision *self, PnGridPoint place, uint32_t triangle)
{
  for (uint32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
    if (self->flags.items[side] & PN_HALF_FIXED) {
      if (is_too_near (self, place, side))
        return side;
      continue;
    }
    uint32_t mate = self->mates.items[side];
    uint32_t others[2] = {pn_half_next (mate), pn_half_previous (mate)};
    for (int i = 0; i < 2; i++)
      if ((self->flags.items[others[i]] & PN_HALF_FIXED) && is_too_near (self, place, others[i]))
        return others[i];
  }
  return PN_HALF_NONE;
}

/* Where a fixed edge may be halved. */
static int
find_middle (const Refiner *self, uint32_t half, PnGridPoint *middle)
{
  const PnSubdivision *subdivision = self->subdivision;
  PnGridPoint a = subdivision->points.items[subdivision->origins.items[half]];
  PnGridPoint b = subdivision->points.items[pn_half_end (subdivision, half)];
  int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
  if (dx % 2 != 0 || dy % 2 != 0 ||
      (double)(dx * dx) + (double)(dy * dy) < 4 * self->shortest_squared)
    return 0;
  *middle = (PnGridPoint){(int32_t)(a.x + dx / 2), (int32_t)(a.y + dy / 2)};
  return 1;
}

static PnStatus
improve (Refiner *self, const Suspect *item)
{
  PnSubdivision *subdivision = self->subdivision;
  PnGridPoint place;
  if (!is_still_there (self, item) || !find_off_centre (self, item->corners, &place))
    return PN_STATUS_OK;
  uint32_t half = item->half;
  uint32_t edge = walk (subdivision, place, &half);
  if (half == PN_HALF_NONE)
    return PN_STATUS_OK;
  if (edge == PN_HALF_NONE)
    edge = find_edge_too_near (subdivision, place, half / 3);
  if (edge != PN_HALF_NONE) {
    if (!find_middle (self, edge, &place))
      return PN_STATUS_OK;
    half = edge;
  }

  uint32_t point;
  size_t n_before = subdivision->points.n_items;
  subdivision->latest = half / 3;
  PnStatus status = pn_subdivision_insert (subdivision, place, &point);
  if (status == PN_STATUS_OK && subdivision->points.n_items > n_before)
    status = suspect_around (self, point);
  /* Halving an edge does not always change the triangle that asked for it. */
  if (status == PN_STATUS_OK && edge != PN_HALF_NONE && is_still_there (self, item))
    status = suspect (self, item->half);
  return status;
}

PnStatus
pn_subdivision_refine (PnSubdivision *self, int32_t shortest, size_t max_points)
{
  Refiner refiner = {.subdivision = self, .shortest_squared = (double)shortest * shortest};
  PnStatus status = PN_STATUS_OK;
  size_t n_triangles = self->regions.n_items;
  for (uint32_t t = 0; t < n_triangles && status == PN_STATUS_OK; t++)
    status = suspect (&refiner, 3 * t);
  for (size_t i = 0; status == PN_STATUS_OK && i < refiner.queue.n_items; i++) {
    if (self->points.n_items >= max_points)
      break;
    Suspect item = refiner.queue.items[i];
    status = improve (&refiner, &item);
  }
  pn_array_clear (&refiner.queue);
  return status;
}
