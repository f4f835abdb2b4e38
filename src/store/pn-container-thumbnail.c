/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-container-private.h"
#include "pn-zip-reader-private.h"

/* A picture of 1,024 pixels a side that does not compress has 4 MiB. */
#define THUMBNAIL_BYTES_MAX (8u << 20)

GBytes *
pn_container_read_thumbnail (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (PnZipReader) reader = pn_zip_reader_open (path, error);
  guint document, index;
  if (reader == NULL || !pn_zip_reader_find (reader, PN_CONTAINER_DOCUMENT_PART, &document) ||
      !pn_zip_reader_find (reader, PN_CONTAINER_THUMBNAIL_PART, &index))
    return NULL;
  if (pn_zip_reader_entry (reader, index)->size > THUMBNAIL_BYTES_MAX)
    return NULL;
  return pn_zip_reader_read_bytes (reader, index, error);
}
