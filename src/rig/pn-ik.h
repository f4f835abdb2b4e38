/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-skeleton.h"

/* Inverse kinematics: a chain of bones turns so that the tip of the last one lies on a target. One
 * bone aims; two are solved by the law of cosines, and bend to the side that the pose bends to, or
 * a pole says; more by FABRIK (Aristidou and Lasenby, "FABRIK: a fast, iterative solver for the
 * inverse kinematics problem", 2011). */

typedef enum {
  PN_IK_NONE = 0,
  PN_IK_STRETCH = 1 << 0, /* out of reach, the first bone's scale_x grows until the tip is there;
                             what hangs on it inherits that */
  PN_IK_POLE = 1 << 1,    /* the chain bends towards the pole */
} PnIkFlags;

#define PN_IK_LINKS_DEFAULT 2

/* What of a chain does not change with time. */
typedef struct {
  uint32_t bone;        /* the last of the chain */
  uint32_t n_links;     /* at least 1; where there are fewer ancestors the chain is shorter */
  uint32_t target_bone; /* whose frame the target is in; PN_BONE_NONE: the skeleton's space */
  uint32_t pole_bone;   /* likewise */
  unsigned flags;       /* PnIkFlags */
} PnIk;

/* What of it may be keyed. */
typedef struct {
  PnVec2 target; /* px */
  PnVec2 pole;   /* px; used with PN_IK_POLE */
  double mix;    /* 0 (the pose as it is, bit for bit) to 1 */
} PnIkValue;

/* The tip lies so near to a target within reach, in px. */
#define PN_IK_TOLERANCE 0.01

typedef enum {
  PN_IK_REACHED = 0,
  PN_IK_CLAMPED,    /* out of reach, or held off by limits: as near as the solver came */
  PN_IK_OFF,        /* mix is 0 */
  PN_IK_NOT_FINITE, /* a target, pole or mix that is no number: ignored, the pose stays */
  PN_IK_FLAT,       /* the chain's frame, or the whole chain, is scaled to nothing: the pose stays,
                       so that the limb is well when the scale returns */
} PnIkState;

typedef struct {
  PnIkState state;
  double distance; /* px from the tip to the target, at a mix of 1 */
} PnIkResult;
