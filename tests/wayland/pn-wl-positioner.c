/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a popup goes: at a side of its anchor, turned over or pushed where it would leave the
 * output, as xdg-shell describes it. */

#include "pn-wl.h"

#include "xdg-shell-server.h"

static void
set_size_cb (struct wl_client *client, struct wl_resource *resource, int32_t width, int32_t height)
{
  PnWlPositioner *self = wl_resource_get_user_data (resource);

  self->width = width;
  self->height = height;
}

static void
set_anchor_rect_cb (struct wl_client *client,
                    struct wl_resource *resource,
                    int32_t x,
                    int32_t y,
                    int32_t width,
                    int32_t height)
{
  PnWlPositioner *self = wl_resource_get_user_data (resource);

  self->anchor_rect = (PnWlArea){x, y, width, height, TRUE};
}

static void
set_anchor_cb (struct wl_client *client, struct wl_resource *resource, uint32_t anchor)
{
  ((PnWlPositioner *)wl_resource_get_user_data (resource))->anchor = anchor;
}

static void
set_gravity_cb (struct wl_client *client, struct wl_resource *resource, uint32_t gravity)
{
  ((PnWlPositioner *)wl_resource_get_user_data (resource))->gravity = gravity;
}

static void
set_adjustment_cb (struct wl_client *client, struct wl_resource *resource, uint32_t adjustment)
{
  ((PnWlPositioner *)wl_resource_get_user_data (resource))->adjustment = adjustment;
}

static void
set_offset_cb (struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y)
{
  PnWlPositioner *self = wl_resource_get_user_data (resource);

  self->offset_x = x;
  self->offset_y = y;
}

static void
set_reactive_cb (struct wl_client *client, struct wl_resource *resource)
{
}

static void
set_parent_size_cb (struct wl_client *client, struct wl_resource *resource, int32_t w, int32_t h)
{
}

static void
set_parent_configure_cb (struct wl_client *client, struct wl_resource *resource, uint32_t serial)
{
}

static const struct xdg_positioner_interface implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .set_size = set_size_cb,
    .set_anchor_rect = set_anchor_rect_cb,
    .set_anchor = set_anchor_cb,
    .set_gravity = set_gravity_cb,
    .set_constraint_adjustment = set_adjustment_cb,
    .set_offset = set_offset_cb,
    .set_reactive = set_reactive_cb,
    .set_parent_size = set_parent_size_cb,
    .set_parent_configure = set_parent_configure_cb,
};

static void
gone_cb (struct wl_resource *resource)
{
  g_free (wl_resource_get_user_data (resource));
}

void
pn_wl_positioner_create (struct wl_client *client, struct wl_resource *base, guint32 id)
{
  struct wl_resource *resource =
      wl_resource_create (client, &xdg_positioner_interface, wl_resource_get_version (base), id);

  wl_resource_set_implementation (resource, &implementation, g_new0 (PnWlPositioner, 1), gone_cb);
}

/* -1 for left or top, 1 for right or bottom, 0 for neither; anchors and gravities have the same
 * numbers. */
static int
side_x (guint32 side)
{
  switch (side) {
  case XDG_POSITIONER_ANCHOR_LEFT:
  case XDG_POSITIONER_ANCHOR_TOP_LEFT:
  case XDG_POSITIONER_ANCHOR_BOTTOM_LEFT:
    return -1;
  case XDG_POSITIONER_ANCHOR_RIGHT:
  case XDG_POSITIONER_ANCHOR_TOP_RIGHT:
  case XDG_POSITIONER_ANCHOR_BOTTOM_RIGHT:
    return 1;
  default:
    return 0;
  }
}

static int
side_y (guint32 side)
{
  switch (side) {
  case XDG_POSITIONER_ANCHOR_TOP:
  case XDG_POSITIONER_ANCHOR_TOP_LEFT:
  case XDG_POSITIONER_ANCHOR_TOP_RIGHT:
    return -1;
  case XDG_POSITIONER_ANCHOR_BOTTOM:
  case XDG_POSITIONER_ANCHOR_BOTTOM_LEFT:
  case XDG_POSITIONER_ANCHOR_BOTTOM_RIGHT:
    return 1;
  default:
    return 0;
  }
}

/* One of the two directions, which do not know of each other. */
typedef struct {
  int anchor_at, anchor_length; /* of the rectangle */
  int anchor, gravity, offset;
  int length, parent_at, output_length;
  guint32 can_flip, can_slide, can_resize;
} Direction;

static int
place_at (const Direction *d, int anchor, int gravity, int offset)
{
  int point = d->anchor_at + (anchor + 1) * d->anchor_length / 2;

  return point + (gravity - 1) * d->length / 2 + offset;
}

static gboolean
fits (const Direction *d, int at)
{
  return d->parent_at + at >= 0 && d->parent_at + at + d->length <= d->output_length;
}

static int
place (Direction *d, guint32 adjustment)
{
  int at = place_at (d, d->anchor, d->gravity, d->offset);

  if (fits (d, at))
    return at;
  if ((adjustment & d->can_flip) != 0) {
    int flipped = place_at (d, -d->anchor, -d->gravity, -d->offset);

    if (fits (d, flipped))
      return flipped;
  }
  if ((adjustment & d->can_resize) != 0)
    d->length = MIN (d->length, d->output_length);
  if ((adjustment & (d->can_slide | d->can_resize)) != 0) {
    at = MIN (at, d->output_length - d->length - d->parent_at);
    at = MAX (at, -d->parent_at);
  }
  return at;
}

void
pn_wl_positioner_place (const PnWlPositioner *self, PnWlSurface *popup)
{
  const PnWlSurface *parent = popup->parent;
  Direction x = {
      .anchor_at = self->anchor_rect.x,
      .anchor_length = self->anchor_rect.width,
      .anchor = side_x (self->anchor),
      .gravity = side_x (self->gravity),
      .offset = self->offset_x,
      .length = self->width,
      .parent_at = parent != NULL ? parent->x : 0,
      .output_length = popup->wl->width,
      .can_flip = XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_FLIP_X,
      .can_slide = XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_SLIDE_X,
      .can_resize = XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_RESIZE_X,
  };
  Direction y = {
      .anchor_at = self->anchor_rect.y,
      .anchor_length = self->anchor_rect.height,
      .anchor = side_y (self->anchor),
      .gravity = side_y (self->gravity),
      .offset = self->offset_y,
      .length = self->height,
      .parent_at = parent != NULL ? parent->y : 0,
      .output_length = popup->wl->height,
      .can_flip = XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_FLIP_Y,
      .can_slide = XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_SLIDE_Y,
      .can_resize = XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_RESIZE_Y,
  };

  popup->place_x = place (&x, self->adjustment);
  popup->place_y = place (&y, self->adjustment);
  popup->place_width = x.length;
  popup->place_height = y.length;
}
