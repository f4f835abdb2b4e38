/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-timeline-model.h"

/* Frames and seconds over the dope sheet: a press takes the playhead there, a drag scrubs. Frames
 * that are ready to be shown are marked. With the keyboard it is a slider. */
GtkWidget *pn_ruler_new (PnTimelineModel *model);

/* The playhead's line over ruler and dope sheet, which have the same width. Its handle is at the foot
 * of the ruler, below the numbers. */
#define PN_PLAYHEAD_HANDLE_PX 11
GtkWidget *pn_playhead_new (PnTimelineModel *model, GtkWidget *ruler);
