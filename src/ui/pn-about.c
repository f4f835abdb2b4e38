/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-about.h"

#include <glib/gi18n-lib.h>

#include "pn-config.h"
#include "pn-dmabuf.h"
#include "pn-gpu.h"
#include "pn-gtk-compat.h"

static void
add_gpu (GString *text)
{
  g_autoptr (GError) error = NULL;
  PnGpu *gpu = pn_gpu_get (PN_GPU_ANY, &error);

  if (gpu == NULL) {
    g_string_append_printf (text, "Vulkan: %s\n", error->message);
    return;
  }
  g_autofree char *driver = pn_gpu_describe_driver (gpu);
  g_string_append_printf (text, "Vulkan device: %s%s\n", pn_gpu_device_name (gpu),
                          pn_gpu_is_software (gpu) ? " (software)" : "");
  g_autofree char *pictures = pn_dmabuf_describe ();
  g_string_append_printf (text, "Driver: %s\n", driver);
  g_string_append_printf (text, "Pictures on it: %s\n", pictures);
  g_string_append_printf (text, "Largest picture on it: %d px a side\n",
                          pn_gpu_max_image_side (gpu));
}

static void
add_screen (GString *text, GdkSurface *surface)
{
  GdkDisplay *display = gdk_surface_get_display (surface);
  GtkNative *native = gtk_native_get_for_surface (surface);
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;

  g_string_append_printf (text, "Display: %s, scale %.4g, drawn by %s\n",
                          G_OBJECT_TYPE_NAME (display), pn_gtk_get_surface_scale (surface),
                          renderer != NULL ? G_OBJECT_TYPE_NAME (renderer) : "nothing yet");
}

static void
add_look (GString *text)
{
  g_autofree char *theme = NULL;
  g_autofree char *font = NULL;
  int dpi;

  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &theme, "gtk-font-name", &font,
                "gtk-xft-dpi", &dpi, NULL);
  g_string_append_printf (text, "Theme: %s, font %s at %d dpi\n", theme, font,
                          dpi > 0 ? dpi / PANGO_SCALE : 96);
}

char *
pn_about_describe_system (GdkSurface *surface)
{
  g_return_val_if_fail (GDK_IS_SURFACE (surface), NULL);

  GString *text = g_string_new (PN_APP_NAME " " PN_VERSION "\n");
  g_autofree char *system = g_get_os_info (G_OS_INFO_KEY_PRETTY_NAME);
  g_string_append_printf (text, "System: %s, %u processors\n", system != NULL ? system : "unknown",
                          g_get_num_processors ());
  g_string_append_printf (text, "GTK %u.%u.%u, GLib %u.%u.%u\n", gtk_get_major_version (),
                          gtk_get_minor_version (), gtk_get_micro_version (), glib_major_version,
                          glib_minor_version, glib_micro_version);
  add_screen (text, surface);
  add_gpu (text);
  add_look (text);
  return g_string_free (text, FALSE);
}

GtkWidget *
pn_about_new (GtkWindow *parent)
{
  g_autofree char *system = pn_about_describe_system (gtk_native_get_surface (GTK_NATIVE (parent)));

  return g_object_new (GTK_TYPE_ABOUT_DIALOG, "transient-for", parent, "modal", TRUE,
                       "destroy-with-parent", TRUE, "program-name", PN_APP_NAME, "version",
                       PN_VERSION, "comments", _ ("Makes drawings move: pins, a pose, a film."),
                       "license-type", GTK_LICENSE_GPL_3_0, "logo-icon-name", PN_APP_ID,
                       "system-information", system, NULL);
}
