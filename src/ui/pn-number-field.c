/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-number-field.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-left-to-right.h"
#include "pn-number-text.h"
#include "pn-refresh.h"
#include "pn-trace.h"

/* A press that moves less than so many px is a click. */
#define SLOP_PX 3.0

typedef enum {
  PRESS_NONE,
  PRESS_DOWN,
  PRESS_SCRUB,
  PRESS_SPENT, /* Escape ended it before the button was up */
} Press;

struct _PnNumberField {
  GtkWidget parent_instance;

  GtkWidget *text;
  const PnNumberSpec *spec; /* borrowed */
  double value;
  gboolean is_mixed;
  gboolean is_typing;
  Press press;
  double last_x;     /* of the drag */
  guint held;        /* the arrow key that steps; 0 for none */
  PnNumberMode mode; /* while it is dragged or stepped ... */
  double wanted;     /* ... and the amount, not rounded */
};

G_DEFINE_FINAL_TYPE (PnNumberField, pn_number_field, GTK_TYPE_WIDGET)

enum {
  EDITED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* --- What it shows. */

static char *
describe (PnNumberField *self)
{
  if (self->is_mixed)
    return g_strdup ("–");
  g_autofree char *number = pn_number_to_text (self->value, self->spec->digits);
  return g_strconcat (number, self->spec->unit != NULL ? _ (self->spec->unit) : NULL, NULL);
}

static void
set_text (PnNumberField *self, const char *text)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->text)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->text), text);
}

static void
show (PnNumberField *self)
{
  g_autofree char *text = describe (self);

  if (!self->is_typing)
    set_text (self, text);
  if (self->is_mixed)
    gtk_widget_add_css_class (GTK_WIDGET (self), "mixed");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "mixed");
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->value,
      GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, self->is_mixed ? _ ("several values") : text,
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->is_mixed ? _ ("several values") : text, -1);
}

void
pn_number_field_set_value (PnNumberField *self, double value)
{
  g_return_if_fail (PN_IS_NUMBER_FIELD (self));

  if (!self->is_mixed && !(value < self->value) && !(value > self->value))
    return;
  self->value = value;
  self->is_mixed = FALSE;
  show (self);
}

double
pn_number_field_get_value (PnNumberField *self)
{
  g_return_val_if_fail (PN_IS_NUMBER_FIELD (self), 0);

  return self->value;
}

void
pn_number_field_set_mixed (PnNumberField *self)
{
  g_return_if_fail (PN_IS_NUMBER_FIELD (self));

  if (self->is_mixed)
    return;
  self->is_mixed = TRUE;
  show (self);
}

gboolean
pn_number_field_is_mixed (PnNumberField *self)
{
  g_return_val_if_fail (PN_IS_NUMBER_FIELD (self), FALSE);

  return self->is_mixed;
}

const PnNumberSpec *
pn_number_field_get_spec (PnNumberField *self)
{
  g_return_val_if_fail (PN_IS_NUMBER_FIELD (self), NULL);

  return self->spec;
}

/* --- What is wanted. */

static void
emit (PnNumberField *self, PnNumberPhase phase, PnNumberMode mode, double amount)
{
  uint64_t span = pn_trace_begin ();

  g_signal_emit (self, signals[EDITED], 0, (guint)phase, (guint)mode, amount);
  pn_trace_end ("ui.number-field", span);
}

static double
round_to_digits (PnNumberField *self, double value)
{
  double scale = pow (10, self->spec->digits);
  return round (value * scale) / scale;
}

static void
begin_change (PnNumberField *self)
{
  self->mode = self->is_mixed ? PN_NUMBER_BY : PN_NUMBER_TO;
  self->wanted = self->is_mixed ? 0 : self->value;
}

/* The remainder below the last digit is kept, or a slow fine drag would not move at all. */
static void
change_by (PnNumberField *self, double n_steps, GdkModifierType modifiers)
{
  double factor = 1;

  if (modifiers & GDK_SHIFT_MASK)
    factor = PN_NUMBER_COARSE;
  else if (modifiers & GDK_CONTROL_MASK)
    factor = PN_NUMBER_FINE;
  self->wanted += n_steps * self->spec->step * factor;
  if (self->mode == PN_NUMBER_TO)
    self->wanted = CLAMP (self->wanted, self->spec->lower, self->spec->upper);
  double amount = round_to_digits (self, self->wanted);
  if (self->mode == PN_NUMBER_TO)
    pn_number_field_set_value (self, amount);
  emit (self, PN_NUMBER_DRAG, self->mode, amount);
}

static void
end_change (PnNumberField *self, PnNumberPhase phase)
{
  emit (self, phase, self->mode, 0);
}

/* --- Typing. */

static void
set_typing (PnNumberField *self, gboolean is_typing)
{
  self->is_typing = is_typing;
  gtk_widget_set_can_focus (self->text, is_typing);
  gtk_widget_set_can_target (self->text, is_typing);
  pn_refresh_cursor (GTK_WIDGET (self), is_typing ? "text" : "ew-resize");
  if (is_typing)
    gtk_widget_add_css_class (GTK_WIDGET (self), "typing");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "typing");
  gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
}

void
pn_number_field_begin_typing (PnNumberField *self)
{
  g_return_if_fail (PN_IS_NUMBER_FIELD (self));

  if (self->is_typing)
    return;
  g_autofree char *number =
      self->is_mixed ? g_strdup ("") : pn_number_to_text (self->value, self->spec->digits);
  set_typing (self, TRUE);
  set_text (self, number);
  gtk_text_grab_focus_without_selecting (GTK_TEXT (self->text));
  gtk_editable_select_region (GTK_EDITABLE (self->text), 0, -1);
}

/* Of what is typed; FALSE where it is no number, or the one that stood there. */
static gboolean
read_typed (PnNumberField *self, double *value, gboolean *is_number)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->text));
  g_autofree char *shown = pn_number_to_text (self->value, self->spec->digits);

  *is_number =
      pn_number_from_text (text, self->spec->unit != NULL ? _ (self->spec->unit) : NULL, value);
  if (!*is_number)
    return FALSE;
  *value = CLAMP (*value, self->spec->lower, self->spec->upper);
  return self->is_mixed || !g_str_equal (text, shown);
}

static void
stop_typing (PnNumberField *self)
{
  set_typing (self, FALSE);
  show (self);
}

static void
accept_typed (PnNumberField *self)
{
  gboolean is_number;
  double value;
  gboolean is_other = read_typed (self, &value, &is_number);

  stop_typing (self);
  if (!is_other)
    return;
  pn_number_field_set_value (self, value);
  emit (self, PN_NUMBER_SET, PN_NUMBER_TO, value);
}

/* Return: what is no number stays to be mended. */
static void
activate_cb (PnNumberField *self)
{
  gboolean is_number;
  double value;

  read_typed (self, &value, &is_number);
  if (!is_number && gtk_editable_get_text (GTK_EDITABLE (self->text))[0] != '\0') {
    gtk_widget_add_css_class (GTK_WIDGET (self), "error");
    gtk_widget_error_bell (GTK_WIDGET (self));
    return;
  }
  accept_typed (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
text_changed_cb (PnNumberField *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
}

static void
text_left_cb (PnNumberField *self)
{
  if (self->is_typing)
    accept_typed (self);
}

/* --- The pointer. */

static void
drag_begin_cb (PnNumberField *self, double x, double y, GtkGesture *gesture)
{
  if (self->is_typing) {
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->press = PRESS_DOWN;
  self->last_x = 0;
}

static void
drag_update_cb (PnNumberField *self, double x, double y, GtkGesture *gesture)
{
  if (self->press == PRESS_DOWN && fabs (x) > SLOP_PX) {
    self->press = PRESS_SCRUB;
    begin_change (self);
  }
  if (self->press != PRESS_SCRUB)
    return;
  double px_per_step = self->spec->px_per_step > 0 ? self->spec->px_per_step : 1;
  change_by (self, (x - self->last_x) / px_per_step,
             gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
  self->last_x = x;
}

static void
drag_end_cb (PnNumberField *self)
{
  Press press = self->press;

  self->press = PRESS_NONE;
  if (press == PRESS_SCRUB)
    end_change (self, PN_NUMBER_KEEP);
  else if (press == PRESS_DOWN)
    pn_number_field_begin_typing (self);
}

static void
drag_cancel_cb (PnNumberField *self)
{
  if (self->press == PRESS_SCRUB)
    end_change (self, PN_NUMBER_CANCEL);
  self->press = PRESS_NONE;
}

/* --- Keys. */

static gboolean
step (PnNumberField *self, guint key, GdkModifierType modifiers)
{
  if (self->is_typing)
    accept_typed (self);
  if (self->held != key) {
    begin_change (self);
    self->held = key;
  }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  change_by (self, key == GDK_KEY_Up || key == GDK_KEY_KP_Up ? 1 : -1, modifiers);
  return TRUE;
}

static void
end_steps (PnNumberField *self, PnNumberPhase phase)
{
  if (self->held == 0)
    return;
  self->held = 0;
  end_change (self, phase);
}

static gboolean
escape (PnNumberField *self)
{
  if (self->press == PRESS_SCRUB) {
    self->press = PRESS_SPENT;
    end_change (self, PN_NUMBER_CANCEL);
  } else if (self->held != 0) {
    end_steps (self, PN_NUMBER_CANCEL);
  } else if (self->is_typing) {
    stop_typing (self);
    gtk_widget_grab_focus (GTK_WIDGET (self));
  } else {
    return FALSE;
  }
  return TRUE;
}

/* A digit, and what clears the number: to the list it is in that would mean something worse. */
static gboolean
begins_typing (guint key)
{
  guint32 letter = gdk_keyval_to_unicode (key);

  return letter == '-' || (letter < 128 && g_ascii_isdigit ((char)letter)) ||
         key == GDK_KEY_BackSpace || key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete;
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType modifiers,
                gpointer data)
{
  PnNumberField *self = data;

  switch (key) {
  case GDK_KEY_Up:
  case GDK_KEY_Down:
  case GDK_KEY_KP_Up:
  case GDK_KEY_KP_Down:
    return (modifiers & GDK_ALT_MASK) == 0 && step (self, key, modifiers);
  case GDK_KEY_Escape:
    return escape (self);
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    if (self->is_typing)
      return FALSE;
    pn_number_field_begin_typing (self);
    return TRUE;
  default:
    if (self->is_typing || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) || !begins_typing (key))
      return FALSE;
    pn_number_field_begin_typing (self);
    return gtk_event_controller_key_forward (controller, self->text);
  }
}

static void
key_released_cb (PnNumberField *self, guint key, guint code, GdkModifierType modifiers)
{
  if (key == self->held)
    end_steps (self, PN_NUMBER_KEEP);
}

static void
focus_left_cb (PnNumberField *self)
{
  end_steps (self, PN_NUMBER_KEEP);
}

/* --- Life. */

static void
connect (PnNumberField *self, gpointer source, const char *signal, GCallback callback)
{
  g_signal_connect_object (source, signal, callback, self, G_CONNECT_SWAPPED);
}

static void
add_controllers (PnNumberField *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *text_focus = gtk_event_controller_focus_new ();

  connect (self, drag, "drag-begin", G_CALLBACK (drag_begin_cb));
  connect (self, drag, "drag-update", G_CALLBACK (drag_update_cb));
  connect (self, drag, "drag-end", G_CALLBACK (drag_end_cb));
  connect (self, drag, "cancel", G_CALLBACK (drag_cancel_cb));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  /* Before the text and the window, to which arrows mean something else. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  connect (self, keys, "key-released", G_CALLBACK (key_released_cb));
  gtk_widget_add_controller (widget, keys);
  connect (self, focus, "leave", G_CALLBACK (focus_left_cb));
  gtk_widget_add_controller (widget, focus);
  connect (self, text_focus, "leave", G_CALLBACK (text_left_cb));
  gtk_widget_add_controller (self->text, text_focus);
}

static void
pn_number_field_dispose (GObject *object)
{
  g_clear_pointer (&PN_NUMBER_FIELD (object)->text, gtk_widget_unparent);
  G_OBJECT_CLASS (pn_number_field_parent_class)->dispose (object);
}

static void
pn_number_field_class_init (PnNumberFieldClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_number_field_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "numberfield");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SPIN_BUTTON);
  signals[EDITED] = g_signal_new ("edited", PN_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_DOUBLE);
}

static void
pn_number_field_init (PnNumberField *self)
{
  self->text = gtk_text_new ();
  pn_left_to_right (self->text);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  gtk_editable_set_alignment (GTK_EDITABLE (self->text), 0.5f);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  g_signal_connect_object (self->text, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->text, "changed", G_CALLBACK (text_changed_cb), self,
                           G_CONNECT_SWAPPED);
  add_controllers (self);
}

GtkWidget *
pn_number_field_new (const PnNumberSpec *spec)
{
  PnNumberField *self = g_object_new (PN_TYPE_NUMBER_FIELD, NULL);
  const char *name = _ (spec->name);
  /* Translators: the name of a number. */
  g_autofree char *tooltip = g_strdup_printf (_ ("%s: drag to change, click to type"), name);

  self->spec = spec;
  gtk_editable_set_width_chars (GTK_EDITABLE (self->text), spec->width_chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->text), spec->width_chars);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, spec->lower,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, spec->upper, -1);
  set_typing (self, FALSE);
  show (self);
  return GTK_WIDGET (self);
}
