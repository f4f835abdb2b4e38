/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "pn-vec.h"

/* Against the nearest of many points of the segment. */
static void
test_to_segment (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (int i = 0; i < 2000; i++) {
    PnVec2 a = {g_rand_double_range (rand, -9, 9), g_rand_double_range (rand, -9, 9)};
    PnVec2 b = {g_rand_double_range (rand, -9, 9), g_rand_double_range (rand, -9, 9)};
    PnVec2 p = {g_rand_double_range (rand, -9, 9), g_rand_double_range (rand, -9, 9)};
    double least = G_MAXDOUBLE, t;
    for (int k = 0; k <= 1000; k++) {
      PnVec2 off = pn_vec2_sub (p, pn_vec2_mix (a, b, k / 1000.0));
      least = fmin (least, pn_vec2_dot (off, off));
    }
    double square = pn_vec2_square_to_segment (p, a, b, &t);
    g_assert_cmpfloat (square, <=, least + 1e-9);
    g_assert_cmpfloat (square, >=, least - 0.05);
    PnVec2 off = pn_vec2_sub (p, pn_vec2_mix (a, b, t));
    g_assert_cmpfloat_with_epsilon (square, pn_vec2_dot (off, off), 1e-9);
    g_assert_true (t >= 0 && t <= 1);
  }
}

/* A segment that is a point, and places beyond both ends. */
static void
test_ends (void)
{
  PnVec2 a = {2, 3}, b = {5, 3};
  double t = -1;

  g_assert_cmpfloat_with_epsilon (pn_vec2_square_to_segment (pn_vec2 (5, 7), a, a, &t), 25, 1e-12);
  g_assert_cmpfloat_with_epsilon (t, 0, 1e-300);
  g_assert_cmpfloat_with_epsilon (pn_vec2_square_to_segment (a, a, a, &t), 0, 1e-300);
  g_assert_cmpfloat_with_epsilon (pn_vec2_square_to_segment (pn_vec2 (1, 3), a, b, &t), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (t, 0, 1e-300);
  g_assert_cmpfloat_with_epsilon (pn_vec2_square_to_segment (pn_vec2 (8, 7), a, b, &t), 25, 1e-12);
  g_assert_cmpfloat_with_epsilon (t, 1, 1e-300);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/geom/vec/to-segment", test_to_segment);
  g_test_add_func ("/geom/vec/ends", test_ends);
  return g_test_run ();
}
