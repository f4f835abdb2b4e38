/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pn-box.h"
#include "pn-status.h"
#include "pn-vec.h"

/* A rest mesh: triangles over a layer's artwork, in the layer's own pixels. Immutable once built,
 * shared between threads, reference counted. Components are connected by edges, every vertex has
 * one fan of triangles, all areas are positive (y down: clockwise as seen). */
typedef struct PnMesh PnMesh;

typedef enum {
  PN_MESH_SILHOUETTE, /* constrained Delaunay inside the artwork's contour (M3) */
  PN_MESH_GRID,       /* regular cells over the coverage (M1) */
} PnMeshMode;

/* How a mesh is made; stored with it. */
typedef struct {
  PnMeshMode mode;
  double density;   /* cells along the longer side of the artwork, 2 to 50 */
  double expansion; /* margin around the artwork, 0 to 100 px */
} PnMeshRecipe;

#define PN_MESH_DENSITY_MIN 2.0
#define PN_MESH_DENSITY_MAX 50.0
#define PN_MESH_DENSITY_DEFAULT 15.0
#define PN_MESH_EXPANSION_MAX 100.0
#define PN_MESH_EXPANSION_DEFAULT 8.0

/* Counts of what a builder did that a user should hear of. */
typedef enum {
  PN_MESH_NOTICE_NONE = 0,
  PN_MESH_NOTICE_FELL_BACK_TO_GRID = 1 << 0,
  PN_MESH_NOTICE_NO_ALPHA = 1 << 1, /* every pixel is opaque: the mesh is the picture's rectangle */
  PN_MESH_NOTICE_SPECKS_DROPPED = 1 << 2, /* islands below the speck limit have no mesh */
  PN_MESH_NOTICE_COARSENED = 1 << 3,      /* the vertex limit made the cells larger */
  PN_MESH_NOTICE_BAD_FACES_DROPPED = 1 << 4,
} PnMeshNotice;

/* Bounds of what a mesh may hold; over them PN_STATUS_LIMIT. */
#define PN_MESH_VERTICES_MAX (1u << 24)
#define PN_MESH_TRIANGLES_MAX (1u << 25)
#define PN_MESH_COORDINATE_MAX 1e9

/* Takes copies. Vertices alike in place and UV are welded. Triangles of no area, with repeated
 * corners or out of range are dropped (PN_MESH_NOTICE_BAD_FACES_DROPPED in `notices`, nullable),
 * the others turned to one winding, pinches split, unused vertices removed. `uvs` is nullable: then
 * positions divided by `picture_width` and `picture_height` (both > 0). PN_STATUS_EMPTY when
 * nothing is left, PN_STATUS_NOT_FINITE, PN_STATUS_LIMIT, PN_STATUS_NO_MEMORY. (transfer full) in
 * `mesh`. */
PnStatus pn_mesh_new (const PnVec2 *positions,
                      const PnVec2 *uvs,
                      size_t n_vertices,
                      const uint32_t *triangles,
                      size_t n_triangles,
                      double picture_width,
                      double picture_height,
                      unsigned *notices,
                      PnMesh **mesh);

PnMesh *pn_mesh_ref (const PnMesh *mesh);
void pn_mesh_unref (PnMesh *mesh);

size_t pn_mesh_n_vertices (const PnMesh *mesh);
size_t pn_mesh_n_triangles (const PnMesh *mesh);
size_t pn_mesh_n_components (const PnMesh *mesh);
const PnVec2 *pn_mesh_positions (const PnMesh *mesh); /* n_vertices */
const PnVec2 *
pn_mesh_uvs (const PnMesh *mesh); /* n_vertices; 0..1 over the picture, outside in the margin */
const uint32_t *pn_mesh_triangles (const PnMesh *mesh); /* 3 x n_triangles */
const uint32_t *pn_mesh_vertex_components (
    const PnMesh *mesh); /* n_vertices; components are numbered by first vertex */
const uint32_t *pn_mesh_triangle_components (const PnMesh *mesh); /* n_triangles */
/* Pairs of vertices, the artwork on the right as one walks from the first to the second with y
 * down. */
const uint32_t *pn_mesh_boundary_edges (const PnMesh *mesh, size_t *n_edges);
PnBox pn_mesh_bounds (const PnMesh *mesh);
size_t pn_mesh_n_bytes (const PnMesh *mesh);

/* Hash of positions, UVs and triangles: equal meshes have equal signatures on every machine. */
uint64_t pn_mesh_signature (const PnMesh *mesh);

/* Where a point lies on the mesh: its triangle and barycentrics, which sum to 1. */
typedef struct {
  uint32_t triangle;
  double weights[3];
  double distance; /* px from the point to the mesh; 0 inside */
} PnMeshPlace;

/* The triangle that holds `point`, or the nearest one with the place on it nearest to the point.
 * Constant time inside. On shared edges the lowest index wins. PN_STATUS_NOT_FINITE for such a
 * point. */
PnStatus pn_mesh_locate (const PnMesh *mesh, PnVec2 point, PnMeshPlace *place);

/* Sum of the three corners of `place` in `positions` (n_vertices of them: rest or posed). */
PnVec2 pn_mesh_at (const PnMesh *mesh, const PnVec2 *positions, const PnMeshPlace *place);

/* The check every builder ends with: finite, positive areas, one winding, no duplicate or unused
 * vertex, one fan each. `reason` (nullable) receives a static English sentence. */
PnStatus pn_mesh_validate (const PnMesh *mesh, const char **reason);

/* Little-endian, versioned bytes, as stored in an asset; the same mesh gives the same bytes. */
size_t pn_mesh_serialized_size (const PnMesh *mesh);
void pn_mesh_serialize (const PnMesh *mesh, uint8_t *bytes);
/* From an untrusted file: everything is checked. PN_STATUS_DEGENERATE for bytes that are no mesh,
 * PN_STATUS_LIMIT for a version made later. */
PnStatus pn_mesh_deserialize (const uint8_t *bytes, size_t n_bytes, PnMesh **mesh);
