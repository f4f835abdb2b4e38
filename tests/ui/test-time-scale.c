/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-time-scale.h"

#include <math.h>

#include "pn-random.h"

#define SEED 20261203
#define EPSILON 1e-9

static PnTimeScale
make (double width, double n_frames)
{
  PnTimeScale scale = PN_TIME_SCALE_INIT;

  pn_time_scale_set_film (&scale, n_frames, 0);
  pn_time_scale_set_size (&scale, width);
  return scale;
}

/* The whole film shows, from one margin to the other, until the user wants it otherwise. */
static void
test_fits (void)
{
  PnTimeScale scale = make (800, 96);

  g_assert_cmpfloat_with_epsilon (pn_time_scale_x (&scale, 0), PN_TIME_SCALE_MARGIN, EPSILON);
  g_assert_cmpfloat_with_epsilon (pn_time_scale_x (&scale, 96), 800 - PN_TIME_SCALE_MARGIN,
                                  EPSILON);
  pn_time_scale_set_size (&scale, 400);
  g_assert_cmpfloat_with_epsilon (pn_time_scale_x (&scale, 96), 400 - PN_TIME_SCALE_MARGIN,
                                  EPSILON);
  pn_time_scale_set_film (&scale, 48, 0);
  g_assert_cmpfloat_with_epsilon (pn_time_scale_x (&scale, 48), 400 - PN_TIME_SCALE_MARGIN,
                                  EPSILON);

  pn_time_scale_zoom_at (&scale, 2, 100);
  double before = scale.px_per_frame;
  pn_time_scale_set_size (&scale, 600);
  pn_time_scale_set_film (&scale, 96, 0);
  g_assert_cmpfloat_with_epsilon (scale.px_per_frame, before, EPSILON);
  pn_time_scale_fit (&scale);
  g_assert_cmpfloat_with_epsilon (pn_time_scale_x (&scale, 96), 600 - PN_TIME_SCALE_MARGIN,
                                  EPSILON);
}

static void
assert_sane (const PnTimeScale *scale)
{
  g_assert_true (isfinite (scale->px_per_frame) && scale->px_per_frame > 0);
  g_assert_true (isfinite (scale->first));
  g_assert_cmpfloat (scale->first, >=, 0);
  g_assert_cmpfloat (scale->first, <=, pn_time_scale_max_first (scale) + EPSILON);
}

/* Whatever is done to it, it stays within its ends, and what is under the pointer stays there unless
 * an end is in the way. */
static void
test_zoom (void)
{
  PnRandom random = pn_random (SEED);

  for (int i = 0; i < 400; i++) {
    PnTimeScale scale = make (pn_random_range (&random, 0, 2000),
                              floor (pn_random_range (&random, 1, i % 3 == 0 ? 1e6 : 500)));
    for (int j = 0; j < 40; j++) {
      double x = pn_random_range (&random, 0, MAX (1, scale.width));
      double frame = pn_time_scale_frame (&scale, x);
      g_assert_cmpfloat_with_epsilon (pn_time_scale_x (&scale, frame), x, 1e-6);
      switch (pn_random_below (&random, 5)) {
      case 0:
      case 1:
        pn_time_scale_zoom_at (&scale, pn_random_range (&random, 0.3, 3), x);
        if (scale.first > 0 && scale.first < pn_time_scale_max_first (&scale))
          g_assert_cmpfloat_with_epsilon (pn_time_scale_x (&scale, frame), x, 1e-5);
        break;
      case 2:
        pn_time_scale_scroll_to (&scale, pn_random_range (&random, -1e3, 1e6));
        break;
      case 3:
        pn_time_scale_set_film (&scale, floor (pn_random_range (&random, 1, 2000)),
                                pn_random_range (&random, 0, 3000));
        break;
      default:
        pn_time_scale_set_size (&scale, pn_random_range (&random, 0, 2000));
      }
      assert_sane (&scale);
    }
  }
}

/* Any frame of the film can be brought to where it is seen. */
static void
test_reveal (void)
{
  PnRandom random = pn_random (SEED);

  for (int i = 0; i < 2000; i++) {
    PnTimeScale scale = make (pn_random_range (&random, 120, 1500), 240);
    pn_time_scale_zoom_at (&scale, pn_random_range (&random, 1, 40), 60);
    pn_time_scale_scroll_to (&scale, pn_random_range (&random, 0, 240));
    double frame = floor (pn_random_range (&random, 0, 240));
    pn_time_scale_reveal (&scale, frame, i % 2 == 0 ? PN_TIME_REVEAL_NEAR : PN_TIME_REVEAL_PAGE);
    double x = pn_time_scale_x (&scale, frame), first = scale.first;
    g_assert_cmpfloat (x, >=, PN_TIME_SCALE_MARGIN - 0.6);
    g_assert_cmpfloat (x, <=, scale.width - PN_TIME_SCALE_MARGIN + 0.6);
    /* Once more moves nothing. */
    pn_time_scale_reveal (&scale, frame, PN_TIME_REVEAL_PAGE);
    g_assert_cmpfloat_with_epsilon (scale.first, first, EPSILON);
  }
}

/* Keys beyond the end can be reached, and so can some room behind them. */
static void
test_extent (void)
{
  PnTimeScale scale = make (500, 48);

  pn_time_scale_set_film (&scale, 48, 400);
  pn_time_scale_scroll_to (&scale, 1e6);
  g_assert_cmpfloat (pn_time_scale_x (&scale, 400), <=, 500 - PN_TIME_SCALE_MARGIN);
  g_assert_cmpfloat (pn_time_scale_x (&scale, 400), >=, PN_TIME_SCALE_MARGIN);
}

/* Marks never run into one another, and whole seconds are among those with words. */
static void
test_marks (void)
{
  static const int rates[] = {24, 25, 12, 30, 60, 1, 8, 7, 1000};
  PnRandom random = pn_random (SEED);

  for (int i = 0; i < 4000; i++) {
    int rate = rates[pn_random_below (&random, G_N_ELEMENTS (rates))];
    double label_width = pn_random_range (&random, 8, 80);
    PnTimeScale scale = make (1000, 1000);
    scale.px_per_frame = exp2 (pn_random_range (&random, -10, 6.5));
    PnTimeMarks marks = pn_time_scale_get_marks (&scale, rate, label_width);
    g_assert_cmpfloat ((double)marks.label * scale.px_per_frame, >, label_width);
    g_assert_cmpfloat ((double)marks.tick * scale.px_per_frame, >=, 4);
    g_assert_cmpint (marks.label % marks.tick, ==, 0);
    if (marks.label < rate)
      g_assert_cmpint (rate % marks.label, ==, 0);
    else
      g_assert_cmpint (marks.label % rate, ==, 0);
    /* No sparser than it has to be: ten times finer ones would not fit. */
    g_assert_cmpfloat ((double)marks.label * scale.px_per_frame, <,
                       (label_width + 16) * MAX (10, rate == 7 ? 7 : 0) + scale.px_per_frame * 10);
  }
}

/* As in the drawing that the window is measured by: a second is 24 frames, labels at half of one. */
static void
test_marks_of_a_film (void)
{
  PnTimeScale scale = make (830, 96);
  PnTimeMarks marks = pn_time_scale_get_marks (&scale, 24, 16);

  g_assert_cmpint (marks.label, ==, 4);
  g_assert_cmpint (marks.tick, ==, 1);
  marks = pn_time_scale_get_marks (&scale, 24, 40);
  g_assert_cmpint (marks.label, ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/time-scale/fits", test_fits);
  g_test_add_func ("/ui/time-scale/zoom", test_zoom);
  g_test_add_func ("/ui/time-scale/reveal", test_reveal);
  g_test_add_func ("/ui/time-scale/extent", test_extent);
  g_test_add_func ("/ui/time-scale/marks", test_marks);
  g_test_add_func ("/ui/time-scale/marks-of-a-film", test_marks_of_a_film);
  return g_test_run ();
}
