/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-left-to-right.h"

void
pn_left_to_right (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  /* A direction is of one widget: none comes down to what is in it. */
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    pn_left_to_right (child);
}
