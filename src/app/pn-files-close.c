/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-files-private.h"

#include <glib/gi18n-lib.h>

#include "pn-names.h"

/* What a window asks before it closes. */

static void
close_now (PnFiles *self)
{
  self->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (self->window));
}

static void
stay_open (PnFiles *self)
{
  self->is_asking = FALSE;
  pn_application_cancel_quit (pn_files_get_application (self));
}

/* The answers in the order of the buttons. */
typedef enum {
  ANSWER_DISCARD,
  ANSWER_SAVE,
  ANSWER_KEEP,
} CloseAnswer;

static void
close_answer_cb (gpointer data, int answer)
{
  PnFiles *self = data;

  self->is_asking = FALSE;
  switch (answer) {
  case ANSWER_DISCARD:
    pn_session_discard (pn_editor_get_session (self->editor));
    close_now (self);
    break;
  case ANSWER_SAVE:
    self->is_closing = TRUE;
    pn_files_save (self);
    break;
  case ANSWER_KEEP:
    close_now (self);
    break;
  default:
    stay_open (self);
    break;
  }
}

/* Where a journal keeps the work safe, closing loses nothing. */
static void
ask_about_changes (PnFiles *self)
{
  PnSession *session = pn_editor_get_session (self->editor);
  gboolean is_kept = pn_session_check (session, NULL) && pn_session_is_kept (session);
  const PnAnswer answers[] = {
      {_ ("_Discard"), PN_ANSWER_DESTRUCTIVE},
      {_ ("_Save"), is_kept ? PN_ANSWER_PLAIN : PN_ANSWER_DEFAULT},
      {_ ("_Keep for Later"), PN_ANSWER_DEFAULT},
  };
  g_autofree char *name = pn_session_describe_name (session);
  g_autofree char *question = g_strdup_printf (_ ("“%s” has changes that are not saved."), name);

  self->is_asking = TRUE;
  pn_ask (GTK_WINDOW (self->window), question,
          is_kept ? _ ("Kept for later they stay safe, and are offered when Pantin starts again.")
                  : _ ("They cannot be kept for later, because no journal of them can be written."),
          answers, is_kept ? 3 : 2, close_answer_cb, g_object_ref (self), g_object_unref);
}

/* But for a save: that is what the user wants kept, and the window waits for it. */
static void
stop_jobs (PnFiles *self)
{
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->jobs)); i++)
    g_ptr_array_add (jobs, g_list_model_get_item (G_LIST_MODEL (self->jobs), i));
  for (guint i = 0; i < jobs->len; i++)
    if (g_ptr_array_index (jobs, i) != self->saving)
      pn_job_cancel (g_ptr_array_index (jobs, i));
}

static void
jobs_answer_cb (gpointer data, int answer)
{
  PnFiles *self = data;

  self->is_asking = FALSE;
  if (answer != 0) {
    stay_open (self);
    return;
  }
  stop_jobs (self);
  gtk_window_close (GTK_WINDOW (self->window));
}

static void
ask_about_jobs (PnFiles *self, PnJob *job)
{
  const PnAnswer answers[] = {
      {_ ("_Stop and Close"), PN_ANSWER_DESTRUCTIVE},
      {_ ("_Go On"), PN_ANSWER_DEFAULT},
  };
  g_autofree char *question =
      g_strdup_printf (_ ("%s is still under way."), pn_job_get_title (job));
  g_autofree char *left = pn_job_describe_left (job);

  self->is_asking = TRUE;
  pn_ask (GTK_WINDOW (self->window), question, left, answers, G_N_ELEMENTS (answers),
          jobs_answer_cb, g_object_ref (self), g_object_unref);
}

/* One that nobody has stopped. */
static PnJob *
find_job (PnFiles *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->jobs)); i++) {
    g_autoptr (PnJob) job = g_list_model_get_item (G_LIST_MODEL (self->jobs), i);
    if (job != self->saving && !g_cancellable_is_cancelled (pn_job_get_cancellable (job)))
      return job;
  }
  return NULL;
}

gboolean
pn_files_may_close (PnFiles *self)
{
  g_return_val_if_fail (PN_IS_FILES (self), TRUE);

  if (self->may_close)
    return TRUE;
  if (self->is_asking)
    return FALSE;
  pn_editor_end_gestures (self->editor);
  PnJob *job = find_job (self);
  if (job != NULL) {
    ask_about_jobs (self, job);
    return FALSE;
  }
  if (pn_files_is_saving (self)) {
    self->is_closing = TRUE;
    return FALSE;
  }
  if (pn_history_is_saved (pn_editor_get_history (self->editor)))
    return TRUE;
  ask_about_changes (self);
  return FALSE;
}
