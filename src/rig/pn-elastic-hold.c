/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How one pin takes hold of its piece.
 *
 * What it fixes is a row of barycentrics, so that the artwork under the pin lands on its target
 * exactly. The force that holds it there is spread over a disc, the grip: a point force makes a
 * spike, and flipped triangles, the worse the finer the mesh. The force is the mean of the
 * barycentrics of fixed sample points of the disc, those that lie in the mesh and are joined to the
 * pin within the disc: a hand that rests on the hip is not the hip's to pull.
 *
 * A full disc is even, and its force acts at the pin. A cut one is weighted so that it does, by an
 * affine factor, which is not let below zero. On a mesh coarser than the grip all this comes to the
 * barycentrics of the pin by itself.
 *
 * Costs a flood of the disc, 32 look-ups and two solves; two more for a pin that turns
 * (pn-elastic-turn.c). */
#include <math.h>
#include <string.h>

#include "pn-array.h"
#include "pn-elastic-private.h"
#include "pn-mesh-private.h"

/* Four rings of eight points that stand for equal areas, every second ring turned by half a
 * step. */
#define N_RINGS 4
#define N_AROUND 8
#define N_SAMPLES (N_RINGS * N_AROUND)

#define COS_45 0.70710678118654752440
#define COS_22_5 0.92387953251128675613
#define SIN_22_5 0.38268343236508977173

static const PnVec2 directions[2][N_AROUND] = {
    {{1, 0},
     {COS_45, COS_45},
     {0, 1},
     {-COS_45, COS_45},
     {-1, 0},
     {-COS_45, -COS_45},
     {0, -1},
     {COS_45, -COS_45}},
    {{COS_22_5, SIN_22_5},
     {SIN_22_5, COS_22_5},
     {-SIN_22_5, COS_22_5},
     {-COS_22_5, SIN_22_5},
     {-COS_22_5, -SIN_22_5},
     {-SIN_22_5, -COS_22_5},
     {SIN_22_5, -COS_22_5},
     {COS_22_5, -SIN_22_5}},
};

/* Sample points of the disc that are used, relative to the pin, and where they lie. */
typedef struct {
  size_t n;
  PnVec2 offsets[N_SAMPLES]; /* px */
  PnMeshPlace places[N_SAMPLES];
  double weights[N_SAMPLES]; /* sum to 1 */
} Samples;

static int
compare_indices (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The triangles that can be come to from the pin's own without leaving the disc. */
static PnStatus
flood_disc (PnElasticHold *hold, const PnElasticFactor *factor, PnVec2 centre)
{
  const PnMesh *mesh = factor->mesh;
  const PnVec2 *positions = pn_mesh_positions (mesh);
  const uint32_t *corners = pn_mesh_triangles (mesh);
  unsigned char *seen = calloc (pn_mesh_n_triangles (mesh), 1);
  PN_ARRAY (uint32_t) reached = {0};
  PnStatus status = seen ? pn_array_push (&reached, hold->place.triangle) : PN_STATUS_NO_MEMORY;
  if (status == PN_STATUS_OK)
    seen[hold->place.triangle] = 1;
  for (size_t at = 0; status == PN_STATUS_OK && at < reached.n_items; at++)
    for (uint32_t half = 3 * reached.items[at]; half < 3 * reached.items[at] + 3; half++) {
      uint32_t mate = factor->mates[half];
      if (mate == PN_MESH_NONE || seen[mate / 3])
        continue;
      double part;
      double square = pn_vec2_square_to_segment (
          centre, positions[corners[half]], positions[corners[pn_mesh_next_half (half)]], &part);
      if (sqrt (square) >= hold->pin.grip)
        continue;
      seen[mate / 3] = 1;
      status = pn_array_push (&reached, mate / 3);
      if (status != PN_STATUS_OK)
        break;
    }
  free (seen);
  if (status != PN_STATUS_OK) {
    pn_array_clear (&reached);
    return status;
  }
  qsort (reached.items, reached.n_items, sizeof *reached.items, compare_indices);
  hold->reached = reached.items;
  hold->n_reached = (uint32_t)reached.n_items;
  hold->n_bytes += reached.n_allocated * sizeof *reached.items;
  return PN_STATUS_OK;
}

int
pn_elastic_hold_reaches (const PnElasticHold *hold, uint32_t triangle)
{
  return bsearch (&triangle, hold->reached, hold->n_reached, sizeof triangle, compare_indices) !=
         NULL;
}

static void
gather_samples (Samples *samples, const PnElasticHold *hold, const PnMesh *mesh, PnVec2 centre)
{
  samples->n = 0;
  for (int ring = 0; ring < N_RINGS; ring++) {
    double radius = hold->pin.grip * sqrt ((ring + 0.5) / N_RINGS);
    for (int i = 0; i < N_AROUND; i++) {
      PnVec2 offset = pn_vec2_scale (directions[ring % 2][i], radius);
      PnMeshPlace *place = &samples->places[samples->n];
      if (pn_mesh_locate (mesh, pn_vec2_add (centre, offset), place) != PN_STATUS_OK ||
          place->distance > 0 || !pn_elastic_hold_reaches (hold, place->triangle))
        continue;
      samples->offsets[samples->n++] = offset;
    }
  }
}

/* Makes the weighted mean of the offsets zero, as far as weights of 0 or more can. */
static void
weight_samples (Samples *samples, double grip)
{
  double n = (double)samples->n;
  PnVec2 mean = {0, 0};
  for (size_t i = 0; i < samples->n; i++) {
    samples->weights[i] = 1 / n;
    mean = pn_vec2_add (mean, pn_vec2_scale (samples->offsets[i], 1 / n));
  }
  if (samples->n == N_SAMPLES)
    return;

  /* Samples on one line have no spread across it: the floor, small beside a spread that is, keeps
   * the inverse finite. */
  double floor = 1e-12 * grip * grip;
  double xx = floor, xy = 0, yy = floor;
  for (size_t i = 0; i < samples->n; i++) {
    PnVec2 d = pn_vec2_sub (samples->offsets[i], mean);
    xx += d.x * d.x / n;
    xy += d.x * d.y / n;
    yy += d.y * d.y / n;
  }
  double determinant = xx * yy - xy * xy;
  PnVec2 slope = {(xy * mean.y - yy * mean.x) / determinant,
                  (xy * mean.x - xx * mean.y) / determinant};
  double lowest = 0;
  for (size_t i = 0; i < samples->n; i++)
    lowest = fmin (lowest, pn_vec2_dot (slope, pn_vec2_sub (samples->offsets[i], mean)));
  double share = lowest < -1 ? -1 / lowest : 1;
  for (size_t i = 0; i < samples->n; i++) {
    double rise = pn_vec2_dot (slope, pn_vec2_sub (samples->offsets[i], mean));
    samples->weights[i] = (1 + share * rise) / n;
  }
}

static void
add_place (const PnElasticFactor *factor, const PnMeshPlace *place, double weight, PnComplex *row)
{
  const uint32_t *corners = pn_mesh_triangles (factor->mesh) + 3 * (size_t)place->triangle;
  for (int i = 0; i < 3; i++)
    row[factor->locals[corners[i]]].re += weight * place->weights[i];
}

/* Writes the force into `row` (n_vertices of the piece, zeroed) and its centre into the hold. */
static void
spread_force (PnElasticHold *hold, const PnElasticFactor *factor, PnVec2 centre, PnComplex *row)
{
  Samples samples;
  gather_samples (&samples, hold, factor->mesh, centre);
  hold->force_at = hold->at;
  if (samples.n == 0) {
    add_place (factor, &hold->place, 1, row);
    return;
  }
  weight_samples (&samples, hold->pin.grip);
  for (size_t i = 0; i < samples.n; i++) {
    add_place (factor, &samples.places[i], samples.weights[i], row);
    hold->force_at.re += samples.weights[i] * samples.offsets[i].x;
    hold->force_at.im += samples.weights[i] * samples.offsets[i].y;
  }
}

static void
solve_responses (PnElasticHold *hold, const PnElasticPiece *piece, PnComplex *row)
{
  memcpy (hold->similarity, row, piece->n_vertices * sizeof *row);
  row[piece->grounded[0]] = pn_complex (0, 0);
  pn_ldl_real_solve (piece->rigid, row);
  for (uint32_t i = 0; i < piece->n_vertices; i++)
    hold->rigid[i] = row[i].re;

  hold->similarity[piece->grounded[0]] = pn_complex (0, 0);
  hold->similarity[piece->grounded[1]] = pn_complex (0, 0);
  pn_ldl_complex_solve (piece->similarity, hold->similarity);
}

static PnStatus
fill_hold (PnElasticHold *hold, const PnElasticFactor *factor)
{
  const PnElasticPiece *piece = &factor->pieces[hold->piece];
  size_t n = piece->n_vertices;
  PnVec2 centre = pn_mesh_at (factor->mesh, pn_mesh_positions (factor->mesh), &hold->place);
  PnStatus status = flood_disc (hold, factor, centre);
  if (status != PN_STATUS_OK)
    return status;

  hold->rigid = malloc (n * sizeof *hold->rigid);
  hold->similarity = malloc (n * sizeof *hold->similarity);
  PnComplex *row = calloc (n, sizeof *row);
  if (hold->rigid && hold->similarity && row) {
    hold->n_bytes += n * (sizeof *hold->rigid + sizeof *hold->similarity);
    spread_force (hold, factor, centre, row);
    solve_responses (hold, piece, row);
    if (pn_elastic_turns (&hold->pin))
      status = pn_elastic_turn_new (factor, hold, &hold->turn);
  } else {
    status = PN_STATUS_NO_MEMORY;
  }
  free (row);
  return status;
}

PnStatus
pn_elastic_hold_new (const PnElasticFactor *factor,
                     const PnElasticPin *pin,
                     const PnMeshPlace *place,
                     PnElasticHold **hold)
{
  PnElasticHold *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  atomic_init (&made->ref_count, 1);
  made->n_bytes = sizeof *made;
  made->pin = *pin;
  made->place = *place;
  made->piece = pn_mesh_triangle_components (factor->mesh)[place->triangle];
  for (int i = 0; i < 3; i++)
    made->corners[i] =
        factor->locals[pn_mesh_triangles (factor->mesh)[3 * (size_t)place->triangle + i]];
  made->at = pn_elastic_hold_value (made, factor->pieces[made->piece].rest);

  PnStatus status = fill_hold (made, factor);
  if (status == PN_STATUS_OK)
    *hold = made;
  else
    pn_elastic_hold_unref (made);
  return status;
}

PnElasticHold *
pn_elastic_hold_ref (PnElasticHold *hold)
{
  atomic_fetch_add_explicit (&hold->ref_count, 1, memory_order_relaxed);
  return hold;
}

void
pn_elastic_hold_unref (PnElasticHold *hold)
{
  if (!hold || atomic_fetch_sub_explicit (&hold->ref_count, 1, memory_order_acq_rel) != 1)
    return;
  free (hold->reached);
  free (hold->rigid);
  free (hold->similarity);
  pn_elastic_turn_free (hold->turn);
  free (hold);
}
