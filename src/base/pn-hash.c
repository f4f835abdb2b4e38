/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each word goes through a step that is a bijection of the state for a given word, and of the word
 * for a given state, so no step loses what came before. The multipliers are those of SplitMix64
 * (Steele, Lea and Flood 2014); the last mix is its finaliser. Eight bytes cost two multiplications
 * in sequence, about 1.8 GB/s. Collisions can be made on purpose. */
#include "pn-hash.h"

#include <string.h>

#define SEED UINT64_C (0x70616e74696e3031) /* "pantin01" */
#define MULTIPLIER_1 UINT64_C (0xbf58476d1ce4e5b9)
#define MULTIPLIER_2 UINT64_C (0x94d049bb133111eb)

static uint64_t
step (uint64_t state, uint64_t word)
{
  state = (state ^ word) * MULTIPLIER_1;
  state = (state ^ (state >> 32)) * MULTIPLIER_2;
  return state ^ (state >> 29);
}

/* The bytes as a little-endian number, on any machine; compilers make one load of it. */
static uint64_t
load_word (const unsigned char *bytes, size_t n_bytes)
{
  uint64_t word = 0;
  for (size_t i = 0; i < n_bytes; i++)
    word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

void
pn_hash_init (PnHash *hash)
{
  hash->state = SEED;
}

void
pn_hash_u64 (PnHash *hash, uint64_t value)
{
  hash->state = step (hash->state, value);
}

/* The length goes in too, so that "ab", "c" is not "a", "bc". */
void
pn_hash_bytes (PnHash *hash, const void *bytes, size_t n_bytes)
{
  const unsigned char *at = bytes;
  uint64_t state = step (hash->state, n_bytes);
  size_t left = n_bytes;
  for (; left >= 8; left -= 8, at += 8)
    state = step (state, load_word (at, 8));
  if (left > 0)
    state = step (state, load_word (at, left));
  hash->state = state;
}

void
pn_hash_double (PnHash *hash, double value)
{
  uint64_t bits;
  value += 0.0; /* -0 becomes 0, everything else stays */
  memcpy (&bits, &value, sizeof bits);
  pn_hash_u64 (hash, bits);
}

void
pn_hash_doubles (PnHash *hash, const double *values, size_t n_values)
{
  pn_hash_u64 (hash, n_values);
  for (size_t i = 0; i < n_values; i++)
    pn_hash_double (hash, values[i]);
}

uint64_t
pn_hash_value (const PnHash *hash)
{
  uint64_t z = hash->state;
  z = (z ^ (z >> 30)) * MULTIPLIER_1;
  z = (z ^ (z >> 27)) * MULTIPLIER_2;
  return z ^ (z >> 31);
}
