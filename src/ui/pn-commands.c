/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-commands-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-trace.h"

G_DEFINE_FINAL_TYPE (PnCommands, pn_commands, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

void
pn_commands_emit_changed (PnCommands *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
command_free (gpointer data)
{
  PnCommand *command = data;

  /* Widgets may keep the action for longer. */
  g_signal_handlers_disconnect_by_data (command->action, command);
  g_object_unref (command->action);
  g_free (command->chosen);
  g_free (command);
}

PnCommand *
pn_commands_find_command (PnCommands *self, const char *name)
{
  for (guint i = 0; i < self->commands->len; i++) {
    PnCommand *command = g_ptr_array_index (self->commands, i);
    if (g_str_equal (command->entry->name, name))
      return command;
  }
  return NULL;
}

static void
refresh (PnCommand *command)
{
  const PnCommandEntry *entry = command->entry;

  g_simple_action_set_enabled (command->action,
                               entry->is_enabled == NULL || entry->is_enabled (command->data));
  if (entry->is_on != NULL)
    g_simple_action_set_state (command->action,
                               g_variant_new_boolean (entry->is_on (command->data)));
}

static void
run_command (PnCommand *command)
{
  g_autoptr (PnCommands) self = g_object_ref (command->commands);
  uint64_t span = pn_trace_begin ();

  command->entry->run (command->data);
  pn_commands_refresh (self);
  pn_trace_end ("ui.command", span);
}

gboolean
pn_command_run (PnCommand *self)
{
  refresh (self);
  if (!g_action_get_enabled (G_ACTION (self->action)))
    return FALSE;
  run_command (self);
  return TRUE;
}

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  run_command (data);
}

static void
change_state_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  PnCommand *command = data;

  if (g_variant_get_boolean (state) != command->entry->is_on (command->data))
    run_command (command);
}

/* --- The registry. */

void
pn_commands_add (PnCommands *self, const PnCommandEntry *entries, gpointer data)
{
  g_return_if_fail (PN_IS_COMMANDS (self));

  for (const PnCommandEntry *entry = entries; entry->name != NULL; entry++) {
    g_return_if_fail (pn_commands_find_command (self, entry->name) == NULL);
    PnCommand *command = g_new0 (PnCommand, 1);
    command->commands = self;
    command->entry = entry;
    command->data = data;
    if (entry->is_on != NULL) {
      command->action =
          g_simple_action_new_stateful (entry->name, NULL, g_variant_new_boolean (FALSE));
      g_signal_connect (command->action, "change-state", G_CALLBACK (change_state_cb), command);
    } else {
      command->action = g_simple_action_new (entry->name, NULL);
      g_signal_connect (command->action, "activate", G_CALLBACK (activate_cb), command);
    }
    g_ptr_array_add (self->commands, command);
    g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (command->action));
  }
  pn_commands_update_keys (self);
}

void
pn_commands_refresh (PnCommands *self)
{
  g_return_if_fail (PN_IS_COMMANDS (self));

  for (guint i = 0; i < self->commands->len; i++)
    refresh (g_ptr_array_index (self->commands, i));
}

guint
pn_commands_n_entries (PnCommands *self)
{
  g_return_val_if_fail (PN_IS_COMMANDS (self), 0);

  return self->commands->len;
}

const PnCommandEntry *
pn_commands_get_entry (PnCommands *self, guint index)
{
  g_return_val_if_fail (PN_IS_COMMANDS (self) && index < self->commands->len, NULL);

  return ((const PnCommand *)g_ptr_array_index (self->commands, index))->entry;
}

const PnCommandEntry *
pn_commands_find (PnCommands *self, const char *name)
{
  g_return_val_if_fail (PN_IS_COMMANDS (self), NULL);

  const PnCommand *command = pn_commands_find_command (self, name);
  return command != NULL ? command->entry : NULL;
}

gboolean
pn_commands_is_enabled (PnCommands *self, const char *name)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, FALSE);

  return g_action_get_enabled (G_ACTION (command->action));
}

gboolean
pn_commands_is_on (PnCommands *self, const char *name)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, FALSE);

  return command->entry->is_on != NULL && command->entry->is_on (command->data);
}

/* GTK may hold on to what is open for a while: it is closed first. */
static void
let_go (gpointer data)
{
  g_autoptr (GtkWidget) widget = data;

  if (GTK_IS_WINDOW (widget)) {
    gtk_window_destroy (GTK_WINDOW (widget));
  } else {
    gtk_popover_popdown (GTK_POPOVER (widget));
    gtk_widget_unparent (widget);
  }
}

GtkWidget *
pn_commands_keep (PnCommands *self, const char *key, GtkWidget *widget)
{
  g_return_val_if_fail (PN_IS_COMMANDS (self), NULL);

  if (widget != NULL)
    g_hash_table_insert (self->kept, g_strdup (key), g_object_ref (widget));
  return g_hash_table_lookup (self->kept, key);
}

void
pn_commands_share (PnCommands *self, GtkWidget *window)
{
  g_return_if_fail (PN_IS_COMMANDS (self));

  gtk_widget_insert_action_group (window, PN_COMMANDS_PREFIX, G_ACTION_GROUP (self->actions));
}

GtkWidget *
pn_commands_get_window (PnCommands *self)
{
  g_return_val_if_fail (PN_IS_COMMANDS (self), NULL);

  return self->window;
}

gboolean
pn_commands_run (PnCommands *self, const char *name)
{
  PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, FALSE);

  return pn_command_run (command);
}

/* --- Buttons. */

static void
update_tooltip (GtkWidget *widget, PnCommands *self)
{
  const char *name = g_object_get_data (G_OBJECT (widget), "pn-command");
  const char *label = _ (pn_commands_find (self, name)->label);
  g_autofree char *accel = pn_commands_get_accel_label (self, name);
  /* Translators: a command and its shortcut. */
  g_autofree char *tooltip =
      accel != NULL ? g_strdup_printf (_ ("%s (%s)"), label, accel) : g_strdup (label);
  gtk_widget_set_tooltip_text (widget, tooltip);
}

/* Has `widget` run the command, and say what it is. */
static GtkWidget *
stand_for (GtkWidget *widget, PnCommands *self, PnCommand *command)
{
  const PnCommandEntry *entry = command->entry;
  g_autofree char *action = g_strconcat (PN_COMMANDS_PREFIX ".", entry->name, NULL);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (widget), action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (entry->label), -1);
  g_object_set_data_full (G_OBJECT (widget), "pn-command", g_strdup (entry->name), g_free);
  update_tooltip (widget, self);
  g_signal_connect_object (self, "changed", G_CALLBACK (update_tooltip), widget, G_CONNECT_SWAPPED);
  command->has_control = TRUE;
  return widget;
}

GtkWidget *
pn_commands_button (PnCommands *self, const char *name, const char *icon)
{
  PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, NULL);

  GtkWidget *button = command->entry->is_on != NULL ? gtk_toggle_button_new () : gtk_button_new ();
  if (icon != NULL)
    gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  else
    gtk_button_set_label (GTK_BUTTON (button), _ (command->entry->label));
  gtk_widget_set_focus_on_click (button, FALSE);
  return stand_for (button, self, command);
}

GtkWidget *
pn_commands_switch (PnCommands *self, const char *name)
{
  PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL && command->entry->is_on != NULL, NULL);

  return stand_for (gtk_switch_new (), self, command);
}

gboolean
pn_commands_has_control (PnCommands *self, const char *name)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, FALSE);

  return command->has_control;
}

/* --- Menus. */

static void
fill_menu (GMenu *menu, PnCommands *self)
{
  const char *const *names = g_object_get_data (G_OBJECT (menu), "pn-commands");

  g_menu_remove_all (menu);
  for (guint i = 0; names[i] != NULL; i++) {
    PnCommand *command = pn_commands_find_command (self, names[i]);
    if (command == NULL)
      continue;
    g_autofree char *action = g_strconcat (PN_COMMANDS_PREFIX ".", names[i], NULL);
    g_autoptr (GMenuItem) item = g_menu_item_new (_ (command->entry->label), action);
    const char *accels = pn_command_get_accels (command);
    if (accels != NULL) {
      g_autofree char *accel = g_strndup (accels, strcspn (accels, " "));
      g_menu_item_set_attribute (item, "accel", "s", accel);
    }
    g_menu_append_item (menu, item);
    command->has_control = TRUE;
  }
}

/* Up to the end of the names, or an empty one. */
static GMenu *
make_section (PnCommands *self, const char *const *names)
{
  GMenu *section = g_menu_new ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; names[i] != NULL && names[i][0] != '\0'; i++)
    g_strv_builder_add (builder, names[i]);
  g_object_set_data_full (G_OBJECT (section), "pn-commands", g_strv_builder_end (builder),
                          (GDestroyNotify)g_strfreev);
  fill_menu (section, self);
  g_signal_connect_object (self, "changed", G_CALLBACK (fill_menu), section, G_CONNECT_SWAPPED);
  return section;
}

GMenuModel *
pn_commands_menu (PnCommands *self, const char *const *names)
{
  g_return_val_if_fail (PN_IS_COMMANDS (self), NULL);

  if (!g_strv_contains (names, ""))
    return G_MENU_MODEL (make_section (self, names));
  GMenu *menu = g_menu_new ();
  for (guint i = 0; names[i] != NULL; i++) {
    if (i > 0 && names[i - 1][0] != '\0')
      continue;
    g_autoptr (GMenu) section = make_section (self, names + i);
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  }
  return G_MENU_MODEL (menu);
}

/* --- Life. */

static void
pn_commands_dispose (GObject *object)
{
  PnCommands *self = PN_COMMANDS (object);

  g_hash_table_remove_all (self->kept);
  pn_commands_clear_keys (self);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->commands, g_ptr_array_unref);
  G_OBJECT_CLASS (pn_commands_parent_class)->dispose (object);
}

static void
pn_commands_finalize (GObject *object)
{
  g_hash_table_unref (PN_COMMANDS (object)->kept);
  G_OBJECT_CLASS (pn_commands_parent_class)->finalize (object);
}

static void
pn_commands_class_init (PnCommandsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_commands_dispose;
  G_OBJECT_CLASS (class)->finalize = pn_commands_finalize;
  signals[CHANGED] = g_signal_new ("changed", PN_TYPE_COMMANDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
pn_commands_init (PnCommands *self)
{
  self->commands = g_ptr_array_new_with_free_func (command_free);
  self->actions = g_simple_action_group_new ();
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, let_go);
  pn_commands_init_keys (self);
}

PnCommands *
pn_commands_new (void)
{
  return g_object_new (PN_TYPE_COMMANDS, NULL);
}
