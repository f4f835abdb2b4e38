/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gaussian elimination with the pivot sought along the row instead of the column: partial pivoting
 * of the transposed matrix, and as stable. It is done this way round because the rows are
 * constraints in order of age, and of two that say the same the later one must be the one to go.
 * Costs n^3 / 3 complex multiply-adds, and n^2 a solve. */
#include "pn-dense.h"

#include <math.h>

static double
size_of (PnComplex a)
{
  return fabs (a.re) + fabs (a.im);
}

static void
exchange (PnComplex *a, PnComplex *b)
{
  PnComplex held = *a;
  *a = *b;
  *b = held;
}

/* The column of the largest entry of `row` from `first` on; the lowest of equals. */
static size_t
find_pivot (size_t n, const PnComplex *row, size_t first)
{
  size_t pivot = first;
  for (size_t j = first + 1; j < n; j++)
    if (size_of (row[j]) > size_of (row[pivot]))
      pivot = j;
  return pivot;
}

size_t
pn_dense_factor (size_t n, PnComplex *a, uint32_t *exchanges, double smallest)
{
  for (size_t i = 0; i < n; i++) {
    PnComplex *row = a + i * n;
    for (size_t k = 0; k < i; k++)
      exchange (&row[k], &row[exchanges[k]]);
    for (size_t k = 0; k < i; k++) {
      const PnComplex *above = a + k * n;
      row[k] = pn_complex_div (row[k], above[k]);
      for (size_t j = k + 1; j < n; j++)
        row[j] = pn_complex_sub (row[j], pn_complex_mul (row[k], above[j]));
    }
    size_t pivot = find_pivot (n, row, i);
    double size = size_of (row[pivot]);
    if (!(size > smallest) || !isfinite (size))
      return i;
    exchanges[i] = (uint32_t)pivot;
    for (size_t r = 0; r <= i; r++)
      exchange (&a[r * n + i], &a[r * n + pivot]);
  }
  return n;
}

void
pn_dense_solve (size_t n, const PnComplex *factored, const uint32_t *exchanges, PnComplex *x)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      x[i] = pn_complex_sub (x[i], pn_complex_mul (factored[i * n + j], x[j]));
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; j++)
      x[i] = pn_complex_sub (x[i], pn_complex_mul (factored[i * n + j], x[j]));
    x[i] = pn_complex_div (x[i], factored[i * n + i]);
  }
  for (size_t i = n; i-- > 0;)
    exchange (&x[i], &x[exchanges[i]]);
}
