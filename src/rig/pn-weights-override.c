/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists of what is painted, in order, and how they are laid over what was found. */
#include <stdlib.h>
#include <string.h>

#include "pn-array.h"
#include "pn-weights-paint-private.h"
#include "pn-weights-private.h"

/* Less than this is no rest to share. */
#define NO_REST 1e-12
/* A place so near to a corner is the corner. */
#define AT_CORNER 1e-9

void
pn_weight_overrides_clear (PnWeightOverrides *overrides)
{
  free (overrides->items);
  *overrides = (PnWeightOverrides){0};
}

static int
compare (const PnWeightOverride *a, uint32_t vertex, uint32_t bone)
{
  if (a->vertex != vertex)
    return a->vertex < vertex ? -1 : 1;
  return a->bone == bone ? 0 : a->bone < bone ? -1 : 1;
}

size_t
pn_weight_overrides_lower_bound (const PnWeightOverrides *self, uint32_t vertex, uint32_t bone)
{
  size_t low = 0, high = self->n_items;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare (&self->items[middle], vertex, bone) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

PnStatus
pn_weight_overrides_take (PnWeightOverrides *overrides, const PnWeightOverrides *newer)
{
  if (pn_array_reserve (overrides, newer->n_items) != PN_STATUS_OK)
    return PN_STATUS_NO_MEMORY;
  /* From the back, so that the older ones are moved but once; those replaced leave a gap in front. */
  size_t older = overrides->n_items, left = newer->n_items, end = older + left, to = end;
  PnWeightOverride *items = overrides->items;
  while (left > 0) {
    const PnWeightOverride *next = &newer->items[left - 1];
    int order = older == 0 ? -1 : compare (&items[older - 1], next->vertex, next->bone);
    if (order > 0) {
      items[--to] = items[--older];
      continue;
    }
    items[--to] = *next;
    left--;
    older -= order == 0;
  }
  memmove (items + older, items + to, (end - to) * sizeof *items);
  overrides->n_items = older + (end - to);
  return PN_STATUS_OK;
}

PnStatus
pn_weight_overrides_set (PnWeightOverrides *overrides, const PnWeightOverride *item)
{
  PnWeightOverride own = *item;
  const PnWeightOverrides newer = {&own, 1, 1};
  return pn_weight_overrides_take (overrides, &newer);
}

const PnWeightOverride *
pn_weight_overrides_find (const PnWeightOverrides *overrides, uint32_t vertex, uint32_t bone)
{
  size_t i = pn_weight_overrides_lower_bound (overrides, vertex, bone);
  return i < overrides->n_items && compare (&overrides->items[i], vertex, bone) == 0
             ? &overrides->items[i]
             : NULL;
}

void
pn_weight_overrides_unset (PnWeightOverrides *overrides, uint32_t vertex, uint32_t bone)
{
  size_t kept = 0;
  for (size_t i = 0; i < overrides->n_items; i++) {
    const PnWeightOverride *item = &overrides->items[i];
    if (item->vertex != vertex || (item->bone != bone && bone != PN_BONE_NONE))
      overrides->items[kept++] = *item;
  }
  overrides->n_items = kept;
}

/* Puts the items of one vertex in order of their bones. */
static void
sort_run (PnWeightOverride *items, size_t n)
{
  for (size_t i = 1; i < n; i++) {
    PnWeightOverride item = items[i];
    size_t place = i;
    for (; place > 0 && items[place - 1].bone > item.bone; place--)
      items[place] = items[place - 1];
    items[place] = item;
  }
}

void
pn_weight_overrides_give (PnWeightOverrides *overrides, uint32_t from, uint32_t to)
{
  PnWeightOverride *items = overrides->items;
  size_t kept = 0, begin = 0;
  for (size_t end = 0; end < overrides->n_items; begin = end) {
    while (end < overrides->n_items && items[end].vertex == items[begin].vertex) {
      items[end].bone = items[end].bone == from ? to : items[end].bone;
      end++;
    }
    sort_run (items + begin, end - begin);
    size_t first = kept;
    for (size_t i = begin; i < end; i++) {
      if (items[i].bone == PN_BONE_NONE)
        continue;
      if (kept > first && items[kept - 1].bone == items[i].bone)
        items[kept - 1].weight = fmin (1, items[kept - 1].weight + items[i].weight);
      else
        items[kept++] = items[i];
    }
  }
  overrides->n_items = kept;
}

void
pn_weight_row_take (PnSkinWeights *row, const PnSkinWeights *others, double sum)
{
  double found = 0, rest = fmax (0, 1 - sum);
  PnSkinWeights kept = PN_SKIN_WEIGHTS_NONE;
  uint32_t n = 0, n_free = PN_SKIN_INFLUENCES - pn_skin_weights_n (row);
  for (int i = 0; i < PN_SKIN_INFLUENCES && n < n_free; i++)
    if (others->bones[i] != PN_BONE_NONE) {
      kept.bones[n] = others->bones[i];
      kept.weights[n++] = others->weights[i];
      found += others->weights[i];
    }
  for (uint32_t i = 0; i < n && rest > NO_REST && found > 0; i++) {
    uint32_t place = PN_SKIN_INFLUENCES - n_free + i;
    row->bones[place] = kept.bones[i];
    row->weights[place] = kept.weights[i] * (rest / found);
  }
  pn_skin_weights_normalize (row);
}

static int
counts (const PnMesh *mesh, const PnWeightOverride *item, size_t n_bones)
{
  if (item->vertex >= pn_mesh_n_vertices (mesh) || item->bone >= n_bones ||
      !(item->weight >= 0 && item->weight <= 1))
    return 0;
  PnVec2 off = pn_vec2_sub (pn_mesh_positions (mesh)[item->vertex], item->rest);
  return fabs (off.x) <= PN_WEIGHT_REST_TOLERANCE && fabs (off.y) <= PN_WEIGHT_REST_TOLERANCE;
}

/* Those of one vertex; returns how many do not count. */
static size_t
merge_vertex (const PnMesh *mesh,
              const PnWeightOverride *items,
              size_t n_items,
              size_t n_bones,
              PnSkinWeights *weights)
{
  PnSkinWeights row = PN_SKIN_WEIGHTS_NONE, others = PN_SKIN_WEIGHTS_NONE;
  size_t n_ignored = 0;
  double sum = 0;
  int has_others = 0;
  for (size_t i = 0; i < n_items; i++) {
    if (!counts (mesh, &items[i], n_bones)) {
      n_ignored++;
      continue;
    }
    if (!has_others)
      others = weights[items[i].vertex];
    has_others = 1;
    for (int j = 0; j < PN_SKIN_INFLUENCES; j++)
      if (others.bones[j] == items[i].bone)
        others.bones[j] = PN_BONE_NONE;
    pn_skin_weights_rank (&row, items[i].bone, items[i].weight);
  }
  if (has_others) {
    for (int j = 0; j < PN_SKIN_INFLUENCES; j++)
      sum += row.weights[j];
    pn_weight_row_take (&row, &others, sum);
    weights[items[0].vertex] = row;
  }
  return n_ignored;
}

void
pn_weights_merge (const PnMesh *mesh,
                  const PnWeightOverrides *overrides,
                  size_t n_bones,
                  PnSkinWeights *weights,
                  size_t *n_ignored)
{
  size_t ignored = 0, begin = 0;
  for (size_t end = 0; end < overrides->n_items; begin = end) {
    while (end < overrides->n_items &&
           overrides->items[end].vertex == overrides->items[begin].vertex)
      end++;
    ignored += merge_vertex (mesh, overrides->items + begin, end - begin, n_bones, weights);
  }
  if (n_ignored)
    *n_ignored = ignored;
}

/* What bone `bone` has at a place of `from`; returns how much of the place was painted with it. */
static double
read_place (const PnWeightOverrides *overrides,
            const PnSkinWeights *weights,
            const uint32_t *corners,
            const double *parts,
            uint32_t bone,
            double *value)
{
  double painted = 0;
  *value = 0;
  for (int i = 0; i < 3; i++) {
    const PnWeightOverride *own = pn_weight_overrides_find (overrides, corners[i], bone);
    *value += parts[i] * (own ? own->weight : pn_skin_weights_of (&weights[corners[i]], bone));
    painted += own ? parts[i] : 0;
  }
  return painted;
}

static void
snap_to_corner (double *parts)
{
  for (int i = 0; i < 3; i++)
    if (parts[i] > 1 - AT_CORNER) {
      parts[0] = parts[1] = parts[2] = 0;
      parts[i] = 1;
      return;
    }
}

static PnStatus
carry_vertex (const PnWeightOverrides *overrides,
              const PnMesh *from,
              const PnSkinWeights *from_weights,
              const PnMeshPlace *place,
              PnWeightOverride item,
              PnWeightOverrides *out)
{
  const uint32_t *corners = pn_mesh_triangles (from) + 3 * (size_t)place->triangle;
  double parts[3] = {place->weights[0], place->weights[1], place->weights[2]};
  snap_to_corner (parts);
  for (int i = 0; i < 3; i++)
    for (size_t j = pn_weight_overrides_lower_bound (overrides, corners[i], 0);
         j < overrides->n_items && overrides->items[j].vertex == corners[i]; j++) {
      item.bone = overrides->items[j].bone;
      double painted =
          read_place (overrides, from_weights, corners, parts, item.bone, &item.weight);
      item.weight = fmin (1, fmax (0, item.weight));
      if (!(painted > AT_CORNER))
        continue;
      if (pn_weight_overrides_set (out, &item) != PN_STATUS_OK)
        return PN_STATUS_NO_MEMORY;
    }
  return PN_STATUS_OK;
}

PnStatus
pn_weight_overrides_carry (const PnWeightOverrides *overrides,
                           const PnMesh *from,
                           const PnSkinWeights *from_weights,
                           const PnMesh *to,
                           double reach,
                           PnWeightOverrides *out)
{
  out->n_items = 0;
  for (uint32_t v = 0; v < pn_mesh_n_vertices (to); v++) {
    PnMeshPlace place;
    PnWeightOverride item = {.vertex = v, .rest = pn_mesh_positions (to)[v]};
    if (pn_mesh_locate (from, item.rest, &place) != PN_STATUS_OK || !(place.distance <= reach))
      continue;
    if (carry_vertex (overrides, from, from_weights, &place, item, out) != PN_STATUS_OK)
      return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}
