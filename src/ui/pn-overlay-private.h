/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-box.h"
#include "pn-overlay.h"
#include "pn-tool.h"

/* For tests: whether a worker of one is drawing. */
gboolean pn_overlay_is_drawing (PnOverlay *self);

/* --- The colours, which the style sheets define. */
typedef enum {
  PN_OVERLAY_PIN_POSITION,
  PN_OVERLAY_PIN_UNKNOWN,
  PN_OVERLAY_PIN_RING,  /* around every pin, so that it is seen on any artwork */
  PN_OVERLAY_PIN_FAULT, /* on those that hold nothing */
  PN_OVERLAY_ACCENT,    /* what is selected, its path and its gizmo */
  PN_OVERLAY_HALO,      /* beneath lines of the accent, and in knobs */
  PN_OVERLAY_MESH,
  PN_OVERLAY_FLIPPED, /* triangles that are turned over */
  PN_OVERLAY_LABEL,
  PN_OVERLAY_LABEL_TEXT,
  PN_OVERLAY_EDGE, /* of the document */
  PN_OVERLAY_ANIMATING,
  PN_OVERLAY_PREVIEW,
  PN_OVERLAY_RIGGING,
  PN_OVERLAY_N_COLORS,
} PnOverlayColor;

typedef struct {
  GdkRGBA colors[PN_OVERLAY_N_COLORS];
} PnOverlayLook;

void pn_overlay_look_init (PnOverlayLook *look, GtkWidget *widget);
void pn_overlay_set_color (cairo_t *cr, const GdkRGBA *color, double alpha);

/* --- Lines. Far outside of the view cairo's coordinates end, so what is long is cut first. */

/* Leaves what of the segment lies in the box; FALSE where that is nothing. */
gboolean pn_overlay_clip (const PnBox *box, PnVec2 *a, PnVec2 *b);
/* Adds that to the path, and goes on from the line before where that ended there. */
void pn_overlay_line (cairo_t *cr, const PnBox *box, PnVec2 a, PnVec2 b);
PnBox pn_overlay_grown (const PnBox *box, double margin);

void pn_overlay_disc (cairo_t *cr, PnVec2 at, double radius);
void pn_overlay_diamond (cairo_t *cr, PnVec2 at, double half); /* of its diagonal */

/* Strokes the path in the accent's colour, on a halo that is wider by so much. */
#define PN_OVERLAY_HALO_LINE 1.6
void pn_overlay_stroke_accent (const PnOverlayLook *look, cairo_t *cr, double width);

/* A context for what lies in the box, of which no more than is in the view is drawn. NULL for
 * nothing. */
cairo_t *pn_overlay_begin (GtkSnapshot *snapshot, const PnBox *box, const PnBox *view);

/* --- What is drawn, for a view of some size. */
typedef struct {
  PnOverlayLook look;
  const PnRoot *root; /* what is shown; borrowed */
  double frame;
  PnAffine view_from_doc;
  PnBox view; /* from 0, 0; view px */
  double scale_factor;
} PnOverlayScene;

/* How far from its middle a pin is drawn, without what marks its selection. */
double pn_overlay_pin_radius (const PnHandle *handle);

/* A handle, and the box that its drawing stays in. */
PnBox pn_overlay_handle_box (const PnOverlayScene *scene, const PnHandle *handle);
void pn_overlay_draw_handle (const PnOverlayScene *scene, const PnHandle *handle, cairo_t *cr);
