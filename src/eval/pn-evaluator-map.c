/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Points of a layer through its pose, both ways. */
#include "pn-evaluator-private.h"
#include "pn-pose-map.h"

/* So many moments of a layer are posed at once, that memory does not grow with their number. */
#define MOMENTS_MAX 16

/* One layer at several moments. */
typedef struct {
  PnEvaluator *self;
  PnArena arena;
  guint n;
  PnPosing posings[MOMENTS_MAX];
} Moments;

static void
prepare_cb (void *data, size_t index, unsigned worker)
{
  Moments *moments = data;

  pn_posing_prepare (&moments->posings[index], moments->self->rigs);
}

static void
solve_cb (void *data, size_t index, unsigned worker)
{
  Moments *moments = data;

  pn_posing_solve (&moments->posings[index], moments->self->workspaces[worker]);
}

static gboolean
pose_moments (Moments *moments,
              const PnRoot *root,
              const PnLayer *layer,
              const double *times,
              guint n_times,
              GError **error)
{
  PnEvaluator *self = moments->self;

  moments->n = n_times;
  for (guint i = 0; i < n_times; i++)
    pn_posing_begin (&moments->posings[i], root, layer, times[i], &moments->arena);
  pn_task_pool_run (self->pool, n_times, prepare_cb, moments);
  for (guint i = 0; i < n_times; i++) {
    PnPosing *posing = &moments->posings[i];
    if (posing->error) {
      g_propagate_error (error, g_steal_pointer (&posing->error));
      return FALSE;
    }
    pn_posing_allocate (posing, &moments->arena, self->workspaces,
                        pn_task_pool_n_workers (self->pool));
  }
  pn_task_pool_run (self->pool, n_times, solve_cb, moments);
  return TRUE;
}

static void
moments_clear (Moments *moments)
{
  for (guint i = 0; i < moments->n; i++)
    pn_posing_clear (&moments->posings[i]);
  moments->n = 0;
  pn_arena_clear (&moments->arena);
}

static gboolean
is_moved (const PnPosing *posing)
{
  return posing->mesh && posing->result != PN_ELASTIC_AT_REST;
}

gboolean
pn_evaluator_map_point (PnEvaluator *self,
                        const PnRoot *root,
                        const PnLayer *layer,
                        const double *times,
                        guint n_times,
                        PnVec2 point_layer,
                        PnVec2 *posed_layer,
                        GError **error)
{
  g_return_val_if_fail (PN_IS_EVALUATOR (self), FALSE);

  Moments moments = {.self = self};
  gboolean is_posed = TRUE;
  for (guint done = 0; is_posed && done < n_times; done += MOMENTS_MAX) {
    guint n = MIN (n_times - done, MOMENTS_MAX);
    is_posed = pose_moments (&moments, root, layer, times + done, n, error);
    for (guint i = 0; is_posed && i < n; i++) {
      const PnPosing *posing = &moments.posings[i];
      posed_layer[done + i] = is_moved (posing)
                                  ? pn_pose_map (posing->mesh, posing->posed_layer, point_layer)
                                  : point_layer;
    }
    moments_clear (&moments);
  }
  return is_posed;
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

  Moments moments = {.self = self};
  gboolean is_posed = pose_moments (&moments, root, layer, &time, 1, error);
  if (is_posed) {
    const PnPosing *posing = &moments.posings[0];
    *rest_layer = is_moved (posing)
                      ? pn_pose_unmap (posing->mesh, posing->posed_layer, NULL, posed_layer)
                      : posed_layer;
  }
  moments_clear (&moments);
  return is_posed;
}
