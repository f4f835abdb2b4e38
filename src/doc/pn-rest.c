/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-node.h"

/* What does not move is shared with the version it is of. */

static gboolean
is_at_rest (const PnPin *pin)
{
  PnVec2 moved = pn_vec2_sub (pin->position_layer, pin->rest_layer);

  return !(pn_vec2_dot (moved, moved) > 0) &&
         !(pn_vec2_dot (pin->start_offset_layer, pin->start_offset_layer) > 0);
}

/* (transfer full) */
static PnPuppet *
put_puppet (const PnPuppet *puppet)
{
  PnPuppet *rest = NULL;

  for (guint i = 0; i < puppet->pins.n_items; i++) {
    const PnPin *pin = puppet->pins.items[i];
    if (is_at_rest (pin))
      continue;
    if (rest == NULL)
      rest = pn_puppet_copy (puppet);
    g_autoptr (PnPin) resting = pn_pin_copy (pin);
    resting->position_layer = pin->rest_layer;
    resting->start_offset_layer = pn_vec2 (0, 0);
    pn_node_list_replace (&rest->pins, i, resting);
  }
  return rest != NULL ? rest : pn_node_ref (puppet);
}

static gboolean put_layers (PnNodeList *layers);

/* (transfer full) */
static PnLayer *
put_layer (const PnLayer *layer)
{
  g_autoptr (PnLayer) rest = pn_layer_copy (layer);
  gboolean is_other = put_layers (&rest->children);

  if (rest->puppet != NULL) {
    rest->puppet = put_puppet (layer->puppet);
    is_other = is_other || rest->puppet != layer->puppet;
    pn_node_unref (layer->puppet);
  }
  return is_other ? g_steal_pointer (&rest) : pn_node_ref (layer);
}

/* Whether one of them is another now. */
static gboolean
put_layers (PnNodeList *layers)
{
  gboolean is_other = FALSE;

  for (guint i = 0; i < layers->n_items; i++) {
    g_autoptr (PnLayer) rest = put_layer (layers->items[i]);
    if (rest == layers->items[i])
      continue;
    pn_node_list_replace (layers, i, rest);
    is_other = TRUE;
  }
  return is_other;
}

PnRoot *
pn_root_at_rest (const PnRoot *root)
{
  g_autoptr (PnRoot) rest = pn_root_copy (root);
  gboolean is_other = root->tracks.n_items > 0;

  pn_node_list_clear (&rest->tracks);
  is_other = put_layers (&rest->layers) || is_other;
  return is_other ? g_steal_pointer (&rest) : pn_node_ref (root);
}
