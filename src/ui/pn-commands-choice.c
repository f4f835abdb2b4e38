/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-commands-private.h"

#include <string.h>

#include "pn-accel.h"
#include "pn-settings.h"

/* Which keys a command has: its own, or those that the user chose instead. */

const char *
pn_command_get_accels (const PnCommand *command)
{
  const char *accels = command->chosen != NULL ? command->chosen : command->entry->accels;
  return accels != NULL && accels[0] != '\0' ? accels : NULL;
}

/* --- Whose key it is. */

typedef gboolean (*IsMeant) (GtkShortcutTrigger *trigger, gpointer data);

static gboolean
has_trigger (const PnCommand *command, IsMeant is_meant, gpointer data)
{
  const char *accels = pn_command_get_accels (command);
  if (accels == NULL)
    return FALSE;
  g_auto (GStrv) each = g_strsplit (accels, " ", 0);
  for (guint i = 0; each[i] != NULL; i++) {
    g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string (each[i]);
    if (trigger != NULL && is_meant (trigger, data))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_pressed (GtkShortcutTrigger *trigger, gpointer event)
{
  return gtk_shortcut_trigger_trigger (trigger, event, FALSE) == GDK_KEY_MATCH_EXACT;
}

static gboolean
is_same (GtkShortcutTrigger *trigger, gpointer other)
{
  return gtk_shortcut_trigger_equal (trigger, other);
}

gboolean
pn_commands_has_key (PnCommands *self, const char *name, GdkEvent *event)
{
  const PnCommand *command = pn_commands_find_command (self, name);

  return command != NULL && has_trigger (command, is_pressed, event);
}

/* The first command but `command` that has the key, within the scopes that `meets` says. */
static const PnCommandEntry *
find_other (PnCommands *self,
            const PnCommand *command,
            const char *accel,
            gboolean (*meets) (PnCommandScope one, PnCommandScope other))
{
  g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string (accel);

  for (guint i = 0; trigger != NULL && i < self->commands->len; i++) {
    const PnCommand *other = g_ptr_array_index (self->commands, i);
    if (other != command && meets (command->entry->scope, other->entry->scope) &&
        has_trigger (other, is_same, trigger))
      return other->entry;
  }
  return NULL;
}

static gboolean
is_one_scope (PnCommandScope one, PnCommandScope other)
{
  return one == other;
}

static gboolean
is_scope_within (PnCommandScope one, PnCommandScope other)
{
  return one != other && (one == PN_COMMAND_WINDOW || other == PN_COMMAND_WINDOW);
}

const PnCommandEntry *
pn_commands_find_conflict (PnCommands *self, const char *name, const char *accel)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, NULL);

  return find_other (self, command, accel, is_one_scope);
}

const PnCommandEntry *
pn_commands_find_namesake (PnCommands *self, const char *name, const char *accel)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, NULL);

  return find_other (self, command, accel, is_scope_within);
}

/* --- What the user chose. */

/* The setting with another value for one command, or none where `accels` is NULL. */
static void
choose (const char *name, const char *accels)
{
  g_autoptr (GVariant) old = g_settings_get_value (pn_settings_get (), "shortcuts");
  GVariantBuilder builder;
  GVariantIter iter;
  const char *key, *value;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_iter_init (&iter, old);
  while (g_variant_iter_next (&iter, "{&s&s}", &key, &value))
    if (!g_str_equal (key, name))
      g_variant_builder_add (&builder, "{ss}", key, value);
  if (accels != NULL)
    g_variant_builder_add (&builder, "{ss}", name, accels);
  g_settings_set_value (pn_settings_get (), "shortcuts", g_variant_builder_end (&builder));
}

const char *
pn_commands_get_accels (PnCommands *self, const char *name)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, NULL);

  return pn_command_get_accels (command);
}

void
pn_commands_set_accels (PnCommands *self, const char *name, const char *accels)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_if_fail (command != NULL);

  if (accels == NULL)
    accels = "";
  gboolean is_own =
      g_str_equal (accels, command->entry->accels != NULL ? command->entry->accels : "");
  choose (name, is_own ? NULL : accels);
}

char *
pn_accels_without (const char *accels, const char *accel)
{
  g_autoptr (GtkShortcutTrigger) gone = gtk_shortcut_trigger_parse_string (accel);
  g_auto (GStrv) each = g_strsplit (accels, " ", 0);
  GString *left = g_string_new (NULL);

  for (guint i = 0; each[i] != NULL; i++) {
    g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string (each[i]);
    if (trigger != NULL && gone != NULL && gtk_shortcut_trigger_equal (trigger, gone))
      continue;
    g_string_append_printf (left, "%s%s", left->len > 0 ? " " : "", each[i]);
  }
  return g_string_free (left, FALSE);
}

/* From whoever else would hear it. */
static void
take_accel (PnCommands *self, const char *name, const char *accel)
{
  const PnCommandEntry *other;

  while ((other = pn_commands_find_conflict (self, name, accel)) != NULL) {
    g_autofree char *left = pn_accels_without (pn_commands_get_accels (self, other->name), accel);
    pn_commands_set_accels (self, other->name, left);
  }
}

void
pn_commands_give_accel (PnCommands *self, const char *name, const char *accel, PnAccelUse use)
{
  g_return_if_fail (pn_commands_find_command (self, name) != NULL);

  const char *old = use == PN_ACCEL_ALSO ? pn_commands_get_accels (self, name) : NULL;
  g_autofree char *others = old != NULL ? pn_accels_without (old, accel) : g_strdup ("");
  g_autofree char *accels = g_strconcat (others, others[0] != '\0' ? " " : "", accel, NULL);
  take_accel (self, name, accel);
  pn_commands_set_accels (self, name, accels);
}

void
pn_commands_reset_accels (PnCommands *self, const char *name)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_if_fail (command != NULL);

  const char *own = command->entry->accels;
  g_auto (GStrv) each = g_strsplit (own != NULL ? own : "", " ", 0);
  for (guint i = 0; each[i] != NULL; i++)
    take_accel (self, name, each[i]);
  choose (name, NULL);
}

gboolean
pn_commands_has_own_accels (PnCommands *self, const char *name)
{
  const PnCommand *command = pn_commands_find_command (self, name);
  g_return_val_if_fail (command != NULL, FALSE);

  return command->chosen == NULL;
}

char *
pn_commands_get_accel_label (PnCommands *self, const char *name)
{
  const char *accels = pn_commands_get_accels (self, name);
  const char *done_by = pn_commands_find (self, name)->done_by;
  if (accels == NULL)
    return done_by != NULL ? pn_commands_get_accel_label (self, done_by) : NULL;
  g_auto (GStrv) each = g_strsplit (accels, " ", 2);
  return pn_accel_to_label (each[0]);
}
