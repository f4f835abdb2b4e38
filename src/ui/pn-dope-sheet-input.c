/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-dope-sheet-private.h"
#include "pn-refresh.h"
#include "pn-trace.h"

/* What the pointer does in the dope sheet. */

#define SLOP_PX 3.0

/* With these a drag makes copies. */
#define COPY_MASK (GDK_CONTROL_MASK | GDK_ALT_MASK)

static double
get_reach (GtkGesture *gesture)
{
  GdkDevice *device =
      gtk_event_controller_get_current_event_device (GTK_EVENT_CONTROLLER (gesture));

  switch (device != NULL ? gdk_device_get_source (device) : GDK_SOURCE_MOUSE) {
  case GDK_SOURCE_PEN:
    return PN_SHEET_REACH_PEN;
  case GDK_SOURCE_TOUCHSCREEN:
    return PN_SHEET_REACH_TOUCH;
  case GDK_SOURCE_MOUSE:
  case GDK_SOURCE_TOUCHPAD:
  case GDK_SOURCE_TRACKPOINT:
  case GDK_SOURCE_KEYBOARD:
  case GDK_SOURCE_TABLET_PAD:
  default:
    return PN_SHEET_REACH_MOUSE;
  }
}

static GdkModifierType
get_modifiers (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (controller);
}

/* --- Pressing. */

/* What is selected already stays so with all that is selected beside it. TRUE where it was. */
static gboolean
take_key (PnDopeSheet *self, PnTimelinePlace place, PnSelectMode mode)
{
  gboolean was_selected = pn_timeline_model_is_selected (self->model, place);

  pn_timeline_model_set_cursor (self->model, place);
  if (!was_selected)
    pn_timeline_model_select_at (self->model, place, mode);
  if (mode == PN_SELECT_ONLY)
    pn_timeline_model_select_row (self->model, place.row, PN_SELECT_ONLY);
  return was_selected;
}

static void
press_key (PnDopeSheet *self)
{
  PnTimelinePlace place = {self->pressed.row, self->pressed.frame};
  gboolean adds = (self->pressed_with & GDK_SHIFT_MASK) != 0;

  self->was_selected = take_key (self, place, adds ? PN_SELECT_ADD : PN_SELECT_ONLY);
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, PnDopeSheet *self)
{
  PnSheetLayout layout = pn_dope_sheet_get_layout (self);
  uint64_t span = pn_trace_begin ();

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->is_by_keyboard = FALSE;
  self->press_x = self->now_x = x;
  self->press_y = self->now_y = y;
  self->scrolled_y = 0;
  self->pressed = pn_sheet_layout_find (&layout, x, y, get_reach (GTK_GESTURE (gesture)));
  self->pressed_with = get_modifiers (gesture);
  self->grab_offset = self->pressed.frame - pn_time_scale_frame (layout.scale, x);
  self->stage = PN_SHEET_PRESSED;
  if (self->pressed.kind == PN_SHEET_KEY)
    press_key (self);
  pn_trace_end ("ui.dope-sheet.press", span);
}

/* --- Dragging. */

static void
begin_drag (PnDopeSheet *self)
{
  if (self->pressed.kind == PN_SHEET_NOTHING) {
    self->stage = PN_SHEET_MARQUEE;
    pn_key_set_copy (&self->before, pn_timeline_model_get_keys (self->model));
    return;
  }
  double first, last;
  pn_key_set_get_range (pn_timeline_model_get_keys (self->model), &first, &last);
  self->scaled_about = self->pressed.kind == PN_SHEET_EDGE_FIRST ? last : first;
  self->stage = self->pressed.kind == PN_SHEET_KEY ? PN_SHEET_MOVING : PN_SHEET_SCALING;
  pn_timeline_model_begin_drag (self->model);
}

/* The whole frame that what is dragged would lie on. */
static double
get_target (PnDopeSheet *self)
{
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);

  return floor (pn_time_scale_frame (scale, self->now_x) + self->grab_offset + 0.5);
}

static void
drag_marquee (PnDopeSheet *self)
{
  PnSheetLayout layout = pn_dope_sheet_get_layout (self);
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));

  if (self->pressed_with & GDK_SHIFT_MASK)
    g_array_append_vals (refs, self->before.refs->data, self->before.refs->len);
  pn_sheet_layout_collect (&layout, pn_time_scale_x (layout.scale, self->pressed.frame),
                           self->press_y - self->scrolled_y, self->now_x, self->now_y, refs);
  pn_timeline_model_select (self->model, (const PnKeyRef *)(gpointer)refs->data, refs->len,
                            PN_SELECT_ONLY);
}

static void
drag_on (PnDopeSheet *self, GdkModifierType modifiers)
{
  double target = get_target (self), about = self->scaled_about;

  switch (self->stage) {
  case PN_SHEET_MOVING:
    pn_timeline_model_drag_by (self->model, target - self->pressed.frame,
                               modifiers & COPY_MASK ? PN_KEY_COPY : PN_KEY_MOVE);
    break;
  case PN_SHEET_SCALING:
    pn_timeline_model_drag_scale (self->model, about,
                                  (target - about) / (self->pressed.frame - about));
    break;
  case PN_SHEET_MARQUEE:
    drag_marquee (self);
    break;
  case PN_SHEET_IDLE:
  case PN_SHEET_PRESSED:
  case PN_SHEET_SPENT:
  default:
    return;
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A drag beyond an edge brings what lies there, and a marquee's other corner goes along. */
static void
scroll_along (PnDopeSheet *self)
{
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double scroll = gtk_adjustment_get_value (self->rows);
  double beyond = MIN (0, self->now_y) + MAX (0, self->now_y - height);

  pn_timeline_model_reveal (self->model, MAX (0, pn_time_scale_frame (scale, self->now_x)),
                            PN_TIME_REVEAL_NEAR);
  if (self->stage == PN_SHEET_MARQUEE && (beyond < 0 || beyond > 0)) {
    gtk_adjustment_set_value (self->rows, scroll + beyond / 2);
    self->scrolled_y += gtk_adjustment_get_value (self->rows) - scroll;
  }
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, PnDopeSheet *self)
{
  uint64_t span = pn_trace_begin ();

  self->now_x = self->press_x + dx;
  self->now_y = self->press_y + dy;
  if (self->stage == PN_SHEET_PRESSED && hypot (dx, dy) > SLOP_PX) {
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    begin_drag (self);
  }
  if (self->stage != PN_SHEET_PRESSED && self->stage != PN_SHEET_SPENT) {
    scroll_along (self);
    drag_on (self, get_modifiers (gesture));
  }
  pn_trace_end ("ui.dope-sheet.drag", span);
}

/* --- Releasing. */

static void
click (PnDopeSheet *self)
{
  PnTimelinePlace place = {self->pressed.row, self->pressed.frame};

  if (self->pressed.kind == PN_SHEET_KEY && self->was_selected) {
    /* One of several that were selected: it alone, or it no more. */
    pn_timeline_model_select_at (self->model, place,
                                 self->pressed_with & GDK_SHIFT_MASK ? PN_SELECT_TOGGLE
                                                                     : PN_SELECT_ONLY);
  } else if (self->pressed.kind == PN_SHEET_NOTHING) {
    if (!(self->pressed_with & GDK_SHIFT_MASK))
      pn_timeline_model_select_none (self->model);
    if (self->pressed.has_row) {
      place.frame = MAX (0, floor (place.frame + 0.5));
      pn_timeline_model_set_cursor (self->model, place);
    }
  }
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, PnDopeSheet *self)
{
  uint64_t span = pn_trace_begin ();
  PnSheetStage stage = self->stage;

  self->stage = PN_SHEET_IDLE;
  if (stage == PN_SHEET_MOVING || stage == PN_SHEET_SCALING)
    pn_timeline_model_end_drag (self->model, PN_DRAG_KEEP);
  else if (stage == PN_SHEET_PRESSED)
    click (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  pn_trace_end ("ui.dope-sheet.release", span);
}

gboolean
pn_dope_sheet_cancel (PnDopeSheet *self)
{
  PnSheetStage stage = self->stage;

  if (stage == PN_SHEET_IDLE || stage == PN_SHEET_SPENT)
    return FALSE;
  self->stage = PN_SHEET_SPENT;
  if (stage == PN_SHEET_MARQUEE)
    pn_timeline_model_select (self->model, (const PnKeyRef *)(gpointer)self->before.refs->data,
                              self->before.refs->len, PN_SELECT_ONLY);
  else if (stage != PN_SHEET_PRESSED)
    pn_timeline_model_end_drag (self->model, PN_DRAG_CANCEL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/* The system took the sequence away. */
static void
drag_cancel_cb (GtkGesture *gesture, GdkEventSequence *sequence, PnDopeSheet *self)
{
  pn_dope_sheet_cancel (self);
  self->stage = PN_SHEET_IDLE;
}

char *
pn_dope_sheet_describe_drag (PnDopeSheet *self)
{
  double target = get_target (self), about = self->scaled_about;

  if (self->stage == PN_SHEET_SCALING)
    /* Translators: a frame, and how much of the time that it took before something takes now. */
    return g_strdup_printf (_ ("%g (%.0f %%)"), target,
                            100 * (target - about) / (self->pressed.frame - about));
  /* Translators: a frame, and how many frames it is away from where it was. */
  return g_strdup_printf (_ ("%g (%+g)"), MAX (0, target), MAX (0, target) - self->pressed.frame);
}

/* --- Other buttons. */

static void
press_cb (GtkGestureClick *gesture, int n_presses, double x, double y, PnDopeSheet *self)
{
  uint64_t span = pn_trace_begin ();
  PnSheetLayout layout = pn_dope_sheet_get_layout (self);
  PnSheetPart part = pn_sheet_layout_find (&layout, x, y, get_reach (GTK_GESTURE (gesture)));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  PnTimelinePlace place = {part.row, part.frame};

  if (button == GDK_BUTTON_SECONDARY) {
    gtk_widget_grab_focus (GTK_WIDGET (self));
    if (part.kind == PN_SHEET_KEY)
      take_key (self, place, PN_SELECT_ONLY);
    pn_dope_sheet_show_menu (self, x, y);
  } else if (button == GDK_BUTTON_PRIMARY && n_presses == 2) {
    pn_timeline_model_go_to (self->model, MAX (0, floor (part.frame + 0.5)));
  }
  pn_trace_end ("ui.dope-sheet.click", span);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, PnDopeSheet *self)
{
  uint64_t span = pn_trace_begin ();
  PnSheetLayout layout = pn_dope_sheet_get_layout (self);
  PnSheetPart part = pn_sheet_layout_find (&layout, x, y, PN_SHEET_REACH_MOUSE);
  const char *cursor = NULL;

  if (part.kind == PN_SHEET_KEY)
    cursor = "pointer";
  else if (part.kind != PN_SHEET_NOTHING)
    cursor = "ew-resize";
  if (self->stage == PN_SHEET_IDLE)
    pn_refresh_cursor (GTK_WIDGET (self), cursor);
  pn_trace_end ("ui.dope-sheet.hover", span);
}

void
pn_dope_sheet_add_pointer (PnDopeSheet *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *press = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), 0);
  g_signal_connect (press, "pressed", G_CALLBACK (press_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}
