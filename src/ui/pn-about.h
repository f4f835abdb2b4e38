/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* What this program is, and what somebody who looks for a fault wants to know of the machine. */
GtkWidget *pn_about_new (GtkWindow *parent);

/* Versions of the program and its libraries, how it reaches the screen, the device that draws and
 * its driver: lines of text, the same in every language. (transfer full) */
char *pn_about_describe_system (GdkSurface *surface);
