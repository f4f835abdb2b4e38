/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* The look of every window: resources, style sheets and icons of the program, dark or light as the
 * settings say. Once for the process, when a display is there. */
void pn_style_init (GdkDisplay *display);
