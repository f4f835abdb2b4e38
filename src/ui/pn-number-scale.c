/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-number-scale.h"

#include <glib/gi18n-lib.h>

#include "pn-trace.h"

typedef enum {
  HOLD_NONE,
  HOLD_POINTER,
  HOLD_KEY,
  HOLD_SPENT, /* Escape ended it before the pointer let go */
} Hold;

struct _PnNumberScale {
  GtkWidget parent_instance;

  GtkWidget *scale, *field;
  Hold hold;
  gboolean has_changed; /* since it is held */
  gboolean is_setting;
};

G_DEFINE_FINAL_TYPE (PnNumberScale, pn_number_scale, GTK_TYPE_WIDGET)

enum {
  EDITED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
emit (PnNumberScale *self, PnNumberPhase phase, double value)
{
  uint64_t span = pn_trace_begin ();

  g_signal_emit (self, signals[EDITED], 0, (guint)phase, (guint)PN_NUMBER_TO, value);
  pn_trace_end ("ui.number-scale", span);
}

static void
set_scale (PnNumberScale *self, double value)
{
  self->is_setting = TRUE;
  gtk_range_set_value (GTK_RANGE (self->scale), value);
  self->is_setting = FALSE;
}

void
pn_number_scale_set_value (PnNumberScale *self, double value)
{
  g_return_if_fail (PN_IS_NUMBER_SCALE (self));

  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), value);
  /* A hand that holds the knob knows better where it is. */
  if (self->hold == HOLD_NONE)
    set_scale (self, value);
}

void
pn_number_scale_set_mixed (PnNumberScale *self)
{
  g_return_if_fail (PN_IS_NUMBER_SCALE (self));

  pn_number_field_set_mixed (PN_NUMBER_FIELD (self->field));
}

PnNumberField *
pn_number_scale_get_field (PnNumberScale *self)
{
  g_return_val_if_fail (PN_IS_NUMBER_SCALE (self), NULL);

  return PN_NUMBER_FIELD (self->field);
}

/* --- The scale. It says what its value is, not when one began and ended to change it. */

static void
begin_hold (PnNumberScale *self, Hold hold)
{
  self->hold = hold;
  self->has_changed = FALSE;
}

static void
end_hold (PnNumberScale *self, PnNumberPhase phase)
{
  gboolean has_changed = self->has_changed;

  self->hold = HOLD_NONE;
  self->has_changed = FALSE;
  if (has_changed)
    emit (self, phase, 0);
}

static void
value_changed_cb (PnNumberScale *self)
{
  const PnNumberSpec *spec = pn_number_field_get_spec (PN_NUMBER_FIELD (self->field));
  double value = gtk_range_get_value (GTK_RANGE (self->scale));

  if (self->is_setting || self->hold == HOLD_SPENT)
    return;
  value = CLAMP (value, spec->lower, spec->upper);
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), value);
  /* Assistive technology sets it without holding it. */
  if (self->hold == HOLD_NONE) {
    emit (self, PN_NUMBER_SET, value);
    return;
  }
  self->has_changed = TRUE;
  emit (self, PN_NUMBER_DRAG, value);
}

static gboolean
event_cb (PnNumberScale *self, GdkEvent *event)
{
  switch ((int)gdk_event_get_event_type (event)) {
  case GDK_BUTTON_PRESS:
  case GDK_TOUCH_BEGIN:
    begin_hold (self, HOLD_POINTER);
    break;
  case GDK_BUTTON_RELEASE:
  case GDK_TOUCH_END:
    end_hold (self, PN_NUMBER_KEEP);
    break;
  case GDK_TOUCH_CANCEL:
  case GDK_GRAB_BROKEN:
    end_hold (self, PN_NUMBER_CANCEL);
    break;
  default:
    break;
  }
  return FALSE;
}

static gboolean
key_pressed_cb (PnNumberScale *self, guint key)
{
  if (key != GDK_KEY_Escape) {
    if (self->hold == HOLD_NONE)
      begin_hold (self, HOLD_KEY);
    return FALSE;
  }
  if (!self->has_changed)
    return FALSE;
  Hold hold = self->hold;
  end_hold (self, PN_NUMBER_CANCEL);
  if (hold == HOLD_POINTER)
    self->hold = HOLD_SPENT;
  return TRUE;
}

static void
key_released_cb (PnNumberScale *self)
{
  if (self->hold == HOLD_KEY)
    end_hold (self, PN_NUMBER_KEEP);
}

static void
left_cb (PnNumberScale *self)
{
  if (self->hold == HOLD_KEY)
    end_hold (self, PN_NUMBER_KEEP);
}

/* A wheel over it scrolls the panel, and changes nothing by the way. */
static void
ignore_wheel (GtkWidget *scale)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (scale);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
      gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
  }
}

static void
watch_scale (PnNumberScale *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  ignore_wheel (self->scale);
  g_signal_connect_object (self->scale, "value-changed", G_CALLBACK (value_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_object (events, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->scale, events);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (keys, "key-released", G_CALLBACK (key_released_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->scale, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->scale, focus);
}

/* --- Life. */

static void
field_edited_cb (PnNumberScale *self, guint phase, guint mode, double amount)
{
  if (mode == PN_NUMBER_TO && (phase == PN_NUMBER_SET || phase == PN_NUMBER_DRAG))
    set_scale (self, amount);
  g_signal_emit (self, signals[EDITED], 0, phase, mode, amount);
}

static void
pn_number_scale_dispose (GObject *object)
{
  PnNumberScale *self = PN_NUMBER_SCALE (object);

  g_clear_pointer (&self->scale, gtk_widget_unparent);
  g_clear_pointer (&self->field, gtk_widget_unparent);
  G_OBJECT_CLASS (pn_number_scale_parent_class)->dispose (object);
}

static void
pn_number_scale_class_init (PnNumberScaleClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_number_scale_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "numberscale");
  signals[EDITED] = g_signal_new ("edited", PN_TYPE_NUMBER_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_DOUBLE);
}

static void
pn_number_scale_init (PnNumberScale *self)
{
}

GtkWidget *
pn_number_scale_new (const PnNumberSpec *spec)
{
  PnNumberScale *self = g_object_new (PN_TYPE_NUMBER_SCALE, NULL);

  self->scale =
      gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, spec->lower, spec->upper, spec->step);
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), FALSE);
  gtk_range_set_round_digits (GTK_RANGE (self->scale), (int)spec->digits);
  gtk_widget_set_hexpand (self->scale, TRUE);
  gtk_widget_set_tooltip_text (self->scale, _ (spec->name));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (spec->name), -1);
  gtk_widget_set_parent (self->scale, GTK_WIDGET (self));
  self->field = pn_number_field_new (spec);
  gtk_widget_set_parent (self->field, GTK_WIDGET (self));
  g_signal_connect_object (self->field, "edited", G_CALLBACK (field_edited_cb), self,
                           G_CONNECT_SWAPPED);
  watch_scale (self);
  return GTK_WIDGET (self);
}
