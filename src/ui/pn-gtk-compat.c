/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-gtk-compat.h"

static gboolean
has_property (gpointer object, const char *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (object), name) != NULL;
}

double
pn_gtk_get_surface_scale (GdkSurface *surface)
{
  double scale = gdk_surface_get_scale_factor (surface);

  if (has_property (surface, "scale"))
    g_object_get (surface, "scale", &scale, NULL);
  return scale;
}

double
pn_gtk_get_scale (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;

  return surface != NULL ? pn_gtk_get_surface_scale (surface)
                         : gtk_widget_get_scale_factor (widget);
}

typedef struct {
  GCallback changed;
  GdkSurface *surface; /* (nullable) borrowed */
  gulong id;
} Watch;

static void
unrealize_cb (GtkWidget *widget, Watch *watch)
{
  if (watch->surface != NULL)
    g_clear_signal_handler (&watch->id, watch->surface);
  watch->surface = NULL;
}

static void
realize_cb (GtkWidget *widget, Watch *watch)
{
  unrealize_cb (widget, watch);
  watch->surface = gtk_native_get_surface (gtk_widget_get_native (widget));
  watch->id = g_signal_connect_swapped (watch->surface, "notify::scale", watch->changed, widget);
}

static void
watch_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

void
pn_gtk_watch_scale (GtkWidget *widget, GCallback changed)
{
  Watch *watch = g_new0 (Watch, 1);

  watch->changed = changed;
  g_signal_connect (widget, "notify::scale-factor", changed, NULL);
  g_signal_connect (widget, "realize", G_CALLBACK (realize_cb), watch);
  g_signal_connect_data (widget, "unrealize", G_CALLBACK (unrealize_cb), watch, watch_free, 0);
}

void
pn_gtk_set_dark (GtkSettings *settings, gboolean is_dark)
{
  GParamSpec *scheme =
      g_object_class_find_property (G_OBJECT_GET_CLASS (settings), "gtk-interface-color-scheme");

  if (scheme == NULL) {
    g_object_set (settings, "gtk-application-prefer-dark-theme", is_dark, NULL);
    return;
  }
  const GEnumValue *value =
      g_enum_get_value_by_nick (G_PARAM_SPEC_ENUM (scheme)->enum_class, is_dark ? "dark" : "light");
  g_object_set (settings, "gtk-interface-color-scheme", value->value, NULL);
}
