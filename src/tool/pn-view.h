/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-affine.h"
#include "pn-box.h"
#include "pn-session.h"

/* How one looks at a document, and what is chosen in it: everything an artist sees change that is
 * not the document. Outside undo, but a step of the history brings the selection before and after
 * it back. One view for a session. Main thread.
 *
 * Properties, all readable and writable: "playhead", "auto-key", "mode", "tool", "zoom",
 * "rotation", "mirrored". Signals: "selection-changed"; "map-changed", when a point of the document lies
 * elsewhere in the view; "shown-changed", when pn_view_get_root gives another root. */
#define PN_TYPE_VIEW (pn_view_get_type ())
G_DECLARE_FINAL_TYPE (PnView, pn_view, PN, VIEW, GObject)

PnView *pn_view_new (PnSession *session); /* keeps a reference */
PnSession *pn_view_get_session (PnView *self);

/* A whole frame, 0 or more; other numbers are rounded. */
double pn_view_get_playhead (PnView *self);
void pn_view_set_playhead (PnView *self, double frame);

/* While rigging the document is shown at rest, what is moved is its rest, and no key is set. Rest
 * has no time: moving the playhead goes to animating. */
typedef enum {
  PN_VIEW_ANIMATING,
  PN_VIEW_RIGGING,
} PnViewMode;
PnViewMode pn_view_get_mode (PnView *self);
void pn_view_set_mode (PnView *self, PnViewMode mode);

/* Whether posing sets keys at the playhead, while animating. */
gboolean pn_view_get_auto_key (PnView *self);
void pn_view_set_auto_key (PnView *self, gboolean auto_key);

typedef enum {
  PN_VIEW_TOOL_SELECT,
  PN_VIEW_TOOL_PUPPET,
  /* These move the view and no document: there is no PnTool for them. */
  PN_VIEW_TOOL_HAND,
  PN_VIEW_TOOL_ZOOM,
} PnViewTool;
#define PN_VIEW_N_DOCUMENT_TOOLS (PN_VIEW_TOOL_PUPPET + 1)
PnViewTool pn_view_get_tool (PnView *self);
void pn_view_set_tool (PnView *self, PnViewTool tool);

/* --- What is shown: the document, or a preview, which is a root that no step made. It shows a pose
 * that has no key yet, at one frame: it goes when the playhead moves or the document changes.
 * While rigging it is the document at rest, and a preview is out of sight until animating goes on. */
const PnRoot *pn_view_get_root (PnView *self);               /* borrowed */
void pn_view_set_preview (PnView *self, const PnRoot *root); /* (nullable): the document again */
gboolean pn_view_has_preview (PnView *self);                 /* and shows it */

/* --- The selection, by id and in the order of selecting. What is gone from the document is gone
 * from the selection. Selecting a pin selects its layer. */
typedef enum {
  PN_SELECT_ONLY,   /* and nothing else */
  PN_SELECT_ADD,    /* to what is selected */
  PN_SELECT_TOGGLE, /* in or out */
} PnSelectMode;
void pn_view_select_layer (PnView *self, PnId layer, PnSelectMode mode);
void pn_view_select_pin (PnView *self, PnId pin, PnSelectMode mode);
void pn_view_clear_selection (PnView *self);
gboolean pn_view_has_layer (PnView *self, PnId layer);
gboolean pn_view_has_pin (PnView *self, PnId pin);
/* Borrowed, until the selection changes. */
const PnId *pn_view_get_layers (PnView *self, guint *n_layers);
const PnId *pn_view_get_pins (PnView *self, guint *n_pins);
PnId pn_view_get_active_layer (PnView *self); /* selected last; 0 for none */
/* What else is selected, and comes back with a step of the history as the above does: as
 * pn_history_set_memory has it. */
void pn_view_set_memory (PnView *self,
                         PnHistoryRemember remember,
                         PnHistoryRecall recall,
                         gpointer data);

/* --- Where the document lies in the view. Its middle shows `center`, turned by `rotation` degrees
 * clockwise and then mirrored left to right; zoom is view px for a document px. View px are those
 * of the widget, whatever the scale of the screen. */
#define PN_VIEW_ZOOM_MIN 0.01
#define PN_VIEW_ZOOM_MAX 256.0

void pn_view_set_size (PnView *self, double width, double height); /* may be 0 */
double pn_view_get_zoom (PnView *self);
void pn_view_set_zoom (PnView *self, double zoom); /* keeps the middle */
double pn_view_get_rotation (PnView *self);
void pn_view_set_rotation (PnView *self, double degrees);
gboolean pn_view_get_mirrored (PnView *self);
void pn_view_set_mirrored (PnView *self, gboolean mirrored);
PnVec2 pn_view_get_center (PnView *self);
void pn_view_set_center (PnView *self, PnVec2 center_doc);

void pn_view_zoom_at (PnView *self, double factor, PnVec2 point_view); /* the point stays */
void pn_view_pan_by (PnView *self, PnVec2 delta_view); /* the artwork follows the hand */
/* How much of the view something lies over, at its upper and its lower edge. */
void pn_view_set_covered (PnView *self, double above, double below);
/* As large as it fits with `margin` view px around, however it is turned, and clear of what lies over
 * the view as long as that leaves room. */
void pn_view_fit (PnView *self, const PnBox *box_doc, double margin);

PnAffine pn_view_view_from_doc (PnView *self);
PnAffine pn_view_doc_from_view (PnView *self);

/* --- The keyboard's place on the canvas, document px: where Insert adds. */
PnVec2 pn_view_get_cursor (PnView *self);
void pn_view_set_cursor (PnView *self, PnVec2 cursor_doc);
