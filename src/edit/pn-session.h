/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-history.h"

/* An open document: what editor, command line and MCP server each hold one of. */
#define PN_TYPE_SESSION (pn_session_get_type ())
G_DECLARE_FINAL_TYPE (PnSession, pn_session, PN, SESSION, GObject)

/* `state_folder` NULL: no journal, assets in memory, as the command line's one-shot verbs want it.
 */
PnSession *pn_session_new (PnRoot *root, const char *state_folder, GError **error);
PnSession *pn_session_open (const char *path, const char *state_folder, GError **error);
/* From a journal left behind; the document is unsaved, and keeps the path it had. */
PnSession *pn_session_recover (const char *folder, const char *state_folder, GError **error);

PnDocument *pn_session_get_document (PnSession *self);
PnHistory *pn_session_get_history (PnSession *self);
PnAssetStore *pn_session_get_assets (PnSession *self);
PnJournal *pn_session_get_journal (PnSession *self); /* (nullable) */
const char *pn_session_get_path (PnSession *self);   /* (nullable) */
/* Made by a version later than this one: saving over it needs the user's word. */
gboolean pn_session_is_newer (PnSession *self);

typedef enum { PN_SAVE_REFUSE_NEWER, PN_SAVE_OVER_NEWER } PnSaveFlags;
/* To `path`, which becomes the document's own. On failure the old file, the document and its
 * unsaved state are as before. */
gboolean pn_session_save (PnSession *self,
                          const char *path,
                          GBytes *thumbnail,
                          PnSaveFlags flags,
                          GError **error);

/* A root of the current document, borrowed: shorthand. */
const PnRoot *pn_session_get_root (PnSession *self);
