/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-editor.h"

/* The title bar of a window: it says which document that is and how safe it is, and gives the window
 * its title. Of the commands it shows those that there are: some are the program's and not the
 * editor's. `recent` (nullable) is the menu of documents that were open of late. */
GtkWidget *pn_header_new (PnEditor *editor, PnCommands *commands, GMenuModel *recent);
