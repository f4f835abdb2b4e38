/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-view-private.h"

static void
changed (PnView *self)
{
  pn_view_emit (self, PN_VIEW_MAP_CHANGED);
}

/* Mirroring comes last, in the view: M R(a) = R(-a) M, which is what can be composed. */
PnAffine
pn_view_view_from_doc (PnView *self)
{
  double rotation = self->mirrored ? -self->rotation_deg : self->rotation_deg;
  double scale_x = self->mirrored ? -self->zoom : self->zoom;

  return pn_affine_compose (pn_vec2 (self->width / 2, self->height / 2), self->center_doc, rotation,
                            scale_x, self->zoom);
}

PnAffine
pn_view_doc_from_view (PnView *self)
{
  PnAffine view_from_doc = pn_view_view_from_doc (self), doc_from_view = PN_AFFINE_IDENTITY;
  PnStatus status = pn_affine_invert (&view_from_doc, &doc_from_view);

  /* A zoom within its bounds can be undone. */
  g_warn_if_fail (status == PN_STATUS_OK);
  return doc_from_view;
}

void
pn_view_set_size (PnView *self, double width, double height)
{
  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (width >= 0 && height >= 0);

  self->width = width;
  self->height = height;
  changed (self);
}

double
pn_view_get_zoom (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), 1);

  return self->zoom;
}

void
pn_view_set_zoom (PnView *self, double zoom)
{
  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (!isnan (zoom));

  self->zoom = CLAMP (zoom, PN_VIEW_ZOOM_MIN, PN_VIEW_ZOOM_MAX);
  pn_view_notify (self, PN_VIEW_PROPERTY_ZOOM);
  changed (self);
}

double
pn_view_get_rotation (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), 0);

  return self->rotation_deg;
}

/* Kept within one turn. */
void
pn_view_set_rotation (PnView *self, double degrees)
{
  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (isfinite (degrees));

  self->rotation_deg = degrees - 360 * floor ((degrees + 180) / 360);
  pn_view_notify (self, PN_VIEW_PROPERTY_ROTATION);
  changed (self);
}

gboolean
pn_view_get_mirrored (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), FALSE);

  return self->mirrored;
}

void
pn_view_set_mirrored (PnView *self, gboolean mirrored)
{
  g_return_if_fail (PN_IS_VIEW (self));

  self->mirrored = !!mirrored;
  pn_view_notify (self, PN_VIEW_PROPERTY_MIRRORED);
  changed (self);
}

PnVec2
pn_view_get_center (PnView *self)
{
  return self->center_doc;
}

void
pn_view_set_center (PnView *self, PnVec2 center_doc)
{
  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (isfinite (center_doc.x) && isfinite (center_doc.y));

  self->center_doc = center_doc;
  changed (self);
}

void
pn_view_pan_by (PnView *self, PnVec2 delta_view)
{
  PnAffine doc_from_view;

  g_return_if_fail (PN_IS_VIEW (self));

  doc_from_view = pn_view_doc_from_view (self);
  pn_view_set_center (
      self, pn_vec2_sub (self->center_doc, pn_affine_apply_vector (&doc_from_view, delta_view)));
}

void
pn_view_zoom_at (PnView *self, double factor, PnVec2 point_view)
{
  PnAffine doc_from_view, view_from_doc;
  PnVec2 point_doc;

  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (factor > 0);

  doc_from_view = pn_view_doc_from_view (self);
  point_doc = pn_affine_apply (&doc_from_view, point_view);
  pn_view_set_zoom (self, self->zoom * factor);
  view_from_doc = pn_view_view_from_doc (self);
  pn_view_pan_by (self, pn_vec2_sub (point_view, pn_affine_apply (&view_from_doc, point_doc)));
}

void
pn_view_set_covered (PnView *self, double above, double below)
{
  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (above >= 0 && below >= 0);

  self->above = above;
  self->below = below;
}

/* How large a box of the document is seen, along the view's edges. */
static PnVec2
seen_size (PnView *self, const PnBox *box_doc)
{
  PnAffine map = pn_view_view_from_doc (self);
  PnBox seen = pn_box_empty ();

  for (int i = 0; i < 4; i++)
    pn_box_add_point (&seen,
                      pn_affine_apply_vector (&map, pn_vec2 (i & 1 ? box_doc->x1 : box_doc->x0,
                                                             i & 2 ? box_doc->y1 : box_doc->y0)));
  return pn_vec2 (seen.x1 - seen.x0, seen.y1 - seen.y0);
}

void
pn_view_fit (PnView *self, const PnBox *box_doc, double margin)
{
  g_return_if_fail (PN_IS_VIEW (self));

  double top = MAX (margin, self->above), bottom = MAX (margin, self->below);
  double width = self->width - 2 * margin;

  if (!(self->height - top - bottom > 0))
    top = bottom = margin;
  double height = self->height - top - bottom;
  /* A view of no size, as a widget has before it is laid out, fits nothing. */
  if (pn_box_is_empty (box_doc) || !(width > 0) || !(height > 0))
    return;
  PnVec2 seen = seen_size (self, box_doc);
  if (!(seen.x > 0) || !(seen.y > 0))
    return;
  self->center_doc = pn_vec2 ((box_doc->x0 + box_doc->x1) / 2, (box_doc->y0 + box_doc->y1) / 2);
  pn_view_set_zoom (self, self->zoom * MIN (width / seen.x, height / seen.y));
  pn_view_pan_by (self, pn_vec2 (0, (top - bottom) / 2));
}
