/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"
#include "pn-render-ring.h"

/* What a canvas shows of its editor's document, as a texture: asked for when it is another, drawn
 * aside, and kept while it is played. Main thread.
 *
 * Signal "changed": texture or error are others. */
#define PN_TYPE_CANVAS_PICTURE (pn_canvas_picture_get_type ())
G_DECLARE_FINAL_TYPE (PnCanvasPicture, pn_canvas_picture, PN, CANVAS_PICTURE, GObject)

/* `editor` is borrowed; before it goes the picture is run down, by g_object_run_dispose(): what is on
 * its way holds it. */
PnCanvasPicture *pn_canvas_picture_new (PnEditor *editor);

typedef enum {
  PN_CANVAS_LATER,    /* aside, the newest first */
  PN_CANVAS_NOW,      /* before this returns: for tests */
  PN_CANVAS_AND_KEEP, /* aside, and kept in the editor's cache of frames */
} PnCanvasDrawing;

/* Has what the editor shows now drawn for the target, unless it is there or on its way. */
void pn_canvas_picture_update (PnCanvasPicture *self,
                               const PnRenderTarget *target,
                               PnCanvasDrawing drawing);

/* The last one that was drawn, and what it shows. Borrowed (nullable). */
GdkTexture *pn_canvas_picture_get_texture (PnCanvasPicture *self, PnRenderTarget *target);
gboolean pn_canvas_picture_is_busy (PnCanvasPicture *self);

/* Why the last one was not drawn, in a sentence for the user. Borrowed (nullable). */
const char *pn_canvas_picture_get_error (PnCanvasPicture *self);
/* Forgets the error, and asks again with the next update. */
void pn_canvas_picture_retry (PnCanvasPicture *self);

/* Whether it is the processor that draws; FALSE while that is not known. */
gboolean pn_canvas_picture_is_software (PnCanvasPicture *self);
const char *pn_canvas_picture_get_device (PnCanvasPicture *self); /* (nullable) */

/* Measures: the moment (pn_trace_begin) of the event that the next picture answers to. */
void pn_canvas_picture_note_event (PnCanvasPicture *self, uint64_t begin_ns);
