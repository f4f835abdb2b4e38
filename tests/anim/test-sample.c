/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "pn-random.h"
#include "pn-sample.h"
#include "pn-test-bits.h"

#define N_KEYS 40

static PnKey
key (double frame, double value, PnEaseKind kind)
{
  return (PnKey){.frame = frame, .value = {value, -2.0 * value}, .ease = {.kind = kind}};
}

static double
value_at (const PnKey *keys, size_t n_keys, double frame)
{
  return pn_sample_keys (keys, n_keys, frame).x;
}

/* Keys of every kind at uneven frames, before and after 0. */
static void
make_keys (PnRandom *random, PnKey keys[N_KEYS])
{
  double frame = pn_random_range (random, -50.0, 0.0);
  for (int i = 0; i < N_KEYS; i++) {
    frame += pn_random_below (random, 4) == 0 ? 0x1p-40 : pn_random_range (random, 0.1, 12.0);
    keys[i] = key (frame, pn_random_range (random, -1e3, 1e3),
                   (PnEaseKind)pn_random_below (random, PN_EASE_UNKNOWN + 1));
    keys[i].ease.x1 = pn_random_unit (random);
    keys[i].ease.y1 = pn_random_range (random, -1.0, 2.0);
    keys[i].ease.x2 = pn_random_unit (random);
    keys[i].ease.y2 = pn_random_range (random, -1.0, 2.0);
  }
}

static void
test_on_keys (void)
{
  PnRandom random = pn_random (31);
  for (int round = 0; round < 100; round++) {
    PnKey keys[N_KEYS];
    make_keys (&random, keys);
    for (size_t n = 1; n <= N_KEYS; n++)
      for (size_t i = 0; i < n; i++) {
        PnVec2 value = pn_sample_keys (keys, n, keys[i].frame);
        pn_assert_same_bits (value.x, keys[i].value.x);
        pn_assert_same_bits (value.y, keys[i].value.y);
      }
  }
}

static void
test_outside (void)
{
  const PnKey keys[2] = {key (10, 3.0, PN_EASE_LINEAR), key (20, 7.0, PN_EASE_LINEAR)};
  pn_assert_same_bits (value_at (keys, 2, -1e300), 3.0);
  pn_assert_same_bits (value_at (keys, 2, nextafter (10.0, 0.0)), 3.0);
  pn_assert_same_bits (value_at (keys, 2, 1e300), 7.0);
  pn_assert_same_bits (value_at (keys, 2, (double)INFINITY), 7.0);
  pn_assert_same_bits (value_at (keys, 2, (double)NAN), 3.0);
  pn_assert_same_bits (value_at (keys, 1, 15.0), 3.0);
}

static void
test_between (void)
{
  PnKey keys[2] = {key (10, 100.0, PN_EASE_LINEAR), key (20, 200.0, PN_EASE_LINEAR)};
  g_assert_cmpfloat_with_epsilon (value_at (keys, 2, 12.5), 125.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (pn_sample_keys (keys, 2, 12.5).y, -250.0, 1e-12);
  keys[0].ease.kind = PN_EASE_HOLD;
  pn_assert_same_bits (value_at (keys, 2, nextafter (20.0, 0.0)), 100.0);
  keys[0].ease.kind = PN_EASE_IN;
  g_assert_cmpfloat_with_epsilon (value_at (keys, 2, 12.5), 106.25, 1e-12);
  keys[0].ease.kind = PN_EASE_OUT;
  g_assert_cmpfloat_with_epsilon (value_at (keys, 2, 12.5), 143.75, 1e-12);
  keys[0].ease.kind = PN_EASE_IN_OUT;
  g_assert_cmpfloat_with_epsilon (value_at (keys, 2, 15.0), 150.0, 1e-12);
}

/* Angles are plain numbers: -350 to 10 is a whole turn, not the 0 of the shorter way. */
static void
test_angles_are_plain (void)
{
  const PnKey keys[2] = {key (0, -350.0, PN_EASE_LINEAR), key (10, 10.0, PN_EASE_LINEAR)};
  for (int frame = 0; frame <= 10; frame++)
    g_assert_cmpfloat_with_epsilon (value_at (keys, 2, frame), -350.0 + 36.0 * frame, 1e-12);
}

/* Between equal keys the value is theirs to the bit, whatever the ease. */
static void
test_equal_values (void)
{
  PnRandom random = pn_random (32);
  for (int round = 0; round < 200; round++) {
    PnKey keys[N_KEYS];
    make_keys (&random, keys);
    double same = round == 0 ? -0.0 : pn_random_range (&random, -1e6, 1e6);
    for (int i = 10; i < 20; i++)
      keys[i].value = pn_vec2 (same, -same);
    for (int k = 0; k < 50; k++) {
      double frame = pn_random_range (&random, keys[10].frame, keys[19].frame);
      PnVec2 value = pn_sample_keys (keys, N_KEYS, frame);
      pn_assert_same_bits (value.x, same);
      pn_assert_same_bits (value.y, -same);
    }
  }
}

static void
test_overshoot (void)
{
  PnKey keys[3] = {key (0, 0.0, PN_EASE_BEZIER), key (10, 90.0, PN_EASE_LINEAR),
                   key (20, 90.0, PN_EASE_LINEAR)};
  keys[0].ease = (PnEase){PN_EASE_BEZIER, 0.3, 1.6, 0.7, 1.2};
  double highest = 0.0;
  for (double frame = 0; frame <= 10; frame += 0.125)
    highest = fmax (highest, value_at (keys, 3, frame));
  g_assert_cmpfloat (highest, >, 95.0);
  for (double frame = 10; frame <= 20; frame += 0.125)
    pn_assert_same_bits (value_at (keys, 3, frame), 90.0);
}

/* Eases without overshoot stay between their keys, to the bit, at any rounding. */
static void
test_inside_keys (void)
{
  static const PnEaseKind plain[] = {PN_EASE_LINEAR, PN_EASE_IN, PN_EASE_OUT, PN_EASE_IN_OUT};
  PnRandom random = pn_random (33);
  for (int i = 0; i < 50000; i++) {
    double a = pn_random_range (&random, -1.0, 1.0), b = a + pn_random_range (&random, -1e-15, 1.0);
    PnKey keys[2] = {key (0, a, plain[i % 4]), key (pn_random_range (&random, 1e-3, 1.0), b, 0)};
    double frame = keys[1].frame * (1.0 - pn_random_unit (&random) * (i % 2 ? 1.0 : 1e-15));
    double value = value_at (keys, 2, frame);
    g_assert_true (value >= fmin (a, b) && value <= fmax (a, b));
  }
}

static void
test_extremes (void)
{
  const double values[] = {-1e308, 1e308, -5e-324, 0.0, 1.0};
  const double frames[] = {-1e308, -1.0, 0.0, 5e-324, 1e308};
  for (size_t a = 0; a < 5; a++)
    for (size_t b = 0; b < 5; b++)
      for (size_t f = 1; f < 5; f++)
        for (double part = 0.0; part <= 1.0; part += 0.25) {
          PnKey keys[2] = {key (frames[f - 1], values[a], PN_EASE_BEZIER),
                           key (frames[f], values[b], PN_EASE_LINEAR)};
          keys[0].ease = (PnEase){PN_EASE_BEZIER, 0.5, 4.0, 0.5, -4.0};
          double frame = frames[f - 1] * (1.0 - part) + frames[f] * part;
          g_assert_true (isfinite (value_at (keys, 2, frame)));
        }
}

static void
test_find (void)
{
  PnRandom random = pn_random (34);
  PnKey keys[N_KEYS];
  make_keys (&random, keys);
  g_assert_cmpint (pn_sample_find (keys, 0, 0.0), ==, -1);
  for (int i = 0; i < 5000; i++) {
    size_t n = pn_random_below (&random, N_KEYS + 1);
    double frame = pn_random_range (&random, -60.0, 250.0);
    if (i % 3 == 0)
      frame = keys[pn_random_below (&random, N_KEYS)].frame;
    ptrdiff_t expected = -1;
    for (size_t k = 0; k < n; k++)
      if (keys[k].frame <= frame)
        expected = (ptrdiff_t)k;
    g_assert_cmpint (pn_sample_find (keys, n, frame), ==, expected);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/anim/sample/on-keys", test_on_keys);
  g_test_add_func ("/anim/sample/outside", test_outside);
  g_test_add_func ("/anim/sample/between", test_between);
  g_test_add_func ("/anim/sample/angles-are-plain", test_angles_are_plain);
  g_test_add_func ("/anim/sample/equal-values", test_equal_values);
  g_test_add_func ("/anim/sample/overshoot", test_overshoot);
  g_test_add_func ("/anim/sample/inside-keys", test_inside_keys);
  g_test_add_func ("/anim/sample/extremes", test_extremes);
  g_test_add_func ("/anim/sample/find", test_find);
  return g_test_run ();
}
