/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-node.h"

/* Path-copying edits by stable id. Each returns a new root (transfer full) that shares what did not
 * change; the argument stays as it was. What cannot be done (an id that is not there, a group into
 * itself) is a caller's bug, since operations look first, and gives a reference to the root itself;
 * so does an edit that changes nothing. */

/* Whether the layer can be in there: it is the document (0) or a group, not the layer or inside of
 * it, and levels stay within PN_LAYER_NEST_MAX. */
gboolean pn_edit_can_hold (const PnRoot *root, PnId parent, const PnLayer *layer);

/* `parent` 0 is the document itself; `index` counts from the back. */
PnRoot *pn_edit_insert_layer (const PnRoot *root, PnId parent, guint index, const PnLayer *layer);
PnRoot *pn_edit_replace_layer (const PnRoot *root, const PnLayer *layer); /* the one with its id */
/* With its children and every track of theirs and of their pins. */
PnRoot *pn_edit_remove_layer (const PnRoot *root, PnId layer);
/* Changes nothing but the place in the tree: the layer's transform is the caller's to correct.
 * `index` counts without the layer. */
PnRoot *pn_edit_move_layer (const PnRoot *root, PnId layer, PnId parent, guint index);

/* Of an image layer. NULL removes the puppet. Pins that are gone take their tracks along. */
PnRoot *pn_edit_set_puppet (const PnRoot *root, PnId layer, const PnPuppet *puppet);
PnRoot *pn_edit_insert_pin (const PnRoot *root, PnId layer, guint index, const PnPin *pin);
PnRoot *pn_edit_replace_pin (const PnRoot *root, PnId layer, const PnPin *pin);
PnRoot *pn_edit_remove_pin (const PnRoot *root, PnId layer, PnId pin); /* with its tracks */

/* Replaces the one of its id, or comes last. */
PnRoot *pn_edit_set_skeleton (const PnRoot *root, const PnSkeletonNode *skeleton);

/* A track replaces the one of the same target and property; one without keys removes it. */
PnRoot *pn_edit_set_track (const PnRoot *root, const PnTrack *track);
PnRoot *
pn_edit_remove_track (const PnRoot *root, PnTargetKind kind, PnId target, PnProperty property);
