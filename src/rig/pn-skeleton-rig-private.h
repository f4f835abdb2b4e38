/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-arena.h"
#include "pn-ik-private.h"
#include "pn-skeleton-rig.h"

/* One constraint or chain in the order they run in. */
typedef struct {
  PnRigStepState state;
  int is_ik;
  uint32_t index;   /* among its kind */
  uint32_t n_bones; /* it writes them: a chain from its root; at least one unless NO_BONE */
  const uint32_t *bones;
  uint32_t n_reads; /* where these stand decides what it writes */
  const uint32_t *reads;
} PnRigStep;

struct PnSkeletonRig {
  atomic_uint ref_count;
  PnSkeleton *skeleton;
  uint32_t n_constraints, n_iks, n_steps;
  PnConstraint *constraints;
  PnIk *iks;
  PnRigStep *steps;       /* constraints, then chains */
  uint32_t *order;        /* n_steps */
  PnRigStepState *states; /* as `steps` */
  uint32_t *limits;    /* n_bones: the constraint that limits the turn of each, or PN_BONE_NONE */
  uint32_t longest;    /* bones of a chain */
  uint32_t n_flat_max; /* points of a curve as a line */
  PnArena arena;       /* all of the above but the skeleton */
};

struct PnSkeletonRigWorkspace {
  PnIkChain chain;
  PnVec2 *points, *flat; /* of one curve */
  double *lengths;
  PnArena arena; /* and itself is of the heap */
};

/* A pose in the making. */
typedef struct {
  const PnSkeletonRig *rig;
  const PnSkeletonRigValues *values;
  PnSkeletonRigWorkspace *workspace;
  PnBonePose *locals;
  PnAffine *worlds;
} PnRigRun;

/* The chain of the step's bones as it stands, every link free to turn. */
PnIkChain *pn_rig_chain_begin (const PnRigRun *run, const PnRigStep *step);
/* Poses them as it stands now, in part. */
void pn_rig_chain_end (const PnRigRun *run, const PnRigStep *step, double mix);

PnConstraintState pn_rig_hold (const PnRigRun *run, const PnRigStep *step);
PnIkResult pn_rig_reach (const PnRigRun *run, const PnRigStep *step);

/* `point` of the frame of `bone`, or of the skeleton's space, in the latter. */
static inline PnVec2
pn_rig_place (const PnRigRun *run, uint32_t bone, PnVec2 point)
{
  return bone < run->rig->skeleton->n_bones ? pn_affine_apply (&run->worlds[bone], point) : point;
}

/* Takes `*value` a part of the way to `to`. Stays where `to` is not finite, or the way to it is so
 * long that numbers overflow. */
static inline void
pn_mix (double *value, double to, double part)
{
  double mixed = part >= 1 ? to : *value + part * (to - *value);
  if (isfinite (mixed))
    *value = mixed;
}

/* By the shorter way round. */
static inline void
pn_mix_angle (double *value, double to, double part)
{
  pn_mix (value, pn_angle_near (to, *value), part);
}
