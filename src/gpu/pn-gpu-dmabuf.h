/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu.h"

/* A picture that stays on the device, for whoever shows it: what the kernel hands from driver to
 * driver, in the words of DRM. */
#define PN_GPU_DMABUF_FOURCC 0x34324241u /* "AB24": bytes R, G, B, A */
#define PN_GPU_DMABUF_MAX_PLANES 4

typedef struct {
  int fd; /* of all planes */
  guint64 modifier;
  guint n_planes;
  guint offsets[PN_GPU_DMABUF_MAX_PLANES], strides[PN_GPU_DMABUF_MAX_PLANES]; /* bytes */
} PnGpuDmabuf;

/* Whether the device can have such pictures at all; else PN_GPU_ERROR_SHARING with the reason, in
 * words for people who look for a fault. */
gboolean pn_gpu_can_share (PnGpu *gpu, GError **error);

/* Of these modifiers (guint64) those that the device can make pictures with and hand them over.
 * (transfer full); NULL where there is none. */
GArray *pn_gpu_find_shared_modifiers (PnGpu *gpu, const GArray *wanted, GError **error);

/* A test seam: which step the device refuses, or that it refuses none, with pictures that nobody but
 * it can see. */
typedef enum {
  PN_GPU_SHARING_AS_IT_IS,
  PN_GPU_SHARING_NO_EXTENSIONS,
  PN_GPU_SHARING_NO_MODIFIER,
  PN_GPU_SHARING_NO_EXPORT,
  PN_GPU_SHARING_PRETENDED,
} PnGpuSharing;
void pn_gpu_pretend_sharing (PnGpu *gpu, PnGpuSharing sharing);
