/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-toolbar.h"

#include <glib/gi18n-lib.h>

static const struct {
  const char *command;
  const char *icon;
} tools[] = {
    {"tool-select", "pn-select-symbolic"},
    {"tool-puppet", "pn-puppet-symbolic"},
    {"tool-hand", "pn-hand-symbolic"},
    {"tool-zoom", "pn-zoom-symbolic"},
};

/* The key is shown where it is a letter; more would not be read at that size. */
static void
show_key (GtkLabel *label, PnCommands *commands)
{
  const char *name = g_object_get_data (G_OBJECT (label), "pn-command");
  g_autofree char *key = pn_commands_get_accel_label (commands, name);

  gtk_label_set_text (label, key != NULL && g_utf8_strlen (key, 2) == 1 ? key : "");
}

static GtkWidget *
build_button (PnCommands *commands, const char *name, const char *icon)
{
  GtkWidget *button = pn_commands_button (commands, name, icon);
  GtkWidget *face = gtk_overlay_new ();
  GtkWidget *key =
      g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "halign",
                    GTK_ALIGN_END, "valign", GTK_ALIGN_END, "can-target", FALSE, NULL);

  gtk_overlay_set_child (GTK_OVERLAY (face), gtk_image_new_from_icon_name (icon));
  gtk_overlay_add_overlay (GTK_OVERLAY (face), key);
  gtk_button_set_child (GTK_BUTTON (button), face);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data_full (G_OBJECT (key), "pn-command", g_strdup (name), g_free);
  show_key (GTK_LABEL (key), commands);
  g_signal_connect_object (commands, "changed", G_CALLBACK (show_key), key, G_CONNECT_SWAPPED);
  return button;
}

GtkWidget *
pn_toolbar_new (PnCommands *commands)
{
  GtkWidget *bar = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_TOOLBAR,
                                 "orientation", GTK_ORIENTATION_VERTICAL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    gtk_box_append (GTK_BOX (bar), build_button (commands, tools[i].command, tools[i].icon));
  gtk_widget_add_css_class (bar, "pn-tools");
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Tools"),
                                  -1);
  return bar;
}
