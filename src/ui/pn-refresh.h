/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Sets what a widget shows where it shows something else. Panels say all they know after every change,
 * and to GTK the same words are new ones: a tooltip makes it ask the display where the pointer is, and
 * wait for the answer, and a cursor is read from its file. */
void pn_refresh_label (GtkWidget *label, const char *words);
void pn_refresh_tooltip (GtkWidget *widget, const char *words); /* (nullable): none */
void pn_refresh_icon (GtkWidget *button, const char *icon);
void pn_refresh_cursor (GtkWidget *widget,
                        const char *name); /* (nullable): that of what is around it */
