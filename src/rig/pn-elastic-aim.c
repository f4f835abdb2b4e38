/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The local step of a pass: what each triangle aims at.
 *
 * A triangle aims at the rotation r = a / max (|a|, c m), m being the piece's mean of |a|. The plain
 * a / |a| is undefined where a is zero, and pops there. Then, where asked for,
 *
 *   squash and stretch: the two stretches of its map are |a| + |b| and |a| - |b|. With s their
 *   ratio's root, by the share q asked for, it aims at stretches s and 1 / s: r (s + 1 / s) / 2 and
 *   |r| b / |b| (s - 1 / s) / 2. Where |r| is below 1 the triangle is about to turn inside out, and
 *   there the share is q |r|^4: so no target is flipped, and none jumps with its direction. (A hand
 *   dragged as above would jump by 15 px without both.) Or it keeps some of its size: r (1 + q (|a|
 *   - 1)).
 *
 *   the limit: its turn against the piece's mean turn is cut off. Near a half turn, where it would
 *   jump from one side to the other, it fades through none.
 *
 *   pins that turn: it is drawn to their turn as far as it is within their extent. A bend pin draws
 *   it to its own turn on top of what the triangle aimed at without bend pins.
 *
 * Each is continuous, in places and in targets. Costs a sweep of the triangles each. */
#include <math.h>
#include <string.h>

#include "pn-elastic-job-private.h"
#include "pn-math.h"

/* The c above. A hand dragged across the body in steps of 0.25 px, on figures of 237 to 1,983
 * vertices: in the worst step a vertex jumps 5.7 to 9.1 px with 0, 1.5 to 2.8 with 0.3, 0.5 with
 * 0.6. */
#define CLAMP 0.6

/* Where the mean |a| of a piece falls below this, all its pins have come within a hundredth of
 * their distances: its orientation fades, instead of being guessed from rounding errors, which each
 * pass may enlarge by no more than the inverse. */
#define COLLAPSED 0.01

/* No triangle aims at being more than so many times as long as its area gives it. */
#define STRETCH_MAX 4.0
#define STRETCH_FLOOR 1e-6

/* The sine of the angle to a half turn below which the limit fades. */
#define FADE 0.25

PnComplex
pn_elastic_wanted (const PnElasticTarget *target, const PnElasticOptions *options)
{
  double turn = target->turn, limit = options->max_rotation, sine, cosine;
  if (limit > 0)
    turn = pn_clamp (turn, -limit, limit);
  pn_sincos (turn, &sine, &cosine);
  return pn_complex (target->scale * cosine, target->scale * sine);
}

static inline PnComplex
part_of (const PnElasticPiece *piece, uint32_t t, const PnComplex *shape, int is_shear)
{
  const uint32_t *corner = piece->corners + 3 * (size_t)t;
  const PnComplex *gradient = piece->gradients + 2 * (size_t)t;
  PnComplex last = shape[corner[2]];
  PnComplex first = pn_complex_sub (shape[corner[0]], last);
  PnComplex second = pn_complex_sub (shape[corner[1]], last);
  if (is_shear)
    return pn_complex_add (pn_complex_conj_mul (gradient[0], first),
                           pn_complex_conj_mul (gradient[1], second));
  return pn_complex_add (pn_complex_mul (gradient[0], first), pn_complex_mul (gradient[1], second));
}

/* The part a of each triangle's map. Returns the least length that a target is made from. */
static double
measure_turns (const PnElasticJob *job, const PnElasticStage *stage)
{
  const PnElasticPiece *piece = job->piece;
  double sum = 0;
  for (uint32_t t = 0; t < piece->n_triangles; t++) {
    stage->turns[t] = pn_complex_add (part_of (piece, t, stage->shape, 0), job->motion);
    stage->lengths[t] = sqrt (pn_complex_norm (stage->turns[t]));
    sum += piece->areas[t] * stage->lengths[t];
  }
  return fmax (CLAMP * sum / piece->area, COLLAPSED);
}

/* The mean turn of the piece, as a rotation; none where it has none. */
static PnComplex
mean_turn (const PnElasticJob *job, const PnElasticStage *stage)
{
  PnComplex sum = {0, 0};
  for (uint32_t t = 0; t < job->piece->n_triangles; t++)
    sum = pn_complex_add (sum, pn_complex_scale (stage->turns[t], job->piece->areas[t]));
  double length = sqrt (pn_complex_norm (sum));
  return length > 0 ? pn_complex_scale (sum, 1 / length) : pn_complex (1, 0);
}

static void
keep_volume (const PnElasticJob *job, const PnElasticStage *stage, double share)
{
  for (uint32_t t = 0; t < job->piece->n_triangles; t++) {
    PnComplex b = part_of (job->piece, t, stage->shape, 1);
    double norm = pn_complex_norm (stage->turns[t]), shear = sqrt (pn_complex_norm (b));
    double ratio = (stage->lengths[t] + shear) / fmax (stage->lengths[t] - shear, STRETCH_FLOOR);
    double along = 1 + norm * norm * share * (fmin (STRETCH_MAX, sqrt (ratio)) - 1),
           across = 1 / along;
    double length = sqrt (norm) * (along - across) / 2;
    stage->turns[t] = pn_complex_scale (stage->turns[t], (along + across) / 2);
    stage->shears[t] = shear > 0 ? pn_complex_scale (b, length / shear) : b;
  }
}

static void
keep_size (const PnElasticJob *job, const PnElasticStage *stage, double share)
{
  for (uint32_t t = 0; t < job->piece->n_triangles; t++) {
    double scale = 1 + share * (stage->lengths[t] - 1);
    stage->turns[t] = pn_complex_scale (stage->turns[t], scale);
    stage->shears[t] = pn_complex (0, 0);
  }
}

static void
limit_turns (const PnElasticJob *job, const PnElasticStage *stage, PnComplex mean)
{
  double sine, cosine;
  pn_sincos (job->options->max_rotation, &sine, &cosine);
  double fade = fmin (FADE, sine);
  for (uint32_t t = 0; t < job->piece->n_triangles; t++) {
    PnComplex turn = pn_complex_conj_mul (mean, stage->turns[t]);
    double length = sqrt (pn_complex_norm (turn));
    if (!(turn.re < cosine * length))
      continue;
    double side = turn.im / length, share = 1;
    if (turn.re < 0 && fabs (side) < fade)
      share = fabs (side) / fade;
    PnComplex limited = {1 - share + share * cosine, share * (side < 0 ? -sine : sine)};
    double scale = length / sqrt (pn_complex_norm (limited));
    stage->turns[t] = pn_complex_mul (mean, pn_complex_scale (limited, scale));
  }
}

/* Gathers what the pins that turn want of the triangles within their extents. */
static void
gather_draws (const PnElasticJob *job, int s)
{
  const PnElasticGroup *group = job->group;
  PnElasticWorkspace *workspace = job->workspace;
  memset (workspace->shares, 0, job->piece->n_triangles * sizeof *workspace->shares);
  memset (workspace->drawn, 0, job->piece->n_triangles * sizeof *workspace->drawn);
  for (uint32_t j = 0; j < group->n_turned; j++) {
    uint32_t pin = group->turned[j];
    const PnElasticTurn *turn = group->holds[pin]->turn;
    if (job->systems[s]->rows[group->n_pins + j] == PN_ELASTIC_NONE)
      continue;
    PnComplex wanted = workspace->turns[s][pin];
    int is_bend = group->holds[pin]->pin.kind == PN_ELASTIC_BEND;
    for (uint32_t i = 0; i < turn->n_near; i++) {
      uint32_t t = turn->near[i];
      PnComplex to = is_bend ? pn_complex_mul (workspace->stages[0].turns[t], wanted) : wanted;
      workspace->shares[t] += turn->shares[i];
      workspace->drawn[t] =
          pn_complex_add (workspace->drawn[t], pn_complex_scale (to, turn->shares[i]));
    }
  }
}

static void
draw_turns (const PnElasticJob *job, const PnElasticStage *stage, int can_stretch)
{
  const PnElasticWorkspace *workspace = job->workspace;
  for (uint32_t t = 0; t < job->piece->n_triangles; t++) {
    double share = workspace->shares[t], kept = fmax (0, 1 - share);
    if (!(share > 0))
      continue;
    PnComplex drawn = pn_complex_scale (workspace->drawn[t], 1 / fmax (1, share));
    stage->turns[t] = pn_complex_add (pn_complex_scale (stage->turns[t], kept), drawn);
    if (can_stretch)
      stage->shears[t] = pn_complex_scale (stage->shears[t], kept);
  }
}

/* Adds what the triangles ask of their corners for a pull on the part a or b of their maps. */
static inline void
add_pulls (const PnElasticJob *job, PnElasticStage *stage, int is_shear)
{
  const PnElasticPiece *piece = job->piece;
  PnComplex *right = stage->next;
  for (uint32_t t = 0; t < piece->n_triangles; t++) {
    const uint32_t *corner = piece->corners + 3 * (size_t)t;
    const PnComplex *gradient = piece->gradients + 2 * (size_t)t;
    PnComplex first, second;
    if (is_shear) {
      PnComplex pull = pn_complex_scale (stage->shears[t], piece->weights[t]);
      first = pn_complex_mul (gradient[0], pull);
      second = pn_complex_mul (gradient[1], pull);
    } else {
      PnComplex pull =
          pn_complex_scale (pn_complex_sub (stage->turns[t], job->motion), piece->weights[t]);
      first = pn_complex_conj_mul (gradient[0], pull);
      second = pn_complex_conj_mul (gradient[1], pull);
    }
    right[corner[0]] = pn_complex_add (right[corner[0]], first);
    right[corner[1]] = pn_complex_add (right[corner[1]], second);
    right[corner[2]] = pn_complex_sub (right[corner[2]], pn_complex_add (first, second));
  }
}

void
pn_elastic_aim (const PnElasticJob *job, int s)
{
  const PnElasticOptions *options = job->options;
  PnElasticStage *stage = &job->workspace->stages[s];
  double shortest = measure_turns (job, stage);
  int has_limit = options->max_rotation > 0 && options->max_rotation < PN_PI;
  int can_stretch = options->stretch > 0;
  PnComplex mean = has_limit ? mean_turn (job, stage) : pn_complex (1, 0);
  for (uint32_t t = 0; t < job->piece->n_triangles; t++) {
    double length = stage->lengths[t] > shortest ? stage->lengths[t] : shortest;
    stage->turns[t] = pn_complex_scale (stage->turns[t], 1 / length);
  }
  if (can_stretch && options->stretch_mode == PN_ELASTIC_KEEP_VOLUME)
    keep_volume (job, stage, fmin (1, options->stretch));
  else if (can_stretch)
    keep_size (job, stage, fmin (1, options->stretch));
  if (has_limit)
    limit_turns (job, stage, mean);
  if (job->group->n_turned > (s == 0 ? job->group->n_bends : 0)) {
    gather_draws (job, s);
    draw_turns (job, stage, can_stretch);
  }

  memset (stage->next, 0, job->piece->n_vertices * sizeof *stage->next);
  add_pulls (job, stage, 0);
  if (can_stretch)
    add_pulls (job, stage, 1);
  stage->next[job->piece->grounded[0]] = pn_complex (0, 0);
}
