/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-time-scale.h"
#include "pn-timeline-rows.h"

/* Where keys lie in the dope sheet, and what lies under a pointer: pure numbers, px of the widget. */

typedef struct {
  const PnTimelineRows *rows; /* borrowed, as the next two */
  const PnTimeScale *scale;
  const PnKeySet *keys; /* the selected ones */
  double row_height;
  double scroll; /* px that lie above the widget */
  double width, height;
} PnSheetLayout;

double pn_sheet_layout_row_y (const PnSheetLayout *self, guint row); /* its top */
/* FALSE below the last one, and where there is none. */
gboolean pn_sheet_layout_row_at (const PnSheetLayout *self, double y, guint *row);
/* The rows to be seen, from `first` on. */
guint pn_sheet_layout_visible_rows (const PnSheetLayout *self, guint *first);

/* The box around the selected keys in the rows to be seen, with room for what is drawn around them;
 * its left and right edges scale them in time. FALSE where they are not of two frames at least. */
typedef struct {
  double x, y, width, height;
  double first, last; /* the frames at its edges */
} PnSheetBox;
gboolean pn_sheet_layout_get_box (const PnSheetLayout *self, PnSheetBox *box);

/* Keys reach so many px each way, by what points at them. */
#define PN_SHEET_REACH_MOUSE 7.0
#define PN_SHEET_REACH_PEN 9.0
#define PN_SHEET_REACH_TOUCH 14.0

typedef enum {
  PN_SHEET_NOTHING,
  PN_SHEET_KEY,        /* `row`, `frame` */
  PN_SHEET_EDGE_FIRST, /* of the box; `frame` is the one that moves */
  PN_SHEET_EDGE_LAST,
} PnSheetPartKind;

typedef struct {
  PnSheetPartKind kind;
  gboolean has_row;
  guint row;
  double frame; /* where nothing is: that under the pointer, between two perhaps */
} PnSheetPart;
PnSheetPart pn_sheet_layout_find (const PnSheetLayout *self, double x, double y, double reach);

/* Appends to `refs` the keys in the box between two points. */
void pn_sheet_layout_collect (const PnSheetLayout *self,
                              double x0,
                              double y0,
                              double x1,
                              double y1,
                              GArray *refs);
