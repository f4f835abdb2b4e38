/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-canvas-picture-private.h"
#include "pn-canvas.h"
#include "pn-overlay.h"

/* What a device reports. */
typedef struct {
  PnPointerKind kind;
  PnPointerDevice device;
  PnVec2 place; /* view px */
  guint axes;   /* PnPointerAxes that the device has */
  double pressure;
  PnVec2 tilt;
  guint buttons;   /* PnPointerButtons */
  guint modifiers; /* PnPointerModifiers */
  gint64 time_us;
} PnCanvasSample;

typedef void (*PnCanvasListener) (gpointer data, const PnCanvasSample *sample);

/* What the pointer that is down does. */
typedef enum {
  PN_CANVAS_IDLE,
  PN_CANVAS_TOOL,    /* it is the tool's */
  PN_CANVAS_PAN,     /* it drags the view */
  PN_CANVAS_ZOOM,    /* it zooms, about where it was pressed */
  PN_CANVAS_IGNORED, /* nothing, until it is up */
} PnCanvasMode;

typedef struct {
  GdkEventSequence *sequence; /* NULL: none */
  PnVec2 place;               /* view px */
} PnCanvasFinger;

/* All about pointers and held keys; see pn-canvas-input.c. */
typedef struct {
  PnPointerFilter filter;
  PnCanvasMode mode;
  gboolean has_pan_button;  /* the mouse's middle button pans, beside all of the above */
  PnVec2 pressed, last;     /* view px, of what pans or zooms */
  gboolean has_moved;       /* beyond a click's slop */
  guint held_buttons;       /* PnPointerButtons, of the device that was heard last */
  guint modifiers;          /* PnPointerModifiers */
  PnVec2 pointer;           /* view px, where it was last */
  PnPointerDevice device;   /* that was heard last, and when */
  gint64 time_us, heard_us; /* by its own clock, and by ours */

  PnCanvasFinger fingers[2];
  gboolean is_pinching;
  double pinch_scale; /* of a touchpad's pinch so far */

  GString *amount; /* typed during a drag */
} PnCanvasInput;

struct _PnCanvas {
  GtkWidget parent_instance;

  PnEditor *editor;
  PnCommands *commands;
  PnOverlay *overlay;
  PnCanvasPicture *picture;
  PnCanvasDrawing drawing; /* while nothing is played */

  GtkWidget *above, *below;         /* (nullable) borrowed: what lies over it */
  GtkWidget *notice, *notice_label; /* what cannot be drawn, and why */
  GtkWidget *popover;               /* (nullable) */

  guint tick;         /* a callback of the frame clock */
  guint rest_timer;   /* the view was moved just now */
  gboolean was_shown; /* it had a size */
  PnCanvasInput input;
  PnCanvasListener listener; /* (nullable) */
  gpointer listener_data;
};

/* Has the picture brought up to date with the next tick of the frame clock. */
void pn_canvas_begin_tick (PnCanvas *self);
/* Whether something is dragged, plays, or the view was moved just now. */
gboolean pn_canvas_is_moving (PnCanvas *self);
/* What the tick does. */
void pn_canvas_update (PnCanvas *self);
/* From now on that draws before it returns, for tests. */
void pn_canvas_set_synchronous (PnCanvas *self);
PnCanvasPicture *pn_canvas_get_picture (PnCanvas *self);

/* Where the document lies, with its pixels on those of the screen: view px. */
PnAffine pn_canvas_get_map (PnCanvas *self);

/* A map without shear, by the steps that GTK can tell apart: what draws without OpenGL refuses a
 * matrix, whatever is in it. */
void pn_canvas_transform (GtkSnapshot *snapshot, const PnAffine *map);

/* --- Below the picture. */

/* The page, without artwork: its colour, or a pattern where it has none. `map` is from the document
 * to the view, whose size is that of the widget. */
void pn_canvas_paper_snapshot (GtkSnapshot *snapshot,
                               const PnRoot *root,
                               const PnAffine *map,
                               const graphene_size_t *size);

/* --- Input. */

/* Hears every sample before anything is done with it, for tests. */
void pn_canvas_set_listener (PnCanvas *self, PnCanvasListener listener, gpointer data);

/* The one way by which pointers of any kind come in, from GTK's events as from tests. */
void pn_canvas_sample (PnCanvas *self, const PnCanvasSample *sample);

/* The middle button of a mouse; and a touch, which may be one of two. */
void pn_canvas_pan_button (PnCanvas *self, PnPointerKind kind, PnVec2 place);
void pn_canvas_touch (PnCanvas *self, GdkEventSequence *sequence, const PnCanvasSample *sample);

guint pn_canvas_modifiers (GdkModifierType state); /* PnPointerModifiers */
void pn_canvas_events_init (PnCanvas *self);
void pn_canvas_input_init (PnCanvas *self);
void pn_canvas_input_clear (PnCanvas *self);
/* What was under way is as if it had not been. */
void pn_canvas_input_cancel (PnCanvas *self);
void pn_canvas_update_cursor (PnCanvas *self);

/* --- Numbers typed during a drag; the other keys are commands. */
void pn_canvas_keys_init (PnCanvas *self);
/* As if the key went down; TRUE where it was one of a number. */
gboolean pn_canvas_type (PnCanvas *self, guint keyval, GdkModifierType state);
void pn_canvas_keys_end_amount (PnCanvas *self);

/* --- What comes up. */
void pn_canvas_show_menu (PnCanvas *self, PnVec2 place);
void pn_canvas_rename (PnCanvas *self);
