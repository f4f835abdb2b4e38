/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any hierarchy, any constraints and chains, any numbers: every pose is finite, and nothing is read or
 * written outside. */
#include <glib.h>
#include <math.h>

#include "pn-skeleton-jiggle.h"
#include "pn-skeleton-rig.h"
#include "pn-test-input.h"

#define N_BONES_MAX 10
#define N_CONSTRAINTS_MAX 4
#define N_IKS_MAX 3
#define N_POINTS_MAX 7

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static uint32_t
next_bone (TestInput *input, uint32_t n_bones)
{
  uint32_t bone = test_input_byte (input) % (n_bones + 2);
  return bone < n_bones ? bone : bone == n_bones ? PN_BONE_NONE : n_bones + 3;
}

static PnBonePose
next_pose (TestInput *input)
{
  PnBonePose pose;
  pose.x = test_input_number (input, 1);
  pose.y = test_input_number (input, 1);
  pose.rotation = test_input_number (input, 0.05);
  pose.scale_x = test_input_number (input, 1.0 / 64);
  pose.scale_y = test_input_byte (input) % 2 ? pose.scale_x : test_input_number (input, 1.0 / 64);
  return pose;
}

static PnVec2
next_point (TestInput *input)
{
  double x = test_input_number (input, 2), y = test_input_number (input, 2);
  return pn_vec2 (x, y);
}

static PnConstraint
next_constraint (TestInput *input, uint32_t n_bones, uint32_t *point_bones)
{
  PnConstraint constraint = {.kind = (PnConstraintKind)(test_input_byte (input) % 4),
                             .bone = next_bone (input, n_bones),
                             .source = next_bone (input, n_bones)};
  unsigned flags = test_input_byte (input);
  constraint.space = (PnCopySpace)(flags & 1);
  constraint.curve = (PnCurveKind)(flags >> 1 & 1);
  constraint.fit = (PnSplineFit)(flags >> 2 & 1);
  constraint.channels = flags >> 3;
  constraint.low = next_pose (input);
  constraint.high = next_pose (input);
  constraint.n_links = test_input_byte (input) % 6;
  constraint.n_points = test_input_byte (input) % (N_POINTS_MAX + 1);
  for (uint32_t i = 0; i < constraint.n_points; i++)
    point_bones[i] = next_bone (input, n_bones);
  constraint.point_bones = flags & 1 ? point_bones : NULL;
  return constraint;
}

static void
assert_finite (const PnBonePose *locals, const PnAffine *worlds, uint32_t n_bones)
{
  for (uint32_t i = 0; i < n_bones; i++) {
    g_assert_true (pn_affine_is_finite (&worlds[i]));
    g_assert_true (isfinite (locals[i].x) && isfinite (locals[i].y) &&
                   isfinite (locals[i].rotation) && isfinite (locals[i].scale_x) &&
                   isfinite (locals[i].scale_y));
  }
}

static void
jiggle (TestInput *input, const PnSkeleton *skeleton, PnBonePose *locals, PnAffine *worlds)
{
  uint32_t n_bones = (uint32_t)pn_skeleton_n_bones (skeleton);
  PnSpringState states[2];
  PnJiggle jiggles[2];
  PnSkeletonJiggle *made = NULL;
  for (int i = 0; i < 2; i++) {
    jiggles[i].bone = next_bone (input, n_bones);
    jiggles[i].spring.frequency = test_input_number (input, 1);
    jiggles[i].spring.damping = test_input_number (input, 0.05);
    jiggles[i].mix = test_input_number (input, 1.0 / 64);
  }
  g_assert_true (pn_skeleton_jiggle_new (skeleton, jiggles, 2, 1.0 / 24, &made) == PN_STATUS_OK);
  for (int frame = 0; frame < 3; frame++) {
    pn_skeleton_jiggle_advance (made, frame == 0 ? PN_JIGGLE_FIRST : PN_JIGGLE_ON, locals, worlds,
                                states);
    assert_finite (locals, worlds, n_bones);
  }
  pn_skeleton_jiggle_free (made);
}

static void
pose (TestInput *input, const PnSkeletonRig *rig, const PnConstraint *constraints)
{
  const PnSkeleton *skeleton = pn_skeleton_rig_skeleton (rig);
  uint32_t n_bones = (uint32_t)pn_skeleton_n_bones (skeleton);
  PnBonePose keyed[N_BONES_MAX], locals[N_BONES_MAX];
  PnAffine worlds[N_BONES_MAX];
  PnConstraintValue values[N_CONSTRAINTS_MAX];
  PnVec2 points[N_CONSTRAINTS_MAX][N_POINTS_MAX];
  PnIkValue iks[N_IKS_MAX];
  PnSkeletonRigWorkspace *workspace = NULL;
  for (uint32_t i = 0; i < n_bones; i++)
    keyed[i] =
        test_input_byte (input) % 2 ? next_pose (input) : pn_skeleton_bones (skeleton)[i].rest;
  for (size_t i = 0; i < pn_skeleton_rig_n_constraints (rig); i++) {
    values[i].mix = test_input_number (input, 1.0 / 64);
    values[i].target = next_point (input);
    values[i].offset = next_pose (input);
    for (uint32_t j = 0; j < constraints[i].n_points; j++)
      points[i][j] = next_point (input);
    values[i].points = points[i];
  }
  for (size_t i = 0; i < pn_skeleton_rig_n_iks (rig); i++) {
    iks[i].target = next_point (input);
    iks[i].pole = next_point (input);
    iks[i].mix = test_input_byte (input) % 2 ? 1 : test_input_number (input, 1.0 / 64);
  }
  g_assert_true (pn_skeleton_rig_workspace_new (rig, &workspace) == PN_STATUS_OK);
  const PnSkeletonRigValues all = {keyed, values, iks};
  const PnSkeletonRigPose out = {locals, worlds, NULL, NULL};
  pn_skeleton_rig_pose (rig, &all, workspace, &out);
  assert_finite (locals, worlds, n_bones);
  jiggle (input, skeleton, locals, worlds);
  pn_skeleton_rig_workspace_free (workspace);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  TestInput input = {data, size};
  PnBone bones[N_BONES_MAX];
  PnConstraint constraints[N_CONSTRAINTS_MAX];
  uint32_t point_bones[N_CONSTRAINTS_MAX][N_POINTS_MAX];
  PnIk iks[N_IKS_MAX];
  uint32_t n_bones = 1 + test_input_byte (&input) % N_BONES_MAX;
  PnSkeletonRigParts parts = {.constraints = constraints, .iks = iks};
  PnSkeleton *skeleton = NULL;
  PnSkeletonRig *rig = NULL;
  for (uint32_t i = 0; i < n_bones; i++) {
    bones[i].parent = next_bone (&input, n_bones);
    bones[i].length = test_input_number (&input, 0.5);
    bones[i].rest = next_pose (&input);
  }
  parts.n_constraints = test_input_byte (&input) % (N_CONSTRAINTS_MAX + 1);
  for (size_t i = 0; i < parts.n_constraints; i++)
    constraints[i] = next_constraint (&input, n_bones, point_bones[i]);
  parts.n_iks = test_input_byte (&input) % (N_IKS_MAX + 1);
  for (size_t i = 0; i < parts.n_iks; i++) {
    iks[i].bone = next_bone (&input, n_bones);
    iks[i].n_links = test_input_byte (&input) % 8;
    iks[i].target_bone = next_bone (&input, n_bones);
    iks[i].pole_bone = next_bone (&input, n_bones);
    iks[i].flags = test_input_byte (&input) % 4;
  }
  g_assert_true (pn_skeleton_new (bones, n_bones, &skeleton) == PN_STATUS_OK);
  g_assert_true (pn_skeleton_rig_new (skeleton, &parts, &rig) == PN_STATUS_OK);
  pose (&input, rig, constraints);
  pn_skeleton_rig_unref (rig);
  pn_skeleton_unref (skeleton);
  return 0;
}
