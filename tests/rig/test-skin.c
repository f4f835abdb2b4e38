/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Artwork on several bones. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-skin.h"
#include "pn-test-allocations.h"
#include "pn-test-bits.h"
#include "pn-test-bones.h"

static PnSkinWeights
two (guint32 a, double w, guint32 b, double v)
{
  PnSkinWeights weights = PN_SKIN_WEIGHTS_NONE;
  weights.bones[0] = a;
  weights.weights[0] = w;
  weights.bones[1] = b;
  weights.weights[1] = v;
  return weights;
}

static void
test_normalize (void)
{
  PnSkinWeights weights = {{7, 3, 7, 9}, {0.5, 2, 0.5, -1}};
  const PnSkinWeights right = {{3, 7, PN_BONE_NONE, PN_BONE_NONE}, {2.0 / 3, 1.0 / 3, 0, 0}};
  pn_skin_weights_normalize (&weights);
  g_assert_cmpmem (weights.bones, sizeof weights.bones, right.bones, sizeof right.bones);
  g_assert_cmpfloat (fabs (weights.weights[0] - right.weights[0]), <, 1e-15);
  g_assert_cmpuint (pn_skin_weights_n (&weights), ==, 2);
  g_assert_cmpfloat (fabs (pn_skin_weights_of (&weights, 7) - 1.0 / 3), <, 1e-15);
  g_assert_cmpfloat (pn_skin_weights_of (&weights, PN_BONE_NONE), <=, 0);

  weights = (PnSkinWeights){{1, 2, 3, 4}, {(double)NAN, 0, (double)INFINITY, -3}};
  pn_skin_weights_normalize (&weights);
  g_assert_cmpuint (pn_skin_weights_n (&weights), ==, 0);

  /* Sums are 1, whatever is given: too much, too little, beyond a double. */
  PnRandom random = pn_random (4);
  const double scales[] = {1, 1e-300, 1e308, 40};
  for (guint i = 0; i < 1000; i++) {
    for (guint j = 0; j < 4; j++) {
      weights.bones[j] = (guint32)pn_random_below (&random, 6);
      weights.weights[j] = scales[i % 4] * pn_random_unit (&random);
    }
    pn_skin_weights_normalize (&weights);
    double sum = weights.weights[0] + weights.weights[1] + weights.weights[2] + weights.weights[3];
    g_assert_cmpfloat (fabs (sum - 1), <=, PN_SKIN_SUM_ERROR);
    for (guint j = 1; j < 4; j++)
      g_assert_cmpfloat (weights.weights[j], <=, weights.weights[j - 1]);
  }
}

/* A square far from the origin with no weights, then one corner weighted: the others stay where they
 * are, and none goes to (0, 0). */
static void
test_unweighted (void)
{
  const PnVec2 rest[] = {{300, 300}, {320, 300}, {320, 320}, {300, 320}};
  PnSkinWeights weights[] = {PN_SKIN_WEIGHTS_NONE, PN_SKIN_WEIGHTS_NONE, PN_SKIN_WEIGHTS_NONE,
                             PN_SKIN_WEIGHTS_NONE};
  PnSkeleton *skeleton = test_chain (1, 50);
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  PnAffine worlds[1], palette[1];
  PnVec2 posed[4];
  locals[0].x = 10;
  pn_skeleton_world (skeleton, locals, worlds);
  for (guint n_weighted = 0; n_weighted < 2; n_weighted++) {
    PnSkin *skin = NULL;
    gsize n_unweighted = 0;
    weights[2] = n_weighted ? two (0, 0.01, 99, 4) : weights[1];
    g_assert_cmpint (pn_skin_new (weights, 4, 1, &n_unweighted, &skin), ==, PN_STATUS_OK);
    g_assert_cmpuint (n_unweighted, ==, 4 - n_weighted);
    g_assert_cmpuint (pn_skin_n_used (skin), ==, n_weighted);
    pn_skin_palette (skin, skeleton, worlds, &PN_AFFINE_IDENTITY, palette);
    pn_skin_apply (skin, palette, rest, posed);
    for (guint i = 0; i < 4; i++)
      test_assert_near (posed[i], pn_vec2_add (rest[i], pn_vec2 (i == 2 && n_weighted ? 10 : 0, 0)),
                        0);
    pn_skin_unref (skin);
  }
  pn_skeleton_unref (skeleton);
}

/* A vertex of a bent arm goes where the formula says, on a layer that lies turned in the skeleton's
 * space, and a rigid motion of all bones takes it along unbent. */
static void
test_formula (void)
{
  PnSkeleton *skeleton = test_chain (3, 40);
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  const PnAffine skeleton_from_layer =
      pn_affine_compose (pn_vec2 (5, -8), pn_vec2 (2, 1), 30, 2, -1);
  PnAffine worlds[3], palette[3], layer_from_skeleton;
  PnSkinWeights weights[50];
  PnVec2 rest[50], posed[50];
  PnRandom random = pn_random (8);
  for (guint i = 0; i < 50; i++) {
    rest[i].x = pn_random_range (&random, 0, 120);
    rest[i].y = pn_random_range (&random, -20, 20);
    weights[i] = two (0, pn_random_unit (&random), 2, pn_random_unit (&random));
    pn_skin_weights_normalize (&weights[i]);
  }
  PnSkin *skin = NULL;
  g_assert_cmpint (pn_skin_new (weights, 50, 3, NULL, &skin), ==, PN_STATUS_OK);
  g_assert_cmpuint (pn_skin_n_used (skin), ==, 2); /* of three bones */
  g_assert_cmpint (pn_affine_invert (&skeleton_from_layer, &layer_from_skeleton), ==, PN_STATUS_OK);

  gsize before = test_n_allocations ();
  locals[0].rotation = 0.4;
  locals[1].rotation = -1;
  locals[2].scale_x = 1.5;
  pn_skeleton_world (skeleton, locals, worlds);
  pn_skin_palette (skin, skeleton, worlds, &skeleton_from_layer, palette);
  pn_skin_apply (skin, palette, rest, posed);
  g_assert_cmpuint (test_n_allocations (), ==, before);
  for (guint i = 0; i < 50; i++) {
    PnVec2 p = pn_affine_apply (&skeleton_from_layer, rest[i]), sum = {0, 0};
    for (guint b = 0; b < 3; b += 2) {
      PnVec2 own = pn_affine_apply (&pn_skeleton_rest_inverse (skeleton)[b], p);
      double w = pn_skin_weights_of (&weights[i], b);
      sum = pn_vec2_add (sum, pn_vec2_scale (pn_affine_apply (&worlds[b], own), w));
    }
    test_assert_near (posed[i], pn_affine_apply (&layer_from_skeleton, sum), 1e-9);
    PnSkinWeights back = pn_skin_weights_at (skin, i);
    for (guint b = 0; b < 3; b++)
      g_assert_cmpfloat (fabs (pn_skin_weights_of (&back, b) - pn_skin_weights_of (&weights[i], b)),
                         <, 1e-15);
  }

  /* In place, and at rest, to the bit. */
  g_autofree PnBonePose *at_rest = test_rest_pose (skeleton);
  pn_skeleton_world (skeleton, at_rest, worlds);
  pn_skin_palette (skin, skeleton, worlds, &skeleton_from_layer, palette);
  memcpy (posed, rest, sizeof rest);
  pn_skin_apply (skin, palette, posed, posed);
  g_assert_cmpmem (posed, sizeof posed, rest, sizeof rest);

  at_rest[0].rotation = 2;
  at_rest[0].y = 100;
  pn_skeleton_world (skeleton, at_rest, worlds);
  pn_skin_palette (skin, skeleton, worlds, &PN_AFFINE_IDENTITY, palette);
  pn_skin_apply (skin, palette, rest, posed);
  for (guint i = 1; i < 50; i++)
    g_assert_cmpfloat (fabs (test_gap (posed[i], posed[0]) - test_gap (rest[i], rest[0])), <, 1e-9);
  pn_skin_unref (skin);
  pn_skeleton_unref (skeleton);
}

/* A bone scaled to nothing takes its artwork to a point, one that was nothing at rest leaves it, and a
 * layer that is flat stays. */
static void
test_flat (void)
{
  PnBone bones[] = {test_bone (PN_BONE_NONE, 7, 9, 0, 50), test_bone (0, 0, 0, 0, 50)};
  bones[1].rest.scale_x = 0;
  PnSkeleton *skeleton = test_skeleton (bones, 2);
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  const PnVec2 rest[] = {{30, 40}, {50, 60}};
  const PnSkinWeights weights[] = {two (0, 1, 1, 0), two (1, 1, 0, 0)};
  const PnAffine flat = {1, 0, 2, 0, 0, 0};
  PnAffine worlds[2], palette[2];
  PnVec2 posed[2];
  PnSkin *skin = NULL;
  g_assert_cmpint (pn_skin_new (weights, 2, 2, NULL, &skin), ==, PN_STATUS_OK);
  locals[0].scale_x = locals[0].scale_y = 0;
  pn_skeleton_world (skeleton, locals, worlds);
  pn_skin_palette (skin, skeleton, worlds, &PN_AFFINE_IDENTITY, palette);
  pn_skin_apply (skin, palette, rest, posed);
  test_assert_near (posed[0], pn_vec2 (7, 9), 1e-12);
  test_assert_near (posed[1], rest[1], 0);
  pn_skin_palette (skin, skeleton, worlds, &flat, palette);
  pn_skin_apply (skin, palette, rest, posed);
  test_assert_near (posed[0], rest[0], 0);
  pn_skin_unref (skin);
  pn_skeleton_unref (skeleton);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/skin/normalize", test_normalize);
  g_test_add_func ("/rig/skin/unweighted", test_unweighted);
  g_test_add_func ("/rig/skin/formula", test_formula);
  g_test_add_func ("/rig/skin/flat", test_flat);
  return g_test_run ();
}
