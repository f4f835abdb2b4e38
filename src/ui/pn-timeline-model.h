/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"
#include "pn-time-scale.h"
#include "pn-timeline-rows.h"

/* What the parts of the timeline share, and what commands on keys work on: its rows, which of them
 * are folded, the scale, the selected keys and the keyboard's place among them. The editor owns it.
 * Main thread.
 *
 * Signals: "changed" (guint, PnTimelineChange), at once; "edit-time", when the user wants to type
 * where the playhead goes. */
#define PN_TYPE_TIMELINE_MODEL (pn_timeline_model_get_type ())
G_DECLARE_FINAL_TYPE (PnTimelineModel, pn_timeline_model, PN, TIMELINE_MODEL, GObject)

typedef enum {
  PN_TIMELINE_ROWS = 1 << 0,   /* rows, or the keys in them */
  PN_TIMELINE_KEYS = 1 << 1,   /* which are selected */
  PN_TIMELINE_CURSOR = 1 << 2, /* the keyboard's place */
  PN_TIMELINE_SCALE = 1 << 3,
} PnTimelineChange;

PnTimelineModel *pn_timeline_model_new (PnEditor *editor); /* borrowed */
PnEditor *pn_timeline_model_get_editor (PnTimelineModel *self);

/* Of the document as it is now. Borrowed, until it changes. */
const PnTimelineRows *pn_timeline_model_get_rows (PnTimelineModel *self);

void pn_timeline_model_set_folded (PnTimelineModel *self, PnId layer, gboolean is_folded);
/* Unfolds the selected layers that have keys, and what holds them; all layers where none is
 * selected. Folds them where they are all unfolded already. */
void pn_timeline_model_reveal_keyed (PnTimelineModel *self);

/* --- The scale. Changed by these alone. */
const PnTimeScale *pn_timeline_model_get_scale (PnTimelineModel *self);
void pn_timeline_model_set_width (PnTimelineModel *self, double width);
void pn_timeline_model_zoom_at (PnTimelineModel *self, double factor, double x);
void pn_timeline_model_zoom (PnTimelineModel *self, double factor); /* about the playhead */
void pn_timeline_model_fit (PnTimelineModel *self);
void pn_timeline_model_scroll_to (PnTimelineModel *self, double first);
void pn_timeline_model_reveal (PnTimelineModel *self, double frame, PnTimeReveal how);

/* --- The playhead. */
/* To a frame of the film or beyond it, and into view. */
void pn_timeline_model_go_to (PnTimelineModel *self, double frame);
/* To the next key of what is selected, or of all where that has none. FALSE: there is none. */
gboolean pn_timeline_model_go_to_key (PnTimelineModel *self, PnKeyStep step);
void pn_timeline_model_edit_time (PnTimelineModel *self); /* emits "edit-time" */

/* Selects in the view what the row is of: the pin or the layer. */
void pn_timeline_model_select_row (PnTimelineModel *self, guint row, PnSelectMode mode);

/* --- Selected keys. Keys that are gone are not selected. */
const PnKeySet *pn_timeline_model_get_keys (PnTimelineModel *self);
void pn_timeline_model_select (PnTimelineModel *self,
                               const PnKeyRef *refs,
                               guint n_refs,
                               PnSelectMode mode);
void pn_timeline_model_select_all (PnTimelineModel *self);
void pn_timeline_model_select_none (PnTimelineModel *self);
gboolean pn_timeline_model_has_keys (PnTimelineModel *self);

/* --- The keyboard's place: a row, and a frame of it, which has a key or not. */
typedef struct {
  guint row;
  double frame;
} PnTimelinePlace;
PnTimelinePlace pn_timeline_model_get_cursor (PnTimelineModel *self);
void pn_timeline_model_set_cursor (PnTimelineModel *self, PnTimelinePlace place);
gboolean pn_timeline_model_is_key (PnTimelineModel *self, PnTimelinePlace place);
gboolean pn_timeline_model_is_selected (PnTimelineModel *self, PnTimelinePlace place);
/* What is there: all keys that a layer's row stands for. */
void pn_timeline_model_select_at (PnTimelineModel *self, PnTimelinePlace place, PnSelectMode mode);
/* What is there, in words: "hand · position, frame 12, ease, selected". (transfer full) */
char *pn_timeline_model_describe (PnTimelineModel *self, PnTimelinePlace place);

/* How a key goes on, in words; static, translated. */
const char *pn_ease_kind_get_label (PnEaseKind kind);

/* --- Edits of the selected keys, see pn-timeline-edit.c. A drag moves or scales them from where
 * they were when it began; each update replaces the one before, and the whole is one step. Keys
 * come to lie on whole frames, on top of others that are there. FALSE: it was refused, or there is
 * no room, and what was shown stays. */
typedef enum {
  PN_KEY_MOVE,
  PN_KEY_COPY, /* the keys stay and others like them are made */
} PnKeyDrag;
void pn_timeline_model_begin_drag (PnTimelineModel *self);
gboolean pn_timeline_model_drag_by (PnTimelineModel *self, double delta, PnKeyDrag drag);
gboolean pn_timeline_model_drag_scale (PnTimelineModel *self, double about, double scale);
gboolean pn_timeline_model_is_dragging (PnTimelineModel *self);
void pn_timeline_model_end_drag (PnTimelineModel *self, PnDragEnd end);

/* Of a track's row, at the playhead: removes the key there, or sets one to what the track is there,
 * so that nothing moves. */
gboolean pn_timeline_model_toggle_key (PnTimelineModel *self, guint row);
gboolean pn_timeline_model_nudge (PnTimelineModel *self, double delta);
gboolean pn_timeline_model_delete (PnTimelineModel *self);

/* How the selected keys are reached and left. */
typedef enum {
  PN_KEY_EASE_BOTH, /* slowly into the key and slowly out of it */
  PN_KEY_EASE_NONE, /* straight in and out */
  PN_KEY_EASE_HOLD, /* the value stays until the next key */
} PnKeyEase;
gboolean pn_timeline_model_ease (PnTimelineModel *self, PnKeyEase ease);

/* The selected keys as text, and back: the earliest comes to lie at the playhead. Keys of pins go
 * to the selected pins, and keys of layers to the selected layers, where there are some. */
char *pn_timeline_model_copy (PnTimelineModel *self); /* (transfer full) (nullable) */
gboolean pn_timeline_model_paste (PnTimelineModel *self, const char *text);
