/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A target in pixels, and its tiles.
 *
 * A tile shows the same pixels as the whole would, to the bit, on any device:
 * - corners are put on a grid of 1/256 px of the target, the same for every tile, and reach the
 *   rasteriser exactly (pn_gpu_viewport_side());
 * - no triangle is larger than PN_GPU_REACH, whatever the tile, so none is clipped by the device,
 *   which would make new corners (pn-gpu-geometry.c);
 * - what a pixel shows is computed from its place in the target (shaders/picture.frag). */

#include "pn-gpu-tile-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-gpu-private.h"

/* The memory of a whole result. */
#define MAX_TARGET_BYTES ((gint64)1 << 34)
#define MAX_TARGET_SIDE (1 << 20)

PnGpuRect
pn_gpu_rect_intersect (const PnGpuRect *a, const PnGpuRect *b)
{
  return (PnGpuRect){MAX (a->x0, b->x0), MAX (a->y0, b->y0), MIN (a->x1, b->x1),
                     MIN (a->y1, b->y1)};
}

static gboolean
set_map (PnGpuView *view, const PnRenderTarget *target)
{
  PnAffine inverse;

  view->px_from_corner = target->px_from_doc;
  return pn_affine_invert (&target->px_from_doc, &inverse) == PN_STATUS_OK;
}

static gboolean
set_rectangle (PnGpuView *view, const PnFrame *frame, const PnRenderTarget *target)
{
  double x0 = target->x0, y0 = target->y0;
  double width = target->x1 - x0, height = target->y1 - y0;

  if (!(fabs (x0) > 0) && !(fabs (y0) > 0) && !(fabs (width) > 0) && !(fabs (height) > 0)) {
    width = frame->width;
    height = frame->height;
  }
  view->corner_doc = pn_vec2 (x0, y0);
  view->px_from_corner = (PnAffine){.xx = target->width / width, .yy = target->height / height};
  return width > 0 && height > 0 && isfinite (width) && isfinite (height);
}

gboolean
pn_gpu_view_init (PnGpuView *view,
                  const PnFrame *frame,
                  const PnRenderTarget *target,
                  GError **error)
{
  gint64 bytes = target->depth == PN_DEPTH_8 ? 4 : 8;

  if (target->width < 1 || target->height < 1 || target->width > MAX_TARGET_SIDE ||
      target->height > MAX_TARGET_SIDE ||
      bytes * target->width * target->height > MAX_TARGET_BYTES) {
    g_set_error (error, PN_GPU_ERROR, PN_GPU_ERROR_LIMIT,
                 _ ("A picture of %d × %d pixels cannot be drawn."), target->width, target->height);
    return FALSE;
  }
  *view = (PnGpuView){.width = target->width, .height = target->height};
  if (!(target->has_map ? set_map (view, target) : set_rectangle (view, frame, target))) {
    g_set_error_literal (error, PN_GPU_ERROR, PN_GPU_ERROR_LIMIT,
                         _ ("The part of the document to draw is empty."));
    return FALSE;
  }
  return TRUE;
}

static int
clamp_px (double px, int low, int high)
{
  return px > low ? (px < high ? (int)px : high) : low;
}

PnGpuRect
pn_gpu_view_rect (const PnGpuView *view, const PnBox *box_doc, const PnGpuRect *within)
{
  const PnVec2 corners[] = {
      {box_doc->x0, box_doc->y0},
      {box_doc->x1, box_doc->y0},
      {box_doc->x0, box_doc->y1},
      {box_doc->x1, box_doc->y1},
  };
  PnVec2 px[G_N_ELEMENTS (corners)];

  if (pn_box_is_empty (box_doc))
    return (PnGpuRect){0};
  for (guint i = 0; i < G_N_ELEMENTS (corners); i++) {
    px[i] = pn_gpu_view_apply (view, corners[i]);
    if (isinf (px[i].x) || isinf (px[i].y))
      return *within;
  }
  PnBox box_px = pn_box_of_points (px, G_N_ELEMENTS (px));
  return (PnGpuRect){
      clamp_px (floor (box_px.x0), within->x0, within->x1),
      clamp_px (floor (box_px.y0), within->y0, within->y1),
      clamp_px (ceil (box_px.x1), within->x0, within->x1),
      clamp_px (ceil (box_px.y1), within->y0, within->y1),
  };
}

int
pn_gpu_viewport_side (PnGpu *gpu)
{
  const VkPhysicalDeviceLimits *limits = &gpu->properties.limits;
  guint32 side = MIN (limits->maxViewportDimensions[0], limits->maxViewportDimensions[1]);

  return side >= 2 * PN_GPU_TILE_SIDE ? 2 * PN_GPU_TILE_SIDE : PN_GPU_TILE_SIDE;
}

int
pn_gpu_tile_side (PnGpu *gpu)
{
  int side = MIN (PN_GPU_TILE_SIDE, pn_gpu_viewport_side (gpu) - 2 * PN_GPU_REACH);

  return MIN (side, pn_gpu_max_image_side (gpu));
}

gboolean
pn_gpu_tile_fits (const PnGpuRect *rect, int max_side)
{
  int width = rect->x1 - rect->x0, height = rect->y1 - rect->y0;

  return width <= max_side && height <= max_side && (gint64)width * height <= PN_GPU_TILE_AREA;
}

void
pn_gpu_tile_halve (const PnGpuRect *rect, PnGpuRect halves[2])
{
  halves[0] = halves[1] = *rect;
  if (rect->x1 - rect->x0 > rect->y1 - rect->y0)
    halves[0].x1 = halves[1].x0 = rect->x0 + (rect->x1 - rect->x0) / 2;
  else
    halves[0].y1 = halves[1].y0 = rect->y0 + (rect->y1 - rect->y0) / 2;
}
