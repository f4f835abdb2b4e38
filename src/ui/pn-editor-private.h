/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"
#include "pn-gesture.h"

struct _PnEditor {
  GObject parent_instance;

  PnSession *session;
  PnOpsContext *context;
  PnView *view;
  PnTool *tools[PN_VIEW_N_DOCUMENT_TOOLS];
  PnViewTool document_tool; /* the last one in hand */
  gboolean is_hand_held, is_hand_used;
  PnPlayer *player;
  PnTimelineModel *timeline;
  PnGesture *gesture; /* (nullable) of a control that is dragged */
  PnRoot *preview;    /* (nullable) the one there was when it began */
  gboolean previews;  /* it makes no step */
  PnFrame *frame;     /* (nullable) */
  PnRoot *unshown;    /* (nullable) of which it was said that it cannot be shown */
  PnFrameCache *frames;
  PnMeshDisplay mesh_display;
  char *device;
  guint changes; /* not emitted yet */
  guint source;
  gboolean prepares; /* what a new pin will need, as long as there is nothing else to do */
};
