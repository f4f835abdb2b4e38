/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-dmabuf-private.h"
#include "pn-gpu-memory-private.h"
#include "pn-gpu-tile-private.h"

/* All of a target, which stays with the caller: a mapped buffer with pixels as the device has them and
 * rows without padding, or, where modifiers are given, an image that others can see. */
typedef struct {
  const GArray *modifiers; /* (nullable) borrowed */
  PnGpuBuffer buffer;
  PnGpuShared shared;
  int width, height;
} PnGpuWhole;

void pn_gpu_whole_clear (PnGpuWhole *whole);

/* Pixels on their way back: a part of a surface in a mapped buffer. */
typedef struct {
  const PnGpuShared *shared; /* (nullable) borrowed: on their way there instead */
  PnGpuBuffer own;           /* for one tile */
  PnGpuBuffer *buffer;       /* borrowed: that one, or a whole target's */
  gsize offset;              /* bytes to the first pixel */
  int row_px;
  PnGpuRect rect; /* of the target */
  PnDepth depth;
} PnGpuTaker;

/* Room for `rect`: in `whole` (nullable), which has it, or in a buffer of its own. What was taken
 * before must be done with. */
gboolean pn_gpu_taker_reserve (PnGpuTaker *self,
                               PnGpuDevice *device,
                               const PnGpuRect *rect,
                               PnDepth depth,
                               PnGpuWhole *whole,
                               GError **error);
void pn_gpu_taker_clear (PnGpuTaker *self);

/* Records the copy out of the upper left part of `image`, which a render pass has left to be
 * sampled. */
void pn_gpu_taker_record (PnGpuTaker *self, PnGpuCommands *commands, VkImage image);

/* After the commands are done: makes the pixels of a whole target readable where they are, and
 * converts those of a tile into their place in `out`. */
gboolean pn_gpu_taker_take (PnGpuTaker *self, PnAlpha alpha, const PnReadback *out, GError **error);

/* All of the target, not filled in; FALSE with PN_GPU_ERROR_MEMORY. */
gboolean
pn_readback_init (PnReadback *readback, int width, int height, PnDepth depth, GError **error);
