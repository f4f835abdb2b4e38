/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-serial.h"

#define ASSET_DIGITS 64

gboolean
pn_is_asset_name (const char *text)
{
  for (guint i = 0; i < ASSET_DIGITS; i++)
    if (!g_ascii_isdigit (text[i]) && !(text[i] >= 'a' && text[i] <= 'f'))
      return FALSE;
  return text[ASSET_DIGITS] == '\0';
}

static void
add (GHashTable *set, const char *hash)
{
  if (hash != NULL)
    g_hash_table_add (set, (gpointer)(guintptr)hash);
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *
sort_set (GHashTable *set)
{
  GPtrArray *array = g_ptr_array_sized_new (g_hash_table_size (set));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (array, key);
  g_ptr_array_sort (array, compare_strings);
  return array;
}

static void
add_named (GHashTable *set, const PnNodeList *layers)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];

    add (set, layer->picture_asset);
    if (layer->puppet != NULL)
      add (set, layer->puppet->mesh_asset);
    add_named (set, &layer->children);
  }
}

GPtrArray *
pn_root_list_assets (const PnRoot *root)
{
  g_autoptr (GHashTable) set = g_hash_table_new (g_str_hash, g_str_equal);

  add_named (set, &root->layers);
  return sort_set (set);
}

static void
add_possible (GHashTable *set, JsonNode *node)
{
  if (node == NULL)
    return;
  if (JSON_NODE_HOLDS_ARRAY (node)) {
    JsonArray *array = json_node_get_array (node);

    for (guint i = 0; i < json_array_get_length (array); i++)
      add_possible (set, json_array_get_element (array, i));
  } else if (JSON_NODE_HOLDS_OBJECT (node)) {
    JsonObjectIter iter;
    const char *key;
    JsonNode *value;

    json_object_iter_init_ordered (&iter, json_node_get_object (node));
    while (json_object_iter_next_ordered (&iter, &key, &value))
      add_possible (set, value);
  } else if (json_node_get_value_type (node) == G_TYPE_STRING &&
             pn_is_asset_name (json_node_get_string (node))) {
    add (set, json_node_get_string (node));
  }
}

static void
add_possible_in_pins (GHashTable *set, const PnNodeList *pins)
{
  for (guint i = 0; i < pins->n_items; i++) {
    const PnPin *pin = pins->items[i];

    add_possible (set, pin->node.extra);
    add_possible (set, pin->unknown);
  }
}

static void
add_possible_in_layers (GHashTable *set, const PnNodeList *layers)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];

    add_possible (set, layer->node.extra);
    add_possible (set, layer->unknown);
    if (layer->puppet != NULL) {
      add_possible (set, layer->puppet->node.extra);
      add_possible_in_pins (set, &layer->puppet->pins);
    }
    add_possible_in_layers (set, &layer->children);
  }
}

static void
add_possible_in_skeletons (GHashTable *set, const PnNodeList *skeletons)
{
  for (guint i = 0; i < skeletons->n_items; i++) {
    const PnSkeletonNode *skeleton = skeletons->items[i];

    add_possible (set, skeleton->node.extra);
    for (guint j = 0; j < skeleton->bones.n_items; j++)
      add_possible (set, ((const PnNode *)skeleton->bones.items[j])->extra);
    for (guint j = 0; j < skeleton->iks.n_items; j++)
      add_possible (set, ((const PnNode *)skeleton->iks.items[j])->extra);
  }
}

GPtrArray *
pn_root_list_possible_assets (const PnRoot *root)
{
  g_autoptr (GHashTable) set = g_hash_table_new (g_str_hash, g_str_equal);

  add_possible (set, root->node.extra);
  add_possible_in_skeletons (set, &root->skeletons);
  add_possible_in_layers (set, &root->layers);
  for (guint i = 0; i < root->tracks.n_items; i++) {
    const PnTrack *track = root->tracks.items[i];

    add_possible (set, track->node.extra);
    add_possible (set, track->unknown);
    for (guint j = 0; track->key_extras != NULL && j < track->n_keys; j++)
      add_possible (set, track->key_extras[j]);
  }
  return sort_set (set);
}
