/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-timeline-model.h"

struct _PnTimelineModel {
  GObject parent_instance;

  PnEditor *editor;     /* borrowed */
  GHashTable *folded;   /* PnId * */
  PnTimelineRows *rows; /* (nullable) of a root that may be an earlier one */
  PnTimeScale scale;
  guint width_source; /* the others are to hear of another width */
  PnKeySet keys;
  /* The keyboard's place, by what it is on, so that rows may come and go. */
  PnId cursor_layer;
  PnKeyRef cursor; /* of a layer's own row the frame alone counts */
  gboolean is_on_track;

  gboolean is_dragging, has_dragged;
  PnKeyRef drag_cursor;
  PnKeySet drag_keys;   /* as they were when it began */
  JsonArray *drag_rows; /* (nullable) and as operations name them */
};

void pn_timeline_model_emit (PnTimelineModel *self, guint changes);

/* The selected keys as the history keeps them. */
GVariant *pn_timeline_model_remember (gpointer model);
void pn_timeline_model_recall (gpointer model, GVariant *memory);

/* The selected keys as operations name them: [{target, property, frames}, ...] in the order of the
 * rows. (transfer full) */
JsonArray *pn_timeline_model_name_keys (PnTimelineModel *self);
