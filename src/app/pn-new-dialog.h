/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-node.h"

/* An empty document as the settings say. (transfer full) */
PnRoot *pn_new_root (void);

/* Asks how large, fast and long a new document is, with what was chosen last; Return takes it.
 * `chosen` gets the new document (transfer full) when it is taken, which is what the settings say
 * from then on; `data` is kept by the caller as long as `parent` lives. */
void
pn_new_dialog_show (GtkWindow *parent, void (*chosen) (gpointer data, PnRoot *root), gpointer data);
