/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The thread that syncs what a journal has written, soon after and once for many records. */
typedef struct PnJournalWriter PnJournalWriter;

/* With its own copy of the descriptor. */
PnJournalWriter *pn_journal_writer_new (int fd);
/* Something was written: it will be synced within half a second. */
void pn_journal_writer_wrote (PnJournalWriter *self);
/* errno of the first sync that failed, 0 for none. What was written before a failed sync may be
 * lost whatever a later one says. */
int pn_journal_writer_get_failure (PnJournalWriter *self);
/* Syncs what is not, and ends. */
void pn_journal_writer_free (PnJournalWriter *self);
