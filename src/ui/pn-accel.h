/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* One key with its modifiers, spelt as GTK does: "<Control><Shift>z". */

/* In the user's words: "Ctrl+Shift+Z". (transfer full) (nullable): it is no such spelling */
char *pn_accel_to_label (const char *accel);

/* The spelling of a press that a shortcut would hear: `consumed` are the modifiers that the keyboard
 * used up to make the key what it is. (transfer full) (nullable): a modifier alone */
char *pn_accel_from_key (guint keyval, GdkModifierType state, GdkModifierType consumed);
