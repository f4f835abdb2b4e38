/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A client of the compositor receives what the lines say, and the lines' answers say what is wrong. */

#include <gio/gio.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

#include "pn-test-folder.h"

typedef struct {
  GSubprocess *process;
  GDataInputStream *answers, *client;
} Fixture;

static char *
tell (Fixture *f, const char *line)
{
  GOutputStream *input = g_subprocess_get_stdin_pipe (f->process);
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  g_autoptr (GError) error = NULL;
  char *reply;

  g_output_stream_write_all (input, text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_flush (input, NULL, NULL);
  reply = g_data_input_stream_read_line (f->answers, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (reply);
  return reply;
}

/* Lines that go well, the last argument NULL. */
static void G_GNUC_NULL_TERMINATED
say (Fixture *f, const char *line, ...)
{
  va_list arguments;

  va_start (arguments, line);
  for (; line != NULL; line = va_arg (arguments, const char *)) {
    g_autofree char *reply = tell (f, line);

    if (!g_str_has_prefix (reply, "ok"))
      g_error ("%s", reply);
  }
  va_end (arguments);
}

/* The next line that the client says. (transfer full) */
static char *
hear (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  char *line = g_data_input_stream_read_line (f->client, NULL, NULL, &error);

  g_assert_no_error (error);
  return line;
}

static void
hears (Fixture *f, const char *expected)
{
  g_autofree char *line = hear (f);

  g_assert_cmpstr (line, ==, expected);
}

static void
set_up (Fixture *f, gconstpointer size)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                 G_SUBPROCESS_FLAGS_STDERR_PIPE);
  const char *const argv[] = {g_getenv ("PANTIN_COMPOSITOR"),     "--size",
                              size != NULL ? size : "800x600",    "--",
                              g_getenv ("PANTIN_WAYLAND_CLIENT"), NULL};
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "none", TRUE);
  f->process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  f->answers = g_data_input_stream_new (g_subprocess_get_stdout_pipe (f->process));
  f->client = g_data_input_stream_new (g_subprocess_get_stderr_pipe (f->process));
  say (f, "wait window What", "sync", NULL);
  hears (f, "size 800 600 scale 1");
}

static void
tear_down (Fixture *f, gconstpointer size)
{
  g_autoptr (GError) error = NULL;

  say (f, "close", NULL);
  hears (f, "closed");
  g_subprocess_wait (f->process, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (f->answers);
  g_object_unref (f->client);
  g_object_unref (f->process);
}

static void
test_pointer (Fixture *f, gconstpointer size)
{
  say (f, "pointer move 100 50", "pointer down", "pointer move 110 55", NULL);
  hears (f, "press none at 100.0 50.0 button 1");
  hears (f, "motion none at 110.0 55.0");
  say (f, "pointer up", "pointer scroll 0 -2", "pointer down middle", "pointer up middle", NULL);
  hears (f, "release none at 110.0 55.0");
  hears (f, "scroll 0.0 -1.0");
  hears (f, "scroll 0.0 -1.0");
  hears (f, "press none at 110.0 55.0 button 2");
  hears (f, "release none at 110.0 55.0");
}

static void
test_keyboard (Fixture *f, gconstpointer size)
{
  say (f, "key ctrl+p", "key Page_Down", "type 0,2 B", NULL);
  hears (f, "key Control_L");
  hears (f, "key ctrl+p");
  hears (f, "key Page_Down");
  hears (f, "key 0");
  hears (f, "key comma");
  hears (f, "key 2");
  hears (f, "key space");
  hears (f, "key Shift_L");
  hears (f, "key B");
  say (f, "key down alt", "key x", "key up alt", NULL);
  hears (f, "key Alt_L");
  hears (f, "key alt+x");
}

static void
test_touch (Fixture *f, gconstpointer size)
{
  say (f, "touch down 0 50 60", "touch move 0 55 60", "touch up 0", NULL);
  hears (f, "touch none at 50.0 60.0");
  hears (f, "touch-motion none at 55.0 60.0");
  hears (f, "touch-end none at 55.0 60.0");
}

/* The toolkit tells a motion before the axes that came with it, so a press has its own pressure and a
 * motion the one before it. */
static void
test_pen (Fixture *f, gconstpointer size)
{
  say (f, "tool pen move 300 200 pressure 0 tilt 45 0 rotation 0", NULL);
  hears (f, "motion pen at 300.0 200.0 pressure 0.000 tilt 0.000 rotation 0.000");
  say (f, "tool pen down pressure 0.05", "tool pen up pressure 0", NULL);
  hears (f, "press pen at 300.0 200.0 button 1 pressure 0.050 tilt 0.500 rotation 0.000");
  hears (f, "release pen at 300.0 200.0 pressure 0.000 tilt 0.500 rotation 0.000");
  say (f, "tool pen button 2 down", "tool pen button 2 up", NULL);
  hears (f, "press pen at 300.0 200.0 button 2 pressure 0.000 tilt 0.500 rotation 0.000");
  hears (f, "release pen at 300.0 200.0 pressure 0.000 tilt 0.500 rotation 0.000");
  say (f, "tool pen out", "tool eraser move 10 20", "tool eraser out", "tool plain move 30 20",
       NULL);
  hears (f, "motion eraser at 10.0 20.0 pressure 0.000 tilt 0.500 rotation 0.000");
  hears (f, "motion plain at 30.0 20.0 pressure 0.000 tilt 0.500 rotation 0.000");
}

/* Samples that come while a frame is awaited are told by one event, which holds those before it. */
static void
test_fast_samples (Fixture *f, gconstpointer size)
{
  say (f, "settle", "frames hold", "tool pen move 300 200 pressure 0.125", NULL);
  hears (f, "motion pen at 300.0 200.0 pressure 0.000 tilt 0.000 rotation 0.000");
  /* The client draws, and waits for the frame from here on. */
  say (f, "settle", "tool pen move 301 200 pressure 0.25", "tool pen move 302 200 pressure 0.375",
       "tool pen move 303 200 pressure 0.5", "sync", "frames go", NULL);
  hears (f, "motion pen at 303.0 200.0 pressure 0.375 tilt 0.000 rotation 0.000 after 0.125 0.250");
}

static void
test_menu (Fixture *f, gconstpointer size)
{
  g_autofree char *windows = NULL;
  char *popup;
  int x, y, width, height;

  say (f, "pointer move 790 590", "pointer down right", "pointer up right", "settle", NULL);
  hears (f, "press none at 790.0 590.0 button 3");
  windows = tell (f, "windows");
  popup = strstr (windows, "popup");
  g_assert_nonnull (popup);
  g_assert_cmpint (sscanf (popup, "popup %d %d %d %d", &x, &y, &width, &height), ==, 4);
  g_assert_cmpint (x + width, <=, 800);
  g_assert_cmpint (y + height, <=, 600);
  /* The menu has the keys and the pointer. */
  say (f, "key Return", "settle", NULL);
  hears (f, "chosen");
  /* Back over the window. */
  hears (f, "motion none at 790.0 590.0");
  g_free (windows);
  windows = tell (f, "windows");
  g_assert_null (strstr (windows, "popup"));
}

static void
test_scale_and_size (Fixture *f, gconstpointer size)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "shot.png", NULL);
  g_autofree char *shot = g_strconcat ("screenshot ", path, NULL);
  g_autofree char *windows = NULL;
  png_image image = {.version = PNG_IMAGE_VERSION};
  g_autofree guint8 *rgb = NULL;

  say (f, "scale 2", "settle", shot, NULL);
  windows = tell (f, "windows");
  g_assert_nonnull (strstr (windows, "window 0 0 800 600 scale 2"));
  g_assert_true (png_image_begin_read_from_file (&image, path));
  g_assert_cmpint (image.width, ==, 1600);
  g_assert_cmpint (image.height, ==, 1200);
  image.format = PNG_FORMAT_RGB;
  rgb = g_malloc (PNG_IMAGE_SIZE (image));
  g_assert_true (png_image_finish_read (&image, NULL, rgb, 0, NULL));
  /* Red to the left of the middle, to the pixel. */
  g_assert_cmpint (rgb[3 * (600 * 1600 + 799) + 1], ==, 0);
  g_assert_cmpint (rgb[3 * (600 * 1600 + 800) + 1], >, 200);
  say (f, "resize 500 400", "settle", NULL);
  hears (f, "size 500 400 scale 2");
  pn_test_folder_remove (folder);
}

static void
test_refuses (Fixture *f, gconstpointer size)
{
  static const char *const lines[][2] = {
      {"fly", "no such command"},
      {"tool brush move 1 1", "pen, eraser and plain"},
      {"tool pen down", "move it first"},
      {"tool pen move 1 x", "two numbers"},
      {"tool pen move 9 9 pressure", "number is missing"},
      {"tool pen move 9000 9", "no window"},
      {"key ctrl+nothing", "named as in"},
      {"pointer jump", "a pointer can"},
      {"scale 9", "a scale is"},
      {"screenshot /nowhere/x.png", "cannot be written"},
      {"wait long", "wait for what"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *reply = tell (f, lines[i][0]);

    g_assert_true (g_str_has_prefix (reply, "error: "));
    g_assert_nonnull (strstr (reply, lines[i][1]));
  }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/wayland/compositor/pointer", test_pointer);
  ADD ("/wayland/compositor/keyboard", test_keyboard);
  ADD ("/wayland/compositor/touch", test_touch);
  ADD ("/wayland/compositor/pen", test_pen);
  ADD ("/wayland/compositor/fast-samples", test_fast_samples);
  ADD ("/wayland/compositor/menu", test_menu);
  ADD ("/wayland/compositor/scale-and-size", test_scale_and_size);
  ADD ("/wayland/compositor/refuses", test_refuses);
  return g_test_run ();
}
