/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-prepared-mesh.h"

struct PnPreparedMesh {
  gatomicrefcount ref_count;
  char *picture_asset;
  PnMeshRecipe recipe;
  PnStatus status;
  unsigned notices;
  char *mesh_asset; /* (nullable) where the status is not OK */
  guint n_vertices, n_triangles;
};

/* The one that is remembered, or a new one. (transfer full) (nullable) */
PnPreparedMesh *pn_prepared_mesh_get (PnOpsContext *context,
                                      const char *picture_asset,
                                      const PnMeshRecipe *recipe,
                                      GError **error);
