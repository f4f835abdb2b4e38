/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-asset-store.h"
#include "pn-node.h"

/* The `.pantin` file: one zip of `document.json`, `assets/<hash>`, a thumbnail, and whatever a
 * later version put there. */

#define PN_STORE_ERROR (pn_store_error_quark ())
GQuark pn_store_error_quark (void);

typedef enum {
  PN_STORE_ERROR_NOT_A_CONTAINER,
  PN_STORE_ERROR_DAMAGED, /* cut, a hash that does not match, an entry that leaves the container */
  PN_STORE_ERROR_LIMIT,   /* would unpack to more than the bound */
  PN_STORE_ERROR_MISSING, /* an asset the document names is nowhere */
  PN_STORE_ERROR_LOCKED,  /* open in another instance */
  PN_STORE_ERROR_JOURNAL,
  PN_STORE_ERROR_WRITE,
} PnStoreError;

/* What a file held besides the document and its assets: kept on save. Immutable, reference counted
 * (a boxed GObject-free struct); NULL is "nothing". */
typedef struct PnContainerRest PnContainerRest;
PnContainerRest *pn_container_rest_ref (PnContainerRest *rest);
void pn_container_rest_unref (PnContainerRest *rest);

/* Opens a file: its assets go into `assets` (which may be a memory store), the document is
 * returned. Memory is bounded by the sizes the container states, checked against limits first.
 * Every error names the file and the reason. (transfer full) (nullable) */
PnRoot *
pn_container_load (const char *path, PnAssetStore *assets, PnContainerRest **rest, GError **error);

/* Writes the whole file beside the old one in a hidden temporary file, syncs, renames, syncs the
 * folder: the old or the new file is whole at any moment, and nothing is left beside it. A symbolic
 * link is followed. Assets that the root does not name are not written. `thumbnail` (nullable) is a
 * PNG. The same root gives the same bytes. */
gboolean pn_container_save (const char *path,
                            const PnRoot *root,
                            PnAssetStore *assets,
                            PnContainerRest *rest,
                            GBytes *thumbnail,
                            GError **error);
