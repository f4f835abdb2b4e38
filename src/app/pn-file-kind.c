/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-file-kind.h"

#include <fcntl.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

#include "pn-names.h"

static const char png[] = "\x89PNG\r\n\x1a\n", zip[] = "PK\x03\x04";

static gboolean
begins_with (const char *head, gssize n_head, const char *magic)
{
  gssize n = (gssize)strlen (magic);

  return n_head >= n && memcmp (head, magic, (gsize)n) == 0;
}

PnFileKind
pn_file_kind (const char *path)
{
  char head[sizeof png - 1];
  gssize n = -1;
  /* Not blocking: opening a pipe waits for its other end. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd >= 0) {
    n = read (fd, head, sizeof head);
    close (fd);
  }
  if (begins_with (head, n, zip))
    return PN_FILE_DOCUMENT;
  if (begins_with (head, n, png))
    return PN_FILE_PICTURE;
  return g_str_has_suffix (path, PN_DOCUMENT_SUFFIX) ? PN_FILE_DOCUMENT : PN_FILE_PICTURE;
}
