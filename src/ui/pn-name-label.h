/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* A name that can be changed where it stands. Return or leaving it takes what was typed, Escape
 * does not, and neither does an empty name.
 *
 * Signal "renamed" (const char *). */
#define PN_TYPE_NAME_LABEL (pn_name_label_get_type ())
G_DECLARE_FINAL_TYPE (PnNameLabel, pn_name_label, PN, NAME_LABEL, GtkWidget)

GtkWidget *pn_name_label_new (void);
void pn_name_label_set_text (PnNameLabel *self, const char *text);
const char *pn_name_label_get_text (PnNameLabel *self);
void pn_name_label_begin (PnNameLabel *self);
gboolean pn_name_label_is_typing (PnNameLabel *self);
