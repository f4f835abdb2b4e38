/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pins hold, and the small systems that tell their forces from their places.
 *
 * With P the rows of places, D the rows of forces and g the shape without pins, the pinned shape is
 * g - Y l + t, Y = M^-1 D^H, where the matrix M does not know the pins and its grounded vertices
 * feel no force. So the forces l and the translation t solve
 *
 *     [ D 1 ^H   0 ] [l]   [    0    ]
 *     [ P Y     -1 ] [t] = [ P g - d ]
 *
 * and for the similarity matrix, whose kernel has the turns with scale too, there are a second
 * unknown and a second balance, of moments. A Schur complement: exact, a dense matrix of the number
 * of pins, and not symmetric, as places and forces are different rows.
 *
 * Pins very near each other ask for opposite forces without end. Those nearer than half the larger
 * grip share one row, the mean of theirs. From there to one grip the difference of two rows is
 * softened: where a pair of unit forces moves the two apart by R, a compliance R (1 - s) / (2 s)
 * lets them follow their targets by the share s, which grows smoothly from 0, merged, to 1, free.
 * The mean of the two stays exact, and so does every rigid motion.
 *
 * A turn is one more row, as exact, with no part in the balance of forces and one of its length in
 * that of moments. Rows of places come first: where a mesh is too coarse for all, turns go before
 * places.
 *
 * Bend pins hold what the other pins gave their grips, and so must not be in the way of these. One
 * within a grip of another pin leaves the place to that, and turns on top of its turn if it has
 * one.
 *
 * Whatever else cannot be held (four pins in one triangle have three corners to act on) shows as a
 * row of which elimination leaves nothing: the later pin goes. Where triangles are w times as stiff
 * a force does as much less; it is counted in w, so that rows compare. */
#include "pn-dense.h"
#include "pn-elastic-private.h"

/* What must be left of a row, in pixels that a pin moves by its own force alone. It does not depend
 * on the size of the mesh; with less than this a pin moved by one pixel would throw a corner of its
 * triangle a hundred. */
#define LEFT_MIN 1e-4

/* Two rows just beyond merging are as good as merged: a share of 0 would be an infinite
 * compliance. */
#define FREEDOM_MIN 1e-6

PnStatus
pn_elastic_system_reserve (PnElasticSystem *system,
                           PnArena *arena,
                           uint32_t n_pins,
                           uint32_t n_handles)
{
  size_t k = n_handles;
  *system = (PnElasticSystem){
      .rows = pn_arena_new (arena, uint32_t, k),
      .sizes = pn_arena_new (arena, uint32_t, k),
      .heads = pn_arena_new (arena, uint32_t, k),
      .ridden = pn_arena_new (arena, uint32_t, n_pins),
      .stiffness = pn_arena_new (arena, double, k),
      .states = pn_arena_new (arena, PnPinState, n_pins),
      .compliances = pn_arena_new (arena, double, k *k),
      .rigid = pn_arena_new (arena, PnComplex, (k + 1) * (k + 1)),
      .rigid_exchanges = pn_arena_new (arena, uint32_t, k + 1),
      .similarity = pn_arena_new (arena, PnComplex, (k + 2) * (k + 2)),
      .similarity_exchanges = pn_arena_new (arena, uint32_t, k + 2),
  };
  if (!system->rows || !system->sizes || !system->heads || !system->ridden || !system->stiffness ||
      !system->states || !system->compliances || !system->rigid || !system->rigid_exchanges ||
      !system->similarity || !system->similarity_exchanges)
    return PN_STATUS_NO_MEMORY;
  return PN_STATUS_OK;
}

static double
freedom_between (const PnElasticGroup *group, uint32_t handle, uint32_t other)
{
  size_t k = group->n_pins;
  return group->freedoms[pn_elastic_pin_of (group, handle) * k + pn_elastic_pin_of (group, other)];
}

static int
is_bend (const PnElasticGroup *group, uint32_t handle)
{
  return group->holds[pn_elastic_pin_of (group, handle)]->pin.kind == PN_ELASTIC_BEND;
}

/* The first row from `first` on that handle `h` cannot go its own way from, or n_rows. A bend pin
 * gives way to other pins before it would act as one with them. */
static uint32_t
find_row (const PnElasticSystem *system, const PnElasticGroup *group, uint32_t first, uint32_t h)
{
  uint32_t row = first;
  for (; row < system->n_rows; row++) {
    double freedom = freedom_between (group, system->heads[row], h);
    int gives_way = is_bend (group, h) && !is_bend (group, system->heads[row]);
    if (gives_way ? freedom < 1 : !(freedom > 0))
      break;
  }
  return row;
}

/* Gives handle `h` a row: that of the first earlier head it is merged with, or a new one. */
static void
gather_handle (PnElasticSystem *system, const PnElasticGroup *group, uint32_t first, uint32_t h)
{
  uint32_t pin = pn_elastic_pin_of (group, h), row = find_row (system, group, first, h);
  if (row == system->n_rows) {
    system->rows[h] = row;
    system->heads[row] = h;
    system->sizes[row] = 1;
    system->stiffness[row] = group->stiffness[pin];
    system->n_rows++;
    return;
  }
  system->states[pin] = PN_PIN_MERGED;
  if (is_bend (group, h) && !is_bend (group, system->heads[row])) {
    if (h >= group->n_pins)
      system->ridden[pin] = row;
    return;
  }
  system->rows[h] = row;
  system->sizes[row]++;
}

/* Bend pins come last among places and last among turns. */
static void
gather_rows (PnElasticSystem *system, const PnElasticGroup *group, const unsigned char *present)
{
  uint32_t k = group->n_pins;
  system->n_rows = system->n_places = 0;
  for (uint32_t i = 0; i < k; i++) {
    system->states[i] = present[i] ? PN_PIN_HOLDS : PN_PIN_NOT_FINITE;
    system->ridden[i] = PN_ELASTIC_NONE;
  }
  for (uint32_t h = 0; h < group->n_handles; h++)
    system->rows[h] = PN_ELASTIC_NONE;
  for (int round = 0; round < 4; round++) {
    if (round == 2)
      system->n_places = system->n_rows;
    uint32_t first = round < 2 ? 0 : k, last = round < 2 ? k : group->n_handles;
    for (uint32_t h = first; h < last; h++)
      if (present[pn_elastic_pin_of (group, h)] && is_bend (group, h) == round % 2)
        gather_handle (system, group, round < 2 ? 0 : system->n_places, h);
  }
}

static void
remove_row (PnElasticSystem *system, const PnElasticGroup *group, uint32_t row)
{
  for (uint32_t h = 0; h < group->n_handles; h++) {
    if (system->rows[h] == PN_ELASTIC_NONE || system->rows[h] < row)
      continue;
    if (system->rows[h] > row) {
      system->rows[h]--;
      continue;
    }
    uint32_t pin = pn_elastic_pin_of (group, h);
    system->rows[h] = PN_ELASTIC_NONE;
    if (h < group->n_pins)
      system->states[pin] = PN_PIN_REDUNDANT;
    else if (system->states[pin] == PN_PIN_HOLDS)
      system->states[pin] = PN_PIN_NO_TURN;
  }
  for (uint32_t i = 0; i < group->n_pins; i++) {
    if (system->ridden[i] == PN_ELASTIC_NONE || system->ridden[i] < row)
      continue;
    if (system->ridden[i]-- > row)
      continue;
    system->ridden[i] = PN_ELASTIC_NONE;
    system->states[i] = PN_PIN_NO_TURN;
  }
  system->n_rows--;
  system->n_places -= row < system->n_places;
  for (uint32_t r = row; r < system->n_rows; r++) {
    system->heads[r] = system->heads[r + 1];
    system->sizes[r] = system->sizes[r + 1];
    system->stiffness[r] = system->stiffness[r + 1];
  }
}

/* A pin that cannot hold its place does not hold its turn either, unless others hold that too. */
static void
drop_row (PnElasticSystem *system, const PnElasticGroup *group, uint32_t row)
{
  remove_row (system, group, row);
  for (uint32_t h = group->n_pins; h < group->n_handles; h++) {
    uint32_t r = system->rows[h];
    if (r != PN_ELASTIC_NONE && system->sizes[r] == 1 &&
        system->states[pn_elastic_pin_of (group, h)] == PN_PIN_REDUNDANT)
      remove_row (system, group, r);
  }
}

/* Adds the compliances to the block of responses, n_rows x n_rows within `width` columns: between
 * places, and between turns. */
static void
soften (PnElasticSystem *system, const PnElasticGroup *group, PnComplex *block, size_t width)
{
  uint32_t n = system->n_rows;
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t s = r < system->n_places ? 0 : system->n_places; s < r; s++) {
      double freedom = freedom_between (group, system->heads[r], system->heads[s]);
      double apart = block[r * width + r].re + block[s * width + s].re - block[r * width + s].re -
                     block[s * width + r].re;
      double share = freedom > FREEDOM_MIN ? freedom : FREEDOM_MIN;
      system->compliances[r * (size_t)n + s] = freedom < 1 ? apart * (1 - share) / (2 * share) : 0;
    }
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t s = r < system->n_places ? 0 : system->n_places; s < r; s++) {
      double compliance = system->compliances[r * (size_t)n + s];
      block[r * width + r].re += compliance;
      block[s * width + s].re += compliance;
      block[r * width + s].re -= compliance;
      block[s * width + r].re -= compliance;
    }
}

/* Counts the forces in the stiffness they meet: all rows of `a`, n_rows of its columns. */
static void
stiffen (const PnElasticSystem *system, PnComplex *a, size_t width)
{
  for (size_t i = 0; i < width; i++)
    for (size_t s = 0; s < system->n_rows; s++)
      a[i * width + s] = pn_complex_scale (a[i * width + s], system->stiffness[s]);
}

/* Adds what the forces of all handles do at each, merged ones with their share. */
static void
fill_block (const PnElasticSystem *system,
            const PnElasticGroup *group,
            const PnComplex *gram,
            PnComplex *block,
            size_t width)
{
  size_t n_handles = group->n_handles;
  for (size_t i = 0; i < n_handles; i++)
    for (size_t j = 0; j < n_handles; j++) {
      uint32_t r = system->rows[i], s = system->rows[j];
      if (r == PN_ELASTIC_NONE || s == PN_ELASTIC_NONE)
        continue;
      double share = 1 / ((double)system->sizes[r] * (double)system->sizes[s]);
      block[r * width + s] =
          pn_complex_add (block[r * width + s], pn_complex_scale (gram[i * n_handles + j], share));
    }
}

/* Below the row of balance stand the pins' rows, beside the column of the translation. */
static void
fill_rigid (PnElasticSystem *system, const PnElasticGroup *group)
{
  size_t n = system->n_rows, width = n + 1;
  PnComplex *a = system->rigid, *block = a + width;
  for (size_t i = 0; i < width * width; i++)
    a[i] = pn_complex (0, 0);
  for (size_t r = 0; r < system->n_places; r++) {
    a[r].re = 1;
    block[r * width + n].re = -1;
  }
  fill_block (system, group, group->rigid_gram, block, width);
  soften (system, group, block, width);
  stiffen (system, a, width);
}

/* Two rows of balance, and two columns beside the pins' rows. */
static void
fill_similarity (PnElasticSystem *system, const PnElasticGroup *group)
{
  size_t n = system->n_rows, width = n + 2;
  PnComplex *a = system->similarity, *block = a + 2 * width;
  for (size_t i = 0; i < width * width; i++)
    a[i] = pn_complex (0, 0);
  for (size_t r = 0; r < system->n_places; r++) {
    a[r].re = 1;
    block[r * width + n].re = -1;
  }
  for (uint32_t h = 0; h < group->n_handles; h++) {
    uint32_t r = system->rows[h];
    if (r == PN_ELASTIC_NONE)
      continue;
    const PnElasticHold *hold = group->holds[pn_elastic_pin_of (group, h)];
    int is_turn = h >= group->n_pins;
    PnComplex at = is_turn ? pn_complex (hold->turn->length, 0) : hold->at;
    PnComplex force_at = is_turn ? at : hold->force_at;
    double scaled = 1 / (double)system->sizes[r] / group->piece->size;
    a[width + r] =
        pn_complex_add (a[width + r], pn_complex_scale (pn_complex_conj (force_at), scaled));
    block[r * width + n + 1] =
        pn_complex_add (block[r * width + n + 1], pn_complex_scale (at, -scaled));
  }
  fill_block (system, group, group->similarity_gram, block, width);
  soften (system, group, block, width);
  stiffen (system, a, width);
}

void
pn_elastic_system_build (PnElasticSystem *system,
                         const PnElasticGroup *group,
                         const unsigned char *present)
{
  gather_rows (system, group, present);
  system->has_start = 0;
  while (system->n_rows > 1) {
    fill_rigid (system, group);
    size_t n = system->n_rows + 1;
    size_t spoilt = pn_dense_factor (n, system->rigid, system->rigid_exchanges, LEFT_MIN);
    if (spoilt == n)
      break;
    drop_row (system, group, spoilt > 0 ? (uint32_t)spoilt - 1 : system->n_rows - 1);
  }
  if (system->n_rows > 1) {
    fill_similarity (system, group);
    size_t n = system->n_rows + 2;
    system->has_start =
        pn_dense_factor (n, system->similarity, system->similarity_exchanges, 0) == n;
  }
}
