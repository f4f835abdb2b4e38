/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-test-bits.h"
#include "pn-test-session.h"
#include "pn-test-undo.h"

/* The stack of layers: order, groups, copies. What is seen stays where it is. */

#define NEAR 1e-9

/* figure, and the groups a and b, of which a is turned, scaled and moved. */
static void
set_up (PnTestSession *t)
{
  pn_test_session_init (t, 300, 240);
  g_autofree char *path = pn_test_draw (t->folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) a = pn_test_run (t, "{'op': 'add_group', 'name': 'a'}");
  g_autoptr (JsonNode) b = pn_test_run (t, "{'op': 'add_group', 'name': 'b'}");
  g_autoptr (JsonNode) turned = pn_test_run (
      t, "{'op': 'set_layer', 'layer': 'a', 'position': [100, 50], 'rotation': 30, 'scale_x': 2, "
         "'scale_y': 2}");
}

static void
add_rig (PnTestSession *t)
{
  g_autoptr (JsonNode) rig = pn_test_run (
      t, "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'foot', 'x': 60, 'y': "
         "200}, {'name': 'hand', 'x': 245, 'y': 80}]}");
  g_autoptr (JsonNode) keys = pn_test_run (
      t, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'keys': "
         "[{'frame': 0, 'x': 245, 'y': 80}, {'frame': 12, 'x': 215, 'y': 20, 'ease': 'in-out'}]}");
}

static void
list_layers (const PnNodeList *layers, GString *text)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", layer->name);
    if (layer->kind == PN_LAYER_GROUP) {
      g_string_append_c (text, '(');
      list_layers (&layer->children, text);
      g_string_append_c (text, ')');
    }
  }
}

static void
assert_stack (PnTestSession *t, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  list_layers (&pn_session_get_root (t->session)->layers, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static PnAffine
map_of (PnTestSession *t, const char *name, double frame)
{
  g_autoptr (PnFrame) posed = pn_test_pose (t, frame);
  return pn_test_layer_pose (posed, name)->doc_from_layer;
}

static double
distance (const PnAffine *one, const PnAffine *other)
{
  const double *a = &one->xx, *b = &other->xx;
  double sum = 0;

  for (int i = 0; i < 6; i++)
    sum += fabs (a[i] - b[i]);
  return sum;
}

static void
test_undo_of_each (void)
{
  static const char *const script[] = {
      "{'op': 'duplicate_layer', 'layers': ['figure']}",
      "{'op': 'move_layer', 'layers': ['figure', 'figure 2'], 'group': 'a', 'index': 0}",
      "{'op': 'move_layer', 'layers': ['figure 2'], 'group': 'b', 'frame': 6}",
      "{'op': 'ungroup', 'layer': 'a'}",
      "{'op': 'duplicate_layer', 'layers': ['b']}",
      "{'op': 'remove_layer', 'layer': 'b 2'}",
      ("{'op': 'set_layer', 'layer': 'figure', 'key': true, 'frame': 4, 'rotation': 12, "
       "'position': [3, 4]}"),
      "{'op': 'move_layer', 'layers': ['figure']}",
      "{'op': 'remove_layer', 'layers': ['b', 'figure 2', 'figure']}",
  };
  PnTestSession t;

  set_up (&t);
  add_rig (&t);
  pn_test_undo_each (&t, script, G_N_ELEMENTS (script));
  pn_test_session_clear (&t);
}

/* "index" counts without what is moved, whose order stays, whatever that of the names. */
static void
test_order (void)
{
  static const struct {
    const char *layers;
    int index;
    const char *expected;
  } cases[] = {
      {"'b', 'figure'", 1, "a() figure b()"},      {"'figure', 'b'", 0, "figure b() a()"},
      {"'figure'", 1, "a() figure b()"},           {"'a', 'figure'", 1, "b() figure a()"},
      {"'figure'", 99, "a() b() figure"},          {"'b'", 0, "b() figure a()"},
      {"'figure', 'a', 'b'", 1, "figure a() b()"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PnTestSession t;
    set_up (&t);
    g_autoptr (JsonNode) moved = pn_test_run (
        &t, "{'op': 'move_layer', 'layers': [%s], 'index': %d}", cases[i].layers, cases[i].index);
    assert_stack (&t, cases[i].expected);
    pn_test_session_clear (&t);
  }
}

/* What lies there already makes no step. */
static void
test_nothing_moved (void)
{
  PnTestSession t;
  set_up (&t);
  const PnRoot *before = pn_session_get_root (t.session);
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['a', 'b'], 'index': 1}");
  g_assert_true (pn_session_get_root (t.session) == before);
  pn_test_session_clear (&t);
}

/* Into a group that turns, scales and moves, and out of it: at every frame, keys and all. */
static void
test_stays_where_it_is_seen (void)
{
  static const char *const groups[] = {
      "'position': [100, 50], 'rotation': 30, 'scale_x': 2, 'scale_y': 2",
      "'position': [-20, 8], 'rotation': 200, 'scale_x': -0.5, 'scale_y': 0.5",
      "'position': [7, 0], 'rotation': 0, 'scale_x': 3, 'scale_y': -3",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++) {
    PnTestSession t;
    set_up (&t);
    g_autoptr (JsonNode) group =
        pn_test_run (&t, "{'op': 'set_layer', 'layer': 'a', %s}", groups[i]);
    g_autoptr (JsonNode) turned =
        pn_test_run (&t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': "
                         "'rotation', 'keys': [{'frame': 0, 'value': 370}, "
                         "{'frame': 10, 'value': -45}]}");
    g_autoptr (JsonNode) scaled =
        pn_test_run (&t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': "
                         "'scale_y', 'keys': [{'frame': 0, 'value': 0}, "
                         "{'frame': 10, 'value': 1.5}]}");
    g_autoptr (JsonNode) placed =
        pn_test_run (&t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': "
                         "'position', 'keys': [{'frame': 0, 'x': 1, 'y': 2, 'ease': [0.1, 0.9, "
                         "0.4, 1]}, {'frame': 10, 'x': 50, 'y': 60}]}");
    PnAffine at_3 = map_of (&t, "figure", 3), at_8 = map_of (&t, "figure", 8);
    g_autoptr (JsonNode) in = pn_test_run (
        &t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'a', 'index': 0, 'frame': 5}");
    g_assert_false (json_object_has_member (json_node_get_object (in), "notices"));
    assert_stack (&t, "a(figure) b()");
    PnAffine in_3 = map_of (&t, "figure", 3), in_8 = map_of (&t, "figure", 8);
    g_assert_cmpfloat (distance (&at_3, &in_3), <, NEAR);
    g_assert_cmpfloat (distance (&at_8, &in_8), <, NEAR);
    g_autoptr (JsonNode) out = pn_test_run (&t, "{'op': 'ungroup', 'layer': 'a'}");
    assert_stack (&t, "figure b()");
    PnAffine out_3 = map_of (&t, "figure", 3), out_8 = map_of (&t, "figure", 8);
    g_assert_cmpfloat (distance (&at_3, &out_3), <, NEAR);
    g_assert_cmpfloat (distance (&at_8, &out_8), <, NEAR);
    pn_test_session_clear (&t);
  }
}

/* A group that only lies elsewhere changes no digit of what else a layer has. */
static void
test_shifted_group (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) set =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'figure', 'rotation': 725.3, 'scale_x': 1.1}");
  g_autoptr (JsonNode) shifted =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'b', 'position': [0.1, 0.2]}");
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'b'}");
  const PnLayer *group = pn_session_get_root (t.session)->layers.items[1];
  const PnLayer *figure = group->children.items[0];
  const double expected[] = {725.3, 1.1, 1},
               got[] = {figure->rotation_deg, figure->scale_x, figure->scale_y};
  g_assert_cmpmem (got, sizeof got, expected, sizeof expected);
  pn_test_session_clear (&t);
}

static const char *
first_notice (JsonNode *result)
{
  return json_array_get_string_element (
      json_object_get_array_member (json_node_get_object (result), "notices"), 0);
}

/* A layer cannot be slanted: it lies where it lay, and that it looks different is said. */
static void
test_slanted (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) uneven =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'a', 'scale_x': 4, 'rotation': 0}");
  g_autoptr (JsonNode) turned =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'figure', 'rotation': 30}");
  PnAffine before = map_of (&t, "figure", 0);
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'a'}");
  g_assert_nonnull (strstr (first_notice (moved), "slanted"));
  PnAffine after = map_of (&t, "figure", 0);
  PnVec2 pivot = {150, 120};
  PnVec2 was = pn_affine_apply (&before, pivot), is = pn_affine_apply (&after, pivot);
  g_assert_cmpfloat (fabs (was.x - is.x) + fabs (was.y - is.y), <, NEAR);
  g_assert_cmpfloat (distance (&before, &after), >, 0.1);
  pn_test_session_clear (&t);
}

/* Into a group that moves: what is seen at the frame stays, and that it moves now is said. */
static void
test_moving_group (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) moving = pn_test_run (
      &t, "{'op': 'set_keyframes', 'target': 'layer.b', 'property': 'position', 'keys': "
          "[{'frame': 0, 'x': 0, 'y': 0}, {'frame': 10, 'x': 100, 'y': 0}]}");
  PnAffine at_4 = map_of (&t, "figure", 4), at_9 = map_of (&t, "figure", 9);
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'b', 'frame': 4}");
  g_assert_nonnull (strstr (first_notice (moved), "frame 4"));
  PnAffine after_4 = map_of (&t, "figure", 4), after_9 = map_of (&t, "figure", 9);
  g_assert_cmpfloat (distance (&at_4, &after_4), <, NEAR);
  g_assert_cmpfloat (fabs (at_9.x0 + 50 - after_9.x0), <, NEAR);
  pn_test_session_clear (&t);
}

static void
test_refusals (void)
{
  static const struct {
    const char *operation, *says;
  } cases[] = {
      {"{'op': 'move_layer', 'layers': ['a'], 'group': 'a'}", "itself"},
      {"{'op': 'move_layer', 'layers': ['a'], 'group': 'inner'}", "itself"},
      {"{'op': 'move_layer', 'layers': ['b'], 'group': 'figure'}", "not a group"},
      {"{'op': 'move_layer', 'layers': ['b', 'b']}", "twice"},
      {"{'op': 'move_layer', 'layers': []}", "no layer"},
      {"{'op': 'move_layer', 'layers': ['nobody']}", "nobody"},
      {"{'op': 'move_layer', 'layers': ['figure'], 'group': 'flat'}", "scaled to nothing"},
      {"{'op': 'ungroup', 'layer': 'figure'}", "not a group"},
      {"{'op': 'duplicate_layer', 'layers': ['nobody']}", "nobody"},
      {"{'op': 'remove_layer', 'layer': 'a', 'layers': ['b']}", "not both"},
  };
  PnTestSession t;

  set_up (&t);
  g_autoptr (JsonNode) inner =
      pn_test_run (&t, "{'op': 'add_group', 'name': 'inner', 'group': 'a'}");
  g_autoptr (JsonNode) flat = pn_test_run (&t, "{'op': 'add_group', 'name': 'flat'}");
  g_autoptr (JsonNode) scaled =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'flat', 'scale_x': 0}");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = pn_test_refused (&t, PN_OPS_ERROR_REFUSED, cases[i].operation);
    g_test_message ("%s", message);
    g_assert_nonnull (strstr (message, cases[i].says));
  }
  g_autofree char *usage =
      pn_test_refused (&t, PN_OPS_ERROR_USAGE, "{'op': 'move_layer', 'layers': [3]}");
  g_assert_nonnull (strstr (usage, "layers"));
  pn_test_session_clear (&t);
}

static void
test_too_deep (void)
{
  PnTestSession t;
  set_up (&t);
  g_autofree char *into = g_strdup ("b");
  for (int i = 2; i < PN_LAYER_NEST_MAX; i++) {
    g_autoptr (JsonNode) added =
        pn_test_run (&t, "{'op': 'add_group', 'name': 'g%d', 'group': '%s'}", i, into);
    g_free (into);
    into = g_strdup_printf ("g%d", i);
  }
  g_autoptr (JsonNode) fits = pn_test_run (
      &t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'g%d'}", PN_LAYER_NEST_MAX - 1);
  g_autofree char *message = pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                                              "{'op': 'move_layer', 'layers': ['b'], "
                                              "'group': 'a'}");
  g_assert_nonnull (strstr (message, "64"));
  pn_test_session_clear (&t);
}

/* Two layers that are moved into each other's place by name, one inside of the other. */
static void
test_carried (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) in =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'a'}");
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure', 'a'], 'group': 'b'}");
  assert_stack (&t, "b(a(figure))");
  g_autoptr (JsonNode) removed =
      pn_test_run (&t, "{'op': 'remove_layer', 'layers': ['figure', 'a']}");
  assert_stack (&t, "b()");
  pn_test_session_clear (&t);
}

/* Where a layer's pin is at frame 12. */
static PnVec2
landed (PnTestSession *t, PnId layer, guint pin)
{
  g_autoptr (PnFrame) posed = pn_test_pose (t, 12);

  for (guint i = 0; i < posed->n_layers; i++)
    if (posed->layers[i].layer->id == layer)
      return posed->layers[i].pins[pin].landed_layer;
  g_assert_not_reached ();
}

/* A copy has ids, pins and keys of its own: nothing that is done to the one is seen in the other
 * (BR31). */
static void
test_duplicate (void)
{
  PnTestSession t;
  set_up (&t);
  add_rig (&t);
  g_autoptr (JsonNode) in =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'a'}");
  g_autoptr (JsonNode) copied = pn_test_run (&t, "{'op': 'duplicate_layer', 'layers': ['a']}");
  assert_stack (&t, "a(figure) a 2(figure) b()");

  const PnRoot *root = pn_session_get_root (t.session);
  const PnLayer *old = ((const PnLayer *)root->layers.items[0])->children.items[0];
  const PnLayer *copy = ((const PnLayer *)root->layers.items[1])->children.items[0];
  g_assert_cmpuint (old->id, !=, copy->id);
  const PnPin *old_hand = old->puppet->pins.items[1], *hand = copy->puppet->pins.items[1];
  g_assert_cmpuint (old_hand->id, !=, hand->id);
  g_assert_cmpuint (root->tracks.n_items, ==, 2);

  g_autofree char *id = pn_id_to_string (copy->id);
  PnVec2 before = landed (&t, old->id, 1);
  g_autoptr (JsonNode) moved = pn_test_run (
      &t, "{'op': 'move_pin', 'layer': '%s', 'pin': 'hand', 'frame': 12, 'x': 9, 'y': 9}", id);
  PnVec2 after = landed (&t, old->id, 1), of_copy = landed (&t, copy->id, 1);
  g_assert_cmpmem (&before, sizeof before, &after, sizeof after);
  g_assert_cmpfloat (fabs (of_copy.x - after.x), >, 1);
  g_autoptr (JsonNode) gone = pn_test_run (&t, "{'op': 'remove_layer', 'layer': 'a 2'}");
  g_assert_cmpuint (pn_session_get_root (t.session)->tracks.n_items, ==, 1);
  pn_test_session_clear (&t);
}

/* A copy's name is free. */
static void
test_names_of_copies (void)
{
  PnTestSession t;
  set_up (&t);
  for (int i = 0; i < 3; i++) {
    g_autoptr (JsonNode) copied = pn_test_run (&t, "{'op': 'duplicate_layer', 'layers': ['b']}");
  }
  g_autoptr (JsonNode) more = pn_test_run (&t, "{'op': 'duplicate_layer', 'layers': ['b 2']}");
  assert_stack (&t, "figure a() b() b 4() b 3() b 2() b 5()");
  pn_test_session_clear (&t);
}

/* A value set with "key" is what is seen at that frame, and the static one stays. */
static void
test_key_of_a_property (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) in =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'a'}");
  g_autoptr (JsonNode) first = pn_test_run (
      &t, "{'op': 'set_layer', 'layer': 'figure', 'key': true, 'frame': 2, 'opacity': 0.25}");
  g_autoptr (JsonNode) second =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'figure', 'key': true, 'frame': 10, "
                       "'opacity': 0.75, 'position': [40, 60], 'name': 'doll'}");
  g_autoptr (PnFrame) posed = pn_test_pose (&t, 6);
  const PnLayerPose *pose = pn_test_layer_pose (posed, "doll");
  g_assert_cmpfloat_with_epsilon (pose->opacity, 0.5, NEAR);
  g_assert_cmpfloat (pose->layer->opacity, >=, 1);
  PnVec2 at = pn_affine_apply (&pose->doc_from_layer, pose->layer->anchor);
  g_assert_cmpfloat (fabs (at.x - 40) + fabs (at.y - 60), <, NEAR);
  pn_test_session_clear (&t);
}

/* The rest of a layer is its own value, whatever its keys and its group's say, and on the canvas as
 * that is at rest. */
static void
test_rest_of_a_property (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) in =
      pn_test_run (&t, "{'op': 'move_layer', 'layers': ['figure'], 'group': 'a'}");
  g_autoptr (JsonNode) group =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'a', 'position': [7, 9], 'scale_x': 2}");
  g_autoptr (JsonNode) moving = pn_test_run (
      &t, "{'op': 'set_layer', 'layer': 'a', 'key': true, 'frame': 0, 'position': [300, 300]}");
  g_autoptr (JsonNode) keyed = pn_test_run (
      &t, "{'op': 'set_layer', 'layer': 'figure', 'key': true, 'frame': 4, 'position': [1, 2]}");
  g_autoptr (PnFrame) before = pn_test_pose (&t, 4);
  g_autofree char *bytes = pn_test_bytes (&t);
  g_autoptr (JsonNode) set = pn_test_run (
      &t, "{'op': 'set_layer', 'layer': 'figure', 'rest': true, 'frame': 4, 'position': [40, 60]}");
  g_assert_true (json_object_has_member (json_node_get_object (set), "notices"));
  g_autoptr (PnFrame) after = pn_test_pose (&t, 4);
  const PnLayerPose *pose = pn_test_layer_pose (after, "figure");
  pn_assert_same_bits (pose->doc_from_layer.x0,
                       pn_test_layer_pose (before, "figure")->doc_from_layer.x0);

  g_autoptr (PnRoot) rest = pn_root_at_rest (pn_session_get_root (t.session));
  const PnLayer *layer = pn_root_find_layer (rest, pose->layer->id, NULL, NULL);
  PnAffine doc_from_layer = pn_root_doc_from_layer (rest, layer, 0);
  PnVec2 at = pn_affine_apply (&doc_from_layer, layer->anchor);
  g_assert_cmpfloat (fabs (at.x - 40) + fabs (at.y - 60), <, NEAR);
  g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
  g_autofree char *again = pn_test_bytes (&t);
  g_assert_cmpstr (again, ==, bytes);

  g_autofree char *both = pn_test_refused (
      &t, PN_OPS_ERROR_USAGE,
      "{'op': 'set_layer', 'layer': 'figure', 'rest': true, 'key': true, 'opacity': 1}");
  g_assert_nonnull (strstr (both, "“rest”"));
  g_autoptr (JsonNode) silent =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'figure', 'rest': true, 'opacity': 0.5}");
  g_assert_false (json_object_has_member (json_node_get_object (silent), "notices"));
  pn_test_session_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/stack/undo-of-each", test_undo_of_each);
  g_test_add_func ("/ops/stack/order", test_order);
  g_test_add_func ("/ops/stack/nothing-moved", test_nothing_moved);
  g_test_add_func ("/ops/stack/stays-where-it-is-seen", test_stays_where_it_is_seen);
  g_test_add_func ("/ops/stack/shifted-group", test_shifted_group);
  g_test_add_func ("/ops/stack/slanted", test_slanted);
  g_test_add_func ("/ops/stack/moving-group", test_moving_group);
  g_test_add_func ("/ops/stack/refusals", test_refusals);
  g_test_add_func ("/ops/stack/too-deep", test_too_deep);
  g_test_add_func ("/ops/stack/carried", test_carried);
  g_test_add_func ("/ops/stack/duplicate", test_duplicate);
  g_test_add_func ("/ops/stack/names-of-copies", test_names_of_copies);
  g_test_add_func ("/ops/stack/key-of-a-property", test_key_of_a_property);
  g_test_add_func ("/ops/stack/rest-of-a-property", test_rest_of_a_property);
  return g_test_run ();
}
