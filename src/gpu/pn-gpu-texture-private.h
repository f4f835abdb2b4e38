/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-commands-private.h"
#include "pn-gpu-memory-private.h"
#include "pn-picture.h"
#include "pn-renderer.h"

/* A picture on the device, premultiplied. One wider or higher than an image can be is cut into
 * square cells that are the layers of an array; so is each level of its pyramid. */
typedef struct {
  char *asset;
  PnDepth depth;
  gboolean has_levels; /* the pyramid, and not level 0 alone */
  PnGpuImage image;
  int width, height;
  int top_level;
  int cut_log2; /* side of a cell; 0: in one piece */
  int cells_per_row;
  gsize n_bytes;
  guint64 last_use;
} PnGpuTexture;

/* Textures by asset, within a budget. */
typedef struct {
  PnGpuDevice *device;      /* a reference; NULL: not made yet */
  PnPictureCache *pictures; /* a reference */
  GPtrArray *textures;      /* PnGpuTexture */
  gsize n_bytes, budget;
  guint64 clock;
  PnGpuCommands commands;
  PnGpuBuffer staging;
} PnGpuTextures;

gboolean pn_gpu_textures_init (PnGpuTextures *self,
                               PnGpuDevice *device,
                               PnPictureCache *pictures,
                               gsize budget,
                               GError **error);
void pn_gpu_textures_clear (PnGpuTextures *self);
void pn_gpu_textures_set_budget (PnGpuTextures *self, gsize budget);

/* Begins a drawing: what is got from now on stays until the next call, even beyond the budget.
 * Commands that use textures must be done. */
void pn_gpu_textures_begin (PnGpuTextures *self);

/* The texture of an asset, made where it is not there. Borrowed (nullable). */
const PnGpuTexture *pn_gpu_textures_get (PnGpuTextures *self,
                                         const PnTextureRef *ref,
                                         PnDepth depth,
                                         gboolean with_levels,
                                         GError **error);
