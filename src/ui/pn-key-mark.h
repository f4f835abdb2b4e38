/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-property.h"

/* A button that shows whether something has a key at this frame, keys elsewhere, or none; a click
 * ("clicked") sets or removes one. `what` is marked for translation: "position". */
GtkWidget *pn_key_mark_new (const char *what);
void pn_key_mark_set_state (GtkWidget *mark, PnKeyState state);
PnKeyState pn_key_mark_get_state (GtkWidget *mark);
