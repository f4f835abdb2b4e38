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
pn_dialog_add_button (PnDialog *dialog, const char *label, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

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
