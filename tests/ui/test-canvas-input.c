/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pointers on the canvas: who gets them, and what the view does. */

#include "pn-settings.h"
#include "pn-test-canvas.h"
#include "pn-test-gpu.h"
#include "pn-test-keys.h"
#include "pn-trace.h"

static void
set_up (PnTestCanvas *self, gconstpointer data)
{
  pn_test_canvas_init (self);
}

static void
tear_down (PnTestCanvas *self, gconstpointer data)
{
  g_settings_reset (pn_settings_get (), "press-from-pressure");
  pn_test_canvas_clear (self);
}

/* Places of the view, on the figure's body and arm. */
#define BODY PN_TEST_CANVAS_X + 60, PN_TEST_CANVAS_Y + 180
#define HAND PN_TEST_CANVAS_X + 240, PN_TEST_CANVAS_Y + 80

/* A click pins, a drag of the pin poses: one step each, whatever device it is. */
static void
test_drives_the_tool (PnTestCanvas *self, gconstpointer data)
{
  const PnPointerDevice devices[] = {PN_DEVICE_MOUSE, PN_DEVICE_PEN, PN_DEVICE_TOUCH};

  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, BODY);
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++) {
    guint n_steps = pn_test_canvas_n_steps (self), n_pins;

    pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_LEAVE, 0, 0);
    self->now_us += 2 * PN_POINTER_PALM_US;
    pn_test_canvas_click (self, devices[i], HAND);
    g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
    PnId pin = pn_view_get_pins (self->view, &n_pins)[0];
    g_assert_cmpuint (n_pins, ==, 1);
    pn_test_canvas_drag (self, devices[i], pn_vec2 (HAND), pn_vec2 (420, 220));
    g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 2);
    const PnLayerPose *pose =
        pn_editor_get_pose (self->editor, pn_view_get_active_layer (self->view));
    for (guint j = 0; j < pose->n_pins; j++)
      if (pose->pins[j].pin->id == pin)
        pn_test_assert_point (pose->pins[j].target_layer, 420 - PN_TEST_CANVAS_X,
                              220 - PN_TEST_CANVAS_Y);
    pn_editor_undo (self->editor);
    pn_editor_undo (self->editor);
    g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps);
  }
}

/* --- Ahead of a click. */

static gboolean
set_cb (gpointer flag)
{
  *(gboolean *)flag = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_set (gpointer flag)
{
  return *(gboolean *)flag;
}

static guint
count_solves (void)
{
  static PnTraceSpan spans[PN_TRACE_CAPACITY];
  size_t n_spans = pn_trace_read (spans, G_N_ELEMENTS (spans));
  guint n_solves = 0;

  for (size_t i = 0; i < n_spans; i++)
    n_solves += g_str_equal (spans[i].name, "rig.solve");
  return n_solves;
}

/* The poses that a new pin holds are found while nothing else is to be done, so that the click, at
 * ten keys, poses the artwork for what it shows and no more. */
static void
test_pin_ahead (PnTestCanvas *self, gconstpointer data)
{
  PnVec2 hand = pn_vec2 (HAND);
  gboolean has_nothing_to_do = FALSE;

  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, BODY);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, HAND);
  for (guint i = 0; i < 10; i++) {
    PnVec2 next = pn_vec2 (hand.x + 5, hand.y + 5);
    pn_view_set_playhead (self->view, i);
    pn_test_canvas_drag (self, PN_DEVICE_MOUSE, hand, next);
    hand = next;
  }
  g_idle_add_full (G_PRIORITY_LOW + 1, set_cb, &has_nothing_to_do, NULL);
  pn_test_wait (is_set, &has_nothing_to_do);

  guint n_steps = pn_test_canvas_n_steps (self);
  pn_trace_start ();
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, PN_TEST_CANVAS_X + 60, PN_TEST_CANVAS_Y + 120);
  pn_trace_stop ();
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
  g_assert_cmpuint (count_solves (), <=, 4);
}

static void
space (PnTestCanvas *self, gboolean is_down)
{
  if (is_down)
    pn_editor_hold_hand (self->editor);
  else
    g_assert_true (pn_editor_let_go_of_hand (self->editor));
}

/* The hand, held Space and the middle button move the view with the pointer, by as much, and touch
 * nothing. */
static void
test_pans (PnTestCanvas *self, gconstpointer data)
{
  guint n_steps = pn_test_canvas_n_steps (self);

  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  for (int way = 0; way < 3; way++) {
    PnVec2 held = pn_test_canvas_doc (self, BODY);

    if (way == 0)
      pn_view_set_tool (self->view, PN_VIEW_TOOL_HAND);
    if (way == 1)
      space (self, TRUE);
    if (way < 2) {
      pn_test_canvas_drag (self, PN_DEVICE_PEN, pn_vec2 (BODY), pn_vec2 (300, 111));
    } else {
      pn_canvas_pan_button (self->canvas, PN_POINTER_PRESS, pn_vec2 (BODY));
      pn_canvas_pan_button (self->canvas, PN_POINTER_MOTION, pn_vec2 (200, 100));
      pn_canvas_pan_button (self->canvas, PN_POINTER_MOTION, pn_vec2 (300, 111));
      pn_canvas_pan_button (self->canvas, PN_POINTER_RELEASE, pn_vec2 (300, 111));
    }
    pn_test_assert_point (pn_test_canvas_doc (self, 300, 111), held.x, held.y);
    if (way == 1)
      space (self, FALSE);
    pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  }
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps);
  g_assert_false (pn_canvas_is_moving (self->canvas) && self->canvas->input.mode != PN_CANVAS_IDLE);
}

/* A drag that began before Space was held stays what it was. */
static void
test_space_during_a_drag (PnTestCanvas *self, gconstpointer data)
{
  PnVec2 center = pn_view_get_center (self->view);

  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, HAND);
  guint n_steps = pn_test_canvas_n_steps (self);
  pn_test_canvas_send (self, PN_DEVICE_MOUSE, PN_POINTER_PRESS, HAND);
  pn_test_canvas_send (self, PN_DEVICE_MOUSE, PN_POINTER_MOTION, 380, 200);
  space (self, TRUE);
  pn_test_canvas_send (self, PN_DEVICE_MOUSE, PN_POINTER_MOTION, 370, 210);
  space (self, FALSE);
  pn_test_canvas_send (self, PN_DEVICE_MOUSE, PN_POINTER_RELEASE, 370, 210);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
  pn_test_assert_point (pn_view_get_center (self->view), center.x, center.y);
}

/* Clicks and drags of the zoom tool keep the document's point under where they were pressed. */
static void
test_zoom_tool (PnTestCanvas *self, gconstpointer data)
{
  PnVec2 held = pn_test_canvas_doc (self, BODY);

  pn_view_set_tool (self->view, PN_VIEW_TOOL_ZOOM);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, BODY);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self->view), 2, 1e-9);
  pn_test_assert_point (pn_test_canvas_doc (self, BODY), held.x, held.y);
  self->modifiers = PN_MODIFIER_ALT;
  pn_test_canvas_click (self, PN_DEVICE_PEN, BODY);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self->view), 1, 1e-9);
  self->modifiers = 0;
  pn_test_canvas_drag (self, PN_DEVICE_PEN, pn_vec2 (BODY), pn_vec2 (500, 100));
  g_assert_cmpfloat (pn_view_get_zoom (self->view), >, 2);
  pn_test_assert_point (pn_test_canvas_doc (self, BODY), held.x, held.y);
  pn_test_canvas_drag (self, PN_DEVICE_PEN, pn_vec2 (500, 100), pn_vec2 (BODY));
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self->view), 1, 1e-9);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, 1);
}

static void
touch (PnTestCanvas *self, int finger, PnPointerKind kind, double x, double y)
{
  PnCanvasSample sample = {
      .kind = kind, .device = PN_DEVICE_TOUCH, .place = {x, y}, .time_us = self->now_us += 4000};

  pn_canvas_touch (self->canvas, (GdkEventSequence *)(guintptr)(finger + 1), &sample);
}

/* Two fingers hold the two points of the document that they were put on. What the first of them had
 * begun is as if it had not been, and what stays when one is lifted does nothing. */
static void
test_two_fingers (PnTestCanvas *self, gconstpointer data)
{
  PnVec2 a = pn_test_canvas_doc (self, 200, 200), b = pn_test_canvas_doc (self, 300, 200);
  guint n_steps = pn_test_canvas_n_steps (self);

  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  touch (self, 0, PN_POINTER_PRESS, 200, 200);
  g_assert_true (pn_tool_is_busy (pn_editor_get_tool (self->editor)));
  touch (self, 1, PN_POINTER_PRESS, 300, 200);
  g_assert_false (pn_tool_is_busy (pn_editor_get_tool (self->editor)));
  for (int i = 1; i <= 20; i++) {
    touch (self, 0, PN_POINTER_MOTION, 200 - i * 5, 200 + i);
    touch (self, 1, PN_POINTER_MOTION, 300 + i * 5, 200 + i);
  }
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self->view), 3, 1e-3);
  g_assert_cmpfloat_with_epsilon (pn_test_canvas_doc (self, 100, 220).x, a.x, 0.1);
  g_assert_cmpfloat_with_epsilon (pn_test_canvas_doc (self, 400, 220).x, b.x, 0.1);
  g_assert_cmpfloat_with_epsilon (pn_test_canvas_doc (self, 400, 220).y, b.y, 0.1);
  touch (self, 1, PN_POINTER_RELEASE, 400, 220);
  double zoom = pn_view_get_zoom (self->view);
  touch (self, 0, PN_POINTER_MOTION, 500, 300);
  touch (self, 0, PN_POINTER_RELEASE, 500, 300);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self->view), zoom, 1e-12);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps);

  /* And one finger is the tool's again. */
  touch (self, 0, PN_POINTER_PRESS, 250, 220);
  touch (self, 0, PN_POINTER_RELEASE, 250, 220);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
}

/* BR56: neither a stroke nor a pan without a tip that went down; and the hand that holds the pen
 * moves nothing, with one finger or with two. */
static void
test_no_ghosts (PnTestCanvas *self, gconstpointer data)
{
  const PnViewTool tools[] = {PN_VIEW_TOOL_PUPPET, PN_VIEW_TOOL_HAND, PN_VIEW_TOOL_ZOOM};
  PnVec2 center = pn_view_get_center (self->view);
  guint n_steps = pn_test_canvas_n_steps (self);

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++) {
    pn_view_set_tool (self->view, tools[i]);
    for (int j = 0; j < 50; j++) /* hovering, which says that it presses */
      pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_MOTION, 100 + j * 7, 100 + j);
    pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_MOTION, 550, 350);
    touch (self, 0, PN_POINTER_PRESS, 200, 200);
    touch (self, 1, PN_POINTER_PRESS, 300, 200);
    for (int j = 0; j < 20; j++) {
      touch (self, 0, PN_POINTER_MOTION, 200 + j, 200);
      touch (self, 1, PN_POINTER_MOTION, 300 + 5 * j, 200);
    }
    touch (self, 0, PN_POINTER_RELEASE, 220, 200);
    touch (self, 1, PN_POINTER_RELEASE, 400, 200);
  }
  pn_test_assert_point (pn_view_get_center (self->view), center.x, center.y);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self->view), 1, 1e-12);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps);

  /* When the pen is away the fingers are fingers. */
  pn_view_set_tool (self->view, PN_VIEW_TOOL_HAND);
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_LEAVE, 550, 350);
  self->now_us += 2 * PN_POINTER_PALM_US;
  touch (self, 0, PN_POINTER_PRESS, 200, 200);
  touch (self, 0, PN_POINTER_MOTION, 250, 200);
  touch (self, 0, PN_POINTER_RELEASE, 250, 200);
  g_assert_cmpfloat_with_epsilon (pn_view_get_center (self->view).x, center.x - 50, 1e-6);
}

/* The setting, off by default, for compositors that never say that the tip went down. */
static void
test_press_from_pressure (PnTestCanvas *self, gconstpointer data)
{
  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  for (int on = 0; on < 2; on++) {
    PnCanvasSample sample = {.kind = PN_POINTER_MOTION,
                             .device = PN_DEVICE_PEN,
                             .place = {BODY},
                             .axes = PN_AXIS_PRESSURE,
                             .time_us = self->now_us};
    guint n_steps = pn_test_canvas_n_steps (self);

    g_settings_set_boolean (pn_settings_get (), "press-from-pressure", on);
    pn_canvas_sample (self->canvas, &sample);
    sample.pressure = 0.4;
    pn_canvas_sample (self->canvas, &sample);
    sample.pressure = 0;
    pn_canvas_sample (self->canvas, &sample);
    g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + (on ? 1 : 0));
  }
}

/* A sequence that the system takes away, or a canvas that goes from the screen, leaves nothing. */
static void
test_cancelled (PnTestCanvas *self, gconstpointer data)
{
  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  guint n_steps = pn_test_canvas_n_steps (self);
  const PnRoot *before = pn_view_get_root (self->view);

  for (int way = 0; way < 2; way++) {
    pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_PRESS, BODY);
    g_assert_false (pn_view_get_root (self->view) == before);
    if (way == 0)
      pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_CANCEL, BODY);
    else
      gtk_widget_set_visible (GTK_WIDGET (self->canvas), FALSE);
    g_assert_false (pn_tool_is_busy (pn_editor_get_tool (self->editor)));
    g_assert_true (pn_view_get_root (self->view) == before);
    g_assert_cmpint (self->canvas->input.mode, ==, PN_CANVAS_IDLE);
  }
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps);
}

#define add(path, test) g_test_add (path, PnTestCanvas, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_canvas_init_program (&argc, &argv);
  pn_test_gpu ();
  add ("/ui/canvas-input/drives-the-tool", test_drives_the_tool);
  add ("/ui/canvas-input/pin-ahead", test_pin_ahead);
  add ("/ui/canvas-input/pans", test_pans);
  add ("/ui/canvas-input/space-during-a-drag", test_space_during_a_drag);
  add ("/ui/canvas-input/zoom-tool", test_zoom_tool);
  add ("/ui/canvas-input/two-fingers", test_two_fingers);
  add ("/ui/canvas-input/no-ghosts", test_no_ghosts);
  add ("/ui/canvas-input/press-from-pressure", test_press_from_pressure);
  add ("/ui/canvas-input/cancelled", test_cancelled);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
