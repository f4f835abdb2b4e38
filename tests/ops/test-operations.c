/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-test-session.h"
#include "pn-test-undo.h"

/* Operations as such: the registry, undo of each of them, layers and keys. */

static void
init_figure (PnTestSession *t)
{
  pn_test_session_init (t, 300, 240);
  g_autofree char *path = pn_test_draw (t->folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (t, "{'op': 'add_image', 'path': '%s'}", path);
}

static void
test_registry (void)
{
  const char *const *names = pn_operation_list ();

  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree char *spoken = pn_operation_describe (names[i]);
    g_assert_cmpstr (spoken, !=, names[i]);
    if (i > 0)
      g_assert_cmpstr (names[i - 1], <, names[i]);
  }
}

static void
test_unknown_operation (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autofree char *message = pn_test_refused (&t, PN_OPS_ERROR_USAGE, "{'op': 'add_pinn'}");
  g_assert_nonnull (strstr (message, "add_pin"));
  g_autofree char *nameless = pn_test_refused (&t, PN_OPS_ERROR_USAGE, "{'x': 1}");
  g_assert_nonnull (strstr (nameless, "op"));
  pn_test_session_clear (&t);
}

/* Each operation that edits, once: done, undone and done again, the serialised bytes compared at
 * every step (BR29). */
static void
test_undo_of_each (void)
{
  static const char *const script[] = {
      "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'foot', 'x': 60, 'y': "
      "200}]}",
      "{'op': 'add_pin', 'layer': 'figure', 'name': 'hand', 'x': 245, 'y': 80}",
      "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'property': "
      "'position', "
      "'keys': [{'frame': 0, 'x': 245, 'y': 80}, {'frame': 12, 'x': 215, 'y': 20, 'ease': [0.3, 0, "
      "0.7, 1]}]}",
      "{'op': 'move_pin', 'layer': 'figure', 'pin': 'foot', 'frame': 6, 'x': 62, 'y': 190}",
      "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'name': 'wrist', 'grip': 20}",
      "{'op': 'set_mesh', 'layer': 'figure', 'density': 8}",
      "{'op': 'set_puppet', 'layer': 'figure', 'solver': 'two-step'}",
      "{'op': 'set_layer', 'layer': 'figure', 'opacity': 0.5, 'rotation': 12.5, 'visible': false}",
      "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'rotation', "
      "'keys': [{'frame': 0, 'value': 0}, {'frame': 24, 'value': 360}]}",
      "{'op': 'add_group', 'name': 'all', 'layers': ['figure']}",
      "{'op': 'delete_keyframes', 'target': 'pin.wrist', 'property': 'position', 'frames': [12]}",
      "{'op': 'set_document', 'fps': [24000, 1001], 'duration': 100, 'background': '#20c0ff'}",
      "{'op': 'delete_pin', 'layer': 'figure', 'pin': 'wrist'}",
      "{'op': 'remove_layer', 'layer': 'all'}",
  };
  PnTestSession t;
  init_figure (&t);
  pn_test_undo_each (&t, script, G_N_ELEMENTS (script));
  /* A step after an undo ends what could be redone. */
  g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
  g_autoptr (JsonNode) added = pn_test_run (&t, "{'op': 'add_group', 'name': 'other'}");
  g_autofree char *message = pn_test_refused (&t, PN_OPS_ERROR_REFUSED, "{'op': 'redo'}");
  pn_test_session_clear (&t);
}

static void
test_keys (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autofree char *scalar =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                       "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'position', "
                       "'keys': [{'frame': 0, 'value': 3}]}");
  g_assert_nonnull (strstr (scalar, "point"));
  g_autofree char *point =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                       "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'opacity', "
                       "'keys': [{'frame': 0, 'x': 3, 'y': 4}]}");
  g_assert_nonnull (strstr (point, "value"));
  g_autofree char *range =
      pn_test_refused (&t, PN_OPS_ERROR_USAGE,
                       "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'opacity', "
                       "'keys': [{'frame': 0, 'value': 1.5}]}");
  g_assert_nonnull (strstr (range, "value"));
  g_autofree char *property =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                       "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'colour', "
                       "'keys': [{'frame': 0, 'value': 1}]}");
  g_assert_nonnull (strstr (property, "opacity"));
  g_autofree char *ease =
      pn_test_refused (&t, PN_OPS_ERROR_USAGE,
                       "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'opacity', "
                       "'keys': [{'frame': 0, 'value': 1, 'ease': "
                       "[2, 0, 0, 1]}]}");
  g_assert_nonnull (strstr (ease, "ease"));

  /* A key set again keeps the ease it had; keys come in any order. */
  g_autoptr (JsonNode) keys =
      pn_test_run (&t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'opacity', "
                       "'keys': [{'frame': 8, 'value': 1}, "
                       "{'frame': 0, 'value': 0, 'ease': 'hold'}]}");
  g_autoptr (JsonNode) again =
      pn_test_run (&t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'opacity', "
                       "'keys': [{'frame': 0, 'value': 0.25}]}");
  const PnTrack *track = pn_session_get_root (t.session)->tracks.items[0];
  g_assert_cmpuint (track->n_keys, ==, 2);
  g_assert_cmpint (track->keys[0].ease.kind, ==, PN_EASE_HOLD);
  g_autoptr (PnFrame) posed = pn_test_pose (&t, 7.5);
  g_assert_cmpfloat (fabs (pn_test_layer_pose (posed, "figure")->opacity - 0.25), <, 1e-15);

  /* What is animated has no static value to set. */
  g_autofree char *animated = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED, "{'op': 'set_layer', 'layer': 'figure', 'opacity': 1}");
  g_assert_nonnull (strstr (animated, "delete_keyframes"));
  pn_test_session_clear (&t);
}

/* A change of rate keeps times, without rounding, and comes back (BR35). */
static void
test_rate (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autoptr (JsonNode) thirty = pn_test_run (&t, "{'op': 'set_document', 'fps': 30}");
  g_autoptr (JsonNode) keys =
      pn_test_run (&t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'rotation', "
                       "'keys': [{'frame': 1, 'value': 1}, "
                       "{'frame': 2, 'value': 2}, {'frame': 270, 'value': 3}]}");
  g_autoptr (JsonNode) sixty = pn_test_run (&t, "{'op': 'set_document', 'fps': 60}");
  const PnTrack *track = pn_session_get_root (t.session)->tracks.items[0];
  g_assert_cmpuint (track->n_keys, ==, 3);
  g_assert_cmpfloat (fabs (track->keys[2].frame - 540), <, 1e-9);
  g_autoptr (JsonNode) frames =
      pn_test_run (&t, "{'op': 'set_document', 'fps': 25, 'keep': 'frames'}");
  track = pn_session_get_root (t.session)->tracks.items[0];
  g_assert_cmpfloat (fabs (track->keys[2].frame - 540), <, 1e-9);
  pn_test_session_clear (&t);
}

/* What a document cannot be is refused in words that say what it can be. */
static void
test_settings (void)
{
  static const struct {
    const char *operation, *says;
  } cases[] = {
      {"{'op': 'set_document', 'size': [100.5, 50]}", "whole"},
      {"{'op': 'set_document', 'size': [0, 50]}", "32768"},
      {"{'op': 'set_document', 'fps': 23.976}", "[24000, 1001]"},
      {"{'op': 'set_document', 'fps': [1, 1000000]}", "[24000, 1001]"},
      {"{'op': 'set_document', 'fps': [24, 0]}", "[24000, 1001]"},
      {"{'op': 'set_document', 'background': 'red'}", "#20c0ff"},
  };
  PnTestSession t;

  init_figure (&t);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = pn_test_refused (&t, PN_OPS_ERROR_REFUSED, cases[i].operation);
    g_test_message ("%s", message);
    g_assert_nonnull (strstr (message, cases[i].says));
  }
  pn_test_session_clear (&t);
}

static void
test_groups (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autoptr (JsonNode) group =
      pn_test_run (&t, "{'op': 'add_group', 'name': 'body', 'layers': ['figure']}");
  g_autofree char *rig =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED, "{'op': 'create_puppet_rig', 'layer': 'body'}");
  g_assert_nonnull (strstr (rig, "group"));
  g_autoptr (JsonNode) moved = pn_test_run (
      &t, "{'op': 'set_layer', 'layer': 'body', 'position': [100, 50], 'rotation': 90}");

  /* A layer's position is given on the canvas, whatever holds it. */
  g_autoptr (JsonNode) placed =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'figure', 'position': [40, 60]}");
  g_autoptr (PnFrame) posed = pn_test_pose (&t, 0);
  const PnLayerPose *figure = pn_test_layer_pose (posed, "figure");
  PnVec2 anchor = pn_affine_apply (&figure->doc_from_layer, figure->layer->anchor);
  g_assert_cmpfloat (fabs (anchor.x - 40) + fabs (anchor.y - 60), <, 1e-9);
  pn_test_session_clear (&t);
}

static void
assert_stack (PnTestSession *t, const char *expected)
{
  const PnRoot *root = pn_session_get_root (t->session);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < root->layers.n_items; i++) {
    const PnLayer *layer = root->layers.items[i];
    g_string_append_printf (names, " %s", layer->name);
    for (guint j = 0; j < layer->children.n_items; j++)
      g_string_append_printf (names, "%s%s", j == 0 ? "=" : "+",
                              ((const PnLayer *)layer->children.items[j])->name);
  }
  g_assert_cmpstr (names->str, ==, expected);
}

/* Grouping changes no order on the canvas, and names are those of the document as it was: the new
 * group is not one of them. */
static void
test_gathered (void)
{
  PnTestSession t;
  init_figure (&t);
  static const char *const names[] = {"a", "b", "c"};
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (JsonNode) added = pn_test_run (&t, "{'op': 'add_group', 'name': '%s'}", names[i]);
  }
  g_autofree char *itself = pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                                             "{'op': 'add_group', 'name': 'g', 'layers': ['g']}");
  g_assert_nonnull (strstr (itself, "g"));
  g_autofree char *twice = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED, "{'op': 'add_group', 'name': 'g', 'layers': ['a', 'a']}");
  g_assert_nonnull (strstr (twice, "twice"));
  assert_stack (&t, " figure a b c");

  g_autoptr (JsonNode) grouped =
      pn_test_run (&t, "{'op': 'add_group', 'name': 'a', 'layers': ['b', 'a']}");
  assert_stack (&t, " figure a=a+b c");
  pn_test_session_clear (&t);
}

static const char *
top_name (PnTestSession *t)
{
  const PnRoot *root = pn_session_get_root (t->session);
  return ((const PnLayer *)root->layers.items[root->layers.n_items - 1])->name;
}

static void
test_grouped_too_deep (void)
{
  PnTestSession t;
  init_figure (&t);
  for (int i = 1; i < PN_LAYER_NEST_MAX; i++) {
    g_autoptr (JsonNode) wrapped =
        pn_test_run (&t, "{'op': 'add_group', 'name': 'g%d', 'layers': ['%s']}", i, top_name (&t));
  }
  g_autofree char *deeper = pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                                             "{'op': 'add_group', 'name': 'g', 'layers': ['g63']}");
  g_assert_nonnull (strstr (deeper, "64"));
  pn_test_session_clear (&t);
}

/* A pin's key is where it is seen at the key's own frame, however its layer moves. */
static void
test_position_of_a_moving_layer (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autoptr (JsonNode) moving = pn_test_run (
      &t, "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'position', 'keys': "
          "[{'frame': 0, 'x': 150, 'y': 120}, {'frame': 10, 'x': 250, 'y': 120}]}");
  g_autoptr (JsonNode) rig = pn_test_run (&t, "{'op': 'create_puppet_rig', 'layer': 'figure', "
                                              "'pins': [{'name': 'hand', 'x': 245, 'y': 80}]}");
  g_autoptr (JsonNode) keyed = pn_test_run (
      &t, "{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 10, 'x': 300, 'y': 90}");
  g_autoptr (PnFrame) posed = pn_test_pose (&t, 10);
  const PnLayerPose *figure = pn_test_layer_pose (posed, "figure");
  PnVec2 landed = pn_affine_apply (&figure->doc_from_layer, figure->pins[0].landed_layer);
  g_assert_cmpfloat (fabs (landed.x - 300) + fabs (landed.y - 90), <, 1e-9);
  pn_test_session_clear (&t);
}

static void
test_nothing_to_undo (void)
{
  PnTestSession t;
  pn_test_session_init (&t, 10, 10);
  g_autofree char *undo = pn_test_refused (&t, PN_OPS_ERROR_REFUSED, "{'op': 'undo'}");
  g_autofree char *redo = pn_test_refused (&t, PN_OPS_ERROR_REFUSED, "{'op': 'redo'}");
  pn_test_session_clear (&t);
}

static void
test_save (void)
{
  PnTestSession t;
  g_autoptr (GError) error = NULL;
  init_figure (&t);
  g_autofree char *nowhere = pn_test_refused (&t, PN_OPS_ERROR_REFUSED, "{'op': 'save'}");
  g_assert_nonnull (strstr (nowhere, "path"));
  g_autofree char *path = g_build_filename (t.folder, "saved.pantin", NULL);
  g_autoptr (JsonNode) saved = pn_test_run (&t, "{'op': 'save', 'path': '%s'}", path);
  g_autofree char *before = pn_test_bytes (&t);
  g_autoptr (PnSession) session = pn_session_open (path, NULL, &error);
  g_assert_no_error (error);
  gsize length;
  g_autofree char *after = pn_root_to_json (pn_session_get_root (session), &length);
  g_assert_cmpstr (before, ==, after);
  pn_test_session_clear (&t);
}

/* What opens again after it was saved is all that an operation may make. */
static void
test_stays_readable (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autoptr (JsonNode) one =
      pn_test_run (&t, "{'op': 'set_document', 'fps': 1, 'duration': 1000000}");
  g_autofree char *longer =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED, "{'op': 'set_document', 'fps': 1000}");
  g_assert_nonnull (strstr (longer, "duration"));
  pn_test_session_clear (&t);
}

/* A layer and a pin of kinds that this version does not know. */
static void
test_of_a_later_version (void)
{
  static const char json[] =
      "{\"format\": \"pantin\", \"version\": 1, \"id\": \"6ba7b810-9dad-41d1-80b4-00c04fd430c8\","
      "\"size\": [64, 48], \"fps\": [24, 1], \"layers\": ["
      "{\"id\": \"0000000000000001\", \"kind\": \"text\", \"name\": \"words\"},"
      "{\"id\": \"0000000000000002\", \"kind\": \"image\", \"name\": \"arm\", \"picture\":"
      "\"8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92\","
      "\"picture_size\": [20, 10], \"puppet\": {\"mesh\":"
      "\"ef92b778bafe771e89245b89ecbc08a44a4e166c06659911881f383d4473e94f\", \"pins\": ["
      "{\"id\": \"0000000000000003\", \"kind\": \"magnet\", \"name\": \"stiff\"}]}}]}";
  PnTestSession t;
  pn_test_session_init (&t, 64, 48);
  g_autoptr (PnRoot) root = pn_root_from_json (json, strlen (json), NULL);
  PnHistory *history = pn_session_get_history (t.session);
  pn_history_begin (history, "test", NULL, NULL);
  pn_history_update (history, root);
  pn_history_commit (history, NULL);

  g_autofree char *layer = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED, "{'op': 'set_layer', 'layer': 'words', 'opacity': 0.5}");
  g_assert_nonnull (strstr (layer, "later version"));
  g_autofree char *pin = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED, "{'op': 'update_pin', 'layer': 'arm', 'pin': 'stiff', 'grip': 9}");
  g_assert_nonnull (strstr (pin, "later version"));
  g_autoptr (JsonNode) deleted =
      pn_test_run (&t, "{'op': 'delete_pin', 'layer': 'arm', 'pin': 'stiff'}");
  g_autoptr (JsonNode) removed = pn_test_run (&t, "{'op': 'remove_layer', 'layer': 'words'}");
  pn_test_session_clear (&t);
}

/* A position on the canvas is as the group stands at "frame": without it, at frame 0. */
static void
test_position_at_frame (void)
{
  PnTestSession session;

  pn_test_session_init (&session, 300, 240);
  g_autofree char *path = pn_test_draw (session.folder, "disc.png", 100, 100, pn_test_disc_pixel);
  g_autoptr (JsonNode) group = pn_test_run (&session, "{'op': 'add_group', 'name': 'g'}");
  g_autoptr (JsonNode) image =
      pn_test_run (&session, "{'op': 'add_image', 'path': '%s', 'group': 'g'}", path);
  g_autoptr (JsonNode) keys =
      pn_test_run (&session,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'position', "
                   "'keys': [{'frame': 0, 'x': 0, 'y': 0}, {'frame': 10, 'x': 100, "
                   "'y': 40}]}",
                   pn_test_member (group, "layer"));
  g_autoptr (JsonNode) set = pn_test_run (
      &session, "{'op': 'set_layer', 'layer': 'disc', 'frame': 10, 'position': [150, 90]}");
  g_autoptr (PnFrame) posed = pn_test_pose (&session, 10);
  const PnLayerPose *pose = pn_test_layer_pose (posed, "disc");
  PnVec2 at = pn_affine_apply (&pose->doc_from_layer, pose->layer->anchor);
  g_assert_cmpfloat_with_epsilon (at.x, 150, 1e-9);
  g_assert_cmpfloat_with_epsilon (at.y, 90, 1e-9);
  pn_test_session_clear (&session);
}

/* What the store has already is as good as a file; the path then only names the layer. */
static void
test_stored_picture (void)
{
  PnTestSession t;
  g_autoptr (GError) error = NULL;

  init_figure (&t);
  g_autofree char *path = g_build_filename (t.folder, "figure.png", NULL);
  g_autofree char *data = NULL;
  gsize length;
  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  g_autofree char *asset = pn_asset_store_add (pn_session_get_assets (t.session), bytes, NULL);

  g_autoptr (JsonNode) image = pn_test_run (
      &t, "{'op': 'add_image', 'asset': '%s', 'path': '/away/figure.png', 'x': 10}", asset);
  g_assert_cmpstr (pn_test_member (image, "name"), ==, "figure");
  const PnRoot *root = pn_session_get_root (t.session);
  const PnLayer *read = root->layers.items[0], *stored = root->layers.items[1];
  g_assert_cmpstr (stored->picture_asset, ==, read->picture_asset);
  g_assert_cmpint (stored->picture_width, ==, 300);
  g_assert_cmpint (stored->picture_height, ==, 240);
  g_assert_cmpfloat_with_epsilon (stored->position.x, read->position.x + 10, 1e-9);

  g_autofree char *neither = pn_test_refused (&t, PN_OPS_ERROR_USAGE, "{'op': 'add_image'}");
  g_assert_nonnull (strstr (neither, "asset"));
  g_autofree char *absent = pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                                             "{'op': 'add_image', 'asset': 'abc', 'name': 'x'}");
  g_assert_nonnull (strstr (absent, "abc"));
  pn_test_session_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/operations/registry", test_registry);
  g_test_add_func ("/ops/operations/unknown", test_unknown_operation);
  g_test_add_func ("/ops/operations/undo-of-each", test_undo_of_each);
  g_test_add_func ("/ops/operations/keys", test_keys);
  g_test_add_func ("/ops/operations/rate", test_rate);
  g_test_add_func ("/ops/operations/settings", test_settings);
  g_test_add_func ("/ops/operations/groups", test_groups);
  g_test_add_func ("/ops/operations/gathered", test_gathered);
  g_test_add_func ("/ops/operations/grouped-too-deep", test_grouped_too_deep);
  g_test_add_func ("/ops/operations/position-of-a-moving-layer", test_position_of_a_moving_layer);
  g_test_add_func ("/ops/operations/nothing-to-undo", test_nothing_to_undo);
  g_test_add_func ("/ops/operations/position-at-frame", test_position_at_frame);
  g_test_add_func ("/ops/operations/stored-picture", test_stored_picture);
  g_test_add_func ("/ops/operations/save", test_save);
  g_test_add_func ("/ops/operations/stays-readable", test_stays_readable);
  g_test_add_func ("/ops/operations/of-a-later-version", test_of_a_later_version);
  return g_test_run ();
}
