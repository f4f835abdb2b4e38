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
 * Whatever else cannot be held (four pins in one triangle have three corners to act on) shows as a
 * row of which elimination leaves nothing: the later pin goes. */
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
pn_elastic_system_reserve (PnElasticSystem *system, PnArena *arena, uint32_t n_pins)
{
  size_t k = n_pins;
  *system = (PnElasticSystem){
      .rows = pn_arena_new (arena, uint32_t, k),
      .sizes = pn_arena_new (arena, uint32_t, k),
      .heads = pn_arena_new (arena, uint32_t, k),
      .states = pn_arena_new (arena, PnPinState, k),
      .compliances = pn_arena_new (arena, double, k *k),
      .rigid = pn_arena_new (arena, PnComplex, (k + 1) * (k + 1)),
      .rigid_exchanges = pn_arena_new (arena, uint32_t, k + 1),
      .similarity = pn_arena_new (arena, PnComplex, (k + 2) * (k + 2)),
      .similarity_exchanges = pn_arena_new (arena, uint32_t, k + 2),
  };
  if (!system->rows || !system->sizes || !system->heads || !system->states ||
      !system->compliances || !system->rigid || !system->rigid_exchanges || !system->similarity ||
      !system->similarity_exchanges)
    return PN_STATUS_NO_MEMORY;
  return PN_STATUS_OK;
}

/* Gives each present pin a row: that of the first earlier head it is merged with, or a new one. */
static void
gather_rows (PnElasticSystem *system, const PnElasticGroup *group, const unsigned char *present)
{
  uint32_t k = group->n_pins;
  system->n_rows = 0;
  for (uint32_t i = 0; i < k; i++) {
    system->rows[i] = PN_ELASTIC_NONE;
    system->states[i] = PN_PIN_NOT_FINITE;
    if (!present[i])
      continue;
    uint32_t row = 0;
    while (row < system->n_rows && group->freedoms[system->heads[row] * (size_t)k + i] > 0)
      row++;
    system->rows[i] = row;
    if (row < system->n_rows) {
      system->states[i] = PN_PIN_MERGED;
      system->sizes[row]++;
    } else {
      system->states[i] = PN_PIN_HOLDS;
      system->heads[row] = i;
      system->sizes[row] = 1;
      system->n_rows++;
    }
  }
}

static void
drop_row (PnElasticSystem *system, uint32_t n_pins, uint32_t row)
{
  for (uint32_t i = 0; i < n_pins; i++) {
    if (system->rows[i] == PN_ELASTIC_NONE || system->rows[i] < row)
      continue;
    if (system->rows[i] == row) {
      system->rows[i] = PN_ELASTIC_NONE;
      system->states[i] = PN_PIN_REDUNDANT;
    } else {
      system->rows[i]--;
    }
  }
  system->n_rows--;
  for (uint32_t r = row; r < system->n_rows; r++) {
    system->heads[r] = system->heads[r + 1];
    system->sizes[r] = system->sizes[r + 1];
  }
}

/* Adds the compliances to the block of responses, n_rows x n_rows within `width` columns. */
static void
soften (PnElasticSystem *system, const PnElasticGroup *group, PnComplex *block, size_t width)
{
  uint32_t n = system->n_rows;
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t s = 0; s < r; s++) {
      double freedom = group->freedoms[system->heads[r] * (size_t)group->n_pins + system->heads[s]];
      double apart = block[r * width + r].re + block[s * width + s].re - block[r * width + s].re -
                     block[s * width + r].re;
      double share = freedom > FREEDOM_MIN ? freedom : FREEDOM_MIN;
      system->compliances[r * (size_t)n + s] = freedom < 1 ? apart * (1 - share) / (2 * share) : 0;
    }
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t s = 0; s < r; s++) {
      double compliance = system->compliances[r * (size_t)n + s];
      block[r * width + r].re += compliance;
      block[s * width + s].re += compliance;
      block[r * width + s].re -= compliance;
      block[s * width + r].re -= compliance;
    }
}

/* Below the row of balance stand the pins' rows, beside the column of the translation. */
static void
fill_rigid (PnElasticSystem *system, const PnElasticGroup *group)
{
  size_t n = system->n_rows, width = n + 1, k = group->n_pins;
  PnComplex *a = system->rigid, *block = a + width;
  for (size_t i = 0; i < width * width; i++)
    a[i] = pn_complex (0, 0);
  for (size_t r = 0; r < n; r++) {
    a[r].re = 1;
    block[r * width + n].re = -1;
  }
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) {
      uint32_t r = system->rows[i], s = system->rows[j];
      if (r == PN_ELASTIC_NONE || s == PN_ELASTIC_NONE)
        continue;
      double share = 1 / ((double)system->sizes[r] * (double)system->sizes[s]);
      block[r * width + s].re += share * group->rigid_gram[i * k + j];
    }
  soften (system, group, block, width);
}

/* Two rows of balance, and two columns beside the pins' rows. */
static void
fill_similarity (PnElasticSystem *system, const PnElasticGroup *group)
{
  size_t n = system->n_rows, width = n + 2, k = group->n_pins;
  PnComplex *a = system->similarity, *block = a + 2 * width;
  for (size_t i = 0; i < width * width; i++)
    a[i] = pn_complex (0, 0);
  for (size_t r = 0; r < n; r++) {
    a[r].re = 1;
    block[r * width + n].re = -1;
  }
  for (size_t i = 0; i < k; i++) {
    uint32_t r = system->rows[i];
    if (r == PN_ELASTIC_NONE)
      continue;
    double part = 1 / (double)system->sizes[r], scaled = part / group->piece->size;
    PnComplex moment = pn_complex_scale (pn_complex_conj (group->holds[i]->force_at), scaled);
    PnComplex turned = pn_complex_scale (group->holds[i]->at, -scaled);
    a[width + r] = pn_complex_add (a[width + r], moment);
    block[r * width + n + 1] = pn_complex_add (block[r * width + n + 1], turned);
    for (size_t j = 0; j < k; j++) {
      uint32_t s = system->rows[j];
      if (s == PN_ELASTIC_NONE)
        continue;
      double share = part / (double)system->sizes[s];
      block[r * width + s] = pn_complex_add (
          block[r * width + s], pn_complex_scale (group->similarity_gram[i * k + j], share));
    }
  }
  soften (system, group, block, width);
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
    drop_row (system, group->n_pins, spoilt > 0 ? (uint32_t)spoilt - 1 : system->n_rows - 1);
  }
  if (system->n_rows > 1) {
    fill_similarity (system, group);
    size_t n = system->n_rows + 2;
    system->has_start =
        pn_dense_factor (n, system->similarity, system->similarity_exchanges, 0) == n;
  }
}
