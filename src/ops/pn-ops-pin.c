/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

#include "pn-edit.h"
#include "pn-pose-json.h"

/* Operations on pins. A pin's rest place is on the artwork at rest, its target where the artwork
 * goes; both in the layer's space. */

/* What a new starch pin makes stiff is as stiff as can be, for with none of it the pin does nothing. */
#define STARCH_AMOUNT 1.0

/* --- Reading a PIN. */

typedef struct {
  const char *name; /* (nullable) */
  PnVec2 point;     /* where it was put, in `space` */
  PnOpSpace space;
  gboolean is_placed;
} PinArgs;

/* Names of all kinds there are. (transfer full) */
static char *
list_kinds (void)
{
  GString *list = g_string_new (NULL);

  for (guint kind = 0; kind < PN_PIN_KIND_UNKNOWN; kind++)
    g_string_append_printf (list, "%s%s", kind > 0 ? ", " : "", pn_pin_kind_name (kind));
  return g_string_free (list, FALSE);
}

/* Into `pin`, which has the kind it had; what the new one has no use for falls back. */
static gboolean
read_kind (const PnArgs *args, PnPin *pin, GError **error)
{
  const char *name = NULL;

  if (!pn_args_string (args, "kind", PN_ARG_OPTIONAL, &name, error))
    return FALSE;
  if (name == NULL)
    return TRUE;
  PnPinKind kind = pn_pin_kind_from_name (name);
  if (kind == PN_PIN_KIND_UNKNOWN) {
    g_autofree char *kinds = list_kinds ();
    return pn_op_refuse (error, _ ("This version has no pins of kind “%s”. It has: %s."), name,
                         kinds);
  }
  if (kind == pin->kind)
    return TRUE;
  pin->kind = kind;
  pn_fields_drop (pin, pn_pin_fields, kind);
  if (kind == PN_PIN_KIND_STARCH && !(pin->stiffness > 0))
    pin->stiffness = STARCH_AMOUNT;
  return TRUE;
}

static gboolean
read_pin (const PnArgs *args, PnArgNeed place, PinArgs *given, PnPin *pin, GError **error)
{
  if (!read_kind (args, pin, error) ||
      !pn_args_string (args, "name", PN_ARG_OPTIONAL, &given->name, error) ||
      !pn_args_number (args, "x", place, -PN_OP_COORDINATE, PN_OP_COORDINATE, &given->point.x,
                       error) ||
      !pn_args_number (args, "y", place, -PN_OP_COORDINATE, PN_OP_COORDINATE, &given->point.y,
                       error) ||
      !pn_op_read_space (args, &given->space, error))
    return FALSE;
  /* Translators: a kind of pin, as in files: "starch". */
  g_autofree char *what = g_strdup_printf (_ ("A pin of kind “%s”"), pn_pin_kind_name (pin->kind));
  if (!pn_op_read_fields (args, pin, pn_pin_fields, pin->kind, what, error))
    return FALSE;
  given->is_placed = pn_args_has (args, "x") && pn_args_has (args, "y");
  if (!given->is_placed && (pn_args_has (args, "x") || pn_args_has (args, "y"))) {
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

gboolean
pn_op_bind_to_mesh (PnOpCall *call,
                    const PnLayer *layer,
                    const PnPin *pin,
                    PnVec2 *rest,
                    GError **error)
{
  PnMeshPlace place = {0};
  g_autoptr (PnMesh) mesh =
      pn_evaluator_get_mesh (call->context->evaluator, layer->puppet->mesh_asset, error);
  if (mesh == NULL)
    return FALSE;

  PnStatus status = pn_mesh_locate (mesh, *rest, &place);
  if (status != PN_STATUS_OK || place.distance > MAX (PN_PIN_REACH, pin->grip))
    return pn_op_refuse (error,
                         _ ("The mesh of “%s” has no triangle under this pin: the nearest is %.0f "
                            "px away. Raise Expansion or move the pin."),
                         layer->name, place.distance);
  if (place.distance > 0)
    *rest = pn_mesh_at (mesh, pn_mesh_positions (mesh), &place);
  return TRUE;
}

/* --- add_pin */

char *
pn_op_fresh_pin_name (const PnOpCall *call, const PnPuppet *puppet)
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
  g_autoptr (PnPin) pin = pn_pin_new (0, NULL, pn_vec2 (0, 0));
  PinArgs given = {0};
  PnVec2 rest;

  if (!read_pin (args, PN_ARG_REQUIRED, &given, pin, error) ||
      !find_rest (call, layer, &given, frame, &rest, error) ||
      !pn_op_bind_to_mesh (call, layer, pin, &rest, error))
    return NULL;

  g_autoptr (PnRoot) root = pn_root_copy (pn_op_call_root (call));
  g_free (pin->name);
  pin->name =
      given.name != NULL ? g_strdup (given.name) : pn_op_fresh_pin_name (call, layer->puppet);
  pin->id = pn_root_make_id (root);
  pin->rest_layer = pin->position_layer = rest;
  g_autoptr (PnTrack) track = pn_track_new (PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
  if (pose == PN_OP_POSE_HOLD && pn_pin_kind_holds (pin->kind) &&
      !pn_op_hold_pose (call, layer, pin, track, error))
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

/* --- update_pin: other properties, another kind, or another place on the artwork, which keeps the
 * pose. */

/* Under a track a static value would show nothing. */
static gboolean
refuse_animated (PnOpCall *call, const PnPin *pin, GError **error)
{
  for (const PnField *field = pn_pin_fields; field->name != NULL; field++)
    if (field->type == PN_FIELD_NUMBER && field->property != PN_PROPERTY_UNKNOWN &&
        pn_args_has (&call->args, field->name) &&
        pn_root_find_track (call->root, PN_TARGET_PIN, pin->id, field->property) != NULL)
      return pn_op_refuse (
          error,
          _ ("The %s of “%s” is animated. Set a key with set_puppet_pin_keyframes, "
             "or remove its keys with delete_keyframes first."),
          field->name, pin->name);
  return TRUE;
}

/* Keys that mean nothing for what the pin is now. */
static void
drop_tracks (PnOpCall *call, const PnPin *pin)
{
  for (const PnField *field = pn_pin_fields; field->name != NULL; field++) {
    if (field->property == PN_PROPERTY_UNKNOWN || pn_field_belongs (field, pin->kind) ||
        pn_root_find_track (call->root, PN_TARGET_PIN, pin->id, field->property) == NULL)
      continue;
    pn_op_call_take_root (call, pn_edit_remove_track (pn_op_call_root (call), PN_TARGET_PIN,
                                                      pin->id, field->property));
    pn_op_call_notice (call, _ ("“%s” has lost its keys of %s, which a pin of kind “%s” has not."),
                       pin->name, field->name, pn_pin_kind_name (pin->kind));
  }
}

/* To where it is given; the artwork stays as it stands. `track` (transfer full) (nullable) is what
 * its keys become. */
static gboolean
place_pin (PnOpCall *call,
           const PnLayer *layer,
           const PnPin *old,
           PnPin *pin,
           const PinArgs *given,
           double frame,
           PnTrack **track,
           GError **error)
{
  const PnTrack *keyed =
      pn_root_find_track (call->root, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
  gboolean holds = pn_pin_kind_holds (pin->kind), held = pn_pin_kind_holds (old->kind);
  PnVec2 rest = pin->rest_layer;

  if (given->is_placed && (!find_rest (call, layer, given, frame, &rest, error) ||
                           !pn_op_bind_to_mesh (call, layer, pin, &rest, error)))
    return FALSE;
  if (holds && !held) {
    pin->rest_layer = rest;
    *track = pn_track_new (PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
    return pn_op_hold_pose (call, layer, pin, *track, error);
  }
  if (holds && given->is_placed) {
    *track = keyed != NULL ? pn_track_copy (keyed) : NULL;
    return pn_op_move_rest (call, layer, pin, rest, *track, error);
  }
  pin->rest_layer = rest;
  if (!holds)
    pin->position_layer = rest;
  return TRUE;
}

static gboolean
update_pin (PnOpCall *call, GError **error)
{
  double frame = 0;
  PinArgs given = {0};
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

  g_autoptr (PnPin) pin = pn_pin_copy (old);
  g_autoptr (PnTrack) track = NULL;
  if (!read_pin (&call->args, PN_ARG_OPTIONAL, &given, pin, error) ||
      !refuse_animated (call, pin, error) ||
      !place_pin (call, layer, old, pin, &given, frame, &track, error))
    return FALSE;
  if (given.name != NULL) {
    g_free (pin->name);
    pin->name = g_strdup (given.name);
  }
  pn_op_result_id (call, "pin", pin->id);
  pn_op_call_take_root (call, pn_edit_replace_pin (call->root, layer->id, pin));
  drop_tracks (call, pin);
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
  if (pin == NULL || !pn_op_check_pin_track (pin, PN_PROPERTY_POSITION, error))
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

/* (nullable) where evaluation has it. */
static const PnPinPose *
find_pose (const PnLayerPose *layer, const PnPin *pin)
{
  for (guint i = 0; i < layer->n_pins; i++)
    if (layer->pins[i].pin == pin)
      return &layer->pins[i];
  return NULL;
}

static void
add_pin_pose (PnOpCall *call, const PnLayerPose *layer, const PnPin *pin, double frame)
{
  const PnPinPose *pose = find_pose (layer, pin);
  const char *ignored = pose != NULL ? pn_pose_ignored_text (pose->state) : NULL;
  PnVec2 target = pose != NULL ? pose->target_layer : pin->rest_layer;

  json_builder_begin_object (call->result);
  pn_op_result_id (call, "id", pin->id);
  pn_op_result_string (call, "name", pin->name);
  pn_op_result_string (call, "kind", pn_pin_kind_name (pin->kind));
  if (pin->kind != PN_PIN_KIND_UNKNOWN)
    pn_op_result_fields (call, pin, pn_pin_fields, pin->kind, PN_TARGET_PIN, pin->id, frame);
  pn_op_result_point (call, "rest", pn_affine_apply (&layer->doc_from_layer, pin->rest_layer));
  if (pn_pin_kind_holds (pin->kind))
    pn_op_result_point (call, "target", pn_affine_apply (&layer->doc_from_layer, target));
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
    for (guint j = 0; posed->layers[i].layer == layer && j < layer->puppet->pins.n_items; j++)
      add_pin_pose (call, &posed->layers[i], layer->puppet->pins.items[j], frame);
  json_builder_end_array (call->result);
  return TRUE;
}

const PnOperationEntry pn_ops_pin_entries[] = {
    {"add_pin", PN_OP_EDITS, "layer frame hold_pose " PN_OP_PIN, add_pin, N_ ("Add a pin")},
    {"update_pin", PN_OP_EDITS, "layer pin frame " PN_OP_PIN, update_pin, N_ ("Change a pin")},
    {"delete_pin", PN_OP_EDITS, "layer pin", delete_pin, N_ ("Delete a pin")},
    {"list_pins", PN_OP_LOOKS, "layer frame", list_pins, N_ ("List the pins")},
    {"move_pin", PN_OP_EDITS, "layer pin frame x y space", move_pin, N_ ("Move a pin")},
    {NULL},
};
