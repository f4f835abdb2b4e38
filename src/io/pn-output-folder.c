/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-output-folder-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-io-error.h"

#define TEMPLATE ".pantin-XXXXXX"

typedef struct {
  char *path, *temporary, *previous;
  gboolean has_previous;
} Entry;

struct PnOutputFolder {
  char *path, *temporary;
  gboolean is_new, is_committed;
  GArray *entries;
};

void
pn_output_set_error (GError **error, const char *path, int code)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE,
               /* Translators: a file name, and the system's reason. */
               _ ("“%s” could not be saved: %s."), name, g_strerror (code));
}

static gboolean
write_fully (int fd, const guint8 *bytes, gsize n_bytes)
{
  while (n_bytes > 0) {
    gssize n = write (fd, bytes, n_bytes);

    if (n < 0 && errno != EINTR)
      return FALSE;
    if (n > 0) {
      bytes += n;
      n_bytes -= (gsize)n;
    }
  }
  return TRUE;
}

/* Only a regular file may be written over: putting a film in the place of a device would remove the
 * device. */
static gboolean
check_target (const char *path, GError **error)
{
  struct stat info;
  g_autofree char *name = NULL;

  if (lstat (path, &info) != 0) {
    if (errno == ENOENT)
      return TRUE;
    pn_output_set_error (error, path, errno);
    return FALSE;
  }
  if (S_ISREG (info.st_mode) || S_ISLNK (info.st_mode))
    return TRUE;
  name = g_filename_display_name (path);
  if (S_ISDIR (info.st_mode))
    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE,
                 _ ("“%s” could not be saved: a folder has this name."), name);
  else
    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE,
                 _ ("“%s” could not be saved: what has this name is not a file."), name);
  return FALSE;
}

static void
entry_clear_cb (gpointer data)
{
  Entry *entry = data;

  g_free (entry->path);
  g_free (entry->temporary);
  g_free (entry->previous);
}

PnOutputFolder *
pn_output_folder_new (const char *path, GError **error)
{
  g_autoptr (PnOutputFolder) self = g_new0 (PnOutputFolder, 1);
  g_autofree char *temporary = g_build_filename (path, TEMPLATE, NULL);

  self->path = g_strdup (path);
  self->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear_cb);
  self->is_new = mkdir (path, 0777) == 0;
  if (!self->is_new && errno != EEXIST) {
    pn_output_set_error (error, path, errno);
    return NULL;
  }
  if (!g_file_test (path, G_FILE_TEST_IS_DIR)) {
    g_autofree char *name = g_filename_display_name (path);

    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE,
                 _ ("Pictures cannot be saved in “%s”: it is a file, not a folder."), name);
    return NULL;
  }
  if (g_mkdtemp (temporary) == NULL) {
    pn_output_set_error (error, path, errno);
    return NULL;
  }
  self->temporary = g_steal_pointer (&temporary);
  return g_steal_pointer (&self);
}

gboolean
pn_output_folder_reserve (PnOutputFolder *self, const char *name, GError **error)
{
  g_autofree char *previous_name = g_strconcat (name, "~", NULL);
  Entry entry = {0};

  entry.path = g_build_filename (self->path, name, NULL);
  entry.temporary = g_build_filename (self->temporary, name, NULL);
  entry.previous = g_build_filename (self->temporary, previous_name, NULL);
  g_array_append_val (self->entries, entry);
  return check_target (entry.path, error);
}

gboolean
pn_output_folder_write (PnOutputFolder *self, guint number, GBytes *bytes, GError **error)
{
  const Entry *entry = &g_array_index (self->entries, Entry, number);
  gboolean is_written;
  gsize n_bytes;
  const guint8 *data = g_bytes_get_data (bytes, &n_bytes);
  int fd, code;

  fd = open (entry->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) {
    pn_output_set_error (error, entry->path, errno);
    return FALSE;
  }
  is_written = write_fully (fd, data, n_bytes);
  code = errno;
  if (close (fd) != 0 && is_written) {
    is_written = FALSE;
    code = errno;
  }
  if (!is_written)
    pn_output_set_error (error, entry->path, code);
  return is_written;
}

/* The pictures must be on the disk before they take the place of others; one call does it for all
 * of them. */
static gboolean
sync_all (PnOutputFolder *self, GError **error)
{
  int fd = open (self->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean is_synced = fd >= 0 && syncfs (fd) == 0;

  if (!is_synced)
    pn_output_set_error (error, self->path, errno);
  if (fd >= 0)
    close (fd);
  return is_synced;
}

static gboolean
put_in_place (Entry *entry, GError **error)
{
  if (!check_target (entry->path, error))
    return FALSE;
  entry->has_previous = rename (entry->path, entry->previous) == 0;
  if (!entry->has_previous && errno != ENOENT) {
    pn_output_set_error (error, entry->path, errno);
    return FALSE;
  }
  if (rename (entry->temporary, entry->path) != 0) {
    pn_output_set_error (error, entry->path, errno);
    if (entry->has_previous)
      rename (entry->previous, entry->path);
    return FALSE;
  }
  return TRUE;
}

static void
take_back (const Entry *entry)
{
  rename (entry->path, entry->temporary);
  if (entry->has_previous)
    rename (entry->previous, entry->path);
}

gboolean
pn_output_folder_commit (PnOutputFolder *self, GError **error)
{
  guint i;

  if (!sync_all (self, error))
    return FALSE;
  for (i = 0; i < self->entries->len; i++) {
    if (put_in_place (&g_array_index (self->entries, Entry, i), error))
      continue;
    while (i > 0)
      take_back (&g_array_index (self->entries, Entry, --i));
    return FALSE;
  }
  self->is_committed = TRUE;
  return TRUE;
}

void
pn_output_folder_free (PnOutputFolder *self)
{
  guint i;

  for (i = 0; i < self->entries->len; i++) {
    const Entry *entry = &g_array_index (self->entries, Entry, i);

    unlink (entry->temporary);
    unlink (entry->previous);
  }
  if (self->temporary != NULL)
    rmdir (self->temporary);
  if (self->is_new && !self->is_committed)
    rmdir (self->path);
  g_array_unref (self->entries);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self);
}
