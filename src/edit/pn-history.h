/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-document.h"
#include "pn-journal.h"

/* Undo as earlier roots: nothing is inverted by hand. A transaction gathers the edits of one
 * gesture into one step; while it is open the document shows the newest root, and cancelling puts
 * the first one back. "changed" is emitted when steps were added, joined, done, undone or dropped,
 * and on saving. Main thread. */
#define PN_TYPE_HISTORY (pn_history_get_type ())
G_DECLARE_FINAL_TYPE (PnHistory, pn_history, PN, HISTORY, GObject)

/* Keeps references to both; `journal` is (nullable) and borrowed for the history's life. */
PnHistory *pn_history_new (PnDocument *document, PnJournal *journal);

/* Another journal, which has the document as it is; (nullable) and borrowed. */
void pn_history_set_journal (PnHistory *self, PnJournal *journal);

/* Opens a transaction; none may be open. `operation` and `arguments` (nullable) name the step and
 * are kept for its spoken name; the arguments may not change any more. A step with the same
 * non-NULL `merge_key` as the last one joins it, unless the document was saved in between, and
 * gives it its name. */
void pn_history_begin (PnHistory *self,
                       const char *operation,
                       JsonNode *arguments,
                       const char *merge_key);
/* The newest root inside a transaction. */
void pn_history_update (PnHistory *self, const PnRoot *root);
/* What the open step's arguments are after all: those of a drag are known when it ends. */
void pn_history_set_arguments (PnHistory *self, JsonNode *arguments);
/* Ends it as one step, written to the journal when this returns; a transaction that changed nothing
 * leaves no step. FALSE: the journal could not be written; the step stands all the same and the
 * error says what to do. */
gboolean pn_history_commit (PnHistory *self, GError **error);
void pn_history_cancel (PnHistory *self);
gboolean pn_history_is_open (PnHistory *self);

/* What is not the document but goes along with a step, such as the selection. `remember` is asked
 * when a transaction begins and when it is committed; `recall` is given what it said at the end
 * that undo, redo or cancel leads back to, when the document is there already. One listener, NULL
 * to end; `data` is borrowed. */
typedef GVariant *(*PnHistoryRemember) (gpointer data); /* (transfer floating) */
typedef void (*PnHistoryRecall) (gpointer data, GVariant *memory);
void pn_history_set_memory (PnHistory *self,
                            PnHistoryRemember remember,
                            PnHistoryRecall recall,
                            gpointer data);

gboolean pn_history_can_undo (PnHistory *self);
gboolean pn_history_can_redo (PnHistory *self);
/* One step. FALSE with an error only for the journal, as above; doing nothing where there is
 * nothing is a caller's bug. */
gboolean pn_history_undo (PnHistory *self, GError **error);
gboolean pn_history_redo (PnHistory *self, GError **error);

/* The steps, oldest first; `current` is the number of them that are done. */
guint pn_history_n_steps (PnHistory *self, guint *current);
const char *pn_history_step_operation (PnHistory *self, guint step);
JsonNode *pn_history_step_arguments (PnHistory *self, guint step); /* (nullable) borrowed */
/* The versions that it leads from and to; borrowed. */
void
pn_history_step_roots (PnHistory *self, guint step, const PnRoot **before, const PnRoot **after);

/* The steps of a journal that was resumed, see there; the history is new. */
void pn_history_restore (PnHistory *self, GPtrArray *steps);
#define PN_HISTORY_SEVERAL_STEPS \
  "several_steps" /* the operation of one that the journal cannot name */
/* What led from a version to the one that is shown: PnJournalStep, which hold what is the history's.
 * (transfer full) (nullable): it does not come from there by what the history knows */
GPtrArray *pn_history_list_moves (PnHistory *self, const PnRoot *from);

/* Bytes that steps may hold on to beyond the newest root; the oldest steps are dropped, but for the
 * last one done and the first one undone. Default 256 MiB. */
void pn_history_set_budget (PnHistory *self, gsize n_bytes);

/* "Saved" is a root. */
void pn_history_set_saved (PnHistory *self, const PnRoot *saved);
const PnRoot *pn_history_get_saved (PnHistory *self); /* (nullable) borrowed */
gboolean pn_history_is_saved (PnHistory *self);
/* How many steps are done where it was saved last; FALSE where that is not in the history. */
gboolean pn_history_find_saved (PnHistory *self, guint *n_done);
