/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-posing-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-trace.h"

gpointer
pn_posing_alloc (PnArena *arena, gsize count, gsize size)
{
  gpointer memory = pn_arena_alloc (arena, count, size);
  if (!memory)
    g_error ("out of memory");
  return memory;
}

#define NEW(arena, Type, count) ((Type *)pn_posing_alloc ((arena), (count), sizeof (Type)))

void
pn_posing_begin (PnPosing *posing,
                 const PnRoot *root,
                 const PnLayer *layer,
                 double time,
                 PnArena *arena)
{
  *posing = (PnPosing){.layer = layer};
  if (layer->kind != PN_LAYER_IMAGE || !layer->puppet)
    return;

  const PnNodeList *pins = &layer->puppet->pins;
  posing->pins = NEW (arena, const PnPin *, pins->n_items);
  posing->rests = NEW (arena, PnElasticPin, pins->n_items);
  posing->targets = NEW (arena, PnElasticTarget, pins->n_items);
  posing->start_offsets = NEW (arena, PnVec2, pins->n_items);
  posing->states = NEW (arena, PnPinState, pins->n_items);
  for (guint i = 0; i < pins->n_items; i++) {
    const PnPin *pin = pins->items[i];
    if (pin->kind != PN_PIN_KIND_POSITION)
      continue;
    if (posing->n_pins == PN_ELASTIC_PINS_MAX) {
      posing->n_too_many++;
      continue;
    }
    guint n = posing->n_pins++;
    posing->pins[n] = pin;
    posing->rests[n] = (PnElasticPin){.rest = pin->rest_layer, .grip = pin->grip};
    posing->targets[n] = pn_elastic_target (pn_root_sample (
        root, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION, time, pin->position_layer));
    posing->start_offsets[n] = pn_root_sample_start_offset (root, pin, time);
  }
}

void
pn_posing_prepare (PnPosing *posing, PnRigCache *rigs)
{
  const PnLayer *layer = posing->layer;
  if (layer->kind != PN_LAYER_IMAGE || layer->picture_width <= 0 || layer->picture_height <= 0)
    return;
  if (layer->puppet)
    pn_rig_cache_get_rig (rigs, layer->puppet->mesh_asset, posing->rests, posing->n_pins,
                          &posing->mesh, &posing->rig, &posing->error);
  else
    posing->mesh = pn_rig_cache_get_quad (rigs, layer->picture_width, layer->picture_height);
}

void
pn_posing_allocate (PnPosing *posing,
                    PnArena *arena,
                    PnElasticWorkspace *const *workspaces,
                    guint n_workspaces)
{
  if (!posing->mesh)
    return;
  gsize n_vertices = pn_mesh_n_vertices (posing->mesh);
  posing->positions_doc = NEW (arena, PnVec2, n_vertices);
  if (!posing->rig)
    return;
  posing->solved_layer = NEW (arena, PnVec2, n_vertices);
  for (guint i = 0; i < n_workspaces; i++)
    if (pn_elastic_workspace_reserve (workspaces[i], posing->rig) != PN_STATUS_OK)
      g_error ("out of memory");
}

void
pn_posing_solve (PnPosing *posing, PnElasticWorkspace *workspace)
{
  if (!posing->mesh)
    return;
  posing->posed_layer = pn_mesh_positions (posing->mesh);
  posing->result = PN_ELASTIC_AT_REST;
  if (!posing->rig)
    return;

  guint64 span = pn_trace_begin ();
  PnElasticOptions options = {
      .passes = MIN (posing->layer->puppet->passes, PN_ELASTIC_PASSES_MAX),
      .start_offsets = posing->start_offsets,
  };
  posing->result = pn_elastic_solve (posing->rig, posing->targets, &options, workspace,
                                     posing->states, posing->solved_layer);
  if (posing->result != PN_ELASTIC_AT_REST) {
    posing->posed_layer = posing->solved_layer;
    posing->n_flipped = (guint)pn_elastic_flipped (posing->mesh, posing->posed_layer, NULL);
  }
  pn_trace_end ("rig.solve", span);
}

void
pn_posing_place (PnPosing *posing, const PnAffine *doc_from_layer)
{
  if (!posing->mesh)
    return;
  gsize n_vertices = pn_mesh_n_vertices (posing->mesh);
  posing->is_finite = TRUE;
  for (gsize i = 0; i < n_vertices; i++) {
    PnVec2 p = pn_affine_apply (doc_from_layer, posing->posed_layer[i]);
    posing->positions_doc[i] = p;
    posing->is_finite = posing->is_finite && isfinite (p.x) && isfinite (p.y);
  }
  posing->bounds_doc = pn_box_of_points (posing->positions_doc, n_vertices);
}

static void
report_pins (const PnPosing *posing, PnLayerPose *pose, PnArena *arena, GPtrArray *notices)
{
  const PnPinState *states = pn_elastic_pins_states (posing->rig);
  const PnMeshPlace *places = pn_elastic_pins_places (posing->rig);

  for (guint i = 0; i < posing->n_pins; i++) {
    PnPinPose *pin = &pose->pins[i];
    pin->state = posing->states[i];
    /* Without a place there is no artwork under it. */
    if (states[i] != PN_PIN_OFF_MESH && states[i] != PN_PIN_NOT_FINITE)
      pin->landed_layer = pn_mesh_at (posing->mesh, posing->posed_layer, &places[i]);
    char *fault = pn_pin_state_describe (pin->state, posing->pins[i]->name, posing->layer->name);
    if (fault != NULL)
      g_ptr_array_add (notices, fault);
  }
  if (posing->result == PN_ELASTIC_FELL_BACK)
    g_ptr_array_add (notices,
                     g_strdup_printf (_ ("“%s” cannot follow its pins all the way at this frame."),
                                      posing->layer->name));
  if (posing->n_flipped > 0) {
    pose->flipped = NEW (arena, uint32_t, pn_mesh_n_triangles (posing->mesh));
    pose->n_flipped = (guint)pn_elastic_flipped (posing->mesh, posing->posed_layer, pose->flipped);
  }
}

void
pn_posing_report (const PnPosing *posing, PnLayerPose *pose, PnArena *arena, GPtrArray *notices)
{
  if (posing->error)
    g_ptr_array_add (notices,
                     g_strdup_printf (_ ("The layer “%s”, which is hidden, cannot be shown. %s"),
                                      posing->layer->name, posing->error->message));
  if (!posing->mesh)
    return;
  pose->mesh = posing->mesh;
  pose->posed_layer = posing->posed_layer;
  pose->n_pins = posing->n_pins;
  pose->pins = NEW (arena, PnPinPose, posing->n_pins);
  for (guint i = 0; i < posing->n_pins; i++)
    pose->pins[i] = (PnPinPose){
        .pin = posing->pins[i],
        .target_layer = posing->targets[i].position,
        .landed_layer = posing->rests[i].rest,
    };
  const PnPuppet *puppet = posing->layer->puppet;
  if (puppet && !pn_puppet_fits_picture (puppet))
    g_ptr_array_add (
        notices, g_strdup_printf (_ ("The rig of “%s” was made for a picture of %d × %d pixels "
                                     "and may not fit this one."),
                                  posing->layer->name, puppet->made_width, puppet->made_height));
  if (posing->n_too_many > 0)
    g_ptr_array_add (notices,
                     g_strdup_printf (_ ("“%s” has more pins than can act: those after the first "
                                         "%d are ignored."),
                                      posing->layer->name, PN_ELASTIC_PINS_MAX));
  if (posing->rig)
    report_pins (posing, pose, arena, notices);
  else if (posing->n_pins > 0)
    g_ptr_array_add (notices,
                     g_strdup_printf (_ ("The mesh of “%s” cannot be bent. Build it anew."),
                                      posing->layer->name));
}

void
pn_posing_clear (PnPosing *posing)
{
  if (posing->rig)
    pn_elastic_pins_unref (posing->rig);
  if (posing->mesh)
    pn_mesh_unref (posing->mesh);
  g_clear_error (&posing->error);
  *posing = (PnPosing){0};
}
