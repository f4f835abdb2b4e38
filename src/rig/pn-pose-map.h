/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-affine.h"
#include "pn-mesh.h"
#include "pn-skeleton.h"

/* Points through a posed mesh, both ways: `posed` holds n_vertices places of what pn_mesh_positions()
 * holds at rest, in one space with the points. Where a triangle is as it was at rest a point comes
 * back bit for bit. */

/* Where a rest point comes to lie: with the triangle that holds it, or outside the mesh with the
 * nearest one. A point that is not finite comes back as it is. Constant time inside. */
PnVec2 pn_pose_map (const PnMesh *mesh, const PnVec2 *posed, PnVec2 rest);

/* The same with the place found before, by pn_mesh_locate(): for points that are mapped again and
 * again. */
PnVec2
pn_pose_map_at (const PnMesh *mesh, const PnVec2 *posed, PnVec2 rest, const PnMeshPlace *place);

/* The posed triangle under a point, front-most where several are: the last in `order` (n_triangles
 * indices back to front; null: that of the mesh). Outside the posed mesh the nearest one, with the
 * barycentrics of the point itself, so that some are negative; `distance` says how far, 0 inside.
 * Triangles that collapsed are passed over; PN_STATUS_EMPTY where all have, PN_STATUS_NOT_FINITE
 * for such a point. Looks at every triangle: some 50 microseconds for 4,000. */
PnStatus pn_pose_unmap_place (const PnMesh *mesh,
                              const PnVec2 *posed,
                              const uint32_t *order,
                              PnVec2 point,
                              PnMeshPlace *place);

/* The rest point of the artwork under a posed point; the point itself where that fails. */
PnVec2 pn_pose_unmap (const PnMesh *mesh, const PnVec2 *posed, const uint32_t *order, PnVec2 point);

/* Where a pin that rides a bone is asked to be: its rest place carried along by the bone, and moved
 * by `offset`, which is keyed in the bone's frame (px). All places are in the skeleton's space. At
 * rest and with no offset, the rest place bit for bit. */
PnVec2 pn_pin_riding_target (const PnSkeleton *skeleton,
                             const PnAffine *worlds,
                             uint32_t bone,
                             PnVec2 rest,
                             PnVec2 offset);
