/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <zip.h>

#include "pn-container-private.h"
#include "pn-json.h"
#include "pn-test-folder.h"
#include "pn-test-process.h"
#include "pn-test-sanitizer.h"
#include "pn-test-store.h"
#include "pn-test-zip.h"

static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static GBytes *
read_file (const char *path)
{
  char *data;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &data, &n_bytes, NULL));
  return g_bytes_new_take (data, n_bytes);
}

static void
save (const char *path, const PnRoot *root, PnAssetStore *store, PnContainerRest *rest)
{
  g_autoptr (GError) error = NULL;

  pn_container_save (path, root, store, rest, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* A picture, a text that compresses, and nothing at all. */
static PnRoot *
make_root (PnAssetStore *store)
{
  g_autofree char *text = g_strnfill (5000, 'a');
  g_autoptr (GBytes) plain = g_bytes_new (text, 5000);
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);
  PnRoot *root = pn_test_root_new (store, 1, 1, 3000);

  root = pn_test_root_add_picture (root, store, plain, "plain");
  return pn_test_root_add_picture (root, store, empty, "empty");
}

static void
assert_same_assets (const PnRoot *root, PnAssetStore *a, PnAssetStore *b)
{
  g_autoptr (GPtrArray) hashes = pn_root_list_assets (root);

  for (guint i = 0; i < hashes->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) from_a = pn_asset_store_get (a, hashes->pdata[i], &error);
    g_autoptr (GBytes) from_b = pn_asset_store_get (b, hashes->pdata[i], &error);

    g_assert_no_error (error);
    g_assert_true (g_bytes_equal (from_a, from_b));
  }
}

static void
test_round_trip (void)
{
  g_autofree char *path = path_of ("round.pantin");
  g_autofree char *assets = path_of ("round-assets");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (GBytes) thumbnail = pn_test_bytes (7, 100, PN_TEST_BYTES_PNG);
  g_autoptr (GError) error = NULL;

  g_assert_true (pn_container_save (path, root, store, NULL, thumbnail, NULL, &error));
  g_assert_no_error (error);
  for (int mode = 0; mode < 2; mode++) {
    g_autoptr (PnAssetStore) second = pn_asset_store_new (mode == 0 ? NULL : assets, &error);
    PnContainerRest *rest = (gpointer)1;
    g_autoptr (PnRoot) loaded = pn_container_load (path, second, &rest, NULL, &error);

    g_assert_no_error (error);
    g_assert_null (rest);
    pn_test_assert_roots_equal (loaded, root);
    assert_same_assets (root, store, second);
  }
}

/* What `file` looks for, and what makes a picture in the container as small as it was. */
static void
test_form (void)
{
  static const char start[] = "mimetypeapplication/x-pantin";
  g_autofree char *path = path_of ("form.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (GBytes) bytes = NULL;
  const guint8 *data;
  zip_t *zip;
  guint n_stored = 0, n_deflated = 0;

  save (path, root, store, NULL);
  bytes = read_file (path);
  data = g_bytes_get_data (bytes, NULL);
  g_assert_cmpmem (data, 4, "PK\3\4", 4);
  g_assert_cmpmem (data + 6, 4, "\0\0\0\0", 4);    /* no flags, stored */
  g_assert_cmpmem (data + 26, 4, "\x08\0\0\0", 4); /* a name of 8 bytes, no extra field */
  g_assert_cmpmem (data + 30, strlen (start), start, strlen (start));

  zip = zip_open (path, ZIP_RDONLY | ZIP_CHECKCONS, NULL);
  g_assert_nonnull (zip);
  for (zip_int64_t i = 1; i < zip_get_num_entries (zip, 0); i++) {
    zip_stat_t info;

    g_assert_cmpint (zip_stat_index (zip, (zip_uint64_t)i, 0, &info), ==, 0);
    n_stored += info.comp_method == ZIP_CM_STORE;
    n_deflated += info.comp_method == ZIP_CM_DEFLATE;
    if (info.size == 5000)
      g_assert_cmpuint (info.comp_size, <, 100);
    if (info.size == 3000)
      g_assert_cmpuint (info.comp_size, ==, 3000);
  }
  g_assert_cmpuint (n_stored, ==, 1);
  g_assert_cmpuint (n_deflated, ==, 3);
  zip_discard (zip);
}

/* Wherever the assets are, whatever the clock, the zone, the locale. */
static void
test_same_bytes (void)
{
  static const char *const zones[] = {"UTC", "Asia/Kolkata", "America/Los_Angeles"};
  g_autofree char *first = path_of ("first.pantin");
  g_autofree char *second = path_of ("second.pantin");
  g_autofree char *assets = path_of ("same-assets");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnAssetStore) in_folder = pn_asset_store_new (assets, NULL);
  g_autoptr (PnAssetStore) in_container = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (PnRoot) loaded = NULL;
  g_autoptr (PnRoot) again = NULL;
  PnAssetStore *stores[3] = {store, in_folder, in_container};
  g_autoptr (GBytes) expected = NULL;

  save (first, root, store, NULL);
  expected = read_file (first);
  again = pn_container_load (first, in_folder, NULL, NULL, NULL);
  g_assert_nonnull (again);
  loaded = pn_container_load (first, in_container, NULL, NULL, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (stores); i++) {
    g_autoptr (GBytes) bytes = NULL;

    g_setenv ("TZ", zones[i], TRUE);
    tzset ();
    save (second, i == 2 ? loaded : root, stores[i], NULL);
    bytes = read_file (second);
    g_assert_true (g_bytes_equal (bytes, expected));
  }
  /* Over the very file that the assets are still in. */
  save (first, loaded, in_container, NULL);
  save (first, loaded, in_container, NULL);
  g_clear_pointer (&expected, g_bytes_unref);
  expected = read_file (first);
  {
    g_autoptr (GBytes) bytes = read_file (second);

    g_assert_true (g_bytes_equal (bytes, expected));
  }
  g_unsetenv ("TZ");
}

/* A container made by others: `parts` besides the document and its assets. */
static void
write_container (const char *path,
                 const PnRoot *root,
                 PnAssetStore *store,
                 const char *json,
                 const PnTestZipEntry *parts,
                 guint n_parts)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (PnTestZipEntry));
  g_autoptr (GPtrArray) keep = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) hashes = pn_root_list_assets (root);
  g_autoptr (GByteArray) zip = NULL;
  PnTestZipEntry entry = {.name = "document.json", .method = PN_TEST_ZIP_DEFLATED};
  char *text = json != NULL ? g_strdup (json) : pn_root_to_json (root, NULL);

  g_ptr_array_add (keep, text);
  entry.data = text;
  entry.n_bytes = strlen (text);
  g_array_append_val (entries, entry);
  for (guint i = 0; i < hashes->len; i++) {
    g_autoptr (GBytes) bytes = pn_asset_store_get (store, hashes->pdata[i], NULL);
    PnTestZipEntry asset = {.method = PN_TEST_ZIP_STORED};

    asset.name = g_strconcat ("assets/", hashes->pdata[i], NULL);
    asset.data = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    asset.n_bytes = g_bytes_get_size (bytes);
    g_ptr_array_add (keep, (gpointer)asset.name);
    g_ptr_array_add (keep, (gpointer)asset.data);
    g_array_append_val (entries, asset);
  }
  g_array_append_vals (entries, parts, n_parts);
  zip = pn_test_zip_new ((const PnTestZipEntry *)(gpointer)entries->data, entries->len);
  pn_test_write_file (path, zip->data, zip->len);
}

static void
assert_part (const char *path, const PnTestZipEntry *part, gboolean expected)
{
  zip_t *zip = zip_open (path, ZIP_RDONLY, NULL);
  zip_file_t *file = zip_fopen (zip, part->name, 0);

  g_assert_true ((file != NULL) == expected);
  if (file != NULL) {
    g_autofree char *data = g_malloc (part->n_bytes + 1);

    g_assert_cmpint (zip_fread (file, data, part->n_bytes + 1), ==, (int)part->n_bytes);
    g_assert_cmpmem (data, part->n_bytes, part->data, part->n_bytes);
    zip_fclose (file);
  }
  zip_discard (zip);
}

static void
test_unknown_parts (void)
{
  const PnTestZipEntry parts[] = {
      {.name = "sound/проект é %.ogg", .data = "abc", .n_bytes = 3},
      {.name = "aaa", .data = "aaaaaaaaaaaaaaaaaaaaaa", .n_bytes = 22, .method = 8},
      {.name = "assets/not-a-hash", .data = "x", .n_bytes = 1},
      {.name = "void", .data = "", .n_bytes = 0},
  };
  g_autofree char *path = path_of ("unknown.pantin");
  g_autofree char *saved = path_of ("saved.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnAssetStore) second = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (PnRoot) loaded = NULL;
  g_autoptr (PnContainerRest) rest = NULL;
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) again = NULL;
  g_autoptr (GError) error = NULL;

  write_container (path, root, store, NULL, parts, G_N_ELEMENTS (parts));
  loaded = pn_container_load (path, second, &rest, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (rest);
  save (saved, loaded, second, rest);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    assert_part (saved, &parts[i], TRUE);
  first = read_file (saved);

  /* And once more through what was saved. */
  g_clear_pointer (&rest, pn_container_rest_unref);
  g_clear_pointer (&loaded, pn_node_unref);
  loaded = pn_container_load (saved, second, &rest, NULL, &error);
  g_assert_no_error (error);
  save (saved, loaded, second, rest);
  again = read_file (saved);
  g_assert_true (g_bytes_equal (first, again));
}

/* What this version does not know in a document may name an asset as well. */
static void
test_possible_assets (void)
{
  g_autofree char *path = path_of ("possible.pantin");
  g_autofree char *saved = path_of ("possible-saved.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnAssetStore) second = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (PnRoot) loaded = NULL;
  g_autofree char *json = pn_root_to_json (root, NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "sound", -1);
  g_autofree char *other = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "elsewhere", -1);
  g_autofree char *name = g_strconcat ("assets/", hash, NULL);
  g_autofree char *changed =
      g_strdup_printf ("{\"future\": {\"sound\": \"%s\", \"comment\": \"%s\"}, %s", hash, other,
                       strchr (json, '{') + 1);
  const PnTestZipEntry part = {.name = name, .data = "sound", .n_bytes = 5};
  g_autoptr (PnContainerRest) rest = NULL;
  g_autoptr (GError) error = NULL;

  write_container (path, root, store, changed, &part, 1);
  loaded = pn_container_load (path, second, &rest, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (rest);
  save (saved, loaded, second, rest);
  assert_part (saved, &part, TRUE);
}

/* An asset that nothing names is dropped; unless a later version wrote the document, which may name
 * it in a way that this one cannot read. */
static void
test_unused_assets (void)
{
  g_autofree char *path = path_of ("unused.pantin");
  g_autofree char *saved = path_of ("unused-saved.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "unused", -1);
  g_autofree char *name = g_strconcat ("assets/", hash, NULL);
  const PnTestZipEntry part = {.name = name, .data = "unused", .n_bytes = 6};

  for (int later = 0; later < 2; later++) {
    g_autoptr (PnAssetStore) second = pn_asset_store_new (NULL, NULL);
    g_autoptr (PnRoot) changed = pn_root_copy (root);
    g_autoptr (PnRoot) loaded = NULL;
    g_autoptr (PnContainerRest) rest = NULL;
    g_autoptr (GError) error = NULL;

    changed->version = PN_FORMAT_VERSION + later;
    write_container (path, changed, store, NULL, &part, 1);
    loaded = pn_container_load (path, second, &rest, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpint (loaded->version, ==, PN_FORMAT_VERSION + later);
    save (saved, loaded, second, rest);
    assert_part (saved, &part, later == 1);
  }
  {
    /* Nor is what was there and is removed from the document. */
    g_autoptr (PnRoot) less = pn_root_copy (root);
    g_autoptr (GBytes) before = NULL;
    g_autoptr (GBytes) after = NULL;

    save (saved, root, store, NULL);
    before = read_file (saved);
    pn_node_list_remove (&less->layers, 0);
    save (saved, less, store, NULL);
    after = read_file (saved);
    g_assert_cmpuint (g_bytes_get_size (after) + 3000, <, g_bytes_get_size (before));
  }
}

static void
assert_refused (const char *path, const char *word)
{
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  PnContainerRest *rest = NULL;

  g_assert_null (pn_container_load (path, store, &rest, NULL, &error));
  g_assert_nonnull (error);
  g_assert_null (rest);
  g_assert_nonnull (strstr (error->message, path));
  if (word != NULL && strstr (error->message, word) == NULL)
    g_error ("“%s” does not say “%s”", error->message, word);
}

static void
test_cut (void)
{
  g_autofree char *path = path_of ("cut.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (GBytes) bytes = NULL;
  gsize n_bytes;

  save (path, root, store, NULL);
  bytes = read_file (path);
  n_bytes = g_bytes_get_size (bytes);
  for (gsize i = 0; i < 50; i++) {
    pn_test_write_file (path, g_bytes_get_data (bytes, NULL), n_bytes * i / 50);
    assert_refused (path, NULL);
  }
  for (gsize i = 1; i < 40; i++) {
    pn_test_write_file (path, g_bytes_get_data (bytes, NULL), n_bytes - i);
    assert_refused (path, NULL);
  }
}

/* A flipped bit is refused, or was in what does not matter, such as a date. */
static void
test_flipped_bits (void)
{
  g_autofree char *path = path_of ("flipped.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  guint n_refused = 0;
  gsize n_bytes;

  save (path, root, store, NULL);
  bytes = read_file (path);
  n_bytes = g_bytes_get_size (bytes);
  g_test_message ("seed 20, %zu bytes", n_bytes);
  for (guint i = 0; i < 2000; i++) {
    g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), n_bytes);
    g_autoptr (PnAssetStore) second = pn_asset_store_new (NULL, NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (PnRoot) loaded = NULL;
    gsize bit = (gsize)g_rand_int_range (random, 0, (gint32)n_bytes * 8);

    copy[bit / 8] ^= (guint8)(1u << (bit % 8));
    pn_test_write_file (path, copy, n_bytes);
    loaded = pn_container_load (path, second, NULL, NULL, &error);
    if (loaded == NULL) {
      g_assert_nonnull (strstr (error->message, path));
      n_refused++;
      continue;
    }
    pn_test_assert_roots_equal (loaded, root);
    assert_same_assets (root, store, second);
  }
  g_assert_cmpuint (n_refused, >, 1600);
}

static void
test_bad_parts (void)
{
  g_autofree char *path = path_of ("bad.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (PnRoot) none = pn_root_new (8, 8, 24, 1);
  g_autofree char *json = pn_root_to_json (root, NULL);
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "one", -1);
  g_autofree char *name = g_strconcat ("assets/", hash, NULL);
  const PnTestZipEntry other = {.name = name, .data = "two", .n_bytes = 3};
  const PnTestZipEntry mimetype = {.name = "mimetype", .data = "image/openraster", .n_bytes = 16};
  const PnTestZipEntry same_length = {
      .name = "mimetype", .data = "application/x-pantim", .n_bytes = 20};
  const PnTestZipEntry outside = {.name = "../../.bashrc", .data = "x", .n_bytes = 1};
  const PnTestZipEntry alone = {.name = "aaa", .data = "x", .n_bytes = 1};
  PnTestZipEntry large = {.name = "document.json", .data = "{}", .n_bytes = 2};
  g_autoptr (GByteArray) zip = NULL;

  write_container (path, none, store, json, NULL, 0);
  assert_refused (path, "needs the data");
  write_container (path, root, store, NULL, &other, 1);
  assert_refused (path, hash);
  write_container (path, root, store, NULL, &mimetype, 1);
  assert_refused (path, "not a Pantin document");
  write_container (path, root, store, NULL, &same_length, 1);
  assert_refused (path, "not a Pantin document");
  write_container (path, root, store, NULL, &outside, 1);
  assert_refused (path, "bashrc");
  write_container (path, none, store, brackets, NULL, 0);
  assert_refused (path, NULL);
  write_container (path, none, store, "", NULL, 0);
  assert_refused (path, NULL);
  write_container (path, none, store, "{\"width\": NaN}", NULL, 0);
  assert_refused (path, NULL);

  zip = pn_test_zip_new (&alone, 1);
  pn_test_write_file (path, zip->data, zip->len);
  assert_refused (path, "not a Pantin document");
  g_byte_array_unref (zip);
  large.method = PN_TEST_ZIP_DEFLATED;
  large.stated_size = PN_JSON_BYTES_MAX + 1;
  zip = pn_test_zip_new (&large, 1);
  pn_test_write_file (path, zip->data, zip->len);
  assert_refused (path, "64 MiB");

  pn_test_write_file (path, "", 0);
  assert_refused (path, "0 bytes");
  assert_refused (folder, NULL);
  g_assert_cmpint (g_remove (path), ==, 0);
  assert_refused (path, NULL);
}

/* BR48: names as people give them. */
static void
test_names (void)
{
  g_autofree char *long_name = g_strnfill (200, 'n');
  const char *const names[] = {"проект/手 é.pantin", "with spaces in it .pantin", "100%20%s.pantin",
                               long_name, "-rf"};
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autofree char *inner = path_of ("проект");

  g_assert_cmpint (g_mkdir (inner, 0777), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = path_of (names[i]);
    g_autofree char *moved_to = path_of ("moved.pantin");
    g_autoptr (PnRoot) loaded = NULL;

    save (path, root, store, NULL);
    save (path, root, store, NULL);
    g_assert_cmpint (g_rename (path, moved_to), ==, 0);
    loaded = pn_test_load_whole (moved_to);
    pn_test_assert_roots_equal (loaded, root);
  }
}

/* Somebody writes over the file that assets are still in: a wrong picture is never handed out. */
static void
test_file_overwritten (void)
{
  g_autofree char *path = path_of ("overwritten.pantin");
  g_autofree char *target = path_of ("target.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnAssetStore) second = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (PnRoot) loaded = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) old = NULL;
  g_autoptr (GBytes) now = NULL;
  g_autoptr (GPtrArray) hashes = pn_root_list_assets (root);
  FILE *file;

  save (path, root, store, NULL);
  save (target, root, store, NULL);
  old = read_file (target);
  loaded = pn_container_load (path, second, NULL, NULL, NULL);
  file = g_fopen (path, "r+");
  for (guint i = 0; i < 100; i++)
    fputs ("overwritten", file);
  fclose (file);
  for (guint i = 0; i < hashes->len; i++) {
    g_autoptr (GBytes) bytes = pn_asset_store_get (second, hashes->pdata[i], NULL);
    g_autoptr (GBytes) expected = pn_asset_store_get (store, hashes->pdata[i], NULL);

    g_assert_true (bytes == NULL || g_bytes_equal (bytes, expected));
  }
  g_assert_false (pn_container_save (target, loaded, second, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, target));
  now = read_file (target);
  g_assert_true (g_bytes_equal (old, now));
}

static void
test_missing_asset (void)
{
  g_autofree char *path = path_of ("missing.pantin");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnAssetStore) empty = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = make_root (store);
  g_autoptr (GError) error = NULL;

  g_assert_false (pn_container_save (path, root, empty, NULL, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static glong
peak_kib (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/* 48 MiB in 12 pictures go from disk to disk through the memory of one or two of them. */
static void
work_in_little_memory (gpointer user_data)
{
  g_autofree char *path = path_of ("large.pantin");
  g_autofree char *copy = path_of ("copy.pantin");
  g_autofree char *assets = path_of ("large-assets");
  g_autoptr (PnAssetStore) store = pn_asset_store_new (assets, NULL);
  g_autoptr (PnAssetStore) second = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) root = pn_test_root_new (store, 3, 12, 4 << 20);
  g_autoptr (PnRoot) loaded = NULL;
  glong before = peak_kib ();

  save (path, root, store, NULL);
  loaded = pn_container_load (path, second, NULL, NULL, NULL);
  save (copy, loaded, second, NULL);
  if (!PN_TEST_SANITIZED)
    g_assert_cmpint (peak_kib () - before, <, 16 << 10);
  pn_test_assert_roots_equal (loaded, root);
}

static void
test_memory (void)
{
  pn_test_child_succeeds (work_in_little_memory, NULL);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = pn_test_folder_new ();
  g_test_add_func ("/store/container/round-trip", test_round_trip);
  g_test_add_func ("/store/container/form", test_form);
  g_test_add_func ("/store/container/same-bytes", test_same_bytes);
  g_test_add_func ("/store/container/unknown-parts", test_unknown_parts);
  g_test_add_func ("/store/container/possible-assets", test_possible_assets);
  g_test_add_func ("/store/container/unused-assets", test_unused_assets);
  g_test_add_func ("/store/container/cut", test_cut);
  g_test_add_func ("/store/container/flipped-bits", test_flipped_bits);
  g_test_add_func ("/store/container/bad-parts", test_bad_parts);
  g_test_add_func ("/store/container/names", test_names);
  g_test_add_func ("/store/container/file-overwritten", test_file_overwritten);
  g_test_add_func ("/store/container/missing-asset", test_missing_asset);
  g_test_add_func ("/store/container/memory", test_memory);
  result = g_test_run ();
  pn_test_folder_remove (folder);
  g_free (folder);
  return result;
}
