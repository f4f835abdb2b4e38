/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has its default value is not written, so that a document says nothing of what it does not
 * use. */
#include "pn-field-private.h"

#include <string.h>

static gboolean
same_bits (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

void
pn_put_double (PnJsonWriter *writer, const char *key, double value, double fallback)
{
  if (!same_bits (value, fallback))
    pn_json_add_double (writer, key, value);
}

void
pn_put_point (PnJsonWriter *writer, const char *key, PnVec2 value, PnVec2 fallback)
{
  if (same_bits (value.x, fallback.x) && same_bits (value.y, fallback.y))
    return;
  pn_json_begin_array (writer, key, PN_JSON_LINE);
  pn_json_add_double (writer, NULL, value.x);
  pn_json_add_double (writer, NULL, value.y);
  pn_json_end_array (writer);
}

void
pn_put_color (PnJsonWriter *writer, const char *key, const guint8 rgb[3])
{
  char text[sizeof "#rrggbb"];

  g_snprintf (text, sizeof text, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
  pn_json_add_string (writer, key, text);
}

static void
put_size (PnJsonWriter *writer, const char *key, int width, int height)
{
  pn_json_begin_array (writer, key, PN_JSON_LINE);
  pn_json_add_int (writer, NULL, width);
  pn_json_add_int (writer, NULL, height);
  pn_json_end_array (writer);
}

static void
put_name (PnJsonWriter *writer, const char *name)
{
  if (*name != '\0')
    pn_json_add_string (writer, "name", name);
}

void
pn_put_id (PnJsonWriter *writer, const char *key, PnId id)
{
  g_autofree char *text = pn_id_to_string (id);

  pn_json_add_string (writer, key, text);
}

static void
write_pin (PnJsonWriter *writer, const PnPin *pin)
{
  if (pin->unknown != NULL) {
    pn_json_add_node (writer, NULL, pin->unknown);
    return;
  }
  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_put_id (writer, "id", pin->id);
  if (pin->kind != PN_PIN_KIND_POSITION)
    pn_json_add_string (writer, "kind", pn_pin_kind_name (pin->kind));
  put_name (writer, pin->name);
  pn_put_fields (writer, pin, pn_pin_fields);
  pn_json_add_members (writer, pin->node.extra);
  pn_json_end_object (writer);
}

static void
write_puppet (PnJsonWriter *writer, const PnLayer *layer)
{
  const PnPuppet *puppet = layer->puppet;

  pn_json_begin_object (writer, "puppet", PN_JSON_BLOCK);
  if (pn_puppet_fits_picture (puppet))
    put_size (writer, "made_at", layer->picture_width, layer->picture_height);
  else
    put_size (writer, "made_at", puppet->made_width, puppet->made_height);
  pn_json_add_string (writer, "mesh", puppet->mesh_asset);
  pn_json_add_int (writer, "mesh_builder", puppet->mesh_builder);
  if (puppet->mesh_mode_unknown != NULL)
    pn_json_add_string (writer, "mesh_mode", puppet->mesh_mode_unknown);
  else if (puppet->recipe.mode == PN_MESH_GRID)
    pn_json_add_string (writer, "mesh_mode", "grid");
  pn_put_double (writer, "density", puppet->recipe.density, PN_MESH_DENSITY_DEFAULT);
  pn_put_double (writer, "expansion", puppet->recipe.expansion, PN_MESH_EXPANSION_DEFAULT);
  if (puppet->solver == PN_SOLVER_UNKNOWN)
    pn_json_add_string (writer, "solver", puppet->solver_unknown);
  else if (puppet->solver != PN_SOLVER_ELASTIC)
    pn_json_add_string (writer, "solver", pn_solver_kind_name (puppet->solver));
  if (puppet->passes != pn_solver_kind_passes (puppet->solver))
    pn_json_add_int (writer, "passes", puppet->passes);
  pn_put_fields (writer, puppet, pn_puppet_fields);
  if (puppet->pins.n_items > 0) {
    pn_json_begin_array (writer, "pins", PN_JSON_BLOCK);
    for (guint i = 0; i < puppet->pins.n_items; i++)
      write_pin (writer, puppet->pins.items[i]);
    pn_json_end_array (writer);
  }
  pn_json_add_members (writer, puppet->node.extra);
  pn_json_end_object (writer);
}

static void
write_layers (PnJsonWriter *writer, const PnNodeList *layers, PnWriteForm form)
{
  if (layers->n_items == 0)
    return;
  pn_json_begin_array (writer, "layers", form == PN_WRITE_ALONE ? PN_JSON_LINE : PN_JSON_BLOCK);
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];

    if (form == PN_WRITE_ALONE)
      pn_put_id (writer, NULL, layer->id);
    else
      pn_write_layer (writer, layer, form);
  }
  pn_json_end_array (writer);
}

static void
write_transform (PnJsonWriter *writer, const PnLayer *layer)
{
  if (!layer->visible)
    pn_json_add_boolean (writer, "visible", FALSE);
  if (layer->locked)
    pn_json_add_boolean (writer, "locked", TRUE);
  pn_put_double (writer, "opacity", layer->opacity, 1);
  pn_put_point (writer, "position", layer->position, pn_vec2 (0, 0));
  pn_put_point (writer, "anchor", layer->anchor, pn_vec2 (0, 0));
  pn_put_double (writer, "rotation", layer->rotation_deg, 0);
  pn_put_double (writer, "scale_x", layer->scale_x, 1);
  pn_put_double (writer, "scale_y", layer->scale_y, 1);
}

void
pn_write_layer (PnJsonWriter *writer, const PnLayer *layer, PnWriteForm form)
{
  if (layer->unknown != NULL) {
    pn_json_add_node (writer, NULL, layer->unknown);
    return;
  }
  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_put_id (writer, "id", layer->id);
  pn_json_add_string (writer, "kind", pn_layer_kind_name (layer->kind));
  put_name (writer, layer->name);
  write_transform (writer, layer);
  pn_put_fields (writer, layer, pn_binding_fields);
  if (layer->kind == PN_LAYER_IMAGE) {
    pn_json_add_string (writer, "picture", layer->picture_asset);
    put_size (writer, "picture_size", layer->picture_width, layer->picture_height);
    if (layer->puppet != NULL)
      write_puppet (writer, layer);
  } else {
    write_layers (writer, &layer->children, form);
  }
  pn_json_add_members (writer, layer->node.extra);
  pn_json_end_object (writer);
}

static void
write_bone (PnJsonWriter *writer, const PnBoneNode *bone)
{
  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_put_id (writer, "id", bone->id);
  put_name (writer, bone->name);
  pn_put_fields (writer, bone, pn_bone_fields);
  pn_json_add_members (writer, bone->node.extra);
  pn_json_end_object (writer);
}

static void
write_ik (PnJsonWriter *writer, const PnIkNode *ik)
{
  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_put_fields (writer, ik, pn_ik_fields);
  pn_json_add_members (writer, ik->node.extra);
  pn_json_end_object (writer);
}

void
pn_write_skeleton (PnJsonWriter *writer, const PnSkeletonNode *skeleton)
{
  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_put_id (writer, "id", skeleton->id);
  put_name (writer, skeleton->name);
  if (skeleton->group != 0)
    pn_put_id (writer, "group", skeleton->group);
  pn_json_begin_array (writer, "bones", PN_JSON_BLOCK);
  for (guint i = 0; i < skeleton->bones.n_items; i++)
    write_bone (writer, skeleton->bones.items[i]);
  pn_json_end_array (writer);
  if (skeleton->iks.n_items > 0) {
    pn_json_begin_array (writer, "ik", PN_JSON_BLOCK);
    for (guint i = 0; i < skeleton->iks.n_items; i++)
      write_ik (writer, skeleton->iks.items[i]);
    pn_json_end_array (writer);
  }
  pn_json_add_members (writer, skeleton->node.extra);
  pn_json_end_object (writer);
}

static void
write_skeletons (PnJsonWriter *writer, const PnNodeList *skeletons)
{
  if (skeletons->n_items == 0)
    return;
  pn_json_begin_array (writer, "skeletons", PN_JSON_BLOCK);
  for (guint i = 0; i < skeletons->n_items; i++)
    pn_write_skeleton (writer, skeletons->items[i]);
  pn_json_end_array (writer);
}

static gboolean
has_member (JsonNode *extra, const char *key)
{
  return extra != NULL && json_object_has_member (json_node_get_object (extra), key);
}

static void
write_ease (PnJsonWriter *writer, const PnEase *ease, JsonNode *extra)
{
  if (ease->kind == PN_EASE_BEZIER) {
    pn_json_begin_array (writer, "ease", PN_JSON_LINE);
    pn_json_add_double (writer, NULL, ease->x1);
    pn_json_add_double (writer, NULL, ease->y1);
    pn_json_add_double (writer, NULL, ease->x2);
    pn_json_add_double (writer, NULL, ease->y2);
    pn_json_end_array (writer);
  } else if (ease->kind != PN_EASE_UNKNOWN &&
             /* Linear is said where it replaces an unknown ease. */
             (ease->kind != PN_EASE_LINEAR || has_member (extra, "ease"))) {
    pn_json_add_string (writer, "ease", pn_ease_kind_name (ease->kind));
  }
}

static void
write_key (PnJsonWriter *writer, const PnTrack *track, guint index)
{
  const PnKey *key = &track->keys[index];
  JsonNode *extra = track->key_extras != NULL ? track->key_extras[index] : NULL;

  pn_json_begin_object (writer, NULL, PN_JSON_LINE);
  pn_json_add_double (writer, "frame", key->frame);
  if (pn_property_is_point (track->property)) {
    pn_json_add_double (writer, "x", key->value.x);
    pn_json_add_double (writer, "y", key->value.y);
    pn_put_point (writer, "start_offset", key->start_offset, pn_vec2 (0, 0));
  } else {
    pn_json_add_double (writer, "value", key->value.x);
  }
  write_ease (writer, &key->ease, extra);
  pn_json_add_members (writer, extra);
  pn_json_end_object (writer);
}

void
pn_put_track_name (PnJsonWriter *writer, const PnTrack *track)
{
  g_autofree char *id = pn_id_to_string (track->target);
  g_autofree char *target = g_strdup_printf ("%s.%s", pn_target_kind_name (track->target_kind), id);

  pn_json_add_string (writer, "target", target);
  pn_json_add_string (writer, "property", pn_property_name (track->property));
}

void
pn_write_track_name (PnJsonWriter *writer, const PnTrack *track)
{
  pn_json_begin_object (writer, NULL, PN_JSON_LINE);
  pn_put_track_name (writer, track);
  pn_json_end_object (writer);
}

void
pn_write_track (PnJsonWriter *writer, const PnTrack *track)
{
  if (track->unknown != NULL) {
    pn_json_add_node (writer, NULL, track->unknown);
    return;
  }
  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_put_track_name (writer, track);
  pn_json_begin_array (writer, "keys", PN_JSON_BLOCK);
  for (guint i = 0; i < track->n_keys; i++)
    write_key (writer, track, i);
  pn_json_end_array (writer);
  pn_json_add_members (writer, track->node.extra);
  pn_json_end_object (writer);
}

static void
write_tracks (PnJsonWriter *writer, const PnNodeList *tracks)
{
  if (tracks->n_items == 0)
    return;
  pn_json_begin_array (writer, "tracks", PN_JSON_BLOCK);
  for (guint i = 0; i < tracks->n_items; i++)
    pn_write_track (writer, tracks->items[i]);
  pn_json_end_array (writer);
}

void
pn_write_root (PnJsonWriter *writer, const char *key, const PnRoot *root, PnWriteForm form)
{
  pn_json_begin_object (writer, key, PN_JSON_BLOCK);
  pn_json_add_string (writer, "format", PN_FORMAT_NAME);
  pn_json_add_int (writer, "version", MAX (root->version, PN_FORMAT_VERSION));
  pn_json_add_string (writer, "id", root->document_id);
  pn_json_add_int (writer, "next_id", (gint64)root->next_id);
  put_size (writer, "size", root->width, root->height);
  put_size (writer, "fps", root->fps_numerator, root->fps_denominator);
  pn_json_add_double (writer, "duration", root->duration);
  if (root->has_background)
    pn_put_color (writer, "background", root->background);
  if (!has_member (root->node.extra, "color_space"))
    pn_json_add_string (writer, "color_space", PN_COLOR_SPACE_NAME);
  write_layers (writer, &root->layers, form);
  if (form == PN_WRITE_WHOLE) {
    write_skeletons (writer, &root->skeletons);
    write_tracks (writer, &root->tracks);
  }
  pn_json_add_members (writer, root->node.extra);
  pn_json_end_object (writer);
}
