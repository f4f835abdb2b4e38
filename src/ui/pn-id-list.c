/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-id-list.h"

struct _PnIdItem {
  GObject parent_instance;
  PnIdRow row;
};

G_DEFINE_FINAL_TYPE (PnIdItem, pn_id_item, G_TYPE_OBJECT)

struct _PnIdList {
  GObject parent_instance;

  PnView *view;
  PnTargetKind kind;
  GPtrArray *items;    /* PnIdItem */
  GtkBitset *selected; /* as it was said last */
  gboolean is_selecting;
};

static void selection_model_init (GtkSelectionModelInterface *interface);
static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PnIdList,
                               pn_id_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          selection_model_init))

static guint item_changed;

/* --- Items. */

const PnIdRow *
pn_id_item_get_row (PnIdItem *self)
{
  g_return_val_if_fail (PN_IS_ID_ITEM (self), NULL);

  return &self->row;
}

static void
pn_id_item_finalize (GObject *object)
{
  pn_node_unref ((gpointer)PN_ID_ITEM (object)->row.node);
  G_OBJECT_CLASS (pn_id_item_parent_class)->finalize (object);
}

static void
pn_id_item_class_init (PnIdItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_id_item_finalize;
  item_changed = g_signal_new ("changed", PN_TYPE_ID_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
pn_id_item_init (PnIdItem *self)
{
}

static void
take_row (PnIdItem *self, const PnIdRow *row)
{
  gconstpointer old = self->row.node;

  pn_node_ref (row->node);
  self->row = *row;
  pn_node_unref ((gpointer)old);
}

static PnIdItem *
item_new (const PnIdRow *row)
{
  PnIdItem *self = g_object_new (PN_TYPE_ID_ITEM, NULL);

  take_row (self, row);
  return self;
}

static void
update_item (PnIdItem *self, const PnIdRow *row)
{
  if (self->row.node == row->node && self->row.depth == row->depth && self->row.state == row->state)
    return;
  take_row (self, row);
  g_signal_emit (self, item_changed, 0);
}

static PnIdItem *
get_item (PnIdList *self, guint position)
{
  return g_ptr_array_index (self->items, position);
}

/* --- The list. */

static GType
get_item_type (GListModel *model)
{
  return PN_TYPE_ID_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return PN_ID_LIST (model)->items->len;
}

static gpointer
get_object (GListModel *model, guint position)
{
  PnIdList *self = PN_ID_LIST (model);

  return position < self->items->len ? g_object_ref (get_item (self, position)) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_object;
}

gboolean
pn_id_list_find (PnIdList *self, PnId id, guint *position)
{
  g_return_val_if_fail (PN_IS_ID_LIST (self), FALSE);

  for (guint i = 0; i < self->items->len; i++) {
    if (get_item (self, i)->row.id == id) {
      if (position != NULL)
        *position = i;
      return TRUE;
    }
  }
  return FALSE;
}

/* --- The selection. */

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  PnIdList *self = PN_ID_LIST (model);

  if (position >= self->items->len)
    return FALSE;
  PnId id = get_item (self, position)->row.id;
  return self->kind == PN_TARGET_PIN ? pn_view_has_pin (self->view, id)
                                     : pn_view_has_layer (self->view, id);
}

static GtkBitset *
get_selection (GtkSelectionModel *model, guint position, guint n_items)
{
  PnIdList *self = PN_ID_LIST (model);
  GtkBitset *selected = gtk_bitset_new_empty ();

  for (guint i = 0; i < self->items->len; i++)
    if (is_selected (model, i))
      gtk_bitset_add (selected, i);
  return selected;
}

static void
selection_changed_cb (PnIdList *self)
{
  if (self->is_selecting)
    return;
  g_autoptr (GtkBitset) selected = get_selection (GTK_SELECTION_MODEL (self), 0, self->items->len);
  g_autoptr (GtkBitset) difference = gtk_bitset_copy (selected);
  gtk_bitset_difference (difference, self->selected);
  gtk_bitset_unref (self->selected);
  self->selected = g_steal_pointer (&selected);
  if (gtk_bitset_is_empty (difference))
    return;
  guint first = gtk_bitset_get_minimum (difference), last = gtk_bitset_get_maximum (difference);
  gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first, last - first + 1);
}

static void
select_one (PnIdList *self, guint position, PnSelectMode mode)
{
  PnId id = get_item (self, position)->row.id;

  if (self->kind == PN_TARGET_PIN)
    pn_view_select_pin (self->view, id, mode);
  else
    pn_view_select_layer (self->view, id, mode);
}

/* A pin let go of leaves its layer selected. */
static void
deselect_all (PnIdList *self)
{
  if (self->kind == PN_TARGET_LAYER) {
    pn_view_clear_selection (self->view);
    return;
  }
  for (guint i = 0; i < self->items->len; i++)
    if (is_selected (GTK_SELECTION_MODEL (self), i))
      select_one (self, i, PN_SELECT_TOGGLE);
}

/* The items of `mask` become selected or not, as `wanted` says. Those that stay are not touched:
 * the order of selecting is kept. */
static gboolean
set_selection (GtkSelectionModel *model, GtkBitset *wanted, GtkBitset *mask)
{
  PnIdList *self = PN_ID_LIST (model);

  self->is_selecting = TRUE;
  for (guint i = 0; i < self->items->len; i++)
    if (gtk_bitset_contains (mask, i) && gtk_bitset_contains (wanted, i) != is_selected (model, i))
      select_one (self, i, PN_SELECT_TOGGLE);
  self->is_selecting = FALSE;
  selection_changed_cb (self);
  return TRUE;
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  PnIdList *self = PN_ID_LIST (model);

  if (position >= self->items->len)
    return FALSE;
  select_one (self, position, unselect_rest ? PN_SELECT_ONLY : PN_SELECT_ADD);
  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  if (is_selected (model, position))
    select_one (PN_ID_LIST (model), position, PN_SELECT_TOGGLE);
  return TRUE;
}

static gboolean
select_range (GtkSelectionModel *model, guint position, guint n_items, gboolean unselect_rest)
{
  PnIdList *self = PN_ID_LIST (model);
  g_autoptr (GtkBitset) range = gtk_bitset_new_range (position, n_items);
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, self->items->len);

  return set_selection (model, range, unselect_rest ? all : range);
}

static gboolean
unselect_range (GtkSelectionModel *model, guint position, guint n_items)
{
  g_autoptr (GtkBitset) range = gtk_bitset_new_range (position, n_items);
  g_autoptr (GtkBitset) none = gtk_bitset_new_empty ();

  return set_selection (model, none, range);
}

static gboolean
select_all (GtkSelectionModel *model)
{
  return select_range (model, 0, PN_ID_LIST (model)->items->len, FALSE);
}

static gboolean
unselect_all (GtkSelectionModel *model)
{
  PnIdList *self = PN_ID_LIST (model);

  self->is_selecting = TRUE;
  deselect_all (self);
  self->is_selecting = FALSE;
  selection_changed_cb (self);
  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *interface)
{
  interface->is_selected = is_selected;
  interface->get_selection_in_range = get_selection;
  interface->select_item = select_item;
  interface->unselect_item = unselect_item;
  interface->select_range = select_range;
  interface->unselect_range = unselect_range;
  interface->select_all = select_all;
  interface->unselect_all = unselect_all;
  interface->set_selection = set_selection;
}

/* --- New rows. */

/* Items of ids that stay are taken over, wherever they stand now. */
static void
replace_items (PnIdList *self, guint position, guint n_removed, const PnIdRow *rows, guint n_added)
{
  g_autoptr (GHashTable) old =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_object_unref);

  if (n_removed == 0 && n_added == 0)
    return;
  for (guint i = 0; i < n_removed; i++) {
    PnIdItem *item = g_object_ref (get_item (self, position + i));
    g_hash_table_insert (old, &item->row.id, item);
  }
  if (n_removed > 0)
    g_ptr_array_remove_range (self->items, position, n_removed);
  for (guint i = 0; i < n_added; i++) {
    PnIdItem *item = g_hash_table_lookup (old, &rows[i].id);
    if (item != NULL)
      update_item (g_object_ref (item), &rows[i]);
    else
      item = item_new (&rows[i]);
    g_ptr_array_insert (self->items, (int)(position + i), item);
  }
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

void
pn_id_list_set_rows (PnIdList *self, const PnIdRow *rows, guint n_rows)
{
  g_return_if_fail (PN_IS_ID_LIST (self));

  guint n_old = self->items->len, first = 0, n_last = 0;
  while (first < n_old && first < n_rows && get_item (self, first)->row.id == rows[first].id)
    first++;
  while (n_last < n_old - first && n_last < n_rows - first &&
         get_item (self, n_old - 1 - n_last)->row.id == rows[n_rows - 1 - n_last].id)
    n_last++;
  for (guint i = 0; i < first; i++)
    update_item (get_item (self, i), &rows[i]);
  for (guint i = 0; i < n_last; i++)
    update_item (get_item (self, n_old - 1 - i), &rows[n_rows - 1 - i]);
  replace_items (self, first, n_old - first - n_last, n_rows > 0 ? rows + first : NULL,
                 n_rows - first - n_last);
  /* What GTK asked of new rows is as it is; the shadow is only what was said. */
  gtk_bitset_unref (self->selected);
  self->selected = get_selection (GTK_SELECTION_MODEL (self), 0, self->items->len);
}

/* --- Life. */

static void
pn_id_list_dispose (GObject *object)
{
  PnIdList *self = PN_ID_LIST (object);

  g_clear_object (&self->view);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->selected, gtk_bitset_unref);
  G_OBJECT_CLASS (pn_id_list_parent_class)->dispose (object);
}

static void
pn_id_list_class_init (PnIdListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_id_list_dispose;
}

static void
pn_id_list_init (PnIdList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->selected = gtk_bitset_new_empty ();
}

PnIdList *
pn_id_list_new (PnView *view, PnTargetKind kind)
{
  PnIdList *self = g_object_new (PN_TYPE_ID_LIST, NULL);

  self->view = g_object_ref (view);
  self->kind = kind;
  g_signal_connect_object (view, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
