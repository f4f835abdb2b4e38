/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

#include "pn-edit.h"
#include "pn-pose-json.h"

/* Operations on pins. A pin's rest place is on the artwork at rest, its target where the artwork
 * goes; both in the layer's space. */

#define GRIP_MIN 0.5
#define GRIP_MAX 10000.0

/* --- Reading a PIN. */

typedef struct {
  const char *name; /* (nullable) */
  PnVec2 point;     /* where it was put, in `space` */
  PnOpSpace space;
  gboolean is_placed;
  double grip;
} PinArgs;

static gboolean
read_pin (const PnArgs *args, PnArgNeed place, PinArgs *pin, GError **error)
{
  const char *kind = "position";

  if (!pn_args_string (args, "kind", PN_ARG_OPTIONAL, &kind, error) ||
      !pn_args_string (args, "name", PN_ARG_OPTIONAL, &pin->name, error) ||
      !pn_args_number (args, "x", place, -PN_OP_COORDINATE, PN_OP_COORDINATE, &pin->point.x,
                       error) ||
      !pn_args_number (args, "y", place, -PN_OP_COORDINATE, PN_OP_COORDINATE, &pin->point.y,
                       error) ||
      !pn_args_number (args, "grip", PN_ARG_OPTIONAL, GRIP_MIN, GRIP_MAX, &pin->grip, error) ||
      !pn_op_read_space (args, &pin->space, error))
    return FALSE;
  if (!g_str_equal (kind, "position"))
    return pn_op_refuse (error, _ ("This version has no pins of kind “%s”. It has: position."),
                         kind);
  pin->is_placed = pn_args_has (args, "x") && pn_args_has (args, "y");
  if (!pin->is_placed && (pn_args_has (args, "x") || pn_args_has (args, "y"))) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("%s: “x” and “y” go together."),
                 args->where);
    return FALSE;
  }
  return TRUE;
}

/* The rest place of the artwork seen at a point on the canvas at `frame`: a pin added to a posed
 * layer is stored at rest. In other spaces than the document's a place is one at rest already. */
static gboolean
find_rest (PnOpCall *call,
           const PnLayer *layer,
           const PinArgs *pin,
           double frame,
           PnVec2 *rest,
           GError **error)
{
  PnVec2 posed;

  if (!pn_op_to_layer (call, layer, pin->space, frame, pin->point, &posed, error))
    return FALSE;
  if (pin->space != PN_OP_SPACE_DOCUMENT) {
    *rest = posed;
    return TRUE;
  }
  return pn_evaluator_unmap_point (call->context->evaluator, pn_op_call_root (call), layer, frame,
                                   posed, rest, error);
}

/* A pin a little off the artwork is stored at the nearest place on the mesh, a far one is refused. */
static gboolean
bind_to_mesh (PnOpCall *call, const PnLayer *layer, double grip, PnVec2 *rest, GError **error)
{
  PnMeshPlace place = {0};
  g_autoptr (PnMesh) mesh =
      pn_evaluator_get_mesh (call->context->evaluator, layer->puppet->mesh_asset, error);
  if (mesh == NULL)
    return FALSE;

  PnStatus status = pn_mesh_locate (mesh, *rest, &place);
  if (status != PN_STATUS_OK || place.distance > MAX (PN_PIN_REACH, grip))
    return pn_op_refuse (error,
                         _ ("The mesh of “%s” has no triangle under this pin: the nearest is %.0f "
                            "px away. Raise Expansion or move the pin."),
                         layer->name, place.distance);
  if (place.distance > 0)
    *rest = pn_mesh_at (mesh, pn_mesh_positions (mesh), &place);
  return TRUE;
}

/* --- add_pin */

static char *
fresh_name (const PnOpCall *call, const PnPuppet *puppet)
{
  /* Translators: what a new pin is called; the number makes it the only one. */
  const char *format = pn_op_call_usual_name (call, NC_ ("name", "Pin %u"));

  for (guint n = puppet->pins.n_items + 1;; n++) {
    g_autofree char *name = g_strdup_printf (format, n);
    gboolean is_taken = FALSE;
    for (guint i = 0; i < puppet->pins.n_items && !is_taken; i++)
      is_taken = g_strcmp0 (((const PnPin *)puppet->pins.items[i])->name, name) == 0;
    if (!is_taken)
      return g_steal_pointer (&name);
  }
}

const PnPin *
pn_op_add_pin (PnOpCall *call,
               const PnLayer *layer,
               const PnArgs *args,
               double frame,
               PnOpPose pose,
               GError **error)
{
  PinArgs pin_args = {.grip = PN_PIN_GRIP_DEFAULT};
  PnVec2 rest;

  if (!read_pin (args, PN_ARG_REQUIRED, &pin_args, error) ||
      !find_rest (call, layer, &pin_args, frame, &rest, error) ||
      !bind_to_mesh (call, layer, pin_args.grip, &rest, error))
    return NULL;

  g_autofree char *name =
      pin_args.name != NULL ? g_strdup (pin_args.name) : fresh_name (call, layer->puppet);
  g_autoptr (PnRoot) root = pn_root_copy (pn_op_call_root (call));
  g_autoptr (PnPin) pin = pn_pin_new (pn_root_make_id (root), name, rest);
  g_autoptr (PnTrack) track = pn_track_new (PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
  pin->grip = pin_args.grip;
  if (pose == PN_OP_POSE_HOLD && !pn_op_hold_pose (call, layer, pin, track, error))
    return NULL;

  PnId layer_id = layer->id, pin_id = pin->id;
  guint index = layer->puppet->pins.n_items;
  pn_op_call_take_root (call, pn_edit_insert_pin (root, layer_id, index, pin));
  if (track->n_keys > 0)
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  return pn_root_find_pin (pn_op_call_root (call), pin_id, NULL);
}

/* What the pins among each other make of a new one: too near to an earlier pin, or more than the
 * mesh can hold. */
static gboolean
notice_state (PnOpCall *call, PnId pin_id, double frame, GError **error)
{
  g_autoptr (PnFrame) posed =
      pn_evaluate (call->context->evaluator, pn_op_call_root (call), frame, error);
  if (posed == NULL)
    return FALSE;

  for (guint i = 0; i < posed->n_layers; i++) {
    for (guint j = 0; j < posed->layers[i].n_pins; j++) {
      const PnPinPose *pose = &posed->layers[i].pins[j];
      if (pose->pin->id != pin_id)
        continue;
      char *fault =
          pn_pin_state_describe (pose->state, pose->pin->name, posed->layers[i].layer->name);
      if (fault != NULL)
        g_ptr_array_add (call->notices, fault);
    }
  }
  return TRUE;
}

static gboolean
add_pin (PnOpCall *call, GError **error)
{
  double frame = 0;
  gboolean hold = TRUE;
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);

  if (layer == NULL ||
      !pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &frame, error) ||
      !pn_args_boolean (&call->args, "hold_pose", PN_ARG_OPTIONAL, &hold, error))
    return FALSE;

  const PnPin *pin = pn_op_add_pin (call, layer, &call->args, frame,
                                    hold ? PN_OP_POSE_HOLD : PN_OP_POSE_FREE, error);
  if (pin == NULL)
    return FALSE;
  pn_op_result_id (call, "layer", layer->id);
  pn_op_result_id (call, "pin", pin->id);
  pn_op_result_string (call, "name", pin->name);
  return notice_state (call, pin->id, frame, error);
}

/* --- update_pin: a new name or grip, or another place on the artwork, which keeps the pose. */

static gboolean
update_pin (PnOpCall *call, GError **error)
{
  double frame = 0;
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  const PnPin *old = layer != NULL ? pn_op_find_pin (call, layer, error) : NULL;
  if (old == NULL || !pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN,
                                      PN_OP_FRAME_MAX, &frame, error))
    return FALSE;
  if (old->kind == PN_PIN_KIND_UNKNOWN)
    return pn_op_refuse (error,
                         _ ("The pin “%s” was made by a later version of Pantin, which alone can "
                            "change it. It can be removed."),
                         old->name);

  PinArgs args = {.grip = old->grip};
  if (!read_pin (&call->args, PN_ARG_OPTIONAL, &args, error))
    return FALSE;

  g_autoptr (PnPin) pin = pn_pin_copy (old);
  pin->grip = args.grip;
  if (args.name != NULL) {
    g_free (pin->name);
    pin->name = g_strdup (args.name);
  }
  g_autoptr (PnTrack) track = NULL;
  if (args.is_placed) {
    const PnTrack *keyed =
        pn_root_find_track (call->root, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
    PnVec2 rest;
    track = keyed != NULL ? pn_track_copy (keyed) : NULL;
    if (!find_rest (call, layer, &args, frame, &rest, error) ||
        !bind_to_mesh (call, layer, pin->grip, &rest, error) ||
        !pn_op_move_rest (call, layer, pin, rest, track, error))
      return FALSE;
  }
  pn_op_result_id (call, "pin", pin->id);
  pn_op_call_take_root (call, pn_edit_replace_pin (call->root, layer->id, pin));
  if (track != NULL)
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  return TRUE;
}

/* --- delete_pin, move_pin, list_pins */

static gboolean
delete_pin (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  const PnPin *pin = layer != NULL ? pn_op_find_pin (call, layer, error) : NULL;

  if (pin == NULL)
    return FALSE;
  pn_op_result_id (call, "pin", pin->id);
  pn_op_call_take_root (call, pn_edit_remove_pin (call->root, layer->id, pin->id));
  return TRUE;
}

static gboolean
move_pin (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  const PnPin *pin = layer != NULL ? pn_op_find_pin (call, layer, error) : NULL;
  if (pin == NULL)
    return FALSE;

  /* One key, read like the keys of set_puppet_pin_keyframes. */
  g_autoptr (JsonObject) key = json_object_new ();
  g_autoptr (JsonArray) keys = json_array_new ();
  static const char *const names[] = {"frame", "x", "y", "space"};
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (pn_args_has (&call->args, names[i]))
      json_object_set_member (key, names[i], json_object_dup_member (call->args.object, names[i]));
  json_array_add_object_element (keys, g_steal_pointer (&key));

  pn_op_result_id (call, "pin", pin->id);
  return pn_op_set_keys (call, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION, layer, keys, error);
}

static void
add_pin_pose (PnOpCall *call, const PnLayerPose *layer, const PnPinPose *pose)
{
  const char *ignored = pn_pose_ignored_text (pose->state);

  json_builder_begin_object (call->result);
  pn_op_result_id (call, "id", pose->pin->id);
  pn_op_result_string (call, "name", pose->pin->name);
  pn_op_result_string (call, "kind", "position");
  pn_op_result_number (call, "grip", pose->pin->grip);
  pn_op_result_point (call, "rest",
                      pn_affine_apply (&layer->doc_from_layer, pose->pin->rest_layer));
  pn_op_result_point (call, "target", pn_affine_apply (&layer->doc_from_layer, pose->target_layer));
  if (ignored != NULL)
    pn_op_result_string (call, "ignored", ignored);
  json_builder_end_object (call->result);
}

static gboolean
list_pins (PnOpCall *call, GError **error)
{
  double frame = 0;
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);

  if (layer == NULL || !pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN,
                                        PN_OP_FRAME_MAX, &frame, error))
    return FALSE;
  g_autoptr (PnFrame) posed = pn_evaluate (call->context->evaluator, call->root, frame, error);
  if (posed == NULL)
    return FALSE;

  json_builder_set_member_name (call->result, "pins");
  json_builder_begin_array (call->result);
  for (guint i = 0; i < posed->n_layers; i++)
    for (guint j = 0; posed->layers[i].layer == layer && j < posed->layers[i].n_pins; j++)
      add_pin_pose (call, &posed->layers[i], &posed->layers[i].pins[j]);
  json_builder_end_array (call->result);
  return TRUE;
}

const PnOperationEntry pn_ops_pin_entries[] = {
    {"add_pin", PN_OP_EDITS, "layer frame hold_pose name kind x y grip space", add_pin,
     N_ ("Add a pin")},
    {"update_pin", PN_OP_EDITS, "layer pin frame name kind x y grip space", update_pin,
     N_ ("Change a pin")},
    {"delete_pin", PN_OP_EDITS, "layer pin", delete_pin, N_ ("Delete a pin")},
    {"list_pins", PN_OP_LOOKS, "layer frame", list_pins, N_ ("List the pins")},
    {"move_pin", PN_OP_EDITS, "layer pin frame x y space", move_pin, N_ ("Move a pin")},
    {NULL},
};
