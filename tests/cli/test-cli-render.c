/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>

#include "pn-test-cli.h"

/* pantin-cli render, from a picture to moving frames. */

/* From a picture to moving frames: two runs and 1, 2 and 8 workers give the same bytes. */
static void
test_render (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  static const char *const outputs[] = {"a", "b", "c", "d"};
  static const int workers[] = {1, 1, 2, 8};

  for (int i = 0; i < 4; i++) {
    g_autofree char *line = g_strdup_printf (
        "render\tfigure.pantin\t-o\t%s\t--format\tpng\t--workers\t%d", outputs[i], workers[i]);
    g_auto (PnTestRun) run = PN_TEST_RUN (folder, line);
    pn_test_assert_done (&run);
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
      pn_test_assert_same_files (folder, first, other);
    }
  }
  gsize rest_length, bent_length;
  g_autofree char *rest = pn_test_read_text (folder, "a/figure_0000.png", &rest_length);
  g_autofree char *bent = pn_test_read_text (folder, "a/figure_0005.png", &bent_length);
  g_assert_false (rest_length == bent_length && memcmp (rest, bent, rest_length) == 0);

  /* Parts are byte for byte the frames of the whole. */
  g_auto (PnTestRun) part =
      PN_TEST_RUN (folder, "render\tfigure.pantin\t-o\tpart\t--frames\t2-3\t--device\tsoftware");
  pn_test_assert_done (&part);
  g_autofree char *part_folder = g_build_filename (folder, "part", NULL);
  g_autofree char *part_names = pn_test_folder_list (part_folder);
  g_assert_cmpstr (part_names, ==, "figure_0002.png figure_0003.png");
  pn_test_assert_same_files (folder, "a/figure_0002.png", "part/figure_0002.png");
  pn_test_folder_remove (folder);
}

/* BR38: what is asked for without a word about format or alpha is RGBA pictures, and a layer that
 * fades in is clear at first. BR36: a range is what it says. */
static void
test_fade_in (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  g_auto (PnTestRun) edit = pn_test_run_in (
      folder, NULL,
      "[{\"op\": \"set_keyframes\", \"target\": \"layer.figure\", \"property\": \"opacity\","
      " \"keys\": [{\"frame\": 0, \"value\": 0}, {\"frame\": 5, \"value\": 1}]},"
      " {\"op\": \"set_document\", \"duration\": 6}]",
      "edit\tfigure.pantin\t-");
  pn_test_assert_done (&edit);
  g_auto (PnTestRun) render = PN_TEST_RUN (folder, "render\tfigure.pantin\t-o\tall");
  pn_test_assert_done (&render);
  pn_test_assert_names (folder, "all",
                        "figure_0000.png figure_0001.png figure_0002.png figure_0003.png "
                        "figure_0004.png figure_0005.png");
  g_autoptr (PnPicture) first = pn_test_read_picture (folder, "all/figure_0000.png");
  g_autoptr (PnPicture) last = pn_test_read_picture (folder, "all/figure_0005.png");
  g_autoptr (PnPicture) drawn = pn_test_read_picture (folder, "figure.png");
  const guint8 *clear = g_bytes_get_data (first->pixels, NULL);
  const guint8 *solid = g_bytes_get_data (last->pixels, NULL);
  const guint8 *artwork = g_bytes_get_data (drawn->pixels, NULL);
  for (gsize i = 0; i < 300 * 240; i++) {
    g_assert_cmpint (clear[4 * i + 3], ==, 0);
    g_assert_cmpint (solid[4 * i + 3], ==, artwork[4 * i + 3]);
  }

  g_auto (PnTestRun) range = PN_TEST_RUN (folder, "render\tfigure.pantin\t-o\tpart\t--frames\t5-9");
  pn_test_assert_done (&range);
  pn_test_assert_names (
      folder, "part",
      "figure_0005.png figure_0006.png figure_0007.png figure_0008.png figure_0009.png");
  pn_test_assert_same_files (folder, "all/figure_0005.png", "part/figure_0005.png");
  pn_test_folder_remove (folder);
}

static guint
count_frames (const char *folder, const char *operations)
{
  g_auto (PnTestRun) edit =
      pn_test_run_in (folder, NULL, operations, "edit\tfigure.pantin\t-\t-o\tchanged.pantin");
  pn_test_assert_done (&edit);
  g_auto (PnTestRun) render =
      PN_TEST_RUN (folder, "render\tchanged.pantin\t-o\tcounted\t--size\t4x4");
  pn_test_assert_done (&render);
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
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);

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
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  g_auto (PnTestRun) run = PN_TEST_RUN (folder, "render\tfigure.pantin\t-o\tout\t--progress\tjson");

  pn_test_assert_done (&run);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (run.errors), "\n", -1);
  g_autoptr (JsonNode) last = pn_test_parse (lines[g_strv_length (lines) - 1]);
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
  g_autofree char *folder = pn_test_make_figure (PN_TEST_BARE);
  g_autofree char *link = g_build_filename (folder, "link.png", NULL);

  g_assert_cmpint (symlink ("figure.png", link), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *copy = g_strconcat ("copy-of-", names[i], NULL);
    gsize length;
    g_autofree char *bytes = pn_test_read_text (folder, names[i], &length);
    pn_test_write_text (folder, copy, bytes, (gssize)length);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_auto (PnTestRun) run = PN_TEST_RUN (folder, lines[i]);
    pn_test_assert_failed (&run, 2, "written over", NULL);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *copy = g_strconcat ("copy-of-", names[i], NULL);
    pn_test_assert_same_files (folder, names[i], copy);
  }
  pn_test_folder_remove (folder);
}

/* BR59: a picture that no device holds in one piece comes out pixel by pixel; one beyond the
 * default limit is refused, and comes out alike where the limit is raised. */
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
  g_autoptr (PnPicture) in = pn_test_read_picture (folder, picture);
  g_autoptr (PnPicture) out = pn_test_read_picture (folder, frame);

  g_assert_true (g_bytes_equal (in->pixels, out->pixels));
}

static void
test_strips (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *wide = pn_test_draw (folder, "wide.png", 17013, 53, strip_pixel);
  g_autofree char *wider = pn_test_draw (folder, "wider.png", 120000, 80, strip_pixel);
  const PnImportLimits raised = {120000, 400}, restored = PN_IMPORT_LIMITS_DEFAULT;

  g_auto (PnTestRun) import = PN_TEST_RUN (folder, "import\twide.png\t-o\twide.pantin");
  pn_test_assert_done (&import);
  g_auto (PnTestRun) render = PN_TEST_RUN (folder, "render\twide.pantin\t-o\twide\t--frames\t0");
  pn_test_assert_done (&render);
  assert_strip (folder, "wide");

  g_auto (PnTestRun) refused = PN_TEST_RUN (folder, "import\twider.png\t-o\twider.pantin");
  pn_test_assert_failed (&refused, 1, "wider.png", "--max-side");
  g_auto (PnTestRun) import_raised =
      PN_TEST_RUN (folder, "import\twider.png\t-o\twider.pantin\t--max-side\t120000");
  pn_test_assert_done (&import_raised);
  g_auto (PnTestRun) render_refused =
      PN_TEST_RUN (folder, "render\twider.pantin\t-o\twider\t--frames\t0");
  pn_test_assert_failed (&render_refused, 1, "120000", "32768");
  g_auto (PnTestRun) render_raised =
      PN_TEST_RUN (folder, "render\twider.pantin\t-o\twider\t--frames\t0\t--max-side\t120000");
  pn_test_assert_done (&render_raised);
  pn_import_set_limits (&raised);
  assert_strip (folder, "wider");
  pn_import_set_limits (&restored);
  pn_test_folder_remove (folder);
}

static void
test_interrupted (void)
{
  g_autofree char *folder = pn_test_make_figure (PN_TEST_RIGGED);
  g_auto (PnTestRun) longer = pn_test_run_in (
      folder, NULL, "[{\"op\": \"set_document\", \"duration\": 5000}]", "edit\tfigure.pantin\t-");
  pn_test_assert_done (&longer);
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

/* --- A film of a fine pattern. */

#define CHECKER_SIDE 200
#define CHECKER_FRAMES 50

static void
checker_pixel (int x, int y, guint8 rgba[4])
{
  gboolean is_red = (x + y) % 2 == 0;

  rgba[0] = is_red ? 255 : 0;
  rgba[1] = 0;
  rgba[2] = is_red ? 0 : 255;
  rgba[3] = 255;
}

static const char checker_operations[] =
    "[{\"op\": \"create_puppet_rig\", \"layer\": \"checker\", \"pins\": [{\"name\": \"a\", "
    "\"x\": 40, \"y\": 40}, {\"name\": \"b\", \"x\": 160, \"y\": 160}]},"
    " {\"op\": \"set_puppet_pin_keyframes\", \"layer\": \"checker\", \"pin\": \"b\", "
    "\"property\": \"position\", \"keys\": [{\"frame\": 0, \"x\": 160, \"y\": 160}, "
    "{\"frame\": 49, \"x\": 120, \"y\": 175}]},"
    " {\"op\": \"set_document\", \"duration\": 50}]";

/* 16 bits say what 8 do, and no colour comes in; of clear pixels alone the colour says nothing. */
static void
assert_depths_agree (const char *folder, int frame)
{
  g_autofree char *narrow_name = g_strdup_printf ("8-0/checker_%04d.png", frame);
  g_autofree char *wide_name = g_strdup_printf ("16-0/checker_%04d.png", frame);
  g_autoptr (PnPicture) narrow = pn_test_read_picture (folder, narrow_name);
  g_autoptr (PnPicture) wide = pn_test_read_picture (folder, wide_name);
  const guint8 *eight = g_bytes_get_data (narrow->pixels, NULL);
  const guint16 *sixteen = g_bytes_get_data (wide->pixels, NULL);

  g_assert_cmpint (wide->format, ==, PN_PIXELS_RGBA16);
  for (gsize i = 0; i < CHECKER_SIDE * CHECKER_SIDE * 4; i++) {
    gboolean is_alpha = i % 4 == 3;

    if (i % 4 == 1) {
      g_assert_cmpint (eight[i], ==, 0);
      g_assert_cmpint (sixteen[i], ==, 0);
    } else if (is_alpha || eight[i | 3] == 255) {
      g_assert_cmpint (ABS ((sixteen[i] + 128) / 257 - eight[i]), <=, 1);
    }
  }
}

/* BR40: fifty frames, three times, in both depths. */
static void
test_runs_agree (void)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path =
      pn_test_draw (folder, "checker.png", CHECKER_SIDE, CHECKER_SIDE, checker_pixel);
  g_auto (PnTestRun) import = PN_TEST_RUN (folder, "import\tchecker.png\t-o\tchecker.pantin");
  pn_test_assert_done (&import);
  g_auto (PnTestRun) edit =
      pn_test_run_in (folder, NULL, checker_operations, "edit\tchecker.pantin\t-");
  pn_test_assert_done (&edit);

  for (int depth = 8; depth <= 16; depth += 8)
    for (int run = 0; run < 3; run++) {
      g_autofree char *line =
          g_strdup_printf ("render\tchecker.pantin\t-o\t%d-%d\t--depth\t%d", depth, run, depth);
      g_auto (PnTestRun) render = PN_TEST_RUN (folder, line);

      pn_test_assert_done (&render);
      for (int frame = 0; run > 0 && frame < CHECKER_FRAMES; frame++) {
        g_autofree char *first = g_strdup_printf ("%d-0/checker_%04d.png", depth, frame);
        g_autofree char *again = g_strdup_printf ("%d-%d/checker_%04d.png", depth, run, frame);
        pn_test_assert_same_files (folder, first, again);
      }
    }
  for (int frame = 0; frame < CHECKER_FRAMES; frame++)
    assert_depths_agree (folder, frame);
  pn_test_folder_remove (folder);
}

/* BR07: a moved, turned and enlarged layer looks as it did when it gets a mesh and a pin. */
static void
test_mesh_changes_nothing (void)
{
  static const char place[] =
      "[{\"op\": \"set_document\", \"size\": [400, 300]},"
      " {\"op\": \"set_layer\", \"layer\": \"disc\", \"position\": [200, 80], \"scale_x\": 2,"
      " \"scale_y\": 2, \"rotation\": 30}]";
  static const char rig[] = "[{\"op\": \"create_puppet_rig\", \"layer\": \"disc\","
                            " \"pins\": [{\"x\": 210, \"y\": 90}]}]";
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = pn_test_draw (folder, "disc.png", 100, 100, pn_test_disc_pixel);
  g_auto (PnTestRun) import = PN_TEST_RUN (folder, "import\tdisc.png\t-o\tdisc.pantin");
  g_auto (PnTestRun) placed = pn_test_run_in (folder, NULL, place, "edit\tdisc.pantin\t-");
  g_auto (PnTestRun) plain = PN_TEST_RUN (folder, "render\tdisc.pantin\t-o\tplain\t--frames\t0");
  g_auto (PnTestRun) rigged = pn_test_run_in (folder, NULL, rig, "edit\tdisc.pantin\t-");
  g_auto (PnTestRun) meshed = PN_TEST_RUN (folder, "render\tdisc.pantin\t-o\tmeshed\t--frames\t0");
  pn_test_assert_done (&meshed);

  g_autoptr (PnPicture) before = pn_test_read_picture (folder, "plain/disc_0000.png");
  g_autoptr (PnPicture) after = pn_test_read_picture (folder, "meshed/disc_0000.png");
  const guint8 *a = g_bytes_get_data (before->pixels, NULL);
  const guint8 *b = g_bytes_get_data (after->pixels, NULL);
  int n_solid = 0;
  for (gsize i = 0; i < 400 * 300; i++) {
    n_solid += a[4 * i + 3] == 255;
    g_assert_cmpint (ABS (a[4 * i + 3] - b[4 * i + 3]), <=, 2);
    for (gsize c = 0; a[4 * i + 3] == 255 && c < 3; c++)
      g_assert_cmpint (ABS (a[4 * i + c] - b[4 * i + c]), <=, 2);
  }
  /* A disc of 30 px twice as large, but for its rim. */
  g_assert_cmpint (n_solid, >, 10600);
  g_assert_cmpint (n_solid, <, 11400);
  pn_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-render/render", test_render);
  g_test_add_func ("/cli-render/fade-in", test_fade_in);
  g_test_add_func ("/cli-render/whole-film", test_whole_film);
  g_test_add_func ("/cli-render/output-is-input", test_output_is_input);
  g_test_add_func ("/cli-render/strips", test_strips);
  g_test_add_func ("/cli-render/progress", test_progress);
  g_test_add_func ("/cli-render/interrupted", test_interrupted);
  g_test_add_func ("/cli-render/runs-agree", test_runs_agree);
  g_test_add_func ("/cli-render/mesh-changes-nothing", test_mesh_changes_nothing);
  return g_test_run ();
}
