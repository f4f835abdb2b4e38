/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-style.h"

#include "pn-desktop.h"
#include "pn-gtk-compat.h"
#include "pn-resources.h"
#include "pn-settings.h"

#define RESOURCES "/io/github/pantin_studio/Pantin"

/* The values of the setting. */
typedef enum {
  SCHEME_DARK,
  SCHEME_LIGHT,
  SCHEME_SYSTEM,
} Scheme;

/* The process's one look. */
typedef struct {
  GtkSettings *gtk; /* borrowed */
  PnDesktop *desktop;
  GtkCssProvider *colors;
  const char *sheet;     /* (nullable) what `colors` holds */
  gboolean prefers_dark; /* what the desktop had GTK's setting be */
} Style;

static gboolean
theme_says (const Style *style, const char *const *words)
{
  g_autofree char *theme = NULL;
  g_object_get (style->gtk, "gtk-theme-name", &theme, NULL);
  g_autofree char *lower = theme != NULL ? g_ascii_strdown (theme, -1) : NULL;

  for (guint i = 0; lower != NULL && words[i] != NULL; i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_contrast (const Style *style)
{
  static const char *const words[] = {"highcontrast", "default-hc", NULL};

  return g_settings_get_boolean (pn_settings_get (), "high-contrast") ||
         pn_desktop_wants_contrast (style->desktop) || theme_says (style, words);
}

static gboolean
is_dark (const Style *style)
{
  static const char *const words[] = {"dark", "inverse", NULL};

  switch ((Scheme)g_settings_get_enum (pn_settings_get (), "color-scheme")) {
  case SCHEME_LIGHT:
    return FALSE;
  case SCHEME_SYSTEM:
    break;
  case SCHEME_DARK:
  default:
    return TRUE;
  }
  switch (pn_desktop_get_scheme (style->desktop)) {
  case PN_DESKTOP_DARK:
    return TRUE;
  case PN_DESKTOP_LIGHT:
    return FALSE;
  case PN_DESKTOP_UNSAID:
  default:
    return style->prefers_dark || theme_says (style, words);
  }
}

static void
apply (Style *style)
{
  gboolean dark = is_dark (style);
  const char *sheet;

  if (has_contrast (style))
    sheet = dark ? RESOURCES "/style-contrast.css" : RESOURCES "/style-contrast-light.css";
  else
    sheet = dark ? RESOURCES "/style-dark.css" : RESOURCES "/style-light.css";
  pn_gtk_set_dark (style->gtk, dark);
  if (sheet == style->sheet)
    return;
  style->sheet = sheet;
  gtk_css_provider_load_from_resource (style->colors, sheet);
}

static void
add_provider (GdkDisplay *display, GtkCssProvider *provider)
{
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
add_sheet (GdkDisplay *display, const char *sheet)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, sheet);
  add_provider (display, provider);
}

void
pn_style_init (GdkDisplay *display)
{
  static Style style;

  g_return_if_fail (GDK_IS_DISPLAY (display));
  if (style.gtk != NULL)
    return;
  /* Nobody else names the generated code, and the linker would leave it out. */
  g_resources_register (pn_get_resource ());
  style.gtk = gtk_settings_get_for_display (display);
  style.desktop = pn_desktop_new ();
  style.colors = gtk_css_provider_new ();
  g_object_get (style.gtk, "gtk-application-prefer-dark-theme", &style.prefers_dark, NULL);

  apply (&style);
  add_provider (display, style.colors);
  add_sheet (display, RESOURCES "/style.css");
  if (!gdk_display_is_composited (display))
    add_sheet (display, RESOURCES "/style-opaque.css");
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display), RESOURCES "/icons");

  g_signal_connect_swapped (style.gtk, "notify::gtk-theme-name", G_CALLBACK (apply), &style);
  g_signal_connect_swapped (style.desktop, "changed", G_CALLBACK (apply), &style);
  g_signal_connect_swapped (pn_settings_get (), "changed::color-scheme", G_CALLBACK (apply),
                            &style);
  g_signal_connect_swapped (pn_settings_get (), "changed::high-contrast", G_CALLBACK (apply),
                            &style);
}

GdkRGBA
pn_style_get_color (GtkWidget *widget, const char *name)
{
  GdkRGBA color = {0};

  g_return_val_if_fail (GTK_IS_WIDGET (widget), color);
  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &color))
    g_critical ("The look has no colour %s.", name);
  return color;
}
