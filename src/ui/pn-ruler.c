/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ruler.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-export.h"
#include "pn-frame-cache.h"
#include "pn-style.h"
#include "pn-timecode.h"
#include "pn-timeline-scroll.h"
#include "pn-trace.h"

#define PN_TYPE_RULER (pn_ruler_get_type ())
G_DECLARE_FINAL_TYPE (PnRuler, pn_ruler, PN, RULER, GtkWidget)

struct _PnRuler {
  GtkWidget parent_instance;

  PnTimelineModel *model; /* borrowed: the editor has it */
  double press_x;
};

G_DEFINE_FINAL_TYPE (PnRuler, pn_ruler, GTK_TYPE_WIDGET)

#define HEIGHT_MIN 22
/* Above the numbers; below them, in what a line of text has for descenders, which numbers have not. */
#define LABEL_Y 1
#define DESCENT_PX 2
#define TICK_PX 4
#define LABEL_TICK_PX 8
#define CACHE_PX 2
/* From a mark to its words. */
#define LABEL_X 4
/* With Shift the playhead goes to keys this near. */
#define SNAP_PX 8.0

static PnView *
get_view (PnRuler *self)
{
  return pn_editor_get_view (pn_timeline_model_get_editor (self->model));
}

static const PnRoot *
get_root (PnRuler *self)
{
  return pn_view_get_root (get_view (self));
}

/* Frames that a second has on the ruler. */
static int
get_rate (PnRuler *self)
{
  const PnRoot *root = get_root (self);

  return MAX (1, (int)floor ((double)root->fps_numerator / root->fps_denominator + 0.5));
}

/* --- Drawing. */

static void
append_rect (PnRuler *self,
             GtkSnapshot *snapshot,
             const char *color_name,
             double x,
             double y,
             double width,
             double height)
{
  GdkRGBA color = pn_style_get_color (GTK_WIDGET (self), color_name);

  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)width, (float)height));
}

/* A frame's number; where marks are whole seconds apart, minutes and seconds. */
static char *
format_label (gint64 frame, const PnTimeMarks *marks, int rate)
{
  if (marks->label < rate || rate == 1)
    return g_strdup_printf ("%d", (int)frame);
  gint64 seconds = frame / rate;
  return g_strdup_printf ("%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}

static double
measure_label (PnRuler *self, PangoLayout *words, double last_frame)
{
  int rate = get_rate (self), width;
  g_autofree char *number = g_strdup_printf ("%d", (int)MAX (1000, last_frame));
  g_autofree char *time = g_strdup_printf ("%d:00", (int)MAX (10, last_frame / rate / 60));

  pango_layout_set_text (words, strlen (number) > strlen (time) ? number : time, -1);
  pango_layout_get_pixel_size (words, &width, NULL);
  return width;
}

static void
append_label (PnRuler *self,
              GtkSnapshot *snapshot,
              PangoLayout *words,
              double x,
              gboolean is_second)
{
  GdkRGBA color = pn_style_get_color (GTK_WIDGET (self), is_second ? "pn_text" : "pn_dim");

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float)x + LABEL_X, LABEL_Y));
  gtk_snapshot_append_layout (snapshot, words, &color);
  gtk_snapshot_restore (snapshot);
}

static void
append_marks (PnRuler *self, GtkSnapshot *snapshot, int width, int height)
{
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  g_autoptr (PangoLayout) words = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  double last = pn_time_scale_frame (scale, width);
  int rate = get_rate (self);
  PnTimeMarks marks =
      pn_time_scale_get_marks (scale, rate, measure_label (self, words, MAX (last, 0)));

  /* One label may begin left of the edge. */
  gint64 first = (gint64)floor (pn_time_scale_frame (scale, 0) / (double)marks.label) - 1;
  for (gint64 frame = MAX (0, first) * marks.label; (double)frame <= last; frame += marks.tick) {
    double x = floor (pn_time_scale_x (scale, (double)frame));
    gboolean has_label = frame % marks.label == 0;
    double tick = has_label ? LABEL_TICK_PX : TICK_PX;
    append_rect (self, snapshot, "pn_faint", x, height - tick - CACHE_PX, 1, tick);
    if (!has_label)
      continue;
    g_autofree char *text = format_label (frame, &marks, rate);
    int words_width;
    pango_layout_set_text (words, text, -1);
    pango_layout_get_pixel_size (words, &words_width, NULL);
    if (x + LABEL_X + words_width <= width)
      append_label (self, snapshot, words, x, frame % rate == 0);
  }
}

/* Runs of frames that are ready, looked for at no more places than there are px. */
static void
append_cached (PnRuler *self, GtkSnapshot *snapshot, int width, int height)
{
  PnFrameCache *cache = pn_editor_get_frame_cache (pn_timeline_model_get_editor (self->model));
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  const PnRoot *root = get_root (self);
  double n_frames = pn_export_n_frames (root);
  double step = MAX (1, floor (1 / scale->px_per_frame));
  double frame = MAX (0, floor (pn_time_scale_frame (scale, 0)));

  while (frame < n_frames && pn_time_scale_x (scale, frame) < width) {
    double from = frame;
    while (frame < n_frames && pn_frame_cache_has (cache, root, frame))
      frame += step;
    if (frame > from) {
      double x = pn_time_scale_x (scale, from);
      append_rect (self, snapshot, "pn_success", x, height - CACHE_PX,
                   pn_time_scale_x (scale, MIN (frame, n_frames)) - x, CACHE_PX);
    }
    frame += step;
  }
}

static void
pn_ruler_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PnRuler *self = PN_RULER (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  double end = MAX (0, pn_time_scale_x (scale, scale->n_frames));
  uint64_t span = pn_trace_begin ();

  append_rect (self, snapshot, "pn_well", 0, 0, width, height);
  append_cached (self, snapshot, width, height);
  append_marks (self, snapshot, width, height);
  if (end < width)
    append_rect (self, snapshot, "pn_shade", end, 0, width - end, height);
  append_rect (self, snapshot, "pn_line", 0, height - 1, width, 1);
  pn_trace_end ("ui.ruler.draw", span);
}

static void
pn_ruler_measure (GtkWidget *widget,
                  GtkOrientation orientation,
                  int for_size,
                  int *minimum,
                  int *natural,
                  int *minimum_baseline,
                  int *natural_baseline)
{
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  g_autoptr (PangoLayout) words = gtk_widget_create_pango_layout (widget, "0");
  int height;
  pango_layout_get_pixel_size (words, NULL, &height);
  *minimum = *natural = MAX (HEIGHT_MIN, LABEL_Y + height - DESCENT_PX + PN_PLAYHEAD_HANDLE_PX);
}

/* --- Scrubbing. */

/* The key of any row that is nearest to the frame, if it is near enough. */
static double
snap_to_key (PnRuler *self, double frame)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);
  double reach = SNAP_PX / pn_timeline_model_get_scale (self->model)->px_per_frame;
  double found = frame;

  for (guint i = 0; i < rows->tracks->len; i++) {
    const PnTrack *track = g_ptr_array_index (rows->tracks, i);
    ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, frame);
    for (ptrdiff_t j = MAX (at, 0); j <= at + 1 && j < (ptrdiff_t)track->n_keys; j++) {
      double distance = fabs (track->keys[j].frame - frame);
      if (distance <= reach) {
        reach = distance;
        found = track->keys[j].frame;
      }
    }
  }
  return found;
}

static void
scrub (PnRuler *self, GtkGesture *gesture, double x)
{
  uint64_t span = pn_trace_begin ();
  double frame = pn_time_scale_frame (pn_timeline_model_get_scale (self->model), x);

  if (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
      GDK_SHIFT_MASK)
    frame = snap_to_key (self, frame);
  pn_timeline_model_go_to (self->model, MAX (0, frame));
  pn_trace_end ("ui.ruler.scrub", span);
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, PnRuler *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->press_x = x;
  scrub (self, GTK_GESTURE (gesture), x);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, PnRuler *self)
{
  scrub (self, GTK_GESTURE (gesture), self->press_x + dx);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType modifiers,
                PnRuler *self)
{
  gboolean is_back = keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left;
  gboolean is_on = keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right;
  double step = modifiers & GDK_SHIFT_MASK ? get_rate (self) : 1;

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || (!is_back && !is_on))
    return FALSE;
  uint64_t span = pn_trace_begin ();
  pn_timeline_model_go_to (self->model,
                           pn_view_get_playhead (get_view (self)) + (is_on ? step : -step));
  pn_trace_end ("ui.ruler.key", span);
  return TRUE;
}

/* --- The object. */

static void
update_value (PnRuler *self)
{
  const PnRoot *root = get_root (self);
  double frame = pn_view_get_playhead (get_view (self));
  g_autofree char *time = pn_timecode_format (frame, root->fps_numerator, root->fps_denominator);
  /* Translators: where the playhead is, by number and by time. */
  g_autofree char *text = g_strdup_printf (_ ("frame %g, %s"), frame, time);

  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, frame,
      GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
      (double)pn_export_n_frames (root) - 1, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
editor_changed_cb (PnRuler *self, guint changes)
{
  if (changes & (PN_EDITOR_SHOWN | PN_EDITOR_PLAYHEAD))
    update_value (self);
  /* Frames of another version are not those that are ready. */
  if (changes & PN_EDITOR_SHOWN)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
model_changed_cb (PnRuler *self, guint changes)
{
  if (changes & PN_TIMELINE_SCALE)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pn_ruler_class_init (PnRulerClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->measure = pn_ruler_measure;
  widget_class->snapshot = pn_ruler_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_set_css_name (widget_class, "ruler");
}

static void
add_controllers (PnRuler *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
pn_ruler_init (PnRuler *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_focus_on_click (GTK_WIDGET (self), FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  add_controllers (self);
}

GtkWidget *
pn_ruler_new (PnTimelineModel *model)
{
  PnRuler *self = g_object_new (PN_TYPE_RULER, NULL);
  PnEditor *editor = pn_timeline_model_get_editor (model);

  self->model = model;
  pn_timeline_add_scrolling (GTK_WIDGET (self), model, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Playhead"), -1);
  update_value (self);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (pn_editor_get_frame_cache (editor), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
