/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who gets what a pointer does: the tool, or the view that is moved. Every report goes through the
 * same filter first, so that what never touched the canvas moves neither. The middle button of a
 * mouse and two fingers move the view whatever the tool is. */

#include <math.h>

#include "pn-canvas-private.h"
#include "pn-refresh.h"
#include "pn-settings.h"
#include "pn-trace.h"

/* View px of a sideways drag for twice the zoom. */
#define ZOOM_DRAG_PX 120.0
/* What a click of the zoom tool does. */
#define ZOOM_CLICK 2.0

static PnView *
get_view (PnCanvas *self)
{
  return pn_editor_get_view (self->editor);
}

/* --- The cursor. */

static const char *
choose_cursor (PnCanvas *self)
{
  const PnCanvasInput *input = &self->input;
  PnTool *tool = pn_editor_get_tool (self->editor);
  PnViewTool in_hand = pn_view_get_tool (get_view (self));

  if (input->mode == PN_CANVAS_PAN || input->has_pan_button)
    return "grabbing";
  if (pn_editor_is_hand_held (self->editor) || in_hand == PN_VIEW_TOOL_HAND)
    return "grab";
  if (in_hand == PN_VIEW_TOOL_ZOOM)
    return input->modifiers & PN_MODIFIER_ALT ? "zoom-out" : "zoom-in";
  if (pn_tool_get_hover (tool) != 0)
    return pn_tool_is_busy (tool) ? "grabbing" : "grab";
  return in_hand == PN_VIEW_TOOL_PUPPET ? "crosshair" : "default";
}

void
pn_canvas_update_cursor (PnCanvas *self)
{
  pn_refresh_cursor (GTK_WIDGET (self), choose_cursor (self));
}

/* --- Moving the view. */

static void
begin_view (PnCanvas *self, PnVec2 place)
{
  self->input.pressed = self->input.last = place;
  self->input.has_moved = FALSE;
}

static void
pan_to (PnCanvas *self, PnVec2 place)
{
  PnVec2 delta = pn_vec2_sub (place, self->input.last);

  self->input.last = place;
  if (fabs (delta.x) > 0 || fabs (delta.y) > 0)
    pn_view_pan_by (get_view (self), delta);
}

static void
zoom_to (PnCanvas *self, PnVec2 place)
{
  PnCanvasInput *input = &self->input;
  double delta = place.x - input->last.x;

  if (!input->has_moved &&
      hypot (place.x - input->pressed.x, place.y - input->pressed.y) <= PN_TOOL_SLOP)
    return;
  input->has_moved = TRUE;
  input->last = place;
  if (fabs (delta) > 0)
    pn_view_zoom_at (get_view (self), exp2 (delta / ZOOM_DRAG_PX), input->pressed);
}

static void
zoom_click (PnCanvas *self, guint modifiers)
{
  if (!self->input.has_moved)
    pn_view_zoom_at (get_view (self), modifiers & PN_MODIFIER_ALT ? 1 / ZOOM_CLICK : ZOOM_CLICK,
                     self->input.pressed);
}

/* --- Events that came through the filter. */

static PnCanvasMode
choose_mode (PnCanvas *self)
{
  if (self->input.has_pan_button || self->input.is_pinching)
    return PN_CANVAS_IGNORED;
  if (pn_editor_is_hand_held (self->editor) ||
      pn_view_get_tool (get_view (self)) == PN_VIEW_TOOL_HAND)
    return PN_CANVAS_PAN;
  if (pn_view_get_tool (get_view (self)) == PN_VIEW_TOOL_ZOOM)
    return PN_CANVAS_ZOOM;
  return PN_CANVAS_TOOL;
}

static void
press (PnCanvas *self, const PnPointerEvent *event, PnVec2 place)
{
  PnCanvasInput *input = &self->input;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  input->mode = choose_mode (self);
  begin_view (self, place);
  if (input->mode == PN_CANVAS_PAN)
    pn_editor_use_hand (self->editor);
  if (input->mode == PN_CANVAS_TOOL)
    pn_tool_event (pn_editor_get_tool (self->editor), event);
}

static void
motion (PnCanvas *self, const PnPointerEvent *event, PnVec2 place)
{
  switch (self->input.mode) {
  case PN_CANVAS_TOOL:
    pn_tool_event (pn_editor_get_tool (self->editor), event);
    break;
  case PN_CANVAS_PAN:
    pan_to (self, place);
    break;
  case PN_CANVAS_ZOOM:
    zoom_to (self, place);
    break;
  case PN_CANVAS_IDLE:
  case PN_CANVAS_IGNORED:
  default:
    break;
  }
}

/* A release, or a cancel, which leaves the view where it is. */
static void
end (PnCanvas *self, const PnPointerEvent *event)
{
  PnCanvasMode mode = self->input.mode;

  self->input.mode = PN_CANVAS_IDLE;
  if (mode == PN_CANVAS_TOOL)
    pn_tool_event (pn_editor_get_tool (self->editor), event);
  else if (mode == PN_CANVAS_ZOOM && event->kind == PN_POINTER_RELEASE)
    zoom_click (self, event->modifiers);
  pn_canvas_keys_end_amount (self);
  pn_editor_touch (self->editor, PN_EDITOR_TOOL);
}

/* What a press would take is nothing of the document while the view is what moves. */
static void
hover (PnCanvas *self, const PnPointerEvent *event)
{
  PnPointerEvent heard = *event;

  if (choose_mode (self) != PN_CANVAS_TOOL)
    heard.kind = PN_POINTER_LEAVE;
  pn_tool_event (pn_editor_get_tool (self->editor), &heard);
}

static void
handle (PnCanvas *self, const PnPointerEvent *event, PnVec2 place)
{
  switch (event->kind) {
  case PN_POINTER_PRESS:
    press (self, event, place);
    break;
  case PN_POINTER_MOTION:
    motion (self, event, place);
    break;
  case PN_POINTER_RELEASE:
  case PN_POINTER_CANCEL:
    end (self, event);
    break;
  case PN_POINTER_HOVER:
  case PN_POINTER_LEAVE:
  default:
    hover (self, event);
  }
}

static PnPointerEvent
make_event (PnCanvas *self, const PnCanvasSample *sample)
{
  PnAffine doc_from_view = pn_view_doc_from_view (get_view (self));

  return (PnPointerEvent){
      .kind = sample->kind,
      .device = sample->device,
      .position_doc = pn_affine_apply (&doc_from_view, sample->place),
      .doc_per_view = 1 / pn_view_get_zoom (get_view (self)),
      .axes = sample->axes,
      .pressure = sample->pressure,
      .tilt = sample->tilt,
      .buttons = sample->buttons,
      .modifiers = sample->modifiers,
      .time_us = sample->time_us,
  };
}

void
pn_canvas_sample (PnCanvas *self, const PnCanvasSample *sample)
{
  PnCanvasInput *input = &self->input;
  PnPointerEvent reported = make_event (self, sample), events[PN_POINTER_FILTER_OUT];
  uint64_t span = pn_trace_begin ();

  if (self->listener != NULL)
    self->listener (self->listener_data, sample);
  input->modifiers = sample->modifiers;
  input->pointer = sample->place;
  input->device = sample->device;
  input->time_us = sample->time_us;
  input->heard_us = g_get_monotonic_time ();
  guint n_events = pn_pointer_filter (&input->filter, &reported, events);
  if (input->filter.is_down)
    pn_canvas_picture_note_event (self->picture, span);
  for (guint i = 0; i < n_events; i++)
    handle (self, &events[i], sample->place);
  pn_canvas_update_cursor (self);
  pn_trace_end ("ui.pointer", span);
}

void
pn_canvas_set_listener (PnCanvas *self, PnCanvasListener listener, gpointer data)
{
  self->listener = listener;
  self->listener_data = data;
}

/* --- What moves the view besides. */

void
pn_canvas_pan_button (PnCanvas *self, PnPointerKind kind, PnVec2 place)
{
  PnCanvasInput *input = &self->input;

  if (kind == PN_POINTER_PRESS && input->mode == PN_CANVAS_IDLE) {
    input->has_pan_button = TRUE;
    begin_view (self, place);
  } else if (kind == PN_POINTER_MOTION && input->has_pan_button) {
    pan_to (self, place);
  } else if (kind == PN_POINTER_RELEASE) {
    input->has_pan_button = FALSE;
    pn_editor_touch (self->editor, PN_EDITOR_TOOL);
  }
  pn_canvas_update_cursor (self);
}

/* Two fingers hold two points of the document, as well as zoom and place can do it. */
static void
pinch (PnCanvas *self, const PnCanvasFinger *finger, PnVec2 place)
{
  const PnCanvasFinger *other = &self->input.fingers[finger == &self->input.fingers[0]];
  PnVec2 before = pn_vec2_mix (finger->place, other->place, 0.5);
  PnVec2 after = pn_vec2_mix (place, other->place, 0.5);
  double span_before = hypot (finger->place.x - other->place.x, finger->place.y - other->place.y);
  double span_after = hypot (place.x - other->place.x, place.y - other->place.y);

  pn_view_pan_by (get_view (self), pn_vec2_sub (after, before));
  if (span_before > 1 && span_after > 1)
    pn_view_zoom_at (get_view (self), span_after / span_before, after);
}

/* Whether a touch that begins now is a hand that holds a pen. */
static gboolean
is_palm (PnCanvas *self, const PnCanvasSample *sample)
{
  PnPointerFilter probe = self->input.filter;
  PnPointerEvent reported = make_event (self, sample), events[PN_POINTER_FILTER_OUT];

  probe.is_down = FALSE;
  return pn_pointer_filter (&probe, &reported, events) == 0;
}

static PnCanvasFinger *
find_finger (PnCanvas *self, const GdkEventSequence *sequence)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->input.fingers); i++)
    if (self->input.fingers[i].sequence == sequence)
      return &self->input.fingers[i];
  return NULL;
}

static void
touch_down (PnCanvas *self, GdkEventSequence *sequence, const PnCanvasSample *sample)
{
  PnCanvasInput *input = &self->input;
  PnCanvasFinger *finger = find_finger (self, NULL);
  gboolean is_first = input->fingers[0].sequence == NULL && input->fingers[1].sequence == NULL;

  if (finger == NULL)
    return;
  if (is_first) {
    pn_canvas_sample (self, sample);
  } else {
    /* What the first one began was the beginning of this. */
    PnCanvasSample cancel = *sample;

    if (is_palm (self, sample))
      return;
    cancel.kind = PN_POINTER_CANCEL;
    pn_canvas_sample (self, &cancel);
    input->is_pinching = TRUE;
  }
  *finger = (PnCanvasFinger){sequence, sample->place};
}

void
pn_canvas_touch (PnCanvas *self, GdkEventSequence *sequence, const PnCanvasSample *sample)
{
  PnCanvasInput *input = &self->input;
  PnCanvasFinger *finger = find_finger (self, sequence);

  if (sample->kind == PN_POINTER_PRESS) {
    touch_down (self, sequence, sample);
    return;
  }
  if (finger == NULL)
    return;
  if (!input->is_pinching)
    pn_canvas_sample (self, sample);
  else if (sample->kind == PN_POINTER_MOTION && find_finger (self, NULL) == NULL)
    pinch (self, finger, sample->place);
  finger->place = sample->place;
  if (sample->kind != PN_POINTER_MOTION)
    finger->sequence = NULL;
  /* The finger that stays begins nothing. */
  if (input->fingers[0].sequence == NULL && input->fingers[1].sequence == NULL)
    input->is_pinching = FALSE;
}

/* --- Life. */

void
pn_canvas_input_cancel (PnCanvas *self)
{
  PnCanvasInput *input = &self->input;
  PnCanvasSample sample = {
      .kind = PN_POINTER_CANCEL, .device = input->filter.device, .place = input->pointer};

  if (input->filter.is_down)
    pn_canvas_sample (self, &sample);
  input->has_pan_button = input->is_pinching = FALSE;
  input->fingers[0].sequence = input->fingers[1].sequence = NULL;
}

void
pn_canvas_input_clear (PnCanvas *self)
{
  if (self->input.amount != NULL)
    g_string_free (g_steal_pointer (&self->input.amount), TRUE);
}

static void
read_pressing (PnCanvas *self)
{
  self->input.filter.pressing = g_settings_get_boolean (pn_settings_get (), "press-from-pressure")
                                    ? PN_POINTER_PRESS_FROM_PRESSURE
                                    : PN_POINTER_PRESS_AS_REPORTED;
}

void
pn_canvas_input_init (PnCanvas *self)
{
  self->input.filter = PN_POINTER_FILTER_INIT;
  read_pressing (self);
  g_signal_connect_object (pn_settings_get (), "changed::press-from-pressure",
                           G_CALLBACK (read_pressing), self, G_CONNECT_SWAPPED);
  self->input.amount = g_string_new (NULL);
  pn_canvas_events_init (self);
}
