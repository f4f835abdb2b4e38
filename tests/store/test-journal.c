/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "pn-journal-folder-private.h"
#include "pn-journal-record-private.h"
#include "pn-journal.h"
#include "pn-test-disk.h"
#include "pn-test-folder.h"
#include "pn-test-process.h"
#include "pn-test-store.h"
#include "pn-test-zip.h"

static char *folder; /* the state folder */
static PnAssetStore *assets;

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

static PnJournal *
start (const PnRoot *root)
{
  g_autoptr (GError) error = NULL;
  PnJournal *journal = pn_journal_start (folder, root, NULL, assets, NULL, &error);

  g_assert_no_error (error);
  return journal;
}

static char *
folder_of (const PnRoot *root)
{
  return g_build_filename (folder, "journals", root->document_id, NULL);
}

static PnRoot *
step (PnJournal *journal, PnRoot *root, const char *name)
{
  g_autoptr (GError) error = NULL;
  PnRoot *next = pn_test_root_rename (root, 0, name);

  pn_journal_append (journal, root, next, &error);
  g_assert_no_error (error);
  pn_node_unref (root);
  return next;
}

static void
assert_resumes (const PnRoot *root, gsize n_dropped_expected)
{
  g_autofree char *path = folder_of (root);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) found = NULL;
  gsize n_dropped = 99;
  PnJournal *journal = pn_journal_resume (path, &found, NULL, &n_dropped, &error);

  g_assert_no_error (error);
  pn_test_assert_roots_equal (found, root);
  g_assert_cmpuint (n_dropped, ==, n_dropped_expected);
  pn_journal_close (journal, PN_JOURNAL_KEEP);
}

static void
discard (const PnRoot *root)
{
  g_autofree char *path = folder_of (root);
  g_autoptr (GError) error = NULL;

  pn_journal_discard (path, &error);
  g_assert_no_error (error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_resume (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 1, 2, 100);
  PnJournal *journal = start (root);

  for (int round = 0; round < 3; round++) {
    g_autofree char *path = folder_of (root);
    g_autoptr (PnRoot) found = NULL;

    for (int i = 0; i < 5; i++) {
      g_autofree char *name = g_strdup_printf ("step %d of round %d", i, round);

      root = step (journal, root, name);
    }
    g_assert_true (pn_journal_append (journal, root, root, NULL));
    pn_journal_close (journal, PN_JOURNAL_KEEP);
    assert_resumes (root, 0);
    journal = pn_journal_resume (path, &found, NULL, NULL, NULL);
    g_assert_nonnull (journal);
    g_assert_null (pn_journal_get_path (journal));
  }
  pn_journal_close (journal, PN_JOURNAL_DISCARD);
  g_assert_cmpuint (pn_journal_list_left (folder)->len, ==, 0);
}

/* Recovery needs neither the store nor the file that the document came from. */
static void
test_holds_everything (void)
{
  const PnTestZipEntry part = {.name = "sound.ogg", .data = "abc", .n_bytes = 3};
  g_autofree char *file = g_build_filename (folder, "проект %.pantin", NULL);
  g_autofree char *saved = g_build_filename (folder, "saved.pantin", NULL);
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (PnRoot) empty = pn_root_new (8, 8, 24, 1);
  g_autofree char *json = pn_root_to_json (empty, NULL);
  const PnTestZipEntry parts[] = {{.name = "document.json", .data = json, .n_bytes = strlen (json)},
                                  part};
  g_autoptr (GByteArray) zip = pn_test_zip_new (parts, 2);
  g_autoptr (GBytes) picture = pn_test_bytes (9, 500, PN_TEST_BYTES_PNG);
  g_autoptr (PnContainerRest) rest = NULL;
  g_autoptr (PnContainerRest) rest_found = NULL;
  g_autoptr (PnRoot) next = NULL;
  g_autoptr (PnRoot) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  PnRoot *root;
  PnJournal *journal;

  g_assert_true (g_file_set_contents (file, (const char *)zip->data, zip->len, NULL));
  root = pn_container_load (file, store, &rest, &error);
  g_assert_no_error (error);
  journal = pn_journal_start (folder, root, file, store, rest, &error);
  g_assert_no_error (error);
  next = pn_test_root_add_picture (pn_node_ref (root), pn_journal_get_assets (journal), picture,
                                   "new");
  g_assert_true (pn_journal_append (journal, root, next, &error));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_cmpint (g_remove (file), ==, 0);

  path = folder_of (root);
  journal = pn_journal_resume (path, &found, &rest_found, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pn_journal_get_path (journal), ==, file);
  pn_test_assert_roots_equal (found, next);
  g_assert_true (
      pn_container_save (saved, found, pn_journal_get_assets (journal), rest_found, NULL, &error));
  pn_journal_close (journal, PN_JOURNAL_DISCARD);
  {
    g_autoptr (PnAssetStore) last = pn_asset_store_new (NULL, NULL);
    g_autoptr (PnContainerRest) rest_saved = NULL;
    g_autoptr (PnRoot) loaded = pn_container_load (saved, last, &rest_saved, &error);
    g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "abc", -1);

    g_assert_no_error (error);
    g_assert_nonnull (rest_saved);
    g_assert_true (pn_asset_store_contains (last, hash));
  }
  g_assert_cmpint (g_remove (saved), ==, 0);
  pn_node_unref (root);
}

static void
hold_lock_cb (gpointer user_data)
{
  PnJournal *journal = start (user_data);

  step (journal, pn_node_ref (user_data), "held");
  kill (getppid (), SIGUSR1);
  for (;;)
    pause ();
}

static void
test_lock (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 2, 1, 100);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autofree char *path = folder_of (root);
  g_autofree char *text = NULL;
  sigset_t signals, old;
  int number;
  pid_t pid;

  sigemptyset (&signals);
  sigaddset (&signals, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &signals, &old);
  pid = pn_test_child_start (hold_lock_cb, root);
  g_assert_cmpint (sigwait (&signals, &number), ==, 0);
  text = g_strdup_printf ("%d", pid);

  g_assert_null (pn_journal_start (folder, root, NULL, assets, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_assert_nonnull (strstr (error->message, text));
  g_clear_error (&error);
  g_assert_null (pn_journal_start (folder, root, "/a/film.pantin", assets, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_assert_nonnull (strstr (error->message, "/a/film.pantin"));
  g_clear_error (&error);
  g_assert_null (pn_journal_resume (path, NULL, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_false (pn_journal_discard (path, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  left = pn_journal_list_left (folder);
  g_assert_cmpuint (left->len, ==, 0);
  g_clear_pointer (&left, g_ptr_array_unref);

  kill (pid, SIGKILL);
  pn_test_child_wait (pid);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  left = pn_journal_list_left (folder);
  g_assert_cmpuint (left->len, ==, 1);
  {
    const PnRecovery *recovery = left->pdata[0];

    g_assert_cmpstr (recovery->document_id, ==, root->document_id);
    g_assert_cmpstr (recovery->folder, ==, path);
    g_assert_null (recovery->path);
    g_assert_cmpint (ABS (recovery->modified_usec - g_get_real_time ()), <, 600 * G_USEC_PER_SEC);
  }
  /* What was left behind is neither lost nor written over. */
  g_assert_null (pn_journal_start (folder, root, NULL, assets, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL);
  {
    g_autoptr (PnRoot) held = pn_test_root_rename (root, 0, "held");

    assert_resumes (held, 0);
  }
  discard (root);
}

/* One process cannot open a document twice either, and forgets nothing by trying. */
static void
test_lock_same_process (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 3, 1, 100);
  PnJournal *journal = start (root);
  g_autoptr (GError) error = NULL;

  g_assert_null (pn_journal_start (folder, root, NULL, assets, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_null (pn_journal_start (folder, root, NULL, assets, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  pn_journal_close (journal, PN_JOURNAL_DISCARD);
  pn_journal_close (start (root), PN_JOURNAL_DISCARD);
}

/* A folder without a journal is cleared away; a journal in a folder is no licence for more. */
static void
test_half_folders (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 4, 1, 100);
  g_autofree char *path = folder_of (root);
  g_autofree char *empty = g_build_filename (folder, "journals", "left-by-a-killed-start", NULL);
  g_autofree char *letters = g_build_filename (path, "love letters", NULL);
  g_autofree char *state = g_build_filename (folder, "journals", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autofree char *names = NULL;

  g_assert_cmpint (g_mkdir_with_parents (empty, 0700), ==, 0);
  pn_journal_close (start (root), PN_JOURNAL_KEEP);
  g_assert_true (g_file_set_contents (letters, "x", 1, NULL));
  left = pn_journal_list_left (folder);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_false (g_file_test (empty, G_FILE_TEST_EXISTS));

  g_assert_false (pn_journal_discard (state, &error));
  g_assert_nonnull (error);
  g_assert_true (pn_journal_discard (path, NULL));
  names = pn_test_folder_list (path);
  g_assert_cmpstr (names, ==, "love letters");
  pn_test_folder_remove (path);
}

/* An id may come from a file that somebody sent. */
static void
test_strange_id (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 5, 1, 100);
  g_autoptr (GPtrArray) left = NULL;
  g_autofree char *names = NULL;
  const PnRecovery *recovery;

  g_free (root->document_id);
  root->document_id = g_strdup ("../../evil");
  pn_journal_close (start (root), PN_JOURNAL_KEEP);
  left = pn_journal_list_left (folder);
  g_assert_cmpuint (left->len, ==, 1);
  recovery = left->pdata[0];
  g_assert_cmpstr (recovery->document_id, ==, "../../evil");
  g_assert_true (pn_journal_discard (recovery->folder, NULL));
  names = pn_test_folder_list (folder);
  g_assert_cmpstr (names, ==, "journals");
}

/* The asset and its folder, then the record. */
static void
test_asset_before_record (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 6, 1, 100);
  g_autoptr (GBytes) picture = pn_test_bytes (77, 500, PN_TEST_BYTES_PNG);
  g_autoptr (PnRoot) next = NULL;
  g_autoptr (PnRoot) lost = NULL;
  g_autoptr (GError) error = NULL;
  PnJournal *journal = start (root);

  calls = g_string_new (NULL);
  watch_disk (NULL, 0);
  next = pn_test_root_add_picture (pn_node_ref (root), pn_journal_get_assets (journal), picture,
                                   "new");
  g_assert_true (pn_journal_append (journal, root, next, NULL));
  pn_test_disk_hook = NULL;
  g_assert_true (
      g_str_has_prefix (calls->str, "openat openat-unnamed write fsync linkat fsync pwrite "));
  g_string_free (g_steal_pointer (&calls), TRUE);

  /* A record that names an asset which is nowhere is not written. */
  lost = pn_test_root_new (assets, 8, 2, 100);
  g_free (lost->document_id);
  lost->document_id = g_strdup (root->document_id);
  g_assert_false (pn_journal_append (journal, next, lost, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_MISSING);
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  assert_resumes (next, 0);
  discard (root);
}

static void
append_and_die_cb (gpointer user_data)
{
  PnJournal *journal = start (user_data);

  step (journal, pn_node_ref (user_data), "done");
  kill (getpid (), SIGKILL);
}

static void
test_written_when_it_returns (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 9, 1, 100);
  g_autoptr (PnRoot) done = pn_test_root_rename (root, 0, "done");

  pn_test_child_wait (pn_test_child_start (append_and_die_cb, root));
  assert_resumes (done, 0);
  discard (root);
}

static void
test_synced_soon (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 10, 1, 100);
  PnJournal *journal = start (root);

  watch_disk (NULL, 0);
  root = step (journal, root, "one");
  g_assert_true (wait_for_sync (1));
  /* Many records, few syncs. */
  for (int i = 0; i < 200; i++) {
    g_autofree char *name = g_strdup_printf ("many %d", i);

    root = step (journal, root, name);
  }
  g_assert_true (wait_for_sync (2));
  g_assert_cmpuint (n_syncs, <, 100);
  root = step (journal, root, "last");
  n_syncs = 0;
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_cmpuint (n_syncs, ==, 1);
  pn_test_disk_hook = NULL;
  assert_resumes (root, 0);
  discard (root);
}

static void
test_sync_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 11, 1, 100);
  g_autofree char *path = folder_of (root);
  g_autofree char *file = g_build_filename (path, PN_JOURNAL_FILE, NULL);
  g_autoptr (GError) error = NULL;
  PnJournal *journal = start (root);
  struct stat before, after;

  g_assert_cmpint (stat (file, &before), ==, 0);
  watch_disk ("fdatasync", EIO);
  root = step (journal, root, "one");
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
  root = step (journal, root, "two");
  g_assert_cmpint (stat (file, &after), ==, 0);
  g_assert_cmpuint (after.st_ino, !=, before.st_ino);
  g_assert_true (pn_journal_check (journal, &error));
  root = step (journal, root, "three");
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  assert_resumes (root, 0);
  discard (root);
}

static void
test_write_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 12, 2, 100);
  g_autofree char *path = folder_of (root);
  g_autoptr (PnRoot) lost = NULL;
  g_autoptr (PnRoot) later = NULL;
  g_autoptr (GError) error = NULL;
  PnJournal *journal = start (root);

  lost = pn_test_root_rename (root, 0, "not written at first");
  later = pn_test_root_rename (lost, 1, "written with it");
  for (int partly = 0; partly < 2; partly++) {
    watch_disk ("pwrite", partly ? -ENOSPC : ENOSPC);
    g_assert_false (pn_journal_append (journal, root, lost, &error));
    pn_test_disk_hook = NULL;
    g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
    g_assert_nonnull (strstr (error->message, path));
    g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
    g_clear_error (&error);
  }
  g_assert_true (pn_journal_append (journal, lost, later, &error));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  assert_resumes (later, 0);
  discard (root);
}

/* Somebody tidies up under a running program: it is told, and not only after the crash. */
static void
test_folder_removed (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 19, 1, 100);
  g_autoptr (PnRoot) next = pn_test_root_rename (root, 0, "next");
  g_autofree char *path = folder_of (root);
  g_autoptr (GError) error = NULL;
  PnJournal *journal = start (root);

  pn_test_folder_remove (path);
  g_assert_false (pn_journal_append (journal, root, next, &error));
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
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 13, 1, 100);
  g_autoptr (PnRoot) next = pn_test_root_rename (root, 0, "next");
  g_autoptr (PnRoot) last = pn_test_root_rename (next, 0, "last");
  PnJournal *journal = start (root);

  cut_fails = TRUE;
  watch_disk ("pwrite", -ENOSPC);
  g_assert_false (pn_journal_append (journal, root, next, NULL));
  pn_test_disk_hook = NULL;
  cut_fails = FALSE;
  g_assert_true (pn_journal_append (journal, next, last, NULL));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  assert_resumes (last, 0);
  discard (root);
}

static void
test_start_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 14, 1, 100);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = folder_of (root);
  g_autofree char *file = g_build_filename (folder, "a-file", NULL);

  watch_disk ("write", ENOSPC);
  g_assert_null (pn_journal_start (folder, root, NULL, assets, NULL, &error));
  pn_test_disk_hook = NULL;
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  g_clear_error (&error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  g_assert_null (pn_journal_start (file, root, NULL, assets, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, file));
  g_assert_cmpint (g_remove (file), ==, 0);
}

typedef struct {
  PnRoot *root;
  char *file;
} Rebase;

static void
rebase_cb (gpointer user_data)
{
  Rebase *rebase = user_data;
  PnJournal *journal = start (rebase->root);
  PnRoot *next = step (journal, pn_node_ref (rebase->root), "saved");

  watch_disk (NULL, 0);
  g_assert_true (pn_journal_rebase (journal, next, rebase->file, NULL));
  pn_test_disk_hook = NULL;
  _exit (0);
}

/* Killed at every call in turn: the same root comes out, from the old base or from the new. */
static void
test_rebase_killed (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 15, 1, 100);
  g_autoptr (PnRoot) saved = pn_test_root_rename (root, 0, "saved");
  g_autofree char *path = folder_of (root);
  Rebase rebase = {root, g_build_filename (folder, "saved.pantin", NULL)};
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
    journal = pn_journal_resume (path, &found, NULL, NULL, NULL);
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
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 16, 2, 100);
  g_autoptr (PnRoot) less = pn_root_copy (root);
  PnJournal *journal = start (root);

  pn_node_list_remove (&less->layers, 0);
  g_assert_true (pn_journal_append (journal, root, less, NULL));
  g_assert_true (pn_journal_rebase (journal, less, "/somewhere/film.pantin", NULL));
  g_assert_cmpstr (pn_journal_get_path (journal), ==, "/somewhere/film.pantin");
  g_assert_true (pn_journal_append (journal, less, root, NULL));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  assert_resumes (root, 0);
  discard (root);
}

static void
test_rebase_fails (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (assets, 17, 1, 100);
  PnJournal *journal = start (root);

  for (int i = 0; i < 3; i++) {
    static const char *const in[] = {"write", "renameat", "fsync"};

    root = step (journal, root, in[i]);
    watch_disk (in[i], ENOSPC);
    g_assert_false (pn_journal_rebase (journal, root, "/x", NULL));
    pn_test_disk_hook = NULL;
    g_assert_null (pn_journal_get_path (journal));
  }
  root = step (journal, root, "after");
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  assert_resumes (root, 0);
  discard (root);
}

/* A journal of 20 steps: the root after each, and where its record ends. */
typedef struct {
  PnRoot *roots[21];
  gsize ends[21];
  char *folder;
  char *file;
  guint8 *bytes;
  gsize n_bytes;
} Sample;

static void
sample_init (Sample *sample)
{
  PnRoot *root = pn_test_root_new (assets, 18, 1, 100);
  PnJournal *journal = start (root);
  struct stat info;

  sample->folder = folder_of (root);
  sample->file = g_build_filename (sample->folder, PN_JOURNAL_FILE, NULL);
  for (int i = 0; i < 21; i++) {
    g_autofree char *name = g_strdup_printf ("step %d", i);

    if (i > 0)
      root = step (journal, root, name);
    sample->roots[i] = pn_node_ref (root);
    g_assert_cmpint (stat (sample->file, &info), ==, 0);
    sample->ends[i] = (gsize)info.st_size;
  }
  pn_node_unref (root);
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_true (
      g_file_get_contents (sample->file, (char **)&sample->bytes, &sample->n_bytes, NULL));
  g_assert_cmpuint (sample->n_bytes, ==, sample->ends[20]);
}

static void
sample_clear (Sample *sample)
{
  discard (sample->roots[0]);
  for (int i = 0; i < 21; i++)
    pn_node_unref (sample->roots[i]);
  g_free (sample->folder);
  g_free (sample->file);
  g_free (sample->bytes);
}

/* Resumes a journal of these bytes, in which `n_whole` steps are whole; it goes on from there. */
static void
check_tail (Sample *sample, const guint8 *bytes, gsize n_bytes, guint n_whole)
{
  g_autoptr (PnRoot) found = NULL;
  g_autoptr (PnRoot) next = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_dropped = 0;
  PnJournal *journal;

  g_assert_true (g_file_set_contents (sample->file, (const char *)bytes, (gssize)n_bytes, NULL));
  journal = pn_journal_resume (sample->folder, &found, NULL, &n_dropped, &error);
  g_assert_no_error (error);
  pn_test_assert_roots_equal (found, sample->roots[n_whole]);
  g_assert_cmpuint (n_dropped, ==, n_bytes - sample->ends[n_whole]);
  next = pn_test_root_rename (found, 0, "after the repair");
  g_assert_true (pn_journal_append (journal, found, next, NULL));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  assert_resumes (next, 0);
}

static void
test_torn (void)
{
  Sample sample;

  sample_init (&sample);
  for (guint i = 0; i < 20; i++) {
    gsize n_step = sample.ends[i + 1] - sample.ends[i];
    gsize n_bytes = sample.ends[i] + n_step * i / 20;

    check_tail (&sample, sample.bytes, n_bytes, i);
  }
  sample_clear (&sample);
}

static void
test_flipped_bits (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  Sample sample;

  g_test_message ("seed 21");
  sample_init (&sample);
  for (guint i = 0; i < 20; i++) {
    g_autofree guint8 *bytes = g_memdup2 (sample.bytes, sample.n_bytes);
    gsize n_step = sample.ends[i + 1] - sample.ends[i];
    gsize bit = (gsize)g_rand_int_range (random, 0, (gint32)n_step * 8);

    bytes[sample.ends[i] + bit / 8] ^= (guint8)(1u << (bit % 8));
    check_tail (&sample, bytes, sample.n_bytes, i);
  }
  sample_clear (&sample);
}

/* A record twice, two in the wrong order, one from elsewhere, a block of zeros. */
static void
test_wrong_records (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize a, b, n_a, n_b;
  const guint8 zeros[4096] = {0};
  Sample sample;

  sample_init (&sample);
  a = sample.ends[0];
  n_a = sample.ends[1] - a;
  b = sample.ends[1];
  n_b = sample.ends[2] - b;

  g_byte_array_append (bytes, sample.bytes, (guint)b);
  g_byte_array_append (bytes, sample.bytes + a, (guint)n_a);
  check_tail (&sample, bytes->data, bytes->len, 1);

  g_byte_array_set_size (bytes, (guint)a);
  g_byte_array_append (bytes, sample.bytes + b, (guint)n_b);
  g_byte_array_append (bytes, sample.bytes + a, (guint)n_a);
  check_tail (&sample, bytes->data, bytes->len, 0);

  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, sample.bytes, (guint)b);
  g_byte_array_append (bytes, zeros, sizeof zeros);
  check_tail (&sample, bytes->data, bytes->len, 1);

  /* Whole, but no patch. */
  g_byte_array_set_size (bytes, (guint)a);
  pn_journal_record_write (bytes, PN_JOURNAL_RECORD_STEP, 2, "hello", 5);
  check_tail (&sample, bytes->data, bytes->len, 0);
  g_byte_array_set_size (bytes, (guint)a);
  pn_journal_record_write (bytes, 99, 2, "hello", 5);
  check_tail (&sample, bytes->data, bytes->len, 0);
  sample_clear (&sample);
}

static void
assert_refused (Sample *sample, const guint8 *bytes, gsize n_bytes, PnStoreError code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *after = NULL;
  gsize n_after = 0;

  g_assert_true (g_file_set_contents (sample->file, (const char *)bytes, (gssize)n_bytes, NULL));
  g_assert_null (pn_journal_resume (sample->folder, NULL, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, sample->folder));
  g_assert_true (g_file_get_contents (sample->file, &after, &n_after, NULL));
  g_assert_cmpmem (after, n_after, bytes, n_bytes);
}

/* Nothing is guessed: without a base there is no document, and the file stays as it is. */
static void
test_damaged_base (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  Sample sample;
  g_autoptr (GPtrArray) left = NULL;

  sample_init (&sample);
  for (guint i = 0; i < 20; i++) {
    g_autofree guint8 *bytes = g_memdup2 (sample.bytes, sample.n_bytes);
    gsize bit = (gsize)g_rand_int_range (random, 0, (gint32)sample.ends[0] * 8);

    bytes[bit / 8] ^= (guint8)(1u << (bit % 8));
    assert_refused (&sample, bytes, sample.n_bytes, PN_STORE_ERROR_DAMAGED);
    assert_refused (&sample, sample.bytes, sample.ends[0] * i / 20, PN_STORE_ERROR_DAMAGED);
  }
  left = pn_journal_list_left (folder);
  g_assert_cmpuint (left->len, ==, 1);
  sample_clear (&sample);
}

static void
test_other_version (void)
{
  Sample sample;
  g_autofree guint8 *bytes = NULL;
  guint32 checksum;

  sample_init (&sample);
  bytes = g_memdup2 (sample.bytes, sample.n_bytes);
  bytes[8]++;
  checksum = GUINT32_TO_LE ((guint32)crc32 (0, bytes, 12));
  memcpy (bytes + 12, &checksum, 4);
  assert_refused (&sample, bytes, sample.n_bytes, PN_STORE_ERROR_JOURNAL);

  /* The journal's form is this one, the document's is not. */
  {
    g_autoptr (GByteArray) other = g_byte_array_new ();
    g_autoptr (GVariant) info = g_variant_ref_sink (g_variant_new (
        "(us@aya(ss))", PN_FORMAT_VERSION + 1, "id", g_variant_new_bytestring (""), NULL));

    pn_journal_record_write_header (other);
    pn_journal_record_write (other, PN_JOURNAL_RECORD_INFO, 0, g_variant_get_data (info),
                             g_variant_get_size (info));
    assert_refused (&sample, other->data, other->len, PN_STORE_ERROR_JOURNAL);
  }
  sample_clear (&sample);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = pn_test_folder_new ();
  assets = pn_asset_store_new (NULL, NULL);
  g_test_add_func ("/store/journal/resume", test_resume);
  g_test_add_func ("/store/journal/holds-everything", test_holds_everything);
  g_test_add_func ("/store/journal/lock", test_lock);
  g_test_add_func ("/store/journal/lock-same-process", test_lock_same_process);
  g_test_add_func ("/store/journal/half-folders", test_half_folders);
  g_test_add_func ("/store/journal/strange-id", test_strange_id);
  g_test_add_func ("/store/journal/asset-before-record", test_asset_before_record);
  g_test_add_func ("/store/journal/written-when-it-returns", test_written_when_it_returns);
  g_test_add_func ("/store/journal/synced-soon", test_synced_soon);
  g_test_add_func ("/store/journal/sync-fails", test_sync_fails);
  g_test_add_func ("/store/journal/write-fails", test_write_fails);
  g_test_add_func ("/store/journal/folder-removed", test_folder_removed);
  g_test_add_func ("/store/journal/write-and-cut-fail", test_write_and_cut_fail);
  g_test_add_func ("/store/journal/start-fails", test_start_fails);
  g_test_add_func ("/store/journal/rebase-killed", test_rebase_killed);
  g_test_add_func ("/store/journal/undo-after-rebase", test_undo_after_rebase);
  g_test_add_func ("/store/journal/rebase-fails", test_rebase_fails);
  g_test_add_func ("/store/journal/torn", test_torn);
  g_test_add_func ("/store/journal/flipped-bits", test_flipped_bits);
  g_test_add_func ("/store/journal/wrong-records", test_wrong_records);
  g_test_add_func ("/store/journal/damaged-base", test_damaged_base);
  g_test_add_func ("/store/journal/other-version", test_other_version);
  result = g_test_run ();
  g_assert_finalize_object (assets);
  pn_test_folder_remove (folder);
  g_free (folder);
  return result;
}
