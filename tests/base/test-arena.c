/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "pn-arena.h"
#include "pn-random.h"

#define N_PIECES 2000

/* Pieces of all sizes are zeroed, aligned, apart from each other and stay where they are. */
static void
test_pieces (void)
{
  PnArena arena = {0};
  unsigned char *pieces[N_PIECES];
  size_t sizes[N_PIECES], total = 0;
  PnRandom random = pn_random (1);

  for (int i = 0; i < N_PIECES; i++) {
    sizes[i] = pn_random_below (&random, i % 50 == 0 ? 200000 : 200);
    total += sizes[i];
    pieces[i] = pn_arena_new (&arena, unsigned char, sizes[i]);
    g_assert_nonnull (pieces[i]);
    g_assert_cmpuint ((uintptr_t)pieces[i] % _Alignof(max_align_t), ==, 0);
    for (size_t k = 0; k < sizes[i]; k++)
      g_assert_cmpuint (pieces[i][k], ==, 0);
    memset (pieces[i], i & 0xff, sizes[i]);
  }
  for (int i = 0; i < N_PIECES; i++)
    for (size_t k = 0; k < sizes[i]; k++)
      g_assert_cmpuint (pieces[i][k], ==, i & 0xff);
  g_assert_cmpuint (arena.n_bytes, >=, total);
  g_assert_cmpuint (arena.n_bytes, <, total + total / 4 + 200000);

  pn_arena_clear (&arena);
  g_assert_null (arena.newest);
  g_assert_cmpuint (arena.n_bytes, ==, 0);
}

static void
test_overflow (void)
{
  PnArena arena = {0};
  g_assert_null (pn_arena_alloc (&arena, SIZE_MAX / 4, 8));
  g_assert_null (pn_arena_alloc (&arena, SIZE_MAX, 1));
  g_assert_null (pn_arena_alloc (&arena, SIZE_MAX - 40, 1));
  void *a = pn_arena_alloc (&arena, 0, 8), *b = pn_arena_alloc (&arena, 8, 0);
  g_assert_nonnull (a);
  g_assert_nonnull (b);
  g_assert_true (a != b);
  pn_arena_clear (&arena);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/arena/pieces", test_pieces);
  g_test_add_func ("/base/arena/overflow", test_overflow);
  return g_test_run ();
}
