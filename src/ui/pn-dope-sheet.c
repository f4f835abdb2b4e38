/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-dope-sheet-private.h"
#include "pn-timeline-scroll.h"

G_DEFINE_FINAL_TYPE (PnDopeSheet, pn_dope_sheet, GTK_TYPE_WIDGET)

#define ROW_HEIGHT_MIN 25
/* Above and below a row's words. */
#define ROW_PADDING 4

int
pn_timeline_row_height (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int words = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));

  pango_font_metrics_unref (metrics);
  return MAX (ROW_HEIGHT_MIN, words + 2 * ROW_PADDING);
}

PnSheetLayout
pn_dope_sheet_get_layout (PnDopeSheet *self)
{
  return (PnSheetLayout){
      .rows = pn_timeline_model_get_rows (self->model),
      .scale = pn_timeline_model_get_scale (self->model),
      .keys = pn_timeline_model_get_keys (self->model),
      .row_height = self->row_height,
      .scroll = gtk_adjustment_get_value (self->rows),
      .width = gtk_widget_get_width (GTK_WIDGET (self)),
      .height = gtk_widget_get_height (GTK_WIDGET (self)),
  };
}

/* --- Words. */

void
pn_dope_sheet_describe (PnDopeSheet *self)
{
  /* A window that goes takes the keyboard from here last. */
  if (self->model == NULL)
    return;
  g_autofree char *words =
      pn_timeline_model_describe (self->model, pn_timeline_model_get_cursor (self->model));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words,
                                  -1);
}

/* --- Menu. */

void
pn_dope_sheet_show_menu (PnDopeSheet *self, double x, double y)
{
  static const char *const names[] = {"keys-ease", "keys-linear", "keys-hold",       "",
                                      "keys-cut",  "keys-copy",   "keys-paste",      "keys-delete",
                                      "",          "key-set",     "keys-select-all", "reveal-keyed",
                                      NULL};

  if (self->menu == NULL) {
    g_autoptr (GMenuModel) menu = pn_commands_menu (self->commands, names);
    self->menu = gtk_popover_menu_new_from_model (menu);
    gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
    gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
    gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  }
  GdkRectangle at = {(int)x, (int)y, 1, 1};
  pn_commands_refresh (self->commands);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* --- The widget. */

static void
model_changed_cb (PnDopeSheet *self, guint changes)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (changes & (PN_TIMELINE_CURSOR | PN_TIMELINE_KEYS | PN_TIMELINE_ROWS))
    pn_dope_sheet_describe (self);
}

static void
pn_dope_sheet_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  PnDopeSheet *self = PN_DOPE_SHEET (widget);
  gboolean is_wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  /* Whatever changes the font asks for a new size. */
  self->row_height = pn_timeline_row_height (widget);
  *minimum = is_wide ? 120 : self->row_height;
  *natural = is_wide ? 400 : 6 * self->row_height;
}

static void
pn_dope_sheet_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PnDopeSheet *self = PN_DOPE_SHEET (widget);

  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  pn_timeline_model_set_width (self->model, width);
}

static void
pn_dope_sheet_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  PnDopeSheet *self = PN_DOPE_SHEET (widget);

  GTK_WIDGET_CLASS (pn_dope_sheet_parent_class)->css_changed (widget, change);
  pn_dope_sheet_forget_stamps (self);
  gtk_widget_queue_resize (widget);
}

static void
pn_dope_sheet_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  gtk_widget_queue_draw (widget);
  GTK_WIDGET_CLASS (pn_dope_sheet_parent_class)->state_flags_changed (widget, before);
}

static void
pn_dope_sheet_dispose (GObject *object)
{
  PnDopeSheet *self = PN_DOPE_SHEET (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_weak_pointer (&self->model);
  g_clear_object (&self->rows);
  pn_dope_sheet_forget_stamps (self);
  G_OBJECT_CLASS (pn_dope_sheet_parent_class)->dispose (object);
}

static void
pn_dope_sheet_finalize (GObject *object)
{
  pn_key_set_finish (&PN_DOPE_SHEET (object)->before);
  G_OBJECT_CLASS (pn_dope_sheet_parent_class)->finalize (object);
}

static void
pn_dope_sheet_class_init (PnDopeSheetClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = pn_dope_sheet_dispose;
  object_class->finalize = pn_dope_sheet_finalize;
  widget_class->measure = pn_dope_sheet_measure;
  widget_class->size_allocate = pn_dope_sheet_size_allocate;
  widget_class->snapshot = pn_dope_sheet_snapshot;
  widget_class->css_changed = pn_dope_sheet_css_changed;
  widget_class->state_flags_changed = pn_dope_sheet_state_flags_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "dopesheet");
}

static void
pn_dope_sheet_init (PnDopeSheet *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  pn_key_set_init (&self->before);
  self->stamp_scale = 1;
  self->row_height = ROW_HEIGHT_MIN;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Dope sheet"), -1);
}

GtkWidget *
pn_dope_sheet_new (PnTimelineModel *model, PnCommands *commands, GtkAdjustment *rows)
{
  PnDopeSheet *self = g_object_new (PN_TYPE_DOPE_SHEET, NULL);

  g_set_weak_pointer (&self->model, model);
  self->commands = commands;
  self->rows = g_object_ref (rows);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (rows, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  pn_dope_sheet_add_pointer (self);
  pn_dope_sheet_add_keyboard (self);
  pn_timeline_add_scrolling (GTK_WIDGET (self), model, rows);
  pn_dope_sheet_describe (self);
  return GTK_WIDGET (self);
}
