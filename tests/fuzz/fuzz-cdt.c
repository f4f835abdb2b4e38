/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Outlines of any bytes, three a point: two coordinates and whether a new ring begins. The first
 * byte scales the grid they lie on, so that points and edges fall together often or seldom. The
 * triangles all turn one way, no two overlap in an edge, and every edge that is not given is
 * Delaunay. */

#include <stdint.h>
#include <stdlib.h>

#include "pn-predicates.h"
#include "pn-triangulate.h"

#define POINTS_MAX 300

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check (const PnTriangulation *mesh)
{
  size_t n_sides = mesh->triangles.n_items;
  const uint32_t *corners = mesh->triangles.items;
  const PnGridPoint *at = mesh->points.items;
  for (size_t t = 0; t < n_sides; t += 3)
    if (pn_grid_orient (at[corners[t]], at[corners[t + 1]], at[corners[t + 2]]) <= 0)
      abort ();
  for (size_t p = 0; p < n_sides && n_sides < 1500; p++) {
    uint32_t from = corners[p], to = corners[p / 3 * 3 + (p + 1) % 3];
    int is_fixed = mesh->fixed_sides.items[p / 3] >> p % 3 & 1, n_mates = 0;
    for (size_t q = 0; q < n_sides; q++) {
      uint32_t mate_from = corners[q], mate_to = corners[q / 3 * 3 + (q + 1) % 3];
      if (q != p && mate_from == from && mate_to == to)
        abort ();
      if (mate_from != to || mate_to != from)
        continue;
      n_mates++;
      uint32_t apex = corners[p / 3 * 3 + (p + 2) % 3], beyond = corners[q / 3 * 3 + (q + 2) % 3];
      if (!is_fixed && pn_grid_in_circle (at[from], at[to], at[apex], at[beyond]) > 0)
        abort ();
    }
    if (n_mates > 1 || (n_mates == 0 && !is_fixed))
      abort ();
  }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 10)
    return 0;
  static PnGridPoint points[POINTS_MAX];
  static uint32_t edges[2 * POINTS_MAX];
  size_t n_points = (size - 1) / 3;
  n_points = n_points < POINTS_MAX ? n_points : POINTS_MAX;
  int shift = data[0] % 20;
  uint32_t first = 0;
  for (uint32_t i = 0; i < n_points; i++) {
    const uint8_t *bytes = data + 1 + 3 * i;
    if (bytes[2] % 8 == 0)
      first = i;
    points[i] = (PnGridPoint){(int8_t)bytes[0] * (1 << shift), (int8_t)bytes[1] * (1 << shift)};
    if (bytes[2] % 16 > 7) { /* a little off the grid */
      points[i].x += bytes[2] / 16;
      points[i].y -= bytes[2] / 32;
    }
    edges[2 * i] = i;
    edges[2 * i + 1] = i + 1;
    if (i + 1 == n_points || data[1 + 3 * (i + 1) + 2] % 8 == 0)
      edges[2 * i + 1] = first;
  }

  PnTriangulation mesh;
  PnRefinement refinement = {1 << shift, 600};
  for (int is_refined = 0; is_refined < 2; is_refined++) {
    PnStatus status =
        pn_triangulate (points, n_points, edges, n_points, is_refined ? &refinement : NULL, &mesh);
    if (status == PN_STATUS_OK)
      check (&mesh);
    else if (status != PN_STATUS_EMPTY)
      abort ();
    pn_triangulation_clear (&mesh);
  }
  return 0;
}
