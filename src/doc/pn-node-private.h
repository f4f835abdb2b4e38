/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-node.h"

/* A zeroed node with one reference; `n_bytes` is the size of its struct. */
gpointer pn_node_alloc (PnNodeType type, gsize n_bytes);
/* The same as a copy of the struct `from`, whose pointers the caller has still to copy. */
gpointer pn_node_alloc_copy (gconstpointer from, gsize n_bytes);

/* What each type of node owns, without the struct itself. */
void pn_pin_clear (PnPin *pin);
void pn_puppet_clear (PnPuppet *puppet);
void pn_layer_clear (PnLayer *layer);
void pn_track_clear (PnTrack *track);
void pn_root_clear (PnRoot *root);
void pn_bone_node_clear (PnBoneNode *bone);
void pn_skeleton_node_clear (PnSkeletonNode *skeleton);

/* Both take NULL. */
JsonNode *pn_json_ref (JsonNode *node);
void pn_json_unref (JsonNode *node);
