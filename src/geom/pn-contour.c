/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Crack following over a bitmap: words without an edge are skipped 64 pixels at a time, and each
 * edge is walked once, so the cost is pixels / 64 plus the length of the outlines. */
#include "pn-contour.h"

#include <string.h>

/* Right, down, left, up. */
static const int STEP_X[4] = {1, 0, -1, 0};
static const int STEP_Y[4] = {0, 1, 0, -1};

typedef struct {
  PnContours *contours;
  const PnBitmap *bitmap;
  PnBitmap walked; /* pixels whose left edge was walked, upwards */
  size_t max_points;
} Tracer;

/* The pixel that touches corner (x, y) ahead of `direction` and to its left or right. */
static int
is_set_ahead_left (const PnBitmap *bitmap, int x, int y, int direction)
{
  static const int dx[4] = {0, 0, -1, -1}, dy[4] = {-1, 0, 0, -1};
  return pn_bitmap_get (bitmap, x + dx[direction], y + dy[direction]);
}

static int
is_set_ahead_right (const PnBitmap *bitmap, int x, int y, int direction)
{
  static const int dx[4] = {0, -1, -1, 0}, dy[4] = {0, 0, -1, -1};
  return pn_bitmap_get (bitmap, x + dx[direction], y + dy[direction]);
}

/* Adds the corner that was reached by a step in `before` and is left in `after`. On a saddle the
 * outline turns left around the clear pixel behind it, and is moved into that pixel. */
static PnStatus
add_corner (Tracer *self, int x, int y, int before, int after)
{
  PnContours *contours = self->contours;
  if (contours->points.n_items == self->max_points)
    return PN_STATUS_LIMIT;

  PnGridPoint point = {x * PN_GRID_UNIT, y * PN_GRID_UNIT};
  int turns_left = after == (before + 3) % 4;
  if (turns_left && !is_set_ahead_right (self->bitmap, x, y, before)) {
    point.x += PN_CONTOUR_BRIDGE * (STEP_X[after] - STEP_X[before]);
    point.y += PN_CONTOUR_BRIDGE * (STEP_Y[after] - STEP_Y[before]);
  }
  return pn_array_push (&contours->points, point);
}

/* Walks the loop that passes upwards along the left edge of pixel (x, y). */
static PnStatus
trace_loop (Tracer *self, int x, int y)
{
  const int up = 3;
  int corner_x = x, corner_y = y + 1, direction = up;
  int64_t area = 0;
  do {
    if (direction == up)
      pn_bitmap_set (&self->walked, corner_x, corner_y - 1);
    /* The area under the upper edges less that under the lower ones. */
    area += (int64_t)-STEP_X[direction] * corner_y;
    corner_x += STEP_X[direction];
    corner_y += STEP_Y[direction];

    int next = direction;
    if (is_set_ahead_left (self->bitmap, corner_x, corner_y, direction))
      next = (direction + 3) % 4;
    else if (!is_set_ahead_right (self->bitmap, corner_x, corner_y, direction))
      next = (direction + 1) % 4;
    PnStatus status = add_corner (self, corner_x, corner_y, direction, next);
    if (status != PN_STATUS_OK)
      return status;
    direction = next;
  } while (corner_x != x || corner_y != y + 1 || direction != up);

  PnStatus status = pn_array_push (&self->contours->areas, area);
  if (status == PN_STATUS_OK)
    status = pn_array_push (&self->contours->starts, self->contours->points.n_items);
  return status;
}

static PnStatus
trace_row (Tracer *self, int y)
{
  const uint64_t *row = pn_bitmap_row (self->bitmap, y);
  const uint64_t *walked = pn_bitmap_row (&self->walked, y);
  uint64_t carry = 0;
  for (size_t word = 0; word < self->bitmap->words_per_row; word++) {
    uint64_t edges = row[word] & ~(row[word] << 1 | carry);
    carry = row[word] >> 63;
    while (edges & ~walked[word]) {
      int x = (int)word * 64 + __builtin_ctzll (edges & ~walked[word]);
      PnStatus status = trace_loop (self, x, y);
      if (status != PN_STATUS_OK)
        return status;
    }
  }
  return PN_STATUS_OK;
}

PnStatus
pn_contours_trace (PnContours *contours, const PnBitmap *bitmap, size_t max_points)
{
  memset (contours, 0, sizeof *contours);
  Tracer self = {.contours = contours, .bitmap = bitmap, .max_points = max_points};
  PnStatus status = pn_bitmap_init (&self.walked, bitmap->width, bitmap->height);
  if (status != PN_STATUS_OK)
    return status;
  status = pn_array_push (&contours->starts, 0);
  for (int y = 0; y < bitmap->height && status == PN_STATUS_OK; y++)
    status = trace_row (&self, y);
  pn_bitmap_clear (&self.walked);
  return status;
}

void
pn_contours_clear (PnContours *contours)
{
  pn_array_clear (&contours->points);
  pn_array_clear (&contours->starts);
  pn_array_clear (&contours->areas);
}

static int
compare_spans (const void *a, const void *b)
{
  const PnSpan *p = a, *q = b;
  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return p->x0 < q->x0 ? -1 : p->x0 > q->x0;
}

PnStatus
pn_contours_enclosed (const PnContours *contours, size_t loop, PnSpans *spans)
{
  /* First the upright edges, each as the pixel on its right, sorted along the rows. */
  spans->n_items = 0;
  const PnGridPoint *points = contours->points.items;
  for (size_t i = contours->starts.items[loop]; i < contours->starts.items[loop + 1]; i++) {
    size_t next = pn_contours_next_point (contours, loop, i);
    int y = pn_contour_corner (points[i].y), next_y = pn_contour_corner (points[next].y);
    if (y == next_y)
      continue;
    PnSpan edge = {.y = y < next_y ? y : next_y, .x0 = pn_contour_corner (points[i].x)};
    if (pn_array_push (spans, edge) != PN_STATUS_OK)
      return PN_STATUS_NO_MEMORY;
  }
  if (spans->n_items > 0)
    qsort (spans->items, spans->n_items, sizeof *spans->items, compare_spans);

  /* A closed loop has an even number of them in a row: the inside is between each pair. */
  size_t n_spans = spans->n_items / 2;
  for (size_t i = 0; i < n_spans; i++) {
    PnSpan left = spans->items[2 * i], right = spans->items[2 * i + 1];
    spans->items[i] = (PnSpan){left.y, left.x0, right.x0 - 1};
  }
  spans->n_items = n_spans;
  return PN_STATUS_OK;
}
