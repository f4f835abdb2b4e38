/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

#include "pn-complex.h"
#include "pn-random.h"
#include "pn-sparse.h"

/* A Hermitian matrix for tests: sparse by its strict upper triangle, and full beside it. */
typedef struct {
  guint n;
  guint32 *starts, *rows;
  double *diagonal;
  PnComplex *upper;
} TestMatrix;

static inline PnSparsePattern
test_matrix_pattern (const TestMatrix *matrix)
{
  return (PnSparsePattern){matrix->n, matrix->starts, matrix->rows};
}

static inline void
test_matrix_free (TestMatrix *matrix)
{
  g_free (matrix->starts);
  g_free (matrix->rows);
  g_free (matrix->diagonal);
  g_free (matrix->upper);
  g_free (matrix);
}

/* From a full one, row-major. An entry of exactly zero is no entry. */
static inline TestMatrix *
test_matrix_new (guint n, const PnComplex *full)
{
  TestMatrix *matrix = g_new0 (TestMatrix, 1);
  matrix->n = n;
  matrix->starts = g_new0 (guint32, n + 1);
  matrix->rows = g_new0 (guint32, n * n + 1);
  matrix->diagonal = g_new0 (double, n + 1);
  matrix->upper = g_new0 (PnComplex, n * n + 1);
  guint count = 0;
  for (guint j = 0; j < n; j++) {
    matrix->diagonal[j] = full[j * n + j].re;
    for (guint i = 0; i < j; i++)
      if (pn_complex_norm (full[i * n + j]) > 0) {
        matrix->rows[count] = i;
        matrix->upper[count++] = full[i * n + j];
      }
    matrix->starts[j + 1] = count;
  }
  return matrix;
}

/* (transfer full): row-major. */
static inline PnComplex *
test_matrix_full (const TestMatrix *matrix)
{
  guint n = matrix->n;
  PnComplex *full = g_new0 (PnComplex, n * n + 1);
  for (guint j = 0; j < n; j++) {
    full[j * n + j].re = matrix->diagonal[j];
    for (guint p = matrix->starts[j]; p < matrix->starts[j + 1]; p++) {
      full[matrix->rows[p] * n + j] = matrix->upper[p];
      full[j * n + matrix->rows[p]] = pn_complex_conj (matrix->upper[p]);
    }
  }
  return full;
}

static inline TestMatrix *
test_matrix_permuted (const TestMatrix *matrix, const guint32 *order)
{
  guint n = matrix->n;
  g_autofree PnComplex *full = test_matrix_full (matrix);
  g_autofree PnComplex *permuted = g_new0 (PnComplex, n * n + 1);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      permuted[i * n + j] = full[order[i] * n + order[j]];
  return test_matrix_new (n, permuted);
}

/* Complex and dominated by its diagonal, hence positive definite; `n_pairs` draws of a place. */
static inline TestMatrix *
test_matrix_random (guint n, guint n_pairs, guint64 seed)
{
  PnRandom random = pn_random (seed);
  g_autofree PnComplex *full = g_new0 (PnComplex, n * n + 1);
  for (guint i = 0; i < n; i++)
    full[i * n + i].re = pn_random_range (&random, 0.1, 1);
  for (guint pair = 0; pair < n_pairs && n > 1; pair++) {
    guint i = (guint)pn_random_below (&random, n);
    guint j = (guint)pn_random_below (&random, n);
    if (i == j || pn_complex_norm (full[i * n + j]) > 0)
      continue;
    PnComplex value;
    value.re = pn_random_range (&random, -1, 1);
    value.im = pn_random_range (&random, -1, 1);
    full[i * n + j] = value;
    full[j * n + i] = pn_complex_conj (value);
    full[i * n + i].re += 1.5;
    full[j * n + j].re += 1.5;
  }
  return test_matrix_new (n, full);
}

/* The real Laplacian of a grid of `columns` x `rows`, grounded by 1 at its first vertex. */
static inline TestMatrix *
test_matrix_grid (guint columns, guint rows)
{
  guint n = columns * rows;
  g_autofree PnComplex *full = g_new0 (PnComplex, n * n + 1);
  full[0].re = 1;
  for (guint y = 0; y < rows; y++)
    for (guint x = 0; x < columns; x++) {
      guint i = y * columns + x;
      guint others[2] = {i + 1, i + columns};
      for (guint k = 0; k < 2; k++) {
        if (k == 0 ? x + 1 == columns : y + 1 == rows)
          continue;
        guint j = others[k];
        full[i * n + j].re = full[j * n + i].re = -1;
        full[i * n + i].re += 1;
        full[j * n + j].re += 1;
      }
    }
  return test_matrix_new (n, full);
}
