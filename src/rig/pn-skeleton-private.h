/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>
#include <stdatomic.h>

#include "pn-math.h"
#include "pn-skeleton.h"

struct PnSkeleton {
  atomic_uint ref_count;
  uint32_t n_bones;
  PnBone *bones;
  PnBoneState *states;
  uint32_t *order;     /* depth first */
  uint32_t *positions; /* n_bones: where each stands in `order` */
  uint32_t *ends;      /* n_bones: where in `order` its descendants end */
  PnAffine *rest, *rest_inverse;
};

static inline int
pn_vec2_is_finite (PnVec2 p)
{
  return isfinite (p.x) && isfinite (p.y);
}

/* The same angle, at most half a turn from `near`. */
static inline double
pn_angle_near (double angle, double near)
{
  return angle - 2 * PN_PI * floor ((angle - near) / (2 * PN_PI) + 0.5);
}

/* With what is not finite taken from the rest. */
PnBonePose pn_bone_pose_finite (const PnBonePose *pose, const PnBonePose *rest);
