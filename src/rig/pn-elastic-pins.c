/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A pin set on a factor: what each pin does to its piece, and the systems built of it. Adding a pin
 * costs two back-substitutions for the new one; the others are shared with the set before, which is
 * the same bits as computing them again. */
#include <math.h>
#include <string.h>

#include "pn-elastic-private.h"

static int
is_finite (const PnElasticPin *pin)
{
  return isfinite (pin->rest.x) && isfinite (pin->rest.y) && isfinite (pin->grip);
}

static int
same_pin (const PnElasticPin *a, const PnElasticPin *b)
{
  return pn_elastic_same (a->rest, b->rest) && a->grip >= b->grip && a->grip <= b->grip;
}

/* The same pin in an earlier set, or NULL. */
static PnElasticHold *
find_hold (const PnElasticPins *previous, const PnElasticPin *pin)
{
  for (uint32_t i = 0; previous && i < previous->n_pins; i++)
    if (previous->holds[i] && same_pin (&previous->pins[i], pin))
      return previous->holds[i];
  return NULL;
}

static PnStatus
place_pin (PnElasticPins *set, uint32_t i, const PnElasticPins *previous)
{
  const PnElasticPin *pin = &set->pins[i];
  PnMeshPlace place;
  if (!is_finite (pin) || pn_mesh_locate (set->factor->mesh, pin->rest, &place) != PN_STATUS_OK) {
    set->states[i] = PN_PIN_NOT_FINITE;
    return PN_STATUS_OK;
  }
  if (place.distance > fmax (PN_PIN_REACH, pin->grip)) {
    set->states[i] = PN_PIN_OFF_MESH;
    return PN_STATUS_OK;
  }
  set->places[i] = place;
  PnElasticHold *known = find_hold (previous, pin);
  if (known) {
    set->holds[i] = pn_elastic_hold_ref (known);
    return PN_STATUS_OK;
  }
  return pn_elastic_hold_new (set->factor, pin, &place, &set->holds[i]);
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

static void
fill_grams (PnElasticGroup *group)
{
  size_t k = group->n_pins;
  for (size_t i = 0; i < k; i++) {
    const PnElasticHold *place = group->holds[i];
    for (size_t j = 0; j < k; j++) {
      const PnElasticHold *force = group->holds[j];
      double sum = 0;
      for (int c = 0; c < 3; c++)
        sum += place->place.weights[c] * force->rigid[place->corners[c]];
      group->rigid_gram[i * k + j] = sum;
      group->similarity_gram[i * k + j] = pn_elastic_hold_value (place, force->similarity);
      group->freedoms[i * k + j] = i < j ? freedom_of (place, force) : freedom_of (force, place);
    }
  }
}

static PnStatus
fill_group (PnElasticGroup *group, PnElasticPins *set, uint32_t piece)
{
  size_t k = group->n_pins;
  group->piece = &set->factor->pieces[piece];
  group->pins = pn_arena_new (&set->arena, uint32_t, k);
  group->holds = pn_arena_new (&set->arena, PnElasticHold *, k);
  group->rigid_gram = pn_arena_new (&set->arena, double, k *k);
  group->similarity_gram = pn_arena_new (&set->arena, PnComplex, k * k);
  group->freedoms = pn_arena_new (&set->arena, double, k *k);
  unsigned char *present = malloc (k);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (group->pins && group->holds && group->rigid_gram && group->similarity_gram &&
      group->freedoms && present)
    status = pn_elastic_system_reserve (&group->system, &set->arena, group->n_pins);
  if (status == PN_STATUS_OK) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < set->n_pins; i++)
      if (set->holds[i] && set->holds[i]->piece == piece) {
        group->pins[n] = i;
        group->holds[n++] = set->holds[i];
      }
    fill_grams (group);
    memset (present, 1, k);
    pn_elastic_system_build (&group->system, group, present);
    for (uint32_t i = 0; i < k; i++)
      set->states[group->pins[i]] = group->system.states[i];
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
  for (uint32_t i = 0; i < set->n_pins; i++) {
    if (set->pins[i].grip < 0)
      set->pins[i].grip = 0;
    PnStatus status = place_pin (set, i, previous);
    if (status != PN_STATUS_OK)
      return status;
  }
  return make_groups (set);
}

PnStatus
pn_elastic_pins_new (const PnElasticFactor *factor,
                     const PnElasticPin *pins,
                     size_t n_pins,
                     const PnElasticPins *previous,
                     PnElasticPins **out)
{
  PN_ASSERT (!previous || previous->factor == factor);
  if (n_pins > PN_ELASTIC_PINS_MAX)
    return PN_STATUS_LIMIT;
  PnElasticPins *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  atomic_init (&made->ref_count, 1);
  made->factor = pn_elastic_factor_ref (factor);
  PnStatus status = fill_set (made, pins, n_pins, previous);
  if (status == PN_STATUS_OK)
    *out = made;
  else
    pn_elastic_pins_unref (made);
  return status;
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
  pn_arena_clear (&pins->arena);
  free (pins);
}

const PnElasticFactor *
pn_elastic_pins_factor (const PnElasticPins *pins)
{
  return pins->factor;
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
    n_bytes += pins->holds[i] ? pins->holds[i]->n_bytes : 0;
  return n_bytes;
}
