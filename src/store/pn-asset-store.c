/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-asset-store-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-durable-file-private.h"
#include "pn-serial.h"

/* Pictures and meshes of one person's work. */
#define FOLDER_MODE 0700
#define FILE_MODE 0600

/* Where an asset of a store without a folder is. */
typedef struct {
  GBytes *bytes;       /* (nullable): in `reader` */
  PnZipReader *reader; /* (nullable) */
  guint index;
} Place;

struct _PnAssetStore {
  GObject parent;
  char *folder; /* (nullable) */
  GMutex lock;
  GHashTable *places; /* hash -> Place; empty where there is a folder */
};

G_DEFINE_FINAL_TYPE (PnAssetStore, pn_asset_store, G_TYPE_OBJECT)

static void
place_free (gpointer data)
{
  Place *place = data;

  g_clear_pointer (&place->bytes, g_bytes_unref);
  g_clear_pointer (&place->reader, pn_zip_reader_unref);
  g_free (place);
}

static void
pn_asset_store_finalize (GObject *object)
{
  PnAssetStore *self = PN_ASSET_STORE (object);

  g_hash_table_unref (self->places);
  g_mutex_clear (&self->lock);
  g_free (self->folder);
  G_OBJECT_CLASS (pn_asset_store_parent_class)->finalize (object);
}

static void
pn_asset_store_class_init (PnAssetStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pn_asset_store_finalize;
}

static void
pn_asset_store_init (PnAssetStore *self)
{
  g_mutex_init (&self->lock);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, place_free);
}

PnAssetStore *
pn_asset_store_new (const char *folder, GError **error)
{
  g_autoptr (PnAssetStore) self = g_object_new (PN_TYPE_ASSET_STORE, NULL);

  if (folder != NULL && !pn_make_durable_folder (folder, FOLDER_MODE, error))
    return NULL;
  self->folder = g_strdup (folder);
  return g_steal_pointer (&self);
}

static gboolean
missing (const char *hash, GError **error)
{
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING,
               _ ("The data “%s” that the document needs is nowhere to be found."), hash);
  return FALSE;
}

static gboolean
damaged (const char *hash, GError **error)
{
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_DAMAGED,
               _ ("The data “%s” is damaged: it is not what was stored under this name."), hash);
  return FALSE;
}

static char *
get_path (PnAssetStore *self, const char *hash)
{
  return g_build_filename (self->folder, hash, NULL);
}

/* The name comes from documents, so it may be any text. (transfer full) (nullable) */
static GBytes *
read_from_folder (PnAssetStore *self, const char *hash, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) cause = NULL;
  char *data = NULL;
  gsize n_bytes = 0;

  if (!pn_is_asset_name (hash)) {
    missing (hash, error);
    return NULL;
  }
  path = get_path (self, hash);
  if (g_file_get_contents (path, &data, &n_bytes, &cause))
    return g_bytes_new_take (data, n_bytes);
  if (g_error_matches (cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    missing (hash, error);
  else
    g_set_error_literal (error, PN_STORE_ERROR, PN_STORE_ERROR_READ, cause->message);
  return NULL;
}

/* A copy of the place that stays valid without the lock. FALSE where there is none. */
static gboolean
find_place (PnAssetStore *self, const char *hash, Place *place)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const Place *found = g_hash_table_lookup (self->places, hash);

  if (found == NULL)
    return FALSE;
  *place = *found;
  if (place->bytes != NULL)
    g_bytes_ref (place->bytes);
  if (place->reader != NULL)
    pn_zip_reader_ref (place->reader);
  return TRUE;
}

/* (transfer full) (nullable) */
static GBytes *
read_from_place (PnAssetStore *self, const char *hash, GError **error)
{
  g_autoptr (PnZipReader) reader = NULL;
  Place place;

  if (!find_place (self, hash, &place)) {
    missing (hash, error);
    return NULL;
  }
  if (place.bytes != NULL)
    return place.bytes;
  reader = place.reader;
  return pn_zip_reader_read_bytes (reader, place.index, error);
}

/* (transfer full) (nullable) */
static GBytes *
read_unchecked (PnAssetStore *self, const char *hash, GError **error)
{
  return self->folder != NULL ? read_from_folder (self, hash, error)
                              : read_from_place (self, hash, error);
}

GBytes *
pn_asset_store_get (PnAssetStore *self, const char *hash, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *found = NULL;

  g_return_val_if_fail (PN_IS_ASSET_STORE (self) && hash != NULL, NULL);

  bytes = read_unchecked (self, hash, error);
  if (bytes == NULL)
    return NULL;
  found = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  if (strcmp (found, hash) != 0) {
    damaged (hash, error);
    return NULL;
  }
  return g_steal_pointer (&bytes);
}

/* An asset that is there is not written again, unless it no longer is what its name says. */
static gboolean
write_to_folder (PnAssetStore *self, const char *hash, GBytes *bytes, GError **error)
{
  g_autofree char *path = get_path (self, hash);
  g_autoptr (GBytes) old = read_from_folder (self, hash, NULL);
  gsize n_bytes = 0;
  const void *data = g_bytes_get_data (bytes, &n_bytes);

  if (old != NULL && g_bytes_equal (old, bytes))
    return TRUE;
  return pn_durable_file_set_contents (path, data, n_bytes, FILE_MODE, error);
}

static void
remember (PnAssetStore *self, const char *hash, GBytes *bytes, PnZipReader *reader, guint index)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  Place *place;

  if (g_hash_table_contains (self->places, hash))
    return;
  place = g_new0 (Place, 1);
  place->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  place->reader = reader != NULL ? pn_zip_reader_ref (reader) : NULL;
  place->index = index;
  g_hash_table_insert (self->places, g_strdup (hash), place);
}

static gboolean
put (PnAssetStore *self, const char *hash, GBytes *bytes, GError **error)
{
  if (g_bytes_get_size (bytes) > PN_ZIP_MAX_ENTRY_SIZE) {
    g_set_error_literal (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT,
                         _ ("A picture of more than 2 GiB cannot be a part of a document."));
    return FALSE;
  }
  if (self->folder != NULL)
    return write_to_folder (self, hash, bytes, error);
  remember (self, hash, bytes, NULL, 0);
  return TRUE;
}

char *
pn_asset_store_add (PnAssetStore *self, GBytes *bytes, GError **error)
{
  g_autofree char *hash = NULL;

  g_return_val_if_fail (PN_IS_ASSET_STORE (self) && bytes != NULL, NULL);

  hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  return put (self, hash, bytes, error) ? g_steal_pointer (&hash) : NULL;
}

gboolean
pn_asset_store_contains (PnAssetStore *self, const char *hash)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (PN_IS_ASSET_STORE (self) && hash != NULL, FALSE);

  if (self->folder == NULL) {
    g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

    return g_hash_table_contains (self->places, hash);
  }
  if (!pn_is_asset_name (hash))
    return FALSE;
  path = get_path (self, hash);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

gboolean
pn_asset_store_copy (PnAssetStore *self, PnAssetStore *from, const char *hash, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (self == from)
    return pn_asset_store_contains (self, hash) || missing (hash, error);
  /* Without a folder it was hashed when it came in, and what a container gives has its checksum. */
  bytes = from->folder != NULL ? pn_asset_store_get (from, hash, error)
                               : read_from_place (from, hash, error);
  return bytes != NULL && put (self, hash, bytes, error);
}

gboolean
pn_asset_store_attach (PnAssetStore *self,
                       const char *hash,
                       PnZipReader *reader,
                       guint index,
                       GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (self->folder == NULL) {
    remember (self, hash, NULL, reader, index);
    return TRUE;
  }
  bytes = pn_zip_reader_read_bytes (reader, index, error);
  return bytes != NULL && write_to_folder (self, hash, bytes, error);
}

static gboolean
peek_file (PnAssetStore *self,
           const char *hash,
           guint64 *size,
           void *head,
           gsize *n_head,
           GError **error)
{
  g_autofree char *path = get_path (self, hash);
  int fd = openat (AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  gssize n_read = -1;

  if (fd < 0)
    return missing (hash, error);
  if (fstat (fd, &info) == 0)
    n_read = pread (fd, head, *n_head, 0);
  close (fd);
  if (n_read < 0)
    return damaged (hash, error);
  *size = (guint64)info.st_size;
  *n_head = (gsize)n_read;
  return TRUE;
}

static gboolean
peek_place (const Place *place,
            const char *hash,
            guint64 *size,
            void *head,
            gsize *n_head,
            GError **error)
{
  gssize n_read;

  if (place->bytes != NULL) {
    *size = g_bytes_get_size (place->bytes);
    *n_head = MIN (*n_head, *size);
    if (*n_head > 0)
      memcpy (head, g_bytes_get_data (place->bytes, NULL), *n_head);
    return TRUE;
  }
  *size = pn_zip_reader_entry (place->reader, place->index)->size;
  n_read = pn_zip_reader_peek (place->reader, place->index, head, *n_head);
  if (n_read < 0)
    return damaged (hash, error);
  *n_head = (gsize)n_read;
  return TRUE;
}

gboolean
pn_asset_store_peek (PnAssetStore *self,
                     const char *hash,
                     guint64 *size,
                     void *head,
                     gsize *n_head,
                     GError **error)
{
  Place place;
  gboolean done;

  if (self->folder != NULL)
    return pn_is_asset_name (hash) ? peek_file (self, hash, size, head, n_head, error)
                                   : missing (hash, error);
  if (!find_place (self, hash, &place))
    return missing (hash, error);
  done = peek_place (&place, hash, size, head, n_head, error);
  g_clear_pointer (&place.bytes, g_bytes_unref);
  g_clear_pointer (&place.reader, pn_zip_reader_unref);
  return done;
}
