/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The desktop that the tests of the interface run on is what they rely on. */

#include <gtk/gtk.h>

#include "pn-test-gtk.h"

static void
test_is_alone (void)
{
  const char *const folders[] = {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (bus);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GDir) folder = g_dir_open (g_getenv (folders[i]), 0, &error);

    g_assert_no_error (error);
    g_assert_null (g_dir_read_name (folder));
  }
  g_assert_cmpstr (g_getenv ("WAYLAND_DISPLAY"), ==, NULL);
}

/* Icons and text need packages that nothing else would miss. */
static void
test_draws_icons (void)
{
  g_autoptr (GtkIconPaintable) icon =
      gtk_icon_theme_lookup_icon (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                  "edit-undo-symbolic", NULL, 16, 1, GTK_TEXT_DIR_LTR, 0);
  g_autofree char *name = NULL;
  g_autoptr (GFile) file = gtk_icon_paintable_get_file (icon);

  name = g_file_get_uri (file);
  g_assert_null (strstr (name, "image-missing"));
}

static gboolean
mapped_cb (gpointer flag)
{
  *(gboolean *)flag = TRUE;
  return G_SOURCE_REMOVE;
}

static void
test_shows_a_window (void)
{
  GtkWidget *window = gtk_window_new (), *button = gtk_button_new_with_label ("Pose");
  gboolean is_mapped = FALSE;

  gtk_window_set_child (GTK_WINDOW (window), button);
  g_signal_connect_swapped (button, "map", G_CALLBACK (mapped_cb), &is_mapped);
  gtk_window_present (GTK_WINDOW (window));
  while (!is_mapped)
    g_main_context_iteration (NULL, TRUE);
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpint (gtk_widget_get_width (button), >, 0);
  /* What a label says is no property of the button to every version of GTK. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Pose",
                                  -1);
  gtk_test_accessible_assert_role (button, GTK_ACCESSIBLE_ROLE_BUTTON);
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Pose");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  g_test_add_func ("/ui/desktop/is-alone", test_is_alone);
  g_test_add_func ("/ui/desktop/draws-icons", test_draws_icons);
  g_test_add_func ("/ui/desktop/shows-a-window", test_shows_a_window);
  return g_test_run ();
}
