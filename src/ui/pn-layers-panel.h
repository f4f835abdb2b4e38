/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-commands.h"
#include "pn-editor.h"

/* The stack of layers, front-most on top. Its selection is the view's. */
#define PN_TYPE_LAYERS_PANEL (pn_layers_panel_get_type ())
G_DECLARE_FINAL_TYPE (PnLayersPanel, pn_layers_panel, PN, LAYERS_PANEL, GtkWidget)

GtkWidget *pn_layers_panel_new (PnEditor *editor, PnCommands *commands);
