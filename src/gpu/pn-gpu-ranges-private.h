/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Which parts of a block of memory are free: a sorted list of ranges, no two of which touch. */
typedef struct {
  GArray *free; /* PnGpuRange */
  guint64 size; /* of the block */
} PnGpuRanges;

void pn_gpu_ranges_init (PnGpuRanges *self, guint64 size);
void pn_gpu_ranges_clear (PnGpuRanges *self);

/* The first free place of `size` > 0 bytes at a multiple of `alignment` (a power of two). FALSE when
 * there is none. */
gboolean pn_gpu_ranges_take (PnGpuRanges *self, guint64 size, guint64 alignment, guint64 *offset);
void pn_gpu_ranges_give (PnGpuRanges *self, guint64 offset, guint64 size);
gboolean pn_gpu_ranges_is_unused (const PnGpuRanges *self);
