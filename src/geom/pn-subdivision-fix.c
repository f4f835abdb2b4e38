/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges that must be there. The triangles that a wanted edge crosses are taken out and the two
 * hollows on its sides triangulated anew (Anglada 1997, "An improved incremental algorithm for
 * constructing restricted Delaunay triangulations"). Flipping crossed edges until none is left, as
 * Sloan 1993 does, is shorter to write but has been seen to go round in circles.
 *
 * Departures: points on the line cut it into a chain; an edge that crosses another wanted one is
 * cut with it in the grid point nearest to their crossing. The pieces are then wanted anew, for
 * they no longer lie exactly where the edges did. n edges have up to n^2 crossings, so their number
 * is bounded by the caller. The square of the edges crossed at worst. */
#include "pn-subdivision-private.h"

/* Two edges that cross are led through an end of one that is no farther than this many grid units
 * from the other. Rounding moves an edge by less, so edges that lie on each other but for that
 * become one, instead of crossing again and again a unit farther on. */
#define NEAR 2.0

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

/* A side of a hollow: from `point` to the point of the next rim of the chain. */
typedef struct {
  uint32_t point;
  uint32_t inner;   /* its half-edge in a triangle that was taken out */
  uint32_t outer;   /* and in the one beyond, */
  uint32_t partner; /* or the rim that is the same edge, where the hollow lies on both sides */
  uint32_t fresh;   /* its half-edge in a new triangle */
  uint8_t flags;
} Rim;

typedef PN_ARRAY (Rim) Rims;

/* Part of a hollow to be filled: the rims `from` to `to`, under the new half-edge `parent`. */
typedef struct {
  size_t from, to;
  uint32_t parent;
} Task;

typedef struct {
  PnSubdivision *subdivision;
  Wishes wishes;
  EndsArray loose;            /* edges to be tested */
  Rims left, right;           /* the hollows' sides; the right one's backwards until it is filled */
  PN_ARRAY (uint32_t) hollow; /* triangles taken out */
  PN_ARRAY (Task) tasks;
  size_t *n_crossings;
} Fixer;

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

/* --- Hollows --- */

static PnStatus
add_rim (Fixer *self, Rims *rims, uint32_t point, uint32_t inner)
{
  const PnSubdivision *subdivision = self->subdivision;
  Rim rim = {.point = point, .inner = inner, .partner = PN_HALF_NONE, .fresh = PN_HALF_NONE};
  if (inner != PN_HALF_NONE) {
    rim.outer = subdivision->mates.items[inner];
    rim.flags = subdivision->flags.items[inner];
  }
  return pn_array_push (rims, rim);
}

/* Walks along the way from `a` to `b` over `half`, the first edge to cross, to the first point on
 * it, which ends both chains of rims, or to a fixed edge across it, which is put into `fixed`. */
static PnStatus
list_rims (Fixer *self, uint32_t a, uint32_t b, uint32_t half, uint32_t *fixed)
{
  const PnSubdivision *subdivision = self->subdivision;
  self->left.n_items = self->right.n_items = self->hollow.n_items = 0;
  *fixed = PN_HALF_NONE;
  PnStatus status = pn_array_push (&self->hollow, half / 3);
  if (status == PN_STATUS_OK)
    status = add_rim (self, &self->left, a, pn_half_previous (half));
  if (status == PN_STATUS_OK)
    status = add_rim (self, &self->right, a, PN_HALF_NONE);
  if (status == PN_STATUS_OK)
    status = add_rim (self, &self->right, pn_half_end (subdivision, half), pn_half_next (half));

  for (int64_t side = 1; status == PN_STATUS_OK && side != 0;) {
    if (subdivision->flags.items[half] & PN_HALF_FIXED) {
      *fixed = half;
      return PN_STATUS_OK;
    }
    uint32_t mate = subdivision->mates.items[half], apex = pn_half_apex (subdivision, mate);
    uint32_t u = subdivision->origins.items[half];
    side = apex == b ? 0 : pn_subdivision_orient (subdivision, a, b, apex);
    status = pn_array_push (&self->hollow, mate / 3);
    if (status == PN_STATUS_OK && side <= 0)
      status = add_rim (self, &self->left, u, pn_half_next (mate));
    if (status == PN_STATUS_OK && side >= 0)
      status = add_rim (self, &self->right, apex, pn_half_previous (mate));
    if (status == PN_STATUS_OK && side == 0)
      status = add_rim (self, &self->left, apex, PN_HALF_NONE);
    half = side < 0 ? pn_half_previous (mate) : pn_half_next (mate);
  }
  return status;
}

/* Finds the rims that are two sides of one edge: its other half is another rim's. What the mates of
 * triangles that were taken out say is not needed any more and notes the rims' numbers meanwhile. */
static void
find_partners (Fixer *self)
{
  uint32_t *mates = self->subdivision->mates.items;
  size_t n_left = self->left.n_items, n_rims = n_left + self->right.n_items;
  for (int finding = 0; finding < 2; finding++)
    for (size_t i = 0; i < n_rims; i++) {
      Rim *rim = i < n_left ? &self->left.items[i] : &self->right.items[i - n_left];
      if (rim->inner == PN_HALF_NONE)
        continue;
      if (!finding) {
        mates[rim->inner] = (uint32_t)i;
        continue;
      }
      uint32_t j = rim->outer == PN_HALF_NONE ? PN_HALF_NONE : mates[rim->outer];
      if (j >= n_rims)
        continue;
      const Rim *other = j < n_left ? &self->left.items[j] : &self->right.items[j - n_left];
      if (other->inner == rim->outer)
        rim->partner = j;
    }
}

/* The point of the rims between that makes a triangle with an empty circle over the line from rim
 * `from` to rim `to`. */
static size_t
choose_apex (const PnSubdivision *self, const Rims *rims, size_t from, size_t to)
{
  const PnGridPoint *points = self->points.items;
  PnGridPoint a = points[rims->items[from].point], b = points[rims->items[to].point];
  size_t best = 0;
  for (size_t i = from + 1; i < to; i++) {
    PnGridPoint c = points[rims->items[i].point];
    if (pn_grid_orient (a, c, b) > 0 &&
        (best == 0 || pn_grid_in_circle (a, points[rims->items[best].point], b, c) > 0))
      best = i;
  }
  PN_ASSERT (best > 0);
  return best;
}

/* Fills a hollow, whose rims run clockwise as seen, with the triangles taken out. Returns the
 * half-edge from its last point back to its first in `base`. */
static PnStatus
fill (Fixer *self, Rims *rims, uint32_t *base)
{
  PnSubdivision *subdivision = self->subdivision;
  self->tasks.n_items = 0;
  *base = PN_HALF_NONE;
  PnStatus status = pn_array_push (&self->tasks, (Task){0, rims->n_items - 1, PN_HALF_NONE});
  while (status == PN_STATUS_OK && self->tasks.n_items > 0) {
    Task task = self->tasks.items[--self->tasks.n_items];
    if (task.to == task.from + 1) {
      rims->items[task.from].fresh = task.parent;
      continue;
    }
    size_t apex = choose_apex (subdivision, rims, task.from, task.to);
    uint32_t half = 3 * self->hollow.items[--self->hollow.n_items];
    size_t corners[3] = {task.from, apex, task.to};
    for (uint32_t i = 0; i < 3; i++) {
      uint32_t point = rims->items[corners[i]].point;
      subdivision->origins.items[half + i] = point;
      subdivision->halves.items[point] = half + i;
      subdivision->flags.items[half + i] = 0;
    }
    if (task.parent == PN_HALF_NONE) {
      *base = half + 2;
    } else {
      subdivision->mates.items[half + 2] = task.parent;
      subdivision->mates.items[task.parent] = half + 2;
    }
    status = pn_array_push (&self->tasks, (Task){task.from, apex, half});
    if (status == PN_STATUS_OK)
      status = pn_array_push (&self->tasks, (Task){apex, task.to, half + 1});
  }
  return status;
}

/* Joins the new triangles to what lies beyond the rims. */
static void
join_rims (Fixer *self, const Rims *rims)
{
  PnSubdivision *subdivision = self->subdivision;
  size_t n_left = self->left.n_items;
  for (size_t i = 0; i + 1 < rims->n_items; i++) {
    const Rim *rim = &rims->items[i];
    uint32_t mate = rim->outer;
    if (rim->partner != PN_HALF_NONE)
      mate = rim->partner < n_left ? self->left.items[rim->partner].fresh
                                   : self->right.items[rim->partner - n_left].fresh;
    subdivision->flags.items[rim->fresh] = rim->flags;
    subdivision->mates.items[rim->fresh] = mate;
    if (mate != PN_HALF_NONE)
      subdivision->mates.items[mate] = rim->fresh;
  }
}

/* The right chain was listed from the way's beginning, each rim at the end of its side. */
static void
turn_around (Rims *rims)
{
  for (size_t i = 0, j = rims->n_items - 1; i < j; i++, j--) {
    Rim swapped = rims->items[i];
    rims->items[i] = rims->items[j];
    rims->items[j] = swapped;
  }
}

/* Puts the edge from the first point of the left chain to its last in place of what it crosses. */
static PnStatus
fill_both (Fixer *self, uint8_t turns)
{
  uint32_t left_base, right_base;
  turn_around (&self->right);
  find_partners (self);
  PnStatus status = fill (self, &self->left, &left_base);
  if (status == PN_STATUS_OK)
    status = fill (self, &self->right, &right_base);
  if (status != PN_STATUS_OK)
    return status;
  join_rims (self, &self->left);
  join_rims (self, &self->right);
  self->subdivision->mates.items[left_base] = right_base;
  self->subdivision->mates.items[right_base] = left_base;
  mark_fixed (self->subdivision, left_base, turns);
  return PN_STATUS_OK;
}

/* --- Wishes --- */

/* Flips the loose edges and what that touches until all are Delaunay or fixed. */
static PnStatus
restore_edges (PnSubdivision *self, EndsArray *loose)
{
  while (loose->n_items > 0) {
    Ends ends = loose->items[--loose->n_items];
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
      if (pn_array_push (loose, sides[i]) != PN_STATUS_OK)
        return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}

/* Whether an edge may be led through a point without moving it by more than NEAR: both pieces are
 * shorter than the whole, so that leading edges about comes to an end. */
static int
may_pass (const PnSubdivision *self, uint32_t a, uint32_t b, uint32_t through)
{
  const PnGridPoint *points = self->points.items;
  double dx = (double)points[b].x - points[a].x, dy = (double)points[b].y - points[a].y;
  double ax = (double)points[through].x - points[a].x, ay = (double)points[through].y - points[a].y;
  double bx = (double)points[through].x - points[b].x, by = (double)points[through].y - points[b].y;
  double squared = dx * dx + dy * dy, cross = dx * ay - dy * ax;
  return through != a && through != b && cross * cross <= NEAR * NEAR * squared &&
         ax * ax + ay * ay < squared && bx * bx + by * by < squared;
}

static PnStatus
wish (Fixer *self, uint32_t a, uint32_t b, uint8_t turns)
{
  return a == b ? PN_STATUS_OK : pn_array_push (&self->wishes, (Wish){a, b, turns});
}

/* Wishes for an edge in two pieces. */
static PnStatus
wish_through (Fixer *self, Wish whole, uint32_t through)
{
  PnStatus status = wish (self, whole.a, through, whole.turns);
  return status == PN_STATUS_OK ? wish (self, through, whole.b, whole.turns) : status;
}

/* Makes a fixed edge one that may be flipped, and perhaps flips it. */
static PnStatus
loosen (Fixer *self, uint32_t half)
{
  PnSubdivision *subdivision = self->subdivision;
  Ends ends = {subdivision->origins.items[half], pn_half_end (subdivision, half)};
  subdivision->flags.items[half] = 0;
  subdivision->flags.items[subdivision->mates.items[half]] = 0;
  PnStatus status = pn_array_push (&self->loose, ends);
  return status == PN_STATUS_OK ? restore_edges (subdivision, &self->loose) : status;
}

/* Lets a wish and the fixed edge `half` that it meets have a point in common: an end of one that
 * lies near the other, or else the grid point nearest to their crossing. */
static PnStatus
cut_both (Fixer *self, Wish granted, uint32_t half)
{
  PnSubdivision *subdivision = self->subdivision;
  if (*self->n_crossings == 0)
    return PN_STATUS_LIMIT;
  (*self->n_crossings)--;

  Wish old = {subdivision->origins.items[half], pn_half_end (subdivision, half),
              subdivision->flags.items[half] & PN_HALF_TURNS};
  for (int i = 0; i < 2; i++) {
    uint32_t end = i ? old.b : old.a, own_end = i ? granted.b : granted.a;
    if (may_pass (subdivision, granted.a, granted.b, end))
      return wish_through (self, granted, end);
    if (!may_pass (subdivision, old.a, old.b, own_end))
      continue;
    PnStatus status = loosen (self, half);
    if (status == PN_STATUS_OK)
      status = wish_through (self, old, own_end);
    return status == PN_STATUS_OK ? wish (self, granted.a, granted.b, granted.turns) : status;
  }

  const PnGridPoint *points = subdivision->points.items;
  PnGridPoint place =
      pn_grid_crossing (points[granted.a], points[granted.b], points[old.a], points[old.b]);
  uint32_t cut = 0;
  PnStatus status = loosen (self, half);
  subdivision->latest = half / 3;
  if (status == PN_STATUS_OK)
    status = pn_subdivision_insert (subdivision, place, &cut);
  if (status == PN_STATUS_OK)
    status = wish_through (self, old, cut);
  return status == PN_STATUS_OK ? wish_through (self, granted, cut) : status;
}

/* Makes the first edge of the chain, or cuts what is in the way, and puts what remains back among
 * the wishes. */
static PnStatus
grant_one (Fixer *self, Wish granted)
{
  uint32_t half, fixed, reached;
  if (look_ahead (self->subdivision, granted.a, granted.b, &half)) {
    mark_fixed (self->subdivision, half, granted.turns);
    reached = pn_half_end (self->subdivision, half);
  } else {
    PnStatus status = list_rims (self, granted.a, granted.b, half, &fixed);
    if (status == PN_STATUS_OK && fixed != PN_HALF_NONE)
      return cut_both (self, granted, fixed);
    if (status == PN_STATUS_OK)
      status = fill_both (self, granted.turns);
    if (status != PN_STATUS_OK)
      return status;
    reached = self->left.items[self->left.n_items - 1].point;
  }
  return wish (self, reached, granted.b, granted.turns);
}

PnStatus
pn_subdivision_fix (PnSubdivision *self, uint32_t a, uint32_t b, uint8_t turns, size_t *n_crossings)
{
  if (a == b)
    return PN_STATUS_OK;
  Fixer fixer = {.subdivision = self, .n_crossings = n_crossings};
  PnStatus status = pn_array_push (&fixer.wishes, (Wish){a, b, turns});
  while (status == PN_STATUS_OK && fixer.wishes.n_items > 0)
    status = grant_one (&fixer, fixer.wishes.items[--fixer.wishes.n_items]);
  pn_array_clear (&fixer.wishes);
  pn_array_clear (&fixer.loose);
  pn_array_clear (&fixer.left);
  pn_array_clear (&fixer.right);
  pn_array_clear (&fixer.hollow);
  pn_array_clear (&fixer.tasks);
  return status;
}
