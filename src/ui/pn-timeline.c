/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timeline.h"

GtkWidget *
pn_timeline_new (PnEditor *editor, PnCommands *commands)
{
  return gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
}
