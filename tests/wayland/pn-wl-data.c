/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a toolkit wants to find and tests do not need more of: selections stay within the client that
 * has them, a drag of data ends where it begins, and a subsurface is not shown. */

#include "pn-wl.h"

static void
offer_cb (struct wl_client *client, struct wl_resource *source, const char *mime_type)
{
}

static void
set_actions_cb (struct wl_client *client, struct wl_resource *source, uint32_t actions)
{
}

static const struct wl_data_source_interface source_implementation = {
    .offer = offer_cb,
    .destroy = pn_wl_resource_destroy_cb,
    .set_actions = set_actions_cb,
};

static void
start_drag_cb (struct wl_client *client,
               struct wl_resource *device,
               struct wl_resource *source,
               struct wl_resource *origin,
               struct wl_resource *icon,
               uint32_t serial)
{
  if (source != NULL)
    wl_data_source_send_cancelled (source);
}

static void
set_selection_cb (struct wl_client *client,
                  struct wl_resource *device,
                  struct wl_resource *source,
                  uint32_t serial)
{
}

static const struct wl_data_device_interface device_implementation = {
    .start_drag = start_drag_cb,
    .set_selection = set_selection_cb,
    .release = pn_wl_resource_destroy_cb,
};

static void
create_source_cb (struct wl_client *client, struct wl_resource *manager, uint32_t id)
{
  struct wl_resource *source =
      wl_resource_create (client, &wl_data_source_interface, wl_resource_get_version (manager), id);

  wl_resource_set_implementation (source, &source_implementation, NULL, NULL);
}

static void
get_device_cb (struct wl_client *client,
               struct wl_resource *manager,
               uint32_t id,
               struct wl_resource *seat)
{
  struct wl_resource *device =
      wl_resource_create (client, &wl_data_device_interface, wl_resource_get_version (manager), id);

  wl_resource_set_implementation (device, &device_implementation, NULL, NULL);
}

static const struct wl_data_device_manager_interface manager_implementation = {
    .create_data_source = create_source_cb,
    .get_data_device = get_device_cb,
};

static void
bind_manager_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  struct wl_resource *manager =
      wl_resource_create (client, &wl_data_device_manager_interface, (int)version, id);

  wl_resource_set_implementation (manager, &manager_implementation, data, NULL);
}

static void
set_position_cb (struct wl_client *client, struct wl_resource *subsurface, int32_t x, int32_t y)
{
}

static void
place_cb (struct wl_client *client, struct wl_resource *subsurface, struct wl_resource *sibling)
{
}

static void
set_sync_cb (struct wl_client *client, struct wl_resource *subsurface)
{
}

static const struct wl_subsurface_interface subsurface_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .set_position = set_position_cb,
    .place_above = place_cb,
    .place_below = place_cb,
    .set_sync = set_sync_cb,
    .set_desync = set_sync_cb,
};

static void
get_subsurface_cb (struct wl_client *client,
                   struct wl_resource *subcompositor,
                   uint32_t id,
                   struct wl_resource *surface,
                   struct wl_resource *parent)
{
  struct wl_resource *subsurface = wl_resource_create (client, &wl_subsurface_interface, 1, id);

  wl_resource_set_implementation (subsurface, &subsurface_implementation, NULL, NULL);
}

static const struct wl_subcompositor_interface subcompositor_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .get_subsurface = get_subsurface_cb,
};

static void
bind_subcompositor_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  struct wl_resource *subcompositor =
      wl_resource_create (client, &wl_subcompositor_interface, (int)version, id);

  wl_resource_set_implementation (subcompositor, &subcompositor_implementation, data, NULL);
}

void
pn_wl_data_init_globals (PnWl *wl)
{
  wl_global_create (wl->display, &wl_data_device_manager_interface, 3, wl, bind_manager_cb);
  wl_global_create (wl->display, &wl_subcompositor_interface, 1, wl, bind_subcompositor_cb);
}
