/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the
 * same numbers from the same seed on every machine. One word of state, any seed is good. */
typedef struct {
  uint64_t state;
} PnRandom;

static inline PnRandom
pn_random (uint64_t seed)
{
  return (PnRandom){seed};
}

static inline uint64_t
pn_random_u64 (PnRandom *random)
{
  uint64_t z = random->state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Every number below `count` (> 0) equally often. */
static inline uint64_t
pn_random_below (PnRandom *random, uint64_t count)
{
  /* The 2^64 mod count lowest draws would make the low remainders one too many. */
  uint64_t surplus = -count % count;
  uint64_t drawn;
  do
    drawn = pn_random_u64 (random);
  while (drawn < surplus);
  return drawn % count;
}

/* In [0, 1), on a grid of 2^-53. */
static inline double
pn_random_unit (PnRandom *random)
{
  return (double)(pn_random_u64 (random) >> 11) * 0x1p-53;
}

static inline double
pn_random_range (PnRandom *random, double low, double high)
{
  return low + (high - low) * pn_random_unit (random);
}
