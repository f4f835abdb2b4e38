/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-mesh-graph-private.h"

#include "pn-mesh-private.h"

void
pn_mesh_graph_fill (uint32_t n_vertices,
                    uint32_t n_triangles,
                    const uint32_t *corners,
                    uint32_t *scratch,
                    uint32_t *starts,
                    uint32_t *rows)
{
  size_t n_halves = 3 * (size_t)n_triangles;
  uint32_t *lows = scratch, *highs = lows + n_halves;
  uint32_t *by_low = highs + n_halves, *by_both = by_low + n_halves;
  for (uint32_t half = 0; half < n_halves; half++) {
    uint32_t a = corners[half], b = corners[pn_mesh_next_half (half)];
    lows[half] = a < b ? a : b;
    highs[half] = a < b ? b : a;
  }
  pn_mesh_sort_by_key (NULL, lows, (uint32_t)n_halves, n_vertices, starts, by_low);
  pn_mesh_sort_by_key (by_low, highs, (uint32_t)n_halves, n_vertices, starts, by_both);

  /* An inner edge was met from both sides. */
  uint32_t written = 0;
  for (uint32_t j = 0; j < n_vertices; j++) {
    uint32_t begin = starts[j];
    starts[j] = written;
    for (uint32_t p = begin; p < starts[j + 1]; p++)
      if (written == starts[j] || rows[written - 1] != lows[by_both[p]])
        rows[written++] = lows[by_both[p]];
  }
  starts[n_vertices] = written;
}
