/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Another program, which has something on the clipboard:
 *
 *   pantin-offer png FILE       a picture, as bytes
 *   pantin-offer texture FILE   a picture, as GTK's programs have it
 *   pantin-offer files PATH...
 *
 * or to be dragged from a small window of its own, at the corner of the screen:
 *
 *   pantin-offer drag PATH...
 *
 * Says "ready" when it has it. */

#include <gtk/gtk.h>
#include <stdio.h>

static GdkContentProvider *
offer_files (char **paths)
{
  GSList *files = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    files = g_slist_append (files, g_file_new_for_path (paths[i]));
  GdkFileList *list = gdk_file_list_new_from_list (files);
  GdkContentProvider *provider = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, list);
  g_boxed_free (GDK_TYPE_FILE_LIST, list);
  g_slist_free_full (files, g_object_unref);
  return provider;
}

static GdkContentProvider *
make_offer (const char *kind, char **paths)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (paths[0]);

  if (g_str_equal (kind, "files") || g_str_equal (kind, "drag"))
    return offer_files (paths);
  if (g_str_equal (kind, "texture")) {
    g_autoptr (GdkTexture) texture = gdk_texture_new_from_file (file, &error);
    g_assert_no_error (error);
    return gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  }
  g_autoptr (GBytes) bytes = g_file_load_bytes (file, NULL, NULL, &error);
  g_assert_no_error (error);
  return gdk_content_provider_new_for_bytes ("image/png", bytes);
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, gpointer provider)
{
  return g_object_ref (provider);
}

static void
show_window (GdkContentProvider *provider)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *label = gtk_label_new ("Drag me");
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), provider);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (source));
  gtk_window_set_child (GTK_WINDOW (window), label);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 120, 80);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_return_val_if_fail (argc >= 3, 2);

  gtk_init ();
  GdkContentProvider *provider = make_offer (argv[1], argv + 2);
  if (g_str_equal (argv[1], "drag"))
    show_window (provider);
  else
    gdk_clipboard_set_content (gdk_display_get_clipboard (gdk_display_get_default ()), provider);
  puts ("ready");
  fflush (stdout);
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}
