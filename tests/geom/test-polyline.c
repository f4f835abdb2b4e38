/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-polyline.h"

#include <glib.h>
#include <math.h>

static void
test_line (void)
{
  const PnVec2 points[] = {{0, 0}, {0, 0}, {30, 0}, {30, 40}, {30, 40}};
  double lengths[5];
  const double ways[] = {-10, 0, 15, 30, 50, 70, 80};
  const PnVec2 right[] = {{-10, 0}, {0, 0}, {15, 0}, {30, 0}, {30, 20}, {30, 40}, {30, 50}};
  g_assert_cmpfloat (fabs (pn_polyline_measure (points, 5, lengths) - 70), <, 1e-12);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    PnVec2 at = pn_polyline_at (points, lengths, 5, ways[i]);
    g_assert_cmpfloat (fabs (at.x - right[i].x) + fabs (at.y - right[i].y), <, 1e-12);
  }
  const PnVec2 same[] = {{7, 8}, {7, 8}};
  pn_polyline_measure (same, 2, lengths);
  g_assert_cmpfloat (fabs (pn_polyline_at (same, lengths, 2, 3).x - 7), <, 1e-12);
}

/* A quarter of a circle of 100 px by its usual cubic, and a straight one whose handles crowd at one
 * end: halfway by length is not halfway by parameter. */
static void
test_bezier (void)
{
  const double k = 55.2285;
  const PnVec2 arc[] = {{100, 0}, {100, k}, {k, 100}, {0, 100}, {1, 1}};
  const PnVec2 crowded[] = {{0, 0}, {0, 0}, {0, 0}, {100, 0}};
  PnVec2 flat[PN_BEZIER_PIECES + 1];
  double lengths[PN_BEZIER_PIECES + 1];
  g_assert_cmpuint (pn_bezier_n_flat (3), ==, 0);
  g_assert_cmpuint (pn_bezier_n_flat (5), ==, PN_BEZIER_PIECES + 1);
  g_assert_cmpuint (pn_bezier_n_flat (7), ==, 2 * PN_BEZIER_PIECES + 1);
  pn_bezier_flatten (arc, 5, flat);
  double length = pn_polyline_measure (flat, PN_BEZIER_PIECES + 1, lengths);
  g_assert_cmpfloat (fabs (length - 50 * G_PI), <, 0.05);
  PnVec2 middle = pn_polyline_at (flat, lengths, PN_BEZIER_PIECES + 1, length / 2);
  g_assert_cmpfloat (fabs (middle.x - 100 / sqrt (2)) + fabs (middle.y - middle.x), <, 0.1);

  pn_bezier_flatten (crowded, 4, flat);
  pn_polyline_measure (flat, PN_BEZIER_PIECES + 1, lengths);
  middle = pn_polyline_at (flat, lengths, PN_BEZIER_PIECES + 1, 50);
  g_assert_cmpfloat (fabs (middle.x - 50), <, 1e-9);
  g_assert_cmpfloat (flat[PN_BEZIER_PIECES / 2].x, <, 13);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/geom/polyline/line", test_line);
  g_test_add_func ("/geom/polyline/bezier", test_bezier);
  return g_test_run ();
}
