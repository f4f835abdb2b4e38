/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>

#include "pn-random.h"
#include "pn-skeleton.h"

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
