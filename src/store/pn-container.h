/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-asset-store.h"
#include "pn-node.h"
#include "pn-work.h"

/* The `.pantin` file: one zip of `document.json`, `assets/<hash>`, a thumbnail, and whatever a
 * later version put there. */

/* What a file held besides the document and its assets: kept on save. Immutable, reference counted
 * (a boxed GObject-free struct); NULL is "nothing". */
typedef struct PnContainerRest PnContainerRest;
PnContainerRest *pn_container_rest_ref (PnContainerRest *rest);
void pn_container_rest_unref (PnContainerRest *rest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnContainerRest, pn_container_rest_unref)

/* Opens a file: its assets go into `assets`, the document is returned, and what else was there goes
 * to `rest` (nullable; NULL when there was nothing). A store in memory does not read the assets in
 * but remembers where they are, and keeps the file open for that. Everything is checked once:
 * sizes against limits before anything is unpacked, then every checksum and hash. Every error names
 * the file and the reason. Any thread. `work` is (nullable). (transfer full) (nullable) */
PnRoot *pn_container_load (const char *path,
                           PnAssetStore *assets,
                           PnContainerRest **rest,
                           const PnWork *work,
                           GError **error);

/* Writes the whole file beside the old one in a hidden temporary file, syncs, renames, syncs the
 * folder: the old or the new file is whole at any moment, and nothing is left beside it. A symbolic
 * link is followed. Assets that the root does not name are not written. `thumbnail` (nullable) is a
 * PNG. The same root gives the same bytes. Any thread. `work` is (nullable): given up, it leaves the
 * old file. */
gboolean pn_container_save (const char *path,
                            const PnRoot *root,
                            PnAssetStore *assets,
                            PnContainerRest *rest,
                            GBytes *thumbnail,
                            const PnWork *work,
                            GError **error);

/* The picture that was stored with a document, a PNG: nothing else of the file is unpacked, so it is
 * quick whatever the document holds. NULL without an error where there is none, or none that could
 * be meant. Any thread. (transfer full) (nullable) */
GBytes *pn_container_read_thumbnail (const char *path, GError **error);
