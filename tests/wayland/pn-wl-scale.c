/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scales that are fractions: a program is told the scale it should draw at, in 120ths, and a viewport
 * says what size its buffer counts as. */

#include "pn-wl.h"

#include <math.h>

#include "fractional-scale-v1-server.h"
#include "viewporter-server.h"

#define WHOLE 120

void
pn_wl_scale_tell (PnWlSurface *surface)
{
  if (surface->fractional != NULL)
    wp_fractional_scale_v1_send_preferred_scale (surface->fractional,
                                                 (guint32)lround (surface->wl->scale * WHOLE));
}

void
pn_wl_scale_forget (PnWlSurface *surface)
{
  if (surface->fractional != NULL)
    wl_resource_set_user_data (surface->fractional, NULL);
  if (surface->viewport != NULL)
    wl_resource_set_user_data (surface->viewport, NULL);
}

/* --- Fractional scales. */

static const struct wp_fractional_scale_v1_interface fractional_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
};

static void
fractional_gone_cb (struct wl_resource *resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface != NULL)
    surface->fractional = NULL;
}

static void
get_fractional_scale_cb (struct wl_client *client,
                         struct wl_resource *manager,
                         uint32_t id,
                         struct wl_resource *of)
{
  PnWlSurface *surface = wl_resource_get_user_data (of);

  surface->fractional = wl_resource_create (client, &wp_fractional_scale_v1_interface, 1, id);
  wl_resource_set_implementation (surface->fractional, &fractional_implementation, surface,
                                  fractional_gone_cb);
  pn_wl_scale_tell (surface);
}

static const struct wp_fractional_scale_manager_v1_interface manager_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .get_fractional_scale = get_fractional_scale_cb,
};

static void
bind_manager_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  struct wl_resource *resource =
      wl_resource_create (client, &wp_fractional_scale_manager_v1_interface, (int)version, id);

  wl_resource_set_implementation (resource, &manager_implementation, data, NULL);
}

/* --- Viewports. */

static void
set_source_cb (struct wl_client *client,
               struct wl_resource *resource,
               wl_fixed_t x,
               wl_fixed_t y,
               wl_fixed_t width,
               wl_fixed_t height)
{
}

static void
set_destination_cb (struct wl_client *client,
                    struct wl_resource *resource,
                    int32_t width,
                    int32_t height)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface == NULL)
    return;
  surface->pending_width = MAX (0, width);
  surface->pending_height = MAX (0, height);
}

static const struct wp_viewport_interface viewport_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .set_source = set_source_cb,
    .set_destination = set_destination_cb,
};

static void
viewport_gone_cb (struct wl_resource *resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  if (surface == NULL)
    return;
  surface->viewport = NULL;
  surface->pending_width = surface->pending_height = 0;
}

static void
get_viewport_cb (struct wl_client *client,
                 struct wl_resource *viewporter,
                 uint32_t id,
                 struct wl_resource *of)
{
  PnWlSurface *surface = wl_resource_get_user_data (of);

  surface->viewport = wl_resource_create (client, &wp_viewport_interface, 1, id);
  wl_resource_set_implementation (surface->viewport, &viewport_implementation, surface,
                                  viewport_gone_cb);
}

static const struct wp_viewporter_interface viewporter_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .get_viewport = get_viewport_cb,
};

static void
bind_viewporter_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  struct wl_resource *resource =
      wl_resource_create (client, &wp_viewporter_interface, (int)version, id);

  wl_resource_set_implementation (resource, &viewporter_implementation, data, NULL);
}

void
pn_wl_scale_init_globals (PnWl *wl)
{
  wl_global_create (wl->display, &wp_viewporter_interface, 1, wl, bind_viewporter_cb);
  wl_global_create (wl->display, &wp_fractional_scale_manager_v1_interface, 1, wl, bind_manager_cb);
}
