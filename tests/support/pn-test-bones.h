/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>

#include "pn-random.h"
#include "pn-skeleton-rig.h"

/* Skeletons for tests. */

static inline double
test_degrees (double degrees)
{
  return degrees * G_PI / 180;
}

/* A bone whose head lies (`x`, `y`) in its parent's frame. */
static inline PnBone
test_bone (guint32 parent, double x, double y, double degrees, double length)
{
  return (PnBone){parent, length, {x, y, test_degrees (degrees), 1, 1}};
}

static inline PnSkeleton *
test_skeleton (const PnBone *bones, gsize n_bones)
{
  PnSkeleton *skeleton = NULL;
  g_assert_cmpint (pn_skeleton_new (bones, n_bones, &skeleton), ==, PN_STATUS_OK);
  return skeleton;
}

/* `n` bones of `length`, each at the tip of the last, along x. */
static inline PnSkeleton *
test_chain (guint n, double length)
{
  g_autofree PnBone *bones = g_new0 (PnBone, n);
  for (guint i = 0; i < n; i++)
    bones[i] = test_bone (i == 0 ? PN_BONE_NONE : i - 1, i == 0 ? 0 : length, 0, 0, length);
  return test_skeleton (bones, n);
}

/* (transfer full): the rest pose of every bone. */
static inline PnBonePose *
test_rest_pose (const PnSkeleton *skeleton)
{
  gsize n = pn_skeleton_n_bones (skeleton);
  PnBonePose *locals = g_new0 (PnBonePose, n + 1);
  for (gsize i = 0; i < n; i++)
    locals[i] = pn_skeleton_bones (skeleton)[i].rest;
  return locals;
}

static inline double
test_gap (PnVec2 a, PnVec2 b)
{
  PnVec2 d = pn_vec2_sub (a, b);
  return sqrt (d.x * d.x + d.y * d.y);
}

#define test_assert_near(a, b, tolerance)                                                     \
  G_STMT_START                                                                                \
  {                                                                                           \
    PnVec2 a_ = (a), b_ = (b);                                                                \
    if (!(test_gap (a_, b_) <= (tolerance)))                                                  \
      g_error ("%s:%d: (%.12g, %.12g) is not (%.12g, %.12g)", __FILE__, __LINE__, a_.x, a_.y, \
               b_.x, b_.y);                                                                   \
  }                                                                                           \
  G_STMT_END

/* A skeleton with what holds it, at rest to begin with; the constraints and chains are on. */
typedef struct {
  PnSkeleton *skeleton;
  PnSkeletonRig *rig;
  PnSkeletonRigWorkspace *workspace;
  PnBonePose *keyed, *locals;
  PnAffine *worlds;
  PnConstraintValue *constraint_values;
  PnConstraintState *constraints;
  PnIkValue *ik_values;
  PnIkResult *iks;
} TestBones;

/* Takes the skeleton. */
static inline TestBones *
test_bones_new (PnSkeleton *skeleton, const PnSkeletonRigParts *parts)
{
  TestBones *bones = g_new0 (TestBones, 1);
  gsize n = pn_skeleton_n_bones (skeleton);
  bones->skeleton = skeleton;
  g_assert_cmpint (pn_skeleton_rig_new (skeleton, parts, &bones->rig), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_skeleton_rig_workspace_new (bones->rig, &bones->workspace), ==, PN_STATUS_OK);
  bones->keyed = test_rest_pose (skeleton);
  bones->locals = test_rest_pose (skeleton);
  bones->worlds = g_new0 (PnAffine, n + 1);
  bones->constraint_values = g_new0 (PnConstraintValue, parts->n_constraints + 1);
  bones->constraints = g_new0 (PnConstraintState, parts->n_constraints + 1);
  bones->ik_values = g_new0 (PnIkValue, parts->n_iks + 1);
  bones->iks = g_new0 (PnIkResult, parts->n_iks + 1);
  for (gsize i = 0; i < parts->n_constraints; i++)
    bones->constraint_values[i] = (PnConstraintValue){1, {0, 0}, PN_BONE_POSE_IDENTITY, NULL};
  for (gsize i = 0; i < parts->n_iks; i++)
    bones->ik_values[i].mix = 1;
  return bones;
}

/* One chain that ends in the last bone. */
static inline TestBones *
test_bones_reaching (PnSkeleton *skeleton, guint n_links, unsigned flags)
{
  guint32 last = (guint32)pn_skeleton_n_bones (skeleton) - 1;
  const PnIk ik = {last, n_links, PN_BONE_NONE, PN_BONE_NONE, flags};
  const PnSkeletonRigParts parts = {.iks = &ik, .n_iks = 1};
  return test_bones_new (skeleton, &parts);
}

static inline void
test_bones_free (TestBones *bones)
{
  pn_skeleton_rig_workspace_free (bones->workspace);
  pn_skeleton_rig_unref (bones->rig);
  pn_skeleton_unref (bones->skeleton);
  g_free (bones->keyed);
  g_free (bones->locals);
  g_free (bones->worlds);
  g_free (bones->constraint_values);
  g_free (bones->constraints);
  g_free (bones->ik_values);
  g_free (bones->iks);
  g_free (bones);
}

/* Every pose is finite, and its frames are those of its numbers. */
static inline void
test_bones_pose (TestBones *bones)
{
  const PnSkeletonRigValues values = {bones->keyed, bones->constraint_values, bones->ik_values};
  const PnSkeletonRigPose pose = {bones->locals, bones->worlds, bones->constraints, bones->iks};
  pn_skeleton_rig_pose (bones->rig, &values, bones->workspace, &pose);
  gsize n = pn_skeleton_n_bones (bones->skeleton);
  g_autofree PnAffine *again = g_new0 (PnAffine, n + 1);
  pn_skeleton_world (bones->skeleton, bones->locals, again);
  g_assert_cmpmem (again, n * sizeof *again, bones->worlds, n * sizeof *again);
  for (gsize i = 0; i < n; i++) {
    const PnBonePose *local = &bones->locals[i];
    g_assert_true (pn_affine_is_finite (&bones->worlds[i]));
    g_assert_true (isfinite (local->x) && isfinite (local->y) && isfinite (local->rotation) &&
                   isfinite (local->scale_x) && isfinite (local->scale_y));
  }
}

static inline PnVec2
test_bones_head (const TestBones *bones, guint bone)
{
  return pn_bone_head (&bones->worlds[bone]);
}

static inline PnVec2
test_bones_tip (const TestBones *bones, guint bone)
{
  return pn_bone_tip (&bones->worlds[bone], pn_skeleton_bones (bones->skeleton)[bone].length);
}
