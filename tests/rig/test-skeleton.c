/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bones in their hierarchy: any order, rings, mirrors, flat scales, and the same bits at rest. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-allocations.h"
#include "pn-test-bits.h"
#include "pn-test-bones.h"

/* The same arm in two orders gives the same places. */
static void
test_any_order (void)
{
  const PnBone forward[] = {test_bone (PN_BONE_NONE, 100, 50, 30, 80), test_bone (0, 80, 5, 40, 60),
                            test_bone (1, 60, 0, -100, 20)};
  const PnBone backward[] = {test_bone (1, 60, 0, -100, 20), test_bone (2, 80, 5, 40, 60),
                             test_bone (PN_BONE_NONE, 100, 50, 30, 80)};
  PnSkeleton *a = test_skeleton (forward, 3), *b = test_skeleton (backward, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpmem (&pn_skeleton_rest (a)[i], sizeof (PnAffine), &pn_skeleton_rest (b)[2 - i],
                     sizeof (PnAffine));
  g_assert_cmpuint (pn_skeleton_order (b)[0], ==, 2);
  g_assert_cmpuint (pn_skeleton_order (b)[2], ==, 0);
  g_assert_true (pn_skeleton_hangs_on (b, 0, 2));
  g_assert_false (pn_skeleton_hangs_on (b, 2, 0));

  /* By hand: the elbow is 80 along and 5 across the first bone, which is turned by 30. */
  double c = cos (test_degrees (30)), s = sin (test_degrees (30));
  test_assert_near (pn_bone_head (&pn_skeleton_rest (a)[1]),
                    pn_vec2 (100 + 80 * c - 5 * s, 50 + 80 * s + 5 * c), 1e-12);
  g_assert_cmpfloat (fabs (pn_bone_angle (&pn_skeleton_rest (a)[2]) - test_degrees (-30)), <,
                     1e-15);
  pn_skeleton_unref (a);
  pn_skeleton_unref (b);
}

/* A grandchild as the parent, two bones of each other, a bone of itself: one bone of every ring has
 * the skeleton's own frame, says so, and the rest is well. */
static void
test_rings (void)
{
  const PnBone bones[] = {
      test_bone (2, 10, 0, 0, 10),          test_bone (0, 10, 0, 0, 10),
      test_bone (1, 10, 0, 0, 10),          test_bone (4, 1, 2, 0, 10),
      test_bone (3, 3, 4, 0, 10),           test_bone (5, 7, 7, 90, 10),
      test_bone (4, 20, 20, 0, 10),         test_bone (9, 5, 5, 0, 10),
      test_bone (PN_BONE_NONE, 6, 6, 0, 1),
  };
  const PnBoneState states[] = {PN_BONE_IN_CYCLE, PN_BONE_WELL,   PN_BONE_WELL,
                                PN_BONE_IN_CYCLE, PN_BONE_WELL,   PN_BONE_IN_CYCLE,
                                PN_BONE_WELL,     PN_BONE_ORPHAN, PN_BONE_WELL};
  const PnVec2 heads[] = {{0, 0}, {10, 0},  {20, 0}, {0, 0}, {3, 4},
                          {0, 0}, {23, 24}, {5, 5},  {6, 6}};
  PnSkeleton *skeleton = test_skeleton (bones, G_N_ELEMENTS (bones));
  PnAffine worlds[G_N_ELEMENTS (bones)];
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  locals[0].rotation = 1; /* is not listened to */
  pn_skeleton_world (skeleton, locals, worlds);
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++) {
    g_assert_cmpint (pn_skeleton_states (skeleton)[i], ==, states[i]);
    test_assert_near (pn_bone_head (&worlds[i]), heads[i], 1e-12);
  }
  pn_skeleton_unref (skeleton);
}

/* A child inherits both scales and the mirror of its parent, and the shear they make of its turn. */
static void
test_scale_inherited (void)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 0, 0, 0, 10), test_bone (0, 10, 5, 30, 10)};
  PnSkeleton *skeleton = test_skeleton (bones, 2);
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  PnAffine worlds[2];
  double c = cos (test_degrees (30)), s = sin (test_degrees (30));

  locals[0].scale_x = 2;
  locals[0].scale_y = -3;
  pn_skeleton_world (skeleton, locals, worlds);
  test_assert_near (pn_bone_head (&worlds[1]), pn_vec2 (20, -15), 1e-12);
  test_assert_near (pn_bone_tip (&worlds[1], 10), pn_vec2 (20 + 20 * c, -15 - 30 * s), 1e-12);
  /* A point across the child: the two axes are not square to each other any more. */
  PnVec2 across = pn_affine_apply_vector (&worlds[1], pn_vec2 (0, 1));
  test_assert_near (across, pn_vec2 (-2 * s, -3 * c), 1e-12);

  locals[0].scale_x = locals[0].scale_y = 0;
  pn_skeleton_world (skeleton, locals, worlds);
  test_assert_near (pn_bone_tip (&worlds[1], 10), pn_vec2 (0, 0), 0);
  locals[0].scale_x = locals[0].scale_y = 1;
  pn_skeleton_world (skeleton, locals, worlds);
  g_assert_cmpmem (worlds, sizeof worlds, pn_skeleton_rest (skeleton), sizeof worlds);
  pn_skeleton_unref (skeleton);
}

/* The change of a bone is the identity at rest, bit for bit, where the product of its frame and the
 * inverse is off by a rounding. */
static void
test_change (void)
{
  PnRandom random = pn_random (5);
  PnBone bones[20];
  gboolean product_is_off = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++) {
    double x = pn_random_range (&random, -90, 90), y = pn_random_range (&random, -90, 90);
    bones[i] = test_bone (i == 0 ? PN_BONE_NONE : (guint32)pn_random_below (&random, i), x, y,
                          pn_random_range (&random, -180, 180), 40);
    bones[i].rest.scale_y = i % 3 == 0 ? -0.7 : 1.2;
  }
  PnSkeleton *skeleton = test_skeleton (bones, G_N_ELEMENTS (bones));
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  PnAffine worlds[G_N_ELEMENTS (bones)];
  const PnAffine identity = PN_AFFINE_IDENTITY;
  pn_skeleton_world (skeleton, locals, worlds);
  g_assert_cmpmem (worlds, sizeof worlds, pn_skeleton_rest (skeleton), sizeof worlds);
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++) {
    PnAffine change = pn_skeleton_change (skeleton, worlds, i);
    PnAffine product = pn_affine_multiply (&worlds[i], &pn_skeleton_rest_inverse (skeleton)[i]);
    g_assert_cmpmem (&change, sizeof change, &identity, sizeof identity);
    product_is_off = product_is_off || memcmp (&product, &identity, sizeof identity) != 0;
  }
  g_assert_true (product_is_off);

  /* What is bound to a bone stays where it was in its frame. */
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++)
    locals[i].rotation += pn_random_range (&random, -1, 1);
  pn_skeleton_world (skeleton, locals, worlds);
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++) {
    PnAffine change = pn_skeleton_change (skeleton, worlds, i);
    test_assert_near (pn_affine_apply (&change, pn_affine_apply (&pn_skeleton_rest (skeleton)[i],
                                                                 pn_vec2 (3, 7))),
                      pn_affine_apply (&worlds[i], pn_vec2 (3, 7)), 1e-9);
  }
  pn_skeleton_unref (skeleton);
}

/* Bones of no length and no scale, numbers that are none, numbers beyond all bounds. */
static void
test_bad_bones (void)
{
  PnBone bones[] = {test_bone (PN_BONE_NONE, 5, 6, 0, 0), test_bone (0, 1, 1, 0, 10),
                    test_bone (0, (double)NAN, 0, 0, 10), test_bone (0, 0, 0, 0, (double)INFINITY),
                    test_bone (0, 0, 0, 0, 10)};
  bones[1].rest.scale_y = 0;
  bones[4].rest.scale_x = 1e300; /* its area is beyond a double */
  const PnBoneState states[] = {PN_BONE_WELL, PN_BONE_FLAT, PN_BONE_NOT_FINITE, PN_BONE_NOT_FINITE,
                                PN_BONE_FLAT};
  PnSkeleton *skeleton = test_skeleton (bones, G_N_ELEMENTS (bones));
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++)
    g_assert_cmpint (pn_skeleton_states (skeleton)[i], ==, states[i]);

  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  PnAffine worlds[G_N_ELEMENTS (bones)];
  const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, 0, -1e200};
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++) {
    locals[0].rotation = odd[i];
    locals[0].scale_x = odd[(i + 1) % G_N_ELEMENTS (odd)];
    locals[4].x = odd[(i + 2) % G_N_ELEMENTS (odd)];
    locals[1].scale_y = odd[(i + 3) % G_N_ELEMENTS (odd)];
    pn_skeleton_world (skeleton, locals, worlds);
    for (guint j = 0; j < G_N_ELEMENTS (bones); j++) {
      PnAffine change = pn_skeleton_change (skeleton, worlds, j);
      g_assert_true (pn_affine_is_finite (&worlds[j]));
      if (j == 1)
        g_assert_cmpmem (&change, sizeof change, &PN_AFFINE_IDENTITY, sizeof change);
    }
  }
  /* The number alone is replaced, not the whole pose. */
  locals[0] = (PnBonePose){40, (double)NAN, 0, 1, 1};
  pn_skeleton_world (skeleton, locals, worlds);
  test_assert_near (pn_bone_head (&worlds[0]), pn_vec2 (40, 6), 0);
  pn_skeleton_unref (skeleton);
}

/* A bone that is given another parent stays where it is, keys and all, unless a shear stands in the
 * way, which is told. */
static void
test_reparented (void)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 10, 20, 20, 50), test_bone (0, 50, 0, 30, 50),
                          test_bone (1, 50, 0, 40, 50)};
  PnSkeleton *skeleton = test_skeleton (bones, 3);
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  PnAffine worlds[3];
  PnBonePose pose;
  locals[1].scale_y = -1;
  pn_skeleton_world (skeleton, locals, worlds);
  g_assert_cmpfloat (fabs (pn_bone_pose_reparented (&worlds[0], &worlds[2], &pose)), <, 1e-12);
  PnAffine local = pn_bone_pose_map (&pose), back = pn_affine_multiply (&worlds[0], &local);
  test_assert_near (pn_affine_apply (&back, pn_vec2 (30, 9)),
                    pn_affine_apply (&worlds[2], pn_vec2 (30, 9)), 1e-11);

  locals[1].scale_y = 3;
  pn_skeleton_world (skeleton, locals, worlds);
  g_assert_cmpfloat (fabs (pn_bone_pose_reparented (&worlds[0], &worlds[2], &pose)), >, 0.1);
  /* What is kept of it is where it points. */
  local = pn_bone_pose_map (&pose);
  back = pn_affine_multiply (&worlds[0], &local);
  test_assert_near (pn_bone_tip (&back, 50), pn_bone_tip (&worlds[2], 50), 1e-11);

  locals[0].scale_x = 0;
  pn_skeleton_world (skeleton, locals, worlds);
  g_assert_true (isnan (pn_bone_pose_reparented (&worlds[0], &worlds[2], &pose)));
  pn_skeleton_unref (skeleton);
}

/* One part of a pose is worked out anew, the rest is left as it is; nothing is asked of the heap. */
static void
test_below (void)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 0, 0, 0, 10), test_bone (0, 10, 0, 0, 10),
                          test_bone (1, 10, 0, 0, 10), test_bone (0, 0, 10, 0, 10)};
  PnSkeleton *skeleton = test_skeleton (bones, 4);
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  PnAffine worlds[4], all[4];
  gsize before = test_n_allocations ();
  pn_skeleton_world (skeleton, locals, worlds);
  locals[1].rotation = 0.5;
  locals[0].rotation = 9;
  pn_skeleton_world_below (skeleton, locals, 1, worlds);
  locals[0].rotation = 0;
  pn_skeleton_world (skeleton, locals, all);
  g_assert_cmpuint (test_n_allocations (), ==, before);
  g_assert_cmpmem (worlds, sizeof worlds, all, sizeof all);
  pn_skeleton_unref (skeleton);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/skeleton/any-order", test_any_order);
  g_test_add_func ("/rig/skeleton/rings", test_rings);
  g_test_add_func ("/rig/skeleton/scale-inherited", test_scale_inherited);
  g_test_add_func ("/rig/skeleton/change", test_change);
  g_test_add_func ("/rig/skeleton/bad-bones", test_bad_bones);
  g_test_add_func ("/rig/skeleton/reparented", test_reparented);
  g_test_add_func ("/rig/skeleton/below", test_below);
  return g_test_run ();
}
