/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"
#include "pn-prepared-mesh.h"

/* Builds rest meshes aside, one at a time: of what is wanted meanwhile only the newest is built
 * next. Main thread.
 *
 * Signal "ready" (PnPreparedMesh *, PnId layer, const PnMeshRecipe *): the mesh is NULL where the
 * picture could not be read. */
#define PN_TYPE_MESH_JOB (pn_mesh_job_get_type ())
G_DECLARE_FINAL_TYPE (PnMeshJob, pn_mesh_job, PN, MESH_JOB, GObject)

PnMeshJob *pn_mesh_job_new (PnOpsContext *context);
void pn_mesh_job_want (PnMeshJob *self, const PnLayer *layer, const PnMeshRecipe *recipe);
void pn_mesh_job_cancel (PnMeshJob *self);
gboolean pn_mesh_job_is_busy (PnMeshJob *self); /* a mesh is wanted and not ready */
