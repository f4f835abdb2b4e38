/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-gesture.h"

#include "pn-test-session.h"

#define N_EVENTS 200

typedef struct {
  PnTestSession base;
  char *layer, *pin;
} Fixture;

static void
set_up (Fixture *self)
{
  pn_test_session_init (&self->base, 300, 240);
  g_autofree char *path =
      pn_test_draw (self->base.folder, "figure.png", 280, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", path);
  self->layer = g_strdup (pn_test_member (image, "layer"));
  g_autoptr (JsonNode) rig =
      pn_test_run (&self->base,
                   "{'op': 'create_puppet_rig', 'layer': '%s', 'mesh': {'density': 6}, "
                   "'pins': [{'x': 60, 'y': 180}, {'x': 240, 'y': 80, 'name': 'hand'}]}",
                   self->layer);
  self->pin = g_strdup ("hand");
}

static void
tear_down (Fixture *self)
{
  g_free (self->layer);
  g_free (self->pin);
  pn_test_session_clear (&self->base);
}

static PnHistory *
history_of (Fixture *self)
{
  return pn_session_get_history (self->base.session);
}

static JsonObject *
move_to (Fixture *self, const char *pin, double x, double y)
{
  JsonObject *operation = json_object_new ();

  json_object_set_string_member (operation, "op", "move_pin");
  json_object_set_string_member (operation, "layer", self->layer);
  json_object_set_string_member (operation, "pin", pin);
  json_object_set_double_member (operation, "frame", 10);
  json_object_set_double_member (operation, "x", x);
  json_object_set_double_member (operation, "y", y);
  return operation;
}

static void
update (Fixture *self, PnGesture *gesture, double x, double y)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) operation = move_to (self, self->pin, x, y);

  g_assert_true (pn_gesture_update (gesture, operation, &error));
  g_assert_no_error (error);
}

/* However many events: one step, whose bytes are those of one operation with the last place. */
static void
test_drag (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;

  set_up (&self);
  guint n_before = pn_history_n_steps (history_of (&self), NULL);
  g_autofree char *before = pn_test_bytes (&self.base);
  PnGesture *gesture = pn_gesture_begin (self.base.context, "move_pin");
  for (int i = 0; i < N_EVENTS; i++) {
    update (&self, gesture, 240 - 0.25 * i, 80 + 0.5 * i);
    g_assert_cmpuint (pn_history_n_steps (history_of (&self), NULL), ==, n_before);
  }
  update (&self, gesture, 200, 120);
  g_assert_cmpuint (pn_gesture_n_results (gesture), ==, 1);
  g_assert_cmpint (json_object_get_int_member (
                       json_node_get_object (pn_gesture_get_result (gesture, 0)), "keys"),
                   ==, 1);
  g_assert_true (pn_gesture_commit (gesture, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (pn_history_n_steps (history_of (&self), NULL), ==, n_before + 1);
  g_autofree char *after = pn_test_bytes (&self.base);

  JsonObject *arguments =
      json_node_get_object (pn_history_step_arguments (history_of (&self), n_before));
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (arguments, "x"), 200, 1e-12);
  g_assert_false (json_object_has_member (arguments, "op"));

  g_assert_true (pn_history_undo (history_of (&self), &error));
  g_autofree char *undone = pn_test_bytes (&self.base);
  g_assert_cmpstr (undone, ==, before);
  g_autoptr (JsonNode) at_once = pn_test_run (
      &self.base,
      "{'op': 'move_pin', 'layer': '%s', 'pin': 'hand', 'frame': 10, 'x': 200, 'y': 120}",
      self.layer);
  g_autofree char *in_one = pn_test_bytes (&self.base);
  g_assert_cmpstr (in_one, ==, after);
  tear_down (&self);
}

/* The root before comes back: not one like it, that one. */
static void
test_cancel (void)
{
  Fixture self;

  set_up (&self);
  const PnRoot *before = pn_session_get_root (self.base.session);
  guint n_before = pn_history_n_steps (history_of (&self), NULL);
  PnGesture *gesture = pn_gesture_begin (self.base.context, "move_pin");
  update (&self, gesture, 200, 120);
  g_assert_true (pn_session_get_root (self.base.session) != before);
  pn_gesture_cancel (gesture);
  g_assert_true (pn_session_get_root (self.base.session) == before);
  g_assert_cmpuint (pn_history_n_steps (history_of (&self), NULL), ==, n_before);
  g_assert_false (pn_history_is_open (history_of (&self)));
  tear_down (&self);
}

/* Nothing happened: no step. */
static void
test_empty (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;

  set_up (&self);
  guint n_before = pn_history_n_steps (history_of (&self), NULL);
  PnGesture *gesture = pn_gesture_begin (self.base.context, "move_pin");
  g_assert_true (pn_gesture_commit (gesture, &error));
  g_assert_cmpuint (pn_history_n_steps (history_of (&self), NULL), ==, n_before);
  tear_down (&self);
}

/* A refused update leaves what the last one showed, and its arguments. */
static void
test_refused (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;

  set_up (&self);
  PnGesture *gesture = pn_gesture_begin (self.base.context, "move_pin");
  update (&self, gesture, 200, 120);
  const PnRoot *shown = pn_session_get_root (self.base.session);

  g_autoptr (JsonObject) nobody = move_to (&self, "nobody", 1, 1);
  g_assert_false (pn_gesture_update (gesture, nobody, &error));
  g_assert_error (error, PN_OPS_ERROR, PN_OPS_ERROR_REFUSED);
  g_assert_true (pn_session_get_root (self.base.session) == shown);
  g_clear_error (&error);

  /* All of several, or none. */
  g_autoptr (JsonArray) both = json_array_new ();
  json_array_add_object_element (both, move_to (&self, "hand", 5, 5));
  json_array_add_object_element (both, move_to (&self, "nobody", 1, 1));
  g_assert_false (pn_gesture_update_all (gesture, both, &error));
  g_assert_true (pn_session_get_root (self.base.session) == shown);
  g_clear_error (&error);

  g_autoptr (JsonObject) undo = pn_test_operation ("{'op': 'undo'}");
  g_assert_false (pn_gesture_update (gesture, undo, &error));
  g_assert_error (error, PN_OPS_ERROR, PN_OPS_ERROR_REFUSED);
  g_clear_error (&error);

  g_assert_true (pn_gesture_commit (gesture, &error));
  guint current;
  pn_history_n_steps (history_of (&self), &current);
  JsonObject *arguments =
      json_node_get_object (pn_history_step_arguments (history_of (&self), current - 1));
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (arguments, "x"), 200, 1e-12);
  tear_down (&self);
}

/* Several operations are one step, each done on what the one before it made. */
static void
test_several (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;

  set_up (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  guint n_before = pn_history_n_steps (history_of (&self), NULL);
  PnGesture *gesture = pn_gesture_begin (self.base.context, "move_pin");
  g_autoptr (JsonArray) both = json_array_new ();
  json_array_add_object_element (both, move_to (&self, "hand", 230, 90));
  json_array_add_object_element (both, move_to (&self, "Pin 1", 70, 170));
  for (int i = 0; i < 3; i++)
    g_assert_true (pn_gesture_update_all (gesture, both, &error));
  g_assert_cmpuint (pn_gesture_n_results (gesture), ==, 2);
  g_assert_true (pn_gesture_commit (gesture, &error));
  g_assert_cmpuint (pn_history_n_steps (history_of (&self), NULL), ==, n_before + 1);
  g_assert_cmpuint (pn_session_get_root (self.base.session)->tracks.n_items, ==, 2);
  g_autofree char *after = pn_test_bytes (&self.base);

  g_assert_true (pn_history_undo (history_of (&self), &error));
  g_autofree char *undone = pn_test_bytes (&self.base);
  g_assert_cmpstr (undone, ==, before);
  g_assert_true (pn_history_redo (history_of (&self), &error));
  g_autofree char *redone = pn_test_bytes (&self.base);
  g_assert_cmpstr (redone, ==, after);
  tear_down (&self);
}

/* A node made in an update has the same id in the next, and ids are not used up by a cancelled
 * one. */
static void
test_same_id (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *first = NULL;

  set_up (&self);
  text = g_strdup_printf ("{'op': 'add_pin', 'layer': '%s', 'x': 60, 'y': 60}", self.layer);
  g_autoptr (JsonObject) add = pn_test_operation (text);
  for (int i = 0; i < 3; i++) {
    PnGesture *gesture = pn_gesture_begin (self.base.context, "add_pin");
    for (int j = 0; j < 2; j++) {
      g_assert_true (pn_gesture_update (gesture, add, &error));
      const char *pin = pn_test_member (pn_gesture_get_result (gesture, 0), "pin");
      if (first == NULL)
        first = g_strdup (pin);
      g_assert_cmpstr (pin, ==, first);
    }
    pn_gesture_cancel (gesture);
  }
  tear_down (&self);
}

/* Whatever else would change the document meanwhile is refused; looking is not. */
static void
test_meanwhile (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;

  set_up (&self);
  PnGesture *gesture = pn_gesture_begin (self.base.context, "move_pin");
  update (&self, gesture, 200, 120);
  static const char *const others[] = {"{'op': 'undo'}", "{'op': 'add_group'}",
                                       "{'op': 'save', 'path': '/nowhere/a.pantin'}"};
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autofree char *message = pn_test_refused (&self.base, PN_OPS_ERROR_REFUSED, others[i]);
    g_assert_nonnull (strstr (message, "Escape"));
  }
  g_autoptr (JsonNode) list =
      pn_test_run (&self.base, "{'op': 'list_pins', 'layer': '%s'}", self.layer);
  g_assert_true (pn_gesture_commit (gesture, &error));
  tear_down (&self);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/gesture/drag", test_drag);
  g_test_add_func ("/ops/gesture/cancel", test_cancel);
  g_test_add_func ("/ops/gesture/empty", test_empty);
  g_test_add_func ("/ops/gesture/refused", test_refused);
  g_test_add_func ("/ops/gesture/several", test_several);
  g_test_add_func ("/ops/gesture/same-id", test_same_id);
  g_test_add_func ("/ops/gesture/meanwhile", test_meanwhile);
  return g_test_run ();
}
