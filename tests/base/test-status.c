/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "pn-status.h"

static void
test_names (void)
{
  for (int a = PN_STATUS_OK; a <= PN_STATUS_CANCELLED; a++) {
    g_assert_cmpstr (pn_status_name ((PnStatus)a), !=, "unknown");
    for (int b = PN_STATUS_OK; b < a; b++)
      g_assert_cmpstr (pn_status_name ((PnStatus)a), !=, pn_status_name ((PnStatus)b));
  }
  g_assert_cmpstr (pn_status_name ((PnStatus)99), ==, "unknown");
}

static void
test_assert (void)
{
  if (g_test_subprocess ()) {
    volatile int n = 1;
    PN_ASSERT (n == 1);
    PN_ASSERT (n == 2);
    return;
  }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*test-status.c:*test_assert: assertion failed: n == 2*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/status/names", test_names);
  g_test_add_func ("/base/status/assert-stops", test_assert);
  return g_test_run ();
}
