/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-array.h"

#include <stdint.h>

#define ITEMS_AT_FIRST 8

void *
pn_array_grow (void *items, size_t n_items, size_t *n_allocated, size_t extra, size_t item_size)
{
  size_t needed;
  if (__builtin_add_overflow (n_items, extra, &needed))
    return NULL;
  if (items && needed <= *n_allocated)
    return items;

  /* Half as much again, so that pushing n items copies O(n) of them. */
  size_t wanted = *n_allocated;
  if (__builtin_add_overflow (wanted, wanted / 2 + ITEMS_AT_FIRST, &wanted) || wanted < needed)
    wanted = needed;

  void *grown = reallocarray (items, wanted, item_size);
  if (!grown && wanted > needed) {
    wanted = needed > 0 ? needed : 1;
    grown = reallocarray (items, wanted, item_size);
  }
  if (grown)
    *n_allocated = wanted;
  return grown;
}
