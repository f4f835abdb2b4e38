/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>

#include "pn-import.h"
#include "pn-test-export.h"
#include "pn-test-process.h"

typedef PnTestExport Fixture;

static void
fixture_set_up (Fixture *self, gconstpointer data)
{
  pn_test_export_init (self, "проект 100%d");
}

static void
fixture_tear_down (Fixture *self, gconstpointer data)
{
  pn_test_export_clear (self);
}

static gboolean
export_frames (Fixture *self, int first, int last, PnDepth depth, GError **error)
{
  PnExportJob job = pn_test_job (PN_EXPORT_PNG, self->path, first, last, 37, 12);

  job.depth = depth;
  return pn_test_frames_export (&self->frames, &job, 24, self->notices, error);
}

static void
export_well (Fixture *self, int first, int last)
{
  g_autoptr (GError) error = NULL;

  export_frames (self, first, last, PN_DEPTH_8, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->notices->len, ==, 0);
}

static GBytes *
read_frame (Fixture *self, int frame)
{
  g_autofree char *name = g_strdup_printf ("walk_%04d.png", frame);
  g_autofree char *path = g_build_filename (self->path, name, NULL);
  g_autoptr (GError) error = NULL;
  char *data;
  gsize n_bytes;

  g_file_get_contents (path, &data, &n_bytes, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (data, n_bytes);
}

static void
put_file (Fixture *self, const char *name, const char *content)
{
  g_autofree char *path = g_build_filename (self->path, name, NULL);

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
}

static void
assert_file (Fixture *self, const char *name, const char *content)
{
  g_autofree char *path = g_build_filename (self->path, name, NULL);
  g_autofree char *found = NULL;

  g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, content);
}

static void
assert_folder (Fixture *self, const char *names)
{
  g_autofree char *found = pn_test_folder_list (self->path);

  g_assert_cmpstr (found, ==, names);
}

static void
assert_pixels (Fixture *self, int frame)
{
  g_autoptr (GBytes) bytes = read_frame (self, frame);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = pn_import_decode (bytes, &error);
  const guint8 *pixels;

  g_assert_no_error (error);
  g_assert_cmpint (picture->width, ==, 37);
  g_assert_cmpint (picture->height, ==, 12);
  pixels = g_bytes_get_data (picture->pixels, NULL);
  for (int y = 0; y < 12; y++) {
    for (int x = 0; x < 37; x++) {
      guint8 rgba[4];

      self->frames.paint (frame, x, y, rgba);
      for (int c = 0; c < 4; c++) {
        if (picture->format == PN_PIXELS_RGBA16)
          g_assert_cmpint (((const guint16 *)(gconstpointer)pixels)[4 * (37 * y + x) + c], ==,
                           pn_test_deepen (rgba[c]));
        else
          g_assert_cmpint (pixels[4 * (37 * y + x) + c], ==, rgba[c]);
      }
    }
  }
}

/* BR36 and BR38: as many as asked for, the ones asked for, and named for what they are. */
static void
test_frames (Fixture *self, gconstpointer data)
{
  GString *names = g_string_new (NULL);

  export_well (self, 0, 19);
  for (int i = 0; i < 20; i++) {
    g_string_append_printf (names, "%swalk_%04d.png", i > 0 ? " " : "", i);
    assert_pixels (self, i);
  }
  assert_folder (self, names->str);
  g_string_free (names, TRUE);
}

static void
test_range (Fixture *self, gconstpointer data)
{
  export_well (self, 5, 9);
  assert_folder (self, "walk_0005.png walk_0006.png walk_0007.png walk_0008.png walk_0009.png");
  assert_pixels (self, 7);
}

static void
test_long_numbers (Fixture *self, gconstpointer data)
{
  export_well (self, 9999, 10001);
  assert_folder (self, "walk_10000.png walk_10001.png walk_9999.png");
}

static void
paint_noise (int frame, int x, int y, guint8 rgba[4])
{
  guint32 h = (guint32)(frame * 7919 + x * 104729 + y * 1299709);

  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  memcpy (rgba, &h, 4);
}

/* Rendered in parts, or by however many threads, files are the same bytes. */
static void
test_parts (Fixture *self, gconstpointer data)
{
  GBytes *whole[30];

  self->frames.paint = paint_noise;
  export_well (self, 0, 29);
  for (int i = 0; i < 30; i++)
    whole[i] = read_frame (self, i);
  pn_test_folder_remove (self->path);
  export_well (self, 20, 29);
  export_well (self, 0, 0);
  export_well (self, 1, 19);
  for (int i = 0; i < 30; i++) {
    g_autoptr (GBytes) part = read_frame (self, i);

    g_assert_true (g_bytes_equal (part, whole[i]));
    g_bytes_unref (whole[i]);
  }
}

static void
paint_clear (int frame, int x, int y, guint8 rgba[4])
{
  memset (rgba, 0, 4);
  if (frame > 0)
    memcpy (rgba, ((guint8[]){250, 128, 3, (guint8)(x * 7)}), 4);
}

/* BR38: RGBA in every frame and every case, and tagged; a clear frame is clear. */
static void
test_always_alpha (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  for (int depth = 8; depth <= 16; depth += 8) {
    self->frames.paint = paint_clear;
    export_frames (self, 0, 5, depth == 8 ? PN_DEPTH_8 : PN_DEPTH_16, &error);
    g_assert_no_error (error);
    for (int i = 0; i < 6; i++) {
      g_autoptr (GBytes) bytes = read_frame (self, i);
      const guint8 *file = g_bytes_get_data (bytes, NULL);

      assert_pixels (self, i);
      g_assert_cmpint (file[24], ==, depth);
      g_assert_cmpint (file[25], ==, 6);
      g_assert_cmpmem (file + 37, 4, "sRGB", 4);
    }
  }
}

/* What else is in the folder stays, an old frame of the same name is replaced. */
static void
test_into_folder (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (g_mkdir (self->path, 0777), ==, 0);
  put_file (self, "notes.txt", "mine");
  put_file (self, "walk_0001.png", "old");
  put_file (self, "walk_0009.png", "old");
  export_well (self, 0, 2);
  assert_folder (self, "notes.txt walk_0000.png walk_0001.png walk_0002.png walk_0009.png");
  assert_file (self, "notes.txt", "mine");
  assert_file (self, "walk_0009.png", "old");
  assert_pixels (self, 1);
}

/* A run that does not come to its end leaves the folder as it was, or none where none was. */
static void
check_nothing_left (Fixture *self, int code, const char *message)
{
  g_autoptr (GError) error = NULL, again = NULL;

  g_assert_false (export_frames (self, 0, 19, PN_DEPTH_8, &error));
  g_assert_cmpstr (error->message, ==, message);
  g_assert_false (g_file_test (self->path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (self->frames.done, ==, code == PN_IO_ERROR_CANCELLED ? 8 : 7);

  if (self->frames.cancel != NULL)
    g_cancellable_reset (self->frames.cancel);
  g_assert_cmpint (g_mkdir (self->path, 0777), ==, 0);
  put_file (self, "walk_0003.png", "old");
  g_assert_false (export_frames (self, 0, 19, PN_DEPTH_8, &again));
  assert_folder (self, "walk_0003.png");
  assert_file (self, "walk_0003.png", "old");
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  self->frames.cancel = g_cancellable_new ();
  self->frames.cancel_at = 7;
  check_nothing_left (self, PN_IO_ERROR_CANCELLED, "The export was cancelled.");
}

static void
test_fails (Fixture *self, gconstpointer data)
{
  self->frames.fail_at = 7;
  check_nothing_left (self, 0, "This frame cannot be drawn.");
}

/* What stands in the way is found before the work. */
static void
test_blocked (Fixture *self, gconstpointer data)
{
  g_autofree char *blocking = g_build_filename (self->path, "walk_0003.png", NULL);
  g_autofree char *message =
      g_strdup_printf ("“%s” could not be saved: a folder has this name.", blocking);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (blocking, 0777), ==, 0);
  g_assert_false (export_frames (self, 0, 19, PN_DEPTH_8, &error));
  g_assert_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_cmpint (self->frames.n_drawn, ==, 0);
  assert_folder (self, "walk_0003.png");
}

static char *late_blocking;

static void
paint_blocking (int frame, int x, int y, guint8 rgba[4])
{
  if (frame == 19 && x == 0 && y == 0)
    g_assert_cmpint (g_mkdir (late_blocking, 0777), ==, 0);
  pn_test_paint_columns (frame, x, y, rgba);
}

/* And where it comes while the work is done, those that were put in place are taken back. */
static void
test_taken_back (Fixture *self, gconstpointer data)
{
  g_autofree char *blocking = g_build_filename (self->path, "walk_0003.png", NULL);
  g_autoptr (GError) error = NULL;

  late_blocking = blocking;
  self->frames.paint = paint_blocking;
  g_assert_cmpint (g_mkdir (self->path, 0777), ==, 0);
  put_file (self, "walk_0001.png", "old");
  g_assert_false (export_frames (self, 0, 19, PN_DEPTH_8, &error));
  g_assert_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE);
  assert_folder (self, "walk_0001.png walk_0003.png");
  assert_file (self, "walk_0001.png", "old");
}

static void
paint_killing (int frame, int x, int y, guint8 rgba[4])
{
  if (frame == 7 && y == 11)
    kill (getpid (), SIGKILL);
  pn_test_paint_columns (frame, x, y, rgba);
}

static void
be_killed_cb (gpointer data)
{
  Fixture *self = data;

  self->frames.paint = paint_killing;
  export_frames (self, 0, 19, PN_DEPTH_8, NULL);
}

/* What a killed run leaves is hidden, and the next run removes it; the folder of a run that goes on
 * is not touched. */
static void
test_killed (Fixture *self, gconstpointer data)
{
  g_autofree char *live = g_build_filename (self->path, ".pantin-frames-live", NULL);
  g_autofree char *left = NULL;
  int fd, status = pn_test_child_wait (pn_test_child_start (be_killed_cb, self));

  g_assert_true (WIFSIGNALED (status));
  left = pn_test_folder_list (self->path);
  g_assert_true (g_str_has_prefix (left, ".pantin-frames-"));
  g_assert_null (strchr (left, ' '));
  g_assert_cmpint (g_mkdir (live, 0777), ==, 0);
  put_file (self, ".pantin-frames-live/walk_0000.png", "theirs");
  fd = g_open (live, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  export_well (self, 0, 1);
  assert_folder (self, ".pantin-frames-live walk_0000.png walk_0001.png");
  assert_file (self, ".pantin-frames-live/walk_0000.png", "theirs");
  close (fd);
}

static void
try_protected_cb (gpointer data)
{
  Fixture *self = data;
  g_autoptr (GError) error = NULL;

  pn_test_become_nobody ();
  g_assert_false (export_frames (self, 0, 3, PN_DEPTH_8, &error));
  g_assert_true (
      g_str_has_suffix (error->message, "walk_0002.png” could not be saved: Permission denied."));
  g_assert_cmpint (self->frames.n_drawn, ==, 0);
}

static void
test_write_protected (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->path, "walk_0002.png", NULL);

  g_assert_cmpint (g_mkdir (self->path, 0777), ==, 0);
  put_file (self, "walk_0002.png", "old");
  g_assert_cmpint (g_chmod (path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (self->path, 0777), ==, 0);
  g_assert_cmpint (g_chmod (self->folder, 0755), ==, 0);
  pn_test_child_succeeds (try_protected_cb, self);
  assert_folder (self, "walk_0002.png");
  assert_file (self, "walk_0002.png", "old");
}

static void
test_name (Fixture *self, gconstpointer data)
{
  PnExportJob job = pn_test_job (PN_EXPORT_PNG, self->path, 3, 3, 8, 8);
  g_autoptr (GError) error = NULL;

  job.name = "手/100%s é";
  pn_test_frames_export (&self->frames, &job, 24, NULL, &error);
  g_assert_no_error (error);
  assert_folder (self, "手_100%s é_0003.png");
}

/* One picture, over whatever was there. */
static void
test_picture (Fixture *self, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) packed = NULL, written = NULL;
  PnReadback picture;

  g_assert_cmpint (g_mkdir (self->path, 0777), ==, 0);
  put_file (self, "walk_0004.png", "old");
  path = g_build_filename (self->path, "walk_0004.png", NULL);
  pn_test_readback_init (&picture, 37, 12, PN_DEPTH_8, 12);
  for (int y = 0; y < 12; y++) {
    for (int x = 0; x < 37; x++) {
      guint8 rgba[4];

      pn_test_paint_columns (4, x, y, rgba);
      pn_test_readback_put (&picture, x, y, rgba);
    }
  }
  pn_export_picture (&picture, path, &error);
  g_assert_no_error (error);
  assert_folder (self, "walk_0004.png");
  assert_pixels (self, 4);
  packed = pn_export_encode_png (&picture, &error);
  written = read_frame (self, 4);
  g_assert_true (g_bytes_equal (packed, written));
  pn_readback_clear (&picture);
}

#define ADD(path, function) \
  g_test_add ("/io/export-png/" path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("frames", test_frames);
  ADD ("range", test_range);
  ADD ("long-numbers", test_long_numbers);
  ADD ("parts", test_parts);
  ADD ("always-alpha", test_always_alpha);
  ADD ("into-folder", test_into_folder);
  ADD ("cancel", test_cancel);
  ADD ("fails", test_fails);
  ADD ("blocked", test_blocked);
  ADD ("taken-back", test_taken_back);
  ADD ("killed", test_killed);
  ADD ("write-protected", test_write_protected);
  ADD ("name", test_name);
  ADD ("picture", test_picture);
  return g_test_run ();
}
