/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-prepared-pin.h"
#include "pn-test-session.h"
#include "pn-trace.h"

/* Pins as operations name them: where they are put, refused, keyed and held. */

static double
distance (PnVec2 a, PnVec2 b)
{
  PnVec2 d = pn_vec2_sub (a, b);
  return sqrt (pn_vec2_dot (d, d));
}

/* The largest distance any vertex has between two poses of a layer. */
static double
worst_jump (const PnLayerPose *a, const PnLayerPose *b)
{
  size_t n = pn_mesh_n_vertices (a->mesh);
  double worst = 0;

  g_assert_cmpuint (n, ==, pn_mesh_n_vertices (b->mesh));
  for (size_t i = 0; i < n; i++)
    worst = MAX (worst, distance (a->posed_layer[i], b->posed_layer[i]));
  return worst;
}

static void
init_figure (PnTestSession *t)
{
  pn_test_session_init (t, 300, 240);
  g_autofree char *path = pn_test_draw (t->folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (t, "{'op': 'add_image', 'path': '%s'}", path);
}

/* The figure with four pins, its arm raised by 67 degrees from frame 0 to 20. */
static void
init_raised_arm (PnTestSession *t)
{
  init_figure (t);
  g_autoptr (JsonNode) rig = pn_test_run (
      t, "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'foot', 'x': 60, 'y': "
         "200}, {'name': 'head', 'x': 50, 'y': 40},"
         " {'name': 'shoulder', 'x': 90, 'y': 80}, {'name': 'hand', 'x': 245, 'y': 80}]}");
  g_autoptr (JsonNode) keys = pn_test_run (
      t,
      "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'property': 'position',"
      " 'keys': [{'frame': 0, 'x': 245, 'y': 80}, {'frame': 10, 'x': 215, 'y': -10},"
      " {'frame': 20, 'x': 150, 'y': -62, 'ease': 'in-out'}]}");
}

/* BR09: a pin a little off the artwork binds to the nearest triangle, a far one is refused with the reason. */
static void
test_off_the_mesh (void)
{
  PnTestSession t;
  pn_test_session_init (&t, 100, 100);
  g_autofree char *path = pn_test_draw (t.folder, "disc.png", 100, 100, pn_test_disc_pixel);
  g_autoptr (JsonNode) image = pn_test_run (&t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig = pn_test_run (&t, "{'op': 'create_puppet_rig', 'layer': 'disc', "
                                              "'pins': [{'x': 50, 'y': 50}, {'x': 50, 'y': 82}]}");
  g_autofree char *message = pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                                              "{'op': 'add_pin', 'layer': 'disc', 'x': 5, 'y': 5}");
  g_assert_nonnull (strstr (message, "disc"));
  g_assert_nonnull (strstr (message, "Expansion"));

  g_autoptr (JsonNode) moved = pn_test_run (
      &t, "{'op': 'move_pin', 'layer': 'disc', 'pin': 'Pin 1', 'frame': 0, 'x': 70, 'y': 50}");
  g_autoptr (PnFrame) posed = pn_test_pose (&t, 0);
  const PnLayerPose *disc = pn_test_layer_pose (posed, "disc");
  for (guint i = 0; i < disc->n_pins; i++) {
    g_assert_cmpint (disc->pins[i].state, ==, PN_PIN_HOLDS);
    g_assert_cmpfloat (distance (disc->pins[i].landed_layer, disc->pins[i].target_layer), <, 1e-9);
  }
  pn_test_session_clear (&t);
}

/* The same with two pins in its body alone and the arm raised by 86 degrees, so that four passes stop
 * far short of the shape the pins allow. */
static void
init_loose_arm (PnTestSession *t)
{
  init_figure (t);
  g_autoptr (JsonNode) rig = pn_test_run (
      t,
      "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'foot', 'x': 60, 'y': 200},"
      " {'name': 'shoulder', 'x': 90, 'y': 80}, {'name': 'hand', 'x': 245, 'y': 80}]}");
  g_autoptr (JsonNode) keys = pn_test_run (
      t,
      "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'property': 'position',"
      " 'keys': [{'frame': 0, 'x': 245, 'y': 80}, {'frame': 10, 'x': 215, 'y': -10},"
      " {'frame': 20, 'x': 100, 'y': -70}]}");
}

/* The largest change that an elbow pin makes to the poses at the rig's keys. */
static double
change_by_elbow (PnTestSession *t, const char *hold)
{
  PnFrame *before[3];
  double worst = 0;

  for (int k = 0; k < 3; k++)
    before[k] = pn_test_pose (t, 10 * k);
  g_autoptr (JsonNode) added = pn_test_run (
      t,
      "{'op': 'add_pin', 'layer': 'figure', 'name': 'elbow', 'x': 170, 'y': 80, 'hold_pose': %s}",
      hold);
  for (int k = 0; k < 3; k++) {
    g_autoptr (PnFrame) after = pn_test_pose (t, 10 * k);
    worst = MAX (worst, worst_jump (pn_test_layer_pose (before[k], "figure"),
                                    pn_test_layer_pose (after, "figure")));
    pn_frame_unref (before[k]);
  }
  return worst;
}

/* A pin added late keeps every pose. Beside it the wrong answer: left at rest, it wrecks the
 * animation. */
static void
test_added_late (void)
{
  static void (*const inits[]) (PnTestSession *) = {init_raised_arm, init_loose_arm};

  for (gsize i = 0; i < G_N_ELEMENTS (inits); i++) {
    PnTestSession held, loose;
    inits[i](&held);
    inits[i](&loose);
    double kept = change_by_elbow (&held, "true"), lost = change_by_elbow (&loose, "false");
    g_test_message ("worst jump %.2f px held, %.2f px left at rest", kept, lost);
    g_assert_cmpfloat (kept, <, 5);
    g_assert_cmpfloat (lost, >, 25);
    pn_test_session_clear (&held);
    pn_test_session_clear (&loose);
  }
}

/* Setting a key of such a pin where the artwork stands changes nothing either, and a file keeps what
 * that takes. */
static void
test_added_late_and_keyed (void)
{
  PnTestSession t;
  g_autoptr (GError) error = NULL;
  init_loose_arm (&t);
  change_by_elbow (&t, "true");
  g_autoptr (PnFrame) before = pn_test_pose (&t, 15);
  const PnLayerPose *figure = pn_test_layer_pose (before, "figure");
  g_autoptr (JsonNode) keyed = pn_test_run (
      &t,
      "{'op': 'move_pin', 'layer': 'figure', 'pin': 'elbow', 'frame': 15, 'x': %.17g, 'y': %.17g}",
      figure->pins[3].landed_layer.x, figure->pins[3].landed_layer.y);
  g_autoptr (PnFrame) after = pn_test_pose (&t, 15);
  g_assert_cmpfloat (worst_jump (figure, pn_test_layer_pose (after, "figure")), <, 1e-6);

  g_autofree char *json = pn_test_bytes (&t);
  g_assert_nonnull (strstr (json, "start_offset"));
  g_autoptr (PnRoot) read = pn_root_from_json (json, strlen (json), &error);
  g_assert_no_error (error);
  gsize length;
  g_autofree char *again = pn_root_to_json (read, &length);
  g_assert_cmpstr (json, ==, again);
  pn_test_session_clear (&t);
}

/* The keys that an elbow pin gets, put at (x, 80). Borrowed. */
static const PnTrack *
add_elbow (PnTestSession *t, double x)
{
  g_autoptr (JsonNode) added =
      pn_test_run (t, "{'op': 'add_pin', 'layer': 'figure', 'name': 'elbow', 'x': %g, 'y': 80}", x);
  const PnRoot *root = pn_session_get_root (t->session);
  const PnLayer *figure = root->layers.items[0];
  const PnPin *elbow = figure->puppet->pins.items[figure->puppet->pins.n_items - 1];

  return pn_root_find_track (root, PN_TARGET_PIN, elbow->id, PN_PROPERTY_POSITION);
}

static PnVec2
last_place_of_elbow (PnTestSession *t, double x)
{
  const PnTrack *track = add_elbow (t, x);

  return track->keys[track->n_keys - 1].value;
}

/* What a pin holds is remembered while it is dragged, and nothing else: not another place, nor what
 * was so before other keys. */
static void
test_added_again (void)
{
  PnTestSession t, fresh;
  init_raised_arm (&t);
  init_raised_arm (&fresh);
  PnVec2 one = last_place_of_elbow (&t, 170);
  g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
  PnVec2 other = last_place_of_elbow (&t, 190), right = last_place_of_elbow (&fresh, 190);
  g_assert_cmpmem (&other, sizeof other, &right, sizeof right);
  g_assert_cmpfloat (hypot (other.x - one.x, other.y - one.y), >, 5);

  g_autoptr (JsonNode) undone_too = pn_test_run (&t, "{'op': 'undo'}");
  PnVec2 once_more = last_place_of_elbow (&t, 190);
  g_assert_cmpmem (&once_more, sizeof once_more, &right, sizeof right);

  g_autoptr (JsonNode) undone_again = pn_test_run (&t, "{'op': 'undo'}");
  g_autoptr (JsonNode) keyed = pn_test_run (
      &t, "{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 20, 'x': 200, "
          "'y': 150}");
  PnVec2 lowered = last_place_of_elbow (&t, 190);
  g_assert_cmpfloat (hypot (lowered.x - right.x, lowered.y - right.y), >, 5);
  pn_test_session_clear (&t);
  pn_test_session_clear (&fresh);
}

/* What was found before of the poses that a pin holds is what the operation finds, however much of
 * it; and then that poses nothing more but what it shows. */
static void
test_prepared (void)
{
  static PnTraceSpan spans[PN_TRACE_CAPACITY];
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (PnTrack) expected = pn_track_copy (add_elbow (&t, 170));
  g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
  guint n_left = G_MAXUINT;

  for (guint n_times = 0; n_left > 0; n_times++) {
    /* Another version, of which nothing is known. */
    g_autoptr (JsonNode) renamed = pn_test_run (
        &t, "{'op': 'set_layer', 'layer': 'figure', 'opacity': %g}", 1.0 / (n_times + 2));
    const PnRoot *root = pn_session_get_root (t.session);
    for (guint i = 0; i < n_times; i++)
      n_left = pn_ops_context_prepare_pin (t.context, root, root->layers.items[0]);
    pn_trace_start ();
    const PnTrack *track = add_elbow (&t, 170);
    pn_trace_stop ();
    g_assert_cmpuint (track->n_keys, ==, expected->n_keys);
    for (guint i = 0; i < track->n_keys; i++) {
      const PnKey *key = &track->keys[i], *right = &expected->keys[i];
      g_assert_cmpmem (&key->value, sizeof key->value, &right->value, sizeof right->value);
      g_assert_cmpmem (&key->start_offset, sizeof key->start_offset, &right->start_offset,
                       sizeof right->start_offset);
    }
    g_autoptr (JsonNode) undone_again = pn_test_run (&t, "{'op': 'undo'}");
    g_assert_cmpuint (n_times, <, 20);
  }
  guint n_solves = 0;
  size_t n_spans = pn_trace_read (spans, G_N_ELEMENTS (spans));
  for (size_t i = 0; i < n_spans; i++)
    n_solves += g_str_equal (spans[i].name, "rig.solve");
  g_assert_cmpuint (n_solves, <=, 2);
  pn_test_session_clear (&t);
}

/* A pin put on posed artwork is stored at rest: where it was put is where the artwork under it is
 * seen. */
static void
test_added_to_a_pose (void)
{
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (PnFrame) before = pn_test_pose (&t, 10);
  const PnLayerPose *figure = pn_test_layer_pose (before, "figure");
  PnMeshPlace place;
  pn_mesh_locate (figure->mesh, pn_vec2 (170, 80), &place);
  PnVec2 seen = pn_mesh_at (figure->mesh, figure->posed_layer, &place);
  g_assert_cmpfloat (distance (seen, pn_vec2 (170, 80)), >, 20);

  g_autoptr (JsonNode) added = pn_test_run (
      &t,
      "{'op': 'add_pin', 'layer': 'figure', 'name': 'elbow', 'frame': 10, 'x': %.17g, 'y': %.17g}",
      seen.x, seen.y);
  g_autoptr (PnFrame) after = pn_test_pose (&t, 10);
  const PnPinPose *elbow = &pn_test_layer_pose (after, "figure")->pins[4];
  g_assert_cmpfloat (distance (elbow->pin->rest_layer, pn_vec2 (170, 80)), <, 0.01);
  g_assert_cmpfloat (distance (elbow->landed_layer, seen), <, 0.01);
  pn_test_session_clear (&t);
}

/* Positions are document pixels, through the layer's transform at the key's frame. */
static void
test_transformed_layer (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'figure', 'position': [200, 150], "
                       "'rotation': 30, 'scale_x': 2, 'scale_y': 2}");
  g_autoptr (PnFrame) frame = pn_test_pose (&t, 0);
  PnAffine map = pn_test_layer_pose (frame, "figure")->doc_from_layer;
  PnVec2 hand = pn_affine_apply (&map, pn_vec2 (245, 80));
  g_autoptr (JsonNode) rig =
      pn_test_run (&t,
                   "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'hand', 'x': "
                   "%.17g, 'y': %.17g},"
                   " {'name': 'foot', 'x': 60, 'y': 200, 'space': 'layer'}]}",
                   hand.x, hand.y);
  g_autoptr (JsonNode) keyed = pn_test_run (
      &t,
      "{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 0, 'x': %.17g, 'y': %.17g}",
      hand.x + 40, hand.y - 30);
  g_autoptr (PnFrame) posed = pn_test_pose (&t, 0);
  const PnLayerPose *figure = pn_test_layer_pose (posed, "figure");
  g_assert_cmpfloat (distance (figure->pins[0].pin->rest_layer, pn_vec2 (245, 80)), <, 1e-9);
  PnVec2 landed = pn_affine_apply (&figure->doc_from_layer, figure->pins[0].landed_layer);
  g_assert_cmpfloat (distance (landed, pn_vec2 (hand.x + 40, hand.y - 30)), <, 1e-9);
  g_assert_cmpfloat (distance (figure->pins[1].pin->rest_layer, pn_vec2 (60, 200)), <, 1e-12);
  pn_test_session_clear (&t);
}

/* Moving a pin to another place on the artwork keeps the pose at its keys. */
static void
test_moved_on_the_artwork (void)
{
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (PnFrame) before = pn_test_pose (&t, 20);
  g_autoptr (JsonNode) updated = pn_test_run (
      &t,
      "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'x': 235, 'y': 85, 'name': 'wrist'}");
  g_autoptr (PnFrame) after = pn_test_pose (&t, 20);
  const PnLayerPose *figure = pn_test_layer_pose (after, "figure");
  g_assert_cmpstr (figure->pins[3].pin->name, ==, "wrist");
  g_assert_cmpfloat (worst_jump (pn_test_layer_pose (before, "figure"), figure), <, 5);
  pn_test_session_clear (&t);
}

/* The place at rest is given as the document lies without animation, whatever frame shows what; the
 * film is as it was, and undo brings back every byte. */
static void
test_moved_at_rest (void)
{
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (JsonNode) moving =
      pn_test_run (&t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'position', "
                       "'keys': [{'frame': 0, 'x': 400, 'y': 120}, {'frame': 20, 'x': 150, 'y': "
                       "300}]}");
  g_autoptr (PnFrame) before = pn_test_pose (&t, 20);
  g_autofree char *bytes = pn_test_bytes (&t);
  g_autoptr (JsonNode) updated = pn_test_run (
      &t, "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'x': 230, 'y': 85, 'space': "
          "'rest', 'frame': 20}");
  g_autoptr (PnFrame) after = pn_test_pose (&t, 20);
  const PnLayerPose *figure = pn_test_layer_pose (after, "figure");
  g_assert_cmpfloat (distance (figure->pins[3].pin->rest_layer, pn_vec2 (230, 85)), <, 1e-12);
  g_assert_cmpfloat (worst_jump (pn_test_layer_pose (before, "figure"), figure), <, 8);
  const PnTrack *track = pn_root_find_track (pn_session_get_root (t.session), PN_TARGET_PIN,
                                             figure->pins[3].pin->id, PN_PROPERTY_POSITION);
  g_assert_cmpuint (track->n_keys, ==, 3);

  g_autofree char *changed = pn_test_bytes (&t);
  g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
  g_autofree char *again = pn_test_bytes (&t);
  g_assert_cmpstr (again, ==, bytes);
  g_autoptr (JsonNode) redone = pn_test_run (&t, "{'op': 'redo'}");
  g_autofree char *last = pn_test_bytes (&t);
  g_assert_cmpstr (last, ==, changed);

  g_autofree char *far =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                       "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'x': 230, 'y': 200, "
                       "'space': 'rest'}");
  g_assert_nonnull (strstr (far, "figure"));
  pn_test_session_clear (&t);
}

/* Without its last key a pin goes back to rest, and the result says why it jumps. */
static void
test_without_keys (void)
{
  static const char *const parts[] = {"", ", 'frames': [0, 10, 20]"};
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (JsonNode) one = pn_test_run (
      &t,
      "{'op': 'delete_keyframes', 'target': 'pin.hand', 'property': 'position', 'frames': [0]}");
  g_assert_false (json_object_has_member (json_node_get_object (one), "notices"));
  g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autoptr (JsonNode) all = pn_test_run (
        &t, "{'op': 'delete_keyframes', 'target': 'pin.hand', 'property': 'position'%s}", parts[i]);
    JsonArray *notices = json_object_get_array_member (json_node_get_object (all), "notices");
    g_assert_cmpuint (json_array_get_length (notices), ==, 1);
    g_assert_nonnull (strstr (json_array_get_string_element (notices, 0), "hand"));
    g_autoptr (PnFrame) frame = pn_test_pose (&t, 20);
    const PnPinPose *hand = &pn_test_layer_pose (frame, "figure")->pins[3];
    g_assert_cmpfloat (distance (hand->target_layer, hand->pin->rest_layer), <, 1e-12);
    g_autoptr (JsonNode) back = pn_test_run (&t, "{'op': 'undo'}");
  }
  pn_test_session_clear (&t);
}

/* So does a layer, and says it, unless it is to keep what its keys had. */
static void
test_layer_without_keys (void)
{
  static const char *const properties[] = {"position", "anchor",  "rotation",
                                           "scale_x",  "scale_y", "opacity"};
  static const char *const keeps[] = {"", ", 'value_at': 5", ", 'frames': [0, 10], 'value_at': 5",
                                      ", 'frames': [0, 10]"};
  PnTestSession t;

  init_raised_arm (&t);
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++) {
    const char *begin = i < 2 ? "'x': 3, 'y': 4" : "'value': 0.25";
    const char *end = i < 2 ? "'x': 9, 'y': 8" : "'value': 0.75";
    g_autoptr (JsonNode) keyed = pn_test_run (
        &t,
        "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': '%s', 'keys': [{'frame': 0, "
        "%s}, {'frame': 10, %s}]}",
        properties[i], begin, end);
    g_autofree char *before = pn_test_bytes (&t);
    g_autoptr (PnFrame) at_5 = pn_test_pose (&t, 5);
    const PnLayerPose *shown = pn_test_layer_pose (at_5, "figure");

    for (guint k = 0; k < G_N_ELEMENTS (keeps); k++) {
      gboolean keeps_it = strstr (keeps[k], "value_at") != NULL;
      g_autoptr (JsonNode) all = pn_test_run (
          &t, "{'op': 'delete_keyframes', 'target': 'layer.figure', 'property': '%s'%s}",
          properties[i], keeps[k]);
      JsonObject *result = json_node_get_object (all);
      g_assert_cmpint (json_object_has_member (result, "notices"), ==, !keeps_it);
      g_autoptr (PnFrame) after = pn_test_pose (&t, 40);
      const PnLayerPose *now = pn_test_layer_pose (after, "figure");
      gboolean is_same =
          memcmp (&now->doc_from_layer, &shown->doc_from_layer, sizeof now->doc_from_layer) == 0;
      if (i < 5)
        g_assert_cmpint (is_same, ==, keeps_it);
      else
        g_assert_cmpfloat_with_epsilon (now->layer->opacity, keeps_it ? 0.5 : 1, 1e-12);
      if (!keeps_it) {
        JsonArray *notices = json_object_get_array_member (result, "notices");
        g_assert_nonnull (strstr (json_array_get_string_element (notices, 0), properties[i]));
      }
      g_autoptr (JsonNode) back = pn_test_run (&t, "{'op': 'undo'}");
      g_autofree char *undone = pn_test_bytes (&t);
      g_assert_cmpstr (undone, ==, before);
    }
    g_autoptr (JsonNode) unkeyed = pn_test_run (&t, "{'op': 'undo'}");
  }
  pn_test_session_clear (&t);
}

static void
test_deleted_with_its_keys (void)
{
  PnTestSession t;
  init_raised_arm (&t);
  g_autofree char *before = pn_test_bytes (&t);
  g_autoptr (JsonNode) deleted =
      pn_test_run (&t, "{'op': 'delete_pin', 'layer': 'figure', 'pin': 'hand'}");
  g_assert_cmpuint (pn_session_get_root (t.session)->tracks.n_items, ==, 0);
  g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
  g_autofree char *after = pn_test_bytes (&t);
  g_assert_cmpstr (before, ==, after);
  pn_test_session_clear (&t);
}

static void
test_listed (void)
{
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (JsonNode) result =
      pn_test_run (&t, "{'op': 'list_pins', 'layer': 'figure', 'frame': 10}");
  JsonArray *pins = json_object_get_array_member (json_node_get_object (result), "pins");
  g_assert_cmpuint (json_array_get_length (pins), ==, 4);
  JsonObject *hand = json_array_get_object_element (pins, 3);
  g_assert_cmpstr (json_object_get_string_member (hand, "name"), ==, "hand");
  JsonArray *target = json_object_get_array_member (hand, "target");
  g_assert_cmpfloat (fabs (json_array_get_double_element (target, 0) - 215), <, 1e-9);
  pn_test_session_clear (&t);
}

/* Each names the object, the reason and what would work. */
static void
test_refusals (void)
{
  static const struct {
    PnOpsError code;
    const char *operation, *says;
  } cases[] = {
      {PN_OPS_ERROR_REFUSED, "{'op': 'add_pin', 'layer': 'nobody', 'x': 1, 'y': 1}", "figure"},
      {PN_OPS_ERROR_USAGE, "{'op': 'add_pin', 'layer': 'figure', 'x': 1}", "“y”"},
      {PN_OPS_ERROR_USAGE, "{'op': 'add_pin', 'layer': 'figure', 'x': 'a', 'y': 1}", "“x”"},
      {PN_OPS_ERROR_USAGE, "{'op': 'add_pin', 'layer': 'figure', 'x': 1, 'y': 1e999}", "“y”"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'add_pin', 'layer': 'figure', 'x': 60, 'y': 60, 'colour': 'red'}", "#20c0ff"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'add_pin', 'layer': 'figure', 'kind': 'magnet', 'x': 60, 'y': 60}", "starch"},
      {PN_OPS_ERROR_REFUSED, "{'op': 'delete_pin', 'layer': 'figure', 'pin': 'toe'}", "hand"},
      {PN_OPS_ERROR_REFUSED, "{'op': 'create_puppet_rig', 'layer': 'figure'}", "add_pin"},
      {PN_OPS_ERROR_USAGE, "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'x': 5}", "“y”"},
      {PN_OPS_ERROR_USAGE, "{'op': 'set_mesh', 'layer': 'figure', 'density': 500}", "density"},
      {PN_OPS_ERROR_USAGE, "{'op': 'set_puppet', 'layer': 'figure', 'solver': 'spectral'}",
       "elastic"},
  };
  PnTestSession t;
  init_raised_arm (&t);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = pn_test_refused (&t, cases[i].code, cases[i].operation);
    g_test_message ("%s", message);
    g_assert_nonnull (strstr (message, cases[i].says));
  }
  pn_test_session_clear (&t);
}

static void
test_two_of_a_name (void)
{
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (JsonNode) second =
      pn_test_run (&t, "{'op': 'add_pin', 'layer': 'figure', 'name': 'hand', 'x': 60, 'y': 120}");
  g_autofree char *message = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED, "{'op': 'delete_pin', 'layer': 'figure', 'pin': 'hand'}");
  g_assert_nonnull (strstr (message, "id"));
  g_autoptr (JsonNode) deleted = pn_test_run (
      &t, "{'op': 'delete_pin', 'layer': 'figure', 'pin': '%s'}", pn_test_member (second, "pin"));
  pn_test_session_clear (&t);
}

/* A new mesh keeps the pins, and says which of them lie beside it. */
static void
test_new_mesh_keeps_pins (void)
{
  PnTestSession t;
  init_raised_arm (&t);
  g_autoptr (JsonNode) result =
      pn_test_run (&t, "{'op': 'set_mesh', 'layer': 'figure', 'mode': 'grid', 'density': 30}");
  g_autoptr (PnFrame) posed = pn_test_pose (&t, 20);
  const PnLayerPose *figure = pn_test_layer_pose (posed, "figure");
  g_assert_cmpuint (figure->n_pins, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (distance (figure->pins[i].landed_layer, figure->pins[i].target_layer), <,
                       1e-9);
  pn_test_session_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/pins/off-the-mesh", test_off_the_mesh);
  g_test_add_func ("/ops/pins/added-late", test_added_late);
  g_test_add_func ("/ops/pins/added-again", test_added_again);
  g_test_add_func ("/ops/pins/prepared", test_prepared);
  g_test_add_func ("/ops/pins/added-late-and-keyed", test_added_late_and_keyed);
  g_test_add_func ("/ops/pins/added-to-a-pose", test_added_to_a_pose);
  g_test_add_func ("/ops/pins/transformed-layer", test_transformed_layer);
  g_test_add_func ("/ops/pins/moved-on-the-artwork", test_moved_on_the_artwork);
  g_test_add_func ("/ops/pins/moved-at-rest", test_moved_at_rest);
  g_test_add_func ("/ops/pins/without-keys", test_without_keys);
  g_test_add_func ("/ops/pins/layer-without-keys", test_layer_without_keys);
  g_test_add_func ("/ops/pins/deleted-with-its-keys", test_deleted_with_its_keys);
  g_test_add_func ("/ops/pins/listed", test_listed);
  g_test_add_func ("/ops/pins/refusals", test_refusals);
  g_test_add_func ("/ops/pins/two-of-a-name", test_two_of_a_name);
  g_test_add_func ("/ops/pins/new-mesh-keeps-pins", test_new_mesh_keeps_pins);
  return g_test_run ();
}
