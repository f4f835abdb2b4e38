/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdlib.h>

#include "pn-status.h"

/* A typed array that grows:
 *
 *   PN_ARRAY (double) values = {0};
 *   if (pn_array_push (&values, 1.5) != PN_STATUS_OK)
 *     ...
 *   pn_array_clear (&values);
 *
 * Zeroed memory is an empty array. `items` moves when it grows. Sizes are checked for overflow, and
 * on PN_STATUS_NO_MEMORY the array is as it was. */
#define PN_ARRAY(Type)  \
  struct {              \
    Type *items;        \
    size_t n_items;     \
    size_t n_allocated; \
  }

/* Room for `extra` items beyond n_items. */
#define pn_array_reserve(array, extra)                                                     \
  ({                                                                                       \
    void *grown_ = pn_array_grow ((array)->items, (array)->n_items, &(array)->n_allocated, \
                                  (extra), sizeof *(array)->items);                        \
    if (grown_)                                                                            \
      (array)->items = grown_;                                                             \
    grown_ ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;                                           \
  })

#define pn_array_push(array, ...)                         \
  ({                                                      \
    PnStatus pushed_ = pn_array_reserve (array, 1);       \
    if (pushed_ == PN_STATUS_OK)                          \
      (array)->items[(array)->n_items++] = (__VA_ARGS__); \
    pushed_;                                              \
  })

#define pn_array_clear(array) \
  do {                        \
    free ((array)->items);    \
    (array)->items = NULL;    \
    (array)->n_items = 0;     \
    (array)->n_allocated = 0; \
  } while (0)

/* Behind the macros: the array's memory with room for n_items + extra, or NULL with nothing
 * changed. */
void *
pn_array_grow (void *items, size_t n_items, size_t *n_allocated, size_t extra, size_t item_size);
