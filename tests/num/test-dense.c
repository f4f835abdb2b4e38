/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-dense.h"

#include <glib.h>
#include <math.h>

#include "pn-random.h"

#define N_MAX 24

static void
fill_random (PnRandom *random, gsize count, PnComplex *values)
{
  for (gsize i = 0; i < count; i++) {
    values[i].re = pn_random_range (random, -1, 1);
    values[i].im = pn_random_range (random, -1, 1);
  }
}

static PnComplex
dot (gsize n, const PnComplex *row, const PnComplex *x)
{
  PnComplex sum = {0};
  for (gsize j = 0; j < n; j++)
    sum = pn_complex_add (sum, pn_complex_mul (row[j], x[j]));
  return sum;
}

static void
test_solve (void)
{
  for (guint seed = 1; seed <= 60; seed++) {
    PnRandom random = pn_random (seed);
    gsize n = 1 + seed % N_MAX;
    PnComplex a[N_MAX * N_MAX], x[N_MAX], solved[N_MAX];
    guint32 exchanges[N_MAX];
    fill_random (&random, n * n, a);
    fill_random (&random, n, x);
    for (gsize i = 0; i < n; i++)
      solved[i] = dot (n, a + i * n, x);
    g_test_message ("seed %u", seed);
    g_assert_cmpuint (pn_dense_factor (n, a, exchanges, 1e-12), ==, n);
    pn_dense_solve (n, a, exchanges, solved);
    for (gsize i = 0; i < n; i++)
      g_assert_cmpfloat (sqrt (pn_complex_norm (pn_complex_sub (solved[i], x[i]))), <, 1e-10);
  }
}

/* A zero in the corner, which elimination without exchanges divides by. */
static void
test_zero_corner (void)
{
  PnComplex a[4] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}};
  PnComplex x[2] = {{3, 0}, {4, 0}};
  guint32 exchanges[2];
  g_assert_cmpuint (pn_dense_factor (2, a, exchanges, 1e-12), ==, 2);
  pn_dense_solve (2, a, exchanges, x);
  g_assert_cmpfloat_with_epsilon (x[0].re, 2, 1e-15);
  g_assert_cmpfloat_with_epsilon (x[0].im, -1.5, 1e-15);
  g_assert_cmpfloat_with_epsilon (x[1].re, 3, 1e-15);
  g_assert_cmpfloat_with_epsilon (x[1].im, 0, 1e-15);
}

/* Of rows that say the same the later one is named, wherever they stand; seeking the pivot down the
 * column would name the last row each time. */
static void
test_dependent_row (void)
{
  enum { N = 9 };
  for (guint repeated = 1; repeated < N; repeated++) {
    PnRandom random = pn_random (repeated);
    PnComplex a[N * N];
    guint32 exchanges[N];
    fill_random (&random, N * N, a);
    for (gsize j = 0; j < N; j++) {
      PnComplex sum = {0};
      for (gsize i = 0; i < repeated; i++)
        sum = pn_complex_add (sum, pn_complex_scale (a[i * N + j], 1.0 / (double)(i + 1)));
      a[repeated * N + j] = sum;
    }
    g_assert_cmpuint (pn_dense_factor (N, a, exchanges, 1e-12), ==, repeated);
  }
}

static void
test_not_finite (void)
{
  PnComplex a[4] = {{1, 0}, {2, 0}, {NAN, 0}, {1, 0}};
  PnComplex b[4] = {{1, 0}, {INFINITY, 0}, {1, 0}, {1, 0}};
  PnComplex zero[1] = {{0, 0}};
  guint32 exchanges[2];
  g_assert_cmpuint (pn_dense_factor (2, a, exchanges, 1e-12), <, 2);
  g_assert_cmpuint (pn_dense_factor (2, b, exchanges, 1e-12), <, 2);
  g_assert_cmpuint (pn_dense_factor (1, zero, exchanges, 0), ==, 0);
  g_assert_cmpuint (pn_dense_factor (0, zero, exchanges, 0), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/dense/solve", test_solve);
  g_test_add_func ("/num/dense/zero-corner", test_zero_corner);
  g_test_add_func ("/num/dense/dependent-row", test_dependent_row);
  g_test_add_func ("/num/dense/not-finite", test_not_finite);
  return g_test_run ();
}
