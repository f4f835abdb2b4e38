/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-skeleton.h"

/* What holds a bone beside its keys: it copies another, aims at a place, keeps within limits, or is
 * the last of a chain that lies along a curve. */

typedef enum {
  PN_CONSTRAINT_COPY,
  PN_CONSTRAINT_AIM,
  PN_CONSTRAINT_LIMIT,
  PN_CONSTRAINT_SPLINE,
} PnConstraintKind;

typedef enum {
  PN_CHANNEL_X = 1 << 0,
  PN_CHANNEL_Y = 1 << 1,
  PN_CHANNEL_ROTATION = 1 << 2,
  PN_CHANNEL_SCALE_X = 1 << 3,
  PN_CHANNEL_SCALE_Y = 1 << 4,
} PnBoneChannels;

typedef enum {
  PN_COPY_LOCAL = 0, /* the numbers of the source's pose in its parent's frame */
  PN_COPY_WORLD,     /* its head, where it points and how long its axes are in the skeleton's space;
                        a mirror is not copied */
} PnCopySpace;

typedef enum {
  PN_CURVE_BEZIER = 0, /* joined cubics: 3 n + 1 points, of which two of three are handles */
  PN_CURVE_LINE,       /* straight from point to point, at least two */
} PnCurveKind;

typedef enum {
  PN_SPLINE_LENGTHS_KEPT = 0, /* a bone points at the place of its length along the curve */
  PN_SPLINE_FITTED,           /* scale_x takes every tip onto the curve, and the last one to its
                                 end */
} PnSplineFit;

/* What does not change with time. */
typedef struct {
  PnConstraintKind kind;
  uint32_t bone;        /* the one that is held; of a spline the last of its chain */
  uint32_t source;      /* copy: the bone it is taken from. Aim: whose frame the target is in;
                            PN_BONE_NONE: the skeleton's space */
  PnCopySpace space;    /* copy */
  unsigned channels;    /* copy and limit: PnBoneChannels */
  PnBonePose low, high; /* limit: px, radians and factors in the parent's frame, for the channels
                            given; where low is above high that channel is free */
  uint32_t n_links;     /* spline */
  PnCurveKind curve;    /* spline */
  PnSplineFit fit;      /* spline */
  uint32_t n_points;    /* spline */
  const uint32_t *point_bones; /* spline, nullable: n_points, whose frame each point is in, or
                                  PN_BONE_NONE */
} PnConstraint;

/* What may be keyed. */
typedef struct {
  double mix;        /* 0 (the pose as it is, bit for bit) to 1 */
  PnVec2 target;     /* aim: px */
  PnBonePose offset; /* copy: places and turns are added in the parent's frame, scales multiplied.
                           Aim: the rotation is added. Spline: x is how far along the curve the first
                           head lies, px. PN_BONE_POSE_IDENTITY for none. */
  const PnVec2 *points; /* spline: n_points, px */
} PnConstraintValue;

typedef enum {
  PN_CONSTRAINT_WELL = 0,
  PN_CONSTRAINT_OFF,        /* mix is 0 */
  PN_CONSTRAINT_NOT_FINITE, /* a number that is none: ignored, the pose stays */
  PN_CONSTRAINT_FLAT, /* the frame it would hold the bone in is scaled to nothing, or the curve
                               has no length: the pose stays */
} PnConstraintState;
