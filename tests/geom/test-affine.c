/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "pn-affine.h"
#include "pn-box.h"
#include "pn-test-bits.h"

static void
assert_bits (PnVec2 p, double x, double y)
{
  pn_assert_same_bits (p.x, x);
  pn_assert_same_bits (p.y, y);
}

static void
test_compose (void)
{
  PnAffine map = pn_affine_compose (pn_vec2 (200, 80), pn_vec2 (50, 50), 90, 2, 3);
  assert_bits (pn_affine_apply (&map, pn_vec2 (50, 50)), 200, 80);
  /* A quarter turn clockwise as seen takes right to down. */
  assert_bits (pn_affine_apply (&map, pn_vec2 (60, 50)), 200, 100);
  assert_bits (pn_affine_apply (&map, pn_vec2 (50, 60)), 170, 80);

  PnAffine half = pn_affine_compose (pn_vec2 (0, 0), pn_vec2 (0, 0), -180, 1, 1);
  assert_bits (pn_affine_apply (&half, pn_vec2 (7, -3)), -7, 3);
}

static void
test_multiply (void)
{
  PnAffine inner = pn_affine_compose (pn_vec2 (3, 4), pn_vec2 (1, 2), 30, 2, 0.5);
  PnAffine outer = pn_affine_compose (pn_vec2 (-5, 9), pn_vec2 (0, 1), -75, -1, 3);
  PnAffine both = pn_affine_multiply (&outer, &inner);
  PnVec2 p = pn_vec2 (12, -7);
  PnVec2 expected = pn_affine_apply (&outer, pn_affine_apply (&inner, p));
  PnVec2 got = pn_affine_apply (&both, p);
  g_assert_cmpfloat_with_epsilon (got.x, expected.x, 1e-12);
  g_assert_cmpfloat_with_epsilon (got.y, expected.y, 1e-12);

  /* Beside it the wrong order, which is another place. */
  PnAffine swapped = pn_affine_multiply (&inner, &outer);
  g_assert_cmpfloat (fabs (pn_affine_apply (&swapped, p).x - expected.x), >, 1);

  PnVec2 vector = pn_affine_apply_vector (&both, pn_vec2 (1, 0));
  pn_assert_same_bits (vector.x, both.xx);
}

static void
test_invert (void)
{
  PnAffine map = pn_affine_compose (pn_vec2 (300, 20), pn_vec2 (10, 60), 33, -2, 1e-6);
  PnAffine inverse;
  g_assert_cmpint (pn_affine_invert (&map, &inverse), ==, PN_STATUS_OK);
  PnVec2 back = pn_affine_apply (&inverse, pn_affine_apply (&map, pn_vec2 (11, -4)));
  g_assert_cmpfloat_with_epsilon (back.x, 11, 1e-7);
  g_assert_cmpfloat_with_epsilon (back.y, -4, 1e-7);

  PnAffine untouched = inverse;
  PnAffine flat = pn_affine_compose (pn_vec2 (0, 0), pn_vec2 (0, 0), 45, 1, 0);
  g_assert_cmpint (pn_affine_invert (&flat, &inverse), ==, PN_STATUS_SINGULAR);
  PnAffine line = {0.1, 0.3, 0.2, 0.6, 0, 0};
  g_assert_cmpint (pn_affine_invert (&line, &inverse), ==, PN_STATUS_SINGULAR);
  PnAffine broken = {(double)NAN, 0, 0, 1, 0, 0};
  g_assert_cmpint (pn_affine_invert (&broken, &inverse), ==, PN_STATUS_NOT_FINITE);
  g_assert_cmpmem (&inverse, sizeof inverse, &untouched, sizeof untouched);
}

static void
test_box (void)
{
  PnBox box = pn_box_empty ();
  g_assert_true (pn_box_is_empty (&box));
  g_assert_false (pn_box_contains (&box, pn_vec2 (0, 0)));

  PnVec2 points[] = {{3, 5}, {-1, 8}, {2, -4}};
  box = pn_box_of_points (points, G_N_ELEMENTS (points));
  pn_assert_same_bits (box.x0, -1);
  pn_assert_same_bits (box.y0, -4);
  pn_assert_same_bits (box.x1, 3);
  pn_assert_same_bits (box.y1, 8);
  g_assert_true (pn_box_contains (&box, pn_vec2 (3, 8)));

  PnBox empty = pn_box_empty (), before = box;
  pn_box_add_box (&box, &empty);
  g_assert_cmpmem (&box, sizeof box, &before, sizeof before);
  pn_box_add_box (&empty, &box);
  g_assert_cmpmem (&empty, sizeof empty, &before, sizeof before);

  PnBox apart = {4, 0, 9, 9};
  PnBox common = pn_box_intersect (&box, &apart);
  g_assert_true (pn_box_is_empty (&common));
  apart.x0 = 3;
  common = pn_box_intersect (&box, &apart);
  g_assert_false (pn_box_is_empty (&common));
  pn_assert_same_bits (common.x1, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/geom/affine/compose", test_compose);
  g_test_add_func ("/geom/affine/multiply", test_multiply);
  g_test_add_func ("/geom/affine/invert", test_invert);
  g_test_add_func ("/geom/box/gather", test_box);
  return g_test_run ();
}
