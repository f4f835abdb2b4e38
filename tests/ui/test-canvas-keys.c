/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The canvas by keyboard: commands, numbers typed during a drag. */

#include "pn-test-canvas.h"
#include "pn-test-gpu.h"

/* Places of the view, on the figure's body and arm; and of the document. */
#define BODY PN_TEST_CANVAS_X + 60, PN_TEST_CANVAS_Y + 180
#define HAND PN_TEST_CANVAS_X + 240, PN_TEST_CANVAS_Y + 80
#define FREE PN_TEST_CANVAS_X + 60, PN_TEST_CANVAS_Y + 120
#define HAND_X 240
#define HAND_Y 80

static void
set_up (PnTestCanvas *self, gconstpointer data)
{
  pn_test_canvas_init (self);
  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, BODY);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, HAND);
}

static void
tear_down (PnTestCanvas *self, gconstpointer data)
{
  pn_test_canvas_clear (self);
}

/* Where the pin that is selected is put. */
static PnVec2
get_place (PnTestCanvas *self)
{
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (pn_editor_get_tool (self->editor), &n_handles);

  for (guint i = 0; i < n_handles; i++)
    if (handles[i].kind == PN_HANDLE_PIN && (handles[i].state & PN_HANDLE_SELECTED))
      return handles[i].position_doc;
  return pn_vec2 (G_MAXDOUBLE, 0);
}

static void
run (PnTestCanvas *self, const char *command)
{
  g_assert_true (pn_commands_run (self->commands, command));
}

/* By so many document px, in the direction that is seen, however the view lies. */
static void
test_nudge (PnTestCanvas *self, gconstpointer data)
{
  guint n_steps = pn_test_canvas_n_steps (self);

  run (self, "nudge-right");
  pn_test_assert_point (get_place (self), HAND_X + 1, HAND_Y);
  run (self, "nudge-down-far");
  pn_test_assert_point (get_place (self), HAND_X + 1, HAND_Y + 10);
  run (self, "nudge-left-near");
  pn_test_assert_point (get_place (self), HAND_X + 0.9, HAND_Y + 10);
  /* One after the other they are one step. */
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
  pn_editor_undo (self->editor);
  pn_test_assert_point (get_place (self), HAND_X, HAND_Y);

  pn_view_set_rotation (self->view, 90);
  pn_view_set_zoom (self->view, 3);
  run (self, "nudge-right"); /* which is up, in the document */
  pn_test_assert_point (get_place (self), HAND_X, HAND_Y - 1);
  pn_view_set_rotation (self->view, 0);
  pn_view_set_mirrored (self->view, TRUE);
  run (self, "nudge-left-far");
  pn_test_assert_point (get_place (self), HAND_X + 10, HAND_Y - 1);
}

/* Clockwise as it is seen, a degree at a time. */
static void
test_turn (PnTestCanvas *self, gconstpointer data)
{
  pn_view_set_tool (self->view, PN_VIEW_TOOL_SELECT);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, BODY);
  PnId layer = pn_view_get_active_layer (self->view);
  g_assert_cmpuint (layer, !=, 0);
  run (self, "canvas-turn-right");
  run (self, "canvas-turn-right");
  const PnAffine *map = &pn_editor_get_pose (self->editor, layer)->doc_from_layer;
  g_assert_cmpfloat_with_epsilon (atan2 (map->yx, map->xx), 2 * G_PI / 180, 1e-9);
  pn_view_set_mirrored (self->view, TRUE);
  run (self, "canvas-turn-right");
  map = &pn_editor_get_pose (self->editor, layer)->doc_from_layer;
  g_assert_cmpfloat_with_epsilon (atan2 (map->yx, map->xx), 1 * G_PI / 180, 1e-9);
  run (self, "canvas-larger");
  map = &pn_editor_get_pose (self->editor, layer)->doc_from_layer;
  g_assert_cmpfloat_with_epsilon (hypot (map->yx, map->xx), 1.01, 1e-9);
  run (self, "canvas-smaller");
  map = &pn_editor_get_pose (self->editor, layer)->doc_from_layer;
  g_assert_cmpfloat_with_epsilon (hypot (map->yx, map->xx), 1, 1e-9);
}

static gboolean
type (PnTestCanvas *self, const guint *keys)
{
  gboolean are_ours = TRUE;

  for (; *keys != 0; keys++)
    are_ours &= pn_canvas_type (self->canvas, *keys, 0);
  return are_ours;
}

static void
begin_drag (PnTestCanvas *self)
{
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_PRESS, HAND);
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_MOTION, PN_TEST_CANVAS_X + 240 + 30,
                       PN_TEST_CANVAS_Y + 80 + 40);
}

/* Drag, 12.5, Return: so far in the direction of the drag, with a comma or a dot, corrected on the
 * way; and the next drag begins without a number. */
static void
test_amount (PnTestCanvas *self, gconstpointer data)
{
  guint n_steps = pn_test_canvas_n_steps (self);
  const guint keys[] = {GDK_KEY_1,     GDK_KEY_3,      GDK_KEY_BackSpace, GDK_KEY_KP_2,
                        GDK_KEY_comma, GDK_KEY_period, GDK_KEY_5,         0};
  const guint others[] = {GDK_KEY_minus, GDK_KEY_1, GDK_KEY_KP_Separator, GDK_KEY_KP_5, 0};

  begin_drag (self);
  g_assert_true (type (self, keys));
  pn_test_assert_point (get_place (self), HAND_X + 7.5, HAND_Y + 10);
  g_assert_nonnull (strstr (self->message, "12.5"));
  /* What the hand does meanwhile is nothing. */
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_MOTION, 500, 300);
  run (self, "canvas-finish");
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_RELEASE, 500, 300);
  pn_test_assert_point (get_place (self), HAND_X + 7.5, HAND_Y + 10);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
  pn_editor_undo (self->editor);

  begin_drag (self);
  g_assert_true (type (self, others));
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_RELEASE, 500, 300);
  pn_test_assert_point (get_place (self), HAND_X - 0.9, HAND_Y - 1.2);

  /* Without a drag these keys are shortcuts. */
  g_assert_false (type (self, keys));
}

/* Escape puts back the very version there was. */
static void
test_escape (PnTestCanvas *self, gconstpointer data)
{
  const PnRoot *before = pn_view_get_root (self->view);
  guint n_steps = pn_test_canvas_n_steps (self);

  begin_drag (self);
  g_assert_false (pn_view_get_root (self->view) == before);
  run (self, "canvas-cancel");
  g_assert_true (pn_view_get_root (self->view) == before);
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_MOTION, 500, 300);
  pn_test_canvas_send (self, PN_DEVICE_PEN, PN_POINTER_RELEASE, 500, 300);
  g_assert_true (pn_view_get_root (self->view) == before);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps);
}

/* With nothing under way a preview goes, and then what is selected; so the keyboard's place can be
 * moved again. */
static void
test_escape_at_rest (PnTestCanvas *self, gconstpointer data)
{
  guint n_pins, n_layers;
  PnVec2 cursor = pn_view_get_cursor (self->view);

  run (self, "nudge-right");
  pn_view_set_auto_key (self->view, FALSE);
  run (self, "nudge-right");
  g_assert_true (pn_view_has_preview (self->view));
  run (self, "canvas-cancel");
  g_assert_false (pn_view_has_preview (self->view));
  pn_view_get_pins (self->view, &n_pins);
  g_assert_cmpuint (n_pins, ==, 1);
  run (self, "canvas-cancel");
  pn_view_get_pins (self->view, &n_pins);
  pn_view_get_layers (self->view, &n_layers);
  g_assert_cmpuint (n_pins + n_layers, ==, 0);
  run (self, "nudge-right");
  pn_test_assert_point (pn_view_get_cursor (self->view), cursor.x + 1, cursor.y);
}

/* Pins made, walked over, renamed and deleted without a pointer. */
static void
test_by_keyboard_alone (PnTestCanvas *self, gconstpointer data)
{
  guint n_pins;

  run (self, "canvas-next");
  PnVec2 first = get_place (self);
  run (self, "canvas-next");
  PnVec2 second = get_place (self);
  g_assert_cmpfloat (fabs (first.x - second.x), >, 100);
  run (self, "canvas-previous");
  pn_test_assert_point (get_place (self), first.x, first.y);

  pn_view_clear_selection (self->view);
  g_assert_false (pn_commands_run (self->commands, "canvas-delete"));
  g_assert_false (pn_commands_run (self->commands, "canvas-rename"));
  for (int i = 0; i < 3; i++)
    run (self, "nudge-up-far"); /* the keyboard's place */
  guint n_steps = pn_test_canvas_n_steps (self);
  run (self, "canvas-insert");
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
  pn_test_assert_point (get_place (self), first.x, first.y - 30);
  run (self, "canvas-delete");
  pn_view_get_pins (self->view, &n_pins);
  g_assert_cmpuint (n_pins, ==, 0);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 2);
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  if (GTK_IS_ENTRY (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *entry = find_entry (child);
    if (entry != NULL)
      return entry;
  }
  return NULL;
}

/* In place: the old name is there, Return gives the new one and the keyboard back to the canvas;
 * what closes without it changes nothing. */
static void
test_rename (PnTestCanvas *self, gconstpointer data)
{
  guint n_steps = pn_test_canvas_n_steps (self);

  run (self, "canvas-rename");
  pn_test_canvas_settle (self);
  gtk_popover_popdown (GTK_POPOVER (self->canvas->popover));
  pn_test_canvas_settle (self);
  g_assert_null (self->canvas->popover);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps);

  run (self, "canvas-rename");
  pn_test_canvas_settle (self);
  GtkWidget *entry = find_entry (self->canvas->popover);
  g_assert_nonnull (pn_test_canvas_handle (self, gtk_editable_get_text (GTK_EDITABLE (entry))));
  gtk_test_accessible_assert_property (entry, GTK_ACCESSIBLE_PROPERTY_LABEL, "Name");
  gtk_editable_set_text (GTK_EDITABLE (entry), "  left hand ");
  g_signal_emit_by_name (entry, "activate");
  pn_test_canvas_settle (self);
  g_assert_null (self->canvas->popover);
  g_assert_nonnull (pn_test_canvas_handle (self, "left hand"));
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
}

/* The menu is about what is under the pointer, and goes again. */
static void
test_menu (PnTestCanvas *self, gconstpointer data)
{
  guint n_pins;
  PnId hand = pn_view_get_pins (self->view, &n_pins)[0];

  pn_test_canvas_send (self, PN_DEVICE_MOUSE, PN_POINTER_HOVER, BODY);
  pn_canvas_show_menu (self->canvas, pn_vec2 (BODY));
  g_assert_cmpuint (pn_view_get_pins (self->view, &n_pins)[0], !=, hand);
  g_assert_nonnull (self->canvas->popover);
  pn_test_canvas_settle (self);
  gtk_popover_popdown (GTK_POPOVER (self->canvas->popover));
  pn_test_canvas_settle (self);
  g_assert_null (self->canvas->popover);
}

#define add(path, test) g_test_add (path, PnTestCanvas, NULL, set_up, test, tear_down)

/* An edit from elsewhere, and a save, find nothing half done: what is erased is, and a press that is
 * no drag yet leaves no pin. */
static void
test_edit_during_a_press (PnTestCanvas *self, gconstpointer data)
{
  PnHistory *history = pn_editor_get_history (self->editor);
  guint n_steps = pn_test_canvas_n_steps (self);

  pn_test_canvas_send (self, PN_DEVICE_MOUSE, PN_POINTER_PRESS, FREE);
  g_assert_true (pn_history_is_open (history));
  JsonObject *operation = pn_operation_new ("set_document");
  json_object_set_double_member (operation, "duration", 30);
  g_assert_true (pn_editor_run (self->editor, operation, NULL));
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);
  pn_test_canvas_send (self, PN_DEVICE_MOUSE, PN_POINTER_RELEASE, FREE);
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 1);

  pn_test_canvas_send (self, PN_DEVICE_ERASER, PN_POINTER_PRESS, HAND);
  g_assert_true (pn_history_is_open (history));
  pn_editor_end_gestures (self->editor);
  g_assert_false (pn_history_is_open (history));
  g_assert_cmpuint (pn_test_canvas_n_steps (self), ==, n_steps + 2);
}

int
main (int argc, char **argv)
{
  pn_test_canvas_init_program (&argc, &argv);
  pn_test_gpu ();
  add ("/ui/canvas-keys/nudge", test_nudge);
  add ("/ui/canvas-keys/turn", test_turn);
  add ("/ui/canvas-keys/amount", test_amount);
  add ("/ui/canvas-keys/escape", test_escape);
  add ("/ui/canvas-keys/escape-at-rest", test_escape_at_rest);
  add ("/ui/canvas-keys/by-keyboard-alone", test_by_keyboard_alone);
  add ("/ui/canvas-keys/rename", test_rename);
  add ("/ui/canvas-keys/menu", test_menu);
  add ("/ui/canvas-keys/edit-during-a-press", test_edit_during_a_press);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
