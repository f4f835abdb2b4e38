/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-import-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-granted.h"

static PnImportLimits current_limits = PN_IMPORT_LIMITS_DEFAULT;

void
pn_import_set_limits (const PnImportLimits *limits)
{
  g_return_if_fail (limits->max_side > 0 && limits->max_megapixels > 0.0);

  current_limits = *limits;
}

PnImportLimits
pn_import_get_limits (void)
{
  return current_limits;
}

PnPicture *
pn_import_decode (GBytes *bytes, GError **error)
{
  return pn_png_decode (bytes, &current_limits, error);
}

static void
set_read_error (GError **error, int code)
{
  g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_READ, _ ("It cannot be read (%s)."),
               g_strerror (code));
}

/* Reads up to `n_bytes`; fewer only at the end of the file. -1 on an error. */
static gssize
read_fully (int fd, guint8 *buffer, gsize n_bytes)
{
  gsize done = 0;

  while (done < n_bytes) {
    gssize n = read (fd, buffer + done, n_bytes - done);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return -1;
    if (n == 0)
      break;
    done += (gsize)n;
  }
  return (gssize)done;
}

/* The size of a regular file; -1 for anything else. */
static goffset
get_size (int fd, GError **error)
{
  struct stat info;

  if (fstat (fd, &info) != 0) {
    set_read_error (error, errno);
    return -1;
  }
  if (S_ISDIR (info.st_mode)) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_READ,
                         _ ("It is a folder, not a picture."));
    return -1;
  }
  if (!S_ISREG (info.st_mode)) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_READ, _ ("It is not a regular file."));
    return -1;
  }
  return info.st_size;
}

/* Reads the head of the file; FALSE unless it promises a picture within the limits and the size of
 * the file fits the promise. */
static gboolean
check_head (int fd, goffset size, const PnImportLimits *limits, GError **error)
{
  guint8 head[PN_PNG_HEAD_LENGTH];
  gssize n = read_fully (fd, head, sizeof head);
  goffset most;

  if (n < 0) {
    set_read_error (error, errno);
    return FALSE;
  }
  most = pn_png_check_head (head, (gsize)n, limits, error);
  if (most == 0)
    return FALSE;
  if (size > most) {
    g_autofree char *size_text = g_format_size ((guint64)size);

    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_LIMIT,
                 _ ("It has %s, far more than a picture of its width and height needs."),
                 size_text);
    return FALSE;
  }
  return TRUE;
}

static GBytes *
read_checked (int fd, const PnImportLimits *limits, GError **error)
{
  goffset size = get_size (fd, error);
  g_autofree guint8 *content = NULL;
  gssize n_read;

  if (size < 0 || !check_head (fd, size, limits, error))
    return NULL;
  content = g_try_malloc ((gsize)size);
  if (content == NULL) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_MEMORY,
                         _ ("There is not enough memory to open the picture."));
    return NULL;
  }
  n_read = lseek (fd, 0, SEEK_SET) == 0 ? read_fully (fd, content, (gsize)size) : -1;
  if (n_read < 0) {
    set_read_error (error, errno);
    return NULL;
  }
  return g_bytes_new_take (g_steal_pointer (&content), (gsize)n_read);
}

/* Puts the file's name before the reason, which is a sentence of its own. */
static void
name_file (const char *path, GError *reason, GError **error)
{
  g_autofree char *name = pn_granted_describe (path);

  g_set_error (error, reason->domain, reason->code,
               /* Translators: a file name, and a sentence that says why. */
               _ ("The file “%s” could not be opened. %s"), name, reason->message);
  g_error_free (reason);
}

GBytes *
pn_import_read_file (const char *path, GError **error)
{
  GError *reason = NULL;
  GBytes *bytes = NULL;
  int fd;

  /* Not blocking, because opening a pipe waits for its other end. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    set_read_error (&reason, errno);
  } else {
    bytes = read_checked (fd, &current_limits, &reason);
    close (fd);
  }
  if (bytes == NULL)
    name_file (path, reason, error);
  return bytes;
}

PnPicture *
pn_import_open (const char *path, GBytes **bytes, GError **error)
{
  g_autoptr (GBytes) content = pn_import_read_file (path, error);
  GError *reason = NULL;
  PnPicture *picture;

  if (content == NULL)
    return NULL;
  picture = pn_import_decode (content, &reason);
  if (picture == NULL) {
    name_file (path, reason, error);
    return NULL;
  }
  if (bytes != NULL)
    *bytes = g_steal_pointer (&content);
  return picture;
}
