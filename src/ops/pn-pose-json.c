/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-pose-json.h"

#include "pn-math.h"

static void
add_member (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_text (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_id (JsonBuilder *builder, PnId id)
{
  g_autofree char *text = pn_id_to_string (id);
  add_text (builder, "id", text);
}

static void
add_point (JsonBuilder *builder, const char *name, PnVec2 point)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  json_builder_add_double_value (builder, point.x);
  json_builder_add_double_value (builder, point.y);
  json_builder_end_array (builder);
}

/* Pairs of coordinates in one flat list, mapped by `map` (nullable). */
static void
add_points (JsonBuilder *builder,
            const char *name,
            const PnVec2 *points,
            size_t n_points,
            const PnAffine *map)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (size_t i = 0; i < n_points; i++) {
    PnVec2 point = map != NULL ? pn_affine_apply (map, points[i]) : points[i];
    json_builder_add_double_value (builder, point.x);
    json_builder_add_double_value (builder, point.y);
  }
  json_builder_end_array (builder);
}

static void
add_indices (JsonBuilder *builder, const char *name, const uint32_t *indices, size_t n_indices)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (size_t i = 0; i < n_indices; i++)
    json_builder_add_int_value (builder, indices[i]);
  json_builder_end_array (builder);
}

/* --- Pins. */

const char *
pn_pose_ignored_text (PnPinState state)
{
  switch (state) {
  case PN_PIN_OFF_MESH:
    return "off-mesh";
  case PN_PIN_NOT_FINITE:
    return "not-finite";
  case PN_PIN_MERGED:
    return "merged";
  case PN_PIN_REDUNDANT:
    return "redundant";
  case PN_PIN_NO_TURN:
    return "turn-redundant";
  case PN_PIN_HOLDS:
  default:
    return NULL;
  }
}

/* How far the artwork under a pin is turned against rest, in degrees clockwise as seen: the turning
 * part of the map of its triangle (a of f(z) = a z + b conj(z) + c). */
static double
turn_at (const PnLayerPose *layer, const PnPin *pin)
{
  PnMeshPlace place;

  if (layer->mesh == NULL || pn_mesh_locate (layer->mesh, pin->rest_layer, &place) != PN_STATUS_OK)
    return 0;
  const uint32_t *corner = pn_mesh_triangles (layer->mesh) + 3 * (size_t)place.triangle;
  const PnVec2 *rest = pn_mesh_positions (layer->mesh);
  PnVec2 a = {0, 0};
  for (int i = 0; i < 3; i++) {
    PnVec2 from = pn_vec2_sub (rest[corner[(i + 2) % 3]], rest[corner[(i + 1) % 3]]);
    PnVec2 to = layer->posed_layer[corner[i]];
    /* The gradient of a corner's barycentric is its opposite edge turned a quarter. */
    a.x += from.x * to.y - from.y * to.x;
    a.y += -from.x * to.x - from.y * to.y;
  }
  return pn_atan2 (a.y, a.x) * (180.0 / PN_PI);
}

static void
add_pin (JsonBuilder *builder, const PnLayerPose *layer, const PnPinPose *pose)
{
  PnVec2 landed = pn_affine_apply (&layer->doc_from_layer, pose->landed_layer);
  gboolean at_rest = layer->posed_layer == pn_mesh_positions (layer->mesh);

  json_builder_begin_object (builder);
  add_id (builder, pose->pin->id);
  add_text (builder, "name", pose->pin->name);
  add_text (builder, "kind", pn_pin_kind_name (pose->pin->kind));
  add_point (builder, "rest", pn_affine_apply (&layer->doc_from_layer, pose->pin->rest_layer));
  add_point (builder, "target", pn_affine_apply (&layer->doc_from_layer, pose->target_layer));
  add_member (builder, "x", landed.x);
  add_member (builder, "y", landed.y);
  add_member (builder, "turn", at_rest ? 0 : turn_at (layer, pose->pin));
  add_text (builder, "ignored", pn_pose_ignored_text (pose->state));
  json_builder_end_object (builder);
}

/* --- Layers. */

static const char *
mode_text (const PnLayer *layer)
{
  if (layer->puppet == NULL)
    return "quad";
  return layer->puppet->recipe.mode == PN_MESH_GRID ? "grid" : "silhouette";
}

static void
add_mesh (JsonBuilder *builder, const PnLayerPose *layer)
{
  const PnMesh *mesh = layer->mesh;
  size_t n_vertices = pn_mesh_n_vertices (mesh);

  json_builder_set_member_name (builder, "mesh");
  json_builder_begin_object (builder);
  add_text (builder, "mode", mode_text (layer->layer));
  add_points (builder, "rest", pn_mesh_positions (mesh), n_vertices, &layer->doc_from_layer);
  add_points (builder, "vertices", layer->posed_layer, n_vertices, &layer->doc_from_layer);
  add_points (builder, "uv", pn_mesh_uvs (mesh), n_vertices, NULL);
  add_indices (builder, "triangles", pn_mesh_triangles (mesh), 3 * pn_mesh_n_triangles (mesh));
  add_indices (builder, "flipped", layer->flipped, layer->n_flipped);
  json_builder_end_object (builder);
}

static void
add_transform (JsonBuilder *builder, const PnAffine *map)
{
  const double values[] = {map->xx, map->yx, map->xy, map->yy, map->x0, map->y0};

  json_builder_set_member_name (builder, "doc_from_layer");
  json_builder_begin_array (builder);
  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    json_builder_add_double_value (builder, values[i]);
  json_builder_end_array (builder);
}

static void
add_layer (JsonBuilder *builder, const PnFrame *frame, const PnLayerPose *layer)
{
  json_builder_begin_object (builder);
  add_id (builder, layer->layer->id);
  add_text (builder, "name", layer->layer->name);
  add_text (builder, "kind", pn_layer_kind_name (layer->layer->kind));
  json_builder_set_member_name (builder, "visible");
  json_builder_add_boolean_value (builder, layer->visible);
  add_member (builder, "opacity", layer->opacity);
  add_text (builder, "drawing", NULL);
  add_transform (builder, &layer->doc_from_layer);
  json_builder_set_member_name (builder, "pins");
  json_builder_begin_array (builder);
  for (guint i = 0; i < layer->n_pins; i++)
    add_pin (builder, layer, &layer->pins[i]);
  json_builder_end_array (builder);
  if (layer->mesh != NULL)
    add_mesh (builder, layer);
  json_builder_set_member_name (builder, "strokes");
  json_builder_begin_array (builder);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "notices");
  json_builder_begin_array (builder);
  for (guint i = 0; i < layer->n_notices; i++)
    json_builder_add_string_value (builder,
                                   g_ptr_array_index (frame->notices, layer->first_notice + i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

JsonNode *
pn_pose_to_json (const PnFrame *frame)
{
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();

  json_builder_begin_object (builder);
  add_member (builder, "frame", frame->frame);
  json_builder_set_member_name (builder, "fps");
  json_builder_begin_array (builder);
  json_builder_add_int_value (builder, frame->root->fps_numerator);
  json_builder_add_int_value (builder, frame->root->fps_denominator);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "layers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < frame->n_layers; i++)
    add_layer (builder, frame, &frame->layers[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "skeletons");
  json_builder_begin_array (builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}
