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

/* What a tool takes hold of are items: layers or pins, by id. `frame` is always what is shown. */
struct _PnToolClass {
  GObjectClass parent_class;

  const char *move_operation, *delete_operation, *rename_operation, *key_operation;

  /* What a press there takes, 0 for nothing; and, on a click on what was selected alone, which
   * other one lies under it too. */
  PnId (*take) (PnTool *self, const PnFrame *frame, const PnPointerEvent *event);
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

  /* Operations on items. `move` puts what is selected `delta` from where `frame` shows it. */
  void (*build_move) (PnTool *self,
                      const PnFrame *frame,
                      PnVec2 delta_doc,
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
/* Of what is shown, at the playhead. Borrowed (nullable): then it was said why. */
const PnFrame *pn_tool_get_frame (PnTool *self);
void pn_tool_say (PnTool *self, const char *message);
gboolean pn_tool_say_error (PnTool *self, GError *error); /* takes it; FALSE */
void pn_tool_emit_changed (PnTool *self);

/* The tool's one gesture. A preview that it takes away comes back with cancelling. */
PnGesture *pn_tool_begin_gesture (PnTool *self, const char *operation);
PnGesture *pn_tool_get_gesture (PnTool *self);  /* (nullable) */
gboolean pn_tool_commit_gesture (PnTool *self); /* and says what its results notice */
void pn_tool_cancel_gesture (PnTool *self);

/* Moving what is selected, from where it is shown: the tool's gesture. */
gboolean pn_tool_begin_move (PnTool *self);
gboolean pn_tool_update_move (PnTool *self, PnVec2 delta_doc);
gboolean pn_tool_end_move (PnTool *self);

/* A new operation at the end of the array; borrowed. */
JsonObject *pn_tool_add_operation (JsonArray *operations, const char *name);
void pn_tool_set_id (JsonObject *operation, const char *member, PnId id);
double pn_tool_reach (const PnPointerEvent *event); /* document px */
