/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "pn-import.h"
#include "pn-test-folder.h"
#include "pn-test-png.h"
#include "pn-test-process.h"

static guint
sample (gpointer data, int x, int y, int channel)
{
  return (guint)(x * 50 + y * 20 + channel * 60);
}

static GBytes *
write_small (void)
{
  const PnTestPng png = {3, 2, 8, PN_TEST_RGBA, FALSE};
  GByteArray *out = pn_test_png_begin (&png);

  pn_test_png_pixels (out, &png, sample, NULL);
  return pn_test_png_end (out);
}

static void
put (const char *path, gconstpointer data, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize)n_bytes, &error);
  g_assert_no_error (error);
}

static void
assert_opens (const char *path, GBytes *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (PnPicture) picture = pn_import_open (path, &bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpint (picture->width, ==, 3);
  g_assert_cmpint (picture->height, ==, 2);
  g_assert_true (g_bytes_equal (bytes, expected));
}

static void
assert_refused (const char *path, int code, const char *reason)
{
  g_autofree char *expected =
      g_strdup_printf ("The file “%s” could not be opened. %s", path, reason);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (PnPicture) picture = pn_import_open (path, &bytes, &error);

  g_assert_null (picture);
  g_assert_null (bytes);
  g_assert_error (error, PN_IO_ERROR, code);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_names (void)
{
  static const char *const names[] = {
      "проект/手 é.png", "with spaces  .png", "100%s%n%04d.png", "wrong.jpg", "none",
      "-o.png",          "new\nline.png"};
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *project = g_build_filename (folder, "проект", NULL);
  g_autofree char *long_name = g_strnfill (200, 'x');
  g_autofree char *long_path = g_build_filename (folder, long_name, NULL);
  g_autoptr (GBytes) bytes = write_small ();
  gsize n_bytes;
  gconstpointer data = g_bytes_get_data (bytes, &n_bytes);

  g_assert_cmpint (g_mkdir (project, 0777), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (folder, names[i], NULL);

    put (path, data, n_bytes);
    assert_opens (path, bytes);
  }
  put (long_path, data, n_bytes);
  assert_opens (long_path, bytes);
  pn_test_folder_remove (folder);
}

static void
test_bad_files (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *missing = g_build_filename (folder, "missing 100%.png", NULL);
  g_autofree char *empty = g_build_filename (folder, "empty.png", NULL);
  g_autofree char *photo = g_build_filename (folder, "photo.png", NULL);
  g_autofree char *cut = g_build_filename (folder, "手.png", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe.png", NULL);
  g_autofree char *below = g_build_filename (photo, "x.png", NULL);
  g_autoptr (GBytes) bytes = write_small ();

  put (empty, "", 0);
  put (photo, "\xff\xd8\xff\xe0\0\x10JFIF", 11);
  put (cut, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes) - 5);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_refused (missing, PN_IO_ERROR_READ, "It cannot be read (No such file or directory).");
  assert_refused (below, PN_IO_ERROR_READ, "It cannot be read (Not a directory).");
  assert_refused (folder, PN_IO_ERROR_READ, "It is a folder, not a picture.");
  assert_refused (pipe, PN_IO_ERROR_READ, "It is not a regular file.");
  assert_refused ("/dev/zero", PN_IO_ERROR_READ, "It is not a regular file.");
  assert_refused (empty, PN_IO_ERROR_FORMAT, "There is nothing in it: it has 0 bytes.");
  assert_refused (photo, PN_IO_ERROR_FORMAT,
                  "It is not a PNG picture, and pictures can be opened only as PNG.");
  assert_refused (cut, PN_IO_ERROR_FORMAT, "The picture is cut off after its last row.");
  pn_test_folder_remove (folder);
}

/* A file far larger than its header says is not read, which a file full of holes would show by the
 * memory of the test. */
static void
test_large_file (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "large.png", NULL);
  g_autoptr (GBytes) bytes = write_small ();

  put (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpint (truncate (path, G_GINT64_CONSTANT (1) << 40), ==, 0);
  assert_refused (path, PN_IO_ERROR_LIMIT,
                  "It has 1.1 TB, far more than a picture of its width and height needs.");
  pn_test_folder_remove (folder);
}

static void
read_as_nobody_cb (gpointer data)
{
  pn_test_become_nobody ();
  assert_refused (data, PN_IO_ERROR_READ, "It cannot be read (Permission denied).");
}

static void
test_no_permission (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "secret.png", NULL);
  g_autoptr (GBytes) bytes = write_small ();

  put (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  pn_test_child_succeeds (read_as_nobody_cb, path);
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/import-file/names", test_names);
  g_test_add_func ("/io/import-file/bad-files", test_bad_files);
  g_test_add_func ("/io/import-file/large-file", test_large_file);
  g_test_add_func ("/io/import-file/no-permission", test_no_permission);
  return g_test_run ();
}
