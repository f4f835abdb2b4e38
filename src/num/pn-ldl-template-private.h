/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of pn-ldl.c for one kind of Scalar: no header, it is included once for each. */

struct Factor {
  const PnSparseSymbolic *symbolic; /* borrowed */
  double *inverse_d;                /* n */
  Scalar *values;                   /* as symbolic->factor_rows */
};

/* Row k of the factor, from the rows above it. With w the solution of L w = A[0..k-1, k], the row
 * is conj (w_i) / d_i and the pivot A[k, k] - sum |w_i|^2 / d_i. `w` is zero on entry and on
 * return, `next` says how far each column is filled. Returns the pivot. */
static double
factor_row (Factor *ldl,
            uint32_t k,
            double diagonal,
            const Scalar *upper,
            uint32_t *visited,
            uint32_t *stack,
            uint32_t *next,
            Scalar *w)
{
  const PnSparseSymbolic *symbolic = ldl->symbolic;
  const uint32_t *rows = symbolic->factor_rows;
  double pivot = diagonal;

  for (uint32_t p = symbolic->starts[k]; p < symbolic->starts[k + 1]; p++)
    w[symbolic->rows[p]] = upper[p];
  for (uint32_t top = pn_sparse_reach (symbolic, k, visited, stack); top < symbolic->n; top++) {
    uint32_t i = stack[top];
    Scalar w_i = w[i];
    w[i] = (Scalar){0};
    uint32_t end = next[i]++;
    for (uint32_t p = symbolic->factor_starts[i]; p < end; p++)
      SUB_MUL (w[rows[p]], ldl->values[p], w_i);
    ldl->values[end] = SCALE (CONJ (w_i), ldl->inverse_d[i]);
    pivot -= NORM (w_i) * ldl->inverse_d[i];
  }
  return pivot;
}

/* `indices` has room for 3 n, `w` for n. */
static PnStatus
factor_values (Factor *ldl,
               const double *diagonal,
               const Scalar *upper,
               uint32_t *indices,
               Scalar *w)
{
  uint32_t n = ldl->symbolic->n;
  uint32_t *visited = indices, *stack = indices + n, *next = indices + 2 * (size_t)n;
  memset (visited, 0xff, n * sizeof *visited);
  memset (w, 0, n * sizeof *w);
  memcpy (next, ldl->symbolic->factor_starts, n * sizeof *next);

  for (uint32_t k = 0; k < n; k++) {
    double pivot = factor_row (ldl, k, diagonal[k], upper, visited, stack, next, w);
    if (!(pivot > PN_LDL_PIVOT_MIN * diagonal[k]) || !isfinite (pivot))
      return PN_STATUS_SINGULAR;
    ldl->inverse_d[k] = 1 / pivot;
  }
  return PN_STATUS_OK;
}

PnStatus
ldl_new (const PnSparseSymbolic *symbolic,
         const double *diagonal,
         const Scalar *upper,
         Factor **ldl)
{
  size_t n = symbolic->n;
  Factor *made = calloc (1, sizeof *made);
  uint32_t *indices = malloc ((3 * n + 1) * sizeof *indices);
  Scalar *w = malloc ((n + 1) * sizeof *w);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (made && indices && w) {
    made->symbolic = symbolic;
    made->inverse_d = malloc ((n + 1) * sizeof *made->inverse_d);
    made->values = malloc (((size_t)symbolic->factor_starts[n] + 1) * sizeof *made->values);
    if (made->inverse_d && made->values)
      status = factor_values (made, diagonal, upper, indices, w);
  }
  free (indices);
  free (w);
  if (status == PN_STATUS_OK)
    *ldl = made;
  else
    ldl_free (made);
  return status;
}

void
ldl_free (Factor *ldl)
{
  if (!ldl)
    return;
  free (ldl->inverse_d);
  free (ldl->values);
  free (ldl);
}

/* L y = b in the columns of one block: among each other, then in the rows below them all. */
INLINE void
solve_forward (const Factor *ldl, uint32_t first, uint32_t width, Side *x)
{
  const uint32_t *starts = ldl->symbolic->factor_starts;
  uint32_t last = first + width - 1, n_below = starts[last + 1] - starts[last];
  const uint32_t *rows = ldl->symbolic->factor_rows + starts[last];
  const Scalar *below[PN_SPARSE_WIDTH_MAX];
  Side y[PN_SPARSE_WIDTH_MAX];
  UNROLL
  for (uint32_t c = 0; c < width; c++) {
    below[c] = ldl->values + starts[first + c] + (width - 1 - c);
    y[c] = x[first + c];
    UNROLL
    for (uint32_t e = 0; e < c; e++)
      SUB_MUL_SIDE (y[c], ldl->values[starts[first + e] + (c - e - 1)], y[e]);
    x[first + c] = y[c];
  }
  for (uint32_t p = 0; p < n_below; p++) {
    Side sum = x[rows[p]];
    UNROLL
    for (uint32_t c = 0; c < width; c++)
      SUB_MUL_SIDE (sum, below[c][p], y[c]);
    x[rows[p]] = sum;
  }
}

/* D L^H x = y in the columns of one block, those after it being done. */
INLINE void
solve_backward (const Factor *ldl, uint32_t first, uint32_t width, Side *x)
{
  const uint32_t *starts = ldl->symbolic->factor_starts;
  uint32_t last = first + width - 1, n_below = starts[last + 1] - starts[last];
  const uint32_t *rows = ldl->symbolic->factor_rows + starts[last];
  const Scalar *below[PN_SPARSE_WIDTH_MAX];
  Side y[PN_SPARSE_WIDTH_MAX];
  UNROLL
  for (uint32_t c = 0; c < width; c++) {
    below[c] = ldl->values + starts[first + c] + (width - 1 - c);
    y[c] = SCALE_SIDE (x[first + c], ldl->inverse_d[first + c]);
  }
  for (uint32_t p = 0; p < n_below; p++) {
    Side known = x[rows[p]];
    UNROLL
    for (uint32_t c = 0; c < width; c++)
      SUB_MUL_SIDE (y[c], CONJ (below[c][p]), known);
  }
  UNROLL
  for (uint32_t c = width; c-- > 0;) {
    x[first + c] = y[c];
    UNROLL
    for (uint32_t e = 0; e < c; e++)
      SUB_MUL_SIDE (y[e], CONJ (ldl->values[starts[first + e] + (c - e - 1)]), y[c]);
  }
}

void
ldl_solve (const Factor *ldl, PnComplex *x)
{
  uint32_t n = ldl->symbolic->n;
  const uint8_t *widths = ldl->symbolic->widths;
  Side *sides = (Side *)x;

  for (uint32_t first = 0; first < n; first += widths[first]) {
    if (all_zero (x + first, widths[first]))
      continue;
    switch (widths[first]) {
    case 1:
      solve_forward (ldl, first, 1, sides);
      break;
    case 2:
      solve_forward (ldl, first, 2, sides);
      break;
    case 3:
      solve_forward (ldl, first, 3, sides);
      break;
    default:
      solve_forward (ldl, first, PN_SPARSE_WIDTH_MAX, sides);
    }
  }
  for (uint32_t end = n; end > 0; end -= widths[end - 1])
    switch (widths[end - 1]) {
    case 1:
      solve_backward (ldl, end - 1, 1, sides);
      break;
    case 2:
      solve_backward (ldl, end - 2, 2, sides);
      break;
    case 3:
      solve_backward (ldl, end - 3, 3, sides);
      break;
    default:
      solve_backward (ldl, end - PN_SPARSE_WIDTH_MAX, PN_SPARSE_WIDTH_MAX, sides);
    }
}

size_t
ldl_n_bytes (const Factor *ldl)
{
  const PnSparseSymbolic *symbolic = ldl->symbolic;
  return sizeof *ldl + symbolic->n * sizeof *ldl->inverse_d +
         symbolic->factor_starts[symbolic->n] * sizeof *ldl->values;
}
