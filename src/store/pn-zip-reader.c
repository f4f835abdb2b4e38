/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-zip-reader-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-granted.h"
#include "pn-zip-file-private.h"

#define PIECE_SIZE 65536

/* Where libzip looks for the end of the directory: a comment of 65,535 bytes and the two records
 * before it. */
#define TAIL_SIZE (65535 + 22 + 20)

typedef struct {
  PnZipEntry public;
  zip_uint64_t zip_index;
} Entry;

struct PnZipReader {
  gatomicrefcount ref_count;
  char *shown; /* the path, for messages */
  PnZipFile file;
  goffset file_size;
  zip_t *zip;
  GMutex lock;      /* around libzip, which is not thread-safe */
  GArray *entries;  /* Entry */
  GHashTable *find; /* name -> index + 1 */
  guint64 total_size;
};

static gboolean
damaged (PnZipReader *self, GError **error)
{
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_DAMAGED,
               _ ("“%s” is cut off or damaged and was not opened."), self->shown);
  return FALSE;
}

static gboolean
unreadable (PnZipReader *self, int code, GError **error)
{
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_READ, _ ("“%s” could not be opened: %s."),
               self->shown, g_strerror (code));
  return FALSE;
}

static gboolean
too_large (PnZipReader *self, GError **error)
{
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT,
               _ ("“%s” would unpack to more than a document may hold and was not opened."),
               self->shown);
  return FALSE;
}

/* `format` is a translated sentence that names the file, then the part. */
static gboolean
bad_entry (PnZipReader *self, const char *name, const char *format, GError **error)
{
  g_autofree char *escaped = g_strescape (name, NULL);
  g_autofree char *message = g_strdup_printf (format, self->shown, escaped);

  g_set_error_literal (error, PN_STORE_ERROR, PN_STORE_ERROR_DAMAGED, message);
  return FALSE;
}

/* Without blocking on a pipe, and without following anything but links. */
static gboolean
open_file (PnZipReader *self, const char *path, GError **error)
{
  struct stat info;

  self->file.fd = openat (AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (self->file.fd < 0 || fstat (self->file.fd, &info) != 0)
    return unreadable (self, errno, error);
  if (S_ISDIR (info.st_mode))
    return unreadable (self, EISDIR, error);
  if (!S_ISREG (info.st_mode)) {
    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_NOT_A_CONTAINER, _ ("“%s” is not a file."),
                 self->shown);
    return FALSE;
  }
  if (info.st_size == 0) {
    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_NOT_A_CONTAINER,
                 _ ("“%s” is empty: it holds 0 bytes."), self->shown);
    return FALSE;
  }
  self->file_size = info.st_size;
  return TRUE;
}

/* The number of entries that a Zip64 end record at `offset` states; 0 where there is no such
 * record. */
static guint64
stated_entries (PnZipReader *self, guint64 offset)
{
  guint8 record[40];
  guint64 here = 0, all = 0;

  if (offset > (guint64)self->file_size ||
      pread (self->file.fd, record, sizeof record, (off_t)offset) != sizeof record ||
      memcmp (record, "PK\6\6", 4) != 0)
    return 0;
  memcpy (&here, record + 24, 8);
  memcpy (&all, record + 32, 8);
  return MAX (GUINT64_FROM_LE (here), GUINT64_FROM_LE (all));
}

/* libzip allocates room for as many entries as the end record states before it looks whether the
 * file could hold them, 2^64 if need be; so every record it might believe is checked first. (The
 * old record's 65,535 are no danger.) */
static gboolean
check_stated_entries (PnZipReader *self, GError **error)
{
  gsize n_tail = (gsize)MIN (self->file_size, TAIL_SIZE);
  g_autofree guint8 *tail = g_malloc (n_tail);
  gssize n_read = pread (self->file.fd, tail, n_tail, self->file_size - (goffset)n_tail);

  if (n_read != (gssize)n_tail)
    return damaged (self, error);
  for (gsize i = 0; i + 16 <= n_tail; i++) {
    guint64 offset = 0;

    if (memcmp (tail + i, "PK\6\7", 4) != 0)
      continue;
    memcpy (&offset, tail + i + 8, 8);
    if (stated_entries (self, GUINT64_FROM_LE (offset)) > PN_ZIP_MAX_ENTRIES)
      return too_large (self, error);
  }
  return TRUE;
}

static gboolean
open_zip (PnZipReader *self, GError **error)
{
  zip_source_t *source = pn_zip_file_create_source (&self->file);
  char magic[4] = "";
  zip_error_t zip_error;
  gboolean not_a_zip;

  if (source == NULL)
    return unreadable (self, ENOMEM, error);
  zip_error_init (&zip_error);
  self->zip = zip_open_from_source (source, ZIP_RDONLY | ZIP_CHECKCONS, &zip_error);
  zip_error_fini (&zip_error);
  if (self->zip != NULL)
    return TRUE;
  zip_source_free (source);
  if (self->file.code != 0 && self->file.code != EINVAL)
    return unreadable (self, self->file.code, error);
  not_a_zip = pread (self->file.fd, magic, sizeof magic, 0) != sizeof magic ||
              memcmp (magic, "PK\3\4", sizeof magic) != 0;
  if (!not_a_zip)
    return damaged (self, error);
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_NOT_A_CONTAINER,
               _ ("“%s” is not a Pantin document."), self->shown);
  return FALSE;
}

/* Whether a name stays inside the container for whoever unpacks it, on any system. */
static gboolean
stays_inside (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  if (name[0] == '\0' || name[0] == '/' || strpbrk (name, "\\:") != NULL)
    return FALSE;
  for (const char *c = name; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return FALSE;
  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i][0] == '\0' || strcmp (parts[i], ".") == 0 || strcmp (parts[i], "..") == 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_special (PnZipReader *self, zip_uint64_t index)
{
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  guint32 type;

  if (zip_file_get_external_attributes (self->zip, index, 0, &system, &attributes) != 0)
    return TRUE;
  type = (attributes >> 16) & S_IFMT;
  return system == ZIP_OPSYS_UNIX && type != 0 && type != S_IFREG && type != S_IFDIR;
}

static gboolean
check_entry (PnZipReader *self, zip_uint64_t index, const zip_stat_t *info, GError **error)
{
  const char *name = info->name;
  g_autofree char *bare =
      g_str_has_suffix (name, "/") ? g_strndup (name, strlen (name) - 1) : g_strdup (name);

  if (!g_utf8_validate (name, -1, NULL) || !stays_inside (bare))
    return bad_entry (self, name,
                      _ ("“%s” holds the part “%s”, whose name could lead out of the document."),
                      error);
  if (is_special (self, index))
    return bad_entry (self, name, _ ("“%s” holds the part “%s”, which is a link or a device."),
                      error);
  if (info->encryption_method != ZIP_EM_NONE)
    return bad_entry (self, name, _ ("“%s” holds the part “%s”, which is encrypted."), error);
  if (info->comp_method != ZIP_CM_STORE && info->comp_method != ZIP_CM_DEFLATE)
    return bad_entry (
        self, name,
        _ ("“%s” holds the part “%s”, which is packed in a way that this version does not know."),
        error);
  if (g_hash_table_contains (self->find, name))
    return bad_entry (self, name, _ ("“%s” holds the part “%s” twice."), error);
  if (info->size > PN_ZIP_MAX_ENTRY_SIZE)
    return too_large (self, error);
  return TRUE;
}

static gboolean
list_entries (PnZipReader *self, GError **error)
{
  const zip_uint64_t needed =
      ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  zip_int64_t n = zip_get_num_entries (self->zip, 0);

  if (n > PN_ZIP_MAX_ENTRIES)
    return too_large (self, error);
  for (zip_int64_t i = 0; i < n; i++) {
    zip_stat_t info;
    Entry entry;

    if (zip_stat_index (self->zip, (zip_uint64_t)i, 0, &info) != 0 ||
        (info.valid & needed) != needed)
      return damaged (self, error);
    if (!check_entry (self, (zip_uint64_t)i, &info, error))
      return FALSE;
    self->total_size += info.size;
    if (self->total_size > PN_ZIP_MAX_TOTAL_SIZE)
      return too_large (self, error);
    if (g_str_has_suffix (info.name, "/"))
      continue;
    entry.public.name = g_strdup (info.name);
    entry.public.size = info.size;
    entry.zip_index = (zip_uint64_t)i;
    g_array_append_val (self->entries, entry);
    g_hash_table_insert (self->find, entry.public.name, GUINT_TO_POINTER (self->entries->len));
  }
  return TRUE;
}

PnZipReader *
pn_zip_reader_open (const char *path, GError **error)
{
  g_autoptr (PnZipReader) self = g_new0 (PnZipReader, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->shown = pn_granted_describe (path);
  self->file.fd = -1;
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->find = g_hash_table_new (g_str_hash, g_str_equal);
  if (!open_file (self, path, error) || !check_stated_entries (self, error) ||
      !open_zip (self, error) || !list_entries (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

PnZipReader *
pn_zip_reader_ref (PnZipReader *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
pn_zip_reader_unref (PnZipReader *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->find);
  for (guint i = 0; i < self->entries->len; i++)
    g_free (g_array_index (self->entries, Entry, i).public.name);
  g_array_unref (self->entries);
  if (self->zip != NULL)
    zip_discard (self->zip);
  if (self->file.fd >= 0)
    close (self->file.fd);
  g_mutex_clear (&self->lock);
  g_free (self->shown);
  g_free (self);
}

guint
pn_zip_reader_n_entries (PnZipReader *self)
{
  return self->entries->len;
}

const PnZipEntry *
pn_zip_reader_entry (PnZipReader *self, guint index)
{
  return &g_array_index (self->entries, Entry, index).public;
}

gboolean
pn_zip_reader_find (PnZipReader *self, const char *name, guint *index)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->find, name));

  if (found == 0)
    return FALSE;
  *index = found - 1;
  return TRUE;
}

/* The end of the data is read too: only then libzip has compared the checksum. */
static gboolean
unpack (zip_file_t *file, guint64 size, PnZipSink sink, gpointer user_data, GError **stopped)
{
  g_autofree guint8 *piece = g_malloc (PIECE_SIZE);
  guint64 n_read = 0;

  for (;;) {
    zip_int64_t n = zip_fread (file, piece, PIECE_SIZE);

    if (n == 0)
      return n_read == size;
    if (n < 0 || (guint64)n > size - n_read)
      return FALSE;
    n_read += (guint64)n;
    if (!sink (piece, (gsize)n, user_data, stopped))
      return FALSE;
  }
}

gboolean
pn_zip_reader_read (PnZipReader *self,
                    guint index,
                    PnZipSink sink,
                    gpointer user_data,
                    GError **error)
{
  const Entry *entry = &g_array_index (self->entries, Entry, index);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  zip_file_t *file = zip_fopen_index (self->zip, entry->zip_index, 0);
  GError *stopped = NULL;
  gboolean whole = FALSE;

  if (file != NULL) {
    whole = unpack (file, entry->public.size, sink, user_data, &stopped);
    zip_fclose (file);
  }
  if (stopped != NULL) {
    g_propagate_error (error, stopped);
    return FALSE;
  }
  if (!whole)
    return bad_entry (self, entry->public.name,
                      _ ("“%s” is damaged: its part “%s” cannot be unpacked."), error);
  return TRUE;
}

typedef struct {
  guint8 *data;
  gsize n_bytes;
} Gather;

static gboolean
gather_cb (gconstpointer data, gsize n_bytes, gpointer user_data, GError **error)
{
  Gather *gather = user_data;

  memcpy (gather->data + gather->n_bytes, data, n_bytes);
  gather->n_bytes += n_bytes;
  return TRUE;
}

GBytes *
pn_zip_reader_read_bytes (PnZipReader *self, guint index, GError **error)
{
  const PnZipEntry *entry = pn_zip_reader_entry (self, index);
  Gather gather = {g_try_malloc (MAX (entry->size, 1)), 0};

  if (gather.data == NULL) {
    bad_entry (self, entry->name, _ ("“%s” holds the part “%s”, which does not fit into memory."),
               error);
    return NULL;
  }
  if (!pn_zip_reader_read (self, index, gather_cb, &gather, error)) {
    g_free (gather.data);
    return NULL;
  }
  return g_bytes_new_take (gather.data, gather.n_bytes);
}

gssize
pn_zip_reader_peek (PnZipReader *self, guint index, void *data, gsize n_bytes)
{
  const Entry *entry = &g_array_index (self->entries, Entry, index);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  zip_file_t *file = zip_fopen_index (self->zip, entry->zip_index, 0);
  zip_int64_t n;

  if (file == NULL)
    return -1;
  n = zip_fread (file, data, n_bytes);
  zip_fclose (file);
  return (gssize)n;
}
