/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Settings and shortcuts as a user changes them: each in effect at once. */

#include "pn-command-list.h"
#include "pn-import.h"
#include "pn-preferences.h"
#include "pn-settings.h"
#include "pn-shortcut-sets.h"
#include "pn-shortcuts-window.h"
#include "pn-style.h"
#include "pn-test-gtk.h"
#include "pn-test-keys.h"
#include "pn-test-session.h"
#include "pn-test-widgets.h"
#include "pn-workspace.h"

typedef struct {
  PnTestSession base;
  PnEditor *editor;
  PnCommands *commands;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  pn_test_session_init (&self->base, 64, 48);
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_edit, self->editor);
  pn_commands_add (self->commands, pn_commands_view, self->editor);
  pn_commands_add (self->commands, pn_commands_time, self->editor);
  pn_commands_add (self->commands, pn_commands_help, self->commands);
  self->window = gtk_window_new ();
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  gtk_window_set_child (GTK_WINDOW (self->window), pn_workspace_new (self->editor, self->commands));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_settings_reset (pn_settings_get (), "shortcuts");
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (self->commands);
  g_assert_finalize_object (self->editor);
  pn_test_session_clear (&self->base);
}

static GtkWidget *
find_window (const char *title)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (g_strcmp0 (gtk_window_get_title (l->data), title) == 0)
      return l->data;
  return NULL;
}

/* --- Sets of shortcuts. */

/* Every line of a set is of a command that there is, and no key is given twice. */
static void
assert_set_is_sound (Fixture *self)
{
  g_autoptr (GVariant) chosen = g_settings_get_value (pn_settings_get (), "shortcuts");
  GVariantIter iter;
  const char *name, *accels;

  g_variant_iter_init (&iter, chosen);
  while (g_variant_iter_next (&iter, "{&s&s}", &name, &accels)) {
    g_test_message ("%s: %s", name, accels);
    g_assert_nonnull (pn_commands_find (self->commands, name));
    g_auto (GStrv) each = g_strsplit (accels, " ", 0);
    for (guint i = 0; each[i] != NULL; i++) {
      const PnCommandEntry *other = pn_commands_find_conflict (self->commands, name, each[i]);
      g_assert_cmpstr (other != NULL ? other->name : NULL, ==, NULL);
    }
  }
}

static void
test_sets (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (pn_shortcut_set_find (self->commands), ==, 0);
  for (guint set = 1; set < pn_shortcut_sets_n (); set++) {
    pn_shortcut_set_choose (self->commands, set);
    g_test_message ("%s", pn_shortcut_set_label (set));
    g_assert_cmpint (pn_shortcut_set_find (self->commands), ==, (int)set);
    assert_set_is_sound (self);
  }
  pn_commands_give_accel (self->commands, "undo", "<Control>F12", PN_ACCEL_ALSO);
  g_assert_cmpint (pn_shortcut_set_find (self->commands), ==, -1);
  pn_shortcut_set_choose (self->commands, 0);
  g_assert_cmpint (pn_shortcut_set_find (self->commands), ==, 0);
  g_assert_cmpstr (pn_commands_get_accels (self->commands, "play"), ==, "space");
}

/* All that the files name is there: a line of another command would say nothing. */
static void
test_files_of_sets (Fixture *self, gconstpointer data)
{
  static const char *const files[] = {"after-effects.ini", "blender.ini", "spine.ini"};

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *path =
        g_test_build_filename (G_TEST_DIST, "..", "data", "shortcuts", files[i], NULL);
    g_autoptr (GKeyFile) file = g_key_file_new ();
    g_autoptr (GError) error = NULL;
    g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &error);
    g_assert_no_error (error);
    g_auto (GStrv) names = g_key_file_get_keys (file, "Shortcuts", NULL, &error);
    g_assert_no_error (error);
    for (guint j = 0; names[j] != NULL; j++) {
      g_test_message ("%s: %s", files[i], names[j]);
      g_assert_nonnull (pn_commands_find (self->commands, names[j]));
      g_auto (GStrv) accels = g_key_file_get_string_list (file, "Shortcuts", names[j], NULL, NULL);
      for (guint k = 0; accels[k] != NULL; k++) {
        g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string (accels[k]);
        g_assert_nonnull (trigger);
      }
    }
  }
}

/* --- Settings. */

static void
test_limits (Fixture *self, gconstpointer data)
{
  pn_settings_apply_limits ();
  g_assert_cmpint (pn_import_get_limits ().max_side, ==, 32768);
  g_settings_set_int (pn_settings_get (), "import-max-side", 100);
  g_settings_set_int (pn_settings_get (), "import-max-megapixels", 2);
  g_assert_cmpint (pn_import_get_limits ().max_side, ==, 100);
  g_assert_cmpfloat_with_epsilon (pn_import_get_limits ().max_megapixels, 2, 1e-12);
  g_settings_reset (pn_settings_get (), "import-max-side");
  g_settings_reset (pn_settings_get (), "import-max-megapixels");
  g_assert_cmpint (pn_import_get_limits ().max_side, ==, 32768);
}

/* A step that holds on to some megabytes: all the keys of a track, replaced. */
static void
replace_keys (Fixture *self, double value)
{
  g_autoptr (GString) keys = g_string_new (NULL);

  for (int i = 0; i < 20000; i++)
    g_string_append_printf (keys, "%s{'frame': %d, 'value': %g}", i > 0 ? ", " : "", i, value);
  g_autoptr (JsonNode) result =
      pn_test_run (&self->base,
                   "{'op': 'set_keyframes', 'target': 'layer.g', 'property': "
                   "'rotation', 'keys': [%s]}",
                   keys->str);
}

static void
test_undo_budget (Fixture *self, gconstpointer data)
{
  PnHistory *history = pn_editor_get_history (self->editor);

  g_autoptr (JsonNode) group = pn_test_run (&self->base, "{'op': 'add_group', 'name': 'g'}");
  for (int i = 0; i < 4; i++)
    replace_keys (self, i);
  g_assert_cmpuint (pn_history_n_steps (history, NULL), ==, 5);
  g_settings_set_int (pn_settings_get (), "undo-megabytes", 1);
  g_assert_cmpuint (pn_history_n_steps (history, NULL), ==, 1);
  g_settings_reset (pn_settings_get (), "undo-megabytes");
}

/* Each page's controls say what they are, and show what is set, whoever sets it. */
static void
assert_named (GtkWidget *widget)
{
  if (GTK_IS_SWITCH (widget) || GTK_IS_SPIN_BUTTON (widget) || GTK_IS_DROP_DOWN (widget))
    g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                                     GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_DROP_DOWN (widget))
      assert_named (child);
}

static void
test_controls (Fixture *self, gconstpointer data)
{
  pn_preferences_show (self->commands);
  GtkWidget *window = find_window ("Preferences");
  GtkWidget *contrast = pn_test_find_widget (window, GTK_TYPE_SWITCH);
  GtkWidget *side = pn_test_find_widget (window, GTK_TYPE_SPIN_BUTTON);
  GSettings *settings = pn_settings_get ();

  assert_named (window);
  gtk_switch_set_active (GTK_SWITCH (contrast), TRUE);
  g_assert_true (g_settings_get_boolean (settings, "high-contrast"));
  g_settings_reset (settings, "high-contrast");
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (contrast)));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (side), 4096);
  g_assert_cmpint (g_settings_get_int (settings, "import-max-side"), ==, 4096);
  g_settings_reset (settings, "import-max-side");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (side)), ==, 32768);

  GtkWidget *dark = pn_test_find_widget (window, GTK_TYPE_TOGGLE_BUTTON);
  GtkWidget *light = gtk_widget_get_next_sibling (dark);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (light), TRUE);
  g_autofree char *scheme = g_settings_get_string (settings, "color-scheme");
  g_assert_cmpstr (scheme, ==, "light");
  g_settings_reset (settings, "color-scheme");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (dark)));
}

/* One window, however often it is asked for, and Escape puts it away. */
static gboolean
is_hidden (gpointer window)
{
  return !gtk_widget_get_visible (window);
}

static void
test_window (Fixture *self, gconstpointer data)
{
  pn_test_show (GTK_WINDOW (self->window));
  pn_preferences_show (self->commands);
  GtkWidget *window = find_window ("Preferences");
  pn_test_wait (pn_test_is_active, window);
  pn_preferences_show_page (self->commands, PN_PREFERENCES_SHORTCUTS);
  g_assert_true (find_window ("Preferences") == window);
  pn_test_key ("key", "Escape");
  pn_test_wait (is_hidden, window);
}

/* --- Asking for keys. */

/* Lines are made when there is nothing else to do. */
static void
finish_building (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static GtkListBoxRow *
find_row (GtkWidget *window, const char *label)
{
  GtkWidget *stack = pn_test_find_widget (window, GTK_TYPE_STACK);
  GtkWidget *page = stack != NULL ? gtk_stack_get_visible_child (GTK_STACK (stack)) : window;
  GtkWidget *list = pn_test_find_widget (page, GTK_TYPE_LIST_BOX);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)) != NULL; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    pn_test_add_text (GTK_WIDGET (row), text);
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)) && g_str_has_prefix (text->str, label))
      return row;
  }
  return NULL;
}

static gboolean
has_popover (gpointer row)
{
  GtkWidget *popover = pn_test_find_widget (row, GTK_TYPE_POPOVER);
  return popover != NULL && gtk_widget_get_mapped (popover);
}

static gboolean
has_no_popover (gpointer row)
{
  return pn_test_find_widget (row, GTK_TYPE_POPOVER) == NULL;
}

static gboolean
has_captured (gpointer row)
{
  g_autoptr (GString) text = g_string_new (NULL);
  pn_test_add_text (row, text);
  return strstr (text->str, "Ctrl+K") != NULL;
}

static void
test_capture (Fixture *self, gconstpointer data)
{
  pn_test_show (GTK_WINDOW (self->window));
  pn_preferences_show_page (self->commands, PN_PREFERENCES_SHORTCUTS);
  GtkWidget *window = find_window ("Preferences");
  pn_test_wait (pn_test_is_active, window);
  finish_building ();
  GtkListBoxRow *row = find_row (window, "Undo");

  gtk_widget_grab_focus (GTK_WIDGET (row));
  pn_test_key ("key", "Return");
  pn_test_wait (has_popover, row);
  pn_test_key ("key", "Escape");
  pn_test_wait (has_no_popover, row);
  g_assert_true (pn_commands_has_own_accels (self->commands, "undo"));

  pn_test_key ("key", "Return");
  pn_test_wait (has_popover, row);
  pn_test_key ("key", "ctrl+k");
  pn_test_wait (has_captured, row);
  g_autoptr (GString) text = g_string_new (NULL);
  pn_test_add_text (GTK_WIDGET (row), text);
  g_assert_nonnull (strstr (text->str, "“Find a Command” so far"));
  pn_test_key ("key", "Return");
  pn_test_wait (has_no_popover, row);
  g_assert_cmpstr (pn_commands_get_accels (self->commands, "undo"), ==, "<Control>k");
  g_assert_cmpstr (pn_commands_get_accels (self->commands, "find-command"), ==,
                   "<Control><Shift>p");

  GtkWidget *reset = pn_test_find_widget (GTK_WIDGET (row), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (reset, "clicked");
  g_assert_cmpstr (pn_commands_get_accels (self->commands, "undo"), ==, "<Control>z");
}

/* --- All shortcuts to look at: each that there is, and none of a command without. */
static void
test_shortcuts_window (Fixture *self, gconstpointer data)
{
  pn_commands_set_accels (self->commands, "redo", NULL);
  pn_shortcuts_window_show (self->commands);
  GtkWidget *window = find_window ("Shortcuts");
  finish_building ();

  for (guint i = 0; i < pn_commands_n_entries (self->commands); i++) {
    const PnCommandEntry *entry = pn_commands_get_entry (self->commands, i);
    if (pn_commands_get_accels (self->commands, entry->name) != NULL)
      g_assert_nonnull (find_row (window, entry->label));
  }
  g_assert_null (find_row (window, "Redo"));
  pn_commands_reset_accels (self->commands, "redo");
  g_assert_nonnull (find_row (window, "Redo Ctrl+Shift+Z Ctrl+Y"));

  GtkWidget *entry = pn_test_find_widget (window, GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "redo");
  g_assert_nonnull (find_row (window, "Redo"));
  g_assert_null (find_row (window, "Select"));
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  pn_style_init (gdk_display_get_default ());
  add ("/ui/preferences/sets", test_sets);
  add ("/ui/preferences/files-of-sets", test_files_of_sets);
  add ("/ui/preferences/limits", test_limits);
  add ("/ui/preferences/undo-budget", test_undo_budget);
  add ("/ui/preferences/controls", test_controls);
  add ("/ui/preferences/window", test_window);
  add ("/ui/preferences/capture", test_capture);
  add ("/ui/preferences/shortcuts-window", test_shortcuts_window);
  return g_test_run ();
}
