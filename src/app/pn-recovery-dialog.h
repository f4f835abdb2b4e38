/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-application.h"
#include "pn-journal.h"

/* "Last changed today at 14:32". (transfer full) */
char *pn_recovery_describe_time (const PnRecovery *recovery);

/* Offers unsaved work that was left behind: each can be recovered, discarded on the user's word, or
 * left for later. `left` (PnRecovery) is kept; `done` (nullable) is called when the dialog goes. */
void pn_recovery_dialog_show (PnApplication *application,
                              PnWindow *parent,
                              GPtrArray *left,
                              void (*done) (gpointer data),
                              gpointer data);
