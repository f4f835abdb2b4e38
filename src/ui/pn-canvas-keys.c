/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys that shortcuts cannot do: Space, which plays when it is tapped and pans while it is held; and
 * numbers typed during a drag, which come before the shortcuts of the same keys. */

#include <glib/gi18n-lib.h>

#include "pn-canvas-private.h"
#include "pn-parse.h"
#include "pn-trace.h"

/* Space held for longer than this was no tap. */
#define TAP_US 300000

/* --- Numbers. */

/* What a key adds to a number; 0 for any other. A comma is what many have on their keypad, and in
 * their language. */
static char
digit_of (guint keyval)
{
  gunichar c = gdk_keyval_to_unicode (keyval);

  if (g_unichar_isdigit (c) && c < 128)
    return (char)c;
  if (c == '-' || c == '.')
    return (char)c;
  return c == ',' || keyval == GDK_KEY_KP_Decimal || keyval == GDK_KEY_KP_Separator ? '.' : 0;
}

static void
say_amount (PnCanvas *self)
{
  /* Translators: how far something is dragged, as it is being typed. */
  pn_editor_say (self->editor, PN_MESSAGE_INFO, _ ("%s px along the drag; Return keeps it"),
                 self->input.amount->str);
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
  else if (digit == '-' && amount->len == 0)
    g_string_append_c (amount, digit);
  else if (digit == '.' && strchr (amount->str, '.') == NULL)
    g_string_append_c (amount, digit);
  else if (g_ascii_isdigit (digit))
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

/* --- Space. */

static gboolean
space_down (PnCanvas *self, gint64 time_us)
{
  PnCanvasInput *input = &self->input;

  /* A held key is reported again and again. */
  if (input->has_space)
    return TRUE;
  input->has_space = TRUE;
  input->has_space_moved = input->mode != PN_CANVAS_IDLE;
  input->space_us = time_us;
  pn_canvas_update_cursor (self);
  return TRUE;
}

static gboolean
space_up (PnCanvas *self, gint64 time_us)
{
  PnCanvasInput *input = &self->input;

  if (!input->has_space)
    return FALSE;
  input->has_space = FALSE;
  if (!input->has_space_moved && time_us - input->space_us < TAP_US &&
      pn_commands_find (self->commands, "play") != NULL)
    pn_commands_run (self->commands, "play");
  pn_canvas_update_cursor (self);
  return TRUE;
}

/* --- The controller. */

gboolean
pn_canvas_key_down (PnCanvas *self, guint keyval, GdkModifierType state, gint64 time_us)
{
  const GdkModifierType others = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK;

  if (state & others)
    return FALSE;
  if (keyval == GDK_KEY_space && !(state & GDK_SHIFT_MASK))
    return space_down (self, time_us);
  return type_amount (self, keyval);
}

gboolean
pn_canvas_key_up (PnCanvas *self, guint keyval, gint64 time_us)
{
  return keyval == GDK_KEY_space && space_up (self, time_us);
}

static gboolean
pressed_cb (GtkEventControllerKey *controller,
            guint keyval,
            guint keycode,
            GdkModifierType state,
            PnCanvas *self)
{
  uint64_t span = pn_trace_begin ();
  gboolean is_ours = pn_canvas_key_down (self, keyval, state, g_get_monotonic_time ());

  pn_trace_end ("ui.key", span);
  return is_ours;
}

static void
released_cb (GtkEventControllerKey *controller,
             guint keyval,
             guint keycode,
             GdkModifierType state,
             PnCanvas *self)
{
  pn_canvas_key_up (self, keyval, g_get_monotonic_time ());
}

/* What is held is not heard to be let go of elsewhere. */
static void
focus_left_cb (PnCanvas *self)
{
  self->input.has_space = FALSE;
  pn_canvas_update_cursor (self);
}

void
pn_canvas_keys_init (PnCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (released_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_left_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
