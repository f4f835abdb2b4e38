/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Up-looking sparse L D L^H (Davis, "Algorithm 849: a concise sparse Cholesky factorization
 * package", ACM Trans. Math. Softw. 31, 2005, and "Direct Methods for Sparse Linear Systems", 2006,
 * section 4.7). Departures: the rows of the factor stand in the symbolic part already, so that only
 * values are computed; the inverse of D is kept; the Hermitian case is the same text.
 *
 * Costs one multiply-add for each pair of entries in a column of L, and a solve one for each entry
 * in each direction. A solve is bound by fetching what it multiplies, so it takes up to four
 * columns at a time where they have the same rows (for 3,888 vertices 59 us against 104; as long
 * panels would, and without padding or a second layout). Where the right side is all zeros it is
 * passed over, so that a side with a few entries costs little more than one direction. The order of every sum is fixed by the
 * pattern alone. Fails, and says so, on a matrix that is not positive definite to working
 * precision. */
#include "pn-ldl.h"

#include <math.h>
#include <string.h>

#include "pn-sparse-private.h"

/* gcc and clang unroll loops of a few rounds over arrays that thus become registers. */
#define UNROLL _Pragma ("GCC unroll 4")
#define INLINE static inline __attribute__ ((always_inline))

/* Nonzero where `n` numbers are zeros, of either sign; a NaN is not. */
INLINE int
all_zero (const PnComplex *x, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (!(fabs (x[i].re) + fabs (x[i].im) <= 0))
      return 0;
  return 1;
}

/* Two right sides of the real matrix, in one register. */
typedef double Pair __attribute__ ((vector_size (2 * sizeof (double)), aligned (8), may_alias));

#define Factor PnLdlReal
#define Scalar double
#define ldl_new pn_ldl_real_new
#define ldl_free pn_ldl_real_free
#define ldl_solve pn_ldl_real_solve
#define ldl_n_bytes pn_ldl_real_n_bytes
#define factor_row real_factor_row
#define factor_values real_factor_values
#define solve_forward real_solve_forward
#define solve_backward real_solve_backward
#define CONJ(a) (a)
#define SCALE(a, factor) ((a) * (factor))
#define SUB_MUL(sum, a, b) ((sum) -= (a) * (b))
#define NORM(a) ((a) * (a))
#define Side Pair
#define SCALE_SIDE(side, factor) ((side) * (factor))
#define SUB_MUL_SIDE(sum, a, b) ((sum) -= (a) * (b))
#include "pn-ldl-template-private.h"
#undef Factor
#undef Scalar
#undef ldl_new
#undef ldl_free
#undef ldl_solve
#undef ldl_n_bytes
#undef factor_row
#undef factor_values
#undef solve_forward
#undef solve_backward
#undef CONJ
#undef SCALE
#undef SUB_MUL
#undef NORM
#undef Side
#undef SCALE_SIDE
#undef SUB_MUL_SIDE

#define Factor PnLdlComplex
#define Scalar PnComplex
#define ldl_new pn_ldl_complex_new
#define ldl_free pn_ldl_complex_free
#define ldl_solve pn_ldl_complex_solve
#define ldl_n_bytes pn_ldl_complex_n_bytes
#define factor_row complex_factor_row
#define factor_values complex_factor_values
#define solve_forward complex_solve_forward
#define solve_backward complex_solve_backward
#define CONJ(a) pn_complex_conj (a)
#define SCALE(a, factor) pn_complex_scale (a, factor)
#define SUB_MUL(sum, a, b) ((sum) = pn_complex_sub (sum, pn_complex_mul (a, b)))
#define NORM(a) pn_complex_norm (a)
#define Side PnComplex
#define SCALE_SIDE(side, factor) pn_complex_scale (side, factor)
#define SUB_MUL_SIDE(sum, a, b) SUB_MUL (sum, a, b)
#include "pn-ldl-template-private.h"
