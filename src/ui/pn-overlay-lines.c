/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-overlay-private.h"

#include <math.h>

#define HALO_ALPHA 0.8

/* What begins so near to where the last line ended goes on from it, px: a join is cheaper than two
 * caps. Cairo counts in parts of 256. */
#define JOINED (1.0 / 256)

/* After Liang and Barsky (1984): what of the segment lies on the inner side of each edge in turn,
 * as a range of its parameter. */
gboolean
pn_overlay_clip (const PnBox *box, PnVec2 *a, PnVec2 *b)
{
  PnVec2 way = pn_vec2_sub (*b, *a), start = *a;
  const double steps[4] = {-way.x, way.x, -way.y, way.y};
  const double rooms[4] = {a->x - box->x0, box->x1 - a->x, a->y - box->y0, box->y1 - a->y};
  double from = 0, to = 1;

  for (guint i = 0; i < 4; i++) {
    if (steps[i] < 0)
      from = MAX (from, rooms[i] / steps[i]);
    else if (steps[i] > 0)
      to = MIN (to, rooms[i] / steps[i]);
    else if (rooms[i] < 0)
      return FALSE;
  }
  if (!(from <= to))
    return FALSE;
  *a = pn_vec2_add (start, pn_vec2_scale (way, from));
  *b = pn_vec2_add (start, pn_vec2_scale (way, to));
  return TRUE;
}

void
pn_overlay_line (cairo_t *cr, const PnBox *box, PnVec2 a, PnVec2 b)
{
  PnVec2 before;

  if (!pn_overlay_clip (box, &a, &b))
    return;
  cairo_get_current_point (cr, &before.x, &before.y);
  if (!cairo_has_current_point (cr) || fabs (before.x - a.x) + fabs (before.y - a.y) > JOINED)
    cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
}

void
pn_overlay_set_color (cairo_t *cr, const GdkRGBA *color, double alpha)
{
  cairo_set_source_rgba (cr, (double)color->red, (double)color->green, (double)color->blue,
                         (double)color->alpha * alpha);
}

void
pn_overlay_disc (cairo_t *cr, PnVec2 at, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, at.x, at.y, radius, 0, 2 * G_PI);
}

void
pn_overlay_diamond (cairo_t *cr, PnVec2 at, double half)
{
  cairo_move_to (cr, at.x, at.y - half);
  cairo_line_to (cr, at.x + half, at.y);
  cairo_line_to (cr, at.x, at.y + half);
  cairo_line_to (cr, at.x - half, at.y);
  cairo_close_path (cr);
}

void
pn_overlay_stroke_accent (const PnOverlayLook *look, cairo_t *cr, double width)
{
  pn_overlay_set_color (cr, &look->colors[PN_OVERLAY_HALO], HALO_ALPHA);
  cairo_set_line_width (cr, width + PN_OVERLAY_HALO_LINE);
  cairo_stroke_preserve (cr);
  pn_overlay_set_color (cr, &look->colors[PN_OVERLAY_ACCENT], 1);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

PnBox
pn_overlay_grown (const PnBox *box, double margin)
{
  return (PnBox){box->x0 - margin, box->y0 - margin, box->x1 + margin, box->y1 + margin};
}

cairo_t *
pn_overlay_begin (GtkSnapshot *snapshot, const PnBox *box, const PnBox *view)
{
  PnBox seen = pn_box_intersect (box, view);
  graphene_rect_t bounds;

  if (pn_box_is_empty (&seen))
    return NULL;
  graphene_rect_init (&bounds, (float)seen.x0, (float)seen.y0, (float)(seen.x1 - seen.x0),
                      (float)(seen.y1 - seen.y0));
  graphene_rect_round_extents (&bounds, &bounds);
  return gtk_snapshot_append_cairo (snapshot, &bounds);
}
