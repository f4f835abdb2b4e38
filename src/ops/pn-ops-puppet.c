/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

#include "pn-edit.h"
#include "pn-mesh-builder.h"
#include "pn-prepared-mesh-private.h"

/* Operations on a layer's puppet rig as a whole: its mesh and its solver. */

/* --- Meshes. */

gboolean
pn_op_read_recipe (const PnArgs *args, PnMeshRecipe *recipe, GError **error)
{
  static const char *const modes[] = {"silhouette", "grid", NULL};
  int mode = recipe->mode == PN_MESH_GRID;

  if (!pn_args_choice (args, "mode", PN_ARG_OPTIONAL, modes, &mode, error) ||
      !pn_args_number (args, "density", PN_ARG_OPTIONAL, PN_MESH_DENSITY_MIN, PN_MESH_DENSITY_MAX,
                       &recipe->density, error) ||
      !pn_args_number (args, "expansion", PN_ARG_OPTIONAL, 0, PN_MESH_EXPANSION_MAX,
                       &recipe->expansion, error))
    return FALSE;
  recipe->mode = mode == 0 ? PN_MESH_SILHOUETTE : PN_MESH_GRID;
  return TRUE;
}

static void
add_mesh_notices (PnOpCall *call, const PnLayer *layer, unsigned notices)
{
  if (notices & PN_MESH_NOTICE_NO_ALPHA)
    pn_op_call_notice (call,
                       _ ("Every pixel of “%s” is opaque: there is no alpha to follow, so the mesh "
                          "is its rectangle."),
                       layer->name);
  if (notices & PN_MESH_NOTICE_FELL_BACK_TO_GRID)
    pn_op_call_notice (
        call, _ ("The silhouette of “%s” could not be triangulated, so the mesh is a grid."),
        layer->name);
  if (notices & PN_MESH_NOTICE_SPECKS_DROPPED)
    pn_op_call_notice (
        call, _ ("Specks of “%s” smaller than %d pixels have no mesh and stay where they are."),
        layer->name, PN_MESH_SPECK_PIXELS);
  if (notices & PN_MESH_NOTICE_COARSENED)
    pn_op_call_notice (
        call, _ ("The mesh of “%s” was made coarser to stay within the limit of vertices."),
        layer->name);
}

gboolean
pn_op_build_mesh (PnOpCall *call,
                  const PnLayer *layer,
                  const PnMeshRecipe *recipe,
                  char **asset,
                  GError **error)
{
  g_autoptr (PnPreparedMesh) mesh =
      pn_prepared_mesh_get (call->context, layer->picture_asset, recipe, error);
  if (mesh == NULL) {
    g_prefix_error (error, "“%s”: ", layer->name);
    return FALSE;
  }

  if (mesh->status == PN_STATUS_EMPTY)
    return pn_op_refuse (
        error, _ ("Nothing in “%s” is opaque, so there is nothing to put a mesh on."), layer->name);
  if (mesh->status != PN_STATUS_OK)
    return pn_op_refuse (error,
                         _ ("No mesh could be made for “%s” (%s). Try another density or mode."),
                         layer->name, pn_status_name (mesh->status));

  *asset = g_strdup (mesh->mesh_asset);
  add_mesh_notices (call, layer, mesh->notices);
  pn_op_result_count (call, "vertices", mesh->n_vertices);
  pn_op_result_count (call, "triangles", mesh->n_triangles);
  return TRUE;
}

/* --- create_puppet_rig */

static gboolean
check_riggable (const PnLayer *layer, GError **error)
{
  if (layer->kind == PN_LAYER_GROUP)
    return pn_op_refuse (
        error,
        _ ("“%s” is a group, and a group cannot be rigged. Rig the pictures in it one by one."),
        layer->name);
  if (layer->kind != PN_LAYER_IMAGE)
    return pn_op_refuse (
        error,
        _ ("“%s” is a kind of layer that this version does not know, so it cannot be rigged."),
        layer->name);
  if (layer->puppet != NULL)
    return pn_op_refuse (
        error, _ ("“%s” has a puppet rig already. Change it with add_pin, set_mesh or set_puppet."),
        layer->name);
  return TRUE;
}

static gboolean
read_solver (PnOpCall *call, PnPuppet *puppet, GError **error)
{
  static const char *const solvers[] = {"elastic", "two-step", "blend", NULL};
  int solver = -1;

  if (!pn_args_choice (&call->args, "solver", PN_ARG_OPTIONAL, solvers, &solver, error))
    return FALSE;
  if (solver >= 0) {
    puppet->solver = pn_solver_kind_from_name (solvers[solver]);
    g_clear_pointer (&puppet->solver_unknown, g_free);
    puppet->passes = pn_solver_kind_passes (puppet->solver);
  }
  return pn_op_read_fields (&call->args, puppet, pn_puppet_fields, 0, _ ("A puppet rig"), error);
}

/* The two-step method is the one with a single pass. */
static gboolean
read_passes (PnOpCall *call, PnPuppet *puppet, GError **error)
{
  int passes = (int)puppet->passes;

  if (!pn_args_integer (&call->args, "passes", PN_ARG_OPTIONAL, 1, PN_ELASTIC_PASSES_MAX, &passes,
                        error))
    return FALSE;
  if (passes > 1 && puppet->solver == PN_SOLVER_TWO_STEP)
    return pn_op_refuse (
        error, _ ("The two-step solver makes one pass. Give \"solver\": \"elastic\" for more."));
  puppet->passes = (guint)passes;
  return TRUE;
}

static gboolean
add_pins (PnOpCall *call, PnId layer_id, JsonArray *pins, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PnId));

  for (guint i = 0; i < json_array_get_length (pins); i++) {
    PnArgs pin;
    if (!pn_args_element (pins, i, _ ("pins"), &pin, error) ||
        !pn_args_check_names (&pin, PN_OP_PIN, error))
      return FALSE;
    const PnLayer *layer = pn_root_find_layer (pn_op_call_root (call), layer_id, NULL, NULL);
    const PnPin *added = pn_op_add_pin (call, layer, &pin, 0, PN_OP_POSE_FREE, error);
    if (added == NULL)
      return FALSE;
    g_array_append_val (ids, added->id);
  }

  json_builder_set_member_name (call->result, "pins");
  json_builder_begin_array (call->result);
  for (guint i = 0; i < ids->len; i++) {
    g_autofree char *id = pn_id_to_string (g_array_index (ids, PnId, i));
    json_builder_add_string_value (call->result, id);
  }
  json_builder_end_array (call->result);
  return TRUE;
}

static gboolean
create_puppet_rig (PnOpCall *call, GError **error)
{
  PnMeshRecipe recipe = {PN_MESH_SILHOUETTE, PN_MESH_DENSITY_DEFAULT, PN_MESH_EXPANSION_DEFAULT};
  JsonObject *mesh;
  JsonArray *pins;
  const PnLayer *layer = pn_op_find_layer (call, "layer", error);

  if (layer == NULL || !check_riggable (layer, error) ||
      !pn_args_object (&call->args, "mesh", PN_ARG_OPTIONAL, &mesh, error) ||
      !pn_args_array (&call->args, "pins", PN_ARG_OPTIONAL, &pins, error))
    return FALSE;
  if (mesh != NULL) {
    PnArgs args = {_ ("mesh"), mesh};
    if (!pn_args_check_names (&args, "mode density expansion", error) ||
        !pn_op_read_recipe (&args, &recipe, error))
      return FALSE;
  }

  g_autofree char *asset = NULL;
  pn_op_result_id (call, "layer", layer->id);
  if (!pn_op_build_mesh (call, layer, &recipe, &asset, error))
    return FALSE;

  g_autoptr (PnPuppet) puppet = pn_puppet_new (&recipe, asset);
  if (!read_solver (call, puppet, error))
    return FALSE;
  pn_op_call_take_root (call, pn_edit_set_puppet (call->root, layer->id, puppet));
  return pins == NULL || add_pins (call, layer->id, pins, error);
}

/* --- set_puppet, set_mesh */

static gboolean
set_puppet (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  if (layer == NULL)
    return FALSE;

  g_autoptr (PnPuppet) puppet = pn_puppet_copy (layer->puppet);
  if (!read_solver (call, puppet, error) || !read_passes (call, puppet, error))
    return FALSE;
  pn_op_result_id (call, "layer", layer->id);
  pn_op_call_take_root (call, pn_edit_set_puppet (call->root, layer->id, puppet));
  return TRUE;
}

static gboolean
notice_lost_pins (PnOpCall *call, const PnLayer *layer, const char *mesh_asset, GError **error)
{
  g_autoptr (PnMesh) mesh = pn_evaluator_get_mesh (call->context->evaluator, mesh_asset, error);
  if (mesh == NULL)
    return FALSE;

  for (guint i = 0; i < layer->puppet->pins.n_items; i++) {
    const PnPin *pin = layer->puppet->pins.items[i];
    PnMeshPlace place;
    if (pin->kind != PN_PIN_KIND_UNKNOWN &&
        pn_mesh_locate (mesh, pin->rest_layer, &place) == PN_STATUS_OK &&
        place.distance > MAX (PN_PIN_REACH, pin->grip))
      pn_op_call_notice (call,
                         _ ("The new mesh of “%s” has no triangle under the pin “%s”, which "
                            "therefore holds nothing. "
                            "Raise Expansion or move the pin."),
                         layer->name, pin->name);
  }
  return TRUE;
}

static gboolean
set_mesh (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_rigged_layer (call, error);
  if (layer == NULL)
    return FALSE;

  g_autoptr (PnPuppet) puppet = pn_puppet_copy (layer->puppet);
  g_autofree char *asset = NULL;
  if (!pn_op_read_recipe (&call->args, &puppet->recipe, error))
    return FALSE;
  pn_op_result_id (call, "layer", layer->id);
  if (!pn_op_build_mesh (call, layer, &puppet->recipe, &asset, error) ||
      !notice_lost_pins (call, layer, asset, error))
    return FALSE;

  g_free (puppet->mesh_asset);
  puppet->mesh_asset = g_steal_pointer (&asset);
  g_clear_pointer (&puppet->mesh_mode_unknown, g_free);
  puppet->mesh_builder = PN_MESH_BUILDER_VERSION;
  pn_op_call_take_root (call, pn_edit_set_puppet (call->root, layer->id, puppet));
  return TRUE;
}

const PnOperationEntry pn_ops_puppet_entries[] = {
    {"create_puppet_rig", PN_OP_EDITS, "layer pins mesh solver", create_puppet_rig,
     N_ ("Create a puppet rig")},
    {"set_puppet", PN_OP_EDITS, "layer solver passes max_rotation stretch stretch_mode", set_puppet,
     N_ ("Change the solver")},
    {"set_mesh", PN_OP_EDITS, "layer mode density expansion", set_mesh, N_ ("Change the mesh")},
    {NULL},
};
