/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-memory-private.h"
#include "pn-gpu-pipeline-private.h"

/* An image to draw to. It may be larger than what is drawn. */
typedef struct {
  PnGpuImage image;
  VkFramebuffer framebuffer;
  int width, height;
  gboolean is_taken;
  guint n_idle; /* trims since it was taken */
} PnGpuSurface;

/* Surfaces for one set of pipelines, used again and again, and the one image with several samples a
 * pixel that all of them are resolved from. Commands that use them must be done before a call of
 * _reserve, _trim or _clear. */
typedef struct {
  const PnGpuPipelines *pipelines; /* borrowed; NULL: not made yet */
  PnGpuImage samples;
  int width, height;   /* the largest surface there can be */
  GPtrArray *surfaces; /* PnGpuSurface */
} PnGpuSurfaces;

void pn_gpu_surfaces_init (PnGpuSurfaces *self, const PnGpuPipelines *pipelines);
void pn_gpu_surfaces_clear (PnGpuSurfaces *self);

/* Before surfaces of up to `width` x `height` are taken. */
gboolean pn_gpu_surfaces_reserve (PnGpuSurfaces *self, int width, int height, GError **error);

/* A surface of at least that size, to be released. Borrowed (nullable). */
PnGpuSurface *pn_gpu_surfaces_take (PnGpuSurfaces *self, int width, int height, GError **error);
void pn_gpu_surfaces_release (PnGpuSurfaces *self, PnGpuSurface *surface);

/* Takes all back and lets go of what was idle for a while. */
void pn_gpu_surfaces_trim (PnGpuSurfaces *self);
