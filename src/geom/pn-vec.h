/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

/* A point or a vector in the plane, x to the right and y down. */
typedef struct {
  double x, y;
} PnVec2;

static inline PnVec2
pn_vec2 (double x, double y)
{
  return (PnVec2){x, y};
}

static inline PnVec2
pn_vec2_add (PnVec2 a, PnVec2 b)
{
  return (PnVec2){a.x + b.x, a.y + b.y};
}

static inline PnVec2
pn_vec2_sub (PnVec2 a, PnVec2 b)
{
  return (PnVec2){a.x - b.x, a.y - b.y};
}

static inline PnVec2
pn_vec2_scale (PnVec2 a, double factor)
{
  return (PnVec2){a.x * factor, a.y * factor};
}

static inline double
pn_vec2_dot (PnVec2 a, PnVec2 b)
{
  return a.x * b.x + a.y * b.y;
}

static inline double
pn_vec2_length (PnVec2 a)
{
  return sqrt (pn_vec2_dot (a, a));
}

/* The z component of the cross product: positive where b lies clockwise of a as seen (y is down).
 */
static inline double
pn_vec2_cross (PnVec2 a, PnVec2 b)
{
  return a.x * b.y - a.y * b.x;
}

static inline PnVec2
pn_vec2_mix (PnVec2 a, PnVec2 b, double t)
{
  return (PnVec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/* The square of the distance from `p` to the segment from `a` to `b`. `t` gets the part of the way,
 * 0 to 1, where the segment is nearest; 0 where it is but a point. */
static inline double
pn_vec2_square_to_segment (PnVec2 p, PnVec2 a, PnVec2 b, double *t)
{
  PnVec2 along = pn_vec2_sub (b, a), to_p = pn_vec2_sub (p, a);
  double part = pn_vec2_dot (to_p, along) / pn_vec2_dot (along, along);
  /* NaN of a point's 0 / 0 is not above 0. */
  *t = part > 0 ? part < 1 ? part : 1 : 0;
  PnVec2 away = pn_vec2_sub (to_p, pn_vec2_scale (along, *t));
  return pn_vec2_dot (away, away);
}
