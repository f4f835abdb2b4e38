/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-gpu-dmabuf.h"

/* What GTK can do since a version that is not needed: asked for by name when the program runs, so that
 * one program is right with each; functions only where it was compiled with that version. Main
 * thread. */

/* Pixels of the screen for one of GTK's: a fraction since 4.12. */
double pn_gtk_get_scale (GtkWidget *widget);
double pn_gtk_get_surface_scale (GdkSurface *surface);
/* The widget is told by `changed` where that becomes another while it is realized. */
void pn_gtk_watch_scale (GtkWidget *widget, GCallback changed);

/* Makes GTK's own parts dark or light: by a scheme since 4.20, which has no preference any more. */
void pn_gtk_set_dark (GtkSettings *settings, gboolean is_dark);

/* Pictures that stay on the graphics device, since 4.14: the modifiers (guint64) that the display takes
 * for a format of DRM, and a texture, which has `release` called with `data` at its end. (transfer full);
 * NULL where there is none. */
GArray *pn_gtk_get_dmabuf_modifiers (GdkDisplay *display, guint32 fourcc, GError **error);
GdkTexture *pn_gtk_build_dmabuf (GdkDisplay *display,
                                 const PnGpuDmabuf *dmabuf,
                                 int width,
                                 int height,
                                 GDestroyNotify release,
                                 gpointer data,
                                 GError **error);
