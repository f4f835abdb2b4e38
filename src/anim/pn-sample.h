/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "pn-ease.h"
#include "pn-vec.h"

/* A key of a track. Scalars use x alone. */
typedef struct {
  double frame;
  PnVec2 value;
  PnEase ease; /* from this key to the next */
  /* Of a pin's position alone, which keeps it for the solver: see PnElasticOptions. Most have none. */
  PnVec2 start_offset;
} PnKey;

/* The value of a track at `frame`. `keys` are in strictly increasing order of frame, n_keys >= 1.
 * Before the first key and after the last one the track keeps their value. On a key the key's
 * value, bit for bit, and so between two keys of one value. Between two keys the value overshoots
 * them only where a handle says so. Never NaN for finite keys; a frame that is NaN gives the first
 * key's value. */
PnVec2 pn_sample_keys (const PnKey *keys, size_t n_keys, double frame);

/* The index of the last key at or before `frame`, or -1. */
ptrdiff_t pn_sample_find (const PnKey *keys, size_t n_keys, double frame);

/* The same for the keys' start offsets. */
PnVec2 pn_sample_start_offsets (const PnKey *keys, size_t n_keys, double frame);
