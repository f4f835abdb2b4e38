/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-editor.h"

/* How large the document is shown, with what makes it larger, smaller and fit. */
GtkWidget *pn_zoom_bar_new (PnEditor *editor, PnCommands *commands);
