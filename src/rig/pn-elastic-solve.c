/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Poses a mesh: a similarity start (Igarashi, Moscovich and Hughes 2005, step one), then rigid
 * passes (their step two; repeated, the local and global steps of Sorkine and Alexa 2007), the pins
 * held exactly in each.
 *
 * Local step: each triangle decides what it aims at (pn-elastic-aim.c), in short a rotation r.
 * Global step: minimise sum A (|a - r|^2 + |b|^2) with the pins held, one solve with the rigid
 * matrix.
 *
 * Bend pins turn what the others did: a second shape goes beside the first, start by start and pass
 * by pass, on the same factor, with each bend pin held at the place that the first gave it, and at
 * the turn that the first gave it times its own. With no turn of their own the two are one, so that
 * a bend pin sets in without a jump; and where none bends the second is left out.
 *
 * Departure: the unknown is not the place p but u = p - (m z + c), where m z + c is the rigid
 * motion that fits the targets best. Both steps commute with it, so the result is the same in exact
 * arithmetic; but a rigid motion of all pins leaves u zero, whatever the size and the finest edge
 * of the mesh, where errors would else grow with the condition of the similarity matrix.
 *
 * A pass costs a sweep of the triangles, a solve, and one column a pin. Fails only by overflow;
 * each stage is looked through, and the last finite one kept. */
#include <math.h>
#include <string.h>

#include "pn-dense.h"
#include "pn-elastic-job-private.h"

static int
all_finite (const PnComplex *values, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += values[i].re * 0 + values[i].im * 0;
  return isfinite (sum);
}

static void
rest_piece (const PnElasticPiece *piece, const PnVec2 *rest, PnVec2 *out)
{
  for (uint32_t i = 0; i < piece->n_vertices; i++)
    out[piece->vertices[i]] = rest[piece->vertices[i]];
}

static const PnElasticTarget *
target_of (const PnElasticJob *job, uint32_t pin)
{
  return &job->targets[job->group->pins[pin]];
}

/* How far a pin is asked to move the artwork: for one that lies off the mesh, not to itself. */
static PnVec2
move_of (const PnElasticHold *hold, const PnVec2 *target)
{
  return pn_vec2_sub (*target, hold->pin.rest);
}

static int
is_bend (const PnElasticJob *job, uint32_t pin)
{
  return job->group->holds[pin]->pin.kind == PN_ELASTIC_BEND;
}

/* Whether every number that counts of a target is one; notes its turn. */
static int
read_target (PnElasticJob *job, uint32_t pin)
{
  const PnElasticTarget *target = target_of (job, pin);
  PnComplex *turn = &job->workspace->turns[0][pin];
  *turn = pn_complex (1, 0);
  if (!is_bend (job, pin) && !(isfinite (target->position.x) && isfinite (target->position.y)))
    return 0;
  if (!job->group->holds[pin]->turn)
    return 1;
  *turn = pn_elastic_wanted (target, job->options);
  return isfinite (turn->re) && isfinite (turn->im);
}

/* Chooses the systems of the pins whose targets are finite, and says what each pin does. The second
 * is for bend pins, if one has a turn of its own. */
static void
choose_systems (PnElasticJob *job, PnPinState *states)
{
  const PnElasticGroup *group = job->group;
  PnElasticWorkspace *workspace = job->workspace;
  unsigned char *present = workspace->present;
  int all_present = 1, bends = 0;
  for (uint32_t i = 0; i < group->n_pins; i++) {
    present[i] = (unsigned char)read_target (job, i);
    all_present &= present[i];
    PnComplex turn = workspace->turns[0][i];
    bends |= present[i] && is_bend (job, i) &&
             (turn.re < 1 || turn.re > 1 || turn.im < 0 || turn.im > 0);
  }
  job->systems[0] = &group->system;
  job->systems[1] = group->n_bends > 0 ? &group->bent : NULL;
  if (!all_present && group->n_bends > 0) {
    pn_elastic_system_build (&workspace->bent, group, present);
    job->systems[1] = &workspace->bent;
    for (uint32_t i = 0; i < group->n_pins; i++)
      present[i] &= !is_bend (job, i);
  }
  if (!all_present) {
    pn_elastic_system_build (&workspace->system, group, present);
    job->systems[0] = &workspace->system;
  }
  for (uint32_t i = 0; i < group->n_pins && states; i++)
    states[group->pins[i]] = job->systems[group->n_bends > 0]->states[i];
  if (!bends || job->systems[1]->n_rows < 2)
    job->systems[1] = NULL;
}

static int
is_at_rest (const PnElasticJob *job)
{
  const PnElasticGroup *group = job->group;
  const uint32_t *rows = job->systems[0]->rows;
  for (uint32_t i = 0; i < group->n_pins; i++)
    if (rows[i] != PN_ELASTIC_NONE &&
        !pn_elastic_same (target_of (job, i)->position, group->holds[i]->pin.rest))
      return 0;
  for (uint32_t j = 0; j < group->n_turned; j++) {
    PnComplex turn = job->workspace->turns[0][group->turned[j]];
    if (rows[group->n_pins + j] != PN_ELASTIC_NONE &&
        !pn_elastic_same (pn_vec2 (turn.re, turn.im), pn_vec2 (1, 0)))
      return 0;
  }
  return 1;
}

/* One pin, or several that act as one, carry the piece unbent. */
static PnElasticResult
carry (const PnElasticJob *job)
{
  const PnElasticGroup *group = job->group;
  const PnElasticSystem *system = job->systems[0];
  PnVec2 move = {0, 0};
  for (uint32_t i = 0; i < group->n_pins; i++) {
    if (system->rows[i] == PN_ELASTIC_NONE)
      continue;
    PnVec2 own = move_of (group->holds[i], &target_of (job, i)->position);
    move = pn_vec2_add (move, pn_vec2_scale (own, 1 / (double)system->sizes[0]));
  }
  for (uint32_t i = 0; i < job->piece->n_vertices; i++) {
    uint32_t v = job->piece->vertices[i];
    job->out[v] = pn_vec2_add (job->rest[v], move);
    if (!isfinite (job->out[v].x) || !isfinite (job->out[v].y)) {
      rest_piece (job->piece, job->rest, job->out);
      return PN_ELASTIC_FELL_BACK;
    }
  }
  return PN_ELASTIC_COMPLETE;
}

static PnComplex
wanted_place (const PnElasticJob *job, uint32_t pin)
{
  const PnElasticHold *hold = job->group->holds[pin];
  PnVec2 move = move_of (hold, &target_of (job, pin)->position);
  return pn_complex_add (hold->at, pn_elastic_point (move));
}

/* Adds handle `h` of a pin that does not bend to the place and the target of its row. */
static void
add_wanted (const PnElasticJob *job, int s, uint32_t h, PnComplex *places, PnComplex *wanted)
{
  const PnElasticSystem *system = job->systems[s];
  uint32_t r = system->rows[h], pin = pn_elastic_pin_of (job->group, h);
  const PnElasticHold *hold = job->group->holds[pin];
  double part = 1 / (double)system->sizes[r];
  PnComplex place, target;
  if (h < job->group->n_pins) {
    place = hold->at;
    target = wanted_place (job, pin);
  } else {
    place = pn_complex (hold->turn->length, 0);
    target = pn_complex_scale (job->workspace->turns[s][pin], hold->turn->length);
  }
  places[r] = pn_complex_add (places[r], pn_complex_scale (place, part));
  wanted[r] = pn_complex_add (wanted[r], pn_complex_scale (target, part));
}

/* Fits the rigid motion, and leaves in the workspace what it misses each row's target by. A turn
 * counts as one of an arm of its length. */
static void
fit_motion (PnElasticJob *job)
{
  const PnElasticSystem *system = job->systems[0];
  PnComplex *missed = job->workspace->targets[0], *places = job->workspace->forces;
  uint32_t n = system->n_places;
  for (uint32_t r = 0; r < system->n_rows; r++)
    missed[r] = places[r] = pn_complex (0, 0);
  for (uint32_t h = 0; h < job->group->n_handles; h++)
    if (system->rows[h] != PN_ELASTIC_NONE)
      add_wanted (job, 0, h, places, missed);
  PnComplex mean_place = {0, 0}, mean_target = {0, 0};
  for (uint32_t i = 0; i < job->group->n_pins; i++) {
    if (system->rows[i] == PN_ELASTIC_NONE)
      continue;
    double part = 1 / (double)system->sizes[system->rows[i]] / n;
    PnComplex place = job->group->holds[i]->at, target = wanted_place (job, i);
    mean_place = pn_complex_add (mean_place, pn_complex_scale (place, part));
    mean_target = pn_complex_add (mean_target, pn_complex_scale (target, part));
  }

  PnComplex turn = {0, 0};
  for (uint32_t r = 0; r < n; r++)
    turn = pn_complex_add (turn, pn_complex_conj_mul (pn_complex_sub (places[r], mean_place),
                                                      pn_complex_sub (missed[r], mean_target)));
  for (uint32_t r = n; r < system->n_rows; r++)
    turn = pn_complex_add (turn, pn_complex_conj_mul (places[r], missed[r]));
  double length = sqrt (pn_complex_norm (turn));
  job->motion =
      length > 0 && isfinite (length) ? pn_complex_scale (turn, 1 / length) : pn_complex (1, 0);
  job->translation = pn_complex_sub (mean_target, pn_complex_mul (job->motion, mean_place));
  for (uint32_t r = 0; r < n; r++)
    missed[r] = pn_complex_sub (
        missed[r], pn_complex_add (pn_complex_mul (job->motion, places[r]), job->translation));
  for (uint32_t r = n; r < system->n_rows; r++)
    missed[r] = pn_complex_sub (missed[r], pn_complex_mul (job->motion, places[r]));
}

/* The turns of the second stage: what bend pins that ride on the turn of another pin do is done by
 * that one. */
static void
ride (const PnElasticJob *job)
{
  const PnElasticGroup *group = job->group;
  PnComplex *const *turns = job->workspace->turns;
  const PnElasticSystem *system = job->systems[1];
  memcpy (turns[1], turns[0], group->n_pins * sizeof *turns[0]);
  for (uint32_t i = 0; i < group->n_pins; i++)
    for (uint32_t j = 0; system->ridden[i] != PN_ELASTIC_NONE && j < group->n_turned; j++)
      if (system->rows[group->n_pins + j] == system->ridden[i])
        turns[1][group->turned[j]] = pn_complex_mul (turns[1][group->turned[j]], turns[0][i]);
}

/* The targets of the second stage's rows, where the first has come to `shape`. */
static void
hand_on (const PnElasticJob *job, const PnComplex *shape)
{
  const PnElasticGroup *group = job->group;
  const PnElasticSystem *system = job->systems[1];
  PnComplex *targets = job->workspace->targets[1], *places = job->workspace->forces;
  for (uint32_t r = 0; r < system->n_rows; r++)
    targets[r] = places[r] = pn_complex (0, 0);
  for (uint32_t h = 0; h < group->n_handles; h++) {
    uint32_t r = system->rows[h], pin = pn_elastic_pin_of (group, h);
    if (r == PN_ELASTIC_NONE)
      continue;
    if (!is_bend (job, pin)) {
      add_wanted (job, 1, h, places, targets);
      continue;
    }
    const PnElasticHold *hold = group->holds[pin];
    double part = 1 / (double)system->sizes[r];
    int is_turn = h >= group->n_pins;
    PnComplex place = is_turn ? pn_complex (hold->turn->length, 0) : hold->at;
    PnComplex target = pn_complex_add (pn_elastic_handle_value (group, h, shape),
                                       pn_complex_mul (job->motion, place));
    target = is_turn ? pn_complex_mul (target, job->workspace->turns[1][pin])
                     : pn_complex_add (target, job->translation);
    places[r] = pn_complex_add (places[r], pn_complex_scale (place, part));
    targets[r] = pn_complex_add (targets[r], pn_complex_scale (target, part));
  }
  for (uint32_t r = 0; r < system->n_rows; r++) {
    PnComplex moved = pn_complex_mul (job->motion, places[r]);
    if (r < system->n_places)
      moved = pn_complex_add (moved, job->translation);
    targets[r] = pn_complex_sub (targets[r], moved);
  }
}

/* The force on a handle, from that on its row. */
static PnComplex
force_on (const PnElasticSystem *system, uint32_t h, const PnComplex *forces)
{
  uint32_t r = system->rows[h];
  return pn_complex_scale (forces[r], 1 / (double)system->sizes[r]);
}

/* Forces are counted in the stiffness they meet. */
static void
unstiffen (const PnElasticSystem *system, PnComplex *forces)
{
  for (uint32_t r = 0; r < system->n_rows; r++)
    forces[r] = pn_complex_scale (forces[r], system->stiffness[r]);
}

/* What the start adds to the target of row `r`: the mean of its pins' offsets. */
static PnComplex
start_offset_of (const PnElasticJob *job, int s, uint32_t r)
{
  const PnElasticGroup *group = job->group;
  const PnElasticSystem *system = job->systems[s];
  int is_turn = r >= system->n_places;
  const PnVec2 *offsets = is_turn ? job->options->start_turn_offsets : job->options->start_offsets;
  PnComplex sum = {0, 0};
  if (!offsets)
    return sum;
  for (uint32_t h = is_turn ? group->n_pins : 0; h < (is_turn ? group->n_handles : group->n_pins);
       h++) {
    uint32_t pin = pn_elastic_pin_of (group, h);
    const PnVec2 *offset = &offsets[group->pins[pin]];
    if (system->rows[h] != r || is_bend (job, pin) || !isfinite (offset->x) ||
        !isfinite (offset->y))
      continue;
    double length = is_turn ? group->holds[pin]->turn->length : 1;
    sum = pn_complex_add (sum, pn_complex_scale (pn_elastic_point (*offset), length));
  }
  return pn_complex_scale (sum, 1 / (double)system->sizes[r]);
}

/* The similarity start: u = y0 + y1 z - Y l. */
static void
start (const PnElasticJob *job, int s)
{
  const PnElasticPiece *piece = job->piece;
  const PnElasticGroup *group = job->group;
  const PnElasticSystem *system = job->systems[s];
  PnComplex *shape = job->workspace->stages[s].shape;
  uint32_t n = system->n_rows;
  PnComplex *x = job->workspace->forces;
  x[0] = x[1] = pn_complex (0, 0);
  for (uint32_t r = 0; r < n; r++) {
    PnComplex target = job->workspace->targets[s][r];
    if (job->options->start_offsets || job->options->start_turn_offsets)
      target = pn_complex_add (target, start_offset_of (job, s, r));
    x[r + 2] = pn_complex_scale (target, -1);
  }
  pn_dense_solve (n + 2, system->similarity, system->similarity_exchanges, x);
  unstiffen (system, x);

  PnComplex turn = pn_complex_scale (x[n + 1], 1 / piece->size);
  for (uint32_t i = 0; i < piece->n_vertices; i++)
    shape[i] = pn_complex_add (x[n], pn_complex_mul (turn, piece->rest[i]));
  for (uint32_t h = 0; h < group->n_handles; h++) {
    if (system->rows[h] == PN_ELASTIC_NONE)
      continue;
    PnComplex force = force_on (system, h, x);
    const PnElasticHold *hold = group->holds[pn_elastic_pin_of (group, h)];
    const PnComplex *response = h < group->n_pins ? hold->similarity : hold->turn->similarity;
    for (uint32_t i = 0; i < piece->n_vertices; i++)
      shape[i] = pn_complex_sub (shape[i], pn_complex_mul (force, response[i]));
  }
}

/* Takes what the force on handle `h` does away from `shape`. */
static void
release (const PnElasticJob *job, uint32_t h, PnComplex force, PnComplex *shape)
{
  const PnElasticHold *hold = job->group->holds[pn_elastic_pin_of (job->group, h)];
  uint32_t n = job->piece->n_vertices;
  if (h < job->group->n_pins) {
    const double *response = hold->rigid;
    for (uint32_t i = 0; i < n; i++)
      shape[i] = pn_complex_sub (shape[i], pn_complex_scale (force, response[i]));
  } else {
    const PnComplex *response = hold->turn->rigid;
    for (uint32_t i = 0; i < n; i++)
      shape[i] = pn_complex_sub (shape[i], pn_complex_mul (force, response[i]));
  }
}

/* The global step: u = g - Y l + t, g being the shape without pins. */
static void
hold_pins (const PnElasticJob *job, int s, PnComplex *shape)
{
  const PnElasticGroup *group = job->group;
  const PnElasticSystem *system = job->systems[s];
  uint32_t n = system->n_rows;
  PnComplex *x = job->workspace->forces;
  x[0] = pn_complex (0, 0);
  for (uint32_t r = 0; r < n; r++)
    x[r + 1] = pn_complex_scale (job->workspace->targets[s][r], -1);
  for (uint32_t h = 0; h < group->n_handles; h++) {
    uint32_t r = system->rows[h];
    if (r == PN_ELASTIC_NONE)
      continue;
    PnComplex value = pn_elastic_handle_value (group, h, shape);
    x[r + 1] = pn_complex_add (x[r + 1], pn_complex_scale (value, 1 / (double)system->sizes[r]));
  }
  pn_dense_solve (n + 1, system->rigid, system->rigid_exchanges, x);
  unstiffen (system, x);

  PnComplex translation = x[n];
  for (uint32_t i = 0; i < job->piece->n_vertices; i++)
    shape[i] = pn_complex_add (shape[i], translation);
  for (uint32_t h = 0; h < group->n_handles; h++)
    if (system->rows[h] != PN_ELASTIC_NONE)
      release (job, h, force_on (system, h, x), shape);
}

/* Returns nonzero where a place is not finite. */
static int
write_out (const PnElasticJob *job, const PnComplex *shape)
{
  const PnElasticPiece *piece = job->piece;
  double sum = 0;
  for (uint32_t i = 0; i < piece->n_vertices; i++) {
    PnComplex moved = pn_complex_add (pn_complex_mul (job->motion, piece->rest[i]), shape[i]);
    moved = pn_complex_add (pn_complex_add (moved, job->translation), piece->centre);
    job->out[piece->vertices[i]] = pn_vec2 (moved.re, moved.im);
    sum += moved.re * 0 + moved.im * 0;
  }
  return !isfinite (sum);
}

/* The start of stage `s`; a rigid fit where there is none. Returns whether there was. */
static int
begin_stage (const PnElasticJob *job, int s)
{
  PnElasticStage *stage = &job->workspace->stages[s];
  uint32_t n = job->piece->n_vertices;
  if (job->systems[s]->has_start)
    start (job, s);
  if (job->systems[s]->has_start && all_finite (stage->shape, n))
    return 1;
  memset (stage->shape, 0, n * sizeof *stage->shape);
  return job->systems[s]->n_rows < 2;
}

/* One pass of stage `s`. Returns whether it is finite, and takes it over if so. */
static int
pass (const PnElasticJob *job, int s)
{
  PnElasticStage *stage = &job->workspace->stages[s];
  pn_elastic_aim (job, s);
  if (job->systems[s]->n_rows < 2)
    return 1;
  pn_ldl_real_solve (job->piece->rigid, stage->next);
  hold_pins (job, s, stage->next);
  if (!all_finite (stage->next, job->piece->n_vertices))
    return 0;
  PnComplex *shape = stage->shape;
  stage->shape = stage->next;
  stage->next = shape;
  return 1;
}

static PnElasticResult
bend (PnElasticJob *job)
{
  PnElasticStage *stages = job->workspace->stages;
  unsigned passes =
      job->options->passes < PN_ELASTIC_PASSES_MAX ? job->options->passes : PN_ELASTIC_PASSES_MAX;
  fit_motion (job);
  int is_whole = begin_stage (job, 0);
  if (job->systems[1]) {
    ride (job);
    hand_on (job, stages[0].shape);
    if (!begin_stage (job, 1)) {
      job->systems[1] = NULL;
      is_whole = 0;
    }
  }
  for (unsigned i = 0; i < passes; i++) {
    int went_well = pass (job, 0);
    if (went_well && job->systems[1]) {
      hand_on (job, stages[0].shape);
      went_well = pass (job, 1);
    }
    is_whole &= went_well;
    if (!went_well)
      break;
  }
  if (write_out (job, stages[job->systems[1] != NULL].shape)) {
    rest_piece (job->piece, job->rest, job->out);
    is_whole = 0;
  }
  return is_whole ? PN_ELASTIC_COMPLETE : PN_ELASTIC_FELL_BACK;
}

static PnElasticResult
solve_group (PnElasticJob *job, PnPinState *states)
{
  choose_systems (job, states);
  if (!job->systems[1]) {
    if (job->systems[0]->n_rows == 0 || is_at_rest (job))
      return PN_ELASTIC_AT_REST;
    if (job->systems[0]->n_rows == 1)
      return carry (job);
  }
  return bend (job);
}

PnElasticResult
pn_elastic_solve (const PnElasticPins *pins,
                  const PnElasticTarget *targets,
                  const PnElasticOptions *options,
                  PnElasticWorkspace *workspace,
                  PnPinState *states,
                  PnVec2 *out)
{
  const PnMesh *mesh = pins->plain->mesh;
  const PnVec2 *rest = pn_mesh_positions (mesh);
  memcpy (out, rest, pn_mesh_n_vertices (mesh) * sizeof *out);
  if (states && pins->n_pins > 0)
    memcpy (states, pins->states, pins->n_pins * sizeof *states);
  for (uint32_t i = 0; states && i < pins->n_pins; i++)
    if (pins->pins[i].kind == PN_ELASTIC_OVERLAP && states[i] == PN_PIN_HOLDS &&
        !isfinite (targets[i].depth))
      states[i] = PN_PIN_NOT_FINITE;
  if (pn_elastic_workspace_reserve (workspace, pins) != PN_STATUS_OK)
    return PN_ELASTIC_FELL_BACK;
  if (pins->blends)
    return pn_elastic_blend (pins, targets, options, workspace, states, out);

  PnElasticResult result = PN_ELASTIC_AT_REST;
  for (uint32_t g = 0; g < pins->n_groups; g++) {
    PnElasticJob job = {
        .group = &pins->groups[g],
        .piece = pins->groups[g].piece,
        .workspace = workspace,
        .options = options,
        .targets = targets,
        .rest = rest,
        .out = out,
    };
    PnElasticResult part = solve_group (&job, states);
    if (part == PN_ELASTIC_FELL_BACK || result == PN_ELASTIC_AT_REST)
      result = part;
  }
  return result;
}
