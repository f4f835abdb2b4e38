/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-renderer.h"

/* Pixels of the target: x0 <= x < x1. Empty where x1 <= x0 or y1 <= y0. */
typedef struct {
  int x0, y0, x1, y1;
} PnGpuRect;

static inline gboolean
pn_gpu_rect_is_empty (const PnGpuRect *rect)
{
  return rect->x1 <= rect->x0 || rect->y1 <= rect->y0;
}

PnGpuRect pn_gpu_rect_intersect (const PnGpuRect *a, const PnGpuRect *b);

/* From the document to pixels of the target. A rectangle's corner is taken away before anything is
 * multiplied: what it shows has the same bits wherever in the document it lies. */
typedef struct {
  PnVec2 corner_doc;
  PnAffine px_from_corner;
  int width, height;
} PnGpuView;

static inline PnVec2
pn_gpu_view_apply (const PnGpuView *view, PnVec2 doc)
{
  return pn_affine_apply (&view->px_from_corner, pn_vec2_sub (doc, view->corner_doc));
}

/* FALSE with PN_GPU_ERROR_LIMIT for a target that has no pixels, too many, or shows nothing. */
gboolean pn_gpu_view_init (PnGpuView *view,
                           const PnFrame *frame,
                           const PnRenderTarget *target,
                           GError **error);

/* The pixels that a box of the document touches, within `within`. */
PnGpuRect pn_gpu_view_rect (const PnGpuView *view, const PnBox *box_doc, const PnGpuRect *within);

/* How far triangles reach beyond the tile they touch: none is drawn that is larger (px). */
#define PN_GPU_REACH 1024

/* Largest tile (px, and px each way): 4K in one piece, while a multisampled half-float surface of it
 * stays at 256 MB. */
#define PN_GPU_TILE_AREA ((gint64)1 << 23)
#define PN_GPU_TILE_SIDE 4096

/* The side of the viewport: a power of two, so that a position in 1/256 px comes through the float
 * transform exactly, on any device and in any tile; large enough for a tile and the reach around it.
 */
int pn_gpu_viewport_side (PnGpu *gpu);
/* The longest side of a tile. */
int pn_gpu_tile_side (PnGpu *gpu);

/* Whether a rectangle can be drawn at once; otherwise its halves, which are as good as square. */
gboolean pn_gpu_tile_fits (const PnGpuRect *rect, int max_side);
void pn_gpu_tile_halve (const PnGpuRect *rect, PnGpuRect halves[2]);
