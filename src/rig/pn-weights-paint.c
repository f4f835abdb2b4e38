/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Painting and typing weights. Both give one bone a new weight at a vertex and share what is left among
 * the others that are not locked, in proportion to what they have. */
#include "pn-weights-paint.h"

#include <stdlib.h>
#include <string.h>

#include "pn-array.h"
#include "pn-math.h"
#include "pn-weights-paint-private.h"
#include "pn-weights-private.h"

/* Parts of the brush's radius between two dabs of a stroke that smooths; dabs at the most. */
#define DAB_SPACING 0.25
#define DABS_MAX 10000
/* Changes below it are none. */
#define NO_CHANGE 1e-9

typedef struct {
  const PnMesh *mesh;
  const unsigned char *locks; /* nullable */
  size_t n_bones;
} Table;

static int
is_locked (const Table *table, uint32_t bone)
{
  return table->locks && bone < table->n_bones && table->locks[bone];
}

/* What locked bones other than `bone` have. */
static double
locked_sum (const Table *table, const PnSkinWeights *row, uint32_t bone)
{
  double sum = 0;
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    if (row->bones[i] != PN_BONE_NONE && row->bones[i] != bone && is_locked (table, row->bones[i]))
      sum += row->weights[i];
  return sum;
}

/* The unlocked bones beside `bone`, strongest first. */
static PnSkinWeights
others_of (const Table *table, const PnSkinWeights *row, uint32_t bone)
{
  PnSkinWeights others = PN_SKIN_WEIGHTS_NONE;
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    if (row->bones[i] != PN_BONE_NONE && row->bones[i] != bone && !is_locked (table, row->bones[i]))
      pn_skin_weights_rank (&others, row->bones[i], row->weights[i]);
  return others;
}

/* Gives `bone` the `weight`, as far as locks let it, and `others` what is left; with nobody there to
 * take it, the bone keeps all that locks leave. */
static void
share_out (const Table *table,
           PnSkinWeights *row,
           uint32_t bone,
           double weight,
           const PnSkinWeights *others)
{
  double locked = locked_sum (table, row, bone), free = fmax (0, 1 - locked);
  PnSkinWeights next = PN_SKIN_WEIGHTS_NONE;
  int n_locked = 0;
  for (int i = 0; i < PN_SKIN_INFLUENCES; i++)
    if (row->bones[i] != PN_BONE_NONE && row->bones[i] != bone &&
        is_locked (table, row->bones[i])) {
      pn_skin_weights_rank (&next, row->bones[i], row->weights[i]);
      n_locked++;
    }
  weight = pn_clamp (weight, 0, free);
  if (n_locked == PN_SKIN_INFLUENCES)
    return;
  /* The last free place belongs to the bone. */
  if (pn_skin_weights_n (others) == 0 || (n_locked == PN_SKIN_INFLUENCES - 1 && weight > 0))
    weight = free;
  if (weight > 0)
    pn_skin_weights_rank (&next, bone, weight);
  pn_weight_row_take (&next, others, locked + weight);
  *row = next;
}

static PnStatus
write_row (const Table *table,
           uint32_t vertex,
           const PnSkinWeights *before,
           const PnSkinWeights *after,
           PnWeightOverrides *out)
{
  PnWeightOverrides row = {0};
  PnStatus status = PN_STATUS_OK;
  for (int i = 0; i < 2 * PN_SKIN_INFLUENCES && status == PN_STATUS_OK; i++) {
    const PnSkinWeights *from = i < PN_SKIN_INFLUENCES ? before : after;
    uint32_t bone = from->bones[i % PN_SKIN_INFLUENCES];
    if (bone != PN_BONE_NONE)
      status = pn_weight_overrides_set (
          &row, &(PnWeightOverride){vertex, bone, pn_skin_weights_of (after, bone),
                                    pn_mesh_positions (table->mesh)[vertex]});
  }
  if (status == PN_STATUS_OK)
    status = pn_weight_overrides_take (out, &row);
  pn_weight_overrides_clear (&row);
  return status;
}

/* Bones that were typed away to nothing are still there to give back to, alike. */
static PnSkinWeights
others_of_nothing (const Table *table,
                   const PnWeightOverrides *overrides,
                   uint32_t vertex,
                   uint32_t bone)
{
  PnSkinWeights others = PN_SKIN_WEIGHTS_NONE;
  for (size_t i = pn_weight_overrides_lower_bound (overrides, vertex, 0);
       i < overrides->n_items && overrides->items[i].vertex == vertex; i++) {
    const PnWeightOverride *item = &overrides->items[i];
    if (item->bone != bone && item->bone < table->n_bones && !is_locked (table, item->bone))
      pn_skin_weights_rank (&others, item->bone, 1);
  }
  return others;
}

PnStatus
pn_weights_type (const PnMesh *mesh,
                 uint32_t vertex,
                 uint32_t bone,
                 double weight,
                 const unsigned char *locks,
                 size_t n_bones,
                 PnSkinWeights *weights,
                 PnWeightOverrides *overrides,
                 PnWeightSet *result)
{
  const Table table = {mesh, locks, n_bones};
  *result = PN_WEIGHT_NO_VERTEX;
  if (vertex >= pn_mesh_n_vertices (mesh) || bone >= n_bones || !isfinite (weight))
    return PN_STATUS_OK;
  *result = PN_WEIGHT_LOCKED;
  if (is_locked (&table, bone))
    return PN_STATUS_OK;
  PnSkinWeights row = weights[vertex], others = others_of (&table, &row, bone);
  if (pn_skin_weights_n (&others) == 0)
    others = others_of_nothing (&table, overrides, vertex, bone);
  if (pn_skin_weights_n (&others) == 0) {
    *result = pn_skin_weights_n (&row) <= 1 ? PN_WEIGHT_READ_ONLY : PN_WEIGHT_LOCKED;
    return PN_STATUS_OK;
  }
  share_out (&table, &row, bone, weight, &others);
  PnStatus status = write_row (&table, vertex, &weights[vertex], &row, overrides);
  if (status == PN_STATUS_OK) {
    weights[vertex] = row;
    *result = PN_WEIGHT_SET;
  }
  return status;
}

/* From 1 in the middle to 0 at the rim, level at both. */
static double
fade (double distance, double radius)
{
  double part = 1 - distance / radius;
  return part > 0 ? part * part * (3 - 2 * part) : 0;
}

static int
is_good (const PnPaintSample *sample)
{
  return isfinite (sample->at.x) && isfinite (sample->at.y) && sample->radius > 0 &&
         isfinite (sample->radius) && sample->pressure >= 0 && sample->pressure <= 1;
}

/* The largest part of full pressure that each vertex is met with between two samples. */
static void
cover (const PnMesh *mesh, const PnPaintSample *a, const PnPaintSample *b, double *amounts)
{
  const PnVec2 *positions = pn_mesh_positions (mesh);
  double radius = fmax (a->radius, b->radius);
  double x0 = fmin (a->at.x, b->at.x) - radius, x1 = fmax (a->at.x, b->at.x) + radius;
  double y0 = fmin (a->at.y, b->at.y) - radius, y1 = fmax (a->at.y, b->at.y) + radius;
  for (size_t v = 0; v < pn_mesh_n_vertices (mesh); v++) {
    PnVec2 p = positions[v];
    if (p.x < x0 || p.x > x1 || p.y < y0 || p.y > y1)
      continue;
    double part, distance = sqrt (pn_vec2_square_to_segment (p, a->at, b->at, &part));
    double pressure = a->pressure + part * (b->pressure - a->pressure);
    double amount = pressure * fade (distance, a->radius + part * (b->radius - a->radius));
    amounts[v] = fmax (amounts[v], amount);
  }
}

static void
cover_all (const PnMesh *mesh, const PnPaintSample *samples, size_t n, double *amounts)
{
  const PnPaintSample *last = NULL;
  for (size_t i = 0; i < n; i++) {
    if (!is_good (&samples[i]))
      continue;
    cover (mesh, last ? last : &samples[i], &samples[i], amounts);
    last = &samples[i];
  }
}

/* One dab: what lies under the brush is drawn to its mean. */
static void
smooth_dab (const PnMesh *mesh, const PnPaintSample *dab, double strength, double *field)
{
  const PnVec2 *positions = pn_mesh_positions (mesh);
  size_t n = pn_mesh_n_vertices (mesh);
  double sum = 0, weights = 0, mean = 0;
  for (int writing = 0; writing < 2; writing++) {
    for (size_t v = 0; v < n; v++) {
      PnVec2 off = pn_vec2_sub (positions[v], dab->at);
      if (fabs (off.x) > dab->radius || fabs (off.y) > dab->radius)
        continue;
      double amount = fade (pn_vec2_length (off), dab->radius);
      if (writing)
        field[v] += strength * dab->pressure * amount * (mean - field[v]);
      sum += amount * field[v];
      weights += amount;
    }
    mean = weights > 0 ? sum / weights : 0;
  }
}

/* Dabs at even spaces along the stroke, whatever its samples are. */
static void
smooth_all (const PnMesh *mesh,
            const PnPaintSample *samples,
            size_t n,
            double strength,
            double *field)
{
  const PnPaintSample *last = NULL;
  double until_next = 0;
  int n_dabs = 0;
  for (size_t i = 0; i < n; i++) {
    const PnPaintSample *next = &samples[i];
    if (!is_good (next))
      continue;
    last = last ? last : next;
    PnVec2 way = pn_vec2_sub (next->at, last->at);
    double length = pn_vec2_length (way), at = until_next;
    while (at <= length && n_dabs++ < DABS_MAX) {
      double part = length > 0 ? at / length : 1;
      PnPaintSample dab = {pn_vec2_mix (last->at, next->at, part),
                           last->radius + part * (next->radius - last->radius),
                           last->pressure + part * (next->pressure - last->pressure)};
      smooth_dab (mesh, &dab, strength, field);
      at += DAB_SPACING * dab.radius;
    }
    until_next = at - length;
    last = next;
  }
}

/* What the bone should have at each vertex. */
static void
find_wanted (const PnMesh *mesh,
             const PnPaint *paint,
             const PnPaintSample *samples,
             size_t n_samples,
             double *amounts,
             double *wanted)
{
  double strength = isfinite (paint->strength) ? pn_clamp (paint->strength, 0, 1) : 0;
  if (paint->mode == PN_PAINT_SMOOTH) {
    smooth_all (mesh, samples, n_samples, strength, wanted);
    return;
  }
  cover_all (mesh, samples, n_samples, amounts);
  for (size_t v = 0; v < pn_mesh_n_vertices (mesh); v++)
    wanted[v] += (paint->mode == PN_PAINT_ADD ? strength : -strength) * amounts[v];
}

/* The painted bone and the locked ones of one vertex, and what was painted there before, which gave
 * way. */
static PnStatus
note_changes (const Table *table,
              const PnWeightOverrides *overrides,
              uint32_t vertex,
              uint32_t bone,
              const PnSkinWeights *row,
              PnWeightOverrides *changes)
{
  PnWeightOverride item = {vertex, bone, pn_skin_weights_of (row, bone),
                           pn_mesh_positions (table->mesh)[vertex]};
  PnStatus status = pn_weight_overrides_set (changes, &item);
  for (size_t i = pn_weight_overrides_lower_bound (overrides, vertex, 0);
       i < overrides->n_items && overrides->items[i].vertex == vertex && status == PN_STATUS_OK;
       i++) {
    item.bone = overrides->items[i].bone;
    item.weight = pn_skin_weights_of (row, item.bone);
    status = pn_weight_overrides_set (changes, &item);
  }
  for (int i = 0; i < PN_SKIN_INFLUENCES && status == PN_STATUS_OK; i++) {
    item.bone = row->bones[i];
    item.weight = row->weights[i];
    if (item.bone != PN_BONE_NONE && is_locked (table, item.bone))
      status = pn_weight_overrides_set (changes, &item);
  }
  return status;
}

static PnStatus
apply (const Table *table,
       uint32_t bone,
       const double *wanted,
       const PnWeightOverrides *overrides,
       PnSkinWeights *weights,
       PnWeightOverrides *changes,
       size_t *n_changed)
{
  PnStatus status = PN_STATUS_OK;
  for (uint32_t v = 0; v < pn_mesh_n_vertices (table->mesh) && status == PN_STATUS_OK; v++) {
    double before = pn_skin_weights_of (&weights[v], bone);
    PnSkinWeights row = weights[v], others = others_of (table, &row, bone);
    if (fabs (wanted[v] - before) < NO_CHANGE)
      continue;
    share_out (table, &row, bone, wanted[v], &others);
    if (fabs (pn_skin_weights_of (&row, bone) - before) < NO_CHANGE)
      continue;
    weights[v] = row;
    ++*n_changed;
    status = note_changes (table, overrides, v, bone, &row, changes);
  }
  return status;
}

PnStatus
pn_weights_paint (const PnMesh *mesh,
                  const PnPaint *paint,
                  const PnPaintSample *samples,
                  size_t n_samples,
                  const unsigned char *locks,
                  size_t n_bones,
                  PnSkinWeights *weights,
                  PnWeightOverrides *overrides,
                  size_t *n_changed)
{
  const Table table = {mesh, locks, n_bones};
  size_t n = pn_mesh_n_vertices (mesh), changed = 0;
  double *amounts = calloc (n, sizeof *amounts), *wanted = malloc (n * sizeof *wanted);
  PnSkinWeights *painted = malloc (n * sizeof *painted);
  PnWeightOverrides changes = {0};
  PnStatus status = amounts && wanted && painted ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;
  if (status == PN_STATUS_OK && paint->bone < n_bones && !is_locked (&table, paint->bone)) {
    pn_weights_field (weights, n, paint->bone, wanted);
    memcpy (painted, weights, n * sizeof *painted);
    find_wanted (mesh, paint, samples, n_samples, amounts, wanted);
    status = apply (&table, paint->bone, wanted, overrides, painted, &changes, &changed);
    if (status == PN_STATUS_OK)
      status = pn_weight_overrides_take (overrides, &changes);
    if (status == PN_STATUS_OK)
      memcpy (weights, painted, n * sizeof *weights);
  }
  if (status == PN_STATUS_OK && n_changed)
    *n_changed = changed;
  pn_weight_overrides_clear (&changes);
  free (amounts);
  free (wanted);
  free (painted);
  return status;
}
