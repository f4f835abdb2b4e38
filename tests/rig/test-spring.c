/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Springs: what they do, and that it does not depend on how one came to a frame. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-skeleton-jiggle.h"
#include "pn-test-allocations.h"
#include "pn-test-bits.h"
#include "pn-test-bones.h"

/* Let go 1 px off what it follows, it is where the solution of the equation says, underdamped,
 * critical and overdamped, at any rate of frames. */
static void
test_solution (void)
{
  const double dampings[] = {0, 0.1, 0.5, 1, 1.5, 4}, rates[] = {12, 24, 25, 60, 240};
  const double w = 2 * G_PI * 2;
  for (guint i = 0; i < G_N_ELEMENTS (dampings); i++)
    for (guint r = 0; r < G_N_ELEMENTS (rates); r++) {
      const double d = dampings[i];
      const PnSpring spring = {2, d};
      PnSpringStep step = pn_spring_step (&spring, 1 / rates[r]);
      PnSpringState state = {{1, -2}, {0, 0}, {0, 0}};
      for (double frame = 1; frame <= rates[r]; frame++) {
        pn_spring_follow (&state, &step, pn_vec2 (0, 0));
        double t = frame / rates[r], right;
        if (d < 1)
          right = exp (-d * w * t) * (cos (w * sqrt (1 - d * d) * t) +
                                      d / sqrt (1 - d * d) * sin (w * sqrt (1 - d * d) * t));
        else if (d > 1)
          right = exp (-d * w * t) * (cosh (w * sqrt (d * d - 1) * t) +
                                      d / sqrt (d * d - 1) * sinh (w * sqrt (d * d - 1) * t));
        else
          right = exp (-w * t) * (1 + w * t);
        g_assert_cmpfloat (fabs (state.place.x - right), <, 1e-9);
        g_assert_cmpfloat (fabs (state.place.y + 2 * right), <, 1e-9);
      }
      g_assert_cmpfloat (step.seconds, <=, PN_SPRING_STEP_MAX + 1e-12);
    }
}

/* The stiffest spring at the lowest rate does not run away; by differences (Euler) it does. */
static void
test_stiff (void)
{
  const PnSpring spring = {40, 0.1};
  PnSpringStep step = pn_spring_step (&spring, 1.0 / 12);
  PnSpringState state = {{1, 0}, {0, 0}, {0, 0}};
  double x = 1, v = 0, w = 2 * G_PI * 40;
  for (guint i = 0; i < 200; i++) {
    pn_spring_follow (&state, &step, pn_vec2 (0, 0));
    g_assert_cmpfloat (fabs (state.place.x), <=, 1);
    for (guint s = 0; s < step.n_steps && fabs (x) < 1e6; s++) {
      v += step.seconds * (-w * w * x - 2 * 0.1 * w * v);
      x += step.seconds * v;
    }
  }
  g_assert_cmpfloat (fabs (state.place.x), <, 1e-6);
  g_assert_cmpfloat (fabs (x), >, 1e3);
}

static void
test_follows (void)
{
  const PnSpring spring = {3, 0.5};
  PnSpringStep step = pn_spring_step (&spring, 1.0 / 24);
  PnSpringState state = pn_spring_rest (pn_vec2 (5, 5));
  /* At rest for ever, to the bit. */
  for (guint i = 0; i < 50; i++)
    pn_spring_follow (&state, &step, pn_vec2 (5, 5));
  pn_assert_same_bits (state.place.x, 5);
  pn_assert_same_bits (state.velocity.y, 0);
  /* A jump is swung past, once, and settled on. */
  double farthest = 0;
  for (guint i = 0; i < 100; i++) {
    pn_spring_follow (&state, &step, pn_vec2 (105, 5));
    farthest = fmax (farthest, state.place.x);
  }
  g_assert_cmpfloat (farthest, >, 108);
  g_assert_cmpfloat (fabs (state.place.x - 105), <, 1e-6);
}

static void
test_bad_numbers (void)
{
  const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1, 0, 1e300};
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    for (guint j = 0; j < G_N_ELEMENTS (odd); j++) {
      const PnSpring spring = {odd[i], odd[j]};
      PnSpringStep step = pn_spring_step (&spring, odd[(i + j) % 6]);
      PnSpringState state = pn_spring_rest (pn_vec2 (odd[i], odd[j]));
      for (guint k = 0; k < 20; k++) {
        pn_spring_follow (&state, &step, pn_vec2 (odd[k % 6], 1e308 * (k % 2 ? 1 : -1)));
        g_assert_true (isfinite (state.place.x) && isfinite (state.velocity.y));
      }
      g_assert_cmpuint (step.n_steps, >=, 1);
    }
}

/* A tail whose first bone is keyed to wag, all of which jiggles. */
typedef struct {
  PnSkeleton *skeleton;
  PnSkeletonJiggle *jiggle;
  int64_t first_frame, edited_from;
  PnBonePose locals[4];
  PnAffine worlds[4];
  guint n_advanced;
} Tail;

static void
pose_tail (Tail *tail, int64_t frame)
{
  for (guint i = 0; i < 4; i++)
    tail->locals[i] = pn_skeleton_bones (tail->skeleton)[i].rest;
  tail->locals[0].rotation = frame < 0 ? 0.3 : 0.05 * (double)((frame * 7) % 20);
  if (frame >= tail->edited_from)
    tail->locals[0].x = 40;
  pn_skeleton_world (tail->skeleton, tail->locals, tail->worlds);
}

static void
advance_cb (gpointer data, int64_t frame, PnSpringState *states)
{
  Tail *tail = data;
  pose_tail (tail, frame);
  pn_skeleton_jiggle_advance (tail->jiggle,
                              frame == tail->first_frame ? PN_JIGGLE_FIRST : PN_JIGGLE_ON,
                              tail->locals, tail->worlds, states);
  tail->n_advanced++;
}

static void
tail_init (Tail *tail)
{
  const PnJiggle jiggles[] = {
      {2, {2, 0.2}, 1}, {1, {3, 0.3}, 1}, {3, {4, 0.1}, 0.5}, {2, {9, 9}, 1}, {44, {1, 1}, 1}};
  *tail = (Tail){.skeleton = test_chain (4, 30), .edited_from = 1000};
  g_assert_cmpint (pn_skeleton_jiggle_new (tail->skeleton, jiggles, G_N_ELEMENTS (jiggles),
                                           1.0 / 24, &tail->jiggle),
                   ==, PN_STATUS_OK);
  g_assert_cmpuint (pn_skeleton_jiggle_n_springs (tail->jiggle), ==, 3);
}

static void
tail_clear (Tail *tail)
{
  pn_skeleton_jiggle_free (tail->jiggle);
  pn_skeleton_unref (tail->skeleton);
}

/* Frames in any order, each as when all were played from the first one on. */
static void
test_any_route (void)
{
  Tail tail;
  PnSpringCache *played = NULL, *jumped = NULL;
  PnSpringState all[100][3], states[3];
  tail_init (&tail);
  g_assert_cmpint (pn_spring_cache_new (3, 0, &played), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_spring_cache_new (3, 0, &jumped), ==, PN_STATUS_OK);
  for (guint frame = 0; frame < 100; frame++)
    pn_spring_cache_get (played, frame, advance_cb, &tail, all[frame]);
  g_assert_cmpuint (tail.n_advanced, ==, 100);
  g_assert_cmpuint (pn_spring_cache_n_checkpoints (played), ==, 7);
  PnRandom random = pn_random (9);
  for (guint i = 0; i < 300; i++) {
    gint64 frame = (gint64)pn_random_below (&random, 110) - 10;
    pn_spring_cache_get (jumped, frame, advance_cb, &tail, states);
    if (frame < 100)
      g_assert_cmpmem (states, sizeof states, all[MAX (frame, 0)], sizeof states);
  }
  /* No frame is farther than a checkpoint. */
  tail.n_advanced = 0;
  pn_spring_cache_get (jumped, 99, advance_cb, &tail, states);
  g_assert_cmpuint (tail.n_advanced, <, PN_SPRING_CHECKPOINT);

  /* An edit of what comes at frame 50 and later: frames before it are kept, later ones come anew. */
  tail.edited_from = 50;
  pn_spring_cache_truncate (jumped, 49);
  g_assert_cmpuint (pn_spring_cache_n_checkpoints (jumped), ==, 4);
  pn_spring_cache_get (jumped, 49, advance_cb, &tail, states);
  g_assert_cmpmem (states, sizeof states, all[49], sizeof states);
  tail.n_advanced = 0;
  pn_spring_cache_get (jumped, 60, advance_cb, &tail, states);
  g_assert_cmpuint (tail.n_advanced, <=, 11);
  g_assert_true (memcmp (states, all[60], sizeof states) != 0);
  PnSpringState anew[3];
  pn_spring_cache_truncate (played, -1);
  pn_spring_cache_get (played, 60, advance_cb, &tail, anew);
  g_assert_cmpmem (states, sizeof states, anew, sizeof anew);

  /* Nothing is allocated once there is room. */
  g_assert_cmpint (pn_spring_cache_reserve (played, 400), ==, PN_STATUS_OK);
  gsize before = test_n_allocations ();
  pn_spring_cache_get (played, 400, advance_cb, &tail, states);
  pn_skeleton_jiggle_apply (tail.jiggle, states, tail.locals, tail.worlds);
  g_assert_cmpuint (test_n_allocations (), ==, before);
  pn_spring_cache_free (played);
  pn_spring_cache_free (jumped);
  tail_clear (&tail);
}

/* A run-up of a loop's length makes frame 0 what the frame after the last one would be. */
static void
test_run_up (void)
{
  Tail tail;
  PnSpringCache *cache = NULL;
  PnSpringState at_0[3], at_rest[3];
  tail_init (&tail);
  g_assert_cmpint (pn_spring_cache_new (3, 0, &cache), ==, PN_STATUS_OK);
  pn_spring_cache_get (cache, 0, advance_cb, &tail, at_rest);
  pn_spring_cache_free (cache);
  tail.first_frame = -40;
  g_assert_cmpint (pn_spring_cache_new (3, -40, &cache), ==, PN_STATUS_OK);
  pn_spring_cache_get (cache, 0, advance_cb, &tail, at_0);
  g_assert_cmpuint (tail.n_advanced, ==, 42);
  for (guint i = 0; i < 3; i++)
    g_assert_true (isfinite (at_0[i].place.x));
  pn_spring_cache_free (cache);
  tail_clear (&tail);
}

/* The pose at the first frame is the one without springs, to the bit, and so is any that has stood
 * still; one that moved is not, its bones are as long as they were, and a child is thrown by its
 * parent. */
static void
test_jiggle (void)
{
  Tail tail;
  PnSpringState states[3] = {0};
  tail_init (&tail);
  pose_tail (&tail, -1);
  PnBonePose still[4];
  memcpy (still, tail.locals, sizeof still);
  pn_skeleton_jiggle_advance (tail.jiggle, PN_JIGGLE_FIRST, tail.locals, tail.worlds, states);
  g_assert_cmpmem (tail.locals, sizeof still, still, sizeof still);
  for (guint i = 0; i < 5; i++) {
    pose_tail (&tail, -1);
    pn_skeleton_jiggle_advance (tail.jiggle, PN_JIGGLE_ON, tail.locals, tail.worlds, states);
  }
  g_assert_cmpmem (tail.locals, sizeof still, still, sizeof still);

  pose_tail (&tail, 3);
  memcpy (still, tail.locals, sizeof still);
  pn_skeleton_jiggle_advance (tail.jiggle, PN_JIGGLE_ON, tail.locals, tail.worlds, states);
  for (guint i = 1; i < 4; i++) {
    g_assert_cmpfloat (fabs (tail.locals[i].rotation - still[i].rotation), >, 1e-3);
    g_assert_cmpfloat (
        fabs (test_gap (pn_bone_head (&tail.worlds[i]), pn_bone_tip (&tail.worlds[i], 30)) - 30), <,
        1e-9);
  }
  g_assert_cmpfloat (fabs (tail.locals[0].rotation - still[0].rotation), <=, 0);

  /* The same pose again from what the springs are. */
  PnBonePose swung[4];
  memcpy (swung, tail.locals, sizeof swung);
  pose_tail (&tail, 3);
  pn_skeleton_jiggle_apply (tail.jiggle, states, tail.locals, tail.worlds);
  g_assert_cmpmem (tail.locals, sizeof swung, swung, sizeof swung);
  tail_clear (&tail);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/spring/solution", test_solution);
  g_test_add_func ("/rig/spring/stiff", test_stiff);
  g_test_add_func ("/rig/spring/follows", test_follows);
  g_test_add_func ("/rig/spring/bad-numbers", test_bad_numbers);
  g_test_add_func ("/rig/spring/any-route", test_any_route);
  g_test_add_func ("/rig/spring/run-up", test_run_up);
  g_test_add_func ("/rig/spring/jiggle", test_jiggle);
  return g_test_run ();
}
