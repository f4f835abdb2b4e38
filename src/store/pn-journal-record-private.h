/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The journal as bytes: a header, then records, each whole or the end of what counts. */

#define PN_JOURNAL_VERSION 1

typedef enum {
  PN_JOURNAL_RECORD_INFO = 1, /* PnJournalInfo; always the first */
  PN_JOURNAL_RECORD_BASE = 2, /* `document.json`; always the second */
  PN_JOURNAL_RECORD_STEP = 3, /* a patch of the root before, of which no more is known */
  PN_JOURNAL_RECORD_MOVE = 4, /* a PnJournalStep: see pn-journal-replay.c */
} PnJournalRecordType;

void pn_journal_record_write_header (GByteArray *out);
/* Sequence numbers count the records of a file from 0. */
void pn_journal_record_write (GByteArray *out,
                              PnJournalRecordType type,
                              guint64 sequence,
                              gconstpointer data,
                              gsize n_bytes);

typedef struct {
  int fd; /* owned by the caller */
  goffset size;
  goffset offset; /* after the last record that was whole */
  guint64 sequence;
} PnJournalScan;

typedef enum {
  PN_JOURNAL_SCAN_OK,
  PN_JOURNAL_SCAN_DAMAGED, /* not even the header is whole */
  PN_JOURNAL_SCAN_OTHER_VERSION,
} PnJournalScanStart;

PnJournalScanStart pn_journal_scan_begin (PnJournalScan *scan, int fd);
/* The next record's data, or NULL where there is none that is whole. (transfer full) (nullable) */
GBytes *pn_journal_scan_next (PnJournalScan *scan, PnJournalRecordType *type);
