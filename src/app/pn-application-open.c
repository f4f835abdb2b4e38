/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-application-private.h"

#include <glib/gi18n-lib.h>

#include "pn-durable-file.h"
#include "pn-file-kind.h"
#include "pn-names.h"
#include "pn-notices.h"
#include "pn-recent.h"
#include "pn-recovery-dialog.h"
#include "pn-sample-document.h"

/* Documents into windows: opened, recovered, opened as copies. */

typedef struct {
  PnApplication *application;
  PnWindow *window; /* that asked for it */
  char *path;       /* (nullable): it is recovered */
  char *folder;     /* (nullable) of the journal it is recovered from */
  char *state_folder;
  PnOpenAs as;

  PnSession *session; /* (nullable) what came of it */
  PnRecovery *left;   /* (nullable) unsaved work on that file, which comes first */
  gsize n_dropped_bytes;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_object_unref (opening->application);
  g_object_unref (opening->window);
  g_free (opening->path);
  g_free (opening->folder);
  g_free (opening->state_folder);
  g_clear_object (&opening->session);
  g_clear_pointer (&opening->left, pn_recovery_free);
  g_free (opening);
}

static Opening *
opening_new (PnApplication *self, PnWindow *window, const char *path, PnOpenAs as)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->application = g_object_ref (self);
  opening->window = g_object_ref (window);
  opening->path = g_strdup (path);
  opening->state_folder = g_strdup (self->state_folder);
  opening->as = as;
  return opening;
}

static void start (Opening *opening);

/* One after the other: what is recovered first may be what is opened next. */
static GQueue row = G_QUEUE_INIT;

/* --- On the thread. */

/* Unsaved work on that very file. (transfer full) (nullable) */
static PnRecovery *
find_left (const char *state_folder, const char *path)
{
  g_autoptr (GPtrArray) left = pn_application_list_left (state_folder);

  for (guint i = 0; i < left->len; i++) {
    const PnRecovery *recovery = g_ptr_array_index (left, i);
    if (recovery->path != NULL &&
        (g_str_equal (recovery->path, path) || pn_durable_file_is_same (recovery->path, path)))
      return g_ptr_array_steal_index (left, i);
  }
  return NULL;
}

static gboolean
open_cb (PnJob *job, gpointer data, GError **error)
{
  Opening *opening = data;

  if (opening->folder != NULL) {
    opening->session = pn_session_recover (opening->folder, &opening->n_dropped_bytes, error);
    return opening->session != NULL;
  }
  if (opening->as == PN_OPEN_ITSELF) {
    opening->left = find_left (opening->state_folder, opening->path);
    if (opening->left != NULL)
      return TRUE;
  }
  opening->session = pn_session_open_as (opening->path, opening->state_folder, opening->as,
                                         pn_job_get_work (job), error);
  return opening->session != NULL;
}

/* --- What came of it. */

static void
say_failed (const Opening *opening, const GError *error)
{
  pn_editor_say (pn_window_get_editor (opening->window), PN_MESSAGE_ERROR, "%s", error->message);
}

/* What stays until the user has read it. */
static void
say_warning (PnWindow *window, const char *text)
{
  pn_notices_show (pn_files_get_notices (pn_window_get_files (window)), "open", PN_MESSAGE_WARNING,
                   text, NULL, 0, NULL, NULL);
}

static void
say_newer (PnWindow *window, PnSession *session)
{
  g_autofree char *name = pn_session_describe_name (session);
  g_autofree char *text =
      g_strdup_printf (_ ("“%s” was made by a later version of Pantin. What this version does not "
                          "know is kept, but not shown; before it is written over you are asked."),
                       name);

  say_warning (window, text);
}

static void
say_recovered (PnWindow *window, const Opening *opening)
{
  PnEditor *editor = pn_window_get_editor (window);
  g_autofree char *name = pn_session_describe_name (pn_editor_get_session (editor));

  if (opening->n_dropped_bytes == 0) {
    pn_editor_say (editor, PN_MESSAGE_INFO,
                   _ ("The unsaved work on “%s” is back, every step of it."), name);
    return;
  }
  g_autofree char *size = g_format_size (opening->n_dropped_bytes);
  g_autofree char *text = g_strdup_printf (
      _ ("The unsaved work on “%s” is back, but the end of its journal (%s) was "
         "damaged: the newest steps may be missing. Look it over before you save."),
      name, size);
  say_warning (window, text);
}

static void
show (Opening *opening)
{
  PnSession *session = g_object_ref (opening->session);
  PnWindow *window = pn_application_show (opening->application, opening->window,
                                          g_steal_pointer (&opening->session));

  if (opening->folder != NULL)
    say_recovered (window, opening);
  else if (pn_session_is_newer (session))
    say_newer (window, session);
  if (pn_session_get_path (session) != NULL)
    pn_recent_add (pn_session_get_path (session));
  g_object_unref (session);
}

static void
copy_answer_cb (gpointer data, int answer)
{
  Opening *opening = data;

  if (answer == 1)
    start (opening_new (opening->application, opening->window, opening->path, PN_OPEN_COPY));
}

static void
ask_for_copy (const Opening *opening, const GError *error)
{
  const PnAnswer answers[] = {
      {_ ("_Cancel"), PN_ANSWER_PLAIN},
      {_ ("_Open a Copy"), PN_ANSWER_DEFAULT},
  };

  pn_ask (GTK_WINDOW (opening->window), error->message,
          _ ("If two programs worked on one file, one would write over what the other did. A copy "
             "is a document of its own, to be saved under another name."),
          answers, G_N_ELEMENTS (answers), copy_answer_cb,
          opening_new (opening->application, opening->window, opening->path, opening->as),
          opening_free);
}

static void
left_answer_cb (gpointer data, int answer)
{
  Opening *opening = data;

  if (answer == 1)
    pn_application_show_left (opening->application, opening->window);
}

/* Of a file that had another name when the work on it was left behind. */
static void
ask_about_others (const Opening *opening, const GError *error)
{
  const PnAnswer answers[] = {
      {_ ("_Cancel"), PN_ANSWER_PLAIN},
      {_ ("_Show Unsaved Work"), PN_ANSWER_DEFAULT},
  };

  pn_ask (GTK_WINDOW (opening->window), error->message, NULL, answers, G_N_ELEMENTS (answers),
          left_answer_cb,
          opening_new (opening->application, opening->window, opening->path, opening->as),
          opening_free);
}

typedef struct {
  Opening *opening;
  PnRecovery *left;
} LeftQuestion;

static void
left_question_free (gpointer data)
{
  LeftQuestion *question = data;

  opening_free (question->opening);
  pn_recovery_free (question->left);
  g_free (question);
}

static void
own_left_answer_cb (gpointer data, int answer)
{
  LeftQuestion *question = data;
  Opening *opening = question->opening;
  g_autoptr (GError) error = NULL;

  if (answer == 2) {
    pn_application_recover (opening->application, opening->window, question->left);
  } else if (answer == 1) {
    if (!pn_journal_discard (question->left->folder, &error))
      say_failed (opening, error);
    else
      start (opening_new (opening->application, opening->window, opening->path, PN_OPEN_ITSELF));
  }
}

static void
ask_about_left (Opening *opening)
{
  const PnAnswer answers[] = {
      {_ ("_Cancel"), PN_ANSWER_PLAIN},
      {_ ("_Discard It and Open the File"), PN_ANSWER_DESTRUCTIVE},
      {_ ("_Recover"), PN_ANSWER_DEFAULT},
  };
  g_autofree char *name = g_filename_display_basename (opening->path);
  g_autofree char *question = g_strdup_printf (_ ("There is unsaved work on “%s”."), name);
  g_autofree char *when = pn_recovery_describe_time (opening->left);
  LeftQuestion *data = g_new0 (LeftQuestion, 1);

  data->opening =
      opening_new (opening->application, opening->window, opening->path, PN_OPEN_ITSELF);
  data->left = g_steal_pointer (&opening->left);
  pn_ask (GTK_WINDOW (opening->window), question, when, answers, G_N_ELEMENTS (answers),
          own_left_answer_cb, data, left_question_free);
}

static void
opened_cb (PnJob *job, gpointer data, const GError *error)
{
  Opening *opening = data;
  PnWindow *other = opening->path != NULL
                        ? pn_application_find_window (opening->application, opening->path)
                        : NULL;

  if (error == NULL && opening->left != NULL)
    ask_about_left (opening);
  else if (error == NULL)
    show (opening);
  else if (pn_job_get_state (job) == PN_JOB_CANCELLED)
    return;
  else if (g_error_matches (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED) && other != NULL)
    gtk_window_present (GTK_WINDOW (other));
  else if (g_error_matches (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED) && opening->path != NULL)
    ask_for_copy (opening, error);
  else if (g_error_matches (error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL) && opening->path != NULL)
    ask_about_others (opening, error);
  else
    say_failed (opening, error);
}

static void
start (Opening *opening)
{
  g_autofree char *name = opening->path != NULL ? g_filename_display_basename (opening->path)
                                                : g_strdup (_ ("unsaved work"));
  g_autofree char *title = g_strdup_printf (_ ("Opening “%s”"), name);
  PnFiles *files = pn_window_get_files (opening->window);
  g_autoptr (PnJob) job = pn_job_new (title, open_cb, opened_cb, opening, opening_free);

  pn_files_show_job (files, job);
  pn_job_start_in (job, &row);
}

void
pn_application_recover (PnApplication *self, PnWindow *from, const PnRecovery *recovery)
{
  Opening *opening = opening_new (self, from, NULL, PN_OPEN_ITSELF);

  opening->folder = g_strdup (recovery->folder);
  start (opening);
}

/* --- The sample. */

void
pn_application_open_sample (PnApplication *self, PnWindow *from)
{
  g_return_if_fail (PN_IS_APPLICATION (self));

  g_autofree char *path = pn_sample_document_path ();
  start (opening_new (self, from, path, PN_OPEN_COPY));
}

/* --- Files. */

static void
open_document (PnApplication *self, PnWindow *from, const char *path)
{
  PnWindow *window = pn_application_find_window (self, path);

  if (window != NULL)
    gtk_window_present (GTK_WINDOW (window));
  else
    start (opening_new (self, from, path, PN_OPEN_ITSELF));
}

static void
open_pictures (PnApplication *self, PnWindow *from, GPtrArray *paths)
{
  PnWindow *window = from;

  if (!pn_files_is_untouched (pn_window_get_files (from)))
    window = pn_application_new_window (self);
  g_ptr_array_add (paths, NULL);
  pn_files_add_pictures (pn_window_get_files (window), (const char *const *)paths->pdata);
}

void
pn_application_open_files (PnApplication *self, PnWindow *from, GFile **files, int n_files)
{
  g_return_if_fail (PN_IS_APPLICATION (self));

  g_autoptr (GPtrArray) pictures = g_ptr_array_new ();
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));
  if (from == NULL && PN_IS_WINDOW (active))
    from = PN_WINDOW (active);
  if (from == NULL)
    from = pn_application_new_window (self);

  for (int i = 0; i < n_files; i++) {
    const char *path = g_file_peek_path (files[i]);
    g_autofree char *uri = g_file_get_uri (files[i]);
    if (path == NULL)
      pn_editor_say (pn_window_get_editor (from), PN_MESSAGE_ERROR,
                     _ ("“%s” cannot be opened where it is. Copy it to this computer first."), uri);
    else if (pn_file_kind (path) == PN_FILE_PICTURE)
      g_ptr_array_add (pictures, (gpointer)path);
    else
      open_document (self, from, path);
  }
  if (pictures->len > 0)
    open_pictures (self, from, pictures);
}

void
pn_application_open_list (PnApplication *self, PnWindow *from, GListModel *list)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    g_ptr_array_add (files, g_list_model_get_item (list, i));
  pn_application_open_files (self, from, (GFile **)(gpointer)files->pdata, (int)files->len);
}
