/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-edit.h"

/* Nodes are written to here after they were put into their parents: the whole way down is new, and
 * nobody has seen it before the root is returned. */

/* A copy of `layer` and of what is on the way from it to `id`, or NULL where that is not inside. */
static PnLayer *
copy_path (const PnLayer *layer, PnId id, PnLayer **last)
{
  if (layer->id == id) {
    *last = pn_layer_copy (layer);
    return *last;
  }
  for (guint i = 0; i < layer->children.n_items; i++) {
    g_autoptr (PnLayer) child = copy_path (layer->children.items[i], id, last);

    if (child != NULL) {
      PnLayer *copy = pn_layer_copy (layer);

      pn_node_list_replace (&copy->children, i, child);
      return copy;
    }
  }
  return NULL;
}

/* A new root in which the layer `id` is new as well, and may be written to. NULL where there is none.
 */
static PnRoot *
open_layer (const PnRoot *root, PnId id, PnLayer **layer)
{
  for (guint i = 0; i < root->layers.n_items; i++) {
    g_autoptr (PnLayer) top = copy_path (root->layers.items[i], id, layer);

    if (top != NULL) {
      PnRoot *copy = pn_root_copy (root);

      pn_node_list_replace (&copy->layers, i, top);
      return copy;
    }
  }
  return NULL;
}

/* The same for what holds layers: a group that is there, or with 0 the root itself. */
static PnRoot *
open_list (const PnRoot *root, PnId parent, PnNodeList **list)
{
  PnLayer *group = NULL;
  PnRoot *copy = parent == 0 ? pn_root_copy (root) : open_layer (root, parent, &group);

  g_assert (copy != NULL);
  *list = group != NULL ? &group->children : &copy->layers;
  return copy;
}

/* 0 for the document. */
static PnId
parent_of (const PnRoot *root, PnId id)
{
  const PnLayer *parent = NULL;

  pn_root_find_layer (root, id, &parent, NULL);
  return parent != NULL ? parent->id : 0;
}

gboolean
pn_edit_can_hold (const PnRoot *root, PnId parent, const PnLayer *layer)
{
  const PnLayer *group = pn_root_find_layer (root, parent, NULL, NULL);
  guint level = 0;

  if (parent != 0 && (group == NULL || group->kind != PN_LAYER_GROUP))
    return FALSE;
  for (PnId id = parent; id != 0; id = parent_of (root, id), level++)
    if (id == layer->id)
      return FALSE;
  return level + pn_layer_height (layer) <= PN_LAYER_NEST_MAX;
}

PnRoot *
pn_edit_insert_layer (const PnRoot *root, PnId parent, guint index, const PnLayer *layer)
{
  PnNodeList *list;
  PnRoot *copy;

  g_return_val_if_fail (pn_edit_can_hold (root, parent, layer), pn_node_ref (root));

  copy = open_list (root, parent, &list);
  pn_node_list_insert (list, MIN (index, list->n_items), layer);
  return copy;
}

PnRoot *
pn_edit_replace_layer (const PnRoot *root, const PnLayer *layer)
{
  const PnLayer *parent;
  guint index;
  const PnLayer *old = pn_root_find_layer (root, layer->id, &parent, &index);
  PnNodeList *list;
  PnRoot *copy;

  g_return_val_if_fail (old != NULL, pn_node_ref (root));

  if (old == layer)
    return pn_node_ref (root);
  copy = open_list (root, parent != NULL ? parent->id : 0, &list);
  pn_node_list_replace (list, index, layer);
  return copy;
}

static void
add_pin_ids (GHashTable *ids, const PnPuppet *puppet)
{
  for (guint i = 0; puppet != NULL && i < puppet->pins.n_items; i++)
    g_hash_table_add (ids, (gpointer)(guintptr) & ((const PnPin *)puppet->pins.items[i])->id);
}

static void
add_ids (GHashTable *ids, const PnLayer *layer)
{
  g_hash_table_add (ids, (gpointer)(guintptr)&layer->id);
  add_pin_ids (ids, layer->puppet);
  for (guint i = 0; i < layer->children.n_items; i++)
    add_ids (ids, layer->children.items[i]);
}

/* Of a root that may be written to; those of kinds and properties that are not known too. */
static void
remove_tracks (PnRoot *root, GHashTable *ids)
{
  for (guint i = root->tracks.n_items; i-- > 0;) {
    const PnTrack *track = root->tracks.items[i];

    if (track->target_kind != PN_TARGET_UNKNOWN && g_hash_table_contains (ids, &track->target))
      pn_node_list_remove (&root->tracks, i);
  }
}

PnRoot *
pn_edit_remove_layer (const PnRoot *root, PnId id)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_int64_hash, g_int64_equal);
  const PnLayer *parent;
  guint index;
  const PnLayer *layer = pn_root_find_layer (root, id, &parent, &index);
  PnNodeList *list;
  PnRoot *copy;

  g_return_val_if_fail (layer != NULL, pn_node_ref (root));

  add_ids (ids, layer);
  copy = open_list (root, parent != NULL ? parent->id : 0, &list);
  pn_node_list_remove (list, index);
  remove_tracks (copy, ids);
  return copy;
}

PnRoot *
pn_edit_move_layer (const PnRoot *root, PnId id, PnId parent, guint index)
{
  const PnLayer *old_parent;
  guint old_index;
  const PnLayer *layer = pn_root_find_layer (root, id, &old_parent, &old_index);
  g_autoptr (PnRoot) without = NULL;
  PnNodeList *list;
  PnRoot *copy;

  g_return_val_if_fail (layer != NULL && pn_edit_can_hold (root, parent, layer),
                        pn_node_ref (root));

  without = open_list (root, old_parent != NULL ? old_parent->id : 0, &list);
  pn_node_list_remove (list, old_index);
  if (parent == (old_parent != NULL ? old_parent->id : 0) &&
      MIN (index, list->n_items) == old_index)
    return pn_node_ref (root);
  copy = open_list (without, parent, &list);
  pn_node_list_insert (list, MIN (index, list->n_items), layer);
  return copy;
}

PnRoot *
pn_edit_set_puppet (const PnRoot *root, PnId id, const PnPuppet *puppet)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (g_int64_hash, g_int64_equal);
  const PnLayer *old = pn_root_find_layer (root, id, NULL, NULL);
  PnLayer *layer;
  PnRoot *copy;

  g_return_val_if_fail (old != NULL && old->kind == PN_LAYER_IMAGE, pn_node_ref (root));

  if (puppet == old->puppet)
    return pn_node_ref (root);
  copy = open_layer (root, id, &layer);
  pn_node_unref (layer->puppet);
  layer->puppet = pn_node_ref (puppet);
  add_pin_ids (gone, old->puppet);
  for (guint i = 0; puppet != NULL && i < puppet->pins.n_items; i++)
    g_hash_table_remove (gone, &((const PnPin *)puppet->pins.items[i])->id);
  remove_tracks (copy, gone);
  return copy;
}

/* A copy of the layer's puppet, to be written to and set. (nullable) */
static PnPuppet *
copy_puppet (const PnRoot *root, PnId id)
{
  const PnLayer *layer = pn_root_find_layer (root, id, NULL, NULL);

  return layer != NULL && layer->puppet != NULL ? pn_puppet_copy (layer->puppet) : NULL;
}

PnRoot *
pn_edit_insert_pin (const PnRoot *root, PnId layer, guint index, const PnPin *pin)
{
  g_autoptr (PnPuppet) puppet = copy_puppet (root, layer);

  g_return_val_if_fail (puppet != NULL, pn_node_ref (root));

  pn_node_list_insert (&puppet->pins, MIN (index, puppet->pins.n_items), pin);
  return pn_edit_set_puppet (root, layer, puppet);
}

PnRoot *
pn_edit_replace_pin (const PnRoot *root, PnId layer, const PnPin *pin)
{
  g_autoptr (PnPuppet) puppet = copy_puppet (root, layer);
  const PnPin *old = NULL;
  guint index = 0;

  if (puppet != NULL)
    old = pn_puppet_find_pin (puppet, pin->id, &index);
  g_return_val_if_fail (old != NULL, pn_node_ref (root));

  if (old == pin)
    return pn_node_ref (root);
  pn_node_list_replace (&puppet->pins, index, pin);
  return pn_edit_set_puppet (root, layer, puppet);
}

PnRoot *
pn_edit_remove_pin (const PnRoot *root, PnId layer, PnId pin)
{
  g_autoptr (PnPuppet) puppet = copy_puppet (root, layer);
  const PnPin *old = NULL;
  guint index = 0;

  if (puppet != NULL)
    old = pn_puppet_find_pin (puppet, pin, &index);
  g_return_val_if_fail (old != NULL, pn_node_ref (root));

  pn_node_list_remove (&puppet->pins, index);
  return pn_edit_set_puppet (root, layer, puppet);
}

PnRoot *
pn_edit_set_skeleton (const PnRoot *root, const PnSkeletonNode *skeleton)
{
  guint index;
  const PnSkeletonNode *old = pn_root_find_skeleton (root, skeleton->id, &index);
  PnRoot *copy = pn_root_copy (root);

  if (old != NULL)
    pn_node_list_replace (&copy->skeletons, index, skeleton);
  else
    pn_node_list_insert (&copy->skeletons, copy->skeletons.n_items, skeleton);
  return copy;
}

PnRoot *
pn_edit_set_track (const PnRoot *root, const PnTrack *track)
{
  const PnTrack *old;
  PnRoot *copy;
  guint index = 0;

  g_return_val_if_fail (pn_track_is_known (track), pn_node_ref (root));

  old = pn_root_find_track (root, track->target_kind, track->target, track->property);
  if (old == track || (old == NULL && track->n_keys == 0))
    return pn_node_ref (root);
  while (index < root->tracks.n_items && pn_track_compare (root->tracks.items[index], track) < 0)
    index++;
  copy = pn_root_copy (root);
  if (track->n_keys == 0)
    pn_node_list_remove (&copy->tracks, index);
  else if (old != NULL)
    pn_node_list_replace (&copy->tracks, index, track);
  else
    pn_node_list_insert (&copy->tracks, index, track);
  return copy;
}

PnRoot *
pn_edit_remove_track (const PnRoot *root, PnTargetKind kind, PnId target, PnProperty property)
{
  g_autoptr (PnTrack) nothing = pn_track_new (kind, target, property);

  return pn_edit_set_track (root, nothing);
}
