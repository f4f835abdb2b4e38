/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-weights.h"

/* Weights that are painted or typed over those that were found. They are sparse: one of a bone at a
 * vertex, with the place that vertex had, so that a mesh that changed is noticed and what was painted
 * can be carried over to it. */
typedef struct {
  uint32_t vertex, bone;
  double weight; /* 0 to 1 */
  PnVec2 rest;   /* px: where the vertex was */
} PnWeightOverride;

/* A list of them in order: by vertex, then by bone, no two alike. Zeroed memory is an empty one. */
typedef struct {
  PnWeightOverride *items;
  size_t n_items, n_allocated;
} PnWeightOverrides;

void pn_weight_overrides_clear (PnWeightOverrides *overrides);
/* Adds or replaces one. PN_STATUS_NO_MEMORY. */
PnStatus pn_weight_overrides_set (PnWeightOverrides *overrides, const PnWeightOverride *item);
/* That of `bone` at `vertex`, or NULL. Borrowed until the next change. */
const PnWeightOverride *
pn_weight_overrides_find (const PnWeightOverrides *overrides, uint32_t vertex, uint32_t bone);
/* Takes one out, or with PN_BONE_NONE all of `vertex`. */
void pn_weight_overrides_unset (PnWeightOverrides *overrides, uint32_t vertex, uint32_t bone);
/* Those of a bone that goes are added to `to`'s where it has some at the vertex, and else become
 * `to`'s; with PN_BONE_NONE they go. */
void pn_weight_overrides_give (PnWeightOverrides *overrides, uint32_t from, uint32_t to);

/* A vertex whose place differs by more than this is another one. px. */
#define PN_WEIGHT_REST_TOLERANCE 1e-3

/* Lays overrides over `weights` (n_vertices of `mesh`, as found), in place: what is painted stays as it
 * is, the rest of the vertex is shared by the other bones in proportion to what was found, and all is
 * divided by the sum where that is not 1. `n_ignored` (nullable) gets the overrides of no vertex, of a
 * vertex that is elsewhere now, of a bone that is not below `n_bones`, or of no number. */
void pn_weights_merge (const PnMesh *mesh,
                       const PnWeightOverrides *overrides,
                       size_t n_bones,
                       PnSkinWeights *weights,
                       size_t *n_ignored);

/* Carries overrides of mesh `from`, whose merged weights are `from_weights`, over to mesh `to`: a
 * vertex whose place on `from` was painted, if only in part, gets what lay there. Vertices off `from` by
 * more than `reach` px get none. `out` is emptied first. Always from the mesh they were painted on,
 * never from what was carried over before. PN_STATUS_NO_MEMORY. */
PnStatus pn_weight_overrides_carry (const PnWeightOverrides *overrides,
                                    const PnMesh *from,
                                    const PnSkinWeights *from_weights,
                                    const PnMesh *to,
                                    double reach,
                                    PnWeightOverrides *out);

typedef enum {
  PN_WEIGHT_SET = 0,
  PN_WEIGHT_READ_ONLY, /* the vertex follows this bone alone: there is nothing to take from or give to */
  PN_WEIGHT_LOCKED,    /* the bone is locked, or all others are */
  PN_WEIGHT_NO_VERTEX, /* no such vertex or bone, or a weight that is no number */
} PnWeightSet;

/* Types `weight` for `bone` at `vertex`: it is taken into 0 to what locked bones leave, and read back as
 * just that; the other unlocked bones share the rest in proportion to what they have, alike where they
 * have none. The whole vertex is written into `overrides` and into `weights` (as merged). `locks`
 * (nullable) holds n_bones flags. PN_STATUS_NO_MEMORY; what became of it in `result`. */
PnStatus pn_weights_type (const PnMesh *mesh,
                          uint32_t vertex,
                          uint32_t bone,
                          double weight,
                          const unsigned char *locks,
                          size_t n_bones,
                          PnSkinWeights *weights,
                          PnWeightOverrides *overrides,
                          PnWeightSet *result);

typedef enum {
  PN_PAINT_ADD,
  PN_PAINT_SUBTRACT,
  PN_PAINT_SMOOTH, /* towards the mean of what lies under the brush */
} PnPaintMode;

/* One sample of a stroke, in the mesh's space. */
typedef struct {
  PnVec2 at;       /* px */
  double radius;   /* px: what a brush of so many screen pixels is here */
  double pressure; /* 0 to 1 */
} PnPaintSample;

typedef struct {
  PnPaintMode mode;
  uint32_t bone;
  double strength; /* 0 to 1: what full pressure adds in the middle of the brush */
} PnPaint;

/* Paints a stroke over `weights` (as merged), and what it changed into `overrides`: the bone's weight,
 * and those of locked bones, which it leaves as they are. The brush fades to its rim, and goes evenly
 * from sample to sample: how many there are does not matter, nor how slowly they came. Samples that are
 * no numbers are passed over. `n_changed` (nullable) gets the vertices that changed.
 * PN_STATUS_NO_MEMORY. */
PnStatus pn_weights_paint (const PnMesh *mesh,
                           const PnPaint *paint,
                           const PnPaintSample *samples,
                           size_t n_samples,
                           const unsigned char *locks,
                           size_t n_bones,
                           PnSkinWeights *weights,
                           PnWeightOverrides *overrides,
                           size_t *n_changed);
