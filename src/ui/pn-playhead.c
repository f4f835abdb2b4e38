/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-ruler.h"
#include "pn-style.h"
#include "pn-trace.h"

#define PN_TYPE_PLAYHEAD (pn_playhead_get_type ())
G_DECLARE_FINAL_TYPE (PnPlayhead, pn_playhead, PN, PLAYHEAD, GtkWidget)

struct _PnPlayhead {
  GtkWidget parent_instance;

  PnTimelineModel *model; /* borrowed: the editor has it */
  GtkWidget *ruler;       /* borrowed: they are in one overlay */
};

G_DEFINE_FINAL_TYPE (PnPlayhead, pn_playhead, GTK_TYPE_WIDGET)

#define LINE_PX 2
#define HANDLE_WIDTH 11
/* The handle's point. */
#define HANDLE_POINT 5

static void
append_handle (GtkSnapshot *snapshot, const GdkRGBA *color, double x, double top)
{
  double left = x - HANDLE_WIDTH / 2.0, right = left + HANDLE_WIDTH;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float)floor (left) - 1, (float)top, HANDLE_WIDTH + 3,
                                     PN_PLAYHEAD_HANDLE_PX));

  gdk_cairo_set_source_rgba (cr, color);
  cairo_move_to (cr, left, top);
  cairo_line_to (cr, right, top);
  cairo_line_to (cr, right, top + PN_PLAYHEAD_HANDLE_PX - HANDLE_POINT);
  cairo_line_to (cr, x, top + PN_PLAYHEAD_HANDLE_PX);
  cairo_line_to (cr, left, top + PN_PLAYHEAD_HANDLE_PX - HANDLE_POINT);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_destroy (cr);
}

static void
pn_playhead_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PnPlayhead *self = PN_PLAYHEAD (widget);
  PnView *view = pn_editor_get_view (pn_timeline_model_get_editor (self->model));
  GdkRGBA color = pn_style_get_color (widget, "pn_accent");
  double x =
      pn_time_scale_x (pn_timeline_model_get_scale (self->model), pn_view_get_playhead (view));
  int height = gtk_widget_get_height (widget);
  int ruler = gtk_widget_get_height (self->ruler);
  uint64_t span = pn_trace_begin ();

  /* On whole px, as the keys are. */
  x = floor (x + 0.5);
  if (x > -HANDLE_WIDTH && x < gtk_widget_get_width (widget) + HANDLE_WIDTH) {
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT ((float)x - LINE_PX / 2.0f, (float)ruler - 1,
                                                    LINE_PX, (float)(height - ruler + 1)));
    append_handle (snapshot, &color, x, ruler - PN_PLAYHEAD_HANDLE_PX);
  }
  pn_trace_end ("ui.playhead.draw", span);
}

static void
editor_changed_cb (PnPlayhead *self, guint changes)
{
  if (changes & PN_EDITOR_PLAYHEAD)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
model_changed_cb (PnPlayhead *self, guint changes)
{
  if (changes & PN_TIMELINE_SCALE)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pn_playhead_class_init (PnPlayheadClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->snapshot = pn_playhead_snapshot;
  /* The ruler speaks for it. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
pn_playhead_init (PnPlayhead *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
pn_playhead_new (PnTimelineModel *model, GtkWidget *ruler)
{
  PnPlayhead *self = g_object_new (PN_TYPE_PLAYHEAD, NULL);

  self->model = model;
  self->ruler = ruler;
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (pn_timeline_model_get_editor (model), "changed",
                           G_CALLBACK (editor_changed_cb), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
