/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights that are found by themselves: along the artwork, and by distance beside it. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-bones.h"
#include "pn-test-shapes.h"
#include "pn-weights.h"

static PnSkinWeights *
bind (const PnMesh *mesh, const PnBoneSegment *segments, gsize n_bones, PnSourceState *states)
{
  PnSkinWeights *weights = g_new0 (PnSkinWeights, pn_mesh_n_vertices (mesh));
  g_assert_cmpint (pn_weights_by_surface (mesh, segments, n_bones, weights, states), ==,
                   PN_STATUS_OK);
  return weights;
}

static PnSkinWeights *
bind_by_distance (const PnMesh *mesh, const PnBoneSegment *segments, gsize n_bones)
{
  PnSkinWeights *weights = g_new0 (PnSkinWeights, pn_mesh_n_vertices (mesh));
  pn_weights_by_distance (pn_mesh_positions (mesh), pn_mesh_n_vertices (mesh), segments, n_bones,
                          PN_WEIGHTS_FALLOFF, weights, NULL);
  return weights;
}

static double
weight_at (const PnMesh *mesh, const PnSkinWeights *weights, PnVec2 p, guint32 bone)
{
  PnMeshPlace place;
  g_assert_cmpint (pn_mesh_locate (mesh, p, &place), ==, PN_STATUS_OK);
  PnSkinWeights at = pn_weights_at (mesh, weights, &place);
  return pn_skin_weights_of (&at, bone);
}

static void
assert_proper (const PnMesh *mesh, const PnSkinWeights *weights)
{
  for (gsize v = 0; v < pn_mesh_n_vertices (mesh); v++) {
    double sum = 0;
    for (guint i = 0; i < 4; i++) {
      g_assert_true (weights[v].weights[i] >= 0 && weights[v].weights[i] <= 1);
      sum += weights[v].weights[i];
    }
    g_assert_cmpfloat (fabs (sum - 1), <=, PN_SKIN_SUM_ERROR);
  }
}

/* Two prongs side by side, a bone in each: by distance the one pulls the other's artwork, along the
 * surface it does not. */
static void
test_gap_between (void)
{
  const PnBoneSegment bones[] = {{{20, 190}, {20, 10}}, {{180, 190}, {180, 10}}};
  for (double edge = 5; edge <= 20; edge *= 2) {
    PnMesh *mesh = test_mesh_of_shape (200, 220, edge, test_shape_fork);
    PnSourceState states[2];
    g_autofree PnSkinWeights *weights = bind (mesh, bones, 2, states);
    g_autofree PnSkinWeights *straight = bind_by_distance (mesh, bones, 2);
    double worst = 0, worst_straight = 0;
    assert_proper (mesh, weights);
    for (gsize v = 0; v < pn_mesh_n_vertices (mesh); v++) {
      PnVec2 p = pn_mesh_positions (mesh)[v];
      if (p.y > 120)
        continue;
      guint32 other = p.x < 100;
      worst = fmax (worst, pn_skin_weights_of (&weights[v], other));
      worst_straight = fmax (worst_straight, pn_skin_weights_of (&straight[v], other));
    }
    g_test_message ("edge %g: %.2g of the other prong; by distance %.2g", edge, worst,
                    worst_straight);
    g_assert_cmpint (states[0], ==, PN_SOURCE_HOLDS);
    g_assert_cmpfloat (worst, <, 0.003);
    g_assert_cmpfloat (worst_straight, >, 0.015);
    pn_mesh_unref (mesh);
  }

  /* An arm that hangs 10 px beside the leg: by straight distance half of the seam is the leg's. */
  const PnBoneSegment limbs[] = {{{280, 22}, {20, 22}}, {{280, 78}, {20, 78}}};
  PnMesh *mesh = test_mesh_of_shape (300, 100, 5, test_shape_slit);
  g_autofree PnSkinWeights *weights = bind (mesh, limbs, 2, NULL);
  g_autofree PnSkinWeights *straight = bind_by_distance (mesh, limbs, 2);
  g_assert_cmpfloat (weight_at (mesh, weights, pn_vec2 (60, 44), 1), <, 0.001);
  g_assert_cmpfloat (weight_at (mesh, straight, pn_vec2 (60, 44), 1), >, 0.25);

  /* One that lies at the slit is nearer to the seam than the seam's own, but for the way round. */
  const PnBoneSegment beside[] = {{{280, 5}, {20, 5}}, {{280, 58}, {20, 58}}};
  g_autofree PnSkinWeights *round = bind (mesh, beside, 2, NULL);
  g_assert_cmpfloat (weight_at (mesh, round, pn_vec2 (60, 44), 1), <, 0.001);
  pn_mesh_unref (mesh);
}

/* A bar on two bones that meet: half and half at the joint, smooth and monotone across it, the same
 * mirrored, and about the same whatever the density. */
static void
test_joint (void)
{
  const PnBoneSegment bones[] = {{{0, 25}, {150, 25}}, {{150, 25}, {300, 25}}};
  double coarse[7];
  for (double edge = 10; edge >= 2.5; edge /= 2) {
    PnMesh *mesh = test_mesh_bar (300, 50, edge);
    g_autofree PnSkinWeights *weights = bind (mesh, bones, 2, NULL);
    assert_proper (mesh, weights);
    for (double y = 0; y <= 50; y += 12.5) {
      double before = 2;
      for (double x = 5; x < 300; x += 5) {
        double weight = weight_at (mesh, weights, pn_vec2 (x, y), 0);
        g_assert_cmpfloat (weight, <=, before + 1e-3);
        g_assert_cmpfloat (fabs (weight - weight_at (mesh, weights, pn_vec2 (300 - x, 50 - y), 1)),
                           <, 0.004 * edge);
        before = weight;
      }
      g_assert_cmpfloat (fabs (weight_at (mesh, weights, pn_vec2 (150, y), 0) - 0.5), <,
                         0.004 * edge);
    }
    g_assert_cmpfloat (weight_at (mesh, weights, pn_vec2 (75, 25), 0), >, 0.98);
    for (guint i = 0; i < 7; i++) {
      double weight = weight_at (mesh, weights, pn_vec2 (120 + 10 * i, 5), 0);
      if (edge > 9)
        coarse[i] = weight;
      g_test_message ("edge %g, %d px off the joint: %.3f", edge, 10 * (int)i - 30, weight);
      g_assert_cmpfloat (fabs (weight - coarse[i]), <, 0.06);
    }
    pn_mesh_unref (mesh);
  }
}

/* Bones 30 px off the mesh, within one triangle, of no length, of no numbers; islands. */
static void
test_odd_sources (void)
{
  PnMesh *mesh = test_mesh_bar (40, 40, 10);
  PnSourceState states[4];
  const PnBoneSegment outside = {{-30, 0}, {-30, 40}}, inside = {{13, 11}, {14, 12}};
  const PnBoneSegment point = {{20, 20}, {20, 20}}, nowhere = {{(double)NAN, 0}, {1, 1}};
  g_autofree PnSkinWeights *alone = bind (mesh, &outside, 1, states);
  g_assert_cmpint (states[0], ==, PN_SOURCE_OUTSIDE);
  assert_proper (mesh, alone); /* there is no other: all of it follows that one */
  g_autofree PnSkinWeights *small = bind (mesh, &inside, 1, states);
  g_assert_cmpint (states[0], ==, PN_SOURCE_HOLDS);
  assert_proper (mesh, small);
  const PnBoneSegment all[] = {outside, nowhere, inside, point};
  g_autofree PnSkinWeights *weights = bind (mesh, all, 4, states);
  g_assert_cmpint (states[0], ==, PN_SOURCE_OUTSIDE);
  g_assert_cmpint (states[1], ==, PN_SOURCE_NOT_FINITE);
  g_assert_cmpint (states[3], ==, PN_SOURCE_HOLDS);
  assert_proper (mesh, weights);
  for (gsize v = 0; v < pn_mesh_n_vertices (mesh); v++)
    g_assert_cmpfloat (pn_skin_weights_of (&weights[v], 0), <=, 0);
  g_assert_cmpfloat (weight_at (mesh, weights, pn_vec2 (20, 20), 3), >, 0.9);
  g_autofree PnSkinWeights *none = bind (mesh, &nowhere, 1, states);
  g_assert_cmpuint (pn_skin_weights_n (&none[0]), ==, 0);
  g_autofree PnSkinWeights *nobody = bind (mesh, NULL, 0, NULL);
  g_assert_cmpuint (pn_skin_weights_n (&nobody[0]), ==, 0);
  pn_mesh_unref (mesh);

  /* A piece that no bone lies on goes with the nearest, unbent. */
  mesh = test_mesh_of_shape (240, 100, 10, test_shape_islands);
  const PnBoneSegment left[] = {{{10, 50}, {50, 50}}, {{50, 50}, {90, 50}}};
  g_autofree PnSkinWeights *islands = bind (mesh, left, 2, states);
  assert_proper (mesh, islands);
  for (gsize v = 0; v < pn_mesh_n_vertices (mesh); v++)
    if (pn_mesh_positions (mesh)[v].x > 120) {
      g_assert_cmpuint (pn_skin_weights_n (&islands[v]), ==, 1);
      g_assert_cmpuint (islands[v].bones[0], ==, 1);
    }
  pn_mesh_unref (mesh);
}

/* Many bones: proper, at most four each, the same whatever else is in the rig but off the mesh, and
 * the same again. */
static void
test_many (void)
{
  PnMesh *mesh = test_mesh_of_shape (400, 600, 10, test_shape_figure);
  gsize n = pn_mesh_n_vertices (mesh);
  PnBoneSegment bones[120];
  PnRandom random = pn_random (21);
  for (guint i = 0; i < 120; i++) {
    double x = pn_random_range (&random, 0, 400), y = pn_random_range (&random, 0, 600);
    bones[i].head = pn_vec2 (x, y);
    x += pn_random_range (&random, -60, 60);
    y += pn_random_range (&random, -60, 60);
    bones[i].tip = pn_vec2 (x, y);
    if (i >= 30) {
      bones[i].head.x += 1000;
      bones[i].tip.x += 1000;
    }
  }
  g_autofree PnSkinWeights *few = bind (mesh, bones, 30, NULL);
  g_autofree PnSkinWeights *many = bind (mesh, bones, 120, NULL);
  assert_proper (mesh, few);
  g_assert_cmpmem (few, n * sizeof *few, many, n * sizeof *many);

  g_autofree double *field = g_new0 (double, n);
  pn_weights_field (few, n, few[17].bones[0], field);
  g_assert_cmpfloat (fabs (field[17] - few[17].weights[0]), <=, 0);
  pn_mesh_unref (mesh);
}

static void
test_distance (void)
{
  const PnBoneSegment bones[] = {{{0, 0}, {100, 0}},     {{0, 30}, {100, 30}},
                                 {{0, 60}, {100, 60}},   {{0, 90}, {100, 90}},
                                 {{0, 120}, {100, 120}}, {{(double)INFINITY, 0}, {0, 0}}};
  const PnVec2 points[] = {{50, 10}, {50, 0}, {130, 0}};
  PnSkinWeights weights[3];
  PnSourceState states[6];
  pn_weights_by_distance (points, 3, bones, 6, 2, weights, states);
  g_assert_cmpint (states[5], ==, PN_SOURCE_NOT_FINITE);
  g_assert_cmpuint (pn_skin_weights_n (&weights[0]), ==, 4); /* the fifth is the weakest */
  double sum = 1.0 / 100 + 1.0 / 400 + 1.0 / 2500 + 1.0 / 6400;
  g_assert_cmpfloat (fabs (weights[0].weights[0] - 0.01 / sum), <, 1e-7);
  g_assert_cmpfloat (fabs (weights[0].weights[1] - 0.0025 / sum), <, 1e-7);
  g_assert_cmpfloat (weights[1].weights[0], >, 0.9999); /* on the bone */
  /* To the segment, not to its line: 30 px past the end. */
  g_assert_cmpfloat (fabs (weights[2].weights[1] / weights[2].weights[0] - 900.0 / 1800), <, 1e-6);
  pn_weights_by_distance (points, 1, bones, 2, 4, weights, NULL);
  g_assert_cmpfloat (fabs (weights[0].weights[0] / weights[0].weights[1] - 16), <, 1e-6);
}

/* A bone that is gone leaves what it had to its parent, or to the others. */
static void
test_give (void)
{
  PnSkinWeights weights[] = {{{0, 1, PN_BONE_NONE, PN_BONE_NONE}, {0.5, 0.5, 0, 0}},
                             {{2, 1, 0, PN_BONE_NONE}, {0.5, 0.3, 0.2, 0}}};
  PnSkinWeights others[2];
  memcpy (others, weights, sizeof weights);
  pn_weights_give (weights, 2, 1, 0);
  g_assert_cmpfloat (fabs (pn_skin_weights_of (&weights[0], 0) - 1), <, 1e-15);
  g_assert_cmpuint (pn_skin_weights_n (&weights[0]), ==, 1);
  g_assert_cmpfloat (fabs (pn_skin_weights_of (&weights[1], 0) - 0.5), <, 1e-15);
  pn_weights_give (others, 2, 1, PN_BONE_NONE);
  g_assert_cmpfloat (fabs (pn_skin_weights_of (&others[1], 2) - 5.0 / 7), <, 1e-15);
}

/* Bones at rest as the mesh sees them. */
static void
test_segments (void)
{
  PnBone bones[] = {test_bone (PN_BONE_NONE, 10, 20, 90, 30), test_bone (0, 30, 0, 0, 10)};
  bones[1].rest.scale_y = 0;
  PnSkeleton *skeleton = test_skeleton (bones, 2);
  PnBoneSegment segments[2];
  const PnAffine skeleton_from_layer = {2, 0, 0, 2, 10, 0};
  pn_bone_segments (skeleton, &skeleton_from_layer, segments);
  test_assert_near (segments[0].head, pn_vec2 (0, 10), 1e-12);
  test_assert_near (segments[0].tip, pn_vec2 (0, 25), 1e-12);
  g_assert_true (isnan (segments[1].head.x));
  pn_skeleton_unref (skeleton);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/weights/gap", test_gap_between);
  g_test_add_func ("/rig/weights/joint", test_joint);
  g_test_add_func ("/rig/weights/odd-sources", test_odd_sources);
  g_test_add_func ("/rig/weights/many", test_many);
  g_test_add_func ("/rig/weights/distance", test_distance);
  g_test_add_func ("/rig/weights/give", test_give);
  g_test_add_func ("/rig/weights/segments", test_segments);
  return g_test_run ();
}
