/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-journal-rebase-private.h"

gboolean
pn_rebase_run (PnRebase *rebase, GError **error)
{
  g_clear_pointer (&rebase->file, pn_journal_file_free);
  rebase->file = pn_journal_file_new (rebase->folder, rebase->saved, PN_JOURNAL_BASE_SAFE,
                                      rebase->path, rebase->rest, error);
  return rebase->file != NULL && pn_journal_file_sync (rebase->file, error);
}

void
pn_rebase_free (PnRebase *rebase)
{
  g_clear_pointer (&rebase->file, pn_journal_file_free);
  g_clear_pointer (&rebase->rest, pn_container_rest_unref);
  pn_node_unref (rebase->saved);
  g_free (rebase->path);
  g_free (rebase->folder);
  g_free (rebase);
}
