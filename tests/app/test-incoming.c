/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files on their way in: what they are taken for, and what pictures become. */

#include "pn-file-kind.h"
#include "pn-pictures.h"
#include "pn-test-cli.h"

static void
assert_kind (const char *folder, const char *name, const char *content, PnFileKind kind)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  pn_test_write_file (path, content, strlen (content));
  g_assert_cmpint (pn_file_kind (path), ==, kind);
}

static void
test_kind (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *absent = g_build_filename (folder, "absent.pantin", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);

  assert_kind (folder, "picture.pantin", "\x89PNG\r\n\x1a\n...", PN_FILE_PICTURE);
  assert_kind (folder, "document.png", "PK\x03\x04...", PN_FILE_DOCUMENT);
  assert_kind (folder, "short.pantin", "P", PN_FILE_DOCUMENT);
  assert_kind (folder, "empty", "", PN_FILE_PICTURE);
  assert_kind (folder, "photo.jpg", "\xff\xd8\xff", PN_FILE_PICTURE);
  g_assert_cmpint (pn_file_kind (absent), ==, PN_FILE_DOCUMENT);
  /* Nothing waits for the other end of a pipe. */
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (pn_file_kind (pipe), ==, PN_FILE_PICTURE);
  pn_test_folder_remove (folder);
}

typedef struct {
  char *folder;
  PnTaskPool *pool;
  PnSession *session;
  PnEditor *editor;
  GString *said; /* messages, one a line */
} Fixture;

static void
message_cb (Fixture *self, guint kind, const char *text)
{
  g_string_append_printf (self->said, "%s\n", text);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (1920, 1080, 24, 1);

  self->folder = pn_test_folder_new ();
  self->pool = pn_task_pool_new (1);
  self->session = pn_session_new (root, NULL, NULL);
  self->editor = pn_editor_new (self->session, self->pool);
  self->said = g_string_new (NULL);
  g_signal_connect_swapped (self->editor, "message", G_CALLBACK (message_cb), self);
  g_free (pn_test_draw (self->folder, "figure.png", 300, 240, pn_test_figure_pixel));
  g_free (pn_test_draw (self->folder, "disc.png", 101, 100, pn_test_disc_pixel));
  pn_test_write_text (self->folder, "broken.png", "\x89PNG\r\n\x1a\nbroken", -1);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->editor);
  g_assert_finalize_object (self->session);
  pn_task_pool_free (self->pool);
  pn_test_folder_remove (self->folder);
  g_free (self->folder);
  g_string_free (self->said, TRUE);
}

/* The pictures, by name and separated by blanks, read from the folder. */
static GPtrArray *
read_pictures (Fixture *self, const char *names)
{
  g_auto (GStrv) paths = g_strsplit (names, " ", -1);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; paths[i] != NULL; i++) {
    char *path = g_build_filename (self->folder, paths[i], NULL);
    g_free (paths[i]);
    paths[i] = path;
  }
  GPtrArray *incoming = pn_incoming_new_from_paths ((const char *const *)paths);
  g_assert_true (pn_incoming_read (incoming, pn_session_get_assets (self->session), NULL, &error));
  g_assert_no_error (error);
  return incoming;
}

static const PnLayer *
get_layer (Fixture *self, guint index)
{
  return pn_session_get_root (self->session)->layers.items[index];
}

/* What a document says, but for ids, which are each document's own. */
static char *
describe (PnSession *session)
{
  const PnRoot *root = pn_session_get_root (session);
  g_autofree char *json = pn_root_to_json (root, NULL);
  g_autoptr (GString) text = g_string_new (json);

  g_string_replace (text, root->document_id, "document", 0);
  for (guint i = 0; i < root->layers.n_items; i++) {
    g_autofree char *id = pn_id_to_string (((const PnLayer *)root->layers.items[i])->id);
    g_string_replace (text, id, "layer", 0);
  }
  return g_strdup (text->str);
}

/* The document is the one that pantin-cli import makes, and one step of undo. */
static void
test_start (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) incoming = read_pictures (self, "figure.png disc.png");
  g_autofree char *empty = pn_root_to_json (pn_session_get_root (self->session), NULL);

  g_assert_true (pn_incoming_add (incoming, self->editor, PN_PLACE_START, pn_vec2 (0, 0)));
  g_auto (PnTestRun) import =
      PN_TEST_RUN (self->folder, "import\tfigure.png\tdisc.png\t-o\timported.pantin");
  pn_test_assert_done (&import);
  g_autofree char *path = g_build_filename (self->folder, "imported.pantin", NULL);
  g_autoptr (PnSession) imported = pn_session_open (path, NULL, NULL);
  g_autofree char *ours = describe (self->session);
  g_autofree char *theirs = describe (imported);
  g_assert_cmpstr (ours, ==, theirs);
  g_assert_true (pn_view_has_layer (pn_editor_get_view (self->editor), get_layer (self, 1)->id));

  g_assert_cmpuint (pn_history_n_steps (pn_editor_get_history (self->editor), NULL), ==, 1);
  pn_editor_undo (self->editor);
  g_autofree char *undone = pn_root_to_json (pn_session_get_root (self->session), NULL);
  g_assert_cmpstr (undone, ==, empty);
}

/* Their middles at the point, on whole pixels; the document stays as large as it is. */
static void
test_center (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) incoming = read_pictures (self, "figure.png disc.png");

  g_assert_true (pn_incoming_add (incoming, self->editor, PN_PLACE_CENTER, pn_vec2 (400, 300)));
  const PnLayer *figure = get_layer (self, 0), *disc = get_layer (self, 1);
  g_assert_cmpint (pn_session_get_root (self->session)->width, ==, 1920);
  g_assert_cmpstr (figure->name, ==, "figure");
  g_assert_cmpfloat_with_epsilon (figure->position.x, 400, 1e-9);
  g_assert_cmpfloat_with_epsilon (figure->position.y, 300, 1e-9);
  /* 101 px wide: from 349 to 450, and its anchor in the middle. */
  g_assert_cmpfloat_with_epsilon (disc->position.x - disc->anchor.x, 349, 1e-9);
}

/* What is wrong with one is said by its name, and the others come in. */
static void
test_broken (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) incoming = read_pictures (self, "broken.png figure.png absent.png");

  g_assert_true (pn_incoming_add (incoming, self->editor, PN_PLACE_START, pn_vec2 (0, 0)));
  g_assert_cmpuint (pn_session_get_root (self->session)->layers.n_items, ==, 1);
  g_assert_cmpint (pn_session_get_root (self->session)->width, ==, 300);
  g_assert_nonnull (strstr (self->said->str, "broken.png"));
  g_assert_nonnull (strstr (self->said->str, "absent.png"));

  g_autoptr (GPtrArray) none = read_pictures (self, "broken.png");
  g_assert_false (pn_incoming_add (none, self->editor, PN_PLACE_CENTER, pn_vec2 (0, 0)));
  g_assert_cmpuint (pn_history_n_steps (pn_editor_get_history (self->editor), NULL), ==, 1);
}

/* From the clipboard there are bytes and no name. */
static void
test_bytes (Fixture *self, gconstpointer data)
{
  gsize length;
  g_autofree char *text = pn_test_read_text (self->folder, "figure.png", &length);
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (GPtrArray) incoming = pn_incoming_new_from_bytes (bytes);
  PnAssetStore *assets = pn_session_get_assets (self->session);

  g_assert_true (pn_incoming_read (incoming, assets, NULL, NULL));
  g_assert_true (pn_incoming_add (incoming, self->editor, PN_PLACE_START, pn_vec2 (0, 0)));
  g_assert_cmpstr (get_layer (self, 0)->name, ==, "Picture");
  g_autoptr (GBytes) kept = pn_asset_store_get (assets, get_layer (self, 0)->picture_asset, NULL);
  g_assert_true (g_bytes_equal (kept, bytes));
}

static void
test_given_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  PnWork work = {.cancellable = cancellable, .end = 1};
  g_autofree char *path = g_build_filename (self->folder, "figure.png", NULL);
  const char *const paths[] = {path, NULL};
  g_autoptr (GPtrArray) incoming = pn_incoming_new_from_paths (paths);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (
      pn_incoming_read (incoming, pn_session_get_assets (self->session), &work, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/incoming/kind", test_kind);
  ADD ("/app/incoming/start", test_start);
  ADD ("/app/incoming/center", test_center);
  ADD ("/app/incoming/broken", test_broken);
  ADD ("/app/incoming/bytes", test_bytes);
  ADD ("/app/incoming/given-up", test_given_up);
  return g_test_run ();
}
