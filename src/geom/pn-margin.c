/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expansion that gives way. A margin pixel must be twice as near to its own part as to any part
 * across a gap. With walls along the middle of gaps (pn-gap.c), each at a distance r from the
 * artwork, that is: it lies farther than r / 3 from the wall. So a gap of width w keeps at least w / 3
 * open, and the margin is whole from w = 3 margins on, without a jump.
 *
 * The outline is drawn at LEVEL of the margin, not at its end. The room that leaves inwards and
 * outwards is each point's slack: a line that passes every point within its slack can be shrunk to
 * the outline without crossing the artwork or a wall, so it goes the same way around them. */
#include "pn-margin.h"

#include <math.h>
#include <string.h>

#include "pn-gap-private.h"

#define LEVEL 0.7

/* Walls matter within this many margins of the artwork, and a pixel: beyond, two thirds of the way
 * to the wall are more than LEVEL, and no line goes farther than one margin. */
#define WALL_REACH 1.05

typedef struct {
  const PnBitmap *artwork;
  double margin;
  PnBand edges; /* nearest contour edge */
  PnBand walls; /* nearest wall */
  PnBitmap wall_map;
  PnBitmap grown;
} Growth;

static void
growth_clear (Growth *self)
{
  pn_band_clear (&self->edges);
  pn_band_clear (&self->walls);
  pn_bitmap_clear (&self->wall_map);
  pn_bitmap_clear (&self->grown);
}

static PnStatus
spread_walls (Growth *self)
{
  PnStatus status = PN_STATUS_OK;
  for (int y = 0; y < self->wall_map.height; y++) {
    const uint64_t *row = pn_bitmap_row (&self->wall_map, y);
    for (size_t word = 0; word < self->wall_map.words_per_row; word++)
      for (uint64_t bits = row[word]; bits && status == PN_STATUS_OK; bits &= bits - 1) {
        PnPixel wall = {(int)word * 64 + __builtin_ctzll (bits), y};
        status = pn_band_add (&self->walls, wall, wall);
      }
  }
  if (status == PN_STATUS_OK)
    status = pn_band_spread (&self->walls, self->artwork, self->margin);
  return status;
}

/* Whether a clear pixel with an edge in reach may belong to the margin. */
static int
is_margin (const Growth *self, int x, int y, uint32_t squared)
{
  double reach = LEVEL * self->margin + 0.5; /* from the artwork pixel's centre, not its side */
  if (squared > reach * reach)
    return 0;
  PnBandPixel wall = pn_band_get (&self->walls, x, y);
  if (wall.source == 0)
    return 1;
  PnPixel at = self->walls.sources.items[wall.source - 1];
  return 9 * (uint64_t)wall.squared > pn_band_get (&self->edges, at.x, at.y).squared;
}

/* Fills `grown` with the artwork and every margin pixel, and `obstacles` with all but the pixels of
 * the band that are within the whole margin and no walls. */
static void
sort_pixels (Growth *self, PnBitmap *obstacles)
{
  size_t n_words = obstacles->words_per_row * (size_t)obstacles->height;
  memset (obstacles->words, 0xff, n_words * sizeof (uint64_t));
  memcpy (self->grown.words, self->artwork->words, n_words * sizeof (uint64_t));
  double reach = self->margin + 0.5;
  for (int tile = 0; tile < self->edges.n_columns * self->edges.n_rows; tile++) {
    const PnBandPixel *pixels = self->edges.tiles[tile];
    int x0 = tile % self->edges.n_columns * PN_BAND_TILE;
    int y0 = tile / self->edges.n_columns * PN_BAND_TILE;
    for (int i = 0; pixels && i < PN_BAND_TILE * PN_BAND_TILE; i++) {
      int x = x0 + i % PN_BAND_TILE, y = y0 + i / PN_BAND_TILE;
      if (pixels[i].source == 0 || pixels[i].squared > reach * reach ||
          pn_bitmap_get (&self->wall_map, x, y))
        continue;
      pn_bitmap_unset (obstacles, x, y);
      if (is_margin (self, x, y, pixels[i].squared))
        pn_bitmap_set (&self->grown, x, y);
    }
  }
}

/* Makes an obstacle of the margin pixel where one touches another pixel in a corner alone: the
 * contour would join them, and they may belong to two parts. Returns nonzero if it was one. */
static int
wall_off (Growth *self, PnBitmap *obstacles, int x, int y)
{
  if (pn_bitmap_get (self->artwork, x, y) || !pn_bitmap_get (&self->grown, x, y))
    return 0;
  pn_bitmap_unset (&self->grown, x, y);
  pn_bitmap_set (obstacles, x, y);
  return 1;
}

static int
wall_off_corners (Growth *self, PnBitmap *obstacles)
{
  int n_walls = 0;
  size_t n_words = self->grown.words_per_row;
  for (int y = 0; y + 1 < self->grown.height; y++) {
    const uint64_t *upper = pn_bitmap_row (&self->grown, y);
    const uint64_t *lower = pn_bitmap_row (&self->grown, y + 1);
    for (size_t word = 0; word < n_words; word++) {
      /* Bit x against its neighbour at x + 1. */
      uint64_t a = upper[word], c = lower[word];
      if ((a | c) == 0)
        continue;
      uint64_t b = a >> 1 | (word + 1 < n_words ? upper[word + 1] << 63 : 0);
      uint64_t d = c >> 1 | (word + 1 < n_words ? lower[word + 1] << 63 : 0);
      for (uint64_t bits = (a & d & ~b & ~c) | (b & c & ~a & ~d); bits; bits &= bits - 1) {
        int x = (int)word * 64 + __builtin_ctzll (bits), falls = a >> (x & 63) & 1;
        n_walls += wall_off (self, obstacles, falls ? x : x + 1, y) ||
                   wall_off (self, obstacles, falls ? x + 1 : x, y + 1);
      }
    }
  }
  return n_walls;
}

/* Takes from the margin what touches in corners, and what then does not hang together with the
 * artwork any more. */
static PnStatus
grow (Growth *self, PnBitmap *obstacles)
{
  sort_pixels (self, obstacles);
  PnBitmap reached;
  PnStatus status = pn_bitmap_init (&reached, self->grown.width, self->grown.height);
  if (status != PN_STATUS_OK)
    return status;
  do {
    size_t n_words = reached.words_per_row * (size_t)reached.height;
    memcpy (reached.words, self->artwork->words, n_words * sizeof (uint64_t));
    pn_bitmap_flood (&reached, &self->grown);
    PnBitmap all = self->grown;
    self->grown = reached;
    reached = all;
  } while (wall_off_corners (self, obstacles) > 0);
  pn_bitmap_clear (&reached);
  return PN_STATUS_OK;
}

/* From a pixel's corner to another pixel's square. */
static double
distance_to_pixel (int x, int y, PnPixel pixel)
{
  int dx = pixel.x > x ? pixel.x - x : x > pixel.x + 1 ? x - pixel.x - 1 : 0;
  int dy = pixel.y > y ? pixel.y - y : y > pixel.y + 1 ? y - pixel.y - 1 : 0;
  return sqrt (dx * dx + dy * dy);
}

/* In pixels, from what the four pixels around the corner know. */
static double
slack_at (const Growth *self, const PnBitmap *obstacles, int x, int y)
{
  double inwards = self->margin, to_wall = self->margin;
  for (int i = 0; i < 4; i++) {
    int at_x = x - i % 2, at_y = y - i / 2;
    if (pn_bitmap_get (obstacles, at_x, at_y))
      return 0;
    PnBandPixel edge = pn_band_get (&self->edges, at_x, at_y);
    PnBandPixel wall = pn_band_get (&self->walls, at_x, at_y);
    if (edge.source != 0)
      inwards =
          fmin (inwards, distance_to_pixel (x, y, self->edges.sources.items[edge.source - 1]));
    if (wall.source != 0)
      to_wall =
          fmin (to_wall, distance_to_pixel (x, y, self->walls.sources.items[wall.source - 1]));
  }
  return fmax (0, fmin (fmin (inwards, self->margin - inwards), to_wall));
}

static PnStatus
measure_slack (const Growth *self, PnMargin *margin)
{
  size_t n_points = margin->outline.points.n_items;
  if (pn_array_reserve (&margin->slack, n_points) != PN_STATUS_OK)
    return PN_STATUS_NO_MEMORY;
  for (size_t i = 0; i < n_points; i++) {
    PnGridPoint point = margin->outline.points.items[i];
    double slack = slack_at (self, &margin->obstacles, pn_contour_corner (point.x),
                             pn_contour_corner (point.y));
    margin->slack.items[margin->slack.n_items++] = (int32_t)(slack * PN_GRID_UNIT);
  }
  return PN_STATUS_OK;
}

static PnStatus
growth_init (Growth *self, const PnBitmap *artwork, double margin)
{
  *self = (Growth){.artwork = artwork, .margin = fmax (margin, PN_MARGIN_MIN)};
  int width = artwork->width, height = artwork->height;
  PnStatus status = pn_band_init (&self->edges, width, height);
  if (status == PN_STATUS_OK)
    status = pn_band_init (&self->walls, width, height);
  if (status == PN_STATUS_OK)
    status = pn_bitmap_init (&self->wall_map, width, height);
  if (status == PN_STATUS_OK)
    status = pn_bitmap_init (&self->grown, width, height);
  return status;
}

PnStatus
pn_margin_grow (PnMargin *self,
                const PnBitmap *artwork,
                const PnContours *contours,
                double margin,
                double notch,
                size_t max_points)
{
  memset (self, 0, sizeof *self);
  Growth growth;
  PnStatus status = growth_init (&growth, artwork, margin);
  if (status == PN_STATUS_OK)
    status = pn_gap_find_walls (artwork, contours, WALL_REACH * growth.margin + 1,
                                fmax (notch, PN_MARGIN_NOTCH_MIN), &growth.edges, &growth.wall_map);
  if (status == PN_STATUS_OK)
    status = spread_walls (&growth);
  if (status == PN_STATUS_OK)
    status = pn_bitmap_init (&self->obstacles, artwork->width, artwork->height);
  if (status == PN_STATUS_OK)
    status = grow (&growth, &self->obstacles);
  if (status == PN_STATUS_OK)
    status = pn_contours_trace (&self->outline, &growth.grown, max_points);
  if (status == PN_STATUS_OK)
    status = measure_slack (&growth, self);
  if (status == PN_STATUS_OK) {
    self->grown = growth.grown;
    growth.grown.words = NULL;
  }
  growth_clear (&growth);
  return status;
}

void
pn_margin_clear (PnMargin *self)
{
  pn_contours_clear (&self->outline);
  pn_array_clear (&self->slack);
  pn_bitmap_clear (&self->grown);
  pn_bitmap_clear (&self->obstacles);
}
