/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-evaluator.h"

/* A layer as it is posed at several moments, for any number of its points: posed a few moments at a
 * time, by whoever has time. Immutable when all are posed; one thread at a time until then. */
typedef struct PnMoments PnMoments;

PnMoments *
pn_moments_new (const PnRoot *root, const PnLayer *layer, const double *times, guint n_times);
void pn_moments_free (PnMoments *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnMoments, pn_moments_free)

guint pn_moments_n_left (const PnMoments *self); /* not posed yet */
/* Poses at most `n` of them, in parallel. */
gboolean pn_moments_pose (PnMoments *self, PnEvaluator *evaluator, guint n, GError **error);

/* Where the artwork at `point_layer` at rest is at each moment, as pn_evaluator_map_point says it. */
void pn_moments_map (const PnMoments *self, PnVec2 point_layer, PnVec2 *posed_layer);
