/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "pn-status.h"
#include "pn-vec.h"

/* x' = xx x + xy y + x0, y' = yx x + yy y + y0. A value reads `to_from`: `doc_from_layer` maps
 * layer points into the document. */
typedef struct {
  double xx, yx, xy, yy, x0, y0;
} PnAffine;

#define PN_AFFINE_IDENTITY ((PnAffine){1, 0, 0, 1, 0, 0})

/* What a layer's transform track says: turned about `anchor`, which then lies on `position`.
 * Degrees, clockwise as seen; exact at multiples of 90. */
PnAffine pn_affine_compose (PnVec2 position,
                            PnVec2 anchor,
                            double rotation_deg,
                            double scale_x,
                            double scale_y);

/* The map that applies `inner` first. */
PnAffine pn_affine_multiply (const PnAffine *outer, const PnAffine *inner);

static inline int
pn_affine_is_finite (const PnAffine *map)
{
  return isfinite (map->xx) && isfinite (map->yx) && isfinite (map->xy) && isfinite (map->yy) &&
         isfinite (map->x0) && isfinite (map->y0);
}

/* PN_STATUS_SINGULAR where the map squeezes the plane to a line or a point, PN_STATUS_NOT_FINITE.
 */
PnStatus pn_affine_invert (const PnAffine *map, PnAffine *inverse);

static inline PnVec2
pn_affine_apply (const PnAffine *map, PnVec2 p)
{
  return (PnVec2){map->xx * p.x + map->xy * p.y + map->x0, map->yx * p.x + map->yy * p.y + map->y0};
}

/* Without the translation. */
static inline PnVec2
pn_affine_apply_vector (const PnAffine *map, PnVec2 v)
{
  return (PnVec2){map->xx * v.x + map->xy * v.y, map->yx * v.x + map->yy * v.y};
}
