/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-weights.h"

#include "pn-math.h"
#include "pn-weights-private.h"

/* In px to the power of the falloff: what keeps the weight of a point on its bone finite. */
#define ON_THE_BONE 1e-6

void
pn_skin_weights_rank (PnSkinWeights *weights, uint32_t bone, double weight)
{
  int place = PN_SKIN_INFLUENCES;
  while (place > 0 && weight > weights->weights[place - 1])
    place--;
  if (place == PN_SKIN_INFLUENCES)
    return;
  for (int i = PN_SKIN_INFLUENCES - 1; i > place; i--) {
    weights->bones[i] = weights->bones[i - 1];
    weights->weights[i] = weights->weights[i - 1];
  }
  weights->bones[place] = bone;
  weights->weights[place] = weight;
}

void
pn_skin_weights_insert (PnSkinWeights *weights, uint32_t bone, double weight)
{
  if (weight > PN_WEIGHTS_SMALLEST)
    pn_skin_weights_rank (weights, bone, weight);
}

void
pn_bone_segments (const PnSkeleton *skeleton,
                  const PnAffine *skeleton_from_layer,
                  PnBoneSegment *segments)
{
  PnAffine layer_from_skeleton;
  PnStatus status = pn_affine_invert (skeleton_from_layer, &layer_from_skeleton);
  for (size_t i = 0; i < pn_skeleton_n_bones (skeleton); i++) {
    const PnAffine *rest = &pn_skeleton_rest (skeleton)[i];
    PnVec2 none = {(double)NAN, (double)NAN};
    segments[i] = (PnBoneSegment){none, none};
    if (status != PN_STATUS_OK || pn_skeleton_states (skeleton)[i] == PN_BONE_FLAT)
      continue;
    double length = pn_skeleton_bones (skeleton)[i].length;
    segments[i].head = pn_affine_apply (&layer_from_skeleton, pn_bone_head (rest));
    segments[i].tip = pn_affine_apply (&layer_from_skeleton, pn_bone_tip (rest, length));
  }
}

/* distance^falloff. Without a logarithm where the falloff is the usual one. */
static double
power_of_distance (double square, double falloff)
{
  if (fabs (falloff - 2) < 1e-12)
    return square;
  return square > 0 ? pn_exp2 (pn_log2 (square) * falloff / 2) : 0;
}

static PnSkinWeights
nearest_bones (PnVec2 point, const PnBoneSegment *segments, size_t n_bones, double falloff)
{
  PnSkinWeights nearest = PN_SKIN_WEIGHTS_NONE;
  double squares[PN_SKIN_INFLUENCES], part, sum = 0;
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    squares[i] = (double)INFINITY;
  /* A segment that is none is at no distance, which is not below another. */
  for (uint32_t bone = 0; bone < n_bones; bone++) {
    double square =
        pn_vec2_square_to_segment (point, segments[bone].head, segments[bone].tip, &part);
    if (!(square < squares[PN_SKIN_INFLUENCES - 1]))
      continue;
    int place = PN_SKIN_INFLUENCES - 1;
    for (; place > 0 && square < squares[place - 1]; place--) {
      squares[place] = squares[place - 1];
      nearest.bones[place] = nearest.bones[place - 1];
    }
    squares[place] = square;
    nearest.bones[place] = bone;
  }
  for (int i = 0; i < PN_SKIN_INFLUENCES && nearest.bones[i] != PN_BONE_NONE; i++)
    sum += nearest.weights[i] = 1 / (power_of_distance (squares[i], falloff) + ON_THE_BONE);
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    if (!(nearest.weights[i] > PN_WEIGHTS_SMALLEST * sum))
      nearest.weights[i] = 0;
  pn_skin_weights_normalize (&nearest);
  return nearest;
}

void
pn_weights_by_distance (const PnVec2 *points,
                        size_t n_points,
                        const PnBoneSegment *segments,
                        size_t n_bones,
                        double falloff,
                        PnSkinWeights *weights,
                        PnSourceState *states)
{
  for (size_t i = 0; i < n_bones && states; i++)
    states[i] = pn_bone_segment_is_finite (&segments[i]) ? PN_SOURCE_HOLDS : PN_SOURCE_NOT_FINITE;
  for (size_t p = 0; p < n_points; p++)
    weights[p] = nearest_bones (points[p], segments, n_bones, falloff);
}

void
pn_weights_field (const PnSkinWeights *weights, size_t n_vertices, uint32_t bone, double *field)
{
  for (size_t v = 0; v < n_vertices; v++)
    field[v] = pn_skin_weights_of (&weights[v], bone);
}

PnSkinWeights
pn_weights_at (const PnMesh *mesh, const PnSkinWeights *weights, const PnMeshPlace *place)
{
  PnSkinWeights mixed = PN_SKIN_WEIGHTS_NONE;
  uint32_t bones[3 * PN_SKIN_INFLUENCES];
  double sums[3 * PN_SKIN_INFLUENCES];
  uint32_t n = 0;
  for (int i = 0; i < 3; i++) {
    const PnSkinWeights *corner =
        &weights[pn_mesh_triangles (mesh)[3 * (size_t)place->triangle + (size_t)i]];
    for (int j = 0; j < PN_SKIN_INFLUENCES; j++) {
      uint32_t at = 0;
      if (corner->bones[j] == PN_BONE_NONE)
        continue;
      while (at < n && bones[at] != corner->bones[j])
        at++;
      if (at == n) {
        bones[n] = corner->bones[j];
        sums[n++] = 0;
      }
      sums[at] += place->weights[i] * corner->weights[j];
    }
  }
  for (uint32_t i = 0; i < n; i++)
    pn_skin_weights_insert (&mixed, bones[i], sums[i]);
  pn_skin_weights_normalize (&mixed);
  return mixed;
}

void
pn_weights_give (PnSkinWeights *weights, size_t n_vertices, uint32_t from, uint32_t to)
{
  for (size_t v = 0; v < n_vertices; v++) {
    int has_changed = 0;
    for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
      if (weights[v].bones[i] == from && from != PN_BONE_NONE) {
        weights[v].bones[i] = to;
        has_changed = 1;
      }
    if (has_changed)
      pn_skin_weights_normalize (&weights[v]);
  }
}
