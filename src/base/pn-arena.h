/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

/* Memory for many things of one lifetime, given back all at once. What was allocated never moves.
 * Zeroed memory is an empty arena. Not thread-safe. */
typedef struct {
  struct PnArenaBlock *newest;
  size_t n_bytes; /* held from the system */
} PnArena;

/* `count` items of `size` bytes, aligned for any type and zeroed; NULL when there is no memory or
 * the product overflows. Nothing at all is a valid, unlike pointer too. */
void *pn_arena_alloc (PnArena *arena, size_t count, size_t size);

#define pn_arena_new(arena, Type, count) ((Type *)pn_arena_alloc ((arena), (count), sizeof (Type)))

void pn_arena_clear (PnArena *arena);
