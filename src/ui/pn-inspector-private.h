/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-commands.h"
#include "pn-editor.h"

/* The pages of the inspector. Each refreshes itself by the editor's "changed". */
GtkWidget *pn_inspector_layer_new (PnEditor *editor, PnCommands *commands);
GtkWidget *pn_inspector_rigging_new (PnEditor *editor, PnCommands *commands);
GtkWidget *pn_inspector_tool_new (PnEditor *editor, PnCommands *commands);
GtkWidget *pn_inspector_history_new (PnEditor *editor);

/* The pins of the active layer, as a list that is one with the canvas: what assistive technology
 * knows of them. */
GtkWidget *pn_inspector_pins_new (PnEditor *editor, PnCommands *commands);

/* --- What pages are made of. */

/* A row with a name at its left; `controls` may be added to its end. */
GtkWidget *pn_inspector_row_new (const char *name);
/* A part of a page, under a heading that folds it; `count` (nullable) receives the badge beside the
 * heading. What belongs to it goes into the box at `content`. */
GtkWidget *pn_inspector_section_new (const char *name, GtkWidget **content, GtkWidget **count);
/* A sentence where there is nothing to change. */
GtkWidget *pn_inspector_hint_new (void);
