/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pn-status.h"

/* Sparse symmetric and Hermitian matrices: an elimination order, then what a factor needs to know
 * of the pattern, once for any number of matrices that share it. */

/* Where the nonzeros stand: the strict upper triangle by columns. Column j holds the rows
 * rows[starts[j]] to rows[starts[j + 1] - 1], ascending and all below j. The diagonal is taken to
 * be full. Borrowed. */
typedef struct {
  uint32_t n;
  const uint32_t *starts; /* n + 1 */
  const uint32_t *rows;
} PnSparsePattern;

/* A fill-reducing order: order[k] is the index to eliminate as the k-th. PN_STATUS_LIMIT beyond
 * what 32 bits hold, PN_STATUS_NO_MEMORY. */
PnStatus pn_sparse_order (const PnSparsePattern *pattern, uint32_t *order);

/* Elimination tree and pattern of the factor. Immutable. */
typedef struct PnSparseSymbolic PnSparseSymbolic;

/* `pattern` is in elimination order already and is copied. PN_STATUS_LIMIT, PN_STATUS_NO_MEMORY.
 * (transfer full) in `symbolic`. */
PnStatus pn_sparse_symbolic_new (const PnSparsePattern *pattern, PnSparseSymbolic **symbolic);
void pn_sparse_symbolic_free (PnSparseSymbolic *symbolic);
uint32_t pn_sparse_symbolic_n (const PnSparseSymbolic *symbolic);
/* What it was made of; lives as long. */
PnSparsePattern pn_sparse_symbolic_pattern (const PnSparseSymbolic *symbolic);
/* Entries of the factor below its diagonal. */
uint32_t pn_sparse_symbolic_n_entries (const PnSparseSymbolic *symbolic);
size_t pn_sparse_symbolic_n_bytes (const PnSparseSymbolic *symbolic);
