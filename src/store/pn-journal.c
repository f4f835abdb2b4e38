/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A journal is one file that only grows: info, base, steps. It is replaced as a whole (a durable
 * file) when it starts again from a saved document, so at any moment it holds either the old base
 * with all its steps or the new base. What a record names is durable in the folder's asset store
 * before the record is written, and nothing of it is removed while the journal lives, because an
 * undo may name it again. */

#include "pn-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-asset-store-private.h"
#include "pn-durable-file-private.h"
#include "pn-granted.h"
#include "pn-journal-folder-private.h"
#include "pn-journal-rebase-private.h"
#include "pn-journal-record-private.h"
#include "pn-journal-replay-private.h"
#include "pn-journal-writer-private.h"
#include "pn-serial.h"

struct PnJournal {
  char *folder;
  char *path; /* (nullable) */
  int lock_fd;
  PnAssetStore *assets;
  PnContainerRest *rest; /* (nullable) in `assets` */

  int fd;
  goffset size; /* of what is whole */
  guint64 sequence;
  PnRoot *last;      /* what the records amount to */
  GHashTable *known; /* hashes that are known to be in the store */
  PnJournalWriter *writer;
  int failure; /* errno of a failure that was not told yet, 0 for none */
  /* The file may not hold what was written to it, or its end is not known: it is not appended to
   * but written anew. */
  gboolean broken;
  /* A record stands for more moves than one: where undo leads to is not known from the records. */
  gboolean has_gap;
};

static gboolean
write_failed (PnJournal *self, int code, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->folder);

  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE,
               _ ("Unsaved work can no longer be recovered after a crash, because “%s” could not "
                  "be written: %s. Save the document."),
               shown, g_strerror (code));
  return FALSE;
}

static PnJournal *
journal_new (const char *folder, const char *path, int lock_fd)
{
  PnJournal *self = g_new0 (PnJournal, 1);

  self->folder = g_strdup (folder);
  self->path = g_strdup (path);
  self->lock_fd = lock_fd;
  self->fd = -1;
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

static void
journal_free (PnJournal *self)
{
  g_clear_pointer (&self->writer, pn_journal_writer_free);
  g_clear_pointer (&self->last, pn_node_unref);
  g_clear_pointer (&self->rest, pn_container_rest_unref);
  g_clear_object (&self->assets);
  g_hash_table_unref (self->known);
  if (self->fd >= 0)
    close (self->fd);
  close (self->lock_fd);
  g_free (self->path);
  g_free (self->folder);
  g_free (self);
}

static gboolean
open_assets (PnJournal *self, GError **error)
{
  g_autofree char *folder = g_build_filename (self->folder, PN_JOURNAL_ASSETS_FOLDER, NULL);

  self->assets = pn_asset_store_new (folder, error);
  return self->assets != NULL;
}

static void
set_last (PnJournal *self, const PnRoot *root)
{
  PnRoot *old = self->last;

  self->last = pn_node_ref (root);
  pn_node_unref (old);
}

/* Whether everything that a root names is in the store. */
static gboolean
check_assets (PnJournal *self, const PnRoot *root, GError **error)
{
  g_autoptr (GPtrArray) hashes = pn_root_list_assets (root);

  for (guint i = 0; i < hashes->len; i++) {
    const char *hash = g_ptr_array_index (hashes, i);

    if (g_hash_table_contains (self->known, hash))
      continue;
    if (!pn_asset_store_contains (self->assets, hash)) {
      g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING,
                   _ ("The data “%s” that the document needs is nowhere to be found."), hash);
      return FALSE;
    }
    g_hash_table_add (self->known, g_strdup (hash));
  }
  return TRUE;
}

/* What makes the file not worth appending to: after a failed sync the kernel may have forgotten what
 * it could not write, and a later sync would succeed without it; and somebody may have removed the
 * file. errno, 0 for none. */
static int
find_failure (PnJournal *self)
{
  struct stat info;

  if (fstat (self->fd, &info) != 0)
    return errno;
  return info.st_nlink == 0 ? ENOENT : pn_journal_writer_get_failure (self->writer);
}

static void
collect_failure (PnJournal *self)
{
  if (self->broken)
    return;
  self->failure = find_failure (self);
  self->broken = self->failure != 0;
}

static void
use_file (PnJournal *self, int fd, goffset size, guint64 sequence)
{
  g_clear_pointer (&self->writer, pn_journal_writer_free);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = fd;
  self->size = size;
  self->sequence = sequence;
  self->broken = FALSE;
  self->failure = 0;
  self->writer = pn_journal_writer_new (fd);
}

/* Puts a file in the place of the journal's, with `moves` (nullable) to `now` where that is another
 * root than its base. */
static gboolean
take_file (PnJournal *self,
           PnJournalFile *file,
           const PnRoot *base,
           GPtrArray *moves,
           const PnRoot *now,
           GError **error)
{
  gboolean in_place;
  goffset size;
  guint64 n_records;

  if (!pn_journal_file_add (file, moves, now, error))
    return FALSE;
  if (!pn_journal_file_commit (file, &in_place, error)) {
    /* If the old file is gone from the folder already, nothing may be appended to it. */
    self->broken |= in_place;
    return FALSE;
  }
  int fd = pn_journal_file_steal_fd (file, &size, &n_records);
  use_file (self, fd, size, n_records);
  self->has_gap = moves == NULL && now != base;
  set_last (self, now);
  return TRUE;
}

/* Writes the whole file anew, from `base`. */
static gboolean
start_file (PnJournal *self,
            const PnRoot *base,
            PnJournalBase kind,
            const char *path,
            GError **error)
{
  g_autoptr (PnJournalFile) file =
      pn_journal_file_new (self->folder, base, kind, path, self->rest, error);

  return file != NULL && take_file (self, file, base, NULL, base, error);
}

static gboolean
copy_assets (PnJournal *self,
             const PnRoot *base,
             PnAssetStore *assets,
             const PnWork *work,
             GError **error)
{
  g_autoptr (GPtrArray) hashes = pn_container_list_assets (base, assets);

  for (guint i = 0; i < hashes->len; i++)
    if (!pn_work_tell (work, (double)i / hashes->len, error) ||
        !pn_asset_store_copy (self->assets, assets, g_ptr_array_index (hashes, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
copy_rest (PnJournal *self, PnContainerRest *rest, GError **error)
{
  self->rest = pn_container_rest_new (self->assets);
  for (guint i = 0; i < rest->parts->len; i++) {
    const PnContainerPart *part = &g_array_index (rest->parts, PnContainerPart, i);

    if (!pn_asset_store_copy (self->assets, rest->assets, part->hash, error))
      return FALSE;
    pn_container_rest_add (self->rest, part->name, part->hash);
  }
  return TRUE;
}

static gboolean
in_the_way (PnJournal *self, const char *path, GError **error)
{
  g_autofree char *shown = path != NULL ? pn_granted_describe (path) : NULL;

  if (shown != NULL)
    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL,
                 _ ("Unsaved work on “%s” was left behind. Recover or discard it first."), shown);
  else
    g_set_error_literal (
        error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL,
        _ ("Unsaved work on this document was left behind. Recover or discard it first."));
  return FALSE;
}

static char *
make_absolute (const char *path)
{
  return path != NULL ? g_canonicalize_filename (path, NULL) : NULL;
}

/* The lock of a folder in which nothing that counts is. (nullable) */
static PnJournal *
take_folder (const char *folder, const char *path, GError **error)
{
  g_autofree char *absolute = make_absolute (path);
  int lock_fd = pn_journal_folder_make (folder, absolute, error);
  PnJournal *self;

  if (lock_fd < 0)
    return NULL;
  self = journal_new (folder, absolute, lock_fd);
  if (!pn_journal_folder_has_journal (folder) || pn_journal_holds_nothing (folder))
    return self;
  in_the_way (self, absolute, error);
  journal_free (self);
  return NULL;
}

PnJournal *
pn_journal_start (const char *state_folder,
                  const PnRoot *base,
                  const char *path,
                  PnAssetStore *assets,
                  PnContainerRest *rest,
                  const PnWork *work,
                  GError **error)
{
  g_autofree char *folder = NULL;
  PnJournal *self;

  g_return_val_if_fail (state_folder != NULL && base != NULL, NULL);

  folder = pn_journal_folder_get (state_folder, base->document_id);
  self = take_folder (folder, path, error);
  if (self == NULL)
    return NULL;
  if (!open_assets (self, error) ||
      (assets != NULL && !copy_assets (self, base, assets, work, error)) ||
      (rest != NULL && !copy_rest (self, rest, error)) || !check_assets (self, base, error) ||
      !start_file (self, base, PN_JOURNAL_BASE_SAFE, self->path, error)) {
    pn_journal_close (self, PN_JOURNAL_DISCARD);
    return NULL;
  }
  return self;
}

static gboolean
start_anew (PnJournal *self,
            const PnRoot *base,
            PnAssetStore *assets,
            PnContainerRest *rest,
            const PnWork *work,
            GError **error)
{
  return open_assets (self, error) && pn_asset_store_copy_all (self->assets, assets, work, error) &&
         (rest == NULL || copy_rest (self, rest, error)) && check_assets (self, base, error) &&
         start_file (self, base, PN_JOURNAL_BASE_UNSAVED, self->path, error);
}

PnJournal *
pn_journal_start_anew (const char *state_folder,
                       const PnRoot *base,
                       const char *path,
                       PnAssetStore *assets,
                       PnContainerRest *rest,
                       const PnWork *work,
                       GError **error)
{
  g_autofree char *folder = NULL;
  PnJournal *self;

  g_return_val_if_fail (state_folder != NULL && base != NULL, NULL);

  folder = pn_journal_folder_get (state_folder, base->document_id);
  self = take_folder (folder, path, error);
  if (self == NULL)
    return NULL;
  if (!start_anew (self, base, assets, rest, work, error)) {
    pn_journal_close (self, PN_JOURNAL_DISCARD);
    return NULL;
  }
  return self;
}

gboolean
pn_journal_take_over (PnJournal *self, PnAssetStore *assets, const PnRoot *now, GError **error)
{
  if (!pn_asset_store_become (assets, self->assets, error))
    return FALSE;
  g_set_object (&self->assets, assets);
  return pn_journal_catch_up (self, now, error);
}

/* Goes on where the replay ended; a damaged tail is cut off, and synced, before anything comes
 * after it. */
static gboolean
take_replay (PnJournal *self, PnJournalReplay *replay, int fd, GError **error)
{
  PnContainerRest *rest;

  if (!open_assets (self, error) || !check_assets (self, replay->root, error))
    return FALSE;
  if (replay->n_dropped_bytes > 0 && (ftruncate (fd, replay->size) != 0 || fsync (fd) != 0))
    return write_failed (self, errno, error);
  rest = pn_container_rest_new (self->assets);
  for (guint i = 0; i < replay->info.parts->len; i++) {
    const PnContainerPart *part = &g_array_index (replay->info.parts, PnContainerPart, i);

    pn_container_rest_add (rest, part->name, part->hash);
  }
  self->rest = pn_container_rest_finish (rest);
  self->path = g_steal_pointer (&replay->info.path);
  set_last (self, replay->root);
  use_file (self, fd, replay->size, replay->sequence);
  return TRUE;
}

static int
open_file (PnJournal *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, PN_JOURNAL_FILE, NULL);
  int fd = openat (AT_FDCWD, path, O_RDWR | O_CLOEXEC);

  if (fd < 0) {
    int code = errno;
    g_autofree char *shown = g_filename_display_name (self->folder);

    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_READ,
                 _ ("The journal in “%s” could not be opened: %s."), shown, g_strerror (code));
  }
  return fd;
}

static gboolean
resume (PnJournal *self, GPtrArray **steps, gsize *n_dropped_bytes, GError **error)
{
  PnJournalReplay replay;
  int fd = open_file (self, error);
  gboolean resumed;

  if (fd < 0)
    return FALSE;
  if (!pn_journal_replay (&replay, fd, self->folder, error)) {
    close (fd);
    return FALSE;
  }
  resumed = take_replay (self, &replay, fd, error);
  if (resumed && n_dropped_bytes != NULL)
    *n_dropped_bytes = replay.n_dropped_bytes;
  if (resumed && steps != NULL)
    *steps = g_steal_pointer (&replay.steps);
  if (!resumed)
    close (fd);
  pn_journal_replay_clear (&replay);
  return resumed;
}

PnJournal *
pn_journal_resume (const char *folder,
                   PnRoot **root,
                   GPtrArray **steps,
                   PnContainerRest **rest,
                   gsize *n_dropped_bytes,
                   GError **error)
{
  PnJournal *self;
  int lock_fd;

  g_return_val_if_fail (folder != NULL, NULL);

  lock_fd = pn_journal_folder_lock (folder, error);
  if (lock_fd < 0)
    return NULL;
  self = journal_new (folder, NULL, lock_fd);
  if (!resume (self, steps, n_dropped_bytes, error)) {
    journal_free (self);
    return NULL;
  }
  if (root != NULL)
    *root = pn_node_ref (self->last);
  if (rest != NULL)
    *rest = pn_container_rest_ref (self->rest);
  return self;
}

PnAssetStore *
pn_journal_get_assets (PnJournal *self)
{
  return self->assets;
}

const char *
pn_journal_get_path (PnJournal *self)
{
  return self->path;
}

char *
pn_journal_find_path (const char *state_folder, const char *document_id)
{
  g_autofree char *folder = pn_journal_folder_get (state_folder, document_id);
  PnJournalInfo info;
  char *path;

  if (!pn_journal_read_info (folder, &info, NULL))
    return NULL;
  path = g_steal_pointer (&info.path);
  pn_journal_info_clear (&info);
  return path;
}

/* After a write that failed half way the file ends in half a record; it is cut off, so that the
 * next one can be read. */
static gboolean
append_bytes (PnJournal *self, const GByteArray *record, GError **error)
{
  if (!pn_write_all_at (self->fd, record->data, record->len, self->size)) {
    int code = errno;

    self->broken = ftruncate (self->fd, self->size) != 0;
    return write_failed (self, code, error);
  }
  self->size += record->len;
  self->sequence++;
  pn_journal_writer_wrote (self->writer);
  return TRUE;
}

/* The step, from whatever root the records amount to. */
static gboolean
append (PnJournal *self, const PnJournalStep *step, GError **error)
{
  g_autoptr (GByteArray) record = NULL;

  if (step->to == self->last && !self->broken)
    return TRUE;
  if (!check_assets (self, step->to, error))
    return FALSE;
  if (self->broken)
    return start_file (self, step->to, PN_JOURNAL_BASE_UNSAVED, self->path, error);
  record = g_byte_array_new ();
  if (!pn_journal_write_move (record, self->sequence, self->last, step, error) ||
      !append_bytes (self, record, error))
    return FALSE;
  set_last (self, step->to);
  return TRUE;
}

gboolean
pn_journal_catch_up (PnJournal *self, const PnRoot *now, GError **error)
{
  const PnJournalStep step = {.to = (PnRoot *)now};

  g_return_val_if_fail (self != NULL && now != NULL, FALSE);

  collect_failure (self);
  gboolean is_gap = now != self->last && !self->broken;
  if (!append (self, &step, error))
    return FALSE;
  self->has_gap |= is_gap;
  return TRUE;
}

gboolean
pn_journal_append (PnJournal *self, const PnJournalStep *step, GError **error)
{
  g_return_val_if_fail (self != NULL && step != NULL, FALSE);

  /* If an earlier call failed the records lead elsewhere, and back by another way. */
  if (step->from != self->last ||
      (self->has_gap && (step->move == PN_JOURNAL_UNDO || step->move == PN_JOURNAL_REDO)))
    return pn_journal_catch_up (self, step->to, error);
  collect_failure (self);
  return append (self, step, error);
}

gboolean
pn_journal_check (PnJournal *self, GError **error)
{
  int failure;

  collect_failure (self);
  failure = self->failure;
  self->failure = 0;
  return failure == 0 || write_failed (self, failure, error);
}

PnRebase *
pn_journal_begin_rebase (PnJournal *self, const PnRoot *saved, const char *path)
{
  PnRebase *rebase = g_new0 (PnRebase, 1);

  rebase->folder = g_strdup (self->folder);
  rebase->rest = self->rest != NULL ? pn_container_rest_ref (self->rest) : NULL;
  rebase->saved = pn_node_ref (saved);
  rebase->path = make_absolute (path);
  return rebase;
}

gboolean
pn_journal_end_rebase (PnJournal *self,
                       PnRebase *rebase,
                       GPtrArray *moves,
                       const PnRoot *now,
                       GError **error)
{
  if (rebase->file == NULL || strcmp (self->folder, rebase->folder) != 0)
    return pn_journal_rebase (self, rebase->saved, moves, now, rebase->path, error);
  if (!check_assets (self, rebase->saved, error) || !check_assets (self, now, error) ||
      !take_file (self, rebase->file, rebase->saved, moves, now, error))
    return FALSE;
  g_free (self->path);
  self->path = g_strdup (rebase->path);
  return TRUE;
}

gboolean
pn_journal_rebase (PnJournal *self,
                   const PnRoot *saved,
                   GPtrArray *moves,
                   const PnRoot *now,
                   const char *path,
                   GError **error)
{
  g_autoptr (PnRebase) rebase = pn_journal_begin_rebase (self, saved, path);

  return pn_rebase_run (rebase, error) && pn_journal_end_rebase (self, rebase, moves, now, error);
}

void
pn_journal_close (PnJournal *self, PnJournalEnd end)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->writer, pn_journal_writer_free);
  if (end == PN_JOURNAL_DISCARD && pn_journal_folder_has_lock (self->folder, self->lock_fd))
    pn_journal_folder_remove (self->folder, NULL);
  journal_free (self);
}
