/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-affine.h"

#include "pn-math.h"

/* Sine of the smallest angle between the images of the two axes that still counts as a map of the
 * plane onto itself: below it an inverse would have lost all of its digits. */
#define SINGULAR_SINE 1e-14

PnAffine
pn_affine_compose (PnVec2 position,
                   PnVec2 anchor,
                   double rotation_deg,
                   double scale_x,
                   double scale_y)
{
  double sine, cosine;
  pn_sincos_deg (rotation_deg, &sine, &cosine);

  PnAffine map = {cosine * scale_x, sine * scale_x, -sine * scale_y, cosine * scale_y, 0, 0};
  map.x0 = position.x - (map.xx * anchor.x + map.xy * anchor.y);
  map.y0 = position.y - (map.yx * anchor.x + map.yy * anchor.y);
  return map;
}

PnAffine
pn_affine_multiply (const PnAffine *outer, const PnAffine *inner)
{
  return (PnAffine){
      .xx = outer->xx * inner->xx + outer->xy * inner->yx,
      .yx = outer->yx * inner->xx + outer->yy * inner->yx,
      .xy = outer->xx * inner->xy + outer->xy * inner->yy,
      .yy = outer->yx * inner->xy + outer->yy * inner->yy,
      .x0 = outer->xx * inner->x0 + outer->xy * inner->y0 + outer->x0,
      .y0 = outer->yx * inner->x0 + outer->yy * inner->y0 + outer->y0,
  };
}

PnStatus
pn_affine_invert (const PnAffine *map, PnAffine *inverse)
{
  if (!pn_affine_is_finite (map))
    return PN_STATUS_NOT_FINITE;

  double length_x = sqrt (map->xx * map->xx + map->yx * map->yx);
  double length_y = sqrt (map->xy * map->xy + map->yy * map->yy);
  double determinant = map->xx * map->yy - map->xy * map->yx;
  if (!(fabs (determinant) > SINGULAR_SINE * length_x * length_y))
    return PN_STATUS_SINGULAR;

  PnAffine result = {
      .xx = map->yy / determinant,
      .yx = -map->yx / determinant,
      .xy = -map->xy / determinant,
      .yy = map->xx / determinant,
  };
  result.x0 = -(result.xx * map->x0 + result.xy * map->y0);
  result.y0 = -(result.yx * map->x0 + result.yy * map->y0);
  if (!pn_affine_is_finite (&result))
    return PN_STATUS_SINGULAR;

  *inverse = result;
  return PN_STATUS_OK;
}
