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

/* Takes the journal, and the store where there is none. */
static PnSession *
make_session (PnRoot *root, PnJournal *journal, PnAssetStore *assets, PnContainerRest *rest)
{
  PnSession *self = g_object_new (PN_TYPE_SESSION, NULL);

  self->journal = journal;
  self->assets = journal != NULL ? g_object_ref (pn_journal_get_assets (journal)) : assets;
  self->rest = rest != NULL ? pn_container_rest_ref (rest) : NULL;
  self->document = pn_document_new (root);
  self->history = pn_history_new (self->document, journal);
  return self;
}

PnSession *
pn_session_new (PnRoot *root, const char *state_folder, GError **error)
{
  PnJournal *journal = NULL;
  PnSession *self;

  g_return_val_if_fail (root != NULL, NULL);

  if (state_folder != NULL) {
    journal = pn_journal_start (state_folder, root, NULL, NULL, NULL, error);
    if (journal == NULL)
      return NULL;
  }
  self =
      make_session (root, journal, journal == NULL ? pn_asset_store_new (NULL, NULL) : NULL, NULL);
  if (root->layers.n_items == 0)
    pn_history_set_saved (self->history);
  return self;
}

PnSession *
pn_session_open (const char *path, const char *state_folder, GError **error)
{
  g_autoptr (PnAssetStore) assets = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnContainerRest) rest = NULL;
  g_autoptr (PnRoot) root = pn_container_load (path, assets, &rest, error);
  PnJournal *journal = NULL;
  PnSession *self;

  if (root == NULL)
    return NULL;
  if (state_folder != NULL) {
    journal = pn_journal_start (state_folder, root, path, assets, rest, error);
    if (journal == NULL)
      return NULL;
  }
  self = make_session (root, journal, journal == NULL ? g_object_ref (assets) : NULL, rest);
  self->path = g_strdup (path);
  pn_history_set_saved (self->history);
  return self;
}

PnSession *
pn_session_recover (const char *folder, gsize *n_dropped_bytes, GError **error)
{
  g_autoptr (PnRoot) root = NULL;
  g_autoptr (PnContainerRest) rest = NULL;
  PnJournal *journal = pn_journal_resume (folder, &root, &rest, n_dropped_bytes, error);
  PnSession *self;

  if (journal == NULL)
    return NULL;
  self = make_session (root, journal, NULL, rest);
  self->path = g_strdup (pn_journal_get_path (journal));
  return self;
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
pn_session_save (PnSession *self,
                 const char *path,
                 GBytes *thumbnail,
                 PnSaveFlags flags,
                 GError **error)
{
  const PnRoot *root;
  char *old_path;

  g_return_val_if_fail (PN_IS_SESSION (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (!pn_history_is_open (self->history), FALSE);

  root = pn_session_get_root (self);
  if (flags == PN_SAVE_REFUSE_NEWER && pn_session_is_newer (self) && self->path != NULL &&
      pn_durable_file_is_same (path, self->path)) {
    g_set_error (error, PN_EDIT_ERROR, PN_EDIT_ERROR_NEWER,
                 _ ("“%s” was made by a later version of Pantin. Save under another name, or "
                    "confirm that it may be written over."),
                 path);
    return FALSE;
  }
  if (!pn_container_save (path, root, self->assets, self->rest, thumbnail, error))
    return FALSE;
  old_path = self->path;
  self->path = g_strdup (path);
  g_free (old_path);
  pn_history_set_saved (self->history);
  /* The file is written, whatever becomes of the journal: it goes on from its old base, and a disk
   * that takes no more is reported with the next step. */
  if (self->journal != NULL)
    pn_journal_rebase (self->journal, root, path, NULL);
  return TRUE;
}
