/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-asset-store-private.h"
#include "pn-container-private.h"
#include "pn-durable-file-private.h"
#include "pn-granted.h"
#include "pn-json.h"
#include "pn-serial.h"
#include "pn-zip-file-private.h"

/* The first moment that zips know, 1980-01-01 00:00, so that the same root gives the same bytes. */
#define DOS_TIME 0
#define DOS_DATE (0 << 9 | 1 << 5 | 1)

/* zlib's own default: within 1 or 2 % of the best, at a third of its time. */
#define DEFLATE_LEVEL 6

/* How much of a save is done when all is handed to the disk, which then takes it. */
#define WRITTEN 0.9

typedef struct {
  PnDurableFile *target;
  char *shown;
  PnZipFile file;
  zip_t *zip;
  guint64 total_size, read_size;
  GHashTable *names;  /* of the parts that are there already */
  GError *error;      /* of an asset, met while libzip was writing */
  const PnWork *work; /* (nullable) */
} Save;

/* An asset as libzip reads it: in memory only while it is written. */
typedef struct {
  Save *save;
  PnAssetStore *store;
  char *hash;
  guint64 size;
  GBytes *bytes;
  gsize offset;
} AssetSource;

static zip_int64_t
open_asset (AssetSource *self)
{
  self->bytes = pn_asset_store_get (self->store, self->hash,
                                    self->save->error == NULL ? &self->save->error : NULL);
  self->offset = 0;
  return self->bytes != NULL && g_bytes_get_size (self->bytes) == self->size ? 0 : -1;
}

static zip_int64_t
read_asset (AssetSource *self, void *data, zip_uint64_t length)
{
  Save *save = self->save;
  gsize n = MIN (length, g_bytes_get_size (self->bytes) - self->offset);

  save->read_size += n;
  if (!pn_work_tell (save->work, WRITTEN * (double)save->read_size / (double)save->total_size,
                     save->error == NULL ? &save->error : NULL))
    return -1;
  if (n > 0)
    memcpy (data, (const guint8 *)g_bytes_get_data (self->bytes, NULL) + self->offset, n);
  self->offset += n;
  return (zip_int64_t)n;
}

static zip_int64_t
stat_asset (AssetSource *self, zip_stat_t *result)
{
  zip_stat_init (result);
  result->size = self->size;
  result->valid = ZIP_STAT_SIZE;
  return sizeof *result;
}

static void
free_asset (AssetSource *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_object_unref (self->store);
  g_free (self->hash);
  g_free (self);
}

static zip_int64_t
asset_cb (void *user_data, void *data, zip_uint64_t length, zip_source_cmd_t command)
{
  AssetSource *self = user_data;

  switch (command) {
  case ZIP_SOURCE_OPEN:
    return open_asset (self);
  case ZIP_SOURCE_READ:
    return read_asset (self, data, length);
  case ZIP_SOURCE_CLOSE:
    g_clear_pointer (&self->bytes, g_bytes_unref);
    return 0;
  case ZIP_SOURCE_STAT:
    return stat_asset (self, data);
  case ZIP_SOURCE_ERROR: {
    const int codes[2] = {ZIP_ER_READ, 0};

    if (length < sizeof codes)
      return -1;
    memcpy (data, codes, sizeof codes);
    return sizeof codes;
  }
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_READABLE;
  case ZIP_SOURCE_FREE:
    free_asset (self);
    return 0;
  default:
    return -1;
  }
}

static gboolean
too_large (Save *save, GError **error)
{
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT,
               _ ("“%s” was not saved: the document is larger than a file may be."), save->shown);
  return FALSE;
}

static gboolean
no_memory (Save *save, GError **error)
{
  return pn_durable_file_fail (save->target, ENOMEM, error);
}

/* Takes the cause, which names the asset. */
static gboolean
asset_failed (Save *save, GError *cause, GError **error)
{
  g_set_error (error, cause->domain, cause->code, _ ("“%s” was not saved. %s"), save->shown,
               cause->message);
  g_error_free (cause);
  return FALSE;
}

/* Takes the source. */
static gboolean
add_part (Save *save, const char *name, zip_source_t *source, int method, GError **error)
{
  /* Some versions of libzip mark even plain names as UTF-8, which `mimetype` must not be. */
  zip_flags_t encoding = g_str_is_ascii (name) ? ZIP_FL_ENC_GUESS : ZIP_FL_ENC_UTF_8;
  zip_int64_t index = -1;

  if (source != NULL)
    index = zip_file_add (save->zip, name, source, encoding);
  if (index < 0) {
    if (source != NULL)
      zip_source_free (source);
    return no_memory (save, error);
  }
  if (zip_set_file_compression (save->zip, (zip_uint64_t)index, method, DEFLATE_LEVEL) != 0 ||
      zip_file_set_dostime (save->zip, (zip_uint64_t)index, DOS_TIME, DOS_DATE, 0) != 0)
    return no_memory (save, error);
  return TRUE;
}

/* `data` stays the caller's, until the file is written. */
static gboolean
add_data (Save *save, const char *name, const void *data, gsize n_bytes, int method, GError **error)
{
  save->total_size += n_bytes;
  return add_part (save, name, zip_source_buffer (save->zip, data, n_bytes, 0), method, error);
}

static int
choose_method (const void *head, gsize n_head)
{
  static const char png[] = "\x89PNG\r\n\x1a\n";

  return n_head == sizeof png - 1 && memcmp (head, png, n_head) == 0 ? ZIP_CM_STORE
                                                                     : ZIP_CM_DEFLATE;
}

static gboolean
add_asset (Save *save, const char *name, PnAssetStore *store, const char *hash, GError **error)
{
  AssetSource *asset;
  zip_source_t *source;
  guint8 head[8];
  gsize n_head = sizeof head;
  guint64 size = 0;
  GError *cause = NULL;

  if (!g_hash_table_add (save->names, g_strdup (name)))
    return TRUE;
  if (!pn_asset_store_peek (store, hash, &size, head, &n_head, &cause))
    return asset_failed (save, cause, error);
  save->total_size += size;
  if (size > PN_ZIP_MAX_ENTRY_SIZE || save->total_size > PN_ZIP_MAX_TOTAL_SIZE)
    return too_large (save, error);
  asset = g_new0 (AssetSource, 1);
  asset->save = save;
  asset->store = g_object_ref (store);
  asset->hash = g_strdup (hash);
  asset->size = size;
  source = zip_source_function (save->zip, asset_cb, asset);
  if (source == NULL)
    free_asset (asset);
  return add_part (save, name, source, choose_method (head, n_head), error);
}

GPtrArray *
pn_container_list_assets (const PnRoot *root, PnAssetStore *assets)
{
  GPtrArray *hashes = pn_root_list_assets (root);
  g_autoptr (GPtrArray) possible = pn_root_list_possible_assets (root);

  for (guint i = 0; i < possible->len; i++)
    if (pn_asset_store_contains (assets, g_ptr_array_index (possible, i)))
      g_ptr_array_add (hashes, g_ptr_array_index (possible, i));
  return hashes;
}

static gboolean
add_assets (Save *save, const PnRoot *root, PnAssetStore *assets, GError **error)
{
  g_autoptr (GPtrArray) hashes = pn_container_list_assets (root, assets);

  for (guint i = 0; i < hashes->len; i++) {
    const char *hash = g_ptr_array_index (hashes, i);
    g_autofree char *name = g_strconcat (PN_CONTAINER_ASSETS_FOLDER, hash, NULL);

    if (!add_asset (save, name, assets, hash, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_rest (Save *save, PnContainerRest *rest, GError **error)
{
  for (guint i = 0; rest != NULL && i < rest->parts->len; i++) {
    const PnContainerPart *part = &g_array_index (rest->parts, PnContainerPart, i);

    if (!add_asset (save, part->name, rest->assets, part->hash, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
open_zip (Save *save, GError **error)
{
  zip_source_t *source;

  save->file.fd = pn_durable_file_get_fd (save->target);
  source = pn_zip_file_create_source (&save->file);
  if (source == NULL)
    return no_memory (save, error);
  save->zip = zip_open_from_source (source, ZIP_TRUNCATE, NULL);
  if (save->zip == NULL) {
    zip_source_free (source);
    return no_memory (save, error);
  }
  return TRUE;
}

/* libzip writes only now. */
static gboolean
close_zip (Save *save, GError **error)
{
  if (zip_close (save->zip) == 0) {
    save->zip = NULL;
    return TRUE;
  }
  if (save->error != NULL)
    return asset_failed (save, g_steal_pointer (&save->error), error);
  return pn_durable_file_fail (save->target, save->file.code != 0 ? save->file.code : EIO, error);
}

static gboolean
save_all (Save *save,
          const PnRoot *root,
          PnAssetStore *assets,
          PnContainerRest *rest,
          GBytes *thumbnail,
          GError **error)
{
  gsize length = 0;
  g_autofree char *json = pn_root_to_json (root, &length);

  if (length > PN_JSON_BYTES_MAX)
    return too_large (save, error);
  return open_zip (save, error) &&
         add_data (save, PN_CONTAINER_MIMETYPE_PART, PN_CONTAINER_MIMETYPE,
                   strlen (PN_CONTAINER_MIMETYPE), ZIP_CM_STORE, error) &&
         add_data (save, PN_CONTAINER_DOCUMENT_PART, json, length, ZIP_CM_DEFLATE, error) &&
         (thumbnail == NULL ||
          add_data (save, PN_CONTAINER_THUMBNAIL_PART, g_bytes_get_data (thumbnail, NULL),
                    g_bytes_get_size (thumbnail), ZIP_CM_STORE, error)) &&
         add_assets (save, root, assets, error) && add_rest (save, rest, error) &&
         close_zip (save, error) && pn_work_tell (save->work, WRITTEN, error) &&
         pn_durable_file_commit (save->target, error);
}

gboolean
pn_container_save (const char *path,
                   const PnRoot *root,
                   PnAssetStore *assets,
                   PnContainerRest *rest,
                   GBytes *thumbnail,
                   const PnWork *work,
                   GError **error)
{
  Save save = {.work = work};
  gboolean saved;

  g_return_val_if_fail (path != NULL && root != NULL && PN_IS_ASSET_STORE (assets), FALSE);

  save.target = pn_durable_file_new (path, 0666, error);
  if (save.target == NULL)
    return FALSE;
  save.shown = pn_granted_describe (path);
  save.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  saved = save_all (&save, root, assets, rest, thumbnail, error);

  if (save.zip != NULL)
    zip_discard (save.zip);
  g_clear_error (&save.error);
  g_hash_table_unref (save.names);
  g_free (save.shown);
  pn_durable_file_free (save.target);
  return saved;
}
