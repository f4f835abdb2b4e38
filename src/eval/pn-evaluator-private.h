/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-evaluator.h"
#include "pn-posing-private.h"

/* A layer in the order of the walk: from the back, groups before their children. */
typedef struct {
  PnPosing posing;
  gboolean is_visible; /* with every group that holds it */
  double opacity;
  PnAffine doc_from_layer;
  guint end; /* of what it holds: the index of the next layer that is not inside */
} PnWalkItem;

struct _PnEvaluator {
  GObject parent_instance;

  PnTaskPool *pool; /* borrowed */
  PnRigCache *rigs;
  PnElasticWorkspace **workspaces; /* one for each worker */

  /* Kept between frames for their memory; empty outside pn_evaluate. */
  GArray *items; /* PnWalkItem */
  GArray *ops;   /* PnOp */
};

/* Appends the op stream of `items` to `ops`. */
void pn_evaluator_emit_ops (const PnWalkItem *items, guint n_items, GArray *ops);

PnRigCacheStats pn_evaluator_get_stats (PnEvaluator *self);
