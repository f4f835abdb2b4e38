/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "pn-ease.h"
#include "pn-random.h"
#include "pn-test-bits.h"

#define N_DRAWS 20000

static const PnEaseKind kinds[] = {PN_EASE_LINEAR, PN_EASE_HOLD,   PN_EASE_IN,     PN_EASE_OUT,
                                   PN_EASE_IN_OUT, PN_EASE_BEZIER, PN_EASE_UNKNOWN};

static double
apply (PnEaseKind kind, double t)
{
  PnEase ease = {.kind = kind, .x1 = 0.3, .y1 = -0.4, .x2 = 0.6, .y2 = 1.7};
  return pn_ease_apply (&ease, t);
}

static void
test_ends (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++) {
    pn_assert_same_bits (apply (kinds[i], 0.0), 0.0);
    pn_assert_same_bits (apply (kinds[i], 1.0), 1.0);
    pn_assert_same_bits (apply (kinds[i], -3.0), 0.0);
    pn_assert_same_bits (apply (kinds[i], 3.0), 1.0);
    pn_assert_same_bits (apply (kinds[i], (double)NAN), 0.0);
  }
  pn_assert_same_bits (apply (PN_EASE_HOLD, 1.0 - 0x1p-53), 0.0);
}

static void
test_shapes (void)
{
  g_assert_cmpfloat (apply (PN_EASE_IN, 0.1), <, 0.05);
  g_assert_cmpfloat (apply (PN_EASE_OUT, 0.9), >, 0.95);
  g_assert_cmpfloat (apply (PN_EASE_IN_OUT, 0.1), <, 0.05);
  g_assert_cmpfloat (apply (PN_EASE_IN_OUT, 0.9), >, 0.95);
  for (double t = 0.0; t <= 1.0; t += 1.0 / 64) {
    pn_assert_same_bits (apply (PN_EASE_LINEAR, t), t);
    pn_assert_same_bits (apply (PN_EASE_UNKNOWN, t), t);
    g_assert_cmpfloat_with_epsilon (apply (PN_EASE_IN, t), 1.0 - apply (PN_EASE_OUT, 1.0 - t),
                                    1e-15);
    g_assert_cmpfloat_with_epsilon (apply (PN_EASE_IN_OUT, t),
                                    1.0 - apply (PN_EASE_IN_OUT, 1.0 - t), 1e-15);
  }
}

/* The header names the Bezier that each plain ease is. */
static void
test_named_handles (void)
{
  const PnEase as_bezier[3] = {
      {PN_EASE_BEZIER, 1.0 / 3, 0.0, 2.0 / 3, 1.0 / 3},
      {PN_EASE_BEZIER, 1.0 / 3, 2.0 / 3, 2.0 / 3, 1.0},
      {PN_EASE_BEZIER, 1.0 / 3, 0.0, 2.0 / 3, 1.0},
  };
  for (double t = 0.0; t <= 1.0; t += 1.0 / 64) {
    g_assert_cmpfloat_with_epsilon (apply (PN_EASE_IN, t), pn_ease_apply (&as_bezier[0], t), 1e-14);
    g_assert_cmpfloat_with_epsilon (apply (PN_EASE_OUT, t), pn_ease_apply (&as_bezier[1], t),
                                    1e-14);
    g_assert_cmpfloat_with_epsilon (apply (PN_EASE_IN_OUT, t), pn_ease_apply (&as_bezier[2], t),
                                    1e-14);
  }
}

/* Against a plain bisection in long double. */
static long double
slow_bezier (const PnEase *ease, double t)
{
  long double low = 0, high = 1, s = 0, r = 1;
  for (int i = 0; i < 80; i++) {
    s = (low + high) / 2;
    r = 1 - s;
    long double x = 3 * r * r * s * (long double)ease->x1 + 3 * r * s * s * (long double)ease->x2;
    if (x + s * s * s > (long double)t)
      high = s;
    else
      low = s;
  }
  return 3 * r * r * s * (long double)ease->y1 + 3 * r * s * s * (long double)ease->y2 + s * s * s;
}

static void
test_bezier (void)
{
  PnRandom random = pn_random (21);
  double worst = 0.0, worst_steep = 0.0;
  for (int i = 0; i < N_DRAWS; i++) {
    PnEase ease = {.kind = PN_EASE_BEZIER,
                   .x1 = pn_random_unit (&random),
                   .y1 = pn_random_range (&random, -2.0, 3.0),
                   .x2 = pn_random_unit (&random),
                   .y2 = pn_random_range (&random, -2.0, 3.0)};
    gboolean is_steep = ease.x1 > 0.8 && ease.x2 < 0.2;
    if (i % 10 == 0) {
      ease.x1 = (double)(i % 20 == 0);
      ease.x2 = (double)(i % 40 == 0);
      is_steep = TRUE;
    }
    double t = pn_random_unit (&random);
    double error = fabs (pn_ease_apply (&ease, t) - (double)slow_bezier (&ease, t));
    g_assert_false (isnan (error));
    double *of = is_steep ? &worst_steep : &worst;
    *of = fmax (*of, error);
  }
  g_test_message ("worst %.3g, where the curve is steep %.3g", worst, worst_steep);
  g_assert_cmpfloat (worst, <, 1e-13);
  g_assert_cmpfloat (worst_steep, <, 1e-4);
}

/* Without overshoot in its handles a curve never turns back. */
static void
test_monotone (void)
{
  PnRandom random = pn_random (22);
  for (int i = 0; i < 200; i++) {
    PnEase ease = {.kind = PN_EASE_BEZIER,
                   .x1 = pn_random_range (&random, 0.0, 0.9),
                   .y1 = pn_random_unit (&random),
                   .x2 = pn_random_range (&random, 0.1, 1.0),
                   .y2 = pn_random_unit (&random)};
    double before = 0.0;
    for (int k = 1; k <= 256; k++) {
      double now = pn_ease_apply (&ease, k / 256.0);
      g_assert_cmpfloat (now, >=, before - 1e-12);
      g_assert_cmpfloat (now, <=, 1.0);
      before = now;
    }
  }
}

static void
test_bad_handles (void)
{
  const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY, 1e308, -1e308, 0.0, 5.0};
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    for (size_t k = 0; k < G_N_ELEMENTS (bad); k++)
      for (double t = 0.0; t <= 1.0; t += 0.125) {
        PnEase ease = {PN_EASE_BEZIER, bad[i], bad[k], bad[k], bad[i]};
        double part = pn_ease_apply (&ease, t);
        g_assert_true (isfinite (part));
        if (!isfinite (bad[i]) || !isfinite (bad[k]))
          pn_assert_same_bits (part, t);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/anim/ease/ends", test_ends);
  g_test_add_func ("/anim/ease/shapes", test_shapes);
  g_test_add_func ("/anim/ease/named-handles", test_named_handles);
  g_test_add_func ("/anim/ease/bezier", test_bezier);
  g_test_add_func ("/anim/ease/monotone", test_monotone);
  g_test_add_func ("/anim/ease/bad-handles", test_bad_handles);
  return g_test_run ();
}
