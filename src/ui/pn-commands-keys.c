/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-commands-private.h"

#include <string.h>

#include "pn-settings.h"

/* Shortcuts: what happens when a key is pressed. They are taken on the
 * way up from the widget that has the keyboard, so whatever that does with a key comes first. */

/* A key that is up again so soon was tapped, not held. */
#define TAP_US 300000

/* --- Keys of text. An entry leaves keys that it has no use for to others, an arrow up, a second undo.
 * Who types means the text all the same: a layer that moves meanwhile would be a surprise. */

static gboolean
edits_text (guint keyval)
{
  static const guint keys[] = {
      GDK_KEY_BackSpace, GDK_KEY_Delete,       GDK_KEY_Insert,  GDK_KEY_Escape,
      GDK_KEY_Tab,       GDK_KEY_ISO_Left_Tab, GDK_KEY_Return,  GDK_KEY_KP_Enter,
      GDK_KEY_Left,      GDK_KEY_Right,        GDK_KEY_Up,      GDK_KEY_Down,
      GDK_KEY_Home,      GDK_KEY_End,          GDK_KEY_Page_Up, GDK_KEY_Page_Down,
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i] == keyval)
      return TRUE;
  return FALSE;
}

static gboolean
is_key_of_text (GdkEvent *event)
{
  static const char with_control[] = "acvxzy/\\";
  guint keyval = gdk_key_event_get_keyval (event);
  guint32 letter = gdk_keyval_to_unicode (gdk_keyval_to_lower (keyval));
  GdkModifierType state = gdk_event_get_modifier_state (event);

  if ((state & (GDK_ALT_MASK | GDK_SUPER_MASK | GDK_META_MASK | GDK_HYPER_MASK)) != 0)
    return FALSE;
  if (edits_text (keyval))
    return TRUE;
  if ((state & GDK_CONTROL_MASK) != 0)
    return letter != 0 && letter < 128 && strchr (with_control, (int)letter) != NULL;
  return letter != 0;
}

static gboolean
is_for_text (GtkWidget *widget, GdkEvent *event)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus)) && is_key_of_text (event);
}

/* Tab goes on from whatever lies within a part of the window, so that no key holds the keyboard
 * there. Only a part that has the keyboard itself may mean something else by it. */
static gboolean
goes_on (GtkWidget *widget, GdkEvent *event)
{
  guint keyval = gdk_key_event_get_keyval (event);
  GdkModifierType others = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK;

  return (keyval == GDK_KEY_Tab || keyval == GDK_KEY_ISO_Left_Tab || keyval == GDK_KEY_KP_Tab) &&
         (gdk_event_get_modifier_state (event) & others) == 0 && !gtk_widget_has_focus (widget);
}

/* --- Keys that are down. */

static void
end_hold (PnCommands *self, gint64 now_us)
{
  PnCommand *command = g_steal_pointer (&self->pressed.held);
  gboolean is_tap = now_us - self->pressed.since_us < TAP_US;

  if (command != NULL && !command->entry->hold (command->data, PN_COMMAND_HOLD_END) && is_tap)
    pn_command_run (command);
}

static void
key_released_cb (PnCommands *self, guint keyval, guint keycode)
{
  if (keycode != self->pressed.keycode)
    return;
  self->pressed.keycode = 0;
  end_hold (self, g_get_monotonic_time ());
}

/* The release goes to another window now. */
static void
is_active_cb (PnCommands *self)
{
  self->pressed.keycode = 0;
  end_hold (self, G_MAXINT64);
}

/* Returns whether the event repeats one whose key is still down. */
static gboolean
press (PnCommands *self, guint keycode)
{
  if (keycode == self->pressed.keycode)
    return TRUE;
  end_hold (self, G_MAXINT64);
  self->pressed.keycode = keycode;
  self->pressed.since_us = g_get_monotonic_time ();
  return FALSE;
}

static gboolean
begin_hold (PnCommands *self, PnCommand *command)
{
  if (!pn_commands_is_enabled (self, command->entry->name))
    return FALSE;
  self->pressed.held = command;
  command->entry->hold (command->data, PN_COMMAND_HOLD_BEGIN);
  return TRUE;
}

static gboolean
shortcut_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PnCommand *command = data;
  PnCommands *self = command->commands;
  GtkShortcutController *controller = self->controllers[command->entry->scope];
  GdkEvent *event = controller != NULL
                        ? gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller))
                        : NULL;
  gboolean is_repeat = FALSE;

  if (event != NULL && gdk_event_get_event_type (event) == GDK_KEY_PRESS) {
    if (is_for_text (widget, event) || goes_on (widget, event))
      return FALSE;
    is_repeat = press (self, gdk_key_event_get_keycode (event));
  }
  /* A key that is held must not turn a switch over and over. */
  if (is_repeat && (command->entry->hold != NULL || command->entry->is_on != NULL))
    return TRUE;
  if (event != NULL && command->entry->hold != NULL)
    return begin_hold (self, command);
  return pn_command_run (command);
}

/* --- Shortcuts. */

static void
add_shortcuts (PnCommand *command, GtkShortcutController *controller)
{
  const char *accels = pn_command_get_accels (command);
  if (accels == NULL)
    return;
  g_auto (GStrv) each = g_strsplit (accels, " ", 0);
  for (guint i = 0; each[i] != NULL; i++) {
    GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string (each[i]);
    if (trigger != NULL)
      gtk_shortcut_controller_add_shortcut (
          controller,
          gtk_shortcut_new (trigger, gtk_callback_action_new (shortcut_cb, command, NULL)));
  }
}

static void
empty_controller (GtkShortcutController *controller)
{
  g_autoptr (GtkShortcut) shortcut = NULL;

  while ((shortcut = g_list_model_get_item (G_LIST_MODEL (controller), 0)) != NULL) {
    gtk_shortcut_controller_remove_shortcut (controller, shortcut);
    g_clear_object (&shortcut);
  }
}

static void
fill_controllers (PnCommands *self)
{
  for (guint scope = 0; scope < PN_COMMAND_N_SCOPES; scope++)
    if (self->controllers[scope] != NULL)
      empty_controller (self->controllers[scope]);
  for (guint i = 0; i < self->commands->len; i++) {
    PnCommand *command = g_ptr_array_index (self->commands, i);
    GtkShortcutController *controller = self->controllers[command->entry->scope];
    if (controller != NULL)
      add_shortcuts (command, controller);
  }
}

void
pn_commands_update_keys (PnCommands *self)
{
  g_autoptr (GVariant) chosen = g_settings_get_value (pn_settings_get (), "shortcuts");

  for (guint i = 0; i < self->commands->len; i++) {
    PnCommand *command = g_ptr_array_index (self->commands, i);
    g_clear_pointer (&command->chosen, g_free);
    g_variant_lookup (chosen, command->entry->name, "s", &command->chosen);
  }
  fill_controllers (self);
  pn_commands_emit_changed (self);
}

static void
window_destroyed_cb (PnCommands *self)
{
  g_hash_table_remove_all (self->kept);
}

static void
attach_to_window (PnCommands *self, GtkWidget *widget)
{
  /* On the way down, for nobody has to leave it to us that a key is up. */
  GtkEventController *releases = gtk_event_controller_key_new ();

  g_set_weak_pointer (&self->window, widget);
  g_set_weak_pointer (&self->releases, releases);
  gtk_event_controller_set_propagation_phase (releases, GTK_PHASE_CAPTURE);
  g_signal_connect_object (releases, "key-released", G_CALLBACK (key_released_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, releases);
  gtk_widget_insert_action_group (widget, PN_COMMANDS_PREFIX, G_ACTION_GROUP (self->actions));
  g_signal_connect_object (widget, "destroy", G_CALLBACK (window_destroyed_cb), self,
                           G_CONNECT_SWAPPED);
  if (GTK_IS_WINDOW (widget))
    g_signal_connect_object (widget, "notify::is-active", G_CALLBACK (is_active_cb), self,
                             G_CONNECT_SWAPPED);
}

void
pn_commands_attach (PnCommands *self, GtkWidget *widget, PnCommandScope scope)
{
  g_return_if_fail (PN_IS_COMMANDS (self));
  g_return_if_fail (self->controllers[scope] == NULL);

  GtkEventController *controller = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller),
                                     GTK_SHORTCUT_SCOPE_LOCAL);
  g_set_weak_pointer (&self->controllers[scope], GTK_SHORTCUT_CONTROLLER (controller));
  gtk_widget_add_controller (widget, controller);
  if (scope == PN_COMMAND_WINDOW)
    attach_to_window (self, widget);
  fill_controllers (self);
}

/* --- Life. */

void
pn_commands_init_keys (PnCommands *self)
{
  g_signal_connect_object (pn_settings_get (), "changed::shortcuts",
                           G_CALLBACK (pn_commands_update_keys), self, G_CONNECT_SWAPPED);
}

/* Widgets may stay, and get other commands. */
static void
remove_controller (GtkEventController *controller)
{
  GtkWidget *widget = controller != NULL ? gtk_event_controller_get_widget (controller) : NULL;

  if (widget != NULL)
    gtk_widget_remove_controller (widget, controller);
}

void
pn_commands_clear_keys (PnCommands *self)
{
  self->pressed = (PnPressedKey){0};
  remove_controller (self->releases);
  g_clear_weak_pointer (&self->releases);
  for (guint scope = 0; scope < PN_COMMAND_N_SCOPES; scope++) {
    remove_controller (GTK_EVENT_CONTROLLER (self->controllers[scope]));
    g_clear_weak_pointer (&self->controllers[scope]);
  }
  g_clear_weak_pointer (&self->window);
}
