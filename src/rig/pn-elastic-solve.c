/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Poses a mesh: a similarity start (Igarashi, Moscovich and Hughes 2005, step one), then rigid
 * passes (their step two; repeated, the local and global steps of Sorkine and Alexa 2007), the pins
 * held exactly in each.
 *
 * Local step: a triangle aims at the rotation r = a / max (|a|, c m), m being the piece's mean of
 * |a|. The plain a / |a| is undefined where a is zero, and pops there. Global step: minimise sum A
 * (|a - r|^2 + |b|^2) with the pins held, one solve with the rigid matrix.
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
#include "pn-elastic-private.h"

/* The c above. A hand dragged across the body in steps of 0.25 px, on figures of 237 to 1,983
 * vertices: in the worst step a vertex jumps 5.7 to 9.1 px with 0, 1.5 to 2.8 with 0.3, 0.5 with
 * 0.6. */
#define CLAMP 0.6

/* Where the mean |a| of a piece falls below this, all its pins have come within a hundredth of
 * their distances: its orientation fades, instead of being guessed from rounding errors, which each
 * pass may enlarge by no more than the inverse. */
#define COLLAPSED 0.01

struct PnElasticWorkspace {
  uint32_t n_vertices, n_triangles, n_pins; /* there is room for a piece as large */
  PnComplex *shape, *next;                  /* n_vertices */
  PnComplex *turns;                         /* n_triangles: a */
  double *lengths;                          /* n_triangles: |a| */
  PnComplex *targets;                       /* n_pins: of each row, less the rigid motion */
  PnComplex *forces;                        /* n_pins + 2: right side and solution of a system */
  unsigned char *present;                   /* n_pins */
  PnElasticSystem system;                   /* for targets that are not finite */
  PnArena arena;
};

PnElasticWorkspace *
pn_elastic_workspace_new (void)
{
  return calloc (1, sizeof (PnElasticWorkspace));
}

void
pn_elastic_workspace_free (PnElasticWorkspace *workspace)
{
  if (!workspace)
    return;
  pn_arena_clear (&workspace->arena);
  free (workspace);
}

static uint32_t
larger (uint32_t a, uint32_t b)
{
  return a > b ? a : b;
}

PnStatus
pn_elastic_workspace_reserve (PnElasticWorkspace *workspace, const PnElasticPins *pins)
{
  PnElasticWorkspace wanted = *workspace;
  for (uint32_t g = 0; g < pins->n_groups; g++) {
    wanted.n_vertices = larger (wanted.n_vertices, pins->groups[g].piece->n_vertices);
    wanted.n_triangles = larger (wanted.n_triangles, pins->groups[g].piece->n_triangles);
    wanted.n_pins = larger (wanted.n_pins, pins->groups[g].n_pins);
  }
  if (wanted.n_vertices == workspace->n_vertices && wanted.n_triangles == workspace->n_triangles &&
      wanted.n_pins == workspace->n_pins)
    return PN_STATUS_OK;

  size_t k = wanted.n_pins;
  wanted.arena = (PnArena){0};
  wanted.shape = pn_arena_new (&wanted.arena, PnComplex, wanted.n_vertices);
  wanted.next = pn_arena_new (&wanted.arena, PnComplex, wanted.n_vertices);
  wanted.turns = pn_arena_new (&wanted.arena, PnComplex, wanted.n_triangles);
  wanted.lengths = pn_arena_new (&wanted.arena, double, wanted.n_triangles);
  wanted.targets = pn_arena_new (&wanted.arena, PnComplex, k);
  wanted.forces = pn_arena_new (&wanted.arena, PnComplex, k + 2);
  wanted.present = pn_arena_new (&wanted.arena, unsigned char, k);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (wanted.shape && wanted.next && wanted.turns && wanted.lengths && wanted.targets &&
      wanted.forces && wanted.present)
    status = pn_elastic_system_reserve (&wanted.system, &wanted.arena, wanted.n_pins);
  if (status != PN_STATUS_OK) {
    pn_arena_clear (&wanted.arena);
    return status;
  }
  pn_arena_clear (&workspace->arena);
  *workspace = wanted;
  return PN_STATUS_OK;
}

/* What one piece's solve works on. */
typedef struct {
  const PnElasticGroup *group;
  const PnElasticPiece *piece;
  const PnElasticSystem *system;
  PnElasticWorkspace *workspace;
  const PnVec2 *rest;    /* of the mesh */
  PnVec2 *out;           /* of the mesh */
  PnComplex motion;      /* m: a rotation */
  PnComplex translation; /* c, in the piece's coordinates */
} Job;

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

/* How far a pin is asked to move the artwork: for one that lies off the mesh, not to itself. */
static PnVec2
move_of (const PnElasticHold *hold, const PnVec2 *target)
{
  return pn_vec2_sub (*target, hold->pin.rest);
}

/* Chooses the system of the pins whose targets are finite, and says what each pin does. */
static const PnElasticSystem *
choose_system (const PnElasticGroup *group,
               const PnElasticTarget *targets,
               PnElasticWorkspace *workspace,
               PnPinState *states)
{
  int all_present = 1;
  for (uint32_t i = 0; i < group->n_pins; i++) {
    const PnVec2 *target = &targets[group->pins[i]].position;
    workspace->present[i] = isfinite (target->x) && isfinite (target->y);
    all_present &= workspace->present[i];
  }
  const PnElasticSystem *system = &group->system;
  if (!all_present) {
    pn_elastic_system_build (&workspace->system, group, workspace->present);
    system = &workspace->system;
  }
  for (uint32_t i = 0; i < group->n_pins && states; i++)
    states[group->pins[i]] = system->states[i];
  return system;
}

static int
is_at_rest (const PnElasticGroup *group,
            const PnElasticSystem *system,
            const PnElasticTarget *targets)
{
  for (uint32_t i = 0; i < group->n_pins; i++)
    if (system->rows[i] != PN_ELASTIC_NONE &&
        !pn_elastic_same (targets[group->pins[i]].position, group->holds[i]->pin.rest))
      return 0;
  return 1;
}

/* One pin, or several that act as one, carry the piece unbent. */
static PnElasticResult
carry (const Job *job, const PnElasticTarget *targets)
{
  const PnElasticGroup *group = job->group;
  PnVec2 move = {0, 0};
  for (uint32_t i = 0; i < group->n_pins; i++) {
    if (job->system->rows[i] == PN_ELASTIC_NONE)
      continue;
    PnVec2 own = move_of (group->holds[i], &targets[group->pins[i]].position);
    move = pn_vec2_add (move, pn_vec2_scale (own, 1 / (double)job->system->sizes[0]));
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

/* Fits the rigid motion, and leaves in the workspace what it misses each row's target by. */
static void
fit_motion (Job *job, const PnElasticTarget *targets)
{
  const PnElasticGroup *group = job->group;
  const PnElasticSystem *system = job->system;
  PnComplex *missed = job->workspace->targets, *places = job->workspace->forces;
  uint32_t n = system->n_rows;
  for (uint32_t r = 0; r < n; r++)
    missed[r] = places[r] = pn_complex (0, 0);
  PnComplex mean_place = {0, 0}, mean_target = {0, 0};
  for (uint32_t i = 0; i < group->n_pins; i++) {
    uint32_t r = system->rows[i];
    if (r == PN_ELASTIC_NONE)
      continue;
    double part = 1 / (double)system->sizes[r];
    PnComplex place = group->holds[i]->at;
    PnComplex move =
        pn_elastic_point (move_of (group->holds[i], &targets[group->pins[i]].position));
    PnComplex target = pn_complex_add (place, move);
    places[r] = pn_complex_add (places[r], pn_complex_scale (place, part));
    missed[r] = pn_complex_add (missed[r], pn_complex_scale (target, part));
    mean_place = pn_complex_add (mean_place, pn_complex_scale (place, part / n));
    mean_target = pn_complex_add (mean_target, pn_complex_scale (target, part / n));
  }

  PnComplex turn = {0, 0};
  for (uint32_t r = 0; r < n; r++)
    turn = pn_complex_add (turn, pn_complex_conj_mul (pn_complex_sub (places[r], mean_place),
                                                      pn_complex_sub (missed[r], mean_target)));
  double length = sqrt (pn_complex_norm (turn));
  job->motion =
      length > 0 && isfinite (length) ? pn_complex_scale (turn, 1 / length) : pn_complex (1, 0);
  job->translation = pn_complex_sub (mean_target, pn_complex_mul (job->motion, mean_place));
  for (uint32_t r = 0; r < n; r++)
    missed[r] = pn_complex_sub (
        missed[r], pn_complex_add (pn_complex_mul (job->motion, places[r]), job->translation));
}

/* The force on pin `i`, from that on its row. */
static PnComplex
force_on (const PnElasticSystem *system, uint32_t i, const PnComplex *forces)
{
  uint32_t r = system->rows[i];
  if (r == PN_ELASTIC_NONE)
    return pn_complex (0, 0);
  return pn_complex_scale (forces[r], 1 / (double)system->sizes[r]);
}

/* What the start adds to the targets of row `r`: the mean of its pins' offsets. */
static PnComplex
start_offset_of (const Job *job, uint32_t r, const PnVec2 *offsets)
{
  PnComplex sum = {0, 0};
  for (uint32_t i = 0; i < job->group->n_pins; i++) {
    const PnVec2 *offset = &offsets[job->group->pins[i]];
    if (job->system->rows[i] == r && isfinite (offset->x) && isfinite (offset->y))
      sum = pn_complex_add (sum, pn_elastic_point (*offset));
  }
  return pn_complex_scale (sum, 1 / (double)job->system->sizes[r]);
}

/* The similarity start: u = y0 + y1 z - Y l. */
static void
start (const Job *job, const PnVec2 *offsets, PnComplex *shape)
{
  const PnElasticPiece *piece = job->piece;
  const PnElasticSystem *system = job->system;
  uint32_t n = system->n_rows;
  PnComplex *x = job->workspace->forces;
  x[0] = x[1] = pn_complex (0, 0);
  for (uint32_t r = 0; r < n; r++) {
    PnComplex target = job->workspace->targets[r];
    if (offsets)
      target = pn_complex_add (target, start_offset_of (job, r, offsets));
    x[r + 2] = pn_complex_scale (target, -1);
  }
  pn_dense_solve (n + 2, system->similarity, system->similarity_exchanges, x);

  PnComplex turn = pn_complex_scale (x[n + 1], 1 / piece->size);
  for (uint32_t i = 0; i < piece->n_vertices; i++)
    shape[i] = pn_complex_add (x[n], pn_complex_mul (turn, piece->rest[i]));
  for (uint32_t j = 0; j < job->group->n_pins; j++) {
    if (system->rows[j] == PN_ELASTIC_NONE)
      continue;
    PnComplex force = force_on (system, j, x);
    const PnComplex *response = job->group->holds[j]->similarity;
    for (uint32_t i = 0; i < piece->n_vertices; i++)
      shape[i] = pn_complex_sub (shape[i], pn_complex_mul (force, response[i]));
  }
}

/* The part a of each triangle's map. Returns the least length that a target is made from. */
static double
measure_turns (const Job *job, const PnComplex *shape)
{
  const PnElasticPiece *piece = job->piece;
  PnComplex *turns = job->workspace->turns;
  double *lengths = job->workspace->lengths;
  double sum = 0;
  for (uint32_t t = 0; t < piece->n_triangles; t++) {
    const uint32_t *corner = piece->corners + 3 * (size_t)t;
    const PnComplex *gradient = piece->gradients + 2 * (size_t)t;
    PnComplex last = shape[corner[2]];
    PnComplex a =
        pn_complex_add (pn_complex_mul (gradient[0], pn_complex_sub (shape[corner[0]], last)),
                        pn_complex_mul (gradient[1], pn_complex_sub (shape[corner[1]], last)));
    turns[t] = pn_complex_add (a, job->motion);
    lengths[t] = sqrt (pn_complex_norm (turns[t]));
    sum += piece->areas[t] * lengths[t];
  }
  return fmax (CLAMP * sum / piece->area, COLLAPSED);
}

/* The local step: `right` becomes what the triangles, aiming at their targets, ask of their
 * corners. */
static void
aim (const Job *job, const PnComplex *shape, PnComplex *right)
{
  const PnElasticPiece *piece = job->piece;
  const PnComplex *turns = job->workspace->turns;
  const double *lengths = job->workspace->lengths;
  double shortest = measure_turns (job, shape);
  memset (right, 0, piece->n_vertices * sizeof *right);
  for (uint32_t t = 0; t < piece->n_triangles; t++) {
    const uint32_t *corner = piece->corners + 3 * (size_t)t;
    const PnComplex *gradient = piece->gradients + 2 * (size_t)t;
    double length = lengths[t] > shortest ? lengths[t] : shortest;
    PnComplex target = pn_complex_scale (turns[t], 1 / length);
    PnComplex pull = pn_complex_scale (pn_complex_sub (target, job->motion), piece->areas[t]);
    PnComplex first = pn_complex_conj_mul (gradient[0], pull);
    PnComplex second = pn_complex_conj_mul (gradient[1], pull);
    right[corner[0]] = pn_complex_add (right[corner[0]], first);
    right[corner[1]] = pn_complex_add (right[corner[1]], second);
    right[corner[2]] = pn_complex_sub (right[corner[2]], pn_complex_add (first, second));
  }
  right[piece->grounded[0]] = pn_complex (0, 0);
}

/* The global step: u = g - Y l + t, g being the shape without pins. */
static void
hold_pins (const Job *job, PnComplex *shape)
{
  const PnElasticGroup *group = job->group;
  const PnElasticSystem *system = job->system;
  uint32_t n = system->n_rows;
  PnComplex *x = job->workspace->forces;
  x[0] = pn_complex (0, 0);
  for (uint32_t r = 0; r < n; r++)
    x[r + 1] = pn_complex_scale (job->workspace->targets[r], -1);
  for (uint32_t j = 0; j < group->n_pins; j++) {
    uint32_t r = system->rows[j];
    if (r == PN_ELASTIC_NONE)
      continue;
    PnComplex value = pn_elastic_hold_value (group->holds[j], shape);
    x[r + 1] = pn_complex_add (x[r + 1], pn_complex_scale (value, 1 / (double)system->sizes[r]));
  }
  pn_dense_solve (n + 1, system->rigid, system->rigid_exchanges, x);

  PnComplex translation = x[n];
  for (uint32_t i = 0; i < job->piece->n_vertices; i++)
    shape[i] = pn_complex_add (shape[i], translation);
  for (uint32_t j = 0; j < group->n_pins; j++) {
    if (system->rows[j] == PN_ELASTIC_NONE)
      continue;
    PnComplex force = force_on (system, j, x);
    const double *response = group->holds[j]->rigid;
    for (uint32_t i = 0; i < job->piece->n_vertices; i++)
      shape[i] = pn_complex_sub (shape[i], pn_complex_scale (force, response[i]));
  }
}

/* Returns nonzero where a place is not finite. */
static int
write_out (const Job *job, const PnComplex *shape)
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

static PnElasticResult
bend (Job *job, const PnElasticTarget *targets, const PnElasticOptions *options)
{
  PnElasticWorkspace *workspace = job->workspace;
  uint32_t n = job->piece->n_vertices;
  unsigned passes =
      options->passes < PN_ELASTIC_PASSES_MAX ? options->passes : PN_ELASTIC_PASSES_MAX;
  PnElasticResult result = PN_ELASTIC_COMPLETE;
  fit_motion (job, targets);

  if (job->system->has_start)
    start (job, options->start_offsets, workspace->shape);
  if (!job->system->has_start || !all_finite (workspace->shape, n)) {
    memset (workspace->shape, 0, n * sizeof *workspace->shape);
    result = PN_ELASTIC_FELL_BACK;
  }
  for (unsigned pass = 0; pass < passes; pass++) {
    aim (job, workspace->shape, workspace->next);
    pn_ldl_real_solve (job->piece->rigid, workspace->next);
    hold_pins (job, workspace->next);
    if (!all_finite (workspace->next, n)) {
      result = PN_ELASTIC_FELL_BACK;
      break;
    }
    PnComplex *shape = workspace->shape;
    workspace->shape = workspace->next;
    workspace->next = shape;
  }
  if (write_out (job, workspace->shape)) {
    rest_piece (job->piece, job->rest, job->out);
    result = PN_ELASTIC_FELL_BACK;
  }
  return result;
}

static PnElasticResult
solve_group (const PnElasticGroup *group,
             const PnElasticTarget *targets,
             const PnElasticOptions *options,
             PnElasticWorkspace *workspace,
             PnPinState *states,
             const PnVec2 *rest,
             PnVec2 *out)
{
  Job job = {
      .group = group, .piece = group->piece, .workspace = workspace, .rest = rest, .out = out};
  job.system = choose_system (group, targets, workspace, states);
  if (job.system->n_rows == 0 || is_at_rest (group, job.system, targets))
    return PN_ELASTIC_AT_REST;
  if (job.system->n_rows == 1)
    return carry (&job, targets);
  return bend (&job, targets, options);
}

PnElasticResult
pn_elastic_solve (const PnElasticPins *pins,
                  const PnElasticTarget *targets,
                  const PnElasticOptions *options,
                  PnElasticWorkspace *workspace,
                  PnPinState *states,
                  PnVec2 *out)
{
  const PnMesh *mesh = pins->factor->mesh;
  const PnVec2 *rest = pn_mesh_positions (mesh);
  memcpy (out, rest, pn_mesh_n_vertices (mesh) * sizeof *out);
  if (states && pins->n_pins > 0)
    memcpy (states, pins->states, pins->n_pins * sizeof *states);
  if (pn_elastic_workspace_reserve (workspace, pins) != PN_STATUS_OK)
    return PN_ELASTIC_FELL_BACK;

  PnElasticResult result = PN_ELASTIC_AT_REST;
  for (uint32_t g = 0; g < pins->n_groups; g++) {
    PnElasticResult part =
        solve_group (&pins->groups[g], targets, options, workspace, states, rest, out);
    if (part == PN_ELASTIC_FELL_BACK || result == PN_ELASTIC_AT_REST)
      result = part;
  }
  return result;
}
