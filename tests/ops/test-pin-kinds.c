/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-field.h"
#include "pn-test-session.h"
#include "pn-test-undo.h"

/* Kinds of pins and what they are made of, as operations name them. */

/* The figure with a foot and a hand, whose arm is raised from frame 0 to 10. */
static void
init_figure (PnTestSession *t)
{
  pn_test_session_init (t, 300, 240);
  g_autofree char *path = pn_test_draw (t->folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig = pn_test_run (
      t, "{'op': 'create_puppet_rig', 'layer': 'figure', 'pins': [{'name': 'foot', 'x': 60, 'y': "
         "200}, {'name': 'head', 'x': 50, 'y': 40}, {'name': 'hand', 'x': 245, 'y': 80}]}");
  g_autoptr (JsonNode) keys = pn_test_run (
      t, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'keys': "
         "[{'frame': 0, 'x': 245, 'y': 80}, {'frame': 10, 'x': 215, 'y': -10}]}");
}

static const PnPin *
find_pin (PnTestSession *t, const char *name)
{
  const PnLayer *figure = pn_session_get_root (t->session)->layers.items[0];

  for (guint i = 0; i < figure->puppet->pins.n_items; i++) {
    const PnPin *pin = figure->puppet->pins.items[i];
    if (g_str_equal (pin->name, name))
      return pin;
  }
  return NULL;
}

static const PnTrack *
find_track (PnTestSession *t, const char *pin, PnProperty property)
{
  return pn_root_find_track (pn_session_get_root (t->session), PN_TARGET_PIN, find_pin (t, pin)->id,
                             property);
}

static void
test_undo_of_each (void)
{
  static const char *const script[] = {
      "{'op': 'add_pin', 'layer': 'figure', 'name': 'bone', 'kind': 'starch', 'x': 90, 'y': 120, "
      "'stiffness': 0.5, 'starch_extent': 30}",
      "{'op': 'add_pin', 'layer': 'figure', 'name': 'top', 'kind': 'overlap', 'x': 60, 'y': 120, "
      "'depth': -40, 'overlap_extent': 20, 'colour': '#20c0ff'}",
      "{'op': 'add_pin', 'layer': 'figure', 'name': 'knee', 'kind': 'bend', 'x': 60, 'y': 160, "
      "'rotation': 30, 'scale': 0.5, 'extent': 25}",
      "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'kind': 'advanced', 'rotation': 15}",
      "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'property': "
      "'rotation', "
      "'keys': [{'frame': 0, 'value': 0}, {'frame': 10, 'value': 90, 'ease': 'in'}]}",
      "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'bone', 'property': "
      "'stiffness', 'keys': [{'frame': 3, 'value': 1}]}",
      "{'op': 'set_keyframes', 'target': 'pin.top', 'property': 'depth', 'keys': [{'frame': 3, "
      "'value': 100}]}",
      "{'op': 'mirror_pins', 'layer': 'figure', 'pins': ['foot'], 'axis': 'y'}",
      "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'kind': 'position'}",
      "{'op': 'update_pin', 'layer': 'figure', 'pin': 'bone', 'kind': 'position'}",
      "{'op': 'set_puppet', 'layer': 'figure', 'solver': 'blend', 'max_rotation': 60, 'stretch': "
      "0.5, 'stretch_mode': 'free'}",
      "{'op': 'delete_pin', 'layer': 'figure', 'pin': 'top'}",
  };
  PnTestSession t;
  init_figure (&t);
  pn_test_undo_each (&t, script, G_N_ELEMENTS (script));
  pn_test_session_clear (&t);
}

/* Every property of the table can be given, of the kinds for which it means something and of no
 * other, whose refusal says which they have. */
static void
test_each_property (void)
{
  PnTestSession t;
  init_figure (&t);
  for (guint kind = 0; kind < PN_PIN_KIND_UNKNOWN; kind++)
    for (const PnField *field = pn_pin_fields; field->name != NULL; field++) {
      const char *value = field->type == PN_FIELD_COLOUR ? "'#123456'" : "0.75";
      const char *name = pn_pin_kind_name ((PnPinKind)kind);
      if (field->type == PN_FIELD_POINT || field->type == PN_FIELD_ID)
        continue;
      g_autofree char *operation = g_strdup_printf (
          "{'op': 'add_pin', 'layer': 'figure', 'kind': '%s', 'name': 'it', 'x': 90, 'y': 120, "
          "'%s': %s}",
          name, field->name, value);
      if (!pn_field_belongs (field, kind)) {
        g_autofree char *says = pn_test_refused (&t, PN_OPS_ERROR_REFUSED, operation);
        g_assert_nonnull (strstr (says, field->name));
        g_assert_nonnull (strstr (says, name));
        g_assert_nonnull (strstr (says, "colour"));
        continue;
      }
      g_autoptr (JsonNode) added = pn_test_run (&t, "%s", operation);
      const PnPin *pin = find_pin (&t, "it");
      if (field->type == PN_FIELD_NUMBER)
        g_assert_cmpfloat (fabs (pn_field_number (pin, field) - 0.75), <, 1e-15);
      else
        g_assert_cmpint (pin->colour.rgb[1], ==, 0x34);
      g_autoptr (JsonNode) listed = pn_test_run (&t, "{'op': 'list_pins', 'layer': 'figure'}");
      JsonArray *pins = json_object_get_array_member (json_node_get_object (listed), "pins");
      g_assert_true (json_object_has_member (json_array_get_object_element (pins, 3), field->name));
      g_autoptr (JsonNode) undone = pn_test_run (&t, "{'op': 'undo'}");
    }
  pn_test_session_clear (&t);
}

/* What the new kind has no use for goes, keys and all, and what was keyed is told. Back in the old kind
 * the pin stands where the artwork stood. */
static void
test_change_of_kind (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autoptr (JsonNode) advanced = pn_test_run (
      &t,
      "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'kind': 'advanced', 'extent': 9}");
  g_autoptr (JsonNode) turned = pn_test_run (
      &t, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'property': "
          "'rotation', 'keys': [{'frame': 4, 'value': 45}]}");
  g_assert_nonnull (find_track (&t, "hand", PN_PROPERTY_ROTATION));
  g_assert_cmpfloat (find_pin (&t, "hand")->extent, <, 10);
  g_autofree char *animated =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                       "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'rotation': 1}");
  g_assert_nonnull (strstr (animated, "set_puppet_pin_keyframes"));

  g_autoptr (JsonNode) starch =
      pn_test_run (&t, "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'kind': 'starch'}");
  g_assert_true (json_object_has_member (json_node_get_object (starch), "notices"));
  g_assert_null (find_track (&t, "hand", PN_PROPERTY_ROTATION));
  g_assert_null (find_track (&t, "hand", PN_PROPERTY_POSITION));
  g_assert_cmpfloat (find_pin (&t, "hand")->stiffness, >, 0.99);
  g_assert_cmpfloat (find_pin (&t, "hand")->extent, >, 30);
  g_autofree char *placeless = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED,
      "{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 0, 'x': 200, 'y': 80}");
  g_assert_nonnull (strstr (placeless, "starch"));
  g_assert_nonnull (strstr (placeless, "update_pin"));

  g_autoptr (JsonNode) head = pn_test_run (
      &t, "{'op': 'move_pin', 'layer': 'figure', 'pin': 'head', 'frame': 6, 'x': 20, 'y': 60}");
  g_autoptr (PnFrame) before = pn_test_pose (&t, 6);
  g_autoptr (JsonNode) back = pn_test_run (
      &t, "{'op': 'update_pin', 'layer': 'figure', 'pin': 'hand', 'kind': 'position'}");
  const PnTrack *track = find_track (&t, "hand", PN_PROPERTY_POSITION);
  g_assert_cmpuint (track->n_keys, ==, 1);
  g_autoptr (PnFrame) after = pn_test_pose (&t, 6);
  const PnLayerPose *was = pn_test_layer_pose (before, "figure");
  const PnLayerPose *is = pn_test_layer_pose (after, "figure");
  double worst = 0;
  for (gsize i = 0; i < pn_mesh_n_vertices (was->mesh); i++)
    worst = MAX (worst, hypot (was->posed_layer[i].x - is->posed_layer[i].x,
                               was->posed_layer[i].y - is->posed_layer[i].y));
  g_assert_cmpfloat (worst, <, 5);
  pn_test_session_clear (&t);
}

static void
test_keys_of_a_kind (void)
{
  static const struct {
    const char *property, *value, *says;
  } cases[] = {
      {"rotation", "10", "position"},
      {"depth", "10", "stiffness"},
      {"opacity", "1", "depth"},
      {"stiffness", "1.5", "from 0 to 1"},
  };
  PnTestSession t;
  init_figure (&t);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PnOpsError code = i == 3 ? PN_OPS_ERROR_USAGE : PN_OPS_ERROR_REFUSED;
    g_autofree char *by_pin = g_strdup_printf (
        "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'property': '%s', "
        "'keys': [{'frame': 0, 'value': %s}]}",
        cases[i].property, cases[i].value);
    g_autofree char *by_target =
        g_strdup_printf ("{'op': 'set_keyframes', 'target': 'pin.hand', 'property': '%s', "
                         "'keys': [{'frame': 0, 'value': %s}]}",
                         cases[i].property, cases[i].value);
    g_autofree char *says = pn_test_refused (&t, code, by_pin);
    g_autofree char *again = pn_test_refused (&t, code, by_target);
    g_assert_nonnull (strstr (says, cases[i].says));
    g_assert_nonnull (strstr (again, cases[i].says));
  }
  g_autofree char *passes = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED,
      "{'op': 'set_puppet', 'layer': 'figure', 'solver': 'two-step', 'passes': 3}");
  g_assert_nonnull (strstr (passes, "elastic"));
  pn_test_session_clear (&t);
}

/* A key of a scalar has no part of the solver's start, which a file could not say. */
static void
test_scalar_keys_alone (void)
{
  PnTestSession t;
  init_figure (&t);
  g_autoptr (JsonNode) raised = pn_test_run (
      &t, "{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 0, 'x': 100, 'y': -70}");
  g_autoptr (JsonNode) late = pn_test_run (
      &t, "{'op': 'add_pin', 'layer': 'figure', 'name': 'elbow', 'kind': 'advanced', 'x': 170, "
          "'y': 80, 'space': 'rest'}");
  g_autoptr (JsonNode) key = pn_test_run (
      &t, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'elbow', 'property': "
          "'rotation', 'keys': [{'frame': 4, 'value': 45}]}");
  const PnVec2 own = find_pin (&t, "elbow")->start_offset_layer;
  g_assert_cmpfloat (hypot (own.x, own.y), >, 0.01);
  const PnTrack *track = find_track (&t, "elbow", PN_PROPERTY_ROTATION);
  g_assert_cmpfloat (fabs (track->keys[0].start_offset.x) + fabs (track->keys[0].start_offset.y), <,
                     1e-300);
  pn_test_session_clear (&t);
}

static void
test_mirrored (void)
{
  PnTestSession t;
  pn_test_session_init (&t, 100, 100);
  g_autofree char *path = pn_test_draw (t.folder, "disc.png", 100, 100, pn_test_disc_pixel);
  g_autoptr (JsonNode) image = pn_test_run (&t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig = pn_test_run (
      &t,
      "{'op': 'create_puppet_rig', 'layer': 'disc', 'pins': [{'name': 'middle', 'x': 50, 'y': "
      "50}, {'name': 'left', 'kind': 'advanced', 'x': 30, 'y': 60, 'rotation': 20, 'grip': 6}]}");
  g_autoptr (JsonNode) keys = pn_test_run (
      &t, "{'op': 'move_pin', 'layer': 'disc', 'pin': 'left', 'frame': 5, 'x': 20, 'y': 70}");
  g_autoptr (JsonNode) mirrored = pn_test_run (&t, "{'op': 'mirror_pins', 'layer': 'disc'}");
  JsonObject *result = json_node_get_object (mirrored);

  /* What lies on the axis has no other side. */
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (result, "pins")), ==, 1);
  g_assert_true (json_object_has_member (result, "notices"));
  const PnRoot *root = pn_session_get_root (t.session);
  const PnLayer *disc = root->layers.items[0];
  const PnPin *pin = disc->puppet->pins.items[2];
  g_assert_cmpstr (pin->name, ==, "left 2");
  g_assert_cmpfloat (fabs (pin->rest_layer.x - 70) + fabs (pin->rest_layer.y - 60), <, 1e-9);
  g_assert_cmpfloat (fabs (pin->rotation_deg + 20), <, 1e-12);
  const PnTrack *track = pn_root_find_track (root, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
  g_assert_cmpfloat (fabs (track->keys[0].value.x - 80) + fabs (track->keys[0].value.y - 70), <,
                     1e-9);
  g_autofree char *again =
      pn_test_refused (&t, PN_OPS_ERROR_REFUSED, "{'op': 'mirror_pins', 'layer': 'disc'}");
  g_assert_nonnull (strstr (again, "already"));
  pn_test_session_clear (&t);
}

/* To a layer that lies elsewhere and is twice as large: the same places of the canvas. */
static void
test_copied (void)
{
  PnTestSession t;
  pn_test_session_init (&t, 200, 200);
  g_autofree char *path = pn_test_draw (t.folder, "disc.png", 100, 100, pn_test_disc_pixel);
  g_autoptr (JsonNode) image = pn_test_run (&t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) other =
      pn_test_run (&t, "{'op': 'add_image', 'path': '%s', 'name': 'other'}", path);
  g_autoptr (JsonNode) half =
      pn_test_run (&t, "{'op': 'set_layer', 'layer': 'other', 'scale_x': 0.5, 'scale_y': 0.5}");
  g_autoptr (JsonNode) rig = pn_test_run (
      &t, "{'op': 'create_puppet_rig', 'layer': 'disc', 'pins': [{'name': 'middle', 'x': 55, 'y': "
          "50, 'grip': 10}, {'name': 'low', 'kind': 'starch', 'x': 50, 'y': 60, 'starch_extent': "
          "20}]}");
  g_autofree char *unrigged = pn_test_refused (
      &t, PN_OPS_ERROR_REFUSED, "{'op': 'copy_pins', 'layer': 'disc', 'to': 'other'}");
  g_assert_nonnull (strstr (unrigged, "create_puppet_rig"));
  g_autoptr (JsonNode) second = pn_test_run (&t, "{'op': 'create_puppet_rig', 'layer': 'other'}");
  g_autoptr (JsonNode) copied =
      pn_test_run (&t, "{'op': 'copy_pins', 'layer': 'disc', 'to': 'other'}");
  const PnLayer *layer = pn_session_get_root (t.session)->layers.items[1];
  const PnPin *middle = layer->puppet->pins.items[0], *low = layer->puppet->pins.items[1];
  g_assert_cmpstr (middle->name, ==, "middle");
  g_assert_cmpfloat (fabs (middle->rest_layer.x - 60) + fabs (middle->rest_layer.y - 50), <, 1e-9);
  g_assert_cmpfloat (fabs (middle->grip - 20), <, 1e-9);
  g_assert_cmpfloat (fabs (low->starch_extent - 40), <, 1e-9);
  g_autofree char *itself = pn_test_refused (&t, PN_OPS_ERROR_REFUSED,
                                             "{'op': 'copy_pins', 'layer': 'disc', 'to': 'disc'}");
  pn_test_session_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/pin-kinds/undo-of-each", test_undo_of_each);
  g_test_add_func ("/ops/pin-kinds/each-property", test_each_property);
  g_test_add_func ("/ops/pin-kinds/change-of-kind", test_change_of_kind);
  g_test_add_func ("/ops/pin-kinds/keys-of-a-kind", test_keys_of_a_kind);
  g_test_add_func ("/ops/pin-kinds/scalar-keys-alone", test_scalar_keys_alone);
  g_test_add_func ("/ops/pin-kinds/mirrored", test_mirrored);
  g_test_add_func ("/ops/pin-kinds/copied", test_copied);
  return g_test_run ();
}
