/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-timeline-model.h"

/* The names of the timeline's rows, as high as the rows of the dope sheet and scrolled as far. What
 * is selected in it is what the view has selected. */
GtkWidget *pn_timeline_list_new (PnTimelineModel *model, PnCommands *commands, GtkAdjustment *rows);
