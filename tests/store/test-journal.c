/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/stat.h>

#include "pn-journal.h"
#include "pn-test-journal.h"
#include "pn-test-process.h"
#include "pn-test-zip.h"

static void
test_resume (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 1, 2, 100);
  g_autoptr (GPtrArray) left = NULL;
  PnJournal *journal = pn_test_journal_start (root);

  for (int round = 0; round < 3; round++) {
    g_autofree char *path = pn_test_journal_folder (root);
    g_autoptr (PnRoot) found = NULL;

    for (int i = 0; i < 5; i++) {
      g_autofree char *name = g_strdup_printf ("step %d of round %d", i, round);

      root = pn_test_journal_step (journal, root, name);
    }
    g_assert_true (pn_journal_catch_up (journal, root, NULL));
    pn_journal_close (journal, PN_JOURNAL_KEEP);
    pn_test_journal_assert_resumes (root, 0);
    journal = pn_journal_resume (path, &found, NULL, NULL, NULL, NULL);
    g_assert_nonnull (journal);
    g_assert_null (pn_journal_get_path (journal));
  }
  pn_journal_close (journal, PN_JOURNAL_DISCARD);
  left = pn_journal_list_left (pn_test_state_folder);
  g_assert_cmpuint (left->len, ==, 0);
}

/* Recovery needs neither the store nor the file that the document came from. */
static void
test_holds_everything (void)
{
  const PnTestZipEntry part = {.name = "sound.ogg", .data = "abc", .n_bytes = 3};
  g_autofree char *file = g_build_filename (pn_test_state_folder, "проект %.pantin", NULL);
  g_autofree char *saved = g_build_filename (pn_test_state_folder, "saved.pantin", NULL);
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
  root = pn_container_load (file, store, &rest, NULL, &error);
  g_assert_no_error (error);
  journal = pn_journal_start (pn_test_state_folder, root, file, store, rest, NULL, &error);
  g_assert_no_error (error);
  next = pn_test_root_add_picture (pn_node_ref (root), pn_journal_get_assets (journal), picture,
                                   "new");
  g_assert_true (pn_journal_catch_up (journal, next, &error));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_cmpint (g_remove (file), ==, 0);

  path = pn_test_journal_folder (root);
  journal = pn_journal_resume (path, &found, NULL, &rest_found, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pn_journal_get_path (journal), ==, file);
  pn_test_assert_roots_equal (found, next);
  g_assert_true (pn_container_save (saved, found, pn_journal_get_assets (journal), rest_found, NULL,
                                    NULL, &error));
  pn_journal_close (journal, PN_JOURNAL_DISCARD);
  {
    g_autoptr (PnAssetStore) last = pn_asset_store_new (NULL, NULL);
    g_autoptr (PnContainerRest) rest_saved = NULL;
    g_autoptr (PnRoot) loaded = pn_container_load (saved, last, &rest_saved, NULL, &error);
    g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "abc", -1);

    g_assert_no_error (error);
    g_assert_nonnull (rest_saved);
    g_assert_true (pn_asset_store_contains (last, hash));
  }
  g_assert_cmpint (g_remove (saved), ==, 0);
  pn_node_unref (root);
}

/* With a step in it. */
static void
leave_behind (PnRoot *root)
{
  PnJournal *journal = pn_test_journal_start (root);

  pn_node_unref (pn_test_journal_step (journal, pn_node_ref (root), "left behind"));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
}

static guint
count_left (void)
{
  g_autoptr (GPtrArray) left = pn_journal_list_left (pn_test_state_folder);

  return left->len;
}

/* A document that was opened and looked at, or saved and not changed since, is no matter for
 * recovery. */
static void
test_nothing_to_lose (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 20, 1, 100);
  g_autofree char *path = pn_test_journal_folder (root);
  g_autofree char *file = g_build_filename (path, "journal", NULL);
  PnJournal *journal = pn_test_journal_start (root);
  FILE *stream;

  pn_journal_close (journal, PN_JOURNAL_KEEP);
  journal = pn_test_journal_start (root);
  root = pn_test_journal_step (journal, root, "done");
  g_assert_true (pn_journal_rebase (journal, root, NULL, root, "/a/film.pantin", NULL));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_cmpuint (count_left (), ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  journal = pn_test_journal_start (root);
  g_assert_true (pn_journal_rebase (journal, root, NULL, root, "/a/film.pantin", NULL));
  root = pn_test_journal_step (journal, root, "done after the save");
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_cmpuint (count_left (), ==, 1);
  pn_test_journal_discard (root);

  /* A byte more than the base may have been a step. */
  pn_journal_close (pn_test_journal_start (root), PN_JOURNAL_KEEP);
  stream = g_fopen (file, "a");
  fputc ('x', stream);
  fclose (stream);
  g_assert_cmpuint (count_left (), ==, 1);
  pn_test_journal_discard (root);
}

static void
hold_lock_cb (gpointer user_data)
{
  PnJournal *journal = pn_test_journal_start (user_data);

  pn_test_journal_step (journal, pn_node_ref (user_data), "held");
  kill (getppid (), SIGUSR1);
  for (;;)
    pause ();
}

static void
test_lock (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 2, 1, 100);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autofree char *path = pn_test_journal_folder (root);
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

  g_assert_null (
      pn_journal_start (pn_test_state_folder, root, NULL, pn_test_assets, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_assert_nonnull (strstr (error->message, text));
  g_clear_error (&error);
  g_assert_null (pn_journal_start (pn_test_state_folder, root, "/a/film.pantin", pn_test_assets,
                                   NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_assert_nonnull (strstr (error->message, "/a/film.pantin"));
  g_clear_error (&error);
  g_assert_null (pn_journal_resume (path, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_false (pn_journal_discard (path, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  left = pn_journal_list_left (pn_test_state_folder);
  g_assert_cmpuint (left->len, ==, 0);
  g_clear_pointer (&left, g_ptr_array_unref);

  kill (pid, SIGKILL);
  pn_test_child_wait (pid);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  left = pn_journal_list_left (pn_test_state_folder);
  g_assert_cmpuint (left->len, ==, 1);
  {
    const PnRecovery *recovery = left->pdata[0];

    g_assert_cmpstr (recovery->document_id, ==, root->document_id);
    g_assert_cmpstr (recovery->folder, ==, path);
    g_assert_null (recovery->path);
    g_assert_cmpint (ABS (recovery->modified_usec - g_get_real_time ()), <, 600 * G_USEC_PER_SEC);
  }
  /* What was left behind is neither lost nor written over. */
  g_assert_null (
      pn_journal_start (pn_test_state_folder, root, NULL, pn_test_assets, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL);
  {
    g_autoptr (PnRoot) held = pn_test_root_rename (root, 0, "held");

    pn_test_journal_assert_resumes (held, 0);
  }
  pn_test_journal_discard (root);
}

/* One process cannot open a document twice either, and forgets nothing by trying. */
static void
test_lock_same_process (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 3, 1, 100);
  PnJournal *journal = pn_test_journal_start (root);
  g_autoptr (GError) error = NULL;

  g_assert_null (
      pn_journal_start (pn_test_state_folder, root, NULL, pn_test_assets, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_null (
      pn_journal_start (pn_test_state_folder, root, NULL, pn_test_assets, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  pn_journal_close (journal, PN_JOURNAL_DISCARD);
  pn_journal_close (pn_test_journal_start (root), PN_JOURNAL_DISCARD);
}

/* A folder without a journal is cleared away; a journal in a folder is no licence for
 * more. */
static void
test_half_folders (void)
{
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 4, 1, 100);
  g_autofree char *path = pn_test_journal_folder (root);
  g_autofree char *empty =
      g_build_filename (pn_test_state_folder, "journals", "left-by-a-killed-start", NULL);
  g_autofree char *letters = g_build_filename (path, "love letters", NULL);
  g_autofree char *state = g_build_filename (pn_test_state_folder, "journals", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autofree char *names = NULL;

  g_assert_cmpint (g_mkdir_with_parents (empty, 0700), ==, 0);
  leave_behind (root);
  g_assert_true (g_file_set_contents (letters, "x", 1, NULL));
  left = pn_journal_list_left (pn_test_state_folder);
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
  g_autoptr (PnRoot) root = pn_test_root_new (pn_test_assets, 5, 1, 100);
  g_autoptr (GPtrArray) left = NULL;
  g_autofree char *names = NULL;
  const PnRecovery *recovery;

  g_free (root->document_id);
  root->document_id = g_strdup ("../../evil");
  leave_behind (root);
  left = pn_journal_list_left (pn_test_state_folder);
  g_assert_cmpuint (left->len, ==, 1);
  recovery = left->pdata[0];
  g_assert_cmpstr (recovery->document_id, ==, "../../evil");
  g_assert_true (pn_journal_discard (recovery->folder, NULL));
  names = pn_test_folder_list (pn_test_state_folder);
  g_assert_cmpstr (names, ==, "journals");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  pn_test_journal_set_up ();
  g_test_add_func ("/store/journal/resume", test_resume);
  g_test_add_func ("/store/journal/holds-everything", test_holds_everything);
  g_test_add_func ("/store/journal/nothing-to-lose", test_nothing_to_lose);
  g_test_add_func ("/store/journal/lock", test_lock);
  g_test_add_func ("/store/journal/lock-same-process", test_lock_same_process);
  g_test_add_func ("/store/journal/half-folders", test_half_folders);
  g_test_add_func ("/store/journal/strange-id", test_strange_id);
  result = g_test_run ();
  pn_test_journal_tear_down ();
  return result;
}
