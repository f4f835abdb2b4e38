/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-commands.h"
#include "pn-editor.h"

/* Everything in a window below its header: tools, canvas, panels, timeline and status line. Panels
 * fold, and where they end is remembered in the settings. It adds the commands for that, and those
 * that take the keyboard from one part of the window to the next. */
#define PN_TYPE_WORKSPACE (pn_workspace_get_type ())
G_DECLARE_FINAL_TYPE (PnWorkspace, pn_workspace, PN, WORKSPACE, GtkWidget)

/* `header` is the part that comes last; borrowed for life. Attaches the commands of canvas and
 * timeline. */
GtkWidget *pn_workspace_new (PnEditor *editor, PnCommands *commands);
void pn_workspace_set_header (PnWorkspace *self, GtkWidget *header);

/* The keyboard's place when a window opens. */
void pn_workspace_focus_canvas (PnWorkspace *self);

/* For what belongs to the program and not to the workspace: the canvas, what lies over it, and the
 * notices. Borrowed. */
GtkWidget *pn_workspace_get_canvas (PnWorkspace *self);
GtkOverlay *pn_workspace_get_over_canvas (PnWorkspace *self);
GtkWidget *pn_workspace_get_notices (PnWorkspace *self);
