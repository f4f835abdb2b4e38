/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-tool-private.h"

/* The state of a tool, which its machine works on and subclasses do not see. */

typedef enum {
  PN_TOOL_IDLE,
  PN_TOOL_PRESSED,
  PN_TOOL_MOVING,
  PN_TOOL_MARQUEE,
  PN_TOOL_ERASING,
  PN_TOOL_SPENT,
} PnToolStage;

/* What keys did last, so that the same again soon after joins it. */
typedef struct {
  gint64 (*clock) (void); /* us */
  gint64 last_us;
  PnHandleKind kind;
  guint serial; /* of the series: another selection or frame ends it */
} PnToolRepeat;

typedef struct {
  PnOpsContext *context; /* borrowed */
  PnView *view;
  PnFrame *frame;  /* (nullable) */
  GArray *handles; /* PnHandle */
  PnToolStage stage;
  PnPointerDevice device; /* of the last event */
  PnPointerEvent pressed; /* what began the sequence */
  PnVec2 now_doc;
  PnToolGrip grip, hover;
  PnToolDrag drag;    /* under way, or the last one */
  char *amount;       /* (nullable) of it, as handles say it */
  PnGesture *gesture; /* (nullable) */
  PnRoot *preview;    /* (nullable) the one before it */
  PnFrame *start;     /* (nullable) what a move or the eraser goes on from */
  PnToolEffect effect;
  GArray *erased; /* PnId */
  PnToolRepeat repeat;
  char *said; /* (nullable) in this gesture: nothing is said twice */
} PnToolPrivate;

PnToolPrivate *pn_tool_get_state (PnTool *self);

/* Whether a gesture may begin: none is under way, here or elsewhere. */
gboolean pn_tool_can_begin (PnTool *self);

/* Opens the tool's gesture, from what is shown now. */
gboolean pn_tool_begin_from_here (PnTool *self, const char *operation, const char *merge_key);

/* Changing what is selected from what is shown, as priv->drag says. Beginning may refuse, which was
 * said. */
gboolean pn_tool_begin_drag (PnTool *self, PnToolGrip grip, const char *merge_key);
gboolean pn_tool_update_drag (PnTool *self);
gboolean pn_tool_end_drag (PnTool *self);
/* Where the pointer of the drag is now. */
void pn_tool_follow (PnTool *self, PnVec2 to_doc, guint modifiers);
/* The handles beside the items, in the order they are drawn. */
void pn_tool_add_gizmo (PnTool *self, const PnFrame *frame, GArray *handles);
/* For the status line while the drag goes on; static. */
const char *pn_tool_drag_hint (const PnToolDrag *drag);

/* Puts back whatever the sequence did. */
gboolean pn_tool_abandon (PnTool *self);

PnBox pn_tool_marquee_box (PnTool *self, const PnAffine *view_from_doc);
