/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-journal-file-private.h"

#include <errno.h>
#include <unistd.h>

#include "pn-durable-file-private.h"
#include "pn-journal-folder-private.h"

struct PnJournalFile {
  PnDurableFile *file;
  PnRoot *base;
  goffset size;
  guint64 n_records;
};

static gboolean
write_bytes (PnJournalFile *self, const GByteArray *bytes, GError **error)
{
  if (!pn_durable_file_write (self->file, bytes->data, bytes->len, error))
    return FALSE;
  self->size += bytes->len;
  return TRUE;
}

PnJournalFile *
pn_journal_file_new (const char *folder,
                     const PnRoot *base,
                     PnJournalBase kind,
                     const char *path,
                     const PnContainerRest *rest,
                     GError **error)
{
  g_autofree char *file_path = g_build_filename (folder, PN_JOURNAL_FILE, NULL);
  g_autoptr (GByteArray) bytes = pn_journal_write_start (base, kind, path, rest, error);
  g_autoptr (PnJournalFile) self = g_new0 (PnJournalFile, 1);

  self->base = pn_node_ref (base);
  self->n_records = PN_JOURNAL_N_START_RECORDS;
  if (bytes == NULL)
    return NULL;
  self->file = pn_durable_file_new (file_path, 0600, error);
  return self->file != NULL && write_bytes (self, bytes, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
pn_journal_file_sync (PnJournalFile *self, GError **error)
{
  return fsync (pn_durable_file_get_fd (self->file)) == 0 ||
         pn_durable_file_fail (self->file, errno, error);
}

static gboolean
write_moves (PnJournalFile *self,
             GByteArray *out,
             GPtrArray *moves,
             const PnRoot *now,
             GError **error)
{
  const PnJournalStep all = {.to = (PnRoot *)now};

  if (moves == NULL && self->base != now)
    return pn_journal_write_move (out, self->n_records++, self->base, &all, error);
  for (guint i = 0; moves != NULL && i < moves->len; i++) {
    const PnJournalStep *step = g_ptr_array_index (moves, i);
    if (!pn_journal_write_move (out, self->n_records++, step->from, step, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
pn_journal_file_add (PnJournalFile *self, GPtrArray *moves, const PnRoot *now, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  return write_moves (self, bytes, moves, now, error) && write_bytes (self, bytes, error);
}

gboolean
pn_journal_file_commit (PnJournalFile *self, gboolean *in_place, GError **error)
{
  gboolean is_committed = pn_durable_file_commit (self->file, error);

  *in_place = pn_durable_file_is_in_place (self->file);
  return is_committed;
}

int
pn_journal_file_steal_fd (PnJournalFile *self, goffset *size, guint64 *n_records)
{
  *size = self->size;
  *n_records = self->n_records;
  return pn_durable_file_steal_fd (self->file);
}

void
pn_journal_file_free (PnJournalFile *self)
{
  g_clear_pointer (&self->file, pn_durable_file_free);
  pn_node_unref (self->base);
  g_free (self);
}
