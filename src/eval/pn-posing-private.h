/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-arena.h"
#include "pn-frame.h"
#include "pn-rig-cache-private.h"

/* One layer on its way from its tracks to its posed mesh. The steps are called in the order they
 * stand here; those marked so may run beside those of other layers. */
typedef struct {
  const PnLayer *layer; /* borrowed, as its pins */
  PnMesh *mesh;         /* (nullable): no picture */
  PnElasticPins *rig;   /* (nullable): nothing moves it */
  GError *error;        /* the mesh cannot be had */

  guint n_pins;
  const PnPin **pins; /* those that act */
  guint n_too_many;   /* those that would, but for PN_ELASTIC_PINS_MAX */
  PnElasticPin *rests;
  PnElasticTarget *targets;
  PnVec2 *start_offsets;
  PnPinState *states;

  PnElasticResult result;
  const PnVec2 *posed_layer; /* rest itself where nothing moved */
  PnVec2 *solved_layer;
  PnVec2 *positions_doc;
  gboolean is_finite; /* every one of these */
  PnBox bounds_doc;
  guint n_flipped;
} PnPosing;

/* Samples the pins. Arrays lie in `arena`. */
void pn_posing_begin (PnPosing *posing,
                      const PnRoot *root,
                      const PnLayer *layer,
                      double time,
                      PnArena *arena);

/* Parallel. Gets mesh and rig, or sets `error`. */
void pn_posing_prepare (PnPosing *posing, PnRigCache *rigs);

/* Makes room for the result, and for the solve on any of the workspaces. */
void pn_posing_allocate (PnPosing *posing,
                         PnArena *arena,
                         PnElasticWorkspace *const *workspaces,
                         guint n_workspaces);

/* Parallel. Poses the mesh. */
void pn_posing_solve (PnPosing *posing, PnElasticWorkspace *workspace);

/* Parallel. Carries the posed mesh into the document. */
void pn_posing_place (PnPosing *posing, const PnAffine *doc_from_layer);

/* What handles and overlay need, and sentences about pins that cannot act as they were set. */
void
pn_posing_report (const PnPosing *posing, PnLayerPose *pose, PnArena *arena, GPtrArray *notices);

/* Gives up the references. */
void pn_posing_clear (PnPosing *posing);

/* pn_arena_alloc that never fails: GLib's way. */
gpointer pn_posing_alloc (PnArena *arena, gsize count, gsize size);
