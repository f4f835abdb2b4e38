/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights that are painted and typed over those that were found, and carried to another mesh. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-bits.h"
#include "pn-test-bones.h"
#include "pn-test-shapes.h"
#include "pn-weights-paint.h"

#define N_BONES 3

/* A bar of 300 x 50 on three bones of 100 in a row. */
typedef struct {
  PnMesh *mesh;
  gsize n;
  PnSkinWeights *found, *weights;
  PnWeightOverrides overrides;
} Bar;

static Bar *
bar_new (double edge)
{
  const PnBoneSegment bones[] = {
      {{0, 25}, {100, 25}}, {{100, 25}, {200, 25}}, {{200, 25}, {300, 25}}};
  Bar *bar = g_new0 (Bar, 1);
  bar->mesh = test_mesh_bar (300, 50, edge);
  bar->n = pn_mesh_n_vertices (bar->mesh);
  bar->found = g_new0 (PnSkinWeights, bar->n);
  g_assert_cmpint (pn_weights_by_surface (bar->mesh, bones, N_BONES, bar->found, NULL), ==,
                   PN_STATUS_OK);
  bar->weights = g_memdup2 (bar->found, bar->n * sizeof *bar->found);
  return bar;
}

static void
bar_free (Bar *bar)
{
  pn_weight_overrides_clear (&bar->overrides);
  pn_mesh_unref (bar->mesh);
  g_free (bar->found);
  g_free (bar->weights);
  g_free (bar);
}

static guint32
vertex_at (const Bar *bar, double x, double y)
{
  for (guint32 v = 0; v < bar->n; v++)
    if (test_gap (pn_mesh_positions (bar->mesh)[v], pn_vec2 (x, y)) < 1e-6)
      return v;
  g_assert_not_reached ();
}

static double
weight_of (const Bar *bar, guint32 vertex, guint32 bone)
{
  return pn_skin_weights_of (&bar->weights[vertex], bone);
}

/* What is shown while painting is what the document's overrides give. */
static void
assert_consistent (const Bar *bar)
{
  g_autofree PnSkinWeights *merged = g_memdup2 (bar->found, bar->n * sizeof *merged);
  gsize n_ignored = 99;
  pn_weights_merge (bar->mesh, &bar->overrides, N_BONES, merged, &n_ignored);
  g_assert_cmpuint (n_ignored, ==, 0);
  for (gsize v = 0; v < bar->n; v++) {
    double sum = 0;
    for (guint bone = 0; bone < N_BONES; bone++) {
      double weight = pn_skin_weights_of (&merged[v], bone);
      g_assert_cmpfloat (fabs (weight - weight_of (bar, v, bone)), <, 1e-9);
      sum += weight;
    }
    g_assert_cmpfloat (fabs (sum - 1), <=, PN_SKIN_SUM_ERROR);
  }
  for (gsize i = 1; i < bar->overrides.n_items; i++) {
    const PnWeightOverride *a = &bar->overrides.items[i - 1], *b = &bar->overrides.items[i];
    g_assert_true (a->vertex < b->vertex || (a->vertex == b->vertex && a->bone < b->bone));
  }
}

static gsize
paint (Bar *bar,
       PnPaintMode mode,
       guint32 bone,
       const PnPaintSample *samples,
       gsize n,
       const guchar *locks)
{
  const PnPaint brush = {mode, bone, 0.5};
  gsize n_changed = 0;
  g_assert_cmpint (pn_weights_paint (bar->mesh, &brush, samples, n, locks, N_BONES, bar->weights,
                                     &bar->overrides, &n_changed),
                   ==, PN_STATUS_OK);
  assert_consistent (bar);
  return n_changed;
}

static void
test_add_subtract (void)
{
  Bar *bar = bar_new (10);
  guint32 middle = vertex_at (bar, 110, 20), beside = vertex_at (bar, 120, 20);
  guint32 far = vertex_at (bar, 250, 20);
  const PnPaintSample dab = {{110, 20}, 30, 1}, light = {{110, 20}, 30, 0.5};
  double before = weight_of (bar, middle, 2), before_beside = weight_of (bar, beside, 2);
  g_assert_cmpuint (paint (bar, PN_PAINT_ADD, 2, &dab, 1, NULL), >, 10);
  g_assert_cmpfloat (fabs (weight_of (bar, middle, 2) - before - 0.5), <, 1e-9);
  double gained = weight_of (bar, beside, 2) - before_beside;
  g_assert_cmpfloat (gained, >, 0.2);
  g_assert_cmpfloat (gained, <, 0.4);
  g_assert_cmpmem (&bar->weights[far], sizeof (PnSkinWeights), &bar->found[far],
                   sizeof (PnSkinWeights));
  /* The other two gave way in proportion. */
  g_assert_cmpfloat (fabs (weight_of (bar, middle, 0) / weight_of (bar, middle, 1) -
                           pn_skin_weights_of (&bar->found[middle], 0) /
                               pn_skin_weights_of (&bar->found[middle], 1)),
                     <, 1e-9);
  /* Half the pressure, half of it; again and again stays within 0 and 1. */
  double more = weight_of (bar, middle, 2);
  paint (bar, PN_PAINT_SUBTRACT, 2, &light, 1, NULL);
  g_assert_cmpfloat (fabs (weight_of (bar, middle, 2) - more + 0.25), <, 1e-9);
  for (guint i = 0; i < 4; i++)
    paint (bar, PN_PAINT_ADD, 1, &dab, 1, NULL);
  g_assert_cmpfloat (fabs (weight_of (bar, middle, 1) - 1), <, 1e-15);
  for (guint i = 0; i < 4; i++)
    paint (bar, PN_PAINT_SUBTRACT, 1, &dab, 1, NULL);
  bar_free (bar);
}

/* A stroke is the same whether it came in two samples or in two hundred, slowly or quickly. Where
 * every sample adds, ten times as many are ten times as strong. */
static void
test_samples (void)
{
  PnPaintSample many[201];
  const PnPaintSample two[] = {{{60, 20}, 20, 0.2}, {{200, 30}, 30, 1}};
  for (guint i = 0; i <= 200; i++)
    many[i] = (PnPaintSample){pn_vec2_mix (two[0].at, two[1].at, i / 200.0), 20 + 10 * i / 200.0,
                              0.2 + 0.8 * i / 200.0};
  for (guint mode = PN_PAINT_ADD; mode <= PN_PAINT_SMOOTH; mode++) {
    Bar *a = bar_new (10), *b = bar_new (10);
    paint (a, (PnPaintMode)mode, 0, two, 2, NULL);
    paint (b, (PnPaintMode)mode, 0, many, 201, NULL);
    double worst = 0;
    for (guint32 v = 0; v < a->n; v++)
      worst = fmax (worst, fabs (weight_of (a, v, 0) - weight_of (b, v, 0)));
    g_test_message ("mode %u: %.3g", mode, worst);
    g_assert_cmpfloat (worst, <, 0.02);
    bar_free (a);
    bar_free (b);
  }
}

/* Painting smoothly takes a step of weights down and leaves an even field as it is. */
static void
test_smooth (void)
{
  Bar *bar = bar_new (10);
  const PnPaintSample stroke[] = {{{60, 25}, 60, 1}, {{140, 25}, 60, 1}};
  guint32 left = vertex_at (bar, 90, 20), right = vertex_at (bar, 110, 20);
  for (guint32 v = 0; v < bar->n; v++) {
    guint32 bone = pn_mesh_positions (bar->mesh)[v].x >= 100;
    bar->found[v] = PN_SKIN_WEIGHTS_NONE;
    bar->found[v].bones[0] = bone;
    bar->found[v].weights[0] = 1;
    /* The other one is there, a little. */
    bar->found[v].bones[1] = !bone;
    bar->found[v].weights[1] = 0.01;
    pn_skin_weights_normalize (&bar->found[v]);
    bar->weights[v] = bar->found[v];
  }
  paint (bar, PN_PAINT_SMOOTH, 0, stroke, 2, NULL);
  double step = weight_of (bar, left, 0) - weight_of (bar, right, 0);
  g_assert_cmpfloat (step, <, 0.6);
  g_assert_cmpfloat (step, >=, 0);
  const PnPaintSample elsewhere = {{250, 25}, 30, 1};
  g_assert_cmpuint (paint (bar, PN_PAINT_SMOOTH, 0, &elsewhere, 1, NULL), ==, 0);
  bar_free (bar);
}

/* A locked bone keeps what it has, painted over or not, and is not painted itself. */
static void
test_locks (void)
{
  Bar *bar = bar_new (10);
  const PnPaintSample dab = {{110, 20}, 40, 1};
  guchar locks[N_BONES] = {0, 1, 0};
  g_autofree double *before = g_new (double, bar->n), *after = g_new (double, bar->n);
  pn_weights_field (bar->weights, bar->n, 1, before);
  g_assert_cmpuint (paint (bar, PN_PAINT_ADD, 1, &dab, 1, locks), ==, 0);
  for (guint i = 0; i < 3; i++)
    paint (bar, PN_PAINT_ADD, 2, &dab, 1, locks);
  pn_weights_field (bar->weights, bar->n, 1, after);
  for (gsize v = 0; v < bar->n; v++)
    g_assert_cmpfloat (fabs (before[v] - after[v]), <, 1e-12);
  guint32 middle = vertex_at (bar, 110, 20);
  g_assert_cmpfloat (fabs (weight_of (bar, middle, 2) - (1 - before[middle])), <, 1e-9);
  locks[0] = 1;
  g_assert_cmpuint (paint (bar, PN_PAINT_SUBTRACT, 2, &dab, 1, locks), ==, 0);
  bar_free (bar);
}

static PnWeightSet
type (Bar *bar, guint32 vertex, guint32 bone, double weight, const guchar *locks)
{
  PnWeightSet result;
  g_assert_cmpint (pn_weights_type (bar->mesh, vertex, bone, weight, locks, N_BONES, bar->weights,
                                    &bar->overrides, &result),
                   ==, PN_STATUS_OK);
  assert_consistent (bar);
  return result;
}

static void
test_typed (void)
{
  Bar *bar = bar_new (10);
  guint32 v = vertex_at (bar, 150, 20);
  const double typed[] = {0.3, 1.0 / 3, 0.7, 0.05, 0.123456789};
  for (guint i = 0; i < G_N_ELEMENTS (typed); i++) {
    double ratio = weight_of (bar, v, 0) / weight_of (bar, v, 2);
    g_assert_cmpint (type (bar, v, 1, typed[i], NULL), ==, PN_WEIGHT_SET);
    pn_assert_same_bits (weight_of (bar, v, 1), typed[i]);
    g_assert_cmpfloat (fabs (weight_of (bar, v, 0) / weight_of (bar, v, 2) / ratio - 1), <, 1e-9);
    g_autofree PnSkinWeights *merged = g_memdup2 (bar->found, bar->n * sizeof *merged);
    pn_weights_merge (bar->mesh, &bar->overrides, N_BONES, merged, NULL);
    pn_assert_same_bits (pn_skin_weights_of (&merged[v], 1), typed[i]);
  }
  /* All of it, and back: those that had to go are there to come back to, alike. */
  g_assert_cmpint (type (bar, v, 1, 7, NULL), ==, PN_WEIGHT_SET);
  g_assert_cmpfloat (fabs (weight_of (bar, v, 1) - 1), <, 1e-15);
  g_assert_cmpint (type (bar, v, 1, 0.5, NULL), ==, PN_WEIGHT_SET);
  g_assert_cmpfloat (fabs (weight_of (bar, v, 0) - 0.25), <, 1e-12);

  const guchar locked[N_BONES] = {1, 0, 1};
  g_assert_cmpint (type (bar, v, 0, 0.5, locked), ==, PN_WEIGHT_LOCKED);
  g_assert_cmpint (type (bar, v, 1, 0.1, locked), ==, PN_WEIGHT_LOCKED);
  g_assert_cmpint (type (bar, v, 1, (double)NAN, NULL), ==, PN_WEIGHT_NO_VERTEX);
  g_assert_cmpint (type (bar, 1u << 30, 1, 0.5, NULL), ==, PN_WEIGHT_NO_VERTEX);
  g_assert_cmpint (type (bar, v, 17, 0.5, NULL), ==, PN_WEIGHT_NO_VERTEX);
  bar_free (bar);

  /* A vertex on one bone alone is read-only, and nothing is written. */
  bar = bar_new (10);
  v = vertex_at (bar, 10, 20);
  bar->found[v] = bar->weights[v] =
      (PnSkinWeights){{0, PN_BONE_NONE, PN_BONE_NONE, PN_BONE_NONE}, {1, 0, 0, 0}};
  g_assert_cmpint (type (bar, v, 0, 0.5, NULL), ==, PN_WEIGHT_READ_ONLY);
  g_assert_cmpuint (bar->overrides.n_items, ==, 0);
  g_assert_cmpint (type (bar, v, 2, 0.5, NULL), ==, PN_WEIGHT_SET);
  g_assert_cmpfloat (fabs (weight_of (bar, v, 0) - 0.5), <, 1e-15);
  bar_free (bar);
}

/* Overrides of vertices that are not there, that lie elsewhere, of bones that are gone. */
static void
test_ignored (void)
{
  Bar *bar = bar_new (10);
  const PnVec2 *rest = pn_mesh_positions (bar->mesh);
  const PnWeightOverride items[] = {{5, 1, 0.25, rest[5]},   {5, 9, 0.5, rest[5]},
                                    {5, 2, 0.25, rest[5]},   {6, 1, (double)NAN, rest[6]},
                                    {7, 1, 0.5, {999, 999}}, {1000000, 1, 0.5, {0, 0}},
                                    {8, 1, 1.5, rest[8]}};
  gsize n_ignored = 0;
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_assert_cmpint (pn_weight_overrides_set (&bar->overrides, &items[i]), ==, PN_STATUS_OK);
  pn_weights_merge (bar->mesh, &bar->overrides, N_BONES, bar->weights, &n_ignored);
  g_assert_cmpuint (n_ignored, ==, 5);
  pn_assert_same_bits (weight_of (bar, 5, 1), 0.25);
  g_assert_cmpfloat (fabs (weight_of (bar, 5, 0) - 0.5), <, 1e-12);
  for (guint v = 6; v < 9; v++)
    g_assert_cmpmem (&bar->weights[v], sizeof *bar->weights, &bar->found[v], sizeof *bar->found);

  /* Over 1 in sum they are taken down together; nothing for all leaves what was found. */
  PnSkinWeights row[2] = {bar->found[5], bar->found[5]};
  pn_weight_overrides_unset (&bar->overrides, 5, PN_BONE_NONE);
  g_assert_null (pn_weight_overrides_find (&bar->overrides, 5, 1));
  const PnWeightOverride much[] = {{0, 0, 0.8, rest[0]}, {0, 2, 0.8, rest[0]}};
  for (guint i = 0; i < 2; i++)
    pn_weight_overrides_set (&bar->overrides, &much[i]);
  memcpy (bar->weights, row, sizeof *row);
  pn_weights_merge (bar->mesh, &bar->overrides, N_BONES, bar->weights, NULL);
  g_assert_cmpfloat (fabs (weight_of (bar, 0, 0) - 0.5), <, 1e-12);
  g_assert_cmpfloat (fabs (weight_of (bar, 0, 2) - 0.5), <, 1e-12);
  bar_free (bar);
}

static void
test_give (void)
{
  PnWeightOverrides overrides = {0};
  const PnWeightOverride items[] = {{1, 0, 0.5, {0, 0}},
                                    {1, 3, 0.25, {0, 0}},
                                    {2, 3, 0.75, {0, 0}},
                                    {2, 5, 0.1, {0, 0}},
                                    {3, 4, 0.5, {0, 0}}};
  for (guint i = G_N_ELEMENTS (items); i-- > 0;)
    pn_weight_overrides_set (&overrides, &items[i]);
  pn_weight_overrides_give (&overrides, 3, 0);
  g_assert_cmpuint (overrides.n_items, ==, 4);
  g_assert_cmpfloat (fabs (pn_weight_overrides_find (&overrides, 1, 0)->weight - 0.75), <, 1e-15);
  g_assert_cmpfloat (fabs (pn_weight_overrides_find (&overrides, 2, 0)->weight - 0.75), <, 1e-15);
  g_assert_cmpuint (overrides.items[1].bone, ==, 0);
  g_assert_cmpuint (overrides.items[2].bone, ==, 5);
  pn_weight_overrides_give (&overrides, 0, PN_BONE_NONE);
  g_assert_cmpuint (overrides.n_items, ==, 2);
  pn_weight_overrides_clear (&overrides);
}

/* What was painted at one density lies where it lay at another, and comes back to its own mesh to the
 * bit; by index it would be anywhere. */
static void
test_carried (void)
{
  Bar *from = bar_new (10), *to = bar_new (5), *same = bar_new (10);
  const PnPaintSample stroke[] = {{{60, 25}, 25, 1}, {{120, 25}, 25, 1}};
  paint (from, PN_PAINT_ADD, 2, stroke, 2, NULL);
  g_assert_cmpint (pn_weight_overrides_carry (&from->overrides, from->mesh, from->weights,
                                              same->mesh, 1, &same->overrides),
                   ==, PN_STATUS_OK);
  g_assert_cmpuint (same->overrides.n_items, ==, from->overrides.n_items);
  for (gsize i = 0; i < same->overrides.n_items; i++) {
    g_assert_cmpuint (same->overrides.items[i].vertex, ==, from->overrides.items[i].vertex);
    pn_assert_same_bits (same->overrides.items[i].weight, from->overrides.items[i].weight);
  }

  g_assert_cmpint (pn_weight_overrides_carry (&from->overrides, from->mesh, from->weights, to->mesh,
                                              1, &to->overrides),
                   ==, PN_STATUS_OK);
  gsize n_ignored = 0;
  pn_weights_merge (to->mesh, &to->overrides, N_BONES, to->weights, &n_ignored);
  g_assert_cmpuint (n_ignored, ==, 0);
  double worst = 0, worst_by_index = 0;
  for (gsize v = 0; v < to->n; v++) {
    PnMeshPlace place;
    pn_mesh_locate (from->mesh, pn_mesh_positions (to->mesh)[v], &place);
    PnSkinWeights at = pn_weights_at (from->mesh, from->weights, &place);
    if (pn_mesh_positions (to->mesh)[v].x > 150)
      continue; /* as found, and finer */
    worst = fmax (worst, fabs (pn_skin_weights_of (&at, 2) - weight_of (to, v, 2)));
    worst_by_index = fmax (worst_by_index,
                           fabs (pn_skin_weights_of (&at, 2) - weight_of (from, v % from->n, 2)));
  }
  g_test_message ("worst %.3g, by index %.3g", worst, worst_by_index);
  g_assert_cmpfloat (worst, <, 0.1);
  g_assert_cmpfloat (worst_by_index, >, 0.5);
  bar_free (from);
  bar_free (to);
  bar_free (same);
}

/* Samples that are no numbers, brushes of no size: the rest of the stroke is painted. */
static void
test_bad_samples (void)
{
  Bar *bar = bar_new (10), *right = bar_new (10);
  const PnPaintSample bad[] = {{{(double)NAN, 0}, 10, 1},  {{60, 25}, 20, 1},
                               {{70, 25}, -5, 1},          {{80, 25}, 20, (double)INFINITY},
                               {{90, 25}, (double)NAN, 1}, {{120, 25}, 20, 1}};
  const PnPaintSample good[] = {{{60, 25}, 20, 1}, {{120, 25}, 20, 1}};
  paint (bar, PN_PAINT_ADD, 2, bad, G_N_ELEMENTS (bad), NULL);
  paint (right, PN_PAINT_ADD, 2, good, 2, NULL);
  g_assert_cmpmem (bar->weights, bar->n * sizeof *bar->weights, right->weights,
                   right->n * sizeof *right->weights);
  g_assert_cmpuint (paint (bar, PN_PAINT_ADD, 44, good, 2, NULL), ==, 0);
  g_assert_cmpuint (paint (bar, PN_PAINT_ADD, 2, good, 0, NULL), ==, 0);
  bar_free (bar);
  bar_free (right);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/weights/paint/add-subtract", test_add_subtract);
  g_test_add_func ("/rig/weights/paint/samples", test_samples);
  g_test_add_func ("/rig/weights/paint/smooth", test_smooth);
  g_test_add_func ("/rig/weights/paint/locks", test_locks);
  g_test_add_func ("/rig/weights/paint/typed", test_typed);
  g_test_add_func ("/rig/weights/paint/ignored", test_ignored);
  g_test_add_func ("/rig/weights/paint/give", test_give);
  g_test_add_func ("/rig/weights/paint/carried", test_carried);
  g_test_add_func ("/rig/weights/paint/bad-samples", test_bad_samples);
  return g_test_run ();
}
