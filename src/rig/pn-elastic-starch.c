/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How stiff pins make each triangle: its energy counts 200^m times, m being the sum of what the
 * pins within reach give it, in steps of 1/1024. Stiffness of neighbouring triangles differs by a
 * factor, so that sums of m are products of stiffness; a sum above 1 is 1. (At 60 times the edges
 * of a part that is to be solid still change by 0.2 %.) Costs a spread for each stiff pin. */
#include <math.h>

#include "pn-elastic-private.h"
#include "pn-math.h"

static PnStatus
add_pin (const PnElasticFactor *plain,
         const PnElasticPin *pin,
         const PnMeshPlace *place,
         double *amounts)
{
  double amount = floor (pn_clamp (pin->stiffness, 0, 1) * PN_STARCH_STEPS + 0.5);
  if (!(amount > 0))
    return PN_STATUS_OK;
  PnElasticSpread spread;
  PnStatus status = pn_elastic_spread_init (&spread, plain, place, pin->starch_extent);
  if (status != PN_STATUS_OK)
    return status;
  for (size_t i = 0; i < spread.n; i++)
    amounts[spread.triangles[i]] += amount * spread.shares[i];
  pn_elastic_spread_clear (&spread);
  return PN_STATUS_OK;
}

/* Whether two triangles of one piece differ. `firsts` has room for the pieces. */
static int
is_uneven (const PnElasticFactor *plain, const uint16_t *stiffness, uint32_t *firsts)
{
  const uint32_t *components = pn_mesh_triangle_components (plain->mesh);
  for (uint32_t c = 0; c < plain->n_pieces; c++)
    firsts[c] = PN_ELASTIC_NONE;
  for (size_t t = 0; t < pn_mesh_n_triangles (plain->mesh); t++) {
    uint32_t *first = &firsts[components[t]];
    if (*first == PN_ELASTIC_NONE)
      *first = stiffness[t];
    else if (*first != stiffness[t])
      return 1;
  }
  return 0;
}

PnStatus
pn_elastic_starch (const PnElasticFactor *plain,
                   const PnElasticPin *pins,
                   const PnMeshPlace *places,
                   const PnPinState *states,
                   size_t n_pins,
                   uint16_t *stiffness,
                   int *any)
{
  size_t n_triangles = pn_mesh_n_triangles (plain->mesh);
  double *amounts = calloc (n_triangles, sizeof *amounts);
  uint32_t *firsts = malloc (plain->n_pieces * sizeof *firsts);
  PnStatus status = amounts && firsts ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;
  for (size_t i = 0; i < n_pins && status == PN_STATUS_OK; i++)
    if (states[i] == PN_PIN_HOLDS && pins[i].kind != PN_ELASTIC_OVERLAP)
      status = add_pin (plain, &pins[i], &places[i], amounts);
  if (status == PN_STATUS_OK) {
    for (size_t t = 0; t < n_triangles; t++)
      stiffness[t] = (uint16_t)floor (fmin (amounts[t], PN_STARCH_STEPS) + 0.5);
    *any = is_uneven (plain, stiffness, firsts);
  }
  free (amounts);
  free (firsts);
  return status;
}
