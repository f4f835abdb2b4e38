/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pn-complex.h"

/* Small dense systems, row-major. Complex only: a real system of a few dozen unknowns is cheap
 * enough as a complex one. */

/* Factors `a` (n x n) in place. Rows stay in order and columns are exchanged, as `exchanges` (n)
 * records, so that a row depends on the rows above it alone. Returns n, or the first row of which
 * nothing larger than `smallest` remains: a combination of those above it, or not finite. The
 * matrix is then spoilt. */
size_t pn_dense_factor (size_t n, PnComplex *a, uint32_t *exchanges, double smallest);

/* Solves with what pn_dense_factor() left, in place. */
void pn_dense_solve (size_t n, const PnComplex *factored, const uint32_t *exchanges, PnComplex *x);
