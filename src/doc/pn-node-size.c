/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-node.h"

/* A node of json-glib with its holder, its entry in a table and the allocator's share. */
#define JSON_NODE_BYTES 160

/* Called for each thing that nodes share by reference; returns whether to go on to what it holds. */
typedef gboolean (*VisitFunc) (gconstpointer thing, gsize n_bytes, gpointer data);

static gsize
string_bytes (const char *text)
{
  return text != NULL ? strlen (text) + 1 : 0;
}

gsize
pn_json_n_bytes (JsonNode *node)
{
  gsize n_bytes = JSON_NODE_BYTES;

  if (node == NULL)
    return 0;
  if (JSON_NODE_HOLDS_OBJECT (node)) {
    JsonObjectIter iter;
    const char *key;
    JsonNode *value;

    json_object_iter_init_ordered (&iter, json_node_get_object (node));
    while (json_object_iter_next_ordered (&iter, &key, &value))
      n_bytes += string_bytes (key) + pn_json_n_bytes (value);
  } else if (JSON_NODE_HOLDS_ARRAY (node)) {
    JsonArray *array = json_node_get_array (node);

    for (guint i = 0; i < json_array_get_length (array); i++)
      n_bytes += pn_json_n_bytes (json_array_get_element (array, i));
  } else if (json_node_get_value_type (node) == G_TYPE_STRING) {
    n_bytes += string_bytes (json_node_get_string (node));
  }
  return n_bytes;
}

static void
visit_json (JsonNode *node, VisitFunc visit, gpointer data)
{
  if (node != NULL)
    visit (node, pn_json_n_bytes (node), data);
}

static gsize
list_bytes (const PnNodeList *list)
{
  return list->n_items * sizeof *list->items;
}

static void
visit_pin (const PnPin *pin, VisitFunc visit, gpointer data)
{
  if (!visit (pin, sizeof *pin + string_bytes (pin->name), data))
    return;
  visit_json (pin->node.extra, visit, data);
  visit_json (pin->unknown, visit, data);
}

static void
visit_puppet (const PnPuppet *puppet, VisitFunc visit, gpointer data)
{
  if (!visit (puppet,
              sizeof *puppet + string_bytes (puppet->mesh_asset) +
                  string_bytes (puppet->mesh_mode_unknown) + string_bytes (puppet->solver_unknown) +
                  list_bytes (&puppet->pins),
              data))
    return;
  visit_json (puppet->node.extra, visit, data);
  for (guint i = 0; i < puppet->pins.n_items; i++)
    visit_pin (puppet->pins.items[i], visit, data);
}

static void
visit_layer (const PnLayer *layer, VisitFunc visit, gpointer data)
{
  if (!visit (layer,
              sizeof *layer + string_bytes (layer->name) + string_bytes (layer->picture_asset) +
                  list_bytes (&layer->children),
              data))
    return;
  visit_json (layer->node.extra, visit, data);
  visit_json (layer->unknown, visit, data);
  if (layer->puppet != NULL)
    visit_puppet (layer->puppet, visit, data);
  for (guint i = 0; i < layer->children.n_items; i++)
    visit_layer (layer->children.items[i], visit, data);
}

static void
visit_skeleton (const PnSkeletonNode *skeleton, VisitFunc visit, gpointer data)
{
  if (!visit (skeleton,
              sizeof *skeleton + string_bytes (skeleton->name) + list_bytes (&skeleton->bones) +
                  list_bytes (&skeleton->iks),
              data))
    return;
  visit_json (skeleton->node.extra, visit, data);
  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];

    if (visit (bone, sizeof *bone + string_bytes (bone->name), data))
      visit_json (bone->node.extra, visit, data);
  }
  for (guint i = 0; i < skeleton->iks.n_items; i++) {
    const PnIkNode *ik = skeleton->iks.items[i];

    if (visit (ik, sizeof *ik, data))
      visit_json (ik->node.extra, visit, data);
  }
}

static void
visit_track (const PnTrack *track, VisitFunc visit, gpointer data)
{
  gsize key_bytes = sizeof *track->keys;

  if (track->key_extras != NULL)
    key_bytes += sizeof *track->key_extras;
  if (!visit (track, sizeof *track + MAX (track->n_keys, track->n_room) * key_bytes, data))
    return;
  visit_json (track->node.extra, visit, data);
  visit_json (track->unknown, visit, data);
  for (guint i = 0; track->key_extras != NULL && i < track->n_keys; i++)
    visit_json (track->key_extras[i], visit, data);
}

static void
visit_root (const PnRoot *root, VisitFunc visit, gpointer data)
{
  if (!visit (root,
              sizeof *root + string_bytes (root->document_id) + list_bytes (&root->layers) +
                  list_bytes (&root->skeletons) + list_bytes (&root->tracks),
              data))
    return;
  visit_json (root->node.extra, visit, data);
  for (guint i = 0; i < root->layers.n_items; i++)
    visit_layer (root->layers.items[i], visit, data);
  for (guint i = 0; i < root->skeletons.n_items; i++)
    visit_skeleton (root->skeletons.items[i], visit, data);
  for (guint i = 0; i < root->tracks.n_items; i++)
    visit_track (root->tracks.items[i], visit, data);
}

static gboolean
note (gconstpointer thing, gsize n_bytes, gpointer data)
{
  return g_hash_table_add (data, (gpointer)(guintptr)thing);
}

typedef struct {
  GHashTable *seen; /* things of the other root, then those that were counted */
  gsize n_bytes;
} Count;

static gboolean
count (gconstpointer thing, gsize n_bytes, gpointer data)
{
  Count *sum = data;

  if (!g_hash_table_add (sum->seen, (gpointer)(guintptr)thing))
    return FALSE;
  sum->n_bytes += n_bytes;
  return TRUE;
}

gsize
pn_root_bytes_beyond (const PnRoot *root, const PnRoot *other)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Count sum = {.seen = seen};

  if (other != NULL)
    visit_root (other, note, seen);
  visit_root (root, count, &sum);
  return sum.n_bytes;
}
