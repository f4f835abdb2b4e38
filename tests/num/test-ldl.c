/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ldl.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-sparse.h"

static PnSparseSymbolic *
make_symbolic (const TestMatrix *matrix)
{
  PnSparsePattern pattern = test_matrix_pattern (matrix);
  PnSparseSymbolic *symbolic = NULL;
  g_assert_cmpint (pn_sparse_symbolic_new (&pattern, &symbolic), ==, PN_STATUS_OK);
  return symbolic;
}

static double *
real_parts (const TestMatrix *matrix)
{
  guint count = matrix->starts[matrix->n];
  double *parts = g_new0 (double, count + 1);
  for (guint p = 0; p < count; p++)
    parts[p] = matrix->upper[p].re;
  return parts;
}

static PnComplex *
random_vector (guint n, guint64 seed)
{
  PnRandom random = pn_random (seed);
  PnComplex *x = g_new0 (PnComplex, n + 1);
  for (guint i = 0; i < n; i++) {
    x[i].re = pn_random_range (&random, -9, 9);
    x[i].im = pn_random_range (&random, -9, 9);
  }
  return x;
}

static PnComplex *
multiply (const TestMatrix *matrix, const PnComplex *x)
{
  guint n = matrix->n;
  g_autofree PnComplex *full = test_matrix_full (matrix);
  PnComplex *product = g_new0 (PnComplex, n + 1);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      product[i] = pn_complex_add (product[i], pn_complex_mul (full[i * n + j], x[j]));
  return product;
}

static double
largest_difference (guint n, const PnComplex *a, const PnComplex *b)
{
  double largest = 0;
  for (guint i = 0; i < n; i++)
    largest = fmax (largest, sqrt (pn_complex_norm (pn_complex_sub (a[i], b[i]))));
  return largest;
}

/* A x = b has the x that made b; read without the conjugates, the factor gives another. */
static void
test_complex (void)
{
  for (guint seed = 1; seed <= 30; seed++) {
    guint n = 1 + seed * 3;
    TestMatrix *matrix = test_matrix_random (n, 3 * n, seed);
    PnSparseSymbolic *symbolic = make_symbolic (matrix);
    PnLdlComplex *ldl = NULL, *transposed = NULL;
    g_assert_cmpint (pn_ldl_complex_new (symbolic, matrix->diagonal, matrix->upper, &ldl), ==,
                     PN_STATUS_OK);
    g_autofree PnComplex *x = random_vector (n, seed);
    g_autofree PnComplex *solved = multiply (matrix, x);
    g_autofree PnComplex *wrong = g_memdup2 (solved, n * sizeof *solved);
    pn_ldl_complex_solve (ldl, solved);
    g_test_message ("seed %u", seed);
    g_assert_cmpfloat (largest_difference (n, x, solved), <, 1e-11);

    for (guint p = 0; p < matrix->starts[n]; p++)
      matrix->upper[p] = pn_complex_conj (matrix->upper[p]);
    g_assert_cmpint (pn_ldl_complex_new (symbolic, matrix->diagonal, matrix->upper, &transposed),
                     ==, PN_STATUS_OK);
    pn_ldl_complex_solve (transposed, wrong);
    if (n > 10)
      g_assert_cmpfloat (largest_difference (n, x, wrong), >, 1e-2);
    pn_ldl_complex_free (transposed);
    pn_ldl_complex_free (ldl);
    pn_sparse_symbolic_free (symbolic);
    test_matrix_free (matrix);
  }
}

/* The real factor solves two right sides at once, each as if it were alone, bit for bit. */
static void
test_real (void)
{
  TestMatrix *grid = test_matrix_grid (9, 11);
  guint n = grid->n;
  PnSparseSymbolic *symbolic = make_symbolic (grid);
  g_autofree double *upper = real_parts (grid);
  PnLdlReal *ldl = NULL;
  g_assert_cmpint (pn_ldl_real_new (symbolic, grid->diagonal, upper, &ldl), ==, PN_STATUS_OK);
  g_autofree PnComplex *x = random_vector (n, 5);
  g_autofree PnComplex *both = multiply (grid, x);
  g_autofree PnComplex *alone = g_new0 (PnComplex, n);
  for (guint i = 0; i < n; i++)
    alone[i].im = both[i].re;
  pn_ldl_real_solve (ldl, both);
  pn_ldl_real_solve (ldl, alone);
  g_assert_cmpfloat (largest_difference (n, x, both), <, 1e-10);
  for (guint i = 0; i < n; i++) {
    g_assert_cmpmem (&both[i].re, sizeof (double), &alone[i].im, sizeof (double));
    g_assert_cmpfloat (fabs (alone[i].re), <=, 0);
  }
  g_assert_cmpuint (pn_ldl_real_n_bytes (ldl), >=,
                    pn_sparse_symbolic_n_entries (symbolic) * sizeof (double));
  pn_ldl_real_free (ldl);
  pn_sparse_symbolic_free (symbolic);
  test_matrix_free (grid);
}

/* Sides with one entry, in either part, and what is passed over as zero being zero. */
static void
test_sparse_side (void)
{
  TestMatrix *grid = test_matrix_grid (7, 6);
  guint n = grid->n;
  PnSparseSymbolic *symbolic = make_symbolic (grid);
  g_autofree double *upper = real_parts (grid);
  PnLdlReal *real = NULL;
  PnLdlComplex *complex = NULL;
  g_assert_cmpint (pn_ldl_real_new (symbolic, grid->diagonal, upper, &real), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_ldl_complex_new (symbolic, grid->diagonal, grid->upper, &complex), ==,
                   PN_STATUS_OK);
  for (guint i = 0; i < 2 * n; i++) {
    g_autofree PnComplex *side = g_new0 (PnComplex, n);
    *(i % 2 ? &side[i / 2].re : &side[i / 2].im) = 1;
    g_autofree PnComplex *by_real = g_memdup2 (side, n * sizeof *side);
    g_autofree PnComplex *by_complex = g_memdup2 (side, n * sizeof *side);
    pn_ldl_real_solve (real, by_real);
    pn_ldl_complex_solve (complex, by_complex);
    g_autofree PnComplex *from_real = multiply (grid, by_real);
    g_autofree PnComplex *from_complex = multiply (grid, by_complex);
    g_assert_cmpfloat (largest_difference (n, side, from_real), <, 1e-13);
    g_assert_cmpfloat (largest_difference (n, side, from_complex), <, 1e-13);
  }
  pn_ldl_real_free (real);
  pn_ldl_complex_free (complex);
  pn_sparse_symbolic_free (symbolic);
  test_matrix_free (grid);
}

/* Other values in the same symbolic part: what a changed stiffness costs. */
static void
test_second_numeric (void)
{
  TestMatrix *grid = test_matrix_grid (8, 8);
  guint n = grid->n;
  PnSparseSymbolic *symbolic = make_symbolic (grid);
  PnRandom random = pn_random (3);
  for (guint p = 0; p < grid->starts[n]; p++)
    grid->upper[p].re = -pn_random_range (&random, 0.1, 1);
  for (guint i = 0; i < n; i++)
    grid->diagonal[i] = 5;
  g_autofree double *upper = real_parts (grid);
  PnLdlReal *ldl = NULL;
  g_assert_cmpint (pn_ldl_real_new (symbolic, grid->diagonal, upper, &ldl), ==, PN_STATUS_OK);
  g_autofree PnComplex *x = random_vector (n, 6);
  g_autofree PnComplex *solved = multiply (grid, x);
  pn_ldl_real_solve (ldl, solved);
  g_assert_cmpfloat (largest_difference (n, x, solved), <, 1e-12);
  pn_ldl_real_free (ldl);
  pn_sparse_symbolic_free (symbolic);
  test_matrix_free (grid);
}

static void
assert_singular (TestMatrix *matrix)
{
  PnSparseSymbolic *symbolic = make_symbolic (matrix);
  g_autofree double *upper = real_parts (matrix);
  PnLdlReal *real = NULL;
  PnLdlComplex *complex = NULL;
  g_assert_cmpint (pn_ldl_real_new (symbolic, matrix->diagonal, upper, &real), ==,
                   PN_STATUS_SINGULAR);
  g_assert_cmpint (pn_ldl_complex_new (symbolic, matrix->diagonal, matrix->upper, &complex), ==,
                   PN_STATUS_SINGULAR);
  g_assert_null (real);
  g_assert_null (complex);
  pn_sparse_symbolic_free (symbolic);
  test_matrix_free (matrix);
}

static void
test_singular (void)
{
  TestMatrix *floating = test_matrix_grid (12, 12);
  floating->diagonal[0] -= 1;
  assert_singular (floating);

  TestMatrix *indefinite = test_matrix_grid (3, 3);
  indefinite->diagonal[4] = 0.5;
  assert_singular (indefinite);

  TestMatrix *not_finite = test_matrix_grid (3, 3);
  not_finite->upper[2].re = NAN;
  assert_singular (not_finite);

  TestMatrix *infinite = test_matrix_grid (3, 3);
  infinite->diagonal[5] = INFINITY;
  assert_singular (infinite);
}

static void
test_empty (void)
{
  TestMatrix *matrix = test_matrix_random (0, 0, 1);
  PnSparseSymbolic *symbolic = make_symbolic (matrix);
  PnLdlComplex *ldl = NULL;
  g_assert_cmpint (pn_ldl_complex_new (symbolic, matrix->diagonal, matrix->upper, &ldl), ==,
                   PN_STATUS_OK);
  PnComplex untouched = {1, 2};
  pn_ldl_complex_solve (ldl, &untouched);
  g_assert_cmpfloat_with_epsilon (untouched.im, 2, 1e-15);
  pn_ldl_complex_free (ldl);
  pn_sparse_symbolic_free (symbolic);
  test_matrix_free (matrix);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ldl/complex", test_complex);
  g_test_add_func ("/num/ldl/real", test_real);
  g_test_add_func ("/num/ldl/sparse-side", test_sparse_side);
  g_test_add_func ("/num/ldl/second-numeric", test_second_numeric);
  g_test_add_func ("/num/ldl/singular", test_singular);
  g_test_add_func ("/num/ldl/empty", test_empty);
  return g_test_run ();
}
