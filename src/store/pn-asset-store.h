/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "pn-store-error.h"

/* Bulk data by content: an asset is named by the SHA-256 of its bytes, in 64 lower-case hexadecimal
 * digits. The store holds them in a folder of its own, in memory, or in the container a document
 * was opened from. What it has met it still has when somebody removes the folder. Thread-safe. */
#define PN_TYPE_ASSET_STORE (pn_asset_store_get_type ())
G_DECLARE_FINAL_TYPE (PnAssetStore, pn_asset_store, PN, ASSET_STORE, GObject)

/* `folder` (nullable: assets live in memory) is made if need be. (transfer full) (nullable) */
PnAssetStore *pn_asset_store_new (const char *folder, GError **error);

/* Durable (synced, and its folder) when this returns, where the store has a folder. (transfer full)
 * (nullable) */
char *pn_asset_store_add (PnAssetStore *self, GBytes *bytes, GError **error);

/* Reads and checks the hash; a damaged asset is an error that names it. (transfer full) (nullable)
 */
GBytes *pn_asset_store_get (PnAssetStore *self, const char *hash, GError **error);

gboolean pn_asset_store_contains (PnAssetStore *self, const char *hash);

/* Copies an asset that `from` has and `self` may lack: durable, as with `add`. */
gboolean
pn_asset_store_copy (PnAssetStore *self, PnAssetStore *from, const char *hash, GError **error);
