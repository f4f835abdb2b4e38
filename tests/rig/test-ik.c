/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chains that reach for targets: near, far and impossible ones, in mirrored and uneven frames. */
#include <glib.h>
#include <math.h>

#include "pn-test-allocations.h"
#include "pn-test-bones.h"

/* Hip, knee and foot of a leg that misses its contact by 10 px where the lengths are taken from the
 * wrong bones; straight at rest, so the pole alone says which way the knee goes. */
static void
test_contact (void)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 26.5, 25.5, 90, 8.5),
                          test_bone (0, 8.5, 0, 0, 8.5)};
  const PnVec2 poles[] = {{60, 33}, {-60, 33}}, knees[] = {{30.17, 33.17}, {24.83, 33.83}};
  TestBones *leg = test_bones_reaching (test_skeleton (bones, 2), 2, PN_IK_POLE);
  leg->ik_values[0].target = pn_vec2 (28.5, 41.5);
  for (guint i = 0; i < 2; i++) {
    leg->ik_values[0].pole = poles[i];
    test_bones_pose (leg);
    g_assert_cmpint (leg->iks[0].state, ==, PN_IK_REACHED);
    test_assert_near (test_bones_tip (leg, 1), pn_vec2 (28.5, 41.5), 0.01);
    test_assert_near (test_bones_head (leg, 1), knees[i], 0.01);
  }
  test_bones_free (leg);
}

/* Two bones of 50: a target out of reach leaves them straight and as long as they were, one on the
 * root folds them, and stretching is done on request alone. */
static void
test_reach (void)
{
  for (guint i = 0; i < 2; i++) {
    TestBones *arm = test_bones_reaching (test_chain (2, 50), 2, i == 0 ? 0 : PN_IK_STRETCH);
    arm->keyed[1].rotation = 0.4;
    arm->ik_values[0].target = pn_vec2 (200, 0);
    test_bones_pose (arm);
    test_assert_near (test_bones_head (arm, 1), pn_vec2 (i == 0 ? 50 : 100, 0), 1e-9);
    test_assert_near (test_bones_tip (arm, 1), pn_vec2 (i == 0 ? 100 : 200, 0), 1e-9);
    g_assert_cmpint (arm->iks[0].state, ==, i == 0 ? PN_IK_CLAMPED : PN_IK_REACHED);
    g_assert_cmpfloat (fabs (arm->iks[0].distance - (i == 0 ? 100 : 0)), <, 1e-9);

    arm->ik_values[0].target = pn_vec2 (0, 0);
    test_bones_pose (arm);
    g_assert_cmpint (arm->iks[0].state, ==, PN_IK_REACHED);
    test_assert_near (test_bones_tip (arm, 1), pn_vec2 (0, 0), 1e-9);
    g_assert_cmpfloat (fabs (test_gap (test_bones_head (arm, 1), pn_vec2 (0, 0)) - 50), <, 1e-9);

    /* Full reach, to the last px. */
    arm->ik_values[0].target = pn_vec2 (0, 100);
    test_bones_pose (arm);
    g_assert_cmpint (arm->iks[0].state, ==, PN_IK_REACHED);
    test_bones_free (arm);
  }
}

/* A short forearm cannot come nearer to the shoulder than the difference. */
static void
test_too_near (void)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 0, 0, 0, 100), test_bone (0, 100, 0, 30, 30)};
  TestBones *arm = test_bones_reaching (test_skeleton (bones, 2), 2, 0);
  arm->ik_values[0].target = pn_vec2 (0, 20);
  test_bones_pose (arm);
  g_assert_cmpint (arm->iks[0].state, ==, PN_IK_CLAMPED);
  test_assert_near (test_bones_tip (arm, 1), pn_vec2 (0, 70), 1e-6);
  test_bones_free (arm);
}

/* The elbow bends to the side it is posed to, wherever the target goes, and the other way only where
 * the pose or the pole does. */
static void
test_bend_side (void)
{
  TestBones *arm = test_bones_reaching (test_chain (2, 50), 2, 0);
  for (int side = -1; side <= 1; side += 2)
    for (guint degrees = 0; degrees < 360; degrees += 5) {
      arm->keyed[1].rotation = side * 0.01;
      arm->ik_values[0].target =
          pn_vec2 (60 * cos (test_degrees (degrees)), 60 * sin (test_degrees (degrees)));
      test_bones_pose (arm);
      PnVec2 elbow = test_bones_head (arm, 1), tip = test_bones_tip (arm, 1);
      test_assert_near (tip, arm->ik_values[0].target, 1e-9);
      g_assert_cmpfloat (pn_vec2_cross (elbow, pn_vec2_sub (tip, elbow)) * side, >, 0);
    }
  test_bones_free (arm);
}

/* One pose of an arm of 100 and 80 whose elbow turns from 0 to 135 degrees, with `root_scale` on the
 * bone it hangs on, or on its own first bone. */
static void
pose_mirrored (guint scaled,
               double scale_x,
               double scale_y,
               PnVec2 target,
               PnVec2 *elbow,
               PnVec2 *tip)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 0, 0, 0, 10), test_bone (0, 0, 0, 0, 100),
                          test_bone (1, 100, 0, 0, 80)};
  const PnIk ik = {2, 2, PN_BONE_NONE, PN_BONE_NONE, 0};
  const PnConstraint limit = {.kind = PN_CONSTRAINT_LIMIT,
                              .bone = 2,
                              .channels = PN_CHANNEL_ROTATION,
                              .high = {.rotation = test_degrees (135)}};
  const PnSkeletonRigParts parts = {&limit, 1, &ik, 1};
  TestBones *arm = test_bones_new (test_skeleton (bones, 3), &parts);
  arm->keyed[scaled].scale_x = scale_x;
  arm->keyed[scaled].scale_y = scale_y;
  arm->ik_values[0].target = target;
  test_bones_pose (arm);
  *elbow = test_bones_head (arm, 2);
  *tip = test_bones_tip (arm, 2);
  g_assert_cmpfloat (arm->locals[2].rotation, >=, -1e-12);
  g_assert_cmpfloat (arm->locals[2].rotation, <=, test_degrees (135) + 1e-12);
  test_bones_free (arm);
}

static void
test_mirrored (void)
{
  PnVec2 elbow, tip, mirrored_elbow, mirrored_tip;
  for (double y = -60; y <= 60; y += 120)
    for (guint scaled = 0; scaled < 2; scaled++) {
      pose_mirrored (scaled, 1, 1, pn_vec2 (120, y), &elbow, &tip);
      test_assert_near (tip, pn_vec2 (120, y), 0.01);
      pose_mirrored (scaled, -1, 1, pn_vec2 (-120, y), &mirrored_elbow, &mirrored_tip);
      test_assert_near (mirrored_tip, pn_vec2 (-tip.x, tip.y), 0.01);
      test_assert_near (mirrored_elbow, pn_vec2 (-elbow.x, elbow.y), 0.01);
      pose_mirrored (scaled, 1, -1, pn_vec2 (120, -y), &mirrored_elbow, &mirrored_tip);
      test_assert_near (mirrored_tip, pn_vec2 (tip.x, -tip.y), 0.01);
      test_assert_near (mirrored_elbow, pn_vec2 (elbow.x, -elbow.y), 0.01);
    }
}

static double
random_scale (PnRandom *random)
{
  double scale = pn_random_range (random, 0.5, 1.6);
  return pn_random_below (random, 4) == 0 ? -scale : scale;
}

/* How far the tip comes from the target by the wrong way: each link turned by its change of angle in
 * the skeleton's space, as if no frame on the way were mirrored or uneven. */
static double
miss_by_angles (const TestBones *bones, guint first)
{
  gsize n = pn_skeleton_n_bones (bones->skeleton);
  g_autofree PnBonePose *locals = g_memdup2 (bones->keyed, n * sizeof *locals);
  g_autofree PnAffine *worlds = g_new0 (PnAffine, n);
  double turned = 0;
  pn_skeleton_world (bones->skeleton, bones->keyed, worlds);
  for (guint i = first; i < n; i++) {
    double change = pn_bone_angle (&bones->worlds[i]) - pn_bone_angle (&worlds[i]);
    locals[i].rotation += change - turned;
    turned = change;
  }
  pn_skeleton_world (bones->skeleton, locals, worlds);
  return test_gap (pn_bone_tip (&worlds[n - 1], 40), bones->ik_values[0].target);
}

/* Chains of one to seven bones with offsets, mirrors and uneven scales above and within them: a
 * target that some pose reaches is met to 0.01 px. */
static void
test_reachable (void)
{
  guint n_reached = 0, n_wrong = 0, n = 0;
  for (guint seed = 1; seed <= 400; seed++) {
    PnRandom random = pn_random (seed);
    guint n_bones = 2 + (guint)pn_random_below (&random, 6);
    PnBone bones[8];
    for (guint i = 0; i < n_bones; i++) {
      double offset = pn_random_range (&random, -15, 15);
      bones[i] = test_bone (i == 0 ? PN_BONE_NONE : i - 1, 40, offset,
                            pn_random_range (&random, -60, 60), 40);
      if (i == 0 || seed % 2 == 0) {
        bones[i].rest.scale_x = random_scale (&random);
        bones[i].rest.scale_y = random_scale (&random);
      }
    }
    guint n_links = MAX (n_bones - 1, 2);
    TestBones *chain = test_bones_reaching (test_skeleton (bones, n_bones), n_links, 0);
    /* Where the tip is in another pose. */
    g_autofree PnBonePose *other = test_rest_pose (chain->skeleton);
    g_autofree PnAffine *worlds = g_new0 (PnAffine, n_bones);
    for (guint i = n_bones - n_links; i < n_bones; i++)
      other[i].rotation += pn_random_range (&random, -1, 1);
    pn_skeleton_world (chain->skeleton, other, worlds);
    chain->ik_values[0].target = pn_bone_tip (&worlds[n_bones - 1], 40);
    test_bones_pose (chain);
    double miss = test_gap (test_bones_tip (chain, n_bones - 1), chain->ik_values[0].target);
    g_assert_cmpfloat (fabs (miss - chain->iks[0].distance), <, 1e-9);
    n++;
    n_reached += miss <= PN_IK_TOLERANCE;
    n_wrong += miss_by_angles (chain, n_bones - n_links) > 1;
    if (miss > PN_IK_TOLERANCE)
      g_test_message ("seed %u, %u bones: %.3g px off", seed, n_bones, miss);
    test_bones_free (chain);
  }
  g_test_message ("%u of %u reached; by changes of angle %u are off by over 1 px", n_reached, n,
                  n_wrong);
  g_assert_cmpuint (n_reached, ==, n);
  g_assert_cmpuint (n_wrong, >, n / 2);
}

/* Long chains in even frames, near and at the end of their reach. */
static void
test_long_chains (void)
{
  for (guint n = 3; n <= 12; n++) {
    TestBones *chain = test_bones_reaching (test_chain (n, 20), n, 0);
    for (guint i = 1; i < n; i++)
      chain->keyed[i].rotation = 0.1;
    for (double reach = 0.05; reach < 1.0; reach += 0.05)
      for (guint degrees = 0; degrees < 360; degrees += 30) {
        double distance = reach * 20 * n, angle = test_degrees (degrees);
        chain->ik_values[0].target = pn_vec2 (distance * cos (angle), distance * sin (angle));
        test_bones_pose (chain);
        test_assert_near (test_bones_tip (chain, n - 1), chain->ik_values[0].target, 0.01);
      }
    chain->ik_values[0].target = pn_vec2 (0, 30.0 * n);
    test_bones_pose (chain);
    test_assert_near (test_bones_tip (chain, n - 1), pn_vec2 (0, 20.0 * n), 1e-9);
    g_assert_cmpint (chain->iks[0].state, ==, PN_IK_CLAMPED);
    test_bones_free (chain);
  }
}

/* A straight chain folds towards its pole, or clockwise where nothing says otherwise. */
static void
test_straight_folds (void)
{
  for (int side = -1; side <= 1; side++) {
    TestBones *chain = test_bones_reaching (test_chain (4, 25), 4, side == 0 ? 0 : PN_IK_POLE);
    chain->ik_values[0].target = pn_vec2 (60, 0);
    chain->ik_values[0].pole = pn_vec2 (30, 50 * side);
    test_bones_pose (chain);
    test_assert_near (test_bones_tip (chain, 3), pn_vec2 (60, 0), 0.01);
    g_assert_cmpfloat (test_bones_head (chain, 2).y * (side == 0 ? 1 : side), >, 5);
    test_bones_free (chain);
  }
  /* A pole on the other side than the pose. */
  TestBones *chain = test_bones_reaching (test_chain (4, 25), 4, PN_IK_POLE);
  for (guint i = 1; i < 4; i++)
    chain->keyed[i].rotation = 0.4;
  chain->ik_values[0].target = pn_vec2 (60, 20);
  for (int side = -1; side <= 1; side += 2) {
    chain->ik_values[0].pole = pn_vec2 (0, 200 * side);
    test_bones_pose (chain);
    test_assert_near (test_bones_tip (chain, 3), pn_vec2 (60, 20), 0.01);
    PnVec2 middle = test_bones_head (chain, 2);
    g_assert_cmpfloat (pn_vec2_cross (pn_vec2 (60, 20), middle) * side, >, 0);
  }
  test_bones_free (chain);
}

/* Every link of a long chain keeps its range in the pose that is found, and the target is met where
 * they let it. */
static void
test_limits (void)
{
  PnConstraint limits[5];
  const PnIk ik = {4, 5, PN_BONE_NONE, PN_BONE_NONE, 0};
  for (guint i = 0; i < 5; i++)
    limits[i] = (PnConstraint){.kind = PN_CONSTRAINT_LIMIT,
                               .bone = i,
                               .channels = PN_CHANNEL_ROTATION,
                               .low = {.rotation = i == 0 ? -3 : -0.3},
                               .high = {.rotation = i == 0 ? 3 : 0.9}};
  const PnSkeletonRigParts parts = {limits, 5, &ik, 1};
  TestBones *chain = test_bones_new (test_chain (5, 30), &parts);
  const PnVec2 targets[] = {{80, 60}, {100, -50}, {20, 90}, {-100, 40}, {140, 10}};
  for (guint t = 0; t < G_N_ELEMENTS (targets); t++) {
    chain->ik_values[0].target = targets[t];
    test_bones_pose (chain);
    for (guint i = 0; i < 5; i++) {
      g_assert_cmpfloat (chain->locals[i].rotation, >=, limits[i].low.rotation - 1e-12);
      g_assert_cmpfloat (chain->locals[i].rotation, <=, limits[i].high.rotation + 1e-12);
    }
    test_assert_near (test_bones_tip (chain, 4), targets[t], 0.01);
  }
  /* A ring this small they cannot make: as near as may be, and it says so. */
  chain->ik_values[0].target = pn_vec2 (1, 1);
  test_bones_pose (chain);
  g_assert_cmpint (chain->iks[0].state, ==, PN_IK_CLAMPED);
  g_assert_cmpfloat (chain->iks[0].distance, <, 60);
  test_bones_free (chain);

  /* A knee that turns one way alone bends that way, whatever side the pose is on. */
  limits[1].low.rotation = -2.5;
  limits[1].high.rotation = 0;
  const PnIk leg_ik = {1, 2, PN_BONE_NONE, PN_BONE_NONE, 0};
  const PnSkeletonRigParts leg_parts = {limits, 2, &leg_ik, 1};
  TestBones *leg = test_bones_new (test_chain (2, 50), &leg_parts);
  leg->ik_values[0].target = pn_vec2 (60, 0);
  for (double pose = -0.2; pose < 0.3; pose += 0.2) {
    leg->keyed[1].rotation = pose;
    test_bones_pose (leg);
    test_assert_near (test_bones_tip (leg, 1), pn_vec2 (60, 0), 0.01);
    g_assert_cmpfloat (leg->locals[1].rotation, <, -0.1);
  }
  test_bones_free (leg);
}

/* Targets that are no numbers, chains scaled to nothing: the pose stays as it was keyed, says so,
 * and is well again when they are. */
static void
test_bad_input (void)
{
  const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
  for (guint n = 1; n <= 4; n++) {
    TestBones *arm = test_bones_reaching (test_chain (n, 50), n, PN_IK_POLE);
    for (guint i = 0; i < n; i++)
      arm->keyed[i].rotation = 0.2;
    for (guint i = 0; i < 3 * G_N_ELEMENTS (odd); i++) {
      PnIkValue value = {{30, 20}, {10, 90}, 1};
      *(i % 3 == 0 ? &value.target.x : i % 3 == 1 ? &value.pole.y : &value.mix) = odd[i / 3];
      arm->ik_values[0] = value;
      test_bones_pose (arm);
      g_assert_cmpint (arm->iks[0].state, ==, PN_IK_NOT_FINITE);
      g_assert_cmpmem (arm->locals, n * sizeof (PnBonePose), arm->keyed, n * sizeof (PnBonePose));
    }
    arm->ik_values[0] = (PnIkValue){{30, 20}, {10, 90}, 1};
    for (guint i = 0; i < n; i++)
      arm->keyed[i].scale_x = arm->keyed[i].scale_y = 0;
    test_bones_pose (arm);
    g_assert_cmpint (arm->iks[0].state, ==, PN_IK_FLAT);
    g_assert_cmpmem (arm->locals, n * sizeof (PnBonePose), arm->keyed, n * sizeof (PnBonePose));
    for (guint i = 0; i < n; i++)
      arm->keyed[i].scale_x = arm->keyed[i].scale_y = 1;
    test_bones_pose (arm);
    g_assert_cmpint (arm->iks[0].state, ==, n == 1 ? PN_IK_REACHED : arm->iks[0].state);
    if (n > 1)
      test_assert_near (test_bones_tip (arm, n - 1), pn_vec2 (30, 20), 0.01);
    arm->ik_values[0].target = pn_vec2 (1e300, -1e300);
    test_bones_pose (arm);
    arm->ik_values[0].target = pn_vec2 (0, 0);
    test_bones_pose (arm);
    test_bones_free (arm);
  }
  /* A link of no length within, and nothing but such links. */
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 0, 0, 0, 40), test_bone (0, 40, 0, 0, 0),
                          test_bone (1, 0, 0, 20, 40)};
  TestBones *arm = test_bones_reaching (test_skeleton (bones, 3), 3, 0);
  arm->ik_values[0].target = pn_vec2 (20, 50);
  test_bones_pose (arm);
  test_assert_near (test_bones_tip (arm, 2), pn_vec2 (20, 50), 0.01);
  test_bones_free (arm);
  arm = test_bones_reaching (test_chain (3, 0), 3, PN_IK_STRETCH);
  arm->ik_values[0].target = pn_vec2 (20, 50);
  test_bones_pose (arm);
  g_assert_cmpint (arm->iks[0].state, ==, PN_IK_FLAT);
  test_bones_free (arm);
}

/* A mix of nothing is the keyed pose to the bit, half of it lies between, the same from any thread's
 * workspace, and nothing is asked of the heap. */
static void
test_mix (void)
{
  TestBones *arm = test_bones_reaching (test_chain (3, 40), 3, 0);
  arm->keyed[1].rotation = 0.3;
  arm->keyed[2].rotation = 0.3;
  arm->ik_values[0].target = pn_vec2 (50, 60);
  arm->ik_values[0].mix = 0;
  test_bones_pose (arm);
  g_assert_cmpint (arm->iks[0].state, ==, PN_IK_OFF);
  g_assert_cmpmem (arm->locals, 3 * sizeof (PnBonePose), arm->keyed, 3 * sizeof (PnBonePose));
  arm->ik_values[0].mix = 1;
  test_bones_pose (arm);
  double solved = arm->locals[1].rotation;
  arm->ik_values[0].mix = 0.5;
  test_bones_pose (arm);
  g_assert_cmpfloat (fabs (arm->locals[1].rotation - (0.3 + solved) / 2), <, 1e-12);

  const PnSkeletonRigValues values = {arm->keyed, arm->constraint_values, arm->ik_values};
  const PnSkeletonRigPose pose = {arm->locals, arm->worlds, NULL, NULL};
  gsize before = test_n_allocations ();
  pn_skeleton_rig_pose (arm->rig, &values, arm->workspace, &pose);
  g_assert_cmpuint (test_n_allocations (), ==, before);
  test_bones_free (arm);
}

/* A target dragged past the chain in steps of 0.27 px: no joint jumps. */
static void
test_steady (void)
{
  for (guint n = 2; n <= 5; n++) {
    TestBones *chain = test_bones_reaching (test_chain (n, 100.0 / n), n, 0);
    double worst = 0;
    PnVec2 before[8];
    for (guint i = 1; i < n; i++)
      chain->keyed[i].rotation = 0.3;
    for (guint step = 0; step < 400; step++) {
      chain->ik_values[0].target = pn_vec2 (20 + 0.1 * step, -50 + 0.25 * step);
      test_bones_pose (chain);
      for (guint i = 0; i < n; i++) {
        PnVec2 tip = test_bones_tip (chain, i);
        if (step > 0)
          worst = fmax (worst, test_gap (tip, before[i]));
        before[i] = tip;
      }
    }
    g_test_message ("%u bones: %.3g px a step", n, worst);
    g_assert_cmpfloat (worst, <, 2);
    test_bones_free (chain);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/ik/contact", test_contact);
  g_test_add_func ("/rig/ik/reach", test_reach);
  g_test_add_func ("/rig/ik/too-near", test_too_near);
  g_test_add_func ("/rig/ik/bend-side", test_bend_side);
  g_test_add_func ("/rig/ik/mirrored", test_mirrored);
  g_test_add_func ("/rig/ik/reachable", test_reachable);
  g_test_add_func ("/rig/ik/long-chains", test_long_chains);
  g_test_add_func ("/rig/ik/straight-folds", test_straight_folds);
  g_test_add_func ("/rig/ik/limits", test_limits);
  g_test_add_func ("/rig/ik/bad-input", test_bad_input);
  g_test_add_func ("/rig/ik/mix", test_mix);
  g_test_add_func ("/rig/ik/steady", test_steady);
  return g_test_run ();
}
