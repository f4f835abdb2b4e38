/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The turn of a pin's grip, as one more row to hold: the area-weighted mean of a, the part of a
 * triangle's map that turns and scales, over the triangles of the grip. It is linear in the places,
 * so an authored turn is held as exactly as a place is, and runs on without a seam from turn to
 * turn. The force that holds it is spread over the grip by the same row.
 *
 * Triangles weigh by (1 - (d / grip)^2)^2, d the distance of their middles; the one under the pin
 * weighs in full, and on a mesh coarser than the grip stands alone. */
#include <math.h>
#include <string.h>

#include "pn-elastic-private.h"

static double
weight_of (const PnElasticHold *hold, const PnElasticPiece *piece, uint32_t t, int is_under)
{
  const uint32_t *corner = piece->corners + 3 * (size_t)t;
  PnComplex middle = {0, 0};
  for (int i = 0; i < 3; i++)
    middle = pn_complex_add (middle, pn_complex_scale (piece->rest[corner[i]], 1.0 / 3));
  double square = is_under ? 0 : pn_complex_norm (pn_complex_sub (middle, hold->at));
  double rest = is_under ? 1 : 1 - square / (hold->pin.grip * hold->pin.grip);
  return rest > 0 ? piece->areas[t] * rest * rest : 0;
}

/* Fills `dense` (n_vertices of the piece, zeroed) with the row, before its length. */
static void
fill_row (const PnElasticFactor *factor, const PnElasticHold *hold, PnComplex *dense)
{
  const PnElasticPiece *piece = &factor->pieces[hold->piece];
  double sum = 0;
  for (uint32_t i = 0; i < hold->n_reached; i++)
    sum += weight_of (hold, piece, factor->triangle_locals[hold->reached[i]],
                      hold->reached[i] == hold->place.triangle);
  for (uint32_t i = 0; i < hold->n_reached; i++) {
    uint32_t t = factor->triangle_locals[hold->reached[i]];
    double weight = weight_of (hold, piece, t, hold->reached[i] == hold->place.triangle) / sum;
    const uint32_t *corner = piece->corners + 3 * (size_t)t;
    PnComplex first = pn_complex_scale (piece->gradients[2 * (size_t)t], weight);
    PnComplex second = pn_complex_scale (piece->gradients[2 * (size_t)t + 1], weight);
    dense[corner[0]] = pn_complex_add (dense[corner[0]], first);
    dense[corner[1]] = pn_complex_add (dense[corner[1]], second);
    dense[corner[2]] = pn_complex_sub (dense[corner[2]], pn_complex_add (first, second));
  }
}

static PnStatus
keep_row (PnElasticTurn *turn, uint32_t n, const PnComplex *dense)
{
  for (uint32_t i = 0; i < n; i++)
    turn->n += pn_complex_norm (dense[i]) > 0;
  turn->vertices = malloc ((turn->n + (size_t)1) * sizeof *turn->vertices);
  turn->row = malloc ((turn->n + (size_t)1) * sizeof *turn->row);
  if (!turn->vertices || !turn->row)
    return PN_STATUS_NO_MEMORY;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (pn_complex_norm (dense[i]) > 0) {
      turn->vertices[kept] = i;
      turn->row[kept++] = pn_complex_scale (dense[i], turn->length);
    }
  turn->n_bytes += turn->n * (sizeof *turn->vertices + sizeof *turn->row);
  return PN_STATUS_OK;
}

static PnStatus
respond (PnElasticTurn *turn, const PnElasticPiece *piece)
{
  size_t n = piece->n_vertices;
  turn->rigid = calloc (n, sizeof *turn->rigid);
  turn->similarity = malloc (n * sizeof *turn->similarity);
  if (!turn->rigid || !turn->similarity)
    return PN_STATUS_NO_MEMORY;
  turn->n_bytes += 2 * n * sizeof *turn->rigid;
  for (uint32_t i = 0; i < turn->n; i++)
    turn->rigid[turn->vertices[i]] = pn_complex_conj (turn->row[i]);
  memcpy (turn->similarity, turn->rigid, n * sizeof *turn->rigid);
  turn->rigid[piece->grounded[0]] = pn_complex (0, 0);
  pn_ldl_real_solve (piece->rigid, turn->rigid);
  turn->similarity[piece->grounded[0]] = pn_complex (0, 0);
  turn->similarity[piece->grounded[1]] = pn_complex (0, 0);
  pn_ldl_complex_solve (piece->similarity, turn->similarity);
  return PN_STATUS_OK;
}

static PnStatus
reach_out (PnElasticTurn *turn, const PnElasticFactor *factor, const PnElasticHold *hold)
{
  PnElasticSpread spread;
  PnStatus status = pn_elastic_spread_init (&spread, factor, &hold->place, hold->pin.extent);
  if (status != PN_STATUS_OK)
    return status;
  turn->n_near = (uint32_t)spread.n;
  turn->near = malloc ((spread.n + 1) * sizeof *turn->near);
  turn->shares = malloc ((spread.n + 1) * sizeof *turn->shares);
  if (turn->near && turn->shares)
    for (size_t i = 0; i < spread.n; i++) {
      turn->near[i] = factor->triangle_locals[spread.triangles[i]];
      turn->shares[i] = spread.shares[i];
    }
  else
    status = PN_STATUS_NO_MEMORY;
  turn->n_bytes += spread.n * (sizeof *turn->near + sizeof *turn->shares);
  pn_elastic_spread_clear (&spread);
  return status;
}

PnStatus
pn_elastic_turn_new (const PnElasticFactor *factor, const PnElasticHold *hold, PnElasticTurn **turn)
{
  const PnElasticPiece *piece = &factor->pieces[hold->piece];
  uint32_t n = piece->n_vertices;
  PnElasticTurn *made = calloc (1, sizeof *made);
  PnComplex *dense = calloc (n, sizeof *dense);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (made && dense) {
    uint32_t under = factor->triangle_locals[hold->place.triangle];
    made->length = fmax (hold->pin.grip, sqrt (piece->areas[under]));
    made->n_bytes = sizeof *made;
    fill_row (factor, hold, dense);
    status = keep_row (made, n, dense);
    if (status == PN_STATUS_OK)
      status = respond (made, piece);
    if (status == PN_STATUS_OK)
      status = reach_out (made, factor, hold);
  }
  free (dense);
  if (status == PN_STATUS_OK)
    *turn = made;
  else
    pn_elastic_turn_free (made);
  return status;
}

void
pn_elastic_turn_free (PnElasticTurn *turn)
{
  if (!turn)
    return;
  free (turn->vertices);
  free (turn->row);
  free (turn->rigid);
  free (turn->similarity);
  free (turn->near);
  free (turn->shares);
  free (turn);
}
