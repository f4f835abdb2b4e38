/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

/* Blocks come zeroed from calloc, which for large ones is free: the kernel's pages are zero. */
#define BLOCK_BYTES 65536

typedef struct PnArenaBlock {
  struct PnArenaBlock *older;
  size_t used, size; /* of `bytes` */
  alignas (max_align_t) unsigned char bytes[];
} PnArenaBlock;

static PnArenaBlock *
add_block (PnArena *arena, size_t wanted)
{
  size_t size = wanted > BLOCK_BYTES ? wanted : BLOCK_BYTES;
  if (size > SIZE_MAX - sizeof (PnArenaBlock))
    return NULL;
  PnArenaBlock *block = calloc (1, sizeof *block + size);
  if (!block)
    return NULL;

  block->size = size;
  arena->n_bytes += sizeof *block + size;
  /* A block made for one large item is full; the one that still has room stays in front. */
  if (arena->newest && wanted > BLOCK_BYTES) {
    block->older = arena->newest->older;
    arena->newest->older = block;
  } else {
    block->older = arena->newest;
    arena->newest = block;
  }
  return block;
}

void *
pn_arena_alloc (PnArena *arena, size_t count, size_t size)
{
  const size_t grain = alignof (max_align_t);
  size_t wanted;
  if (__builtin_mul_overflow (count, size, &wanted) || wanted > SIZE_MAX - grain)
    return NULL;
  wanted = wanted > 0 ? (wanted + grain - 1) / grain * grain : grain;

  PnArenaBlock *block = arena->newest;
  if (!block || block->size - block->used < wanted)
    block = add_block (arena, wanted);
  if (!block)
    return NULL;
  void *memory = block->bytes + block->used;
  block->used += wanted;
  return memory;
}

void
pn_arena_clear (PnArena *arena)
{
  for (PnArenaBlock *block = arena->newest, *older; block; block = older) {
    older = block->older;
    free (block);
  }
  *arena = (PnArena){0};
}
