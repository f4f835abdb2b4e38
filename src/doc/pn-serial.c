/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-migrate-private.h"
#include "pn-source-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_QUARK (pn_doc_error, pn_doc_error)

char *
pn_root_to_json (const PnRoot *root, gsize *length)
{
  PnJsonWriter *writer = pn_json_writer_new ();

  pn_write_root (writer, NULL, root, PN_WRITE_WHOLE);
  return pn_json_writer_finish (writer, length);
}

PnRoot *
pn_root_from_json (const char *json, gsize length, GError **error)
{
  g_autoptr (JsonNode) node = pn_json_parse (json, length, error);
  g_autoptr (PnRoot) root = NULL;
  JsonObject *object;
  JsonNode *format;
  gint64 version;

  if (node == NULL)
    return NULL;
  object = json_node_get_object (node);
  format = json_object_get_member (object, "format");
  if (format == NULL || json_node_get_value_type (format) != G_TYPE_STRING ||
      strcmp (json_node_get_string (format), PN_FORMAT_NAME) != 0) {
    g_set_error_literal (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA,
                         _ ("This is not a Pantin document."));
    return NULL;
  }
  if (!pn_migrate (object, error))
    return NULL;
  version = json_object_get_int_member (object, "version");
  root = pn_read_root (node, version > PN_FORMAT_VERSION ? PN_READ_LENIENT : PN_READ_STRICT, NULL,
                       error);
  return root != NULL && pn_root_check (root, error) ? g_steal_pointer (&root) : NULL;
}

static int
compare_tracks (gconstpointer a, gconstpointer b)
{
  return pn_track_compare (*(gconstpointer const *)a, *(gconstpointer const *)b);
}

void
pn_root_sort_tracks (PnRoot *root)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_sized_new (root->tracks.n_items);

  /* A stable sort: the unknown ones keep their order. */
  for (guint i = 0; i < root->tracks.n_items; i++)
    g_ptr_array_add (tracks, (gpointer)(guintptr)root->tracks.items[i]);
  g_ptr_array_sort (tracks, compare_tracks);
  for (guint i = 0; i < tracks->len; i++)
    root->tracks.items[i] = g_ptr_array_index (tracks, i);
}

static gboolean
check_id (const PnId *id, GHashTable *ids, GError **error)
{
  g_autofree char *text = NULL;

  if (g_hash_table_add (ids, (gpointer)(guintptr)id))
    return TRUE;
  text = pn_id_to_string (*id);
  g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE,
               _ ("Two things in the document have the id %s."), text);
  return FALSE;
}

static gboolean
check_layers (const PnNodeList *layers, guint level, GHashTable *ids, GError **error)
{
  if (layers->n_items > 0 && level > PN_LAYER_NEST_MAX) {
    g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE,
                 _ ("Groups are nested more than %d levels deep."), PN_LAYER_NEST_MAX);
    return FALSE;
  }
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];

    if (!check_id (&layer->id, ids, error))
      return FALSE;
    for (guint j = 0; layer->puppet != NULL && j < layer->puppet->pins.n_items; j++) {
      const PnPin *pin = layer->puppet->pins.items[j];

      if (!check_id (&pin->id, ids, error))
        return FALSE;
    }
    if (!check_layers (&layer->children, level + 1, ids, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
pn_root_check (const PnRoot *root, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 1; i < root->tracks.n_items; i++) {
    const PnTrack *track = root->tracks.items[i];

    if (pn_track_is_known (track) && pn_track_compare (root->tracks.items[i - 1], track) == 0) {
      g_autofree char *id = pn_id_to_string (track->target);

      g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE,
                   _ ("The document has two tracks for “%s” of %s."),
                   pn_property_name (track->property), id);
      return FALSE;
    }
  }
  return check_layers (&root->layers, 1, ids, error);
}
