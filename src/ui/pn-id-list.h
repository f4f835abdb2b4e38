/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-view.h"

/* Layers or pins as a list for a list view, whose selection is the view's: there is no other. Items
 * live as long as what they stand for, so that a list view keeps its rows. Main thread. */

typedef struct {
  PnId id;
  gconstpointer node; /* PnLayer or PnPin */
  guint depth;        /* in groups */
  guint state;        /* whatever else a row shows of it */
} PnIdRow;

/* Signal "changed": another node, depth or state. */
#define PN_TYPE_ID_ITEM (pn_id_item_get_type ())
G_DECLARE_FINAL_TYPE (PnIdItem, pn_id_item, PN, ID_ITEM, GObject)

const PnIdRow *pn_id_item_get_row (PnIdItem *self); /* keeps a reference to the node */

/* GListModel of PnIdItem, GtkSelectionModel. */
#define PN_TYPE_ID_LIST (pn_id_list_get_type ())
G_DECLARE_FINAL_TYPE (PnIdList, pn_id_list, PN, ID_LIST, GObject)

PnIdList *pn_id_list_new (PnView *view, PnTargetKind kind);

/* Says what changed, and no more than that. */
void pn_id_list_set_rows (PnIdList *self, const PnIdRow *rows, guint n_rows);
gboolean pn_id_list_find (PnIdList *self, PnId id, guint *position);
