/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Windows and popups (xdg-shell). The first window fills the output, so that places in it are known;
 * those that follow have the size they want and stand over it, in the middle. */

#include "pn-wl.h"

#include <math.h>

#include "xdg-shell-server.h"

/* The topmost window. */
static PnWlSurface *
active_window (PnWl *wl)
{
  for (guint i = wl->shown->len; i > 0; i--) {
    PnWlSurface *surface = wl->shown->pdata[i - 1];

    if (surface->toplevel != NULL)
      return surface;
  }
  return NULL;
}

static void
add_state (struct wl_array *states, uint32_t state)
{
  *(uint32_t *)wl_array_add (states, sizeof state) = state;
}

static void
configure_window (PnWlSurface *surface)
{
  PnWl *wl = surface->wl;
  PnWlSurface *active = active_window (wl);
  struct wl_array states;

  wl_array_init (&states);
  if (surface->is_large)
    add_state (&states, XDG_TOPLEVEL_STATE_MAXIMIZED);
  if (active == NULL || active == surface || !g_ptr_array_find (wl->shown, surface, NULL))
    add_state (&states, XDG_TOPLEVEL_STATE_ACTIVATED);
  xdg_toplevel_send_configure (surface->toplevel, surface->is_large ? surface->place_width : 0,
                               surface->is_large ? surface->place_height : 0, &states);
  wl_array_release (&states);
  xdg_surface_send_configure (surface->xdg_surface, wl_display_next_serial (wl->display));
  surface->was_configured = TRUE;
}

static void
configure_windows (PnWl *wl)
{
  for (guint i = 0; i < wl->shown->len; i++) {
    PnWlSurface *surface = wl->shown->pdata[i];

    if (surface->toplevel != NULL && surface->xdg_surface != NULL)
      configure_window (surface);
  }
}

static void
configure_popup (PnWlSurface *popup)
{
  xdg_popup_send_configure (popup->popup, popup->place_x, popup->place_y, popup->place_width,
                            popup->place_height);
  xdg_surface_send_configure (popup->xdg_surface, wl_display_next_serial (popup->wl->display));
  popup->was_configured = TRUE;
}

/* Where the output shows it: windows that are not large in the middle, popups at their parent. */
static void
arrange (PnWlSurface *surface)
{
  PnWl *wl = surface->wl;

  if (surface->window.width == 0) {
    surface->window.width = (int)lround (surface->width_px / surface->scale);
    surface->window.height = (int)lround (surface->height_px / surface->scale);
  }
  if (surface->popup != NULL) {
    surface->x = (surface->parent != NULL ? surface->parent->x : 0) + surface->place_x;
    surface->y = (surface->parent != NULL ? surface->parent->y : 0) + surface->place_y;
  } else if (surface->is_large) {
    surface->x = surface->y = 0;
  } else {
    surface->x = MAX (0, (wl->width - surface->window.width) / 2);
    surface->y = MAX (0, (wl->height - surface->window.height) / 2);
  }
}

gboolean
pn_wl_shell_commit (PnWlSurface *surface)
{
  if (surface->toplevel == NULL && surface->popup == NULL)
    return FALSE;
  if (surface->pixels == NULL) {
    if (!surface->was_configured && surface->toplevel != NULL)
      configure_window (surface);
    else if (!surface->was_configured)
      configure_popup (surface);
    return FALSE;
  }
  arrange (surface);
  return TRUE;
}

void
pn_wl_shell_mapped (PnWlSurface *surface)
{
  if (surface->toplevel != NULL)
    configure_windows (surface->wl);
}

void
pn_wl_shell_unmapped (PnWlSurface *surface)
{
  if (surface->toplevel != NULL)
    configure_windows (surface->wl);
}

void
pn_wl_shell_resize (PnWl *wl, int width, int height)
{
  for (guint i = 0; i < wl->shown->len; i++) {
    PnWlSurface *surface = wl->shown->pdata[i];

    if (!surface->is_large)
      continue;
    surface->place_width = width;
    surface->place_height = height;
    configure_window (surface);
  }
}

gboolean
pn_wl_shell_close (PnWl *wl)
{
  PnWlSurface *window = active_window (wl);

  if (window == NULL)
    return FALSE;
  xdg_toplevel_send_close (window->toplevel);
  return TRUE;
}

/* Toplevels. */
static void
set_parent_cb (struct wl_client *client, struct wl_resource *resource, struct wl_resource *parent)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface != NULL)
    surface->parent = parent != NULL ? wl_resource_get_user_data (parent) : NULL;
}

static void
set_title_cb (struct wl_client *client, struct wl_resource *resource, const char *title)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface == NULL)
    return;
  g_free (surface->title);
  surface->title = g_strdup (title);
}

static void
set_app_id_cb (struct wl_client *client, struct wl_resource *resource, const char *app_id)
{
}

static void
show_window_menu_cb (struct wl_client *client,
                     struct wl_resource *resource,
                     struct wl_resource *seat,
                     uint32_t serial,
                     int32_t x,
                     int32_t y)
{
}

static void
move_cb (struct wl_client *client,
         struct wl_resource *resource,
         struct wl_resource *seat,
         uint32_t serial)
{
}

static void
resize_cb (struct wl_client *client,
           struct wl_resource *resource,
           struct wl_resource *seat,
           uint32_t serial,
           uint32_t edges)
{
}

static void
set_limit_cb (struct wl_client *client, struct wl_resource *resource, int32_t width, int32_t height)
{
}

static void
window_state_cb (struct wl_client *client, struct wl_resource *resource)
{
}

static void
set_fullscreen_cb (struct wl_client *client,
                   struct wl_resource *resource,
                   struct wl_resource *output)
{
}

static const struct xdg_toplevel_interface toplevel_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .set_parent = set_parent_cb,
    .set_title = set_title_cb,
    .set_app_id = set_app_id_cb,
    .show_window_menu = show_window_menu_cb,
    .move = move_cb,
    .resize = resize_cb,
    .set_max_size = set_limit_cb,
    .set_min_size = set_limit_cb,
    .set_maximized = window_state_cb,
    .unset_maximized = window_state_cb,
    .set_fullscreen = set_fullscreen_cb,
    .unset_fullscreen = window_state_cb,
    .set_minimized = window_state_cb,
};

static void
toplevel_gone_cb (struct wl_resource *resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface != NULL)
    surface->toplevel = NULL;
}

static gboolean
has_window (PnWl *wl)
{
  for (guint i = 0; i < wl->surfaces->len; i++)
    if (((PnWlSurface *)wl->surfaces->pdata[i])->is_large)
      return TRUE;
  return FALSE;
}

static void
get_toplevel_cb (struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  surface->is_large = !has_window (surface->wl);
  surface->place_width = surface->wl->width;
  surface->place_height = surface->wl->height;
  surface->toplevel =
      wl_resource_create (client, &xdg_toplevel_interface, wl_resource_get_version (resource), id);
  wl_resource_set_implementation (surface->toplevel, &toplevel_implementation, surface,
                                  toplevel_gone_cb);
}

/* Popups. */
static void
grab_cb (struct wl_client *client,
         struct wl_resource *resource,
         struct wl_resource *seat,
         uint32_t serial)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface != NULL)
    surface->wants_keyboard = TRUE;
}

static void
reposition_cb (struct wl_client *client,
               struct wl_resource *resource,
               struct wl_resource *positioner,
               uint32_t token)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface == NULL)
    return;
  pn_wl_positioner_place (wl_resource_get_user_data (positioner), surface);
  xdg_popup_send_repositioned (resource, token);
  configure_popup (surface);
}

static const struct xdg_popup_interface popup_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .grab = grab_cb,
    .reposition = reposition_cb,
};

static void
popup_gone_cb (struct wl_resource *resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface == NULL)
    return;
  surface->popup = NULL;
  surface->wants_keyboard = FALSE;
}

static void
get_popup_cb (struct wl_client *client,
              struct wl_resource *resource,
              uint32_t id,
              struct wl_resource *parent,
              struct wl_resource *positioner)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  surface->parent = parent != NULL ? wl_resource_get_user_data (parent) : NULL;
  pn_wl_positioner_place (wl_resource_get_user_data (positioner), surface);
  surface->popup =
      wl_resource_create (client, &xdg_popup_interface, wl_resource_get_version (resource), id);
  wl_resource_set_implementation (surface->popup, &popup_implementation, surface, popup_gone_cb);
}

static void
set_window_geometry_cb (struct wl_client *client,
                        struct wl_resource *resource,
                        int32_t x,
                        int32_t y,
                        int32_t width,
                        int32_t height)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  surface->window.x = x;
  surface->window.y = y;
  surface->window.width = width;
  surface->window.height = height;
}

static void
ack_configure_cb (struct wl_client *client, struct wl_resource *resource, uint32_t serial)
{
}

static const struct xdg_surface_interface xdg_surface_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .get_toplevel = get_toplevel_cb,
    .get_popup = get_popup_cb,
    .set_window_geometry = set_window_geometry_cb,
    .ack_configure = ack_configure_cb,
};

static void
xdg_surface_gone_cb (struct wl_resource *resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface != NULL)
    surface->xdg_surface = NULL;
}

static void
get_xdg_surface_cb (struct wl_client *client,
                    struct wl_resource *base,
                    uint32_t id,
                    struct wl_resource *surface_resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (surface_resource);

  surface->xdg_surface =
      wl_resource_create (client, &xdg_surface_interface, wl_resource_get_version (base), id);
  wl_resource_set_implementation (surface->xdg_surface, &xdg_surface_implementation, surface,
                                  xdg_surface_gone_cb);
}

static void
pong_cb (struct wl_client *client, struct wl_resource *base, uint32_t serial)
{
  PnWl *wl = wl_resource_get_user_data (base);

  wl->pong_serial = serial;
  wl->changed (wl);
}

static const struct xdg_wm_base_interface base_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .create_positioner = pn_wl_positioner_create,
    .get_xdg_surface = get_xdg_surface_cb,
    .pong = pong_cb,
};

static void
bind_base_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  PnWl *wl = data;
  struct wl_resource *base = wl_resource_create (client, &xdg_wm_base_interface, (int)version, id);

  wl_resource_set_implementation (base, &base_implementation, wl, pn_wl_resource_unlink_cb);
  wl_list_insert (&wl->wm_bases, wl_resource_get_link (base));
}

gboolean
pn_wl_shell_ping (PnWl *wl)
{
  struct wl_resource *base;

  if (wl_list_empty (&wl->wm_bases))
    return FALSE;
  base = wl_resource_from_link (wl->wm_bases.next);
  wl->ping_serial = wl_display_next_serial (wl->display);
  xdg_wm_base_send_ping (base, wl->ping_serial);
  return TRUE;
}

void
pn_wl_shell_init_globals (PnWl *wl)
{
  wl_list_init (&wl->wm_bases);
  wl_global_create (wl->display, &xdg_wm_base_interface, 3, wl, bind_base_cb);
}
