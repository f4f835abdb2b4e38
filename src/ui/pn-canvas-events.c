/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK's events as samples. One controller sees all of them, in their order, whichever device they
 * are of; samples of a pen between two frames are in the history of the event that came of them
 * (what GtkGestureStylus calls its backlog). */

#include <math.h>

#include "pn-canvas-private.h"
#include "pn-trace.h"

/* Clicks of a wheel for twice the zoom; px of a touchpad for the same. */
#define ZOOM_CLICKS 4.0
#define ZOOM_SCROLL_PX 160.0
/* View px that a click of a wheel moves the view by. */
#define PAN_CLICK_PX 48.0

/* --- What an event says. */

static PnPointerDevice
get_device (GdkEvent *event)
{
  GdkDeviceTool *tool = gdk_event_get_device_tool (event);
  GdkDevice *device = gdk_event_get_device (event);

  if (tool != NULL)
    switch (gdk_device_tool_get_tool_type (tool)) {
    case GDK_DEVICE_TOOL_TYPE_ERASER:
      return PN_DEVICE_ERASER;
    case GDK_DEVICE_TOOL_TYPE_MOUSE:
    case GDK_DEVICE_TOOL_TYPE_LENS:
      return PN_DEVICE_MOUSE;
    case GDK_DEVICE_TOOL_TYPE_PEN:
    case GDK_DEVICE_TOOL_TYPE_BRUSH:
    case GDK_DEVICE_TOOL_TYPE_PENCIL:
    case GDK_DEVICE_TOOL_TYPE_AIRBRUSH:
    case GDK_DEVICE_TOOL_TYPE_UNKNOWN:
    default:
      return PN_DEVICE_PEN;
    }
  if (device != NULL && gdk_device_get_source (device) == GDK_SOURCE_PEN)
    return PN_DEVICE_PEN;
  return PN_DEVICE_MOUSE;
}

guint
pn_canvas_modifiers (GdkModifierType state)
{
  guint modifiers = 0;

  if (state & GDK_SHIFT_MASK)
    modifiers |= PN_MODIFIER_SHIFT;
  if (state & GDK_CONTROL_MASK)
    modifiers |= PN_MODIFIER_CTRL;
  if (state & GDK_ALT_MASK)
    modifiers |= PN_MODIFIER_ALT;
  return modifiers;
}

/* From the surface, which may begin outside of the window, to the canvas. */
static PnVec2
place_in_canvas (PnCanvas *self, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  double surface_x, surface_y, place_x, place_y;

  gtk_native_get_surface_transform (native, &surface_x, &surface_y);
  gtk_widget_translate_coordinates (GTK_WIDGET (native), GTK_WIDGET (self), x - surface_x,
                                    y - surface_y, &place_x, &place_y);
  return pn_vec2 (place_x, place_y);
}

static PnVec2
get_place (PnCanvas *self, GdkEvent *event)
{
  double x, y;

  return gdk_event_get_position (event, &x, &y) ? place_in_canvas (self, x, y)
                                                : self->input.pointer;
}

/* Of a tool that has it. GTK 4.8 reads the axes of an event that has none, as a mouse's button is, and
 * the motions that it makes up when what is under the pointer moves. */
static gboolean
get_axis (GdkEvent *event, GdkAxisUse use, double *value)
{
  GdkDeviceTool *tool = gdk_event_get_device_tool (event);
  double *axes = NULL;
  guint n_axes = 0;

  return tool != NULL && (gdk_device_tool_get_axes (tool) & (1 << use)) &&
         gdk_event_get_axes (event, &axes, &n_axes) && axes != NULL &&
         gdk_event_get_axis (event, use, value);
}

static PnCanvasSample
make_sample (PnCanvas *self, GdkEvent *event, PnPointerKind kind, PnPointerDevice device)
{
  PnCanvasSample sample = {
      .kind = kind,
      .device = device,
      .place = get_place (self, event),
      .buttons = device != PN_DEVICE_MOUSE ? self->input.held_buttons : 0,
      .modifiers = pn_canvas_modifiers (gdk_event_get_modifier_state (event)),
      .time_us = (gint64)gdk_event_get_time (event) * 1000,
  };

  if (get_axis (event, GDK_AXIS_PRESSURE, &sample.pressure))
    sample.axes |= PN_AXIS_PRESSURE;
  if (get_axis (event, GDK_AXIS_XTILT, &sample.tilt.x) &&
      get_axis (event, GDK_AXIS_YTILT, &sample.tilt.y))
    sample.axes |= PN_AXIS_TILT;
  return sample;
}

/* What came before a motion since the last frame: the same in all that it does not say. */
static void
send_history (PnCanvas *self, GdkEvent *event, const PnCanvasSample *latest)
{
  guint n_coords = 0;
  g_autofree GdkTimeCoord *coords = gdk_event_get_history (event, &n_coords);

  for (guint i = 0; i < n_coords; i++) {
    const GdkTimeCoord *coord = &coords[i];
    PnCanvasSample sample = *latest;

    sample.place = place_in_canvas (self, coord->axes[GDK_AXIS_X], coord->axes[GDK_AXIS_Y]);
    sample.time_us = (gint64)coord->time * 1000;
    if ((latest->axes & PN_AXIS_PRESSURE) && (coord->flags & GDK_AXIS_FLAG_PRESSURE))
      sample.pressure = coord->axes[GDK_AXIS_PRESSURE];
    if ((latest->axes & PN_AXIS_TILT) && (coord->flags & GDK_AXIS_FLAG_XTILT))
      sample.tilt = pn_vec2 (coord->axes[GDK_AXIS_XTILT], coord->axes[GDK_AXIS_YTILT]);
    pn_canvas_sample (self, &sample);
  }
}

/* --- Kinds of events. */

/* GDK's number of a pen's first button; the other is the second one's. X counts them, and so does
 * Wayland since GTK 4.12; before, the first was the one that would be a mouse's right button. */
static guint
first_barrel (GdkEvent *event)
{
  GdkDisplay *display = gdk_event_get_display (event);
  gboolean is_x = g_str_has_prefix (G_OBJECT_TYPE_NAME (display), "GdkX11");

  return is_x || gtk_check_version (4, 12, 0) == NULL ? GDK_BUTTON_MIDDLE : GDK_BUTTON_SECONDARY;
}

static void
pen_button (PnCanvas *self, GdkEvent *event, PnPointerKind kind, PnPointerDevice device)
{
  guint button = gdk_button_event_get_button (event);
  PnCanvasSample sample = make_sample (self, event, kind, device);

  if (button == GDK_BUTTON_PRIMARY) {
    pn_canvas_sample (self, &sample);
  } else if (button == first_barrel (event)) {
    if (kind == PN_POINTER_PRESS)
      self->input.held_buttons |= PN_BUTTON_BARREL;
    else
      self->input.held_buttons &= ~(guint)PN_BUTTON_BARREL;
    sample.buttons = self->input.held_buttons;
    sample.kind = PN_POINTER_MOTION;
    pn_canvas_sample (self, &sample);
  } else if ((button == GDK_BUTTON_MIDDLE || button == GDK_BUTTON_SECONDARY) &&
             kind == PN_POINTER_PRESS) {
    pn_canvas_show_menu (self, sample.place);
  }
}

static void
mouse_button (PnCanvas *self, GdkEvent *event, PnPointerKind kind)
{
  guint button = gdk_button_event_get_button (event);
  PnCanvasSample sample = make_sample (self, event, kind, PN_DEVICE_MOUSE);

  if (button == GDK_BUTTON_PRIMARY)
    pn_canvas_sample (self, &sample);
  else if (button == GDK_BUTTON_MIDDLE)
    pn_canvas_pan_button (self, kind, sample.place);
  else if (button == GDK_BUTTON_SECONDARY && kind == PN_POINTER_PRESS)
    pn_canvas_show_menu (self, sample.place);
}

static void
button (PnCanvas *self, GdkEvent *event, PnPointerKind kind)
{
  PnPointerDevice device = get_device (event);

  if (device == PN_DEVICE_MOUSE)
    mouse_button (self, event, kind);
  else
    pen_button (self, event, kind, device);
}

static void
motion (PnCanvas *self, GdkEvent *event)
{
  PnCanvasSample sample = make_sample (self, event, PN_POINTER_MOTION, get_device (event));

  if (self->input.has_pan_button) {
    pn_canvas_pan_button (self, PN_POINTER_MOTION, sample.place);
    return;
  }
  send_history (self, event, &sample);
  pn_canvas_sample (self, &sample);
}

static void
proximity (PnCanvas *self, GdkEvent *event, PnPointerKind kind)
{
  PnCanvasSample sample = make_sample (self, event, kind, get_device (event));

  self->input.held_buttons = 0;
  sample.buttons = 0;
  pn_canvas_sample (self, &sample);
}

static void
touch (PnCanvas *self, GdkEvent *event, PnPointerKind kind)
{
  PnCanvasSample sample = make_sample (self, event, kind, PN_DEVICE_TOUCH);

  pn_canvas_touch (self, gdk_event_get_event_sequence (event), &sample);
}

/* --- Scrolling. */

static gboolean
is_touchpad (GdkEvent *event)
{
  GdkDevice *device = gdk_event_get_device (event);

  return gdk_scroll_event_get_unit (event) == GDK_SCROLL_UNIT_SURFACE ||
         (device != NULL && gdk_device_get_source (device) == GDK_SOURCE_TOUCHPAD);
}

/* In clicks of a wheel, or in px of a touchpad. */
static PnVec2
get_scroll (GdkEvent *event)
{
  PnVec2 delta = {0, 0};

  switch (gdk_scroll_event_get_direction (event)) {
  case GDK_SCROLL_UP:
    return pn_vec2 (0, -1);
  case GDK_SCROLL_DOWN:
    return pn_vec2 (0, 1);
  case GDK_SCROLL_LEFT:
    return pn_vec2 (-1, 0);
  case GDK_SCROLL_RIGHT:
    return pn_vec2 (1, 0);
  case GDK_SCROLL_SMOOTH:
  default:
    gdk_scroll_event_get_deltas (event, &delta.x, &delta.y);
    return delta;
  }
}

/* A wheel zooms, and with Shift moves sideways; two fingers on a touchpad move, and with Ctrl
 * zoom. */
static void
scroll (PnCanvas *self, GdkEvent *event)
{
  PnView *view = pn_editor_get_view (self->editor);
  PnVec2 delta = get_scroll (event), place = get_place (self, event);
  guint modifiers = pn_canvas_modifiers (gdk_event_get_modifier_state (event));
  gboolean is_px = gdk_scroll_event_get_unit (event) == GDK_SCROLL_UNIT_SURFACE;
  gboolean zooms = (modifiers & PN_MODIFIER_CTRL) ||
                   (!is_touchpad (event) && !(modifiers & PN_MODIFIER_SHIFT) && fabs (delta.y) > 0);

  if (!isfinite (delta.x) || !isfinite (delta.y))
    return;
  if (zooms) {
    pn_view_zoom_at (view, exp2 (-delta.y / (is_px ? ZOOM_SCROLL_PX : ZOOM_CLICKS)), place);
    return;
  }
  if ((modifiers & PN_MODIFIER_SHIFT) && !(fabs (delta.x) > 0))
    delta = pn_vec2 (delta.y, 0);
  pn_view_pan_by (view, pn_vec2_scale (delta, is_px ? -1 : -PAN_CLICK_PX));
}

static void
touchpad_pinch (PnCanvas *self, GdkEvent *event)
{
  PnView *view = pn_editor_get_view (self->editor);
  GdkTouchpadGesturePhase phase = gdk_touchpad_event_get_gesture_phase (event);
  double scale = gdk_touchpad_event_get_pinch_scale (event), dx, dy;

  if (phase == GDK_TOUCHPAD_GESTURE_PHASE_BEGIN)
    self->input.pinch_scale = 1;
  if (phase != GDK_TOUCHPAD_GESTURE_PHASE_UPDATE || !(scale > 0) || !(self->input.pinch_scale > 0))
    return;
  gdk_touchpad_event_get_deltas (event, &dx, &dy);
  pn_view_pan_by (view, pn_vec2 (dx, dy));
  pn_view_zoom_at (view, scale / self->input.pinch_scale, get_place (self, event));
  self->input.pinch_scale = scale;
}

/* --- The controller. */

static gboolean
handle (PnCanvas *self, GdkEvent *event)
{
  switch ((guint)gdk_event_get_event_type (event)) {
  case GDK_BUTTON_PRESS:
    button (self, event, PN_POINTER_PRESS);
    return TRUE;
  case GDK_BUTTON_RELEASE:
    button (self, event, PN_POINTER_RELEASE);
    return TRUE;
  case GDK_MOTION_NOTIFY:
    motion (self, event);
    return TRUE;
  case GDK_TOUCH_BEGIN:
    touch (self, event, PN_POINTER_PRESS);
    return TRUE;
  case GDK_TOUCH_UPDATE:
    touch (self, event, PN_POINTER_MOTION);
    return TRUE;
  case GDK_TOUCH_END:
    touch (self, event, PN_POINTER_RELEASE);
    return TRUE;
  case GDK_TOUCH_CANCEL:
    touch (self, event, PN_POINTER_CANCEL);
    return TRUE;
  case GDK_PROXIMITY_IN:
    proximity (self, event, PN_POINTER_HOVER);
    return TRUE;
  case GDK_PROXIMITY_OUT:
    proximity (self, event, PN_POINTER_LEAVE);
    return TRUE;
  case GDK_SCROLL:
    scroll (self, event);
    return TRUE;
  case GDK_TOUCHPAD_PINCH:
    touchpad_pinch (self, event);
    return TRUE;
  case GDK_GRAB_BROKEN:
    pn_canvas_input_cancel (self);
    return FALSE;
  default:
    return FALSE;
  }
}

static gboolean
event_cb (GtkEventController *controller, GdkEvent *event, PnCanvas *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));

  /* What happens in a popover of the canvas is nothing on it. */
  if (native == NULL || gdk_event_get_surface (event) != gtk_native_get_surface (native))
    return FALSE;
  uint64_t span = pn_trace_begin ();
  gboolean is_handled = handle (self, event);

  pn_trace_end ("ui.event", span);
  return is_handled;
}

/* A crossing is no event, and does not say whose it is: it is that of the device that was here last.
 * For a pen it is the only word of its leaving that GTK 4.8 has. */
static void
leave_cb (PnCanvas *self)
{
  PnCanvasSample sample = {.kind = PN_POINTER_LEAVE,
                           .device = self->input.device,
                           .place = self->input.pointer,
                           .time_us = self->input.time_us + g_get_monotonic_time () -
                                      self->input.heard_us};

  pn_canvas_sample (self, &sample);
}

void
pn_canvas_events_init (PnCanvas *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();
  GtkEventController *crossings = gtk_event_controller_motion_new ();

  g_signal_connect (events, "event", G_CALLBACK (event_cb), self);
  g_signal_connect_swapped (crossings, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  gtk_widget_add_controller (GTK_WIDGET (self), crossings);
}
