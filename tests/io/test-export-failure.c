/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "pn-test-folder.h"
#include "pn-test-frames.h"
#include "pn-test-process.h"

/* Whatever goes wrong, in every format: a message with path and cause, and nothing left behind. */

static const PnExportFormat formats[] = {PN_EXPORT_PNG, PN_EXPORT_APNG, PN_EXPORT_GIF,
                                         PN_EXPORT_WEBM, PN_EXPORT_MP4};

static void
paint_noise (int frame, int x, int y, guint8 rgba[4])
{
  guint32 h = (guint32)(frame * 7919 + x * 104729 + y * 1299709);

  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  memcpy (rgba, &h, 4);
}

/* 16 frames of noise: more than 100 kB in any format. */
static char *
export_error (PnExportFormat format, const char *path)
{
  PnTestFrames frames = {.paint = paint_noise, .fail_at = -1};
  PnExportJob job = pn_test_job (format, path, 0, 15, 160, 120);
  g_autoptr (GError) error = NULL;

  g_assert_false (pn_test_frames_export (&frames, &job, 24, NULL, &error));
  return g_strdup (error->message);
}

static void
assert_fails (PnExportFormat format, const char *folder, const char *name, const char *reason)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *before = pn_test_folder_list (folder);
  g_autofree char *message = export_error (format, path);
  g_autofree char *after = pn_test_folder_list (folder);

  g_assert_cmpstr (before, ==, after);
  if (strstr (message, path) == NULL || strstr (message, reason) == NULL)
    g_error ("“%s” does not name %s and say: %s", message, path, reason);
}

static void
assert_all_fail (const char *folder, const char *name, const char *reason)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    assert_fails (formats[i], folder, name, reason);
}

static void
limit_file_size_cb (gpointer data)
{
  const struct rlimit limit = {20000, 20000};

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  assert_all_fail (data, "film 100%", "File too large");
}

static void
test_file_too_large (void)
{
  g_autofree char *folder = pn_test_folder_new ();

  pn_test_child_succeeds (limit_file_size_cb, folder);
  pn_test_folder_remove (folder);
}

/* A small disk, in a mount namespace of the child's own. */
static gboolean
mount_small_disk (const char *folder)
{
  if (unshare (CLONE_NEWNS) != 0 && unshare (CLONE_NEWUSER | CLONE_NEWNS) != 0)
    return FALSE;
  mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  return mount ("none", folder, "tmpfs", 0, "size=100k") == 0;
}

static void
fill_disk_cb (gpointer data)
{
  const char *folder = data;
  g_autofree char *old = g_build_filename (folder, "film", NULL);
  g_autofree char *found = NULL;

  if (!mount_small_disk (folder)) {
    g_printerr ("no mount namespaces here: only the limit of a file's size was tested\n");
    return;
  }
  assert_all_fail (folder, "film", "No space left on device");
  /* And an older film is still there. */
  g_assert_true (g_file_set_contents (old, "old", -1, NULL));
  for (guint i = 1; i < G_N_ELEMENTS (formats); i++)
    assert_fails (formats[i], folder, "film", "No space left on device");
  g_assert_true (g_file_get_contents (old, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, "old");
}

static void
test_full_disk (void)
{
  g_autofree char *folder = pn_test_folder_new ();

  pn_test_child_succeeds (fill_disk_cb, folder);
  pn_test_folder_remove (folder);
}

static void
read_only_cb (gpointer data)
{
  pn_test_become_nobody ();
  assert_all_fail (data, "film", "Permission denied");
}

static void
test_read_only_folder (void)
{
  g_autofree char *folder = pn_test_folder_new ();

  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  pn_test_child_succeeds (read_only_cb, folder);
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  pn_test_folder_remove (folder);
}

static void
test_wrong_paths (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *sub = g_build_filename (folder, "sub", NULL);
  g_autofree char *long_name = g_strnfill (300, 'x');

  g_assert_true (g_file_set_contents (file, "mine", -1, NULL));
  g_assert_cmpint (g_mkdir (sub, 0777), ==, 0);
  assert_all_fail (folder, "none/film", "No such file or directory");
  assert_all_fail (folder, "file/film", "Not a directory");
  assert_all_fail (folder, long_name, "File name too long");
  assert_fails (PN_EXPORT_PNG, folder, "file", "it is a file, not a folder");
  for (guint i = 1; i < G_N_ELEMENTS (formats); i++) {
    assert_fails (formats[i], folder, "sub", "a folder has this name");
    assert_fails (formats[i], "/dev", "null", "what has this name is not a file");
  }
  pn_test_folder_remove (folder);
}

/* Of a size that libav or the encoder does not take, it is the size that is said. (libx264 says no
 * from 16385 px on, but loses memory as it does.) */
static void
test_too_large (void)
{
  static const struct {
    PnExportFormat format;
    int width, height;
    gboolean may_do; /* where libvpx was built for any size */
  } cases[] = {{PN_EXPORT_WEBM, 16385, 16, TRUE},
               {PN_EXPORT_WEBM, 1 << 20, 300},
               {PN_EXPORT_MP4, 1 << 20, 300},
               {PN_EXPORT_GIF, 65536, 4},
               {PN_EXPORT_APNG, 1 << 20, 300}};
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "film", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PnTestFrames frames = {.paint = paint_noise, .fail_at = -1};
    PnExportJob job = pn_test_job (cases[i].format, path, 0, 0, cases[i].width, cases[i].height);
    g_autoptr (GError) error = NULL;
    g_autofree char *size = g_strdup_printf ("%d × %d", cases[i].width, cases[i].height);
    g_autofree char *list = NULL;

    if (pn_test_frames_export (&frames, &job, 24, NULL, &error)) {
      g_assert_true (cases[i].may_do);
      g_assert_cmpint (g_remove (path), ==, 0);
      continue;
    }
    g_assert_error (error, PN_IO_ERROR, PN_IO_ERROR_UNSUPPORTED);
    g_assert_nonnull (strstr (error->message, size));
    list = pn_test_folder_list (folder);
    g_assert_cmpstr (list, ==, "");
  }
  pn_test_folder_remove (folder);
}

/* Cancelled or broken off at any moment of any format, nothing is left and what was there stays. */
static void
test_broken_off (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "film", NULL);

  for (guint i = 1; i < G_N_ELEMENTS (formats); i++) {
    for (int at = 0; at < 12; at += 5) {
      g_autoptr (GCancellable) cancel = g_cancellable_new ();
      PnTestFrames frames = {
          .paint = paint_noise, .fail_at = -1, .cancel = cancel, .cancel_at = at};
      PnExportJob job = pn_test_job (formats[i], path, 0, 11, 64, 48);
      g_autoptr (GError) error = NULL, failure = NULL;
      g_autofree char *list = NULL, *found = NULL;

      g_assert_true (g_file_set_contents (path, "old", -1, NULL));
      /* The last frame of a format of one pass is the end of the work. */
      if (at < 11) {
        g_assert_false (pn_test_frames_export (&frames, &job, 24, NULL, &error));
        g_assert_error (error, PN_IO_ERROR, PN_IO_ERROR_CANCELLED);
        g_assert_cmpint (frames.done, ==, at + 1);
      }
      frames.cancel = NULL;
      frames.fail_at = at;
      g_assert_false (pn_test_frames_export (&frames, &job, 24, NULL, &failure));
      g_assert_error (failure, G_IO_ERROR, G_IO_ERROR_FAILED);
      list = pn_test_folder_list (folder);
      g_assert_cmpstr (list, ==, "film");
      g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
      g_assert_cmpstr (found, ==, "old");
    }
  }
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/export-failure/file-too-large", test_file_too_large);
  g_test_add_func ("/io/export-failure/full-disk", test_full_disk);
  g_test_add_func ("/io/export-failure/read-only-folder", test_read_only_folder);
  g_test_add_func ("/io/export-failure/wrong-paths", test_wrong_paths);
  g_test_add_func ("/io/export-failure/too-large", test_too_large);
  g_test_add_func ("/io/export-failure/broken-off", test_broken_off);
  return g_test_run ();
}
