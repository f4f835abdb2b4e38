/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-dialog.h"

static gboolean
escape_cb (GtkWidget *window, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

static void
add_escape (GtkWindow *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (escape_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
}

PnDialog
pn_dialog_new (GtkWindow *parent, const char *title)
{
  PnDialog dialog = {
      .window = GTK_WINDOW (gtk_window_new ()),
      .content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12),
      .buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
  };
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  gtk_window_set_title (dialog.window, title);
  gtk_window_set_titlebar (dialog.window, gtk_header_bar_new ());
  gtk_window_set_transient_for (dialog.window, parent);
  gtk_window_set_modal (dialog.window, TRUE);
  gtk_window_set_destroy_with_parent (dialog.window, TRUE);
  gtk_window_set_resizable (dialog.window, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (dialog.window), "dialog");
  gtk_widget_add_css_class (column, "pn-dialog");
  gtk_widget_set_halign (dialog.buttons, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (column), dialog.content);
  gtk_box_append (GTK_BOX (column), dialog.buttons);
  gtk_window_set_child (dialog.window, column);
  add_escape (dialog.window);
  return dialog;
}

GtkWidget *
pn_mnemonic_button_new (const char *label)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  /* Its label names it already. */
  gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
  return button;
}

static gboolean
drop_cb (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

void
pn_popover_drop (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, drop_cb, g_object_ref (popover), g_object_unref);
}

GtkWidget *
pn_dialog_label (const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return label;
}

GtkWidget *
pn_dialog_add_button (PnDialog *dialog, const char *label, GCallback clicked, gpointer data)
{
  GtkWidget *button = pn_mnemonic_button_new (label);

  /* Its letter presses it without going there: what is being typed elsewhere counts all the same. */
  g_signal_connect (button, "clicked", G_CALLBACK (gtk_widget_grab_focus), NULL);
  g_signal_connect_swapped (button, "clicked", clicked, data);
  gtk_box_append (GTK_BOX (dialog->buttons), button);
  return button;
}

void
pn_dialog_set_default (PnDialog *dialog, GtkWidget *button)
{
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_window_set_default_widget (dialog->window, button);
}

/* --- Fields. */

GtkWidget *
pn_dialog_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 9);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_set_valign (grid, GTK_ALIGN_START);
  return grid;
}

void
pn_dialog_add_field (GtkWidget *grid, const char *label, GtkWidget *field)
{
  GtkWidget *last = gtk_widget_get_last_child (grid);
  GtkWidget *name = gtk_label_new (label);
  int row = 0;

  if (last != NULL) {
    gtk_grid_query_child (GTK_GRID (grid), last, NULL, &row, NULL, NULL);
    row++;
  }
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_add_css_class (name, "pn-dim");
  gtk_widget_set_hexpand (field, TRUE);
  gtk_grid_attach (GTK_GRID (grid), name, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), field, 1, row, 1, 1);
}

GtkWidget *
pn_dialog_spin (const char *name,
                double least,
                double most,
                double value,
                guint digits,
                GCallback changed,
                gpointer data)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (least, most, 1);
  GtkEditable *text = gtk_editable_get_delegate (GTK_EDITABLE (spin));

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), digits);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), value);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
  gtk_text_set_activates_default (GTK_TEXT (text), TRUE);
  gtk_widget_set_tooltip_text (spin, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (spin, "value-changed", changed, data);
  return spin;
}

GtkWidget *
pn_dialog_choice (const char *name,
                  const char *const *words,
                  guint chosen,
                  GCallback changed,
                  gpointer data)
{
  GtkWidget *choice = gtk_drop_down_new_from_strings (words);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), chosen);
  gtk_widget_set_halign (choice, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (choice, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (choice, "notify::selected", changed, data);
  return choice;
}

GtkWidget *
pn_dialog_pair (GtkWidget *first, const char *between, GtkWidget *second)
{
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *word = gtk_label_new (between);

  gtk_widget_add_css_class (word, "pn-dim");
  gtk_box_append (GTK_BOX (pair), first);
  gtk_box_append (GTK_BOX (pair), word);
  gtk_box_append (GTK_BOX (pair), second);
  return pair;
}
