/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A patch comes from a file, and its bytes were only summed by whoever wrote them: whatever it
 * says, the root it gives is one that reading a document could give. Cost: a table and a walk of
 * all layers. */
#include <glib/gi18n-lib.h>

#include "pn-patch-private.h"
#include "pn-source-private.h"

/* A layer as the patch has it. */
typedef struct {
  PnLayer *layer; /* mutable, without those inside */
  GArray *inside; /* PnId */
} Changed;

typedef struct {
  PnReading reading;
  GHashTable *old_layers; /* PnId to PnLayer of the root that is patched */
  GHashTable *changed;    /* PnId to Changed */
  GHashTable *placed;     /* PnId: those that have their place in the tree */
} Patch;

static void
free_changed (gpointer data)
{
  Changed *changed = data;

  pn_node_unref (changed->layer);
  g_array_unref (changed->inside);
  g_free (changed);
}

static void
patch_init (Patch *self, const PnRoot *root)
{
  self->reading = root->version > PN_FORMAT_VERSION ? PN_READ_LENIENT : PN_READ_STRICT;
  self->old_layers = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->changed = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, free_changed);
  self->placed = g_hash_table_new (g_int64_hash, g_int64_equal);
  pn_tabulate_layers (self->old_layers, &root->layers);
}

static void
patch_clear (Patch *self)
{
  g_hash_table_unref (self->placed);
  g_hash_table_unref (self->changed);
  g_hash_table_unref (self->old_layers);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Patch, patch_clear)

static gboolean
does_not_fit (GError **error)
{
  g_set_error_literal (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA,
                       _ ("A recorded step does not fit the document it belongs to."));
  return FALSE;
}

/* Of an array, or of none at all. */
static guint
n_elements (JsonNode *node)
{
  return node != NULL ? json_array_get_length (json_node_get_array (node)) : 0;
}

static JsonNode *
element (JsonNode *node, guint index)
{
  return json_array_get_element (json_node_get_array (node), index);
}

static gboolean
read_changed (Patch *self, JsonNode *node, GError **error)
{
  Changed *changed = g_new0 (Changed, 1);

  changed->inside = g_array_new (FALSE, FALSE, sizeof (PnId));
  changed->layer = pn_read_layer (node, self->reading, changed->inside, error);
  if (changed->layer == NULL) {
    free_changed (changed);
    return FALSE;
  }
  return g_hash_table_insert (self->changed, &changed->layer->id, changed) || does_not_fit (error);
}

static gboolean
place_layers (Patch *self, PnNodeList *to, const PnId *ids, guint n, guint level, GError **error);

/* The ids of what an old layer, or an old root, holds. */
static GArray *
list_ids (const PnNodeList *layers)
{
  GArray *ids = g_array_sized_new (FALSE, FALSE, sizeof (PnId), layers->n_items);

  for (guint i = 0; i < layers->n_items; i++)
    g_array_append_val (ids, ((const PnLayer *)layers->items[i])->id);
  return ids;
}

static gboolean
same_list (const PnNodeList *a, const PnNodeList *b)
{
  gboolean same = a->n_items == b->n_items;

  for (guint i = 0; same && i < a->n_items; i++)
    same = a->items[i] == b->items[i];
  return same;
}

/* A layer that the patch does not have, itself if nothing inside it changed. (transfer full) */
static PnLayer *
place_old (Patch *self, const PnLayer *old, guint level, GError **error)
{
  g_autoptr (GArray) ids = NULL;
  g_autoptr (PnLayer) copy = NULL;

  if (old->children.n_items == 0)
    return pn_node_ref (old);
  ids = list_ids (&old->children);
  copy = pn_layer_copy (old);
  pn_node_list_clear (&copy->children);
  if (!place_layers (self, &copy->children, (const PnId *)(gpointer)ids->data, ids->len, level + 1,
                     error))
    return NULL;
  return same_list (&copy->children, &old->children) ? pn_node_ref (old) : g_steal_pointer (&copy);
}

static PnLayer *
place_layer (Patch *self, PnId id, guint level, GError **error)
{
  Changed *changed = g_hash_table_lookup (self->changed, &id);
  const PnLayer *old = g_hash_table_lookup (self->old_layers, &id);

  if (changed == NULL && old == NULL) {
    does_not_fit (error);
    return NULL;
  }
  /* Twice would be two layers of one id, or a group inside itself. */
  if (!g_hash_table_add (self->placed,
                         (gpointer)(guintptr)(changed != NULL ? &changed->layer->id : &old->id)) ||
      level > PN_LAYER_NEST_MAX) {
    does_not_fit (error);
    return NULL;
  }
  if (changed == NULL)
    return place_old (self, old, level, error);
  if (!place_layers (self, &changed->layer->children, (const PnId *)(gpointer)changed->inside->data,
                     changed->inside->len, level + 1, error))
    return NULL;
  return pn_node_ref (changed->layer);
}

static gboolean
place_layers (Patch *self, PnNodeList *to, const PnId *ids, guint n, guint level, GError **error)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (PnLayer) layer = place_layer (self, ids[i], level, error);

    if (layer == NULL)
      return FALSE;
    pn_node_list_insert (to, i, layer);
  }
  return TRUE;
}

static gboolean
is_all_placed (Patch *self)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->changed);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (self->placed, id))
      return FALSE;
  return TRUE;
}

/* The root of the patch, or a copy of the one it is applied to; without layers and tracks. */
static PnRoot *
patch_root (Patch *self, const PnRoot *root, PnSource *source, GArray *ids, GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (PnRoot) patched = NULL;

  if (!pn_take_node (source, "document", JSON_NODE_OBJECT, &node, error))
    return NULL;
  if (node == NULL) {
    g_autoptr (GArray) old_ids = list_ids (&root->layers);

    g_array_append_vals (ids, old_ids->data, old_ids->len);
    patched = pn_root_copy (root);
    pn_node_list_clear (&patched->layers);
  } else {
    patched = pn_read_root (node, self->reading, ids, error);
    if (patched == NULL)
      return NULL;
    if (g_strcmp0 (patched->document_id, root->document_id) != 0 ||
        patched->version != MAX (root->version, PN_FORMAT_VERSION)) {
      does_not_fit (error);
      return NULL;
    }
  }
  pn_node_list_clear (&patched->tracks);
  return g_steal_pointer (&patched);
}

static gboolean
patch_layers (Patch *self, PnRoot *patched, PnSource *source, GArray *ids, GError **error)
{
  g_autoptr (JsonNode) layers = NULL;

  if (!pn_take_node (source, "layers", JSON_NODE_ARRAY, &layers, error))
    return FALSE;
  for (guint i = 0; i < n_elements (layers); i++)
    if (!read_changed (self, element (layers, i), error))
      return FALSE;
  return place_layers (self, &patched->layers, (const PnId *)(gpointer)ids->data, ids->len, 1,
                       error) &&
         (is_all_placed (self) || does_not_fit (error));
}

/* (transfer full) (nullable): each skeleton of the patch. */
static GPtrArray *
read_skeletons (Patch *self, PnSource *source, GError **error)
{
  g_autoptr (GPtrArray) skeletons = g_ptr_array_new_with_free_func (pn_node_unref);
  g_autoptr (JsonNode) node = NULL;

  if (!pn_take_node (source, "skeletons", JSON_NODE_ARRAY, &node, error))
    return NULL;
  for (guint i = 0; i < n_elements (node); i++) {
    PnSkeletonNode *skeleton = pn_read_skeleton (element (node, i), self->reading, error);

    if (skeleton == NULL)
      return NULL;
    g_ptr_array_add (skeletons, skeleton);
  }
  return g_steal_pointer (&skeletons);
}

/* The list of ids of the patch; of those that are not named none stays. */
static gboolean
order_skeletons (PnRoot *patched, JsonNode *order, GPtrArray *changed, GError **error)
{
  g_autoptr (PnRoot) old = pn_root_copy (patched);

  pn_node_list_clear (&patched->skeletons);
  for (guint i = 0; i < n_elements (order); i++) {
    JsonNode *name = element (order, i);
    const PnSkeletonNode *found = NULL;
    PnId id = 0;

    if (json_node_get_value_type (name) != G_TYPE_STRING ||
        !pn_id_from_string (json_node_get_string (name), &id))
      return does_not_fit (error);
    found = pn_root_find_skeleton (old, id, NULL);
    for (guint j = 0; j < changed->len; j++)
      if (((const PnSkeletonNode *)g_ptr_array_index (changed, j))->id == id)
        found = g_ptr_array_index (changed, j);
    if (found == NULL)
      return does_not_fit (error);
    pn_node_list_insert (&patched->skeletons, i, found);
  }
  return TRUE;
}

static gboolean
patch_skeletons (Patch *self, PnRoot *patched, PnSource *source, GError **error)
{
  g_autoptr (GPtrArray) changed = read_skeletons (self, source, error);
  g_autoptr (JsonNode) order = NULL;
  guint index;

  if (changed == NULL || !pn_take_node (source, "order", JSON_NODE_ARRAY, &order, error) ||
      (order != NULL && !order_skeletons (patched, order, changed, error)))
    return FALSE;
  for (guint i = 0; i < changed->len; i++) {
    const PnSkeletonNode *skeleton = g_ptr_array_index (changed, i);

    if (pn_root_find_skeleton (patched, skeleton->id, &index) == NULL)
      return does_not_fit (error);
    pn_node_list_replace (&patched->skeletons, index, skeleton);
  }
  return TRUE;
}

static gboolean
find_track (const PnNodeList *tracks, const PnTrack *wanted, guint *index)
{
  for (guint i = 0; i < tracks->n_items; i++)
    if (pn_track_is_known (tracks->items[i]) && pn_track_compare (tracks->items[i], wanted) == 0) {
      *index = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
remove_tracks (PnNodeList *tracks, PnSource *source, GError **error)
{
  g_autoptr (JsonNode) removed = NULL;

  if (!pn_take_node (source, "removed", JSON_NODE_ARRAY, &removed, error))
    return FALSE;
  for (guint i = 0; i < n_elements (removed); i++) {
    g_autoptr (PnTrack) name = pn_read_track_name (element (removed, i), error);
    guint index;

    if (name == NULL)
      return FALSE;
    if (!find_track (tracks, name, &index))
      return does_not_fit (error);
    pn_node_list_remove (tracks, index);
  }
  return TRUE;
}

static gboolean
set_tracks (Patch *self, PnNodeList *tracks, PnSource *source, GError **error)
{
  g_autoptr (JsonNode) changed = NULL;

  if (!pn_take_node (source, "tracks", JSON_NODE_ARRAY, &changed, error))
    return FALSE;
  for (guint i = 0; i < n_elements (changed); i++) {
    g_autoptr (PnTrack) track = pn_read_track (element (changed, i), self->reading, error);
    guint index;

    if (track == NULL)
      return FALSE;
    if (!pn_track_is_known (track))
      return does_not_fit (error);
    if (find_track (tracks, track, &index))
      pn_node_list_replace (tracks, index, track);
    else
      pn_node_list_insert (tracks, 0, track);
  }
  return TRUE;
}

static gboolean
retime_track (PnNodeList *tracks, JsonNode *node, GError **error)
{
  g_auto (PnSource) source = {0};
  g_autoptr (JsonNode) by = NULL;
  g_autoptr (JsonNode) frames = NULL;
  guint index;

  if (!pn_source_init (&source, node, PN_READ_STRICT, "retimed", error) ||
      !pn_take_node (&source, "by", JSON_NODE_VALUE, &by, error) ||
      !pn_take_node (&source, "frames", JSON_NODE_ARRAY, &frames, error))
    return FALSE;
  g_autoptr (PnTrack) name = pn_read_track_name (node, error);
  if (name == NULL)
    return FALSE;
  if (!find_track (tracks, name, &index))
    return does_not_fit (error);
  g_autoptr (PnTrack) track = pn_track_copy (tracks->items[index]);
  if (!pn_retime_track (track, by, frames))
    return does_not_fit (error);
  pn_node_list_replace (tracks, index, track);
  return TRUE;
}

static gboolean
retime_tracks (PnNodeList *tracks, PnSource *source, GError **error)
{
  g_autoptr (JsonNode) retimed = NULL;

  if (!pn_take_node (source, "retimed", JSON_NODE_ARRAY, &retimed, error))
    return FALSE;
  for (guint i = 0; i < n_elements (retimed); i++)
    if (!retime_track (tracks, element (retimed, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
set_unknown_tracks (Patch *self, PnNodeList *tracks, PnSource *source, GError **error)
{
  g_autoptr (JsonNode) unknown = NULL;

  if (!pn_take_node (source, "unknown", JSON_NODE_ARRAY, &unknown, error))
    return FALSE;
  if (unknown == NULL)
    return TRUE;
  for (guint i = tracks->n_items; i-- > 0;)
    if (!pn_track_is_known (tracks->items[i]))
      pn_node_list_remove (tracks, i);
  for (guint i = 0; i < n_elements (unknown); i++) {
    g_autoptr (PnTrack) track = pn_read_track (element (unknown, i), self->reading, error);

    if (track == NULL)
      return FALSE;
    if (pn_track_is_known (track))
      return does_not_fit (error);
    pn_node_list_insert (tracks, tracks->n_items, track);
  }
  return TRUE;
}

static gboolean
is_patch (PnSource *source, GError **error)
{
  gint64 version = 0;

  return pn_take_int (source, "patch", PN_FORMAT_VERSION, PN_FORMAT_VERSION, &version, error) &&
         (version != 0 || does_not_fit (error));
}

PnRoot *
pn_root_patch (const PnRoot *root, const char *patch, gsize length, GError **error)
{
  g_autoptr (JsonNode) node = pn_json_parse (patch, length, error);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PnId));
  g_autoptr (PnRoot) patched = NULL;
  g_auto (PnSource) source = {0};
  g_auto (Patch) self = {0};

  patch_init (&self, root);
  if (node == NULL || !pn_source_init (&source, node, PN_READ_STRICT, "patch", error) ||
      !is_patch (&source, error))
    return NULL;
  patched = patch_root (&self, root, &source, ids, error);
  if (patched == NULL)
    return NULL;
  pn_node_list_clear (&patched->skeletons);
  pn_node_list_copy (&patched->skeletons, &root->skeletons);
  pn_node_list_copy (&patched->tracks, &root->tracks);
  if (!patch_layers (&self, patched, &source, ids, error) ||
      !patch_skeletons (&self, patched, &source, error) ||
      !remove_tracks (&patched->tracks, &source, error) ||
      !set_tracks (&self, &patched->tracks, &source, error) ||
      !retime_tracks (&patched->tracks, &source, error) ||
      !set_unknown_tracks (&self, &patched->tracks, &source, error))
    return NULL;
  if (json_object_get_size (source.object) > 0) {
    does_not_fit (error);
    return NULL;
  }
  pn_root_sort_tracks (patched);
  return pn_root_check (patched, error) ? g_steal_pointer (&patched) : NULL;
}
