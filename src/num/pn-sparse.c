/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a sparse factor needs to know of the pattern.
 *
 * Order: approximate minimum degree (Amestoy, Davis and Duff, "An approximate minimum degree
 * ordering algorithm", SIAM J. Matrix Anal. Appl. 17, 1996), by libamd. Elimination tree (Liu 1990)
 * and the pattern of the factor as in Davis, "Direct Methods for Sparse Linear Systems", 2006,
 * chapter 4, in time proportional to the factor's entries. Nothing here looks at a value, so
 * nothing can fail but memory and the range of an index. */
#include "pn-sparse.h"

#include <string.h>
#include <suitesparse/amd.h>

#include "pn-sparse-private.h"

/* amd_order() takes both triangles. Returns the number of entries. */
static uint32_t
mirror_pattern (const PnSparsePattern *pattern, int *starts, int *rows)
{
  uint32_t n = pattern->n;
  memset (starts, 0, (n + 1) * sizeof *starts);
  for (uint32_t j = 0; j < n; j++) {
    starts[j + 1] += (int)(pattern->starts[j + 1] - pattern->starts[j]);
    for (uint32_t p = pattern->starts[j]; p < pattern->starts[j + 1]; p++)
      starts[pattern->rows[p] + 1]++;
  }
  for (uint32_t j = 0; j < n; j++)
    starts[j + 1] += starts[j];
  /* The columns in order: each gets its upper part from itself, then its lower part from the later
   * ones, and so is ascending. `starts` serves as the place to write and is put back after. */
  for (uint32_t j = 0; j < n; j++)
    for (uint32_t p = pattern->starts[j]; p < pattern->starts[j + 1]; p++) {
      rows[starts[j]++] = (int)pattern->rows[p];
      rows[starts[pattern->rows[p]]++] = (int)j;
    }
  memmove (starts + 1, starts, n * sizeof *starts);
  starts[0] = 0;
  return (uint32_t)starts[n];
}

PnStatus
pn_sparse_order (const PnSparsePattern *pattern, uint32_t *order)
{
  uint32_t n = pattern->n;
  uint32_t n_entries = pattern->starts[n];
  if (n >= INT32_MAX || n_entries > INT32_MAX / 2)
    return PN_STATUS_LIMIT;
  if (n == 0)
    return PN_STATUS_OK;

  int *starts = malloc ((n + 1) * sizeof *starts);
  int *rows = malloc ((2 * (size_t)n_entries + 1) * sizeof *rows);
  int *amd = malloc (n * sizeof *amd);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (starts && rows && amd) {
    mirror_pattern (pattern, starts, rows);
    int result = amd_order ((int)n, starts, rows, amd, NULL, NULL);
    PN_ASSERT (result != AMD_INVALID);
    if (result != AMD_OUT_OF_MEMORY) {
      for (uint32_t k = 0; k < n; k++)
        order[k] = (uint32_t)amd[k];
      status = PN_STATUS_OK;
    }
  }
  free (starts);
  free (rows);
  free (amd);
  return status;
}

/* Fills `parents` and counts each column of the factor into `counts`. PN_STATUS_LIMIT. */
static PnStatus
grow_tree (PnSparseSymbolic *symbolic, uint32_t *visited, uint32_t *counts)
{
  uint64_t n_entries = 0;
  for (uint32_t k = 0; k < symbolic->n; k++) {
    symbolic->parents[k] = PN_SPARSE_NONE;
    visited[k] = k;
    counts[k] = 0;
    for (uint32_t p = symbolic->starts[k]; p < symbolic->starts[k + 1]; p++)
      for (uint32_t i = symbolic->rows[p]; visited[i] != k; i = symbolic->parents[i]) {
        if (symbolic->parents[i] == PN_SPARSE_NONE)
          symbolic->parents[i] = k;
        visited[i] = k;
        counts[i]++;
        n_entries++;
      }
  }
  return n_entries < UINT32_MAX ? PN_STATUS_OK : PN_STATUS_LIMIT;
}

/* Row by row, so that each column's rows come out ascending. */
static void
fill_rows (PnSparseSymbolic *symbolic, uint32_t *visited, uint32_t *next, uint32_t *stack)
{
  uint32_t n = symbolic->n;
  memcpy (next, symbolic->factor_starts, n * sizeof *next);
  memset (visited, 0xff, n * sizeof *visited);
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t top = pn_sparse_reach (symbolic, k, visited, stack); top < n; top++)
      symbolic->factor_rows[next[stack[top]]++] = k;
}

/* Column j + 1 has the rows of column j but its own where it is the parent and has one row less. */
static int
continues_block (const PnSparseSymbolic *symbolic, uint32_t j)
{
  const uint32_t *starts = symbolic->factor_starts;
  return j + 1 < symbolic->n && symbolic->parents[j] == j + 1 &&
         starts[j + 1] - starts[j] == starts[j + 2] - starts[j + 1] + 1;
}

static void
find_blocks (PnSparseSymbolic *symbolic)
{
  for (uint32_t first = 0, last; first < symbolic->n; first = last + 1) {
    for (last = first; last - first + 1 < PN_SPARSE_WIDTH_MAX; last++)
      if (!continues_block (symbolic, last))
        break;
    symbolic->widths[first] = symbolic->widths[last] = (uint8_t)(last - first + 1);
  }
}

/* `scratch` has room for 3 n. */
static PnStatus
analyse (PnSparseSymbolic *symbolic, uint32_t *scratch)
{
  uint32_t n = symbolic->n;
  uint32_t *visited = scratch, *counts = scratch + n, *stack = scratch + 2 * (size_t)n;
  PnStatus status = grow_tree (symbolic, visited, counts);
  if (status != PN_STATUS_OK)
    return status;
  symbolic->factor_starts[0] = 0;
  for (uint32_t k = 0; k < n; k++)
    symbolic->factor_starts[k + 1] = symbolic->factor_starts[k] + counts[k];
  symbolic->factor_rows =
      malloc (((size_t)symbolic->factor_starts[n] + 1) * sizeof *symbolic->factor_rows);
  if (!symbolic->factor_rows)
    return PN_STATUS_NO_MEMORY;
  fill_rows (symbolic, visited, counts, stack);
  find_blocks (symbolic);
  return PN_STATUS_OK;
}

PnStatus
pn_sparse_symbolic_new (const PnSparsePattern *pattern, PnSparseSymbolic **symbolic)
{
  size_t n = pattern->n, n_entries = pattern->starts[n];
  if (n >= INT32_MAX)
    return PN_STATUS_LIMIT;
  PnSparseSymbolic *made = calloc (1, sizeof *made);
  uint32_t *scratch = malloc ((3 * n + 1) * sizeof *scratch);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (made && scratch) {
    made->n = pattern->n;
    made->starts = malloc ((n + 1) * sizeof *made->starts);
    made->rows = malloc ((n_entries + 1) * sizeof *made->rows);
    made->parents = malloc ((n + 1) * sizeof *made->parents);
    made->factor_starts = malloc ((n + 1) * sizeof *made->factor_starts);
    made->widths = calloc (n + 1, sizeof *made->widths);
    if (made->starts && made->rows && made->parents && made->factor_starts && made->widths) {
      memcpy (made->starts, pattern->starts, (n + 1) * sizeof *made->starts);
      memcpy (made->rows, pattern->rows, n_entries * sizeof *made->rows);
      status = analyse (made, scratch);
    }
  }
  free (scratch);
  if (status == PN_STATUS_OK)
    *symbolic = made;
  else
    pn_sparse_symbolic_free (made);
  return status;
}

void
pn_sparse_symbolic_free (PnSparseSymbolic *symbolic)
{
  if (!symbolic)
    return;
  free (symbolic->starts);
  free (symbolic->rows);
  free (symbolic->parents);
  free (symbolic->factor_starts);
  free (symbolic->factor_rows);
  free (symbolic->widths);
  free (symbolic);
}

uint32_t
pn_sparse_symbolic_n (const PnSparseSymbolic *symbolic)
{
  return symbolic->n;
}

PnSparsePattern
pn_sparse_symbolic_pattern (const PnSparseSymbolic *symbolic)
{
  return (PnSparsePattern){symbolic->n, symbolic->starts, symbolic->rows};
}

uint32_t
pn_sparse_symbolic_n_entries (const PnSparseSymbolic *symbolic)
{
  return symbolic->factor_starts[symbolic->n];
}

size_t
pn_sparse_symbolic_n_bytes (const PnSparseSymbolic *symbolic)
{
  size_t n = symbolic->n;
  return sizeof *symbolic + (n + 1) * sizeof (uint8_t) +
         (3 * (n + 1) + symbolic->starts[n] + symbolic->factor_starts[n]) * sizeof (uint32_t);
}
