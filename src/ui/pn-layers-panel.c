/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-layers-panel.h"

GtkWidget *
pn_layers_panel_new (PnEditor *editor, PnCommands *commands)
{
  return gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
}
