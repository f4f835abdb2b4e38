/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an artist was told is done is there after the program was killed.
 *
 * A victim runs one operation after another on a journalled document and prints a line after each.
 * It is killed at a random moment, also inside an import or a save; then the document is recovered.
 * A run that nobody kills says which document each operation leads to, so recovery must give
 * exactly that of the last line printed, or of the operation that was under way.
 *
 * Most of the kills happen where syncing costs nothing and a moment lies anywhere in the program,
 * the others on a disk, where most moments lie in its calls. 40 in all, 2,000 in the long check. */

#include <string.h>

#include "pn-test-process.h"
#include "pn-test-session.h"

/* IMPORT and SAVE stand for the paths. */
static const char *const script[] = {
    "{'op': 'add_image', 'path': 'IMPORT', 'name': 'body'}",
    "{'op': 'create_puppet_rig', 'layer': 'body', 'pins': [{'name': 'foot', 'x': 8, 'y': 24}]}",
    "{'op': 'add_pin', 'layer': 'body', 'name': 'hand', 'x': 24, 'y': 8}",
    "{'op': 'save', 'path': 'SAVE'}",
    "{'op': 'set_puppet_pin_keyframes', 'layer': 'body', 'pin': 'hand', 'property': 'position', "
    "'keys': [{'frame': 0, 'x': 24, 'y': 8}, {'frame': 12, 'x': 20, 'y': 2}]}",
    "{'op': 'move_pin', 'layer': 'body', 'pin': 'foot', 'frame': 6, 'x': 9, 'y': 25}",
    "{'op': 'add_group', 'name': 'figure', 'layers': ['body']}",
    "{'op': 'undo'}",
    "{'op': 'undo'}",
    "{'op': 'redo'}",
    "{'op': 'add_image', 'path': 'IMPORT', 'name': 'shadow', 'x': 3}",
    "{'op': 'set_layer', 'layer': 'shadow', 'opacity': 0.5, 'rotation': 12.5}",
    "{'op': 'save', 'path': 'SAVE'}",
    "{'op': 'set_keyframes', 'target': 'layer.shadow', 'property': 'rotation', "
    "'keys': [{'frame': 0, 'value': 0}, {'frame': 24, 'value': 360}]}",
    "{'op': 'set_mesh', 'layer': 'body', 'density': 8}",
    "{'op': 'set_document', 'duration': 48, 'background': '#20c0ff'}",
    "{'op': 'remove_layer', 'layer': 'body'}",
    "{'op': 'save', 'path': 'SAVE'}",
    "{'op': 'undo'}",
    "{'op': 'delete_pin', 'layer': 'body', 'pin': 'hand'}",
    "{'op': 'save', 'path': 'SAVE'}",
    "{'op': 'add_image', 'path': 'IMPORT', 'name': 'last'}",
};
enum { N_OPERATIONS = G_N_ELEMENTS (script) };

#define SEED 2000

typedef struct {
  char *folder;
  char *state_folder;
  char *user_folder; /* where the artist saves */
  char *saved;
  char *pictures[3];
  PnRoot *root;
  char *states[N_OPERATIONS + 1]; /* hash of the document before and after each operation */
  GRand *random;
  int max_delay_usec; /* longer than most operations, so that each moment of each is hit */
  guint n_imports, n_saves, n_kept, n_left_beside; /* for the message */
} Kill;

static char *
hash_root (const PnRoot *root)
{
  g_autofree char *json = pn_root_to_json (root, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, json, -1);
}

static JsonObject *
get_operation (const Kill *self, guint index, const char *save_path)
{
  g_auto (GStrv) parts = g_strsplit (script[index], "SAVE", -1);
  g_autofree char *text = g_strjoinv (save_path, parts);
  g_auto (GStrv) import_parts = g_strsplit (text, "IMPORT", -1);
  g_autofree char *whole = g_strjoinv (self->pictures[index % 3], import_parts);

  return pn_test_operation (whole);
}

static void
print_line (int fd, const char *text)
{
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  g_assert_cmpint (write (fd, line, strlen (line)), ==, (int)strlen (line));
}

/* Runs all of it and prints the document's hash before the first and after each operation. */
static void
run_script (Kill *self, const char *state_folder, const char *save_path, int fd)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnSession) session = pn_session_new (self->root, state_folder, &error);
  g_autofree char *first = hash_root (self->root);
  PnTaskPool *pool = pn_task_pool_new (1);
  PnOpsContext *context;

  g_assert_no_error (error);
  context = pn_ops_context_new (session, pool, PN_GPU_ANY, PN_SAVE_NOW);
  print_line (fd, first);
  for (guint i = 0; i < N_OPERATIONS; i++) {
    g_autoptr (JsonObject) operation = get_operation (self, i, save_path);
    g_autoptr (JsonNode) result = pn_operation_run (context, operation, &error);
    g_autofree char *hash = NULL;

    g_assert_no_error (error);
    hash = hash_root (pn_session_get_root (session));
    print_line (fd, hash);
  }
  pn_ops_context_free (context);
  pn_task_pool_free (pool);
}

static int write_fd;

static void
reference_cb (gpointer data)
{
  Kill *self = data;
  g_autofree char *save_path = g_build_filename (self->folder, "reference.pantin", NULL);

  run_script (self, NULL, save_path, write_fd);
}

static void
victim_cb (gpointer data)
{
  Kill *self = data;

  run_script (self, self->state_folder, self->saved, write_fd);
  for (;;)
    pause ();
}

/* Starts a child that prints to the descriptor returned. */
static FILE *
start_child (PnTestChild run, Kill *self, pid_t *pid)
{
  int fds[2];

  g_assert_cmpint (pipe (fds), ==, 0);
  write_fd = fds[1];
  *pid = pn_test_child_start (run, self);
  close (fds[1]);
  return fdopen (fds[0], "r");
}

static gboolean
read_line (FILE *file, char line[128])
{
  if (fgets (line, 128, file) == NULL || strchr (line, '\n') == NULL)
    return FALSE;
  g_strchomp (line);
  return TRUE;
}

static void
learn_states (Kill *self)
{
  pid_t pid;
  FILE *lines = start_child (reference_cb, self, &pid);
  char line[128];

  for (guint i = 0; i <= N_OPERATIONS; i++) {
    g_assert_true (read_line (lines, line));
    self->states[i] = g_strdup (line);
  }
  g_assert_cmpint (pn_test_child_wait (pid), ==, 0);
  fclose (lines);
}

/* Lets a victim print so many lines and a little more, and kills it. Returns how many it printed.
 */
static guint
run_and_kill (Kill *self, guint n_lines)
{
  pid_t pid;
  FILE *lines = start_child (victim_cb, self, &pid);
  char line[128];
  guint n = 0;

  while (n < n_lines && read_line (lines, line)) {
    g_assert_cmpstr (line, ==, self->states[n]);
    n++;
  }
  g_assert_cmpuint (n, ==, n_lines);
  g_usleep ((gulong)g_rand_int_range (self->random, 0, self->max_delay_usec));
  kill (pid, SIGKILL);
  while (read_line (lines, line)) {
    g_assert_cmpstr (line, ==, self->states[n]);
    n++;
  }
  pn_test_child_wait (pid);
  fclose (lines);
  return n;
}

static gboolean
is_operation (guint index, const char *name)
{
  return index < N_OPERATIONS && strstr (script[index], name) != NULL;
}

static void
assert_assets_whole (const PnRoot *root, PnAssetStore *store)
{
  g_autoptr (GPtrArray) hashes = pn_root_list_assets (root);

  for (guint i = 0; i < hashes->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) bytes = pn_asset_store_get (store, hashes->pdata[i], &error);

    g_assert_no_error (error);
  }
}

/* The file is what the last save that was printed, or the one that was under way, wrote. `n_done`
 * operations were printed. */
static void
check_saved_file (Kill *self, guint n_done)
{
  g_autoptr (PnAssetStore) store = pn_asset_store_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = NULL;
  g_autofree char *hash = NULL;
  int last = (int)n_done - 1;

  while (last >= 0 && !is_operation ((guint)last, "'save'"))
    last--;
  if (!g_file_test (self->saved, G_FILE_TEST_EXISTS)) {
    g_assert_cmpint (last, <, 0);
    return;
  }
  root = pn_container_load (self->saved, store, NULL, NULL, &error);
  g_assert_no_error (error);
  hash = hash_root (root);
  if (last >= 0 && strcmp (hash, self->states[last + 1]) == 0)
    return;
  g_assert_true (is_operation (n_done, "'save'"));
  g_assert_cmpstr (hash, ==, self->states[n_done + 1]);
}

/* Nothing but the file; a kill in the few microseconds between link and rename leaves one hidden
 * file, which the next save clears away. */
static void
check_user_folder (Kill *self, PnSession *session)
{
  g_autofree char *names = pn_test_folder_list (self->user_folder);
  g_autofree char *names_after = NULL;
  g_autoptr (GError) error = NULL;

  if (strcmp (names, "") == 0 || strcmp (names, "film.pantin") == 0)
    return;
  self->n_left_beside++;
  pn_session_save (session, self->saved, NULL, PN_SAVE_REFUSE_NEWER, &error);
  g_assert_no_error (error);
  names_after = pn_test_folder_list (self->user_folder);
  g_assert_cmpstr (names_after, ==, "film.pantin");
}

static void
check_recovery (Kill *self, guint n_lines)
{
  g_autoptr (GPtrArray) left = pn_journal_list_left (self->state_folder);
  const PnRecovery *recovery;
  g_autoptr (PnSession) session = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *hash = NULL;
  guint n_done = MAX (n_lines, 1) - 1;

  self->n_imports += n_lines > 0 && is_operation (n_done, "'add_image'");
  self->n_saves += n_lines > 0 && is_operation (n_done, "'save'");
  /* Killed before the first step, or while nothing had changed since a save. */
  if (left->len == 0) {
    g_assert_true (n_done == 0 || is_operation (n_done - 1, "'save'") ||
                   is_operation (n_done, "'save'"));
    check_saved_file (self, n_done);
    return;
  }
  g_assert_cmpuint (left->len, ==, 1);
  recovery = left->pdata[0];
  session = pn_session_recover (recovery->folder, NULL, &error);
  g_assert_no_error (error);
  hash = hash_root (pn_session_get_root (session));
  if (strcmp (hash, self->states[n_done]) != 0) {
    g_assert_cmpuint (n_done, <, N_OPERATIONS);
    g_assert_cmpstr (hash, ==, self->states[n_done + 1]);
    self->n_kept++;
  }
  assert_assets_whole (pn_session_get_root (session), pn_session_get_assets (session));
  check_saved_file (self, n_done);
  check_user_folder (self, session);
  pn_session_discard (session);
}

static void
picture_pixel (int x, int y, guint8 rgba[4])
{
  gboolean inside = (x - 16) * (x - 16) + (y - 16) * (y - 16) < 200;

  rgba[0] = (guint8)(x * 8);
  rgba[1] = (guint8)(y * 8);
  rgba[2] = (guint8)(x * y);
  rgba[3] = inside ? 255 : 0;
}

static void
kill_init (Kill *self, char *folder, int max_delay_usec)
{
  *self = (Kill){.folder = folder, .max_delay_usec = max_delay_usec};
  self->state_folder = g_build_filename (self->folder, "state", NULL);
  self->user_folder = g_build_filename (self->folder, "проект 100%", NULL);
  self->saved = g_build_filename (self->user_folder, "film.pantin", NULL);
  g_assert_cmpint (g_mkdir (self->user_folder, 0777), ==, 0);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *name = g_strdup_printf ("picture-%u.png", i);

    self->pictures[i] = pn_test_draw (self->folder, name, 32 + (int)i, 32, picture_pixel);
  }
  self->root = pn_root_new (64, 64, 24, 1);
  self->random = g_rand_new_with_seed (SEED);
  learn_states (self);
}

static void
kill_clear (Kill *self)
{
  for (guint i = 0; i <= N_OPERATIONS; i++)
    g_free (self->states[i]);
  for (guint i = 0; i < 3; i++)
    g_free (self->pictures[i]);
  g_rand_free (self->random);
  pn_node_unref (self->root);
  pn_test_folder_remove (self->folder);
  g_free (self->saved);
  g_free (self->user_folder);
  g_free (self->state_folder);
  g_free (self->folder);
}

/* Takes the folder. */
static void
run_kills (char *folder, int max_delay_usec, guint n_kills)
{
  Kill self;

  kill_init (&self, folder, max_delay_usec);
  for (guint i = 0; i < n_kills; i++) {
    guint n_lines =
        run_and_kill (&self, (guint)g_rand_int_range (self.random, 0, N_OPERATIONS + 1));

    check_recovery (&self, n_lines);
    g_remove (self.saved);
  }
  g_test_message ("seed %d: %u kills, %u inside an import, %u inside a save, %u after a step was "
                  "written and before it was printed, %u left a hidden file for a while",
                  SEED, n_kills, self.n_imports, self.n_saves, self.n_kept, self.n_left_beside);
  kill_clear (&self);
}

static gboolean
is_long (void)
{
  return g_getenv ("PANTIN_TEST_LONG") != NULL;
}

static void
test_on_disk (void)
{
  run_kills (pn_test_folder_new (), 4000, is_long () ? 200 : 10);
}

static void
test_in_memory (void)
{
  char *folder = g_strdup ("/dev/shm/pantin-test-XXXXXX");

  if (g_mkdtemp (folder) == NULL) {
    g_free (folder);
    folder = pn_test_folder_new ();
  }
  run_kills (folder, 600, is_long () ? 1800 : 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/kill/on-disk", test_on_disk);
  g_test_add_func ("/ops/kill/in-memory", test_in_memory);
  return g_test_run ();
}
