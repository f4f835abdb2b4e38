/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-gesture.h"
#include "pn-test-session.h"

/* What the history calls its steps. */

static void
set_up (PnTestSession *t)
{
  pn_test_session_init (t, 300, 240);
  g_autofree char *path = pn_test_draw (t->folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig = pn_test_run (
      t, "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'foot', 'x': 60, 'y': "
         "200}, {'name': 'hand', 'x': 245, 'y': 80}]}");
}

static char *
describe_last (PnTestSession *t)
{
  PnHistory *history = pn_session_get_history (t->session);
  guint n_done;
  pn_history_n_steps (history, &n_done);
  return pn_operation_describe_step (history, n_done - 1);
}

/* The object's name where there is one object, by its id too, and as it was. */
static void
test_one (void)
{
  static const struct {
    const char *operation, *expected;
  } cases[] = {
      {"{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 0, 'x': 9, 'y': 9}",
       "Move “hand”"},
      {"{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'x': 231, 'y': 82, 'space': 'rest'}",
       "Move the rest of “hand”"},
      {"{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'name': 'wrist'}", "Rename “hand”"},
      {"{'op': 'update_pin', 'layer': 'figure', 'pin': 'wrist', 'grip': 30}",
       "Change the grip of “wrist”"},
      {"{'op': 'set_layer', 'layer': 'figure', 'visible': false}", "Hide “figure”"},
      {"{'op': 'set_layer', 'layer': 'figure', 'visible': true}", "Show “figure”"},
      {"{'op': 'set_layer', 'layer': 'figure', 'scale_x': 2, 'scale_y': 2}", "Scale “figure”"},
      {"{'op': 'set_layer', 'layer': 'figure', 'scale_x': 1, 'opacity': 0.5}", "Change “figure”"},
      {"{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'rotation', 'keys': "
       "[{'frame': 0, 'value': 0}]}",
       "Key “figure”"},
      {"{'op': 'move_keyframes', 'delta': 2, 'keys': [{'target': 'layer.figure', 'property': "
       "'rotation'}]}",
       "Move keys of “figure”"},
      {"{'op': 'move_keyframes', 'delta': 2, 'keys': [{'target': 'layer.figure', 'property': "
       "'rotation'}, {'target': 'pin.wrist', 'property': 'position'}]}",
       "Move keys"},
      {"{'op': 'duplicate_layer', 'layers': ['figure']}", "Duplicate “figure”"},
      {"{'op': 'add_group', 'name': 'all', 'layers': ['figure', 'figure 2']}", "Group layers"},
      {"{'op': 'set_document', 'duration': 12}", "Change the document"},
      {"{'op': 'remove_layer', 'layer': 'all'}", "Delete “all”"},
  };
  PnTestSession t;

  set_up (&t);
  g_autofree char *rigged = describe_last (&t);
  g_assert_cmpstr (rigged, ==, "Rig “figure”");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (JsonNode) result = pn_test_run (&t, "%s", cases[i].operation);
    g_autofree char *text = describe_last (&t);
    g_assert_cmpstr (text, ==, cases[i].expected);
  }
  pn_test_session_clear (&t);
}

/* What was deleted has its name in the version before, whatever it is called now; a gesture of several
 * operations is one step. */
static void
test_ids (void)
{
  PnTestSession t;
  g_autoptr (GError) error = NULL;
  set_up (&t);
  const PnLayer *figure = pn_session_get_root (t.session)->layers.items[0];
  g_autofree char *layer = pn_id_to_string (figure->id);
  g_autofree char *pin = pn_id_to_string (((const PnPin *)figure->puppet->pins.items[1])->id);
  g_autoptr (JsonNode) deleted =
      pn_test_run (&t, "{'op': 'delete_pin', 'layer': '%s', 'pin': '%s'}", layer, pin);
  g_autofree char *text = describe_last (&t);
  g_assert_cmpstr (text, ==, "Delete “hand”");

  PnGesture *gesture = pn_gesture_begin (t.context, "move_pin");
  g_autoptr (JsonArray) operations = json_array_new ();
  static const char *const pins[] = {"foot", "foot"};
  for (gsize i = 0; i < G_N_ELEMENTS (pins); i++) {
    g_autofree char *operation = g_strdup_printf (
        "{'op': 'move_pin', 'layer': '%s', 'pin': '%s', 'frame': %d, 'x': 1, 'y': 2}", layer,
        pins[i], (int)i);
    json_array_add_object_element (operations, pn_test_operation (operation));
  }
  g_assert_true (pn_gesture_update_all (gesture, operations, &error));
  g_assert_true (pn_gesture_commit (gesture, &error));
  g_autofree char *moved = describe_last (&t);
  g_assert_cmpstr (moved, ==, "Move “foot”");
  pn_test_session_clear (&t);
}

/* A name is no format. */
static void
test_odd_name (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) renamed =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'figure', 'name': '100 %%s %%n'}");
  g_autoptr (JsonNode) hidden =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': '100 %%s %%n', 'visible': false}");
  g_autofree char *text = describe_last (&t);
  g_assert_cmpstr (text, ==, "Hide “100 %s %n”");
  pn_test_session_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/describe/one", test_one);
  g_test_add_func ("/ops/describe/ids", test_ids);
  g_test_add_func ("/ops/describe/odd-name", test_odd_name);
  return g_test_run ();
}
