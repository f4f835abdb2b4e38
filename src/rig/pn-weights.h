/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-mesh.h"
#include "pn-skin.h"

/* How much each bone holds each vertex of a mesh at rest: found by itself, painted over, and shown. */

/* A bone at rest over the artwork, in the mesh's space. */
typedef struct {
  PnVec2 head, tip;
} PnBoneSegment;

typedef enum {
  PN_SOURCE_HOLDS = 0,
  PN_SOURCE_OUTSIDE,    /* it lies off the mesh: along the surface it holds nothing but pieces that
                           no bone lies on */
  PN_SOURCE_NOT_FINITE, /* an end that is no number, or artwork it cannot be bound to: ignored */
} PnSourceState;

/* A skeleton's bones at rest as segments (n_bones) in the space of a layer that lies in it by
 * `skeleton_from_layer`; a flat bone, or a flat layer, gives ends that are no numbers. */
void pn_bone_segments (const PnSkeleton *skeleton,
                       const PnAffine *skeleton_from_layer,
                       PnBoneSegment *segments);

/* Of the inverse square of the distance to the segment. */
#define PN_WEIGHTS_FALLOFF 2.0

/* By the straight distance to each segment, whatever lies between: 1 / (distance^falloff + 1e-6), the
 * four strongest. Writes `weights` (n_points) and `states` (nullable, n_bones). Costs n_points times
 * n_bones. */
void pn_weights_by_distance (const PnVec2 *points,
                             size_t n_points,
                             const PnBoneSegment *segments,
                             size_t n_bones,
                             double falloff,
                             PnSkinWeights *weights,
                             PnSourceState *states);

/* Along the artwork: heat flows from the segments through the mesh, never across a gap, and a vertex
 * takes it from the bone that is nearest to it on that way (Baran and Popovic, "Automatic rigging and
 * animation of 3D characters", 2007, section 4). A piece of the mesh that no bone lies on follows the
 * one that is nearest to it. All weights lie in 0..1; the four strongest are kept. Writes `weights`
 * (n_vertices) and `states` (nullable, n_bones). Costs a numeric factor and half a solve for each
 * bone that lies on the mesh; others cost nothing. PN_STATUS_SINGULAR, PN_STATUS_LIMIT,
 * PN_STATUS_NO_MEMORY. */
PnStatus pn_weights_by_surface (const PnMesh *mesh,
                                const PnBoneSegment *segments,
                                size_t n_bones,
                                PnSkinWeights *weights,
                                PnSourceState *states);

/* One number a vertex: what `bone` has of it, 0 to 1; for a heatmap. */
void
pn_weights_field (const PnSkinWeights *weights, size_t n_vertices, uint32_t bone, double *field);

/* Of a point of the mesh: the corners' weights mixed. */
PnSkinWeights
pn_weights_at (const PnMesh *mesh, const PnSkinWeights *weights, const PnMeshPlace *place);

/* Gives what `from` has of each vertex to `to`, or where that is PN_BONE_NONE to the others in
 * proportion. */
void pn_weights_give (PnSkinWeights *weights, size_t n_vertices, uint32_t from, uint32_t to);
