/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-output-folder-private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-granted.h"
#include "pn-io-error.h"

#define PREFIX ".pantin-frames-"

typedef struct {
  char *path, *temporary, *previous;
  gboolean has_previous;
} Entry;

struct PnOutputFolder {
  char *path, *temporary;
  int temporary_fd; /* holds its lock */
  gboolean is_new, is_committed;
  GArray *entries;
};

void
pn_output_set_error (GError **error, const char *path, int code)
{
  g_autofree char *name = pn_granted_describe (path);

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
  if (S_ISREG (info.st_mode) || S_ISLNK (info.st_mode)) {
    /* A rename would go over a write-protected file without a word. */
    if (access (path, W_OK) == 0 || errno == ENOENT)
      return TRUE;
    pn_output_set_error (error, path, errno);
    return FALSE;
  }
  name = pn_granted_describe (path);
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

/* Removes a hidden folder with the files in it, unless its owner lives: then it is locked. */
static void
remove_leftover (int folder_fd, const char *name)
{
  int fd = openat (folder_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat info;
  struct dirent *entry;
  DIR *dir;

  if (fd < 0)
    return;
  if (fstat (fd, &info) != 0 || info.st_uid != geteuid () || flock (fd, LOCK_EX | LOCK_NB) != 0 ||
      (dir = fdopendir (fd)) == NULL) {
    close (fd);
    return;
  }
  while ((entry = readdir (dir)) != NULL)
    unlinkat (fd, entry->d_name, 0);
  closedir (dir);
  unlinkat (folder_fd, name, AT_REMOVEDIR);
}

/* A run that was killed leaves its hidden folder, which may be large and which nobody sees. */
static void
remove_leftovers (PnOutputFolder *self, int folder_fd)
{
  GDir *dir = g_dir_open (self->path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    if (g_str_has_prefix (name, PREFIX))
      remove_leftover (folder_fd, name);
  }
  g_clear_pointer (&dir, g_dir_close);
}

/* The lock of the folder itself keeps others from taking the new hidden folder for a leftover
 * before it is locked. Where a file system knows no locks, nothing is ever taken for one. FALSE
 * leaves errno. */
static gboolean
make_temporary (PnOutputFolder *self)
{
  g_autofree char *temporary = g_build_filename (self->path, PREFIX "XXXXXX", NULL);
  int folder_fd = open (self->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), code;

  if (folder_fd < 0)
    return FALSE;
  flock (folder_fd, LOCK_EX);
  remove_leftovers (self, folder_fd);
  if (g_mkdtemp (temporary) != NULL) {
    self->temporary = g_steal_pointer (&temporary);
    self->temporary_fd = open (self->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  code = errno;
  if (self->temporary_fd >= 0)
    flock (self->temporary_fd, LOCK_EX | LOCK_NB);
  close (folder_fd);
  errno = code;
  return self->temporary_fd >= 0;
}

PnOutputFolder *
pn_output_folder_new (const char *path, GError **error)
{
  g_autoptr (PnOutputFolder) self = g_new0 (PnOutputFolder, 1);

  self->path = g_strdup (path);
  self->temporary_fd = -1;
  self->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear_cb);
  self->is_new = mkdir (path, 0777) == 0;
  if (!self->is_new && errno != EEXIST) {
    pn_output_set_error (error, path, errno);
    return NULL;
  }
  if (!g_file_test (path, G_FILE_TEST_IS_DIR)) {
    g_autofree char *name = pn_granted_describe (path);

    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE,
                 _ ("Pictures cannot be saved in “%s”: it is a file, not a folder."), name);
    return NULL;
  }
  if (!make_temporary (self)) {
    pn_output_set_error (error, path, errno);
    return NULL;
  }
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

  /* The pictures must be on the disk before they take the place of others; one call does it for all
   * of them. */
  if (syncfs (self->temporary_fd) != 0) {
    pn_output_set_error (error, self->path, errno);
    return FALSE;
  }
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
  if (self->temporary_fd >= 0)
    close (self->temporary_fd);
  if (self->is_new && !self->is_committed)
    rmdir (self->path);
  g_array_unref (self->entries);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self);
}
