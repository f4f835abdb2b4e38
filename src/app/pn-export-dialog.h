/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"
#include "pn-export-choice.h"

/* Asks what is to be exported, with the last choice ready: Return takes it. `chosen` is called when
 * it was taken, the choice borrowed; `data` is kept by the caller as long as `parent` lives. */
typedef void (*PnExportChosen) (gpointer data, const PnExportChoice *choice);
void
pn_export_dialog_show (GtkWindow *parent, PnEditor *editor, PnExportChosen chosen, gpointer data);
