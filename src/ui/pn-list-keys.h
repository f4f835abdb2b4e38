/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Space is the window's, which plays; a list view would select by it. */
void pn_list_keys_pass_space (GtkWidget *list);
