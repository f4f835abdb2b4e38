/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-store-error.h"

/* The folder of a journal: `lock`, `journal`, `assets/`. */

#define PN_JOURNAL_FILE "journal"
#define PN_JOURNAL_ASSETS_FOLDER "assets"

/* `state_folder`/journals. (transfer full) */
char *pn_journal_folder_get_all (const char *state_folder);
/* (transfer full) */
char *pn_journal_folder_get (const char *state_folder, const char *document_id);

/* Takes the lock of a journal that is there, and writes this process's number into it. The lock
 * lives as long as the descriptor and dies with the process. -1 with PN_STORE_ERROR_LOCKED when
 * another has it. */
int pn_journal_folder_lock (const char *folder, GError **error);
/* As above, where there need not be a journal nor a folder yet; `name` (nullable) is the
 * document's, for messages. */
int pn_journal_folder_make (const char *folder, const char *name, GError **error);
/* Without taking it. */
gboolean pn_journal_folder_is_locked (const char *folder);

/* Whether the lock is the one of that folder: somebody may have removed it, and made it anew. */
gboolean pn_journal_folder_has_lock (const char *folder, int lock_fd);

gboolean pn_journal_folder_has_journal (const char *folder);

/* Removes all of it, the journal first, so that half a removal is no journal. The lock must be
 * held. */
gboolean pn_journal_folder_remove (const char *folder, GError **error);
