/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The process's one Vulkan device. Made at first use, never destroyed at exit; replaced only when
 * it was lost. */
#define PN_GPU_ERROR (pn_gpu_error_quark ())
GQuark pn_gpu_error_quark (void);

typedef enum {
  PN_GPU_ERROR_NO_VULKAN, /* no loader, driver or device; the message says what to install */
  PN_GPU_ERROR_LIMIT,
  PN_GPU_ERROR_MEMORY,
  PN_GPU_ERROR_LOST, /* and could not be rebuilt */
  PN_GPU_ERROR_CANCELLED,
  PN_GPU_ERROR_SHARING, /* a picture cannot stay on the device: see pn-gpu-dmabuf.h */
  PN_GPU_ERROR_FAILED,  /* a driver that reports something else, or a picture of the wrong size */
} PnGpuError;

typedef enum {
  PN_GPU_ANY = 0,
  PN_GPU_SOFTWARE = 1 << 0,   /* only a software device: one answer for a render farm */
  PN_GPU_VALIDATION = 1 << 1, /* with validation and synchronisation validation; an error if the
                                 layers are not installed */
} PnGpuFlags;

typedef struct PnGpu PnGpu;

/* The device, preferring a real one. The flags of the first successful call hold for the process;
 * PN_GPU_SOFTWARE afterwards is an error unless the device is one. Any thread. Borrowed (nullable).
 */
PnGpu *pn_gpu_get (PnGpuFlags flags, GError **error);

const char *pn_gpu_device_name (PnGpu *gpu);
/* Name and version of the driver, and of Vulkan, for people who look for a fault. (transfer full) */
char *pn_gpu_describe_driver (PnGpu *gpu);
gboolean pn_gpu_is_software (PnGpu *gpu);
int pn_gpu_max_image_side (PnGpu *gpu);
/* Errors and warnings of the validation layers so far. */
guint pn_gpu_n_validation_messages (PnGpu *gpu);

/* Test seams at the edge of the process. */

/* Smaller than the device's own, for what is made from now on; 0 puts it back. */
void pn_gpu_set_max_image_side (PnGpu *gpu, int side);
/* The n-th submit from now reports a lost device; -1 never. */
void pn_gpu_lose_device_after (PnGpu *gpu, int n_submits);
/* The n-th allocation of device memory from now fails; -1 never. */
void pn_gpu_fail_allocation_after (PnGpu *gpu, int n_allocations);
