/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-commands-private.h"
#include "pn-gpu-dmabuf.h"
#include "pn-gpu-tile-private.h"

/* What a device must have for it, and is then made with. */
extern const char *const pn_gpu_dmabuf_extensions[];
extern const guint pn_gpu_n_dmabuf_extensions;
gboolean pn_gpu_has_dmabuf_extensions (VkPhysicalDevice physical);

/* An image that others can see, 8 bits a channel. */
typedef struct {
  PnGpuDevice *device; /* a reference; NULL: there is no image */
  VkImage vk;
  VkDeviceMemory memory;
  int width, height;
  gboolean is_pretended;
  PnGpuDmabuf dmabuf;
} PnGpuShared;

/* Makes `self` (zeroed, or of an earlier call) an image of that size with one of the modifiers. Nobody
 * looks at it meanwhile. Left empty on failure: PN_GPU_ERROR_SHARING, unless the device was lost. */
gboolean pn_gpu_shared_reserve (PnGpuShared *self,
                                PnGpuDevice *device,
                                const GArray *modifiers,
                                int width,
                                int height,
                                GError **error);
void pn_gpu_shared_clear (PnGpuShared *self);

/* Records the copy out of the upper left part of `from`, which can be copied from, to its place. The
 * part with the upper left corner comes first. */
void pn_gpu_shared_record (const PnGpuShared *self,
                           PnGpuCommands *commands,
                           VkImage from,
                           const PnGpuRect *rect);
