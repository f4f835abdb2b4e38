/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding a command, by keys as one would. */

#include "pn-command-list.h"
#include "pn-palette.h"
#include "pn-settings.h"
#include "pn-style.h"
#include "pn-test-gtk.h"
#include "pn-test-keys.h"
#include "pn-test-widgets.h"

typedef struct {
  int n_mirror, n_undo, n_export;
  GtkWidget *focus; /* when a command ran */
} Log;

typedef struct {
  Log log;
  PnCommands *commands;
  GtkWidget *window, *canvas;
} Fixture;

static Fixture *running;

static void
note_focus (Log *log)
{
  log->focus = gtk_root_get_focus (GTK_ROOT (running->window));
}

static void
mirror (gpointer data)
{
  ((Log *)data)->n_mirror++;
  note_focus (data);
}

static gboolean
is_mirrored (gpointer data)
{
  return ((Log *)data)->n_mirror % 2 != 0;
}

static void
undo (gpointer data)
{
  ((Log *)data)->n_undo++;
}

static gboolean
never (gpointer data)
{
  return FALSE;
}

static void export(gpointer data)
{
  ((Log *)data)->n_export++;
  note_focus (data);
}

static const PnCommandEntry entries[] = {
    {.name = "undo",
     .label = "Undo",
     .accels = "<Control>z",
     .group = "Edit",
     .run = undo,
     .is_enabled = never,
     .needs = "Nothing was done yet."},
    {.name = "mirror",
     .label = "Mirror the View",
     .accels = "m",
     .group = "View",
     .scope = PN_COMMAND_CANVAS,
     .keywords = "flip",
     .run = mirror,
     .is_on = is_mirrored},
    {.name = "export", .label = "Export", .group = "File", .run = export},
    {0},
};

static void
set_up (Fixture *self, gconstpointer data)
{
  running = self;
  self->log = (Log){0};
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, entries, &self->log);
  pn_commands_add (self->commands, pn_commands_help, self->commands);
  self->window = gtk_window_new ();
  self->canvas = gtk_drawing_area_new ();
  gtk_widget_set_focusable (self->canvas, TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 800, 600);
  gtk_window_set_child (GTK_WINDOW (self->window), self->canvas);
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  pn_commands_attach (self->commands, self->canvas, PN_COMMAND_CANVAS);
  pn_test_show (GTK_WINDOW (self->window));
  gtk_widget_grab_focus (self->canvas);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_settings_reset (pn_settings_get (), "recent-commands");
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (self->commands);
}

static GtkWidget *
get_palette (Fixture *self)
{
  return pn_test_find_widget (self->window, PN_TYPE_PALETTE);
}

static gboolean
is_open (gpointer data)
{
  GtkWidget *palette = get_palette (data);
  return palette != NULL && gtk_widget_get_mapped (palette);
}

static gboolean
is_closed (gpointer data)
{
  return !is_open (data);
}

/* The lines that are shown, from the top. */
static char *
list_lines (Fixture *self)
{
  GtkWidget *list = pn_test_find_widget (get_palette (self), GTK_TYPE_LIST_BOX);
  GString *lines = g_string_new (NULL);

  for (int i = 0;; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i);
    if (row == NULL)
      return g_string_free (lines, FALSE);
    if (!gtk_widget_get_child_visible (GTK_WIDGET (row)))
      continue;
    g_autoptr (GString) text = g_string_new (NULL);
    pn_test_add_text (GTK_WIDGET (row), text);
    g_string_append_printf (lines, "%s|", text->str);
  }
}

static gboolean
has_typed (gpointer data)
{
  return gtk_editable_get_text (
             GTK_EDITABLE (pn_test_find_widget (get_palette (data), GTK_TYPE_ENTRY)))[0] != '\0';
}

static void
type (Fixture *self, const char *keys)
{
  pn_test_key ("key", keys);
  pn_test_wait (has_typed, self);
}

static void
open_palette (Fixture *self)
{
  pn_test_key ("key", "ctrl+k");
  pn_test_wait (is_open, self);
}

/* A command of the canvas runs with the keyboard there again, from a few letters and Return. */
static void
test_run (Fixture *self, gconstpointer data)
{
  open_palette (self);
  g_autofree char *all = list_lines (self);
  g_assert_true (g_str_has_prefix (
      all, "Undo Nothing was done yet. Ctrl+Z|Mirror the View M|Export|Find a Command Ctrl+K|"));
  type (self, "f");
  g_autofree char *found = list_lines (self);
  g_assert_true (g_str_has_prefix (found, "Find a Command Help Ctrl+K|"));
  pn_test_key ("key", "l");
  pn_test_key ("key", "Return");
  pn_test_wait (is_closed, self);
  g_assert_cmpint (self->log.n_mirror, ==, 1);
  g_assert_true (self->log.focus == self->canvas);

  /* It is first now, and on. */
  open_palette (self);
  g_autofree char *recent = list_lines (self);
  g_assert_true (g_str_has_prefix (recent, "✓ Mirror the View View M|Undo"));
  pn_test_key ("key", "Escape");
  pn_test_wait (is_closed, self);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (self->window)) == self->canvas);
  g_assert_cmpint (self->log.n_mirror, ==, 1);
}

/* Arrows go from line to line, and no farther than to the last. */
static void
test_arrows (Fixture *self, gconstpointer data)
{
  open_palette (self);
  pn_test_key ("key", "Down");
  pn_test_key ("key", "Page_Down");
  pn_test_key ("key", "Down");
  pn_test_key ("key", "Page_Up");
  pn_test_key ("key", "Up");
  pn_test_key ("key", "Down");
  pn_test_key ("key", "Down");
  pn_test_key ("key", "Return");
  pn_test_wait (is_closed, self);
  g_assert_cmpint (self->log.n_export, ==, 1);
}

/* What cannot be run stays where it is, and says why. */
static void
test_disabled (Fixture *self, gconstpointer data)
{
  open_palette (self);
  type (self, "u");
  pn_test_key ("key", "n");
  pn_test_key ("key", "Return");
  pn_test_key ("key", "d");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (is_open (self));
  g_assert_cmpint (self->log.n_undo, ==, 0);
  pn_test_key ("key", "ctrl+k");
  pn_test_wait (is_closed, self);
}

/* Each command of the window is found by its own label, before all others but one of the same. */
static void
test_each (Fixture *self, gconstpointer data)
{
  PnCommands *commands = self->commands;

  pn_palette_toggle (commands);
  pn_test_wait (is_open, self);
  GtkWidget *entry = pn_test_find_widget (get_palette (self), GTK_TYPE_ENTRY);
  for (guint i = 0; i < pn_commands_n_entries (commands); i++) {
    const char *label = pn_commands_get_entry (commands, i)->label;
    gtk_editable_set_text (GTK_EDITABLE (entry), label);
    g_autofree char *lines = list_lines (self);
    g_assert_nonnull (strstr (lines, label));
  }
  gtk_editable_set_text (GTK_EDITABLE (entry), "xyz");
  g_autofree char *none = list_lines (self);
  g_assert_cmpstr (none, ==, "");
}

static void
test_accessible (Fixture *self, gconstpointer data)
{
  open_palette (self);
  GtkWidget *entry = pn_test_find_widget (get_palette (self), GTK_TYPE_ENTRY);
  GtkWidget *row = pn_test_find_widget (get_palette (self), GTK_TYPE_LIST_BOX_ROW);
  gtk_test_accessible_assert_role (entry, GTK_ACCESSIBLE_ROLE_SEARCH_BOX);
  gtk_test_accessible_assert_property (entry, GTK_ACCESSIBLE_PROPERTY_LABEL, "Find a command");
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Undo, Ctrl+Z, Nothing was done yet.");
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  pn_style_init (gdk_display_get_default ());
  add ("/ui/palette/run", test_run);
  add ("/ui/palette/arrows", test_arrows);
  add ("/ui/palette/disabled", test_disabled);
  add ("/ui/palette/each", test_each);
  add ("/ui/palette/accessible", test_accessible);
  return g_test_run ();
}
