/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-files-private.h"

#include <glib/gi18n-lib.h>

#include "pn-canvas.h"
#include "pn-empty-state.h"
#include "pn-job-bar.h"
#include "pn-names.h"
#include "pn-recent.h"

G_DEFINE_FINAL_TYPE (PnFiles, pn_files, G_TYPE_OBJECT)

GtkWindow *
pn_files_get_window (PnFiles *self)
{
  return GTK_WINDOW (self->window);
}

PnApplication *
pn_files_get_application (PnFiles *self)
{
  return PN_APPLICATION (gtk_window_get_application (GTK_WINDOW (self->window)));
}

GMenuModel *
pn_files_get_recent_menu (PnFiles *self)
{
  g_return_val_if_fail (PN_IS_FILES (self), NULL);

  return G_MENU_MODEL (self->recent);
}

/* --- Jobs. */

static void
job_changed_cb (PnFiles *self, PnJob *job)
{
  guint index;

  if (pn_job_get_state (job) > PN_JOB_RUNNING && g_list_store_find (self->jobs, job, &index))
    g_list_store_remove (self->jobs, index);
}

void
pn_files_show_job (PnFiles *self, PnJob *job)
{
  g_return_if_fail (PN_IS_FILES (self));

  g_signal_connect_object (job, "changed", G_CALLBACK (job_changed_cb), self, G_CONNECT_SWAPPED);
  g_list_store_append (self->jobs, job);
}

void
pn_files_run_job (PnFiles *self, PnJob *job)
{
  pn_files_show_job (self, job);
  pn_job_start (job);
}

/* --- The window's document. */

/* A document that nothing was done to. */
static gboolean
is_empty (PnFiles *self)
{
  PnSession *session = pn_editor_get_session (self->editor);

  return pn_session_get_path (session) == NULL &&
         pn_session_get_root (session)->layers.n_items == 0 &&
         pn_history_n_steps (pn_session_get_history (session), NULL) == 0;
}

gboolean
pn_files_is_untouched (PnFiles *self)
{
  g_return_val_if_fail (PN_IS_FILES (self), FALSE);

  return self->editor != NULL && is_empty (self) && self->n_bringing == 0;
}

static void
update_empty_state (PnFiles *self)
{
  const PnRoot *root = pn_session_get_root (pn_editor_get_session (self->editor));

  if (self->empty != NULL)
    gtk_widget_set_visible (self->empty, root->layers.n_items == 0);
}

static void
editor_changed_cb (PnFiles *self, guint changes)
{
  if ((changes & PN_EDITOR_SHOWN) != 0)
    update_empty_state (self);
}

void
pn_files_set_editor (PnFiles *self, PnEditor *editor, PnCommands *commands)
{
  g_return_if_fail (PN_IS_FILES (self));

  if (self->editor != NULL)
    g_clear_signal_handler (&self->changed_id, self->editor);
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_handle_id (&self->end_source, g_source_remove);
  g_clear_pointer (&self->written, pn_save_free);
  g_clear_pointer (&self->next_path, g_free);
  if (self->moving != NULL)
    pn_job_cancel (self->moving);
  self->saving = self->moving = NULL;
  g_set_object (&self->editor, editor);
  g_set_object (&self->commands, commands);
  self->canvas = self->empty = NULL;
  self->notices = NULL;
  self->may_close = self->is_closing = self->is_save_wanted_again = FALSE;
  self->journal_failed = FALSE;
  self->retry_after_s = 0;
  self->retry_at_us = 0;
  if (editor == NULL)
    return;
  self->changed_id =
      g_signal_connect_swapped (editor, "changed", G_CALLBACK (editor_changed_cb), self);
}

void
pn_files_attach (PnFiles *self, PnWorkspace *workspace)
{
  g_return_if_fail (PN_IS_FILES (self));

  GtkOverlay *over = pn_workspace_get_over_canvas (workspace);
  GtkWidget *jobs = pn_job_bar_new (G_LIST_MODEL (self->jobs));

  self->canvas = pn_workspace_get_canvas (workspace);
  self->notices = pn_workspace_get_notices (workspace);
  self->empty = pn_empty_state_new (self->commands);
  gtk_overlay_add_overlay (over, self->empty);
  gtk_widget_set_halign (jobs, GTK_ALIGN_START);
  gtk_widget_set_valign (jobs, GTK_ALIGN_END);
  gtk_widget_add_css_class (jobs, "pn-over-canvas");
  gtk_overlay_add_overlay (over, jobs);
  update_empty_state (self);
  pn_files_accept_drops (self, over);
  pn_files_watch_journal (self);
}

GtkWidget *
pn_files_get_notices (PnFiles *self)
{
  g_return_val_if_fail (PN_IS_FILES (self), NULL);

  return self->notices;
}

/* --- Pictures. */

/* Pictures under way into the window's document. */
typedef struct {
  PnFiles *files;
  PnEditor *editor; /* whose window it was: it may have another document by now */
  GPtrArray *incoming;
  PnVec2 point_doc;
} Bringing;

static void
bringing_free (gpointer data)
{
  Bringing *bringing = data;

  g_object_unref (bringing->files);
  g_object_unref (bringing->editor);
  g_ptr_array_unref (bringing->incoming);
  g_free (bringing);
}

static gboolean
read_pictures_cb (PnJob *job, gpointer data, GError **error)
{
  Bringing *bringing = data;
  PnAssetStore *assets = pn_session_get_assets (pn_editor_get_session (bringing->editor));

  return pn_incoming_read (bringing->incoming, assets, pn_job_get_work (job), error);
}

static void
pictures_read_cb (PnJob *job, gpointer data, const GError *error)
{
  Bringing *bringing = data;
  PnFiles *files = bringing->files;

  files->n_bringing--;
  if (error != NULL || bringing->editor != files->editor)
    return;
  PnPlace place = is_empty (files) ? PN_PLACE_START : PN_PLACE_CENTER;
  if (!pn_incoming_add (bringing->incoming, files->editor, place, bringing->point_doc))
    return;
  for (guint i = 0; i < bringing->incoming->len; i++) {
    const PnIncoming *one = g_ptr_array_index (bringing->incoming, i);
    if (one->path == NULL || one->error != NULL)
      continue;
    pn_recent_add (one->path);
    g_free (files->source_folder);
    files->source_folder = g_path_get_dirname (one->path);
  }
  if (place == PN_PLACE_START)
    pn_canvas_fit_page (pn_editor_get_view (files->editor));
}

static char *
describe_opening (const GPtrArray *incoming)
{
  const PnIncoming *first = g_ptr_array_index (incoming, 0);

  if (incoming->len > 1)
    return g_strdup_printf (ngettext ("Opening %u picture", "Opening %u pictures", incoming->len),
                            incoming->len);
  if (first->path == NULL)
    return g_strdup (_ ("Pasting a picture"));
  g_autofree char *name = g_filename_display_basename (first->path);
  return g_strdup_printf (_ ("Opening “%s”"), name);
}

void
pn_files_bring (PnFiles *self, GPtrArray *incoming, const PnVec2 *point_doc)
{
  g_return_if_fail (PN_IS_FILES (self));

  const PnRoot *root = pn_session_get_root (pn_editor_get_session (self->editor));
  Bringing *bringing = g_new0 (Bringing, 1);
  g_autofree char *title = describe_opening (incoming);
  bringing->files = g_object_ref (self);
  bringing->editor = g_object_ref (self->editor);
  bringing->incoming = incoming;
  bringing->point_doc =
      point_doc != NULL ? *point_doc : pn_vec2 (root->width / 2.0, root->height / 2.0);
  self->n_bringing++;
  g_autoptr (PnJob) job =
      pn_job_new (title, read_pictures_cb, pictures_read_cb, bringing, bringing_free);
  pn_files_run_job (self, job);
}

void
pn_files_add_pictures (PnFiles *self, const char *const *paths)
{
  pn_files_bring (self, pn_incoming_new_from_paths (paths), NULL);
}

/* --- Life. */

static void
pn_files_dispose (GObject *object)
{
  PnFiles *self = PN_FILES (object);

  if (self->chooser != NULL)
    gtk_native_dialog_destroy (self->chooser);
  g_clear_object (&self->chooser);
  pn_files_set_editor (self, NULL, NULL);
  g_clear_object (&self->jobs);
  g_clear_object (&self->recent);
  G_OBJECT_CLASS (pn_files_parent_class)->dispose (object);
}

static void
pn_files_finalize (GObject *object)
{
  PnFiles *self = PN_FILES (object);

  g_free (self->export_folder);
  g_free (self->source_folder);
  G_OBJECT_CLASS (pn_files_parent_class)->finalize (object);
}

static void
pn_files_class_init (PnFilesClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_files_dispose;
  G_OBJECT_CLASS (class)->finalize = pn_files_finalize;
}

static void
pn_files_init (PnFiles *self)
{
  self->jobs = g_list_store_new (PN_TYPE_JOB);
  self->recent = pn_recent_menu_new ();
}

static void
open_recent_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PnFiles *self = data;
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  pn_application_open_files (pn_files_get_application (self), PN_WINDOW (self->window), &file, 1);
}

PnFiles *
pn_files_new (GtkApplicationWindow *window)
{
  PnFiles *self = g_object_new (PN_TYPE_FILES, NULL);
  g_autoptr (GSimpleAction) action = g_simple_action_new (PN_RECENT_ACTION, G_VARIANT_TYPE_STRING);

  self->window = window;
  g_signal_connect_object (action, "activate", G_CALLBACK (open_recent_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (action));
  g_signal_connect_object (gtk_widget_get_clipboard (GTK_WIDGET (window)), "changed",
                           G_CALLBACK (pn_files_clipboard_changed), self, G_CONNECT_SWAPPED);
  pn_files_clipboard_changed (self);
  return self;
}
