/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gesture.h"
#include "pn-pick-private.h"
#include "pn-tool.h"

/* What a gesture of the selection makes: a step of the document, or a preview. */
typedef enum {
  PN_TOOL_STEP,
  PN_TOOL_PREVIEW,
} PnToolEffect;

/* What a press takes hold of: an item, or a handle of what is selected. */
typedef struct {
  PnHandleKind kind;
  PnId id; /* of the item; 0 for nothing */
  guint corner;
} PnToolGrip;

/* What a drag asks for; with every event anew, on the frame that it began with. */
typedef struct {
  PnToolGrip grip;
  PnVec2 from_doc, to_doc; /* where the pointer was and is */
  PnVec2 pivot_doc;
  double turned_deg; /* how far it went round the pivot, through any number of turns */
  guint modifiers;   /* PnPointerModifiers, as they are now */
  gboolean has_amount;
  double amount;  /* a number that was typed stands for what the pointer does */
  PnVec2 factors; /* of width and height, that came of it */
} PnToolDrag;

PnVec2 pn_tool_drag_delta (const PnToolDrag *drag);
double pn_tool_drag_degrees (const PnToolDrag *drag); /* with Shift in steps */
/* By how much the pointer is farther from the place than it was; never near 0. */
double pn_tool_drag_factor (const PnToolDrag *drag, PnVec2 place_doc);
#define PN_TOOL_FACTOR_LEAST 0.01

/* What a tool takes hold of are items: layers or pins, by id. `frame` is always what is shown. */
struct _PnToolClass {
  GObjectClass parent_class;

  PnHandleKind item_kind;
  const char *move_operation, *rest_operation; /* what a drag is, while animating and rigging */
  const char *delete_operation, *rename_operation, *key_operation;
  const char *no_pivot; /* why there is nothing to turn; marked for translation */

  /* What a press there takes; and, on a click on what was selected alone, which other one lies
   * under it too. */
  PnToolGrip (*take) (PnTool *self, const PnFrame *frame, const PnPointerEvent *event);
  PnId (*take_next) (PnTool *self, const PnFrame *frame, const PnPointerEvent *event, PnId item);
  gboolean (*can_erase) (PnTool *self);

  gboolean (*is_selected) (PnTool *self, PnId item);
  void (*select) (PnTool *self, PnId item, PnSelectMode mode);
  const PnId *(*get_selected) (PnTool *self, guint *n_items);
  /* Appends every item that can be selected, in order, and where it is. */
  void (*list) (PnTool *self, const PnFrame *frame, GArray *items, GArray *positions_doc);
  gboolean (*is_inside) (PnTool *self,
                         const PnFrame *frame,
                         PnId item,
                         const PnAffine *view_from_doc,
                         const PnBox *box);
  void (*add_handles) (PnTool *self, const PnFrame *frame, GArray *handles);
  /* What is turned and scaled about which place, named by one of its items; FALSE where there is
   * nothing to turn. And (nullable) its handles but those two. */
  gboolean (*get_pivot) (PnTool *self, const PnFrame *frame, PnId *item, PnVec2 *pivot_doc);
  void (*add_gizmo) (PnTool *self, const PnFrame *frame, GArray *handles);

  /* Operations on items. `drag` changes what is selected, from what `frame` shows. */
  void (*build_drag) (PnTool *self,
                      const PnFrame *frame,
                      PnToolDrag *drag,
                      JsonArray *operations,
                      PnToolEffect *effect);
  void (*build_key) (PnTool *self, const PnFrame *frame, JsonArray *operations);
  void (*build_delete) (PnTool *self,
                        const PnRoot *root,
                        const PnId *items,
                        guint n_items,
                        JsonArray *operations);
  void (*build_rename) (PnTool *self, PnId item, const char *name, JsonArray *operations);

  /* (nullable) A press that takes nothing shows what a click would do, in a gesture; a drag or
   * Escape undoes it. */
  void (*press_nothing) (PnTool *self, const PnFrame *frame, PnVec2 point_doc);
  /* And the click, which keeps it; or lets go of the selection, farther than so much from all
   * artwork. */
  gboolean (*click_nothing) (PnTool *self, const PnFrame *frame, PnVec2 point_doc, double far_doc);

  char *(*get_hint) (PnTool *self);
};

void pn_tool_set_up (PnTool *self, PnOpsContext *context, PnView *view);
PnOpsContext *pn_tool_get_context (PnTool *self);
PnView *pn_tool_get_view (PnTool *self);
gboolean pn_tool_is_rigging (PnTool *self);
gboolean pn_tool_sets_keys (PnTool *self); /* by posing */
/* Of what is shown, at the playhead. Borrowed (nullable): then it was said why. */
const PnFrame *pn_tool_get_frame (PnTool *self);
void pn_tool_say (PnTool *self, const char *message);
gboolean pn_tool_say_error (PnTool *self, GError *error); /* takes it; FALSE */
void pn_tool_emit_changed (PnTool *self);

/* The tool's one gesture. A preview that it takes away comes back with cancelling. `merge_key` is
 * (nullable). */
PnGesture *pn_tool_begin_gesture (PnTool *self, const char *operation, const char *merge_key);
PnGesture *pn_tool_get_gesture (PnTool *self);  /* (nullable) */
gboolean pn_tool_commit_gesture (PnTool *self); /* and says what its results notice */
void pn_tool_cancel_gesture (PnTool *self);

/* The nearest handle of what is selected that the event reaches, but for items. */
PnToolGrip pn_tool_take_gizmo (PnTool *self, const PnFrame *frame, const PnPointerEvent *event);

double pn_tool_reach (const PnPointerEvent *event); /* document px */
double pn_tool_get_reach (PnTool *self);            /* view px, of the device in hand */
