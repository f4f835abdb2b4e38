/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-skeleton.h"

/* Artwork that follows several bones at once: v' = sum of w_i M_i B_i^-1 v, with B_i a bone's frame at
 * rest, M_i the posed one and w_i its weight at v (Magnenat-Thalmann, Laperriere and Thalmann,
 * "Joint-dependent local deformations for hand animation and object grasping", 1988). */

#define PN_SKIN_INFLUENCES 4

/* The weights of one vertex. In order: strongest first and, alike, by bone; above 0; adding up to 1
 * within PN_SKIN_SUM_ERROR; PN_BONE_NONE and 0 behind the last. One without any follows its layer. */
typedef struct {
  uint32_t bones[PN_SKIN_INFLUENCES];
  double weights[PN_SKIN_INFLUENCES];
} PnSkinWeights;

#define PN_SKIN_WEIGHTS_NONE \
  ((PnSkinWeights){{PN_BONE_NONE, PN_BONE_NONE, PN_BONE_NONE, PN_BONE_NONE}, {0, 0, 0, 0}})

/* What the rounding of four quotients and three sums may add up to. */
#define PN_SKIN_SUM_ERROR 1e-15

/* Puts weights in order: those that are not finite, not above 0 or of no bone go, twins are added
 * up, the rest is divided by its sum. */
void pn_skin_weights_normalize (PnSkinWeights *weights);

/* The weight of `bone`; 0 where it has none. */
double pn_skin_weights_of (const PnSkinWeights *weights, uint32_t bone);

/* How many weights are there. */
uint32_t pn_skin_weights_n (const PnSkinWeights *weights);

/* The weights of a mesh, bound: the bones they name are listed once, so that what a pose costs
 * depends on the bones that are used and not on those there are. Immutable, shared between threads,
 * reference counted. */
typedef struct PnSkin PnSkin;

/* Copies and normalises `weights` (n_vertices); those of a bone that is not below `n_bones` go.
 * `n_unweighted` (nullable) gets the vertices that have none. PN_STATUS_NO_MEMORY. (transfer full) in
 * `skin`. */
PnStatus pn_skin_new (const PnSkinWeights *weights,
                      size_t n_vertices,
                      size_t n_bones,
                      size_t *n_unweighted,
                      PnSkin **skin);
PnSkin *pn_skin_ref (const PnSkin *skin);
void pn_skin_unref (PnSkin *skin);
size_t pn_skin_n_vertices (const PnSkin *skin);
size_t pn_skin_n_bytes (const PnSkin *skin);
/* The bones that some vertex follows, ascending. */
size_t pn_skin_n_used (const PnSkin *skin);
const uint32_t *pn_skin_used (const PnSkin *skin);
/* Vertex by vertex, as normalised. Costs nothing. */
PnSkinWeights pn_skin_weights_at (const PnSkin *skin, size_t vertex);

/* What each bone that is used does, in the layer's space: n_used maps into `palette`.
 * `skeleton_from_layer` is how the layer lay in the skeleton's space when it was bound; one that is
 * flat gives identities. */
void pn_skin_palette (const PnSkin *skin,
                      const PnSkeleton *skeleton,
                      const PnAffine *worlds,
                      const PnAffine *skeleton_from_layer,
                      PnAffine *palette);

/* Poses n_vertices points; `posed` may be `points`. At rest, and without weights, the same bits.
 * Allocates nothing. */
void
pn_skin_apply (const PnSkin *skin, const PnAffine *palette, const PnVec2 *points, PnVec2 *posed);
