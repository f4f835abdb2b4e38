/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdatomic.h>

#include "pn-mesh.h"

#define PN_MESH_NONE UINT32_MAX

/* Triangles listed by the square bins their bounds touch. */
typedef struct {
  double x0, y0;
  double bin_size;
  uint32_t n_columns, n_rows;
  uint32_t *starts;    /* n_columns * n_rows + 1, into `triangles` */
  uint32_t *triangles; /* ascending within a bin */
} PnMeshLocator;

struct PnMesh {
  atomic_uint ref_count;
  uint32_t n_vertices, n_triangles, n_components, n_boundary_edges;
  PnVec2 *positions;
  PnVec2 *uvs;
  uint32_t *triangles;
  uint32_t *vertex_components;
  uint32_t *triangle_components;
  uint32_t *boundary_edges;
  PnBox bounds;
  PnMeshLocator locator;
  uint64_t signature;
};

/* Twice the area: positive for a triangle that is clockwise as seen. */
static inline double
pn_mesh_cross (const PnVec2 *positions, const uint32_t *corners)
{
  return pn_vec2_cross (pn_vec2_sub (positions[corners[1]], positions[corners[0]]),
                        pn_vec2_sub (positions[corners[2]], positions[corners[0]]));
}

/* The two vertices of half-edge `half`, which is corner `half % 3` of triangle `half / 3` and runs
 * to the next corner. */
static inline uint32_t
pn_mesh_next_half (uint32_t half)
{
  return half % 3 == 2 ? half - 2 : half + 1;
}

/* Nonzero where a triangle is too thin to carry an energy. */
int pn_mesh_is_sliver (const PnVec2 *positions, const uint32_t *corners);

/* Lists `items` (or 0, 1, 2... where null) in `sorted`, stable, by their keys: those of key k from
 * starts[k] on, until starts[k + 1]. `starts` has room for n_keys + 1. */
void pn_mesh_sort_by_key (const uint32_t *items,
                          const uint32_t *keys,
                          uint32_t n_items,
                          uint32_t n_keys,
                          uint32_t *starts,
                          uint32_t *sorted);

/* For each half-edge its mate on the other side, or PN_MESH_NONE. Where more than two triangles
 * meet in an edge they are paired in order of index. `mates` has room for 3 x n_triangles. */
PnStatus pn_mesh_pair_halves (const uint32_t *triangles,
                              uint32_t n_triangles,
                              uint32_t n_vertices,
                              uint32_t *mates);

/* For each vertex the first one with the same bits of position and UV. */
PnStatus pn_mesh_weld_map (const PnVec2 *positions,
                           const PnVec2 *uvs,
                           uint32_t n_vertices,
                           uint32_t *first_alike);

/* Gives each corner the number of its fan: corners of one vertex that are joined by shared edges.
 * Fans are numbered in order of their first corner. Returns how many there are. */
uint32_t pn_mesh_number_fans (const uint32_t *mates, uint32_t n_triangles, uint32_t *fans);

/* What a mesh is made of; the rest is derived. */
typedef struct {
  PnVec2 *positions, *uvs;
  uint32_t *triangles;
  uint32_t n_vertices, n_triangles;
} PnMeshArrays;

/* The check behind pn_mesh_validate(). */
PnStatus pn_mesh_check_arrays (const PnMeshArrays *arrays, const char **reason);

/* Takes the arrays over, on failure too, and derives the rest. They must pass the check. */
PnStatus pn_mesh_adopt (const PnMeshArrays *arrays, PnMesh **mesh);

PnStatus pn_mesh_locator_init (PnMeshLocator *locator, const PnMesh *mesh);
void pn_mesh_locator_clear (PnMeshLocator *locator);
size_t pn_mesh_locator_n_bytes (const PnMeshLocator *locator);
