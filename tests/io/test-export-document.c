/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-asset-store.h"
#include "pn-import.h"
#include "pn-test-film.h"
#include "pn-test-folder.h"
#include "pn-test-frames.h"
#include "pn-test-gpu.h"
#include "pn-test-png.h"

/* The whole way: pictures are imported, a document moves them, and films come out. */

#define WIDTH 64
#define HEIGHT 32

typedef struct {
  char *folder, *path;
  PnAssetStore *assets;
  PnTaskPool *pool;
  PnEvaluator *evaluator;
  PnPictureCache *pictures;
  PnRenderer *renderer;
  PnRoot *root;
  GPtrArray *notices;
} Fixture;

static GBytes *
load_cb (gpointer data, const char *hash, GError **error)
{
  return pn_asset_store_get (data, hash, error);
}

static void
fixture_set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = pn_test_folder_new ();
  self->path = g_build_filename (self->folder, "out", NULL);
  self->assets = pn_asset_store_new (NULL, &error);
  g_assert_no_error (error);
  self->pool = pn_task_pool_new (2);
  self->evaluator = pn_evaluator_new (self->pool, load_cb, self->assets, NULL);
  self->pictures = pn_picture_cache_new (load_cb, self->assets, NULL, pn_import_decode, 1 << 26);
  self->renderer = pn_renderer_new (pn_test_gpu (), self->pictures, &error);
  g_assert_no_error (error);
  self->root = pn_root_new (WIDTH, HEIGHT, 25, 1);
  self->root->duration = 50;
  self->notices = g_ptr_array_new_with_free_func (g_free);
}

static void
fixture_tear_down (Fixture *self, gconstpointer data)
{
  pn_node_unref (self->root);
  g_object_unref (self->renderer);
  g_object_unref (self->pictures);
  g_object_unref (self->evaluator);
  pn_task_pool_free (self->pool);
  g_object_unref (self->assets);
  g_ptr_array_unref (self->notices);
  pn_test_folder_remove (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static guint
flat_sample (gpointer data, int x, int y, int channel)
{
  return ((const guint8 *)data)[channel];
}

/* A layer of one colour over the whole document. */
static PnId
add_flat (Fixture *self, guint8 r, guint8 g, guint8 b, guint8 a)
{
  const PnTestPng png = {WIDTH, HEIGHT, 8, PN_TEST_RGBA, FALSE};
  guint8 rgba[4] = {r, g, b, a};
  PnId id = pn_root_make_id (self->root);
  PnLayer *layer = pn_layer_new (id, "flat", PN_LAYER_IMAGE);
  GByteArray *out = pn_test_png_begin (&png);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  pn_test_png_pixels (out, &png, flat_sample, rgba);
  bytes = pn_test_png_end (out);
  layer->picture_asset = pn_asset_store_add (self->assets, bytes, &error);
  g_assert_no_error (error);
  layer->picture_width = WIDTH;
  layer->picture_height = HEIGHT;
  pn_node_list_insert (&self->root->layers, self->root->layers.n_items, layer);
  pn_node_unref (layer);
  return id;
}

static void
add_key (PnTrack *track, double frame, double x, PnEaseKind ease)
{
  const PnKey key = {.frame = frame, .value = {x, 0}, .ease = {.kind = ease}};

  pn_track_set_key (track, &key);
}

static void
add_track (Fixture *self, PnId layer, PnProperty property, double from, double to, double frames)
{
  PnTrack *track = pn_track_new (PN_TARGET_LAYER, layer, property);

  add_key (track, 0, from, PN_EASE_LINEAR);
  add_key (track, frames, to, PN_EASE_LINEAR);
  pn_node_list_insert (&self->root->tracks, self->root->tracks.n_items, track);
  pn_node_unref (track);
}

/* White comes in from the left, a column each frame, over black. */
static void
make_columns (Fixture *self)
{
  add_flat (self, 0, 0, 0, 255);
  add_track (self, add_flat (self, 255, 255, 255, 255), PN_PROPERTY_POSITION, -WIDTH, 0, WIDTH);
}

static gboolean
run (Fixture *self, const PnExportJob *job, GError **error)
{
  g_ptr_array_set_size (self->notices, 0);
  return pn_export_run (job, self->root, self->evaluator, self->renderer, NULL, NULL, NULL,
                        self->notices, error);
}

static void
run_well (Fixture *self, PnExportFormat format, int first, int last, PnDepth depth)
{
  PnExportJob job = pn_test_job (format, self->path, first, last, 0, 0);
  g_autoptr (GError) error = NULL;

  job.depth = depth;
  run (self, &job, &error);
  g_assert_no_error (error);
}

static GBytes *
read_frame (Fixture *self, int frame)
{
  g_autofree char *name = g_strdup_printf ("walk_%04d.png", frame);
  g_autofree char *path = g_build_filename (self->path, name, NULL);
  g_autoptr (GError) error = NULL;
  GBytes *bytes = pn_import_read_file (path, &error);

  g_assert_no_error (error);
  return bytes;
}

static PnPicture *
read_picture (Fixture *self, int frame)
{
  g_autoptr (GBytes) bytes = read_frame (self, frame);
  g_autoptr (GError) error = NULL;
  PnPicture *picture = pn_import_decode (bytes, &error);

  g_assert_no_error (error);
  return picture;
}

static void
assert_columns (const guint8 *pixels, int frame)
{
  for (int y = 0; y < HEIGHT; y++) {
    for (int x = 0; x < WIDTH; x++)
      g_assert_cmpint (pixels[4 * (y * WIDTH + x) + 1] > 127, ==, x < frame);
  }
}

/* BR36: the frames that were asked for, by document time. */
static void
test_sequence (Fixture *self, gconstpointer data)
{
  make_columns (self);
  run_well (self, PN_EXPORT_PNG, 0, 19, PN_DEPTH_8);
  for (int i = 0; i < 20; i++) {
    g_autoptr (PnPicture) picture = read_picture (self, i);

    g_assert_cmpint (picture->width, ==, WIDTH);
    assert_columns (g_bytes_get_data (picture->pixels, NULL), i);
  }
}

static void
test_film (Fixture *self, gconstpointer data)
{
  static const int ranges[][2] = {{0, 24}, {25, 49}, {5, 9}};

  make_columns (self);
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    PnTestFilm film;

    run_well (self, PN_EXPORT_MP4, ranges[i][0], ranges[i][1], PN_DEPTH_8);
    pn_test_film_read (&film, self->path);
    g_assert_cmpint ((int)film.frames->len, ==, ranges[i][1] - ranges[i][0] + 1);
    g_assert_cmpint (film.fps.num, ==, 25);
    for (guint k = 0; k < film.frames->len; k++)
      assert_columns (film.frames->pdata[k], ranges[i][0] + (int)k);
    pn_test_film_clear (&film);
  }
}

/* A farm renders in parts; the files are those of one run. */
static void
test_parts (Fixture *self, gconstpointer data)
{
  GBytes *whole[12];
  PnId layer = add_flat (self, 200, 60, 10, 180);

  add_track (self, layer, PN_PROPERTY_ROTATION, 0, 77, 12);
  run_well (self, PN_EXPORT_PNG, 0, 11, PN_DEPTH_8);
  for (int i = 0; i < 12; i++)
    whole[i] = read_frame (self, i);
  pn_test_folder_remove (self->path);
  run_well (self, PN_EXPORT_PNG, 7, 11, PN_DEPTH_8);
  run_well (self, PN_EXPORT_PNG, 0, 6, PN_DEPTH_8);
  for (int i = 0; i < 12; i++) {
    g_autoptr (GBytes) part = read_frame (self, i);

    g_assert_true (g_bytes_equal (part, whole[i]));
    g_bytes_unref (whole[i]);
  }
}

/* BR38: a layer that fades in from nothing is clear in frame 0, not black, in PNG and in WebM. */
static void
test_fades_in (Fixture *self, gconstpointer data)
{
  PnTestFilm film;
  PnId layer = add_flat (self, 229, 24, 24, 255);

  add_track (self, layer, PN_PROPERTY_OPACITY, 0, 1, 5);
  run_well (self, PN_EXPORT_PNG, 0, 5, PN_DEPTH_8);
  for (int i = 0; i < 6; i++) {
    g_autoptr (GBytes) bytes = read_frame (self, i);
    g_autoptr (PnPicture) picture = read_picture (self, i);
    const guint8 *pixels = g_bytes_get_data (picture->pixels, NULL);

    g_assert_cmpint (((const guint8 *)g_bytes_get_data (bytes, NULL))[25], ==, PN_TEST_RGBA);
    for (int k = 0; k < WIDTH * HEIGHT; k++) {
      g_assert_cmpint (abs (pixels[4 * k + 3] - i * 51), <=, 1);
      if (i == 5)
        g_assert_cmpmem (pixels + 4 * k, 4, "\xe5\x18\x18\xff", 4);
    }
  }
  pn_test_folder_remove (self->path);
  run_well (self, PN_EXPORT_WEBM, 0, 5, PN_DEPTH_8);
  pn_test_film_read (&film, self->path);
  g_assert_cmpint (pn_test_film_pixel (&film, 0, 30, 10)[3], ==, 0);
  g_assert_cmpint (pn_test_film_pixel (&film, 5, 30, 10)[3], >=, 254);
  pn_test_film_clear (&film);
}

/* Rendered at 16 bits and cut to 8, a picture is the one rendered at 8. */
static void
test_depth (Fixture *self, gconstpointer data)
{
  PnId layer = add_flat (self, 200, 60, 10, 255);

  add_track (self, layer, PN_PROPERTY_ROTATION, 0, 90, 4);
  run_well (self, PN_EXPORT_PNG, 0, 3, PN_DEPTH_8);
  for (int i = 0; i < 4; i++) {
    g_autoptr (PnPicture) shallow = read_picture (self, i), deep = NULL;
    const guint8 *pixels = g_bytes_get_data (shallow->pixels, NULL);
    const guint16 *pixels16;

    run_well (self, PN_EXPORT_PNG, i, i, PN_DEPTH_16);
    deep = read_picture (self, i);
    g_assert_cmpint (deep->format, ==, PN_PIXELS_RGBA16);
    pixels16 = g_bytes_get_data (deep->pixels, NULL);
    /* As they are seen: where alpha is small, 8 bits hold little of the colour. */
    for (int k = 0; k < WIDTH * HEIGHT * 4; k++) {
      double seen = pixels[k] * (k % 4 < 3 ? pixels[k | 3] / 255.0 : 1.0);
      double seen16 = pixels16[k] / 257.0 * (k % 4 < 3 ? pixels16[k | 3] / 65535.0 : 1.0);

      g_assert_cmpfloat (fabs (seen - seen16), <=, 1.0);
    }
  }
}

static void
test_size_and_background (Fixture *self, gconstpointer data)
{
  PnExportJob job = pn_test_job (PN_EXPORT_PNG, self->path, 0, 0, 2 * WIDTH, 2 * HEIGHT);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = NULL;
  const guint8 *pixels;
  PnId layer = add_flat (self, 0, 0, 255, 255);

  add_track (self, layer, PN_PROPERTY_POSITION, WIDTH / 2, WIDTH / 2, 1);
  job.has_background = TRUE;
  memcpy (job.background, "\x0a\xc8\x5a", 3);
  run (self, &job, &error);
  g_assert_no_error (error);
  picture = read_picture (self, 0);
  g_assert_cmpint (picture->width, ==, 2 * WIDTH);
  g_assert_cmpint (picture->height, ==, 2 * HEIGHT);
  g_assert_false (picture->has_alpha);
  pixels = g_bytes_get_data (picture->pixels, NULL);
  g_assert_cmpmem (pixels + 4 * (2 * WIDTH * 30 + 20), 4, "\x0a\xc8\x5a\xff", 4);
  g_assert_cmpmem (pixels + 4 * (2 * WIDTH * 30 + 100), 4, "\x00\x00\xff\xff", 4);
}

/* What stops a frame stops the export, and says so. */
static void
test_missing_picture (Fixture *self, gconstpointer data)
{
  PnExportJob job = pn_test_job (PN_EXPORT_PNG, self->path, 0, 3, 0, 0);
  g_autoptr (GError) error = NULL;
  PnLayer *layer = pn_layer_new (pn_root_make_id (self->root), "lost", PN_LAYER_IMAGE);

  layer->picture_asset = g_strnfill (64, 'a');
  layer->picture_width = layer->picture_height = 8;
  pn_node_list_insert (&self->root->layers, 0, layer);
  pn_node_unref (layer);
  g_assert_false (run (self, &job, &error));
  g_assert_nonnull (error);
  g_assert_false (g_file_test (self->path, G_FILE_TEST_EXISTS));
}

#define ADD(path, function)                                                         \
  g_test_add ("/io/export-document/" path, Fixture, NULL, fixture_set_up, function, \
              fixture_tear_down)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ADD ("sequence", test_sequence);
  ADD ("film", test_film);
  ADD ("parts", test_parts);
  ADD ("fades-in", test_fades_in);
  ADD ("depth", test_depth);
  ADD ("size-and-background", test_size_and_background);
  ADD ("missing-picture", test_missing_picture);
  result = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return result;
}
