/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a window exports is what pantin-cli renders of the saved document (BR58). */

#include "pn-export-run.h"

#include "pn-settings.h"
#include "pn-test-cli.h"

typedef struct {
  char *folder;
  PnTaskPool *pool;
  PnSession *session;
  PnEditor *editor;
  PnExportChoice choice;
  GString *said; /* what came of exports, one a line */
  guint n_ended, n_freed;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = pn_test_make_figure (PN_TEST_RIGGED);
  g_autofree char *path = g_build_filename (self->folder, "figure.pantin", NULL);
  self->pool = pn_task_pool_new (1);
  self->session = pn_session_open (path, NULL, &error);
  g_assert_no_error (error);
  self->editor = pn_editor_new (self->session, self->pool);
  self->said = g_string_new (NULL);
  g_settings_set_string (pn_settings_get (), "export-folder", self->folder);
  pn_export_choice_init (&self->choice, self->session);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  pn_export_choice_clear (&self->choice);
  g_assert_cmpuint (self->n_freed, ==, self->n_ended);
  g_assert_finalize_object (self->editor);
  g_assert_finalize_object (self->session);
  pn_task_pool_free (self->pool);
  pn_test_folder_remove (self->folder);
  g_free (self->folder);
  g_string_free (self->said, TRUE);
}

static void
exported_cb (gpointer data, PnMessageKind kind, const char *text, const char *folder)
{
  Fixture *self = data;

  self->n_ended++;
  g_string_append_printf (self->said, "%d %s%s\n", (int)kind, text, folder != NULL ? " +" : "");
}

static void
freed_cb (gpointer data)
{
  ((Fixture *)data)->n_freed++;
}

static PnJob *
begin (Fixture *self, PnExportFormat format, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  self->choice.format = format;
  pn_export_choice_set_path (&self->choice, path);
  return g_object_ref (pn_export_begin (self->editor, &self->choice, exported_cb, self, freed_cb));
}

static void
wait_for (Fixture *self, guint n_ended)
{
  while (self->n_ended < n_ended)
    g_main_context_iteration (NULL, TRUE);
}

/* Edited after it was begun, too: it is the document of that moment. */
static void
test_same_as_cli (Fixture *self, gconstpointer data)
{
  g_autoptr (PnJob) job = begin (self, PN_EXPORT_PNG, "ours");
  JsonObject *hide = pn_test_operation ("{'op': 'set_layer', 'layer': 'figure', 'visible': false}");

  g_assert_true (pn_editor_run (self->editor, hide, NULL));
  wait_for (self, 1);
  g_assert_cmpint (pn_job_get_state (job), ==, PN_JOB_DONE);
  g_auto (PnTestRun) render = PN_TEST_RUN (self->folder, "render\tfigure.pantin\t-o\ttheirs");
  pn_test_assert_done (&render);
  pn_test_assert_names (self->folder, "ours",
                        "figure_0000.png figure_0001.png figure_0002.png figure_0003.png "
                        "figure_0004.png figure_0005.png");
  for (guint i = 0; i < 6; i++) {
    g_autofree char *ours = g_strdup_printf ("ours/figure_%04u.png", i);
    g_autofree char *theirs = g_strdup_printf ("theirs/figure_%04u.png", i);
    pn_test_assert_same_files (self->folder, ours, theirs);
  }
  /* Frames do differ: it is not the same picture six times. */
  gsize n_first, n_last;
  g_autofree char *first = pn_test_read_text (self->folder, "ours/figure_0000.png", &n_first);
  g_autofree char *last = pn_test_read_text (self->folder, "ours/figure_0005.png", &n_last);
  g_assert_true (n_first != n_last || memcmp (first, last, n_first) != 0);
  g_assert_cmpstr (self->said->str, ==, "0 Exported “ours”: 6 frames. +\n");
}

/* Size, range, depth and colour too. */
static void
test_options (Fixture *self, gconstpointer data)
{
  self->choice.scale = 0.5;
  self->choice.first_frame = 2;
  self->choice.last_frame = 3;
  self->choice.depth = PN_DEPTH_16;
  self->choice.on = PN_EXPORT_ON_COLOR;
  self->choice.color[0] = 0x20;
  g_autoptr (PnJob) job = begin (self, PN_EXPORT_PNG, "ours");
  wait_for (self, 1);
  g_auto (PnTestRun) render =
      PN_TEST_RUN (self->folder, "render\tfigure.pantin\t-o\ttheirs\t--size\t150x120\t--frames\t2-3"
                                 "\t--depth\t16\t--background\t#20ffff");
  pn_test_assert_done (&render);
  pn_test_assert_same_files (self->folder, "ours/figure_0002.png", "theirs/figure_0002.png");
  pn_test_assert_same_files (self->folder, "ours/figure_0003.png", "theirs/figure_0003.png");
}

/* One after the other, each with its own choice; one that waits can be taken out. */
static void
test_row (Fixture *self, gconstpointer data)
{
  g_autoptr (PnJob) first = begin (self, PN_EXPORT_APNG, "first.apng");
  g_autoptr (PnJob) second = begin (self, PN_EXPORT_GIF, "second.gif");
  g_autoptr (PnJob) third = begin (self, PN_EXPORT_APNG, "third.apng");

  g_assert_cmpint (pn_job_get_state (first), ==, PN_JOB_RUNNING);
  g_assert_cmpint (pn_job_get_state (second), ==, PN_JOB_WAITING);
  pn_job_cancel (second);
  g_assert_cmpint (pn_job_get_state (third), ==, PN_JOB_WAITING);
  wait_for (self, 2);
  g_assert_cmpint (pn_job_get_state (first), ==, PN_JOB_DONE);
  g_assert_cmpint (pn_job_get_state (third), ==, PN_JOB_RUNNING);
  wait_for (self, 3);
  pn_test_assert_names (self->folder, ".",
                        "figure.pantin figure.png first.apng rig.json third.apng");
  g_assert_true (g_str_has_prefix (self->said->str, "0 The export of “second.gif” was stopped."));
}

/* Stopped in the middle it leaves nothing, and what was there before. */
static void
test_stopped (Fixture *self, gconstpointer data)
{
  JsonObject *longer = pn_test_operation ("{'op': 'set_document', 'duration': 5000}");

  g_assert_true (pn_editor_run (self->editor, longer, NULL));
  self->choice.last_frame = 4999;
  pn_test_write_text (self->folder, "film.webm", "old", -1);
  g_autoptr (PnJob) job = begin (self, PN_EXPORT_WEBM, "film.webm");
  while (pn_job_get_fraction (job) <= 0)
    g_main_context_iteration (NULL, TRUE);
  pn_job_cancel (job);
  wait_for (self, 1);
  g_assert_cmpint (pn_job_get_state (job), ==, PN_JOB_CANCELLED);
  pn_test_assert_names (self->folder, ".", "figure.pantin figure.png film.webm rig.json");
  gsize length;
  g_autofree char *text = pn_test_read_text (self->folder, "film.webm", &length);
  g_assert_cmpmem (text, length, "old", 3);
}

/* Where it cannot be written the message names path and cause (BR50). */
static void
test_failed (Fixture *self, gconstpointer data)
{
  pn_test_write_text (self->folder, "no-folder", "", -1);
  g_autoptr (PnJob) job = begin (self, PN_EXPORT_WEBM, "no-folder/film.webm");

  wait_for (self, 1);
  g_assert_cmpint (pn_job_get_state (job), ==, PN_JOB_FAILED);
  g_assert_true (g_str_has_prefix (self->said->str, "2 "));
  g_assert_nonnull (strstr (self->said->str, "no-folder/film.webm"));
  g_assert_nonnull (strstr (self->said->str, g_strerror (ENOTDIR)));
}

/* What a format cannot do is told with the result. */
static void
test_notices (Fixture *self, gconstpointer data)
{
  if (!pn_export_is_available (PN_EXPORT_MP4, NULL)) {
    g_test_message ("no encoder of MP4 here");
    return;
  }
  g_autoptr (PnJob) job = begin (self, PN_EXPORT_MP4, "film.mp4");
  wait_for (self, 1);
  g_assert_true (g_str_has_prefix (self->said->str, "1 Exported “film.mp4”: 6 frames, "));
  g_assert_nonnull (strstr (self->said->str, "white background"));
}

/* A second export to the same file would replace the first one. */
static void
test_under_way (Fixture *self, gconstpointer data)
{
  g_autofree char *same = g_build_filename (self->folder, "..", NULL);
  g_autofree char *base = g_path_get_basename (self->folder);
  g_autofree char *path = g_build_filename (same, base, "ours", NULL);
  g_autofree char *other = g_build_filename (self->folder, "other", NULL);

  g_assert_false (pn_export_is_under_way (path));
  g_autoptr (PnJob) first = begin (self, PN_EXPORT_PNG, "first");
  g_autoptr (PnJob) second = begin (self, PN_EXPORT_PNG, "ours");
  g_assert_true (pn_export_is_under_way (path));
  g_assert_false (pn_export_is_under_way (other));
  wait_for (self, 2);
  while (self->n_freed < 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (pn_export_is_under_way (path));
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/app/export-run/same-as-cli", test_same_as_cli);
  ADD ("/app/export-run/options", test_options);
  ADD ("/app/export-run/row", test_row);
  ADD ("/app/export-run/under-way", test_under_way);
  ADD ("/app/export-run/stopped", test_stopped);
  ADD ("/app/export-run/failed", test_failed);
  ADD ("/app/export-run/notices", test_notices);
  return g_test_run ();
}
