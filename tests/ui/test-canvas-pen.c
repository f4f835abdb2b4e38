/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A real pen on the canvas, by way of a real compositor: what it reports arrives, all of it. The
 * program is its own client, which writes a line for each sample. */

#include "pn-test-canvas.h"
#include "pn-test-compositor.h"

/* --- The client. */

static void
sampled_cb (gpointer data, const PnCanvasSample *sample)
{
  static const char *const kinds[] = {"press", "motion", "release", "cancel", "hover", "leave"};
  static const char *const devices[] = {"mouse", "pen", "eraser", "touch"};

  g_printerr ("%s %s %.0f %.0f", devices[sample->device], kinds[sample->kind], sample->place.x,
              sample->place.y);
  if (sample->axes & PN_AXIS_PRESSURE)
    g_printerr (" pressure %.3f", sample->pressure);
  if (sample->axes & PN_AXIS_TILT)
    g_printerr (" tilt %.2f %.2f", sample->tilt.x, sample->tilt.y);
  if (sample->buttons & PN_BUTTON_BARREL)
    g_printerr (" barrel");
  if (sample->modifiers != 0)
    g_printerr (" modifiers %u", sample->modifiers);
  g_printerr ("\n");
}

static gboolean
close_cb (GtkWindow *window, gboolean *is_closed)
{
  *is_closed = TRUE;
  return TRUE;
}

static int
be_client (void)
{
  PnTestCanvas self;
  gboolean is_closed = FALSE;

  pn_test_canvas_init (&self);
  pn_canvas_set_listener (self.canvas, sampled_cb, NULL);
  g_signal_connect (self.window, "close-request", G_CALLBACK (close_cb), &is_closed);
  pn_view_set_tool (self.view, PN_VIEW_TOOL_PUPPET);
  g_printerr ("ready\n");
  while (!is_closed) {
    gboolean has_menu = self.canvas->popover != NULL;
    double zoom = pn_view_get_zoom (self.view);
    guint n_steps = pn_test_canvas_n_steps (&self);

    g_main_context_iteration (NULL, TRUE);
    if (!has_menu && self.canvas->popover != NULL)
      g_printerr ("menu\n");
    if (pn_test_canvas_n_steps (&self) != n_steps)
      g_printerr ("steps %u\n", pn_test_canvas_n_steps (&self));
    if (fabs (pn_view_get_zoom (self.view) - zoom) > 1e-9)
      g_printerr ("zoom %.2f\n", pn_view_get_zoom (self.view));
  }
  if (self.canvas->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self.canvas->popover));
  pn_test_canvas_clear (&self);
  return 0;
}

/* --- The tests. */

static const char *program;

static void
set_up (PnTestCompositor *f, gconstpointer data)
{
  const char *const client[] = {program, "--client", NULL};

  pn_test_compositor_init (f, "600x400", client);
  pn_test_compositor_say (f, "wait window", NULL);
  pn_test_compositor_hears (f, "ready");
  pn_test_compositor_say (f, "settle", NULL);
}

static void
tear_down (PnTestCompositor *f, gconstpointer data)
{
  pn_test_compositor_say (f, "close", NULL);
  pn_test_compositor_clear (f);
}

#define say(f, ...) pn_test_compositor_say (f, __VA_ARGS__, NULL)
#define hears(f, line) pn_test_compositor_hears (f, line)
#define hears_motion(f, before, own) pn_test_compositor_hears_motion (f, before, own)

/* BR54: near, down lightly, and on: the first sample of a press has its own pressure. */
static void
test_pressure_and_tilt (PnTestCompositor *f, gconstpointer data)
{
  say (f, "tool pen move 220 260 pressure 0 tilt 45 0");
  hears_motion (f, "pen motion 220 260 pressure 0.000 tilt 0.00 0.00",
                "pen motion 220 260 pressure 0.000 tilt 0.50 0.00");
  say (f, "tool pen down pressure 0.05");
  hears (f, "pen press 220 260 pressure 0.050 tilt 0.50 0.00");
  say (f, "tool pen up pressure 0");
  hears (f, "pen release 220 260 pressure 0.000 tilt 0.50 0.00");
  hears (f, "steps 2");
  say (f, "tool pen out");
  hears (f, "pen leave 220 260");
}

/* A pen without axes says nothing of them: it presses fully, and not with what another reported. */
static void
test_without_axes (PnTestCompositor *f, gconstpointer data)
{
  say (f, "tool plain move 220 260", "tool plain down", "tool plain up");
  hears (f, "pen motion 220 260");
  hears (f, "pen press 220 260");
  hears (f, "pen release 220 260");
  hears (f, "steps 2");
}

/* All that comes between two frames arrives, in order. */
static void
test_backlog (PnTestCompositor *f, gconstpointer data)
{
  say (f, "settle", "frames hold", "tool pen move 220 260 pressure 0.1",
       "tool pen down pressure 0.125");
  hears_motion (f, "pen motion 220 260 pressure 0.000 tilt 0.00 0.00",
                "pen motion 220 260 pressure 0.100 tilt 0.00 0.00");
  hears (f, "pen press 220 260 pressure 0.125 tilt 0.00 0.00");
  say (f, "settle", "tool pen move 221 260 pressure 0.25", "tool pen move 222 260 pressure 0.375",
       "tool pen move 223 261 pressure 0.5", "sync", "frames go");
  hears_motion (f, "pen motion 221 260 pressure 0.125 tilt 0.00 0.00",
                "pen motion 221 260 pressure 0.250 tilt 0.00 0.00");
  hears_motion (f, "pen motion 222 260 pressure 0.250 tilt 0.00 0.00",
                "pen motion 222 260 pressure 0.375 tilt 0.00 0.00");
  hears_motion (f, "pen motion 223 261 pressure 0.375 tilt 0.00 0.00",
                "pen motion 223 261 pressure 0.500 tilt 0.00 0.00");
}

/* The other end is the eraser; the first barrel button is held, and the second opens the menu. */
static void
test_eraser_and_buttons (PnTestCompositor *f, gconstpointer data)
{
  say (f, "tool eraser move 400 160");
  hears (f, "eraser motion 400 160 pressure 0.000 tilt 0.00 0.00");
  say (f, "tool eraser out");
  hears (f, "eraser leave 400 160");
  say (f, "tool pen move 400 160", "tool pen button 1 down");
  hears (f, "pen motion 400 160 pressure 0.000 tilt 0.00 0.00");
  hears (f, "pen motion 400 160 pressure 0.000 tilt 0.00 0.00 barrel");
  say (f, "tool pen move 410 160", "tool pen button 1 up");
  hears (f, "pen motion 410 160 pressure 0.000 tilt 0.00 0.00 barrel");
  hears (f, "pen motion 410 160 pressure 0.000 tilt 0.00 0.00");
  say (f, "tool pen button 2 down", "tool pen button 2 up");
  hears (f, "pen leave 410 160");
  hears (f, "menu");
}

/* BR56: fingers while the pen is near are reported, and do nothing; a wheel zooms. */
static void
test_fingers_and_wheel (PnTestCompositor *f, gconstpointer data)
{
  say (f, "touch down 0 220 260", "touch up 0");
  hears (f, "touch press 220 260");
  hears (f, "touch release 220 260");
  hears (f, "steps 2");
  say (f, "tool pen move 100 100", "touch down 0 400 160", "touch move 0 410 160", "touch up 0");
  hears (f, "pen motion 100 100 pressure 0.000 tilt 0.00 0.00");
  hears (f, "touch press 400 160");
  hears (f, "touch motion 410 160");
  hears (f, "touch release 410 160");
  say (f, "pointer move 299 200", "pointer move 300 200"); /* the first is but a crossing */
  hears (f, "mouse motion 300 200");
  say (f, "pointer scroll 0 -4");
  for (int i = 1; i <= 4; i++) {
    g_autofree char *line = g_strdup_printf ("zoom %.2f", exp2 (i / 4.0));

    hears (f, line);
  }
}

#define add(path, test) g_test_add (path, PnTestCompositor, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  if (argc > 1 && g_str_equal (argv[1], "--client")) {
    gtk_init ();
    pn_style_init (gdk_display_get_default ());
    return be_client ();
  }
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  add ("/ui/canvas-pen/pressure-and-tilt", test_pressure_and_tilt);
  add ("/ui/canvas-pen/without-axes", test_without_axes);
  add ("/ui/canvas-pen/backlog", test_backlog);
  add ("/ui/canvas-pen/eraser-and-buttons", test_eraser_and_buttons);
  add ("/ui/canvas-pen/fingers-and-wheel", test_fingers_and_wheel);
  return g_test_run ();
}
