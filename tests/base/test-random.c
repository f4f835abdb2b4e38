/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "pn-random.h"

/* The first numbers of SplitMix64 from seed 0 and 1234567, as its authors' program prints them. */
static void
test_reference (void)
{
  PnRandom random = pn_random (0);
  g_assert_cmphex (pn_random_u64 (&random), ==, G_GUINT64_CONSTANT (0xe220a8397b1dcdaf));
  g_assert_cmphex (pn_random_u64 (&random), ==, G_GUINT64_CONSTANT (0x6e789e6aa1b965f4));
  random = pn_random (1234567);
  g_assert_cmpuint (pn_random_u64 (&random), ==, G_GUINT64_CONSTANT (6457827717110365317));
  g_assert_cmpuint (pn_random_u64 (&random), ==, G_GUINT64_CONSTANT (3203168211198807973));
}

static void
test_even (void)
{
  PnRandom random = pn_random (3);
  int counts[6] = {0};
  double sum = 0.0;
  for (int i = 0; i < 60000; i++) {
    counts[pn_random_below (&random, 6)]++;
    double x = pn_random_unit (&random);
    g_assert_true (x >= 0.0 && x < 1.0);
    sum += x;
    double y = pn_random_range (&random, -3.0, 5.0);
    g_assert_true (y >= -3.0 && y < 5.0);
  }
  for (int i = 0; i < 6; i++) {
    g_assert_cmpint (counts[i], >, 9600);
    g_assert_cmpint (counts[i], <, 10400);
  }
  g_assert_cmpfloat_with_epsilon (sum / 60000, 0.5, 0.01);
  g_assert_cmpuint (pn_random_below (&random, 1), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/random/reference", test_reference);
  g_test_add_func ("/base/random/even", test_even);
  return g_test_run ();
}
