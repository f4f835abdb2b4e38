/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "pn-contour.h"
#include "pn-random.h"

/* A bitmap from rows of text: '#' is artwork. */
static PnBitmap
draw (const char *const *rows, int n_rows)
{
  PnBitmap bitmap;
  g_assert_cmpint (pn_bitmap_init (&bitmap, (int)strlen (rows[0]), n_rows), ==, PN_STATUS_OK);
  for (int y = 0; y < n_rows; y++)
    for (int x = 0; rows[y][x]; x++)
      if (rows[y][x] == '#')
        pn_bitmap_set (&bitmap, x, y);
  return bitmap;
}

static PnContours
trace (const PnBitmap *bitmap)
{
  PnContours contours;
  g_assert_cmpint (pn_contours_trace (&contours, bitmap, SIZE_MAX), ==, PN_STATUS_OK);
  return contours;
}

static size_t
n_points_of (const PnContours *contours, size_t loop)
{
  return contours->starts.items[loop + 1] - contours->starts.items[loop];
}

static void
test_square (void)
{
  static const char *const rows[] = {"....", ".##.", ".##.", "...."};
  PnBitmap bitmap = draw (rows, 4);
  PnContours contours = trace (&bitmap);
  g_assert_cmpuint (pn_contours_n_loops (&contours), ==, 1);
  g_assert_cmpint (contours.areas.items[0], ==, 4);
  g_assert_cmpuint (n_points_of (&contours, 0), ==, 8);
  /* The artwork on the right: after the first step up comes the step to the right. */
  g_assert_cmpint (contours.points.items[0].x, ==, 1 * PN_GRID_UNIT);
  g_assert_cmpint (contours.points.items[1].x, ==, 2 * PN_GRID_UNIT);
  g_assert_cmpint (contours.points.items[1].y, ==, 1 * PN_GRID_UNIT);
  pn_contours_clear (&contours);
  pn_bitmap_clear (&bitmap);
}

static void
test_hole_and_island (void)
{
  static const char *const rows[] = {"#######", "#.....#", "#.###.#",
                                     "#.###.#", "#.....#", "#######"};
  PnBitmap bitmap = draw (rows, 6);
  PnContours contours = trace (&bitmap);
  g_assert_cmpuint (pn_contours_n_loops (&contours), ==, 3);
  g_assert_cmpint (contours.areas.items[0], ==, 42);
  g_assert_cmpint (contours.areas.items[1], ==, -20);
  g_assert_cmpint (contours.areas.items[2], ==, 6);
  pn_contours_clear (&contours);
  pn_bitmap_clear (&bitmap);
}

/* A line of pixels that touch in corners is one piece, and the clear pixels in a diamond's middle
 * do not leak out. */
static void
test_corners (void)
{
  static const char *const line[] = {"#...", ".#..", "..#.", "...#"};
  PnBitmap bitmap = draw (line, 4);
  PnContours contours = trace (&bitmap);
  g_assert_cmpuint (pn_contours_n_loops (&contours), ==, 1);
  g_assert_cmpint (contours.areas.items[0], ==, 4);
  g_assert_cmpuint (n_points_of (&contours, 0), ==, 16);
  pn_contours_clear (&contours);
  pn_bitmap_clear (&bitmap);

  static const char *const diamond[] = {".#.", "#.#", ".#."};
  bitmap = draw (diamond, 3);
  contours = trace (&bitmap);
  g_assert_cmpuint (pn_contours_n_loops (&contours), ==, 2);
  g_assert_cmpint (contours.areas.items[0], ==, 5);
  g_assert_cmpint (contours.areas.items[1], ==, -1);
  pn_contours_clear (&contours);
  pn_bitmap_clear (&bitmap);
}

static void
test_limit (void)
{
  static const char *const rows[] = {"#.#.#"};
  PnBitmap bitmap = draw (rows, 1);
  PnContours contours;
  g_assert_cmpint (pn_contours_trace (&contours, &bitmap, 11), ==, PN_STATUS_LIMIT);
  pn_contours_clear (&contours);
  g_assert_cmpint (pn_contours_trace (&contours, &bitmap, 12), ==, PN_STATUS_OK);
  pn_contours_clear (&contours);
  pn_bitmap_clear (&bitmap);
}

static int
compare_points (const void *a, const void *b)
{
  const PnGridPoint *p = a, *q = b;
  return p->y != q->y ? (p->y < q->y ? -1 : 1) : (p->x > q->x) - (p->x < q->x);
}

static size_t
count_edges (const PnBitmap *bitmap)
{
  size_t n_edges = 0;
  for (int y = 0; y <= bitmap->height; y++)
    for (int x = 0; x <= bitmap->width; x++) {
      int here = pn_bitmap_get (bitmap, x, y);
      n_edges += (size_t)(here != pn_bitmap_get (bitmap, x - 1, y));
      n_edges += (size_t)(here != pn_bitmap_get (bitmap, x, y - 1));
    }
  return n_edges;
}

/* Every edge once, the areas add up to the pixels, and no point is passed twice: no outline touches
 * itself or another. Beside it, the plain corners do meet. */
static void
test_random (void)
{
  PnRandom random = pn_random (5201);
  g_test_message ("seed 5201");
  size_t n_plain_meetings = 0;
  for (int round = 0; round < 400; round++) {
    int width = 1 + (int)pn_random_below (&random, 150),
        height = 1 + (int)pn_random_below (&random, 9);
    PnBitmap bitmap;
    g_assert_cmpint (pn_bitmap_init (&bitmap, width, height), ==, PN_STATUS_OK);
    for (int i = 0; i < width * height; i++)
      if (pn_random_below (&random, 8) < (uint64_t)(round % 8))
        pn_bitmap_set (&bitmap, i % width, i / width);
    PnContours contours = trace (&bitmap);
    size_t n_points = contours.points.n_items;
    g_assert_cmpuint (n_points, ==, count_edges (&bitmap));
    int64_t sum = 0;
    for (size_t loop = 0; loop < pn_contours_n_loops (&contours); loop++)
      sum += contours.areas.items[loop];
    g_assert_cmpint (sum, ==, pn_bitmap_count (&bitmap));

    PnGridPoint *points = contours.points.items;
    if (n_points == 0) {
      pn_contours_clear (&contours);
      pn_bitmap_clear (&bitmap);
      continue;
    }
    qsort (points, n_points, sizeof *points, compare_points);
    for (size_t i = 1; i < n_points; i++)
      g_assert_false (pn_grid_equal (points[i - 1], points[i]));
    for (size_t i = 0; i < n_points; i++) {
      points[i].x = pn_contour_corner (points[i].x);
      points[i].y = pn_contour_corner (points[i].y);
    }
    qsort (points, n_points, sizeof *points, compare_points);
    for (size_t i = 1; i < n_points; i++)
      n_plain_meetings += (size_t)pn_grid_equal (points[i - 1], points[i]);
    pn_contours_clear (&contours);
    pn_bitmap_clear (&bitmap);
  }
  g_assert_cmpuint (n_plain_meetings, >, 1000);
}

static void
test_from_alpha (void)
{
  PnRandom random = pn_random (5202);
  g_test_message ("seed 5202");
  for (int round = 0; round < 200; round++) {
    int width = 1 + (int)pn_random_below (&random, 200),
        height = 1 + (int)pn_random_below (&random, 4);
    size_t stride = (size_t)width + pn_random_below (&random, 5);
    unsigned threshold = 1 + (unsigned)pn_random_below (&random, 128);
    uint8_t *alpha = g_malloc (stride * (size_t)height);
    for (size_t i = 0; i < stride * (size_t)height; i++)
      alpha[i] = (uint8_t)(round % 2 ? pn_random_below (&random, 256)
                                     : threshold - 1 + pn_random_below (&random, 2));
    PnBitmap bitmap;
    g_assert_cmpint (
        pn_bitmap_init_from_alpha (&bitmap, alpha, stride, width, height, threshold, 1, 3), ==,
        PN_STATUS_OK);
    g_assert_cmpint (bitmap.height, ==, height + 6);
    size_t n_set = 0;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        int reached = alpha[(size_t)y * stride + (size_t)x] >= threshold;
        g_assert_cmpint (pn_bitmap_get (&bitmap, x + 64, y + 3), ==, reached);
        n_set += (size_t)reached;
      }
    g_assert_cmpuint (pn_bitmap_count (&bitmap), ==, n_set);
    g_free (alpha);
    pn_bitmap_clear (&bitmap);
  }
}

static void
test_boxes (void)
{
  PnRandom random = pn_random (5203);
  g_test_message ("seed 5203");
  PnBitmap bitmap;
  g_assert_cmpint (pn_bitmap_init (&bitmap, 300, 40), ==, PN_STATUS_OK);
  PnPixelBox bounds = pn_bitmap_bounds (&bitmap);
  g_assert_cmpint (bounds.x1, <, bounds.x0);
  for (int i = 0; i < 40; i++)
    pn_bitmap_set (&bitmap, 20 + (int)pn_random_below (&random, 250), 5 + i % 30);
  bounds = pn_bitmap_bounds (&bitmap);
  g_assert_cmpint (bounds.y0, ==, 5);
  g_assert_cmpint (bounds.y1, ==, 34);
  g_assert_true (pn_bitmap_any_in (&bitmap, (PnPixelBox){bounds.x0, -9, bounds.x0, 99}));
  g_assert_false (pn_bitmap_any_in (&bitmap, (PnPixelBox){-5, -9, bounds.x0 - 1, 99}));
  g_assert_true (pn_bitmap_any_in (&bitmap, (PnPixelBox){bounds.x1, -9, 999, 99}));

  for (int round = 0; round < 2000; round++) {
    int x = (int)pn_random_below (&random, 310) - 5, y = (int)pn_random_below (&random, 50) - 5;
    PnPixelBox box = {x, y, x + (int)pn_random_below (&random, 90),
                      y + (int)pn_random_below (&random, 3)};
    int any = 0;
    for (int at_y = box.y0; at_y <= box.y1; at_y++)
      for (int at_x = box.x0; at_x <= box.x1; at_x++)
        any |= pn_bitmap_get (&bitmap, at_x, at_y);
    g_assert_cmpint (pn_bitmap_any_in (&bitmap, box), ==, any);
  }
  pn_bitmap_clear (&bitmap);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/geom/contour/square", test_square);
  g_test_add_func ("/geom/contour/hole-and-island", test_hole_and_island);
  g_test_add_func ("/geom/contour/corners", test_corners);
  g_test_add_func ("/geom/contour/limit", test_limit);
  g_test_add_func ("/geom/contour/random", test_random);
  g_test_add_func ("/geom/bitmap/from-alpha", test_from_alpha);
  g_test_add_func ("/geom/bitmap/boxes", test_boxes);
  return g_test_run ();
}
