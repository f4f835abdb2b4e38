/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Panels are mirrored where letters are written from the right. Time, and a number with its sign and
 * unit, go from left to right in every language: `widget`, with what is in it by now, does. */
void pn_left_to_right (GtkWidget *widget);
