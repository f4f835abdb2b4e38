/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-files-private.h"

#include <glib/gi18n-lib.h>

#include "pn-export-dialog.h"
#include "pn-export-run.h"
#include "pn-granted.h"

/* Export from a window: the dialog, and what is said when it is over. */

static void
open_folder (PnFiles *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->export_folder);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GError) error = NULL;

  if (!g_app_info_launch_default_for_uri (uri, NULL, &error)) {
    g_autofree char *shown = pn_granted_describe (self->export_folder);
    pn_editor_say (self->editor, PN_MESSAGE_WARNING,
                   _ ("The folder is “%s”; opening it failed: %s"), shown, error->message);
  }
}

static void
exported_answer_cb (gpointer data, int answer)
{
  if (answer == 0)
    open_folder (data);
}

static void
exported_cb (gpointer data, PnMessageKind kind, const char *text, const char *folder)
{
  PnFiles *self = data;
  const PnAnswer answers[] = {{_ ("_Open Folder"), PN_ANSWER_PLAIN}};

  if (self->editor == NULL)
    return;
  if (folder == NULL) {
    pn_editor_say (self->editor, kind, "%s", text);
    return;
  }
  g_free (self->export_folder);
  self->export_folder = g_strdup (folder);
  pn_notices_show (self->notices, "export", kind, text, answers, G_N_ELEMENTS (answers),
                   exported_answer_cb, self);
}

static void
chosen_cb (gpointer data, const PnExportChoice *choice)
{
  PnFiles *self = data;

  pn_files_show_job (self, pn_export_begin (self->editor, choice, exported_cb, g_object_ref (self),
                                            g_object_unref));
}

void
pn_files_export (PnFiles *self)
{
  pn_editor_end_gestures (self->editor);
  pn_export_dialog_show (GTK_WINDOW (self->window), self->editor, chosen_cb, self);
}
