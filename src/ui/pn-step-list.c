/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-step-list.h"

#include <glib/gi18n-lib.h>

#include "pn-operation.h"

struct _PnStepItem {
  GObject parent_instance;
  gconstpointer step; /* what tells it from others; compared, never followed */
};

G_DEFINE_FINAL_TYPE (PnStepItem, pn_step_item, G_TYPE_OBJECT)

struct _PnStepList {
  GObject parent_instance;

  PnHistory *history;
  GPtrArray *items; /* PnStepItem */
  guint current, saved;
  gboolean has_saved;
};

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PnStepList,
                               pn_step_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
pn_step_item_class_init (PnStepItemClass *class)
{
}

static void
pn_step_item_init (PnStepItem *self)
{
}

static PnStepItem *
item_new (gconstpointer step)
{
  PnStepItem *self = g_object_new (PN_TYPE_STEP_ITEM, NULL);

  self->step = step;
  return self;
}

static GType
get_item_type (GListModel *model)
{
  return PN_TYPE_STEP_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return PN_STEP_LIST (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  PnStepList *self = PN_STEP_LIST (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position))
                                     : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

guint
pn_step_list_get_current (PnStepList *self)
{
  g_return_val_if_fail (PN_IS_STEP_LIST (self), 0);

  return self->current;
}

gboolean
pn_step_list_is_saved (PnStepList *self, guint position)
{
  g_return_val_if_fail (PN_IS_STEP_LIST (self), FALSE);

  return self->has_saved && self->saved == position;
}

char *
pn_step_list_describe (PnStepList *self, guint position)
{
  g_return_val_if_fail (PN_IS_STEP_LIST (self), NULL);

  if (position == 0)
    return g_strdup (_ ("Start"));
  return pn_operation_describe_step (self->history, position - 1);
}

/* --- Following the history. */

/* A step's own copy of the operation's name: nobody else has that pointer while the step lives. Of
 * one that is gone a new one may take it over, and the item with it: an item holds nothing more. */
static gconstpointer
identify (PnStepList *self, guint position)
{
  return position == 0 ? NULL : pn_history_step_operation (self->history, position - 1);
}

static gconstpointer
identify_item (PnStepList *self, guint position)
{
  return ((const PnStepItem *)g_ptr_array_index (self->items, position))->step;
}

static void
update_items (PnStepList *self)
{
  guint n_new = pn_history_n_steps (self->history, NULL) + 1, n_old = self->items->len;
  guint first = 0, n_last = 0;

  while (first < n_old && first < n_new && identify_item (self, first) == identify (self, first))
    first++;
  while (n_last < n_old - first && n_last < n_new - first &&
         identify_item (self, n_old - 1 - n_last) == identify (self, n_new - 1 - n_last))
    n_last++;
  guint n_removed = n_old - first - n_last, n_added = n_new - first - n_last;
  if (n_removed == 0 && n_added == 0)
    return;
  if (n_removed > 0)
    g_ptr_array_remove_range (self->items, first, n_removed);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (self->items, (int)(first + i), item_new (identify (self, first + i)));
  g_list_model_items_changed (G_LIST_MODEL (self), first, n_removed, n_added);
}

void
pn_step_list_refresh (PnStepList *self)
{
  g_return_if_fail (PN_IS_STEP_LIST (self));

  pn_history_n_steps (self->history, &self->current);
  self->has_saved = pn_history_find_saved (self->history, &self->saved);
  update_items (self);
}

static void
pn_step_list_dispose (GObject *object)
{
  PnStepList *self = PN_STEP_LIST (object);

  g_clear_object (&self->history);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  G_OBJECT_CLASS (pn_step_list_parent_class)->dispose (object);
}

static void
pn_step_list_class_init (PnStepListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_step_list_dispose;
}

static void
pn_step_list_init (PnStepList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

PnStepList *
pn_step_list_new (PnHistory *history)
{
  PnStepList *self = g_object_new (PN_TYPE_STEP_LIST, NULL);

  self->history = g_object_ref (history);
  pn_step_list_refresh (self);
  return self;
}
