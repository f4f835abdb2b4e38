/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The linear solver: every vertex goes where the pins would carry it, by their harmonic weights.
 *
 * A pin at rest place c that is moved by m, turned and scaled by w displaces a point z by m + (w -
 * 1) (z - c), which is nothing at all for a pin at rest. Displacements are added up by weight; a
 * pin's stiffness s takes its weights to the power 1 + s before they are brought to a sum of 1
 * again, so that what is near it follows it alone. Bend pins come after, by weights beside all
 * others: each turns what it finds about the place that the others brought it to.
 *
 * There is no energy, so nothing resists: two pins turned against each other draw what lies between
 * them together. Costs a column for each pin. */
#include <math.h>
#include <string.h>

#include "pn-elastic-job-private.h"
#include "pn-math.h"

static int
is_bend (const PnElasticPins *pins, uint32_t i)
{
  return pins->pins[i].kind == PN_ELASTIC_BEND;
}

/* Takes the weights of each pin to its power, and those of all but bend pins to a sum of 1 again. */
static void
stiffen (const PnElasticPins *pins, double *columns)
{
  size_t n = pn_mesh_n_vertices (pins->plain->mesh);
  int any = 0;
  for (uint32_t i = 0; i < pins->n_pins; i++) {
    double stiffness = pn_clamp (pins->pins[i].stiffness, 0, 1);
    if (!pins->holds[i] || !(stiffness > 0))
      continue;
    pn_elastic_sharpen (columns + i * n, n, 1 + stiffness);
    any |= !is_bend (pins, i);
  }
  for (size_t v = 0; any && v < n; v++) {
    double sum = 0;
    for (uint32_t i = 0; i < pins->n_pins; i++)
      sum += is_bend (pins, i) ? 0 : columns[i * n + v];
    for (uint32_t i = 0; i < pins->n_pins && sum > 0; i++)
      columns[i * n + v] /= is_bend (pins, i) ? 1 : sum;
  }
}

/* Weighs the pins that are `present`, bend pins after and beside the others. */
static void
weigh (const PnElasticPins *pins,
       const unsigned char *present,
       unsigned char *parts,
       PnElasticWeighing *weighing,
       double *columns)
{
  int bends = 0;
  memset (columns, 0, pins->n_pins * pn_mesh_n_vertices (pins->plain->mesh) * sizeof *columns);
  for (uint32_t i = 0; i < pins->n_pins; i++) {
    bends |= present[i] && is_bend (pins, i);
    parts[i] = present[i] && !is_bend (pins, i) ? PN_ELASTIC_COUNTED : PN_ELASTIC_ABSENT;
  }
  pn_elastic_weigh (pins, parts, weighing, columns);
  if (bends) {
    for (uint32_t i = 0; i < pins->n_pins; i++)
      if (present[i])
        parts[i] = is_bend (pins, i) ? PN_ELASTIC_COUNTED : PN_ELASTIC_BESIDE;
    pn_elastic_weigh (pins, parts, weighing, columns);
  }
  stiffen (pins, columns);
}

PnStatus
pn_elastic_blend_init (PnElasticPins *set)
{
  size_t n = pn_mesh_n_vertices (set->plain->mesh);
  PnArena arena = {0};
  PnElasticWeighing weighing;
  unsigned char *present = pn_arena_new (&arena, unsigned char, set->n_pins);
  unsigned char *parts = pn_arena_new (&arena, unsigned char, set->n_pins);
  set->weights = pn_arena_new (&set->arena, double, set->n_pins *n);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (present && parts && set->weights)
    status = pn_elastic_weighing_reserve (&weighing, &arena, set->n_pins, set->plain->n_largest);
  if (status == PN_STATUS_OK) {
    for (uint32_t i = 0; i < set->n_pins; i++)
      present[i] = set->holds[i] != NULL;
    weigh (set, present, parts, &weighing, set->weights);
  }
  pn_arena_clear (&arena);
  return status;
}

/* Reads what each pin is to do: its part in the blend, less the identity, in `turns`. Returns
 * whether every pin that could hold does. */
static int
read_targets (const PnElasticPins *pins,
              const PnElasticTarget *targets,
              const PnElasticOptions *options,
              PnElasticBlendSpace *space)
{
  int all_present = 1;
  for (uint32_t i = 0; i < pins->n_pins; i++) {
    const PnElasticPin *pin = &pins->pins[i];
    PnComplex turn = pn_complex (1, 0), move = pn_complex (0, 0);
    if (pn_elastic_turns (pin))
      turn = pn_elastic_wanted (&targets[i], options);
    if (!is_bend (pins, i))
      move = pn_elastic_point (pn_vec2_sub (targets[i].position, pin->rest));
    space->turns[i] = pn_complex_sub (turn, pn_complex (1, 0));
    space->moves[i] = move;
    space->present[i] = pins->holds[i] && isfinite (turn.re) && isfinite (turn.im) &&
                        isfinite (move.re) && isfinite (move.im);
    all_present &= space->present[i] || !pins->holds[i];
  }
  return all_present;
}

static int
is_still (PnComplex a)
{
  return a.re >= 0 && a.re <= 0 && a.im >= 0 && a.im <= 0;
}

/* Adds what pin `i` does to the vertices of its piece. */
static void
carry (const PnElasticPins *pins,
       uint32_t i,
       const PnElasticBlendSpace *space,
       const double *weights,
       PnVec2 *out)
{
  const PnElasticPiece *piece = &pins->plain->pieces[pins->holds[i]->piece];
  PnComplex at = pins->holds[i]->at;
  for (uint32_t v = 0; v < piece->n_vertices; v++) {
    PnComplex arm = pn_complex_sub (piece->rest[v], at);
    PnComplex d = pn_complex_add (space->moves[i], pn_complex_mul (space->turns[i], arm));
    PnVec2 *to = &out[piece->vertices[v]];
    double weight = weights[piece->vertices[v]];
    *to = pn_vec2_add (*to, pn_vec2_scale (pn_vec2 (d.re, d.im), weight));
  }
}

/* Adds what the bend pins do to `vertex`, by where it came to. */
static void
bend (const PnElasticPins *pins,
      const PnElasticBlendSpace *space,
      const double *columns,
      size_t vertex,
      PnVec2 *out)
{
  size_t n = pn_mesh_n_vertices (pins->plain->mesh);
  PnComplex from = pn_elastic_point (out[vertex]), to = from;
  for (uint32_t i = 0; i < pins->n_pins; i++) {
    double weight = columns[i * n + vertex];
    if (!space->present[i] || !is_bend (pins, i) || !(weight > 0))
      continue;
    PnComplex arm = pn_complex_sub (from, space->centres[i]);
    to = pn_complex_add (to, pn_complex_scale (pn_complex_mul (space->turns[i], arm), weight));
  }
  out[vertex] = pn_vec2 (to.re, to.im);
}

/* Lets pieces rest that have a place that is not finite. Returns whether there is one. */
static int
rest_overflown (const PnElasticPins *pins, PnVec2 *out)
{
  const PnVec2 *rest = pn_mesh_positions (pins->plain->mesh);
  int any = 0;
  for (uint32_t c = 0; c < pins->plain->n_pieces; c++) {
    const PnElasticPiece *piece = &pins->plain->pieces[c];
    double sum = 0;
    for (uint32_t v = 0; v < piece->n_vertices; v++)
      sum += out[piece->vertices[v]].x * 0 + out[piece->vertices[v]].y * 0;
    for (uint32_t v = 0; v < piece->n_vertices && !isfinite (sum); v++)
      out[piece->vertices[v]] = rest[piece->vertices[v]];
    any |= !isfinite (sum);
  }
  return any;
}

PnElasticResult
pn_elastic_blend (const PnElasticPins *pins,
                  const PnElasticTarget *targets,
                  const PnElasticOptions *options,
                  PnElasticWorkspace *workspace,
                  PnPinState *states,
                  PnVec2 *out)
{
  PnElasticBlendSpace *space = &workspace->blend;
  size_t n = pn_mesh_n_vertices (pins->plain->mesh);
  const double *columns = pins->weights;
  if (!read_targets (pins, targets, options, space)) {
    weigh (pins, space->present, space->parts, &space->weighing, space->columns);
    columns = space->columns;
  }
  int moves = 0, bends = 0;
  for (uint32_t i = 0; i < pins->n_pins; i++) {
    if (states && pins->holds[i] && !space->present[i])
      states[i] = PN_PIN_NOT_FINITE;
    if (!space->present[i] || (is_still (space->moves[i]) && is_still (space->turns[i])))
      continue;
    bends |= is_bend (pins, i);
    moves |= !is_bend (pins, i);
    if (!is_bend (pins, i))
      carry (pins, i, space, columns + i * n, out);
  }
  for (uint32_t i = 0; i < pins->n_pins; i++)
    if (space->present[i])
      space->centres[i] = pn_elastic_point (pn_mesh_at (pins->plain->mesh, out, &pins->places[i]));
  for (size_t v = 0; bends && v < n; v++)
    bend (pins, space, columns, v, out);
  if (rest_overflown (pins, out))
    return PN_ELASTIC_FELL_BACK;
  return moves || bends ? PN_ELASTIC_COMPLETE : PN_ELASTIC_AT_REST;
}
