/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timecode.h"

#include "pn-random.h"

#define SEED 20261202

static void
assert_text (double frame, int numerator, int denominator, const char *expected)
{
  g_autofree char *text = pn_timecode_format (frame, numerator, denominator);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_format (void)
{
  assert_text (0, 24, 1, "00:00:00");
  assert_text (30, 24, 1, "00:01:06");
  assert_text (30.9, 24, 1, "00:01:06");
  assert_text (24 * 60 * 60, 24, 1, "01:00:00:00");
  assert_text (24 * 60 * 60 - 1, 24, 1, "59:59:23");
  /* Counted by whole frames: an hour of 24000/1001 is 3.6 seconds longer than its timecode says. */
  assert_text (24, 24000, 1001, "00:01:00");
  assert_text (59, 60000, 1001, "00:00:59");
  assert_text (130, 120, 1, "00:01:010");
  /* Less than a frame a second. */
  assert_text (61, 1, 2, "01:01:00");
  assert_text (-3, 24, 1, "00:00:00");
}

static int
parse (const char *text, double from)
{
  double frame = -1;

  return pn_timecode_parse (text, from, 24, 1, &frame) ? (int)frame : -1;
}

static void
test_parse (void)
{
  g_assert_cmpint (parse ("30", 0), ==, 30);
  g_assert_cmpint (parse (" 30 ", 0), ==, 30);
  g_assert_cmpint (parse ("1:06", 0), ==, 30);
  g_assert_cmpint (parse ("00:01:06", 0), ==, 30);
  g_assert_cmpint (parse ("1:00:00:00", 0), ==, 86400);
  g_assert_cmpint (parse ("0;2;0", 0), ==, 48);
  /* More frames than a second has go on into the next. */
  g_assert_cmpint (parse ("0:30", 0), ==, 30);
  g_assert_cmpint (parse ("+12", 30), ==, 42);
  g_assert_cmpint (parse ("-12", 30), ==, 18);
  g_assert_cmpint (parse ("-40", 30), ==, 0);
  g_assert_cmpint (parse ("2s", 0), ==, 48);
  g_assert_cmpint (parse ("1.5 s", 0), ==, 36);
  g_assert_cmpint (parse ("1,5s", 0), ==, 36);
  g_assert_cmpint (parse ("99999999999999", 0), ==, -1);
  g_assert_cmpint (parse ("1000000", 0), ==, 1000000);
}

static void
test_refuses (void)
{
  const char *const bad[] = {"",     " ",   "x",    "1:",      ":1",   "1:2:3:4:5", "+",
                             "-",    "1.5", "s",    "infs",    "nans", "-1s",       "1e3",
                             "0x10", "1 2", "1:-2", "1e9999s", "²"};

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    double frame = 77;
    g_assert_false (pn_timecode_parse (bad[i], 5, 24, 1, &frame));
    g_assert_cmpint ((int)frame, ==, 77);
  }
}

/* What is written can be typed. */
static void
test_round_trip (void)
{
  static const int rates[][2] = {{24, 1},       {25, 1},   {24000, 1001}, {30000, 1001},
                                 {60000, 1001}, {12, 1},   {1, 1},        {1, 3},
                                 {1000, 1},     {1000, 7}, {8, 1}};
  PnRandom random = pn_random (SEED);

  for (guint i = 0; i < 5000; i++) {
    const int *rate = rates[pn_random_below (&random, G_N_ELEMENTS (rates))];
    double frame = (double)pn_random_below (&random, i % 2 == 0 ? 1000 : 1000000);
    g_autofree char *text = pn_timecode_format (frame, rate[0], rate[1]);
    double parsed = -1;
    g_assert_true (pn_timecode_parse (text, 0, rate[0], rate[1], &parsed));
    g_assert_cmpint ((int)parsed, ==, (int)frame);
  }
}

/* --- Rates. */

static void
assert_rate (const char *text, int numerator, int denominator)
{
  int n = -1, d = -1;

  g_assert_cmpint (pn_rate_parse (text, &n, &d), ==, numerator > 0);
  g_assert_cmpint (n, ==, numerator);
  g_assert_cmpint (d, ==, denominator);
}

static void
test_rates (void)
{
  assert_rate ("24", 24, 1);
  assert_rate (" 12.5 ", 25, 2);
  assert_rate ("12,5", 25, 2);
  assert_rate ("24000/1001", 24000, 1001);
  assert_rate ("24000 / 1001", 24000, 1001);
  assert_rate ("48/2", 24, 1);
  assert_rate ("23.976", 24000, 1001);
  assert_rate ("23.98", 24000, 1001);
  assert_rate ("29.97", 30000, 1001);
  assert_rate ("59.94", 60000, 1001);
  assert_rate ("119.88", 120000, 1001);
  assert_rate ("23.9", 239, 10);
  assert_rate ("0.5", 1, 2);
  assert_rate ("1000", 1000, 1);
  static const char *const bad[] = {"",    "x",    "0",      "-24",    "24/0",
                                    "0/1", "1001", "24/",    "/1001",  "nan",
                                    "inf", "1e2",  "0.0004", "24 fps", "1/2000"};
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    assert_rate (bad[i], -1, -1);
}

/* What is shown can be typed again, and is the same. */
static void
test_rate_round_trip (void)
{
  static const int rates[][2] = {{24, 1},       {25, 1},        {24000, 1001}, {30000, 1001},
                                 {60000, 1001}, {48000, 1001},  {12, 1},       {25, 2},
                                 {1, 2},        {120000, 1001}, {1000, 1}};

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    g_autofree char *text = pn_rate_format (rates[i][0], rates[i][1]);
    assert_rate (text, rates[i][0], rates[i][1]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/timecode/format", test_format);
  g_test_add_func ("/ui/timecode/parse", test_parse);
  g_test_add_func ("/ui/timecode/refuses", test_refuses);
  g_test_add_func ("/ui/timecode/round-trip", test_round_trip);
  g_test_add_func ("/ui/timecode/rates", test_rates);
  g_test_add_func ("/ui/timecode/rate-round-trip", test_rate_round_trip);
  return g_test_run ();
}
