/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-edit.h"
#include "pn-sample.h"

/* Operations on keys. Every track has one name, a target and a property, and one way to set its
 * keys. */

#define KEYS_MAX 1000000

/* --- Reading keys. */

static const char *const ease_names[] = {"linear", "hold", "in", "out", "in-out", NULL};
static const PnEaseKind ease_kinds[] = {PN_EASE_LINEAR, PN_EASE_HOLD, PN_EASE_IN, PN_EASE_OUT,
                                        PN_EASE_IN_OUT};

static gboolean
refuse_ease (const PnArgs *args, GError **error)
{
  g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
               _ ("%s: “ease” has to be one of hold, linear, in, out, in-out, or four numbers [x1, "
                  "y1, x2, y2] with x1 and x2 "
                  "from 0 to 1."),
               args->where);
  return FALSE;
}

static gboolean
read_bezier (const PnArgs *args, JsonArray *handles, PnEase *ease, GError **error)
{
  double values[4];

  if (json_array_get_length (handles) != 4)
    return refuse_ease (args, error);
  for (guint i = 0; i < 4; i++) {
    JsonNode *node = json_array_get_element (handles, i);
    GType type = json_node_get_value_type (node);
    if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
      return refuse_ease (args, error);
    values[i] = json_node_get_double (node);
    gboolean is_time = i % 2 == 0;
    if (!isfinite (values[i]) || (is_time && (values[i] < 0 || values[i] > 1)) ||
        fabs (values[i]) > 1e3)
      return refuse_ease (args, error);
  }
  *ease = (PnEase){PN_EASE_BEZIER, values[0], values[1], values[2], values[3]};
  return TRUE;
}

gboolean
pn_op_read_ease (const PnArgs *args, PnEase *ease, GError **error)
{
  if (!pn_args_has (args, "ease"))
    return TRUE;

  JsonNode *node = json_object_get_member (args->object, "ease");
  if (JSON_NODE_HOLDS_ARRAY (node))
    return read_bezier (args, json_node_get_array (node), ease, error);
  for (guint i = 0; json_node_get_value_type (node) == G_TYPE_STRING && ease_names[i] != NULL;
       i++) {
    if (g_str_equal (json_node_get_string (node), ease_names[i])) {
      *ease = (PnEase){.kind = ease_kinds[i]};
      return TRUE;
    }
  }
  return refuse_ease (args, error);
}

static void
range_of (PnTargetKind kind, PnProperty property, double *low, double *high)
{
  *low = -PN_OP_COORDINATE;
  *high = PN_OP_COORDINATE;
  if (property == PN_PROPERTY_OPACITY) {
    *low = 0;
    *high = 1;
  } else if (property != PN_PROPERTY_MODE && kind != PN_TARGET_LAYER &&
             !pn_property_is_point (property)) {
    pn_field_range (pn_field_find_track (kind == PN_TARGET_PIN    ? pn_pin_fields
                                         : kind == PN_TARGET_BONE ? pn_bone_fields
                                                                  : pn_ik_fields,
                                         property),
                    low, high);
  }
}

/* 0 is "ik", 1 is "fk". */
static gboolean
read_mode (const PnArgs *args, double *value, GError **error)
{
  int mode = PN_IK_MODE_IK;

  if (!pn_args_integer (args, "value", PN_ARG_REQUIRED, PN_IK_MODE_IK, PN_IK_MODE_FK, &mode, error))
    return FALSE;
  *value = mode;
  return TRUE;
}

/* "value" of a scalar; "x" and "y" of a point, from the canvas into the space the track is in. */
static gboolean
read_value (PnOpCall *call,
            const PnArgs *args,
            const PnTrack *track,
            const PnLayer *layer,
            PnKey *key,
            GError **error)
{
  PnProperty property = track->property;
  double low, high;
  PnOpSpace space = PN_OP_SPACE_DOCUMENT;

  range_of (track->target_kind, property, &low, &high);
  if (!pn_property_is_point (property)) {
    if (pn_args_has (args, "x") || pn_args_has (args, "y"))
      return pn_op_refuse (error, _ ("%s: “%s” is a number, not a point: its keys have “value”."),
                           args->where, pn_property_name (property));
    /* Of two modes there is nothing in between. */
    if (property == PN_PROPERTY_MODE) {
      key->ease = (PnEase){.kind = PN_EASE_HOLD};
      return read_mode (args, &key->value.x, error);
    }
    return pn_args_number (args, "value", PN_ARG_REQUIRED, low, high, &key->value.x, error);
  }
  if (pn_args_has (args, "value"))
    return pn_op_refuse (error, _ ("%s: “%s” is a point, not a number: its keys have “x” and “y”."),
                         args->where, pn_property_name (property));
  if (!pn_args_number (args, "x", PN_ARG_REQUIRED, low, high, &key->value.x, error) ||
      !pn_args_number (args, "y", PN_ARG_REQUIRED, low, high, &key->value.y, error) ||
      !pn_op_read_space (args, &space, error))
    return FALSE;
  return layer == NULL ||
         pn_op_to_layer (call, layer, space, key->frame, key->value, &key->value, error);
}

/* A key of a pin takes over what the solver's start adds there, so that setting it where the artwork
 * stands changes nothing. */
static PnVec2
start_offset_at (PnOpCall *call, const PnTrack *track, double frame)
{
  if (track->property != PN_PROPERTY_POSITION)
    return pn_vec2 (0, 0);
  if (track->n_keys > 0)
    return pn_sample_start_offsets (track->keys, track->n_keys, frame);
  const PnPin *pin = track->target_kind == PN_TARGET_PIN
                         ? pn_root_find_pin (pn_op_call_root (call), track->target, NULL)
                         : NULL;
  return pin != NULL ? pin->start_offset_layer : pn_vec2 (0, 0);
}

PnEase
pn_op_ease_at (const PnTrack *track, double frame)
{
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, frame);

  if (at >= 0 && !(track->keys[at].frame < frame))
    return track->keys[at].ease;
  return (PnEase){.kind = PN_EASE_LINEAR};
}

static gboolean
read_key (PnOpCall *call,
          const PnArgs *args,
          const PnTrack *track,
          const PnLayer *layer,
          PnKey *key,
          GError **error)
{
  if (!pn_args_check_names (args, "frame x y value ease space", error) ||
      !pn_args_number (args, "frame", PN_ARG_REQUIRED, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &key->frame, error))
    return FALSE;

  key->start_offset = start_offset_at (call, track, key->frame);
  key->ease = pn_op_ease_at (track, key->frame);
  return pn_op_read_ease (args, &key->ease, error) &&
         read_value (call, args, track, layer, key, error);
}

gboolean
pn_op_set_keys (PnOpCall *call,
                PnTargetKind kind,
                PnId target,
                PnProperty property,
                const PnLayer *layer,
                JsonArray *keys,
                GError **error)
{
  const PnTrack *old = pn_root_find_track (pn_op_call_root (call), kind, target, property);
  g_autoptr (PnTrack) track =
      old != NULL ? pn_track_copy (old) : pn_track_new (kind, target, property);
  guint n_keys = json_array_get_length (keys);

  if (n_keys == 0 || n_keys > KEYS_MAX)
    return pn_op_refuse (error, _ ("%s: give from 1 to %d keys."), call->args.where, KEYS_MAX);
  for (guint i = 0; i < n_keys; i++) {
    PnArgs args;
    PnKey key = {0};
    if (!pn_args_element (keys, i, call->args.where, &args, error) ||
        !read_key (call, &args, track, layer, &key, error))
      return FALSE;
    pn_track_set_key (track, &key);
  }
  pn_op_result_count (call, "keys", track->n_keys);
  pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  return TRUE;
}

/* --- set_puppet_pin_keyframes */

static gboolean
refuse_pin_track (const char *property, GError **error)
{
  return pn_op_refuse (
      error, _ ("A pin has no track “%s”. It has: position, rotation, scale, stiffness, depth."),
      property);
}

gboolean
pn_op_check_pin_track (const PnPin *pin, PnProperty property, GError **error)
{
  if (pin->kind == PN_PIN_KIND_UNKNOWN ||
      pn_field_belongs (pn_field_find_track (pn_pin_fields, property), pin->kind))
    return TRUE;
  g_autofree char *has = pn_fields_list (pn_pin_fields, pin->kind, PN_FIELDS_ANIMATED);
  return pn_op_refuse (
      error,
      _ ("“%s” is a pin of kind “%s”, whose %s is nothing that can be keyed. It has "
         "keys of: %s. Another kind is set by update_pin."),
      pin->name, pn_pin_kind_name (pin->kind), pn_property_name (property), has);
}

static gboolean
set_pin_keys (PnOpCall *call, GError **error)
{
  const char *name = "position";
  JsonArray *keys;
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  const PnPin *pin = layer != NULL ? pn_op_find_pin (call, layer, error) : NULL;

  if (pin == NULL || !pn_args_string (&call->args, "property", PN_ARG_OPTIONAL, &name, error) ||
      !pn_args_array (&call->args, "keys", PN_ARG_REQUIRED, &keys, error))
    return FALSE;
  PnProperty property = pn_property_from_name (name);
  if (!pn_property_belongs (property, PN_TARGET_PIN))
    return refuse_pin_track (name, error);
  if (!pn_op_check_pin_track (pin, property, error))
    return FALSE;
  pn_op_result_id (call, "pin", pin->id);
  return pn_op_set_keys (call, PN_TARGET_PIN, pin->id, property, layer, keys, error);
}

/* --- set_keyframes, delete_keyframes */

static const PnPin *
find_any_pin (const PnNodeList *layers,
              PnId id,
              const char *name,
              const PnLayer **holder,
              guint *n_found)
{
  const PnPin *found = NULL;

  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    for (guint j = 0; layer->puppet != NULL && j < layer->puppet->pins.n_items; j++) {
      const PnPin *pin = layer->puppet->pins.items[j];
      if (id != 0 ? pin->id != id : g_strcmp0 (pin->name, name) != 0)
        continue;
      found = pin;
      *holder = layer;
      (*n_found)++;
    }
    const PnPin *inner = find_any_pin (&layer->children, id, name, holder, n_found);
    if (inner != NULL)
      found = inner;
  }
  return found;
}

static gboolean
find_pin_target (PnOpCall *call, const char *name, PnOpTarget *target, GError **error)
{
  guint n_found = 0;
  PnId id;
  const PnPin *pin = NULL;

  if (pn_id_from_string (name, &id))
    pin = find_any_pin (&call->root->layers, id, name, &target->space, &n_found);
  if (pin == NULL)
    pin = find_any_pin (&call->root->layers, 0, name, &target->space, &n_found);
  if (pin == NULL)
    return pn_op_refuse (error, _ ("There is no pin “%s”."), name);
  if (n_found > 1)
    return pn_op_refuse (error,
                         ngettext ("%u pin is called “%s”. Name the one you mean by its id.",
                                   "%u pins are called “%s”. Name the one you mean by its id.",
                                   n_found),
                         n_found, name);
  target->kind = PN_TARGET_PIN;
  target->id = pin->id;
  return TRUE;
}

/* A layer's position is in the space of the group that holds it, its anchor in its own. */
static gboolean
find_layer_target (PnOpCall *call, const char *name, PnOpTarget *target, GError **error)
{
  const PnLayer *layer = pn_op_find_layer_named (call, name, error);

  if (layer == NULL)
    return FALSE;
  target->kind = PN_TARGET_LAYER;
  target->id = layer->id;
  pn_root_find_layer (call->root, layer->id, &target->space, NULL);
  return TRUE;
}

/* A bone of any skeleton; a chain is named by its bone, and its points are in the space of what the
 * skeleton stands in. */
static gboolean
find_bone_target (PnOpCall *call, const char *name, PnOpTarget *target, GError **error)
{
  const PnRoot *root = pn_op_call_root (call);
  const char *bone_name = strchr (name, '.') + 1;
  const PnBoneNode *found = NULL;
  const PnSkeletonNode *holder = NULL;
  guint n_found = 0;
  PnId id;

  if (pn_id_from_string (bone_name, &id))
    found = pn_root_find_bone (root, id, &holder);
  n_found = found != NULL;
  for (guint i = 0; found == NULL && i < root->skeletons.n_items; i++) {
    const PnSkeletonNode *skeleton = root->skeletons.items[i];
    for (guint j = 0; j < skeleton->bones.n_items; j++) {
      const PnBoneNode *bone = skeleton->bones.items[j];
      if (!g_str_equal (bone->name, bone_name))
        continue;
      found = n_found == 0 ? bone : found;
      holder = skeleton;
      n_found++;
    }
  }
  if (n_found > 1)
    return pn_op_refuse (
        error, _ ("Several bones are called “%s”. Name the one you mean by its id."), bone_name);
  if (n_found == 0)
    return pn_op_refuse (error, _ ("There is no bone “%s”."), bone_name);
  target->kind = name[0] == 'b' ? PN_TARGET_BONE : PN_TARGET_IK;
  target->id = found->id;
  target->space = pn_root_find_layer (root, holder->group, NULL, NULL);
  if (target->kind == PN_TARGET_IK && pn_skeleton_node_find_ik (holder, found->id, NULL) == NULL)
    return pn_op_refuse (error, _ ("No chain ends at “%s”. Make one with set_ik first."),
                         found->name);
  return TRUE;
}

static gboolean
refuse_track (PnTargetKind kind, const char *property, GError **error)
{
  if (kind == PN_TARGET_PIN)
    return refuse_pin_track (property, error);
  if (kind == PN_TARGET_BONE)
    return pn_op_refuse (
        error, _ ("A bone has no track “%s”. It has: x, y, rotation, scale_x, scale_y."), property);
  if (kind == PN_TARGET_IK)
    return pn_op_refuse (error, _ ("A chain has no track “%s”. It has: target, pole, mode, mix."),
                         property);
  return pn_op_refuse (error,
                       _ ("A layer has no track “%s”. It has: position, anchor, rotation, "
                          "scale_x, scale_y, opacity."),
                       property);
}

gboolean
pn_op_read_target (PnOpCall *call, const PnArgs *args, PnOpTarget *target, GError **error)
{
  const char *name = NULL, *property = NULL;

  *target = (PnOpTarget){0};
  if (!pn_args_string (args, "target", PN_ARG_REQUIRED, &name, error) ||
      !pn_args_string (args, "property", PN_ARG_REQUIRED, &property, error))
    return FALSE;
  if (g_str_has_prefix (name, "layer.")) {
    if (!find_layer_target (call, name + strlen ("layer."), target, error))
      return FALSE;
  } else if (g_str_has_prefix (name, "pin.")) {
    if (!find_pin_target (call, name + strlen ("pin."), target, error))
      return FALSE;
  } else if (g_str_has_prefix (name, "bone.") || g_str_has_prefix (name, "ik.")) {
    if (!find_bone_target (call, name, target, error))
      return FALSE;
  } else {
    return pn_op_refuse (error,
                         _ ("“%s” is nothing that has tracks. Name a layer as layer.ID, a pin as "
                            "pin.ID, a bone as bone.ID or a chain by its bone as ik.ID."),
                         name);
  }
  target->property = pn_property_from_name (property);
  if (!pn_property_belongs (target->property, target->kind))
    return refuse_track (target->kind, property, error);
  if (target->property == PN_PROPERTY_ANCHOR)
    target->space = NULL;
  return TRUE;
}

const PnTrack *
pn_op_find_track (PnOpCall *call, const PnOpTarget *target)
{
  return pn_root_find_track (pn_op_call_root (call), target->kind, target->id, target->property);
}

gboolean
pn_op_check_track (PnOpCall *call, const PnOpTarget *target, GError **error)
{
  return target->kind != PN_TARGET_PIN ||
         pn_op_check_pin_track (pn_root_find_pin (pn_op_call_root (call), target->id, NULL),
                                target->property, error);
}

static gboolean
set_keyframes (PnOpCall *call, GError **error)
{
  PnOpTarget target;
  JsonArray *keys;

  return pn_op_read_target (call, &call->args, &target, error) &&
         pn_op_check_track (call, &target, error) &&
         pn_args_array (&call->args, "keys", PN_ARG_REQUIRED, &keys, error) &&
         pn_op_set_keys (call, target.kind, target.id, target.property, target.space, keys, error);
}

static gboolean
remove_keys (PnTrack *track, JsonArray *frames, GError **error)
{
  for (guint i = 0; i < json_array_get_length (frames); i++) {
    JsonNode *node = json_array_get_element (frames, i);
    GType type = json_node_get_value_type (node);
    if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
      return pn_op_refuse (error, _ ("“frames” is a list of numbers."));
    if (!pn_track_remove_key (track, json_node_get_double (node)))
      return pn_op_refuse (error, _ ("There is no key at frame %g."), json_node_get_double (node));
  }
  return TRUE;
}

/* Without keys a pin stands where its own place is, and a layer has its own value, which may be far
 * from what they had. */
static void
notice_without_keys (PnOpCall *call, const PnOpTarget *target, const PnTrack *old)
{
  const PnPin *pin = NULL;
  const PnLayer *layer = NULL;

  if (target->kind != PN_TARGET_LAYER &&
      !(target->kind == PN_TARGET_PIN && target->property == PN_PROPERTY_POSITION))
    return;
  if (target->kind == PN_TARGET_PIN)
    pin = pn_root_find_pin (call->root, target->id, NULL);
  else
    layer = pn_root_find_layer (call->root, target->id, NULL, NULL);
  PnVec2 own = pin != NULL ? pin->position_layer : pn_op_layer_value (layer, target->property);
  for (guint i = 0; i < old->n_keys; i++) {
    PnVec2 way = pn_vec2_sub (old->keys[i].value, own);
    if (!(pn_vec2_dot (way, way) > 0))
      continue;
    if (pin != NULL)
      pn_op_call_notice (call, _ ("“%s” has no keys any more and stands where it does at rest."),
                         pin->name);
    else
      pn_op_call_notice (call, _ ("The %s of “%s” has no keys any more and is what it is at rest."),
                         pn_property_name (target->property), layer->name);
    return;
  }
}

static void
set_layer_value (PnLayer *layer, PnProperty property, PnVec2 value)
{
  switch (property) {
  case PN_PROPERTY_POSITION:
    layer->position = value;
    return;
  case PN_PROPERTY_ANCHOR:
    layer->anchor = value;
    return;
  case PN_PROPERTY_ROTATION:
    layer->rotation_deg = value.x;
    return;
  case PN_PROPERTY_SCALE_X:
    layer->scale_x = value.x;
    return;
  case PN_PROPERTY_SCALE_Y:
    layer->scale_y = value.x;
    return;
  case PN_PROPERTY_OPACITY:
    layer->opacity = value.x;
    return;
  case PN_PROPERTY_SCALE:
  case PN_PROPERTY_STIFFNESS:
  case PN_PROPERTY_DEPTH:
  case PN_PROPERTY_X:
  case PN_PROPERTY_Y:
  case PN_PROPERTY_TARGET:
  case PN_PROPERTY_POLE:
  case PN_PROPERTY_MODE:
  case PN_PROPERTY_MIX:
  case PN_PROPERTY_UNKNOWN:
  default:
    g_assert_not_reached ();
  }
}

/* The last key goes. A layer can keep what its keys had at `value_at`; a pin's own place is how it
 * was built. */
static void
lose_keys (PnOpCall *call, const PnOpTarget *target, const PnTrack *old, const double *value_at)
{
  if (value_at == NULL || target->kind != PN_TARGET_LAYER) {
    notice_without_keys (call, target, old);
    return;
  }
  g_autoptr (PnLayer) layer =
      pn_layer_copy (pn_root_find_layer (call->root, target->id, NULL, NULL));
  set_layer_value (layer, target->property, pn_sample_keys (old->keys, old->n_keys, *value_at));
  pn_op_call_take_root (call, pn_edit_replace_layer (pn_op_call_root (call), layer));
}

/* "frames" names the keys that go; without it all do. Where none is left, a layer keeps what they
 * had at "value_at". */
static gboolean
delete_keyframes (PnOpCall *call, GError **error)
{
  PnOpTarget target;
  JsonArray *frames;
  double value_at = 0;

  if (!pn_op_read_target (call, &call->args, &target, error) ||
      !pn_args_array (&call->args, "frames", PN_ARG_OPTIONAL, &frames, error) ||
      !pn_args_number (&call->args, "value_at", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &value_at, error))
    return FALSE;

  const PnTrack *old = pn_op_find_track (call, &target);
  if (old == NULL)
    return pn_op_refuse (error, _ ("There are no such keys: the %s is not animated."),
                         pn_property_name (target.property));
  const double *kept = pn_args_has (&call->args, "value_at") ? &value_at : NULL;
  if (frames == NULL) {
    lose_keys (call, &target, old, kept);
    pn_op_call_take_root (call, pn_edit_remove_track (pn_op_call_root (call), target.kind,
                                                      target.id, target.property));
    return TRUE;
  }
  g_autoptr (PnTrack) track = pn_track_copy (old);
  if (!remove_keys (track, frames, error))
    return FALSE;
  if (track->n_keys == 0)
    lose_keys (call, &target, old, kept);
  pn_op_result_count (call, "keys", track->n_keys);
  pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  return TRUE;
}

const PnOperationEntry pn_ops_key_entries[] = {
    {"set_puppet_pin_keyframes", PN_OP_EDITS, "layer pin property keys", set_pin_keys,
     N_ ("Key a pin")},
    {"set_keyframes", PN_OP_EDITS, "target property keys", set_keyframes, N_ ("Set keys")},
    {"delete_keyframes", PN_OP_EDITS, "target property frames value_at", delete_keyframes,
     N_ ("Delete keys")},
    {NULL},
};
