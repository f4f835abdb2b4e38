/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-field.h"
#include "pn-parse.h"

static void
test_color (void)
{
  static const char *const wrong[] = {"",        "20c0ff",  "#20c0f", "#20c0ff0",
                                      "# 0c0ff", "#-0c0ff", "#20c0fg"};
  guint8 color[3] = {1, 2, 3};

  g_assert_true (pn_color_parse ("#20C0ff", color));
  g_assert_cmpint (color[0], ==, 0x20);
  g_assert_cmpint (color[1], ==, 0xc0);
  g_assert_cmpint (color[2], ==, 0xff);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (pn_color_parse (wrong[i], color));
  g_assert_cmpint (color[1], ==, 0xc0);
}

static void
test_size (void)
{
  static const char *const wrong[] = {"",      "1920",   "x1080",   "1920x",        "0x5",
                                      "5x101", "-5x5",   "5x5x5",   " 5x5",         "5 x 5",
                                      "5.5x5", "1e2x10", "0x10x10", "99999999999x1"};
  int width = 7, height = 7;

  g_assert_true (pn_parse_size ("1x100", 100, &width, &height));
  g_assert_cmpint (width, ==, 1);
  g_assert_cmpint (height, ==, 100);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (pn_parse_size (wrong[i], 100, &width, &height));
}

static void
test_rate (void)
{
  static const struct {
    const char *text;
    int numerator, denominator;
  } right[] = {
      {"24", 24, 1},          {"24000/1001", 24000, 1001}, {"23.976", 24000, 1001},
      {"29.97", 30000, 1001}, {"59.94", 60000, 1001},      {"12.5", 12500, 1000},
      {"1/2", 1, 2},          {"1000", 1000, 1},
  };
  static const char *const wrong[] = {"",       "0",    "fast", "24/0", "1001",  "-24",
                                      "1/1001", "24,5", "nan",  "inf",  "0.0001"};
  int n, d;

  for (gsize i = 0; i < G_N_ELEMENTS (right); i++) {
    g_assert_true (pn_parse_rate (right[i].text, &n, &d));
    g_assert_cmpint (n, ==, right[i].numerator);
    g_assert_cmpint (d, ==, right[i].denominator);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (pn_parse_rate (wrong[i], &n, &d));
}

static void
test_range (void)
{
  static const char *const wrong[] = {"", "-", "5-", "-5", "9-5", "a-b", "1-2-3", "1.5-2"};
  int first, last;

  g_assert_true (pn_parse_range ("12", &first, &last));
  g_assert_cmpint (first, ==, 12);
  g_assert_cmpint (last, ==, 12);
  g_assert_true (pn_parse_range ("5-9", &first, &last));
  g_assert_cmpint (first, ==, 5);
  g_assert_cmpint (last, ==, 9);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (pn_parse_range (wrong[i], &first, &last));
}

static void
test_number (void)
{
  static const char *const wrong[] = {"", "0,5", "1e999", "nan", "inf", " 1", "1 ", "x"};
  double value = 0;

  g_assert_true (pn_parse_number ("-12.5", &value));
  g_assert_cmpfloat (fabs (value + 12.5), <, 1e-15);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (pn_parse_number (wrong[i], &value));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/parse/color", test_color);
  g_test_add_func ("/ops/parse/size", test_size);
  g_test_add_func ("/ops/parse/rate", test_rate);
  g_test_add_func ("/ops/parse/range", test_range);
  g_test_add_func ("/ops/parse/number", test_number);
  return g_test_run ();
}
