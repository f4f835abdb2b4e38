/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-timeline-model.h"

/* One name in the list of the timeline's rows: an arrow that folds a layer, its words, and for a
 * track a button that sets or removes a key at the playhead. */
#define PN_TYPE_TIMELINE_ROW_WIDGET (pn_timeline_row_widget_get_type ())
G_DECLARE_FINAL_TYPE (PnTimelineRowWidget,
                      pn_timeline_row_widget,
                      PN,
                      TIMELINE_ROW_WIDGET,
                      GtkWidget)

/* Nothing is in it until it is updated. */
GtkWidget *pn_timeline_row_widget_new (PnTimelineModel *model);
void pn_timeline_row_widget_set_row (PnTimelineRowWidget *self, guint row);
/* Shows what the row is now, and whether it has a key at the playhead. */
void pn_timeline_row_widget_update (PnTimelineRowWidget *self);
void pn_timeline_row_widget_update_key (PnTimelineRowWidget *self); /* the latter alone */
void pn_timeline_row_widget_fold (PnTimelineRowWidget *self, gboolean folds);
