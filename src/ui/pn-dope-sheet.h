/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-timeline-model.h"

/* The keys of all rows over time. Clicks and marquees select them, drags move them, with Ctrl or Alt
 * copies of them, and the edges of the box around them scale them. */
#define PN_TYPE_DOPE_SHEET (pn_dope_sheet_get_type ())
G_DECLARE_FINAL_TYPE (PnDopeSheet, pn_dope_sheet, PN, DOPE_SHEET, GtkWidget)

/* `rows` is how far the rows are scrolled, px; the list of their names has the same. */
GtkWidget *pn_dope_sheet_new (PnTimelineModel *model, PnCommands *commands, GtkAdjustment *rows);

/* How high rows are in the widget's font. */
int pn_timeline_row_height (GtkWidget *widget);
