/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-tile-private.h"

/* A corner as the device takes it (shaders/picture.vert). All but the position is the same at the
 * three corners of a triangle. */
typedef struct {
  float position_px[2];   /* from the tile's corner, in 1/256 px */
  float texel_from_px[4]; /* texels along a pixel in x (two), in y (two) */
  float start[2];         /* texels from the anchor's texel to the centre of the anchor's pixel */
  float level;            /* of the pyramid; 0 is full size */
  gint32 anchor_px[2];    /* a pixel of the target near the triangle */
  gint32 anchor_texel[2]; /* the texel whose centre lies left of and above that pixel's centre */
} PnGpuVertex;

/* Appends the triangles of `draw` that touch `rect` (pixels of the target), their corners measured
 * from (`origin_x`, `origin_y`), in drawing order. Returns the highest level of the pyramid that one
 * of them wants. Triangles with a corner that is not finite are left out. */
float pn_gpu_geometry_add (GArray *vertices,
                           const PnOpDraw *draw,
                           const PnGpuView *view,
                           const PnGpuRect *rect,
                           int origin_x,
                           int origin_y);
