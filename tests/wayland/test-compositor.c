/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A client of the compositor receives what the lines say, and the lines' answers say what is wrong. */

#include <png.h>
#include <stdio.h>

#include "pn-test-compositor.h"
#include "pn-test-folder.h"

static void
set_up (PnTestCompositor *f, gconstpointer size)
{
  const char *const client[] = {g_getenv ("PANTIN_WAYLAND_CLIENT"), NULL};

  pn_test_compositor_init (f, size != NULL ? size : "800x600", client);
  pn_test_compositor_say (f, "wait window What", "sync", NULL);
  pn_test_compositor_hears (f, "size 800 600 scale 1");
}

static void
tear_down (PnTestCompositor *f, gconstpointer size)
{
  pn_test_compositor_say (f, "close", NULL);
  pn_test_compositor_hears (f, "closed");
  pn_test_compositor_clear (f);
}

static void
test_pointer (PnTestCompositor *f, gconstpointer size)
{
  pn_test_compositor_say (f, "pointer move 100 50", "pointer down", "pointer move 110 55", NULL);
  pn_test_compositor_hears (f, "press none at 100.0 50.0 button 1");
  pn_test_compositor_hears (f, "motion none at 110.0 55.0");
  pn_test_compositor_say (f, "pointer up", "pointer scroll 0 -2", "pointer down middle",
                          "pointer up middle", NULL);
  pn_test_compositor_hears (f, "release none at 110.0 55.0");
  pn_test_compositor_hears (f, "scroll 0.0 -1.0");
  pn_test_compositor_hears (f, "scroll 0.0 -1.0");
  pn_test_compositor_hears (f, "press none at 110.0 55.0 button 2");
  pn_test_compositor_hears (f, "release none at 110.0 55.0");
}

static void
test_keyboard (PnTestCompositor *f, gconstpointer size)
{
  pn_test_compositor_say (f, "key ctrl+p", "key Page_Down", "type 0,2 B", NULL);
  pn_test_compositor_hears (f, "key Control_L");
  pn_test_compositor_hears (f, "key ctrl+p");
  pn_test_compositor_hears (f, "key Page_Down");
  pn_test_compositor_hears (f, "key 0");
  pn_test_compositor_hears (f, "key comma");
  pn_test_compositor_hears (f, "key 2");
  pn_test_compositor_hears (f, "key space");
  pn_test_compositor_hears (f, "key Shift_L");
  pn_test_compositor_hears (f, "key B");
  pn_test_compositor_say (f, "key down alt", "key x", "key up alt", NULL);
  pn_test_compositor_hears (f, "key Alt_L");
  pn_test_compositor_hears (f, "key alt+x");
}

static void
test_touch (PnTestCompositor *f, gconstpointer size)
{
  pn_test_compositor_say (f, "touch down 0 50 60", "touch move 0 55 60", "touch up 0", NULL);
  pn_test_compositor_hears (f, "touch none at 50.0 60.0");
  pn_test_compositor_hears (f, "touch-motion none at 55.0 60.0");
  pn_test_compositor_hears (f, "touch-end none at 55.0 60.0");
}

/* A press has its own pressure, whatever a motion has. */
static void
test_pen (PnTestCompositor *f, gconstpointer size)
{
  pn_test_compositor_say (f, "tool pen move 300 200 pressure 0 tilt 45 0 rotation 0", NULL);
  pn_test_compositor_hears_motion (
      f, "motion pen at 300.0 200.0 pressure 0.000 tilt 0.000 rotation 0.000",
      "motion pen at 300.0 200.0 pressure 0.000 tilt 0.500 rotation 0.000");
  pn_test_compositor_say (f, "tool pen down pressure 0.05", "tool pen up pressure 0", NULL);
  pn_test_compositor_hears (
      f, "press pen at 300.0 200.0 button 1 pressure 0.050 tilt 0.500 rotation 0.000");
  pn_test_compositor_hears (f,
                            "release pen at 300.0 200.0 pressure 0.000 tilt 0.500 rotation 0.000");
  pn_test_compositor_say (f, "tool pen button 3 down", "tool pen button 3 up", NULL);
  pn_test_compositor_hears (
      f, "press pen at 300.0 200.0 button 8 pressure 0.000 tilt 0.500 rotation 0.000");
  pn_test_compositor_hears (f,
                            "release pen at 300.0 200.0 pressure 0.000 tilt 0.500 rotation 0.000");
  pn_test_compositor_say (f, "tool pen out", "tool eraser move 10 20", "tool eraser out",
                          "tool plain move 30 20", NULL);
  pn_test_compositor_hears (f,
                            "motion eraser at 10.0 20.0 pressure 0.000 tilt 0.500 rotation 0.000");
  pn_test_compositor_hears (f,
                            "motion plain at 30.0 20.0 pressure 0.000 tilt 0.500 rotation 0.000");
}

/* Samples that come while a frame is awaited are told by one event, which holds those before it. */
static void
test_fast_samples (PnTestCompositor *f, gconstpointer size)
{
  pn_test_compositor_say (f, "settle", "frames hold", "tool pen move 300 200 pressure 0.125", NULL);
  pn_test_compositor_hears_motion (
      f, "motion pen at 300.0 200.0 pressure 0.000 tilt 0.000 rotation 0.000",
      "motion pen at 300.0 200.0 pressure 0.125 tilt 0.000 rotation 0.000");
  /* The client draws, and waits for the frame from here on. */
  pn_test_compositor_say (f, "settle", "tool pen move 301 200 pressure 0.25",
                          "tool pen move 302 200 pressure 0.375",
                          "tool pen move 303 200 pressure 0.5", "sync", "frames go", NULL);
  pn_test_compositor_hears_motion (
      f, "motion pen at 303.0 200.0 pressure 0.375 tilt 0.000 rotation 0.000 after 0.125 0.250",
      "motion pen at 303.0 200.0 pressure 0.500 tilt 0.000 rotation 0.000 after 0.250 0.375");
}

static void
test_menu (PnTestCompositor *f, gconstpointer size)
{
  g_autofree char *windows = NULL;
  char *popup;
  int x, y, width, height;

  pn_test_compositor_say (f, "pointer move 790 590", "pointer down right", "pointer up right",
                          "settle", NULL);
  pn_test_compositor_hears (f, "press none at 790.0 590.0 button 3");
  windows = pn_test_compositor_tell (f, "windows");
  popup = strstr (windows, "popup");
  g_assert_nonnull (popup);
  g_assert_cmpint (sscanf (popup, "popup %d %d %d %d", &x, &y, &width, &height), ==, 4);
  g_assert_cmpint (x + width, <=, 800);
  g_assert_cmpint (y + height, <=, 600);
  /* The menu has the keys and the pointer. */
  pn_test_compositor_say (f, "key Return", "settle", NULL);
  pn_test_compositor_hears (f, "chosen");
  /* Back over the window. */
  pn_test_compositor_hears (f, "motion none at 790.0 590.0");
  g_free (windows);
  windows = pn_test_compositor_tell (f, "windows");
  g_assert_null (strstr (windows, "popup"));
}

static void
test_scale_and_size (PnTestCompositor *f, gconstpointer size)
{
  g_autofree char *folder = pn_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "shot.png", NULL);
  g_autofree char *shot = g_strconcat ("screenshot ", path, NULL);
  g_autofree char *windows = NULL;
  png_image image = {.version = PNG_IMAGE_VERSION};
  g_autofree guint8 *rgb = NULL;

  pn_test_compositor_say (f, "scale 2", "settle", shot, NULL);
  windows = pn_test_compositor_tell (f, "windows");
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
  pn_test_compositor_say (f, "resize 500 400", "settle", NULL);
  pn_test_compositor_hears (f, "size 500 400 scale 2");
  pn_test_folder_remove (folder);
}

static void
test_refuses (PnTestCompositor *f, gconstpointer size)
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
    g_autofree char *reply = pn_test_compositor_tell (f, lines[i][0]);

    g_assert_true (g_str_has_prefix (reply, "error: "));
    g_assert_nonnull (strstr (reply, lines[i][1]));
  }
}

#define ADD(path, function) g_test_add (path, PnTestCompositor, NULL, set_up, function, tear_down)

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
