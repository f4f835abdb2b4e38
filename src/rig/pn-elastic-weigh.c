/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Harmonic weights of pins.
 *
 * The weight of a pin is the function that is 1 at the pin, 0 at the others, and in between as even
 * as it can be, which is the harmonic one (Joshi, Meyer, DeRose, Green and Sanders, "Harmonic
 * coordinates for character articulation", 2007): a sum of responses to the pins' forces on the
 * rigid matrix, which is a Laplacian, exact at any density where sweeps from vertex to vertex would
 * need as many as the mesh is wide. Plain, not stiff: starch is no part of what a pin is near.
 *
 * Costs for each pin a solve with the small system, and a column of the mesh for each two pins. */
#include <math.h>
#include <string.h>

#include "pn-dense.h"
#include "pn-elastic-private.h"
#include "pn-math.h"

PnStatus
pn_elastic_weighing_reserve (PnElasticWeighing *weighing,
                             PnArena *arena,
                             uint32_t n_pins,
                             uint32_t n_vertices)
{
  weighing->present = pn_arena_new (arena, unsigned char, n_pins);
  weighing->forces = pn_arena_new (arena, PnComplex, n_pins + (size_t)1);
  weighing->rows = pn_arena_new (arena, double, n_pins *(size_t)n_vertices);
  if (!weighing->present || !weighing->forces || !weighing->rows)
    return PN_STATUS_NO_MEMORY;
  return pn_elastic_system_reserve (&weighing->system, arena, n_pins, n_pins);
}

/* The function of row `r`, in the piece's numbers. */
static void
fill_row (const PnElasticGroup *group,
          const PnElasticSystem *system,
          uint32_t r,
          PnComplex *forces,
          double *row)
{
  uint32_t n = system->n_rows, n_vertices = group->piece->n_vertices;
  double translation = 1;
  if (n > 1) {
    for (uint32_t i = 0; i <= n; i++)
      forces[i] = pn_complex (i == r + 1 ? -1 : 0, 0);
    pn_dense_solve (n + 1, system->rigid, system->rigid_exchanges, forces);
    translation = forces[n].re;
  }
  for (uint32_t v = 0; v < n_vertices; v++)
    row[v] = translation;
  for (uint32_t i = 0; i < group->n_pins && n > 1; i++) {
    uint32_t s = system->rows[i];
    if (s == PN_ELASTIC_NONE)
      continue;
    double force = forces[s].re / (double)system->sizes[s];
    const double *response = group->holds[i]->rigid;
    for (uint32_t v = 0; v < n_vertices; v++)
      row[v] -= force * response[v];
  }
}

/* Forces are spread over grips, so that near a pin a function may leave its bounds by a little:
 * brings them all within 0 and 1, and their sum to 1. */
static void
normalise (uint32_t n_rows, uint32_t n_vertices, double *rows)
{
  for (uint32_t v = 0; v < n_vertices; v++) {
    double sum = 0;
    for (uint32_t r = 0; r < n_rows; r++) {
      double *weight = &rows[r * (size_t)n_vertices + v];
      *weight = pn_clamp (*weight, 0, 1);
      sum += *weight;
    }
    for (uint32_t r = 0; r < n_rows && sum > 0; r++)
      rows[r * (size_t)n_vertices + v] /= sum;
  }
}

static const PnElasticSystem *
choose_system (const PnElasticGroup *group, const unsigned char *parts, PnElasticWeighing *weighing)
{
  int all_present = 1;
  for (uint32_t i = 0; i < group->n_pins; i++) {
    weighing->present[i] = parts[group->pins[i]] != PN_ELASTIC_ABSENT;
    all_present &= weighing->present[i];
  }
  if (all_present)
    return &group->system;
  pn_elastic_system_build (&weighing->system, group, weighing->present);
  return &weighing->system;
}

static uint32_t
count_in_row (const PnElasticGroup *group,
              const PnElasticSystem *system,
              const unsigned char *parts,
              uint32_t row)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < group->n_pins; i++)
    n += system->rows[i] == row && parts[group->pins[i]] == PN_ELASTIC_COUNTED;
  return n;
}

void
pn_elastic_weigh (const PnElasticPins *set,
                  const unsigned char *parts,
                  PnElasticWeighing *weighing,
                  double *columns)
{
  size_t n = pn_mesh_n_vertices (set->plain->mesh);
  for (uint32_t i = 0; i < set->n_pins; i++)
    if (parts[i] == PN_ELASTIC_COUNTED)
      memset (columns + i * n, 0, n * sizeof *columns);
  for (uint32_t g = 0; g < set->n_groups; g++) {
    const PnElasticGroup *group = &set->groups[g];
    const PnElasticSystem *system = choose_system (group, parts, weighing);
    uint32_t n_vertices = group->piece->n_vertices;
    for (uint32_t r = 0; r < system->n_rows; r++)
      fill_row (group, system, r, weighing->forces, weighing->rows + r * (size_t)n_vertices);
    normalise (system->n_rows, n_vertices, weighing->rows);
    for (uint32_t i = 0; i < group->n_pins; i++) {
      uint32_t r = system->rows[i];
      if (r == PN_ELASTIC_NONE || parts[group->pins[i]] != PN_ELASTIC_COUNTED)
        continue;
      double share = 1 / (double)count_in_row (group, system, parts, r);
      const double *row = weighing->rows + r * (size_t)n_vertices;
      for (uint32_t v = 0; v < n_vertices; v++)
        columns[group->pins[i] * n + group->piece->vertices[v]] = row[v] * share;
    }
  }
}

void
pn_elastic_sharpen (double *weights, size_t n, double power)
{
  if (power >= 1 && power <= 1)
    return;
  for (size_t i = 0; i < n; i++)
    weights[i] = weights[i] > 0 ? pn_exp2 (pn_log2 (weights[i]) * power) : 0;
}
