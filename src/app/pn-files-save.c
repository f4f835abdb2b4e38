/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-files-private.h"

#include <glib/gi18n-lib.h>

#include "pn-drawing.h"
#include "pn-durable-file.h"
#include "pn-granted.h"
#include "pn-names.h"
#include "pn-recent.h"
#include "pn-trace.h"

/* Saving, and what a window asks before it closes. */

/* So often a save that is written looks whether a drag has ended. */
#define WAIT_FOR_DRAG_MS 20

static PnSession *
get_session (PnFiles *self)
{
  return pn_editor_get_session (self->editor);
}

/* --- The job. */

typedef struct {
  PnFiles *files;
  PnEditor *editor;
  PnSave *save; /* (nullable) taken when it is written */
  PnAssetStore *assets;
  PnPictureCache *pictures;
  double frame;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_object_unref (saving->files);
  g_object_unref (saving->editor);
  g_clear_pointer (&saving->save, pn_save_free);
  g_object_unref (saving->assets);
  g_object_unref (saving->pictures);
  g_free (saving);
}

static gboolean
save_cb (PnJob *job, gpointer data, GError **error)
{
  Saving *saving = data;
  g_autoptr (GBytes) thumbnail = pn_draw_thumbnail (pn_save_get_root (saving->save), saving->frame,
                                                    saving->assets, saving->pictures);

  return pn_save_run (saving->save, thumbnail, pn_job_get_work (job), error);
}

static void start_save (PnFiles *self, const char *path, PnSaveFlags flags);
static void save_to (PnFiles *self, const char *path);

static void
give_up_closing (PnFiles *self)
{
  self->is_closing = FALSE;
  pn_application_cancel_quit (pn_files_get_application (self));
}

static void
close_after_save (PnFiles *self)
{
  self->is_closing = FALSE;
  self->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (self->window));
}

/* To where another save was asked for in the meantime. */
static gboolean
save_to_next (PnFiles *self)
{
  g_autofree char *path = g_steal_pointer (&self->next_path);

  if (path != NULL)
    save_to (self, path);
  return path != NULL;
}

static void
save_succeeded (PnFiles *self, PnSave *save)
{
  g_autofree char *name = NULL;
  uint64_t span = pn_trace_begin ();

  pn_save_end (save);
  pn_trace_end ("ui.save-end", span);
  name = g_filename_display_basename (pn_save_get_path (save));
  pn_recent_add (pn_save_get_path (save));
  pn_editor_say (self->editor, PN_MESSAGE_INFO, _ ("Saved “%s”."), name);
  pn_notices_hide (self->notices, "save");
  pn_editor_touch (self->editor, PN_EDITOR_HISTORY);
  pn_files_check_journal (self);
  if (save_to_next (self))
    return;
  if (self->is_save_wanted_again || self->is_closing) {
    gboolean is_saved = pn_history_is_saved (pn_editor_get_history (self->editor));
    self->is_save_wanted_again = FALSE;
    if (!is_saved)
      start_save (self, pn_save_get_path (save), PN_SAVE_OVER_NEWER);
    else if (self->is_closing)
      close_after_save (self);
  }
}

static void
failed_answer_cb (gpointer data, int answer)
{
  if (answer == 0)
    pn_files_save_as (data);
}

static void
save_failed (PnFiles *self, const GError *error)
{
  const PnAnswer answers[] = {{_ ("Save _As…"), PN_ANSWER_DEFAULT}};

  self->is_save_wanted_again = FALSE;
  give_up_closing (self);
  pn_notices_show (self->notices, "save", PN_MESSAGE_ERROR, error->message, answers,
                   G_N_ELEMENTS (answers), failed_answer_cb, self);
  save_to_next (self);
}

/* A drag that goes on holds a transaction open, in which no save can end. */
static gboolean
end_save_cb (gpointer data)
{
  PnFiles *self = data;

  if (pn_history_is_open (pn_editor_get_history (self->editor)))
    return G_SOURCE_CONTINUE;
  g_autoptr (PnSave) save = g_steal_pointer (&self->written);
  self->end_source = 0;
  save_succeeded (self, save);
  return G_SOURCE_REMOVE;
}

static void
saved_cb (PnJob *job, gpointer data, const GError *error)
{
  Saving *saving = data;
  PnFiles *self = saving->files;

  if (saving->editor != self->editor)
    return;
  self->saving = NULL;
  if (error == NULL) {
    self->written = g_steal_pointer (&saving->save);
    if (end_save_cb (self) == G_SOURCE_CONTINUE)
      self->end_source = g_timeout_add (WAIT_FOR_DRAG_MS, end_save_cb, self);
  } else if (pn_job_get_state (job) == PN_JOB_CANCELLED) {
    self->is_save_wanted_again = FALSE;
    give_up_closing (self);
    save_to_next (self);
  } else {
    save_failed (self, error);
  }
}

gboolean
pn_files_is_saving (PnFiles *self)
{
  return self->saving != NULL || self->written != NULL;
}

/* --- Before it. */

typedef struct {
  PnFiles *files;
  char *path;
} Target;

static void
target_free (gpointer data)
{
  Target *target = data;

  g_object_unref (target->files);
  g_free (target->path);
  g_free (target);
}

static Target *
target_new (PnFiles *self, const char *path)
{
  Target *target = g_new0 (Target, 1);

  target->files = g_object_ref (self);
  target->path = g_strdup (path);
  return target;
}

static void
newer_answer_cb (gpointer data, int answer)
{
  Target *target = data;

  if (answer == 2)
    pn_files_save_as (target->files);
  else if (answer == 1)
    start_save (target->files, target->path, PN_SAVE_OVER_NEWER);
  else
    give_up_closing (target->files);
}

static void
ask_about_newer (PnFiles *self, const char *path)
{
  const PnAnswer answers[] = {
      {_ ("_Cancel"), PN_ANSWER_PLAIN},
      {_ ("_Write Over It"), PN_ANSWER_DESTRUCTIVE},
      {_ ("Save _As…"), PN_ANSWER_DEFAULT},
  };
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *question =
      g_strdup_printf (_ ("“%s” was made by a later version of Pantin."), name);

  pn_ask (GTK_WINDOW (self->window), question,
          _ ("What this version does not know is kept in the file, but it may no longer fit what "
             "you changed. Under another name the file stays as it is."),
          answers, G_N_ELEMENTS (answers), newer_answer_cb, target_new (self, path), target_free);
}

static void
start_save (PnFiles *self, const char *path, PnSaveFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf (_ ("Saving “%s”"), name);

  pn_editor_end_gestures (self->editor);
  PnSave *save = pn_session_begin_save (get_session (self), path, flags, &error);
  if (save == NULL) {
    ask_about_newer (self, path);
    return;
  }
  Saving *saving = g_new0 (Saving, 1);
  saving->files = g_object_ref (self);
  saving->editor = g_object_ref (self->editor);
  saving->save = save;
  saving->assets = g_object_ref (pn_session_get_assets (get_session (self)));
  saving->pictures =
      g_object_ref (pn_ops_context_get_pictures (pn_editor_get_context (self->editor)));
  saving->frame = pn_view_get_playhead (pn_editor_get_view (self->editor));
  g_autoptr (PnJob) job = pn_job_new (title, save_cb, saved_cb, saving, saving_free);
  self->saving = job;
  pn_files_run_job (self, job);
}

void
pn_files_save (PnFiles *self)
{
  const char *path = pn_session_get_path (get_session (self));

  if (pn_files_is_saving (self))
    self->is_save_wanted_again = TRUE;
  else if (path != NULL)
    start_save (self, path, PN_SAVE_REFUSE_NEWER);
  else
    pn_files_save_as (self);
}

/* --- Save as. */

/* Two windows on one file would write over each other. */
static gboolean
is_open_elsewhere (PnFiles *self, const char *path)
{
  PnWindow *other = pn_application_find_window (pn_files_get_application (self), path);

  return other != NULL && GTK_APPLICATION_WINDOW (other) != self->window;
}

static void
save_to (PnFiles *self, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  if (is_open_elsewhere (self, path)) {
    give_up_closing (self);
    pn_editor_say (self->editor, PN_MESSAGE_ERROR,
                   _ ("“%s” is open in another window. Save under another name, or close that "
                      "window first."),
                   name);
    return;
  }
  if (pn_files_is_saving (self)) {
    g_free (self->next_path);
    self->next_path = g_strdup (path);
    return;
  }
  /* The name was chosen for this document, or confirmed. */
  gboolean is_own = pn_session_get_path (get_session (self)) != NULL &&
                    pn_durable_file_is_same (path, pn_session_get_path (get_session (self)));
  start_save (self, path, is_own ? PN_SAVE_REFUSE_NEWER : PN_SAVE_OVER_NEWER);
}

static void
replace_answer_cb (gpointer data, int answer)
{
  Target *target = data;

  if (answer == PN_ANSWER_REPLACE)
    save_to (target->files, target->path);
  else
    give_up_closing (target->files);
}

static void
save_as_response_cb (PnFiles *self, int response, GtkFileChooser *chooser)
{
  g_autoptr (GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (chooser) : NULL;
  const char *path = file != NULL ? g_file_peek_path (file) : NULL;

  if (path == NULL) {
    give_up_closing (self);
    if (file != NULL)
      pn_editor_say (self->editor, PN_MESSAGE_ERROR,
                     _ ("Nothing can be saved there. Choose a folder of this computer."));
    return;
  }
  g_autofree char *folder = g_path_get_dirname (path);
  /* Where one name was granted there is no other. */
  if (g_str_has_suffix (path, PN_DOCUMENT_SUFFIX) || !pn_granted_takes_files (folder)) {
    save_to (self, path);
    return;
  }
  g_autofree char *full = g_strconcat (path, PN_DOCUMENT_SUFFIX, NULL);
  /* The dialog asked about the name that was typed, not about the one with the suffix. */
  if (g_file_test (full, G_FILE_TEST_EXISTS))
    pn_ask_to_replace (GTK_WINDOW (self->window), full, replace_answer_cb, target_new (self, full),
                       target_free);
  else
    save_to (self, full);
}

void
pn_files_save_as (PnFiles *self)
{
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (_ ("Save as"), GTK_WINDOW (self->window),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  g_autofree char *name = pn_session_suggest_name (get_session (self));
  g_autofree char *file_name = g_strconcat (name, PN_DOCUMENT_SUFFIX, NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Pantin documents"));
  gtk_file_filter_add_suffix (filter, "pantin");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  /* Before it shows: a portal is told then, once. */
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), file_name);
  pn_files_take_chooser (self, chooser, G_CALLBACK (save_as_response_cb));
}
