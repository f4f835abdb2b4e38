/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-view-private.h"

#define MEMORY_TYPE "(atatmv)"

static gboolean
find (const GArray *ids, PnId id, guint *index)
{
  for (guint i = 0; i < ids->len; i++) {
    if (g_array_index (ids, PnId, i) == id) {
      if (index != NULL)
        *index = i;
      return TRUE;
    }
  }
  return FALSE;
}

static void
add (GArray *ids, PnId id)
{
  if (!find (ids, id, NULL))
    g_array_append_val (ids, id);
}

static void
toggle (GArray *ids, PnId id)
{
  guint index;

  if (find (ids, id, &index))
    g_array_remove_index (ids, index);
  else
    g_array_append_val (ids, id);
}

static void
clear (PnView *self)
{
  g_array_set_size (self->layers, 0);
  g_array_set_size (self->pins, 0);
}

void
pn_view_select_layer (PnView *self, PnId layer, PnSelectMode mode)
{
  g_return_if_fail (PN_IS_VIEW (self));

  if (mode == PN_SELECT_ONLY)
    clear (self);
  if (mode == PN_SELECT_TOGGLE)
    toggle (self->layers, layer);
  else
    add (self->layers, layer);
  pn_view_emit (self, PN_VIEW_SELECTION_CHANGED);
}

/* A pin taken out leaves its layer selected: others of its pins may be. */
void
pn_view_select_pin (PnView *self, PnId pin, PnSelectMode mode)
{
  const PnLayer *layer = NULL;

  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (pn_root_find_pin (pn_session_get_root (self->session), pin, &layer) != NULL);

  if (mode == PN_SELECT_ONLY)
    clear (self);
  if (mode == PN_SELECT_TOGGLE)
    toggle (self->pins, pin);
  else
    add (self->pins, pin);
  add (self->layers, layer->id);
  pn_view_emit (self, PN_VIEW_SELECTION_CHANGED);
}

void
pn_view_clear_selection (PnView *self)
{
  g_return_if_fail (PN_IS_VIEW (self));

  if (self->layers->len == 0 && self->pins->len == 0)
    return;
  clear (self);
  pn_view_emit (self, PN_VIEW_SELECTION_CHANGED);
}

gboolean
pn_view_has_layer (PnView *self, PnId layer)
{
  g_return_val_if_fail (PN_IS_VIEW (self), FALSE);

  return find (self->layers, layer, NULL);
}

gboolean
pn_view_has_pin (PnView *self, PnId pin)
{
  g_return_val_if_fail (PN_IS_VIEW (self), FALSE);

  return find (self->pins, pin, NULL);
}

const PnId *
pn_view_get_layers (PnView *self, guint *n_layers)
{
  g_return_val_if_fail (PN_IS_VIEW (self), NULL);

  *n_layers = self->layers->len;
  return (const PnId *)(gpointer)self->layers->data;
}

const PnId *
pn_view_get_pins (PnView *self, guint *n_pins)
{
  g_return_val_if_fail (PN_IS_VIEW (self), NULL);

  *n_pins = self->pins->len;
  return (const PnId *)(gpointer)self->pins->data;
}

PnId
pn_view_get_active_layer (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), 0);

  return self->layers->len > 0 ? g_array_index (self->layers, PnId, self->layers->len - 1) : 0;
}

/* --- Through the document's changes. */

void
pn_view_prune_selection (PnView *self, const PnRoot *root)
{
  guint n_before = self->layers->len + self->pins->len;

  for (guint i = self->layers->len; i-- > 0;)
    if (pn_root_find_layer (root, g_array_index (self->layers, PnId, i), NULL, NULL) == NULL)
      g_array_remove_index (self->layers, i);
  for (guint i = self->pins->len; i-- > 0;)
    if (pn_root_find_pin (root, g_array_index (self->pins, PnId, i), NULL) == NULL)
      g_array_remove_index (self->pins, i);
  if (self->layers->len + self->pins->len != n_before)
    pn_view_emit (self, PN_VIEW_SELECTION_CHANGED);
}

static GVariant *
ids_to_variant (const GArray *ids)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, ids->data, ids->len, sizeof (PnId));
}

static void
ids_from_variant (GArray *ids, GVariant *memory, gsize child)
{
  g_autoptr (GVariant) array = g_variant_get_child_value (memory, child);
  gsize n_ids;
  const PnId *values = g_variant_get_fixed_array (array, &n_ids, sizeof (PnId));

  g_array_set_size (ids, 0);
  if (n_ids > 0)
    g_array_append_vals (ids, values, (guint)n_ids);
}

GVariant *
pn_view_remember_selection (gpointer view)
{
  PnView *self = view;
  GVariant *more = self->remember != NULL ? self->remember (self->memory_data) : NULL;

  return g_variant_new ("(@at@atmv)", ids_to_variant (self->layers), ids_to_variant (self->pins),
                        more);
}

/* What was dropped from the history since, or made by another, may be gone: hence the pruning. */
void
pn_view_recall_selection (gpointer view, GVariant *memory)
{
  PnView *self = view;

  g_return_if_fail (g_variant_is_of_type (memory, G_VARIANT_TYPE (MEMORY_TYPE)));

  ids_from_variant (self->layers, memory, 0);
  ids_from_variant (self->pins, memory, 1);
  pn_view_prune_selection (self, pn_session_get_root (self->session));
  pn_view_emit (self, PN_VIEW_SELECTION_CHANGED);
  g_autoptr (GVariant) more = NULL;
  g_variant_get_child (memory, 2, "mv", &more);
  if (more != NULL && self->recall != NULL)
    self->recall (self->memory_data, more);
}

void
pn_view_set_memory (PnView *self, PnHistoryRemember remember, PnHistoryRecall recall, gpointer data)
{
  g_return_if_fail (PN_IS_VIEW (self));

  self->remember = remember;
  self->recall = recall;
  self->memory_data = data;
}
