/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>
#include <zlib.h>

/* Zips as no honest program writes them. */

typedef struct {
  const char *name;
  const void *data;
  gsize n_bytes;
  enum { PN_TEST_ZIP_STORED = 0, PN_TEST_ZIP_DEFLATED = 8 } method;
  guint32 stated_size; /* 0 states the truth */
  guint32 attributes;  /* as Unix has them, in the upper half */
  guint16 flags;
  guint32 crc_error; /* xor */
} PnTestZipEntry;

static inline void
pn_test_zip_u16 (GByteArray *zip, guint value)
{
  const guint8 bytes[2] = {value & 0xff, (value >> 8) & 0xff};

  g_byte_array_append (zip, bytes, 2);
}

static inline void
pn_test_zip_u32 (GByteArray *zip, guint32 value)
{
  pn_test_zip_u16 (zip, value & 0xffff);
  pn_test_zip_u16 (zip, value >> 16);
}

static inline void
pn_test_zip_u64 (GByteArray *zip, guint64 value)
{
  pn_test_zip_u32 (zip, (guint32)value);
  pn_test_zip_u32 (zip, (guint32)(value >> 32));
}

/* (transfer full) */
static inline GBytes *
pn_test_zip_pack (const PnTestZipEntry *entry)
{
  uLongf n_packed = compressBound (entry->n_bytes) + 16;
  guint8 *packed;
  z_stream stream = {0};

  if (entry->method == PN_TEST_ZIP_STORED)
    return g_bytes_new (entry->data, entry->n_bytes);
  packed = g_malloc (n_packed);
  g_assert_cmpint (deflateInit2 (&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  stream.next_in = (Bytef *)(guintptr)entry->data;
  stream.avail_in = (uInt)entry->n_bytes;
  stream.next_out = packed;
  stream.avail_out = (uInt)n_packed;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  n_packed = stream.total_out;
  deflateEnd (&stream);
  return g_bytes_new_take (packed, n_packed);
}

static inline void
pn_test_zip_header (GByteArray *zip, const PnTestZipEntry *entry, gsize n_packed, gboolean central)
{
  guint32 crc = (guint32)crc32 (0, entry->data, (uInt)entry->n_bytes) ^ entry->crc_error;

  pn_test_zip_u32 (zip, central ? 0x02014b50 : 0x04034b50);
  if (central)
    pn_test_zip_u16 (zip, 3 << 8 | 20);
  pn_test_zip_u16 (zip, 20);
  pn_test_zip_u16 (zip, entry->flags | 0x800);
  pn_test_zip_u16 (zip, entry->method);
  pn_test_zip_u32 (zip, 0x00210000);
  pn_test_zip_u32 (zip, entry->n_bytes == 0 ? 0 ^ entry->crc_error : crc);
  pn_test_zip_u32 (zip, (guint32)n_packed);
  pn_test_zip_u32 (zip, entry->stated_size != 0 ? entry->stated_size : (guint32)entry->n_bytes);
  pn_test_zip_u16 (zip, (guint)strlen (entry->name));
  pn_test_zip_u16 (zip, 0);
}

static inline void
pn_test_zip_end (GByteArray *zip, guint n_entries, guint32 directory)
{
  guint32 size = zip->len - directory;

  pn_test_zip_u32 (zip, 0x06054b50);
  pn_test_zip_u32 (zip, 0);
  pn_test_zip_u16 (zip, n_entries);
  pn_test_zip_u16 (zip, n_entries);
  pn_test_zip_u32 (zip, size);
  pn_test_zip_u32 (zip, directory);
  pn_test_zip_u16 (zip, 0);
}

/* (transfer full) */
static inline GByteArray *
pn_test_zip_new (const PnTestZipEntry *entries, guint n_entries)
{
  GByteArray *zip = g_byte_array_new ();
  GByteArray *directory = g_byte_array_new ();
  guint32 start;

  for (guint i = 0; i < n_entries; i++) {
    const PnTestZipEntry *entry = &entries[i];
    GBytes *packed = pn_test_zip_pack (entry);
    gsize n_packed = g_bytes_get_size (packed);
    guint32 offset = zip->len;

    pn_test_zip_header (zip, entry, n_packed, FALSE);
    g_byte_array_append (zip, (const guint8 *)entry->name, (guint)strlen (entry->name));
    g_byte_array_append (zip, g_bytes_get_data (packed, NULL), (guint)n_packed);
    pn_test_zip_header (directory, entry, n_packed, TRUE);
    pn_test_zip_u32 (directory, 0);
    pn_test_zip_u16 (directory, 0);
    pn_test_zip_u32 (directory, entry->attributes);
    pn_test_zip_u32 (directory, offset);
    g_byte_array_append (directory, (const guint8 *)entry->name, (guint)strlen (entry->name));
    g_bytes_unref (packed);
  }
  start = zip->len;
  g_byte_array_append (zip, directory->data, directory->len);
  g_byte_array_unref (directory);
  pn_test_zip_end (zip, n_entries, start);
  return zip;
}
