/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The C library's long double functions are the judge: they carry 11 bits more, and only the test
 * may use them. */
#include <glib.h>
#include <math.h>

#include "pn-hash.h"
#include "pn-math.h"
#include "pn-random.h"
#include "pn-test-bits.h"

#define N_DRAWS 200000

/* The distance from `value` to `exact` in units of the last place of a double near `exact`. */
static double
ulps (double value, long double exact)
{
  double nearest = (double)exact;
  double unit = nextafter (fabs (nearest), (double)INFINITY) - fabs (nearest);
  return (double)(fabsl ((long double)value - exact) / (long double)unit);
}

static void
raise_to (double *worst, double value)
{
  g_assert_false (isnan (value));
  if (value > *worst)
    *worst = value;
}

static void
test_sincos (void)
{
  PnRandom random = pn_random (11);
  double worst = 0.0, s, c;
  for (int i = 0; i < N_DRAWS; i++) {
    double reach = i % 2 ? 10.0 : 1e6;
    double angle = pn_random_range (&random, -reach, reach);
    if (i % 4 == 0) /* Next to a multiple of a right angle, where the reduction must hold. */
      angle = nextafter (floor (angle) * (PN_PI / 2), angle);
    pn_sincos (angle, &s, &c);
    raise_to (&worst, ulps (s, sinl ((long double)angle)));
    raise_to (&worst, ulps (c, cosl ((long double)angle)));
    g_assert_cmpfloat_with_epsilon (s * s + c * c, 1.0, 1e-15);
  }
  g_test_message ("worst %.3f ulp", worst);
  g_assert_cmpfloat (worst, <, 1.0);

  pn_sincos (0.0, &s, &c);
  pn_assert_same_bits (s, 0.0);
  pn_assert_same_bits (c, 1.0);
  pn_sincos (1e300, &s, &c);
  g_assert_cmpfloat_with_epsilon (s * s + c * c, 1.0, 1e-15);
  pn_sincos (1e-310, &s, &c);
  pn_assert_same_bits (s, 1e-310);
  pn_assert_same_bits (c, 1.0);
  pn_sincos ((double)INFINITY, &s, &c);
  g_assert_true (isnan (s));
  g_assert_true (isnan (c));
}

static void
test_sincos_deg (void)
{
  static const double sines[4] = {0, 1, 0, -1};
  double s, c, worst = 0.0;
  for (int i = -4000; i <= 4000; i++) {
    pn_sincos_deg (90.0 * i, &s, &c);
    pn_assert_same_bits (s, sines[(unsigned)i & 3]);
    pn_assert_same_bits (c, sines[((unsigned)i + 1) & 3]);
  }
  pn_sincos_deg (90.0 * 0x1p60, &s, &c); /* a multiple of 360 */
  pn_assert_same_bits (s, 0.0);
  pn_assert_same_bits (c, 1.0);
  pn_sincos_deg (30.0, &s, &c);
  pn_assert_same_bits (s, 0.5);
  pn_sincos_deg (-60.0, &s, &c);
  pn_assert_same_bits (c, 0.5);

  PnRandom random = pn_random (12);
  for (int i = 0; i < N_DRAWS; i++) {
    double angle = pn_random_range (&random, -45.0, 45.0);
    pn_sincos_deg (angle, &s, &c);
    long double radians = (long double)angle * (3.14159265358979323846264338327950288L / 180);
    raise_to (&worst, ulps (s, sinl (radians)));
    raise_to (&worst, ulps (c, cosl (radians)));
    /* Full turns of any number change no bit, as long as the angle can hold them. */
    double turned_s, turned_c, rounded = floor (angle * 256.0) / 256.0;
    pn_sincos_deg (rounded, &s, &c);
    pn_sincos_deg (rounded + 360.0 * (i % 1001 - 500), &turned_s, &turned_c);
    pn_assert_same_bits (s, turned_s);
    pn_assert_same_bits (c, turned_c);
  }
  g_test_message ("worst %.3f ulp", worst);
  g_assert_cmpfloat (worst, <, 1.0);
}

static void
test_atan2 (void)
{
  PnRandom random = pn_random (13);
  double worst = 0.0;
  for (int i = 0; i < N_DRAWS; i++) {
    double y = pn_random_range (&random, -1.0, 1.0);
    double x = pn_random_range (&random, -1.0, 1.0);
    if (i % 3 == 0)
      y *= pn_exp2 (pn_random_range (&random, -60.0, 60.0));
    raise_to (&worst, ulps (pn_atan2 (y, x), atan2l ((long double)y, (long double)x)));
    pn_assert_same_bits (pn_atan2 (-y, x), -pn_atan2 (y, x));
  }
  g_test_message ("worst %.3f ulp", worst);
  g_assert_cmpfloat (worst, <, 1.5);

  pn_assert_same_bits (pn_atan2 (0.0, 0.0), 0.0);
  pn_assert_same_bits (pn_atan2 (0.0, 1.0), 0.0);
  pn_assert_same_bits (pn_atan2 (0.0, -1.0), PN_PI);
  pn_assert_same_bits (pn_atan2 (1.0, 0.0), PN_PI / 2);
  pn_assert_same_bits (pn_atan2 (-1.0, 0.0), -PN_PI / 2);
  pn_assert_same_bits (pn_atan2 (1e308, 1e308), PN_PI / 4);
  pn_assert_same_bits (pn_atan2 (5e-324, -1e308), PN_PI);
  g_assert_true (isnan (pn_atan2 ((double)NAN, 1.0)));
  g_assert_true (isnan (pn_atan2 (1.0, (double)INFINITY)));
}

static void
test_exp2 (void)
{
  PnRandom random = pn_random (14);
  double worst = 0.0;
  for (int i = 0; i < N_DRAWS; i++) {
    double x = pn_random_range (&random, i % 2 ? -2.0 : -1022.0, i % 2 ? 2.0 : 1024.0);
    raise_to (&worst, ulps (pn_exp2 (x), exp2l ((long double)x)));
  }
  g_test_message ("worst %.3f ulp", worst);
  g_assert_cmpfloat (worst, <, 1.0);

  for (int n = -1074; n < 1024; n++)
    pn_assert_same_bits (pn_exp2 (n), ldexp (1.0, n));
  pn_assert_same_bits (pn_exp2 (-1076.0), 0.0);
  g_assert_true (isinf (pn_exp2 (1024.0)));
  g_assert_true (isfinite (pn_exp2 (nextafter (1024.0, 0.0))));
  g_assert_true (isinf (pn_exp2 ((double)INFINITY)));
  pn_assert_same_bits (pn_exp2 ((double)-INFINITY), 0.0);
  g_assert_true (isnan (pn_exp2 ((double)NAN)));
}

static void
test_log2 (void)
{
  PnRandom random = pn_random (15);
  double worst = 0.0;
  for (int i = 0; i < N_DRAWS; i++) {
    double x = i % 2 ? pn_random_range (&random, 0.5, 2.0)
                     : pn_exp2 (pn_random_range (&random, -1070.0, 1024.0));
    raise_to (&worst, ulps (pn_log2 (x), log2l ((long double)x)));
  }
  g_test_message ("worst %.3f ulp", worst);
  g_assert_cmpfloat (worst, <, 1.5);

  for (int n = -1074; n < 1024; n++)
    pn_assert_same_bits (pn_log2 (ldexp (1.0, n)), n);
  g_assert_true (isinf (pn_log2 (0.0)));
  g_assert_true (pn_log2 (0.0) < 0.0);
  g_assert_true (isnan (pn_log2 (-1.0)));
  g_assert_true (isnan (pn_log2 ((double)INFINITY)));
}

/* One hash over many arguments: the bits every machine must give. */
static void
test_golden (void)
{
  PnRandom random = pn_random (16);
  PnHash hash;
  pn_hash_init (&hash);
  for (int i = 0; i < 20000; i++) {
    double a = pn_random_range (&random, -1e4, 1e4), b = pn_random_range (&random, -1e4, 1e4);
    double results[7];
    pn_sincos (a, &results[0], &results[1]);
    pn_sincos_deg (a, &results[2], &results[3]);
    results[4] = pn_atan2 (a, b);
    results[5] = pn_exp2 (a * 0.1);
    results[6] = pn_log2 (fabs (a));
    pn_hash_doubles (&hash, results, 7);
  }
  g_assert_cmphex (pn_hash_value (&hash), ==, G_GUINT64_CONSTANT (0xe8d7728e78c7f518));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/math/sincos", test_sincos);
  g_test_add_func ("/base/math/sincos-degrees", test_sincos_deg);
  g_test_add_func ("/base/math/atan2", test_atan2);
  g_test_add_func ("/base/math/exp2", test_exp2);
  g_test_add_func ("/base/math/log2", test_log2);
  g_test_add_func ("/base/math/golden", test_golden);
  return g_test_run ();
}
