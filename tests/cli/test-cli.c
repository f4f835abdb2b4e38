/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <signal.h>
#include <sys/stat.h>

#include "pn-edit.h"
#include "pn-import.h"
#include "pn-json.h"
#include "pn-test-process.h"
#include "pn-test-session.h"

/* pantin-cli from the outside: exit codes, messages, files. */

typedef struct {
  int exit_code;
  char *output, *errors;
} Run;

static void
run_clear (Run *run)
{
  g_free (run->output);
  g_free (run->errors);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

typedef enum { AS_ONESELF, AS_NOBODY } User;

static void
become_nobody_cb (gpointer data)
{
  pn_test_become_nobody ();
}

/* Runs the program with `arguments`, separated by tabs, in `folder`; `input` (nullable) is its standard input. */
static Run
run_as (User user,
        const char *folder,
        const char *environment,
        const char *input,
        const char *arguments)
{
  Run run = {0};
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                 G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *line = g_strconcat (g_getenv ("PANTIN_CLI"), "\t", arguments, NULL);
  g_auto (GStrv) argv = g_strsplit (line, "\t", -1);

  g_subprocess_launcher_set_cwd (launcher, folder);
  if (user == AS_NOBODY)
    g_subprocess_launcher_set_child_setup (launcher, become_nobody_cb, NULL, NULL);
  if (environment != NULL) {
    g_auto (GStrv) pair = g_strsplit (environment, "=", 2);
    g_subprocess_launcher_setenv (launcher, pair[0], pair[1], TRUE);
  }
  g_autoptr (GSubprocess) process =
      g_subprocess_launcher_spawnv (launcher, (const char *const *)argv, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &run.output, &run.errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run.exit_code = g_subprocess_get_exit_status (process);
  if (run.errors[0] != '\0')
    g_test_message ("%s: %s", arguments, run.errors);
  return run;
}

static Run
run_in (const char *folder, const char *environment, const char *input, const char *arguments)
{
  return run_as (AS_ONESELF, folder, environment, input, arguments);
}

#define RUN(folder, arguments) run_in (folder, NULL, NULL, arguments)

static void
assert_done (const Run *run)
{
  g_assert_cmpint (run->exit_code, ==, 0);
}

/* Failed with a message that holds each of the words. */
static void
assert_failed (const Run *run, int code, const char *word, const char *other)
{
  g_assert_cmpint (run->exit_code, ==, code);
  g_assert_nonnull (strstr (run->errors, word));
  if (other != NULL)
    g_assert_nonnull (strstr (run->errors, other));
}

static char *
read_file (const char *folder, const char *name, gsize *length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes;

  g_file_get_contents (path, &bytes, length, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
assert_same_files (const char *folder, const char *a, const char *b)
{
  gsize a_length, b_length;
  g_autofree char *a_bytes = read_file (folder, a, &a_length);
  g_autofree char *b_bytes = read_file (folder, b, &b_length);
  g_assert_cmpmem (a_bytes, a_length, b_bytes, b_length);
}

static void
write_file (const char *folder, const char *name, const char *bytes, gssize length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
}

static const char rig_operations[] =
    "[{\"op\": \"create_puppet_rig\", \"layer\": \"figure\", \"pins\": [{\"name\": \"foot\", "
    "\"x\": 60, \"y\": 200},"
    " {\"name\": \"hand\", \"x\": 245, \"y\": 80}]},"
    " {\"op\": \"set_puppet_pin_keyframes\", \"layer\": \"figure\", \"pin\": \"hand\", "
    "\"property\": \"position\","
    " \"keys\": [{\"frame\": 0, \"x\": 245, \"y\": 80}, {\"frame\": 5, \"x\": 215, \"y\": 20.5}]},"
    " {\"op\": \"set_document\", \"duration\": 6}]";

/* A folder with figure.png, figure.pantin and rig.json, rigged if asked for. */
typedef enum { BARE, RIGGED } Rigging;

static char *
make_figure (Rigging rigging)
{
  char *folder = pn_test_folder_new ();
  g_autofree char *path = pn_test_draw (folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_auto (Run) import = RUN (folder, "import\tfigure.png\t-o\tfigure.pantin");

  assert_done (&import);
  write_file (folder, "rig.json", rig_operations, -1);
  if (rigging == RIGGED) {
    g_auto (Run) edit = RUN (folder, "edit\tfigure.pantin\trig.json");
    assert_done (&edit);
    g_assert_true (g_str_has_prefix (edit.output, "["));
  }
  return folder;
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);
  g_assert_no_error (error);
  return node;
}

/* --- The way through. */

static void
test_new (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_auto (Run) made = RUN (folder, "new\t--size\t640x360\t--fps\t24000/1001\t-o\tempty.pantin");
  assert_done (&made);
  g_auto (Run) info = RUN (folder, "info\tempty.pantin\t--json");
  assert_done (&info);
  g_autoptr (JsonNode) node = parse (info.output);
  JsonObject *object = json_node_get_object (node);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (object, "size"), 0),
                   ==, 640);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (object, "fps"), 1), ==,
                   1001);
  g_auto (Run) valid = RUN (folder, "validate\tempty.pantin");
  assert_done (&valid);
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
    g_auto (Run) run = RUN (folder, wrong[i]);
    g_assert_cmpint (run.exit_code, ==, 2);
    g_assert_cmpstr (run.errors, !=, "");
  }
  g_autofree char *left = pn_test_folder_list (folder);
  g_assert_cmpstr (left, ==, "");
  pn_test_folder_remove (folder);
}

/* From a picture to moving frames: two runs and 1, 2 and 8 workers give the same bytes. */
static void
test_render (void)
{
  g_autofree char *folder = make_figure (RIGGED);
  static const char *const outputs[] = {"a", "b", "c", "d"};
  static const int workers[] = {1, 1, 2, 8};

  for (int i = 0; i < 4; i++) {
    g_autofree char *line = g_strdup_printf (
        "render\tfigure.pantin\t-o\t%s\t--format\tpng\t--workers\t%d", outputs[i], workers[i]);
    g_auto (Run) run = RUN (folder, line);
    assert_done (&run);
  }
  g_autofree char *a = g_build_filename (folder, "a", NULL);
  g_autofree char *names = pn_test_folder_list (a);
  g_assert_cmpstr (names, ==,
                   "figure_0000.png figure_0001.png figure_0002.png figure_0003.png "
                   "figure_0004.png figure_0005.png");
  for (int i = 1; i < 4; i++) {
    for (int frame = 0; frame < 6; frame++) {
      g_autofree char *first = g_strdup_printf ("a/figure_%04d.png", frame);
      g_autofree char *other = g_strdup_printf ("%s/figure_%04d.png", outputs[i], frame);
      assert_same_files (folder, first, other);
    }
  }
  gsize rest_length, bent_length;
  g_autofree char *rest = read_file (folder, "a/figure_0000.png", &rest_length);
  g_autofree char *bent = read_file (folder, "a/figure_0005.png", &bent_length);
  g_assert_false (rest_length == bent_length && memcmp (rest, bent, rest_length) == 0);

  /* Parts are byte for byte the frames of the whole. */
  g_auto (Run) part =
      RUN (folder, "render\tfigure.pantin\t-o\tpart\t--frames\t2-3\t--device\tsoftware");
  assert_done (&part);
  g_autofree char *part_folder = g_build_filename (folder, "part", NULL);
  g_autofree char *part_names = pn_test_folder_list (part_folder);
  g_assert_cmpstr (part_names, ==, "figure_0002.png figure_0003.png");
  assert_same_files (folder, "a/figure_0002.png", "part/figure_0002.png");
  pn_test_folder_remove (folder);
}

static PnPicture *
read_picture (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  PnPicture *picture = pn_import_open (path, NULL, &error);

  g_assert_no_error (error);
  return picture;
}

static void
assert_names (const char *folder, const char *sub_folder, const char *expected)
{
  g_autofree char *path = g_build_filename (folder, sub_folder, NULL);
  g_autofree char *names = pn_test_folder_list (path);
  g_assert_cmpstr (names, ==, expected);
}

/* BR38: what is asked for without a word about format or alpha is RGBA pictures, and a layer that
 * fades in is clear at first. BR36: a range is what it says. */
static void
test_fade_in (void)
{
  g_autofree char *folder = make_figure (BARE);
  g_auto (Run) edit = run_in (
      folder, NULL,
      "[{\"op\": \"set_keyframes\", \"target\": \"layer.figure\", \"property\": \"opacity\","
      " \"keys\": [{\"frame\": 0, \"value\": 0}, {\"frame\": 5, \"value\": 1}]},"
      " {\"op\": \"set_document\", \"duration\": 6}]",
      "edit\tfigure.pantin\t-");
  assert_done (&edit);
  g_auto (Run) render = RUN (folder, "render\tfigure.pantin\t-o\tall");
  assert_done (&render);
  assert_names (folder, "all",
                "figure_0000.png figure_0001.png figure_0002.png figure_0003.png "
                "figure_0004.png figure_0005.png");
  g_autoptr (PnPicture) first = read_picture (folder, "all/figure_0000.png");
  g_autoptr (PnPicture) last = read_picture (folder, "all/figure_0005.png");
  g_autoptr (PnPicture) drawn = read_picture (folder, "figure.png");
  const guint8 *clear = g_bytes_get_data (first->pixels, NULL);
  const guint8 *solid = g_bytes_get_data (last->pixels, NULL);
  const guint8 *artwork = g_bytes_get_data (drawn->pixels, NULL);
  for (gsize i = 0; i < 300 * 240; i++) {
    g_assert_cmpint (clear[4 * i + 3], ==, 0);
    g_assert_cmpint (solid[4 * i + 3], ==, artwork[4 * i + 3]);
  }

  g_auto (Run) range = RUN (folder, "render\tfigure.pantin\t-o\tpart\t--frames\t5-9");
  assert_done (&range);
  assert_names (folder, "part",
                "figure_0005.png figure_0006.png figure_0007.png figure_0008.png figure_0009.png");
  assert_same_files (folder, "all/figure_0005.png", "part/figure_0005.png");
  pn_test_folder_remove (folder);
}

static guint
count_frames (const char *folder, const char *operations)
{
  g_auto (Run) edit =
      run_in (folder, NULL, operations, "edit\tfigure.pantin\t-\t-o\tchanged.pantin");
  assert_done (&edit);
  g_auto (Run) render = RUN (folder, "render\tchanged.pantin\t-o\tcounted\t--size\t4x4");
  assert_done (&render);
  g_autofree char *path = g_build_filename (folder, "counted", NULL);
  g_autofree char *names = pn_test_folder_list (path);
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  pn_test_folder_remove (path);
  return g_strv_length (list);
}

/* A film is as long after a change of rate and back, and its last frame is not lost between. */
static void
test_whole_film (void)
{
  g_autofree char *folder = make_figure (BARE);

  g_assert_cmpuint (count_frames (folder, "[{\"op\": \"set_document\", \"duration\": 20}]"), ==,
                    20);
  g_assert_cmpuint (count_frames (folder, "[{\"op\": \"set_document\", \"duration\": 20},"
                                          " {\"op\": \"set_document\", \"fps\": 25}]"),
                    ==, 21);
  g_assert_cmpuint (count_frames (folder,
                                  "[{\"op\": \"set_document\", \"fps\": 25, \"duration\": 31},"
                                  " {\"op\": \"set_document\", \"fps\": 30},"
                                  " {\"op\": \"set_document\", \"fps\": 25}]"),
                    ==, 31);
  pn_test_folder_remove (folder);
}

static void
test_progress (void)
{
  g_autofree char *folder = make_figure (RIGGED);
  g_auto (Run) run = RUN (folder, "render\tfigure.pantin\t-o\tout\t--progress\tjson");

  assert_done (&run);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (run.errors), "\n", -1);
  g_autoptr (JsonNode) last = parse (lines[g_strv_length (lines) - 1]);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (last), "done"), ==, 6);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (last), "total"), ==, 6);
  pn_test_folder_remove (folder);
}

/* What is read is never written over, whatever it is called. */
static void
test_output_is_input (void)
{
  static const char *const lines[] = {
      "import\tfigure.png\t-o\tfigure.png",
      "import\tfigure.png\t-o\tlink.png",
      "edit\tfigure.pantin\trig.json\t-o\trig.json",
      "render\tfigure.pantin\t-o\t./figure.pantin\t--format\twebm\t--frames\t0",
  };
  static const char *const names[] = {"figure.png", "figure.pantin", "rig.json"};
  g_autofree char *folder = make_figure (BARE);
  g_autofree char *link = g_build_filename (folder, "link.png", NULL);

  g_assert_cmpint (symlink ("figure.png", link), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *copy = g_strconcat ("copy-of-", names[i], NULL);
    gsize length;
    g_autofree char *bytes = read_file (folder, names[i], &length);
    write_file (folder, copy, bytes, (gssize)length);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_auto (Run) run = RUN (folder, lines[i]);
    assert_failed (&run, 2, "written over", NULL);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *copy = g_strconcat ("copy-of-", names[i], NULL);
    assert_same_files (folder, names[i], copy);
  }
  pn_test_folder_remove (folder);
}

/* BR59: a picture that no device holds in one piece comes out pixel by pixel; one beyond the default
 * limit is refused, and comes out alike where the limit is raised. */
static void
strip_pixel (int x, int y, guint8 rgba[4])
{
  rgba[0] = (guint8)x;
  rgba[1] = (guint8)(x >> 8);
  rgba[2] = (guint8)(x >> 16 | y << 1);
  rgba[3] = 255;
}

static void
assert_strip (const char *folder, const char *name)
{
  g_autofree char *picture = g_strconcat (name, ".png", NULL);
  g_autofree char *frame = g_strdup_printf ("%s/%s_0000.png", name, name);
  g_autoptr (PnPicture) in = read_picture (folder, picture);
  g_autoptr (PnPicture) out = read_picture (folder, frame);

  g_assert_true (g_bytes_equal (in->pixels, out->pixels));
}

static void
test_strips (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *wide = pn_test_draw (folder, "wide.png", 17013, 53, strip_pixel);
  g_autofree char *wider = pn_test_draw (folder, "wider.png", 120000, 80, strip_pixel);
  const PnImportLimits raised = {120000, 400}, restored = PN_IMPORT_LIMITS_DEFAULT;

  g_auto (Run) import = RUN (folder, "import\twide.png\t-o\twide.pantin");
  assert_done (&import);
  g_auto (Run) render = RUN (folder, "render\twide.pantin\t-o\twide\t--frames\t0");
  assert_done (&render);
  assert_strip (folder, "wide");

  g_auto (Run) refused = RUN (folder, "import\twider.png\t-o\twider.pantin");
  assert_failed (&refused, 1, "wider.png", "--max-side");
  g_auto (Run) import_raised =
      RUN (folder, "import\twider.png\t-o\twider.pantin\t--max-side\t120000");
  assert_done (&import_raised);
  g_auto (Run) render_refused = RUN (folder, "render\twider.pantin\t-o\twider\t--frames\t0");
  assert_failed (&render_refused, 1, "120000", "32768");
  g_auto (Run) render_raised =
      RUN (folder, "render\twider.pantin\t-o\twider\t--frames\t0\t--max-side\t120000");
  assert_done (&render_raised);
  pn_import_set_limits (&raised);
  assert_strip (folder, "wider");
  pn_import_set_limits (&restored);
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
  g_autofree char *folder = make_figure (RIGGED);
  g_auto (Run) rest = RUN (folder, "pose\tfigure.pantin\t--frame\t0");
  assert_done (&rest);
  g_autoptr (JsonNode) rest_node = parse (rest.output);
  JsonObject *mesh = json_object_get_object_member (pose_layer (rest_node), "mesh");
  JsonArray *at_rest = json_object_get_array_member (mesh, "rest");
  JsonArray *vertices = json_object_get_array_member (mesh, "vertices");
  g_assert_cmpuint (json_array_get_length (at_rest), >, 20);
  for (guint i = 0; i < json_array_get_length (at_rest); i++) {
    double a = json_array_get_double_element (at_rest, i),
           b = json_array_get_double_element (vertices, i);
    g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
  }

  g_auto (Run) bent = RUN (folder, "pose\tfigure.pantin\t--frame\t5");
  assert_done (&bent);
  g_autoptr (JsonNode) bent_node = parse (bent.output);
  JsonArray *pins = json_object_get_array_member (pose_layer (bent_node), "pins");
  JsonObject *hand = json_array_get_object_element (pins, 1);
  g_assert_cmpstr (json_object_get_string_member (hand, "name"), ==, "hand");
  g_assert_cmpfloat (fabs (json_object_get_double_member (hand, "x") - 215), <, 1e-9);
  g_assert_cmpfloat (fabs (json_object_get_double_member (hand, "y") - 20.5), <, 1e-9);
  g_assert_cmpfloat (json_object_get_double_member (hand, "turn"), <, -5);
  g_assert_true (json_object_get_null_member (hand, "ignored"));

  /* Between frames, and the same for any number of workers. */
  g_auto (Run) one = RUN (folder, "pose\tfigure.pantin\t--frame\t2.5\t--workers\t1");
  g_auto (Run) eight = RUN (folder, "pose\tfigure.pantin\t--frame\t2.5\t--workers\t8");
  g_assert_cmpstr (one.output, ==, eight.output);
  pn_test_folder_remove (folder);
}

/* Whatever a document moves its artwork to, what is printed is JSON. */
static void
test_pose_far_away (void)
{
  g_autofree char *folder = make_figure (RIGGED);
  g_autofree char *path = g_build_filename (folder, "figure.pantin", NULL);
  g_autofree char *far_away = g_build_filename (folder, "far.pantin", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnAssetStore) assets = pn_asset_store_new (NULL, &error);
  g_autoptr (PnRoot) root = pn_container_load (path, assets, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PnLayer) layer = pn_layer_copy (root->layers.items[0]);
  layer->scale_x = layer->scale_y = 1e308;
  g_autoptr (PnRoot) copy = pn_edit_replace_layer (root, layer);
  pn_container_save (far_away, copy, assets, NULL, NULL, &error);
  g_assert_no_error (error);

  g_auto (Run) run = RUN (folder, "pose\tfar.pantin\t--frame\t5");
  assert_done (&run);
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
  g_autofree char *folder = make_figure (BARE);
  gsize before_length, after_length;
  g_autofree char *before = read_file (folder, "figure.pantin", &before_length);
  g_auto (Run) refused =
      run_in (folder, NULL,
              "[{\"op\": \"create_puppet_rig\", \"layer\": \"figure\"}, {\"op\": \"add_pin\", "
              "\"layer\": \"nobody\", \"x\": 1, \"y\": 2}]",
              "edit\tfigure.pantin\t-");
  assert_failed (&refused, 1, "operation 2 (add_pin)", "nobody");
  g_assert_cmpstr (refused.output, ==, "");
  g_autofree char *after = read_file (folder, "figure.pantin", &after_length);
  g_assert_cmpmem (before, before_length, after, after_length);

  g_auto (Run) other = RUN (folder, "edit\tfigure.pantin\trig.json\t-o\tother.pantin");
  assert_done (&other);
  g_autoptr (JsonNode) results = parse (other.output);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (results)), ==, 3);
  g_autofree char *still = read_file (folder, "figure.pantin", &after_length);
  g_assert_cmpmem (before, before_length, still, after_length);
  pn_test_folder_remove (folder);
}

/* What is no list of operations is said, with the file's name, and changes nothing. */
static void
test_edit_bad_operations (void)
{
  g_autofree char *folder = make_figure (BARE);
  g_autoptr (GString) deep = g_string_new (NULL);
  static const char *const bad[] = {
      "",      "{}",      "[1]", "[{\"op\": 5}]", "[{\"op\": [5]}]", "[{\"op\": \"undo\", ",
      "[NaN]", "\xff\xfe"};

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    write_file (folder, "bad.json", bad[i], -1);
    g_auto (Run) run = RUN (folder, "edit\tfigure.pantin\tbad.json");
    g_assert_cmpint (run.exit_code, ==, 1);
    g_assert_cmpstr (run.errors, !=, "");
    g_assert_null (strstr (run.errors, "(null)"));
  }
  for (int i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  write_file (folder, "bad.json", deep->str, -1);
  g_auto (Run) run = RUN (folder, "edit\tfigure.pantin\tbad.json");
  assert_failed (&run, 1, "bad.json", NULL);
  pn_test_folder_remove (folder);
}

/* What has no end is not read to it. */
static void
test_edit_endless_operations (void)
{
  g_autofree char *folder = make_figure (BARE);
  g_auto (Run) endless = RUN (folder, "edit\tfigure.pantin\t/dev/zero");
  assert_failed (&endless, 1, "/dev/zero", "64 MiB");
  g_auto (Run) directory = RUN (folder, "edit\tfigure.pantin\t.");
  assert_failed (&directory, 1, "“.”", "irectory");
  pn_test_folder_remove (folder);
}

/* Where what was printed did not arrive, the run has failed; the document is saved all the same. */
static void
test_full_output (void)
{
  static const char *const lines[] = {"pose figure.pantin", "info figure.pantin", "--help",
                                      "edit figure.pantin rig.json -o saved.pantin"};
  g_autofree char *folder = make_figure (BARE);

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
  g_auto (Run) saved = RUN (folder, "validate\tsaved.pantin");
  assert_done (&saved);
  pn_test_folder_remove (folder);
}

/* A killed edit has saved all or nothing, and left nothing beside the file. */
static void
test_edit_killed (void)
{
  g_autofree char *folder = make_figure (BARE);
  g_autofree char *whole = NULL, *bare = NULL;
  gsize whole_length, bare_length, length;
  g_autofree char *path = g_build_filename (folder, "victim.pantin", NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (20261130);

  g_auto (Run) other = RUN (folder, "edit\tfigure.pantin\trig.json\t-o\twhole.pantin");
  assert_done (&other);
  whole = read_file (folder, "whole.pantin", &whole_length);
  bare = read_file (folder, "figure.pantin", &bare_length);
  for (int i = 0; i < 40; i++) {
    write_file (folder, "victim.pantin", bare, (gssize)bare_length);
    g_autofree char *operations = g_build_filename (folder, "rig.json", NULL);
    const char *argv[] = {g_getenv ("PANTIN_CLI"), "edit", path, operations, NULL};
    g_autoptr (GSubprocess) process =
        g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL);
    g_usleep ((gulong)g_rand_int_range (random, 0, 120000));
    g_subprocess_force_exit (process);
    g_subprocess_wait (process, NULL, NULL);
    g_autofree char *bytes = read_file (folder, "victim.pantin", &length);
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
  g_autofree char *bytes = read_file (folder, "good.png", &length);

  write_file (folder, "empty.png", "", 0);
  write_file (folder, "text.png", "This is no picture.", -1);
  write_file (folder, "cut.png", bytes, (gssize)length / 2);
  static const char *const names[] = {"empty.png", "text.png", "cut.png", "missing.png", "."};
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *line = g_strdup_printf ("import\t%s\t-o\tx.pantin", names[i]);
    g_auto (Run) run = RUN (folder, line);
    assert_failed (&run, 1, names[i], NULL);
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
  g_auto (Run) import = RUN (folder, "import\tclear.png\t-o\tclear.pantin");
  assert_done (&import);
  g_auto (Run) rig =
      run_in (folder, NULL, "[{\"op\": \"create_puppet_rig\", \"layer\": \"clear\"}]",
              "edit\tclear.pantin\t-");
  assert_failed (&rig, 1, "clear", "opaque");
  pn_test_folder_remove (folder);
}

static void
test_bad_documents (void)
{
  g_autofree char *folder = make_figure (RIGGED);
  gsize length;
  g_autofree char *bytes = read_file (folder, "figure.pantin", &length);

  write_file (folder, "cut.pantin", bytes, (gssize)length / 2);
  write_file (folder, "empty.pantin", "", 0);
  write_file (folder, "text.pantin", "no document", -1);
  static const char *const names[] = {"cut.pantin", "empty.pantin", "text.pantin", "missing.pantin",
                                      "figure.png"};
  static const char *const verbs[] = {"info", "validate", "pose"};
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    for (gsize j = 0; j < G_N_ELEMENTS (verbs); j++) {
      g_autofree char *line = g_strdup_printf ("%s\t%s", verbs[j], names[i]);
      g_auto (Run) run = RUN (folder, line);
      assert_failed (&run, 1, names[i], NULL);
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
    g_auto (Run) import = RUN (folder, import_line);
    assert_done (&import);
    g_assert_cmpint (g_remove (path), ==, 0);
    g_autofree char *render_line =
        g_strdup_printf ("render\t./%s.pantin\t-o\t./%s out\t--frames\t0", names[i], names[i]);
    g_auto (Run) render = RUN (folder, render_line);
    assert_done (&render);
    g_autofree char *base = g_path_get_basename (names[i]);
    g_autofree char *frame = g_strdup_printf ("%s out/%s_0000.png", names[i], base);
    gsize length;
    g_autofree char *bytes = read_file (folder, frame, &length);
    g_assert_cmpuint (length, >, 100);
  }
  pn_test_folder_remove (folder);
}

/* BR52: numbers are written and read with a point, whatever the locale says. */
static void
test_decimal_comma (void)
{
  g_autofree char *folder = make_figure (BARE);
  g_auto (Run) comma = run_in (folder, "LC_ALL=de_DE.UTF-8", NULL,
                               "edit\tfigure.pantin\trig.json\t-o\tcomma.pantin");
  assert_done (&comma);
  g_auto (Run) point =
      run_in (folder, "LC_ALL=C", NULL, "edit\tfigure.pantin\trig.json\t-o\tpoint.pantin");
  assert_done (&point);
  assert_same_files (folder, "comma.pantin", "point.pantin");
  g_assert_cmpstr (comma.output, ==, point.output);
  g_auto (Run) a = run_in (folder, "LC_ALL=de_DE.UTF-8", NULL, "pose\tcomma.pantin\t--frame\t0.5");
  g_auto (Run) b = run_in (folder, "LC_ALL=C", NULL, "pose\tcomma.pantin\t--frame\t0.5");
  assert_done (&a);
  g_assert_cmpstr (a.output, ==, b.output);
  pn_test_folder_remove (folder);
}

/* BR58: software Vulkan, or a clear message where there is none; everything but rendering works without. */
static void
test_no_vulkan (void)
{
  g_autofree char *folder = make_figure (RIGGED);
  g_auto (Run) pose = run_in (folder, "VK_DRIVER_FILES=/dev/null", NULL, "pose\tfigure.pantin");
  assert_done (&pose);

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
  g_autofree char *folder = make_figure (RIGGED);
  g_autofree char *path = g_build_filename (folder, "figure.pantin", NULL);
  g_autofree char *newer = g_build_filename (folder, "newer.pantin", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnAssetStore) assets = pn_asset_store_new (NULL, &error);
  g_autoptr (PnRoot) root = pn_container_load (path, assets, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PnRoot) copy = pn_root_copy (root);
  copy->version = PN_FORMAT_VERSION + 1;
  pn_container_save (newer, copy, assets, NULL, NULL, &error);
  g_assert_no_error (error);

  gsize before_length, after_length;
  g_autofree char *before = read_file (folder, "newer.pantin", &before_length);
  g_auto (Run) info = RUN (folder, "info\tnewer.pantin");
  assert_done (&info);
  g_assert_nonnull (strstr (info.errors, "newer"));
  write_file (folder, "group.json", "[{\"op\": \"add_group\", \"name\": \"g\"}]", -1);
  g_auto (Run) onto = RUN (folder, "edit\tnewer.pantin\tgroup.json");
  assert_failed (&onto, 1, "newer.pantin", "-o");
  g_autofree char *after = read_file (folder, "newer.pantin", &after_length);
  g_assert_cmpmem (before, before_length, after, after_length);
  g_auto (Run) other = RUN (folder, "edit\tnewer.pantin\tgroup.json\t-o\tcopy.pantin");
  assert_done (&other);
  pn_test_folder_remove (folder);
}

/* BR50: where nothing can be written, the message names path and cause, and nothing is left behind. */
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
  g_autofree char *folder = make_figure (BARE);
  g_autofree char *before = pn_test_folder_list (folder);

  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Run) run = run_as (AS_NOBODY, folder, NULL, NULL, cases[i].arguments);
    assert_failed (&run, 1, cases[i].says, "ermission");
  }
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  g_autofree char *after = pn_test_folder_list (folder);
  g_assert_cmpstr (before, ==, after);
  pn_test_folder_remove (folder);
}

static void
test_interrupted (void)
{
  g_autofree char *folder = make_figure (RIGGED);
  g_auto (Run) longer = run_in (folder, NULL, "[{\"op\": \"set_document\", \"duration\": 5000}]",
                                "edit\tfigure.pantin\t-");
  assert_done (&longer);
  g_autofree char *before = pn_test_folder_list (folder);
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_set_cwd (launcher, folder);
  g_autoptr (GSubprocess) process =
      g_subprocess_launcher_spawn (launcher, NULL, g_getenv ("PANTIN_CLI"), "render",
                                   "figure.pantin", "-o", "film.webm", "--progress", "json", NULL);
  char byte;
  g_input_stream_read (g_subprocess_get_stderr_pipe (process), &byte, 1, NULL, NULL);
  g_subprocess_send_signal (process, SIGINT);
  g_autofree char *errors = NULL;
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &errors, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
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
  g_test_add_func ("/cli/render", test_render);
  g_test_add_func ("/cli/fade-in", test_fade_in);
  g_test_add_func ("/cli/whole-film", test_whole_film);
  g_test_add_func ("/cli/output-is-input", test_output_is_input);
  g_test_add_func ("/cli/strips", test_strips);
  g_test_add_func ("/cli/progress", test_progress);
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
  g_test_add_func ("/cli/decimal-comma", test_decimal_comma);
  g_test_add_func ("/cli/no-vulkan", test_no_vulkan);
  g_test_add_func ("/cli/newer-version", test_newer_version);
  g_test_add_func ("/cli/read-only", test_read_only);
  g_test_add_func ("/cli/interrupted", test_interrupted);
  return g_test_run ();
}
