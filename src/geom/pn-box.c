/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-box.h"

#include <math.h>

PnBox
pn_box_empty (void)
{
  return (PnBox){HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
}

int
pn_box_is_empty (const PnBox *box)
{
  return box->x1 < box->x0 || box->y1 < box->y0;
}

void
pn_box_add_point (PnBox *box, PnVec2 p)
{
  box->x0 = p.x < box->x0 ? p.x : box->x0;
  box->y0 = p.y < box->y0 ? p.y : box->y0;
  box->x1 = p.x > box->x1 ? p.x : box->x1;
  box->y1 = p.y > box->y1 ? p.y : box->y1;
}

void
pn_box_add_box (PnBox *box, const PnBox *other)
{
  if (pn_box_is_empty (other))
    return;
  if (pn_box_is_empty (box)) {
    *box = *other;
    return;
  }
  pn_box_add_point (box, pn_vec2 (other->x0, other->y0));
  pn_box_add_point (box, pn_vec2 (other->x1, other->y1));
}

PnBox
pn_box_of_points (const PnVec2 *points, size_t n_points)
{
  PnBox box = pn_box_empty ();
  for (size_t i = 0; i < n_points; i++)
    pn_box_add_point (&box, points[i]);
  return box;
}

PnBox
pn_box_intersect (const PnBox *a, const PnBox *b)
{
  PnBox box = {
      a->x0 > b->x0 ? a->x0 : b->x0,
      a->y0 > b->y0 ? a->y0 : b->y0,
      a->x1 < b->x1 ? a->x1 : b->x1,
      a->y1 < b->y1 ? a->y1 : b->y1,
  };
  return pn_box_is_empty (&box) ? pn_box_empty () : box;
}

int
pn_box_contains (const PnBox *box, PnVec2 p)
{
  return p.x >= box->x0 && p.x <= box->x1 && p.y >= box->y0 && p.y <= box->y1;
}
