/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"
#include "pn-work.h"

/* Pictures on their way into a document: read, decoded and stored on any thread, added on the main
 * thread at once. */

typedef struct {
  char *path;         /* (nullable): from the clipboard */
  GBytes *bytes;      /* (nullable): the file is not read yet */
  char *asset;        /* (nullable) */
  PnPicture *picture; /* (nullable) */
  GError *error;      /* (nullable) why it could not be read */
} PnIncoming;

/* (transfer full) */
GPtrArray *pn_incoming_new_from_paths (const char *const *paths);
GPtrArray *pn_incoming_new_from_bytes (GBytes *bytes);

/* Reads all of them into the store. What is wrong with one is its own error; FALSE only where the
 * work was given up. Any thread. */
gboolean
pn_incoming_read (GPtrArray *incoming, PnAssetStore *assets, const PnWork *work, GError **error);

typedef enum {
  PN_PLACE_START,  /* the document becomes as large as the first, as `pantin-cli import` does it */
  PN_PLACE_CENTER, /* the middle of each is at the point */
} PnPlace;

/* Adds those that could be read as layers, in one step, and selects the last; says what was wrong
 * with the others. `point_doc` is for PN_PLACE_CENTER. FALSE: none was added. */
gboolean pn_incoming_add (GPtrArray *incoming, PnEditor *editor, PnPlace place, PnVec2 point_doc);
