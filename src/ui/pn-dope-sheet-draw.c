/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-dope-sheet-private.h"
#include "pn-style.h"
#include "pn-trace.h"

/* Drawing the dope sheet: only what is to be seen, into a picture of its own, with keys stamped from
 * small pictures. The playhead is another widget, so that playing draws none of this anew. */

#define STAMP_SIZE 17  /* px, odd, so that a key has a middle */
#define KEY_RADIUS 5.5 /* of a diamond, px */
#define SUMMARY_RADIUS 4.5
#define LINE_WIDTH 2.0
/* Keys that lie closer are not told apart: they are drawn once. */
#define KEY_STEP_PX 2.0

static const char *const look_colors[PN_KEY_N_LOOKS] = {
    [PN_KEY_LOOK_PLAIN] = "pn_key",
    [PN_KEY_LOOK_SELECTED] = "pn_accent",
    [PN_KEY_LOOK_SUMMARY] = "pn_dim",
    [PN_KEY_LOOK_SUMMARY_SELECTED] = "pn_accent",
};

static void
set_color (cairo_t *cr, GtkWidget *widget, const char *name)
{
  GdkRGBA color = pn_style_get_color (widget, name);
  gdk_cairo_set_source_rgba (cr, &color);
}

/* --- Stamps. */

void
pn_dope_sheet_forget_stamps (PnDopeSheet *self)
{
  for (guint i = 0; i < PN_KEY_N_LOOKS; i++)
    for (guint j = 0; j < PN_KEY_N_SIDES; j++)
      for (guint k = 0; k < PN_KEY_N_SIDES; k++)
        g_clear_pointer (&self->stamps[i][j][k], cairo_surface_destroy);
}

/* Half of a key, to the right of its middle where `side_x` is 1, from top to bottom: half a diamond,
 * half a square for a hold, half an hourglass where it is slow. */
static void
trace_half (cairo_t *cr, PnKeySide side, double radius, double side_x)
{
  double square = radius * 0.82;

  switch (side) {
  case PN_KEY_SIDE_HOLD:
    cairo_line_to (cr, square * side_x, -square * side_x);
    cairo_line_to (cr, square * side_x, square * side_x);
    break;
  case PN_KEY_SIDE_SLOW:
    cairo_line_to (cr, square * side_x, -radius * side_x);
    cairo_line_to (cr, radius * 0.3 * side_x, 0);
    cairo_line_to (cr, square * side_x, radius * side_x);
    break;
  case PN_KEY_SIDE_STRAIGHT:
  case PN_KEY_N_SIDES:
  default:
    cairo_line_to (cr, radius * side_x, 0);
  }
}

static double
half_height (PnKeySide side, double radius)
{
  return side == PN_KEY_SIDE_HOLD ? radius * 0.82 : radius;
}

static void
trace_key (cairo_t *cr, PnKeySide left, PnKeySide right, double radius)
{
  cairo_move_to (cr, 0, -half_height (right, radius));
  trace_half (cr, right, radius, 1);
  cairo_line_to (cr, 0, half_height (right, radius));
  cairo_line_to (cr, 0, half_height (left, radius));
  trace_half (cr, left, radius, -1);
  cairo_line_to (cr, 0, -half_height (left, radius));
  cairo_close_path (cr);
}

static cairo_surface_t *
make_stamp (PnDopeSheet *self, PnKeyLook look, PnKeySide left, PnKeySide right)
{
  int size = STAMP_SIZE * self->stamp_scale;
  cairo_surface_t *stamp = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  gboolean is_summary = look == PN_KEY_LOOK_SUMMARY || look == PN_KEY_LOOK_SUMMARY_SELECTED;

  cairo_surface_set_device_scale (stamp, self->stamp_scale, self->stamp_scale);
  cairo_t *cr = cairo_create (stamp);
  cairo_translate (cr, STAMP_SIZE / 2.0, STAMP_SIZE / 2.0);
  trace_key (cr, left, right, is_summary ? SUMMARY_RADIUS : KEY_RADIUS);
  set_color (cr, GTK_WIDGET (self), "pn_key_line");
  cairo_set_line_width (cr, 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke_preserve (cr);
  set_color (cr, GTK_WIDGET (self), look_colors[look]);
  cairo_fill (cr);
  cairo_destroy (cr);
  return stamp;
}

static void
stamp_key (PnDopeSheet *self,
           cairo_t *cr,
           double x,
           double y,
           PnKeyLook look,
           PnKeySide left,
           PnKeySide right)
{
  cairo_surface_t **stamp = &self->stamps[look][left][right];
  double scale = self->stamp_scale;

  if (*stamp == NULL)
    *stamp = make_stamp (self, look, left, right);
  cairo_set_source_surface (cr, *stamp, floor ((x - STAMP_SIZE / 2.0) * scale + 0.5) / scale,
                            floor ((y - STAMP_SIZE / 2.0) * scale + 0.5) / scale);
  cairo_paint (cr);
}

/* --- Rows. */

/* One row that is being drawn. */
typedef struct {
  PnDopeSheet *self;
  cairo_t *cr;
  const PnSheetLayout *layout;
  const PnTimelineRow *row;
  double y;           /* its middle */
  double first, last; /* the frames to be seen */
} Strip;

static double
key_x (const Strip *strip, double frame)
{
  return pn_time_scale_x (strip->layout->scale, frame);
}

static gboolean
is_hold (const PnKey *key)
{
  return key->ease.kind == PN_EASE_HOLD;
}

static void
draw_line (const Strip *strip, double from, double to, gboolean is_held)
{
  static const double dashes[] = {2, 4};
  double x0 = MAX (key_x (strip, from), -8), x1 = MIN (key_x (strip, to), strip->layout->width + 8);

  if (x1 <= x0)
    return;
  cairo_set_dash (strip->cr, dashes, is_held ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_move_to (strip->cr, x0, strip->y);
  cairo_line_to (strip->cr, x1, strip->y);
  cairo_stroke (strip->cr);
}

/* The ways between keys: dashed where the value is held. Runs of one kind are one line. */
static void
draw_lines (const Strip *strip)
{
  const PnTrack *track = strip->row->track;
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, strip->first);
  guint i = at < 0 ? 0 : (guint)at;

  set_color (strip->cr, GTK_WIDGET (strip->self), "pn_faint");
  cairo_set_line_width (strip->cr, LINE_WIDTH);
  cairo_set_line_cap (strip->cr, CAIRO_LINE_CAP_ROUND);
  while (i + 1 < track->n_keys && track->keys[i].frame <= strip->last) {
    guint from = i;
    while (i + 1 < track->n_keys && track->keys[i].frame <= strip->last &&
           is_hold (&track->keys[i]) == is_hold (&track->keys[from]))
      i++;
    draw_line (strip, track->keys[from].frame, track->keys[i].frame, is_hold (&track->keys[from]));
  }
}

static PnKeySide
side_after (const PnKey *key)
{
  switch (key->ease.kind) {
  case PN_EASE_HOLD:
    return PN_KEY_SIDE_HOLD;
  case PN_EASE_IN:
  case PN_EASE_IN_OUT:
    return PN_KEY_SIDE_SLOW;
  case PN_EASE_BEZIER:
    return key->ease.y1 < key->ease.x1 ? PN_KEY_SIDE_SLOW : PN_KEY_SIDE_STRAIGHT;
  case PN_EASE_LINEAR:
  case PN_EASE_OUT:
  case PN_EASE_UNKNOWN:
  default:
    return PN_KEY_SIDE_STRAIGHT;
  }
}

static PnKeySide
side_before (const PnKey *key) /* the one before it (nullable) */
{
  if (key == NULL)
    return PN_KEY_SIDE_STRAIGHT;
  switch (key->ease.kind) {
  case PN_EASE_HOLD:
    return PN_KEY_SIDE_HOLD;
  case PN_EASE_OUT:
  case PN_EASE_IN_OUT:
    return PN_KEY_SIDE_SLOW;
  case PN_EASE_BEZIER:
    return key->ease.y2 > key->ease.x2 ? PN_KEY_SIDE_SLOW : PN_KEY_SIDE_STRAIGHT;
  case PN_EASE_LINEAR:
  case PN_EASE_IN:
  case PN_EASE_UNKNOWN:
  default:
    return PN_KEY_SIDE_STRAIGHT;
  }
}

static void
draw_keys (const Strip *strip)
{
  const PnTrack *track = strip->row->track;
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, strip->first);
  guint selected, n_selected = pn_key_set_find_track (strip->layout->keys, track, &selected);
  guint end = selected + n_selected;
  double drawn[2] = {-HUGE_VAL, -HUGE_VAL};

  for (guint i = at < 0 ? 0 : (guint)at; i < track->n_keys && track->keys[i].frame <= strip->last;
       i++) {
    const PnKey *key = &track->keys[i];
    while (selected < end && pn_key_set_get (strip->layout->keys, selected)->frame < key->frame)
      selected++;
    gboolean is_selected =
        selected < end && !(pn_key_set_get (strip->layout->keys, selected)->frame > key->frame);
    double x = key_x (strip, key->frame);
    if (x < drawn[is_selected] + KEY_STEP_PX)
      continue;
    drawn[is_selected] = x;
    stamp_key (strip->self, strip->cr, x, strip->y,
               is_selected ? PN_KEY_LOOK_SELECTED : PN_KEY_LOOK_PLAIN,
               side_before (i > 0 ? key - 1 : NULL), side_after (key));
  }
}

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Where anything that the row stands for is selected, in order. */
static GArray *
gather_selected (const Strip *strip)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (double));
  const PnTimelineRows *rows = strip->layout->rows;

  for (guint i = 0; i < strip->row->n_tracks; i++) {
    const PnTrack *track = g_ptr_array_index (rows->tracks, strip->row->first_track + i);
    guint first, n = pn_key_set_find_track (strip->layout->keys, track, &first);
    for (guint j = first; j < first + n; j++) {
      double frame = pn_key_set_get (strip->layout->keys, j)->frame;
      if (frame >= strip->first && frame <= strip->last)
        g_array_append_val (frames, frame);
    }
  }
  g_array_sort (frames, compare_frames);
  return frames;
}

static void
draw_summary (const Strip *strip, guint index)
{
  guint n_frames, at = 0;
  const double *frames = pn_timeline_rows_get_frames (strip->layout->rows, index, &n_frames);
  g_autoptr (GArray) selected = gather_selected (strip);
  double drawn[2] = {-HUGE_VAL, -HUGE_VAL};

  for (guint i = 0; i < n_frames && frames[i] <= strip->last; i++) {
    if (frames[i] < strip->first)
      continue;
    while (at < selected->len && g_array_index (selected, double, at) < frames[i])
      at++;
    gboolean is_selected =
        at < selected->len && !(g_array_index (selected, double, at) > frames[i]);
    double x = key_x (strip, frames[i]);
    if (x < drawn[is_selected] + KEY_STEP_PX)
      continue;
    drawn[is_selected] = x;
    stamp_key (strip->self, strip->cr, x, strip->y,
               is_selected ? PN_KEY_LOOK_SUMMARY_SELECTED : PN_KEY_LOOK_SUMMARY,
               PN_KEY_SIDE_STRAIGHT, PN_KEY_SIDE_STRAIGHT);
  }
}

static void
draw_row (PnDopeSheet *self, cairo_t *cr, const PnSheetLayout *layout, guint index)
{
  Strip strip = {
      .self = self,
      .cr = cr,
      .layout = layout,
      .row = pn_timeline_rows_get (layout->rows, index),
      .y = floor (pn_sheet_layout_row_y (layout, index) + layout->row_height / 2) - 0.5,
      .first = pn_time_scale_frame (layout->scale, -STAMP_SIZE),
      .last = pn_time_scale_frame (layout->scale, layout->width + STAMP_SIZE),
  };

  if (strip.row->kind == PN_ROW_LAYER) {
    draw_summary (&strip, index);
    return;
  }
  draw_lines (&strip);
  draw_keys (&strip);
}

/* --- All. */

static void
append_color (PnDopeSheet *self,
              GtkSnapshot *snapshot,
              const char *name,
              double x,
              double y,
              double width,
              double height)
{
  GdkRGBA color = pn_style_get_color (GTK_WIDGET (self), name);

  if (width > 0 && height > 0)
    gtk_snapshot_append_color (
        snapshot, &color, &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)width, (float)height));
}

/* Rows of layers stand out from those of their tracks, as in the list beside. */
static void
append_rows (PnDopeSheet *self, GtkSnapshot *snapshot, const PnSheetLayout *layout)
{
  guint first, n = pn_sheet_layout_visible_rows (layout, &first);

  for (guint i = first; i < first + n; i++) {
    double y = pn_sheet_layout_row_y (layout, i);
    if (pn_timeline_rows_get (layout->rows, i)->kind == PN_ROW_LAYER)
      append_color (self, snapshot, "pn_bar", 0, y, layout->width, layout->row_height);
    append_color (self, snapshot, "pn_well", 0, y + layout->row_height - 1, layout->width, 1);
  }
}

static void
append_keys (PnDopeSheet *self, GtkSnapshot *snapshot, const PnSheetLayout *layout)
{
  int scale = self->stamp_scale;
  int width = (int)ceil (layout->width) * scale, height = (int)ceil (layout->height) * scale;
  guint first, n = pn_sheet_layout_visible_rows (layout, &first);
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);

  if (cairo_surface_status (picture) != CAIRO_STATUS_SUCCESS || n == 0) {
    cairo_surface_destroy (picture);
    return;
  }
  cairo_surface_set_device_scale (picture, scale, scale);
  cairo_t *cr = cairo_create (picture);
  for (guint i = first; i < first + n; i++)
    draw_row (self, cr, layout, i);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
  gsize stride = (gsize)cairo_image_surface_get_stride (picture);
  g_autoptr (GBytes) bytes =
      g_bytes_new_with_free_func (cairo_image_surface_get_data (picture), stride * (gsize)height,
                                  (GDestroyNotify)cairo_surface_destroy, picture);
  g_autoptr (GdkTexture) texture =
      gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
  gtk_snapshot_append_texture (
      snapshot, texture,
      &GRAPHENE_RECT_INIT (0, 0, (float)width / (float)scale, (float)height / (float)scale));
}

static void
append_box (PnDopeSheet *self, GtkSnapshot *snapshot, const PnSheetLayout *layout)
{
  PnSheetBox box;

  if (self->stage == PN_SHEET_MARQUEE || !pn_sheet_layout_get_box (layout, &box))
    return;
  double grip = MIN (box.height, 14), y = box.y + (box.height - grip) / 2;
  append_color (self, snapshot, "pn_accent", box.x, box.y, 1, box.height);
  append_color (self, snapshot, "pn_accent", box.x + box.width - 1, box.y, 1, box.height);
  append_color (self, snapshot, "pn_accent", box.x - 1, y, 3, grip);
  append_color (self, snapshot, "pn_accent", box.x + box.width - 2, y, 3, grip);
}

static void
append_frame (PnDopeSheet *self,
              GtkSnapshot *snapshot,
              const char *name,
              double x,
              double y,
              double width,
              double height)
{
  append_color (self, snapshot, name, x, y, width, 1);
  append_color (self, snapshot, name, x, y + height - 1, width, 1);
  append_color (self, snapshot, name, x, y + 1, 1, height - 2);
  append_color (self, snapshot, name, x + width - 1, y + 1, 1, height - 2);
}

static void
append_marquee (PnDopeSheet *self, GtkSnapshot *snapshot)
{
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  double press_x = pn_time_scale_x (scale, self->pressed.frame);
  double press_y = self->press_y - self->scrolled_y;
  double x = MIN (press_x, self->now_x), y = MIN (press_y, self->now_y);
  double width = fabs (press_x - self->now_x), height = fabs (press_y - self->now_y);
  GdkRGBA color = pn_style_get_color (GTK_WIDGET (self), "pn_accent");

  if (self->stage != PN_SHEET_MARQUEE)
    return;
  color.alpha *= 0.15f;
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)width, (float)height));
  append_frame (self, snapshot, "pn_accent", x, y, width, height);
}

/* Where the keyboard is, while it is in use. */
static void
append_cursor (PnDopeSheet *self, GtkSnapshot *snapshot, const PnSheetLayout *layout)
{
  GtkStateFlags state = gtk_widget_get_state_flags (GTK_WIDGET (self));

  if ((!self->is_by_keyboard && (state & GTK_STATE_FLAG_FOCUS_VISIBLE) == 0) ||
      (state & GTK_STATE_FLAG_FOCUSED) == 0 || pn_timeline_rows_n (layout->rows) == 0)
    return;
  PnTimelinePlace place = pn_timeline_model_get_cursor (self->model);
  double x = pn_time_scale_x (layout->scale, place.frame);
  double y = pn_sheet_layout_row_y (layout, place.row) + 2, size = layout->row_height - 5;
  for (int i = 0; i < 2; i++)
    append_frame (self, snapshot, "pn_focus", floor (x - size / 2) + i, y + i, size - 2 * i,
                  size - 2 * i);
}

/* Where what is dragged goes: "18 (+6)", or how many times as long it gets. */
static void
append_label (PnDopeSheet *self, GtkSnapshot *snapshot, const PnSheetLayout *layout)
{
  if (self->stage != PN_SHEET_MOVING && self->stage != PN_SHEET_SCALING)
    return;
  g_autofree char *text = pn_dope_sheet_describe_drag (self);
  g_autoptr (PangoLayout) words = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  GdkRGBA color = pn_style_get_color (GTK_WIDGET (self), "pn_text");
  int width, height;

  pango_layout_get_pixel_size (words, &width, &height);
  double x = CLAMP (self->now_x + 12, 0, MAX (0, layout->width - width - 12));
  double y = CLAMP (self->now_y - height - 12, 0, MAX (0, layout->height - height - 6));
  append_color (self, snapshot, "pn_float", x, y, width + 12, height + 6);
  append_frame (self, snapshot, "pn_line", x, y, width + 12, height + 6);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float)x + 6, (float)y + 3));
  gtk_snapshot_append_layout (snapshot, words, &color);
  gtk_snapshot_restore (snapshot);
}

void
pn_dope_sheet_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PnDopeSheet *self = PN_DOPE_SHEET (widget);
  PnSheetLayout layout = pn_dope_sheet_get_layout (self);
  double end = pn_time_scale_x (layout.scale, layout.scale->n_frames);
  uint64_t span = pn_trace_begin ();

  if (self->stamp_scale != gtk_widget_get_scale_factor (widget))
    pn_dope_sheet_forget_stamps (self);
  self->stamp_scale = gtk_widget_get_scale_factor (widget);
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (0, 0, (float)layout.width, (float)layout.height));
  append_color (self, snapshot, "pn_panel", 0, 0, layout.width, layout.height);
  append_rows (self, snapshot, &layout);
  append_keys (self, snapshot, &layout);
  /* Beyond the end of the film. */
  append_color (self, snapshot, "pn_shade", MAX (0, end), 0, layout.width - MAX (0, end),
                layout.height);
  append_box (self, snapshot, &layout);
  append_marquee (self, snapshot);
  append_cursor (self, snapshot, &layout);
  append_label (self, snapshot, &layout);
  gtk_snapshot_pop (snapshot);
  pn_trace_end ("ui.dope-sheet.draw", span);
}
