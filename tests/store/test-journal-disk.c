/* SPDX-License-Identifier: GPL-3.0-or-later */

/* In which order a journal reaches the disk, and disks that do not take it. */

#include <string.h>
#include <sys/stat.h>

#include "pn-journal-folder-private.h"
#include "pn-json.h"
#include "pn-test-disk.h"
#include "pn-test-journal.h"
#include "pn-test-process.h"

/* What the disk is asked, and what it answers. */
static GMutex lock;
static GCond synced;
static GString *calls;
static guint n_syncs;
static guint n_calls;
static guint kill_at;
static const char *fail_in;
static int fail_code; /* negative: after a part was written */
static gboolean cut_fails;

static int
disk_cb (const char *call, int fd, const char *name)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  n_calls++;
  if (n_calls == kill_at)
    kill (getpid (), SIGKILL);
  if (calls != NULL)
    g_string_append_printf (calls, "%s ", call);
  if (strcmp (call, "fdatasync") == 0) {
    n_syncs++;
    g_cond_signal (&synced);
  }
  if (cut_fails && strcmp (call, "ftruncate") == 0)
    return EIO;
  if (fail_in == NULL || strcmp (call, fail_in) != 0)
    return 0;
  if (fail_code > 0)
    return fail_code;
  /* A part of it, then nothing more. */
  fail_code = -fail_code;
  return -20;
}

static void
watch_disk (const char *fail, int code)
{
  n_syncs = 0;
  n_calls = 0;
  fail_in = fail;
  fail_code = code;
  pn_test_disk_hook = disk_cb;
}

/* No bound on the time, only on the patience. */
static gboolean
wait_for_sync (guint n)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  while (n_syncs < n)
    if (!g_cond_wait_until (&synced, &lock, end))
      return FALSE;
  return TRUE;
}

/* The asset and its folder, then the record. */
static void
test_asset_before_record (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 6, 1, 100);
  g_autoptr (GBytes) picture = pn_test_bytes (77, 500, PN_TEST_BYTES_PNG);
  g_autoptr (PnRoot) next = NULL;
  g_autoptr (PnRoot) lost = NULL;
  g_autoptr (GError) error = NULL;
  PnJournal *journal = pn_test_journal_start (root);

  calls = g_string_new (NULL);
  watch_disk (NULL, 0);
  next = pn_test_root_add_picture (pn_node_ref (root), pn_journal_get_assets (journal), picture,
                                   "new");
  g_assert_true (pn_journal_catch_up (journal, next, NULL));
  pn_test_disk_hook = NULL;
  g_assert_true (
      g_str_has_prefix (calls->str, "openat openat-unnamed write fsync linkat fsync pwrite "));
  g_string_free (g_steal_pointer (&calls), TRUE);

  /* A record that names an asset which is nowhere is not written. */
  lost = pn_test_root_new (pn_test_assets, 8, 2, 100);
  g_free (lost->document_id);
  lost->document_id = g_strdup (root->document_id);
  g_assert_false (pn_journal_catch_up (journal, lost, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING);
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (next, 0);
  pn_test_journal_discard (root);
}

static void
append_and_die_cb (gpointer user_data)
{
  PnJournal *journal = pn_test_journal_start (user_data);

  pn_test_journal_step (journal, pn_node_ref (user_data), "done");
  kill (getpid (), SIGKILL);
}

static void
test_written_when_it_returns (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 9, 1, 100);
  g_autoptr (PnRoot) done = pn_test_root_rename (root, 0, "done");

  pn_test_child_wait (pn_test_child_start (append_and_die_cb, root));
  pn_test_journal_assert_resumes (done, 0);
  pn_test_journal_discard (root);
}

static void
test_synced_soon (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 10, 1, 100);
  PnJournal *journal = pn_test_journal_start (root);

  watch_disk (NULL, 0);
  root = pn_test_journal_step (journal, root, "one");
  g_assert_true (wait_for_sync (1));
  /* Many records, few syncs. */
  for (int i = 0; i < 200; i++) {
    g_autofree char *name = g_strdup_printf ("many %d", i);

    root = pn_test_journal_step (journal, root, name);
  }
  g_assert_true (wait_for_sync (2));
  g_assert_cmpuint (n_syncs, <, 100);
  root = pn_test_journal_step (journal, root, "last");
  n_syncs = 0;
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_cmpuint (n_syncs, ==, 1);
  pn_test_disk_hook = NULL;
  pn_test_journal_assert_resumes (root, 0);
  pn_test_journal_discard (root);
}

static void
test_sync_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 11, 1, 100);
  g_autofree char *path = pn_test_journal_folder (root);
  g_autofree char *file = g_build_filename (path, PN_JOURNAL_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) left = NULL;
  PnJournal *journal = pn_test_journal_start (root);
  struct stat before, after;

  g_assert_cmpint (stat (file, &before), ==, 0);
  watch_disk ("fdatasync", EIO);
  root = pn_test_journal_step (journal, root, "one");
  g_assert_true (wait_for_sync (1));
  /* The thread may not have put the failure down yet. */
  while (pn_journal_check (journal, &error))
    g_usleep (1000);
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, g_strerror (EIO)));
  g_clear_error (&error);
  g_assert_true (pn_journal_check (journal, &error));

  /* What a failed sync was about may be lost; so all of it is written again, to another file. */
  pn_test_disk_hook = NULL;
  root = pn_test_journal_step (journal, root, "two");
  g_assert_cmpint (stat (file, &after), ==, 0);
  g_assert_cmpuint (after.st_ino, !=, before.st_ino);
  g_assert_true (pn_journal_check (journal, &error));
  /* Its base is no file's, so it is not for nothing. */
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  left = pn_journal_list_left (pn_test_state_folder);
  g_assert_cmpuint (left->len, ==, 1);
  journal = pn_journal_resume (path, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  root = pn_test_journal_step (journal, root, "three");
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (root, 0);
  pn_test_journal_discard (root);
}

static void
test_write_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 12, 2, 100);
  g_autofree char *path = pn_test_journal_folder (root);
  g_autoptr (PnRoot) lost = NULL;
  g_autoptr (PnRoot) later = NULL;
  g_autoptr (GError) error = NULL;
  PnJournal *journal = pn_test_journal_start (root);

  lost = pn_test_root_rename (root, 0, "not written at first");
  later = pn_test_root_rename (lost, 1, "written with it");
  for (int partly = 0; partly < 2; partly++) {
    watch_disk ("pwrite", partly ? -ENOSPC : ENOSPC);
    g_assert_false (pn_journal_catch_up (journal, lost, &error));
    pn_test_disk_hook = NULL;
    g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
    g_assert_nonnull (strstr (error->message, path));
    g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
    g_clear_error (&error);
  }
  g_assert_true (pn_journal_catch_up (journal, later, &error));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (later, 0);
  pn_test_journal_discard (root);
}

/* Somebody tidies up under a running program: it is told, and not only after the crash. */
static void
test_folder_removed (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 19, 1, 100);
  g_autoptr (PnRoot) next = pn_test_root_rename (root, 0, "next");
  g_autofree char *path = pn_test_journal_folder (root);
  g_autoptr (GError) error = NULL;
  PnJournal *journal = pn_test_journal_start (root);

  pn_test_folder_remove (path);
  g_assert_false (pn_journal_catch_up (journal, next, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, path));
  g_clear_error (&error);
  g_assert_false (pn_journal_check (journal, &error));
  g_assert_nonnull (strstr (error->message, path));
  pn_journal_close (journal, PN_JOURNAL_DISCARD);
}

/* The end of the file is not known any more. */
static void
test_write_and_cut_fail (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 13, 1, 100);
  g_autoptr (PnRoot) next = pn_test_root_rename (root, 0, "next");
  g_autoptr (PnRoot) last = pn_test_root_rename (next, 0, "last");
  PnJournal *journal = pn_test_journal_start (root);

  cut_fails = TRUE;
  watch_disk ("pwrite", -ENOSPC);
  g_assert_false (pn_journal_catch_up (journal, next, NULL));
  pn_test_disk_hook = NULL;
  cut_fails = FALSE;
  g_assert_true (pn_journal_catch_up (journal, last, NULL));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (last, 0);
  pn_test_journal_discard (root);
}

static void
test_start_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 14, 1, 100);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = pn_test_journal_folder (root);
  g_autofree char *file = g_build_filename (pn_test_state_folder, "a-file", NULL);

  watch_disk ("write", ENOSPC);
  g_assert_null (
      pn_journal_start (pn_test_state_folder, root, NULL, pn_test_assets, NULL, NULL, &error));
  pn_test_disk_hook = NULL;
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  g_clear_error (&error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  g_assert_null (pn_journal_start (file, root, NULL, pn_test_assets, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, file));
  g_assert_cmpint (g_remove (file), ==, 0);
}

/* What could not be read back is not written, and the journal goes on. */
static void
test_too_large (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 21, 1, 100);
  g_autofree char *name = g_strnfill (PN_JSON_BYTES_MAX, 'x');
  g_autoptr (PnRoot) large = pn_test_root_rename (root, 0, name);
  g_autofree char *file = g_build_filename (pn_test_state_folder, "large.pantin", NULL);
  g_autoptr (GError) error = NULL;
  PnJournal *journal = pn_test_journal_start (root);

  g_assert_false (pn_journal_catch_up (journal, large, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_false (pn_journal_rebase (journal, large, NULL, large, file, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_false (pn_container_save (file, large, pn_test_assets, NULL, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, file));
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
  root = pn_test_journal_step (journal, root, "small");
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (root, 0);
  pn_test_journal_discard (root);
}

typedef struct {
  PnRoot *root;
  char *file;
} Rebase;

static void
rebase_cb (gpointer user_data)
{
  Rebase *rebase = user_data;
  PnJournal *journal = pn_test_journal_start (rebase->root);
  PnRoot *next = pn_test_journal_step (journal, pn_node_ref (rebase->root), "saved");

  watch_disk (NULL, 0);
  g_assert_true (pn_journal_rebase (journal, next, NULL, next, rebase->file, NULL));
  pn_test_disk_hook = NULL;
  _exit (0);
}

/* Killed at every call in turn: the same root comes out, from the old base or from the new. */
static void
test_rebase_killed (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 15, 1, 100);
  g_autoptr (PnRoot) saved = pn_test_root_rename (root, 0, "saved");
  g_autofree char *path = pn_test_journal_folder (root);
  Rebase rebase = {root, g_build_filename (pn_test_state_folder, "saved.pantin", NULL)};
  guint n_new = 0;
  gboolean killed = TRUE;

  for (guint i = 1; killed; i++) {
    g_autoptr (PnRoot) found = NULL;
    PnJournal *journal;
    int status;

    kill_at = i;
    status = pn_test_child_wait (pn_test_child_start (rebase_cb, &rebase));
    kill_at = 0;
    killed = WIFSIGNALED (status);
    journal = pn_journal_resume (path, &found, NULL, NULL, NULL, NULL);
    g_assert_nonnull (journal);
    pn_test_assert_roots_equal (found, saved);
    n_new += pn_journal_get_path (journal) != NULL;
    pn_journal_close (journal, PN_JOURNAL_DISCARD);
    g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    g_assert_cmpuint (i, <, 20);
  }
  /* At least before the folder was synced, and at the end. */
  g_assert_cmpuint (n_new, >=, 2);
  g_free (rebase.file);
}

/* An asset that the saved root has no more may come back with an undo. */
static void
test_undo_after_rebase (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 16, 2, 100);
  g_autoptr (PnRoot) less = pn_root_copy (root);
  PnJournal *journal = pn_test_journal_start (root);

  pn_node_list_remove (&less->layers, 0);
  g_assert_true (pn_journal_catch_up (journal, less, NULL));
  g_assert_true (pn_journal_rebase (journal, less, NULL, less, "/somewhere/film.pantin", NULL));
  g_assert_cmpstr (pn_journal_get_path (journal), ==, "/somewhere/film.pantin");
  g_assert_true (pn_journal_catch_up (journal, root, NULL));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (root, 0);
  pn_test_journal_discard (root);
}

static void
test_rebase_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 17, 1, 100);
  PnJournal *journal = pn_test_journal_start (root);

  for (int i = 0; i < 3; i++) {
    static const char *const in[] = {"write", "renameat", "fsync"};

    root = pn_test_journal_step (journal, root, in[i]);
    watch_disk (in[i], ENOSPC);
    g_assert_false (pn_journal_rebase (journal, root, NULL, root, "/x", NULL));
    pn_test_disk_hook = NULL;
    g_assert_null (pn_journal_get_path (journal));
  }
  root = pn_test_journal_step (journal, root, "after");
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (root, 0);
  pn_test_journal_discard (root);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  pn_test_journal_set_up ();
  g_test_add_func ("/store/journal-disk/asset-before-record", test_asset_before_record);
  g_test_add_func ("/store/journal-disk/written-when-it-returns", test_written_when_it_returns);
  g_test_add_func ("/store/journal-disk/synced-soon", test_synced_soon);
  g_test_add_func ("/store/journal-disk/sync-fails", test_sync_fails);
  g_test_add_func ("/store/journal-disk/write-fails", test_write_fails);
  g_test_add_func ("/store/journal-disk/folder-removed", test_folder_removed);
  g_test_add_func ("/store/journal-disk/write-and-cut-fail", test_write_and_cut_fail);
  g_test_add_func ("/store/journal-disk/start-fails", test_start_fails);
  g_test_add_func ("/store/journal-disk/too-large", test_too_large);
  g_test_add_func ("/store/journal-disk/rebase-killed", test_rebase_killed);
  g_test_add_func ("/store/journal-disk/undo-after-rebase", test_undo_after_rebase);
  g_test_add_func ("/store/journal-disk/rebase-fails", test_rebase_fails);
  result = g_test_run ();
  pn_test_journal_tear_down ();
  return result;
}
