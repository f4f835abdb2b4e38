/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A pin set on a factor: how stiff it makes the mesh, what each pin does to its piece, and the
 * systems built of it. Adding a pin costs two back-substitutions for the new one, or four; the
 * others are shared with the set before, which is the same bits as computing them again. */
#include <math.h>
#include <string.h>

#include "pn-elastic-private.h"

/* Whether every number that counts is one. */
static int
is_finite (const PnElasticPin *pin)
{
  return isfinite (pin->rest.x) && isfinite (pin->rest.y) && isfinite (pin->grip) &&
         isfinite (pin->stiffness) && (!pn_elastic_turns (pin) || isfinite (pin->extent)) &&
         (!(pin->stiffness > 0) || isfinite (pin->starch_extent)) &&
         (pin->kind != PN_ELASTIC_OVERLAP || isfinite (pin->overlap_extent));
}

static int
is_same (double a, double b)
{
  return a >= b && a <= b;
}

/* Whether two pins that hold take hold alike. */
static int
same_hold (const PnElasticPin *a, const PnElasticPin *b)
{
  return pn_elastic_same (a->rest, b->rest) && is_same (a->grip, b->grip) && a->kind == b->kind &&
         (!pn_elastic_turns (a) || is_same (a->extent, b->extent));
}

/* The same pin in an earlier set, or NULL. */
static PnElasticHold *
find_hold (const PnElasticPins *previous, const PnElasticPin *pin)
{
  for (uint32_t i = 0; previous && i < previous->n_pins; i++)
    if (previous->holds[i] && same_hold (&previous->holds[i]->pin, pin))
      return previous->holds[i];
  return NULL;
}

/* Finds the place of a pin, or says why it has none. */
static void
place_pin (PnElasticPins *set, uint32_t i)
{
  PnElasticPin *pin = &set->pins[i];
  PnMeshPlace place;
  if (pin->grip < 0)
    pin->grip = 0;
  if (!is_finite (pin) || pn_mesh_locate (set->plain->mesh, pin->rest, &place) != PN_STATUS_OK)
    set->states[i] = PN_PIN_NOT_FINITE;
  else if (place.distance > fmax (PN_PIN_REACH, pin->grip))
    set->states[i] = PN_PIN_OFF_MESH;
  else
    set->places[i] = place;
}

/* The plain factor where nothing is stiff, that of `previous` where it is as stiff, or a new
 * one. */
static PnStatus
choose_factor (PnElasticPins *set, const PnElasticPins *previous)
{
  int any = 0;
  for (uint32_t i = 0; i < set->n_pins; i++)
    any |= set->states[i] == PN_PIN_HOLDS && set->pins[i].stiffness > 0 && !set->blends;
  if (!any) {
    set->factor = pn_elastic_factor_ref (set->plain);
    return PN_STATUS_OK;
  }
  size_t n = pn_mesh_n_triangles (set->plain->mesh);
  uint16_t *stiffness = malloc (n * sizeof *stiffness);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (stiffness)
    status = pn_elastic_starch (set->plain, set->pins, set->places, set->states, set->n_pins,
                                stiffness, &any);
  if (status == PN_STATUS_OK && !any)
    set->factor = pn_elastic_factor_ref (set->plain);
  else if (status == PN_STATUS_OK && previous && previous->factor->stiffness &&
           memcmp (previous->factor->stiffness, stiffness, n * sizeof *stiffness) == 0)
    set->factor = pn_elastic_factor_ref (previous->factor);
  else if (status == PN_STATUS_OK)
    status = pn_elastic_factor_stiffen (set->plain, stiffness, &set->factor);
  free (stiffness);
  return status;
}

static PnStatus
hold_pin (PnElasticPins *set, uint32_t i, const PnElasticPins *previous)
{
  PnElasticPin pin = set->pins[i];
  if (set->states[i] != PN_PIN_HOLDS || !pn_elastic_holds (&pin))
    return PN_STATUS_OK;
  /* A blend is of places alone. */
  if (set->blends)
    pin.kind = PN_ELASTIC_POSITION;
  PnElasticHold *known =
      previous && previous->factor == set->factor ? find_hold (previous, &pin) : NULL;
  if (known) {
    set->holds[i] = pn_elastic_hold_ref (known);
    return PN_STATUS_OK;
  }
  return pn_elastic_hold_new (set->factor, &pin, &set->places[i], &set->holds[i]);
}

/* 0 for pins that act as one, 1 for those that go their own ways, smooth in between. Pins on two
 * sides of a gap are far from each other however near they look. */
static double
freedom_of (const PnElasticHold *a, const PnElasticHold *b)
{
  const PnElasticHold *larger = b->pin.grip > a->pin.grip ? b : a;
  const PnElasticHold *other = larger == a ? b : a;
  double grip = larger->pin.grip;
  double distance = sqrt (pn_complex_norm (pn_complex_sub (a->at, b->at)));
  if (!(distance < grip) || !pn_elastic_hold_reaches (larger, other->place.triangle))
    return 1;
  double t = fmax (0, 2 * distance / grip - 1);
  return t * t * (3 - 2 * t);
}

/* A turn of what is real, as the answers to the forces of places are. */
static PnComplex
turn_of_real (const PnElasticTurn *turn, const double *values)
{
  PnComplex sum = {0, 0};
  for (uint32_t i = 0; i < turn->n; i++)
    sum = pn_complex_add (sum, pn_complex_scale (turn->row[i], values[turn->vertices[i]]));
  return sum;
}

static void
fill_grams (PnElasticGroup *group)
{
  uint32_t k = group->n_pins, n = group->n_handles;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      const PnElasticHold *force = group->holds[pn_elastic_pin_of (group, j)];
      PnComplex *rigid = &group->rigid_gram[i * (size_t)n + j];
      const PnComplex *similarity = j < k ? force->similarity : force->turn->similarity;
      if (i >= k || j >= k)
        *rigid = j < k
                     ? turn_of_real (group->holds[pn_elastic_pin_of (group, i)]->turn, force->rigid)
                     : pn_elastic_handle_value (group, i, force->turn->rigid);
      else
        for (int c = 0; c < 3; c++)
          rigid->re +=
              group->holds[i]->place.weights[c] * force->rigid[group->holds[i]->corners[c]];
      group->similarity_gram[i * (size_t)n + j] = pn_elastic_handle_value (group, i, similarity);
    }
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++)
      group->freedoms[i * k + j] = i < j ? freedom_of (group->holds[i], group->holds[j])
                                         : freedom_of (group->holds[j], group->holds[i]);
}

/* Lists the pins of `piece` that hold something, and those that turn. */
static void
list_pins (PnElasticGroup *group, const PnElasticPins *set, uint32_t piece)
{
  uint32_t n = 0, n_turned = 0;
  for (uint32_t i = 0; i < set->n_pins; i++) {
    if (!set->holds[i] || set->holds[i]->piece != piece)
      continue;
    if (set->holds[i]->turn)
      group->turned[n_turned++] = n;
    group->n_bends += set->holds[i]->pin.kind == PN_ELASTIC_BEND;
    uint32_t under = set->factor->triangle_locals[set->places[i].triangle];
    group->stiffness[n] = group->piece->weights[under] / group->piece->areas[under];
    group->pins[n] = i;
    group->holds[n++] = set->holds[i];
  }
  group->n_turned = n_turned;
  group->n_handles = group->n_pins + n_turned;
}

static PnStatus
allocate_group (PnElasticGroup *group, PnArena *arena, size_t n_turned)
{
  size_t k = group->n_pins, n = k + n_turned;
  group->pins = pn_arena_new (arena, uint32_t, k);
  group->holds = pn_arena_new (arena, PnElasticHold *, k);
  group->turned = pn_arena_new (arena, uint32_t, n_turned);
  group->stiffness = pn_arena_new (arena, double, k);
  group->rigid_gram = pn_arena_new (arena, PnComplex, n * n);
  group->similarity_gram = pn_arena_new (arena, PnComplex, n * n);
  group->freedoms = pn_arena_new (arena, double, k *k);
  if (!group->pins || !group->holds || !group->turned || !group->stiffness || !group->rigid_gram ||
      !group->similarity_gram || !group->freedoms)
    return PN_STATUS_NO_MEMORY;
  return PN_STATUS_OK;
}

/* Both systems, and with them the states. `present` has room for the pins. */
static PnStatus
build_systems (PnElasticGroup *group, PnElasticPins *set, unsigned char *present)
{
  PnStatus status =
      pn_elastic_system_reserve (&group->system, &set->arena, group->n_pins, group->n_handles);
  if (status == PN_STATUS_OK && group->n_bends > 0)
    status = pn_elastic_system_reserve (&group->bent, &set->arena, group->n_pins, group->n_handles);
  if (status != PN_STATUS_OK)
    return status;
  if (group->n_bends > 0) {
    memset (present, 1, group->n_pins);
    pn_elastic_system_build (&group->bent, group, present);
  }
  for (uint32_t i = 0; i < group->n_pins; i++)
    present[i] = group->holds[i]->pin.kind != PN_ELASTIC_BEND;
  pn_elastic_system_build (&group->system, group, present);
  const PnElasticSystem *all = group->n_bends > 0 ? &group->bent : &group->system;
  for (uint32_t i = 0; i < group->n_pins; i++)
    set->states[group->pins[i]] = all->states[i];
  return PN_STATUS_OK;
}

static PnStatus
fill_group (PnElasticGroup *group, PnElasticPins *set, uint32_t piece)
{
  size_t n_turned = 0;
  for (uint32_t i = 0; i < set->n_pins; i++)
    n_turned += set->holds[i] && set->holds[i]->piece == piece && set->holds[i]->turn;
  group->piece = &set->factor->pieces[piece];
  unsigned char *present = malloc (group->n_pins);
  PnStatus status = present ? allocate_group (group, &set->arena, n_turned) : PN_STATUS_NO_MEMORY;
  if (status == PN_STATUS_OK) {
    list_pins (group, set, piece);
    fill_grams (group);
    status = build_systems (group, set, present);
  }
  free (present);
  return status;
}

/* One group for each piece that has a pin, in the order of the pieces. */
static PnStatus
make_groups (PnElasticPins *set)
{
  uint32_t n_pieces = set->factor->n_pieces;
  uint32_t *counts = calloc (n_pieces + (size_t)1, sizeof *counts);
  if (!counts)
    return PN_STATUS_NO_MEMORY;
  uint32_t n_groups = 0;
  for (uint32_t i = 0; i < set->n_pins; i++)
    if (set->holds[i] && counts[set->holds[i]->piece]++ == 0)
      n_groups++;
  set->groups = pn_arena_new (&set->arena, PnElasticGroup, n_groups);
  PnStatus status = set->groups ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;
  for (uint32_t c = 0; c < n_pieces && status == PN_STATUS_OK; c++) {
    if (counts[c] == 0)
      continue;
    PnElasticGroup *group = &set->groups[set->n_groups++];
    group->n_pins = counts[c];
    status = fill_group (group, set, c);
  }
  free (counts);
  return status;
}

static PnStatus
fill_set (PnElasticPins *set,
          const PnElasticPin *pins,
          size_t n_pins,
          const PnElasticPins *previous)
{
  set->pins = pn_arena_new (&set->arena, PnElasticPin, n_pins);
  set->holds = pn_arena_new (&set->arena, PnElasticHold *, n_pins);
  set->states = pn_arena_new (&set->arena, PnPinState, n_pins);
  set->places = pn_arena_new (&set->arena, PnMeshPlace, n_pins);
  if (!set->pins || !set->holds || !set->states || !set->places)
    return PN_STATUS_NO_MEMORY;
  if (n_pins > 0)
    memcpy (set->pins, pins, n_pins * sizeof *pins);
  set->n_pins = (uint32_t)n_pins;
  for (uint32_t i = 0; i < set->n_pins; i++)
    place_pin (set, i);
  PnStatus status = choose_factor (set, previous);
  for (uint32_t i = 0; i < set->n_pins && status == PN_STATUS_OK; i++)
    status = hold_pin (set, i, previous);
  if (status == PN_STATUS_OK)
    status = make_groups (set);
  if (status == PN_STATUS_OK)
    status = pn_elastic_depths_init (set);
  return status == PN_STATUS_OK && set->blends ? pn_elastic_blend_init (set) : status;
}

static PnStatus
make_set (const PnElasticFactor *factor,
          const PnElasticPin *pins,
          size_t n_pins,
          const PnElasticPins *previous,
          int blends,
          PnElasticPins **out)
{
  PN_ASSERT (!factor->plain && (!previous || previous->plain == factor));
  if (n_pins > PN_ELASTIC_PINS_MAX)
    return PN_STATUS_LIMIT;
  PnElasticPins *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  atomic_init (&made->ref_count, 1);
  made->plain = pn_elastic_factor_ref (factor);
  made->blends = blends;
  PnStatus status = fill_set (made, pins, n_pins, previous);
  if (status == PN_STATUS_OK)
    *out = made;
  else
    pn_elastic_pins_unref (made);
  return status;
}

PnStatus
pn_elastic_pins_new (const PnElasticFactor *factor,
                     const PnElasticPin *pins,
                     size_t n_pins,
                     const PnElasticPins *previous,
                     PnElasticPins **out)
{
  return make_set (factor, pins, n_pins, previous, 0, out);
}

PnStatus
pn_elastic_pins_new_blend (const PnElasticFactor *factor,
                           const PnElasticPin *pins,
                           size_t n_pins,
                           const PnElasticPins *previous,
                           PnElasticPins **out)
{
  return make_set (factor, pins, n_pins, previous, 1, out);
}

PnElasticPins *
pn_elastic_pins_ref (const PnElasticPins *pins)
{
  /* Only the count changes, and that is not part of the value. */
  PnElasticPins *self = (PnElasticPins *)(uintptr_t)pins;
  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
pn_elastic_pins_unref (PnElasticPins *pins)
{
  if (!pins || atomic_fetch_sub_explicit (&pins->ref_count, 1, memory_order_acq_rel) != 1)
    return;
  for (uint32_t i = 0; i < pins->n_pins; i++)
    pn_elastic_hold_unref (pins->holds[i]);
  pn_elastic_factor_unref (pins->factor);
  pn_elastic_factor_unref (pins->plain);
  pn_arena_clear (&pins->arena);
  free (pins);
}

const PnElasticFactor *
pn_elastic_pins_factor (const PnElasticPins *pins)
{
  return pins->plain;
}

size_t
pn_elastic_pins_n_pins (const PnElasticPins *pins)
{
  return pins->n_pins;
}

const PnPinState *
pn_elastic_pins_states (const PnElasticPins *pins)
{
  return pins->states;
}

const PnMeshPlace *
pn_elastic_pins_places (const PnElasticPins *pins)
{
  return pins->places;
}

size_t
pn_elastic_pins_n_bytes (const PnElasticPins *pins)
{
  size_t n_bytes = sizeof *pins + pins->arena.n_bytes;
  for (uint32_t i = 0; i < pins->n_pins; i++)
    if (pins->holds[i])
      n_bytes +=
          pins->holds[i]->n_bytes + (pins->holds[i]->turn ? pins->holds[i]->turn->n_bytes : 0);
  return pins->factor == pins->plain ? n_bytes : n_bytes + pn_elastic_factor_n_bytes (pins->factor);
}

const uint16_t *
pn_elastic_pins_stiffness (const PnElasticPins *pins)
{
  return pins->factor->stiffness;
}

PnVec2
pn_elastic_pins_turn (const PnElasticPins *pins, size_t i, const PnVec2 *positions)
{
  const PnElasticHold *hold = pins->holds[i];
  if (!hold || !hold->turn)
    return pn_vec2 (1, 0);
  const PnElasticPiece *piece = &pins->factor->pieces[hold->piece];
  PnComplex sum = {0, 0};
  for (uint32_t v = 0; v < hold->turn->n; v++) {
    PnVec2 at = positions[piece->vertices[hold->turn->vertices[v]]];
    sum = pn_complex_add (sum, pn_complex_mul (hold->turn->row[v], pn_elastic_point (at)));
  }
  return pn_vec2_scale (pn_vec2 (sum.re, sum.im), 1 / hold->turn->length);
}
