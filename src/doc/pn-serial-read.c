/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-elastic.h"
#include "pn-field-private.h"
#include "pn-mesh-builder.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
take_id (PnSource *source, PnId *id, GError **error)
{
  g_autofree char *text = NULL;

  if (!pn_source_require (source, "id", JSON_NODE_VALUE, error) ||
      !pn_take_string (source, "id", &text, error))
    return FALSE;
  return pn_id_from_string (text, id) || pn_source_fail (source, "id", error);
}

/* Any number: what uses it keeps to its range, as it has to with a track's value. */
static gboolean
take_number (PnSource *source, const char *key, double *value, GError **error)
{
  return pn_take_double (source, key, -DBL_MAX, DBL_MAX, value, error);
}

/* The name of a thing that is kept as a whole, for the eye alone. */
static void
peek_name (PnSource *source, char **name)
{
  const char *text = pn_source_peek_string (source, "name");

  if (text == NULL)
    return;
  g_free (*name);
  *name = g_strdup (text);
}

static PnPin *
read_unknown_pin (PnSource *source, GError **error)
{
  g_autoptr (PnPin) pin = pn_pin_new (0, NULL, pn_vec2 (0, 0));
  const char *id = pn_source_peek_string (source, "id");

  pin->kind = PN_PIN_KIND_UNKNOWN;
  peek_name (source, &pin->name);
  if (!pn_source_require (source, "id", JSON_NODE_VALUE, error))
    return NULL;
  if (!pn_id_from_string (id, &pin->id)) {
    pn_source_fail (source, "id", error);
    return NULL;
  }
  return pn_source_keep_all (source, &pin->unknown, error) ? g_steal_pointer (&pin) : NULL;
}

static PnPin *
read_pin (JsonNode *node, PnReading reading, const char *holder, GError **error)
{
  g_autoptr (PnPin) pin = pn_pin_new (0, NULL, pn_vec2 (0, 0));
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, reading, holder, error))
    return NULL;
  if (json_object_has_member (source.object, "kind")) {
    const char *kind = pn_source_peek_string (&source, "kind");

    pin->kind = kind != NULL ? pn_pin_kind_from_name (kind) : PN_PIN_KIND_UNKNOWN;
    if (pin->kind == PN_PIN_KIND_UNKNOWN)
      return read_unknown_pin (&source, error);
    json_object_remove_member (source.object, "kind");
  }
  if (!take_id (&source, &pin->id, error) || !pn_take_string (&source, "name", &pin->name, error) ||
      !pn_take_fields (&source, pin, pn_pin_fields, error) ||
      !pn_source_keep_rest (&source, &pin->node.extra, error))
    return NULL;
  return g_steal_pointer (&pin);
}

static gboolean
read_pins (PnPuppet *puppet, PnSource *source, GError **error)
{
  g_autoptr (JsonNode) pins = NULL;
  JsonArray *array;

  if (!pn_take_node (source, "pins", JSON_NODE_ARRAY, &pins, error))
    return FALSE;
  array = pins != NULL ? json_node_get_array (pins) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++) {
    g_autoptr (PnPin) pin =
        read_pin (json_array_get_element (array, i), source->reading, source->label, error);

    if (pin == NULL)
      return FALSE;
    pn_node_list_insert (&puppet->pins, i, pin);
  }
  return TRUE;
}

/* The size that mesh and pins were made at: kept where it is not that of the picture. */
static gboolean
read_made_at (PnPuppet *puppet, PnSource *source, const PnLayer *layer, GError **error)
{
  int size[] = {layer->picture_width, layer->picture_height};

  if (!pn_take_ints (source, "made_at", PN_PICTURE_SIDE_MAX, size, error))
    return FALSE;
  if (size[0] != layer->picture_width || size[1] != layer->picture_height) {
    puppet->made_width = size[0];
    puppet->made_height = size[1];
  }
  return TRUE;
}

static gboolean
read_mesh (PnPuppet *puppet, PnSource *source, GError **error)
{
  g_autofree char *mode = NULL;
  gint64 builder = PN_MESH_BUILDER_VERSION;

  if (!pn_source_require (source, "mesh", JSON_NODE_VALUE, error) ||
      !pn_take_asset (source, "mesh", &puppet->mesh_asset, error) ||
      !pn_take_int (source, "mesh_builder", 1, G_MAXINT, &builder, error) ||
      !pn_take_string (source, "mesh_mode", &mode, error) ||
      !take_number (source, "density", &puppet->recipe.density, error) ||
      !take_number (source, "expansion", &puppet->recipe.expansion, error))
    return FALSE;
  if (puppet->mesh_asset == NULL)
    return pn_source_fail (source, "mesh", error);
  puppet->mesh_builder = (int)builder;
  if (mode != NULL && strcmp (mode, "grid") == 0)
    puppet->recipe.mode = PN_MESH_GRID;
  else if (mode != NULL && strcmp (mode, "silhouette") != 0)
    puppet->mesh_mode_unknown = g_steal_pointer (&mode);
  return TRUE;
}

static gboolean
read_solver (PnPuppet *puppet, PnSource *source, GError **error)
{
  gint64 passes;
  g_autofree char *solver = NULL;

  if (!pn_take_string (source, "solver", &solver, error))
    return FALSE;
  if (solver != NULL)
    puppet->solver = pn_solver_kind_from_name (solver);
  if (puppet->solver == PN_SOLVER_UNKNOWN)
    puppet->solver_unknown = g_steal_pointer (&solver);
  passes = pn_solver_kind_passes (puppet->solver);
  if (!pn_take_int (source, "passes", 0, PN_ELASTIC_PASSES_MAX, &passes, error))
    return FALSE;
  puppet->passes = (guint)passes;
  return pn_take_fields (source, puppet, pn_puppet_fields, error);
}

static PnPuppet *
read_puppet (JsonNode *node, const PnSource *holder, const PnLayer *layer, GError **error)
{
  const PnMeshRecipe recipe = {.mode = PN_MESH_SILHOUETTE,
                               .density = PN_MESH_DENSITY_DEFAULT,
                               .expansion = PN_MESH_EXPANSION_DEFAULT};
  g_autoptr (PnPuppet) puppet = pn_puppet_new (&recipe, NULL);
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, holder->reading, holder->label, error) ||
      !read_made_at (puppet, &source, layer, error) || !read_mesh (puppet, &source, error) ||
      !read_solver (puppet, &source, error) || !read_pins (puppet, &source, error) ||
      !pn_source_keep_rest (&source, &puppet->node.extra, error))
    return NULL;
  return g_steal_pointer (&puppet);
}

static gboolean
read_ids (JsonArray *array, PnSource *source, GArray *ids, GError **error)
{
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *element = json_array_get_element (array, i);
    PnId id;

    if (json_node_get_value_type (element) != G_TYPE_STRING ||
        !pn_id_from_string (json_node_get_string (element), &id))
      return pn_source_fail (source, "layers", error);
    g_array_append_val (ids, id);
  }
  return TRUE;
}

static gboolean
read_layers (PnNodeList *layers, PnSource *source, GArray *layer_ids, GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array;

  if (!pn_take_node (source, "layers", JSON_NODE_ARRAY, &node, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  array = json_node_get_array (node);
  if (layer_ids != NULL)
    return read_ids (array, source, layer_ids, error);
  for (guint i = 0; i < json_array_get_length (array); i++) {
    g_autoptr (PnLayer) layer =
        pn_read_layer (json_array_get_element (array, i), source->reading, NULL, error);

    if (layer == NULL)
      return FALSE;
    pn_node_list_insert (layers, i, layer);
  }
  return TRUE;
}

static gboolean
read_image (PnLayer *layer, PnSource *source, GError **error)
{
  g_autoptr (JsonNode) puppet = NULL;
  int size[2] = {0, 0};

  if (!pn_source_require (source, "picture", JSON_NODE_VALUE, error) ||
      !pn_source_require (source, "picture_size", JSON_NODE_ARRAY, error) ||
      !pn_take_asset (source, "picture", &layer->picture_asset, error) ||
      !pn_take_ints (source, "picture_size", PN_PICTURE_SIDE_MAX, size, error) ||
      !pn_take_node (source, "puppet", JSON_NODE_OBJECT, &puppet, error))
    return FALSE;
  if (layer->picture_asset == NULL)
    return pn_source_fail (source, "picture", error);
  if (size[0] == 0)
    return pn_source_fail (source, "picture_size", error);
  layer->picture_width = size[0];
  layer->picture_height = size[1];
  if (puppet == NULL)
    return TRUE;
  layer->puppet = read_puppet (puppet, source, layer, error);
  return layer->puppet != NULL;
}

static gboolean
read_transform (PnLayer *layer, PnSource *source, GError **error)
{
  return pn_take_boolean (source, "visible", &layer->visible, error) &&
         pn_take_boolean (source, "locked", &layer->locked, error) &&
         take_number (source, "opacity", &layer->opacity, error) &&
         pn_take_point (source, "position", &layer->position, error) &&
         pn_take_point (source, "anchor", &layer->anchor, error) &&
         take_number (source, "rotation", &layer->rotation_deg, error) &&
         take_number (source, "scale_x", &layer->scale_x, error) &&
         take_number (source, "scale_y", &layer->scale_y, error);
}

static gboolean
read_unknown_layer (PnLayer *layer, PnSource *source, GError **error)
{
  const char *id = pn_source_peek_string (source, "id");

  peek_name (source, &layer->name);
  if (!pn_source_require (source, "id", JSON_NODE_VALUE, error))
    return FALSE;
  if (!pn_id_from_string (id, &layer->id))
    return pn_source_fail (source, "id", error);
  return pn_source_keep_all (source, &layer->unknown, error);
}

static gboolean
read_known_layer (PnLayer *layer, PnSource *source, GArray *layer_ids, GError **error)
{
  json_object_remove_member (source->object, "kind");
  return take_id (source, &layer->id, error) &&
         pn_take_string (source, "name", &layer->name, error) &&
         read_transform (layer, source, error) &&
         pn_take_fields (source, layer, pn_binding_fields, error) &&
         (layer->kind == PN_LAYER_IMAGE
              ? read_image (layer, source, error)
              : read_layers (&layer->children, source, layer_ids, error)) &&
         pn_source_keep_rest (source, &layer->node.extra, error);
}

PnLayer *
pn_read_layer (JsonNode *node, PnReading reading, GArray *layer_ids, GError **error)
{
  g_autoptr (PnLayer) layer = NULL;
  g_auto (PnSource) source = {0};
  gboolean is_read;

  if (!pn_source_init (&source, node, reading, _ ("layers"), error) ||
      !pn_source_require (&source, "kind", JSON_NODE_VALUE, error))
    return NULL;
  layer = pn_layer_new (0, NULL, pn_layer_kind_from_name (pn_source_peek_string (&source, "kind")));
  is_read = layer->kind == PN_LAYER_UNKNOWN ? read_unknown_layer (layer, &source, error)
                                            : read_known_layer (layer, &source, layer_ids, error);
  return is_read ? g_steal_pointer (&layer) : NULL;
}

static gpointer
read_bone (JsonNode *node, PnSource *holder, GError **error)
{
  g_autoptr (PnBoneNode) bone = pn_bone_node_new (0, NULL);
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, holder->reading, holder->label, error) ||
      !take_id (&source, &bone->id, error) ||
      !pn_take_string (&source, "name", &bone->name, error) ||
      !pn_take_fields (&source, bone, pn_bone_fields, error) ||
      !pn_source_keep_rest (&source, &bone->node.extra, error))
    return NULL;
  return g_steal_pointer (&bone);
}

static gpointer
read_ik (JsonNode *node, PnSource *holder, GError **error)
{
  g_autoptr (PnIkNode) ik = pn_ik_node_new (0);
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, holder->reading, holder->label, error) ||
      !pn_source_require (&source, "bone", JSON_NODE_VALUE, error) ||
      !pn_take_fields (&source, ik, pn_ik_fields, error) ||
      !pn_source_keep_rest (&source, &ik->node.extra, error))
    return NULL;
  return g_steal_pointer (&ik);
}

/* An array of nodes, or none. */
static gboolean
read_nodes (PnNodeList *list,
            PnSource *source,
            const char *key,
            gpointer (*read) (JsonNode *node, PnSource *holder, GError **error),
            GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array;

  if (!pn_take_node (source, key, JSON_NODE_ARRAY, &node, error))
    return FALSE;
  array = node != NULL ? json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++) {
    gpointer made = read (json_array_get_element (array, i), source, error);

    if (made == NULL)
      return FALSE;
    pn_node_list_insert (list, i, made);
    pn_node_unref (made);
  }
  return TRUE;
}

static gpointer
read_skeleton_node (JsonNode *node, PnSource *holder, GError **error)
{
  return pn_read_skeleton (node, holder->reading, error);
}

PnSkeletonNode *
pn_read_skeleton (JsonNode *node, PnReading reading, GError **error)
{
  g_autoptr (PnSkeletonNode) skeleton = pn_skeleton_node_new (0, NULL);
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, reading, _ ("skeletons"), error) ||
      !take_id (&source, &skeleton->id, error) ||
      !pn_take_string (&source, "name", &skeleton->name, error) ||
      !pn_take_id (&source, "group", &skeleton->group, error) ||
      !read_nodes (&skeleton->bones, &source, "bones", read_bone, error) ||
      !read_nodes (&skeleton->iks, &source, "ik", read_ik, error) ||
      !pn_source_keep_rest (&source, &skeleton->node.extra, error))
    return NULL;
  return g_steal_pointer (&skeleton);
}

static gboolean
read_size_and_rate (PnRoot *root, PnSource *source, GError **error)
{
  int size[2] = {0, 0};
  int fps[2] = {0, 0};

  if (!pn_source_require (source, "size", JSON_NODE_ARRAY, error) ||
      !pn_source_require (source, "fps", JSON_NODE_ARRAY, error) ||
      !pn_take_ints (source, "size", PN_ROOT_SIDE_MAX, size, error) ||
      !pn_take_ints (source, "fps", PN_FPS_TERM_MAX, fps, error) ||
      !pn_take_double (source, "duration", 1, PN_DURATION_MAX, &root->duration, error))
    return FALSE;
  if (size[0] == 0)
    return pn_source_fail (source, "size", error);
  if ((gint64)size[0] * size[1] > PN_ROOT_PIXELS_MAX)
    return pn_source_fail_range (source, "size", error);
  if (fps[0] == 0 || fps[0] > (gint64)PN_FPS_MAX * fps[1] || fps[1] > (gint64)PN_FPS_MAX * fps[0])
    return pn_source_fail_range (source, "fps", error);
  root->width = size[0];
  root->height = size[1];
  root->fps_numerator = fps[0];
  root->fps_denominator = fps[1];
  return TRUE;
}

static gboolean
read_background (PnRoot *root, PnSource *source, GError **error)
{
  PnColour background = {0};

  if (!pn_take_color (source, "background", &background, error))
    return FALSE;
  root->has_background = background.is_set;
  memcpy (root->background, background.rgb, sizeof root->background);
  return TRUE;
}

static gboolean
read_identity (PnRoot *root, PnSource *source, GError **error)
{
  gint64 version = root->version;
  gint64 next_id = 1;

  if (!pn_source_require (source, "id", JSON_NODE_VALUE, error) ||
      !pn_take_string (source, "id", &root->document_id, error) ||
      !pn_take_int (source, "version", 1, G_MAXINT, &version, error) ||
      !pn_take_int (source, "next_id", 1, G_MAXINT64, &next_id, error))
    return FALSE;
  if (!g_uuid_string_is_valid (root->document_id))
    return pn_source_fail (source, "id", error);
  root->version = (int)version;
  root->next_id = (guint64)next_id;
  json_object_remove_member (source->object, "format");
  /* Another one is left for the version that wrote it. */
  if (g_strcmp0 (pn_source_peek_string (source, "color_space"), PN_COLOR_SPACE_NAME) == 0)
    json_object_remove_member (source->object, "color_space");
  return TRUE;
}

static gboolean
read_tracks (PnRoot *root, PnSource *source, GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array;

  if (!pn_take_node (source, "tracks", JSON_NODE_ARRAY, &node, error))
    return FALSE;
  array = node != NULL ? json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++) {
    g_autoptr (PnTrack) track =
        pn_read_track (json_array_get_element (array, i), source->reading, error);

    if (track == NULL)
      return FALSE;
    pn_node_list_insert (&root->tracks, i, track);
  }
  pn_root_sort_tracks (root);
  return TRUE;
}

PnRoot *
pn_read_root (JsonNode *node, PnReading reading, GArray *layer_ids, GError **error)
{
  g_autoptr (PnRoot) root = pn_root_new (1, 1, 24, 1);
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, reading, "", error))
    return NULL;
  /* Rather than its id, which nobody has ever seen. */
  g_free (source.label);
  source.label = g_strdup (_ ("document"));
  if (!read_identity (root, &source, error) || !read_size_and_rate (root, &source, error) ||
      !read_background (root, &source, error) ||
      !read_layers (&root->layers, &source, layer_ids, error) ||
      !read_nodes (&root->skeletons, &source, "skeletons", read_skeleton_node, error) ||
      !read_tracks (root, &source, error) ||
      !pn_source_keep_rest (&source, &root->node.extra, error))
    return NULL;
  return g_steal_pointer (&root);
}
