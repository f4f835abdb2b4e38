/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Surfaces, their buffers and frames; regions; the output. Buffers are of shared memory and copied
 * when they are committed, so that each is given back at once. */

#include "pn-wl.h"

#include <math.h>
#include <string.h>

#define FRAME_MS 16

guint32
pn_wl_now_ms (void)
{
  return (guint32)(g_get_monotonic_time () / 1000);
}

void
pn_wl_resource_destroy_cb (struct wl_client *client, struct wl_resource *resource)
{
  wl_resource_destroy (resource);
}

void
pn_wl_resource_unlink_cb (struct wl_resource *resource)
{
  wl_list_remove (wl_resource_get_link (resource));
  wl_list_init (wl_resource_get_link (resource));
}

static void
send_due_callbacks (PnWlSurface *surface)
{
  struct wl_resource *callback, *next;

  wl_resource_for_each_safe (callback, next, &surface->due_callbacks) {
    wl_callback_send_done (callback, pn_wl_now_ms ());
    wl_resource_destroy (callback);
  }
}

static int
frame_cb (void *data)
{
  PnWl *wl = data;

  wl->frame_is_due = FALSE;
  if (!wl->frames_are_held)
    for (guint i = 0; i < wl->surfaces->len; i++)
      send_due_callbacks (wl->surfaces->pdata[i]);
  return 0;
}

static void
ask_for_frame (PnWl *wl)
{
  if (wl->frame_is_due || wl->frames_are_held)
    return;
  wl->frame_is_due = TRUE;
  wl_event_source_timer_update (wl->frame_timer, FRAME_MS);
}

void
pn_wl_hold_frames (PnWl *wl, gboolean hold)
{
  wl->frames_are_held = hold;
  if (!hold)
    ask_for_frame (wl);
}

static void
forget_buffer (PnWlSurface *surface)
{
  if (surface->buffer != NULL)
    wl_list_remove (&surface->buffer_destroyed.link);
  surface->buffer = NULL;
}

static void
buffer_destroyed_cb (struct wl_listener *listener, void *data)
{
  PnWlSurface *surface = wl_container_of (listener, surface, buffer_destroyed);

  forget_buffer (surface);
}

static void
attach_cb (struct wl_client *client,
           struct wl_resource *resource,
           struct wl_resource *buffer,
           int32_t x,
           int32_t y)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  forget_buffer (surface);
  surface->is_attached = TRUE;
  surface->buffer = buffer;
  if (buffer != NULL)
    wl_resource_add_destroy_listener (buffer, &surface->buffer_destroyed);
}

static void
damage_cb (struct wl_client *client,
           struct wl_resource *resource,
           int32_t x,
           int32_t y,
           int32_t width,
           int32_t height)
{
}

static void
frame_request_cb (struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);
  struct wl_resource *callback = wl_resource_create (client, &wl_callback_interface, 1, id);

  wl_resource_set_implementation (callback, NULL, NULL, pn_wl_resource_unlink_cb);
  wl_list_insert (surface->frame_callbacks.prev, wl_resource_get_link (callback));
}

static void
set_opaque_region_cb (struct wl_client *client,
                      struct wl_resource *resource,
                      struct wl_resource *region)
{
}

static void
set_input_region_cb (struct wl_client *client,
                     struct wl_resource *resource,
                     struct wl_resource *region)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  g_clear_pointer (&surface->pending_input, g_array_unref);
  if (region != NULL)
    surface->pending_input = g_array_copy (wl_resource_get_user_data (region));
  surface->input_is_pending = TRUE;
}

/* Takes what the buffer shows. */
static void
copy_buffer (PnWlSurface *surface)
{
  struct wl_shm_buffer *shm = wl_shm_buffer_get (surface->buffer);
  int width, height, stride;
  const char *data;
  gboolean is_opaque;

  if (shm == NULL)
    return;
  width = wl_shm_buffer_get_width (shm);
  height = wl_shm_buffer_get_height (shm);
  stride = wl_shm_buffer_get_stride (shm);
  is_opaque = wl_shm_buffer_get_format (shm) == WL_SHM_FORMAT_XRGB8888;
  surface->pixels = g_renew (guint32, surface->pixels, (gsize)width * (gsize)height);
  surface->width_px = width;
  surface->height_px = height;
  wl_shm_buffer_begin_access (shm);
  data = wl_shm_buffer_get_data (shm);
  for (int y = 0; y < height; y++) {
    guint32 *row = surface->pixels + (gsize)y * (gsize)width;

    memcpy (row, data + (gsize)y * (gsize)stride, (gsize)width * 4);
    for (int x = 0; is_opaque && x < width; x++)
      row[x] |= 0xff000000u;
  }
  wl_shm_buffer_end_access (shm);
}

static void
unmap (PnWlSurface *surface)
{
  gboolean was_shown = g_ptr_array_remove (surface->wl->shown, surface);

  g_clear_pointer (&surface->pixels, g_free);
  surface->was_configured = FALSE;
  if (!was_shown)
    return;
  pn_wl_seat_forget (surface->wl, surface);
  pn_wl_tablet_forget (surface->wl, surface);
  pn_wl_shell_unmapped (surface);
  pn_wl_seat_update (surface->wl);
}

static void
map (PnWlSurface *surface)
{
  PnWl *wl = surface->wl;
  struct wl_resource *output;

  g_ptr_array_add (wl->shown, surface);
  wl_resource_for_each (output, &wl->outputs) {
    if (wl_resource_get_client (output) == wl_resource_get_client (surface->resource))
      wl_surface_send_enter (surface->resource, output);
  }
  pn_wl_shell_mapped (surface);
}

static void
commit_buffer (PnWlSurface *surface)
{
  if (!surface->is_attached)
    return;
  surface->is_attached = FALSE;
  if (surface->buffer == NULL) {
    unmap (surface);
    return;
  }
  copy_buffer (surface);
  /* What a viewport shows of the buffer is all of it, smaller. */
  surface->scale = surface->pending_width > 0 ? (double)surface->width_px / surface->pending_width
                                              : surface->pending_scale;
  wl_buffer_send_release (surface->buffer);
  forget_buffer (surface);
}

static void
commit_cb (struct wl_client *client, struct wl_resource *resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);
  PnWl *wl = surface->wl;

  commit_buffer (surface);
  if (surface->input_is_pending) {
    g_clear_pointer (&surface->input, g_array_unref);
    surface->input = g_steal_pointer (&surface->pending_input);
    surface->input_is_pending = FALSE;
  }
  wl_list_insert_list (surface->due_callbacks.prev, &surface->frame_callbacks);
  wl_list_init (&surface->frame_callbacks);
  ask_for_frame (wl);
  if (surface->xdg_surface == NULL)
    return;
  if (pn_wl_shell_commit (surface) && !g_ptr_array_find (wl->shown, surface, NULL))
    map (surface);
  pn_wl_seat_update (wl);
  wl->n_commits++;
  wl->changed (wl);
}

static void
set_buffer_transform_cb (struct wl_client *client, struct wl_resource *resource, int32_t transform)
{
}

static void
set_buffer_scale_cb (struct wl_client *client, struct wl_resource *resource, int32_t scale)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);

  surface->pending_scale = MAX (1, scale);
}

static const struct wl_surface_interface surface_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .attach = attach_cb,
    .damage = damage_cb,
    .frame = frame_request_cb,
    .set_opaque_region = set_opaque_region_cb,
    .set_input_region = set_input_region_cb,
    .commit = commit_cb,
    .set_buffer_transform = set_buffer_transform_cb,
    .set_buffer_scale = set_buffer_scale_cb,
    .damage_buffer = damage_cb,
};

static void
destroy_callbacks (struct wl_list *callbacks)
{
  struct wl_resource *callback, *next;

  wl_resource_for_each_safe (callback, next, callbacks)
    wl_resource_destroy (callback);
}

static void
surface_gone_cb (struct wl_resource *resource)
{
  PnWlSurface *surface = wl_resource_get_user_data (resource);
  PnWl *wl = surface->wl;

  unmap (surface);
  forget_buffer (surface);
  pn_wl_scale_forget (surface);
  destroy_callbacks (&surface->frame_callbacks);
  destroy_callbacks (&surface->due_callbacks);
  g_ptr_array_remove (wl->surfaces, surface);
  for (guint i = 0; i < wl->surfaces->len; i++) {
    PnWlSurface *other = wl->surfaces->pdata[i];

    if (other->parent == surface)
      other->parent = NULL;
  }
  /* A client that ends leaves in any order. */
  if (surface->xdg_surface != NULL)
    wl_resource_set_user_data (surface->xdg_surface, NULL);
  if (surface->toplevel != NULL)
    wl_resource_set_user_data (surface->toplevel, NULL);
  if (surface->popup != NULL)
    wl_resource_set_user_data (surface->popup, NULL);
  g_clear_pointer (&surface->input, g_array_unref);
  g_clear_pointer (&surface->pending_input, g_array_unref);
  g_free (surface->title);
  g_free (surface);
}

static void
create_surface_cb (struct wl_client *client, struct wl_resource *compositor, uint32_t id)
{
  PnWlSurface *surface = g_new0 (PnWlSurface, 1);

  surface->wl = wl_resource_get_user_data (compositor);
  surface->pending_scale = 1;
  surface->scale = 1;
  surface->buffer_destroyed.notify = buffer_destroyed_cb;
  wl_list_init (&surface->frame_callbacks);
  wl_list_init (&surface->due_callbacks);
  surface->resource =
      wl_resource_create (client, &wl_surface_interface, wl_resource_get_version (compositor), id);
  wl_resource_set_implementation (surface->resource, &surface_implementation, surface,
                                  surface_gone_cb);
  g_ptr_array_add (surface->wl->surfaces, surface);
}

static void
add_area (struct wl_resource *region, PnWlArea area)
{
  g_array_append_val ((GArray *)wl_resource_get_user_data (region), area);
}

static void
region_add_cb (struct wl_client *client,
               struct wl_resource *region,
               int32_t x,
               int32_t y,
               int32_t width,
               int32_t height)
{
  add_area (region, (PnWlArea){x, y, width, height, TRUE});
}

static void
region_subtract_cb (struct wl_client *client,
                    struct wl_resource *region,
                    int32_t x,
                    int32_t y,
                    int32_t width,
                    int32_t height)
{
  add_area (region, (PnWlArea){x, y, width, height, FALSE});
}

static const struct wl_region_interface region_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
    .add = region_add_cb,
    .subtract = region_subtract_cb,
};

static void
region_gone_cb (struct wl_resource *region)
{
  g_array_unref (wl_resource_get_user_data (region));
}

static void
create_region_cb (struct wl_client *client, struct wl_resource *compositor, uint32_t id)
{
  struct wl_resource *region = wl_resource_create (client, &wl_region_interface, 1, id);

  wl_resource_set_implementation (region, &region_implementation,
                                  g_array_new (FALSE, FALSE, sizeof (PnWlArea)), region_gone_cb);
}

static const struct wl_compositor_interface compositor_implementation = {
    .create_surface = create_surface_cb,
    .create_region = create_region_cb,
};

static void
bind_compositor_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  struct wl_resource *resource =
      wl_resource_create (client, &wl_compositor_interface, (int)version, id);

  wl_resource_set_implementation (resource, &compositor_implementation, data, NULL);
}

static gboolean
takes_input (const PnWlSurface *surface, double x, double y)
{
  gboolean inside = surface->input == NULL;

  if (x < 0 || y < 0 || x * surface->scale >= surface->width_px ||
      y * surface->scale >= surface->height_px)
    return FALSE;
  for (guint i = 0; surface->input != NULL && i < surface->input->len; i++) {
    const PnWlArea *area = &g_array_index (surface->input, PnWlArea, i);

    if (x >= area->x && y >= area->y && x < area->x + area->width && y < area->y + area->height)
      inside = area->is_added;
  }
  return inside;
}

void
pn_wl_surface_get_corner (const PnWlSurface *surface, int *x, int *y)
{
  *x = surface->x - surface->window.x;
  *y = surface->y - surface->window.y;
}

void
pn_wl_surface_place_inside (const PnWlSurface *surface, double *x, double *y)
{
  int corner_x, corner_y;

  pn_wl_surface_get_corner (surface, &corner_x, &corner_y);
  *x -= corner_x;
  *y -= corner_y;
}

PnWlSurface *
pn_wl_surface_at (PnWl *wl, double x, double y, double *inside_x, double *inside_y)
{
  for (guint i = wl->shown->len; i > 0; i--) {
    PnWlSurface *surface = wl->shown->pdata[i - 1];

    *inside_x = x;
    *inside_y = y;
    pn_wl_surface_place_inside (surface, inside_x, inside_y);
    if (takes_input (surface, *inside_x, *inside_y))
      return surface;
  }
  return NULL;
}

static void
send_output (PnWl *wl, struct wl_resource *output)
{
  wl_output_send_geometry (output, 0, 0, wl->width / 4, wl->height / 4, WL_OUTPUT_SUBPIXEL_UNKNOWN,
                           "Pantin", "in memory", WL_OUTPUT_TRANSFORM_NORMAL);
  wl_output_send_mode (output, WL_OUTPUT_MODE_CURRENT, (int)ceil (wl->width * wl->scale),
                       (int)ceil (wl->height * wl->scale), 60000);
  if (wl_resource_get_version (output) < 2)
    return;
  /* To those who know no fractions. */
  wl_output_send_scale (output, (int)ceil (wl->scale));
  wl_output_send_done (output);
}

static void
bind_output_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  PnWl *wl = data;
  struct wl_resource *output = wl_resource_create (client, &wl_output_interface, (int)version, id);

  wl_resource_set_implementation (output, NULL, wl, pn_wl_resource_unlink_cb);
  wl_list_insert (&wl->outputs, wl_resource_get_link (output));
  send_output (wl, output);
}

void
pn_wl_set_scale (PnWl *wl, double scale)
{
  struct wl_resource *output;

  wl->scale = scale;
  wl_resource_for_each (output, &wl->outputs)
    send_output (wl, output);
  for (guint i = 0; i < wl->surfaces->len; i++)
    pn_wl_scale_tell (wl->surfaces->pdata[i]);
}

void
pn_wl_surface_init_globals (PnWl *wl)
{
  wl_list_init (&wl->outputs);
  wl->frame_timer = wl_event_loop_add_timer (wl->loop, frame_cb, wl);
  wl_global_create (wl->display, &wl_compositor_interface, 4, wl, bind_compositor_cb);
  wl_global_create (wl->display, &wl_output_interface, 2, wl, bind_output_cb);
}
