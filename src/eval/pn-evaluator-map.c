/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Points of a layer through its pose, both ways. */
#include <string.h>

#include "pn-evaluator-private.h"
#include "pn-moments.h"
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

/* Whether nothing is to be solved, and no pin set made for it. */
static gboolean
rests (const PnPosing *posing)
{
  for (guint i = 0; i < posing->n_pins; i++)
    if (memcmp (&posing->targets[i].position, &posing->rests[i].rest, sizeof (PnVec2)) != 0)
      return FALSE;
  return TRUE;
}

static void
prepare_cb (void *data, size_t index, unsigned worker)
{
  Moments *moments = data;
  PnPosing *posing = &moments->posings[index];

  if (posing->n_pins > 0 && rests (posing))
    posing->mesh = pn_rig_cache_get_mesh (moments->self->rigs, posing->layer->puppet->mesh_asset,
                                          &posing->error);
  else
    pn_posing_prepare (posing, moments->self->rigs);
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

/* --- Moments that are kept. */

struct PnMoments {
  PnRoot *root;
  const PnLayer *layer;
  guint n_times, n_posed;
  double *times;
  PnMesh *mesh;   /* (nullable) */
  PnVec2 **posed; /* places of its vertices; NULL where they rest */
};

PnMoments *
pn_moments_new (const PnRoot *root, const PnLayer *layer, const double *times, guint n_times)
{
  PnMoments *self = g_new0 (PnMoments, 1);

  self->root = pn_node_ref (root);
  self->layer = layer;
  self->n_times = n_times;
  self->times = g_memdup2 (times, n_times * sizeof *times);
  self->posed = g_new0 (PnVec2 *, n_times);
  return self;
}

void
pn_moments_free (PnMoments *self)
{
  for (guint i = 0; i < self->n_posed; i++)
    g_free (self->posed[i]);
  g_free (self->posed);
  g_free (self->times);
  if (self->mesh != NULL)
    pn_mesh_unref (self->mesh);
  pn_node_unref (self->root);
  g_free (self);
}

guint
pn_moments_n_left (const PnMoments *self)
{
  return self->n_times - self->n_posed;
}

static void
keep (PnMoments *self, const PnPosing *posing)
{
  if (is_moved (posing)) {
    if (self->mesh == NULL)
      self->mesh = pn_mesh_ref (posing->mesh);
    self->posed[self->n_posed] =
        g_memdup2 (posing->posed_layer, pn_mesh_n_vertices (posing->mesh) * sizeof (PnVec2));
  }
  self->n_posed++;
}

gboolean
pn_moments_pose (PnMoments *self, PnEvaluator *evaluator, guint n, GError **error)
{
  Moments moments = {.self = evaluator};
  gboolean is_posed = TRUE;

  for (guint left = MIN (n, pn_moments_n_left (self)); is_posed && left > 0;) {
    guint n_now = MIN (left, MOMENTS_MAX);
    is_posed =
        pose_moments (&moments, self->root, self->layer, self->times + self->n_posed, n_now, error);
    for (guint i = 0; is_posed && i < n_now; i++)
      keep (self, &moments.posings[i]);
    moments_clear (&moments);
    left -= n_now;
  }
  return is_posed;
}

void
pn_moments_map (const PnMoments *self, PnVec2 point_layer, PnVec2 *posed_layer)
{
  for (guint i = 0; i < self->n_posed; i++)
    posed_layer[i] = self->posed[i] != NULL ? pn_pose_map (self->mesh, self->posed[i], point_layer)
                                            : point_layer;
}

/* --- Points. */

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

  for (guint done = 0; done < n_times; done += MOMENTS_MAX) {
    guint n = MIN (n_times - done, MOMENTS_MAX);
    g_autoptr (PnMoments) moments = pn_moments_new (root, layer, times + done, n);
    if (!pn_moments_pose (moments, self, n, error))
      return FALSE;
    pn_moments_map (moments, point_layer, posed_layer + done);
  }
  return TRUE;
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
