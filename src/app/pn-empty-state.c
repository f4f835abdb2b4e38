/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-empty-state.h"

#include <glib/gi18n-lib.h>

#include "pn-recent.h"

#define N_RECENT 5

static void
add_label (GtkWidget *box, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, class);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_box_append (GTK_BOX (box), label);
}

static void
add_ways (GtkWidget *box, PnCommands *commands)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *open = pn_commands_button (commands, "open", NULL);

  gtk_widget_add_css_class (open, "suggested-action");
  gtk_widget_set_halign (row, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), open);
  gtk_box_append (GTK_BOX (row), pn_commands_button (commands, "paste", NULL));
  gtk_box_append (GTK_BOX (row), pn_commands_button (commands, "new", NULL));
  gtk_box_append (GTK_BOX (box), row);
}

static GtkWidget *
make_recent_button (const PnRecent *recent)
{
  GtkWidget *button = gtk_button_new_with_label (recent->name);
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));
  g_autoptr (GFile) file = g_file_new_for_uri (recent->uri);
  g_autofree char *place = g_file_get_parse_name (file);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, place);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win." PN_RECENT_ACTION);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", recent->uri);
  return button;
}

static void
fill_recent (GtkWidget *box)
{
  g_autoptr (GPtrArray) list = pn_recent_list (N_RECENT);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
  gtk_widget_set_visible (box, list->len > 0);
  if (list->len == 0)
    return;
  add_label (box, _ ("Recent"), "pn-caption");
  for (guint i = 0; i < list->len; i++)
    gtk_box_append (GTK_BOX (box), make_recent_button (g_ptr_array_index (list, i)));
}

GtkWidget *
pn_empty_state_new (PnCommands *commands)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *recent = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *image = gtk_image_new_from_icon_name ("pn-image-symbolic");
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_image_set_pixel_size (GTK_IMAGE (image), 48);
  gtk_widget_add_css_class (image, "pn-dim");
  gtk_box_append (GTK_BOX (box), image);
  add_label (box, _ ("Start with a picture"), "pn-start-title");
  add_label (box, _ ("Open one, drop it here, or paste it. It becomes a layer you can pin."),
             "pn-dim");
  add_ways (box, commands);
  gtk_widget_set_margin_top (recent, 12);
  gtk_box_append (GTK_BOX (box), recent);
  fill_recent (recent);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (fill_recent),
                           recent, G_CONNECT_SWAPPED);
  /* In a low window the last of it may be out of sight. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_add_css_class (scrolled, "pn-start");
  gtk_widget_set_halign (scrolled, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (scrolled, GTK_ALIGN_CENTER);
  return scrolled;
}
