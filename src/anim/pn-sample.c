/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-sample.h"

#include <math.h>
#include <string.h>

#include "pn-math.h"
#include "pn-status.h"

ptrdiff_t
pn_sample_find (const PnKey *keys, size_t n_keys, double frame)
{
  size_t low = 0, high = n_keys; /* keys before `low` are at or before `frame`, from `high` after */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (keys[middle].frame <= frame)
      low = middle + 1;
    else
      high = middle;
  }
  return (ptrdiff_t)low - 1;
}

static double
mix (double from, double to, double part)
{
  if (memcmp (&from, &to, sizeof from) == 0)
    return from;
  double value = from + (to - from) * part;
  /* Rounding must not carry an ease without overshoot past its keys. */
  if (part >= 0.0 && part <= 1.0)
    value = from < to ? pn_clamp (value, from, to) : pn_clamp (value, to, from);
  return isfinite (value) ? value : from;
}

PnVec2
pn_sample_keys (const PnKey *keys, size_t n_keys, double frame)
{
  PN_ASSERT (n_keys >= 1);
  ptrdiff_t found = pn_sample_find (keys, n_keys, frame);
  if (found < 0)
    return keys[0].value;
  const PnKey *key = &keys[found];
  if ((size_t)found + 1 == n_keys || !(frame > key->frame) || key->ease.kind == PN_EASE_HOLD)
    return key->value;

  const PnKey *next = key + 1;
  double part = pn_ease_apply (&key->ease, (frame - key->frame) / (next->frame - key->frame));
  return pn_vec2 (mix (key->value.x, next->value.x, part), mix (key->value.y, next->value.y, part));
}
