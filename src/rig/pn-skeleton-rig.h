/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-constraint.h"
#include "pn-ik.h"
#include "pn-skeleton.h"

/* A skeleton with all that holds its bones beside their keys. A pose is made in this order: the keys
 * (forward kinematics), the constraints, the chains that reach for targets; springs come after it
 * (pn-skeleton-jiggle.h). Where one of them reads a bone that another moves, that one comes first,
 * whatever its kind. */

/* Constraints and chains of one skeleton; over it PN_STATUS_LIMIT. */
#define PN_SKELETON_RIG_STEPS_MAX 1024

typedef struct {
  const PnConstraint *constraints;
  size_t n_constraints;
  const PnIk *iks;
  size_t n_iks;
} PnSkeletonRigParts;

typedef enum {
  PN_RIG_STEP_WELL = 0,
  PN_RIG_STEP_IN_CYCLE, /* it reads what it moves itself, maybe by way of others: it runs, once, on
                           what is there by then */
  PN_RIG_STEP_NO_BONE,  /* it names a bone that is not there: it never runs */
} PnRigStepState;

/* Immutable, shared between threads, reference counted; keeps a reference to the skeleton. */
typedef struct PnSkeletonRig PnSkeletonRig;

/* Everything is copied. PN_STATUS_LIMIT, PN_STATUS_NO_MEMORY. (transfer full) in `rig`. */
PnStatus pn_skeleton_rig_new (const PnSkeleton *skeleton,
                              const PnSkeletonRigParts *parts,
                              PnSkeletonRig **rig);
PnSkeletonRig *pn_skeleton_rig_ref (const PnSkeletonRig *rig);
void pn_skeleton_rig_unref (PnSkeletonRig *rig);
const PnSkeleton *pn_skeleton_rig_skeleton (const PnSkeletonRig *rig);
size_t pn_skeleton_rig_n_constraints (const PnSkeletonRig *rig);
size_t pn_skeleton_rig_n_iks (const PnSkeletonRig *rig);
const PnRigStepState *pn_skeleton_rig_constraint_steps (const PnSkeletonRig *rig);
const PnRigStepState *pn_skeleton_rig_ik_steps (const PnSkeletonRig *rig);

/* The bones of chain `ik`, from its root: `n_links` of them. Borrowed. */
const uint32_t *pn_skeleton_rig_ik_bones (const PnSkeletonRig *rig, size_t ik, uint32_t *n_links);

/* Scratch of one thread for one rig. */
typedef struct PnSkeletonRigWorkspace PnSkeletonRigWorkspace;
PnStatus pn_skeleton_rig_workspace_new (const PnSkeletonRig *rig,
                                        PnSkeletonRigWorkspace **workspace);
void pn_skeleton_rig_workspace_free (PnSkeletonRigWorkspace *workspace);

typedef struct {
  const PnBonePose *locals;             /* n_bones, as keyed */
  const PnConstraintValue *constraints; /* n_constraints */
  const PnIkValue *iks;                 /* n_iks */
} PnSkeletonRigValues;

typedef struct {
  PnBonePose *locals;             /* n_bones: as held and solved; may be the keyed ones */
  PnAffine *worlds;               /* n_bones */
  PnConstraintState *constraints; /* (nullable) n_constraints */
  PnIkResult *iks;                /* (nullable) n_iks */
} PnSkeletonRigPose;

/* Allocates nothing, never fails, never writes anything that is not finite. A pure function of its
 * arguments but for the workspace. */
void pn_skeleton_rig_pose (const PnSkeletonRig *rig,
                           const PnSkeletonRigValues *values,
                           PnSkeletonRigWorkspace *workspace,
                           const PnSkeletonRigPose *pose);
