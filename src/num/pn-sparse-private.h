/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-sparse.h"

#define PN_SPARSE_NONE UINT32_MAX

struct PnSparseSymbolic {
  uint32_t n;
  uint32_t *starts, *rows;               /* the matrix: strict upper triangle by columns */
  uint32_t *parents;                     /* elimination tree; PN_SPARSE_NONE at a root */
  uint32_t *factor_starts, *factor_rows; /* the factor: strict lower triangle by columns */
  /* Columns in a row that have the same rows below them make a block: its width stands at the first
   * and at the last of them. */
  uint8_t *widths;
};

#define PN_SPARSE_WIDTH_MAX 4

/* Row k of the factor is nonzero where a walk up the elimination tree from the nonzeros of the
 * matrix's column k comes past (Davis 2006, section 4.2). Writes these columns into the end of
 * `stack` (n), each before its ancestors, and returns where they begin. `visited` (n) holds the
 * last row that came past each column, PN_SPARSE_NONE before the first. */
static inline uint32_t
pn_sparse_reach (const PnSparseSymbolic *symbolic, uint32_t k, uint32_t *visited, uint32_t *stack)
{
  uint32_t top = symbolic->n;
  visited[k] = k;
  for (uint32_t p = symbolic->starts[k]; p < symbolic->starts[k + 1]; p++) {
    uint32_t length = 0;
    for (uint32_t i = symbolic->rows[p]; visited[i] != k; i = symbolic->parents[i]) {
      stack[length++] = i;
      visited[i] = k;
    }
    while (length > 0)
      stack[--top] = stack[--length];
  }
  return top;
}
