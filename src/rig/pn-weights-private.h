/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "pn-arena.h"
#include "pn-mesh-private.h"
#include "pn-weights.h"

/* Weights below it are none. */
#define PN_WEIGHTS_SMALLEST 1e-4

/* Which bone is nearest to each vertex, on the way along the mesh. */
typedef struct {
  double distance;   /* px; INFINITY where no bone is to be reached */
  uint32_t bones[2]; /* two that are as near as each other, or PN_BONE_NONE */
} PnNearestBone;

/* Fills `nearest` (n_vertices) and marks in `states` (n_bones) the bones that lie off the mesh. */
PnStatus pn_weights_march (const PnMesh *mesh,
                           const PnBoneSegment *segments,
                           size_t n_bones,
                           PnNearestBone *nearest,
                           PnSourceState *states);

static inline int
pn_bone_segment_is_finite (const PnBoneSegment *segment)
{
  return isfinite (segment->head.x) && isfinite (segment->head.y) && isfinite (segment->tip.x) &&
         isfinite (segment->tip.y);
}

/* Keeps the four largest, in order, those that came first where they are alike. */
void pn_skin_weights_rank (PnSkinWeights *weights, uint32_t bone, double weight);
/* The same of those that are no less than PN_WEIGHTS_SMALLEST. */
void pn_skin_weights_insert (PnSkinWeights *weights, uint32_t bone, double weight);
