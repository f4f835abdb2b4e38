/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-history.h"

/* An open document: what editor, command line and MCP server each hold one of. It belongs to the
 * main thread, but may be made on another one and handed over.
 *
 * When it ends, a journal with unsaved steps is left behind, to be recovered; one that holds nothing
 * but what the document's file holds goes. The history ends with it. */
#define PN_TYPE_SESSION (pn_session_get_type ())
G_DECLARE_FINAL_TYPE (PnSession, pn_session, PN, SESSION, GObject)

#define PN_EDIT_ERROR (pn_edit_error_quark ())
GQuark pn_edit_error_quark (void);

typedef enum {
  PN_EDIT_ERROR_NEWER, /* would write over a document of a later version */
} PnEditError;

/* `state_folder` NULL: no journal, assets in memory, as the command line's one-shot verbs want it.
 * Where a journal cannot be written the session goes without, and pn_session_check says so. A new
 * document counts as saved while there is nothing in it. All (transfer full) (nullable). */
PnSession *pn_session_new (PnRoot *root, const char *state_folder, GError **error);
PnSession *pn_session_open (const char *path, const char *state_folder, GError **error);
/* From a journal left behind, which goes on; the document is unsaved, and keeps the path it had and
 * its history since it was saved last.
 * `n_dropped_bytes` (nullable): of a damaged end that could not be read. */
PnSession *pn_session_recover (const char *folder, gsize *n_dropped_bytes, GError **error);

typedef enum {
  PN_OPEN_ITSELF,
  PN_OPEN_COPY, /* as a document of its own, which has no file yet */
} PnOpenAs;
/* As pn_session_open; `work` is (nullable). A file whose document's id is taken by that of another
 * file, because one is a copy of the other, becomes a document of its own and keeps its path. */
PnSession *pn_session_open_as (const char *path,
                               const char *state_folder,
                               PnOpenAs as,
                               const PnWork *work,
                               GError **error);

PnDocument *pn_session_get_document (PnSession *self);
PnHistory *pn_session_get_history (PnSession *self);
PnAssetStore *pn_session_get_assets (PnSession *self);
PnJournal *pn_session_get_journal (PnSession *self); /* (nullable) */
const char *pn_session_get_path (PnSession *self);   /* (nullable) */
/* Made by a version later than this one: saving over it needs the user's word. */
gboolean pn_session_is_newer (PnSession *self);

/* Whether every finished step is in the journal, as far as is known; what could not be written
 * before is written now if it can. FALSE as long as it cannot, with the reason. TRUE where no
 * journal was asked for. */
gboolean pn_session_check (PnSession *self, GError **error);
/* What the last check found, where a journal was asked for. */
gboolean pn_session_is_kept (PnSession *self);

typedef enum { PN_SAVE_REFUSE_NEWER, PN_SAVE_OVER_NEWER } PnSaveFlags;
/* To `path`, which becomes the document's own. No transaction may be open. On failure the old file,
 * the document and its unsaved state are as before. PN_EDIT_ERROR_NEWER: it is the file that the
 * document was opened from, a later version's, and `flags` do not say to write over it. */
gboolean pn_session_save (PnSession *self,
                          const char *path,
                          GBytes *thumbnail,
                          PnSaveFlags flags,
                          GError **error);

/* The same in three parts, so that the long one can be done on any thread while the document is
 * edited: what is written is the document as it was at the beginning, and steps that were made
 * since are unsaved when it ends. A save that is freed before its end changed nothing but, if it was
 * run, the file. */
typedef struct PnSave PnSave;
PnSave *
pn_session_begin_save (PnSession *self, const char *path, PnSaveFlags flags, GError **error);
gboolean pn_save_run (PnSave *save, GBytes *thumbnail, const PnWork *work, GError **error);
void pn_save_end (PnSave *save); /* after it was run; no transaction may be open */
const PnRoot *pn_save_get_root (PnSave *save);
const char *pn_save_get_path (PnSave *save);
void pn_save_free (PnSave *save);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnSave, pn_save_free)

/* A journal in another state folder, or in its own one where that was taken away, in three parts
 * like a save. Freed before its end, it leaves the session as it was. */
typedef struct PnMove PnMove;
PnMove *pn_session_begin_move (PnSession *self, const char *state_folder);
gboolean pn_move_run (PnMove *move, const PnWork *work, GError **error);
gboolean pn_move_end (PnMove *move,
                      GError **error); /* after it was run; no transaction may be open */
void pn_move_free (PnMove *move);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnMove, pn_move_free)

/* The user's word that what is not saved may go: no journal is left behind. */
void pn_session_discard (PnSession *self);

/* A root of the current document, borrowed: shorthand. */
const PnRoot *pn_session_get_root (PnSession *self);
