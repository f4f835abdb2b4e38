/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How a key leads to the next one. */
typedef enum {
  PN_EASE_LINEAR,
  PN_EASE_HOLD,
  PN_EASE_IN,      /* starts slowly: t^2, a Bezier with handles (1/3, 0), (2/3, 1/3) */
  PN_EASE_OUT,     /* ends slowly: handles (1/3, 2/3), (2/3, 1) */
  PN_EASE_IN_OUT,  /* both: handles (1/3, 0), (2/3, 1) */
  PN_EASE_BEZIER,  /* cubic in (time, value) from (0,0) to (1,1) with two handles */
  PN_EASE_UNKNOWN, /* written by a later version: acts as linear, and is written back as it was read
                    */
} PnEaseKind;

typedef struct {
  PnEaseKind kind;
  double x1, y1, x2, y2; /* handles of PN_EASE_BEZIER; x in 0..1 */
} PnEase;

/* The part of the way at the part `t` (0..1) of the time; outside 0..1 only for overshooting
 * handles. Exact at 0 and 1; PN_EASE_HOLD is 0 before 1. Handles' x is clamped to 0..1; a handle
 * that is not finite makes the ease linear. `t` is clamped too, and NaN counts as 0. */
double pn_ease_apply (const PnEase *ease, double t);
