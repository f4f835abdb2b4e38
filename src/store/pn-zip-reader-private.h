/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-store-error.h"

/* The entries of a zip from the outside world, checked before anything is unpacked. Nothing is ever
 * written to a path that the zip names. Reference counted; may be read by several threads. */
typedef struct PnZipReader PnZipReader;

typedef struct {
  char *name;   /* UTF-8, relative, without `..`; unlike every other in the file */
  guint64 size; /* stated; reading checks that it is true */
} PnZipEntry;

/* A whole file may unpack to this much, and one entry to that. What is written keeps to it too. */
#define PN_ZIP_MAX_TOTAL_SIZE (G_GUINT64_CONSTANT (16) << 30)
#define PN_ZIP_MAX_ENTRY_SIZE (G_GUINT64_CONSTANT (2) << 30)
#define PN_ZIP_MAX_ENTRIES 100000u

/* (transfer full) (nullable) */
PnZipReader *pn_zip_reader_open (const char *path, GError **error);
PnZipReader *pn_zip_reader_ref (PnZipReader *self);
void pn_zip_reader_unref (PnZipReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnZipReader, pn_zip_reader_unref)

/* Folders are left out. Borrowed. */
guint pn_zip_reader_n_entries (PnZipReader *self);
const PnZipEntry *pn_zip_reader_entry (PnZipReader *self, guint index);
/* FALSE when there is none of that name. */
gboolean pn_zip_reader_find (PnZipReader *self, const char *name, guint *index);

/* Takes the next piece of an entry. FALSE with an error: no more of it. */
typedef gboolean (*PnZipSink) (gconstpointer data,
                               gsize n_bytes,
                               gpointer user_data,
                               GError **error);

/* Unpacks one entry in pieces, checks size and checksum. On failure the sink may have got some. */
gboolean pn_zip_reader_read (PnZipReader *self,
                             guint index,
                             PnZipSink sink,
                             gpointer user_data,
                             GError **error);
/* Into memory. (transfer full) (nullable) */
GBytes *pn_zip_reader_read_bytes (PnZipReader *self, guint index, GError **error);
/* The first bytes, at most `n_bytes`; -1 on failure. */
gssize pn_zip_reader_peek (PnZipReader *self, guint index, void *data, gsize n_bytes);
