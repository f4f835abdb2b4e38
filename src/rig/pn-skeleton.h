/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pn-affine.h"
#include "pn-status.h"

/* A skeleton: bones in a hierarchy, named by their index here and by id at the caller's. Points are
 * in the skeleton's own space (the pixels of the group it stands in), angles are radians, clockwise
 * as seen.
 *
 * Each bone has a frame of its own: its head at the origin, its tip at (length, 0). A frame lies in
 * that of the parent, and the child inherits the whole of the parent's map: place, turn, both
 * scales, a mirror, and so the shear of a turned child under a parent that is scaled unevenly. */

#define PN_BONE_NONE UINT32_MAX

/* Over it PN_STATUS_LIMIT. */
#define PN_SKELETON_BONES_MAX (1u << 20)

/* The frame of a bone in that of its parent: scaled, then turned, then moved. Scales may be zero
 * and negative. */
typedef struct {
  double x, y;     /* px: where the head is */
  double rotation; /* radians */
  double scale_x, scale_y;
} PnBonePose;

#define PN_BONE_POSE_IDENTITY ((PnBonePose){0, 0, 0, 1, 1})

/* A bone as it is drawn over the artwork at rest. */
typedef struct {
  uint32_t parent; /* PN_BONE_NONE for a root; before or after it, as may be */
  double length;   /* px; 0 is a point */
  PnBonePose rest;
} PnBone;

typedef enum {
  PN_BONE_WELL = 0,
  PN_BONE_IN_CYCLE,   /* its ancestors lead back to it: its frame is the skeleton's, whatever it is
                         posed to. The lowest index of every such ring; the others hang on it. */
  PN_BONE_ORPHAN,     /* it names a parent that is not there: it is a root */
  PN_BONE_NOT_FINITE, /* a number of it is NaN or infinite: the identity and no length in its place */
  PN_BONE_FLAT,       /* it has no area at rest: artwork cannot be bound to it */
} PnBoneState;

/* Immutable once made, shared between threads, reference counted. */
typedef struct PnSkeleton PnSkeleton;

/* `bones` is copied and may be in any order. Never refuses a hierarchy: see PnBoneState.
 * PN_STATUS_LIMIT, PN_STATUS_NO_MEMORY. (transfer full) in `skeleton`. */
PnStatus pn_skeleton_new (const PnBone *bones, size_t n_bones, PnSkeleton **skeleton);
PnSkeleton *pn_skeleton_ref (const PnSkeleton *skeleton);
void pn_skeleton_unref (PnSkeleton *skeleton);
size_t pn_skeleton_n_bytes (const PnSkeleton *skeleton);

size_t pn_skeleton_n_bones (const PnSkeleton *skeleton);
/* n_bones each; what could not be taken is replaced, as PnBoneState says. */
const PnBone *pn_skeleton_bones (const PnSkeleton *skeleton);
const PnBoneState *pn_skeleton_states (const PnSkeleton *skeleton);

/* n_bones: skeleton space from each bone's frame at rest, and the way back. The inverse of a flat
 * bone is the identity. */
const PnAffine *pn_skeleton_rest (const PnSkeleton *skeleton);
const PnAffine *pn_skeleton_rest_inverse (const PnSkeleton *skeleton);

/* n_bones: every bone after its parent, and the descendants of each next after it, children by
 * index. */
const uint32_t *pn_skeleton_order (const PnSkeleton *skeleton);

/* Nonzero where `bone` is `ancestor` or hangs on it. */
int pn_skeleton_hangs_on (const PnSkeleton *skeleton, uint32_t bone, uint32_t ancestor);

/* Skeleton space from the parent's frame in `worlds` (n_bones): the identity for a root. */
PnAffine
pn_skeleton_parent_world (const PnSkeleton *skeleton, const PnAffine *worlds, uint32_t bone);

/* Skeleton space from each bone's frame in the pose `locals` (n_bones each). A number of a bone's
 * pose that is not finite is taken from its rest, and a bone whose frame overflows stands in its
 * parent's. Always finite, allocates nothing; the same bits at rest as pn_skeleton_rest(). */
void pn_skeleton_world (const PnSkeleton *skeleton, const PnBonePose *locals, PnAffine *worlds);

/* The same for `bone` and its descendants alone; the other `worlds` are right already. */
void pn_skeleton_world_below (const PnSkeleton *skeleton,
                              const PnBonePose *locals,
                              uint32_t bone,
                              PnAffine *worlds);

static inline PnVec2
pn_bone_head (const PnAffine *world)
{
  return pn_vec2 (world->x0, world->y0);
}

static inline PnVec2
pn_bone_tip (const PnAffine *world, double length)
{
  return pn_affine_apply (world, pn_vec2 (length, 0));
}

/* Where the bone points: the direction of its x axis, radians in -PI..PI; 0 where that has no
 * length. */
double pn_bone_angle (const PnAffine *world);

/* What the bone does to what was bound to it: its frame in `worlds` after the inverse of its frame
 * at rest. Exactly the identity where the bone stands as at rest, and for a flat bone. */
PnAffine pn_skeleton_change (const PnSkeleton *skeleton, const PnAffine *worlds, uint32_t bone);

PnAffine pn_bone_pose_map (const PnBonePose *pose);

/* The pose whose map comes nearest: the turn of the x axis, the lengths of both, a mirror in
 * scale_y. Returns the sine of the shear that is lost: 0 where the map is a pose. A zero axis takes
 * its turn from the other one. Sets nothing and returns NaN where `map` is not finite. */
double pn_bone_pose_of_map (const PnAffine *map, PnBonePose *pose);

/* The pose in the frame `parent_world` that leaves a bone where `world` has it, as when it is given
 * another parent; the shear lost as above, NaN also where the parent is flat. */
double
pn_bone_pose_reparented (const PnAffine *parent_world, const PnAffine *world, PnBonePose *pose);
