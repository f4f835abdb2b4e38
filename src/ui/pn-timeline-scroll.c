/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timeline-scroll.h"

#include <math.h>

#include "pn-dope-sheet.h"
#include "pn-trace.h"

/* What one notch of a wheel does, or so many px of a touchpad. */
#define ROWS_PER_NOTCH 3.0
#define PAGES_PER_NOTCH 0.1
#define ZOOM_PER_NOTCH 1.2
#define SMOOTH_PX_PER_NOTCH 20.0

typedef struct {
  GtkWidget *widget;      /* borrowed: it owns this */
  PnTimelineModel *model; /* borrowed: the editor has it */
  GtkAdjustment *rows;    /* (nullable) a reference */
  double pointer_x;
  double pan_first, pan_scroll;
} Scrolling;

static void
scrolling_free (gpointer data)
{
  g_clear_object (&((Scrolling *)data)->rows);
  g_free (data);
}

static void
scroll_rows (Scrolling *self, double px)
{
  gtk_adjustment_set_value (self->rows, gtk_adjustment_get_value (self->rows) + px);
}

static void
scroll (Scrolling *self, double dx, double dy, GdkModifierType modifiers, double px_per_notch)
{
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  gboolean is_smooth = px_per_notch > 1;

  if (modifiers & GDK_CONTROL_MASK) {
    pn_timeline_model_zoom_at (self->model, pow (ZOOM_PER_NOTCH, -dy / px_per_notch),
                               self->pointer_x);
    return;
  }
  if ((modifiers & GDK_SHIFT_MASK) != 0 || self->rows == NULL) {
    dx += dy;
    dy = 0;
  }
  double frames =
      is_smooth ? dx / scale->px_per_frame : dx * pn_time_scale_page (scale) * PAGES_PER_NOTCH;
  pn_timeline_model_scroll_to (self->model, scale->first + frames);
  if (self->rows != NULL)
    scroll_rows (self,
                 is_smooth ? dy : dy * ROWS_PER_NOTCH * pn_timeline_row_height (self->widget));
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, Scrolling *self)
{
  gboolean is_smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  uint64_t span = pn_trace_begin ();

  scroll (self, dx, dy,
          gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller)),
          is_smooth ? SMOOTH_PX_PER_NOTCH : 1);
  pn_trace_end ("ui.timeline.scroll", span);
  return TRUE;
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, Scrolling *self)
{
  self->pointer_x = x;
}

static void
pan_begin_cb (GtkGestureDrag *gesture, double x, double y, Scrolling *self)
{
  self->pan_first = pn_timeline_model_get_scale (self->model)->first;
  self->pan_scroll = self->rows != NULL ? gtk_adjustment_get_value (self->rows) : 0;
}

static void
pan_update_cb (GtkGestureDrag *gesture, double dx, double dy, Scrolling *self)
{
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  uint64_t span = pn_trace_begin ();

  pn_timeline_model_scroll_to (self->model, self->pan_first - dx / scale->px_per_frame);
  if (self->rows != NULL)
    gtk_adjustment_set_value (self->rows, self->pan_scroll - dy);
  pn_trace_end ("ui.timeline.pan", span);
}

void
pn_timeline_add_scrolling (GtkWidget *widget, PnTimelineModel *model, GtkAdjustment *rows)
{
  GtkEventController *wheel =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *pan = gtk_gesture_drag_new ();
  Scrolling *self = g_new0 (Scrolling, 1);

  self->widget = widget;
  self->model = model;
  self->rows = rows != NULL ? g_object_ref (rows) : NULL;
  g_object_set_data_full (G_OBJECT (widget), "pn-scrolling", self, scrolling_free);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (pan), GDK_BUTTON_MIDDLE);
  g_signal_connect (wheel, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (pan, "drag-begin", G_CALLBACK (pan_begin_cb), self);
  g_signal_connect (pan, "drag-update", G_CALLBACK (pan_update_cb), self);
  gtk_widget_add_controller (widget, wheel);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pan));
}
