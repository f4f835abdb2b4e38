/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-test-session.h"
#include "pn-test-undo.h"

/* Keys that are there, of several tracks at once. */

/* opacity: 0, 10, 20; rotation: 5; and the hand's position: 0, 12. */
static void
set_up (PnTestSession *t)
{
  pn_test_session_init (t, 300, 240);
  g_autofree char *path = pn_test_draw (t->folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig = pn_test_run (
      t, "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'foot', 'x': 60, 'y': "
         "200}, {'name': 'hand', 'x': 245, 'y': 80}]}");
  g_autoptr (JsonNode) hand = pn_test_run (
      t, "{'op': 'set_keyframes', 'target': 'pin.hand', 'property': 'position', 'keys': "
         "[{'frame': 0, 'x': 245, 'y': 80}, {'frame': 12, 'x': 215, 'y': 20, 'ease': 'hold'}]}");
  g_autoptr (JsonNode) opacity = pn_test_run (
      t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'opacity', 'keys': "
         "[{'frame': 0, 'value': 0.125, 'ease': [0.25, 0, 0.5, 1]}, "
         "{'frame': 10, 'value': 0.5, 'ease': 'in'}, {'frame': 20, 'value': 1}]}");
  g_autoptr (JsonNode) rotation = pn_test_run (
      t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'rotation', 'keys': "
         "[{'frame': 5, 'value': 30}]}");
}

static const PnTrack *
find_track (PnTestSession *t, PnTargetKind kind, PnProperty property)
{
  const PnRoot *root = pn_session_get_root (t->session);

  for (guint i = 0; i < root->tracks.n_items; i++) {
    const PnTrack *track = root->tracks.items[i];
    if (track->target_kind == kind && track->property == property)
      return track;
  }
  return NULL;
}

static char *
list_keys (const PnTrack *track)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; track != NULL && i < track->n_keys; i++)
    g_string_append_printf (text, "%s%g=%g", i > 0 ? " " : "", track->keys[i].frame,
                            track->keys[i].value.x);
  return g_string_free (text, FALSE);
}

static void
assert_opacity (PnTestSession *t, const char *expected)
{
  g_autofree char *keys = list_keys (find_track (t, PN_TARGET_LAYER, PN_PROPERTY_OPACITY));

  g_assert_cmpstr (keys, ==, expected);
}

static void
test_undo_of_each (void)
{
  static const char *const script[] = {
      "{'op': 'move_keyframes', 'delta': 3, 'keys': [{'target': 'layer.figure', 'property': "
      "'opacity'}, {'target': 'pin.hand', 'property': 'position', 'frames': [12]}]}",
      "{'op': 'move_keyframes', 'scale': 2, 'about': 3, 'copy': true, 'keys': [{'target': "
      "'layer.figure', 'property': 'opacity', 'frames': [13, 23]}]}",
      "{'op': 'set_ease', 'ease': [0.1, 0.2, 0.3, 0.4], 'keys': [{'target': 'layer.figure', "
      "'property': 'opacity', 'frames': [13]}, {'target': 'layer.figure', 'property': "
      "'rotation'}]}",
      "{'op': 'paste_keyframes', 'frame': 40, 'tracks': [{'target': 'pin.foot', 'property': "
      "'position', 'keys': [{'frame': 2, 'x': 1, 'y': 2, 'start_offset': [3, 4]}]}]}",
  };
  PnTestSession t;

  set_up (&t);
  pn_test_undo_each (&t, script, G_N_ELEMENTS (script));
  pn_test_session_clear (&t);
}

/* Frames, and which of two keys stays where one comes to lie on the other. */
static void
test_frames (void)
{
  static const struct {
    const char *how, *frames, *expected;
  } cases[] = {
      {"'delta': 5", "[0, 10, 20]", "5=0.125 15=0.5 25=1"},
      {"'delta': 10", "[0]", "10=0.125 20=1"},
      {"'delta': -20", "[20]", "0=1 10=0.5"},
      {"'delta': 10", "[0, 10]", "10=0.125 20=0.5"},
      {"'delta': -15.5", "[0, 20]", "-15.5=0.125 4.5=1 10=0.5"},
      {"'scale': 0.5, 'about': 20", "[0, 10, 20]", "10=0.125 15=0.5 20=1"},
      {"'scale': 0.25, 'about': 0", "[0, 10, 20]", "0=0.125 2.5=0.5 5=1"},
      {"'scale': 0.25, 'about': 0, 'snap': true", "[0, 10, 20]", "0=0.125 3=0.5 5=1"},
      {"'scale': 0.01, 'snap': true", "[0, 10, 20]", "0=1"},
      {"'scale': 2, 'about': 10, 'delta': 1", "[0, 20]", "-9=0.125 10=0.5 31=1"},
      {"'delta': 10, 'copy': true", "[0]", "0=0.125 10=0.125 20=1"},
      {"'delta': 40, 'copy': true", "[0, 20]", "0=0.125 10=0.5 20=1 40=0.125 60=1"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PnTestSession t;
    set_up (&t);
    g_autoptr (JsonNode) moved =
        pn_test_run (&t,
                     "{'op': 'move_keyframes', %s, 'keys': [{'target': 'layer.figure', "
                     "'property': 'opacity', 'frames': %s}]}",
                     cases[i].how, cases[i].frames);
    assert_opacity (&t, cases[i].expected);
    pn_test_session_clear (&t);
  }
}

/* Without "frames" all keys go, those of other tracks stay, and the result names them where they are
 * now, in the form that the next call takes. */
static void
test_result (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_keyframes', 'delta': 2, 'keys': [{'target': 'layer.figure', "
                       "'property': 'opacity'}, {'target': 'pin.hand', 'property': 'position', "
                       "'frames': [12]}]}");
  g_autofree char *hand = list_keys (find_track (&t, PN_TARGET_PIN, PN_PROPERTY_POSITION));
  g_assert_cmpstr (hand, ==, "0=245 14=215");
  g_autofree char *rotation = list_keys (find_track (&t, PN_TARGET_LAYER, PN_PROPERTY_ROTATION));
  g_assert_cmpstr (rotation, ==, "5=30");

  g_autoptr (JsonNode) keys =
      json_node_copy (json_object_get_member (json_node_get_object (moved), "keys"));
  g_autofree char *text = json_to_string (keys, FALSE);
  /* All of a track's keys are named by it alone. */
  JsonArray *named = json_node_get_array (keys);
  g_assert_false (json_object_has_member (json_array_get_object_element (named, 0), "frames"));
  g_assert_true (json_object_has_member (json_array_get_object_element (named, 1), "frames"));
  g_autoptr (JsonNode) back =
      pn_test_run (&t, "{'op': 'move_keyframes', 'delta': -2, 'keys': %s}", text);
  assert_opacity (&t, "0=0.125 10=0.5 20=1");
  pn_test_session_clear (&t);
}

/* Nothing moved is no step. */
static void
test_nothing_moved (void)
{
  PnTestSession t;
  set_up (&t);
  const PnRoot *before = pn_session_get_root (t.session);
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_keyframes', 'delta': 0, 'scale': 1, 'copy': true, 'keys': "
                       "[{'target': 'layer.figure', 'property': 'opacity'}]}");
  g_assert_true (pn_session_get_root (t.session) == before);
  pn_test_session_clear (&t);
}

static void
test_ease (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) eased =
      pn_test_run (&t, "{'op': 'set_ease', 'ease': 'in-out', 'keys': [{'target': 'layer.figure', "
                       "'property': 'opacity', 'frames': [0, 20]}]}");
  const PnTrack *track = find_track (&t, PN_TARGET_LAYER, PN_PROPERTY_OPACITY);
  g_assert_cmpint (track->keys[0].ease.kind, ==, PN_EASE_IN_OUT);
  g_assert_cmpint (track->keys[1].ease.kind, ==, PN_EASE_IN);
  g_assert_cmpint (track->keys[2].ease.kind, ==, PN_EASE_IN_OUT);
  assert_opacity (&t, "0=0.125 10=0.5 20=1");
  pn_test_session_clear (&t);
}

static void
test_refusals (void)
{
  static const struct {
    PnOpsError code;
    const char *operation, *says;
  } cases[] = {
      {PN_OPS_ERROR_REFUSED, "{'op': 'move_keyframes', 'delta': 1, 'keys': []}", "no keys"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'move_keyframes', 'delta': 1, 'keys': [{'target': 'layer.figure', 'property': "
       "'opacity', 'frames': [3]}]}",
       "frame 3"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'move_keyframes', 'delta': 1, 'keys': [{'target': 'layer.figure', 'property': "
       "'scale_x'}]}",
       "not animated"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'move_keyframes', 'delta': 1, 'keys': [{'target': 'layer.figure', 'property': "
       "'opacity'}, {'target': 'layer.figure', 'property': 'opacity'}]}",
       "twice"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'move_keyframes', 'delta': 999999, 'keys': [{'target': 'layer.figure', "
       "'property': 'opacity'}]}",
       "1e+06"},
      {PN_OPS_ERROR_USAGE,
       "{'op': 'move_keyframes', 'scale': 0, 'keys': [{'target': 'layer.figure', 'property': "
       "'opacity'}]}",
       "scale"},
      {PN_OPS_ERROR_USAGE, "{'op': 'move_keyframes', 'keys': [{'target': 'layer.figure'}]}",
       "property"},
      {PN_OPS_ERROR_USAGE,
       "{'op': 'set_ease', 'keys': [{'target': 'layer.figure', 'property': 'opacity'}]}", "ease"},
      {PN_OPS_ERROR_REFUSED, "{'op': 'paste_keyframes', 'frame': 3, 'tracks': []}", "no keys"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'paste_keyframes', 'frame': 3, 'tracks': [{'target': 'pin.nobody', 'property': "
       "'position', 'keys': [{'frame': 0, 'x': 1, 'y': 1}]}]}",
       "nobody"},
  };
  PnTestSession t;

  set_up (&t);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = pn_test_refused (&t, cases[i].code, cases[i].operation);
    g_test_message ("%s", message);
    g_assert_nonnull (strstr (message, cases[i].says));
  }
  pn_test_session_clear (&t);
}

/* What is pasted and is no keys is refused by whoever reads documents. */
static void
test_broken_clip (void)
{
  static const char *const clips[] = {
      "{'target': 'pin.hand', 'property': 'position', 'keys': []}",
      "{'target': 'pin.hand', 'property': 'position'}",
      "{'target': 'pin.hand', 'property': 'position', 'keys': [{'frame': 0, 'value': 1}]}",
      "{'target': 'pin.hand', 'property': 'position', 'keys': [{'x': 0, 'y': 1}]}",
      "{'target': 'pin.hand', 'property': 'position', 'keys': 3}",
  };
  PnTestSession t;

  set_up (&t);
  for (gsize i = 0; i < G_N_ELEMENTS (clips); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = g_strdup_printf ("{'op': 'paste_keyframes', 'tracks': [%s]}", clips[i]);
    g_autoptr (JsonObject) operation = pn_test_operation (text);
    g_autofree char *before = pn_test_bytes (&t);
    g_assert_null (pn_operation_run (t.context, operation, &error));
    g_autofree char *after = pn_test_bytes (&t);
    g_assert_nonnull (error);
    g_test_message ("%s", error->message);
    g_assert_cmpstr (before, ==, after);
  }
  pn_test_session_clear (&t);
}

/* A key with parts of a later version, an ease that only that one knows, and an offset of the
 * solver's start. */
static const char later[] = "[{'target': 'pin.hand', 'property': 'position', 'keys': [{'frame': 7, "
                            "'x': 1.5, 'y': 2, 'start_offset': [0.25, -3], 'ease': 'bounce', "
                            "'tangent': [1, 2]}, {'frame': 9, 'x': 3, 'y': 4}]}]";

static void
assert_later_key (const PnTrack *track, double frame)
{
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, frame);
  g_assert_cmpint (at, >=, 0);
  const PnKey *key = &track->keys[at];
  JsonNode *extra = pn_track_get_key_extra (track, (guint)at);

  g_assert_cmpfloat_with_epsilon (key->frame, frame, 1e-12);
  g_assert_cmpfloat_with_epsilon (key->value.x, 1.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (key->start_offset.y, -3, 1e-12);
  g_assert_cmpint (key->ease.kind, ==, PN_EASE_UNKNOWN);
  g_assert_nonnull (extra);
  g_assert_true (json_object_has_member (json_node_get_object (extra), "tangent"));
  g_assert_true (json_object_has_member (json_node_get_object (extra), "ease"));
}

/* Pasted, moved, copied and pasted elsewhere, a key keeps all it has; one that is replaced leaves
 * nothing of its own behind. */
static void
test_keeps_all (void)
{
  PnTestSession t;
  set_up (&t);
  g_autoptr (JsonNode) pasted =
      pn_test_run (&t, "{'op': 'paste_keyframes', 'frame': 12, 'tracks': %s}", later);
  const PnTrack *hand = find_track (&t, PN_TARGET_PIN, PN_PROPERTY_POSITION);
  g_assert_cmpuint (hand->n_keys, ==, 3);
  assert_later_key (hand, 12);
  /* Later the foot has such a track as well, and chance decides whose comes first. */
  PnId hand_id = hand->target;
  g_autoptr (JsonNode) moved =
      pn_test_run (&t, "{'op': 'move_keyframes', 'delta': 30, 'keys': [{'target': 'pin.hand', "
                       "'property': 'position', 'frames': [12]}]}");
  assert_later_key (find_track (&t, PN_TARGET_PIN, PN_PROPERTY_POSITION), 42);

  g_autoptr (JsonNode) copied =
      pn_test_run (&t, "{'op': 'copy_keyframes', 'keys': [{'target': 'pin.hand', 'property': "
                       "'position', 'frames': [42]}]}");
  JsonArray *tracks = json_object_get_array_member (json_node_get_object (copied), "tracks");
  g_autoptr (JsonNode) clip = json_node_copy (json_array_get_element (tracks, 0));
  json_object_set_string_member (json_node_get_object (clip), "target", "pin.foot");
  g_autofree char *text = json_to_string (clip, FALSE);
  g_autoptr (JsonNode) elsewhere =
      pn_test_run (&t, "{'op': 'paste_keyframes', 'frame': 3, 'tracks': [%s]}", text);
  const PnRoot *root = pn_session_get_root (t.session);
  const PnLayer *figure = root->layers.items[0];
  const PnPin *foot = figure->puppet->pins.items[0];
  assert_later_key (pn_root_find_track (root, PN_TARGET_PIN, foot->id, PN_PROPERTY_POSITION), 3);

  g_autoptr (JsonNode) over =
      pn_test_run (&t, "{'op': 'move_keyframes', 'delta': 28, 'keys': [{'target': 'pin.hand', "
                       "'property': 'position', 'frames': [14]}]}");
  root = pn_session_get_root (t.session);
  g_assert_null (
      pn_root_find_track (root, PN_TARGET_PIN, hand_id, PN_PROPERTY_POSITION)->key_extras[1]);
  pn_test_session_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/retime/undo-of-each", test_undo_of_each);
  g_test_add_func ("/ops/retime/frames", test_frames);
  g_test_add_func ("/ops/retime/result", test_result);
  g_test_add_func ("/ops/retime/nothing-moved", test_nothing_moved);
  g_test_add_func ("/ops/retime/ease", test_ease);
  g_test_add_func ("/ops/retime/refusals", test_refusals);
  g_test_add_func ("/ops/retime/broken-clip", test_broken_clip);
  g_test_add_func ("/ops/retime/keeps-all", test_keeps_all);
  return g_test_run ();
}
