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

typedef struct {
  PnOpsContext *context; /* borrowed */
  PnView *view;
  PnFrame *frame;  /* (nullable) */
  GArray *handles; /* PnHandle */
  PnToolStage stage;
  PnPointerDevice device; /* of the last event */
  PnPointerEvent pressed; /* what began the sequence */
  PnVec2 now_doc;
  PnId taken, hover;
  PnGesture *gesture; /* (nullable) */
  PnRoot *preview;    /* (nullable) the one before it */
  PnFrame *start;     /* (nullable) what a move or the eraser goes on from */
  PnToolEffect effect;
  gboolean has_amount; /* a number was typed */
  GArray *erased;      /* PnId */
  char *said;          /* (nullable) in this gesture: nothing is said twice */
} PnToolPrivate;

PnToolPrivate *pn_tool_get_state (PnTool *self);

/* Whether a gesture may begin: none is under way, here or elsewhere. */
gboolean pn_tool_can_begin (PnTool *self);

/* Opens the tool's gesture, from what is shown now. */
gboolean pn_tool_begin_from_here (PnTool *self, const char *operation);

/* Puts back whatever the sequence did. */
gboolean pn_tool_abandon (PnTool *self);

PnBox pn_tool_marquee_box (PnTool *self, const PnAffine *view_from_doc);
