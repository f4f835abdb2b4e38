/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* The look of every window: resources, style sheets and icons of the program. It is dark or light
 * as the setting "color-scheme" says, and of high contrast where the setting "high-contrast", the
 * desktop or its GTK theme asks for that; a change of any of them shows at once. Once for the
 * process, when a display is there. Main thread. */
void pn_style_init (GdkDisplay *display);

/* A colour of the look by its name in data/style.css, as "pn_accent", for widgets that draw. It
 * may be another after `css-changed`. */
GdkRGBA pn_style_get_color (GtkWidget *widget, const char *name);
