/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-container-private.h"
#include "pn-journal.h"

/* What a journal's first record says, and what its others amount to. */

/* Whether the work that led to a base would be lost without the journal. */
typedef enum {
  PN_JOURNAL_BASE_SAFE,    /* it is in the user's file, or nothing was done to it yet */
  PN_JOURNAL_BASE_UNSAVED, /* it holds steps that no file has */
} PnJournalBase;

typedef struct {
  PnJournalBase base;
  char *document_id;
  char *path;    /* (nullable) */
  GArray *parts; /* PnContainerPart: what the document's file held besides */
} PnJournalInfo;

void pn_journal_info_clear (PnJournalInfo *info);

/* Whether a text of that length could be read back. */
gboolean pn_journal_check_length (gsize length, GError **error);

/* Header, info and base of a new journal. `path` and `rest` are (nullable). (transfer full)
 * (nullable) */
GByteArray *pn_journal_write_start (const PnRoot *base,
                                    PnJournalBase kind,
                                    const char *path,
                                    const PnContainerRest *rest,
                                    GError **error);
#define PN_JOURNAL_N_START_RECORDS 2

/* Appends the record of a move from `from` to where the step leads, by a patch. */
gboolean pn_journal_write_move (GByteArray *out,
                                guint64 sequence,
                                const PnRoot *from,
                                const PnJournalStep *step,
                                GError **error);

/* Only the first record. */
gboolean pn_journal_read_info (const char *folder, PnJournalInfo *info, GError **error);

/* Whether nobody would miss a journal: its base is safe and nothing comes after it. */
gboolean pn_journal_holds_nothing (const char *folder);

typedef struct {
  PnJournalInfo info;
  PnRoot *root;          /* after the last whole record that fits */
  GPtrArray *steps;      /* PnJournalStep, as pn_journal_resume tells of them */
  guint n_done;          /* of the steps; the others are undone */
  goffset size;          /* up to and with that record */
  guint64 sequence;      /* of the record after it */
  gsize n_dropped_bytes; /* the rest of the file */
} PnJournalReplay;

/* `folder` is for messages. On failure nothing is left to clear. */
gboolean pn_journal_replay (PnJournalReplay *replay, int fd, const char *folder, GError **error);
void pn_journal_replay_clear (PnJournalReplay *replay);
