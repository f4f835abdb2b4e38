/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-skeleton.h"
#include "pn-spring.h"

/* Bones that jiggle: the tip of each is tied by a spring to where its pose would have it, and the bone
 * points at what hangs on the spring. It comes last, on the pose that keys, constraints and chains
 * made; a bone that hangs on another that jiggles is thrown by it. */
typedef struct {
  uint32_t bone;
  PnSpring spring;
  double mix; /* 0 (the pose, bit for bit) to 1 */
} PnJiggle;

/* The jiggling bones of a skeleton, in the order they throw each other. Immutable. */
typedef struct PnSkeletonJiggle PnSkeletonJiggle;

/* `jiggles` is copied; those of bones that are not there, or that had one before, never move.
 * `frame_seconds` is how long a frame lasts. PN_STATUS_NO_MEMORY. (transfer full) in `jiggle`. */
PnStatus pn_skeleton_jiggle_new (const PnSkeleton *skeleton,
                                 const PnJiggle *jiggles,
                                 size_t n_jiggles,
                                 double frame_seconds,
                                 PnSkeletonJiggle **jiggle);
void pn_skeleton_jiggle_free (PnSkeletonJiggle *jiggle);
/* The springs there are: the size of a state, and of a PnSpringCache for it. */
size_t pn_skeleton_jiggle_n_springs (const PnSkeletonJiggle *jiggle);

typedef enum {
  PN_JIGGLE_ON = 0,
  PN_JIGGLE_FIRST, /* the springs are at rest on the pose */
} PnJiggleMoment;

/* One frame on: `locals` and `worlds` (n_bones) hold the pose of that frame without springs and are
 * changed to the one with them, `states` (n_springs) are those of the frame before. Allocates
 * nothing; finite for any finite pose. */
void pn_skeleton_jiggle_advance (const PnSkeletonJiggle *jiggle,
                                 PnJiggleMoment moment,
                                 PnBonePose *locals,
                                 PnAffine *worlds,
                                 PnSpringState *states);

/* The pose of a frame whose `states` are known, as the last call for it left it. */
void pn_skeleton_jiggle_apply (const PnSkeletonJiggle *jiggle,
                               const PnSpringState *states,
                               PnBonePose *locals,
                               PnAffine *worlds);
