/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-export-run.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

#include "pn-drawing.h"
#include "pn-granted.h"
#include "pn-names.h"

typedef struct {
  PnExportJob job;
  char *path, *name, *folder, *shown;
  PnRoot *root;
  PnAssetStore *assets;
  PnPictureCache *pictures;
  GPtrArray *notices; /* char * */
  PnExported exported;
  gpointer data;
  GDestroyNotify destroy;
} Export;

static GQueue row = G_QUEUE_INIT;
static GList *under_way; /* Export, borrowed */

static void
export_free (gpointer data)
{
  Export *self = data;

  under_way = g_list_remove (under_way, self);
  if (self->destroy != NULL)
    self->destroy (self->data);
  g_free (self->path);
  g_free (self->name);
  g_free (self->folder);
  g_free (self->shown);
  pn_node_unref (self->root);
  g_object_unref (self->assets);
  g_object_unref (self->pictures);
  g_ptr_array_unref (self->notices);
  g_free (self);
}

static void
progress_cb (gpointer data, int done, int total)
{
  pn_job_tell (data, (double)done / total);
}

static gboolean
run_cb (PnJob *job, gpointer data, GError **error)
{
  Export *self = data;
  PnDrawing drawing;

  if (!pn_drawing_init (&drawing, self->assets, self->pictures, error))
    return FALSE;
  gboolean is_done =
      pn_export_run (&self->job, self->root, drawing.evaluator, drawing.renderer, progress_cb, job,
                     pn_job_get_cancellable (job), self->notices, error);
  pn_drawing_clear (&drawing);
  return is_done;
}

static char *
describe_done (const Export *self)
{
  int n_frames = self->job.last_frame - self->job.first_frame + 1;
  struct stat info;
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (
      text, ngettext ("Exported “%s”: %d frame", "Exported “%s”: %d frames", (gulong)n_frames),
      self->shown, n_frames);
  if (stat (self->path, &info) == 0 && S_ISREG (info.st_mode)) {
    g_autofree char *size = g_format_size ((guint64)info.st_size);
    g_string_append_printf (text, ", %s", size);
  }
  g_string_append_c (text, '.');
  for (guint i = 0; i < self->notices->len; i++)
    g_string_append_printf (text, " %s", (const char *)g_ptr_array_index (self->notices, i));
  return g_strdup (text->str);
}

static void
end_cb (PnJob *job, gpointer data, const GError *error)
{
  Export *self = data;

  if (error == NULL) {
    g_autofree char *text = describe_done (self);
    PnMessageKind kind = self->notices->len > 0 ? PN_MESSAGE_WARNING : PN_MESSAGE_INFO;
    self->exported (self->data, kind, text, self->folder);
  } else if (pn_job_get_state (job) == PN_JOB_CANCELLED) {
    g_autofree char *text =
        g_strdup_printf (_ ("The export of “%s” was stopped. Nothing was written."), self->shown);
    self->exported (self->data, PN_MESSAGE_INFO, text, NULL);
  } else {
    self->exported (self->data, PN_MESSAGE_ERROR, error->message, NULL);
  }
}

gboolean
pn_export_is_under_way (const char *path)
{
  g_autofree char *wanted = g_canonicalize_filename (path, NULL);

  for (const GList *one = under_way; one != NULL; one = one->next) {
    g_autofree char *taken = g_canonicalize_filename (((const Export *)one->data)->path, NULL);
    if (g_str_equal (taken, wanted))
      return TRUE;
  }
  return FALSE;
}

PnJob *
pn_export_begin (PnEditor *editor,
                 const PnExportChoice *choice,
                 PnExported exported,
                 gpointer data,
                 GDestroyNotify destroy)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor), NULL);

  PnSession *session = pn_editor_get_session (editor);
  Export *self = g_new0 (Export, 1);
  self->root = pn_node_ref (pn_session_get_root (session));
  self->path = pn_export_choice_get_path (choice);
  self->name = pn_session_suggest_name (session);
  if (choice->format == PN_EXPORT_PNG)
    self->folder = g_strdup (self->path);
  else if (pn_granted_takes_files (choice->folder))
    self->folder = g_strdup (choice->folder);
  self->shown = g_filename_display_name (choice->name);
  self->assets = g_object_ref (pn_session_get_assets (session));
  self->pictures = g_object_ref (pn_ops_context_get_pictures (pn_editor_get_context (editor)));
  self->notices = g_ptr_array_new_with_free_func (g_free);
  self->exported = exported;
  self->data = data;
  self->destroy = destroy;
  self->job = pn_export_choice_make_job (choice, self->root, self->path, self->name);

  g_autofree char *title = g_strdup_printf (_ ("Exporting “%s”"), self->shown);
  g_autoptr (PnJob) job = pn_job_new (title, run_cb, end_cb, self, export_free);
  under_way = g_list_append (under_way, self);
  pn_job_start_in (job, &row);
  return job;
}
