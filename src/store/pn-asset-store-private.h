/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-asset-store.h"
#include "pn-work.h"
#include "pn-zip-reader-private.h"

/* Makes the store hold an asset that lies in a container, under the hash that reading it gave: a
 * store in memory remembers where it is, one with a folder copies it. */
gboolean pn_asset_store_attach (PnAssetStore *self,
                                const char *hash,
                                PnZipReader *reader,
                                guint index,
                                GError **error);

/* Copies all that `from` has and `self` may lack. `work` is (nullable). */
gboolean pn_asset_store_copy_all (PnAssetStore *self,
                                  PnAssetStore *from,
                                  const PnWork *work,
                                  GError **error);
/* From now on the store is where `other` is, which has a folder and is not used any more; what it
 * has and `other` lacks is copied first. On failure it is where it was. */
gboolean pn_asset_store_become (PnAssetStore *self, PnAssetStore *other, GError **error);

/* Size and first bytes of an asset, its hash unchecked. `n_head` goes in as the room in `head` and
 * comes out as what was read. */
gboolean pn_asset_store_peek (PnAssetStore *self,
                              const char *hash,
                              guint64 *size,
                              void *head,
                              gsize *n_head,
                              GError **error);
