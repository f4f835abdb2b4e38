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

/* Descriptors beyond this are left to the rest of the program. */
#define MOST_DESCRIPTORS 768

/* A file of the folder that was met is kept open: who takes the folder away takes nothing of the
 * document with it. */
typedef struct {
  gatomicrefcount ref_count;
  int fd;
} OpenFile;

/* Where an asset is that was met: one of the three. */
typedef struct {
  GBytes *bytes;       /* (nullable) */
  PnZipReader *reader; /* (nullable) */
  guint index;
  OpenFile *file; /* (nullable) */
} Place;

struct _PnAssetStore {
  GObject parent;
  GRWLock folder_lock; /* writers of files hold it for reading */
  char *folder;        /* (nullable) */
  GMutex lock;
  GHashTable *places; /* hash -> Place; where there is a folder, not all that are there */
};

G_DEFINE_FINAL_TYPE (PnAssetStore, pn_asset_store, G_TYPE_OBJECT)

static OpenFile *
open_file_ref (OpenFile *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
open_file_unref (OpenFile *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  close (self->fd);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OpenFile, open_file_unref)

static void
place_clear (Place *place)
{
  g_clear_pointer (&place->bytes, g_bytes_unref);
  g_clear_pointer (&place->reader, pn_zip_reader_unref);
  g_clear_pointer (&place->file, open_file_unref);
}

static void
place_free (gpointer data)
{
  place_clear (data);
  g_free (data);
}

static Place
place_copy (const Place *place)
{
  return (Place){
      .bytes = place->bytes != NULL ? g_bytes_ref (place->bytes) : NULL,
      .reader = place->reader != NULL ? pn_zip_reader_ref (place->reader) : NULL,
      .index = place->index,
      .file = place->file != NULL ? open_file_ref (place->file) : NULL,
  };
}

static void
pn_asset_store_finalize (GObject *object)
{
  PnAssetStore *self = PN_ASSET_STORE (object);

  g_hash_table_unref (self->places);
  g_mutex_clear (&self->lock);
  g_rw_lock_clear (&self->folder_lock);
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
  g_rw_lock_init (&self->folder_lock);
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

/* (transfer full) (nullable) */
static char *
get_folder (PnAssetStore *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return g_strdup (self->folder);
}

/* A copy of the place that stays valid without the lock. FALSE where there is none. */
static gboolean
find_place (PnAssetStore *self, const char *hash, Place *place)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const Place *found = g_hash_table_lookup (self->places, hash);

  if (found == NULL)
    return FALSE;
  *place = place_copy (found);
  return TRUE;
}

/* Takes nothing. */
static void
remember (PnAssetStore *self, const char *hash, const Place *place)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  Place copy = place_copy (place);

  g_hash_table_replace (self->places, g_strdup (hash), g_memdup2 (&copy, sizeof copy));
}

/* The file in the folder, which is kept open from now on, but for want of descriptors. The name
 * comes from documents, so it may be any text. (transfer full) (nullable) */
static OpenFile *
open_in_folder (PnAssetStore *self, const char *folder, const char *hash, GError **error)
{
  g_autofree char *path = g_build_filename (folder, hash, NULL);
  int fd = pn_is_asset_name (hash) ? open (path, O_RDONLY | O_CLOEXEC) : -1;
  struct stat info;
  OpenFile *file;

  if (fd < 0 || fstat (fd, &info) != 0 || !S_ISREG (info.st_mode)) {
    int code = fd < 0 && pn_is_asset_name (hash) ? errno : ENOENT;

    if (fd >= 0)
      close (fd);
    if (code == ENOENT)
      missing (hash, error);
    else
      g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_READ, _ ("“%s” could not be read: %s."),
                   path, g_strerror (code));
    return NULL;
  }
  file = g_new0 (OpenFile, 1);
  g_atomic_ref_count_init (&file->ref_count);
  file->fd = fd;
  if (fd < MOST_DESCRIPTORS)
    remember (self, hash, &(Place){.file = file});
  return file;
}

/* Where it is, be it the folder. FALSE where it is nowhere. */
static gboolean
look_up (PnAssetStore *self, const char *hash, Place *place, GError **error)
{
  g_autofree char *folder = NULL;

  if (find_place (self, hash, place))
    return TRUE;
  folder = get_folder (self);
  if (folder == NULL)
    return missing (hash, error);
  *place = (Place){.file = open_in_folder (self, folder, hash, error)};
  return place->file != NULL;
}

/* (transfer full) (nullable) */
static GBytes *
read_file (const OpenFile *file, const char *hash, GError **error)
{
  struct stat info;
  g_autofree char *data = NULL;
  gsize n_read = 0;

  if (fstat (file->fd, &info) != 0 ||
      (data = g_try_malloc (MAX ((gsize)info.st_size, 1))) == NULL) {
    damaged (hash, error);
    return NULL;
  }
  while (n_read < (gsize)info.st_size) {
    gssize n = pread (file->fd, data + n_read, (gsize)info.st_size - n_read, (goffset)n_read);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0) {
      g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_READ, _ ("“%s” could not be read: %s."),
                   hash, g_strerror (errno));
      return NULL;
    }
    if (n == 0)
      break;
    n_read += (gsize)n;
  }
  return g_bytes_new_take (g_steal_pointer (&data), n_read);
}

/* (transfer full) (nullable) */
static GBytes *
read_unchecked (PnAssetStore *self, const char *hash, GError **error)
{
  Place place;
  GBytes *bytes;

  if (!look_up (self, hash, &place, error))
    return NULL;
  if (place.file != NULL)
    bytes = read_file (place.file, hash, error);
  else if (place.reader != NULL)
    bytes = pn_zip_reader_read_bytes (place.reader, place.index, error);
  else
    bytes = g_bytes_ref (place.bytes);
  place_clear (&place);
  return bytes;
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
write_to_folder (PnAssetStore *self,
                 const char *folder,
                 const char *hash,
                 GBytes *bytes,
                 GError **error)
{
  g_autofree char *path = g_build_filename (folder, hash, NULL);
  g_autoptr (OpenFile) old = open_in_folder (self, folder, hash, NULL);
  g_autoptr (GBytes) old_bytes = old != NULL ? read_file (old, hash, NULL) : NULL;
  gsize n_bytes = 0;
  const void *data = g_bytes_get_data (bytes, &n_bytes);

  if (old_bytes != NULL && g_bytes_equal (old_bytes, bytes))
    return TRUE;
  if (!pn_durable_file_set_contents (path, data, n_bytes, FILE_MODE, error))
    return FALSE;
  g_clear_pointer (&old, open_file_unref);
  old = open_in_folder (self, folder, hash, NULL);
  return TRUE;
}

static gboolean
put (PnAssetStore *self, const char *hash, GBytes *bytes, GError **error)
{
  g_autoptr (GRWLockReaderLocker) locker = g_rw_lock_reader_locker_new (&self->folder_lock);
  g_autofree char *folder = get_folder (self);

  if (g_bytes_get_size (bytes) > PN_ZIP_MAX_ENTRY_SIZE) {
    g_set_error_literal (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT,
                         _ ("A picture of more than 2 GiB cannot be a part of a document."));
    return FALSE;
  }
  if (folder != NULL)
    return write_to_folder (self, folder, hash, bytes, error);
  if (!pn_asset_store_contains (self, hash))
    remember (self, hash, &(Place){.bytes = bytes});
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
  Place place;

  g_return_val_if_fail (PN_IS_ASSET_STORE (self) && hash != NULL, FALSE);

  if (!look_up (self, hash, &place, NULL))
    return FALSE;
  place_clear (&place);
  return TRUE;
}

gboolean
pn_asset_store_copy (PnAssetStore *self, PnAssetStore *from, const char *hash, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *folder = NULL;

  if (self == from)
    return pn_asset_store_contains (self, hash) || missing (hash, error);
  folder = get_folder (from);
  /* Without a folder it was hashed when it came in, and what a container gives has its checksum. */
  bytes =
      folder != NULL ? pn_asset_store_get (from, hash, error) : read_unchecked (from, hash, error);
  return bytes != NULL && put (self, hash, bytes, error);
}

gboolean
pn_asset_store_attach (PnAssetStore *self,
                       const char *hash,
                       PnZipReader *reader,
                       guint index,
                       GError **error)
{
  g_autofree char *folder = get_folder (self);
  g_autoptr (GBytes) bytes = NULL;

  if (folder == NULL) {
    remember (self, hash, &(Place){.reader = reader, .index = index});
    return TRUE;
  }
  bytes = pn_zip_reader_read_bytes (reader, index, error);
  return bytes != NULL && put (self, hash, bytes, error);
}

/* --- Another folder. */

/* What is known to be there and what the folder has besides. (transfer full): char * */
static GPtrArray *
list_all (PnAssetStore *self)
{
  g_autofree char *folder = get_folder (self);
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer key;
  const char *name;

  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (names, g_strdup (key));
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (pn_is_asset_name (name))
      g_hash_table_add (names, g_strdup (name));
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    g_hash_table_iter_steal (&iter);
    g_ptr_array_add (list, key);
  }
  return list;
}

gboolean
pn_asset_store_copy_all (PnAssetStore *self, PnAssetStore *from, const PnWork *work, GError **error)
{
  g_autoptr (GPtrArray) names = list_all (from);

  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);

    if (!pn_work_tell (work, (double)i / names->len, error) ||
        (!pn_asset_store_contains (self, name) && !pn_asset_store_copy (self, from, name, error)))
      return FALSE;
  }
  return TRUE;
}

gboolean
pn_asset_store_become (PnAssetStore *self, PnAssetStore *other, GError **error)
{
  g_autoptr (GRWLockWriterLocker) locker = NULL;
  g_autoptr (GMutexLocker) other_locker = NULL;
  g_autoptr (GMutexLocker) own_locker = NULL;

  g_return_val_if_fail (other->folder != NULL, FALSE);

  locker = g_rw_lock_writer_locker_new (&self->folder_lock);
  if (!pn_asset_store_copy_all (other, self, NULL, error))
    return FALSE;
  own_locker = g_mutex_locker_new (&self->lock);
  g_free (self->folder);
  self->folder = g_steal_pointer (&other->folder);
  g_hash_table_unref (self->places);
  self->places = g_hash_table_ref (other->places);
  return TRUE;
}

/* --- A look at one. */

static gboolean
peek_file (const OpenFile *file,
           const char *hash,
           guint64 *size,
           void *head,
           gsize *n_head,
           GError **error)
{
  struct stat info;
  gssize n_read = -1;

  if (fstat (file->fd, &info) == 0)
    n_read = pread (file->fd, head, *n_head, 0);
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

  if (place->file != NULL)
    return peek_file (place->file, hash, size, head, n_head, error);
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

  if (!look_up (self, hash, &place, error))
    return FALSE;
  done = peek_place (&place, hash, size, head, n_head, error);
  place_clear (&place);
  return done;
}
