/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Symmetric matrices with an entry for each edge of some triangles. */

/* The strict upper triangle of their graph, columns ascending, for pn-sparse.h: `starts` has
 * n_vertices + 1 entries, `rows` room for 3 x n_triangles and `scratch` for four times as much. */
void pn_mesh_graph_fill (uint32_t n_vertices,
                         uint32_t n_triangles,
                         const uint32_t *corners,
                         uint32_t *scratch,
                         uint32_t *starts,
                         uint32_t *rows);

/* Where the entry of the edge between `a` and `b` stands. A column has no bound but the mesh: a
 * hub. */
static inline uint32_t
pn_mesh_graph_entry (const uint32_t *starts, const uint32_t *rows, uint32_t a, uint32_t b)
{
  uint32_t row = a < b ? a : b, column = a < b ? b : a;
  uint32_t low = starts[column], high = starts[column + 1];
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (rows[middle] <= row)
      low = middle;
    else
      high = middle;
  }
  return low;
}
