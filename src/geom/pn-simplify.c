/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line simplification after Douglas and Peucker 1973, "Algorithms for the reduction of the number
 * of points required to represent a digitized line", with a tolerance of each point's own. A part of
 * the line that is replaced can be moved onto its replacement with no point farther from its place
 * than its slack, so where slack is the distance to anything that must not be crossed, the new line
 * goes the same way around it.
 *
 * Departures: a part is cut where the deviation is largest compared with the slack; a line that
 * would enter an obstacle is cut too; afterwards points that turn out not to be needed, or that make short
 * lines for little, are dropped one by one; and lines that touch others are cut again until none does, which ends because the
 * given contours touch nowhere. About n log n; n^2 for spirals. */
#include "pn-simplify.h"

#include <math.h>
#include <string.h>

/* A point has this much slack in any case, in grid units. Less than a pixel, it lets no line pass an
 * obstacle, for none is smaller, but smooths the stairs that outlines without slack consist of. */
#define SLACK_FLOOR (0.9 * PN_GRID_UNIT)

/* A part of a loop, from point `from` to `to` inclusive, counted on past the loop's end. */
typedef struct {
  size_t from, to;
} Part;

typedef PN_ARRAY (Part) Parts;

/* A line of the result. */
typedef struct {
  PnGridPoint a, b;
  int32_t low_x, high_x;
  size_t loop;
  Part part;
} Line;

typedef PN_ARRAY (Line) Lines;

typedef struct {
  const PnContours *contours;
  const int32_t *slack;
  const PnBitmap *obstacles;
  double shortest;
  uint8_t *kept; /* a flag for each point */
  Parts stack;
} Simplifier;

/* The loop being worked on. */
typedef struct {
  size_t start, n_points;
} Loop;

static size_t
point_at (Loop loop, size_t place)
{
  return loop.start + place % loop.n_points;
}

static Loop
get_loop (const Simplifier *self, size_t number)
{
  size_t start = self->contours->starts.items[number];
  return (Loop){start, self->contours->starts.items[number + 1] - start};
}

/* From the point to the segment, in grid units. */
static double
deviation (PnGridPoint p, PnGridPoint a, PnGridPoint b)
{
  double ab_x = (double)b.x - a.x, ab_y = (double)b.y - a.y;
  double ap_x = (double)p.x - a.x, ap_y = (double)p.y - a.y;
  double squared = ab_x * ab_x + ab_y * ab_y, along = ap_x * ab_x + ap_y * ab_y;
  double t = along <= 0 || squared <= 0 ? 0 : along >= squared ? 1 : along / squared;
  double x = ap_x - t * ab_x, y = ap_y - t * ab_y;
  return sqrt (x * x + y * y);
}

/* Whether one line may replace the part; if not, where to cut it. */
static int
may_replace (const Simplifier *self, Loop loop, Part part, size_t *cut)
{
  if (part.to - part.from <= 1)
    return 1;
  const PnGridPoint *points = self->contours->points.items;
  PnGridPoint a = points[point_at (loop, part.from)], b = points[point_at (loop, part.to)];
  double worst = -1;
  int is_within = 1;
  for (size_t place = part.from + 1; place < part.to; place++) {
    size_t point = point_at (loop, place);
    double away = deviation (points[point], a, b);
    double slack = fmax (self->slack[point], SLACK_FLOOR), ratio = away / slack;
    if (ratio > worst) {
      worst = ratio;
      *cut = place;
    }
    is_within = is_within && away <= slack;
  }
  return is_within && !pn_segment_enters (a, b, self->obstacles);
}

/* Keeps as many points within the part as it takes. */
static PnStatus
simplify_part (Simplifier *self, Loop loop, Part whole)
{
  self->stack.n_items = 0;
  PnStatus status = pn_array_push (&self->stack, whole);
  while (status == PN_STATUS_OK && self->stack.n_items > 0) {
    Part part = self->stack.items[--self->stack.n_items];
    size_t cut;
    if (may_replace (self, loop, part, &cut))
      continue;
    self->kept[point_at (loop, cut)] = 1;
    status = pn_array_push (&self->stack, (Part){part.from, cut});
    if (status == PN_STATUS_OK)
      status = pn_array_push (&self->stack, (Part){cut, part.to});
  }
  return status;
}

/* The next kept point after `place`, counted on past the loop's end. */
static size_t
next_kept (const Simplifier *self, Loop loop, size_t place)
{
  do
    place++;
  while (!self->kept[point_at (loop, place)]);
  return place;
}

static size_t
farthest_from_start (const Simplifier *self, Loop loop)
{
  const PnGridPoint *points = self->contours->points.items;
  size_t farthest = 1;
  double best = -1;
  for (size_t place = 1; place < loop.n_points; place++) {
    double away = deviation (points[loop.start + place], points[loop.start], points[loop.start]);
    if (away > best) {
      best = away;
      farthest = place;
    }
  }
  return farthest;
}

/* Whether the line from `from` to `to` may replace those over the one kept point between. */
static int
may_drop (const Simplifier *self, Loop loop, Part part, size_t between)
{
  size_t cut;
  if (may_replace (self, loop, part, &cut))
    return 1;
  const PnGridPoint *points = self->contours->points.items;
  PnGridPoint a = points[point_at (loop, part.from)], b = points[point_at (loop, between)];
  PnGridPoint c = points[point_at (loop, part.to)];
  return fmin (deviation (a, b, b), deviation (c, b, b)) < self->shortest &&
         !pn_triangle_enters (a, b, c, self->obstacles);
}

/* Drops kept points that the line between their neighbours may pass by. Places count on past the
 * loop's end, so that the first point's part reaches back over it. */
static void
drop_needless (Simplifier *self, Loop loop)
{
  size_t n_kept = 0, before = 0;
  for (size_t place = 0; place < loop.n_points; place++)
    if (self->kept[loop.start + place]) {
      n_kept++;
      before = place;
    }
  size_t end = 2 * loop.n_points;
  for (size_t here = next_kept (self, loop, before); here < end;) {
    size_t after = next_kept (self, loop, here);
    if (n_kept > 3 && may_drop (self, loop, (Part){before, after}, here)) {
      self->kept[point_at (loop, here)] = 0;
      n_kept--;
    } else {
      before = here;
    }
    here = after;
  }
}

static PnStatus
simplify_loop (Simplifier *self, Loop loop)
{
  size_t middle = farthest_from_start (self, loop);
  self->kept[loop.start] = self->kept[loop.start + middle] = 1;
  PnStatus status = simplify_part (self, loop, (Part){0, middle});
  if (status == PN_STATUS_OK)
    status = simplify_part (self, loop, (Part){middle, loop.n_points});
  if (status == PN_STATUS_OK)
    drop_needless (self, loop);
  return status;
}

/* --- Lines that touch --- */

static PnStatus
list_lines (const Simplifier *self, size_t max_lines, Lines *lines)
{
  lines->n_items = 0;
  const PnGridPoint *points = self->contours->points.items;
  for (size_t number = 0; number < pn_contours_n_loops (self->contours); number++) {
    Loop loop = get_loop (self, number);
    size_t first = next_kept (self, loop, loop.n_points - 1) - loop.n_points;
    for (size_t from = first, to; from < first + loop.n_points; from = to) {
      to = next_kept (self, loop, from);
      PnGridPoint a = points[point_at (loop, from)], b = points[point_at (loop, to)];
      Line line = {a, b, a.x < b.x ? a.x : b.x, a.x < b.x ? b.x : a.x, number, {from, to}};
      if (lines->n_items == max_lines)
        return PN_STATUS_LIMIT;
      if (pn_array_push (lines, line) != PN_STATUS_OK)
        return PN_STATUS_NO_MEMORY;
    }
  }
  return PN_STATUS_OK;
}

static int
compare_lines (const void *a, const void *b)
{
  const Line *p = a, *q = b;
  if (p->low_x != q->low_x)
    return p->low_x < q->low_x ? -1 : 1;
  if (p->loop != q->loop)
    return p->loop < q->loop ? -1 : 1;
  return p->part.from < q->part.from ? -1 : p->part.from > q->part.from;
}

/* Whether two lines touch where they should not: neighbours may share their common end. */
static int
are_in_conflict (const Line *p, const Line *q)
{
  if (!pn_segments_touch (p->a, p->b, q->a, q->b))
    return 0;
  int q_follows = pn_grid_equal (p->b, q->a), p_follows = pn_grid_equal (q->b, p->a);
  if (!q_follows && !p_follows)
    return 1;
  /* Two neighbours touch elsewhere only where the second runs back on the first, and a ring of two
   * lines always does. */
  if (q_follows && p_follows)
    return 1;
  PnGridPoint before = q_follows ? p->a : q->a, corner = q_follows ? p->b : q->b;
  PnGridPoint after = q_follows ? q->b : p->b;
  if (pn_grid_orient (before, corner, after) != 0)
    return 0;
  int64_t dot = ((int64_t)corner.x - before.x) * ((int64_t)after.x - corner.x) +
                ((int64_t)corner.y - before.y) * ((int64_t)after.y - corner.y);
  return dot <= 0;
}

/* Cuts the line's part where it deviates most. Returns nonzero if there was anything to cut. */
static int
cut_line (Simplifier *self, const Line *line, PnStatus *status)
{
  Loop loop = get_loop (self, line->loop);
  size_t cut;
  if (line->part.to - line->part.from <= 1)
    return 0;
  may_replace (self, loop, line->part, &cut);
  if (self->kept[point_at (loop, cut)])
    return 1; /* in this round already, for another conflict */
  self->kept[point_at (loop, cut)] = 1;
  *status = simplify_part (self, loop, (Part){line->part.from, cut});
  if (*status == PN_STATUS_OK)
    *status = simplify_part (self, loop, (Part){cut, line->part.to});
  return 1;
}

static PnStatus
separate_lines (Simplifier *self, size_t max_lines, Lines *lines)
{
  for (;;) {
    int n_cuts = 0;
    PnStatus status = list_lines (self, max_lines, lines);
    if (status != PN_STATUS_OK)
      return status;
    qsort (lines->items, lines->n_items, sizeof *lines->items, compare_lines);
    for (size_t i = 0; i < lines->n_items; i++)
      for (size_t j = i + 1; j < lines->n_items; j++) {
        const Line *p = &lines->items[i], *q = &lines->items[j];
        if (q->low_x > p->high_x)
          break;
        if (!are_in_conflict (p, q))
          continue;
        n_cuts += cut_line (self, p, &status);
        if (status == PN_STATUS_OK)
          n_cuts += cut_line (self, q, &status);
        if (status != PN_STATUS_OK)
          return status;
      }
    if (n_cuts == 0)
      return PN_STATUS_OK;
  }
}

static PnStatus
take_kept (const Simplifier *self, PnRings *rings)
{
  for (size_t number = 0; number < pn_contours_n_loops (self->contours); number++) {
    Loop loop = get_loop (self, number);
    PnStatus status = pn_array_push (&rings->starts, rings->points.n_items);
    for (size_t i = loop.start; i < loop.start + loop.n_points && status == PN_STATUS_OK; i++)
      if (self->kept[i])
        status = pn_array_push (&rings->points, self->contours->points.items[i]);
    if (status != PN_STATUS_OK)
      return status;
  }
  return pn_array_push (&rings->starts, rings->points.n_items);
}

PnStatus
pn_simplify (const PnContours *contours,
             const int32_t *slack,
             const PnBitmap *obstacles,
             int32_t shortest,
             size_t max_points,
             PnRings *rings)
{
  memset (rings, 0, sizeof *rings);
  Simplifier self = {
      .contours = contours,
      .slack = slack,
      .obstacles = obstacles,
      .shortest = shortest,
      .kept = calloc (contours->points.n_items + 1, 1),
  };
  Lines lines = {0};
  PnStatus status = self.kept ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;
  for (size_t i = 0; i < pn_contours_n_loops (contours) && status == PN_STATUS_OK; i++)
    status = simplify_loop (&self, get_loop (&self, i));
  if (status == PN_STATUS_OK)
    status = separate_lines (&self, max_points, &lines);
  if (status == PN_STATUS_OK)
    status = take_kept (&self, rings);
  pn_array_clear (&lines);
  pn_array_clear (&self.stack);
  free (self.kept);
  return status;
}

void
pn_rings_clear (PnRings *rings)
{
  pn_array_clear (&rings->points);
  pn_array_clear (&rings->starts);
}
