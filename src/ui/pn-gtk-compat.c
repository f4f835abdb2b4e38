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

#if GTK_CHECK_VERSION(4, 14, 0)

/* What is newer than the floor is what this file is for. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

GArray *
pn_gtk_get_dmabuf_modifiers (GdkDisplay *display, guint32 fourcc, GError **error)
{
  GdkDmabufFormats *formats = gdk_display_get_dmabuf_formats (display);
  GArray *modifiers = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (gsize i = 0; i < gdk_dmabuf_formats_get_n_formats (formats); i++) {
    guint32 other;
    guint64 modifier;

    gdk_dmabuf_formats_get_format (formats, i, &other, &modifier);
    if (other == fourcc)
      g_array_append_val (modifiers, modifier);
  }
  if (modifiers->len > 0)
    return modifiers;
  g_array_unref (modifiers);
  g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING,
                       "the display takes no dmabufs of this format");
  return NULL;
}

GdkTexture *
pn_gtk_build_dmabuf (GdkDisplay *display,
                     const PnGpuDmabuf *dmabuf,
                     int width,
                     int height,
                     GDestroyNotify release,
                     gpointer data,
                     GError **error)
{
  g_autoptr (GdkDmabufTextureBuilder) builder = gdk_dmabuf_texture_builder_new ();

  gdk_dmabuf_texture_builder_set_display (builder, display);
  gdk_dmabuf_texture_builder_set_width (builder, (guint)width);
  gdk_dmabuf_texture_builder_set_height (builder, (guint)height);
  gdk_dmabuf_texture_builder_set_fourcc (builder, PN_GPU_DMABUF_FOURCC);
  gdk_dmabuf_texture_builder_set_modifier (builder, dmabuf->modifier);
  gdk_dmabuf_texture_builder_set_premultiplied (builder, TRUE);
  gdk_dmabuf_texture_builder_set_n_planes (builder, dmabuf->n_planes);
  for (guint i = 0; i < dmabuf->n_planes; i++) {
    gdk_dmabuf_texture_builder_set_fd (builder, i, dmabuf->fd);
    gdk_dmabuf_texture_builder_set_offset (builder, i, dmabuf->offsets[i]);
    gdk_dmabuf_texture_builder_set_stride (builder, i, dmabuf->strides[i]);
  }
  return gdk_dmabuf_texture_builder_build (builder, release, data, error);
}

G_GNUC_END_IGNORE_DEPRECATIONS

#else

static gpointer
refuse_dmabuf (GError **error)
{
  g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_SHARING,
                       "GTK is older than 4.14, or was when Pantin was compiled");
  return NULL;
}

GArray *
pn_gtk_get_dmabuf_modifiers (GdkDisplay *display, guint32 fourcc, GError **error)
{
  return refuse_dmabuf (error);
}

GdkTexture *
pn_gtk_build_dmabuf (GdkDisplay *display,
                     const PnGpuDmabuf *dmabuf,
                     int width,
                     int height,
                     GDestroyNotify release,
                     gpointer data,
                     GError **error)
{
  return refuse_dmabuf (error);
}

#endif
