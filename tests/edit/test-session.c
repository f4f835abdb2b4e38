/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-session.h"

#include <string.h>
#include <unistd.h>

#include "pn-edit.h"
#include "pn-serial.h"
#include "pn-test-disk.h"
#include "pn-test-doc.h"
#include "pn-test-folder.h"
#include "pn-test-store.h"

static char *folder; /* of each test */
static char *state_folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
run (gconstpointer data)
{
  void (*test) (void) = data;

  folder = pn_test_folder_new ();
  state_folder = path_of ("state");
  test ();
  pn_test_folder_remove (folder);
  g_free (state_folder);
  g_free (folder);
}

/* A new document with a picture in it, as one step. */
static PnSession *
new_session (const char *state)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_new (64, 48, 24, 1);
  PnSession *session = pn_session_new (root, state, &error);
  g_autoptr (GBytes) picture = pn_test_bytes (1, 300, PN_TEST_BYTES_PNG);
  g_autoptr (PnRoot) next = NULL;

  g_assert_no_error (error);
  next = pn_test_root_add_picture (pn_node_ref (pn_session_get_root (session)),
                                   pn_session_get_assets (session), picture, "arm");
  pn_history_begin (pn_session_get_history (session), "add_image", NULL, NULL);
  pn_history_update (pn_session_get_history (session), next);
  g_assert_true (pn_history_commit (pn_session_get_history (session), &error));
  g_assert_no_error (error);
  return session;
}

static gboolean
rename_arm (PnSession *session, const char *name, GError **error)
{
  g_autoptr (PnRoot) next = pn_test_root_rename (pn_session_get_root (session), 0, name);

  pn_history_begin (pn_session_get_history (session), "set_layer", NULL, NULL);
  pn_history_update (pn_session_get_history (session), next);
  return pn_history_commit (pn_session_get_history (session), error);
}

static const char *
name_of_arm (PnSession *session)
{
  return ((const PnLayer *)pn_session_get_root (session)->layers.items[0])->name;
}

static PnSession *
open_session (const char *path, const char *state)
{
  g_autoptr (GError) error = NULL;
  PnSession *session = pn_session_open (path, state, &error);

  g_assert_no_error (error);
  return session;
}

/* (transfer full): the folder of the one journal that was left behind, or NULL. */
static char *
left_behind (void)
{
  g_autoptr (GPtrArray) left = pn_journal_list_left (state_folder);

  g_assert_cmpuint (left->len, <=, 1);
  return left->len > 0 ? g_strdup (((PnRecovery *)g_ptr_array_index (left, 0))->folder) : NULL;
}

static PnSession *
recover (void)
{
  g_autofree char *left = left_behind ();
  g_autoptr (GError) error = NULL;
  gsize n_dropped_bytes = 99;
  PnSession *session;

  g_assert_nonnull (left);
  session = pn_session_recover (left, &n_dropped_bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_dropped_bytes, ==, 0);
  return session;
}

static void
save (PnSession *session, const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (pn_session_save (session, path, NULL, PN_SAVE_REFUSE_NEWER, &error));
  g_assert_no_error (error);
}

static void
test_save_and_open (void)
{
  PnSession *session = new_session (NULL);
  g_autofree char *path = path_of ("проект 100%.pantin");
  g_autofree char *json = pn_root_to_json (pn_session_get_root (session), NULL);
  g_autofree char *again = NULL;
  PnSession *opened;

  g_assert_null (pn_session_get_path (session));
  g_assert_null (pn_session_get_journal (session));
  g_assert_false (pn_history_is_saved (pn_session_get_history (session)));
  save (session, path);
  g_assert_cmpstr (pn_session_get_path (session), ==, path);
  g_assert_true (pn_history_is_saved (pn_session_get_history (session)));
  g_assert_finalize_object (session);

  opened = open_session (path, NULL);
  again = pn_root_to_json (pn_session_get_root (opened), NULL);
  pn_test_assert_same_text (again, json);
  g_assert_cmpstr (pn_session_get_path (opened), ==, path);
  g_assert_true (pn_history_is_saved (pn_session_get_history (opened)));
  g_assert_false (pn_history_can_undo (pn_session_get_history (opened)));
  g_assert_true (rename_arm (opened, "leg", NULL));
  g_assert_false (pn_history_is_saved (pn_session_get_history (opened)));
  save (opened, path);
  g_assert_finalize_object (opened);
}

/* What a journal is kept for, and what not: an empty document, a saved one, one that the user gave
 * up. */
static void
test_left_behind (void)
{
  g_autoptr (PnRoot) empty = pn_root_new (64, 48, 24, 1);
  PnSession *session = pn_session_new (empty, state_folder, NULL);
  g_autofree char *path = path_of ("a.pantin");
  g_autofree char *left = NULL;

  g_assert_finalize_object (session);
  left = left_behind ();
  g_assert_null (left);

  session = new_session (state_folder);
  save (session, path);
  g_assert_finalize_object (session);
  left = left_behind ();
  g_assert_null (left);

  session = new_session (state_folder);
  pn_session_discard (session);
  g_assert_finalize_object (session);
  left = left_behind ();
  g_assert_null (left);

  session = new_session (state_folder);
  g_assert_finalize_object (session);
  g_autoptr (GPtrArray) list = pn_journal_list_left (state_folder);
  g_assert_cmpuint (list->len, ==, 1);
  const PnRecovery *recovery = g_ptr_array_index (list, 0);
  g_assert_null (recovery->path);
  g_assert_cmpstr (recovery->name, ==, "arm");
}

/* Steps, undo and redo all go through the journal; so does one made while hearing of another. */
static void
rename_within_cb (PnHistory *history, PnSession *session)
{
  g_signal_handlers_disconnect_by_func (history, rename_within_cb, session);
  g_assert_true (rename_arm (session, "within", NULL));
}

static void
test_recover (void)
{
  PnSession *session = new_session (state_folder);
  PnHistory *history = pn_session_get_history (session);
  g_autofree char *json = NULL;
  g_autofree char *again = NULL;
  g_autofree char *path = path_of ("a.pantin");

  g_assert_true (rename_arm (session, "one", NULL));
  g_assert_true (rename_arm (session, "two", NULL));
  g_assert_true (rename_arm (session, "three", NULL));
  g_assert_true (pn_history_undo (history, NULL));
  g_assert_true (pn_history_undo (history, NULL));
  g_assert_true (pn_history_redo (history, NULL));
  g_signal_connect (history, "changed", G_CALLBACK (rename_within_cb), session);
  g_assert_true (rename_arm (session, "four", NULL));
  g_assert_cmpstr (name_of_arm (session), ==, "within");
  json = pn_root_to_json (pn_session_get_root (session), NULL);
  g_assert_finalize_object (session);

  session = recover ();
  again = pn_root_to_json (pn_session_get_root (session), NULL);
  pn_test_assert_same_text (again, json);
  g_assert_false (pn_history_is_saved (pn_session_get_history (session)));
  g_assert_null (pn_session_get_path (session));
  /* The picture came along, and the journal goes on. */
  g_assert_true (rename_arm (session, "five", NULL));
  g_assert_true (rename_arm (session, "six", NULL));
  g_assert_true (pn_history_undo (pn_session_get_history (session), NULL));
  g_assert_finalize_object (session);
  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "five");
  save (session, path);
  g_assert_finalize_object (session);
  session = open_session (path, NULL);
  g_assert_cmpstr (name_of_arm (session), ==, "five");
  g_assert_finalize_object (session);
}

/* A document that was opened, changed and lost is found again with its path, and what is saved
 * later starts the journal afresh. */
static void
test_recover_opened (void)
{
  PnSession *session = new_session (NULL);
  g_autofree char *path = path_of ("a.pantin");
  g_autofree char *left = NULL;

  save (session, path);
  g_assert_finalize_object (session);
  session = open_session (path, state_folder);
  g_assert_true (rename_arm (session, "one", NULL));
  save (session, path);
  g_assert_true (rename_arm (session, "two", NULL));
  g_assert_finalize_object (session);

  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "two");
  g_assert_cmpstr (pn_session_get_path (session), ==, path);
  /* Back to what was saved, and no further. */
  g_assert_true (pn_history_undo (pn_session_get_history (session), NULL));
  g_assert_cmpstr (name_of_arm (session), ==, "one");
  g_assert_false (pn_history_can_undo (pn_session_get_history (session)));
  g_assert_true (pn_history_redo (pn_session_get_history (session), NULL));
  save (session, path);
  g_assert_finalize_object (session);
  left = left_behind ();
  g_assert_null (left);
}

/* --- The history after a recovery. */

static char *
describe_root (const PnRoot *root)
{
  return pn_root_to_json (root, NULL);
}

static char *
describe_history (PnSession *session, guint from)
{
  PnHistory *history = pn_session_get_history (session);
  GString *text = g_string_new (NULL);
  guint n_done, n_steps = pn_history_n_steps (history, &n_done);

  g_string_append_printf (text, "%u done\n", n_done - from);
  for (guint i = from; i < n_steps; i++) {
    JsonNode *arguments = pn_history_step_arguments (history, i);
    g_autofree char *json = arguments != NULL ? json_to_string (arguments, FALSE) : NULL;
    const PnRoot *before, *after;
    pn_history_step_roots (history, i, &before, &after);
    g_autofree char *before_text = describe_root (before);
    g_autofree char *after_text = describe_root (after);
    g_string_append_printf (text, "%s %s\n%s%s", pn_history_step_operation (history, i),
                            json != NULL ? json : "-", before_text, after_text);
  }
  return g_string_free (text, FALSE);
}

static void
do_step (PnSession *session, GRand *random, guint number)
{
  g_autofree char *name = g_strdup_printf ("step %u", number);
  g_autofree char *text = g_strdup_printf ("{\"layer\": \"arm\", \"name\": \"%s\"}", name);
  g_autoptr (JsonNode) arguments = json_from_string (text, NULL);
  PnHistory *history = pn_session_get_history (session);
  g_autoptr (PnRoot) next = pn_test_root_rename (pn_session_get_root (session), 0, name);
  const char *key = g_rand_int_range (random, 0, 3) == 0 ? "nudge" : NULL;

  pn_history_begin (history, "set_layer", number % 5 == 0 ? NULL : arguments, key);
  pn_history_update (history, next);
  g_assert_true (pn_history_commit (history, NULL));
}

static gboolean
can_undo_to_arm (PnHistory *history)
{
  const PnRoot *before, *after;
  guint n_done;

  pn_history_n_steps (history, &n_done);
  if (n_done == 0)
    return FALSE;
  pn_history_step_roots (history, n_done - 1, &before, &after);
  return before->layers.n_items > 0;
}

/* Steps, joined ones, undo, redo and a save at any moment: all of the history since the save is
 * there again, and after that goes on. */
static void
test_recover_history (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  g_autofree char *path = path_of ("a.pantin");
  PnSession *session = new_session (state_folder);
  guint from = 0;

  g_test_message ("seed 12");
  for (guint i = 0; i < 300; i++) {
    PnHistory *history = pn_session_get_history (session);
    int what = g_rand_int_range (random, 0, 20);

    if (what < 5 && can_undo_to_arm (history)) {
      guint n_done;
      g_assert_true (pn_history_undo (history, NULL));
      pn_history_n_steps (history, &n_done);
      from = MIN (from, n_done);
    } else if (what < 8 && pn_history_can_redo (history)) {
      g_assert_true (pn_history_redo (history, NULL));
    } else if (what < 18) {
      do_step (session, random, i);
    } else if (what == 18 && pn_history_can_undo (history)) {
      save (session, path);
      pn_history_n_steps (history, &from);
      /* What is undone was not written down since; a step ends it. */
      do_step (session, random, i);
    } else {
      g_autofree char *before = describe_history (session, from);
      if (pn_history_is_saved (history))
        continue;
      g_assert_finalize_object (session);
      session = recover ();
      from = 0;
      g_autofree char *after = describe_history (session, 0);
      pn_test_assert_same_text (after, before);
    }
  }
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

static int
full_disk_cb (const char *call, int fd, const char *name)
{
  return strstr (call, "write") != NULL || strstr (call, "open") != NULL ? ENOSPC : 0;
}

/* What could not be written comes with the next step, and undo of that leads to what was between. */
static void
test_recover_gap (void)
{
  PnSession *session = new_session (state_folder);

  g_assert_true (rename_arm (session, "one", NULL));
  pn_test_disk_hook = full_disk_cb;
  g_assert_false (rename_arm (session, "two", NULL));
  pn_test_disk_hook = NULL;
  g_assert_true (rename_arm (session, "three", NULL));
  g_assert_true (pn_history_undo (pn_session_get_history (session), NULL));
  g_assert_finalize_object (session);
  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "two");
  g_assert_true (pn_history_can_undo (pn_session_get_history (session)));
  g_assert_finalize_object (session);
}

/* The step stands, the error says what is wrong, and the next one brings both to the disk. */
static void
test_full_journal (void)
{
  PnSession *session = new_session (state_folder);
  g_autoptr (GError) error = NULL;

  pn_test_disk_hook = full_disk_cb;
  g_assert_false (rename_arm (session, "one", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_cmpstr (name_of_arm (session), ==, "one");
  g_assert_true (pn_history_can_undo (pn_session_get_history (session)));
  g_assert_false (rename_arm (session, "lost", NULL));
  g_assert_false (pn_history_undo (pn_session_get_history (session), &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (name_of_arm (session), ==, "one");
  pn_test_disk_hook = NULL;
  g_assert_true (pn_history_redo (pn_session_get_history (session), NULL));
  g_assert_true (rename_arm (session, "two", NULL));
  g_assert_finalize_object (session);

  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "two");
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

/* A save that fails leaves everything as it was. */
static void
test_full_save (void)
{
  PnSession *session = new_session (state_folder);
  g_autofree char *path = path_of ("a.pantin");
  g_autofree char *other = path_of ("b.pantin");
  g_autofree char *bytes = NULL;
  g_autofree char *bytes_after = NULL;
  g_autofree char *names = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  gsize length_after;

  save (session, path);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (rename_arm (session, "one", NULL));
  pn_test_disk_hook = full_disk_cb;
  g_assert_false (pn_session_save (session, path, NULL, PN_SAVE_REFUSE_NEWER, &error));
  g_assert_nonnull (error);
  g_assert_false (pn_session_save (session, other, NULL, PN_SAVE_REFUSE_NEWER, NULL));
  pn_test_disk_hook = NULL;
  g_assert_false (pn_history_is_saved (pn_session_get_history (session)));
  g_assert_cmpstr (pn_session_get_path (session), ==, path);
  g_assert_true (g_file_get_contents (path, &bytes_after, &length_after, NULL));
  g_assert_cmpmem (bytes_after, length_after, bytes, length);
  names = pn_test_folder_list (folder);
  g_assert_cmpstr (names, ==, "a.pantin state");
  g_assert_finalize_object (session);

  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "one");
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

/* A later version's document: opened, not written over unless the user says so, by whatever name
 * the file goes. */
static void
test_newer (void)
{
  PnSession *session = new_session (NULL);
  g_autofree char *path = path_of ("a.pantin");
  g_autofree char *link = path_of ("link.pantin");
  g_autofree char *other = path_of ("b.pantin");
  g_autofree char *roundabout = path_of ("./state/../a.pantin");
  const char *const names[] = {path, link, roundabout};
  g_autoptr (PnRoot) newer = pn_root_copy (pn_session_get_root (session));
  g_autoptr (GError) error = NULL;

  newer->version = PN_FORMAT_VERSION + 1;
  pn_history_begin (pn_session_get_history (session), "test", NULL, NULL);
  pn_history_update (pn_session_get_history (session), newer);
  pn_history_commit (pn_session_get_history (session), NULL);
  save (session, path);
  g_assert_finalize_object (session);
  g_assert_cmpint (symlink ("a.pantin", link), ==, 0);
  g_assert_cmpint (g_mkdir (state_folder, 0700), ==, 0);

  session = open_session (path, NULL);
  g_assert_true (pn_session_is_newer (session));
  g_assert_true (rename_arm (session, "one", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_assert_false (pn_session_save (session, names[i], NULL, PN_SAVE_REFUSE_NEWER, &error));
    g_assert_error (error, PN_EDIT_ERROR, PN_EDIT_ERROR_NEWER);
    g_assert_nonnull (strstr (error->message, names[i]));
    g_clear_error (&error);
    g_assert_false (pn_history_is_saved (pn_session_get_history (session)));
  }
  g_assert_true (pn_session_save (session, path, NULL, PN_SAVE_OVER_NEWER, &error));
  g_assert_no_error (error);
  save (session, other);
  g_assert_finalize_object (session);

  session = open_session (other, NULL);
  g_assert_true (pn_session_is_newer (session));
  g_assert_cmpstr (name_of_arm (session), ==, "one");
  g_assert_finalize_object (session);
}

static void
test_bad_file (void)
{
  g_autofree char *path = path_of ("none.pantin");
  g_autoptr (GError) error = NULL;

  g_assert_null (pn_session_open (path, state_folder, &error));
  g_assert_nonnull (strstr (error->message, "none.pantin"));
  g_assert_false (g_file_test (state_folder, G_FILE_TEST_EXISTS));
}

/* One document, opened twice: the second is told, and the first goes on. */
static void
test_locked (void)
{
  PnSession *session = new_session (NULL);
  g_autofree char *path = path_of ("a.pantin");
  g_autoptr (GError) error = NULL;

  save (session, path);
  g_assert_finalize_object (session);
  session = open_session (path, state_folder);
  g_assert_null (pn_session_open (path, state_folder, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_LOCKED);
  g_assert_true (rename_arm (session, "one", NULL));
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

/* A copy is a document of its own: it may be open beside the other, and saving asks where. */
static void
test_copy (void)
{
  PnSession *session = new_session (NULL);
  g_autofree char *path = path_of ("a.pantin");
  g_autoptr (GError) error = NULL;

  save (session, path);
  g_assert_finalize_object (session);
  session = open_session (path, state_folder);
  PnSession *copy = pn_session_open_as (path, state_folder, PN_OPEN_COPY, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (pn_session_get_path (copy));
  g_assert_cmpstr (pn_session_get_root (copy)->document_id, !=,
                   pn_session_get_root (session)->document_id);
  g_assert_true (pn_history_is_saved (pn_session_get_history (copy)));
  g_assert_true (rename_arm (copy, "one", NULL));
  g_assert_cmpstr (name_of_arm (session), ==, "arm");
  pn_session_discard (copy);
  g_assert_finalize_object (copy);
  g_assert_finalize_object (session);
}

/* A file under another name keeps its document's id, so both files have it; the second that is
 * opened becomes a document of its own and keeps its path. What was left behind of one is not in
 * the other's way either. */
static void
test_copied_file (void)
{
  PnSession *session = new_session (state_folder);
  g_autofree char *path = path_of ("a.pantin");
  g_autofree char *other = path_of ("b.pantin");
  g_autoptr (GError) error = NULL;

  save (session, path);
  save (session, other);
  PnSession *second = open_session (path, state_folder);
  g_assert_cmpstr (pn_session_get_path (second), ==, path);
  g_assert_cmpstr (pn_session_get_root (second)->document_id, !=,
                   pn_session_get_root (session)->document_id);
  g_assert_true (pn_history_is_saved (pn_session_get_history (second)));
  g_assert_true (rename_arm (session, "kept", NULL));
  g_assert_finalize_object (second);
  g_assert_finalize_object (session);

  second = open_session (path, state_folder);
  g_assert_finalize_object (second);
  g_assert_null (pn_session_open (other, state_folder, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL);
  g_clear_error (&error);
  /* Moved, it is still the one that the journal is of. */
  g_autofree char *moved = path_of ("c.pantin");
  g_assert_cmpint (g_rename (other, moved), ==, 0);
  g_assert_null (pn_session_open (moved, state_folder, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL);

  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "kept");
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

typedef struct {
  PnSave *save;
  gboolean is_done;
} Saving;

static gpointer
save_cb (gpointer data)
{
  Saving *saving = data;
  g_autoptr (GError) error = NULL;

  saving->is_done = pn_save_run (saving->save, NULL, NULL, &error);
  g_assert_no_error (error);
  return NULL;
}

/* A session that was renamed while it was saved to `path`. */
static PnSession *
save_meanwhile (const char *path, const char *state)
{
  PnSession *session = new_session (state);
  g_autoptr (GError) error = NULL;
  Saving saving = {pn_session_begin_save (session, path, PN_SAVE_REFUSE_NEWER, &error)};

  g_assert_no_error (error);
  GThread *thread = g_thread_new ("save", save_cb, &saving);
  g_assert_true (rename_arm (session, "meanwhile", NULL));
  g_thread_join (thread);
  g_assert_true (saving.is_done);
  pn_save_end (saving.save);
  pn_save_free (saving.save);
  g_assert_cmpstr (pn_session_get_path (session), ==, path);
  g_assert_false (pn_history_is_saved (pn_session_get_history (session)));
  return session;
}

/* Steps made while a save is under way are unsaved after it, and in the journal. */
static void
test_save_meanwhile (void)
{
  g_autofree char *path = path_of ("a.pantin");
  PnSession *session = save_meanwhile (path, NULL);

  g_assert_true (pn_history_undo (pn_session_get_history (session), NULL));
  g_assert_true (pn_history_is_saved (pn_session_get_history (session)));
  g_assert_finalize_object (session);

  session = save_meanwhile (path, state_folder);
  g_assert_finalize_object (session);

  PnSession *saved = open_session (path, NULL);
  g_assert_cmpstr (name_of_arm (saved), ==, "arm");
  g_assert_finalize_object (saved);
  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "meanwhile");
  g_assert_cmpstr (pn_session_get_path (session), ==, path);
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

typedef struct {
  GCancellable *cancellable;
  double stop_at, last;
} Watch;

static void
watch_cb (gpointer data, double fraction)
{
  Watch *watch = data;

  g_assert_cmpfloat (fraction, >=, watch->last);
  g_assert_cmpfloat (fraction, <=, 1);
  watch->last = fraction;
  if (fraction >= watch->stop_at)
    g_cancellable_cancel (watch->cancellable);
}

/* Opening and saving are given up wherever they are, and leave nothing. */
static void
test_given_up (void)
{
  g_autofree char *path = path_of ("a.pantin");
  g_autofree char *other = path_of ("b.pantin");
  PnSession *session = new_session (NULL);
  save (session, path);

  for (int i = 0; i <= 10; i++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    Watch watch = {cancellable, i / 10.0};
    PnWork work = {cancellable, watch_cb, &watch, 0, 1};
    g_autoptr (GError) error = NULL;
    g_autoptr (PnSession) opened =
        pn_session_open_as (path, state_folder, PN_OPEN_ITSELF, &work, &error);
    g_assert_true ((opened == NULL) == (error != NULL));
    if (opened == NULL)
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_true (opened == NULL || watch.stop_at > 0.5);
    g_clear_object (&opened);
    g_clear_error (&error);

    g_cancellable_reset (cancellable);
    watch.last = 0;
    g_autoptr (PnSave) saving = pn_session_begin_save (session, other, PN_SAVE_REFUSE_NEWER, NULL);
    if (pn_save_run (saving, NULL, &work, &error)) {
      PnSession *whole = open_session (other, NULL);
      g_assert_finalize_object (whole);
      g_assert_cmpfloat (watch.stop_at, >, 0);
      g_assert_cmpint (g_remove (other), ==, 0);
    } else {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
    g_autofree char *names = pn_test_folder_list (folder);
    g_assert_cmpstr (names, ==, "a.pantin state");
    g_autofree char *journals = g_build_filename (state_folder, "journals", NULL);
    g_autofree char *left = pn_test_folder_list (journals);
    g_assert_cmpstr (left, ==, "");
  }
  g_assert_cmpstr (pn_session_get_path (session), ==, path);
  g_assert_finalize_object (session);
}

/* Where no journal can be kept one works all the same, and is told where it was tried. */
static void
test_no_journal (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (state_folder, "", 0, NULL));
  PnSession *session = new_session (state_folder);
  g_assert_null (pn_session_get_journal (session));
  g_assert_false (pn_session_check (session, &error));
  g_assert_error (error, PN_STORE_ERROR, PN_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, state_folder));
  g_assert_true (rename_arm (session, "one", NULL));
  g_assert_false (pn_session_check (session, NULL));
  g_assert_finalize_object (session);

  session = new_session (NULL);
  g_assert_true (pn_session_check (session, NULL));
  g_assert_finalize_object (session);
}

/* A full disk is said as long as it is full, and the steps are written as soon as it is not. */
static void
test_check (void)
{
  PnSession *session = new_session (state_folder);

  g_assert_true (pn_session_check (session, NULL));
  pn_test_disk_hook = full_disk_cb;
  g_assert_false (rename_arm (session, "one", NULL));
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;
    g_assert_false (pn_session_check (session, &error));
    g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  }
  pn_test_disk_hook = NULL;
  g_assert_true (pn_session_check (session, NULL));
  g_assert_finalize_object (session);

  session = recover ();
  g_assert_cmpstr (name_of_arm (session), ==, "one");
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

/* Another picture and a name come while the journal goes to `place`. */
static gboolean
move_session (PnSession *session, const char *place, GError **error)
{
  g_autoptr (PnMove) move = pn_session_begin_move (session, place);
  g_autoptr (GBytes) picture = pn_test_bytes (2, 300, PN_TEST_BYTES_PNG);
  g_autoptr (PnRoot) next = NULL;

  if (!pn_move_run (move, NULL, error))
    return FALSE;
  if (!g_str_equal (place, state_folder)) {
    next = pn_test_root_add_picture (pn_node_ref (pn_session_get_root (session)),
                                     pn_session_get_assets (session), picture, "leg");
    pn_history_begin (pn_session_get_history (session), "add_image", NULL, NULL);
    pn_history_update (pn_session_get_history (session), next);
    pn_history_commit (pn_session_get_history (session), NULL);
  }
  rename_arm (session, "meanwhile", NULL);
  return pn_move_end (move, error);
}

static void
assert_recovers (const char *place, const char *name)
{
  g_autoptr (GPtrArray) left = pn_journal_list_left (place);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (left->len, ==, 1);
  PnSession *session =
      pn_session_recover (((PnRecovery *)g_ptr_array_index (left, 0))->folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (name_of_arm (session), ==, name);
  pn_session_discard (session);
  g_assert_finalize_object (session);
}

/* From one folder to another, and from none at all; what was undone can be done again. */
static void
test_move (void)
{
  g_autofree char *other = path_of ("other");
  g_autofree char *saved = path_of ("a.pantin");
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 2; i++) {
    PnSession *session = new_session (i == 0 ? state_folder : NULL);
    PnHistory *history = pn_session_get_history (session);
    g_autoptr (PnAssetStore) assets = g_object_ref (pn_session_get_assets (session));
    g_assert_true (pn_history_undo (history, NULL));
    g_assert_true (pn_history_redo (history, NULL));
    g_assert_true (move_session (session, other, &error));
    g_assert_no_error (error);
    g_assert_true (pn_session_check (session, NULL));
    g_assert_true (pn_session_get_assets (session) == assets);
    g_autoptr (GPtrArray) left = pn_journal_list_left (state_folder);
    g_assert_cmpuint (left->len, ==, 0);
    /* All is undone and done again: the new place has the pictures. */
    while (pn_history_can_undo (history))
      g_assert_true (pn_history_undo (history, NULL));
    while (pn_history_can_redo (history)) {
      g_assert_true (pn_history_redo (history, &error));
      g_assert_no_error (error);
    }
    g_assert_true (rename_arm (session, "after", &error));
    g_assert_no_error (error);
    g_assert_finalize_object (session);
    assert_recovers (other, "after");
  }

  /* One that is saved leaves nothing behind, there either. */
  PnSession *session = new_session (state_folder);
  save (session, saved);
  PnMove *move = pn_session_begin_move (session, other);
  g_assert_true (pn_move_run (move, NULL, NULL));
  g_assert_true (pn_move_end (move, NULL));
  pn_move_free (move);
  g_assert_finalize_object (session);
  g_autoptr (GPtrArray) left = pn_journal_list_left (other);
  g_assert_cmpuint (left->len, ==, 0);
}

/* The journal goes elsewhere while a save is under way: it begins anew there. */
static void
test_move_in_a_save (void)
{
  g_autofree char *other = path_of ("other");
  g_autofree char *path = path_of ("a.pantin");
  PnSession *session = new_session (state_folder);
  PnSave *saving = pn_session_begin_save (session, path, PN_SAVE_REFUSE_NEWER, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (pn_save_run (saving, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (move_session (session, other, &error));
  g_assert_no_error (error);
  pn_save_end (saving);
  pn_save_free (saving);
  g_assert_cmpstr (pn_journal_get_path (pn_session_get_journal (session)), ==, path);
  g_assert_finalize_object (session);
  assert_recovers (other, "meanwhile");
}

/* What is left behind belongs to the file that the document was saved to on the way. */
static void
test_move_and_save (void)
{
  g_autofree char *other = path_of ("other");
  g_autofree char *saved = path_of ("a.pantin");
  PnSession *session = new_session (state_folder);
  g_autoptr (PnMove) move = pn_session_begin_move (session, other);

  g_assert_true (pn_move_run (move, NULL, NULL));
  save (session, saved);
  rename_arm (session, "later", NULL);
  g_assert_true (pn_move_end (move, NULL));
  g_clear_pointer (&move, pn_move_free);
  g_assert_finalize_object (session);
  g_autoptr (GPtrArray) left = pn_journal_list_left (other);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_cmpstr (((PnRecovery *)g_ptr_array_index (left, 0))->path, ==, saved);
  assert_recovers (other, "later");
}

/* Given up, or not possible, the old one goes on. */
static void
test_move_fails (void)
{
  g_autofree char *other = path_of ("other");
  g_autoptr (GError) error = NULL;
  PnSession *session = new_session (state_folder);

  PnMove *move = pn_session_begin_move (session, other);
  g_assert_true (pn_move_run (move, NULL, NULL));
  pn_move_free (move);
  g_autoptr (GPtrArray) left = pn_journal_list_left (other);
  g_assert_cmpuint (left->len, ==, 0);
  g_assert_true (rename_arm (session, "one", NULL));

  pn_test_disk_hook = full_disk_cb;
  g_assert_false (move_session (session, other, &error));
  pn_test_disk_hook = NULL;
  g_assert_nonnull (error);
  g_assert_true (rename_arm (session, "two", NULL));
  g_assert_finalize_object (session);
  assert_recovers (state_folder, "two");
}

/* Somebody removed the folder: the document is all there, can be saved, and is kept safe again. */
static void
test_removed (void)
{
  g_autofree char *saved = path_of ("a.pantin");
  g_autoptr (GError) error = NULL;
  PnSession *session = new_session (state_folder);

  pn_test_folder_remove (state_folder);
  g_assert_false (rename_arm (session, "one", &error));
  g_assert_nonnull (strstr (error->message, g_strerror (ENOENT)));
  g_clear_error (&error);
  g_assert_false (pn_session_check (session, NULL));
  save (session, saved);
  PnSession *whole = open_session (saved, NULL);
  g_assert_cmpstr (name_of_arm (whole), ==, "one");
  g_assert_finalize_object (whole);

  g_assert_false (rename_arm (session, "two", NULL));
  g_assert_true (move_session (session, state_folder, &error));
  g_assert_no_error (error);
  g_assert_true (pn_session_check (session, NULL));
  g_assert_finalize_object (session);
  assert_recovers (state_folder, "meanwhile");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/edit/session/save-and-open", test_save_and_open, run);
  g_test_add_data_func ("/edit/session/left-behind", test_left_behind, run);
  g_test_add_data_func ("/edit/session/recover", test_recover, run);
  g_test_add_data_func ("/edit/session/recover-history", test_recover_history, run);
  g_test_add_data_func ("/edit/session/recover-gap", test_recover_gap, run);
  g_test_add_data_func ("/edit/session/recover-opened", test_recover_opened, run);
  g_test_add_data_func ("/edit/session/full-journal", test_full_journal, run);
  g_test_add_data_func ("/edit/session/full-save", test_full_save, run);
  g_test_add_data_func ("/edit/session/newer", test_newer, run);
  g_test_add_data_func ("/edit/session/bad-file", test_bad_file, run);
  g_test_add_data_func ("/edit/session/locked", test_locked, run);
  g_test_add_data_func ("/edit/session/copy", test_copy, run);
  g_test_add_data_func ("/edit/session/copied-file", test_copied_file, run);
  g_test_add_data_func ("/edit/session/save-meanwhile", test_save_meanwhile, run);
  g_test_add_data_func ("/edit/session/given-up", test_given_up, run);
  g_test_add_data_func ("/edit/session/no-journal", test_no_journal, run);
  g_test_add_data_func ("/edit/session/check", test_check, run);
  g_test_add_data_func ("/edit/session/move", test_move, run);
  g_test_add_data_func ("/edit/session/move-in-a-save", test_move_in_a_save, run);
  g_test_add_data_func ("/edit/session/move-and-save", test_move_and_save, run);
  g_test_add_data_func ("/edit/session/move-fails", test_move_fails, run);
  g_test_add_data_func ("/edit/session/removed", test_removed, run);
  return g_test_run ();
}
