/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "pn-edit.h"
#include "pn-math.h"

/* From group to group: what a layer is in another space is a map M of the old group's space
 * into the new one's. M turns and scales the layer's axes; where they stay at right angles, position,
 * rotation and scale express the whole of it, and where M is a similarity they do so at every frame,
 * whatever keys the layer has. */

/* Below it axes count as being at right angles. A sine: what rounding leaves is near 1e-16. */
#define SLANT_SINE 1e-9

typedef struct {
  PnAffine new_from_old;
  double frame;
  gboolean moves; /* a group that is left or joined has keys, so the map holds at `frame` alone */
} Passage;

PnId
pn_op_place_of (const PnRoot *root, PnId layer, guint *index)
{
  const PnLayer *parent = NULL;

  pn_root_find_layer (root, layer, &parent, index);
  return parent != NULL ? parent->id : 0;
}

static const PnTrack *
find_track (const PnRoot *root, PnId layer, PnProperty property)
{
  return pn_root_find_track (root, PN_TARGET_LAYER, layer, property);
}

static gboolean
is_moving (const PnRoot *root, PnId layer)
{
  static const PnProperty transform[] = {PN_PROPERTY_POSITION, PN_PROPERTY_ANCHOR,
                                         PN_PROPERTY_ROTATION, PN_PROPERTY_SCALE_X,
                                         PN_PROPERTY_SCALE_Y};

  for (guint i = 0; i < G_N_ELEMENTS (transform); i++)
    if (find_track (root, layer, transform[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The map out of `group`, up to the space of `outer`, which holds it. */
static PnAffine
map_out_of (const PnRoot *root, PnId group, PnId outer, Passage *passage)
{
  PnAffine outer_from_group = PN_AFFINE_IDENTITY;

  for (PnId id = group; id != outer; id = pn_op_place_of (root, id, NULL)) {
    const PnLayer *layer = pn_root_find_layer (root, id, NULL, NULL);
    PnAffine step = pn_root_parent_from_layer (root, layer, passage->frame);
    outer_from_group = pn_affine_multiply (&step, &outer_from_group);
    passage->moves |= is_moving (root, id);
  }
  return outer_from_group;
}

/* The innermost group that holds both, or is one of them; 0 for the document. */
static PnId
common_group (const PnRoot *root, PnId one, PnId other)
{
  for (PnId outer = one; outer != 0; outer = pn_op_place_of (root, outer, NULL))
    for (PnId id = other; id != 0; id = pn_op_place_of (root, id, NULL))
      if (id == outer)
        return outer;
  return 0;
}

static gboolean
find_passage (PnOpCall *call, PnId from, PnId to, double frame, Passage *passage, GError **error)
{
  const PnRoot *root = pn_op_call_root (call);
  PnId outer = common_group (root, from, to);
  PnAffine new_from_outer;

  *passage = (Passage){.frame = frame};
  PnAffine outer_from_old = map_out_of (root, from, outer, passage);
  PnAffine outer_from_new = map_out_of (root, to, outer, passage);
  if (pn_affine_invert (&outer_from_new, &new_from_outer) != PN_STATUS_OK)
    return pn_op_refuse (error,
                         _ ("“%s” is scaled to nothing at frame %g, so nothing that is put into it "
                            "would be seen. Choose another frame."),
                         pn_root_find_layer (root, to, NULL, NULL)->name, frame);
  passage->new_from_old = pn_affine_multiply (&new_from_outer, &outer_from_old);
  return TRUE;
}

/* What a passage makes of the values of one layer. */
typedef struct {
  const PnAffine *map;
  double turn_deg, at_deg, turn_sign; /* the angle a becomes at + turn + sign (a - at) */
  double ratio_x, ratio_y;
} Carried;

static PnVec2
carry_value (const Carried *carried, PnProperty property, PnVec2 value)
{
  switch (property) {
  case PN_PROPERTY_POSITION:
    return pn_affine_apply (carried->map, value);
  case PN_PROPERTY_ROTATION:
    /* Not through at_deg where nothing is mirrored, so that no digit is lost. */
    return carried->turn_sign > 0 ? pn_vec2 (value.x + carried->turn_deg, 0)
                                  : pn_vec2 (2 * carried->at_deg + carried->turn_deg - value.x, 0);
  case PN_PROPERTY_SCALE_X:
    return pn_vec2 (value.x * carried->ratio_x, 0);
  case PN_PROPERTY_SCALE_Y:
    return pn_vec2 (value.x * carried->ratio_y, 0);
  case PN_PROPERTY_ANCHOR:
  case PN_PROPERTY_OPACITY:
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
    return value;
  }
}

/* Measured at the layer's axes as they are turned at the passage's frame. */
static Carried
measure (PnOpCall *call, const PnLayer *layer, const Passage *passage)
{
  const PnRoot *root = pn_op_call_root (call);
  const PnAffine *map = &passage->new_from_old;
  double at_deg = pn_root_sample (root, PN_TARGET_LAYER, layer->id, PN_PROPERTY_ROTATION,
                                  passage->frame, pn_vec2 (layer->rotation_deg, 0))
                      .x;
  double sine, cosine;
  pn_sincos_deg (at_deg, &sine, &cosine);

  PnVec2 old_x = {cosine, sine}, old_y = {-sine, cosine};
  PnVec2 new_x = pn_affine_apply_vector (map, old_x), new_y = pn_affine_apply_vector (map, old_y);
  double length_x = pn_vec2_length (new_x);
  double length_y = pn_vec2_length (new_y);
  double old_length = pn_vec2_length (old_x);
  gboolean is_mirrored = pn_vec2_cross (new_x, new_y) < 0;
  double slant = fabs (pn_vec2_dot (new_x, new_y));
  gboolean is_slanted = slant > SLANT_SINE * length_x * length_y;
  gboolean is_uneven = fabs (length_x - length_y) > SLANT_SINE * (length_x + length_y);

  if (is_slanted)
    pn_op_call_notice (
        call,
        _ ("“%s” would have to be slanted to look as before, which a layer cannot be by itself."),
        layer->name);
  if (passage->moves ||
      ((is_slanted || is_uneven) && find_track (root, layer->id, PN_PROPERTY_ROTATION) != NULL))
    pn_op_call_notice (call,
                       _ ("“%s” stays where it is seen at frame %g. At other frames it is "
                          "elsewhere, because of the groups it leaves or joins."),
                       layer->name, passage->frame);
  return (Carried){
      .map = map,
      .turn_deg =
          pn_atan2 (pn_vec2_cross (old_x, new_x), pn_vec2_dot (old_x, new_x)) * (180 / PN_PI),
      .at_deg = at_deg,
      .turn_sign = is_mirrored ? -1 : 1,
      .ratio_x = length_x / old_length,
      .ratio_y = (is_mirrored ? -length_y : length_y) / old_length,
  };
}

static void
carry_tracks (PnOpCall *call, PnId layer, const Carried *carried)
{
  static const PnProperty carried_properties[] = {PN_PROPERTY_POSITION, PN_PROPERTY_ROTATION,
                                                  PN_PROPERTY_SCALE_X, PN_PROPERTY_SCALE_Y};

  for (guint i = 0; i < G_N_ELEMENTS (carried_properties); i++) {
    const PnTrack *old = find_track (pn_op_call_root (call), layer, carried_properties[i]);
    if (old == NULL)
      continue;
    g_autoptr (PnTrack) track = pn_track_copy (old);
    for (guint j = 0; j < track->n_keys; j++)
      track->keys[j].value = carry_value (carried, track->property, track->keys[j].value);
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  }
}

static gboolean
is_identity (const PnAffine *map)
{
  const PnAffine identity = PN_AFFINE_IDENTITY;

  return memcmp (map, &identity, sizeof identity) == 0;
}

gboolean
pn_op_carry_layer (PnOpCall *call, PnId id, PnId to, double frame, GError **error)
{
  const PnLayer *old = pn_root_find_layer (pn_op_call_root (call), id, NULL, NULL);
  Passage passage;

  if (!find_passage (call, pn_op_place_of (pn_op_call_root (call), id, NULL), to, frame, &passage,
                     error))
    return FALSE;
  if (is_identity (&passage.new_from_old) && !passage.moves)
    return TRUE;
  if (old->kind == PN_LAYER_UNKNOWN)
    return pn_op_refuse (error,
                         _ ("“%s” was made by a later version of Pantin, which alone can keep its "
                            "place in another group."),
                         old->name);

  Carried carried = measure (call, old, &passage);
  g_autoptr (PnLayer) layer = pn_layer_copy (old);
  layer->position = carry_value (&carried, PN_PROPERTY_POSITION, layer->position);
  layer->rotation_deg =
      carry_value (&carried, PN_PROPERTY_ROTATION, pn_vec2 (layer->rotation_deg, 0)).x;
  layer->scale_x *= carried.ratio_x;
  layer->scale_y *= carried.ratio_y;
  pn_op_call_take_root (call, pn_edit_replace_layer (pn_op_call_root (call), layer));
  carry_tracks (call, id, &carried);
  return TRUE;
}
