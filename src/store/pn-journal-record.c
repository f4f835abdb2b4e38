/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All numbers are little-endian.
 *
 *   header   8 bytes "PNJOURNL", u32 version, u32 checksum of these 12
 *   record   u32 magic, u32 type, u64 sequence, u64 length, u32 checksum of the 20 bytes from the
 *            type on and of the data; then the data
 *
 * The checksum is the CRC-32 of zlib: it finds every burst of up to 32 bits, so every flipped bit,
 * and misses one of 2^32 of the rest. The sequence number is under it, so that neither a record
 * written twice nor old data in a block that was never written can pass for the next one. */

#include "pn-journal-record-private.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define HEADER_SIZE 16
#define RECORD_SIZE 28
#define RECORD_MAGIC 0x43524e50u /* "PNRC" */

static const char file_magic[8] = {'P', 'N', 'J', 'O', 'U', 'R', 'N', 'L'};

static void
put_u32 (guint8 *at, guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (at, &value, sizeof value);
}

static void
put_u64 (guint8 *at, guint64 value)
{
  value = GUINT64_TO_LE (value);
  memcpy (at, &value, sizeof value);
}

static guint32
get_u32 (const guint8 *at)
{
  guint32 value;

  memcpy (&value, at, sizeof value);
  return GUINT32_FROM_LE (value);
}

static guint64
get_u64 (const guint8 *at)
{
  guint64 value;

  memcpy (&value, at, sizeof value);
  return GUINT64_FROM_LE (value);
}

void
pn_journal_record_write_header (GByteArray *out)
{
  guint8 header[HEADER_SIZE];

  memcpy (header, file_magic, sizeof file_magic);
  put_u32 (header + 8, PN_JOURNAL_VERSION);
  put_u32 (header + 12, (guint32)crc32_z (0, header, 12));
  g_byte_array_append (out, header, sizeof header);
}

static guint32
checksum_record (const guint8 *record, gconstpointer data, gsize n_bytes)
{
  uLong checksum = crc32_z (0, record + 4, 20);

  return (guint32)(n_bytes > 0 ? crc32_z (checksum, data, n_bytes) : checksum);
}

void
pn_journal_record_write (GByteArray *out,
                         PnJournalRecordType type,
                         guint64 sequence,
                         gconstpointer data,
                         gsize n_bytes)
{
  guint8 record[RECORD_SIZE];

  put_u32 (record, RECORD_MAGIC);
  put_u32 (record + 4, type);
  put_u64 (record + 8, sequence);
  put_u64 (record + 16, n_bytes);
  put_u32 (record + 24, checksum_record (record, data, n_bytes));
  g_byte_array_append (out, record, sizeof record);
  g_byte_array_append (out, data, (guint)n_bytes);
}

static gboolean
read_all_at (int fd, void *data, gsize n_bytes, goffset offset)
{
  guint8 *rest = data;

  while (n_bytes > 0) {
    gssize n = pread (fd, rest, n_bytes, offset);

    if (n <= 0)
      return FALSE;
    rest += n;
    n_bytes -= (gsize)n;
    offset += n;
  }
  return TRUE;
}

PnJournalScanStart
pn_journal_scan_begin (PnJournalScan *scan, int fd)
{
  guint8 header[HEADER_SIZE];
  struct stat info;

  *scan = (PnJournalScan){.fd = fd};
  if (fstat (fd, &info) != 0 || !read_all_at (fd, header, sizeof header, 0) ||
      memcmp (header, file_magic, sizeof file_magic) != 0 ||
      get_u32 (header + 12) != (guint32)crc32_z (0, header, 12))
    return PN_JOURNAL_SCAN_DAMAGED;
  if (get_u32 (header + 8) != PN_JOURNAL_VERSION)
    return PN_JOURNAL_SCAN_OTHER_VERSION;
  scan->size = info.st_size;
  scan->offset = HEADER_SIZE;
  return PN_JOURNAL_SCAN_OK;
}

GBytes *
pn_journal_scan_next (PnJournalScan *scan, PnJournalRecordType *type)
{
  guint8 record[RECORD_SIZE];
  guint8 *data;
  guint64 length, left;

  if (scan->size - scan->offset < RECORD_SIZE ||
      !read_all_at (scan->fd, record, sizeof record, scan->offset))
    return NULL;
  length = get_u64 (record + 16);
  left = (guint64)(scan->size - scan->offset - RECORD_SIZE);
  if (get_u32 (record) != RECORD_MAGIC || get_u64 (record + 8) != scan->sequence || length > left)
    return NULL;
  data = g_try_malloc (MAX (length, 1));
  if (data == NULL || !read_all_at (scan->fd, data, length, scan->offset + RECORD_SIZE) ||
      get_u32 (record + 24) != checksum_record (record, data, length)) {
    g_free (data);
    return NULL;
  }
  *type = get_u32 (record + 4);
  scan->offset += RECORD_SIZE + (goffset)length;
  scan->sequence++;
  return g_bytes_new_take (data, length);
}
