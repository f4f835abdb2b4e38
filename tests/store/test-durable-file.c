/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/stat.h>

#include "pn-durable-file-private.h"
#include "pn-test-disk.h"
#include "pn-test-folder.h"
#include "pn-test-process.h"

#define OLD "what was there"
#define NEW "what comes after"

/* What the calls were, and which of them goes wrong. */
static GString *calls;
static guint n_calls;
static guint fail_at; /* 1 is the first; 0 is none */
static int fail_code; /* 0 kills */
static gboolean without_unnamed;

static int
disk_cb (const char *call, int fd, const char *name)
{
  if (without_unnamed && strcmp (call, "openat-unnamed") == 0)
    return EOPNOTSUPP;
  n_calls++;
  if (calls != NULL)
    g_string_append_printf (calls, "%s ", call);
  if (n_calls == fail_at && fail_code == 0)
    kill (getpid (), SIGKILL);
  return n_calls == fail_at ? fail_code : 0;
}

static void
watch_calls (void)
{
  n_calls = 0;
  pn_test_disk_hook = disk_cb;
}

static void
assert_holds (const char *path, const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

static void
assert_lists (const char *folder, const char *expected)
{
  g_autofree char *names = pn_test_folder_list (folder);

  g_assert_cmpstr (names, ==, expected);
}

static gboolean
save_new (const char *path, GError **error)
{
  return pn_durable_file_set_contents (path, NEW, strlen (NEW), 0666, error);
}

static void
test_replaces (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "проект 100% é.txt", NULL);
  g_autoptr (GError) error = NULL;
  mode_t umask_old = umask (027);
  struct stat info;

  save_new (path, &error);
  g_assert_no_error (error);
  assert_holds (path, NEW);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 07777, ==, 0640);

  g_assert_cmpint (chmod (path, 0604), ==, 0);
  pn_durable_file_set_contents (path, "", 0, 0666, &error);
  g_assert_no_error (error);
  assert_holds (path, "");
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 07777, ==, 0604);

  assert_lists (folder, "проект 100% é.txt");
  umask (umask_old);
  pn_test_folder_remove (folder);
}

static void
test_follows_links (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *inner = g_build_filename (folder, "inner", NULL);
  g_autofree char *target = g_build_filename (inner, "target", NULL);
  g_autofree char *link = g_build_filename (folder, "link", NULL);
  g_autofree char *second = g_build_filename (folder, "second", NULL);
  g_autofree char *loop = g_build_filename (folder, "loop", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (inner, 0777), ==, 0);
  g_assert_cmpint (symlink ("inner/target", link), ==, 0);
  g_assert_cmpint (symlink (link, second), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);

  /* A link to a file that is yet to be made, then to one that is there. */
  for (int i = 0; i < 2; i++) {
    save_new (second, &error);
    g_assert_no_error (error);
    assert_holds (target, NEW);
    g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
    g_assert_true (g_file_test (second, G_FILE_TEST_IS_SYMLINK));
    assert_lists (folder, "inner link loop second");
    assert_lists (inner, "target");
  }

  g_assert_false (save_new (loop, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  pn_test_folder_remove (folder);
}

static void
refuse_as_nobody (gpointer user_data)
{
  const char *folder = user_data;
  g_autofree char *guarded = g_build_filename (folder, "guarded", NULL);
  g_autofree char *closed = g_build_filename (folder, "closed", "file", NULL);
  g_autoptr (GError) error = NULL;

  pn_test_become_nobody ();
  g_assert_false (save_new (guarded, &error));
  g_assert_nonnull (strstr (error->message, "guarded"));
  g_assert_nonnull (strstr (error->message, g_strerror (EACCES)));
  g_clear_error (&error);
  g_assert_false (save_new (closed, &error));
  g_assert_nonnull (strstr (error->message, closed));
  g_assert_nonnull (strstr (error->message, g_strerror (EACCES)));
}

static void
test_refuses (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *guarded = g_build_filename (folder, "guarded", NULL);
  g_autofree char *closed = g_build_filename (folder, "closed", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree char *slash = g_build_filename (folder, "name/", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "nowhere", "name", NULL);
  const char *const bad[] = {folder, pipe, slash, nowhere, "", "/dev/null", "."};

  g_assert_cmpint (g_mkdir (closed, 0555), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0666), ==, 0);
  g_assert_true (g_file_set_contents (guarded, OLD, -1, NULL));
  g_assert_cmpint (chmod (guarded, 0444), ==, 0);
  g_assert_cmpint (chmod (folder, 0777), ==, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (save_new (bad[i], &error));
    g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
    g_assert_nonnull (strstr (error->message, bad[i]));
  }
  pn_test_child_succeeds (refuse_as_nobody, folder);

  assert_holds (guarded, OLD);
  assert_lists (folder, "closed guarded pipe");
  assert_lists (closed, "");
  pn_test_folder_remove (folder);
}

/* A rename may reach the disk before the bytes do: they must be synced first, and the folder
 * afterwards. */
static void
test_synced_before_rename (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "file", NULL);

  calls = g_string_new (NULL);
  watch_calls ();
  g_assert_true (save_new (path, NULL));
  g_assert_cmpstr (calls->str, ==, "openat openat-unnamed write fsync linkat fsync ");

  g_string_truncate (calls, 0);
  g_assert_true (save_new (path, NULL));
  g_assert_cmpstr (calls->str, ==, "openat openat-unnamed write fsync linkat renameat fsync ");

  without_unnamed = TRUE;
  g_string_truncate (calls, 0);
  g_assert_true (save_new (path, NULL));
  g_assert_cmpstr (calls->str, ==, "openat openat write fsync renameat fsync ");

  without_unnamed = FALSE;
  pn_test_disk_hook = NULL;
  g_string_free (g_steal_pointer (&calls), TRUE);
  pn_test_folder_remove (folder);
}

/* Whichever call fails, the old file is whole, nothing lies beside it, and the message says which
 * file and why. */
static void
test_any_call_fails (void)
{
  static const int codes[] = {ENOSPC, EIO, EDQUOT};
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "file", NULL);

  for (int mode = 0; mode < 2; mode++) {
    gboolean done = FALSE;

    without_unnamed = mode == 1;
    for (guint i = 1; !done; i++) {
      g_autoptr (GError) error = NULL;

      pn_test_disk_hook = NULL;
      g_assert_true (g_file_set_contents (path, OLD, -1, NULL));
      fail_at = i;
      fail_code = codes[i % G_N_ELEMENTS (codes)];
      watch_calls ();
      done = save_new (path, &error);
      g_assert_cmpuint (i, <, 20);
      assert_lists (folder, "file");
      if (done) {
        g_assert_cmpuint (n_calls, <, i);
        g_assert_cmpuint (i, >, 5);
        assert_holds (path, NEW);
        break;
      }
      g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_nonnull (strstr (error->message, g_strerror (fail_code)));
      /* The very last call is the folder's sync; by then the new file is there. */
      assert_holds (path, n_calls == i && i == 7u - (guint)mode ? NEW : OLD);
    }
  }
  without_unnamed = FALSE;
  fail_at = 0;
  pn_test_disk_hook = NULL;
  pn_test_folder_remove (folder);
}

static void
save_in_child (gpointer user_data)
{
  watch_calls ();
  save_new (user_data, NULL);
}

/* Killed before each call in turn: the old or the new file is whole. Only a kill between link and
 * rename can leave a file beside it, and the next save clears that away. */
static void
test_killed_at_any_call (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  guint n_leftovers = 0;

  for (int mode = 0; mode < 2; mode++) {
    gboolean killed = TRUE;

    without_unnamed = mode == 1;
    for (guint i = 1; killed; i++) {
      g_autofree char *contents = NULL;
      g_autofree char *names = NULL;
      int status;

      g_assert_true (g_file_set_contents (path, OLD, -1, NULL));
      fail_at = i;
      fail_code = 0;
      status = pn_test_child_wait (pn_test_child_start (save_in_child, path));
      killed = WIFSIGNALED (status);
      g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
      g_assert_true (strcmp (contents, OLD) == 0 || strcmp (contents, NEW) == 0);
      names = pn_test_folder_list (folder);
      if (strcmp (names, "file") != 0) {
        n_leftovers++;
        g_assert_true (g_str_has_prefix (names, ".pantin-save-"));
      }
      fail_at = 0;
      g_assert_true (save_new (path, NULL));
      assert_lists (folder, "file");
    }
  }
  /* One with unnamed files, and with named ones every call after the file was made. */
  g_assert_cmpuint (n_leftovers, ==, 1 + 3);
  without_unnamed = FALSE;
  pn_test_folder_remove (folder);
}

/* A hidden file that somebody holds is not a leftover. */
static void
test_two_at_once (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "file", NULL);

  for (int mode = 0; mode < 2; mode++) {
    g_autoptr (PnDurableFile) first = NULL;
    g_autoptr (GError) error = NULL;

    without_unnamed = mode == 1;
    watch_calls ();
    g_assert_true (g_file_set_contents (path, OLD, -1, NULL));
    first = pn_durable_file_new (path, 0666, &error);
    g_assert_no_error (error);
    pn_durable_file_write (first, "first", 5, &error);
    g_assert_no_error (error);
    g_assert_true (save_new (path, &error));
    assert_holds (path, NEW);
    pn_durable_file_commit (first, &error);
    g_assert_no_error (error);
    assert_holds (path, "first");
    assert_lists (folder, "file");
  }
  without_unnamed = FALSE;
  pn_test_disk_hook = NULL;
  pn_test_folder_remove (folder);
}

static void
test_folders (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *deep = g_build_filename (folder, "a", "b", "c", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *inside = g_build_filename (file, "x", NULL);
  g_autoptr (GError) error = NULL;

  calls = g_string_new (NULL);
  watch_calls ();
  pn_make_durable_folder (deep, 0700, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (calls->str, ==, "openat fsync openat fsync openat fsync ");
  pn_make_durable_folder (deep, 0700, &error);
  g_assert_no_error (error);
  pn_test_disk_hook = NULL;
  g_string_free (g_steal_pointer (&calls), TRUE);

  g_assert_true (g_file_set_contents (file, OLD, -1, NULL));
  g_assert_false (pn_make_durable_folder (file, 0700, &error));
  g_assert_nonnull (strstr (error->message, file));
  g_clear_error (&error);
  g_assert_false (pn_make_durable_folder (inside, 0700, &error));
  g_assert_nonnull (strstr (error->message, inside));
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/durable-file/replaces", test_replaces);
  g_test_add_func ("/store/durable-file/follows-links", test_follows_links);
  g_test_add_func ("/store/durable-file/refuses", test_refuses);
  g_test_add_func ("/store/durable-file/synced-before-rename", test_synced_before_rename);
  g_test_add_func ("/store/durable-file/any-call-fails", test_any_call_fails);
  g_test_add_func ("/store/durable-file/killed-at-any-call", test_killed_at_any_call);
  g_test_add_func ("/store/durable-file/two-at-once", test_two_at_once);
  g_test_add_func ("/store/durable-file/folders", test_folders);
  return g_test_run ();
}
