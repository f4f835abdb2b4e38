/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The seat: its pointer and its fingers here, its keyboard in pn-wl-keyboard.c. */

#include "pn-wl.h"

/* What a wheel's click is worth. */
#define SCROLL_STEP 10

/* The devices of the client that a surface belongs to. */
#define for_each_of(device, list, surface) \
  wl_resource_for_each (device, list)      \
    if (wl_resource_get_client (device) == wl_resource_get_client ((surface)->resource))

static void
end_pointer_frame (struct wl_resource *pointer)
{
  if (wl_resource_get_version (pointer) >= WL_POINTER_FRAME_SINCE_VERSION)
    wl_pointer_send_frame (pointer);
}

static void
pointer_enters (PnWl *wl, PnWlSurface *surface, double x, double y)
{
  struct wl_resource *pointer;
  uint32_t serial = wl_display_next_serial (wl->display);

  if (wl->pointer_over != NULL) {
    for_each_of (pointer, &wl->pointers, wl->pointer_over) {
      wl_pointer_send_leave (pointer, serial, wl->pointer_over->resource);
      end_pointer_frame (pointer);
    }
  }
  wl->pointer_over = surface;
  if (surface == NULL)
    return;
  for_each_of (pointer, &wl->pointers, surface) {
    wl_pointer_send_enter (pointer, serial, surface->resource, wl_fixed_from_double (x),
                           wl_fixed_from_double (y));
    end_pointer_frame (pointer);
  }
}

/* While a button is down, the surface it went down on keeps the pointer. */
static gboolean
pointer_crosses (PnWl *wl, double *x, double *y)
{
  PnWlSurface *surface;

  if (wl->n_buttons_down > 0 && wl->pointer_over != NULL) {
    *x = wl->pointer_x;
    *y = wl->pointer_y;
    pn_wl_surface_place_inside (wl->pointer_over, x, y);
    return FALSE;
  }
  surface = pn_wl_surface_at (wl, wl->pointer_x, wl->pointer_y, x, y);
  if (surface == wl->pointer_over)
    return FALSE;
  pointer_enters (wl, surface, *x, *y);
  return TRUE;
}

void
pn_wl_pointer_move (PnWl *wl, double x, double y)
{
  struct wl_resource *pointer;
  double inside_x, inside_y;

  wl->pointer_x = x;
  wl->pointer_y = y;
  if (pointer_crosses (wl, &inside_x, &inside_y) || wl->pointer_over == NULL)
    return;
  for_each_of (pointer, &wl->pointers, wl->pointer_over) {
    wl_pointer_send_motion (pointer, pn_wl_now_ms (), wl_fixed_from_double (inside_x),
                            wl_fixed_from_double (inside_y));
    end_pointer_frame (pointer);
  }
}

void
pn_wl_pointer_button (PnWl *wl, guint32 button, gboolean is_down)
{
  struct wl_resource *pointer;
  uint32_t serial = wl_display_next_serial (wl->display);

  wl->n_buttons_down = MAX (0, wl->n_buttons_down + (is_down ? 1 : -1));
  if (wl->pointer_over == NULL)
    return;
  for_each_of (pointer, &wl->pointers, wl->pointer_over) {
    wl_pointer_send_button (pointer, serial, pn_wl_now_ms (), button,
                            is_down ? WL_POINTER_BUTTON_STATE_PRESSED
                                    : WL_POINTER_BUTTON_STATE_RELEASED);
    end_pointer_frame (pointer);
  }
  pn_wl_seat_update (wl);
}

/* As a wheel does: each click is an event of its own. */
static void
send_clicks (PnWl *wl, enum wl_pointer_axis axis, int n_clicks)
{
  struct wl_resource *pointer;
  int click = n_clicks > 0 ? 1 : -1;

  for (int i = 0; i < ABS (n_clicks); i++) {
    for_each_of (pointer, &wl->pointers, wl->pointer_over) {
      if (wl_resource_get_version (pointer) >= WL_POINTER_AXIS_SOURCE_SINCE_VERSION) {
        wl_pointer_send_axis_source (pointer, WL_POINTER_AXIS_SOURCE_WHEEL);
        wl_pointer_send_axis_discrete (pointer, axis, click);
      }
      wl_pointer_send_axis (pointer, pn_wl_now_ms (), axis,
                            wl_fixed_from_int (click * SCROLL_STEP));
      end_pointer_frame (pointer);
    }
  }
}

void
pn_wl_pointer_scroll (PnWl *wl, int x, int y)
{
  if (wl->pointer_over == NULL)
    return;
  send_clicks (wl, WL_POINTER_AXIS_HORIZONTAL_SCROLL, x);
  send_clicks (wl, WL_POINTER_AXIS_VERTICAL_SCROLL, y);
}

void
pn_wl_pointer_leave (PnWl *wl)
{
  wl->n_buttons_down = 0;
  wl->pointer_x = wl->pointer_y = -1;
  pointer_enters (wl, NULL, 0, 0);
}

const char *
pn_wl_touch (PnWl *wl, PnWlTouch what, int id, double x, double y)
{
  struct wl_resource *touch;
  uint32_t serial = wl_display_next_serial (wl->display), now = pn_wl_now_ms ();

  if (what == PN_WL_TOUCH_DOWN)
    wl->touch_over = pn_wl_surface_at (wl, x, y, &x, &y);
  else if (wl->touch_over != NULL)
    pn_wl_surface_place_inside (wl->touch_over, &x, &y);
  if (wl->touch_over == NULL)
    return "there is no window under it";
  for_each_of (touch, &wl->touches, wl->touch_over) {
    if (what == PN_WL_TOUCH_DOWN)
      wl_touch_send_down (touch, serial, now, wl->touch_over->resource, id,
                          wl_fixed_from_double (x), wl_fixed_from_double (y));
    else if (what == PN_WL_TOUCH_MOTION)
      wl_touch_send_motion (touch, now, id, wl_fixed_from_double (x), wl_fixed_from_double (y));
    else if (what == PN_WL_TOUCH_UP)
      wl_touch_send_up (touch, serial, now, id);
    else
      wl_touch_send_cancel (touch);
    wl_touch_send_frame (touch);
  }
  return NULL;
}

/* A popup that grabbed the seat has the keys, else the topmost window. */
static PnWlSurface *
keyboard_target (PnWl *wl)
{
  for (guint i = wl->shown->len; i > 0; i--) {
    PnWlSurface *surface = wl->shown->pdata[i - 1];

    if (surface->toplevel != NULL || (surface->popup != NULL && surface->wants_keyboard))
      return surface;
  }
  return NULL;
}

void
pn_wl_seat_update (PnWl *wl)
{
  PnWlSurface *target = keyboard_target (wl);
  double x, y;

  if (target != wl->keyboard_on)
    pn_wl_keyboard_focus (wl, target);
  if (wl->pointer_x >= 0)
    pointer_crosses (wl, &x, &y);
}

void
pn_wl_seat_forget (PnWl *wl, PnWlSurface *surface)
{
  if (wl->pointer_over == surface) {
    wl->pointer_over = NULL;
    wl->n_buttons_down = 0;
  }
  if (wl->touch_over == surface)
    wl->touch_over = NULL;
  if (wl->keyboard_on == surface)
    pn_wl_keyboard_focus (wl, NULL);
}

static void
set_cursor_cb (struct wl_client *client,
               struct wl_resource *pointer,
               uint32_t serial,
               struct wl_resource *surface,
               int32_t hotspot_x,
               int32_t hotspot_y)
{
}

static const struct wl_pointer_interface pointer_implementation = {
    .set_cursor = set_cursor_cb,
    .release = pn_wl_resource_destroy_cb,
};

static const struct wl_keyboard_interface keyboard_implementation = {
    .release = pn_wl_resource_destroy_cb,
};

static const struct wl_touch_interface touch_implementation = {
    .release = pn_wl_resource_destroy_cb,
};

static struct wl_resource *
add_device (struct wl_resource *seat,
            const struct wl_interface *interface,
            const void *implementation,
            struct wl_list *list,
            uint32_t id)
{
  struct wl_resource *device = wl_resource_create (wl_resource_get_client (seat), interface,
                                                   wl_resource_get_version (seat), id);

  wl_resource_set_implementation (device, implementation, wl_resource_get_user_data (seat),
                                  pn_wl_resource_unlink_cb);
  wl_list_insert (list, wl_resource_get_link (device));
  return device;
}

static void
get_pointer_cb (struct wl_client *client, struct wl_resource *seat, uint32_t id)
{
  PnWl *wl = wl_resource_get_user_data (seat);

  add_device (seat, &wl_pointer_interface, &pointer_implementation, &wl->pointers, id);
}

static void
get_keyboard_cb (struct wl_client *client, struct wl_resource *seat, uint32_t id)
{
  PnWl *wl = wl_resource_get_user_data (seat);

  pn_wl_keyboard_add (
      wl, add_device (seat, &wl_keyboard_interface, &keyboard_implementation, &wl->keyboards, id));
}

static void
get_touch_cb (struct wl_client *client, struct wl_resource *seat, uint32_t id)
{
  PnWl *wl = wl_resource_get_user_data (seat);

  add_device (seat, &wl_touch_interface, &touch_implementation, &wl->touches, id);
}

static const struct wl_seat_interface seat_implementation = {
    .get_pointer = get_pointer_cb,
    .get_keyboard = get_keyboard_cb,
    .get_touch = get_touch_cb,
    .release = pn_wl_resource_destroy_cb,
};

static void
bind_seat_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  struct wl_resource *seat = wl_resource_create (client, &wl_seat_interface, (int)version, id);

  wl_resource_set_implementation (seat, &seat_implementation, data, NULL);
  wl_seat_send_capabilities (seat, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD |
                                       WL_SEAT_CAPABILITY_TOUCH);
  if (version >= WL_SEAT_NAME_SINCE_VERSION)
    wl_seat_send_name (seat, "seat0");
}

void
pn_wl_seat_init_globals (PnWl *wl)
{
  wl->pointer_x = wl->pointer_y = -1;
  wl_list_init (&wl->pointers);
  wl_list_init (&wl->keyboards);
  wl_list_init (&wl->touches);
  wl_global_create (wl->display, &wl_seat_interface, 5, wl, bind_seat_cb);
}
