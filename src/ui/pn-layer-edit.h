/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"

/* What commands, the layers panel and its drags do to layers. Each is one step of undo, which
 * remembers what it leaves selected. */

/* Of `layer`, and of all that are selected where it is one of them: {"op": "set_layer"} with that
 * boolean. */
void pn_layer_edit_set_flag (PnEditor *editor, PnId layer, const char *member, gboolean value);
void pn_layer_edit_rename (PnEditor *editor, PnId layer, const char *name);

/* Into `group`, 0 for the document; `index` counts from the back what is in there beside them. */
void
pn_layer_edit_move (PnEditor *editor, const PnId *layers, guint n_layers, PnId group, guint index);

/* --- What is selected. */

void pn_layer_edit_remove (PnEditor *editor);
void pn_layer_edit_duplicate (PnEditor *editor); /* selects the copies */
typedef enum { PN_GROUP_EMPTY, PN_GROUP_SELECTED } PnGroupContent;
void pn_layer_edit_add_group (PnEditor *editor, PnGroupContent content); /* selects it */
void pn_layer_edit_ungroup (PnEditor *editor);

typedef enum {
  PN_SHIFT_RAISE,
  PN_SHIFT_LOWER,
  PN_SHIFT_TO_FRONT,
  PN_SHIFT_TO_BACK,
  PN_SHIFT_INTO_GROUP, /* the one beside it, the one in front first */
  PN_SHIFT_OUT_OF_GROUP,
} PnLayerShift;
gboolean pn_layer_edit_can_shift (PnEditor *editor, PnLayerShift shift);
void pn_layer_edit_shift (PnEditor *editor, PnLayerShift shift);

typedef enum { PN_STEP_NEXT, PN_STEP_PREVIOUS } PnLayerStep;
void pn_layer_edit_select_beside (PnEditor *editor, PnLayerStep step); /* as the panel lists them */
void pn_layer_edit_select_all (PnEditor *editor);

/* --- Places. */

const PnNodeList *pn_layer_edit_children (const PnRoot *root, PnId group); /* 0: of the document */
/* How many of the first `index` layers of `group` are not among `layers`: the index that
 * pn_layer_edit_move wants for them. */
guint pn_layer_edit_index_without (const PnRoot *root,
                                   PnId group,
                                   guint index,
                                   const PnId *layers,
                                   guint n_layers);
