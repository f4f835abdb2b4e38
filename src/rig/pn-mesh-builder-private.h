/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-artwork-private.h"

/* A builder makes cells larger until the mesh has no more vertices than this
 * (PN_MESH_NOTICE_COARSENED). */
#define PN_MESH_BUILD_VERTICES_MAX 10000

/* What a builder works from: clamped values in pixels. */
typedef struct {
  double cell;      /* edge length aimed at */
  double expansion; /* margin asked for */
  int picture_width, picture_height;
} PnMeshPlan;

/* Regular cells over the artwork. Adds to `notices`. PN_STATUS_NO_MEMORY. */
PnStatus pn_mesh_build_grid (const PnArtwork *artwork,
                             const PnMeshPlan *plan,
                             unsigned *notices,
                             PnMesh **mesh);
