/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-complex.h"
#include "pn-sparse.h"

/* Sparse factors A = L D L^H of positive definite matrices, real symmetric and complex Hermitian.
 * Immutable once made, so any thread may solve with one. */
typedef struct PnLdlReal PnLdlReal;
typedef struct PnLdlComplex PnLdlComplex;

/* A pivot below this part of its diagonal entry is rounding: the matrix is singular to working
 * precision. (A Laplacian that was not grounded leaves 1e-15; the flattest proper system measured,
 * a ribbon 500 times as long as wide, 1e-4.) */
#define PN_LDL_PIVOT_MIN 1e-12

/* Factors the matrix with `diagonal` (n) and the entries `upper` of the strict upper triangle,
 * which stand as in the pattern `symbolic` was made of. `symbolic` is borrowed for the life of the
 * factor. PN_STATUS_SINGULAR for a matrix that is not positive definite or not finite,
 * PN_STATUS_NO_MEMORY. (transfer full) in `ldl`. */
PnStatus pn_ldl_real_new (const PnSparseSymbolic *symbolic,
                          const double *diagonal,
                          const double *upper,
                          PnLdlReal **ldl);
PnStatus pn_ldl_complex_new (const PnSparseSymbolic *symbolic,
                             const double *diagonal,
                             const PnComplex *upper,
                             PnLdlComplex **ldl);
void pn_ldl_real_free (PnLdlReal *ldl);
void pn_ldl_complex_free (PnLdlComplex *ldl);

/* Solves A x = b in place, in elimination order. For the real matrix the parts of `x` are two right
 * sides that do not know of each other. Allocates nothing. */
void pn_ldl_real_solve (const PnLdlReal *ldl, PnComplex *x);
void pn_ldl_complex_solve (const PnLdlComplex *ldl, PnComplex *x);

size_t pn_ldl_real_n_bytes (const PnLdlReal *ldl);
size_t pn_ldl_complex_n_bytes (const PnLdlComplex *ldl);
