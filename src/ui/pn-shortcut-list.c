/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-shortcut-list.h"

#include <glib/gi18n-lib.h>

#include "pn-accel.h"
#include "pn-command-search.h"
#include "pn-idle-work.h"
#include "pn-key-capture.h"
#include "pn-trace.h"

typedef struct {
  PnCommands *commands; /* (nullable) weak: whoever shows the list is kept by them */
  PnShortcutListMode mode;
  GtkWidget *entry, *list;
  GPtrArray *entries; /* of all lines, in their order */
  guint n_added;
} List;

/* A command's line. */
typedef struct {
  const PnCommandEntry *entry;
  GtkWidget *keys, *reset;
} Line;

static Line *
get_line (gpointer row)
{
  return g_object_get_data (row, "pn-line");
}

/* --- A line. */

static void
empty_box (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
}

static void
name_row (GtkWidget *row, const PnCommandEntry *entry, const GString *keys)
{
  g_autofree char *name =
      g_strdup_printf ("%s, %s", _ (entry->label), keys->len > 0 ? keys->str : _ ("no keys"));

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
fill_row (const List *self, GtkWidget *row)
{
  const Line *line = get_line (row);
  const char *accels = pn_commands_get_accels (self->commands, line->entry->name);
  g_auto (GStrv) each = g_strsplit (accels != NULL ? accels : "", " ", 0);
  g_autoptr (GString) all = g_string_new (NULL);

  empty_box (line->keys);
  for (guint i = 0; each[i] != NULL; i++) {
    g_autofree char *label = pn_accel_to_label (each[i]);
    if (label == NULL)
      continue;
    GtkWidget *key = gtk_label_new (label);
    gtk_widget_add_css_class (key, "pn-keycap");
    gtk_box_append (GTK_BOX (line->keys), key);
    g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "", label);
  }
  if (line->reset != NULL)
    gtk_widget_set_opacity (line->reset,
                            pn_commands_has_own_accels (self->commands, line->entry->name) ? 0 : 1);
  if (line->reset != NULL)
    gtk_widget_set_sensitive (line->reset,
                              !pn_commands_has_own_accels (self->commands, line->entry->name));
  name_row (row, line->entry, all);
}

static void
reset_cb (GtkWidget *button, List *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW);

  pn_commands_reset_accels (self->commands, get_line (row)->entry->name);
}

static GtkWidget *
build_reset (List *self, const PnCommandEntry *entry)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("pn-undo-symbolic");
  g_autofree char *name =
      g_strdup_printf (_ ("Pantin's own keys for “%s” again"), _ (entry->label));

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (reset_cb), self);
  return button;
}

static void
add_row (List *self, const PnCommandEntry *entry)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (_ (entry->label));
  Line *line = g_new0 (Line, 1);

  line->entry = entry;
  line->keys = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), line->keys);
  if (self->mode == PN_SHORTCUT_LIST_EDITS) {
    line->reset = build_reset (self, entry);
    gtk_box_append (GTK_BOX (box), line->reset);
    g_autofree char *tooltip = g_strdup_printf (_ ("Other keys for “%s”"), _ (entry->label));
    gtk_widget_set_tooltip_text (row, tooltip);
  }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), line->reset != NULL);
  g_object_set_data_full (G_OBJECT (row), "pn-line", line, g_free);
  fill_row (self, row);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* --- The list. */

static gboolean
is_shown_cb (GtkListBoxRow *row, gpointer data)
{
  const List *self = data;
  const Line *line = get_line (row);
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (self->mode == PN_SHORTCUT_LIST_SHOWS &&
      pn_commands_get_accels (self->commands, line->entry->name) == NULL)
    return FALSE;
  return typed[0] == '\0' || pn_command_search (line->entry, typed, NULL) > 0;
}

static void
update_heading_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const char *group = get_line (row)->entry->group;
  GtkWidget *heading = NULL;

  if (before == NULL || g_strcmp0 (get_line (before)->entry->group, group) != 0) {
    heading = gtk_label_new (_ (group));
    gtk_label_set_xalign (GTK_LABEL (heading), 0);
    gtk_widget_add_css_class (heading, "pn-heading");
    gtk_widget_add_css_class (heading, "pn-list-heading");
  }
  gtk_list_box_row_set_header (row, heading);
}

/* Groups in the order in which they are first met, and commands as they were added. */
static guint
order_of (PnCommands *commands, const PnCommandEntry *entry)
{
  guint n = pn_commands_n_entries (commands), group = n, place = n;

  for (guint i = 0; i < n; i++) {
    const PnCommandEntry *other = pn_commands_get_entry (commands, i);
    if (group == n && g_strcmp0 (other->group, entry->group) == 0)
      group = i;
    if (other == entry)
      place = i;
  }
  return group * n + place;
}

static int
compare_cb (gconstpointer a, gconstpointer b, gpointer commands)
{
  guint one = order_of (commands, *(const PnCommandEntry *const *)a);
  guint other = order_of (commands, *(const PnCommandEntry *const *)b);

  return one < other ? -1 : one > other;
}

static void
sort_entries (List *self)
{
  self->entries = g_ptr_array_new ();
  for (guint i = 0; i < pn_commands_n_entries (self->commands); i++)
    g_ptr_array_add (self->entries, (gpointer)pn_commands_get_entry (self->commands, i));
  g_ptr_array_sort_with_data (self->entries, compare_cb, self->commands);
}

/* There are too many lines to make them all at once. */
static gboolean
add_next_row (gpointer widget)
{
  List *self = g_object_get_data (widget, "pn-list");

  if (self->commands == NULL || self->n_added == self->entries->len)
    return FALSE;
  add_row (self, g_ptr_array_index (self->entries, self->n_added++));
  return TRUE;
}

static void
list_free (gpointer data)
{
  List *self = data;

  g_clear_weak_pointer (&self->commands);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

static void
refresh (GtkWidget *widget)
{
  List *self = g_object_get_data (G_OBJECT (widget), "pn-list");
  GtkListBoxRow *row;
  uint64_t span = pn_trace_begin ();

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    fill_row (self, GTK_WIDGET (row));
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  pn_trace_end ("ui.shortcuts", span);
}

static void
row_activated_cb (List *self, GtkListBoxRow *row)
{
  if (self->mode == PN_SHORTCUT_LIST_EDITS)
    pn_key_capture_show (GTK_WIDGET (row), self->commands, get_line (row)->entry->name);
}

static void
build_list (List *self)
{
  GtkWidget *nothing = gtk_label_new (_ ("No command is called that or does that."));

  gtk_widget_add_css_class (nothing, "pn-empty");
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), nothing);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_shown_cb, self, NULL);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), update_heading_cb, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Shortcuts"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
}

static void
build_entry (List *self)
{
  self->entry = g_object_new (GTK_TYPE_ENTRY, "accessible-role", GTK_ACCESSIBLE_ROLE_SEARCH_BOX,
                              "placeholder-text", _ ("Search"), "primary-icon-name",
                              "pn-search-symbolic", NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search shortcuts"), -1);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (gtk_list_box_invalidate_filter),
                            self->list);
}

GtkWidget *
pn_shortcut_list_new (PnCommands *commands, PnShortcutListMode mode)
{
  g_return_val_if_fail (PN_IS_COMMANDS (commands), NULL);

  GtkWidget *widget = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  List *self = g_new0 (List, 1);
  g_set_weak_pointer (&self->commands, commands);
  self->mode = mode;
  build_list (self);
  build_entry (self);
  sort_entries (self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (widget), self->entry);
  gtk_box_append (GTK_BOX (widget), scroller);
  g_object_set_data_full (G_OBJECT (widget), "pn-list", self, list_free);
  g_signal_connect_object (commands, "changed", G_CALLBACK (refresh), widget, G_CONNECT_SWAPPED);
  pn_idle_work (G_OBJECT (widget), add_next_row);
  return widget;
}
