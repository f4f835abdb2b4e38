/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "pn-container.h"

/* The journal of an open document: a folder of its own under the state folder, with the base root,
 * a record of each finished step, and every asset these name, so that recovery needs nothing of
 * the user's file. A record is written when `pn_journal_append` returns, so a killed process loses
 * nothing; a writer thread syncs within half a second, so a power cut loses that much at most. */
typedef struct PnJournal PnJournal;

/* `state_folder`: such as $XDG_STATE_HOME/pantin. Takes the lock of the document
 * (PN_STORE_ERROR_LOCKED if another process has it) and starts a journal from `base`; an earlier
 * one of the same document with unsaved work must have been resumed or discarded first
 * (PN_STORE_ERROR_JOURNAL). `path` (nullable) is where the document was opened from; what the base
 * needs is copied from `assets` and `rest` (both nullable), as `pn_container_load` gave them. Any
 * thread. `work` is (nullable): given up, it leaves nothing. (transfer full) (nullable) */
PnJournal *pn_journal_start (const char *state_folder,
                             const PnRoot *base,
                             const char *path,
                             PnAssetStore *assets,
                             PnContainerRest *rest,
                             const PnWork *work,
                             GError **error);

/* A second journal of a document that is open, in another place or where the first one was and is
 * gone: from `base`, which is unsaved work, with a copy of everything in `assets` and `rest`
 * (nullable). Any thread. `work` is (nullable). (transfer full) (nullable) */
PnJournal *pn_journal_start_anew (const char *state_folder,
                                  const PnRoot *base,
                                  const char *path,
                                  PnAssetStore *assets,
                                  PnContainerRest *rest,
                                  const PnWork *work,
                                  GError **error);
/* Main thread: `assets`, which whoever has the document keeps, are from now on those of the journal,
 * which goes on from `now`. */
gboolean
pn_journal_take_over (PnJournal *self, PnAssetStore *assets, const PnRoot *now, GError **error);

/* One move in a history. */
typedef enum {
  PN_JOURNAL_DO,
  PN_JOURNAL_JOIN, /* done, and one with the step before it */
  PN_JOURNAL_UNDO,
  PN_JOURNAL_REDO,
} PnJournalMove;

/* A step and what was done with it. Where several steps had to be taken together, because those
 * before could not be written, nobody knows the `operation`. */
typedef struct {
  PnJournalMove move;
  char *operation;     /* (nullable) */
  JsonNode *arguments; /* (nullable) */
  PnRoot *from, *to;
} PnJournalStep;
void pn_journal_step_free (PnJournalStep *step); /* with what it holds */

/* Goes on with a journal that was left behind: replays the base and every whole record, and appends
 * after them. `root` (transfer full) is what came out; `steps` (transfer full) PnJournalStep, oldest
 * first, what undo leads back through, and after them with PN_JOURNAL_UNDO what redo leads to, all
 * from before to after; `rest` (transfer full, nullable result) what the document's file held
 * besides; `n_dropped_bytes` counts a torn or damaged tail, which is cut off. All four may be NULL. A
 * journal of another version is migrated or refused whole. (transfer full) (nullable) */
PnJournal *pn_journal_resume (const char *folder,
                              PnRoot **root,
                              GPtrArray **steps,
                              PnContainerRest **rest,
                              gsize *n_dropped_bytes,
                              GError **error);

/* The store that holds the document's assets, and that new ones go to; owned by the journal. */
PnAssetStore *pn_journal_get_assets (PnJournal *self);

/* Where the document was opened from or last saved to; (nullable), owned by the journal. */
const char *pn_journal_get_path (PnJournal *self);

/* Appends a move from one root to another; what the step holds is borrowed. The assets that `to`
 * names must be in the journal's store. After a failure nothing is lost for good: the next call
 * writes it along with its own. Main thread. */
gboolean pn_journal_append (PnJournal *self, const PnJournalStep *step, GError **error);
/* Has it hold the document as it is now, whatever could not be written before. */
gboolean pn_journal_catch_up (PnJournal *self, const PnRoot *now, GError **error);

/* The path in the journal that another holds or left behind of the document: where that was opened
 * from. (transfer full) (nullable) */
char *pn_journal_find_path (const char *state_folder, const char *document_id);

/* An error the writer thread met since the last call, such as a full or vanished disk. FALSE when
 * there is one. */
gboolean pn_journal_check (PnJournal *self, GError **error);

/* The document was saved to `path` as `saved`, and is `now`: the journal starts again from the one
 * and has the moves to the other, PnJournalStep, where there are some. `moves` (nullable): one step,
 * of which no more is known. */
gboolean pn_journal_rebase (PnJournal *self,
                            const PnRoot *saved,
                            GPtrArray *moves,
                            const PnRoot *now,
                            const char *path,
                            GError **error);

/* The same in three parts, because a base is the whole document: begun and ended on the main thread,
 * run on any, whatever becomes of the journal meanwhile. What was not run, or was for a journal that
 * another took the place of, is done at the end. */
typedef struct PnRebase PnRebase;
PnRebase *pn_journal_begin_rebase (PnJournal *self, const PnRoot *saved, const char *path);
gboolean pn_rebase_run (PnRebase *rebase, GError **error);
gboolean pn_journal_end_rebase (PnJournal *self,
                                PnRebase *rebase,
                                GPtrArray *moves,
                                const PnRoot *now,
                                GError **error);
void pn_rebase_free (PnRebase *rebase);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnRebase, pn_rebase_free)

/* Closes; with `discard` the folder is removed, which is right only after a save or the user's
 * word. */
typedef enum { PN_JOURNAL_KEEP, PN_JOURNAL_DISCARD } PnJournalEnd;
void pn_journal_close (PnJournal *self, PnJournalEnd end);

typedef struct {
  char *document_id;
  char *path; /* (nullable) */
  char *name; /* (nullable) of the rear-most layer, where there is no path */
  char *folder;
  gint64 modified_usec;
} PnRecovery;
void pn_recovery_free (PnRecovery *recovery);

/* Journals left behind by processes that are gone, the newest first; those of documents that were
 * saved and not changed since are cleared away instead. (transfer full): PnRecovery */
GPtrArray *pn_journal_list_left (const char *state_folder);

/* Removes a journal that was left behind: on the user's word alone. */
gboolean pn_journal_discard (const char *folder, GError **error);
