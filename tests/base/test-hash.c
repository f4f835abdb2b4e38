/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "pn-hash.h"
#include "pn-random.h"

static uint64_t
hash_bytes (const void *bytes, size_t n_bytes)
{
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_bytes (&hash, bytes, n_bytes);
  return pn_hash_value (&hash);
}

static uint64_t
hash_u64 (uint64_t value)
{
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_u64 (&hash, value);
  return pn_hash_value (&hash);
}

static uint64_t
hash_double (double value)
{
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_double (&hash, value);
  return pn_hash_value (&hash);
}

/* Signatures are compared between machines and versions: these values may not change. */
static void
test_golden (void)
{
  PnHash hash;
  pn_hash_init (&hash);
  g_assert_cmphex (pn_hash_value (&hash), ==, G_GUINT64_CONSTANT (0xdf8226bad5262ce0));
  g_assert_cmphex (hash_u64 (1), ==, G_GUINT64_CONSTANT (0x124a5116c2a7f81e));
  g_assert_cmphex (hash_bytes ("pantin", 6), ==, G_GUINT64_CONSTANT (0xab704ec1a143dbd2));
  g_assert_cmphex (hash_bytes ("puppet pins, bones", 18), ==,
                   G_GUINT64_CONSTANT (0x18eed9ae4b780618));
  g_assert_cmphex (hash_double (0.1), ==, G_GUINT64_CONSTANT (0x9368e5e1231c35fb));

  const double values[3] = {1.0, -0.0, 1e300};
  pn_hash_doubles (&hash, values, 3);
  g_assert_cmphex (pn_hash_value (&hash), ==, G_GUINT64_CONSTANT (0x16d764868f243fab));
}

static void
test_doubles (void)
{
  g_assert_cmphex (hash_double (0.0), ==, hash_double (-0.0));
  g_assert_cmphex (hash_double (1.0), !=, hash_double (1.0 + 0x1p-52));
  g_assert_cmphex (hash_double (1.0), !=, hash_double (-1.0));
}

/* Where a thing ends is part of the hash. */
static void
test_boundaries (void)
{
  PnHash a, b;
  pn_hash_init (&a);
  pn_hash_bytes (&a, "ab", 2);
  pn_hash_bytes (&a, "c", 1);
  pn_hash_init (&b);
  pn_hash_bytes (&b, "a", 1);
  pn_hash_bytes (&b, "bc", 2);
  g_assert_cmphex (pn_hash_value (&a), !=, pn_hash_value (&b));
  g_assert_cmphex (hash_bytes ("a\0", 1), !=, hash_bytes ("a\0", 2));
  g_assert_cmphex (hash_bytes ("", 0), !=, hash_bytes ("\0", 1));

  /* Misaligned bytes are the same bytes. */
  char storage[64];
  for (size_t at = 0; at < 8; at++) {
    memcpy (storage + at, "puppet pins, bones", 18);
    g_assert_cmphex (hash_bytes (storage + at, 18), ==, hash_bytes ("puppet pins, bones", 18));
  }
}

static int
compare_u64 (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Neighbouring values, as grids of coordinates are: no collision in 200,000, and each bit of the
 * input turns about half of the output. */
static void
test_spread (void)
{
  const size_t n = 200000;
  g_autofree uint64_t *hashes = g_new (uint64_t, n);
  for (size_t i = 0; i < n / 2; i++) {
    hashes[i] = hash_u64 (i);
    hashes[n / 2 + i] = hash_double ((double)i);
  }
  /* The integer 0 and the double 0.0 have one pattern of bits. */
  hashes[0] = hash_u64 (UINT64_MAX);
  qsort (hashes, n, sizeof *hashes, compare_u64);
  for (size_t i = 1; i < n; i++)
    g_assert_cmphex (hashes[i - 1], !=, hashes[i]);

  PnRandom random = pn_random (7);
  for (int bit = 0; bit < 64; bit++) {
    int turned = 0;
    for (int i = 0; i < 200; i++) {
      uint64_t value = pn_random_u64 (&random);
      turned += __builtin_popcountll (hash_u64 (value) ^ hash_u64 (value ^ UINT64_C (1) << bit));
    }
    g_assert_cmpint (turned, >, 200 * 29);
    g_assert_cmpint (turned, <, 200 * 35);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/hash/golden", test_golden);
  g_test_add_func ("/base/hash/doubles", test_doubles);
  g_test_add_func ("/base/hash/boundaries", test_boundaries);
  g_test_add_func ("/base/hash/spread", test_spread);
  return g_test_run ();
}
