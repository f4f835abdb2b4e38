/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-node-private.h"

#include <string.h>

static const char *const kind_names[] = {
    [PN_LAYER_IMAGE] = "image",
    [PN_LAYER_GROUP] = "group",
};

const char *
pn_layer_kind_name (PnLayerKind kind)
{
  return kind < G_N_ELEMENTS (kind_names) ? kind_names[kind] : "unknown";
}

PnLayerKind
pn_layer_kind_from_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kind_names); i++)
    if (strcmp (name, kind_names[i]) == 0)
      return (PnLayerKind)i;
  return PN_LAYER_UNKNOWN;
}

PnLayer *
pn_layer_new (PnId id, const char *name, PnLayerKind kind)
{
  PnLayer *layer = pn_node_alloc (PN_NODE_LAYER, sizeof *layer);

  layer->id = id;
  layer->name = g_strdup (name != NULL ? name : "");
  layer->kind = kind;
  layer->visible = TRUE;
  layer->opacity = 1;
  layer->scale_x = 1;
  layer->scale_y = 1;
  return layer;
}

PnLayer *
pn_layer_copy (const PnLayer *layer)
{
  PnLayer *copy = pn_node_alloc_copy (layer, sizeof *layer);

  copy->name = g_strdup (layer->name);
  copy->picture_asset = g_strdup (layer->picture_asset);
  copy->puppet = pn_node_ref (layer->puppet);
  pn_node_list_copy (&copy->children, &layer->children);
  copy->unknown = pn_json_ref (layer->unknown);
  return copy;
}

void
pn_layer_clear (PnLayer *layer)
{
  g_free (layer->name);
  g_free (layer->picture_asset);
  pn_node_unref (layer->puppet);
  pn_node_list_clear (&layer->children);
  pn_json_unref (layer->unknown);
}

guint
pn_layer_height (const PnLayer *layer)
{
  guint below = 0;

  for (guint i = 0; i < layer->children.n_items; i++) {
    guint height = pn_layer_height (layer->children.items[i]);

    below = MAX (below, height);
  }
  return below + 1;
}
