/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-asset-store-private.h"
#include "pn-test-disk.h"
#include "pn-test-folder.h"

/* FIPS 180-2, appendix B.1. */
#define HASH_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static int n_syncs;

static int
count_syncs_cb (const char *call, int fd, const char *name)
{
  if (strcmp (call, "fsync") == 0)
    g_atomic_int_inc (&n_syncs);
  return 0;
}

static GBytes *
bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
check_store (PnAssetStore *store)
{
  g_autoptr (GBytes) abc = bytes ("abc");
  g_autoptr (GBytes) empty = bytes ("");
  g_autoptr (GError) error = NULL;
  g_autofree char *hash = pn_asset_store_add (store, abc, &error);
  g_autofree char *again = pn_asset_store_add (store, abc, &error);
  g_autofree char *hash_empty = pn_asset_store_add (store, empty, &error);
  g_autoptr (GBytes) read = pn_asset_store_get (store, HASH_ABC, &error);
  g_autoptr (GBytes) read_empty = pn_asset_store_get (store, hash_empty, &error);
  char head[2];
  gsize n_head = sizeof head;
  guint64 size = 0;

  g_assert_no_error (error);
  g_assert_cmpstr (hash, ==, HASH_ABC);
  g_assert_cmpstr (again, ==, HASH_ABC);
  g_assert_true (g_bytes_equal (read, abc));
  g_assert_true (g_bytes_equal (read_empty, empty));
  g_assert_true (pn_asset_store_contains (store, HASH_ABC));
  g_assert_true (pn_asset_store_peek (store, HASH_ABC, &size, head, &n_head, &error));
  g_assert_cmpuint (size, ==, 3);
  g_assert_cmpmem (head, n_head, "ab", 2);
  n_head = sizeof head;
  g_assert_true (pn_asset_store_peek (store, hash_empty, &size, head, &n_head, &error));
  g_assert_cmpuint (size + n_head, ==, 0);
}

/* A document may name anything. */
static void
check_strange_names (PnAssetStore *store)
{
  static const char *const names[] = {
      "",
      ".",
      "../secret",
      "/etc/passwd",
      "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
      "aa7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;
    char head[1];
    gsize n_head = sizeof head;
    guint64 size = 0;

    g_assert_false (pn_asset_store_contains (store, names[i]));
    g_assert_null (pn_asset_store_get (store, names[i], &error));
    g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING);
    g_assert_nonnull (strstr (error->message, names[i]));
    g_clear_error (&error);
    g_assert_false (pn_asset_store_peek (store, names[i], &size, head, &n_head, &error));
    g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING);
  }
}

static void
test_memory (void)
{
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);

  check_store (store);
  check_strange_names (store);
  g_assert_finalize_object (g_steal_pointer (&store));
}

static void
test_folder (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *assets = g_build_filename (folder, "deep", "assets", NULL);
  g_autofree char *secret = g_build_filename (folder, "deep", "secret", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnAssetStore) store = pn_asset_store_new (assets, &error);
  g_autoptr (PnAssetStore) second = NULL;
  g_autoptr (GBytes) read = NULL;

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (secret, "x", 1, NULL));
  check_store (store);
  check_strange_names (store);

  /* Another store sees what the first one wrote. */
  second = pn_asset_store_new (assets, &error);
  read = pn_asset_store_get (second, HASH_ABC, &error);
  g_assert_no_error (error);
  pn_test_folder_remove (folder);
}

static void
test_folder_durable (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autoptr (PnAssetStore) store = pn_asset_store_new (folder, NULL);
  g_autoptr (GBytes) abc = bytes ("abc");
  g_autofree char *first = NULL;
  g_autofree char *again = NULL;

  pn_test_disk_hook = count_syncs_cb;
  n_syncs = 0;
  first = pn_asset_store_add (store, abc, NULL);
  /* The file and its folder. */
  g_assert_cmpint (n_syncs, ==, 2);
  again = pn_asset_store_add (store, abc, NULL);
  g_assert_cmpint (n_syncs, ==, 2);
  pn_test_disk_hook = NULL;
  pn_test_folder_remove (folder);
}

static void
test_damaged (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, HASH_ABC, NULL);
  g_autoptr (PnAssetStore) store = pn_asset_store_new (folder, NULL);
  g_autoptr (PnAssetStore) other = pn_asset_store_new (NULL, NULL);
  g_autoptr (GBytes) abc = bytes ("abc");
  g_autoptr (GBytes) healed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *hash = NULL;

  g_assert_true (g_file_set_contents (path, "abd", 3, NULL));
  g_assert_null (pn_asset_store_get (store, HASH_ABC, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, HASH_ABC));
  g_clear_error (&error);
  g_assert_false (pn_asset_store_copy (other, store, HASH_ABC, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_DAMAGED);
  g_clear_error (&error);

  /* Whoever has the bytes mends it. */
  hash = pn_asset_store_add (store, abc, &error);
  healed = pn_asset_store_get (store, HASH_ABC, &error);
  g_assert_no_error (error);
  g_assert_true (pn_asset_store_copy (other, store, HASH_ABC, &error));
  g_assert_true (pn_asset_store_contains (other, HASH_ABC));
  pn_test_folder_remove (folder);
}

static int
full_disk_cb (const char *call, int fd, const char *name)
{
  return strcmp (call, "write") == 0 ? ENOSPC : 0;
}

static void
test_full_disk (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autoptr (PnAssetStore) store = pn_asset_store_new (folder, NULL);
  g_autoptr (GBytes) abc = bytes ("abc");
  g_autoptr (GError) error = NULL;
  g_autofree char *names = NULL;

  pn_test_disk_hook = full_disk_cb;
  g_assert_null (pn_asset_store_add (store, abc, &error));
  pn_test_disk_hook = NULL;
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, folder));
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  g_assert_false (pn_asset_store_contains (store, HASH_ABC));
  names = pn_test_folder_list (folder);
  g_assert_cmpstr (names, ==, "");
  pn_test_folder_remove (folder);
}

static gpointer
hammer_cb (gpointer data)
{
  PnAssetStore *store = data;

  for (guint i = 0; i < 200; i++) {
    g_autofree char *text = g_strdup_printf ("asset %u", i % 10);
    g_autoptr (GBytes) asset = bytes (text);
    g_autoptr (GError) error = NULL;
    g_autofree char *hash = pn_asset_store_add (store, asset, &error);
    g_autoptr (GBytes) read = pn_asset_store_get (store, hash, &error);

    g_assert_no_error (error);
    g_assert_true (g_bytes_equal (read, asset));
  }
  return NULL;
}

static void
test_threads (void)
{
  g_autofree char *folder = pn_test_folder_new ();

  for (int mode = 0; mode < 2; mode++) {
    g_autoptr (PnAssetStore) store = pn_asset_store_new (mode == 0 ? NULL : folder, NULL);
    GThread *threads[4];

    for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
      threads[i] = g_thread_new ("hammer", hammer_cb, store);
    for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
      g_thread_join (threads[i]);
  }
  pn_test_folder_remove (folder);
}

/* Who removes the folder does not take the document along. */
static void
test_removed (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autoptr (PnAssetStore) store = pn_asset_store_new (folder, NULL);
  g_autoptr (PnAssetStore) later = pn_asset_store_new (folder, NULL);
  g_autoptr (GBytes) abc = bytes ("abc");
  g_autofree char *hash = pn_asset_store_add (store, abc, NULL);

  /* One that made it and one that only met it. */
  g_assert_true (pn_asset_store_contains (later, hash));
  pn_test_folder_remove (folder);
  PnAssetStore *stores[] = {store, later};
  for (gsize i = 0; i < G_N_ELEMENTS (stores); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) read = pn_asset_store_get (stores[i], hash, &error);
    g_assert_no_error (error);
    g_assert_true (g_bytes_equal (read, abc));
    g_assert_true (pn_asset_store_contains (stores[i], hash));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/asset-store/memory", test_memory);
  g_test_add_func ("/store/asset-store/folder", test_folder);
  g_test_add_func ("/store/asset-store/folder-durable", test_folder_durable);
  g_test_add_func ("/store/asset-store/damaged", test_damaged);
  g_test_add_func ("/store/asset-store/full-disk", test_full_disk);
  g_test_add_func ("/store/asset-store/threads", test_threads);
  g_test_add_func ("/store/asset-store/removed", test_removed);
  return g_test_run ();
}
