/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where does a gap separate? Fronts that grow from the artwork meet on the medial axis of the clear
 * space, between pixels whose nearest contour edges differ. Most such meetings are no gap: the axis
 * has a branch into every inward corner. A branch matters as much as the outline folds up between
 * the two edges (the boundary-length measure of Ogniewicz and Kübler 1995, "Hierarchic Voronoi
 * skeletons"): two edges are apart where the way from one to the other along the outline is
 * FOLD times the straight one and a notch's length more, or where no way leads. So a wedge opens
 * from about 72 degrees down, a slit from a depth of half that length, and what two pieces leave
 * between them always. Pixels make the measure jump by a few where it is near the bound: only what
 * hangs together with a place that exceeds it by FIRM is kept.
 *
 * A hole that is no such fold, a round one, would still be grown shut from all sides: its deepest
 * pixel becomes a wall.
 *
 * Between any two neighbouring pixels with edges that are apart one at least is marked, so no path
 * over eight neighbours leads across, however the pixels lie. Linear in the band. */
#include "pn-gap-private.h"

#include <math.h>
#include <string.h>

#define FOLD 1.7

/* In pixels of way: a slit keeps this much more of its depth twice over, or closes. */
#define FIRM 8.0

/* Points on each side over which an outline is averaged before it is measured, for the stairs of a
 * slanted line are longer than the line. */
#define SMOOTHING 3

typedef struct {
  const PnBitmap *artwork;
  const PnContours *contours;
  double notch;
  PnBand *edges;
  PnBitmap *walls;
  PnBitmap firm;   /* where walls begin */
  double *along;   /* of each point, how far around its loop it lies */
  uint32_t *loops; /* the loop of each point */
  double *lengths; /* of each loop */
} Gaps;

static PnVec2
smoothed (const PnContours *contours, size_t loop, size_t offset)
{
  size_t start = contours->starts.items[loop];
  size_t n_points = contours->starts.items[loop + 1] - start;
  int64_t x = 0, y = 0;
  for (size_t i = 0; i <= 2 * SMOOTHING; i++) {
    size_t at = (offset + i + n_points * SMOOTHING - SMOOTHING) % n_points;
    x += contours->points.items[start + at].x;
    y += contours->points.items[start + at].y;
  }
  double unit = 1.0 / ((2 * SMOOTHING + 1) * PN_GRID_UNIT);
  return pn_vec2 ((double)x * unit, (double)y * unit);
}

static void
measure_loop (Gaps *self, size_t loop)
{
  size_t start = self->contours->starts.items[loop], end = self->contours->starts.items[loop + 1];
  PnVec2 first = smoothed (self->contours, loop, 0), before = first;
  double length = 0;
  for (size_t i = start; i < end; i++) {
    PnVec2 here = smoothed (self->contours, loop, i - start);
    PnVec2 step = pn_vec2_sub (here, before);
    length += pn_vec2_length (step);
    self->along[i] = length;
    self->loops[i] = (uint32_t)loop;
    before = here;
  }
  PnVec2 step = pn_vec2_sub (first, before);
  self->lengths[loop] = length + pn_vec2_length (step);
}

typedef enum {
  TOGETHER,
  APART,
  FIRMLY_APART,
} Relation;

/* How the artwork keeps two of its contour edges apart. */
static Relation
relate (const Gaps *self, uint32_t edge_1, uint32_t edge_2)
{
  uint32_t loop = self->loops[edge_1];
  if (self->loops[edge_2] != loop)
    return FIRMLY_APART;
  /* The common case: no way is longer than its edges. */
  if ((edge_1 > edge_2 ? edge_1 - edge_2 : edge_2 - edge_1) <= self->notch)
    return TOGETHER;
  double way = fabs (self->along[edge_1] - self->along[edge_2]);
  if (way > self->lengths[loop] / 2)
    way = self->lengths[loop] - way;
  if (way <= self->notch)
    return TOGETHER;
  PnPixel a = self->edges->sources.items[edge_1], b = self->edges->sources.items[edge_2];
  double x = a.x - b.x, y = a.y - b.y;
  double excess = way - FOLD * sqrt (x * x + y * y) - self->notch;
  return excess > FIRM ? FIRMLY_APART : excess > 0 ? APART : TOGETHER;
}

static void
mark (Gaps *self, int x, int y, Relation relation)
{
  pn_bitmap_set (self->walls, x, y);
  if (relation == FIRMLY_APART)
    pn_bitmap_set (&self->firm, x, y);
}

/* Makes every contour edge a source, numbered like its first point, felt first at the clear pixel
 * beside it. A pixel between two edges that are apart is a wall by itself. */
static PnStatus
add_edges (Gaps *self)
{
  const PnContours *contours = self->contours;
  const PnGridPoint *points = contours->points.items;
  for (size_t loop = 0; loop < pn_contours_n_loops (contours); loop++)
    for (size_t i = contours->starts.items[loop]; i < contours->starts.items[loop + 1]; i++) {
      int artwork[2], clear[2];
      size_t next = pn_contours_next_point (contours, loop, i);
      pn_contour_edge_pixels (points[i], points[next], artwork, clear);
      PnPixel source = {artwork[0], artwork[1]}, at = {clear[0], clear[1]};
      uint32_t before = pn_band_get (self->edges, at.x, at.y).source;
      PnStatus status = pn_band_add (self->edges, source, at);
      if (status != PN_STATUS_OK)
        return status;
      Relation relation = before != 0 ? relate (self, before - 1, (uint32_t)i) : TOGETHER;
      if (relation != TOGETHER)
        mark (self, at.x, at.y, relation);
    }
  return PN_STATUS_OK;
}

/* Marks the farther one of two neighbours whose edges are apart. */
static void
compare_neighbours (Gaps *self, PnPixel at, PnBandPixel a, PnPixel to, PnBandPixel b)
{
  if (b.source == 0 || a.source == b.source)
    return;
  Relation relation = relate (self, a.source - 1, b.source - 1);
  if (relation == TOGETHER)
    return;
  if (a.squared >= b.squared)
    mark (self, at.x, at.y, relation);
  if (b.squared >= a.squared)
    mark (self, to.x, to.y, relation);
}

static void
mark_walls_in_tile (Gaps *self, int column, int row)
{
  static const PnPixel steps[4] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
  const PnBandPixel *tile = self->edges->tiles[row * self->edges->n_columns + column];
  for (int i = 0; tile && i < PN_BAND_TILE * PN_BAND_TILE; i++) {
    if (tile[i].source == 0)
      continue;
    int in_x = i % PN_BAND_TILE, in_y = i / PN_BAND_TILE;
    PnPixel at = {column * PN_BAND_TILE + in_x, row * PN_BAND_TILE + in_y};
    int is_on_rim = in_x == 0 || in_x == PN_BAND_TILE - 1 || in_y == PN_BAND_TILE - 1;
    for (int step = 0; step < 4; step++) {
      PnPixel to = {at.x + steps[step].x, at.y + steps[step].y};
      PnBandPixel there = is_on_rim ? pn_band_get (self->edges, to.x, to.y)
                                    : tile[i + steps[step].y * PN_BAND_TILE + steps[step].x];
      compare_neighbours (self, at, tile[i], to, there);
    }
  }
}

/* Takes away walls that hang together with no firm one, over eight neighbours. */
static PnStatus
drop_loose_walls (Gaps *self)
{
  size_t n_words = self->walls->words_per_row * (size_t)self->walls->height;
  PN_ARRAY (PnPixel) stack = {0};
  PnStatus status = PN_STATUS_OK;
  for (size_t i = 0; i < n_words; i++)
    for (uint64_t bits = self->firm.words[i]; bits && status == PN_STATUS_OK; bits &= bits - 1) {
      PnPixel at = {(int)(i % self->walls->words_per_row) * 64 + __builtin_ctzll (bits),
                    (int)(i / self->walls->words_per_row)};
      status = pn_array_push (&stack, at);
    }
  while (stack.n_items > 0 && status == PN_STATUS_OK) {
    PnPixel at = stack.items[--stack.n_items];
    for (int i = 0; i < 9 && status == PN_STATUS_OK; i++) {
      PnPixel to = {at.x + i % 3 - 1, at.y + i / 3 - 1};
      if (!pn_bitmap_get (self->walls, to.x, to.y) || pn_bitmap_get (&self->firm, to.x, to.y))
        continue;
      pn_bitmap_set (&self->firm, to.x, to.y);
      status = pn_array_push (&stack, to);
    }
  }
  memcpy (self->walls->words, self->firm.words, n_words * sizeof (uint64_t));
  pn_array_clear (&stack);
  return status;
}

/* Puts a wall into the deepest pixel of a hole that the fronts would fill: that is within reach
 * everywhere and has no wall yet. */
static void
keep_hole_open (Gaps *self, const PnSpans *spans)
{
  PnPixel deepest = {0, 0};
  uint32_t depth = 0;
  for (size_t i = 0; i < spans->n_items; i++)
    for (int x = spans->items[i].x0; x <= spans->items[i].x1; x++) {
      int y = spans->items[i].y;
      if (pn_bitmap_get (self->artwork, x, y))
        continue;
      PnBandPixel pixel = pn_band_get (self->edges, x, y);
      if (pixel.source == 0 || pn_bitmap_get (self->walls, x, y))
        return;
      if (pixel.squared > depth) {
        depth = pixel.squared;
        deepest = (PnPixel){x, y};
      }
    }
  if (depth > 0)
    pn_bitmap_set (self->walls, deepest.x, deepest.y);
}

static PnStatus
keep_holes_open (Gaps *self)
{
  PnSpans spans = {0};
  PnStatus status = PN_STATUS_OK;
  for (size_t loop = 0; loop < pn_contours_n_loops (self->contours); loop++) {
    if (self->contours->areas.items[loop] > 0)
      continue;
    status = pn_contours_enclosed (self->contours, loop, &spans);
    if (status != PN_STATUS_OK)
      break;
    keep_hole_open (self, &spans);
  }
  pn_array_clear (&spans);
  return status;
}

PnStatus
pn_gap_find_walls (const PnBitmap *artwork,
                   const PnContours *contours,
                   double reach,
                   double notch,
                   PnBand *edges,
                   PnBitmap *walls)
{
  size_t n_points = contours->points.n_items, n_loops = pn_contours_n_loops (contours);
  Gaps self = {
      .artwork = artwork,
      .contours = contours,
      .notch = notch,
      .edges = edges,
      .walls = walls,
      .along = reallocarray (NULL, n_points + 1, sizeof (double)),
      .loops = reallocarray (NULL, n_points + 1, sizeof (uint32_t)),
      .lengths = reallocarray (NULL, n_loops + 1, sizeof (double)),
  };
  PnStatus status = pn_bitmap_init (&self.firm, artwork->width, artwork->height);
  if (!self.along || !self.loops || !self.lengths)
    status = PN_STATUS_NO_MEMORY;
  if (status == PN_STATUS_OK) {
    for (size_t loop = 0; loop < n_loops; loop++)
      measure_loop (&self, loop);
    status = add_edges (&self);
  }
  if (status == PN_STATUS_OK)
    status = pn_band_spread (edges, artwork, reach);
  if (status == PN_STATUS_OK) {
    for (int row = 0; row < edges->n_rows; row++)
      for (int column = 0; column < edges->n_columns; column++)
        mark_walls_in_tile (&self, column, row);
    status = drop_loose_walls (&self);
  }
  if (status == PN_STATUS_OK)
    status = keep_holes_open (&self);
  pn_bitmap_clear (&self.firm);
  free (self.along);
  free (self.loops);
  free (self.lengths);
  return status;
}
