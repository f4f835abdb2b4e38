/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A Bezier ease is a curve (x (s), y (s)); its value at a time is y where x is that time. x grows
 * with s because the handles' x lie in 0..1, so the s in question is bracketed from the start and
 * found by Newton's method, with a bisection for every step that would leave the bracket or would
 * not halve it. A handful of steps where the curve is not nearly vertical; there (handles (1, y),
 * (0, y)) the error of x shows in y as its cube root, 1e-5 of the way, which no method avoids. */
#include "pn-ease.h"

#include <math.h>

#include "pn-math.h"

/* Bisections alone would need 53. */
#define STEPS_MAX 64
/* In parts of the time between two keys: the rounding of x itself. */
#define TIME_TOLERANCE 0x1p-53

/* The cubic with ends 0 and 1 and inner control values c1 and c2. */
static double
bezier (double c1, double c2, double s)
{
  double r = 1.0 - s;
  return 3.0 * (r * r * s) * c1 + 3.0 * (r * s * s) * c2 + s * s * s;
}

static double
bezier_slope (double c1, double c2, double s)
{
  double r = 1.0 - s;
  return 3.0 * (r * r * c1 + 2.0 * r * s * (c2 - c1) + s * s * (1.0 - c2));
}

/* The s in 0..1 at which the curve is at time `t`. */
static double
find_parameter (double x1, double x2, double t)
{
  double low = 0.0, high = 1.0, s = t;
  for (int i = 0; i < STEPS_MAX; i++) {
    double error = bezier (x1, x2, s) - t;
    if (fabs (error) <= TIME_TOLERANCE)
      break;
    double width = high - low;
    if (error > 0.0)
      high = s;
    else
      low = s;
    double next = s - error / bezier_slope (x1, x2, s);
    /* Also where the slope is 0 and `next` is no number. */
    if (!(next > low && next < high) || (i > 4 && high - low > 0.5 * width))
      next = low + 0.5 * (high - low);
    s = next;
  }
  return s;
}

static double
apply_bezier (const PnEase *ease, double t)
{
  if (!isfinite (ease->x1) || !isfinite (ease->y1) || !isfinite (ease->x2) || !isfinite (ease->y2))
    return t;
  double x1 = pn_clamp (ease->x1, 0.0, 1.0), x2 = pn_clamp (ease->x2, 0.0, 1.0);
  return bezier (ease->y1, ease->y2, find_parameter (x1, x2, t));
}

double
pn_ease_apply (const PnEase *ease, double t)
{
  if (!(t > 0.0))
    return 0.0;
  if (t >= 1.0)
    return 1.0;
  switch (ease->kind) {
  case PN_EASE_HOLD:
    return 0.0;
  case PN_EASE_IN:
    return t * t;
  case PN_EASE_OUT:
    return t * (2.0 - t);
  case PN_EASE_IN_OUT:
    return t * t * (3.0 - 2.0 * t);
  case PN_EASE_BEZIER:
    return apply_bezier (ease, t);
  case PN_EASE_LINEAR:
  case PN_EASE_UNKNOWN:
    break;
  }
  return t;
}
