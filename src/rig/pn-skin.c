/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Skinning. What a bone does is kept as what it adds to a point, so that a bone at rest adds exactly
 * nothing, and so does a weight that is missing. Costs some 6 ns a vertex. */
#include "pn-skin.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Bones as places in `used`. Without a weight any will do: it is the first. */
typedef struct {
  uint32_t used[PN_SKIN_INFLUENCES];
  double weights[PN_SKIN_INFLUENCES];
} Vertex;

struct PnSkin {
  atomic_uint ref_count;
  uint32_t n_used;
  size_t n_vertices;
  uint32_t *used;
  Vertex *vertices;
};

static int
is_before (const PnSkinWeights *weights, int a, int b)
{
  double left = weights->weights[a], right = weights->weights[b];
  return left > right || (!(left < right) && weights->bones[a] < weights->bones[b]);
}

static void
swap (PnSkinWeights *weights, int a, int b)
{
  uint32_t bone = weights->bones[a];
  double weight = weights->weights[a];
  weights->bones[a] = weights->bones[b];
  weights->weights[a] = weights->weights[b];
  weights->bones[b] = bone;
  weights->weights[b] = weight;
}

static void
drop (PnSkinWeights *weights, int i)
{
  weights->bones[i] = PN_BONE_NONE;
  weights->weights[i] = 0;
}

/* What is good, as parts of the strongest: a sum could be beyond a double. */
static void
take_parts (PnSkinWeights *weights)
{
  double strongest = 0;
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++) {
    double weight = weights->weights[i];
    if (weights->bones[i] == PN_BONE_NONE || !(weight > 0) || !isfinite (weight))
      drop (weights, i);
    else
      strongest = fmax (strongest, weight);
  }
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++) {
    if (weights->weights[i] > 0)
      weights->weights[i] /= strongest;
    if (!(weights->weights[i] > 0))
      drop (weights, i);
  }
}

static double
sum_of (const PnSkinWeights *weights)
{
  double sum = 0;
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    sum += weights->weights[i];
  return sum;
}

/* Nonzero where nothing is to be done: a number that was typed stays as it is. */
static int
is_normal (const PnSkinWeights *weights)
{
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++) {
    if (weights->bones[i] == PN_BONE_NONE ? weights->weights[i] < 0 || weights->weights[i] > 0
                                          : !(weights->weights[i] > 0))
      return 0;
    for (int j = 0; j < i; j++)
      if (weights->bones[j] == weights->bones[i] && weights->bones[i] != PN_BONE_NONE)
        return 0;
    if (i > 0 && is_before (weights, i, i - 1))
      return 0;
  }
  return weights->weights[0] <= 1 && fabs (sum_of (weights) - 1) <= PN_SKIN_SUM_ERROR;
}

static void
add_twins (PnSkinWeights *weights)
{
  for (int i = 1; i < PN_SKIN_INFLUENCES; i++)
    for (int j = 0; j < i && weights->bones[i] != PN_BONE_NONE; j++)
      if (weights->bones[j] == weights->bones[i]) {
        weights->weights[j] += weights->weights[i];
        drop (weights, i);
      }
}

static void
sort (PnSkinWeights *weights)
{
  for (int i = 1; i < PN_SKIN_INFLUENCES; i++)
    for (int j = i; j > 0 && is_before (weights, j, j - 1); j--)
      swap (weights, j, j - 1);
}

void
pn_skin_weights_normalize (PnSkinWeights *weights)
{
  sort (weights);
  if (is_normal (weights))
    return;
  take_parts (weights);
  add_twins (weights);
  sort (weights);
  double sum = sum_of (weights);
  for (int i = 0; i < PN_SKIN_INFLUENCES && sum > 0; i++) {
    weights->weights[i] /= sum;
    if (!(weights->weights[i] > 0))
      drop (weights, i);
  }
}

double
pn_skin_weights_of (const PnSkinWeights *weights, uint32_t bone)
{
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    if (weights->bones[i] == bone && bone != PN_BONE_NONE)
      return weights->weights[i];
  return 0;
}

uint32_t
pn_skin_weights_n (const PnSkinWeights *weights)
{
  uint32_t n = 0;
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    n += weights->bones[i] != PN_BONE_NONE;
  return n;
}

/* `places` (n_bones) gets the place of each bone that is used. */
static void
list_used (PnSkin *self, const PnSkinWeights *weights, size_t n_bones, uint32_t *places)
{
  memset (places, 0, n_bones * sizeof *places);
  for (size_t v = 0; v < self->n_vertices; v++)
    for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
      if (weights[v].bones[i] < n_bones && weights[v].weights[i] > 0)
        places[weights[v].bones[i]] = 1;
  for (uint32_t bone = 0; bone < n_bones; bone++)
    if (places[bone]) {
      places[bone] = self->n_used;
      self->used[self->n_used++] = bone;
    }
}

static size_t
take_weights (PnSkin *self, const PnSkinWeights *weights, size_t n_bones, const uint32_t *places)
{
  size_t n_unweighted = 0;
  for (size_t v = 0; v < self->n_vertices; v++) {
    PnSkinWeights own = weights[v];
    for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
      if (own.bones[i] >= n_bones)
        own.bones[i] = PN_BONE_NONE;
    pn_skin_weights_normalize (&own);
    n_unweighted += pn_skin_weights_n (&own) == 0;
    for (int i = 0; i < PN_SKIN_INFLUENCES; i++) {
      self->vertices[v].used[i] = own.bones[i] == PN_BONE_NONE ? 0 : places[own.bones[i]];
      self->vertices[v].weights[i] = own.weights[i];
    }
  }
  return n_unweighted;
}

PnStatus
pn_skin_new (const PnSkinWeights *weights,
             size_t n_vertices,
             size_t n_bones,
             size_t *n_unweighted,
             PnSkin **skin)
{
  PnSkin *made = calloc (1, sizeof *made);
  uint32_t *places = malloc ((n_bones + 1) * sizeof *places);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (made && places) {
    atomic_init (&made->ref_count, 1);
    made->n_vertices = n_vertices;
    made->used = malloc ((n_bones + 1) * sizeof *made->used);
    made->vertices = calloc (n_vertices + 1, sizeof *made->vertices);
    if (made->used && made->vertices) {
      list_used (made, weights, n_bones, places);
      size_t n = take_weights (made, weights, n_bones, places);
      if (n_unweighted)
        *n_unweighted = n;
      status = PN_STATUS_OK;
    }
  }
  free (places);
  if (status == PN_STATUS_OK)
    *skin = made;
  else
    pn_skin_unref (made);
  return status;
}

PnSkin *
pn_skin_ref (const PnSkin *skin)
{
  PnSkin *self = (PnSkin *)(uintptr_t)skin;
  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
pn_skin_unref (PnSkin *skin)
{
  if (!skin || atomic_fetch_sub_explicit (&skin->ref_count, 1, memory_order_acq_rel) != 1)
    return;
  free (skin->used);
  free (skin->vertices);
  free (skin);
}

size_t
pn_skin_n_vertices (const PnSkin *skin)
{
  return skin->n_vertices;
}

size_t
pn_skin_n_bytes (const PnSkin *skin)
{
  return sizeof *skin + skin->n_used * sizeof *skin->used +
         skin->n_vertices * sizeof *skin->vertices;
}

size_t
pn_skin_n_used (const PnSkin *skin)
{
  return skin->n_used;
}

const uint32_t *
pn_skin_used (const PnSkin *skin)
{
  return skin->used;
}

PnSkinWeights
pn_skin_weights_at (const PnSkin *skin, size_t vertex)
{
  const Vertex *own = &skin->vertices[vertex];
  PnSkinWeights weights = PN_SKIN_WEIGHTS_NONE;
  for (int i = 0; i < PN_SKIN_INFLUENCES && own->weights[i] > 0; i++) {
    weights.bones[i] = skin->used[own->used[i]];
    weights.weights[i] = own->weights[i];
  }
  return weights;
}

void
pn_skin_palette (const PnSkin *skin,
                 const PnSkeleton *skeleton,
                 const PnAffine *worlds,
                 const PnAffine *skeleton_from_layer,
                 PnAffine *palette)
{
  const PnAffine identity = PN_AFFINE_IDENTITY;
  PnAffine layer_from_skeleton;
  int is_flat = pn_affine_invert (skeleton_from_layer, &layer_from_skeleton) != PN_STATUS_OK;
  for (uint32_t i = 0; i < skin->n_used; i++) {
    PnAffine change = pn_skeleton_change (skeleton, worlds, skin->used[i]);
    palette[i] = identity;
    if (is_flat || memcmp (&change, &identity, sizeof change) == 0)
      continue;
    change = pn_affine_multiply (&change, skeleton_from_layer);
    change = pn_affine_multiply (&layer_from_skeleton, &change);
    if (pn_affine_is_finite (&change))
      palette[i] = change;
  }
}

void
pn_skin_apply (const PnSkin *skin, const PnAffine *palette, const PnVec2 *points, PnVec2 *posed)
{
  if (skin->n_used == 0) {
    memmove (posed, points, skin->n_vertices * sizeof *posed);
    return;
  }
  for (size_t v = 0; v < skin->n_vertices; v++) {
    const Vertex *vertex = &skin->vertices[v];
    PnVec2 p = points[v], moved = {0, 0};
    for (int i = 0; i < PN_SKIN_INFLUENCES; i++) {
      const PnAffine *map = &palette[vertex->used[i]];
      double w = vertex->weights[i];
      moved.x += w * ((map->xx - 1) * p.x + map->xy * p.y + map->x0);
      moved.y += w * (map->yx * p.x + (map->yy - 1) * p.y + map->y0);
    }
    posed[v] = pn_vec2_add (p, moved);
  }
}
