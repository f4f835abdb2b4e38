/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-property.h"

#include <glib/gi18n-lib.h>

#include "pn-field.h"
#include "pn-sample.h"

/* --- Looking. */

static double
static_number (const PnLayer *layer, PnProperty property)
{
  switch (property) {
  case PN_PROPERTY_ROTATION:
    return layer->rotation_deg;
  case PN_PROPERTY_SCALE_X:
    return layer->scale_x;
  case PN_PROPERTY_SCALE_Y:
    return layer->scale_y;
  case PN_PROPERTY_OPACITY:
    return layer->opacity;
  case PN_PROPERTY_POSITION:
  case PN_PROPERTY_ANCHOR:
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
    return 0;
  }
}

static PnVec2
static_value (const PnLayer *layer, PnProperty property)
{
  if (property == PN_PROPERTY_POSITION)
    return layer->position;
  if (property == PN_PROPERTY_ANCHOR)
    return layer->anchor;
  return pn_vec2 (static_number (layer, property), 0);
}

gboolean
pn_property_get (const PnRoot *root, const PnPropertyRef *ref, double frame, PnVec2 *value)
{
  const PnLayer *layer = NULL, *space = NULL;
  PnVec2 fallback;

  if (ref->kind == PN_TARGET_PIN) {
    const PnPin *pin = pn_root_find_pin (root, ref->target, &space);
    if (pin == NULL)
      return FALSE;
    fallback =
        ref->property == PN_PROPERTY_POSITION
            ? pin->position_layer
            : pn_vec2 (pn_field_number (pin, pn_field_find_track (pn_pin_fields, ref->property)),
                       0);
  } else {
    layer = pn_root_find_layer (root, ref->target, &space, NULL);
    if (layer == NULL)
      return FALSE;
    fallback = static_value (layer, ref->property);
  }
  *value = pn_root_sample (root, ref->kind, ref->target, ref->property, frame, fallback);
  if (ref->property == PN_PROPERTY_POSITION && space != NULL) {
    PnAffine doc_from_space = pn_root_doc_from_layer (root, space, frame);
    *value = pn_affine_apply (&doc_from_space, *value);
  }
  return TRUE;
}

PnKeyState
pn_property_get_key (const PnRoot *root, const PnPropertyRef *ref, double frame)
{
  const PnTrack *track = pn_root_find_track (root, ref->kind, ref->target, ref->property);
  if (track == NULL)
    return PN_KEY_NONE;
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, frame);
  return at >= 0 && !(track->keys[at].frame < frame) ? PN_KEY_HERE : PN_KEY_TRACK;
}

/* --- Operations. */

static JsonObject *
add_track_operation (JsonArray *operations, const char *name, const PnPropertyRef *ref)
{
  JsonObject *operation = pn_operation_add (operations, name);
  g_autofree char *id = pn_id_to_string (ref->target);
  g_autofree char *target = g_strconcat (pn_target_kind_name (ref->kind), ".", id, NULL);

  json_object_set_string_member (operation, "target", target);
  json_object_set_string_member (operation, "property", pn_property_name (ref->property));
  return operation;
}

static JsonObject *
add_pin_operation (JsonArray *operations,
                   const char *name,
                   const PnRoot *root,
                   const PnPropertyRef *ref,
                   PnVec2 value)
{
  JsonObject *operation = pn_operation_add (operations, name);
  const PnLayer *layer = NULL;

  pn_root_find_pin (root, ref->target, &layer);
  pn_operation_set_id (operation, "layer", layer->id);
  pn_operation_set_id (operation, "pin", ref->target);
  pn_operation_set_point (operation, value);
  return operation;
}

static void
add_key (JsonArray *operations,
         const PnRoot *root,
         const PnPropertyRef *ref,
         double frame,
         PnVec2 value)
{
  if (ref->kind == PN_TARGET_PIN && ref->property == PN_PROPERTY_POSITION) {
    JsonObject *move = add_pin_operation (operations, "move_pin", root, ref, value);
    json_object_set_double_member (move, "frame", frame);
    return;
  }
  JsonArray *keys = json_array_new ();
  JsonObject *key = json_object_new ();
  json_object_set_double_member (key, "frame", frame);
  if (pn_property_is_point (ref->property))
    pn_operation_set_point (key, value);
  else
    json_object_set_double_member (key, "value", value.x);
  json_array_add_object_element (keys, key);
  json_object_set_array_member (add_track_operation (operations, "set_keyframes", ref), "keys",
                                keys);
}

typedef enum { CHANGE_STATIC, CHANGE_KEY, CHANGE_PREVIEW, CHANGE_REST } Change;

/* Of a layer: the value it has where there are no keys, or whatever there is at rest. */
static void
add_static (JsonArray *operations,
            const PnPropertyRef *ref,
            double frame,
            PnVec2 value,
            Change change)
{
  JsonObject *operation = pn_operation_add (operations, "set_layer");
  const char *name = pn_property_name (ref->property);

  pn_operation_set_id (operation, "layer", ref->target);
  if (change == CHANGE_REST)
    json_object_set_boolean_member (operation, "rest", TRUE);
  else if (ref->property == PN_PROPERTY_POSITION)
    json_object_set_double_member (operation, "frame", frame);
  if (pn_property_is_point (ref->property)) {
    JsonArray *point = json_array_new ();
    json_array_add_double_element (point, value.x);
    json_array_add_double_element (point, value.y);
    json_object_set_array_member (operation, name, point);
  } else {
    json_object_set_double_member (operation, name, value.x);
  }
}

/* A layer keeps what its last key shows. */
static void
add_removal (JsonArray *operations, const PnPropertyRef *ref, double frame)
{
  JsonObject *operation = add_track_operation (operations, "delete_keyframes", ref);
  JsonArray *frames = json_array_new ();

  json_array_add_double_element (frames, frame);
  json_object_set_array_member (operation, "frames", frames);
  json_object_set_double_member (operation, "value_at", frame);
}

static void
add_rest (JsonArray *operations, const PnRoot *root, const PnPropertyRef *ref, PnVec2 value)
{
  if (ref->kind == PN_TARGET_PIN)
    json_object_set_string_member (add_pin_operation (operations, "update_pin", root, ref, value),
                                   "space", "rest");
  else
    add_static (operations, ref, 0, value, CHANGE_REST);
}

void
pn_property_toggle_keys (PnEditor *editor, const PnPropertyRef *refs, guint n_refs)
{
  PnView *view = pn_editor_get_view (editor);
  const PnRoot *shown = pn_view_get_root (view);
  const PnRoot *root = pn_session_get_root (pn_editor_get_session (editor));
  double frame = pn_view_get_playhead (view);
  g_autoptr (JsonArray) operations = json_array_new ();
  gboolean removes = TRUE;

  if (pn_view_get_mode (view) == PN_VIEW_RIGGING) {
    pn_editor_say (editor, PN_MESSAGE_WARNING, "%s",
                   _ ("Rigging sets no keys. Go on animating first."));
    return;
  }
  for (guint i = 0; i < n_refs; i++)
    removes = removes && pn_property_get_key (root, &refs[i], frame) == PN_KEY_HERE;
  for (guint i = 0; i < n_refs; i++) {
    PnVec2 value;
    if (!pn_property_get (shown, &refs[i], frame, &value))
      continue;
    if (removes)
      add_removal (operations, &refs[i], frame);
    else
      add_key (operations, root, &refs[i], frame, value);
  }
  if (json_array_get_length (operations) > 0)
    pn_editor_run_all (editor, removes ? "delete_keyframes" : "set_keyframes",
                       g_steal_pointer (&operations));
}

/* --- Changing. */

static Change
choose_change (PnEditor *editor, const PnRoot *root, const PnPropertyRef *ref)
{
  gboolean auto_key = pn_view_get_auto_key (pn_editor_get_view (editor));
  gboolean has_track = pn_root_find_track (root, ref->kind, ref->target, ref->property) != NULL;

  if (pn_view_get_mode (pn_editor_get_view (editor)) == PN_VIEW_RIGGING)
    return CHANGE_REST;
  if (!auto_key)
    return has_track || ref->kind == PN_TARGET_PIN ? CHANGE_PREVIEW : CHANGE_STATIC;
  return has_track || ref->property != PN_PROPERTY_ANCHOR ? CHANGE_KEY : CHANGE_STATIC;
}

/* The operations that make the change of what was shown at its start. (transfer full) */
static JsonArray *
build (PnPropertyDrag *self,
       PnEditor *editor,
       const PnPropertyPart *part,
       PnNumberMode mode,
       double amount)
{
  double frame = pn_view_get_playhead (pn_editor_get_view (editor));
  JsonArray *operations = json_array_new ();

  self->previews = FALSE;
  for (guint i = 0; i < part->n_refs; i++) {
    const PnPropertyRef *ref = &part->refs[i];
    PnVec2 value;
    if (!pn_property_get (self->start, ref, frame, &value))
      continue;
    double *number = part->part == PN_PART_Y ? &value.y : &value.x;
    double wanted = mode == PN_NUMBER_BY ? *number + amount : amount;
    if (part->part == PN_PART_FACTOR)
      wanted = *number * amount;
    *number = CLAMP (wanted, part->lower, part->upper);
    Change change = choose_change (editor, self->start, ref);
    self->previews = self->previews || change == CHANGE_PREVIEW;
    if (change == CHANGE_REST)
      add_rest (operations, self->start, ref, value);
    else if (change == CHANGE_STATIC)
      add_static (operations, ref, frame, value, change);
    else
      add_key (operations, self->start, ref, frame, value);
  }
  return operations;
}

static const char *
name_of (JsonArray *operations)
{
  return json_object_get_string_member (json_array_get_object_element (operations, 0), "op");
}

void
pn_property_drag_clear (PnPropertyDrag *self)
{
  g_clear_pointer (&self->start, pn_node_unref);
  self->is_open = FALSE;
}

/* Shows the change, as a part of a drag that stays open. */
static void
show (PnPropertyDrag *self, PnEditor *editor, JsonArray *operations)
{
  if (json_array_get_length (operations) == 0)
    return;
  if (self->previews)
    pn_editor_preview (editor, name_of (operations), self->start, json_array_ref (operations));
  else
    pn_editor_drag (editor, name_of (operations), json_array_ref (operations));
  self->is_open = TRUE;
}

static void
set (PnPropertyDrag *self, PnEditor *editor, JsonArray *operations)
{
  show (self, editor, operations);
  if (self->is_open)
    pn_editor_drag_end (editor, PN_DRAG_KEEP);
}

void
pn_property_edit (PnPropertyDrag *self,
                  PnEditor *editor,
                  const PnPropertyPart *part,
                  PnNumberPhase phase,
                  PnNumberMode mode,
                  double amount)
{
  gboolean is_ended = self->is_open && !pn_editor_is_dragging (editor);

  if (phase == PN_NUMBER_KEEP || phase == PN_NUMBER_CANCEL) {
    if (self->is_open && !is_ended)
      pn_editor_drag_end (editor, phase == PN_NUMBER_KEEP ? PN_DRAG_KEEP : PN_DRAG_CANCEL);
    pn_property_drag_clear (self);
    return;
  }
  /* Undo ended it, or the playhead went on: the rest of the drag is nobody's. */
  if (phase == PN_NUMBER_DRAG && is_ended)
    return;
  if (self->start == NULL)
    self->start = pn_node_ref (pn_view_get_root (pn_editor_get_view (editor)));
  g_autoptr (JsonArray) operations = build (self, editor, part, mode, amount);
  if (phase == PN_NUMBER_DRAG) {
    show (self, editor, operations);
    return;
  }
  set (self, editor, operations);
  pn_property_drag_clear (self);
}
