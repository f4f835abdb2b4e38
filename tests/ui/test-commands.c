/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The registry of commands: what a key does, where the keyboard is, and what the user changed. */

#include "pn-accel.h"
#include "pn-commands.h"
#include "pn-settings.h"
#include "pn-test-gtk.h"
#include "pn-test-keys.h"

/* What commands write to. */
typedef struct {
  int n_undo, n_tool, n_delete, n_nudge, n_marks, n_play, n_begin, n_end;
  gboolean is_tool_on, can_undo, was_used;
} Log;

static void
undo (gpointer data)
{
  ((Log *)data)->n_undo++;
}

static gboolean
can_undo (gpointer data)
{
  return ((Log *)data)->can_undo;
}

static void
tool (gpointer data)
{
  Log *log = data;
  log->n_tool++;
  log->is_tool_on = !log->is_tool_on;
}

static gboolean
is_tool_on (gpointer data)
{
  return ((Log *)data)->is_tool_on;
}

static void delete (gpointer data)
{
  ((Log *)data)->n_delete++;
}

static void
nudge (gpointer data)
{
  ((Log *)data)->n_nudge++;
}

static void
mark (gpointer data)
{
  ((Log *)data)->n_marks++;
}

static void
play (gpointer data)
{
  ((Log *)data)->n_play++;
}

static gboolean
hold (gpointer data, PnCommandHold phase)
{
  Log *log = data;
  if (phase == PN_COMMAND_HOLD_BEGIN)
    log->n_begin++;
  else
    log->n_end++;
  return log->was_used;
}

static const PnCommandEntry entries[] = {
    {.name = "undo",
     .label = "Undo",
     .accels = "<Control>z",
     .group = "Edit",
     .run = undo,
     .is_enabled = can_undo},
    {.name = "tool",
     .label = "Tool",
     .accels = "v",
     .group = "Tools",
     .run = tool,
     .is_on = is_tool_on},
    {.name = "nudge", .label = "Nudge", .accels = "Up", .group = "Edit", .run = nudge},
    {.name = "delete",
     .label = "Delete",
     .accels = "Delete",
     .group = "Edit",
     .scope = PN_COMMAND_CANVAS,
     .run = delete},
    {.name = "mark", .label = "Mark", .accels = "F5 <Control>s", .group = "Edit", .run = mark},
    {.name = "play",
     .label = "Play",
     .accels = "space",
     .group = "Time",
     .run = play,
     .hold = hold},
    {0},
};

typedef struct {
  Log log;
  PnCommands *commands;
  GtkWidget *window, *canvas, *entry;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->log = (Log){.can_undo = TRUE};
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, entries, &self->log);
  self->window = gtk_window_new ();
  self->canvas = gtk_drawing_area_new ();
  self->entry = gtk_entry_new ();
  gtk_widget_set_focusable (self->canvas, TRUE);
  gtk_box_append (GTK_BOX (box), self->canvas);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_window_set_child (GTK_WINDOW (self->window), box);
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  pn_commands_attach (self->commands, self->canvas, PN_COMMAND_CANVAS);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_settings_reset (pn_settings_get (), "shortcuts");
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_finalize_object (self->commands);
}

static gboolean
is_marked (gpointer data)
{
  return ((const Log *)data)->n_marks > 0;
}

/* Presses keys, and waits until what they did is done: F5 comes after them, and always counts. */
static void
press (Fixture *self, const char *keys)
{
  pn_test_key ("key", keys);
  pn_test_key ("key", "F5");
  pn_test_wait (is_marked, &self->log);
  self->log.n_marks = 0;
}

static void
test_keys (Fixture *self, gconstpointer data)
{
  pn_test_show (GTK_WINDOW (self->window));
  gtk_widget_grab_focus (self->canvas);
  press (self, "ctrl+z");
  g_assert_cmpint (self->log.n_undo, ==, 1);
  press (self, "v");
  press (self, "v");
  g_assert_cmpint (self->log.n_tool, ==, 2);
  press (self, "Delete");
  g_assert_cmpint (self->log.n_delete, ==, 1);
  press (self, "Up");
  g_assert_cmpint (self->log.n_nudge, ==, 1);
  self->log.can_undo = FALSE;
  press (self, "ctrl+z");
  g_assert_cmpint (self->log.n_undo, ==, 1);
}

/* A shortcut of the canvas counts while the keyboard is there. */
static void
test_scope (Fixture *self, gconstpointer data)
{
  GtkWidget *button = gtk_button_new_with_label ("elsewhere");

  gtk_box_append (GTK_BOX (gtk_window_get_child (GTK_WINDOW (self->window))), button);
  pn_test_show (GTK_WINDOW (self->window));
  gtk_widget_grab_focus (button);
  press (self, "Delete");
  press (self, "v");
  g_assert_cmpint (self->log.n_delete, ==, 0);
  g_assert_cmpint (self->log.n_tool, ==, 1);
}

/* Who types means text: letters, and keys of text that an entry has no use for right now. */
static void
test_text_first (Fixture *self, gconstpointer data)
{
  static const char *const keys[] = {"Up", "ctrl+z", "Delete", "v", "space", "Up"};

  pn_test_show (GTK_WINDOW (self->window));
  gtk_widget_grab_focus (self->entry);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    press (self, keys[i]);
  g_assert_cmpint (self->log.n_tool + self->log.n_undo + self->log.n_delete, ==, 0);
  g_assert_cmpint (self->log.n_nudge + self->log.n_play + self->log.n_begin, ==, 0);
  pn_test_key ("key", "ctrl+s");
  pn_test_wait (is_marked, &self->log);
}

static gboolean
has_begun (gpointer data)
{
  return ((const Log *)data)->n_begin > 0;
}

static gboolean
has_ended (gpointer data)
{
  return ((const Log *)data)->n_end > 0;
}

/* Tapped, it runs; held and used, it does not; and holding is one hold, however often it repeats. */
static void
test_held (Fixture *self, gconstpointer data)
{
  pn_test_show (GTK_WINDOW (self->window));
  gtk_widget_grab_focus (self->canvas);
  press (self, "space");
  g_assert_cmpint (self->log.n_play, ==, 1);
  g_assert_cmpint (self->log.n_begin, ==, 1);
  g_assert_cmpint (self->log.n_end, ==, 1);

  self->log = (Log){.was_used = TRUE};
  pn_test_key ("keydown", "space");
  pn_test_wait (has_begun, &self->log);
  g_assert_cmpint (self->log.n_end, ==, 0);
  pn_test_key ("keyup", "space");
  pn_test_wait (has_ended, &self->log);
  g_assert_cmpint (self->log.n_play, ==, 0);
}

/* Another window takes the keyboard while the key is down. */
static void
test_held_and_lost (Fixture *self, gconstpointer data)
{
  GtkWidget *other = gtk_window_new ();

  pn_test_show (GTK_WINDOW (self->window));
  gtk_widget_grab_focus (self->canvas);
  pn_test_key ("keydown", "space");
  pn_test_wait (has_begun, &self->log);
  pn_test_show (GTK_WINDOW (other));
  pn_test_wait (has_ended, &self->log);
  pn_test_key ("keyup", "space");
  g_assert_cmpint (self->log.n_play, ==, 0);
  gtk_window_destroy (GTK_WINDOW (other));
}

/* Another key, live: in shortcuts, in tooltips, in other windows. */
static void
test_rebinding (Fixture *self, gconstpointer data)
{
  GtkWidget *button = pn_commands_button (self->commands, "tool", NULL);
  g_autoptr (PnCommands) other = pn_commands_new ();
  Log log = {0};

  pn_commands_add (other, entries, &log);
  gtk_box_append (GTK_BOX (gtk_window_get_child (GTK_WINDOW (self->window))), button);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, "Tool (V)");
  pn_commands_set_accels (self->commands, "tool", "<Control>t b");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, "Tool (Ctrl+T)");
  g_assert_cmpstr (pn_commands_get_accels (other, "tool"), ==, "<Control>t b");
  g_assert_false (pn_commands_has_own_accels (other, "tool"));

  pn_test_show (GTK_WINDOW (self->window));
  gtk_widget_grab_focus (self->canvas);
  press (self, "v");
  g_assert_cmpint (self->log.n_tool, ==, 0);
  press (self, "ctrl+t");
  press (self, "b");
  g_assert_cmpint (self->log.n_tool, ==, 2);

  pn_commands_set_accels (self->commands, "tool", NULL);
  g_assert_null (pn_commands_get_accels (self->commands, "tool"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, "Tool");
  pn_commands_reset_accels (self->commands, "tool");
  g_assert_cmpstr (pn_commands_get_accels (self->commands, "tool"), ==, "v");
  /* The entry's own, chosen, is no choice that would outlive a change of it. */
  pn_commands_set_accels (self->commands, "tool", "v");
  g_assert_true (pn_commands_has_own_accels (self->commands, "tool"));
}

/* Two commands with one key: in one place, or the one within the other. */
static void
test_conflict (Fixture *self, gconstpointer data)
{
  static const PnCommandEntry more[] = {
      {.name = "delete-keys",
       .label = "Delete Keys",
       .accels = "Delete",
       .group = "Edit",
       .scope = PN_COMMAND_TIMELINE,
       .run = delete},
      {0},
  };
  const PnCommandEntry *found;

  pn_commands_add (self->commands, more, &self->log);
  found = pn_commands_find_conflict (self->commands, "mark", "<Ctrl>z");
  g_assert_cmpstr (found->name, ==, "undo");
  g_assert_null (pn_commands_find_conflict (self->commands, "undo", "<Control>z"));
  g_assert_null (pn_commands_find_conflict (self->commands, "delete", "Delete"));
  g_assert_null (pn_commands_find_namesake (self->commands, "delete", "Delete"));
  g_assert_null (pn_commands_find_conflict (self->commands, "mark", "Delete"));
  found = pn_commands_find_namesake (self->commands, "mark", "Delete");
  g_assert_cmpstr (found->name, ==, "delete");
  found = pn_commands_find_namesake (self->commands, "delete-keys", "<Control>s");
  g_assert_cmpstr (found->name, ==, "mark");
}

/* A key has one meaning: who gets it takes it from another one, and who is reset gets it back. */
static void
test_given (Fixture *self, gconstpointer data)
{
  PnCommands *commands = self->commands;

  pn_commands_give_accel (commands, "tool", "<Control>z", PN_ACCEL_ALSO);
  g_assert_cmpstr (pn_commands_get_accels (commands, "tool"), ==, "v <Control>z");
  g_assert_null (pn_commands_get_accels (commands, "undo"));
  pn_commands_give_accel (commands, "undo", "F5", PN_ACCEL_ONLY);
  g_assert_cmpstr (pn_commands_get_accels (commands, "mark"), ==, "<Control>s");
  pn_commands_give_accel (commands, "undo", "F5", PN_ACCEL_ALSO);
  g_assert_cmpstr (pn_commands_get_accels (commands, "undo"), ==, "F5");

  pn_commands_reset_accels (commands, "undo");
  g_assert_cmpstr (pn_commands_get_accels (commands, "undo"), ==, "<Control>z");
  g_assert_cmpstr (pn_commands_get_accels (commands, "tool"), ==, "v");
  g_assert_cmpstr (pn_commands_get_accels (commands, "mark"), ==, "<Control>s");
  pn_commands_reset_accels (commands, "mark");
  g_assert_true (pn_commands_has_own_accels (commands, "mark"));
}

/* Presses as keyboards report them, and what is written down of them. */
static void
test_spelling (void)
{
  static const struct {
    guint keyval;
    GdkModifierType state, consumed;
    const char *accel, *label;
  } cases[] = {
      {GDK_KEY_z, GDK_CONTROL_MASK, GDK_SHIFT_MASK, "<Control>z", "Ctrl+Z"},
      {GDK_KEY_Z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, GDK_SHIFT_MASK, "<Shift><Control>z",
       "Ctrl+Shift+Z"},
      {GDK_KEY_Z, GDK_LOCK_MASK, GDK_SHIFT_MASK | GDK_LOCK_MASK, "z", "Z"},
      {GDK_KEY_question, GDK_SHIFT_MASK, GDK_SHIFT_MASK, "question", "?"},
      {GDK_KEY_plus, GDK_SHIFT_MASK | GDK_ALT_MASK, GDK_SHIFT_MASK, "<Alt>plus", "Alt++"},
      {GDK_KEY_F9, GDK_SHIFT_MASK, 0, "<Shift>F9", "Shift+F9"},
      {GDK_KEY_ISO_Left_Tab, GDK_CONTROL_MASK | GDK_SHIFT_MASK, GDK_SHIFT_MASK,
       "<Shift><Control>Tab", "Ctrl+Shift+Tab"},
      {GDK_KEY_space, 0, 0, "space", "Space"},
      {GDK_KEY_Left, GDK_ALT_MASK, 0, "<Alt>Left", "Alt+Left"},
      {GDK_KEY_Control_L, 0, 0, NULL, NULL},
      {GDK_KEY_ISO_Level3_Shift, 0, 0, NULL, NULL},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *accel = pn_accel_from_key (cases[i].keyval, cases[i].state, cases[i].consumed);
    g_assert_cmpstr (accel, ==, cases[i].accel);
    g_autofree char *label = accel != NULL ? pn_accel_to_label (accel) : NULL;
    g_assert_cmpstr (label, ==, cases[i].label);
  }
  g_assert_null (pn_accel_to_label ("<Nonsense"));
}

/* The window's widgets may live for longer than its commands. */
static void
test_outlived (void)
{
  Log log = {.can_undo = TRUE};
  PnCommands *commands = pn_commands_new ();
  GtkWidget *window = gtk_window_new ();

  pn_commands_add (commands, entries, &log);
  pn_commands_attach (commands, window, PN_COMMAND_WINDOW);
  gtk_window_set_child (GTK_WINDOW (window), pn_commands_button (commands, "mark", NULL));
  g_assert_true (gtk_widget_activate_action (window, "pn.mark", NULL));
  g_assert_cmpint (log.n_marks, ==, 1);
  g_assert_finalize_object (commands);
  gtk_widget_activate_action (window, "pn.mark", NULL);
  g_assert_cmpint (log.n_marks, ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  add ("/ui/commands/keys", test_keys);
  add ("/ui/commands/scope", test_scope);
  add ("/ui/commands/text-first", test_text_first);
  add ("/ui/commands/held", test_held);
  add ("/ui/commands/held-and-lost", test_held_and_lost);
  add ("/ui/commands/rebinding", test_rebinding);
  add ("/ui/commands/conflict", test_conflict);
  add ("/ui/commands/given", test_given);
  g_test_add_func ("/ui/commands/spelling", test_spelling);
  g_test_add_func ("/ui/commands/outlived", test_outlived);
  return g_test_run ();
}
