/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What holds bones beside their keys, and in which order it does. */
#include <glib.h>
#include <math.h>

#include "pn-hash.h"
#include "pn-task-pool.h"
#include "pn-test-allocations.h"
#include "pn-test-bones.h"

#define ALL_CHANNELS \
  (PN_CHANNEL_X | PN_CHANNEL_Y | PN_CHANNEL_ROTATION | PN_CHANNEL_SCALE_X | PN_CHANNEL_SCALE_Y)

/* A root at (100, 50), and two bones that hang on it, 0 and 30 px along: 1 and 2. */
static TestBones *
hold_second (const PnConstraint *constraint)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 100, 50, 20, 10), test_bone (0, 0, 0, 0, 40),
                          test_bone (0, 30, 0, 45, 40)};
  const PnSkeletonRigParts parts = {.constraints = constraint, .n_constraints = 1};
  return test_bones_new (test_skeleton (bones, 3), &parts);
}

static void
test_copy_local (void)
{
  PnConstraint copy = {.kind = PN_CONSTRAINT_COPY, .bone = 2, .source = 1};
  for (guint channel = 0; channel < 5; channel++) {
    copy.channels = 1u << channel;
    TestBones *bones = hold_second (&copy);
    bones->keyed[1] = (PnBonePose){7, 8, 1.5, 2, -3};
    test_bones_pose (bones);
    PnBonePose right = bones->keyed[2];
    double *numbers[] = {&right.x, &right.y, &right.rotation, &right.scale_x, &right.scale_y};
    const double from[] = {7, 8, 1.5, 2, -3};
    *numbers[channel] = from[channel];
    g_assert_cmpmem (&bones->locals[2], sizeof right, &right, sizeof right);

    /* With an offset, and in part. */
    bones->constraint_values[0].offset = (PnBonePose){1, 1, 1, 2, 2};
    bones->constraint_values[0].mix = 0.5;
    *numbers[channel] = ((const double[]){30, 0, test_degrees (45), 1, 1}[channel] +
                         (channel < 3 ? from[channel] + 1 : from[channel] * 2)) /
                        2;
    test_bones_pose (bones);
    double *got[] = {&bones->locals[2].x, &bones->locals[2].y, &bones->locals[2].rotation,
                     &bones->locals[2].scale_x, &bones->locals[2].scale_y};
    g_assert_cmpfloat (fabs (*got[channel] - *numbers[channel]), <, 1e-12);
    test_bones_free (bones);
  }
}

/* In the skeleton's space a bone under a mirrored and uneven parent points where the source points,
 * stands where it stands, and is as long. */
static void
test_copy_world (void)
{
  const PnBone rig[] = {test_bone (PN_BONE_NONE, 10, 20, 30, 40),
                        test_bone (PN_BONE_NONE, 70, 5, -50, 40), test_bone (1, 9, 9, 10, 40)};
  const PnConstraint copy = {.kind = PN_CONSTRAINT_COPY,
                             .bone = 2,
                             .source = 0,
                             .space = PN_COPY_WORLD,
                             .channels = ALL_CHANNELS};
  const PnSkeletonRigParts parts = {.constraints = &copy, .n_constraints = 1};
  TestBones *bones = test_bones_new (test_skeleton (rig, 3), &parts);
  bones->keyed[0].scale_x = 1.3;
  bones->keyed[1].scale_x = -0.5;
  bones->keyed[1].scale_y = 2;
  test_bones_pose (bones);
  test_assert_near (test_bones_head (bones, 2), test_bones_head (bones, 0), 1e-9);
  test_assert_near (test_bones_tip (bones, 2), test_bones_tip (bones, 0), 1e-9);
  /* Where it pointed by the difference of angles, which is wrong in a mirror. */
  double wrong = bones->keyed[2].rotation + pn_bone_angle (&bones->worlds[0]) - test_degrees (-40);
  g_assert_cmpfloat (fabs (sin (wrong - bones->locals[2].rotation)), >, 0.1);

  bones->keyed[1].scale_x = 0;
  test_bones_pose (bones);
  g_assert_cmpint (bones->constraints[0], ==, PN_CONSTRAINT_FLAT);
  g_assert_cmpmem (bones->locals, 3 * sizeof (PnBonePose), bones->keyed, 3 * sizeof (PnBonePose));
  test_bones_free (bones);
}

static void
test_aim (void)
{
  PnConstraint aim = {.kind = PN_CONSTRAINT_AIM, .bone = 2, .source = 1};
  TestBones *bones = hold_second (&aim);
  for (guint i = 0; i < 2; i++) {
    bones->keyed[0].scale_y = i == 0 ? 1 : -1.5;
    bones->constraint_values[0].target = pn_vec2 (40, 55); /* in the frame of 1 */
    test_bones_pose (bones);
    PnVec2 target = pn_affine_apply (&bones->worlds[1], pn_vec2 (40, 55));
    PnVec2 own = pn_vec2_sub (test_bones_tip (bones, 2), test_bones_head (bones, 2));
    PnVec2 ahead = pn_vec2_sub (target, test_bones_head (bones, 2));
    g_assert_cmpfloat (fabs (pn_vec2_cross (own, ahead)), <, 1e-9);
    g_assert_cmpfloat (pn_vec2_dot (own, ahead), >, 0);
  }
  double aimed = bones->locals[2].rotation;
  bones->constraint_values[0].offset.rotation = 0.25;
  test_bones_pose (bones);
  g_assert_cmpfloat (fabs (bones->locals[2].rotation - aimed - 0.25), <, 1e-12);
  bones->constraint_values[0].offset.rotation = 0;
  bones->constraint_values[0].mix = 0.5;
  test_bones_pose (bones);
  g_assert_cmpfloat (fabs (bones->locals[2].rotation - (aimed + test_degrees (45)) / 2), <, 1e-12);
  test_bones_free (bones);
}

static void
test_limit (void)
{
  PnConstraint limit = {.kind = PN_CONSTRAINT_LIMIT,
                        .bone = 2,
                        .channels = ALL_CHANNELS,
                        .low = {0, 5, -1, 0.5, 2},
                        .high = {20, 9, 1, 1.5, -2}};
  TestBones *bones = hold_second (&limit);
  bones->keyed[2] = (PnBonePose){30, 1, 2, 0.1, 7};
  test_bones_pose (bones);
  const PnBonePose right = {20, 5, 1, 0.5, 7}; /* 2 to -2 is no range */
  g_assert_cmpmem (&bones->locals[2], sizeof right, &right, sizeof right);
  /* Whole turns are kept: 0.5 and a turn is within, 2 and a turn is held at 1 and a turn; 3.5 is
   * nearer to -1 by the other way. */
  const double keyed[] = {0.5 + 2 * G_PI, 2 + 2 * G_PI, 3.5, -0.75};
  const double held[] = {0.5 + 2 * G_PI, 1 + 2 * G_PI, 2 * G_PI - 1, -0.75};
  for (guint i = 0; i < G_N_ELEMENTS (keyed); i++) {
    bones->keyed[2].rotation = keyed[i];
    test_bones_pose (bones);
    g_assert_cmpfloat (fabs (bones->locals[2].rotation - held[i]), <, 1e-12);
  }
  bones->constraint_values[0].mix = 0.5;
  bones->keyed[2].rotation = 2;
  test_bones_pose (bones);
  g_assert_cmpfloat (fabs (bones->locals[2].rotation - 1.5), <, 1e-12);
  g_assert_cmpfloat (fabs (bones->locals[2].x - 25), <, 1e-12);
  test_bones_free (bones);
}

/* Half the way between numbers so far apart that their difference overflows. */
static void
test_overflow (void)
{
  const double far = 1.5e308;
  PnConstraint limit = {.kind = PN_CONSTRAINT_LIMIT,
                        .bone = 2,
                        .channels = ALL_CHANNELS,
                        .low = {far, far, -far, far, far},
                        .high = {far, far, -far, far, far}};
  TestBones *bones = hold_second (&limit);
  const PnBonePose keyed = {-far, -far, far, -far, -far};
  bones->keyed[2] = keyed;
  bones->constraint_values[0].mix = 0.5;
  test_bones_pose (bones);
  g_assert_cmpmem (&bones->locals[2], sizeof keyed, &keyed, sizeof keyed);
  test_bones_free (bones);
}

/* A tail of six bones of 20 along a curve of some 150 px whose last handle rides a bone. */
static TestBones *
make_tail (PnSplineFit fit)
{
  PnBone rig[8];
  rig[0] = test_bone (PN_BONE_NONE, 50, 50, 0, 10);
  for (guint i = 1; i < 7; i++)
    rig[i] = test_bone (i - 1, i == 1 ? 0 : 20, 0, 0, 20);
  rig[7] = test_bone (PN_BONE_NONE, 150, 100, 0, 10);
  static const guint32 point_bones[] = {PN_BONE_NONE, PN_BONE_NONE, 7, 7};
  static const PnVec2 points[] = {{50, 50}, {100, 20}, {-20, 40}, {0, 0}};
  const PnConstraint spline = {.kind = PN_CONSTRAINT_SPLINE,
                               .bone = 6,
                               .n_links = 6,
                               .fit = fit,
                               .n_points = 4,
                               .point_bones = point_bones};
  const PnSkeletonRigParts parts = {.constraints = &spline, .n_constraints = 1};
  TestBones *bones = test_bones_new (test_skeleton (rig, 8), &parts);
  bones->constraint_values[0].offset.x = 0;
  bones->constraint_values[0].points = points;
  return bones;
}

static void
test_spline (void)
{
  for (guint fit = 0; fit < 2; fit++) {
    TestBones *tail = make_tail ((PnSplineFit)fit);
    for (guint i = 0; i < 3; i++) {
      tail->keyed[7].x = 150 + 10 * i;
      tail->keyed[0].scale_y = i == 2 ? -1 : 1;
      test_bones_pose (tail);
      g_assert_cmpint (tail->constraints[0], ==, PN_CONSTRAINT_WELL);
      test_assert_near (test_bones_head (tail, 1), pn_vec2 (50, 50), 1e-9);
      double length = 0;
      for (guint b = 1; b < 7; b++) {
        double own = test_gap (test_bones_head (tail, b), test_bones_tip (tail, b));
        if (fit == PN_SPLINE_LENGTHS_KEPT)
          g_assert_cmpfloat (fabs (own - 20), <, 1e-9);
        length += own;
      }
      if (fit == PN_SPLINE_FITTED)
        test_assert_near (test_bones_tip (tail, 6), test_bones_head (tail, 7), 1e-6);
      g_test_message ("fit %u: %.4g px of bones", fit, length);
    }
    /* Half of it: the head is halfway, too. */
    tail->constraint_values[0].mix = 0.5;
    tail->keyed[1].x = 10;
    tail->keyed[0].scale_y = 1;
    test_bones_pose (tail);
    test_assert_near (test_bones_head (tail, 1), pn_vec2 (55, 50), 1e-9);
    test_bones_free (tail);
  }
}

/* Straight from point to point, farther along, and past the end. */
static void
test_spline_line (void)
{
  const PnVec2 points[] = {{0, 0}, {50, 0}, {50, 100}};
  const PnConstraint spline = {
      .kind = PN_CONSTRAINT_SPLINE, .bone = 3, .n_links = 9, .curve = PN_CURVE_LINE, .n_points = 3};
  const PnSkeletonRigParts parts = {.constraints = &spline, .n_constraints = 1};
  TestBones *bones = test_bones_new (test_chain (4, 30), &parts);
  bones->constraint_values[0].points = points;
  bones->constraint_values[0].offset.x = 50;
  test_bones_pose (bones);
  test_assert_near (test_bones_head (bones, 0), pn_vec2 (50, 0), 1e-9);
  test_assert_near (test_bones_tip (bones, 3), pn_vec2 (50, 120), 1e-9);
  bones->constraint_values[0].offset.x = 1000;
  test_bones_pose (bones);
  test_assert_near (test_bones_tip (bones, 0), pn_vec2 (50, 980), 1e-9);

  const PnVec2 bad[][3] = {{{0, 0}, {0, 0}, {0, 0}}, {{(double)NAN, 0}, {1, 1}, {2, 2}}};
  const PnConstraintState states[] = {PN_CONSTRAINT_FLAT, PN_CONSTRAINT_NOT_FINITE};
  for (guint i = 0; i < 2; i++) {
    bones->constraint_values[0].points = bad[i];
    test_bones_pose (bones);
    g_assert_cmpint (bones->constraints[0], ==, states[i]);
    g_assert_cmpmem (bones->locals, 4 * sizeof (PnBonePose), bones->keyed, 4 * sizeof (PnBonePose));
  }
  test_bones_free (bones);
}

/* A hand that copies a bone which aims at a target that a chain moves: whatever order they are listed
 * in, each runs after what it reads. */
static void
test_order (void)
{
  const PnBone rig[] = {test_bone (PN_BONE_NONE, 0, 0, 0, 50), test_bone (0, 50, 0, 20, 50),
                        test_bone (PN_BONE_NONE, 0, 80, 0, 30),
                        test_bone (PN_BONE_NONE, 90, 90, 0, 30)};
  const PnConstraint aim = {.kind = PN_CONSTRAINT_AIM, .bone = 2, .source = 1};
  const PnConstraint copy = {
      .kind = PN_CONSTRAINT_COPY, .bone = 3, .source = 2, .channels = PN_CHANNEL_ROTATION};
  const PnIk ik = {1, 2, PN_BONE_NONE, PN_BONE_NONE, 0};
  for (guint turned = 0; turned < 2; turned++) {
    const PnConstraint constraints[] = {turned ? copy : aim, turned ? aim : copy};
    const PnSkeletonRigParts parts = {constraints, 2, &ik, 1};
    TestBones *bones = test_bones_new (test_skeleton (rig, 4), &parts);
    bones->ik_values[0].target = pn_vec2 (30, -60);
    bones->constraint_values[turned ? 1 : 0].target = pn_vec2 (50, 0);
    test_bones_pose (bones);
    PnVec2 own = pn_vec2_sub (test_bones_tip (bones, 2), test_bones_head (bones, 2));
    PnVec2 ahead = pn_vec2_sub (test_bones_tip (bones, 1), test_bones_head (bones, 2));
    test_assert_near (test_bones_tip (bones, 1), pn_vec2 (30, -60), 0.01);
    g_assert_cmpfloat (fabs (pn_vec2_cross (own, ahead)), <, 1e-9);
    g_assert_cmpfloat (fabs (bones->locals[3].rotation - bones->locals[2].rotation), <, 1e-15);
    for (guint i = 0; i < 2; i++)
      g_assert_cmpint (pn_skeleton_rig_constraint_steps (bones->rig)[i], ==, PN_RIG_STEP_WELL);
    g_assert_cmpint (pn_skeleton_rig_ik_steps (bones->rig)[0], ==, PN_RIG_STEP_WELL);
    test_bones_free (bones);
  }
}

/* Two bones that copy each other, a chain whose target hangs on itself, names of bones that are not
 * there: each runs once or never, and says so. */
static void
test_cycles (void)
{
  const PnConstraint constraints[] = {
      {.kind = PN_CONSTRAINT_COPY,
       .bone = 0,
       .source = 3,
       .space = PN_COPY_WORLD,
       .channels = PN_CHANNEL_ROTATION},
      {.kind = PN_CONSTRAINT_COPY,
       .bone = 3,
       .source = 1,
       .space = PN_COPY_WORLD,
       .channels = PN_CHANNEL_ROTATION},
      {.kind = PN_CONSTRAINT_AIM, .bone = 9, .source = PN_BONE_NONE},
      {.kind = PN_CONSTRAINT_COPY, .bone = 1, .source = PN_BONE_NONE},
      {.kind = PN_CONSTRAINT_LIMIT, .bone = 2}};
  const PnIk iks[] = {{2, 2, 2, PN_BONE_NONE, 0}, {2, 2, 77, PN_BONE_NONE, 0}};
  const PnRigStepState states[] = {PN_RIG_STEP_IN_CYCLE, PN_RIG_STEP_WELL, PN_RIG_STEP_NO_BONE,
                                   PN_RIG_STEP_NO_BONE, PN_RIG_STEP_WELL};
  const PnBone rig[] = {test_bone (PN_BONE_NONE, 0, 0, 10, 50), test_bone (0, 50, 0, 20, 50),
                        test_bone (1, 50, 0, 30, 50), test_bone (PN_BONE_NONE, 90, 90, 40, 30)};
  const PnSkeletonRigParts parts = {constraints, 5, iks, 2};
  TestBones *bones = test_bones_new (test_skeleton (rig, 4), &parts);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpint (pn_skeleton_rig_constraint_steps (bones->rig)[i], ==, states[i]);
  g_assert_cmpint (pn_skeleton_rig_ik_steps (bones->rig)[0], ==, PN_RIG_STEP_IN_CYCLE);
  g_assert_cmpint (pn_skeleton_rig_ik_steps (bones->rig)[1], ==, PN_RIG_STEP_NO_BONE);
  bones->ik_values[0].target = pn_vec2 (20, 30);
  test_bones_pose (bones);
  g_autofree PnBonePose *first = g_memdup2 (bones->locals, 4 * sizeof (PnBonePose));
  test_bones_pose (bones);
  g_assert_cmpmem (first, 4 * sizeof (PnBonePose), bones->locals, 4 * sizeof (PnBonePose));
  test_bones_free (bones);
}

/* Thirty bones with every kind of constraint and chain: the same bits whoever poses them, and nothing
 * is asked of the heap. */
#define N_BONES 30
#define N_POSES 64
/* Of all poses, on every machine. */
#define GOLDEN_HASH G_GUINT64_CONSTANT (0x40cd37617dbcdff5)

static TestBones *
make_creature (void)
{
  static const PnVec2 points[] = {{0, 0}, {40, 60}, {90, 10}, {140, 70}};
  PnBone rig[N_BONES];
  PnRandom random = pn_random (11);
  for (guint i = 0; i < N_BONES; i++)
    rig[i] = test_bone (i == 0       ? PN_BONE_NONE
                        : i % 6 == 0 ? 0
                                     : i - 1,
                        20, 2, pn_random_range (&random, -50, 50), 20);
  rig[12].rest.scale_y = -1;
  const PnConstraint constraints[] = {
      {.kind = PN_CONSTRAINT_LIMIT,
       .bone = 4,
       .channels = PN_CHANNEL_ROTATION,
       .low = {.rotation = -0.5},
       .high = {.rotation = 0.5}},
      {.kind = PN_CONSTRAINT_COPY, .bone = 8, .source = 14, .channels = PN_CHANNEL_ROTATION},
      {.kind = PN_CONSTRAINT_AIM, .bone = 19, .source = 4},
      {.kind = PN_CONSTRAINT_SPLINE, .bone = 29, .n_links = 5, .n_points = 4}};
  const PnIk iks[] = {{5, 2, PN_BONE_NONE, PN_BONE_NONE, 0},
                      {11, 4, PN_BONE_NONE, PN_BONE_NONE, 0},
                      {17, 2, PN_BONE_NONE, PN_BONE_NONE, PN_IK_STRETCH},
                      {23, 5, PN_BONE_NONE, PN_BONE_NONE, PN_IK_POLE}};
  const PnSkeletonRigParts parts = {constraints, 4, iks, 4};
  TestBones *bones = test_bones_new (test_skeleton (rig, N_BONES), &parts);
  bones->constraint_values[3].points = points;
  return bones;
}

typedef struct {
  TestBones *workers[8];
  guint64 hashes[N_POSES];
} Poses;

static void
pose_cb (gpointer data, gsize index, guint worker)
{
  Poses *poses = data;
  TestBones *bones = poses->workers[worker];
  PnRandom random = pn_random (index);
  for (guint i = 0; i < N_BONES; i++)
    bones->keyed[i].rotation = pn_random_range (&random, -1, 1);
  for (guint i = 0; i < 4; i++) {
    bones->ik_values[i].target.x = pn_random_range (&random, -90, 90);
    bones->ik_values[i].target.y = pn_random_range (&random, -90, 90);
  }
  const PnSkeletonRigValues values = {bones->keyed, bones->constraint_values, bones->ik_values};
  const PnSkeletonRigPose pose = {bones->locals, bones->worlds, bones->constraints, bones->iks};
  pn_skeleton_rig_pose (bones->rig, &values, bones->workspace, &pose);
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_doubles (&hash, &bones->worlds[0].xx, N_BONES * sizeof (PnAffine) / sizeof (double));
  poses->hashes[index] = pn_hash_value (&hash);
}

static void
test_workers (void)
{
  Poses poses = {0};
  guint64 first[N_POSES];
  for (guint i = 0; i < 8; i++)
    poses.workers[i] = make_creature ();
  for (guint n = 1; n <= 8; n = n == 1 ? 2 : n * 4) {
    PnTaskPool *pool = pn_task_pool_new (n);
    gsize before = test_n_allocations ();
    pn_task_pool_run (pool, N_POSES, pose_cb, &poses);
    /* Threads that come up take something for themselves. */
    if (n == 1)
      g_assert_cmpuint (test_n_allocations (), ==, before);
    else
      g_assert_cmpmem (poses.hashes, sizeof poses.hashes, first, sizeof first);
    memcpy (first, poses.hashes, sizeof first);
    pn_task_pool_free (pool);
  }
  PnHash all;
  pn_hash_init (&all);
  for (guint i = 0; i < N_POSES; i++)
    pn_hash_u64 (&all, first[i]);
  g_assert_cmphex (pn_hash_value (&all), ==, GOLDEN_HASH);
  for (guint i = 0; i < 8; i++)
    test_bones_free (poses.workers[i]);
}

static void
test_not_finite (void)
{
  const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e308, 1e-308};
  TestBones *bones = make_creature ();
  for (guint i = 0; i < 200; i++) {
    PnRandom random = pn_random (i);
    for (guint j = 0; j < 3; j++) {
      double number = odd[pn_random_below (&random, G_N_ELEMENTS (odd))];
      PnBonePose *keyed = &bones->keyed[pn_random_below (&random, N_BONES)];
      double *places[] = {&keyed->x,
                          &keyed->scale_x,
                          &bones->ik_values[i % 4].target.x,
                          &bones->ik_values[i % 4].pole.y,
                          &bones->constraint_values[i % 4].offset.x,
                          &bones->constraint_values[i % 4].offset.rotation,
                          &bones->constraint_values[i % 4].target.y,
                          &bones->constraint_values[i % 4].mix};
      *places[pn_random_below (&random, G_N_ELEMENTS (places))] = number;
    }
    test_bones_pose (bones);
  }
  test_bones_free (bones);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/constraint/copy-local", test_copy_local);
  g_test_add_func ("/rig/constraint/copy-world", test_copy_world);
  g_test_add_func ("/rig/constraint/aim", test_aim);
  g_test_add_func ("/rig/constraint/limit", test_limit);
  g_test_add_func ("/rig/constraint/overflow", test_overflow);
  g_test_add_func ("/rig/constraint/spline", test_spline);
  g_test_add_func ("/rig/constraint/spline-line", test_spline_line);
  g_test_add_func ("/rig/constraint/order", test_order);
  g_test_add_func ("/rig/constraint/cycles", test_cycles);
  g_test_add_func ("/rig/constraint/workers", test_workers);
  g_test_add_func ("/rig/constraint/not-finite", test_not_finite);
  return g_test_run ();
}
