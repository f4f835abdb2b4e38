/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-mesh.h"

/* Which pixels of a picture are artwork: its alpha, 8 bits a pixel, `stride` bytes a row. Borrowed.
 */
typedef struct {
  const uint8_t *alpha;
  size_t stride;
  int width, height;
} PnCoverage;

/* A pixel counts as artwork from this alpha on (of 255). */
#define PN_COVERAGE_THRESHOLD 12

/* Islands of fewer pixels than this have no mesh of their own (PN_MESH_NOTICE_SPECKS_DROPPED),
 * unless the picture has nothing larger. */
#define PN_MESH_SPECK_PIXELS 4

/* Holes smaller than the square of this part of a cell are filled: they would only knot the
 * triangles around them. */
#define PN_MESH_HOLE_CELLS 0.125

/* Bumped when the same recipe and artwork give another mesh; stored beside a mesh, which is then
 * kept as it is. */
#define PN_MESH_BUILDER_VERSION 1

/* Builds the mesh of a picture as `recipe` says (values outside the ranges are clamped), falling
 * back to the grid where the silhouette cannot be triangulated. Every covered pixel of an island
 * that is kept lies in the mesh; a silhouette lies within the expansion of one, or two pixels if
 * that is more, and less wherever a gap would close. Pure: the same bytes for the same input.
 * PN_STATUS_EMPTY: no pixel reaches the threshold. PN_STATUS_NO_MEMORY. Any thread. */
PnStatus pn_mesh_build (const PnCoverage *coverage,
                        const PnMeshRecipe *recipe,
                        unsigned *notices,
                        PnMesh **mesh);
