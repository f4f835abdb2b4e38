/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-artwork-private.h"

/* What a builder works from, in pixels. */
typedef struct {
  /* Edge length aimed at. The artwork with its margin is at most 2 x PN_MESH_DENSITY_MAX cells
   * across. */
  double cell;
  double expansion; /* margin asked for */
  int picture_width, picture_height;
} PnMeshPlan;

/* Regular cells over the artwork. PN_STATUS_NO_MEMORY. */
PnStatus pn_mesh_build_grid (const PnArtwork *artwork, const PnMeshPlan *plan, PnMesh **mesh);

/* A silhouette's cells are made larger until the mesh has no more vertices than this
 * (PN_MESH_NOTICE_COARSENED). */
#define PN_MESH_SILHOUETTE_VERTICES_MAX 10000

/* Triangles inside the artwork's outline, checked to lie within its margin. Fills small holes of the
 * artwork. PN_STATUS_LIMIT or PN_STATUS_DEGENERATE where the outline
 * asks for the grid instead, PN_STATUS_NO_MEMORY. */
PnStatus pn_mesh_build_silhouette (PnArtwork *artwork,
                                   const PnMeshPlan *plan,
                                   unsigned *notices,
                                   PnMesh **mesh);

/* PN_STATUS_DEGENERATE where the centre of a pixel of the artwork lies outside of the mesh. */
PnStatus pn_mesh_check_fit (const PnMesh *mesh, const PnArtwork *artwork);
