/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A container of any bytes: refused with a message, or a document whose assets are all there and
 * that is saved and read again as the same. Where the first byte is odd the rest is the file; else
 * it is a list of parts, each a byte of kind, two of length and the data, which are given the
 * checksums and hashes that no mutation would ever get past. */

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pn-container.h"
#include "pn-serial.h"
#include "pn-test-zip.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* (nullable) */
static char *
load (const char *path, const char *copy_to)
{
  g_autoptr (PnAssetStore) assets = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnContainerRest) rest = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_container_load (path, assets, &rest, NULL, &error);
  g_autoptr (GPtrArray) hashes = NULL;

  if ((root == NULL) != (error != NULL))
    abort ();
  if (root == NULL)
    return NULL;
  hashes = pn_root_list_assets (root);
  for (guint i = 0; i < hashes->len; i++) {
    g_autoptr (GBytes) bytes = pn_asset_store_get (assets, g_ptr_array_index (hashes, i), NULL);

    if (bytes == NULL)
      abort ();
  }
  if (copy_to != NULL && !pn_container_save (copy_to, root, assets, rest, NULL, NULL, NULL))
    abort ();
  return pn_root_to_json (root, NULL);
}

/* What the low bits of a kind say. */
enum { DOCUMENT, ASSET, OTHER, KIND_MASK = 3, PACKED = 4 };

static char *
name_part (unsigned kind, const uint8_t *data, size_t length)
{
  g_autofree char *hash = NULL;

  if ((kind & KIND_MASK) == DOCUMENT)
    return g_strdup ("document.json");
  if ((kind & KIND_MASK) != ASSET)
    return g_strndup ((const char *)data, MIN (length, 12));
  hash = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, length);
  return g_strconcat ("assets/", hash, NULL);
}

static GByteArray *
make_zip (const uint8_t *data, size_t size)
{
  PnTestZipEntry entries[32] = {0};
  GByteArray *zip;
  guint n = 0;

  for (size_t i = 1; i + 3 <= size && n < G_N_ELEMENTS (entries); n++) {
    PnTestZipEntry *entry = &entries[n];

    entry->n_bytes = MIN ((size_t)(data[i + 1] | data[i + 2] << 8), size - i - 3);
    entry->data = data + i + 3;
    entry->name = name_part (data[i], entry->data, entry->n_bytes);
    entry->method = (data[i] & PACKED) != 0 ? PN_TEST_ZIP_DEFLATED : PN_TEST_ZIP_STORED;
    i += 3 + entry->n_bytes;
  }
  zip = pn_test_zip_new (entries, n);
  for (guint i = 0; i < n; i++)
    g_free ((char *)(guintptr)entries[i].name);
  return zip;
}

static GByteArray *
make_file (const uint8_t *data, size_t size)
{
  GByteArray *file;

  if (size > 0 && (data[0] & 1) == 0)
    return make_zip (data, size);
  file = g_byte_array_new ();
  if (size > 1)
    g_byte_array_append (file, data + 1, (guint)size - 1);
  return file;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static char *copy;
  int fd = memfd_create ("container", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GByteArray) file = make_file (data, size);
  g_autofree char *json = NULL;

  /* Where syncing costs nothing. */
  if (copy == NULL)
    copy = g_strdup_printf (
        "%s/fuzz-container-%d.pantin",
        g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir (), getpid ());
  if (fd < 0 || write (fd, file->data, file->len) != (ssize_t)file->len)
    abort ();
  json = load (path, copy);
  if (json != NULL) {
    g_autofree char *again = load (copy, NULL);

    if (g_strcmp0 (json, again) != 0)
      abort ();
    unlink (copy);
  }
  close (fd);
  return 0;
}
