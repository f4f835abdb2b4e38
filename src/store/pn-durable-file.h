/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sys/types.h>

#include "pn-store-error.h"

/* A file that appears whole or not at all, and stays after a power cut: written without a name,
 * synced, put in the place of the old one by a rename, and its folder synced. Not thread-safe;
 * different files are independent. */
typedef struct PnDurableFile PnDurableFile;

/* Begins to write `path`. Symbolic links are followed. A file that is there keeps its permissions
 * and must be a regular file that the user may write to; a new one gets `mode` less the umask.
 * (transfer full) (nullable) */
PnDurableFile *pn_durable_file_new (const char *path, mode_t mode, GError **error);

/* For writing at any position, or for reading back; owned by the file. */
int pn_durable_file_get_fd (PnDurableFile *self);

/* Appends at the descriptor's position. */
gboolean
pn_durable_file_write (PnDurableFile *self, const void *data, gsize n_bytes, GError **error);

/* Says that the file could not be saved, and why; returns FALSE. */
gboolean pn_durable_file_fail (PnDurableFile *self, int code, GError **error);

/* Puts the file in its place. On failure what was there is untouched, unless all that failed was
 * the last sync of the folder. */
gboolean pn_durable_file_commit (PnDurableFile *self, GError **error);

/* Leaves nothing behind of a file that was not committed. */
void pn_durable_file_free (PnDurableFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnDurableFile, pn_durable_file_free)

/* Whether both names are of one file that is there: through links, or spelt another way. */
gboolean pn_durable_file_is_same (const char *a, const char *b);

/* The whole of it in one call. */
gboolean pn_durable_file_set_contents (const char *path,
                                       const void *data,
                                       gsize n_bytes,
                                       mode_t mode,
                                       GError **error);
