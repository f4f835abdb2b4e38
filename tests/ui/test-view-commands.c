/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Looking at a document: zoom, turns, mirror, and the tools that move the view. */

#include <math.h>

#include "pn-canvas.h"
#include "pn-command-list.h"
#include "pn-test-gtk.h"
#include "pn-test-session.h"

typedef struct {
  PnTestSession base;
  PnEditor *editor;
  PnCommands *commands;
  PnView *view;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  pn_test_session_init (&self->base, 640, 480);
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->commands = pn_commands_new ();
  self->view = pn_editor_get_view (self->editor);
  pn_view_set_size (self->view, 800, 600);
  pn_commands_add (self->commands, pn_commands_view, self->editor);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->commands);
  g_assert_finalize_object (self->editor);
  pn_test_session_clear (&self->base);
}

static void
assert_zoom (Fixture *self, const char *command, double zoom)
{
  g_assert_true (pn_commands_run (self->commands, command));
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self->view), zoom, 1e-9);
}

/* From anywhere to the next number one would choose, and never beyond the ends. */
static void
test_zoom (Fixture *self, gconstpointer data)
{
  pn_view_set_zoom (self->view, 1.2345);
  assert_zoom (self, "zoom-in", 1.5);
  assert_zoom (self, "zoom-out", 1);
  pn_view_set_zoom (self->view, 0.999);
  assert_zoom (self, "zoom-out", 0.75);
  pn_view_set_zoom (self->view, 1.001);
  assert_zoom (self, "zoom-in", 1.5);
  for (int i = 0; i < 100; i++)
    pn_commands_run (self->commands, "zoom-in");
  assert_zoom (self, "zoom-in", PN_VIEW_ZOOM_MAX);
  for (int i = 0; i < 100; i++)
    pn_commands_run (self->commands, "zoom-out");
  assert_zoom (self, "zoom-out", PN_VIEW_ZOOM_MIN);
  assert_zoom (self, "zoom-100", 1);
}

/* The whole page, with its margin, wherever the view was and however it is turned. */
static void
test_fit (Fixture *self, gconstpointer data)
{
  for (int i = 0; i < 3; i++) {
    pn_view_set_center (self->view, pn_vec2 (5000, -300));
    pn_view_set_zoom (self->view, 17);
    pn_commands_run (self->commands, "zoom-fit");
    PnAffine map = pn_view_view_from_doc (self->view);
    PnBox box = pn_box_empty ();
    for (int corner = 0; corner < 4; corner++)
      pn_box_add_point (
          &box, pn_affine_apply (&map, pn_vec2 (corner & 1 ? 640 : 0, corner & 2 ? 480 : 0)));
    double margin = MIN (MIN (box.x0, box.y0), MIN (800 - box.x1, 600 - box.y1));
    g_assert_cmpfloat_with_epsilon (margin, PN_CANVAS_FIT_MARGIN, 1e-6);
    pn_commands_run (self->commands, i == 0 ? "turn-left" : "mirror-view");
  }
}

/* How far clockwise the page's upper edge is seen to be turned. */
static double
seen_turn (Fixture *self)
{
  PnAffine map = pn_view_view_from_doc (self->view);
  PnVec2 down = pn_affine_apply_vector (&map, pn_vec2 (0, 1));

  return atan2 (-down.x, down.y) * 180 / G_PI;
}

/* Right is clockwise on the screen, in a mirror too. */
static void
test_turns (Fixture *self, gconstpointer data)
{
  g_assert_false (pn_commands_run (self->commands, "turn-back"));
  pn_commands_run (self->commands, "turn-right");
  g_assert_cmpfloat_with_epsilon (seen_turn (self), 15, 1e-9);
  pn_commands_run (self->commands, "mirror-view");
  g_assert_cmpfloat_with_epsilon (seen_turn (self), -15, 1e-9);
  pn_commands_run (self->commands, "turn-right");
  pn_commands_run (self->commands, "turn-right");
  g_assert_cmpfloat_with_epsilon (seen_turn (self), 15, 1e-9);
  pn_commands_run (self->commands, "turn-left");
  g_assert_cmpfloat_with_epsilon (seen_turn (self), 0, 1e-9);
  pn_commands_run (self->commands, "turn-left");
  g_assert_true (pn_commands_run (self->commands, "turn-back"));
  g_assert_cmpfloat_with_epsilon (seen_turn (self), 0, 1e-9);
  g_assert_true (pn_view_get_mirrored (self->view));
}

/* Hand and zoom leave the document's tool what it is: its pins stay to be seen. */
static void
test_tools_of_the_view (Fixture *self, gconstpointer data)
{
  pn_commands_run (self->commands, "tool-puppet");
  PnTool *puppet = pn_editor_get_tool (self->editor);
  g_autofree char *hint = pn_editor_get_hint (self->editor);

  pn_commands_run (self->commands, "tool-hand");
  g_autofree char *hand = pn_editor_get_hint (self->editor);
  g_assert_true (pn_editor_get_tool (self->editor) == puppet);
  pn_commands_run (self->commands, "tool-zoom");
  g_autofree char *zoom = pn_editor_get_hint (self->editor);
  g_assert_true (pn_editor_get_tool (self->editor) == puppet);
  g_assert_cmpstr (hand, !=, hint);
  g_assert_cmpstr (zoom, !=, hint);
  g_assert_cmpstr (zoom, !=, hand);
  pn_commands_run (self->commands, "tool-select");
  g_assert_false (pn_editor_get_tool (self->editor) == puppet);
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  add ("/ui/view-commands/zoom", test_zoom);
  add ("/ui/view-commands/fit", test_fit);
  add ("/ui/view-commands/turns", test_turns);
  add ("/ui/view-commands/tools-of-the-view", test_tools_of_the_view);
  return g_test_run ();
}
