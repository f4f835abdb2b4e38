/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-operation.h"
#include "pn-pointer.h"
#include "pn-view.h"

/* A tool: pointer events and commands in; operations, handles and words out. It knows no toolkit,
 * so a test drives it as a pen would. Every tool has the same machine, see pn-tool-machine.c, and
 * differs in what it takes hold of. Events have been through pn_pointer_filter. Main thread.
 *
 * Signals: "changed", when handles, hover or hint may be others; "message" (const char *), a
 * sentence for the user: why something was refused, in the operation's own words, or what to look
 * at. */
#define PN_TYPE_TOOL (pn_tool_get_type ())
G_DECLARE_DERIVABLE_TYPE (PnTool, pn_tool, PN, TOOL, GObject)

/* Clicks and marquees select layers, drags move them, and the handles of what was selected last
 * turn, scale and move its pivot. `context` is borrowed. */
PnTool *pn_select_tool_new (PnOpsContext *context, PnView *view);
/* Clicks on artwork put pins there, and make the rig with the first; drags of pins pose. */
PnTool *pn_puppet_tool_new (PnOpsContext *context, PnView *view);

/* Handles are taken from so many view px away, by device. */
#define PN_TOOL_REACH_MOUSE 10.0
#define PN_TOOL_REACH_PEN 16.0
#define PN_TOOL_REACH_TOUCH 24.0
/* A press that moves less than so many view px is a click. */
#define PN_TOOL_SLOP 3.0
/* So many view px off all artwork a click lets go of the selection. */
#define PN_TOOL_FAR 24.0

typedef enum {
  PN_HANDLE_PIN,     /* `position_doc` is where it is put */
  PN_HANDLE_LAYER,   /* `corners_doc` are its picture's */
  PN_HANDLE_MARQUEE, /* `corners_doc`, a rectangle in the view */
  /* Of what is selected, beside what is selected itself. All but the first work about the pivot:
   * a layer's anchor, or the middle of several pins. */
  PN_HANDLE_PIVOT,  /* moves it, and not the artwork */
  PN_HANDLE_TURN,   /* as a drag with Alt does */
  PN_HANDLE_SCALE,  /* as a corner does with Alt */
  PN_HANDLE_CORNER, /* scales about the corner across */
} PnHandleKind;

typedef enum {
  PN_HANDLE_SELECTED = 1 << 0,
  PN_HANDLE_HOVER = 1 << 1,     /* what a press would take */
  PN_HANDLE_OFF_MESH = 1 << 2,  /* holds nothing: off the mesh, or nowhere */
  PN_HANDLE_MERGED = 1 << 3,    /* acts as one with another */
  PN_HANDLE_REDUNDANT = 1 << 4, /* the mesh is too coarse to hold it */
} PnHandleState;

typedef struct {
  PnHandleKind kind;
  PnId id;      /* of the pin or layer; 0 for the marquee */
  guint state;  /* PnHandleState */
  double reach; /* view px: from how far the device in hand takes it */
  guint corner; /* which one, as in `corners_doc` */
  PnVec2 position_doc;
  PnVec2 pivot_doc; /* of handles that work about it */
  PnVec2 corners_doc[4];
  /* (nullable) its name, or how far it was dragged; borrowed as the handles are */
  const char *label;
} PnHandle;

void pn_tool_event (PnTool *self, const PnPointerEvent *event);
gboolean pn_tool_is_busy (PnTool *self); /* something is pressed or dragged */

/* What there is to draw, from the back. Borrowed, until the next call to the tool or the view. */
const PnHandle *pn_tool_get_handles (PnTool *self, guint *n_handles);
PnId pn_tool_get_hover (PnTool *self); /* whose handle a press would take; 0 for nothing */
char *pn_tool_get_hint (PnTool *self); /* for the status line. (transfer full) */

/* --- Commands, as keys give them. FALSE: there was nothing to do it with, or it was refused, which
 * was said. Each is one step of undo at the most. */

/* Escape: puts back what a gesture did, or lets a preview go. */
gboolean pn_tool_cancel (PnTool *self);
/* Return: ends a drag as letting go would. */
gboolean pn_tool_finish (PnTool *self);
/* A number typed during a drag, which holds whatever the pointer does until it ends: so many
 * document px in the direction of the drag, degrees clockwise, or per cent of the size. */
gboolean pn_tool_set_amount (PnTool *self, double amount);
/* Moves what is selected, or, where nothing is, the keyboard's place. Several in a row, each within
 * PN_TOOL_REPEAT_US of the one before, are one step; so with the next two. */
gboolean pn_tool_nudge (PnTool *self, PnVec2 delta_doc);
gboolean pn_tool_turn (PnTool *self, double degrees); /* clockwise as the document lies */
gboolean pn_tool_scale (PnTool *self, double factor);
#define PN_TOOL_REPEAT_US 1000000
gboolean pn_tool_delete (PnTool *self);
gboolean pn_tool_rename (PnTool *self, const char *name); /* what was selected last */
typedef enum {
  PN_WALK_NEXT,
  PN_WALK_PREVIOUS,
} PnWalk;
gboolean pn_tool_walk (PnTool *self, PnWalk walk); /* selects; the keyboard's place goes along */
gboolean pn_tool_insert (PnTool *self);            /* at the keyboard's place */
/* For what is selected, and whatever a preview moved, as it is shown, at the playhead. */
gboolean pn_tool_set_key (PnTool *self);
