/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-node.h"

/* Path-copying edits by stable id. Each returns a new root (transfer full) that shares what did not
 * change; the argument stays as it was. An id that is not there is a caller's bug (operations look
 * first), and gives a reference to the root itself. */

/* `parent` 0 is the document itself; `index` counts from the back. */
PnRoot *pn_edit_insert_layer (const PnRoot *root, PnId parent, guint index, const PnLayer *layer);
PnRoot *pn_edit_replace_layer (const PnRoot *root, const PnLayer *layer); /* the one with its id */
/* With its children and every track of theirs and of their pins. */
PnRoot *pn_edit_remove_layer (const PnRoot *root, PnId layer);
/* Keeps nothing but the place in the tree: the layer's transform is the caller's to correct. */
PnRoot *pn_edit_move_layer (const PnRoot *root, PnId layer, PnId parent, guint index);

/* NULL removes the puppet with the tracks of its pins. */
PnRoot *pn_edit_set_puppet (const PnRoot *root, PnId layer, const PnPuppet *puppet);
PnRoot *pn_edit_insert_pin (const PnRoot *root, PnId layer, guint index, const PnPin *pin);
PnRoot *pn_edit_replace_pin (const PnRoot *root, PnId layer, const PnPin *pin);
PnRoot *pn_edit_remove_pin (const PnRoot *root, PnId layer, PnId pin); /* with its tracks */

/* A track replaces the one of the same target and property; one without keys removes it. */
PnRoot *pn_edit_set_track (const PnRoot *root, const PnTrack *track);
PnRoot *
pn_edit_remove_track (const PnRoot *root, PnTargetKind kind, PnId target, PnProperty property);
