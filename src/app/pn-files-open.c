/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-files-private.h"

#include <glib/gi18n-lib.h>

#include "pn-granted.h"
#include "pn-names.h"
#include "pn-trace.h"

/* Ways of files into a window: choosers, the clipboard, drops. */

/* --- Choosers. */

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
add_open_filters (GtkFileChooser *chooser)
{
  static const char *const both[] = {"pantin", "png", NULL};

  add_filter (chooser, _ ("Pantin documents and pictures"), both);
  add_filter (chooser, _ ("Pantin documents"), (const char *const[]){"pantin", NULL});
  add_filter (chooser, _ ("Pictures (PNG)"), (const char *const[]){"png", NULL});
}

/* Where the document is, or what it was made from. (transfer full) (nullable) */
static char *
find_folder (PnFiles *self)
{
  const char *path = pn_session_get_path (pn_editor_get_session (self->editor));
  g_autofree char *folder =
      path != NULL ? g_path_get_dirname (path) : g_strdup (self->source_folder);

  return folder != NULL && pn_granted_takes_files (folder) ? g_steal_pointer (&folder) : NULL;
}

void
pn_files_take_chooser (PnFiles *self, GtkFileChooserNative *chooser, GCallback response)
{
  g_autofree char *folder = find_folder (self);
  g_autoptr (GFile) file = folder != NULL ? g_file_new_for_path (folder) : NULL;

  g_clear_object (&self->chooser);
  self->chooser = GTK_NATIVE_DIALOG (chooser);
  if (file != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), file, NULL);
  g_signal_connect_object (chooser, "response", response, self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (self->chooser);
}

static GtkFileChooserNative *
make_open_chooser (PnFiles *self, const char *title, const char *accept)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, GTK_WINDOW (self->window), GTK_FILE_CHOOSER_ACTION_OPEN, accept, _ ("_Cancel"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  return chooser;
}

/* Those files that lie on this machine or are reached as if they did; says which do not. (transfer
 * full) (nullable): none */
static char **
get_paths (PnFiles *self, GListModel *files)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (files); i++) {
    g_autoptr (GFile) file = g_list_model_get_item (files, i);
    char *path = g_file_get_path (file);
    g_autofree char *uri = g_file_get_uri (file);
    if (path != NULL)
      g_ptr_array_add (paths, path);
    else
      pn_editor_say (self->editor, PN_MESSAGE_WARNING,
                     _ ("“%s” cannot be opened where it is. Copy it to this computer first."), uri);
  }
  if (paths->len == 0)
    return NULL;
  g_ptr_array_add (paths, NULL);
  return (char **)g_ptr_array_steal (paths, NULL);
}

static void
open_response_cb (PnFiles *self, int response, GtkFileChooser *chooser)
{
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (chooser);
  pn_application_open_list (pn_files_get_application (self), PN_WINDOW (self->window), files);
}

void
pn_files_choose_to_open (PnFiles *self)
{
  GtkFileChooserNative *chooser = make_open_chooser (self, _ ("Open"), _ ("_Open"));

  add_open_filters (GTK_FILE_CHOOSER (chooser));
  pn_files_take_chooser (self, chooser, G_CALLBACK (open_response_cb));
}

static void
pictures_response_cb (PnFiles *self, int response, GtkFileChooser *chooser)
{
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (chooser);
  g_auto (GStrv) paths = get_paths (self, files);
  if (paths != NULL)
    pn_files_add_pictures (self, (const char *const *)paths);
}

void
pn_files_choose_pictures (PnFiles *self)
{
  GtkFileChooserNative *chooser = make_open_chooser (self, _ ("Add pictures"), _ ("_Add"));

  add_filter (GTK_FILE_CHOOSER (chooser), _ ("Pictures (PNG)"), (const char *const[]){"png", NULL});
  pn_files_take_chooser (self, chooser, G_CALLBACK (pictures_response_cb));
}

/* --- Files from anywhere: documents open, pictures become layers here. */

static void
take_files (PnFiles *self, GSList *list, const PnVec2 *point_doc)
{
  g_autoptr (GListStore) documents = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GListStore) pictures = g_list_store_new (G_TYPE_FILE);

  for (GSList *item = list; item != NULL; item = item->next) {
    const char *path = g_file_peek_path (item->data);
    gboolean is_document = path != NULL && pn_file_kind (path) == PN_FILE_DOCUMENT;
    g_list_store_append (is_document ? documents : pictures, item->data);
  }
  if (g_list_model_get_n_items (G_LIST_MODEL (pictures)) > 0) {
    g_auto (GStrv) paths = get_paths (self, G_LIST_MODEL (pictures));
    if (paths != NULL)
      pn_files_bring (self, pn_incoming_new_from_paths ((const char *const *)paths), point_doc);
  }
  if (g_list_model_get_n_items (G_LIST_MODEL (documents)) > 0)
    pn_application_open_list (pn_files_get_application (self), PN_WINDOW (self->window),
                              G_LIST_MODEL (documents));
}

/* --- Clipboard. */

static void
bring_bytes (PnFiles *self, GBytes *bytes, const PnVec2 *point_doc)
{
  pn_files_bring (self, pn_incoming_new_from_bytes (bytes), point_doc);
}

typedef struct {
  GdkTexture *texture;
  GBytes *bytes;
  PnFiles *files;
  PnEditor *editor; /* whose window it was: it may be closed by now */
  gboolean has_point;
  PnVec2 point_doc;
} Encoding;

static void
encoding_free (gpointer data)
{
  Encoding *encoding = data;

  g_object_unref (encoding->texture);
  g_clear_pointer (&encoding->bytes, g_bytes_unref);
  g_object_unref (encoding->files);
  g_object_unref (encoding->editor);
  g_free (encoding);
}

static gboolean
encode_cb (PnJob *job, gpointer data, GError **error)
{
  Encoding *encoding = data;

  encoding->bytes = gdk_texture_save_to_png_bytes (encoding->texture);
  return TRUE;
}

static void
encoded_cb (PnJob *job, gpointer data, const GError *error)
{
  Encoding *encoding = data;

  if (error == NULL && encoding->editor == encoding->files->editor)
    bring_bytes (encoding->files, encoding->bytes,
                 encoding->has_point ? &encoding->point_doc : NULL);
}

/* A picture that another program holds in memory: as a file, so that it is kept like all others. */
static void
bring_texture (PnFiles *self, GdkTexture *texture, const PnVec2 *point_doc)
{
  Encoding *encoding = g_new0 (Encoding, 1);

  encoding->texture = g_object_ref (texture);
  encoding->files = g_object_ref (self);
  encoding->editor = g_object_ref (self->editor);
  encoding->has_point = point_doc != NULL;
  if (point_doc != NULL)
    encoding->point_doc = *point_doc;
  g_autoptr (PnJob) job =
      pn_job_new (_ ("Pasting a picture"), encode_cb, encoded_cb, encoding, encoding_free);
  pn_files_run_job (self, job);
}

static void
say_paste_failed (PnFiles *self, const GError *error)
{
  pn_editor_say (self->editor, PN_MESSAGE_WARNING,
                 _ ("What is on the clipboard could not be pasted: %s"), error->message);
}

static void
texture_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PnFiles) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture =
      gdk_clipboard_read_texture_finish (GDK_CLIPBOARD (source), result, &error);

  if (self->editor == NULL)
    return;
  if (texture != NULL)
    bring_texture (self, texture, NULL);
  else
    say_paste_failed (self, error);
}

static void
png_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PnFiles) self = data;
  g_autoptr (GError) error = NULL;

  if (g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, &error) < 0) {
    if (self->editor != NULL)
      say_paste_failed (self, error);
    return;
  }
  g_autoptr (GBytes) bytes =
      g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source));
  if (self->editor != NULL)
    bring_bytes (self, bytes, NULL);
}

static void
png_offered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PnFiles) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) input =
      gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);

  if (self->editor == NULL)
    return;
  if (input == NULL) {
    say_paste_failed (self, error);
    return;
  }
  g_autoptr (GOutputStream) output = g_memory_output_stream_new_resizable ();
  g_output_stream_splice_async (
      output, input, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
      G_PRIORITY_DEFAULT, NULL, png_read_cb, g_steal_pointer (&self));
}

static void
files_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PnFiles) self = data;
  g_autoptr (GError) error = NULL;
  const GValue *value = gdk_clipboard_read_value_finish (GDK_CLIPBOARD (source), result, &error);

  if (self->editor == NULL)
    return;
  if (value != NULL)
    take_files (self, g_value_get_boxed (value), NULL);
  else
    say_paste_failed (self, error);
}

/* Other programs name their data by MIME type: what GTK can make of it counts. */
static GdkContentFormats *
get_formats (GdkClipboard *clipboard)
{
  return gdk_content_formats_union_deserialize_gtypes (
      gdk_content_formats_ref (gdk_clipboard_get_formats (clipboard)));
}

void
pn_files_clipboard_changed (PnFiles *self)
{
  g_autoptr (GdkContentFormats) formats =
      get_formats (gtk_widget_get_clipboard (GTK_WIDGET (self->window)));

  self->can_paste = gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST) ||
                    gdk_content_formats_contain_gtype (formats, GDK_TYPE_TEXTURE);
  if (self->commands != NULL)
    pn_commands_refresh (self->commands);
}

void
pn_files_paste (PnFiles *self)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->window));
  g_autoptr (GdkContentFormats) formats = get_formats (clipboard);
  static const char *const png[] = {"image/png", NULL};

  if (gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST))
    gdk_clipboard_read_value_async (clipboard, GDK_TYPE_FILE_LIST, G_PRIORITY_DEFAULT, NULL,
                                    files_read_cb, g_object_ref (self));
  else if (gdk_content_formats_contain_mime_type (formats, png[0]))
    /* The very pixels, where the way through a texture would lose bits. */
    gdk_clipboard_read_async (clipboard, (const char **)png, G_PRIORITY_DEFAULT, NULL,
                              png_offered_cb, g_object_ref (self));
  else
    gdk_clipboard_read_texture_async (clipboard, NULL, texture_read_cb, g_object_ref (self));
}

/* --- Drops. */

static PnVec2
point_in_document (PnFiles *self, GtkWidget *widget, double x, double y)
{
  double canvas_x = x, canvas_y = y;

  if (self->canvas != NULL)
    gtk_widget_translate_coordinates (widget, self->canvas, x, y, &canvas_x, &canvas_y);
  PnAffine doc_from_view = pn_view_doc_from_view (pn_editor_get_view (self->editor));
  return pn_affine_apply (&doc_from_view, pn_vec2 (canvas_x, canvas_y));
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  PnFiles *self = data;
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  uint64_t span = pn_trace_begin ();
  PnVec2 point_doc = point_in_document (self, widget, x, y);

  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    take_files (self, g_value_get_boxed (value), &point_doc);
  else
    bring_texture (self, g_value_get_object (value), &point_doc);
  pn_trace_end ("ui.drop", span);
  return TRUE;
}

static void
current_drop_cb (GtkDropTarget *target, GParamSpec *pspec, GtkWidget *frame)
{
  gtk_widget_set_visible (frame, gtk_drop_target_get_current_drop (target) != NULL);
}

/* A line round the canvas while something is over it that would be taken. */
static GtkWidget *
make_frame (void)
{
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (frame, "pn-drop");
  gtk_widget_set_can_target (frame, FALSE);
  gtk_widget_hide (frame);
  return frame;
}

void
pn_files_accept_drops (PnFiles *self, GtkOverlay *over)
{
  GType types[] = {GDK_TYPE_FILE_LIST, GDK_TYPE_TEXTURE};
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GtkWidget *frame = make_frame ();

  gtk_overlay_add_overlay (over, frame);
  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, 0);
  g_signal_connect_object (target, "notify::current-drop", G_CALLBACK (current_drop_cb), frame, 0);
  gtk_widget_add_controller (GTK_WIDGET (over), GTK_EVENT_CONTROLLER (target));
}
