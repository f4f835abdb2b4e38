/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* What GTK can do since a version that is not needed: asked for by name when the program runs, so that
 * one program is right with each. Main thread. */

/* Pixels of the screen for one of GTK's: a fraction since 4.12. */
double pn_gtk_get_scale (GtkWidget *widget);
double pn_gtk_get_surface_scale (GdkSurface *surface);
/* The widget is told by `changed` where that becomes another while it is realized. */
void pn_gtk_watch_scale (GtkWidget *widget, GCallback changed);

/* Makes GTK's own parts dark or light: by a scheme since 4.20, which has no preference any more. */
void pn_gtk_set_dark (GtkSettings *settings, gboolean is_dark);
