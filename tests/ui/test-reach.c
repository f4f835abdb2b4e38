/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole window: every command can be reached, and every control says what it is. */

#include "pn-command-list.h"
#include "pn-dope-sheet-private.h"
#include "pn-header.h"
#include "pn-palette.h"
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
  g_autoptr (JsonNode) group = pn_test_run (&self->base, "{'op': 'add_group', 'name': 'g'}");
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->commands = pn_commands_new ();
  const PnLayer *layer = pn_session_get_root (self->base.session)->layers.items[0];
  pn_view_select_layer (pn_editor_get_view (self->editor), layer->id, PN_SELECT_ONLY);
  pn_commands_add (self->commands, pn_commands_edit, self->editor);
  pn_commands_add (self->commands, pn_commands_view, self->editor);
  pn_commands_add (self->commands, pn_commands_time, self->editor);
  pn_commands_add (self->commands, pn_commands_help, self->commands);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1200, 800);
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  GtkWidget *workspace = pn_workspace_new (self->editor, self->commands);
  gtk_window_set_titlebar (GTK_WINDOW (self->window),
                           pn_header_new (self->editor, self->commands, NULL));
  gtk_window_set_child (GTK_WINDOW (self->window), workspace);
  pn_commands_refresh (self->commands);
  pn_test_show (GTK_WINDOW (self->window));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (self->commands);
  g_assert_finalize_object (self->editor);
  pn_test_session_clear (&self->base);
}

/* Words, keys that there are, and no key that another command of the same place has. */
static void
test_words_and_keys (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < pn_commands_n_entries (self->commands); i++) {
    const PnCommandEntry *entry = pn_commands_get_entry (self->commands, i);
    g_test_message ("%s: %s", entry->name, entry->accels);
    g_assert_nonnull (entry->run);
    g_assert_true (entry->label != NULL && entry->label[0] != '\0');
    g_assert_true (entry->group != NULL && entry->group[0] != '\0');
    g_assert_true (entry->needs == NULL || g_str_has_suffix (entry->needs, "."));
    g_auto (GStrv) accels = g_strsplit (entry->accels != NULL ? entry->accels : "", " ", 0);
    for (guint j = 0; accels[j] != NULL; j++) {
      const PnCommandEntry *other =
          pn_commands_find_conflict (self->commands, entry->name, accels[j]);
      g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string (accels[j]);
      g_assert_nonnull (trigger);
      g_assert_cmpstr (other != NULL ? other->name : NULL, ==, NULL);
    }
  }
}

/* A key, a button, a switch or a menu for each: the palette is not the only way. */
static void
test_each_command (Fixture *self, gconstpointer data)
{
  GtkWidget *sheet = pn_test_find_widget (self->window, PN_TYPE_DOPE_SHEET);

  pn_commands_run (self->commands, "canvas-menu");
  pn_commands_run (self->commands, "layers-menu");
  pn_dope_sheet_show_menu (PN_DOPE_SHEET (sheet), 1, 1);
  pn_shortcuts_window_show (self->commands);
  for (guint i = 0; i < pn_commands_n_entries (self->commands); i++) {
    const PnCommandEntry *entry = pn_commands_get_entry (self->commands, i);
    if (entry->accels == NULL && !pn_commands_has_control (self->commands, entry->name)) {
      g_test_message ("only the palette has %s", entry->name);
      g_test_fail ();
    }
  }
}

/* Parts of GTK's own widgets are named by those. */
static gboolean
is_whole (GtkWidget *widget)
{
  return GTK_IS_SPIN_BUTTON (widget) || GTK_IS_DROP_DOWN (widget) ||
         GTK_IS_WINDOW_CONTROLS (widget);
}

static gboolean
is_named (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  /* What it says is its name, in some versions of GTK without a relation. */
  return (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL) ||
         gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) ||
         gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

static gboolean
is_control (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_MENU_BUTTON (widget) ||
         GTK_IS_SPIN_BUTTON (widget) || GTK_IS_ENTRY (widget) || GTK_IS_DROP_DOWN (widget) ||
         GTK_IS_SCALE (widget) || GTK_IS_LIST_BOX (widget) || GTK_IS_LIST_VIEW (widget);
}

/* A list has rows to spare, which are of no item yet. */
static gboolean
is_spare (GtkWidget *widget)
{
  return g_str_equal (gtk_widget_get_css_name (widget), "row") &&
         !gtk_widget_get_child_visible (widget);
}

static void
check_names (GtkWidget *widget)
{
  if (is_spare (widget))
    return;
  if (is_control (widget) && !is_named (widget)) {
    g_autoptr (GString) text = g_string_new (NULL);
    pn_test_add_text (widget, text);
    if (text->len == 0) {
      g_test_message ("a %s in a %s has no name", G_OBJECT_TYPE_NAME (widget),
                      G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
      g_test_fail ();
    }
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && !is_whole (widget) && !GTK_IS_MENU_BUTTON (widget);
       child = gtk_widget_get_next_sibling (child))
    check_names (child);
}

static void
test_each_control (Fixture *self, gconstpointer data)
{
  check_names (self->window);
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  pn_style_init (gdk_display_get_default ());
  add ("/ui/reach/words-and-keys", test_words_and_keys);
  add ("/ui/reach/each-command", test_each_command);
  add ("/ui/reach/each-control", test_each_control);
  return g_test_run ();
}
