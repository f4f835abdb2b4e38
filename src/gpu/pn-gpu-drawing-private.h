/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-plan-private.h"
#include "pn-gpu-surface-private.h"
#include "pn-gpu-texture-private.h"
#include "pn-readback-private.h"

/* Everything a renderer has on one device, and the drawing of one tile in three steps: submit, wait,
 * take. */
typedef struct {
  PnGpuDevice *device; /* a reference; NULL: not made yet */
  PnGpuTextures textures;
  PnGpuPipelines pipelines;
  PnGpuSurfaces surfaces;
  PnGpuCommands commands;
  PnGpuBuffer vertices;
  PnGpuTaker taker;
  VkDescriptorPool sets;
  guint n_sets; /* that the pool holds */
} PnGpuDrawing;

/* `self` is zeroed before and left so on failure. */
gboolean pn_gpu_drawing_init (PnGpuDrawing *self,
                              PnGpuDevice *device,
                              PnPictureCache *pictures,
                              gsize texture_budget,
                              GError **error);
void pn_gpu_drawing_clear (PnGpuDrawing *self);

/* Makes pipelines and surfaces for a depth and a number of samples, unless they are there. */
gboolean pn_gpu_drawing_prepare (PnGpuDrawing *self, PnDepth depth, int samples, GError **error);

/* `background`: what the tile is cleared to, premultiplied. `whole` (nullable): where its pixels go,
 * for good; else they are to be taken. */
gboolean pn_gpu_drawing_submit (PnGpuDrawing *self,
                                const PnGpuPlan *plan,
                                const PnGpuView *view,
                                const float background[4],
                                PnGpuWhole *whole,
                                GError **error);
gboolean pn_gpu_drawing_wait (PnGpuDrawing *self, GError **error);
gboolean
pn_gpu_drawing_take (PnGpuDrawing *self, PnAlpha alpha, const PnReadback *out, GError **error);
