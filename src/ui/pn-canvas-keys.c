/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers typed during a drag. */

#include <glib/gi18n-lib.h>
#include <locale.h>

#include "pn-canvas-private.h"
#include "pn-trace.h"

/* --- Numbers. */

/* What a key adds to a number; 0 for any other. A comma is what many have on their keypad, and in
 * their language; others have digits and a decimal sign (U+066B) of their own. */
static char
digit_of (guint keyval)
{
  gunichar c = gdk_keyval_to_unicode (keyval);

  if (g_unichar_isdigit (c))
    return (char)('0' + g_unichar_digit_value (c));
  if (c == '-' || c == '.')
    return (char)c;
  return c == ',' || c == 0x066b || keyval == GDK_KEY_KP_Decimal || keyval == GDK_KEY_KP_Separator
             ? '.'
             : 0;
}

static void
say_amount (PnCanvas *self)
{
  g_autoptr (GString) amount = g_string_new (self->input.amount->str);

  g_string_replace (amount, ".", localeconv ()->decimal_point, 0);
  /* Translators: how far something is dragged, or how much turned, as it is being typed. */
  pn_editor_say (self->editor, PN_MESSAGE_INFO, _ ("By %s; Return keeps it"), amount->str);
}

static void
apply_amount (PnCanvas *self)
{
  const char *text = self->input.amount->str;
  char *end;
  double amount = g_ascii_strtod (text, &end);

  if (end != text)
    pn_tool_set_amount (pn_editor_get_tool (self->editor), amount);
  say_amount (self);
}

static gboolean
type_amount (PnCanvas *self, guint keyval)
{
  GString *amount = self->input.amount;
  char digit = digit_of (keyval);

  if (!pn_tool_is_busy (pn_editor_get_tool (self->editor)))
    return FALSE;
  if (keyval == GDK_KEY_BackSpace && amount->len > 0)
    g_string_truncate (amount, amount->len - 1);
  else if (g_ascii_isdigit (digit) || (digit == '-' && amount->len == 0) ||
           (digit == '.' && strchr (amount->str, '.') == NULL))
    g_string_append_c (amount, digit);
  else
    return digit != 0;
  apply_amount (self);
  return TRUE;
}

void
pn_canvas_keys_end_amount (PnCanvas *self)
{
  g_string_truncate (self->input.amount, 0);
}

/* --- The controller. */

gboolean
pn_canvas_type (PnCanvas *self, guint keyval, GdkModifierType state)
{
  return !(state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) &&
         type_amount (self, keyval);
}

static gboolean
pressed_cb (GtkEventControllerKey *controller,
            guint keyval,
            guint keycode,
            GdkModifierType state,
            PnCanvas *self)
{
  uint64_t span = pn_trace_begin ();
  gboolean is_ours = pn_canvas_type (self, keyval, state);

  pn_trace_end ("ui.key", span);
  return is_ours;
}

/* The zoom tool's cursor says at once what Alt would do. */
static gboolean
modifiers_cb (GtkEventControllerKey *controller, GdkModifierType state, PnCanvas *self)
{
  self->input.modifiers = pn_canvas_modifiers (state);
  pn_canvas_update_cursor (self);
  return FALSE;
}

/* Before the shortcuts of the same keys. */
void
pn_canvas_keys_init (PnCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (keys, "modifiers", G_CALLBACK (modifiers_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
