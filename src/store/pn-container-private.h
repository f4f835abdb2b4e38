/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-container.h"

#define PN_CONTAINER_MIMETYPE "application/x-pantin"

/* Parts of the container. */
#define PN_CONTAINER_MIMETYPE_PART "mimetype"
#define PN_CONTAINER_DOCUMENT_PART "document.json"
#define PN_CONTAINER_THUMBNAIL_PART "thumbnail.png"
#define PN_CONTAINER_ASSETS_FOLDER "assets/"

/* A part that this version does not know: its bytes lie in the store under their hash. */
typedef struct {
  char *name;
  char *hash;
} PnContainerPart;

struct PnContainerRest {
  gatomicrefcount ref_count;
  PnAssetStore *assets;
  GArray *parts; /* PnContainerPart, by name */
};

/* Mutable until it is handed out. */
PnContainerRest *pn_container_rest_new (PnAssetStore *assets);
void pn_container_rest_add (PnContainerRest *rest, const char *name, const char *hash);
/* NULL when nothing was added, else itself, sorted. Takes the reference. (nullable) */
PnContainerRest *pn_container_rest_finish (PnContainerRest *rest);

/* What of a store belongs to a root: the assets it names, which must be there, and those that what
 * a later version wrote in it may mean, where they are there. (transfer container): borrowed from
 * the root */
GPtrArray *pn_container_list_assets (const PnRoot *root, PnAssetStore *assets);
