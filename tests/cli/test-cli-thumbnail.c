/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-container.h"
#include "pn-export.h"
#include "pn-test-cli.h"

/* pantin-cli thumbnail: the picture that lies in the file, or one that is drawn. */

#define BLUE_SIDE 200

static void
assert_picture (const char *folder, const char *name, int width, int height, guint8 blue)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (PnPicture) picture = pn_import_open (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (picture->width, ==, width);
  g_assert_cmpint (picture->height, ==, height);
  const guint8 *pixels = g_bytes_get_data (picture->pixels, NULL);
  g_assert_cmpint (pixels[2], ==, blue);
}

/* A document of red that was stored with a thumbnail of blue tells which of them is shown. */
static char *
make_document (const char *folder, GBytes *thumbnail)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_new (400, 100, 24, 1);
  char *path = g_build_filename (folder, "d.pantin", NULL);

  root->has_background = TRUE;
  root->background[0] = 255;
  g_autoptr (PnAssetStore) assets = pn_asset_store_new (NULL, NULL);
  g_assert_true (pn_container_save (path, root, assets, NULL, thumbnail, NULL, &error));
  g_assert_no_error (error);
  return path;
}

static GBytes *
make_blue (void)
{
  g_autoptr (GError) error = NULL;
  gsize n_bytes = (gsize)4 * BLUE_SIDE * BLUE_SIDE;
  guint8 *pixels = g_malloc (n_bytes);

  for (gsize i = 0; i < n_bytes; i += 4)
    memcpy (pixels + i, (const guint8[]){0, 0, 255, 255}, 4);
  PnReadback blue = {.width = BLUE_SIDE,
                     .height = BLUE_SIDE,
                     .stride = (gsize)4 * BLUE_SIDE,
                     .pixels = pixels,
                     .bytes = g_bytes_new_take (pixels, n_bytes)};
  GBytes *png = pn_export_encode_png (&blue, &error);
  g_assert_no_error (error);
  pn_readback_clear (&blue);
  return png;
}

/* No driver can be had there, as in a file manager's sandbox: nothing is drawn for it. */
static void
test_stored (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autoptr (GBytes) blue = make_blue ();
  g_autofree char *path = make_document (folder, blue);

  g_auto (PnTestRun) small = pn_test_run_in (folder, "VK_DRIVER_FILES=/none", NULL,
                                             "thumbnail\td.pantin\t-o\tsmall.png\t--size\t64");
  pn_test_assert_done (&small);
  assert_picture (folder, "small.png", 64, 64, 255);
  /* It is not enlarged. */
  g_auto (PnTestRun) large =
      PN_TEST_RUN (folder, "thumbnail\td.pantin\t-o\tlarge.png\t--size\t1024");
  pn_test_assert_done (&large);
  assert_picture (folder, "large.png", BLUE_SIDE, BLUE_SIDE, 255);
  pn_test_folder_remove (folder);
}

/* One that is missing, or is no picture, is drawn. */
static void
test_drawn (void)
{
  g_autoptr (GBytes) broken = g_bytes_new_static ("no picture", 10);

  for (int i = 0; i < 2; i++) {
    g_autofree char *folder = pn_test_folder_new ();
    g_autofree char *path = make_document (folder, i == 0 ? NULL : broken);
    g_auto (PnTestRun) run = PN_TEST_RUN (folder, "thumbnail\td.pantin\t-o\tt.png\t--size\t128");
    pn_test_assert_done (&run);
    assert_picture (folder, "t.png", 128, 32, 0);
    g_auto (PnTestRun) usual = PN_TEST_RUN (folder, "thumbnail\td.pantin\t-o\tu.png");
    pn_test_assert_done (&usual);
    assert_picture (folder, "u.png", 256, 64, 0);
    pn_test_folder_remove (folder);
  }
}

static void
test_refused (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = make_document (folder, NULL);
  g_autofree char *junk = g_build_filename (folder, "junk.pantin", NULL);
  g_autofree char *output = g_build_filename (folder, "t.png", NULL);

  g_assert_true (g_file_set_contents (junk, "PK\x03\x04 and no more", -1, NULL));
  g_auto (PnTestRun) bad = PN_TEST_RUN (folder, "thumbnail\tjunk.pantin\t-o\tt.png");
  g_assert_cmpint (bad.exit_code, ==, 1);
  g_assert_nonnull (strstr (bad.errors, "junk.pantin"));
  g_auto (PnTestRun) none = PN_TEST_RUN (folder, "thumbnail\tnone.pantin\t-o\tt.png");
  g_assert_cmpint (none.exit_code, ==, 1);
  g_auto (PnTestRun) nowhere = PN_TEST_RUN (folder, "thumbnail\td.pantin");
  g_assert_cmpint (nowhere.exit_code, ==, 2);
  g_auto (PnTestRun) over = PN_TEST_RUN (folder, "thumbnail\td.pantin\t-o\td.pantin");
  g_assert_cmpint (over.exit_code, ==, 2);
  g_auto (PnTestRun) size = PN_TEST_RUN (folder, "thumbnail\td.pantin\t-o\tt.png\t--size\t1025");
  g_assert_cmpint (size.exit_code, ==, 2);
  g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/thumbnail/stored", test_stored);
  g_test_add_func ("/cli/thumbnail/drawn", test_drawn);
  g_test_add_func ("/cli/thumbnail/refused", test_refused);
  return g_test_run ();
}
