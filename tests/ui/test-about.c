/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody who looks for a fault is told. */
#include "pn-about.h"

#include "pn-config.h"
#include "pn-gpu.h"
#include "pn-style.h"
#include "pn-test-gtk.h"
#include "pn-test-keys.h"

static void
test_system (void)
{
  GtkWidget *window = gtk_window_new ();
  g_autofree char *gtk = g_strdup_printf ("GTK %u.%u.%u", gtk_get_major_version (),
                                          gtk_get_minor_version (), gtk_get_micro_version ());

  pn_test_show (GTK_WINDOW (window));
  g_autofree char *text = pn_about_describe_system (gtk_native_get_surface (GTK_NATIVE (window)));
  PnGpu *gpu = pn_gpu_get (PN_GPU_ANY, NULL);
  g_assert_nonnull (gpu);
  g_autofree char *driver = pn_gpu_describe_driver (gpu);
  g_assert_true (g_str_has_prefix (text, PN_APP_NAME " " PN_VERSION "\n"));
  g_assert_nonnull (strstr (text, gtk));
  g_assert_nonnull (strstr (text, pn_gpu_device_name (gpu)));
  g_assert_nonnull (strstr (text, driver));
  g_assert_nonnull (strstr (text, G_OBJECT_TYPE_NAME (gdk_display_get_default ())));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Mesa says which of its versions it is; a number of Vulkan's stands behind it. */
static void
test_driver (void)
{
  PnGpu *gpu = pn_gpu_get (PN_GPU_ANY, NULL);
  g_autofree char *driver = pn_gpu_describe_driver (gpu);

  g_assert_true (g_regex_match_simple (
      "^llvmpipe Mesa [0-9]+\\.[0-9.]+.*, Vulkan 1\\.[0-9]+\\.[0-9]+$", driver, 0, 0));
}

static void
test_dialog (void)
{
  GtkWidget *window = gtk_window_new ();

  pn_style_init (gdk_display_get_default ());
  pn_test_show (GTK_WINDOW (window));
  GtkWidget *dialog = pn_about_new (GTK_WINDOW (window));
  GtkIconTheme *icons = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  g_autofree char *text = pn_about_describe_system (gtk_native_get_surface (GTK_NATIVE (window)));
  g_assert_cmpstr (gtk_about_dialog_get_system_information (GTK_ABOUT_DIALOG (dialog)), ==, text);
  g_assert_true (gtk_icon_theme_has_icon (
      icons, gtk_about_dialog_get_logo_icon_name (GTK_ABOUT_DIALOG (dialog))));
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  g_test_add_func ("/ui/about/system", test_system);
  g_test_add_func ("/ui/about/driver", test_driver);
  g_test_add_func ("/ui/about/dialog", test_dialog);
  return g_test_run ();
}
