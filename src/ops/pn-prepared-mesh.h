/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-operation.h"

/* A rest mesh that is built and stored before the operation that wants it runs: by a job, since
 * both take longer than a frame of the screen. Immutable. */
typedef struct PnPreparedMesh PnPreparedMesh;

/* The builder's status is in `status`: where it is not OK there is no mesh, and that is no error.
 * Any thread. (transfer full) (nullable) */
PnPreparedMesh *pn_prepared_mesh_new (PnPictureCache *pictures,
                                      PnAssetStore *assets,
                                      const char *picture_asset,
                                      const PnMeshRecipe *recipe,
                                      GError **error);
PnPreparedMesh *pn_prepared_mesh_ref (PnPreparedMesh *mesh);
void pn_prepared_mesh_unref (PnPreparedMesh *mesh);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnPreparedMesh, pn_prepared_mesh_unref)

/* The next operation that asks for that mesh of that picture has it at once. The one kept last is
 * remembered. */
void pn_ops_context_keep_mesh (PnOpsContext *context, PnPreparedMesh *mesh);
