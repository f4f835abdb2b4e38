/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Points of a layer through its pose, both ways. */
#include "pn-evaluator-private.h"
#include "pn-pose-map.h"

/* Poses one layer. */
static gboolean
pose_layer (PnEvaluator *self,
            const PnRoot *root,
            const PnLayer *layer,
            double time,
            PnArena *arena,
            PnPosing *posing,
            GError **error)
{
  pn_posing_begin (posing, root, layer, time, arena);
  pn_posing_prepare (posing, self->rigs);
  if (posing->error) {
    g_propagate_error (error, g_steal_pointer (&posing->error));
    return FALSE;
  }
  pn_posing_allocate (posing, arena, self->workspaces, 1);
  pn_posing_solve (posing, self->workspaces[0]);
  return TRUE;
}

typedef enum {
  REST_TO_POSED,
  POSED_TO_REST,
} Direction;

static PnVec2
map_through (const PnPosing *posing, Direction direction, PnVec2 point)
{
  return direction == REST_TO_POSED
             ? pn_pose_map (posing->mesh, posing->posed_layer, point)
             : pn_pose_unmap (posing->mesh, posing->posed_layer, NULL, point);
}

static gboolean
map_point (PnEvaluator *self,
           const PnRoot *root,
           const PnLayer *layer,
           double time,
           Direction direction,
           PnVec2 point,
           PnVec2 *mapped,
           GError **error)
{
  PnArena arena = {0};
  PnPosing posing;
  gboolean is_posed = pose_layer (self, root, layer, time, &arena, &posing, error);
  if (is_posed)
    *mapped = posing.mesh && posing.result != PN_ELASTIC_AT_REST
                  ? map_through (&posing, direction, point)
                  : point;
  pn_posing_clear (&posing);
  pn_arena_clear (&arena);
  return is_posed;
}

gboolean
pn_evaluator_map_point (PnEvaluator *self,
                        const PnRoot *root,
                        const PnLayer *layer,
                        double time,
                        PnVec2 point_layer,
                        PnVec2 *posed_layer,
                        GError **error)
{
  g_return_val_if_fail (PN_IS_EVALUATOR (self), FALSE);
  return map_point (self, root, layer, time, REST_TO_POSED, point_layer, posed_layer, error);
}

gboolean
pn_evaluator_unmap_point (PnEvaluator *self,
                          const PnRoot *root,
                          const PnLayer *layer,
                          double time,
                          PnVec2 posed_layer,
                          PnVec2 *rest_layer,
                          GError **error)
{
  g_return_val_if_fail (PN_IS_EVALUATOR (self), FALSE);
  return map_point (self, root, layer, time, POSED_TO_REST, posed_layer, rest_layer, error);
}
