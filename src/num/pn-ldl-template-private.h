/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of pn-ldl.c for one kind of Scalar: no header, it is included once for each. */

struct Factor {
  const PnSparseSymbolic *symbolic; /* borrowed */
  double *inverse_d;                /* n */
  Scalar *values;                   /* as symbolic->factor_rows */
};

/* Row k of the factor, from the rows above it. With w the solution of L w = A[0..k-1, k], the row is
 * conj (w_i) / d_i and the pivot A[k, k] - sum |w_i|^2 / d_i. `w` is zero on entry and on return,
 * `next` says how far each column is filled. Returns the pivot. */
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

void
ldl_solve (const Factor *ldl, PnComplex *x)
{
  uint32_t n = ldl->symbolic->n;
  const uint32_t *starts = ldl->symbolic->factor_starts;
  const uint32_t *rows = ldl->symbolic->factor_rows;
  const Scalar *values = ldl->values;

  for (uint32_t j = 0; j < n; j++) {
    PnComplex x_j = x[j];
    for (uint32_t p = starts[j]; p < starts[j + 1]; p++)
      SUB_MUL_SIDE (x[rows[p]], values[p], x_j);
  }
  for (uint32_t j = n; j-- > 0;) {
    PnComplex x_j = pn_complex_scale (x[j], ldl->inverse_d[j]);
    for (uint32_t p = starts[j]; p < starts[j + 1]; p++)
      SUB_MUL_SIDE (x_j, CONJ (values[p]), x[rows[p]]);
    x[j] = x_j;
  }
}

size_t
ldl_n_bytes (const Factor *ldl)
{
  const PnSparseSymbolic *symbolic = ldl->symbolic;
  return sizeof *ldl + symbolic->n * sizeof *ldl->inverse_d +
         symbolic->factor_starts[symbolic->n] * sizeof *ldl->values;
}
