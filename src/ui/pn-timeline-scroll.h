/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-timeline-model.h"

/* Has the wheel scroll rows over the widget, with Shift time, and with Ctrl zoom time to the pointer;
 * the middle button drags both. Where there are no rows (nullable) the wheel scrolls time. */
void pn_timeline_add_scrolling (GtkWidget *widget, PnTimelineModel *model, GtkAdjustment *rows);
