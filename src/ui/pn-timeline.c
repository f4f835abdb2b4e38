/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timeline.h"

#include <glib/gi18n-lib.h>

#include "pn-dope-sheet.h"
#include "pn-left-to-right.h"
#include "pn-ruler.h"
#include "pn-settings.h"
#include "pn-timeline-list.h"
#include "pn-transport.h"

#define PN_TYPE_TIMELINE (pn_timeline_get_type ())
G_DECLARE_FINAL_TYPE (PnTimeline, pn_timeline, PN, TIMELINE, GtkWidget)

struct _PnTimeline {
  GtkWidget parent_instance;

  PnTimelineModel *model; /* borrowed: the editor has it */
  PnCommands *commands;   /* borrowed: the window has it longer */
  GtkWidget *content, *columns, *corner, *time_bar;
  GtkAdjustment *rows; /* how far they are scrolled, px */
  GtkAdjustment *time; /* the same in frames */
  gboolean is_syncing;
};

G_DEFINE_FINAL_TYPE (PnTimeline, pn_timeline, GTK_TYPE_WIDGET)

#define LIST_WIDTH_MIN 140

/* --- Scrolling in time: the scale and the bar follow each other. */

static void
sync_time (PnTimeline *self)
{
  const PnTimeScale *scale = pn_timeline_model_get_scale (self->model);
  double page = pn_time_scale_page (scale), end = pn_time_scale_max_first (scale) + page;

  self->is_syncing = TRUE;
  gtk_adjustment_configure (self->time, scale->first, 0, end, page / 10, page, page);
  gtk_widget_set_visible (self->time_bar, end > page);
  self->is_syncing = FALSE;
}

static void
time_scrolled_cb (PnTimeline *self)
{
  if (!self->is_syncing)
    pn_timeline_model_scroll_to (self->model, gtk_adjustment_get_value (self->time));
}

static void
model_changed_cb (PnTimeline *self, guint changes)
{
  if (changes & PN_TIMELINE_SCALE)
    sync_time (self);
}

/* --- Building. */

/* In a small window it scrolls. */
static GtkWidget *
build_transport (PnTimeline *self, PnEditor *editor)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled),
                                 pn_transport_new (editor, self->commands));
  return scrolled;
}

static GtkWidget *
build_corner (PnTimeline *self)
{
  static const char *const buttons[][2] = {
      {"timeline-zoom-out", "pn-minus-symbolic"},
      {"timeline-zoom-in", "pn-plus-symbolic"},
      {"timeline-fit", "pn-fit-symbolic"},
  };
  GtkWidget *corner = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *zoom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++) {
    GtkWidget *button = pn_commands_button (self->commands, buttons[i][0], buttons[i][1]);
    gtk_widget_add_css_class (button, "flat");
    gtk_box_append (GTK_BOX (zoom), button);
  }
  gtk_widget_set_halign (zoom, GTK_ALIGN_END);
  gtk_widget_set_hexpand (zoom, TRUE);
  gtk_box_append (GTK_BOX (corner), zoom);
  gtk_widget_add_css_class (corner, "pn-corner");
  return corner;
}

static GtkWidget *
build_names (PnTimeline *self)
{
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *list = pn_timeline_list_new (self->model, self->commands, self->rows);

  self->corner = build_corner (self);
  gtk_widget_set_vexpand (list, TRUE);
  gtk_box_append (GTK_BOX (names), self->corner);
  gtk_box_append (GTK_BOX (names), list);
  gtk_widget_set_size_request (names, LIST_WIDTH_MIN, -1);
  return names;
}

/* Bars lie over the edges of the sheet, so that its rows stay beside their names. */
static GtkWidget *
add_bar (GtkWidget *overlay, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  GtkWidget *bar = gtk_scrollbar_new (orientation, adjustment);
  gboolean is_wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  pn_left_to_right (bar);
  gtk_widget_set_halign (bar, is_wide ? GTK_ALIGN_FILL : GTK_ALIGN_END);
  gtk_widget_set_valign (bar, is_wide ? GTK_ALIGN_END : GTK_ALIGN_FILL);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), bar);
  return bar;
}

static void
rows_configured_cb (GtkAdjustment *rows, GtkWidget *bar)
{
  gtk_widget_set_visible (bar, gtk_adjustment_get_upper (rows) >
                                   gtk_adjustment_get_page_size (rows) + 0.5);
}

static GtkWidget *
build_sheet (PnTimeline *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  gtk_overlay_set_child (GTK_OVERLAY (overlay),
                         pn_dope_sheet_new (self->model, self->commands, self->rows));
  self->time_bar = add_bar (overlay, GTK_ORIENTATION_HORIZONTAL, self->time);
  GtkWidget *bar = add_bar (overlay, GTK_ORIENTATION_VERTICAL, self->rows);
  g_signal_connect_object (self->rows, "changed", G_CALLBACK (rows_configured_cb), bar, 0);
  rows_configured_cb (self->rows, bar);
  return overlay;
}

static GtkWidget *
build_keys (PnTimeline *self)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *keys = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *ruler = pn_ruler_new (self->model);
  GtkSizeGroup *heads = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);

  gtk_size_group_add_widget (heads, ruler);
  gtk_size_group_add_widget (heads, self->corner);
  g_object_unref (heads);
  gtk_box_append (GTK_BOX (keys), ruler);
  gtk_box_append (GTK_BOX (keys), build_sheet (self));
  gtk_overlay_set_child (GTK_OVERLAY (overlay), keys);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), pn_playhead_new (self->model, ruler));
  return overlay;
}

static void
build (PnTimeline *self, PnEditor *editor)
{
  GtkPaned *columns = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));

  self->columns = GTK_WIDGET (columns);
  gtk_paned_set_start_child (columns, build_names (self));
  gtk_paned_set_end_child (columns, build_keys (self));
  gtk_paned_set_resize_start_child (columns, FALSE);
  gtk_paned_set_shrink_start_child (columns, FALSE);
  gtk_paned_set_shrink_end_child (columns, FALSE);
  gtk_widget_set_vexpand (self->columns, TRUE);
  g_settings_bind (pn_settings_get (), "timeline-names-width", columns, "position",
                   G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->content), build_transport (self, editor));
  gtk_box_append (GTK_BOX (self->content), self->columns);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}

/* --- The widget. */

static void
pn_timeline_dispose (GObject *object)
{
  PnTimeline *self = PN_TIMELINE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_object (&self->time);
  G_OBJECT_CLASS (pn_timeline_parent_class)->dispose (object);
}

static void
pn_timeline_class_init (PnTimelineClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_timeline_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
pn_timeline_init (PnTimeline *self)
{
  self->rows = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->time = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  gtk_widget_add_css_class (GTK_WIDGET (self), "pn-panel");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline"), -1);
}

GtkWidget *
pn_timeline_new (PnEditor *editor, PnCommands *commands)
{
  PnTimeline *self = g_object_new (PN_TYPE_TIMELINE, NULL);

  self->model = pn_editor_get_timeline (editor);
  self->commands = commands;
  build (self, editor);
  sync_time (self);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->time, "value-changed", G_CALLBACK (time_scrolled_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
