/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"
#include "pn-id-list.h"
#include "pn-thumbnails.h"

/* A row of the layers panel; a list view uses it for one layer after the other.
 *
 * Signal "folded" (PnId): the group is to be folded or unfolded. */
#define PN_TYPE_LAYER_ROW (pn_layer_row_get_type ())
G_DECLARE_FINAL_TYPE (PnLayerRow, pn_layer_row, PN, LAYER_ROW, GtkWidget)

/* What an item's `state` holds. */
typedef enum {
  PN_LAYER_ROW_FOLDED = 1 << 0,
  PN_LAYER_ROW_AMONG_GROUPS = 1 << 1, /* there are groups, so rows leave room for their arrows */
} PnLayerRowState;

GtkWidget *pn_layer_row_new (PnEditor *editor, PnThumbnails *thumbnails);
void pn_layer_row_bind (PnLayerRow *self, PnIdItem *item); /* (nullable): none any more */
PnIdItem *pn_layer_row_get_item (PnLayerRow *self);        /* (nullable) */
void pn_layer_row_begin_rename (PnLayerRow *self);

/* "image · rigged". (transfer full) */
char *pn_layer_describe (const PnLayer *layer);
