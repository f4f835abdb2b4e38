/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Space is the window's, which plays; a list view would select by it. */
void pn_list_keys_pass_space (GtkWidget *list);

/* Scrolls to a row, which may be new, once it is laid out. */
void pn_list_reveal (GtkWidget *list, guint position);

/* What a row is called. Assistive technology goes to the list's own widget round it, which GTK 4.8
 * gives no name. `description` (nullable). */
void pn_list_name_row (GtkWidget *row, const char *name, const char *description);
