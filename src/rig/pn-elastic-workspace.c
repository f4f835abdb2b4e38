/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The scratch space of solves: grown in advance, so that a frame asks the heap for nothing. */
#include <string.h>

#include "pn-elastic-job-private.h"

PnElasticWorkspace *
pn_elastic_workspace_new (void)
{
  return calloc (1, sizeof (PnElasticWorkspace));
}

void
pn_elastic_workspace_free (PnElasticWorkspace *workspace)
{
  if (!workspace)
    return;
  pn_arena_clear (&workspace->arena);
  free (workspace);
}

static void
grow (uint32_t *n, size_t wanted)
{
  if (wanted > *n)
    *n = (uint32_t)wanted;
}

/* Adds to `room` what `pins` need. */
static void
measure_room (PnElasticRoom *room, const PnElasticPins *pins)
{
  const PnMesh *mesh = pins->plain->mesh;
  for (uint32_t g = 0; g < pins->n_groups && !pins->blends; g++) {
    const PnElasticGroup *group = &pins->groups[g];
    grow (&room->n_vertices, group->piece->n_vertices);
    grow (&room->n_triangles, group->piece->n_triangles);
    grow (&room->n_pins, group->n_pins);
    grow (&room->n_handles, group->n_handles);
  }
  if (pins->depths.n_pins > 0) {
    grow (&room->n_depth_vertices, pn_mesh_n_vertices (mesh));
    grow (&room->n_depth_triangles, pn_mesh_n_triangles (mesh));
  }
  if (pins->blends) {
    grow (&room->n_blend_vertices, pn_mesh_n_vertices (mesh));
    grow (&room->n_blend_pins, pins->n_pins);
  }
}

static PnStatus
reserve_stages (PnElasticWorkspace *made, const PnElasticRoom *room)
{
  for (int s = 0; s < 2; s++) {
    PnElasticStage *stage = &made->stages[s];
    stage->shape = pn_arena_new (&made->arena, PnComplex, room->n_vertices);
    stage->next = pn_arena_new (&made->arena, PnComplex, room->n_vertices);
    stage->turns = pn_arena_new (&made->arena, PnComplex, room->n_triangles);
    stage->lengths = pn_arena_new (&made->arena, double, room->n_triangles);
    stage->shears = pn_arena_new (&made->arena, PnComplex, room->n_triangles);
    made->turns[s] = pn_arena_new (&made->arena, PnComplex, room->n_pins);
    made->targets[s] = pn_arena_new (&made->arena, PnComplex, room->n_handles);
    if (!stage->shape || !stage->next || !stage->turns || !stage->lengths || !stage->shears ||
        !made->turns[s] || !made->targets[s])
      return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}

static PnStatus
reserve_rest (PnElasticWorkspace *made, const PnElasticRoom *room)
{
  PnArena *arena = &made->arena;
  made->shares = pn_arena_new (arena, double, room->n_triangles);
  made->drawn = pn_arena_new (arena, PnComplex, room->n_triangles);
  made->forces = pn_arena_new (arena, PnComplex, room->n_handles + (size_t)2);
  made->present = pn_arena_new (arena, unsigned char, room->n_pins);
  made->depths = pn_arena_new (arena, double, room->n_depth_vertices);
  made->keys = pn_arena_new (arena, uint16_t, room->n_depth_triangles);
  made->sorted = pn_arena_new (arena, uint32_t, room->n_depth_triangles);
  if (!made->shares || !made->drawn || !made->forces || !made->present || !made->depths ||
      !made->keys || !made->sorted)
    return PN_STATUS_NO_MEMORY;
  PnStatus status = pn_elastic_system_reserve (&made->system, arena, room->n_pins, room->n_handles);
  if (status == PN_STATUS_OK)
    status = pn_elastic_system_reserve (&made->bent, arena, room->n_pins, room->n_handles);
  return status;
}

static PnStatus
reserve_blend (PnElasticBlendSpace *blend, PnArena *arena, const PnElasticRoom *room)
{
  size_t n_vertices = room->n_blend_vertices, n_pins = room->n_blend_pins;
  blend->turns = pn_arena_new (arena, PnComplex, n_pins);
  blend->moves = pn_arena_new (arena, PnComplex, n_pins);
  blend->centres = pn_arena_new (arena, PnComplex, n_pins);
  blend->present = pn_arena_new (arena, unsigned char, n_pins);
  blend->parts = pn_arena_new (arena, unsigned char, n_pins);
  blend->columns = pn_arena_new (arena, double, n_pins *n_vertices);
  if (!blend->turns || !blend->moves || !blend->centres || !blend->present || !blend->parts ||
      !blend->columns)
    return PN_STATUS_NO_MEMORY;
  return pn_elastic_weighing_reserve (&blend->weighing, arena, room->n_blend_pins,
                                      room->n_blend_vertices);
}

PnStatus
pn_elastic_workspace_reserve (PnElasticWorkspace *workspace, const PnElasticPins *pins)
{
  PnElasticRoom room = workspace->room;
  measure_room (&room, pins);
  if (memcmp (&room, &workspace->room, sizeof room) == 0)
    return PN_STATUS_OK;

  PnElasticWorkspace made = {.room = room};
  PnStatus status = reserve_stages (&made, &room);
  if (status == PN_STATUS_OK)
    status = reserve_rest (&made, &room);
  if (status == PN_STATUS_OK)
    status = reserve_blend (&made.blend, &made.arena, &room);
  if (status != PN_STATUS_OK) {
    pn_arena_clear (&made.arena);
    return status;
  }
  pn_arena_clear (&workspace->arena);
  *workspace = made;
  return PN_STATUS_OK;
}
