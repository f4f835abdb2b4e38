/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <stdint.h>

#include "pn-array.h"
#include "pn-test-bits.h"

static void
test_push (void)
{
  PN_ARRAY (int) numbers = {0};
  size_t moves = 0;
  for (int i = 0; i < 10000; i++) {
    int *before = numbers.items;
    g_assert_cmpint (pn_array_push (&numbers, i * 3), ==, PN_STATUS_OK);
    moves += numbers.items != before;
  }
  g_assert_cmpuint (numbers.n_items, ==, 10000);
  for (int i = 0; i < 10000; i++)
    g_assert_cmpint (numbers.items[i], ==, i * 3);
  g_assert_cmpuint (moves, <, 40);

  pn_array_clear (&numbers);
  g_assert_null (numbers.items);
  g_assert_cmpuint (numbers.n_items, ==, 0);
}

static void
test_reserve (void)
{
  PN_ARRAY (double) numbers = {0};
  g_assert_cmpint (pn_array_reserve (&numbers, 1000), ==, PN_STATUS_OK);
  double *items = numbers.items;
  for (int i = 0; i < 1000; i++)
    g_assert_cmpint (pn_array_push (&numbers, (double)i), ==, PN_STATUS_OK);
  g_assert_true (numbers.items == items);
  pn_array_clear (&numbers);
}

/* Neither the sum of items nor their bytes may wrap; the array stays as it was. */
static void
test_overflow (void)
{
  PN_ARRAY (double) numbers = {0};
  g_assert_cmpint (pn_array_push (&numbers, 7.0), ==, PN_STATUS_OK);
  size_t allocated = numbers.n_allocated;
  g_assert_cmpint (pn_array_reserve (&numbers, SIZE_MAX), ==, PN_STATUS_NO_MEMORY);
  g_assert_cmpint (pn_array_reserve (&numbers, SIZE_MAX / 8), ==, PN_STATUS_NO_MEMORY);
  g_assert_cmpuint (numbers.n_allocated, ==, allocated);
  g_assert_cmpuint (numbers.n_items, ==, 1);
  pn_assert_same_bits (numbers.items[0], 7.0);
  pn_array_clear (&numbers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/array/push", test_push);
  g_test_add_func ("/base/array/reserve", test_reserve);
  g_test_add_func ("/base/array/overflow", test_overflow);
  return g_test_run ();
}
