/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "pn-band.h"
#include "pn-margin.h"
#include "pn-random.h"
#include "pn-simplify.h"

#define SIDE 128

/* Random blots with clear space around them. */
static PnBitmap
blots (PnRandom *random)
{
  PnBitmap bitmap;
  g_assert_cmpint (pn_bitmap_init (&bitmap, SIDE, SIDE), ==, PN_STATUS_OK);
  for (int i = 1 + (int)pn_random_below (random, 8); i > 0; i--) {
    double x = pn_random_range (random, 40, 88), y = pn_random_range (random, 40, 88);
    double radius = pn_random_range (random, 0.5, 12);
    int is_hole = pn_random_below (random, 4) == 0;
    for (int at = 0; at < SIDE * SIDE; at++) {
      double dx = at % SIDE + 0.5 - x, dy = at / SIDE + 0.5 - y;
      if (dx * dx + dy * dy > radius * radius)
        continue;
      if (is_hole)
        pn_bitmap_unset (&bitmap, at % SIDE, at / SIDE);
      else
        pn_bitmap_set (&bitmap, at % SIDE, at / SIDE);
    }
  }
  for (int i = (int)pn_random_below (random, 60); i > 0; i--)
    pn_bitmap_set (&bitmap, 40 + (int)pn_random_below (random, 48),
                   40 + (int)pn_random_below (random, 48));
  return bitmap;
}

/* The distance between the centres of a pixel and the nearest set one, if that is within reach. */
static double
distance (const PnBitmap *bitmap, int x, int y, int reach)
{
  double best = HUGE_VAL;
  for (int dy = -reach; dy <= reach; dy++)
    for (int dx = -reach; dx <= reach; dx++)
      if (dx * dx + dy * dy < best && pn_bitmap_get (bitmap, x + dx, y + dy))
        best = dx * dx + dy * dy;
  return sqrt (best);
}

/* Pieces of set pixels over eight neighbours, or of clear ones over four. */
static int
count_pieces (const PnBitmap *bitmap, int value)
{
  static guint8 seen[SIDE * SIDE];
  static int stack[SIDE * SIDE];
  int n_pieces = 0;
  memset (seen, 0, sizeof seen);
  for (int first = 0; first < SIDE * SIDE; first++) {
    if (seen[first] || pn_bitmap_get (bitmap, first % SIDE, first / SIDE) != value)
      continue;
    int n_stacked = 0;
    n_pieces++;
    seen[first] = 1;
    stack[n_stacked++] = first;
    while (n_stacked > 0) {
      int at = stack[--n_stacked];
      for (int i = 0; i < 9; i++) {
        int x = at % SIDE + i % 3 - 1, y = at / SIDE + i / 3 - 1;
        if ((value == 0 && i % 2 == 0) || x < 0 || y < 0 || x >= SIDE || y >= SIDE)
          continue;
        if (seen[y * SIDE + x] || pn_bitmap_get (bitmap, x, y) != value)
          continue;
        seen[y * SIDE + x] = 1;
        stack[n_stacked++] = y * SIDE + x;
      }
    }
  }
  return n_pieces;
}

static PnMargin
grow (const PnBitmap *bitmap, double margin)
{
  PnContours contours;
  PnMargin grown;
  g_assert_cmpint (pn_contours_trace (&contours, bitmap, SIZE_MAX), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_margin_grow (&grown, bitmap, &contours, margin, 0, SIZE_MAX), ==,
                   PN_STATUS_OK);
  pn_contours_clear (&contours);
  return grown;
}

/* Distances against trying all pixels: exact but for a tenth of a pixel. */
static void
test_band (void)
{
  PnRandom random = pn_random (7101);
  g_test_message ("seed 7101");
  PnBitmap nothing;
  g_assert_cmpint (pn_bitmap_init (&nothing, SIDE, SIDE), ==, PN_STATUS_OK);
  for (int round = 0; round < 4; round++) {
    PnBitmap bitmap = blots (&random);
    PnBand band;
    double reach = pn_random_range (&random, 2, 40);
    g_assert_cmpint (pn_band_init (&band, SIDE, SIDE), ==, PN_STATUS_OK);
    for (int at = 0; at < SIDE * SIDE; at++) {
      PnPixel pixel = {at % SIDE, at / SIDE};
      if (pn_bitmap_get (&bitmap, pixel.x, pixel.y))
        g_assert_cmpint (pn_band_add (&band, pixel, pixel), ==, PN_STATUS_OK);
    }
    g_assert_cmpint (pn_band_spread (&band, &nothing, reach), ==, PN_STATUS_OK);
    for (int at = 0; at < SIDE * SIDE; at += 23) {
      PnBandPixel pixel = pn_band_get (&band, at % SIDE, at / SIDE);
      double expected = distance (&bitmap, at % SIDE, at / SIDE, 42);
      if (pixel.source == 0) {
        g_assert_cmpfloat (expected, >, reach - 0.1);
        continue;
      }
      double got = sqrt (pixel.squared);
      g_assert_cmpfloat (got, <=, reach);
      g_assert_cmpfloat (got, >=, expected - 1e-9);
      g_assert_cmpfloat (got, <, expected + 0.1);
      PnPixel source = band.sources.items[pixel.source - 1];
      g_assert_true (pn_bitmap_get (&bitmap, source.x, source.y));
    }
    pn_band_clear (&band);
    pn_bitmap_clear (&bitmap);
  }
  pn_bitmap_clear (&nothing);
}

/* Sources do not reach through a barrier. */
static void
test_barrier (void)
{
  PnBitmap wall;
  PnBand band;
  g_assert_cmpint (pn_bitmap_init (&wall, SIDE, SIDE), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_band_init (&band, SIDE, SIDE), ==, PN_STATUS_OK);
  for (int y = 0; y < SIDE; y++)
    pn_bitmap_set (&wall, 64, y);
  g_assert_cmpint (pn_band_add (&band, (PnPixel){60, 60}, (PnPixel){60, 60}), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_band_spread (&band, &wall, 30), ==, PN_STATUS_OK);
  g_assert_cmpuint (pn_band_get (&band, 63, 60).squared, ==, 9);
  g_assert_cmpuint (pn_band_get (&band, 65, 60).source, ==, 0);
  pn_band_clear (&band);
  pn_bitmap_clear (&wall);
}

/* As many pieces after as before, no hole shut, all within the margin. Beside it, plain growth by
 * the same margin joins pieces and shuts holes. */
static void
test_same_pieces (void)
{
  PnRandom random = pn_random (7102);
  g_test_message ("seed 7102");
  int n_joined = 0, n_shut = 0;
  for (int round = 0; round < 60; round++) {
    PnBitmap bitmap = blots (&random);
    double margin = round % 3 == 0 ? 2 : pn_random_range (&random, 2, 20);
    PnMargin grown = grow (&bitmap, margin);
    g_assert_cmpint (count_pieces (&grown.grown, 1), ==, count_pieces (&bitmap, 1));
    g_assert_cmpint (count_pieces (&grown.grown, 0), >=, count_pieces (&bitmap, 0));

    PnBitmap dilated;
    g_assert_cmpint (pn_bitmap_init (&dilated, SIDE, SIDE), ==, PN_STATUS_OK);
    for (int at = 0; at < SIDE * SIDE; at++) {
      int x = at % SIDE, y = at / SIDE;
      double away = distance (&bitmap, x, y, 22);
      if (away < 0.5)
        g_assert_true (pn_bitmap_get (&grown.grown, x, y));
      if (pn_bitmap_get (&grown.grown, x, y))
        g_assert_cmpfloat (away, <=, margin + 0.5);
      if (away <= margin)
        pn_bitmap_set (&dilated, x, y);
    }
    n_joined += count_pieces (&dilated, 1) < count_pieces (&bitmap, 1);
    n_shut += count_pieces (&dilated, 0) < count_pieces (&bitmap, 0);
    pn_bitmap_clear (&dilated);
    pn_margin_clear (&grown);
    pn_bitmap_clear (&bitmap);
  }
  g_assert_cmpint (n_joined, >, 20);
  g_assert_cmpint (n_shut, >, 0);
}

/* Two bars: a third of the gap stays open, until the margin is whole. */
static void
test_share_of_gap (void)
{
  for (int gap = 1; gap < 50; gap++) {
    PnBitmap bitmap;
    g_assert_cmpint (pn_bitmap_init (&bitmap, SIDE, SIDE), ==, PN_STATUS_OK);
    for (int y = 30; y < 98; y++)
      for (int x = 0; x < 10; x++) {
        pn_bitmap_set (&bitmap, 30 + x, y);
        pn_bitmap_set (&bitmap, 40 + gap + x, y);
      }
    PnMargin grown = grow (&bitmap, 10);
    int n_open = 0;
    for (int x = 40; x < 40 + gap; x++)
      n_open += !pn_bitmap_get (&grown.grown, x, 64);
    g_assert_cmpint (3 * n_open, >=, gap);
    g_assert_cmpint (n_open, <=, MAX (gap / 3 + 2, gap - 14));
    pn_margin_clear (&grown);
    pn_bitmap_clear (&bitmap);
  }
}

/* Inward corners are filled, a wedge of 40 degrees is not. */
static void
test_wedges (void)
{
  for (int is_wedge = 0; is_wedge < 2; is_wedge++) {
    PnBitmap bitmap;
    g_assert_cmpint (pn_bitmap_init (&bitmap, SIDE, SIDE), ==, PN_STATUS_OK);
    double slope = is_wedge ? 0.36397 : 1;
    for (int y = 24; y < 104; y++)
      for (int x = 40; x < 100; x++)
        if (x < 50 || fabs (y - 64.0) > slope * (x - 50))
          pn_bitmap_set (&bitmap, x, y);
    PnMargin grown = grow (&bitmap, 16);
    g_assert_cmpint (pn_bitmap_get (&grown.grown, 62, 64), ==, !is_wedge);
    pn_margin_clear (&grown);
    pn_bitmap_clear (&bitmap);
  }
}

/* A round hole, which nowhere folds up, stays open at its deepest. Beside it, a margin as wide as
 * the hole's radius would fill it. */
static void
test_round_hole (void)
{
  for (int radius = 2; radius < 20; radius += 3) {
    PnBitmap bitmap;
    g_assert_cmpint (pn_bitmap_init (&bitmap, SIDE, SIDE), ==, PN_STATUS_OK);
    for (int at = 0; at < SIDE * SIDE; at++) {
      int dx = at % SIDE - 64, dy = at / SIDE - 64;
      if (dx * dx + dy * dy > radius * radius && dx * dx + dy * dy < 30 * 30)
        pn_bitmap_set (&bitmap, at % SIDE, at / SIDE);
    }
    PnMargin grown = grow (&bitmap, 25);
    g_assert_cmpint (count_pieces (&grown.grown, 0), ==, 2);
    g_assert_false (pn_bitmap_get (&grown.grown, 64, 64));
    g_assert_true (pn_bitmap_get (&grown.grown, 64 - radius, 64));
    g_assert_cmpfloat (distance (&bitmap, 64, 64, 42), <=, 25);
    pn_margin_clear (&grown);
    pn_bitmap_clear (&bitmap);
  }
}

/* --- Segments and pixels --- */

static int
enters_by_samples (PnGridPoint a, PnGridPoint b, const PnBitmap *bitmap)
{
  for (int i = 0; i <= 4000; i++) {
    double x = a.x + (b.x - a.x) * (i / 4000.0), y = a.y + (b.y - a.y) * (i / 4000.0);
    int px = (int)floor (x / 64), py = (int)floor (y / 64);
    double in_x = x - 64 * px, in_y = y - 64 * py;
    if (in_x > 0.01 && in_x < 63.99 && in_y > 0.01 && in_y < 63.99 &&
        pn_bitmap_get (bitmap, px, py))
      return 1;
  }
  return 0;
}

static void
test_segment_enters (void)
{
  PnRandom random = pn_random (7103);
  g_test_message ("seed 7103");
  PnBitmap bitmap;
  g_assert_cmpint (pn_bitmap_init (&bitmap, 8, 8), ==, PN_STATUS_OK);
  int n_entered = 0, n_missed = 0;
  for (int round = 0; round < 4000; round++) {
    memset (bitmap.words, 0, 8 * sizeof (uint64_t));
    for (int i = 0; i < 6; i++)
      pn_bitmap_set (&bitmap, (int)pn_random_below (&random, 8), (int)pn_random_below (&random, 8));
    int step = round % 2 ? 64 : 16;
    PnGridPoint corners[3];
    for (int i = 0; i < 3; i++)
      corners[i] = (PnGridPoint){(int)pn_random_below (&random, 512 / (unsigned)step) * step,
                                 (int)pn_random_below (&random, 512 / (unsigned)step) * step};
    int expected = enters_by_samples (corners[0], corners[1], &bitmap);
    int got = pn_segment_enters (corners[0], corners[1], &bitmap);
    /* A sample may step over a pixel whose corner is just cut. */
    if (expected)
      g_assert_true (got);
    n_entered += got;
    n_missed += got && !expected;
    g_assert_cmpint (got, ==, pn_segment_enters (corners[1], corners[0], &bitmap));
    if (got)
      g_assert_true (pn_triangle_enters (corners[0], corners[1], corners[2], &bitmap));
    for (int i = 0; i < 8; i++) {
      double u = pn_random_unit (&random), v = pn_random_unit (&random) * (1 - u);
      double x =
          corners[0].x + u * (corners[1].x - corners[0].x) + v * (corners[2].x - corners[0].x);
      double y =
          corners[0].y + u * (corners[1].y - corners[0].y) + v * (corners[2].y - corners[0].y);
      if (pn_bitmap_get (&bitmap, (int)floor (x / 64), (int)floor (y / 64)) &&
          pn_grid_orient (corners[0], corners[1], corners[2]) != 0)
        g_assert_true (pn_triangle_enters (corners[0], corners[1], corners[2], &bitmap));
    }
  }
  g_assert_cmpint (n_entered, >, 500);
  g_assert_cmpint (n_missed, <, 10);
  pn_bitmap_clear (&bitmap);
}

static void
test_segments_touch (void)
{
  PnGridPoint a = {0, 0}, b = {10, 10}, c = {0, 10}, d = {10, 0}, e = {20, 20}, f = {5, 5};
  g_assert_true (pn_segments_touch (a, b, c, d));
  g_assert_true (pn_segments_touch (a, b, b, e));
  g_assert_true (pn_segments_touch (a, e, f, b)); /* one on the other */
  g_assert_true (pn_segments_touch (c, d, f, e)); /* an end on the other's middle */
  g_assert_false (pn_segments_touch (a, f, b, e));
  g_assert_false (pn_segments_touch (a, f, c, (PnGridPoint){5, 6}));
}

/* --- Simplification --- */

static int
parity_at (const PnGridPoint *points, const size_t *starts, size_t n_rings, int x, int y)
{
  /* The pixel's centre is no point's height. */
  double cx = (x + 0.5) * PN_GRID_UNIT, cy = (y + 0.5) * PN_GRID_UNIT;
  int parity = 0;
  for (size_t ring = 0; ring < n_rings; ring++)
    for (size_t i = starts[ring]; i < starts[ring + 1]; i++) {
      PnGridPoint a = points[i], b = points[i + 1 < starts[ring + 1] ? i + 1 : starts[ring]];
      if ((a.y > cy) != (b.y > cy) && cx - a.x < (cy - a.y) / (b.y - a.y) * (b.x - a.x))
        parity ^= 1;
    }
  return parity;
}

/* Every obstacle on the side where it was, rings that touch nowhere, and far fewer points. */
static void
test_simplify (void)
{
  PnRandom random = pn_random (7104);
  g_test_message ("seed 7104");
  size_t n_before = 0, n_after = 0;
  for (int round = 0; round < 60; round++) {
    PnBitmap bitmap = blots (&random);
    PnMargin grown = grow (&bitmap, pn_random_range (&random, 0, 16));
    PnRings rings;
    int32_t shortest = round % 2 ? 0 : (int32_t)pn_random_below (&random, 600);
    g_assert_cmpint (pn_simplify (&grown.outline, grown.slack.items, &grown.obstacles, shortest,
                                  SIZE_MAX, &rings),
                     ==, PN_STATUS_OK);
    g_assert_cmpuint (pn_rings_n_rings (&rings), ==, pn_contours_n_loops (&grown.outline));
    n_before += grown.outline.points.n_items;
    n_after += rings.points.n_items;
    for (int at = 0; at < SIDE * SIDE; at++)
      if (pn_bitmap_get (&grown.obstacles, at % SIDE, at / SIDE))
        g_assert_cmpint (parity_at (rings.points.items, rings.starts.items,
                                    pn_rings_n_rings (&rings), at % SIDE, at / SIDE),
                         ==, pn_bitmap_get (&grown.grown, at % SIDE, at / SIDE));

    PnRings none;
    if (rings.points.n_items > 3)
      g_assert_cmpint (pn_simplify (&grown.outline, grown.slack.items, &grown.obstacles, shortest,
                                    rings.points.n_items - 1, &none),
                       ==, PN_STATUS_LIMIT);
    pn_rings_clear (&none);
    for (size_t p = 0; p < rings.points.n_items; p++)
      for (size_t q = 0; q < p; q++)
        g_assert_false (pn_grid_equal (rings.points.items[p], rings.points.items[q]));
    pn_rings_clear (&rings);
    pn_margin_clear (&grown);
    pn_bitmap_clear (&bitmap);
  }
  g_test_message ("%zu points of %zu", n_after, n_before);
  g_assert_cmpuint (4 * n_after, <, n_before);
}

/* The lines of all rings against each other. */
static void
check_touch_nowhere (const PnRings *rings)
{
  size_t n_points = rings->points.n_items;
  g_autofree size_t *follows = g_new (size_t, n_points + 1);
  for (size_t ring = 0; ring < pn_rings_n_rings (rings); ring++)
    for (size_t i = rings->starts.items[ring]; i < rings->starts.items[ring + 1]; i++)
      follows[i] = i + 1 < rings->starts.items[ring + 1] ? i + 1 : rings->starts.items[ring];
  const PnGridPoint *at = rings->points.items;
  for (size_t p = 0; p < n_points; p++)
    for (size_t q = 0; q < p; q++)
      if (follows[p] != q && follows[q] != p)
        g_assert_false (pn_segments_touch (at[p], at[follows[p]], at[q], at[follows[q]]));
}

static void
test_touch_nowhere (void)
{
  PnRandom random = pn_random (7105);
  g_test_message ("seed 7105");
  for (int round = 0; round < 60; round++) {
    PnBitmap bitmap = blots (&random);
    PnMargin grown = grow (&bitmap, pn_random_range (&random, 0, 9));
    PnRings rings;
    g_assert_cmpint (
        pn_simplify (&grown.outline, grown.slack.items, &grown.obstacles, 500, SIZE_MAX, &rings),
        ==, PN_STATUS_OK);
    check_touch_nowhere (&rings);
    pn_rings_clear (&rings);
    pn_margin_clear (&grown);
    pn_bitmap_clear (&bitmap);
  }
}

/* Nothing but each other in the way: a battlement with an island in each gap, on the straight line
 * that the slack would allow. Beside it, the same line when no island is there. */
static void
test_crowded (void)
{
  PnBitmap nothing;
  g_assert_cmpint (pn_bitmap_init (&nothing, SIDE, SIDE), ==, PN_STATUS_OK);
  for (int has_islands = 0; has_islands < 2; has_islands++) {
    PnBitmap bitmap;
    PnContours contours;
    PnRings rings;
    g_assert_cmpint (pn_bitmap_init (&bitmap, SIDE, SIDE), ==, PN_STATUS_OK);
    for (int at = 0; at < SIDE * SIDE; at++) {
      int x = at % SIDE, y = at / SIDE, is_end = x < 20 || x >= 104;
      int top = is_end ? 61 : (x - 20) % 12 < 6 ? 58 : 64;
      int is_island = has_islands && !is_end && top == 64 && y / 2 == 30 && (x - 20) % 12 / 2 == 4;
      if (x >= 10 && x < 118 && ((y >= top && y < 100) || is_island))
        pn_bitmap_set (&bitmap, x, y);
    }
    g_assert_cmpint (pn_contours_trace (&contours, &bitmap, SIZE_MAX), ==, PN_STATUS_OK);
    g_autofree gint32 *slack = g_new (gint32, contours.points.n_items);
    for (size_t i = 0; i < contours.points.n_items; i++)
      slack[i] = 7 * PN_GRID_UNIT;
    g_assert_cmpint (pn_simplify (&contours, slack, &nothing, 0, SIZE_MAX, &rings), ==,
                     PN_STATUS_OK);
    check_touch_nowhere (&rings);
    if (!has_islands)
      g_assert_cmpuint (rings.points.n_items, <=, 5);
    pn_rings_clear (&rings);
    pn_contours_clear (&contours);
    pn_bitmap_clear (&bitmap);
  }
  pn_bitmap_clear (&nothing);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/geom/band/brute-force", test_band);
  g_test_add_func ("/geom/band/barrier", test_barrier);
  g_test_add_func ("/geom/margin/same-pieces", test_same_pieces);
  g_test_add_func ("/geom/margin/share-of-gap", test_share_of_gap);
  g_test_add_func ("/geom/margin/wedges", test_wedges);
  g_test_add_func ("/geom/margin/round-hole", test_round_hole);
  g_test_add_func ("/geom/segment/enters", test_segment_enters);
  g_test_add_func ("/geom/segment/touch", test_segments_touch);
  g_test_add_func ("/geom/simplify/sides-kept", test_simplify);
  g_test_add_func ("/geom/simplify/touch-nowhere", test_touch_nowhere);
  g_test_add_func ("/geom/simplify/crowded", test_crowded);
  return g_test_run ();
}
