/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-view.h"

struct _PnView {
  GObject parent_instance;
  PnSession *session;
  gulong changed_handler;
  double playhead;
  gboolean auto_key;
  PnViewMode mode;
  PnViewTool tool;
  PnRoot *preview;            /* (nullable) */
  PnRoot *rest, *rest_of;     /* (nullable) the document at rest, as it was looked at last */
  GArray *layers;             /* PnId */
  GArray *pins;               /* PnId */
  PnHistoryRemember remember; /* (nullable), as the next two */
  PnHistoryRecall recall;
  gpointer memory_data;
  double width, height;
  double above, below; /* view px that something lies over */
  PnVec2 center_doc;
  double zoom;
  double rotation_deg;
  gboolean mirrored;
  PnVec2 cursor_doc;
};

typedef enum {
  PN_VIEW_PROPERTY_PLAYHEAD = 1,
  PN_VIEW_PROPERTY_AUTO_KEY,
  PN_VIEW_PROPERTY_MODE,
  PN_VIEW_PROPERTY_TOOL,
  PN_VIEW_PROPERTY_ZOOM,
  PN_VIEW_PROPERTY_ROTATION,
  PN_VIEW_PROPERTY_MIRRORED,
  PN_VIEW_N_PROPERTIES,
} PnViewProperty;

typedef enum {
  PN_VIEW_SELECTION_CHANGED,
  PN_VIEW_MAP_CHANGED,
  PN_VIEW_SHOWN_CHANGED,
  PN_VIEW_N_SIGNALS,
} PnViewSignal;

void pn_view_emit (PnView *self, PnViewSignal signal);
void pn_view_notify (PnView *self, PnViewProperty property);

/* The selection as the history keeps it. */
GVariant *pn_view_remember_selection (gpointer view);
void pn_view_recall_selection (gpointer view, GVariant *memory);
/* Lets go of what `root` does not hold. */
void pn_view_prune_selection (PnView *self, const PnRoot *root);
