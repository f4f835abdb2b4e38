/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Finding one's way among widgets. */

/* The first of that type inside of `widget`, or it itself, from the top. (nullable) */
static inline GtkWidget *
pn_test_find_widget (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = pn_test_find_widget (child, type);
    if (found != NULL)
      return found;
  }
  return NULL;
}

/* The text of all labels inside that are shown, with blanks between. (transfer full) */
static inline void
pn_test_add_text (GtkWidget *widget, GString *text)
{
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget))
    return;
  if (GTK_IS_LABEL (widget) && gtk_label_get_text (GTK_LABEL (widget))[0] != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                            gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    pn_test_add_text (child, text);
}
