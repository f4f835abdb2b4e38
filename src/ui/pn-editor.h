/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "pn-frame-cache.h"
#include "pn-operation.h"
#include "pn-tool.h"

/* What all the parts of a window share: an open document, how one looks at it, and the tool in
 * hand. A window has one editor for its life; another document is another window. Main thread.
 *
 * Signals: "changed" (guint, PnEditorChange), gathered and emitted once before the next frame is
 * drawn: panels refresh what that says; "message" (PnMessageKind, const char *), a sentence for the
 * user; "end-waiting" (PnDragEnd) gboolean, when something else edits or saves: who has a value that
 * waits for a job makes a step of it now, or forgets it, as that says, and returns TRUE. */
#define PN_TYPE_EDITOR (pn_editor_get_type ())
G_DECLARE_FINAL_TYPE (PnEditor, pn_editor, PN, EDITOR, GObject)

typedef enum {
  PN_EDITOR_SHOWN = 1 << 0, /* pn_view_get_root gives another root: the document or a preview */
  PN_EDITOR_PLAYHEAD = 1 << 1,
  PN_EDITOR_SELECTION = 1 << 2,
  PN_EDITOR_HISTORY = 1 << 3, /* steps, undo and redo, saved or not */
  PN_EDITOR_MAP = 1 << 4,     /* zoom, place, turn of the view */
  PN_EDITOR_TOOL = 1 << 5,    /* another tool, its handles, hover or hint */
  PN_EDITOR_STATE =
      1 << 6, /* auto-key, rigging or animating, mesh display, playing, device: see below */
  PN_EDITOR_ALL = (1 << 7) - 1,
} PnEditorChange;

typedef enum {
  PN_MESSAGE_INFO,    /* what happened; the status line shows it for a while */
  PN_MESSAGE_WARNING, /* what was refused, and what to do instead */
  PN_MESSAGE_ERROR,   /* something of the user's is at stake; stays until it is put away */
} PnMessageKind;

/* `pool` is borrowed. */
PnEditor *pn_editor_new (PnSession *session, PnTaskPool *pool);

PnSession *pn_editor_get_session (PnEditor *self);
PnHistory *pn_editor_get_history (PnEditor *self);
PnView *pn_editor_get_view (PnEditor *self);
PnOpsContext *pn_editor_get_context (PnEditor *self);
/* The one in hand, or, while the view is moved by another, the one that was. */
PnTool *pn_editor_get_tool (PnEditor *self);
PnViewTool pn_editor_get_document_tool (PnEditor *self); /* which one that is */
/* While a key is held the hand is in the tool's place. Letting go tells whether it was used. */
void pn_editor_hold_hand (PnEditor *self);
gboolean pn_editor_let_go_of_hand (PnEditor *self);
gboolean pn_editor_is_hand_held (PnEditor *self);
void pn_editor_use_hand (PnEditor *self); /* by the canvas: it moves the view */
/* Rigging or animating; what is under way ends first, and it is said. */
void pn_editor_set_mode (PnEditor *self, PnViewMode mode);
/* Keys what is selected, as it is shown, at the playhead: as the tool in hand does, but pins where
 * some are selected, whichever it is. FALSE: there was nothing to key, or it was refused and said. */
gboolean pn_editor_can_set_key (PnEditor *self);
gboolean pn_editor_set_key (PnEditor *self);
/* What the tool in hand would do next, for the status line. (transfer full) */
char *pn_editor_get_hint (PnEditor *self);
typedef struct _PnPlayer PnPlayer;
PnPlayer *pn_editor_get_player (PnEditor *self);
typedef struct _PnTimelineModel PnTimelineModel;
PnTimelineModel *pn_editor_get_timeline (PnEditor *self);

/* What is shown, evaluated: once for all who ask. Borrowed, until something changes (nullable): the
 * error was said as a message. */
const PnFrame *pn_editor_get_frame (PnEditor *self);
/* The pose of a layer in that frame. (nullable) */
const PnLayerPose *pn_editor_get_pose (PnEditor *self, PnId layer);

void pn_editor_say (PnEditor *self, PnMessageKind kind, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
void pn_editor_say_error (PnEditor *self, PnMessageKind kind, GError *error); /* takes it */
/* Has "changed" emitted with these flags as well. */
void pn_editor_touch (PnEditor *self, guint changes);

/* --- Edits. A refusal is said as a warning and changes nothing; what the result notices is said
 * too. A gesture of the tool that is under way ends first, as if it had been let go of. */

/* One operation, one step of undo. Takes it. `result` (nullable) (transfer full). */
gboolean pn_editor_run (PnEditor *self, JsonObject *operation, JsonNode **result);
/* Several as one step, all or none; `name` is what the history calls it: an operation's name. Takes
 * the array. */
gboolean pn_editor_run_all (PnEditor *self, const char *name, JsonArray *operations);

/* A control that is dragged: each update replaces what the one before showed, and the whole is one
 * step. The first begins it. Takes the array. */
gboolean pn_editor_drag (PnEditor *self, const char *name, JsonArray *operations);
typedef enum { PN_DRAG_KEEP, PN_DRAG_CANCEL } PnDragEnd;
void pn_editor_drag_end (PnEditor *self, PnDragEnd end); /* nothing where none is under way */
/* The same for a pose that gets no key: each update is a preview of what the operations make of
 * `root`, and the end leaves it or brings back what was shown before. Takes the array. */
gboolean
pn_editor_preview (PnEditor *self, const char *name, const PnRoot *root, JsonArray *operations);
gboolean pn_editor_is_dragging (PnEditor *self);
gboolean pn_editor_is_busy (PnEditor *self); /* so, or the tool in hand is */

/* What the pointer or a control is in the middle of ends as if it was let go of, and what a job was
 * still to bring is there. */
void pn_editor_end_gestures (PnEditor *self);

void pn_editor_undo (PnEditor *self);
void pn_editor_redo (PnEditor *self);

/* --- What shows and does not belong to the document. */
typedef enum { PN_MESH_OFF, PN_MESH_OUTLINE, PN_MESH_FULL } PnMeshDisplay;
PnMeshDisplay pn_editor_get_mesh_display (PnEditor *self);
void pn_editor_set_mesh_display (PnEditor *self, PnMeshDisplay display);

/* Frames as the canvas drew them while they were played; whether one is there shows in the ruler. */
PnFrameCache *pn_editor_get_frame_cache (PnEditor *self);

/* For the status line: which device draws, and how. Set by the canvas. */
const char *pn_editor_get_device (PnEditor *self); /* (nullable): none yet */
void pn_editor_set_device (PnEditor *self, const char *text);
