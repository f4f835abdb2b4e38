/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-pictures.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-import.h"

static void
incoming_free (gpointer data)
{
  PnIncoming *one = data;

  g_free (one->path);
  g_clear_pointer (&one->bytes, g_bytes_unref);
  g_free (one->asset);
  g_clear_pointer (&one->picture, pn_picture_unref);
  g_clear_error (&one->error);
  g_free (one);
}

GPtrArray *
pn_incoming_new_from_paths (const char *const *paths)
{
  GPtrArray *incoming = g_ptr_array_new_with_free_func (incoming_free);

  for (guint i = 0; paths[i] != NULL; i++) {
    PnIncoming *one = g_new0 (PnIncoming, 1);
    one->path = g_strdup (paths[i]);
    g_ptr_array_add (incoming, one);
  }
  return incoming;
}

GPtrArray *
pn_incoming_new_from_bytes (GBytes *bytes)
{
  GPtrArray *incoming = g_ptr_array_new_with_free_func (incoming_free);
  PnIncoming *one = g_new0 (PnIncoming, 1);

  one->bytes = g_bytes_ref (bytes);
  g_ptr_array_add (incoming, one);
  return incoming;
}

static void
read_one (PnIncoming *one, PnAssetStore *assets)
{
  if (one->bytes == NULL)
    one->picture = pn_import_open (one->path, &one->bytes, &one->error);
  else
    one->picture = pn_import_decode (one->bytes, &one->error);
  if (one->picture != NULL)
    one->asset = pn_asset_store_add (assets, one->bytes, &one->error);
  /* The store has it now. */
  g_clear_pointer (&one->bytes, g_bytes_unref);
}

gboolean
pn_incoming_read (GPtrArray *incoming, PnAssetStore *assets, const PnWork *work, GError **error)
{
  for (guint i = 0; i < incoming->len; i++) {
    if (!pn_work_tell (work, (double)i / incoming->len, error))
      return FALSE;
    read_one (g_ptr_array_index (incoming, i), assets);
  }
  return pn_work_tell (work, 1, error);
}

static JsonObject *
size_document (const PnIncoming *first)
{
  JsonObject *operation = pn_operation_new ("set_document");
  JsonArray *size = json_array_new ();

  json_array_add_int_element (size, first->picture->width);
  json_array_add_int_element (size, first->picture->height);
  json_object_set_array_member (operation, "size", size);
  return operation;
}

static JsonObject *
add_layer (const PnIncoming *one, PnPlace place, PnVec2 point_doc)
{
  JsonObject *operation = pn_operation_new ("add_image");

  json_object_set_string_member (operation, "asset", one->asset);
  if (one->path != NULL)
    json_object_set_string_member (operation, "path", one->path);
  if (place == PN_PLACE_CENTER) {
    /* On whole pixels, so that nothing of the picture is lost to filtering. */
    json_object_set_double_member (operation, "x", floor (point_doc.x - one->picture->width / 2.0));
    json_object_set_double_member (operation, "y",
                                   floor (point_doc.y - one->picture->height / 2.0));
  }
  return operation;
}

static void
select_top (PnEditor *editor)
{
  const PnRoot *root = pn_session_get_root (pn_editor_get_session (editor));
  const PnLayer *top = root->layers.items[root->layers.n_items - 1];

  pn_view_select_layer (pn_editor_get_view (editor), top->id, PN_SELECT_ONLY);
}

gboolean
pn_incoming_add (GPtrArray *incoming, PnEditor *editor, PnPlace place, PnVec2 point_doc)
{
  PnPictureCache *pictures = pn_ops_context_get_pictures (pn_editor_get_context (editor));
  JsonArray *operations = json_array_new ();

  for (guint i = 0; i < incoming->len; i++) {
    const PnIncoming *one = g_ptr_array_index (incoming, i);
    if (one->error != NULL) {
      pn_editor_say (editor, PN_MESSAGE_ERROR, "%s", one->error->message);
      continue;
    }
    if (place == PN_PLACE_START && json_array_get_length (operations) == 0)
      json_array_add_object_element (operations, size_document (one));
    pn_picture_cache_put (pictures, one->asset, one->picture);
    json_array_add_object_element (operations, add_layer (one, place, point_doc));
  }
  if (json_array_get_length (operations) == 0) {
    json_array_unref (operations);
    return FALSE;
  }
  if (!pn_editor_run_all (editor, "add_image", operations))
    return FALSE;
  select_top (editor);
  return TRUE;
}
