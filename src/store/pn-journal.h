/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-container.h"

/* The journal of an open document: a folder of its own under the state folder, with the base root,
 * the assets made since, and a record of each finished step. A record is written when
 * `pn_journal_append` returns, so a killed process loses nothing; a writer thread syncs within half
 * a second, so a power cut loses that much at most. */
typedef struct PnJournal PnJournal;

/* `state_folder`: such as $XDG_STATE_HOME/pantin. Takes the lock of the document
 * (PN_STORE_ERROR_LOCKED if another process has it) and starts a journal from `base`; an earlier
 * one of the same document must have been recovered or discarded first (PN_STORE_ERROR_JOURNAL).
 * `path` (nullable) is where the document was opened from. */
PnJournal *
pn_journal_start (const char *state_folder, const PnRoot *base, const char *path, GError **error);

/* The store that new assets go to; owned by the journal. */
PnAssetStore *pn_journal_get_assets (PnJournal *self);

/* Appends the step from one root to the next. Main thread. */
gboolean pn_journal_append (PnJournal *self, const PnRoot *from, const PnRoot *to, GError **error);

/* An error the writer thread met since the last call, such as a full or vanished disk. FALSE when
 * there is one. */
gboolean pn_journal_check (PnJournal *self, GError **error);

/* The document was saved to `path` as `root`: the journal starts again from it. */
gboolean pn_journal_rebase (PnJournal *self, const PnRoot *root, const char *path, GError **error);

/* Closes; with `discard` the folder is removed, which is right only after a save or the user's
 * word. */
typedef enum { PN_JOURNAL_KEEP, PN_JOURNAL_DISCARD } PnJournalEnd;
void pn_journal_close (PnJournal *self, PnJournalEnd end);

typedef struct {
  char *document_id;
  char *path; /* (nullable) */
  char *folder;
  gint64 modified_usec;
} PnRecovery;
void pn_recovery_free (PnRecovery *recovery);

/* Journals left behind by processes that are gone. (transfer full): PnRecovery */
GPtrArray *pn_journal_list_left (const char *state_folder);

/* Replays a journal: base and every whole record; a torn or damaged tail is dropped and counted in
 * `n_dropped_bytes`. New assets and those of the base are copied to `assets`. A journal of another
 * version is migrated or refused whole. (transfer full) (nullable) */
PnRoot *pn_journal_recover (const char *folder,
                            PnAssetStore *assets,
                            gsize *n_dropped_bytes,
                            GError **error);
gboolean pn_journal_discard (const char *folder, GError **error);
