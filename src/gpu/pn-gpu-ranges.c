/* SPDX-License-Identifier: GPL-3.0-or-later */

/* First fit over a sorted list of free ranges. A block holds some dozens of images at most, so a
 * walk of the list costs nothing beside the call that follows. */

#include "pn-gpu-ranges-private.h"

typedef struct {
  guint64 offset, size;
} PnGpuRange;

static PnGpuRange *
nth (const PnGpuRanges *self, guint index)
{
  return &g_array_index (self->free, PnGpuRange, index);
}

void
pn_gpu_ranges_init (PnGpuRanges *self, guint64 size)
{
  PnGpuRange all = {0, size};

  self->size = size;
  self->free = g_array_new (FALSE, FALSE, sizeof (PnGpuRange));
  g_array_append_val (self->free, all);
}

void
pn_gpu_ranges_clear (PnGpuRanges *self)
{
  g_clear_pointer (&self->free, g_array_unref);
}

gboolean
pn_gpu_ranges_take (PnGpuRanges *self, guint64 size, guint64 alignment, guint64 *offset)
{
  for (guint i = 0; i < self->free->len; i++) {
    PnGpuRange *range = nth (self, i);
    guint64 start = (range->offset + alignment - 1) & ~(alignment - 1);
    guint64 end = range->offset + range->size;

    if (start > end || end - start < size)
      continue;
    PnGpuRange after = {start + size, end - start - size};
    range->size = start - range->offset;
    if (after.size > 0)
      g_array_insert_val (self->free, i + 1, after);
    if (nth (self, i)->size == 0)
      g_array_remove_index (self->free, i);
    *offset = start;
    return TRUE;
  }
  return FALSE;
}

void
pn_gpu_ranges_give (PnGpuRanges *self, guint64 offset, guint64 size)
{
  PnGpuRange given = {offset, size};
  guint i = 0;

  while (i < self->free->len && nth (self, i)->offset < offset)
    i++;
  g_array_insert_val (self->free, i, given);
  if (i + 1 < self->free->len && offset + size == nth (self, i + 1)->offset) {
    nth (self, i)->size += nth (self, i + 1)->size;
    g_array_remove_index (self->free, i + 1);
  }
  if (i > 0 && nth (self, i - 1)->offset + nth (self, i - 1)->size == offset) {
    nth (self, i - 1)->size += nth (self, i)->size;
    g_array_remove_index (self->free, i);
  }
}

gboolean
pn_gpu_ranges_is_unused (const PnGpuRanges *self)
{
  return self->free->len == 1 && nth (self, 0)->size == self->size;
}
