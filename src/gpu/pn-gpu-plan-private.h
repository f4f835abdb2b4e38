/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-tile-private.h"

/* A frame's op stream as passes over surfaces, one for each group that has a surface of its own and
 * one for the tile itself. */

typedef enum {
  PN_GPU_ITEM_DRAW, /* a picture through a mesh */
  PN_GPU_ITEM_LAY,  /* the surface of an earlier pass */
} PnGpuItemKind;

#define PN_GPU_NONE G_MAXUINT

typedef struct {
  PnGpuItemKind kind;
  const PnOpDraw *draw; /* PN_GPU_ITEM_DRAW; borrowed from the frame */
  guint lay;            /* PN_GPU_ITEM_LAY: index of the pass */
  double opacity;
  guint next; /* in the same pass; PN_GPU_NONE */
} PnGpuItem;

typedef struct {
  PnGpuRect rect; /* of the target */
  double opacity;
  guint first, last; /* items; PN_GPU_NONE: nothing is drawn */
} PnGpuPass;

typedef struct {
  PnGpuRect rect; /* the tile */
  GArray *items;  /* PnGpuItem */
  /* PnGpuPass: a surface is finished before the pass that lays it, and the last pass is the tile.
   * While a pass is drawn there are its own surface and those it lays; all others are free again. */
  GArray *passes;
  gint64 peak_area; /* px of all surfaces at their most crowded moment */
  guint n_lays;
} PnGpuPlan;

void
pn_gpu_plan_init (PnGpuPlan *self, const PnFrame *frame, const PnGpuView *view, PnGpuRect rect);
void pn_gpu_plan_clear (PnGpuPlan *self);

static inline PnGpuItem *
pn_gpu_plan_item (const PnGpuPlan *self, guint index)
{
  return &g_array_index (self->items, PnGpuItem, index);
}

static inline PnGpuPass *
pn_gpu_plan_pass (const PnGpuPlan *self, guint index)
{
  return &g_array_index (self->passes, PnGpuPass, index);
}
