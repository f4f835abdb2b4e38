/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <sys/stat.h>

#include "pn-edit.h"
#include "pn-json.h"
#include "pn-test-cli.h"

/* The verbs of pantin-cli but for render, and what every one of them says to bad input. */

/* --- The way through. */

static void
test_new (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_auto (PnTestRun) made =
      PN_TEST_RUN (folder, "new\t--size\t640x360\t--fps\t24000/1001\t-o\tempty.pantin");
  pn_test_assert_done (&made);
  g_auto (PnTestRun) info = PN_TEST_RUN (folder, "info\tempty.pantin\t--json");
  pn_test_assert_done (&info);
  g_autoptr (JsonNode) node = pn_test_parse (info.output);
  JsonObject *object = json_node_get_object (node);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (object, "size"), 0),
                   ==, 640);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (object, "fps"), 1), ==,
                   1001);
  g_auto (PnTestRun) valid = PN_TEST_RUN (folder, "validate\tempty.pantin");
  pn_test_assert_done (&valid);
  pn_test_folder_remove (folder);
}

static void
test_usage (void)
{
  static const char *const wrong[] = {
      "frobnicate",
      "new",
      "new\t-o\ta.pantin\t--size\t0x5",
      "new\t-o\ta.pantin\t--fps\tfast",
      "import",
      "edit\ta.pantin",
      "pose\ta.pantin\t--frame\tx",
      "render\ta.pantin",
      "render\ta.pantin\t-o\tx\t--format\tbmp",
      "render\ta.pantin\t-o\tfilm.mov",
      "render\ta.pantin\t-o\tx\t--frames\t9-5",
      "render\ta.pantin\t-o\tx\t--depth\t12",
      "info",
      "validate\ta\tb",
      "info\t--what",
      "info\ta\t--max-side\t0",
      "pose\ta.pantin\t--workers\t-1",
      "render\ta.pantin\t-o\tx\t--workers\t100000",
  };
  g_autofree char *folder = pn_test_folder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_auto (PnTestRun) run = PN_TEST_RUN (folder, wrong[i]);
    g_assert_cmpint (run.exit_code, ==, 2);
    g_assert_cmpstr (run.errors, !=, "");
  }
  g_autofree char *left = pn_test_folder_list (folder);
  g_assert_cmpstr (left, ==, "");
  pn_test_folder_remove (folder);
}

/* --- pose */

static JsonObject *
pose_layer (JsonNode *pose)
{
  JsonArray *layers = json_object_get_array_member (json_node_get_object (pose), "layers");
  return json_array_get_object_element (layers, 0);
}

static void
test_pose (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  g_auto (PnTestRun) rest = PN_TEST_RUN (folder, "pose\tfigure.pantin\t--frame\t0");
  pn_test_assert_done (&rest);
  g_autoptr (JsonNode) rest_node = pn_test_parse (rest.output);
  JsonObject *mesh = json_object_get_object_member (pose_layer (rest_node), "mesh");
  JsonArray *at_rest = json_object_get_array_member (mesh, "rest");
  JsonArray *vertices = json_object_get_array_member (mesh, "vertices");
  g_assert_cmpuint (json_array_get_length (at_rest), >, 20);
  for (guint i = 0; i < json_array_get_length (at_rest); i++) {
    double a = json_array_get_double_element (at_rest, i),
           b = json_array_get_double_element (vertices, i);
    g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
  }

  g_auto (PnTestRun) bent = PN_TEST_RUN (folder, "pose\tfigure.pantin\t--frame\t5");
  pn_test_assert_done (&bent);
  g_autoptr (JsonNode) bent_node = pn_test_parse (bent.output);
  JsonArray *pins = json_object_get_array_member (pose_layer (bent_node), "pins");
  JsonObject *hand = json_array_get_object_element (pins, 1);
  g_assert_cmpstr (json_object_get_string_member (hand, "name"), ==, "hand");
  g_assert_cmpfloat (fabs (json_object_get_double_member (hand, "x") - 215), <, 1e-9);
  g_assert_cmpfloat (fabs (json_object_get_double_member (hand, "y") - 20.5), <, 1e-9);
  g_assert_cmpfloat (json_object_get_double_member (hand, "turn"), <, -5);
  g_assert_true (json_object_get_null_member (hand, "ignored"));

  /* Between frames, and the same for any number of workers. */
  g_auto (PnTestRun) one = PN_TEST_RUN (folder, "pose\tfigure.pantin\t--frame\t2.5\t--workers\t1");
  g_auto (PnTestRun) eight =
      PN_TEST_RUN (folder, "pose\tfigure.pantin\t--frame\t2.5\t--workers\t8");
  g_assert_cmpstr (one.output, ==, eight.output);
  pn_test_folder_remove (folder);
}

/* Whatever a document moves its artwork to, what is printed is JSON. */
static void
test_pose_far_away (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  g_autofree char *path = g_build_filename (folder, "figure.pantin", NULL);
  g_autofree char *far_away = g_build_filename (folder, "far.pantin", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnAssetStore) assets = pn_asset_store_new (NULL, &error);
  g_autoptr (PnRoot) root = pn_container_load (path, assets, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PnLayer) layer = pn_layer_copy (root->layers.items[0]);
  layer->scale_x = layer->scale_y = 1e308;
  g_autoptr (PnRoot) copy = pn_edit_replace_layer (root, layer);
  pn_container_save (far_away, copy, assets, NULL, NULL, NULL, &error);
  g_assert_no_error (error);

  g_auto (PnTestRun) run = PN_TEST_RUN (folder, "pose\tfar.pantin\t--frame\t5");
  pn_test_assert_done (&run);
  g_autoptr (JsonNode) node = pn_json_parse_any (run.output, strlen (run.output), &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (run.output, "1e+308"));
  g_assert_nonnull (strstr (run.output, "null"));
  pn_test_folder_remove (folder);
}

/* --- edit */

static void
test_edit_all_or_nothing (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  gsize before_length, after_length;
  g_autofree char *before = pn_test_read_text (folder, "figure.pantin", &before_length);
  g_auto (PnTestRun) refused = pn_test_run_in (
      folder, NULL,
      "[{\"op\": \"create_puppet_rig\", \"layer\": \"figure\"}, {\"op\": \"add_pin\", "
      "\"layer\": \"nobody\", \"x\": 1, \"y\": 2}]",
      "edit\tfigure.pantin\t-");
  pn_test_assert_failed (&refused, 1, "operation 2 (add_pin)", "nobody");
  g_assert_cmpstr (refused.output, ==, "");
  g_autofree char *after = pn_test_read_text (folder, "figure.pantin", &after_length);
  g_assert_cmpmem (before, before_length, after, after_length);

  g_auto (PnTestRun) other =
      PN_TEST_RUN (folder, "edit\tfigure.pantin\trig.json\t-o\tother.pantin");
  pn_test_assert_done (&other);
  g_autoptr (JsonNode) results = pn_test_parse (other.output);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (results)), ==, 3);
  g_autofree char *still = pn_test_read_text (folder, "figure.pantin", &after_length);
  g_assert_cmpmem (before, before_length, still, after_length);
  pn_test_folder_remove (folder);
}

/* What is no list of operations is said, with the file's name, and changes nothing. */
static void
test_edit_bad_operations (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  g_autoptr (GString) deep = g_string_new (NULL);
  static const char *const bad[] = {
      "",      "{}",      "[1]", "[{\"op\": 5}]", "[{\"op\": [5]}]", "[{\"op\": \"undo\", ",
      "[NaN]", "\xff\xfe"};

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    pn_test_write_text (folder, "bad.json", bad[i], -1);
    g_auto (PnTestRun) run = PN_TEST_RUN (folder, "edit\tfigure.pantin\tbad.json");
    g_assert_cmpint (run.exit_code, ==, 1);
    g_assert_cmpstr (run.errors, !=, "");
    g_assert_null (strstr (run.errors, "(null)"));
  }
  for (int i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  pn_test_write_text (folder, "bad.json", deep->str, -1);
  g_auto (PnTestRun) run = PN_TEST_RUN (folder, "edit\tfigure.pantin\tbad.json");
  pn_test_assert_failed (&run, 1, "bad.json", NULL);
  pn_test_folder_remove (folder);
}

/* What has no end is not read to it. */
static void
test_edit_endless_operations (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  g_auto (PnTestRun) endless = PN_TEST_RUN (folder, "edit\tfigure.pantin\t/dev/zero");
  pn_test_assert_failed (&endless, 1, "/dev/zero", "64 MiB");
  g_auto (PnTestRun) directory = PN_TEST_RUN (folder, "edit\tfigure.pantin\t.");
  pn_test_assert_failed (&directory, 1, "“.”", "irectory");
  pn_test_folder_remove (folder);
}

/* Where what was printed did not arrive, the run has failed; the document is saved all the same. */
static void
test_full_output (void)
{
  static const char *const lines[] = {"pose figure.pantin", "info figure.pantin", "--help",
                                      "edit figure.pantin rig.json -o saved.pantin"};
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *line =
        g_strdup_printf ("exec '%s' %s > /dev/full", g_getenv ("PANTIN_CLI"), lines[i]);
    g_autoptr (GSubprocessLauncher) launcher =
        g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
    g_subprocess_launcher_set_cwd (launcher, folder);
    g_autoptr (GSubprocess) process =
        g_subprocess_launcher_spawn (launcher, NULL, "sh", "-c", line, NULL);
    g_autofree char *errors = NULL;
    g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &errors, NULL);
    g_test_message ("%s: %s", lines[i], errors);
    g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
    g_assert_nonnull (strstr (errors, "Standard output"));
  }
  g_auto (PnTestRun) saved = PN_TEST_RUN (folder, "validate\tsaved.pantin");
  pn_test_assert_done (&saved);
  pn_test_folder_remove (folder);
}

/* A killed edit has saved all or nothing, and left nothing beside the file. */
static void
test_edit_killed (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  g_autofree char *whole = NULL, *bare = NULL;
  gsize whole_length, bare_length, length;
  g_autofree char *path = g_build_filename (folder, "victim.pantin", NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (20261130);

  g_auto (PnTestRun) other =
      PN_TEST_RUN (folder, "edit\tfigure.pantin\trig.json\t-o\twhole.pantin");
  pn_test_assert_done (&other);
  whole = pn_test_read_text (folder, "whole.pantin", &whole_length);
  bare = pn_test_read_text (folder, "figure.pantin", &bare_length);
  for (int i = 0; i < 40; i++) {
    pn_test_write_text (folder, "victim.pantin", bare, (gssize)bare_length);
    g_autofree char *operations = g_build_filename (folder, "rig.json", NULL);
    const char *argv[] = {g_getenv ("PANTIN_CLI"), "edit", path, operations, NULL};
    g_autoptr (GSubprocess) process =
        g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL);
    g_usleep ((gulong)g_rand_int_range (random, 0, 120000));
    g_subprocess_force_exit (process);
    g_subprocess_wait (process, NULL, NULL);
    g_autofree char *bytes = pn_test_read_text (folder, "victim.pantin", &length);
    gboolean is_old = length == bare_length && memcmp (bytes, bare, length) == 0;
    gboolean is_new = length == whole_length && memcmp (bytes, whole, length) == 0;
    g_assert_true (is_old || is_new);
  }
  pn_test_folder_remove (folder);
}

/* --- Bad input. */

static void
test_bad_pictures (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = pn_test_draw (folder, "good.png", 300, 240, pn_test_figure_pixel);
  gsize length;
  g_autofree char *bytes = pn_test_read_text (folder, "good.png", &length);

  pn_test_write_text (folder, "empty.png", "", 0);
  pn_test_write_text (folder, "text.png", "This is no picture.", -1);
  pn_test_write_text (folder, "cut.png", bytes, (gssize)length / 2);
  static const char *const names[] = {"empty.png", "text.png", "cut.png", "missing.png", "."};
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *line = g_strdup_printf ("import\t%s\t-o\tx.pantin", names[i]);
    g_auto (PnTestRun) run = PN_TEST_RUN (folder, line);
    pn_test_assert_failed (&run, 1, names[i], NULL);
  }
  g_autofree char *left = pn_test_folder_list (folder);
  g_assert_cmpstr (left, ==, "cut.png empty.png good.png text.png");
  pn_test_folder_remove (folder);
}

static void
clear_pixel (int x, int y, guint8 rgba[4])
{
  memset (rgba, 0, 4);
}

static void
test_nothing_opaque (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = pn_test_draw (folder, "clear.png", 32, 32, clear_pixel);
  g_auto (PnTestRun) import = PN_TEST_RUN (folder, "import\tclear.png\t-o\tclear.pantin");
  pn_test_assert_done (&import);
  g_auto (PnTestRun) rig =
      pn_test_run_in (folder, NULL, "[{\"op\": \"create_puppet_rig\", \"layer\": \"clear\"}]",
                      "edit\tclear.pantin\t-");
  pn_test_assert_failed (&rig, 1, "clear", "opaque");
  pn_test_folder_remove (folder);
}

static void
test_bad_documents (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  gsize length;
  g_autofree char *bytes = pn_test_read_text (folder, "figure.pantin", &length);

  pn_test_write_text (folder, "cut.pantin", bytes, (gssize)length / 2);
  pn_test_write_text (folder, "empty.pantin", "", 0);
  pn_test_write_text (folder, "text.pantin", "no document", -1);
  static const char *const names[] = {"cut.pantin", "empty.pantin", "text.pantin", "missing.pantin",
                                      "figure.png"};
  static const char *const verbs[] = {"info", "validate", "pose"};
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    for (gsize j = 0; j < G_N_ELEMENTS (verbs); j++) {
      g_autofree char *line = g_strdup_printf ("%s\t%s", verbs[j], names[i]);
      g_auto (PnTestRun) run = PN_TEST_RUN (folder, line);
      pn_test_assert_failed (&run, 1, names[i], NULL);
    }
  }
  pn_test_folder_remove (folder);
}

/* BR48: any name a file can have, moved folders included: the pictures lie in the document. */
static void
test_names (void)
{
  g_autofree char *long_name = g_strnfill (195, 'n');
  const char *names[] = {"проект/手 é", "with space", "100%d%s%n", "-o", long_name};
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *sub = g_build_filename (folder, "проект", NULL);
  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *picture = g_strconcat (names[i], ".png", NULL);
    g_autofree char *path = pn_test_draw (folder, picture, 300, 240, pn_test_figure_pixel);
    g_autofree char *import_line =
        g_strdup_printf ("import\t-o\t./%s.pantin\t./%s.png", names[i], names[i]);
    g_auto (PnTestRun) import = PN_TEST_RUN (folder, import_line);
    pn_test_assert_done (&import);
    g_assert_cmpint (g_remove (path), ==, 0);
    g_autofree char *render_line =
        g_strdup_printf ("render\t./%s.pantin\t-o\t./%s out\t--frames\t0", names[i], names[i]);
    g_auto (PnTestRun) render = PN_TEST_RUN (folder, render_line);
    pn_test_assert_done (&render);
    g_autofree char *base = g_path_get_basename (names[i]);
    g_autofree char *frame = g_strdup_printf ("%s out/%s_0000.png", names[i], base);
    gsize length;
    g_autofree char *bytes = pn_test_read_text (folder, frame, &length);
    g_assert_cmpuint (length, >, 100);
  }
  pn_test_folder_remove (folder);
}

static char *
with_names (const char *line, const char *name)
{
  GString *text = g_string_new (line);

  g_string_replace (text, "%s", name, 0);
  return g_string_free (text, FALSE);
}

/* The rig's numbers and the names that nobody gave are the same in `locale` as in C: in the file, and
 * in what is said of it to programs. */
static void
assert_same_in (const char *folder, const char *locale)
{
  static const char *const lines[] = {
      "edit\tfigure.pantin\trig.json\t-o\trigged-%s.pantin",
      "edit\trigged-%s.pantin\tnames.json\t-o\tnamed-%s.pantin",
      "pose\tnamed-%s.pantin\t--frame\t0.5",
      "info\tnamed-%s.pantin\t--json",
  };
  g_autofree char *there = g_strconcat ("LC_ALL=", locale, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *their_line = with_names (lines[i], "there");
    g_autofree char *plain_line = with_names (lines[i], "plain");
    g_auto (PnTestRun) theirs = pn_test_run_in (folder, there, NULL, their_line);
    g_auto (PnTestRun) plain = pn_test_run_in (folder, "LC_ALL=C", NULL, plain_line);
    pn_test_assert_done (&theirs);
    pn_test_assert_done (&plain);
    g_assert_cmpstr (theirs.output, ==, plain.output);
  }
  pn_test_assert_same_files (folder, "rigged-there.pantin", "rigged-plain.pantin");
  pn_test_assert_same_files (folder, "named-there.pantin", "named-plain.pantin");
}

/* BR52: numbers are written and read with a point, and what has no name is called the same, whatever
 * the locale says. Only what is for people to read is in their language. */
static void
test_other_locales (void)
{
  /* glibc's newlocale loses memory while LOCPATH is set, which is not for the program to answer. */
  g_autofree char *sanitizer = g_strdup (g_getenv ("ASAN_OPTIONS"));
  g_autofree char *without_leaks =
      g_strconcat (sanitizer != NULL ? sanitizer : "", ":detect_leaks=0", NULL);
  g_assert_true (g_setenv ("ASAN_OPTIONS", without_leaks, TRUE));
  g_assert_true (g_setenv ("LOCPATH", g_getenv ("PANTIN_TEST_LOCALES"), TRUE));
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  pn_test_write_text (folder, "names.json",
                      "[{\"op\":\"add_pin\",\"layer\":\"figure\",\"x\":150,\"y\":120.5},"
                      "{\"op\":\"add_group\"}]",
                      -1);
  assert_same_in (folder, "de_DE.UTF-8");
  assert_same_in (folder, "fr_FR.UTF-8");
  assert_same_in (folder, "fa_IR.UTF-8");

  g_auto (PnTestRun) info =
      pn_test_run_in (folder, "LC_ALL=fr_FR.UTF-8", NULL, "info\tnamed-there.pantin");
  g_assert_nonnull (strstr (info.output, "6 images à 24 par seconde (0.25 s)"));
  g_assert_nonnull (strstr (info.output, "Group"));
  g_assert_null (strstr (info.output, "Groupe"));
  g_auto (PnTestRun) wrong = pn_test_run_in (folder, "LC_ALL=fr_FR.UTF-8", NULL, "frobnicate");
  g_assert_cmpint (wrong.exit_code, ==, 2);
  g_assert_true (g_str_has_prefix (wrong.errors, "pantin-cli: Le verbe «\u202ffrobnicate\u202f»"));
  g_unsetenv ("LOCPATH");
  if (sanitizer != NULL)
    g_assert_true (g_setenv ("ASAN_OPTIONS", sanitizer, TRUE));
  else
    g_unsetenv ("ASAN_OPTIONS");
  pn_test_folder_remove (folder);
}

/* BR58: software Vulkan, or a clear message where there is none; everything but rendering works
 * without. */
static void
test_no_vulkan (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  g_auto (PnTestRun) pose =
      pn_test_run_in (folder, "VK_DRIVER_FILES=/dev/null", NULL, "pose\tfigure.pantin");
  pn_test_assert_done (&pose);

  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_subprocess_launcher_set_cwd (launcher, folder);
  g_subprocess_launcher_setenv (launcher, "VK_DRIVER_FILES", "/dev/null", TRUE);
  g_subprocess_launcher_setenv (launcher, "VK_ICD_FILENAMES", "/dev/null", TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_launcher_spawn (
      launcher, &error, g_getenv ("PANTIN_CLI"), "render", "figure.pantin", "-o", "out", NULL);
  g_assert_no_error (error);
  g_autofree char *errors = NULL;
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &errors, NULL);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  g_test_message ("%s", errors);
  g_assert_nonnull (strstr (errors, "mesa-vulkan-drivers"));
  pn_test_folder_remove (folder);
}

/* A document of a newer version opens and renders, and is edited only into another file. */
static void
test_newer_version (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  g_autofree char *path = g_build_filename (folder, "figure.pantin", NULL);
  g_autofree char *newer = g_build_filename (folder, "newer.pantin", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnAssetStore) assets = pn_asset_store_new (NULL, &error);
  g_autoptr (PnRoot) root = pn_container_load (path, assets, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PnRoot) copy = pn_root_copy (root);
  copy->version = PN_FORMAT_VERSION + 1;
  pn_container_save (newer, copy, assets, NULL, NULL, NULL, &error);
  g_assert_no_error (error);

  gsize before_length, after_length;
  g_autofree char *before = pn_test_read_text (folder, "newer.pantin", &before_length);
  g_auto (PnTestRun) info = PN_TEST_RUN (folder, "info\tnewer.pantin");
  pn_test_assert_done (&info);
  g_assert_nonnull (strstr (info.errors, "newer"));
  pn_test_write_text (folder, "group.json", "[{\"op\": \"add_group\", \"name\": \"g\"}]", -1);
  g_auto (PnTestRun) onto = PN_TEST_RUN (folder, "edit\tnewer.pantin\tgroup.json");
  pn_test_assert_failed (&onto, 1, "newer.pantin", "-o");
  g_autofree char *after = pn_test_read_text (folder, "newer.pantin", &after_length);
  g_assert_cmpmem (before, before_length, after, after_length);
  g_auto (PnTestRun) other =
      PN_TEST_RUN (folder, "edit\tnewer.pantin\tgroup.json\t-o\tcopy.pantin");
  pn_test_assert_done (&other);
  pn_test_folder_remove (folder);
}

/* BR50: where nothing can be written, the message names path and cause, and nothing is left behind.
 * */
static void
test_read_only (void)
{
  static const struct {
    const char *arguments, *says;
  } cases[] = {
      {"edit\tfigure.pantin\trig.json", "figure.pantin"},
      {"render\tfigure.pantin\t-o\tout\t--frames\t0", "out"},
      {"render\tfigure.pantin\t-o\tfilm.webm", "film.webm"},
  };
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  g_autofree char *before = pn_test_folder_list (folder);

  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (PnTestRun) run =
        pn_test_run_as (PN_TEST_AS_ORDINARY, folder, NULL, NULL, cases[i].arguments);
    pn_test_assert_failed (&run, 1, cases[i].says, "ermission");
  }
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  g_autofree char *after = pn_test_folder_list (folder);
  g_assert_cmpstr (before, ==, after);
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/new", test_new);
  g_test_add_func ("/cli/usage", test_usage);
  g_test_add_func ("/cli/pose", test_pose);
  g_test_add_func ("/cli/pose-far-away", test_pose_far_away);
  g_test_add_func ("/cli/edit/all-or-nothing", test_edit_all_or_nothing);
  g_test_add_func ("/cli/edit/bad-operations", test_edit_bad_operations);
  g_test_add_func ("/cli/edit/endless-operations", test_edit_endless_operations);
  g_test_add_func ("/cli/full-output", test_full_output);
  g_test_add_func ("/cli/edit/killed", test_edit_killed);
  g_test_add_func ("/cli/bad-pictures", test_bad_pictures);
  g_test_add_func ("/cli/nothing-opaque", test_nothing_opaque);
  g_test_add_func ("/cli/bad-documents", test_bad_documents);
  g_test_add_func ("/cli/names", test_names);
  g_test_add_func ("/cli/other-locales", test_other_locales);
  g_test_add_func ("/cli/no-vulkan", test_no_vulkan);
  g_test_add_func ("/cli/newer-version", test_newer_version);
  g_test_add_func ("/cli/read-only", test_read_only);
  return g_test_run ();
}
