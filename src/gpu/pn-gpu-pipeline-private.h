/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-device-private.h"
#include "pn-renderer.h"

/* What is drawn, and how. */
typedef enum {
  PN_GPU_PICTURE_PLAIN,
  PN_GPU_PICTURE_LEVELS,     /* made smaller somewhere: two levels of the pyramid */
  PN_GPU_PICTURE_CUT,        /* in cells, larger than an image can be */
  PN_GPU_PICTURE_CUT_LEVELS, /* both */
  PN_GPU_SURFACE,            /* a group's surface, pixel on pixel */
  PN_GPU_N_PIPELINES,
} PnGpuPipelineKind;

/* As in shaders/picture.vert and .frag; surface.vert and .frag take the same place otherwise. */
typedef struct {
  float clip_from_px[2];
  float opacity;
  gint32 top_level;
  gint32 origin_px[2];
  gint32 size[2];
  gint32 cut_log2;
  gint32 cells_per_row;
} PnGpuPictureConstants;

typedef struct {
  float clip_from_px[2];
  float opacity;
  gint32 unused;
  gint32 corner_px[2];
  gint32 size_px[2];
  gint32 shift_px[2];
} PnGpuSurfaceConstants;

G_STATIC_ASSERT (sizeof (PnGpuPictureConstants) == 40);
G_STATIC_ASSERT (sizeof (PnGpuSurfaceConstants) == 40);

#define PN_GPU_CONSTANT_STAGES (VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT)

VkFormat pn_gpu_format (PnDepth depth);

/* Render pass and pipelines for one depth and number of samples. */
typedef struct {
  PnGpuDevice *device; /* a reference; NULL: not made yet */
  PnDepth depth;
  int samples;
  VkDescriptorSetLayout set_layout; /* one image */
  VkPipelineLayout layout;
  VkRenderPass pass;                    /* clears, draws, resolves; ends ready to be sampled */
  VkPipeline kinds[PN_GPU_N_PIPELINES]; /* made when first asked for */
} PnGpuPipelines;

/* `self` is zeroed before and left so on failure. */
gboolean pn_gpu_pipelines_init (PnGpuPipelines *self,
                                PnGpuDevice *device,
                                PnDepth depth,
                                int samples,
                                GError **error);
void pn_gpu_pipelines_clear (PnGpuPipelines *self);

/* VK_NULL_HANDLE on failure. */
VkPipeline pn_gpu_pipelines_get (PnGpuPipelines *self, PnGpuPipelineKind kind, GError **error);
