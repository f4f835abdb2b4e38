/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A journal of any bytes. Where the first byte is odd the rest is the file; else it is a list of
 * records, each a byte of type, two of length and the data, which are given checksums, because no
 * mutation would ever get past those. */

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pn-journal-record-private.h"
#include "pn-journal-replay-private.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static GByteArray *
make_file (const uint8_t *data, size_t size)
{
  GByteArray *file = g_byte_array_new ();
  guint64 sequence = 0;

  if (size == 0)
    return file;
  if ((data[0] & 1) != 0) {
    g_byte_array_append (file, data + 1, (guint)size - 1);
    return file;
  }
  pn_journal_record_write_header (file);
  for (size_t i = 1; i + 3 <= size;) {
    size_t length = MIN ((size_t)(data[i + 1] | data[i + 2] << 8), size - i - 3);

    pn_journal_record_write (file, data[i], sequence++, data + i + 3, length);
    i += 3 + length;
  }
  return file;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GByteArray) file = make_file (data, size);
  int fd = memfd_create ("journal", MFD_CLOEXEC);
  g_autoptr (GError) error = NULL;
  PnJournalReplay replay;

  if (fd < 0 || write (fd, file->data, file->len) != (ssize_t)file->len)
    abort ();
  if (pn_journal_replay (&replay, fd, "folder", &error)) {
    if (error != NULL || replay.root == NULL ||
        (gsize)replay.size + replay.n_dropped_bytes != file->len)
      abort ();
    pn_journal_replay_clear (&replay);
  } else if (error == NULL)
    abort ();
  close (fd);
  return 0;
}
