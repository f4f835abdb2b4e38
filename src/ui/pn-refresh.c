/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-refresh.h"

void
pn_refresh_label (GtkWidget *label, const char *words)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), words) != 0)
    gtk_label_set_text (GTK_LABEL (label), words);
}

void
pn_refresh_tooltip (GtkWidget *widget, const char *words)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), words) != 0)
    gtk_widget_set_tooltip_text (widget, words);
}

void
pn_refresh_icon (GtkWidget *button, const char *icon)
{
  g_return_if_fail (GTK_IS_BUTTON (button));

  if (g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (button)), icon) != 0)
    gtk_button_set_icon_name (GTK_BUTTON (button), icon);
}

void
pn_refresh_cursor (GtkWidget *widget, const char *name)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  GdkCursor *cursor = gtk_widget_get_cursor (widget);
  if (g_strcmp0 (cursor != NULL ? gdk_cursor_get_name (cursor) : NULL, name) != 0)
    gtk_widget_set_cursor_from_name (widget, name);
}
