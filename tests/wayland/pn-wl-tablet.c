/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A graphics tablet (tablet-unstable-v2) with a pen and its eraser, both with all axes, and a plain
 * pen with none. What one command says arrives as one frame of events, the axes before the tip, as a
 * compositor over libinput orders them. */

#include "pn-wl.h"

#include <linux/input-event-codes.h>

#include "tablet-unstable-v2-server.h"

#define MAX_AXIS 65535

typedef struct {
  const char *name;
  guint32 type, serial, hardware_id;
  gboolean has_axes;
} Kind;

static const Kind kinds[] = {
    {"pen", ZWP_TABLET_TOOL_V2_TYPE_PEN, 0x1001, 0x0802, TRUE},
    {"eraser", ZWP_TABLET_TOOL_V2_TYPE_ERASER, 0x1002, 0x080a, TRUE},
    {"plain", ZWP_TABLET_TOOL_V2_TYPE_PEN, 0x1003, 0x0812, FALSE},
};

typedef struct {
  struct wl_resource *resource;
  PnWlSurface *over;
  gboolean is_down;
  double x, y;
} Tool;

struct PnWlTablet {
  PnWl *wl;
  struct wl_resource *seat, *tablet;
  Tool tools[G_N_ELEMENTS (kinds)];
};

static void
set_cursor_cb (struct wl_client *client,
               struct wl_resource *tool,
               uint32_t serial,
               struct wl_resource *surface,
               int32_t hotspot_x,
               int32_t hotspot_y)
{
}

static const struct zwp_tablet_tool_v2_interface tool_implementation = {
    .set_cursor = set_cursor_cb,
    .destroy = pn_wl_resource_destroy_cb,
};

static const struct zwp_tablet_v2_interface tablet_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
};

static const struct zwp_tablet_seat_v2_interface seat_implementation = {
    .destroy = pn_wl_resource_destroy_cb,
};

static void
tool_gone_cb (struct wl_resource *resource)
{
  ((Tool *)wl_resource_get_user_data (resource))->resource = NULL;
}

static void
add_tool (PnWlTablet *self, guint index)
{
  static const guint32 axes[] = {
      ZWP_TABLET_TOOL_V2_CAPABILITY_TILT,     ZWP_TABLET_TOOL_V2_CAPABILITY_PRESSURE,
      ZWP_TABLET_TOOL_V2_CAPABILITY_DISTANCE, ZWP_TABLET_TOOL_V2_CAPABILITY_ROTATION,
      ZWP_TABLET_TOOL_V2_CAPABILITY_SLIDER,
  };
  const Kind *kind = &kinds[index];
  struct wl_resource *tool =
      wl_resource_create (wl_resource_get_client (self->seat), &zwp_tablet_tool_v2_interface, 1, 0);

  self->tools[index].resource = tool;
  wl_resource_set_implementation (tool, &tool_implementation, &self->tools[index], tool_gone_cb);
  zwp_tablet_seat_v2_send_tool_added (self->seat, tool);
  zwp_tablet_tool_v2_send_type (tool, kind->type);
  zwp_tablet_tool_v2_send_hardware_serial (tool, 0, kind->serial);
  zwp_tablet_tool_v2_send_hardware_id_wacom (tool, 0, kind->hardware_id);
  for (guint i = 0; kind->has_axes && i < G_N_ELEMENTS (axes); i++)
    zwp_tablet_tool_v2_send_capability (tool, axes[i]);
  zwp_tablet_tool_v2_send_done (tool);
}

static void
add_tablet (PnWlTablet *self)
{
  self->tablet =
      wl_resource_create (wl_resource_get_client (self->seat), &zwp_tablet_v2_interface, 1, 0);
  wl_resource_set_implementation (self->tablet, &tablet_implementation, self, NULL);
  zwp_tablet_seat_v2_send_tablet_added (self->seat, self->tablet);
  zwp_tablet_v2_send_name (self->tablet, "Tablet in memory");
  zwp_tablet_v2_send_id (self->tablet, 0x056a, 0x0001);
  zwp_tablet_v2_send_path (self->tablet, "/dev/input/event99");
  zwp_tablet_v2_send_done (self->tablet);
}

static void
seat_gone_cb (struct wl_resource *resource)
{
  PnWlTablet *self = wl_resource_get_user_data (resource);

  if (self->seat == resource)
    self->seat = NULL;
}

static void
get_seat_cb (struct wl_client *client,
             struct wl_resource *manager,
             uint32_t id,
             struct wl_resource *wl_seat)
{
  PnWlTablet *self = wl_resource_get_user_data (manager);
  struct wl_resource *seat = wl_resource_create (client, &zwp_tablet_seat_v2_interface, 1, id);

  wl_resource_set_implementation (seat, &seat_implementation, self, seat_gone_cb);
  if (self->seat != NULL)
    return;
  self->seat = seat;
  add_tablet (self);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    add_tool (self, i);
}

static const struct zwp_tablet_manager_v2_interface manager_implementation = {
    .get_tablet_seat = get_seat_cb,
    .destroy = pn_wl_resource_destroy_cb,
};

static void
bind_manager_cb (struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
  struct wl_resource *manager =
      wl_resource_create (client, &zwp_tablet_manager_v2_interface, (int)version, id);

  wl_resource_set_implementation (manager, &manager_implementation, data, NULL);
}

void
pn_wl_tablet_init_globals (PnWl *wl)
{
  wl->tablet = g_new0 (PnWlTablet, 1);
  wl->tablet->wl = wl;
  wl_global_create (wl->display, &zwp_tablet_manager_v2_interface, 1, wl->tablet, bind_manager_cb);
}

void
pn_wl_tablet_clear (PnWl *wl)
{
  g_clear_pointer (&wl->tablet, g_free);
}

void
pn_wl_tablet_forget (PnWl *wl, PnWlSurface *surface)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    Tool *tool = &wl->tablet->tools[i];

    if (tool->over != surface)
      continue;
    tool->over = NULL;
    tool->is_down = FALSE;
  }
}

gboolean
pn_wl_tablet_get_place (PnWl *wl, double *x, double *y)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    const Tool *tool = &wl->tablet->tools[i];

    if (tool->over == NULL)
      continue;
    *x = tool->x;
    *y = tool->y;
    return TRUE;
  }
  return FALSE;
}

static void
end_frame (Tool *tool)
{
  zwp_tablet_tool_v2_send_frame (tool->resource, pn_wl_now_ms ());
}

static void
leave (Tool *tool)
{
  if (tool->over == NULL)
    return;
  zwp_tablet_tool_v2_send_proximity_out (tool->resource);
  end_frame (tool);
  tool->over = NULL;
}

/* Over what it is now; a tip that is down keeps its surface. */
static const char *
move (PnWlTablet *self, Tool *tool, double x, double y)
{
  PnWl *wl = self->wl;

  tool->x = x;
  tool->y = y;
  if (tool->is_down && tool->over != NULL) {
    pn_wl_surface_place_inside (tool->over, &x, &y);
  } else {
    PnWlSurface *surface = pn_wl_surface_at (wl, x, y, &x, &y);

    if (surface != tool->over)
      leave (tool);
    if (surface == NULL)
      return "there is no window under it";
    if (tool->over == NULL)
      zwp_tablet_tool_v2_send_proximity_in (tool->resource, wl_display_next_serial (wl->display),
                                            self->tablet, surface->resource);
    tool->over = surface;
  }
  zwp_tablet_tool_v2_send_motion (tool->resource, wl_fixed_from_double (x),
                                  wl_fixed_from_double (y));
  return NULL;
}

/* The words from `at` on: numbers that follow an axis's name. */
static gboolean
read_numbers (char **words, guint count, double *numbers)
{
  for (guint i = 0; i < count; i++) {
    char *end;

    if (words[i] == NULL)
      return FALSE;
    numbers[i] = g_ascii_strtod (words[i], &end);
    if (*end != '\0' || end == words[i])
      return FALSE;
  }
  return TRUE;
}

/* How many numbers an axis has; 0 for a word that is none. */
static guint
n_numbers_of (const char *axis)
{
  if (g_str_equal (axis, "tilt"))
    return 2;
  return g_str_equal (axis, "pressure") || g_str_equal (axis, "distance") ||
         g_str_equal (axis, "rotation") || g_str_equal (axis, "slider");
}

static void
send_axis (Tool *tool, const char *axis, const double *numbers)
{
  struct wl_resource *resource = tool->resource;

  if (g_str_equal (axis, "tilt"))
    zwp_tablet_tool_v2_send_tilt (resource, wl_fixed_from_double (numbers[0]),
                                  wl_fixed_from_double (numbers[1]));
  else if (g_str_equal (axis, "pressure"))
    zwp_tablet_tool_v2_send_pressure (resource, (uint32_t)(numbers[0] * MAX_AXIS + 0.5));
  else if (g_str_equal (axis, "distance"))
    zwp_tablet_tool_v2_send_distance (resource, (uint32_t)(numbers[0] * MAX_AXIS + 0.5));
  else if (g_str_equal (axis, "rotation"))
    zwp_tablet_tool_v2_send_rotation (resource, wl_fixed_from_double (numbers[0]));
  else
    zwp_tablet_tool_v2_send_slider (resource, (int32_t)(numbers[0] * MAX_AXIS));
}

static const char *
check_axes (char **words)
{
  while (*words != NULL) {
    guint count = n_numbers_of (*words);
    double numbers[2];

    if (count == 0)
      return "an axis is pressure, distance, tilt, rotation or slider";
    if (!read_numbers (words + 1, count, numbers))
      return "a number is missing after the axis";
    words += 1 + count;
  }
  return NULL;
}

static void
send_axes (Tool *tool, char **words)
{
  while (*words != NULL) {
    guint count = n_numbers_of (*words);
    double numbers[2];

    read_numbers (words + 1, count, numbers);
    send_axis (tool, *words, numbers);
    words += 1 + count;
  }
}

static const char *
tip (PnWlTablet *self, Tool *tool, gboolean is_down, char **axes)
{
  const char *fault = check_axes (axes);

  if (fault != NULL)
    return fault;
  if (is_down == tool->is_down)
    return is_down ? "its tip is down already" : "its tip is not down";
  send_axes (tool, axes);
  tool->is_down = is_down;
  if (is_down)
    zwp_tablet_tool_v2_send_down (tool->resource, wl_display_next_serial (self->wl->display));
  else
    zwp_tablet_tool_v2_send_up (tool->resource);
  end_frame (tool);
  return NULL;
}

static const char *
button (PnWlTablet *self, Tool *tool, char **words)
{
  static const guint32 buttons[] = {BTN_STYLUS, BTN_STYLUS2, BTN_STYLUS3};
  double number;
  gboolean is_down;

  if (!read_numbers (words, 1, &number) || number < 1 || number > G_N_ELEMENTS (buttons) ||
      words[1] == NULL)
    return "a button is 1, 2 or 3, then down or up";
  is_down = g_str_equal (words[1], "down");
  zwp_tablet_tool_v2_send_button (
      tool->resource, wl_display_next_serial (self->wl->display), buttons[(guint)number - 1],
      is_down ? ZWP_TABLET_TOOL_V2_BUTTON_STATE_PRESSED : ZWP_TABLET_TOOL_V2_BUTTON_STATE_RELEASED);
  end_frame (tool);
  return NULL;
}

static Tool *
find_tool (PnWlTablet *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      return &self->tools[i];
  return NULL;
}

static const char *
move_command (PnWlTablet *self, Tool *tool, char **words)
{
  double place[2];
  const char *fault;

  if (!read_numbers (words, 2, place))
    return "a place is two numbers";
  fault = check_axes (words + 2);
  if (fault == NULL)
    fault = move (self, tool, place[0], place[1]);
  if (fault != NULL)
    return fault;
  send_axes (tool, words + 2);
  end_frame (tool);
  return NULL;
}

const char *
pn_wl_tablet_command (PnWl *wl, char **words)
{
  PnWlTablet *self = wl->tablet;
  Tool *tool;
  const char *verb;

  if (words[0] == NULL || words[1] == NULL)
    return "a tool (pen, eraser or plain) and what it does are wanted";
  tool = find_tool (self, words[0]);
  verb = words[1];
  if (tool == NULL)
    return "the tools are pen, eraser and plain";
  if (tool->resource == NULL)
    return "the program did not ask for a tablet";
  if (g_str_equal (verb, "move"))
    return move_command (self, tool, words + 2);
  if (tool->over == NULL)
    return "it is not near: move it first";
  if (g_str_equal (verb, "down"))
    return tip (self, tool, TRUE, words + 2);
  if (g_str_equal (verb, "up"))
    return tip (self, tool, FALSE, words + 2);
  if (g_str_equal (verb, "button"))
    return button (self, tool, words + 2);
  if (g_str_equal (verb, "out")) {
    leave (tool);
    return NULL;
  }
  return "a tool can move, down, up, button and out";
}
