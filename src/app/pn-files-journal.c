/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-files-private.h"

#include <glib/gi18n-lib.h>

#include "pn-granted.h"
#include "pn-trace.h"

/* Whether the journal keeps what is done, said at once where it does not; and where else it could
 * be kept. */

#define CHECK_INTERVAL_MS 500

/* Where a journal fails another one is tried in its place after so long, and each time after twice
 * as long, for it may mean that all of a large document is copied. */
#define RETRY_FIRST_S 2
#define RETRY_LAST_S 300

typedef enum {
  MOVE_RETRY,     /* where it was, on our own: nothing is said unless it succeeds */
  MOVE_ELSEWHERE, /* as the user wants it */
} MoveReason;

typedef struct {
  PnFiles *files;
  PnEditor *editor;
  PnMove *move;
  char *folder;
  MoveReason reason;
} Moving;

static void
moving_free (gpointer data)
{
  Moving *moving = data;

  g_clear_pointer (&moving->move, pn_move_free);
  g_object_unref (moving->files);
  g_object_unref (moving->editor);
  g_free (moving->folder);
  g_free (moving);
}

static void
say_not_moved (const Moving *moving, const GError *error)
{
  if (moving->reason == MOVE_ELSEWHERE &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    pn_editor_say (moving->editor, PN_MESSAGE_ERROR, "%s", error->message);
}

static void
say_moved (const Moving *moving)
{
  PnFiles *self = moving->files;
  g_autofree char *shown = pn_granted_describe (moving->folder);

  if (moving->reason == MOVE_ELSEWHERE)
    pn_application_set_state_folder (pn_files_get_application (self), moving->folder);
  pn_notices_hide (self->notices, "journal");
  self->journal_failed = FALSE;
  pn_editor_touch (self->editor, PN_EDITOR_HISTORY);
  pn_editor_say (self->editor, PN_MESSAGE_WARNING,
                 _ ("What keeps your work safe was begun anew in “%s”. Nothing is lost."), shown);
}

static gboolean
move_cb (PnJob *job, gpointer data, GError **error)
{
  Moving *moving = data;

  return pn_move_run (moving->move, pn_job_get_work (job), error);
}

static void
moved_cb (PnJob *job, gpointer data, const GError *error)
{
  Moving *moving = data;
  PnFiles *self = moving->files;
  g_autoptr (GError) cause = NULL;

  if (moving->editor != self->editor)
    return;
  self->moving = NULL;
  if (error == NULL) {
    /* A drag that goes on is let go of, since much is at stake. */
    pn_editor_end_gestures (self->editor);
    pn_move_end (moving->move, &cause);
  }
  if (error != NULL || cause != NULL)
    say_not_moved (moving, error != NULL ? error : cause);
  else
    say_moved (moving);
  pn_files_check_journal (self);
}

static void
begin_move (PnFiles *self, const char *folder, MoveReason reason)
{
  Moving *moving = g_new0 (Moving, 1);
  g_autofree char *shown = pn_granted_describe (folder);
  g_autofree char *title = g_strdup_printf (_ ("Keeping your work in “%s”"), shown);

  pn_editor_end_gestures (self->editor);
  moving->files = g_object_ref (self);
  moving->editor = g_object_ref (self->editor);
  moving->move = pn_session_begin_move (pn_editor_get_session (self->editor), folder);
  moving->folder = g_strdup (folder);
  moving->reason = reason;
  g_autoptr (PnJob) job = pn_job_new (title, move_cb, moved_cb, moving, moving_free);
  self->moving = job;
  if (reason == MOVE_ELSEWHERE)
    pn_files_show_job (self, job);
  pn_job_start (job);
}

/* --- Another folder. */

static void
folder_chosen_cb (PnFiles *self, int response, GtkFileChooser *chooser)
{
  g_autoptr (GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (chooser) : NULL;

  if (file != NULL && g_file_peek_path (file) != NULL && self->moving == NULL)
    begin_move (self, g_file_peek_path (file), MOVE_ELSEWHERE);
}

static void
choose_folder (PnFiles *self)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Keep unsaved work in"), GTK_WINDOW (self->window), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
      _ ("_Use This Folder"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  pn_files_take_chooser (self, chooser, G_CALLBACK (folder_chosen_cb));
}

static void
answer_cb (gpointer data, int answer)
{
  if (answer == 0)
    pn_files_save_as (data);
  else if (answer == 1)
    choose_folder (data);
}

/* --- Looking. */

static void
say_failed (PnFiles *self, const GError *error)
{
  const PnAnswer answers[] = {
      {_ ("Save _As…"), PN_ANSWER_PLAIN},
      {_ ("Use Another _Folder…"), PN_ANSWER_PLAIN},
  };
  g_autofree char *text = g_strdup_printf (
      _ ("What you do now is not kept safe: a crash would lose it. Save it, or have it kept in "
         "another folder. %s"),
      error->message);

  pn_notices_show (self->notices, "journal", PN_MESSAGE_ERROR, text, answers,
                   G_N_ELEMENTS (answers), answer_cb, self);
}

static void
say_kept (PnFiles *self)
{
  pn_notices_hide (self->notices, "journal");
  pn_editor_say (self->editor, PN_MESSAGE_INFO, _ ("Your work is kept safe again."));
}

static void
retry (PnFiles *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->moving != NULL || now < self->retry_at_us ||
      pn_history_is_open (pn_editor_get_history (self->editor)))
    return;
  self->retry_after_s = CLAMP (2 * self->retry_after_s, RETRY_FIRST_S, RETRY_LAST_S);
  self->retry_at_us = now + self->retry_after_s * G_USEC_PER_SEC;
  begin_move (self, pn_application_get_state_folder (pn_files_get_application (self)), MOVE_RETRY);
}

void
pn_files_check_journal (PnFiles *self)
{
  g_autoptr (GError) error = NULL;
  gboolean has_failed = self->journal_failed;

  self->journal_failed = !pn_session_check (pn_editor_get_session (self->editor), &error);
  if (has_failed != self->journal_failed)
    pn_editor_touch (self->editor, PN_EDITOR_HISTORY);
  if (!self->journal_failed) {
    if (has_failed)
      say_kept (self);
    self->retry_after_s = 0;
    self->retry_at_us = 0;
    return;
  }
  if (!has_failed)
    say_failed (self, error);
  retry (self);
}

static gboolean
check_cb (gpointer data)
{
  uint64_t span = pn_trace_begin ();

  pn_files_check_journal (data);
  pn_trace_end ("ui.journal", span);
  return G_SOURCE_CONTINUE;
}

void
pn_files_watch_journal (PnFiles *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  self->source = g_timeout_add (CHECK_INTERVAL_MS, check_cb, self);
  pn_files_check_journal (self);
}
