/* SPDX-License-Identifier: GPL-3.0-or-later */

/* BR49 and BR50: processes that are killed while they save, and disks that do not take it. */

#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "pn-container.h"
#include "pn-test-disk.h"
#include "pn-test-folder.h"
#include "pn-test-process.h"
#include "pn-test-store.h"

static char *folder;

/* Saving goes to sleep for ever in this call, or fails in it. */
static guint n_calls;
static guint stop_at;
static const char *fail_in;
static int fail_code;
static int report_fd = -1;

static int
disk_cb (const char *call, int fd, const char *name)
{
  n_calls++;
  if (fail_in != NULL && strcmp (call, fail_in) == 0)
    return fail_code;
  if (n_calls == stop_at)
    kill (getpid (), SIGKILL);
  return 0;
}

typedef struct {
  const char *path;
  PnAssetStore *store;
  PnRoot *root;
} Save;

static void
save_cb (gpointer user_data)
{
  Save *save = user_data;
  g_autoptr (GError) error = NULL;

  n_calls = 0;
  pn_test_disk_hook = disk_cb;
  pn_container_save (save->path, save->root, save->store, NULL, NULL, NULL, &error);
  pn_test_disk_hook = NULL;
  g_assert_no_error (error);
  if (report_fd >= 0)
    g_assert_cmpint (write (report_fd, &n_calls, sizeof n_calls), ==, sizeof n_calls);
}

/* How many calls to the disk a save makes. */
static guint
count_calls (Save *save)
{
  int fds[2];
  guint n = 0;

  g_assert_cmpint (pipe (fds), ==, 0);
  report_fd = fds[1];
  stop_at = 0;
  pn_test_child_succeeds (save_cb, save);
  report_fd = -1;
  g_assert_cmpint (read (fds[0], &n, sizeof n), ==, sizeof n);
  close (fds[0]);
  close (fds[1]);
  return n;
}

static void
assert_old_or_new (const char *path, const PnRoot *old, const PnRoot *new, guint *n_new)
{
  g_autoptr (PnRoot) found = pn_test_load_whole (path);

  if (pn_test_roots_equal (found, new))
    (*n_new)++;
  else
    pn_test_assert_roots_equal (found, old);
}

static void
test_killed (void)
{
  const guint n_kills = 24;
  g_autofree char *inner = g_build_filename (folder, "killed", NULL);
  g_autofree char *path = g_build_filename (inner, "film.pantin", NULL);
  g_autofree char *assets = g_build_filename (folder, "killed-assets", NULL);
  g_autoptr (PnAssetStore) store = pn_asset_store_new (assets, NULL);
  g_autoptr (PnRoot) old = pn_test_root_new (store, 1, 1, 1000);
  g_autoptr (PnRoot) new = pn_test_root_new (store, 2, 10, 5000000);
  Save save = {path, store, new};
  guint n_new = 0, n_all;

  g_assert_cmpint (g_mkdir (inner, 0777), ==, 0);
  g_assert_true (pn_container_save (path, old, store, NULL, NULL, NULL, NULL));
  n_all = count_calls (&save);
  g_test_message ("%u calls to save 50 MB", n_all);
  for (guint i = 0; i < n_kills + 6; i++) {
    g_autofree char *names = NULL;
    int status;

    g_assert_true (pn_container_save (path, old, store, NULL, NULL, NULL, NULL));
    /* All over the save, then each of the last calls: sync, link, rename, sync. */
    stop_at = i < n_kills ? 1 + n_all * i / n_kills : n_all - (i - n_kills);
    status = pn_test_child_wait (pn_test_child_start (save_cb, &save));
    g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
    assert_old_or_new (path, old, new, &n_new);
    names = pn_test_folder_list (inner);
    if (i < n_kills)
      g_assert_cmpstr (names, ==, "film.pantin");
  }
  /* Only before the last sync of the folder the new one was there. */
  g_assert_cmpuint (n_new, ==, 1);
  stop_at = 0;
  pn_test_child_succeeds (save_cb, &save);
  {
    g_autofree char *names = pn_test_folder_list (inner);

    g_assert_cmpstr (names, ==, "film.pantin");
  }
}

/* From outside, at any instruction. */
static void
test_killed_any_time (void)
{
  g_autofree char *path = g_build_filename (folder, "any-time.pantin", NULL);
  g_autofree char *assets = g_build_filename (folder, "any-time-assets", NULL);
  g_autoptr (PnAssetStore) store = pn_asset_store_new (assets, NULL);
  g_autoptr (PnRoot) old = pn_test_root_new (store, 1, 1, 1000);
  g_autoptr (PnRoot) new = pn_test_root_new (store, 2, 4, 100000);
  g_autoptr (GRand) random = g_rand_new_with_seed (49);
  Save save = {path, store, new};
  guint n_new = 0;

  stop_at = 0;
  for (guint i = 0; i < 100; i++) {
    pid_t pid;

    g_assert_true (pn_container_save (path, old, store, NULL, NULL, NULL, NULL));
    pid = pn_test_child_start (save_cb, &save);
    g_usleep ((gulong)g_rand_int_range (random, 0, 10000));
    kill (pid, SIGKILL);
    pn_test_child_wait (pid);
    assert_old_or_new (path, old, new, &n_new);
  }
  g_test_message ("seed 49: %u of 100 were saved before the kill", n_new);
}

/* Saves `large` over `small`, which must fail for the reason given. */
static void
assert_fails (const char *path,
              PnAssetStore *store,
              const PnRoot *large,
              const PnRoot *small,
              int code)
{
  g_autofree char *inner = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *names = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) found = NULL;

  g_assert_false (pn_container_save (path, large, store, NULL, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, g_strerror (code)));
  found = pn_test_load_whole (path);
  pn_test_assert_roots_equal (found, small);
  names = pn_test_folder_list (inner);
  g_assert_cmpstr (names, ==, name);
}

/* A file system of 1 MB, which only this process sees. */
static gboolean
mount_small_disk (const char *path)
{
  int uid = (int)getuid ();

  if (unshare (CLONE_NEWNS | (uid == 0 ? 0 : CLONE_NEWUSER)) != 0)
    return FALSE;
  return mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         mount ("tmpfs", path, "tmpfs", 0, "size=1m") == 0;
}

/* Where nothing may be mounted, a file of this process may not grow beyond 1 MB. */
static int
limit_files (void)
{
  const struct rlimit limit = {1 << 20, 1 << 20};

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  return EFBIG;
}

static void
fill_disk (gpointer user_data)
{
  g_autofree char *disk = g_build_filename (folder, "disk", NULL);
  g_autofree char *path = g_build_filename (disk, "film.pantin", NULL);
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) small = pn_test_root_new (store, 1, 1, 100000);
  g_autoptr (PnRoot) large = pn_test_root_new (store, 2, 3, 1000000);
  g_autoptr (GError) error = NULL;
  int code = ENOSPC;

  g_assert_cmpint (g_mkdir (disk, 0777), ==, 0);
  if (user_data != NULL || !mount_small_disk (disk))
    code = limit_files ();
  pn_container_save (path, small, store, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_fails (path, store, large, small, code);
  /* And it can go on as soon as it fits. */
  g_assert_true (pn_container_save (path, small, store, NULL, NULL, NULL, NULL));
  if (code == EFBIG) {
    g_assert_cmpint (g_remove (path), ==, 0);
    g_assert_cmpint (g_remove (disk), ==, 0);
  }
}

static void
test_full_disk (void)
{
  g_autofree char *disk = g_build_filename (folder, "disk", NULL);

  pn_test_child_succeeds (fill_disk, NULL);
  /* The mount went with the process, the folder under it did not. */
  g_remove (disk);
}

static void
test_file_limit (void)
{
  pn_test_child_succeeds (fill_disk, folder);
}

/* Network and thin disks say so only here. */
static void
test_full_at_sync (void)
{
  static const char *const calls[] = {"fsync", "pwrite", "linkat", "renameat"};
  g_autofree char *inner = g_build_filename (folder, "sync", NULL);
  g_autofree char *path = g_build_filename (inner, "film.pantin", NULL);
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) small = pn_test_root_new (store, 1, 1, 1000);
  g_autoptr (PnRoot) large = pn_test_root_new (store, 2, 2, 1000);

  g_assert_cmpint (g_mkdir (inner, 0777), ==, 0);
  g_assert_true (pn_container_save (path, small, store, NULL, NULL, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++) {
    fail_in = calls[i];
    fail_code = i == 2 ? EIO : ENOSPC;
    pn_test_disk_hook = disk_cb;
    assert_fails (path, store, large, small, fail_code);
    pn_test_disk_hook = NULL;
    fail_in = NULL;
  }
}

static void
save_as_nobody (gpointer user_data)
{
  const Save *save = user_data;
  g_autoptr (PnRoot) large = pn_test_root_new (save->store, 2, 2, 1000);

  pn_test_become_nobody ();
  assert_fails (save->path, save->store, large, save->root, EACCES);
}

static void
test_read_only (void)
{
  g_autofree char *inner = g_build_filename (folder, "closed", NULL);
  g_autofree char *path = g_build_filename (inner, "film.pantin", NULL);
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) small = pn_test_root_new (store, 1, 1, 1000);
  Save save = {path, store, small};

  g_assert_cmpint (g_mkdir (inner, 0777), ==, 0);
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  g_assert_true (pn_container_save (path, small, store, NULL, NULL, NULL, NULL));
  g_assert_cmpint (chmod (path, 0666), ==, 0);
  g_assert_cmpint (chmod (inner, 0555), ==, 0);
  pn_test_child_succeeds (save_as_nobody, &save);

  /* A folder that is open, a file that is not. */
  g_assert_cmpint (chmod (inner, 0777), ==, 0);
  g_assert_cmpint (chmod (path, 0444), ==, 0);
  pn_test_child_succeeds (save_as_nobody, &save);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = pn_test_folder_new ();
  g_test_add_func ("/store/save/killed", test_killed);
  g_test_add_func ("/store/save/killed-any-time", test_killed_any_time);
  g_test_add_func ("/store/save/full-disk", test_full_disk);
  g_test_add_func ("/store/save/file-limit", test_file_limit);
  g_test_add_func ("/store/save/full-at-sync", test_full_at_sync);
  g_test_add_func ("/store/save/read-only", test_read_only);
  result = g_test_run ();
  pn_test_folder_remove (folder);
  g_free (folder);
  return result;
}
