/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `pantin-cli edit` that is killed saved all of its operations or none, and said nothing before it
 * had. 30 kills, or 300 in the long check. */

#include <gio/gio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "pn-test-folder.h"

#define SEED 58
#define N_KILLS 30
#define N_KILLS_LONG 300

static const char operations[] =
    "[{\"op\": \"add_group\", \"name\": \"one\"}, {\"op\": \"add_group\", \"name\": \"two\"},"
    " {\"op\": \"set_layer\", \"layer\": \"one\", \"opacity\": 0.5},"
    " {\"op\": \"set_keyframes\", \"target\": \"layer.two\", \"property\": \"rotation\","
    "  \"keys\": [{\"frame\": 0, \"value\": 0}, {\"frame\": 9, \"value\": 90}]}]";

static GSubprocess *
start_cli (const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_ptr_array_add (argv, (gpointer)g_getenv ("PANTIN_CLI"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer)arguments[i]);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_newv ((const char *const *)argv->pdata,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                               &error);
  g_assert_no_error (error);
  return process;
}

/* What it printed, once it ended. (transfer full) */
static char *
read_output (GSubprocess *process)
{
  g_autoptr (GError) error = NULL;
  char *output = NULL;

  g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  return output;
}

static void
run_cli (const char *const *arguments)
{
  g_autoptr (GSubprocess) process = start_cli (arguments);
  g_autofree char *output = read_output (process);

  g_assert_true (g_subprocess_get_successful (process));
}

static GBytes *
read_file (const char *path)
{
  char *data;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &data, &n_bytes, NULL));
  return g_bytes_new_take (data, n_bytes);
}

static void
write_file (const char *path, GBytes *bytes)
{
  gsize n_bytes;
  const char *data = g_bytes_get_data (bytes, &n_bytes);

  g_assert_true (g_file_set_contents (path, data, (gssize)n_bytes, NULL));
}

static void
test_all_or_nothing (void)
{
  guint n_kills = g_getenv ("PANTIN_TEST_LONG") != NULL ? N_KILLS_LONG : N_KILLS;
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "film 100%.pantin", NULL);
  g_autofree char *script = g_build_filename (folder, "operations.json", NULL);
  const char *const make[] = {"new", "-o", path, NULL};
  const char *const edit[] = {"edit", path, script, NULL};
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  g_autoptr (GBytes) old = NULL;
  g_autoptr (GBytes) new = NULL;
  gint64 duration;
  guint n_saved = 0;

  g_assert_true (g_file_set_contents (script, operations, -1, NULL));
  run_cli (make);
  old = read_file (path);
  duration = g_get_monotonic_time ();
  run_cli (edit);
  duration = g_get_monotonic_time () - duration;
  new = read_file (path);
  g_assert_false (g_bytes_equal (old, new));

  for (guint i = 0; i < n_kills; i++) {
    g_autoptr (GSubprocess) process = NULL;
    g_autofree char *output = NULL;
    g_autoptr (GBytes) found = NULL;
    gboolean is_new;

    write_file (path, old);
    process = start_cli (edit);
    g_usleep ((gulong)(g_rand_double (random) * (double)duration));
    g_subprocess_send_signal (process, SIGKILL);
    output = read_output (process);
    found = read_file (path);
    is_new = g_bytes_equal (found, new);
    g_assert_true (is_new || g_bytes_equal (found, old));
    g_assert_true (is_new || output[0] == '\0');
    n_saved += is_new;
  }
  g_test_message ("seed %d: %u of %u had saved when they were killed", SEED, n_saved, n_kills);

  /* The next one that is left alone clears away what a kill may have left beside the file. */
  write_file (path, old);
  run_cli (edit);
  {
    g_autofree char *names = pn_test_folder_list (folder);

    g_assert_cmpstr (names, ==, "film 100%.pantin operations.json");
  }
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/killed-edit/all-or-nothing", test_all_or_nothing);
  return g_test_run ();
}
