/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-options-bar.h"

GtkWidget *
pn_options_bar_new (PnEditor *editor, PnCommands *commands)
{
  return gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
}
