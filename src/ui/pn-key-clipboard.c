/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-key-clipboard.h"

#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>

#include "pn-trace.h"

/* Whatever claims to be keys is not read farther than this. */
#define TEXT_MAX (64 * 1024 * 1024)

static GdkClipboard *
get_clipboard (void)
{
  return gdk_display_get_clipboard (gdk_display_get_default ());
}

gboolean
pn_key_clipboard_copy (PnTimelineModel *model)
{
  char *text = pn_timeline_model_copy (model);

  if (text == NULL)
    return FALSE;
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  g_autoptr (GdkContentProvider) content =
      gdk_content_provider_new_for_bytes (PN_KEY_CLIPBOARD_TYPE, bytes);
  gdk_clipboard_set_content (get_clipboard (), content);
  return TRUE;
}

/* Goes through the text as it comes. */
typedef struct {
  PnEditor *editor; /* a reference: it owns the timeline */
  GOutputStream *text;
} Paste;

static void
paste_free (Paste *self)
{
  g_object_unref (self->editor);
  g_clear_object (&self->text);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Paste, paste_free)

static void
say_nothing_there (Paste *self)
{
  pn_editor_say (self->editor, PN_MESSAGE_WARNING, "%s",
                 _ ("There are no keys to paste. Select keys in the dope sheet and copy them."));
}

static void
spliced_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Paste) self = data;
  uint64_t span = pn_trace_begin ();

  if (g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, NULL) < 0) {
    say_nothing_there (self);
  } else {
    g_autoptr (GBytes) bytes =
        g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source));
    gsize length;
    const char *start = g_bytes_get_data (bytes, &length);
    g_autofree char *text = g_strndup (start != NULL ? start : "", MIN (length, TEXT_MAX));
    pn_timeline_model_paste (pn_editor_get_timeline (self->editor), text);
  }
  pn_trace_end ("ui.paste", span);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Paste) self = data;
  const char *type;
  g_autoptr (GInputStream) stream =
      gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, &type, NULL);

  if (stream == NULL) {
    say_nothing_there (self);
    return;
  }
  GOutputStream *text = self->text = g_memory_output_stream_new_resizable ();
  g_output_stream_splice_async (
      text, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
      G_PRIORITY_DEFAULT, NULL, spliced_cb, g_steal_pointer (&self));
}

void
pn_key_clipboard_paste (PnTimelineModel *model)
{
  const char *types[] = {PN_KEY_CLIPBOARD_TYPE, NULL};
  Paste *self = g_new0 (Paste, 1);

  self->editor = g_object_ref (pn_timeline_model_get_editor (model));
  gdk_clipboard_read_async (get_clipboard (), types, G_PRIORITY_DEFAULT, NULL, read_cb, self);
}
