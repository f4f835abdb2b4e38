/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-application-private.h"

#include <glib/gi18n-lib.h>

#include "pn-config.h"
#include "pn-durable-file.h"
#include "pn-new-dialog.h"
#include "pn-recovery-dialog.h"
#include "pn-settings.h"
#include "pn-style.h"

G_DEFINE_FINAL_TYPE (PnApplication, pn_application, GTK_TYPE_APPLICATION)

const char *
pn_application_get_state_folder (PnApplication *self)
{
  g_return_val_if_fail (PN_IS_APPLICATION (self), NULL);

  return self->state_folder;
}

void
pn_application_set_state_folder (PnApplication *self, const char *folder)
{
  g_return_if_fail (PN_IS_APPLICATION (self));

  g_free (self->state_folder);
  self->state_folder = g_strdup (folder);
  g_settings_set_string (pn_settings_get (), "state-folder", folder);
}

GPtrArray *
pn_application_list_left (const char *state_folder)
{
  GPtrArray *left = pn_journal_list_left (state_folder);
  g_autofree char *usual = pn_settings_usual_state_folder ();

  if (g_str_equal (usual, state_folder))
    return left;
  /* Work may lie where it was kept before the user chose another place. */
  g_autoptr (GPtrArray) more = pn_journal_list_left (usual);
  g_ptr_array_extend_and_steal (left, g_steal_pointer (&more));
  return left;
}

/* --- Windows. */

PnWindow *
pn_application_show (PnApplication *self, PnWindow *from, PnSession *session)
{
  g_autoptr (PnSession) owned = session;
  PnWindow *window = from;

  /* One that was closed meanwhile is in no application any more. */
  if (from != NULL && gtk_window_get_application (GTK_WINDOW (from)) != NULL &&
      pn_files_is_untouched (pn_window_get_files (from)))
    pn_window_set_session (window, owned);
  else
    window = PN_WINDOW (pn_window_new (GTK_APPLICATION (self), owned, self->pool));
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

PnWindow *
pn_application_new_document (PnApplication *self, PnWindow *from, PnRoot *root)
{
  g_autoptr (PnRoot) owned = root;
  PnSession *session = pn_session_new (owned, self->state_folder, NULL);

  /* Where it cannot be written there is no journal, but one has a document in any case. */
  if (session == NULL)
    session = pn_session_new (owned, NULL, NULL);
  return pn_application_show (self, from, session);
}

PnWindow *
pn_application_new_window (PnApplication *self)
{
  g_return_val_if_fail (PN_IS_APPLICATION (self), NULL);

  return pn_application_new_document (self, NULL, pn_new_root ());
}

PnWindow *
pn_application_find_window (PnApplication *self, const char *path)
{
  g_return_val_if_fail (PN_IS_APPLICATION (self), NULL);

  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item != NULL;
       item = item->next) {
    if (!PN_IS_WINDOW (item->data))
      continue;
    PnEditor *editor = pn_window_get_editor (item->data);
    const char *own = pn_session_get_path (pn_editor_get_session (editor));
    if (own != NULL && (g_str_equal (own, path) || pn_durable_file_is_same (own, path)))
      return item->data;
  }
  return NULL;
}

/* --- Quitting. */

static void
close_next (PnApplication *self)
{
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item != NULL;
       item = item->next)
    if (PN_IS_WINDOW (item->data)) {
      gtk_window_present (item->data);
      gtk_window_close (item->data);
      return;
    }
}

void
pn_application_quit (PnApplication *self)
{
  g_return_if_fail (PN_IS_APPLICATION (self));

  self->is_quitting = TRUE;
  close_next (self);
}

void
pn_application_cancel_quit (PnApplication *self)
{
  if (self != NULL)
    self->is_quitting = FALSE;
}

static void
pn_application_window_removed (GtkApplication *application, GtkWindow *window)
{
  PnApplication *self = PN_APPLICATION (application);

  GTK_APPLICATION_CLASS (pn_application_parent_class)->window_removed (application, window);
  if (self->is_quitting)
    close_next (self);
}

/* --- The start: what was left behind is offered before anything is touched. */

typedef enum {
  LOOK_AT_START,  /* nothing is said where there is nothing */
  LOOK_WAS_ASKED, /* the user wants to know */
} LookReason;

typedef struct {
  PnApplication *application;
  PnWindow *window;
  char *state_folder;
  GPtrArray *files; /* (nullable) GFile: to be opened after that */
  GPtrArray *left;  /* (nullable) PnRecovery */
  LookReason reason;
} Start;

static void
start_free (gpointer data)
{
  Start *start = data;

  g_object_unref (start->application);
  g_object_unref (start->window);
  g_free (start->state_folder);
  g_clear_pointer (&start->files, g_ptr_array_unref);
  g_clear_pointer (&start->left, g_ptr_array_unref);
  g_free (start);
}

static gboolean
look_cb (PnJob *job, gpointer data, GError **error)
{
  Start *start = data;

  start->left = pn_application_list_left (start->state_folder);
  return TRUE;
}

static void
go_on_cb (gpointer data)
{
  Start *start = data;

  /* The window may have been closed under the question. */
  if (start->files != NULL && gtk_window_get_application (GTK_WINDOW (start->window)) != NULL)
    pn_application_open_files (start->application, start->window,
                               (GFile **)(gpointer)start->files->pdata, (int)start->files->len);
  start_free (start);
}

static void
looked_cb (PnJob *job, gpointer data, const GError *error)
{
  Start *start = data;
  gboolean is_shown = gtk_window_get_application (GTK_WINDOW (start->window)) != NULL;
  Start *kept = g_new0 (Start, 1);

  *kept = (Start){.application = g_object_ref (start->application),
                  .window = g_object_ref (start->window),
                  .files = g_steal_pointer (&start->files)};
  if (is_shown && (start->left->len > 0 || start->reason == LOOK_WAS_ASKED))
    pn_recovery_dialog_show (start->application, start->window, start->left, go_on_cb, kept);
  else
    go_on_cb (kept);
}

/* Takes the files. */
static void
look (PnApplication *self, PnWindow *window, GPtrArray *files, LookReason reason)
{
  Start *start = g_new0 (Start, 1);

  start->application = g_object_ref (self);
  start->window = g_object_ref (window);
  start->state_folder = g_strdup (self->state_folder);
  start->files = files;
  start->reason = reason;
  g_autoptr (PnJob) job =
      pn_job_new (_ ("Looking for unsaved work"), look_cb, looked_cb, start, start_free);
  pn_files_run_job (pn_window_get_files (window), job);
}

static void
begin (PnApplication *self, GFile **files, int n_files)
{
  GPtrArray *kept = g_ptr_array_new_with_free_func (g_object_unref);

  self->has_offered = TRUE;
  for (int i = 0; i < n_files; i++)
    g_ptr_array_add (kept, g_object_ref (files[i]));
  look (self, pn_application_new_window (self), kept, LOOK_AT_START);
}

void
pn_application_show_left (PnApplication *self, PnWindow *window)
{
  g_return_if_fail (PN_IS_APPLICATION (self));

  look (self, window, NULL, LOOK_WAS_ASKED);
}

static void
pn_application_activate (GApplication *application)
{
  PnApplication *self = PN_APPLICATION (application);

  if (self->has_offered)
    pn_application_new_window (self);
  else
    begin (self, NULL, 0);
}

static void
pn_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  PnApplication *self = PN_APPLICATION (application);

  if (self->has_offered)
    pn_application_open_files (self, NULL, files, n_files);
  else
    begin (self, files, n_files);
}

/* --- Life. */

static void
pn_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (pn_application_parent_class)->startup (application);
  pn_style_init (gdk_display_get_default ());
  pn_settings_apply_limits ();
  gtk_window_set_default_icon_name (PN_APP_ID);
}

static void
pn_application_finalize (GObject *object)
{
  PnApplication *self = PN_APPLICATION (object);

  pn_task_pool_free (self->pool);
  g_free (self->state_folder);
  G_OBJECT_CLASS (pn_application_parent_class)->finalize (object);
}

static void
pn_application_class_init (PnApplicationClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_application_finalize;
  G_APPLICATION_CLASS (class)->startup = pn_application_startup;
  G_APPLICATION_CLASS (class)->activate = pn_application_activate;
  G_APPLICATION_CLASS (class)->open = pn_application_open;
  GTK_APPLICATION_CLASS (class)->window_removed = pn_application_window_removed;
}

static void
pn_application_init (PnApplication *self)
{
  self->pool = pn_task_pool_new (pn_task_pool_default_workers ());
  self->state_folder = pn_settings_state_folder ();
}

PnApplication *
pn_application_new (void)
{
  return g_object_new (PN_TYPE_APPLICATION, "application-id", PN_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, NULL);
}
