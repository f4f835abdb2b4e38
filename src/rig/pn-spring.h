/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pn-status.h"
#include "pn-vec.h"

/* Springs: things that follow others late and swing. They have a memory, and a document has not: so
 * they run at one fixed step from one fixed frame on, whatever is shown, played or exported, and any
 * frame reached by any route is the same bits. */

/* A spring's nature. */
typedef struct {
  double frequency; /* swings a second, undamped; above 0 */
  double damping;   /* 0 swings for ever, 1 comes to rest as fast as may be without swinging */
} PnSpring;

/* Longest step, in seconds: a frame is cut into as many equal ones as that takes. */
#define PN_SPRING_STEP_MAX (1.0 / 120)
#define PN_SPRING_FREQUENCY_MAX 1000.0
#define PN_SPRING_DAMPING_MAX 100.0

/* One step of some length worked out: x' = xx x + xv v and v' = vx x + vv v, where x is how far the
 * thing is off what it follows. */
typedef struct {
  uint32_t n_steps; /* in a frame */
  double seconds;   /* of each */
  double xx, xv, vx, vv;
} PnSpringStep;

/* Steps of a frame that lasts `frame_seconds` (above 0). Numbers out of range, or none, are taken
 * into it. */
PnSpringStep pn_spring_step (const PnSpring *spring, double frame_seconds);

/* A thing that follows a point. */
typedef struct {
  PnVec2 place, velocity; /* px, px/s */
  PnVec2 target;          /* the point, when it was last looked at */
} PnSpringState;

/* At rest on the point. */
PnSpringState pn_spring_rest (PnVec2 target);

/* One frame on, while the point went in a straight line to `target`. Where a number overflows, or
 * the target is none, the thing is at rest on the last target that was one. */
void pn_spring_follow (PnSpringState *state, const PnSpringStep *step, PnVec2 target);

/* Between two frames, for a look at a time that is none: `part` of the way. */
static inline PnSpringState
pn_spring_between (const PnSpringState *before, const PnSpringState *after, double part)
{
  return (PnSpringState){pn_vec2_mix (before->place, after->place, part),
                         pn_vec2_mix (before->velocity, after->velocity, part),
                         pn_vec2_mix (before->target, after->target, part)};
}

/* States of some springs at every frame that was asked for, from the first one on: kept at every
 * PN_SPRING_CHECKPOINT-th, worked out from there in between. For one thread at a time. */
typedef struct PnSpringCache PnSpringCache;

#define PN_SPRING_CHECKPOINT 16

/* The state at `frame` from that at the frame before, in place; for the first frame, from nothing.
 * Must depend on nothing but the document, the frame and the state. */
typedef void (*PnSpringAdvance) (void *data, int64_t frame, PnSpringState *states);

/* `n_springs` of them, at rest at `first_frame` (0, or less for a run-up: a loop may ask for its own
 * frames again before its first one). PN_STATUS_NO_MEMORY. */
PnStatus pn_spring_cache_new (size_t n_springs, int64_t first_frame, PnSpringCache **cache);
void pn_spring_cache_free (PnSpringCache *cache);
size_t pn_spring_cache_n_bytes (const PnSpringCache *cache);

/* Room for checkpoints up to `last_frame`: then nothing is allocated up to it. */
PnStatus pn_spring_cache_reserve (PnSpringCache *cache, int64_t last_frame);

/* Writes the states (n_springs) at `frame`; before the first frame, those of the first. Works on from
 * the nearest checkpoint before it, or from where the last call ended, whichever is nearer. Without
 * memory for a checkpoint it does without. */
void pn_spring_cache_get (PnSpringCache *cache,
                          int64_t frame,
                          PnSpringAdvance advance,
                          void *data,
                          PnSpringState *states);

/* Forgets what an edit made wrong: all frames after `last_right` (those up to it did not change). */
void pn_spring_cache_truncate (PnSpringCache *cache, int64_t last_right);

/* The number of checkpoints that are kept. */
size_t pn_spring_cache_n_checkpoints (const PnSpringCache *cache);
