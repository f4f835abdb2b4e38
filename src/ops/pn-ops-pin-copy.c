/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-edit.h"

/* Copies of pins elsewhere: on the other side of the artwork, or on another layer. Either way what a
 * pin is goes through a map of one space into another, with all its keys. */

typedef struct {
  const PnLayer *from, *to;
  PnAffine to_from_from;
  double size; /* by which lengths grow */
  double turn; /* -1 where the map mirrors */
} Way;

/* The names in "pins", or all that are known. (transfer container) (nullable) */
static GPtrArray *
find_pins (PnOpCall *call, const PnLayer *layer, GError **error)
{
  g_autoptr (GPtrArray) pins = g_ptr_array_new ();
  JsonArray *names;

  if (!pn_args_array (&call->args, "pins", PN_ARG_OPTIONAL, &names, error))
    return NULL;
  for (guint i = 0; names == NULL && i < layer->puppet->pins.n_items; i++)
    g_ptr_array_add (pins, (gpointer)layer->puppet->pins.items[i]);
  for (guint i = 0; names != NULL && i < json_array_get_length (names); i++) {
    const char *name;
    if (!pn_args_string_at (&call->args, "pins", names, i, &name, error))
      return NULL;
    const PnPin *pin = pn_op_find_pin_named (call, layer, name, error);
    if (pin == NULL)
      return NULL;
    if (!g_ptr_array_find (pins, pin, NULL))
      g_ptr_array_add (pins, (gpointer)pin);
  }
  if (pins->len == 0) {
    pn_op_refuse (error, _ ("“%s” has no pins to copy."), layer->name);
    return NULL;
  }
  for (guint i = 0; i < pins->len; i++) {
    const PnPin *pin = g_ptr_array_index (pins, i);
    if (pin->kind != PN_PIN_KIND_UNKNOWN)
      continue;
    pn_op_refuse (error, _ ("“%s” was made by a later version of Pantin, which alone can copy it."),
                  pin->name);
    return NULL;
  }
  return g_steal_pointer (&pins);
}

/* "hand" stays so where no other pin is called that; else "hand 2". */
static char *
name_copy (const PnPuppet *puppet, const char *name)
{
  for (guint n = 1;; n++) {
    g_autofree char *made = n == 1 ? g_strdup (name) : g_strdup_printf ("%s %u", name, n);
    gboolean is_taken = FALSE;
    for (guint i = 0; i < puppet->pins.n_items && !is_taken; i++)
      is_taken = g_str_equal (((const PnPin *)puppet->pins.items[i])->name, made);
    if (!is_taken)
      return g_steal_pointer (&made);
  }
}

static PnVec2
carry (const Way *way, PnProperty property, PnVec2 value)
{
  if (property == PN_PROPERTY_POSITION)
    return pn_affine_apply (&way->to_from_from, value);
  if (property == PN_PROPERTY_ROTATION)
    return pn_vec2 (way->turn * value.x, 0);
  return value;
}

static PnPin *
carry_pin (const Way *way, const PnPin *old)
{
  PnPin *pin = pn_pin_copy (old);

  pin->rest_layer = pn_affine_apply (&way->to_from_from, old->rest_layer);
  pin->position_layer = pn_affine_apply (&way->to_from_from, old->position_layer);
  pin->start_offset_layer = pn_affine_apply_vector (&way->to_from_from, old->start_offset_layer);
  pin->rotation_deg = way->turn < 0 && (old->rotation_deg < 0 || old->rotation_deg > 0)
                          ? -old->rotation_deg
                          : old->rotation_deg;
  pin->grip = CLAMP (old->grip * way->size, 0.5, 1e4);
  pin->extent = MIN (old->extent * way->size, 1e4);
  pin->starch_extent = MIN (old->starch_extent * way->size, 1e4);
  pin->overlap_extent = MIN (old->overlap_extent * way->size, 1e4);
  pn_fields_drop (pin, pn_pin_fields, pin->kind);
  return pin;
}

static void
carry_tracks (PnOpCall *call, const Way *way, const PnPin *old, const PnPin *pin)
{
  for (const PnField *field = pn_pin_fields; field->name != NULL; field++) {
    if (field->property == PN_PROPERTY_UNKNOWN)
      continue;
    const PnTrack *keyed = pn_root_find_track (call->root, PN_TARGET_PIN, old->id, field->property);
    if (keyed == NULL)
      continue;
    g_autoptr (PnTrack) track = pn_track_copy (keyed);
    track->target = pin->id;
    for (guint i = 0; i < track->n_keys; i++) {
      PnKey *key = &track->keys[i];
      key->value = carry (way, field->property, key->value);
      key->start_offset = pn_affine_apply_vector (&way->to_from_from, key->start_offset);
    }
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  }
}

/* Whether the artist posed it, by keys or without. */
static gboolean
is_posed (PnOpCall *call, const PnPin *pin)
{
  PnVec2 moved = pn_vec2_sub (pin->position_layer, pin->rest_layer);

  return pn_vec2_dot (moved, moved) > 0 ||
         pn_root_find_track (call->root, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION) != NULL;
}

/* A pin that no key and no hand moved holds the pose in its new place too. */
static gboolean
add_copy (PnOpCall *call, const Way *way, const PnPin *old, PnPin *pin, GError **error)
{
  const PnLayer *to = pn_root_find_layer (pn_op_call_root (call), way->to->id, NULL, NULL);
  g_autoptr (PnRoot) root = pn_root_copy (pn_op_call_root (call));
  g_autofree char *name = name_copy (to->puppet, old->name);

  g_free (pin->name);
  pin->name = g_steal_pointer (&name);
  pin->id = pn_root_make_id (root);
  g_autoptr (PnTrack) held = pn_track_new (PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
  if (pn_pin_kind_holds (pin->kind) && !is_posed (call, old)) {
    pin->position_layer = pin->rest_layer;
    if (!pn_op_hold_pose (call, to, pin, held, error))
      return FALSE;
  }
  pn_op_call_take_root (call, pn_edit_insert_pin (root, to->id, to->puppet->pins.n_items, pin));
  if (held->n_keys > 0)
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), held));
  carry_tracks (call, way, old, pin);
  return TRUE;
}

static const PnPin *
find_pin_near (const PnPuppet *puppet, PnVec2 place, double reach)
{
  for (guint i = 0; i < puppet->pins.n_items; i++) {
    const PnPin *pin = puppet->pins.items[i];
    PnVec2 way = pn_vec2_sub (pin->rest_layer, place);
    if (pn_vec2_dot (way, way) < reach * reach)
      return pin;
  }
  return NULL;
}

/* Copies those that have room; what is in the way of the others is noticed. */
static gboolean
copy_all (PnOpCall *call, const Way *way, GPtrArray *pins, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PnId));

  for (guint i = 0; i < pins->len; i++) {
    const PnPin *old = g_ptr_array_index (pins, i);
    g_autoptr (PnPin) pin = carry_pin (way, old);
    g_autoptr (GError) fault = NULL;
    PnVec2 rest = pin->rest_layer;
    if (!pn_op_bind_to_mesh (call, way->to, pin, &rest, &fault)) {
      if (!g_error_matches (fault, PN_OPS_ERROR, PN_OPS_ERROR_REFUSED)) {
        g_propagate_error (error, g_steal_pointer (&fault));
        return FALSE;
      }
      pn_op_call_notice (call, _ ("“%s” was left out: %s"), old->name, fault->message);
      continue;
    }
    const PnPin *there = find_pin_near (way->to->puppet, rest, pin->grip / 2);
    if (there != NULL) {
      pn_op_call_notice (call, _ ("“%s” was left out: “%s” is there already."), old->name,
                         there->name);
      continue;
    }
    pin->position_layer = pn_vec2_add (pin->position_layer, pn_vec2_sub (rest, pin->rest_layer));
    pin->rest_layer = rest;
    if (!add_copy (call, way, old, pin, error))
      return FALSE;
    g_array_append_val (ids, pin->id);
  }
  if (ids->len == 0)
    return pn_op_refuse (error, "%s", (const char *)g_ptr_array_index (call->notices, 0));
  json_builder_set_member_name (call->result, "pins");
  json_builder_begin_array (call->result);
  for (guint i = 0; i < ids->len; i++) {
    g_autofree char *id = pn_id_to_string (g_array_index (ids, PnId, i));
    json_builder_add_string_value (call->result, id);
  }
  json_builder_end_array (call->result);
  return TRUE;
}

/* About the middle of the picture: "x" puts what is on the left on the right, "y" what is above
 * below. */
static gboolean
mirror_pins (PnOpCall *call, GError **error)
{
  static const char *const axes[] = {"x", "y", NULL};
  int axis = 0;
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  g_autoptr (GPtrArray) pins = layer != NULL ? find_pins (call, layer, error) : NULL;

  if (pins == NULL || !pn_args_choice (&call->args, "axis", PN_ARG_OPTIONAL, axes, &axis, error))
    return FALSE;
  Way way = {layer, layer, PN_AFFINE_IDENTITY, 1, -1};
  if (axis == 0) {
    way.to_from_from.xx = -1;
    way.to_from_from.x0 = layer->picture_width;
  } else {
    way.to_from_from.yy = -1;
    way.to_from_from.y0 = layer->picture_height;
  }
  pn_op_result_id (call, "layer", layer->id);
  return copy_all (call, &way, pins, error);
}

/* To the same places of the canvas, at rest. */
static gboolean
copy_pins (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  const PnLayer *to = layer != NULL ? pn_op_find_layer (call, "to", error) : NULL;
  g_autoptr (GPtrArray) pins = to != NULL ? find_pins (call, layer, error) : NULL;

  if (pins == NULL)
    return FALSE;
  if (to->puppet == NULL)
    return pn_op_refuse (
        error, _ ("“%s” has no puppet rig. Make one with create_puppet_rig first."), to->name);
  if (to == layer)
    return pn_op_refuse (error, _ ("Pins of “%s” lie on it already. Name another layer as “to”."),
                         layer->name);
  g_autoptr (PnRoot) rest = pn_root_at_rest (call->root);
  PnAffine doc_from_from = pn_root_doc_from_layer (rest, layer, 0);
  PnAffine doc_from_to = pn_root_doc_from_layer (rest, to, 0), to_from_doc;
  if (pn_affine_invert (&doc_from_to, &to_from_doc) != PN_STATUS_OK)
    return pn_op_refuse (
        error, _ ("“%s” is scaled to nothing at rest, so no place of the canvas lies on it."),
        to->name);
  Way way = {layer, to, pn_affine_multiply (&to_from_doc, &doc_from_from), 1, 1};
  double area =
      way.to_from_from.xx * way.to_from_from.yy - way.to_from_from.xy * way.to_from_from.yx;
  way.size = sqrt (fabs (area));
  way.turn = area < 0 ? -1 : 1;
  pn_op_result_id (call, "layer", to->id);
  return copy_all (call, &way, pins, error);
}

const PnOperationEntry pn_ops_pin_copy_entries[] = {
    {"mirror_pins", PN_OP_EDITS, "layer pins axis", mirror_pins, N_ ("Mirror pins")},
    {"copy_pins", PN_OP_EDITS, "layer pins to", copy_pins, N_ ("Copy pins")},
    {NULL},
};
