/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-shortcuts-window.h"

#include <glib/gi18n-lib.h>

#include "pn-shortcut-list.h"
#include "pn-side-window.h"

#define WIDTH 480
#define HEIGHT 640

static GtkWidget *
build_list (PnCommands *commands)
{
  GtkWidget *list = pn_shortcut_list_new (commands, PN_SHORTCUT_LIST_SHOWS);

  gtk_widget_set_margin_top (list, 12);
  gtk_widget_set_margin_bottom (list, 6);
  gtk_widget_set_margin_start (list, 12);
  gtk_widget_set_margin_end (list, 12);
  return list;
}

static void
build (GtkWindow *window, PnCommands *commands)
{
  GtkWidget *bar = gtk_header_bar_new ();

  if (pn_commands_find (commands, "customize-shortcuts") != NULL)
    gtk_header_bar_pack_start (GTK_HEADER_BAR (bar),
                               pn_commands_button (commands, "customize-shortcuts", NULL));
  gtk_window_set_title (window, _ ("Shortcuts"));
  gtk_window_set_titlebar (window, bar);
  gtk_window_set_default_size (window, WIDTH, HEIGHT);
  gtk_window_set_child (window, build_list (commands));
}

void
pn_shortcuts_window_show (PnCommands *commands)
{
  g_return_if_fail (PN_IS_COMMANDS (commands));

  pn_side_window_show (commands, "pn-shortcuts-window", build);
}
