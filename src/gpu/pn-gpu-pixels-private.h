/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-picture.h"
#include "pn-renderer.h"

/* Pixels on their way to the device and back, on the processor, in integers wherever a byte is
 * decided. "Working pixels" are premultiplied: 4 x 8 bit (PN_DEPTH_8) or 4 x 16 bit (PN_DEPTH_16,
 * half float on the device itself). */

#define PN_GPU_PIXEL_BYTES(depth) ((gsize)((depth) == PN_DEPTH_8 ? 4 : 8))

/* The half float nearest to value / 65535, and back. */
guint16 pn_gpu_half_from_unorm16 (guint16 value);
float pn_gpu_float_from_half (guint16 half);

/* Row `y` of a picture, as `picture->width` working pixels. */
void pn_gpu_premultiply_row (const PnPicture *picture, int y, PnDepth depth, gpointer out);

/* Working pixels to the form a texture has. May be done in place. */
void
pn_gpu_upload_row (gconstpointer working, PnDepth depth, gsize n_pixels, gpointer device_pixels);

/* Pixels of a surface to those of a PnReadback. A clear pixel is all zeros. */
void pn_gpu_readback_row (gconstpointer device_pixels,
                          PnDepth depth,
                          PnAlpha alpha,
                          gsize n_pixels,
                          gpointer out);

/* A level of a picture's pyramid. Level 0 is read from the picture itself, row by row. */
typedef struct {
  int width, height;
  PnDepth depth;
  const PnPicture *picture; /* (nullable) borrowed; level 0 */
  guint8 *pixels;           /* (nullable) owned; the levels above, working pixels */
} PnGpuLevel;

/* Row `y`: in the level's own pixels, or written to `scratch` (width pixels) first. */
gconstpointer pn_gpu_level_row (const PnGpuLevel *level, int y, gpointer scratch);

/* The next level: half the size, rounded down, at least 1 each way. Every pixel of `finer` counts as
 * much as any other. */
void pn_gpu_level_init_half (PnGpuLevel *level, const PnGpuLevel *finer);
void pn_gpu_level_clear (PnGpuLevel *level);
