/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-zoom-bar.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-left-to-right.h"
#include "pn-trace.h"

static void
show_zoom (GtkButton *button, PnEditor *editor)
{
  double percent = 100 * pn_view_get_zoom (pn_editor_get_view (editor));
  /* Below one per cent a whole number says too little. */
  int n_digits = percent < 9.95 && fabs (percent - round (percent)) > 0.005 ? 1 : 0;
  /* Translators: how large the document is shown. */
  g_autofree char *text = g_strdup_printf (_ ("%.*f %%"), n_digits, percent);

  /* Translators: as the button says it to who cannot see where it is. */
  g_autofree char *name = g_strdup_printf (_ ("Zoom: %s"), text);

  gtk_button_set_label (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
editor_changed_cb (PnEditor *editor, guint changes, gpointer button)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & PN_EDITOR_MAP) != 0)
    show_zoom (button, editor);
  pn_trace_end ("ui.zoom-bar", span);
}

static GtkWidget *
add_button (GtkWidget *bar, PnCommands *commands, const char *name, const char *icon)
{
  GtkWidget *button = pn_commands_button (commands, name, icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

GtkWidget *
pn_zoom_bar_new (PnEditor *editor, PnCommands *commands)
{
  GtkWidget *bar =
      g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_TOOLBAR, NULL);

  add_button (bar, commands, "zoom-out", "pn-minus-symbolic");
  GtkWidget *percent = add_button (bar, commands, "zoom-100", NULL);
  add_button (bar, commands, "zoom-in", "pn-plus-symbolic");
  add_button (bar, commands, "zoom-fit", "pn-fit-symbolic");
  gtk_widget_add_css_class (bar, "pn-pill");
  gtk_widget_add_css_class (percent, "pn-numeric");
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Zoom"),
                                  -1);
  show_zoom (GTK_BUTTON (percent), editor);
  pn_left_to_right (percent);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), percent, 0);
  return bar;
}
