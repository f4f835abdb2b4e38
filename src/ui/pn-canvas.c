/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-canvas.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-canvas-private.h"
#include "pn-command-list.h"
#include "pn-dialog.h"
#include "pn-gtk-compat.h"
#include "pn-player.h"
#include "pn-trace.h"

/* A view that was not moved for so long is at rest. */
#define REST_MS 150

/* Where the processor draws, a picture of something that moves has one sample a pixel, and no more
 * pixels than this. */
#define MOVING_PIXELS 400000.0

/* The notice keeps out of the way of what is edited, in the lower left corner. */
#define NOTICE_WIDTH 420
#define NOTICE_MARGIN 12

G_DEFINE_FINAL_TYPE (PnCanvas, pn_canvas, GTK_TYPE_WIDGET)

/* --- What is asked of the picture. */

gboolean
pn_canvas_is_moving (PnCanvas *self)
{
  return self->rest_timer != 0 || self->input.mode != PN_CANVAS_IDLE ||
         self->input.has_pan_button || self->input.is_pinching ||
         pn_editor_is_busy (self->editor) ||
         pn_player_get_playing (pn_editor_get_player (self->editor));
}

static gboolean
is_quick (PnCanvas *self)
{
  return pn_canvas_picture_is_software (self->picture) && pn_canvas_is_moving (self);
}

/* The first whole px of the screen, seen from the canvas: on a fractional scale its corner may lie
 * within one. */
static PnVec2
find_grid (PnCanvas *self, double scale)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  double x = 0, y = 0, surface_x = 0, surface_y = 0;

  if (native == NULL)
    return pn_vec2 (0, 0);
  gtk_widget_translate_coordinates (GTK_WIDGET (self), GTK_WIDGET (native), 0, 0, &x, &y);
  gtk_native_get_surface_transform (native, &surface_x, &surface_y);
  x += surface_x;
  y += surface_y;
  return pn_vec2 (floor (x * scale + 0.5) / scale - x, floor (y * scale + 0.5) / scale - y);
}

PnAffine
pn_canvas_get_map (PnCanvas *self)
{
  PnAffine map = pn_view_view_from_doc (pn_editor_get_view (self->editor));
  double scale = pn_gtk_get_scale (GTK_WIDGET (self));
  PnVec2 grid = find_grid (self, scale);

  map.x0 = floor ((map.x0 - grid.x) * scale + 0.5) / scale + grid.x;
  map.y0 = floor ((map.y0 - grid.y) * scale + 0.5) / scale + grid.y;
  return map;
}

typedef enum {
  TARGET_FULL,
  TARGET_QUICK, /* fewer pixels of one sample each */
} TargetKind;

/* FALSE where there is nothing to see. */
static gboolean
make_target (PnCanvas *self, TargetKind kind, PnRenderTarget *target)
{
  double scale = pn_gtk_get_scale (GTK_WIDGET (self));
  double width = ceil (gtk_widget_get_width (GTK_WIDGET (self)) * scale);
  double height = ceil (gtk_widget_get_height (GTK_WIDGET (self)) * scale);
  double factor = 1;

  if (width < 1 || height < 1)
    return FALSE;
  if (kind == TARGET_QUICK)
    factor = MIN (1, sqrt (MOVING_PIXELS / (width * height)));
  PnAffine map = pn_canvas_get_map (self);
  PnVec2 grid = find_grid (self, scale);
  PnAffine px_from_view = {scale * factor,          0, 0, scale * factor, -grid.x * scale * factor,
                           -grid.y * scale * factor};
  *target = (PnRenderTarget){.width = (int)ceil (width * factor),
                             .height = (int)ceil (height * factor),
                             .has_map = TRUE,
                             .px_from_doc = pn_affine_multiply (&px_from_view, &map),
                             .samples = kind == TARGET_QUICK ? 1 : 4};
  return TRUE;
}

static void
tell_device (PnCanvas *self)
{
  const char *device = pn_canvas_picture_get_device (self->picture);
  g_autofree char *text = NULL;

  if (device == NULL && pn_canvas_picture_get_error (self->picture) != NULL)
    text = g_strdup (_ ("No Vulkan device"));
  else if (device == NULL)
    return;
  else if (is_quick (self))
    /* Translators: a graphics device. */
    text = g_strdup_printf (_ ("Vulkan: %s, in software, drawn quickly"), device);
  else if (pn_canvas_picture_is_software (self->picture))
    text = g_strdup_printf (_ ("Vulkan: %s, in software"), device);
  else
    text = g_strdup_printf (_ ("Vulkan: %s"), device);
  pn_editor_set_device (self->editor, text);
}

void
pn_canvas_update (PnCanvas *self)
{
  gboolean is_playing = pn_player_get_playing (pn_editor_get_player (self->editor));
  gboolean is_software = pn_canvas_picture_is_software (self->picture);
  PnRenderTarget target, played;

  tell_device (self);
  if (!make_target (self, is_quick (self) ? TARGET_QUICK : TARGET_FULL, &target))
    return;
  make_target (self, is_software ? TARGET_QUICK : TARGET_FULL, &played);
  pn_frame_cache_set_target (pn_editor_get_frame_cache (self->editor), &played);
  pn_canvas_picture_update (self->picture, &target,
                            is_playing && self->drawing == PN_CANVAS_LATER ? PN_CANVAS_AND_KEEP
                                                                           : self->drawing);
}

/* --- The clock. */

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  PnCanvas *self = PN_CANVAS (widget);
  PnPlayer *player = pn_editor_get_player (self->editor);
  uint64_t span = pn_trace_begin ();

  pn_player_tick (player, gdk_frame_clock_get_frame_time (clock));
  pn_canvas_update (self);
  pn_trace_end ("ui.tick", span);
  if (pn_player_get_playing (player))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void
pn_canvas_begin_tick (PnCanvas *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static gboolean
rest_cb (gpointer data)
{
  PnCanvas *self = data;

  self->rest_timer = 0;
  pn_canvas_begin_tick (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* As the frame of the canvas shows it. */
static void
tell_mode (PnCanvas *self)
{
  PnViewMode mode = pn_view_get_mode (pn_editor_get_view (self->editor));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  mode == PN_VIEW_RIGGING ? _ ("Rigging") : _ ("Animating"), -1);
}

static void
editor_changed_cb (PnCanvas *self, guint changes)
{
  if (changes & PN_EDITOR_MAP) {
    g_clear_handle_id (&self->rest_timer, g_source_remove);
    self->rest_timer = g_timeout_add (REST_MS, rest_cb, self);
  }
  if (changes & PN_EDITOR_TOOL)
    pn_canvas_update_cursor (self);
  if (changes & PN_EDITOR_STATE)
    tell_mode (self);
  if (!pn_tool_is_busy (pn_editor_get_tool (self->editor)))
    pn_canvas_keys_end_amount (self);
  if (changes & ~(guint)PN_EDITOR_HISTORY) {
    pn_canvas_begin_tick (self);
    gtk_widget_queue_draw (GTK_WIDGET (self));
  }
}

static void
picture_changed_cb (PnCanvas *self)
{
  const char *error = pn_canvas_picture_get_error (self->picture);

  if (error != NULL)
    gtk_label_set_label (GTK_LABEL (self->notice_label), error);
  gtk_widget_set_visible (self->notice, error != NULL);
  tell_device (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
retry_cb (PnCanvas *self)
{
  pn_canvas_picture_retry (self->picture);
  pn_canvas_begin_tick (self);
}

void
pn_canvas_set_synchronous (PnCanvas *self)
{
  self->drawing = PN_CANVAS_NOW;
}

PnCanvasPicture *
pn_canvas_get_picture (PnCanvas *self)
{
  return self->picture;
}

/* --- Drawing: there is nothing to do but to put together what is there. */

/* A picture of an earlier view, or of fewer pixels, lies where the page lies now. */
static void
append_picture (PnCanvas *self, GtkSnapshot *snapshot)
{
  PnRenderTarget target;
  GdkTexture *texture = pn_canvas_picture_get_texture (self->picture, &target);
  PnAffine doc_from_px, map = pn_canvas_get_map (self);

  if (texture == NULL || pn_affine_invert (&target.px_from_doc, &doc_from_px) != PN_STATUS_OK)
    return;
  map = pn_affine_multiply (&map, &doc_from_px);
  gtk_snapshot_save (snapshot);
  pn_canvas_transform (snapshot, &map);
  gtk_snapshot_append_texture (
      snapshot, texture, &GRAPHENE_RECT_INIT (0, 0, (float)target.width, (float)target.height));
  gtk_snapshot_restore (snapshot);
}

static void
pn_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PnCanvas *self = PN_CANVAS (widget);
  graphene_size_t size = {(float)gtk_widget_get_width (widget),
                          (float)gtk_widget_get_height (widget)};
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, size.width, size.height);
  uint64_t span = pn_trace_begin ();
  PnAffine map = pn_canvas_get_map (self);

  gtk_snapshot_push_clip (snapshot, &bounds);
  pn_canvas_paper_snapshot (snapshot, pn_view_get_root (pn_editor_get_view (self->editor)), &map,
                            &size);
  append_picture (self, snapshot);
  pn_overlay_snapshot (self->overlay, snapshot, &size, &map, pn_gtk_get_scale (widget),
                       pn_canvas_is_moving (self) ? PN_OVERLAY_MOVING : PN_OVERLAY_RESTING);
  gtk_snapshot_pop (snapshot);
  gtk_widget_snapshot_child (widget, self->notice, snapshot);
  pn_trace_end ("ui.canvas", span);
}

void
pn_canvas_fit_page (PnView *view)
{
  const PnRoot *root = pn_view_get_root (view);
  PnBox page = {.x1 = root->width, .y1 = root->height};

  pn_view_fit (view, &page, PN_CANVAS_FIT_MARGIN);
}

/* --- The widget. */

static void
pn_canvas_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
place_notice (PnCanvas *self, int width, int height)
{
  GtkAllocation at = {.x = NOTICE_MARGIN};
  int least;

  if (!gtk_widget_should_layout (self->notice))
    return;
  gtk_widget_measure (self->notice, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  at.width = MAX (least, MIN (NOTICE_WIDTH, width - 2 * NOTICE_MARGIN));
  gtk_widget_measure (self->notice, GTK_ORIENTATION_VERTICAL, at.width, &at.height, NULL, NULL,
                      NULL);
  at.y = MAX (0, height - at.height - NOTICE_MARGIN);
  gtk_widget_size_allocate (self->notice, &at, -1);
}

/* With the margins that it has on both sides. */
static double
measure_cover (GtkWidget *cover)
{
  int height = 0;

  if (cover != NULL && gtk_widget_get_visible (cover))
    gtk_widget_measure (cover, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  return height;
}

static void
pn_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PnCanvas *self = PN_CANVAS (widget);
  uint64_t span = pn_trace_begin ();

  pn_view_set_covered (pn_editor_get_view (self->editor), measure_cover (self->above),
                       measure_cover (self->below));
  pn_view_set_size (pn_editor_get_view (self->editor), width, height);
  if (!self->was_shown && width > 0 && height > 0) {
    self->was_shown = TRUE;
    pn_canvas_fit_page (pn_editor_get_view (self->editor));
  }
  place_notice (self, width, height);
  if (self->popover != NULL)
    gtk_popover_present (GTK_POPOVER (self->popover));
  pn_canvas_begin_tick (self);
  pn_trace_end ("ui.canvas-size", span);
}

static void
scale_changed_cb (PnCanvas *self)
{
  pn_canvas_begin_tick (self);
}

static void
pn_canvas_unmap (GtkWidget *widget)
{
  pn_canvas_input_cancel (PN_CANVAS (widget));
  GTK_WIDGET_CLASS (pn_canvas_parent_class)->unmap (widget);
}

static void
pn_canvas_dispose (GObject *object)
{
  PnCanvas *self = PN_CANVAS (object);

  g_clear_handle_id (&self->rest_timer, g_source_remove);
  pn_canvas_input_clear (self);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->notice, gtk_widget_unparent);
  if (self->picture != NULL)
    g_object_run_dispose (G_OBJECT (self->picture));
  g_clear_object (&self->picture);
  g_clear_object (&self->overlay);
  g_clear_object (&self->commands);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (pn_canvas_parent_class)->dispose (object);
}

static void
pn_canvas_class_init (PnCanvasClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_canvas_dispose;
  widget_class->measure = pn_canvas_measure;
  widget_class->size_allocate = pn_canvas_size_allocate;
  widget_class->snapshot = pn_canvas_snapshot;
  widget_class->unmap = pn_canvas_unmap;
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
build_notice (PnCanvas *self)
{
  GtkWidget *button = pn_mnemonic_button_new (_ ("_Try Again"));

  self->notice = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->notice_label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->notice_label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->notice_label), 0);
  gtk_label_set_selectable (GTK_LABEL (self->notice_label), TRUE);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (button, _ ("Looks for a graphics device again"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (retry_cb), self);
  gtk_box_append (GTK_BOX (self->notice), self->notice_label);
  gtk_box_append (GTK_BOX (self->notice), button);
  gtk_widget_add_css_class (self->notice, "pn-message");
  gtk_widget_add_css_class (self->notice, "pn-float");
  gtk_widget_set_visible (self->notice, FALSE);
  gtk_widget_set_parent (self->notice, GTK_WIDGET (self));
}

static void
pn_canvas_init (PnCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Canvas"), -1);
  build_notice (self);
  pn_gtk_watch_scale (GTK_WIDGET (self), G_CALLBACK (scale_changed_cb));
}

GtkWidget *
pn_canvas_new (PnEditor *editor, PnCommands *commands)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor), NULL);
  g_return_val_if_fail (PN_IS_COMMANDS (commands), NULL);

  PnCanvas *self = g_object_new (PN_TYPE_CANVAS, NULL);
  self->editor = g_object_ref (editor);
  self->commands = g_object_ref (commands);
  self->overlay = pn_overlay_new (editor, GTK_WIDGET (self));
  self->picture = pn_canvas_picture_new (editor);
  pn_commands_add (commands, pn_commands_canvas, self);
  pn_canvas_input_init (self);
  pn_canvas_keys_init (self);
  tell_mode (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->picture, "changed", G_CALLBACK (picture_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->overlay, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
pn_canvas_set_covers (PnCanvas *self, GtkWidget *above, GtkWidget *below)
{
  g_return_if_fail (PN_IS_CANVAS (self));

  self->above = above;
  self->below = below;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
