/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A 64-bit hash of values, the same on every machine: for signatures and cache keys, not against an
 * adversary (assets are named by SHA-256 instead). Doubles are hashed by their bits, -0 as 0. */
typedef struct {
  uint64_t state;
} PnHash;

void pn_hash_init (PnHash *hash);
void pn_hash_bytes (PnHash *hash, const void *bytes, size_t n_bytes);
void pn_hash_u64 (PnHash *hash, uint64_t value);
void pn_hash_double (PnHash *hash, double value);
void pn_hash_doubles (PnHash *hash, const double *values, size_t n_values);
uint64_t pn_hash_value (const PnHash *hash);
