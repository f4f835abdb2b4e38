/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-shortcut-sets.h"

#include <glib/gi18n-lib.h>

#include "pn-resources.h"
#include "pn-settings.h"

#define FOLDER "/io/github/pantin_studio/Pantin/shortcuts/"
#define SECTION "Shortcuts"

static const struct {
  const char *label;
  const char *file; /* (nullable): every command's own */
} sets[] = {
    {N_ ("Pantin"), NULL},
    {N_ ("After Effects"), "after-effects.ini"},
    {N_ ("Blender"), "blender.ini"},
    {N_ ("Spine"), "spine.ini"},
};

guint
pn_shortcut_sets_n (void)
{
  return G_N_ELEMENTS (sets);
}

const char *
pn_shortcut_set_label (guint set)
{
  g_return_val_if_fail (set < G_N_ELEMENTS (sets), NULL);

  return _ (sets[set].label);
}

/* --- What a set makes of the commands: their names and accels, for those that are not their own. */

static GHashTable *
read_set (guint set)
{
  GHashTable *accels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (sets[set].file == NULL)
    return accels;

  g_autofree char *path = g_strconcat (FOLDER, sets[set].file, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (pn_get_resource (), path, 0, NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL);
  g_auto (GStrv) names = g_key_file_get_keys (file, SECTION, NULL, NULL);
  for (guint i = 0; names != NULL && names[i] != NULL; i++) {
    g_auto (GStrv) each = g_key_file_get_string_list (file, SECTION, names[i], NULL, NULL);
    g_hash_table_insert (accels, g_strdup (names[i]), g_strjoinv (" ", each));
  }
  return accels;
}

/* What a command has left of its own where the set gives keys of it to others. (transfer full) */
static char *
find_left (PnCommands *commands, GHashTable *set, const PnCommandEntry *entry)
{
  g_autofree char *left = g_strdup (entry->accels != NULL ? entry->accels : "");
  GHashTableIter iter;
  gpointer name, accels;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &name, &accels)) {
    const PnCommandEntry *other = pn_commands_find (commands, name);
    if (other == NULL || other->scope != entry->scope)
      continue;
    g_auto (GStrv) each = g_strsplit (accels, " ", 0);
    for (guint i = 0; each[i] != NULL; i++) {
      char *without = pn_accels_without (left, each[i]);
      g_free (left);
      left = without;
    }
  }
  return g_steal_pointer (&left);
}

static GVariant *
make_choice (PnCommands *commands, guint set)
{
  g_autoptr (GHashTable) accels = read_set (set);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  for (guint i = 0; i < pn_commands_n_entries (commands); i++) {
    const PnCommandEntry *entry = pn_commands_get_entry (commands, i);
    const char *given = g_hash_table_lookup (accels, entry->name);
    g_autofree char *left = given != NULL ? NULL : find_left (commands, accels, entry);
    const char *chosen = given != NULL ? given : left;
    if (g_strcmp0 (chosen, entry->accels != NULL ? entry->accels : "") != 0)
      g_variant_builder_add (&builder, "{ss}", entry->name, chosen);
  }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

void
pn_shortcut_set_choose (PnCommands *commands, guint set)
{
  g_return_if_fail (PN_IS_COMMANDS (commands));
  g_return_if_fail (set < G_N_ELEMENTS (sets));

  g_autoptr (GVariant) choice = make_choice (commands, set);
  g_settings_set_value (pn_settings_get (), "shortcuts", choice);
}

/* Of commands that there are: another window may know more of them. */
static gboolean
is_in_use (PnCommands *commands, guint set)
{
  g_autoptr (GVariant) wanted = make_choice (commands, set);

  for (guint i = 0; i < pn_commands_n_entries (commands); i++) {
    const PnCommandEntry *entry = pn_commands_get_entry (commands, i);
    const char *accels = entry->accels;
    g_variant_lookup (wanted, entry->name, "&s", &accels);
    const char *used = pn_commands_get_accels (commands, entry->name);
    if (g_strcmp0 (used != NULL ? used : "", accels != NULL ? accels : "") != 0)
      return FALSE;
  }
  return TRUE;
}

int
pn_shortcut_set_find (PnCommands *commands)
{
  g_return_val_if_fail (PN_IS_COMMANDS (commands), -1);

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (is_in_use (commands, i))
      return (int)i;
  return -1;
}
