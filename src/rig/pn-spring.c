/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A damped spring, x'' = -w^2 x - 2 d w x', solved exactly over each step: whatever the frequency and
 * the step it never gains energy, which an integrator by differences does. x is how far the thing is
 * off the point it follows and x' how much faster it is: one that is carried evenly is not left
 * behind, and swings where that changes. */
#include "pn-spring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pn-array.h"
#include "pn-math.h"

#define LOG2_E 1.4426950408889634
/* So near to 1 a damping counts as 1: the two solutions beside it divide by what is left. */
#define CRITICAL 1e-6

static double
exp_of (double x)
{
  return pn_exp2 (x * LOG2_E);
}

static double
in_range (double value, double low, double high)
{
  return value > low ? fmin (value, high) : low;
}

PnSpringStep
pn_spring_step (const PnSpring *spring, double frame_seconds)
{
  double w = 2 * PN_PI * in_range (spring->frequency, 1e-3, PN_SPRING_FREQUENCY_MAX);
  double d = in_range (spring->damping, 0, PN_SPRING_DAMPING_MAX);
  double frame = in_range (frame_seconds, 1e-6, 1e3);
  PnSpringStep step = {.n_steps = (uint32_t)ceil (frame / PN_SPRING_STEP_MAX - 1e-9)};
  step.n_steps = step.n_steps > 0 ? step.n_steps : 1;
  step.seconds = frame / step.n_steps;

  /* x = e^(-d w t) (x0 c + (v0 + d w x0) s), with c and s the cosine and sine of the damped frequency,
   * the latter divided by it; hyperbolic beyond the critical damping. */
  double t = step.seconds, decay = exp_of (-d * w * t), c, s;
  if (d < 1 - CRITICAL) {
    double damped = w * sqrt (1 - d * d), sine;
    pn_sincos (damped * t, &sine, &c);
    c *= decay;
    s = decay * sine / damped;
  } else if (d > 1 + CRITICAL) {
    double damped = w * sqrt (d * d - 1);
    double slow = exp_of ((damped - d * w) * t), fast = exp_of ((-damped - d * w) * t);
    c = (slow + fast) / 2;
    s = (slow - fast) / (2 * damped);
  } else {
    c = decay;
    s = decay * t;
  }
  step.xx = c + d * w * s;
  step.xv = s;
  step.vx = -w * w * s;
  step.vv = c - d * w * s;
  return step;
}

PnSpringState
pn_spring_rest (PnVec2 target)
{
  if (!isfinite (target.x) || !isfinite (target.y))
    target = pn_vec2 (0, 0);
  return (PnSpringState){target, {0, 0}, target};
}

/* One coordinate over a frame in which the point goes evenly. */
static void
follow (const PnSpringStep *step, double *place, double *velocity, double from, double to)
{
  double pace = (to - from) / (step->n_steps * step->seconds);
  double x = *place - from, v = *velocity - pace;
  for (uint32_t i = 0; i < step->n_steps; i++) {
    double next = step->xx * x + step->xv * v;
    v = step->vx * x + step->vv * v;
    x = next;
  }
  *place = to + x;
  *velocity = pace + v;
}

void
pn_spring_follow (PnSpringState *state, const PnSpringStep *step, PnVec2 target)
{
  if (!isfinite (target.x) || !isfinite (target.y))
    target = state->target;
  PnSpringState next = *state;
  follow (step, &next.place.x, &next.velocity.x, state->target.x, target.x);
  follow (step, &next.place.y, &next.velocity.y, state->target.y, target.y);
  next.target = target;
  int is_finite = isfinite (next.place.x) && isfinite (next.place.y) &&
                  isfinite (next.velocity.x) && isfinite (next.velocity.y);
  *state = is_finite ? next : pn_spring_rest (target);
}

struct PnSpringCache {
  size_t n_springs;
  int64_t first_frame;
  PN_ARRAY (PnSpringState) checkpoints; /* n_springs at the first frame and each 16th from there */
  PnSpringState *latest;                /* at `latest_frame`, where there is one */
  int64_t latest_frame;
  int has_latest;
};

PnStatus
pn_spring_cache_new (size_t n_springs, int64_t first_frame, PnSpringCache **cache)
{
  PnSpringCache *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  made->n_springs = n_springs;
  made->first_frame = first_frame;
  made->latest = calloc (n_springs + 1, sizeof *made->latest);
  if (!made->latest) {
    pn_spring_cache_free (made);
    return PN_STATUS_NO_MEMORY;
  }
  *cache = made;
  return PN_STATUS_OK;
}

void
pn_spring_cache_free (PnSpringCache *cache)
{
  if (!cache)
    return;
  pn_array_clear (&cache->checkpoints);
  free (cache->latest);
  free (cache);
}

size_t
pn_spring_cache_n_bytes (const PnSpringCache *cache)
{
  return sizeof *cache +
         (cache->checkpoints.n_allocated + cache->n_springs) * sizeof (PnSpringState);
}

size_t
pn_spring_cache_n_checkpoints (const PnSpringCache *cache)
{
  return cache->n_springs > 0 ? cache->checkpoints.n_items / cache->n_springs : 0;
}

PnStatus
pn_spring_cache_reserve (PnSpringCache *cache, int64_t last_frame)
{
  int64_t n = last_frame < cache->first_frame
                  ? 0
                  : (last_frame - cache->first_frame) / PN_SPRING_CHECKPOINT + 1;
  size_t wanted = (size_t)n * cache->n_springs;
  size_t has = cache->checkpoints.n_items;
  return wanted > has ? pn_array_reserve (&cache->checkpoints, wanted - has) : PN_STATUS_OK;
}

/* Keeps the latest state where it is due. */
static void
keep_latest (PnSpringCache *cache)
{
  int64_t since = cache->latest_frame - cache->first_frame;
  int64_t due = (int64_t)pn_spring_cache_n_checkpoints (cache) * PN_SPRING_CHECKPOINT;
  if (since != due || pn_array_reserve (&cache->checkpoints, cache->n_springs) != PN_STATUS_OK)
    return;
  memcpy (cache->checkpoints.items + cache->checkpoints.n_items, cache->latest,
          cache->n_springs * sizeof *cache->latest);
  cache->checkpoints.n_items += cache->n_springs;
}

/* Takes the latest state back, or on, to a checkpoint before `frame`, where that is nearer. */
static void
go_to_checkpoint (PnSpringCache *cache, int64_t frame)
{
  int64_t n = (int64_t)pn_spring_cache_n_checkpoints (cache);
  int64_t i = (frame - cache->first_frame) / PN_SPRING_CHECKPOINT;
  i = i < n ? i : n - 1;
  int64_t at = cache->first_frame + i * PN_SPRING_CHECKPOINT;
  if (i < 0 || (cache->has_latest && cache->latest_frame <= frame && cache->latest_frame >= at))
    return;
  memcpy (cache->latest, cache->checkpoints.items + (size_t)i * cache->n_springs,
          cache->n_springs * sizeof *cache->latest);
  cache->latest_frame = at;
  cache->has_latest = 1;
}

void
pn_spring_cache_get (PnSpringCache *cache,
                     int64_t frame,
                     PnSpringAdvance advance,
                     void *data,
                     PnSpringState *states)
{
  if (cache->n_springs == 0)
    return;
  frame = frame > cache->first_frame ? frame : cache->first_frame;
  go_to_checkpoint (cache, frame);
  if (!cache->has_latest || cache->latest_frame > frame) {
    memset (cache->latest, 0, cache->n_springs * sizeof *cache->latest);
    cache->latest_frame = cache->first_frame;
    cache->has_latest = 1;
    advance (data, cache->first_frame, cache->latest);
    keep_latest (cache);
  }
  while (cache->latest_frame < frame) {
    advance (data, ++cache->latest_frame, cache->latest);
    keep_latest (cache);
  }
  memcpy (states, cache->latest, cache->n_springs * sizeof *states);
}

void
pn_spring_cache_truncate (PnSpringCache *cache, int64_t last_right)
{
  int64_t kept = last_right < cache->first_frame
                     ? 0
                     : (last_right - cache->first_frame) / PN_SPRING_CHECKPOINT + 1;
  if (kept < (int64_t)pn_spring_cache_n_checkpoints (cache))
    cache->checkpoints.n_items = (size_t)kept * cache->n_springs;
  if (cache->latest_frame > last_right)
    cache->has_latest = 0;
}
