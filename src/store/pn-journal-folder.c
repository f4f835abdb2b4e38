/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-journal-folder-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-durable-file-private.h"
#include "pn-serial.h"

#define LOCK_FILE "lock"

/* A lock may be held for a moment by whoever is just removing the folder: this often it is tried
 * again, with so much time between. */
#define MAX_TRIES 100
#define PAUSE_USEC 1000

char *
pn_journal_folder_get_all (const char *state_folder)
{
  return g_build_filename (state_folder, "journals", NULL);
}

/* Ids come from files, so one that is no UUID is not trusted to be a part of a path. */
char *
pn_journal_folder_get (const char *state_folder, const char *document_id)
{
  g_autofree char *all = pn_journal_folder_get_all (state_folder);
  g_autofree char *hash = NULL;

  if (g_uuid_string_is_valid (document_id))
    return g_build_filename (all, document_id, NULL);
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, document_id, -1);
  return g_build_filename (all, hash, NULL);
}

static gboolean
failed (const char *path, int code, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE,
               _ ("The journal in “%s” cannot be used: %s."), shown, g_strerror (code));
  return FALSE;
}

static void
set_locked (int fd, const char *name, GError **error)
{
  char text[16] = "";
  gssize n = pread (fd, text, sizeof text - 1, 0);
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : NULL;
  int pid;

  text[MAX (n, 0)] = '\0';
  pid = atoi (text);
  if (shown != NULL)
    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED,
                 _ ("“%s”, or a copy of it, is open in another Pantin (process %d)."), shown, pid);
  else
    g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED,
                 _ ("This document is open in another Pantin (process %d)."), pid);
}

static void
write_pid (int fd)
{
  char text[16];
  int n = g_snprintf (text, sizeof text, "%d\n", getpid ());

  /* Only for a message, so a full disk is no reason not to go on. */
  if (ftruncate (fd, 0) != 0 || !pn_write_all_at (fd, text, (gsize)n, 0))
    errno = 0;
}

/* An open file description lock: unlike a POSIX lock it is not lost when another descriptor of the
 * file is closed, and two journals of one process exclude each other. FALSE leaves errno. */
static gboolean
take_lock (int fd)
{
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

  return fcntl (fd, F_OFD_SETLK, &lock) == 0;
}

static gboolean
is_still (int fd, const char *path)
{
  struct stat opened, named;

  return fstat (fd, &opened) == 0 && stat (path, &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

/* The descriptor, or -1 with errno: EAGAIN when another has the lock (then `error` is set), ENOENT
 * when the folder or the file went away meanwhile. */
static int
try_lock (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, LOCK_FILE, NULL);
  int fd = openat (AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  int code;

  if (fd < 0)
    return -1;
  if (!take_lock (fd))
    code = errno;
  else if (!is_still (fd, path))
    code = ENOENT;
  else {
    write_pid (fd);
    return fd;
  }
  if (code == EAGAIN)
    set_locked (fd, name, error);
  close (fd);
  errno = code;
  return -1;
}

int
pn_journal_folder_lock (const char *folder, GError **error)
{
  int fd;

  if (!pn_journal_folder_has_journal (folder)) {
    failed (folder, ENOENT, error);
    return -1;
  }
  fd = try_lock (folder, NULL, error);
  if (fd < 0 && errno != EAGAIN)
    failed (folder, errno, error);
  return fd;
}

int
pn_journal_folder_make (const char *folder, const char *name, GError **error)
{
  for (int i = 0;; i++) {
    g_autoptr (GError) locked = NULL;
    int fd, code;

    if (!pn_make_durable_folder (folder, 0700, error))
      return -1;
    fd = try_lock (folder, name, &locked);
    code = errno;
    if (fd >= 0)
      return fd;
    if (i == MAX_TRIES || (code != ENOENT && code != EAGAIN) ||
        (code == EAGAIN && pn_journal_folder_has_journal (folder))) {
      if (locked != NULL)
        g_propagate_error (error, g_steal_pointer (&locked));
      else
        failed (folder, code, error);
      return -1;
    }
    g_usleep (PAUSE_USEC);
  }
}

gboolean
pn_journal_folder_is_locked (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, LOCK_FILE, NULL);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int fd = openat (AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  gboolean locked;

  if (fd < 0)
    return FALSE;
  locked = fcntl (fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close (fd);
  return locked;
}

gboolean
pn_journal_folder_has_lock (const char *folder, int lock_fd)
{
  g_autofree char *path = g_build_filename (folder, LOCK_FILE, NULL);

  return is_still (lock_fd, path);
}

gboolean
pn_journal_folder_has_journal (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, PN_JOURNAL_FILE, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* Only what this program puts there: a wrong path must not cost anybody a file. */
static gboolean
is_ours (const char *name)
{
  return strcmp (name, PN_JOURNAL_FILE) == 0 || pn_is_asset_name (name) ||
         pn_durable_file_is_leftover (name);
}

static gboolean
empty_folder (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (is_ours (name) && g_unlink (path) != 0 && errno != ENOENT)
      return failed (path, errno, error);
  }
  return TRUE;
}

static gboolean
remove_one (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_remove (path) == 0 || errno == ENOENT || errno == ENOTEMPTY ||
         failed (path, errno, error);
}

gboolean
pn_journal_folder_remove (const char *folder, GError **error)
{
  g_autofree char *assets = g_build_filename (folder, PN_JOURNAL_ASSETS_FOLDER, NULL);

  if (!remove_one (folder, PN_JOURNAL_FILE, error) || !empty_folder (assets, error) ||
      !remove_one (folder, PN_JOURNAL_ASSETS_FOLDER, error) || !empty_folder (folder, error) ||
      !remove_one (folder, LOCK_FILE, error))
    return FALSE;
  /* Not empty: somebody begins a new journal there at this moment, or put a file there. */
  return g_rmdir (folder) == 0 || errno == ENOENT || errno == ENOTEMPTY ||
         failed (folder, errno, error);
}
