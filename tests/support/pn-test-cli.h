/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <linux/capability.h>
#include <sys/prctl.h>

#include "pn-import.h"
#include "pn-test-session.h"

/* pantin-cli from the outside: exit codes, messages, files. */

typedef struct {
  int exit_code;
  char *output, *errors;
} PnTestRun;

static inline void
pn_test_run_clear (PnTestRun *run)
{
  g_free (run->output);
  g_free (run->errors);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PnTestRun, pn_test_run_clear)

typedef enum { PN_TEST_AS_ONESELF, PN_TEST_AS_ORDINARY } PnTestUser;

/* Root is not bound by permissions. Without this capability it is, and may still run a program that
 * lies in its own home. */
static inline void
pn_test_become_ordinary_cb (gpointer data)
{
  prctl (PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0);
}

/* Runs the program with `arguments`, separated by tabs, in `folder`; `input` (nullable) is its
 * standard input. */
static inline PnTestRun
pn_test_run_as (PnTestUser user,
                const char *folder,
                const char *environment,
                const char *input,
                const char *arguments)
{
  PnTestRun run = {0};
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                 G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *line = g_strconcat (g_getenv ("PANTIN_CLI"), "\t", arguments, NULL);
  g_auto (GStrv) argv = g_strsplit (line, "\t", -1);

  g_subprocess_launcher_set_cwd (launcher, folder);
  if (user == PN_TEST_AS_ORDINARY)
    g_subprocess_launcher_set_child_setup (launcher, pn_test_become_ordinary_cb, NULL, NULL);
  if (environment != NULL) {
    g_auto (GStrv) pair = g_strsplit (environment, "=", 2);
    g_subprocess_launcher_setenv (launcher, pair[0], pair[1], TRUE);
  }
  g_autoptr (GSubprocess) process =
      g_subprocess_launcher_spawnv (launcher, (const char *const *)argv, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &run.output, &run.errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run.exit_code = g_subprocess_get_exit_status (process);
  if (run.errors[0] != '\0')
    g_test_message ("%s: %s", arguments, run.errors);
  return run;
}

static inline PnTestRun
pn_test_run_in (const char *folder,
                const char *environment,
                const char *input,
                const char *arguments)
{
  return pn_test_run_as (PN_TEST_AS_ONESELF, folder, environment, input, arguments);
}

#define PN_TEST_RUN(folder, arguments) pn_test_run_in (folder, NULL, NULL, arguments)

static inline void
pn_test_assert_done (const PnTestRun *run)
{
  g_assert_cmpint (run->exit_code, ==, 0);
}

/* Failed with a message that holds each of the words. */
static inline void
pn_test_assert_failed (const PnTestRun *run, int code, const char *word, const char *other)
{
  g_assert_cmpint (run->exit_code, ==, code);
  g_assert_nonnull (strstr (run->errors, word));
  if (other != NULL)
    g_assert_nonnull (strstr (run->errors, other));
}

static inline char *
pn_test_read_text (const char *folder, const char *name, gsize *length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes;

  g_file_get_contents (path, &bytes, length, &error);
  g_assert_no_error (error);
  return bytes;
}

static inline void
pn_test_assert_same_files (const char *folder, const char *a, const char *b)
{
  gsize a_length, b_length;
  g_autofree char *a_bytes = pn_test_read_text (folder, a, &a_length);
  g_autofree char *b_bytes = pn_test_read_text (folder, b, &b_length);
  g_assert_cmpmem (a_bytes, a_length, b_bytes, b_length);
}

static inline void
pn_test_write_text (const char *folder, const char *name, const char *bytes, gssize length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
}

static const char pn_test_rig_operations[] =
    "[{\"op\": \"create_puppet_rig\", \"layer\": \"figure\", \"pins\": [{\"name\": \"foot\", "
    "\"x\": 60, \"y\": 200},"
    " {\"name\": \"hand\", \"x\": 245, \"y\": 80}]},"
    " {\"op\": \"set_puppet_pin_keyframes\", \"layer\": \"figure\", \"pin\": \"hand\", "
    "\"property\": \"position\","
    " \"keys\": [{\"frame\": 0, \"x\": 245, \"y\": 80}, {\"frame\": 5, \"x\": 215, \"y\": 20.5}]},"
    " {\"op\": \"set_document\", \"duration\": 6}]";

/* A folder with figure.png, figure.pantin and rig.json, rigged if asked for. */
typedef enum { PN_TEST_BARE, PN_TEST_RIGGED } PnTestRigging;

static inline char *
pn_test_make_figure (PnTestRigging rigging)
{
  char *folder = pn_test_folder_new ();
  g_autofree char *path = pn_test_draw (folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_auto (PnTestRun) import = PN_TEST_RUN (folder, "import\tfigure.png\t-o\tfigure.pantin");

  pn_test_assert_done (&import);
  pn_test_write_text (folder, "rig.json", pn_test_rig_operations, -1);
  if (rigging == PN_TEST_RIGGED) {
    g_auto (PnTestRun) edit = PN_TEST_RUN (folder, "edit\tfigure.pantin\trig.json");
    pn_test_assert_done (&edit);
    g_assert_true (g_str_has_prefix (edit.output, "["));
  }
  return folder;
}

static inline JsonNode *
pn_test_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);
  g_assert_no_error (error);
  return node;
}

static inline PnPicture *
pn_test_read_picture (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  PnPicture *picture = pn_import_open (path, NULL, &error);

  g_assert_no_error (error);
  return picture;
}

static inline void
pn_test_assert_names (const char *folder, const char *sub_folder, const char *expected)
{
  g_autofree char *path = g_build_filename (folder, sub_folder, NULL);
  g_autofree char *names = pn_test_folder_list (path);
  g_assert_cmpstr (names, ==, expected);
}
