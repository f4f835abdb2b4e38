/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-session.h"

#include <glib/gi18n-lib.h>

#include "pn-durable-file.h"

G_DEFINE_QUARK (pn_edit_error, pn_edit_error)

struct _PnSession {
  GObject parent_instance;
  PnDocument *document;
  PnHistory *history;
  PnAssetStore *assets;
  PnJournal *journal;    /* (nullable) */
  PnContainerRest *rest; /* (nullable) */
  char *path;            /* (nullable) */
  GError *failure;       /* (nullable) why not every step is in the journal that was wanted */
  gboolean is_discarded; /* the user's word */
};

G_DEFINE_FINAL_TYPE (PnSession, pn_session, G_TYPE_OBJECT)

static void
pn_session_dispose (GObject *object)
{
  PnSession *self = PN_SESSION (object);

  if (self->journal != NULL) {
    gboolean is_needed = !self->is_discarded && !pn_history_is_saved (self->history);

    pn_journal_close (g_steal_pointer (&self->journal),
                      is_needed ? PN_JOURNAL_KEEP : PN_JOURNAL_DISCARD);
  }
  g_clear_object (&self->history);
  g_clear_object (&self->document);
  g_clear_object (&self->assets);
  g_clear_pointer (&self->rest, pn_container_rest_unref);
  g_clear_pointer (&self->path, g_free);
  g_clear_error (&self->failure);
  G_OBJECT_CLASS (pn_session_parent_class)->dispose (object);
}

static void
pn_session_class_init (PnSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pn_session_dispose;
}

static void
pn_session_init (PnSession *self)
{
}

/* The journal of a new session. Where it cannot be written FALSE is not returned but `failure` set:
 * work goes on without. What the document needs is copied from `assets` and `rest` (nullable). */
static gboolean
start_journal (PnSession *self,
               const PnRoot *root,
               const char *state_folder,
               const PnWork *work,
               GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (state_folder == NULL)
    return TRUE;
  self->journal =
      pn_journal_start (state_folder, root, self->path, self->assets, self->rest, work, &cause);
  if (self->journal != NULL)
    return TRUE;
  if (g_error_matches (cause, PN_STORE_ERROR, PN_STORE_ERROR_WRITE)) {
    self->failure = g_steal_pointer (&cause);
    return TRUE;
  }
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

/* The parts that a session has when its journal is known. */
static void
complete (PnSession *self, PnRoot *root)
{
  if (self->journal != NULL) {
    g_clear_object (&self->assets);
    self->assets = g_object_ref (pn_journal_get_assets (self->journal));
  }
  self->document = pn_document_new (root);
  self->history = pn_history_new (self->document, self->journal);
}

PnSession *
pn_session_new (PnRoot *root, const char *state_folder, GError **error)
{
  g_return_val_if_fail (root != NULL, NULL);

  g_autoptr (PnSession) self = g_object_new (PN_TYPE_SESSION, NULL);
  self->assets = pn_asset_store_new (NULL, NULL);
  if (!start_journal (self, root, state_folder, NULL, error))
    return NULL;
  complete (self, root);
  if (root->layers.n_items == 0)
    pn_history_set_saved (self->history, root);
  return g_steal_pointer (&self);
}

static void
take_new_id (PnRoot **root)
{
  PnRoot *copy = pn_root_copy (*root);

  g_free (copy->document_id);
  copy->document_id = g_uuid_string_random ();
  pn_node_unref (*root);
  *root = copy;
}

/* Whether somebody has the document's journal for another file, which is there: the two are copies
 * of one. A file that is not there any more may be this one under its old name. */
static gboolean
is_taken_by_other (const PnRoot *root, const char *state_folder, const char *path)
{
  g_autofree char *other = pn_journal_find_path (state_folder, root->document_id);

  return other != NULL && g_file_test (other, G_FILE_TEST_EXISTS) &&
         !pn_durable_file_is_same (other, path);
}

static gboolean
start_opened_journal (PnSession *self,
                      PnRoot **root,
                      const char *path,
                      const char *state_folder,
                      const PnWork *work,
                      GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (start_journal (self, *root, state_folder, work, &cause))
    return TRUE;
  if ((g_error_matches (cause, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED) ||
       g_error_matches (cause, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL)) &&
      is_taken_by_other (*root, state_folder, path)) {
    take_new_id (root);
    return start_journal (self, *root, state_folder, work, error);
  }
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

/* Reading takes about as long as copying to the journal. */
#define READ_SHARE 0.5

PnSession *
pn_session_open_as (const char *path,
                    const char *state_folder,
                    PnOpenAs as,
                    const PnWork *work,
                    GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (PnSession) self = g_object_new (PN_TYPE_SESSION, NULL);
  PnWork reading = pn_work_part (work, 0, state_folder != NULL ? READ_SHARE : 1);
  PnWork copying = pn_work_part (work, READ_SHARE, 1);
  self->assets = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = pn_container_load (path, self->assets, &self->rest, &reading, error);
  if (root == NULL)
    return NULL;
  if (as == PN_OPEN_COPY)
    take_new_id (&root);
  else
    self->path = g_strdup (path);
  if (!start_opened_journal (self, &root, path, state_folder, &copying, error))
    return NULL;
  complete (self, root);
  pn_history_set_saved (self->history, root);
  return g_steal_pointer (&self);
}

PnSession *
pn_session_open (const char *path, const char *state_folder, GError **error)
{
  return pn_session_open_as (path, state_folder, PN_OPEN_ITSELF, NULL, error);
}

PnSession *
pn_session_recover (const char *folder, gsize *n_dropped_bytes, GError **error)
{
  g_autoptr (PnSession) self = g_object_new (PN_TYPE_SESSION, NULL);
  g_autoptr (PnRoot) root = NULL;
  g_autoptr (GPtrArray) steps = NULL;

  self->journal = pn_journal_resume (folder, &root, &steps, &self->rest, n_dropped_bytes, error);
  if (self->journal == NULL)
    return NULL;
  self->path = g_strdup (pn_journal_get_path (self->journal));
  complete (self, root);
  pn_history_restore (self->history, steps);
  return g_steal_pointer (&self);
}

PnDocument *
pn_session_get_document (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);

  return self->document;
}

PnHistory *
pn_session_get_history (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);

  return self->history;
}

PnAssetStore *
pn_session_get_assets (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);

  return self->assets;
}

PnJournal *
pn_session_get_journal (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);

  return self->journal;
}

const char *
pn_session_get_path (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);

  return self->path;
}

const PnRoot *
pn_session_get_root (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);

  return pn_document_get_root (self->document);
}

gboolean
pn_session_is_newer (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), FALSE);

  return pn_session_get_root (self)->version > PN_FORMAT_VERSION;
}

void
pn_session_discard (PnSession *self)
{
  g_return_if_fail (PN_IS_SESSION (self));

  self->is_discarded = TRUE;
}

gboolean
pn_session_check (PnSession *self, GError **error)
{
  g_return_val_if_fail (PN_IS_SESSION (self), FALSE);

  /* What shows in the middle of a gesture is no step yet. */
  if (self->journal != NULL && !pn_history_is_open (self->history)) {
    const PnRoot *root = pn_session_get_root (self);

    g_clear_error (&self->failure);
    if (pn_journal_check (self->journal, &self->failure))
      pn_journal_catch_up (self->journal, root, &self->failure);
  }
  if (self->failure != NULL && error != NULL)
    *error = g_error_copy (self->failure);
  return self->failure == NULL;
}

gboolean
pn_session_is_kept (PnSession *self)
{
  g_return_val_if_fail (PN_IS_SESSION (self), FALSE);

  return self->journal != NULL && self->failure == NULL;
}

/* The journal begins anew with what was saved, and has what was done since. */
static void
end_rebase (PnSession *self, PnRebase *rebase, const PnRoot *saved)
{
  g_autoptr (GPtrArray) moves = pn_history_list_moves (self->history, saved);

  pn_journal_end_rebase (self->journal, rebase, moves, pn_session_get_root (self), NULL);
}

static void
rebase_journal (PnSession *self, const PnRoot *saved, const char *path)
{
  g_autoptr (PnRebase) rebase = pn_journal_begin_rebase (self->journal, saved, path);

  end_rebase (self, rebase, saved);
}

/* --- Saving. */

struct PnSave {
  PnSession *session;
  PnRoot *root;
  char *path;
  PnRebase *rebase; /* (nullable) of the journal */
};

PnSave *
pn_session_begin_save (PnSession *self, const char *path, PnSaveFlags flags, GError **error)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (!pn_history_is_open (self->history), NULL);

  if (flags == PN_SAVE_REFUSE_NEWER && pn_session_is_newer (self) && self->path != NULL &&
      pn_durable_file_is_same (path, self->path)) {
    g_set_error (error, PN_EDIT_ERROR, PN_EDIT_ERROR_NEWER,
                 _ ("“%s” was made by a later version of Pantin. Save under another name, or "
                    "confirm that it may be written over."),
                 path);
    return NULL;
  }
  PnSave *save = g_new0 (PnSave, 1);
  save->session = g_object_ref (self);
  save->root = pn_node_ref (pn_session_get_root (self));
  save->path = g_strdup (path);
  if (self->journal != NULL)
    save->rebase = pn_journal_begin_rebase (self->journal, save->root, path);
  return save;
}

gboolean
pn_save_run (PnSave *save, GBytes *thumbnail, const PnWork *work, GError **error)
{
  /* Neither ever changes in a session. */
  PnAssetStore *assets = save->session->assets;
  PnContainerRest *rest = save->session->rest;

  if (!pn_container_save (save->path, save->root, assets, rest, thumbnail, work, error))
    return FALSE;
  /* The file is written, whatever becomes of the journal: see pn_save_end. */
  if (save->rebase != NULL)
    pn_rebase_run (save->rebase, NULL);
  return TRUE;
}

void
pn_save_end (PnSave *save)
{
  PnSession *self = save->session;

  g_return_if_fail (!pn_history_is_open (self->history));

  g_free (self->path);
  self->path = g_strdup (save->path);
  /* A journal that cannot begin anew goes on from its old base, and a disk that takes no more is
   * reported by the next check. */
  if (self->journal != NULL && save->rebase != NULL)
    end_rebase (self, save->rebase, save->root);
  else if (self->journal != NULL)
    rebase_journal (self, save->root, save->path);
  pn_history_set_saved (self->history, save->root);
}

const PnRoot *
pn_save_get_root (PnSave *save)
{
  return save->root;
}

const char *
pn_save_get_path (PnSave *save)
{
  return save->path;
}

void
pn_save_free (PnSave *save)
{
  g_clear_pointer (&save->rebase, pn_rebase_free);
  g_object_unref (save->session);
  pn_node_unref (save->root);
  g_free (save->path);
  g_free (save);
}

gboolean
pn_session_save (PnSession *self,
                 const char *path,
                 GBytes *thumbnail,
                 PnSaveFlags flags,
                 GError **error)
{
  g_autoptr (PnSave) save = pn_session_begin_save (self, path, flags, error);

  if (save == NULL || !pn_save_run (save, thumbnail, NULL, error))
    return FALSE;
  pn_save_end (save);
  return TRUE;
}

/* --- Another journal. */

struct PnMove {
  PnSession *session;
  PnRoot *root;
  char *path; /* (nullable) */
  char *state_folder;
  PnJournal *journal; /* (nullable) */
};

PnMove *
pn_session_begin_move (PnSession *self, const char *state_folder)
{
  g_return_val_if_fail (PN_IS_SESSION (self), NULL);
  g_return_val_if_fail (!pn_history_is_open (self->history), NULL);

  PnMove *move = g_new0 (PnMove, 1);
  move->session = g_object_ref (self);
  move->root = pn_node_ref (pn_session_get_root (self));
  move->path = g_strdup (self->path);
  move->state_folder = g_strdup (state_folder);
  return move;
}

gboolean
pn_move_run (PnMove *move, const PnWork *work, GError **error)
{
  PnSession *session = move->session;

  move->journal = pn_journal_start_anew (move->state_folder, move->root, move->path,
                                         session->assets, session->rest, work, error);
  return move->journal != NULL;
}

gboolean
pn_move_end (PnMove *move, GError **error)
{
  PnSession *self = move->session;
  const PnRoot *root = pn_session_get_root (self);
  const PnRoot *saved = pn_history_get_saved (self->history);

  g_return_val_if_fail (!pn_history_is_open (self->history), FALSE);

  if (!pn_journal_take_over (move->journal, self->assets, root, error))
    return FALSE;
  pn_journal_close (self->journal, PN_JOURNAL_DISCARD);
  self->journal = g_steal_pointer (&move->journal);
  pn_history_set_journal (self->history, self->journal);
  /* What needs no journal must not look as if it did; and it may have been saved elsewhere since. */
  if (saved == root || (saved != NULL && g_strcmp0 (self->path, move->path) != 0))
    rebase_journal (self, saved, self->path);
  g_clear_error (&self->failure);
  return TRUE;
}

void
pn_move_free (PnMove *move)
{
  pn_journal_close (move->journal, PN_JOURNAL_DISCARD);
  g_object_unref (move->session);
  pn_node_unref (move->root);
  g_free (move->path);
  g_free (move->state_folder);
  g_free (move);
}
