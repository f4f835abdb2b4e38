/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-durable-file.h"
#include "pn-journal-replay-private.h"

/* A journal's file that is written aside, until it takes the place of the one there is. */
typedef struct PnJournalFile PnJournalFile;

/* In `folder`, with `base`; `path` and `rest` are (nullable). Any thread. (transfer full) (nullable) */
PnJournalFile *pn_journal_file_new (const char *folder,
                                    const PnRoot *base,
                                    PnJournalBase kind,
                                    const char *path,
                                    const PnContainerRest *rest,
                                    GError **error);

/* Before it is put in its place, which then takes no time. */
gboolean pn_journal_file_sync (PnJournalFile *self, GError **error);

/* Adds the moves (nullable) from the base, PnJournalStep, or one step of which no more is known, to
 * `now`. */
gboolean
pn_journal_file_add (PnJournalFile *self, GPtrArray *moves, const PnRoot *now, GError **error);

/* Puts it in its place. `in_place` says after a failure whether that was done all the same. */
gboolean pn_journal_file_commit (PnJournalFile *self, gboolean *in_place, GError **error);
/* What was committed; the caller closes the descriptor. */
int pn_journal_file_steal_fd (PnJournalFile *self, goffset *size, guint64 *n_records);

/* Leaves nothing behind of a file that was not committed. */
void pn_journal_file_free (PnJournalFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnJournalFile, pn_journal_file_free)
