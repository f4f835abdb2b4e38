/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-test-cli.h"

/* pantin-cli bench: each event of a gesture is measured once, on its whole way. */

#define N_EVENTS "5"

static void
test_pin_drag (void)
{
  static const char *const spans[] = {"event",         "event.operation", "event.evaluation",
                                      "event.picture", "eval.frame",      "rig.solve"};
  g_autofree char *folder = pn_test_folder_new ();
  g_auto (PnTestRun) run = PN_TEST_RUN (folder, "bench\t--events\t" N_EVENTS "\t--density\t10");

  pn_test_assert_done (&run);
  g_assert_true (g_str_has_prefix (run.output, "# "));
  g_assert_nonnull (strstr (run.output, "\nscenario,span,times,median us,99th us,most us\n"));
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++) {
    g_autofree char *row = g_strdup_printf ("\npin-drag,%s,%s,", spans[i], N_EVENTS);
    const char *found = strstr (run.output, row);
    g_assert_nonnull (found);
    g_auto (GStrv) times = g_strsplit (found + strlen (row), ",", 3);
    double median = g_ascii_strtod (times[0], NULL);
    g_assert_cmpfloat (median, >, 0);
    g_assert_cmpfloat (median, <=, g_ascii_strtod (times[1], NULL));
    g_assert_cmpfloat (g_ascii_strtod (times[1], NULL), <=, g_ascii_strtod (times[2], NULL));
  }
  pn_test_folder_remove (folder);
}

/* The document is as it was, to the byte. */
static void
test_document (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "d.pantin", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;

  g_auto (PnTestRun) made = PN_TEST_RUN (folder, "new\t--size\t64x64\t--fps\t24\t-o\td.pantin");
  pn_test_assert_done (&made);
  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));
  g_auto (PnTestRun) bare = PN_TEST_RUN (folder, "bench\td.pantin");
  g_assert_cmpint (bare.exit_code, ==, 1);
  g_assert_nonnull (strstr (bare.errors, "d.pantin"));
  g_auto (PnTestRun) none = PN_TEST_RUN (folder, "bench\tnone.pantin");
  g_assert_cmpint (none.exit_code, ==, 1);
  g_auto (PnTestRun) events = PN_TEST_RUN (folder, "bench\t--events\t0");
  g_assert_cmpint (events.exit_code, ==, 2);
  g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/bench/pin-drag", test_pin_drag);
  g_test_add_func ("/cli/bench/document", test_document);
  return g_test_run ();
}
