/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-style.h"

#include "pn-resources.h"

#define RESOURCES "/io/github/pantin_studio/Pantin"

void
pn_style_init (GdkDisplay *display)
{
  /* Nobody else names the generated code, and the linker would leave it out. */
  g_resources_register (pn_get_resource ());

  g_autoptr (GtkCssProvider) css = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (css, RESOURCES "/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (css),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display), RESOURCES "/icons");
}
