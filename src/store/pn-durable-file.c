/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a file is replaced so that the old or the new one is whole at every moment, and nothing is
 * left beside it.
 *
 * The new file has no name while it is written (O_TMPFILE), so a killed process leaves nothing.
 * Linux can link such a file to a free name but not over an old file; where there is an old one, it
 * is linked to a hidden name and renamed from there. Between these two calls, a few microseconds
 * after everything was synced, a kill leaves the hidden file. That name is therefore made from the
 * name of the target, and the next save finds the leftover and removes it. A lock on the file tells
 * a leftover from the file of another process that saves at this very moment.
 *
 * On file systems without O_TMPFILE the hidden name is there from the start: it is removed on
 * failure, and by the next save after a kill. */

#include "pn-durable-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-granted.h"

/* As the kernel allows in one path. */
#define MAX_LINKS 40
/* Saves of one file at the same moment; more than two is no use of the program. */
#define MAX_HIDDEN_NAMES 8

#define HIDDEN_PREFIX ".pantin-save-"

struct PnDurableFile {
  char *path;   /* as the caller named it, for messages */
  char *name;   /* of the target inside the folder, links resolved */
  char *hidden; /* (nullable) the hidden name while it exists */
  int folder_fd;
  int fd;
  const char *refusal; /* (nullable) a reason that errno has no word for */
  gboolean in_place;
  gboolean replaces;
  struct stat old; /* where it replaces a file */
};

gboolean
pn_durable_file_fail (PnDurableFile *self, int code, GError **error)
{
  g_autofree char *shown = pn_granted_describe (self->path);

  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE, _ ("“%s” could not be saved: %s."),
               shown, self->refusal != NULL ? self->refusal : g_strerror (code));
  return FALSE;
}

/* Follows the symbolic links at the end of `path`, of which the last may point to nothing yet.
 * (transfer full) (nullable): NULL leaves errno. */
static char *
resolve_links (const char *path)
{
  char *resolved = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++) {
    g_autofree char *target = g_file_read_link (resolved, NULL);

    if (target == NULL)
      return resolved;
    if (!g_path_is_absolute (target)) {
      g_autofree char *folder = g_path_get_dirname (resolved);
      char *joined = g_build_filename (folder, target, NULL);

      g_free (target);
      target = joined;
    }
    g_free (resolved);
    resolved = g_steal_pointer (&target);
  }
  g_free (resolved);
  errno = ELOOP;
  return NULL;
}

/* The hidden name is short whatever the length of the target's, and cannot be any file of the
 * user's. */
static char *
make_hidden_name (PnDurableFile *self, guint number)
{
  return g_strdup_printf (HIDDEN_PREFIX "%08x-%u", g_str_hash (self->name), number);
}

/* Removes a hidden file that a killed process left: one of ours that nobody holds the lock of.
 * Whoever removes or renames such a name holds the lock of the file under it, so the name cannot
 * come to mean another file between the check and the removal. */
static void
remove_leftover (PnDurableFile *self, const char *hidden)
{
  int fd = openat (self->folder_fd, hidden, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat opened, named;

  if (fd < 0)
    return;
  if (fstat (fd, &opened) == 0 && S_ISREG (opened.st_mode) && opened.st_uid == geteuid () &&
      flock (fd, LOCK_EX | LOCK_NB) == 0 &&
      fstatat (self->folder_fd, hidden, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
      named.st_ino == opened.st_ino && named.st_dev == opened.st_dev)
    unlinkat (self->folder_fd, hidden, 0);
  close (fd);
}

typedef gboolean (*MakeHidden) (PnDurableFile *self, const char *hidden, mode_t mode);

static gboolean
create_hidden (PnDurableFile *self, const char *hidden, mode_t mode)
{
  self->fd =
      openat (self->folder_fd, hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (self->fd < 0)
    return FALSE;
  flock (self->fd, LOCK_EX | LOCK_NB);
  return TRUE;
}

static gboolean
link_unnamed (PnDurableFile *self, const char *name)
{
  char unnamed[64];

  g_snprintf (unnamed, sizeof unnamed, "/proc/self/fd/%d", self->fd);
  return linkat (AT_FDCWD, unnamed, self->folder_fd, name, AT_SYMLINK_FOLLOW) == 0;
}

static gboolean
link_hidden (PnDurableFile *self, const char *hidden, mode_t mode)
{
  return link_unnamed (self, hidden);
}

/* Takes the first hidden name that is free or only a leftover. FALSE leaves errno. */
static gboolean
take_hidden_name (PnDurableFile *self, MakeHidden make, mode_t mode)
{
  for (guint i = 0; i < MAX_HIDDEN_NAMES; i++) {
    g_autofree char *hidden = make_hidden_name (self, i);
    gboolean made = make (self, hidden, mode);

    if (!made && errno == EEXIST) {
      remove_leftover (self, hidden);
      made = make (self, hidden, mode);
    }
    if (made) {
      self->hidden = g_steal_pointer (&hidden);
      return TRUE;
    }
    if (errno != EEXIST)
      return FALSE;
  }
  return FALSE;
}

/* FALSE leaves errno. */
static gboolean
check_target (PnDurableFile *self)
{
  if (fstatat (self->folder_fd, self->name, &self->old, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT;
  if (!S_ISREG (self->old.st_mode)) {
    self->refusal = S_ISDIR (self->old.st_mode) ? _ ("a folder has this name")
                                                : _ ("what has this name is not a file");
    return FALSE;
  }
  /* A rename would go over a write-protected file without a word. */
  if (faccessat (self->folder_fd, self->name, W_OK, AT_EACCESS) != 0)
    return FALSE;
  self->replaces = TRUE;
  return TRUE;
}

/* FALSE leaves errno. */
static gboolean
open_new (PnDurableFile *self, mode_t mode)
{
  /* Until it has the permissions of the old one. */
  if (self->replaces)
    mode = 0600;
  if (access ("/proc/self/fd", X_OK) == 0) {
    self->fd = openat (self->folder_fd, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (self->fd >= 0) {
      flock (self->fd, LOCK_EX | LOCK_NB);
      return TRUE;
    }
    /* What kernels and file systems say that do not have it. */
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL && errno != ENOENT)
      return FALSE;
  }
  return take_hidden_name (self, create_hidden, mode);
}

/* FALSE leaves errno. */
static gboolean
open_target (PnDurableFile *self, mode_t mode)
{
  g_autofree char *resolved = resolve_links (self->path);
  g_autofree char *folder = NULL;

  if (resolved == NULL)
    return FALSE;
  if (g_str_has_suffix (resolved, G_DIR_SEPARATOR_S)) {
    errno = EISDIR;
    return FALSE;
  }
  folder = g_path_get_dirname (resolved);
  self->name = g_path_get_basename (resolved);
  self->folder_fd = openat (AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return self->folder_fd >= 0 && check_target (self) && open_new (self, mode);
}

PnDurableFile *
pn_durable_file_new (const char *path, mode_t mode, GError **error)
{
  g_autoptr (PnDurableFile) self = g_new0 (PnDurableFile, 1);

  self->path = g_strdup (path);
  self->folder_fd = -1;
  self->fd = -1;
  if (!open_target (self, mode)) {
    pn_durable_file_fail (self, errno, error);
    return NULL;
  }
  return g_steal_pointer (&self);
}

int
pn_durable_file_get_fd (PnDurableFile *self)
{
  return self->fd;
}

gboolean
pn_durable_file_write (PnDurableFile *self, const void *data, gsize n_bytes, GError **error)
{
  const char *rest = data;

  while (n_bytes > 0) {
    gssize n = write (self->fd, rest, n_bytes);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return pn_durable_file_fail (self, errno, error);
    rest += n;
    n_bytes -= (gsize)n;
  }
  return TRUE;
}

gboolean
pn_write_all_at (int fd, const void *data, gsize n_bytes, goffset offset)
{
  const char *rest = data;

  while (n_bytes > 0) {
    gssize n = pwrite (fd, rest, n_bytes, offset);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return FALSE;
    rest += n;
    n_bytes -= (gsize)n;
    offset += n;
  }
  return TRUE;
}

/* The owner first: changing it clears bits of the mode. Only root can give a file away, so that
 * much is best effort, as in every editor. */
static gboolean
keep_permissions (PnDurableFile *self)
{
  if (!self->replaces)
    return TRUE;
  if (fchown (self->fd, self->old.st_uid, self->old.st_gid) != 0)
    errno = 0;
  return fchmod (self->fd, self->old.st_mode & 07777) == 0;
}

/* FALSE leaves errno. */
static gboolean
put_in_place (PnDurableFile *self)
{
  if (self->hidden == NULL && !self->replaces) {
    if (link_unnamed (self, self->name))
      return TRUE;
    if (errno != EEXIST)
      return FALSE;
  }
  if (self->hidden == NULL && !take_hidden_name (self, link_hidden, 0))
    return FALSE;
  if (renameat (self->folder_fd, self->hidden, self->folder_fd, self->name) != 0)
    return FALSE;
  g_clear_pointer (&self->hidden, g_free);
  return TRUE;
}

gboolean
pn_durable_file_commit (PnDurableFile *self, GError **error)
{
  if (!keep_permissions (self) || fsync (self->fd) != 0 || !put_in_place (self))
    return pn_durable_file_fail (self, errno, error);
  self->in_place = TRUE;
  /* Some network file systems cannot sync a folder and say EINVAL. */
  if (fsync (self->folder_fd) != 0 && errno != EINVAL)
    return pn_durable_file_fail (self, errno, error);
  return TRUE;
}

gboolean
pn_durable_file_is_in_place (PnDurableFile *self)
{
  return self->in_place;
}

int
pn_durable_file_steal_fd (PnDurableFile *self)
{
  int fd = self->fd;

  flock (fd, LOCK_UN);
  self->fd = -1;
  return fd;
}

void
pn_durable_file_free (PnDurableFile *self)
{
  if (self->hidden != NULL)
    unlinkat (self->folder_fd, self->hidden, 0);
  if (self->fd >= 0)
    close (self->fd);
  if (self->folder_fd >= 0)
    close (self->folder_fd);
  g_free (self->hidden);
  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

gboolean
pn_durable_file_is_leftover (const char *name)
{
  return g_str_has_prefix (name, HIDDEN_PREFIX);
}

gboolean
pn_durable_file_set_contents (const char *path,
                              const void *data,
                              gsize n_bytes,
                              mode_t mode,
                              GError **error)
{
  g_autoptr (PnDurableFile) file = pn_durable_file_new (path, mode, error);

  return file != NULL && pn_durable_file_write (file, data, n_bytes, error) &&
         pn_durable_file_commit (file, error);
}

/* FALSE leaves errno. */
static gboolean
sync_folder (const char *path)
{
  int fd = openat (AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean synced;

  if (fd < 0)
    return FALSE;
  synced = fsync (fd) == 0 || errno == EINVAL;
  close (fd);
  return synced;
}

/* FALSE leaves errno. */
static gboolean
make_folder (const char *path, mode_t mode)
{
  g_autofree char *above = g_path_get_dirname (path);

  if (mkdir (path, mode) == 0)
    return sync_folder (above);
  if (errno == ENOENT && strcmp (above, path) != 0)
    return make_folder (above, mode) && mkdir (path, mode) == 0 && sync_folder (above);
  if (errno == EEXIST && !g_file_test (path, G_FILE_TEST_IS_DIR))
    errno = ENOTDIR;
  return errno == EEXIST;
}

gboolean
pn_make_durable_folder (const char *path, mode_t mode, GError **error)
{
  g_autofree char *shown = NULL;
  int code;

  if (make_folder (path, mode))
    return TRUE;
  code = errno;
  shown = pn_granted_describe (path);
  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE,
               _ ("The folder “%s” could not be made: %s."), shown, g_strerror (code));
  return FALSE;
}

gboolean
pn_durable_file_is_same (const char *a, const char *b)
{
  struct stat one, other;

  return stat (a, &one) == 0 && stat (b, &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}
