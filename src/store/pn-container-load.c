/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-asset-store-private.h"
#include "pn-container-private.h"
#include "pn-granted.h"
#include "pn-json.h"
#include "pn-serial.h"

typedef struct {
  const char *path;
  char *shown;
  PnZipReader *reader;
  PnAssetStore *assets;
  PnContainerRest *rest;
  PnRoot *root;
  GHashTable *named;    /* hashes that the root names and that were not met yet */
  GHashTable *possible; /* hashes that what a later version wrote in the root may mean */
  const PnWork *work;   /* (nullable) */
  guint64 total_size, read_size;
  GChecksum *checksum; /* of the part that is read */
} Load;

static gboolean
not_ours (Load *load, GError **error)
{
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_NOT_A_CONTAINER,
               _ ("“%s” is not a Pantin document."), load->shown);
  return FALSE;
}

/* Archives packed again by hand may lack this part, but other programs' documents have another. */
static gboolean
check_mimetype (Load *load, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) ours =
      g_bytes_new_static (PN_CONTAINER_MIMETYPE, strlen (PN_CONTAINER_MIMETYPE));
  guint index;

  if (!pn_zip_reader_find (load->reader, PN_CONTAINER_MIMETYPE_PART, &index))
    return TRUE;
  if (pn_zip_reader_entry (load->reader, index)->size != strlen (PN_CONTAINER_MIMETYPE))
    return not_ours (load, error);
  bytes = pn_zip_reader_read_bytes (load->reader, index, error);
  return bytes != NULL && (g_bytes_equal (bytes, ours) || not_ours (load, error));
}

static gboolean
read_document (Load *load, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  GError *cause = NULL;
  const char *json;
  gsize length;
  guint index;

  if (!pn_zip_reader_find (load->reader, PN_CONTAINER_DOCUMENT_PART, &index))
    return not_ours (load, error);
  if (pn_zip_reader_entry (load->reader, index)->size > PN_JSON_BYTES_MAX) {
    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT,
                 _ ("“%s” was not opened: its list of layers and keys is larger than 64 MiB."),
                 load->shown);
    return FALSE;
  }
  bytes = pn_zip_reader_read_bytes (load->reader, index, error);
  if (bytes == NULL)
    return FALSE;
  json = g_bytes_get_data (bytes, &length);
  load->root = pn_root_from_json (json != NULL ? json : "", length, &cause);
  if (load->root == NULL) {
    g_set_error (error, cause->domain, cause->code, _ ("“%s” was not opened. %s"), load->shown,
                 cause->message);
    g_error_free (cause);
  }
  return load->root != NULL;
}

static gboolean
hash_cb (gconstpointer data, gsize n_bytes, gpointer user_data, GError **error)
{
  Load *load = user_data;

  g_checksum_update (load->checksum, data, (gssize)n_bytes);
  load->read_size += n_bytes;
  return pn_work_tell (load->work, (double)load->read_size / (double)load->total_size, error);
}

static gboolean
is_asset_part (const char *name)
{
  return g_str_has_prefix (name, PN_CONTAINER_ASSETS_FOLDER) &&
         pn_is_asset_name (name + strlen (PN_CONTAINER_ASSETS_FOLDER));
}

/* Whether a part is kept though this version has no use for it. An asset that nothing names is left
 * over, unless a later version may name it in a way that this one cannot read. */
static gboolean
is_kept (Load *load, const char *name)
{
  return !is_asset_part (name) || load->root->version > PN_FORMAT_VERSION;
}

/* Everything is unpacked once, in pieces, so that damage is found now and not in an hour. */
static gboolean
take_part (Load *load, guint index, GError **error)
{
  const char *name = pn_zip_reader_entry (load->reader, index)->name;
  const char *hash;

  g_checksum_reset (load->checksum);
  if (!pn_zip_reader_read (load->reader, index, hash_cb, load, error))
    return FALSE;
  hash = g_checksum_get_string (load->checksum);
  if (is_asset_part (name) && strcmp (name + strlen (PN_CONTAINER_ASSETS_FOLDER), hash) != 0) {
    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_DAMAGED,
                 _ ("“%s” is damaged: its part “%s” is not what was saved under this name."),
                 load->shown, name);
    return FALSE;
  }
  if (is_asset_part (name) &&
      (g_hash_table_remove (load->named, hash) || g_hash_table_contains (load->possible, hash)))
    return pn_asset_store_attach (load->assets, hash, load->reader, index, error);
  if (!is_kept (load, name))
    return TRUE;
  pn_container_rest_add (load->rest, name, hash);
  return pn_asset_store_attach (load->assets, hash, load->reader, index, error);
}

static void
list_hashes (Load *load)
{
  g_autoptr (GPtrArray) named = pn_root_list_assets (load->root);
  g_autoptr (GPtrArray) possible = pn_root_list_possible_assets (load->root);

  for (guint i = 0; i < named->len; i++)
    g_hash_table_add (load->named, g_ptr_array_index (named, i));
  for (guint i = 0; i < possible->len; i++)
    g_hash_table_add (load->possible, g_ptr_array_index (possible, i));
}

/* Parts that are neither assets nor kept: they are read by themselves, or made anew. */
static gboolean
is_own_part (const char *name)
{
  return strcmp (name, PN_CONTAINER_MIMETYPE_PART) == 0 ||
         strcmp (name, PN_CONTAINER_DOCUMENT_PART) == 0 ||
         strcmp (name, PN_CONTAINER_THUMBNAIL_PART) == 0;
}

static void
sum_sizes (Load *load)
{
  for (guint i = 0; i < pn_zip_reader_n_entries (load->reader); i++) {
    const PnZipEntry *entry = pn_zip_reader_entry (load->reader, i);

    if (!is_own_part (entry->name))
      load->total_size += entry->size;
  }
}

static gboolean
take_parts (Load *load, GError **error)
{
  GHashTableIter iter;
  gpointer missing;

  list_hashes (load);
  sum_sizes (load);
  for (guint i = 0; i < pn_zip_reader_n_entries (load->reader); i++) {
    if (!is_own_part (pn_zip_reader_entry (load->reader, i)->name) && !take_part (load, i, error))
      return FALSE;
  }
  g_hash_table_iter_init (&iter, load->named);
  if (!g_hash_table_iter_next (&iter, &missing, NULL))
    return TRUE;
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING,
               _ ("“%s” was not opened: it needs the data “%s”, which it does not hold."),
               load->shown, (const char *)missing);
  return FALSE;
}

static gboolean
load_all (Load *load, GError **error)
{
  load->reader = pn_zip_reader_open (load->path, error);
  return load->reader != NULL && check_mimetype (load, error) && read_document (load, error) &&
         take_parts (load, error);
}

PnRoot *
pn_container_load (const char *path,
                   PnAssetStore *assets,
                   PnContainerRest **rest,
                   const PnWork *work,
                   GError **error)
{
  Load load = {.path = path, .assets = assets, .work = work};
  gboolean loaded;

  g_return_val_if_fail (path != NULL && PN_IS_ASSET_STORE (assets), NULL);

  load.shown = pn_granted_describe (path);
  load.rest = pn_container_rest_new (assets);
  load.named = g_hash_table_new (g_str_hash, g_str_equal);
  load.possible = g_hash_table_new (g_str_hash, g_str_equal);
  load.checksum = g_checksum_new (G_CHECKSUM_SHA256);
  loaded = load_all (&load, error);
  load.rest = pn_container_rest_finish (load.rest);
  if (loaded && rest != NULL)
    *rest = pn_container_rest_ref (load.rest);
  if (!loaded)
    g_clear_pointer (&load.root, pn_node_unref);

  pn_container_rest_unref (load.rest);
  g_hash_table_unref (load.named);
  g_hash_table_unref (load.possible);
  g_checksum_free (load.checksum);
  g_clear_pointer (&load.reader, pn_zip_reader_unref);
  g_free (load.shown);
  return load.root;
}
