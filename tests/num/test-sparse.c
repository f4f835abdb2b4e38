/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-sparse.h"

#include <glib.h>
#include <string.h>

#include "pn-test-sparse.h"

/* The factor's entries below the diagonal, by elimination on a full matrix of marks. */
static guint
count_fill (const TestMatrix *matrix)
{
  guint n = matrix->n, count = 0;
  g_autofree guint8 *marks = g_new0 (guint8, (gsize)n * n);
  for (guint j = 0; j < n; j++)
    for (guint p = matrix->starts[j]; p < matrix->starts[j + 1]; p++)
      marks[matrix->rows[p] * n + j] = marks[j * n + matrix->rows[p]] = 1;
  for (guint k = 0; k < n; k++)
    for (guint i = k + 1; i < n; i++) {
      if (!marks[i * n + k])
        continue;
      count++;
      for (guint j = k + 1; j < n; j++)
        marks[i * n + j] |= marks[k * n + j];
    }
  return count;
}

static guint
count_symbolic (const TestMatrix *matrix)
{
  PnSparsePattern pattern = test_matrix_pattern (matrix);
  PnSparseSymbolic *symbolic = NULL;
  g_assert_cmpint (pn_sparse_symbolic_new (&pattern, &symbolic), ==, PN_STATUS_OK);
  g_assert_cmpuint (pn_sparse_symbolic_n (symbolic), ==, matrix->n);
  guint count = pn_sparse_symbolic_n_entries (symbolic);
  g_assert_cmpuint (pn_sparse_symbolic_n_bytes (symbolic), >=, count * sizeof (guint32));
  pn_sparse_symbolic_free (symbolic);
  return count;
}

static void
test_order (void)
{
  TestMatrix *grid = test_matrix_grid (20, 20);
  PnSparsePattern pattern = test_matrix_pattern (grid);
  guint32 order[400];
  guint8 seen[400] = {0};
  g_assert_cmpint (pn_sparse_order (&pattern, order), ==, PN_STATUS_OK);
  for (guint k = 0; k < 400; k++) {
    g_assert_cmpuint (order[k], <, 400);
    g_assert_false (seen[order[k]]);
    seen[order[k]] = 1;
  }

  TestMatrix *ordered = test_matrix_permuted (grid, order);
  guint fill = count_symbolic (ordered), natural = count_symbolic (grid);
  g_test_message ("entries of the factor: %u ordered, %u in the grid's own order", fill, natural);
  g_assert_cmpuint (fill * 2, <, natural);
  test_matrix_free (ordered);
  test_matrix_free (grid);
}

static void
test_order_is_repeatable (void)
{
  TestMatrix *matrix = test_matrix_random (300, 900, 7);
  PnSparsePattern pattern = test_matrix_pattern (matrix);
  guint32 first[300], second[300];
  g_assert_cmpint (pn_sparse_order (&pattern, first), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_sparse_order (&pattern, second), ==, PN_STATUS_OK);
  g_assert_cmpmem (first, sizeof first, second, sizeof second);
  test_matrix_free (matrix);
}

static void
test_fill (void)
{
  for (guint seed = 1; seed <= 40; seed++) {
    TestMatrix *matrix = test_matrix_random (5 + seed, seed * 3, seed);
    g_test_message ("seed %u", seed);
    g_assert_cmpuint (count_symbolic (matrix), ==, count_fill (matrix));
    test_matrix_free (matrix);
  }
}

/* No unknown, one unknown, and unknowns that do not know of each other. */
static void
test_small (void)
{
  for (guint n = 0; n < 4; n++) {
    TestMatrix *matrix = test_matrix_random (n, 0, 1);
    PnSparsePattern pattern = test_matrix_pattern (matrix);
    guint32 order[4] = {9, 9, 9, 9};
    g_assert_cmpint (pn_sparse_order (&pattern, order), ==, PN_STATUS_OK);
    for (guint k = 0; k < n; k++)
      g_assert_cmpuint (order[k], <, n);
    g_assert_cmpuint (order[n], ==, 9);
    g_assert_cmpuint (count_symbolic (matrix), ==, 0);
    test_matrix_free (matrix);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/sparse/order", test_order);
  g_test_add_func ("/num/sparse/order-is-repeatable", test_order_is_repeatable);
  g_test_add_func ("/num/sparse/fill", test_fill);
  g_test_add_func ("/num/sparse/small", test_small);
  return g_test_run ();
}
