/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-error-list.h"

#include <glib/gi18n-lib.h>

#include "pn-trace.h"

/* So many px of errors show at once, and the list scrolls. */
#define HEIGHT_MAX 120

static GtkWidget *
get_rows (GtkWidget *list)
{
  return g_object_get_data (G_OBJECT (list), "pn-rows");
}

static gboolean
has_row (GtkWidget *rows, const char *text)
{
  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "pn-text"), text) == 0)
      return TRUE;
  return FALSE;
}

/* The keyboard goes on with the next error, or back to where GTK thinks. */
static void
put_away (GtkWidget *row)
{
  GtkWidget *rows = gtk_widget_get_parent (row);
  GtkWidget *list = gtk_widget_get_ancestor (rows, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *next = gtk_widget_get_next_sibling (row);
  gboolean has_focus = gtk_widget_get_focus_child (rows) == row;

  if (next == NULL)
    next = gtk_widget_get_prev_sibling (row);
  if (has_focus && next != NULL)
    gtk_widget_child_focus (next, GTK_DIR_TAB_FORWARD);
  gtk_box_remove (GTK_BOX (rows), row);
  if (next == NULL)
    gtk_widget_hide (list);
}

static gboolean
key_cb (GtkWidget *row, guint keyval, guint keycode, GdkModifierType state)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  put_away (row);
  return TRUE;
}

static GtkWidget *
build_row (const char *text)
{
  GtkWidget *row =
      g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "spacing", 9, NULL);
  GtkWidget *icon = gtk_image_new_from_icon_name ("pn-error-symbolic");
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "wrap", TRUE, "xalign", 0.0,
                                   "hexpand", TRUE, "selectable", TRUE, NULL);
  GtkWidget *close = gtk_button_new_from_icon_name ("pn-close-symbolic");
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (row, "pn-message");
  gtk_widget_add_css_class (row, "error");
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (close, _ ("Put this away (Esc)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Put this away"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_object (close, "clicked", G_CALLBACK (put_away), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), row, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (row, keys);
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), close);
  g_object_set_data_full (G_OBJECT (row), "pn-text", g_strdup (text), g_free);
  return row;
}

static void
message_cb (GtkWidget *list, guint kind, const char *text)
{
  GtkWidget *rows = get_rows (list);
  uint64_t span = pn_trace_begin ();

  if (kind == PN_MESSAGE_ERROR && !has_row (rows, text)) {
    gtk_box_prepend (GTK_BOX (rows), build_row (text));
    gtk_widget_show (list);
  }
  pn_trace_end ("ui.message", span);
}

GtkWidget *
pn_error_list_new (PnEditor *editor)
{
  GtkWidget *list = gtk_scrolled_window_new ();
  GtkWidget *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (list), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (list), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (list), HEIGHT_MAX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (list), rows);
  gtk_widget_hide (list);
  g_object_set_data (G_OBJECT (list), "pn-rows", rows);
  g_signal_connect_object (editor, "message", G_CALLBACK (message_cb), list, G_CONNECT_SWAPPED);
  return list;
}
