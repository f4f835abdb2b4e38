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

/* What a track is made of at a moment: a key, the one after it (itself at the ends and where it
 * holds), and the part of the way between them. */
typedef struct {
  const PnKey *from, *to;
  double part;
} Place;

static Place
find_place (const PnKey *keys, size_t n_keys, double frame)
{
  PN_ASSERT (n_keys >= 1);
  ptrdiff_t found = pn_sample_find (keys, n_keys, frame);
  if (found < 0)
    return (Place){keys, keys, 0};
  const PnKey *key = &keys[found];
  if ((size_t)found + 1 == n_keys || !(frame > key->frame) || key->ease.kind == PN_EASE_HOLD)
    return (Place){key, key, 0};

  const PnKey *next = key + 1;
  double part = pn_ease_apply (&key->ease, (frame - key->frame) / (next->frame - key->frame));
  return (Place){key, next, part};
}

static PnVec2
mix_points (PnVec2 from, PnVec2 to, double part)
{
  return pn_vec2 (mix (from.x, to.x, part), mix (from.y, to.y, part));
}

PnVec2
pn_sample_keys (const PnKey *keys, size_t n_keys, double frame)
{
  Place place = find_place (keys, n_keys, frame);
  return mix_points (place.from->value, place.to->value, place.part);
}

PnVec2
pn_sample_start_offsets (const PnKey *keys, size_t n_keys, double frame)
{
  Place place = find_place (keys, n_keys, frame);
  return mix_points (place.from->start_offset, place.to->start_offset, place.part);
}
