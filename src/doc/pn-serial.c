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

char *
pn_track_to_json (const PnTrack *track, gsize *length)
{
  PnJsonWriter *writer = pn_json_writer_new ();

  pn_write_track (writer, track);
  return pn_json_writer_finish (writer, length);
}

PnTrack *
pn_track_from_json (const char *json, gsize length, GError **error)
{
  g_autoptr (JsonNode) node = pn_json_parse (json, length, error);
  g_autoptr (PnTrack) track = node != NULL ? pn_read_track (node, PN_READ_STRICT, error) : NULL;

  if (track == NULL)
    return NULL;
  if (!pn_track_is_known (track)) {
    g_set_error_literal (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA,
                         _ ("These are not keys of a track that this version of Pantin knows."));
    return NULL;
  }
  return g_steal_pointer (&track);
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
