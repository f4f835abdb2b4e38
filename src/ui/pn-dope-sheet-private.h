/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-dope-sheet.h"
#include "pn-sheet-layout.h"

/* What a press began. */
typedef enum {
  PN_SHEET_IDLE,
  PN_SHEET_PRESSED, /* and nothing moved yet */
  PN_SHEET_MOVING,
  PN_SHEET_SCALING,
  PN_SHEET_MARQUEE,
  PN_SHEET_SPENT, /* cancelled: the rest of the sequence does nothing */
} PnSheetStage;

/* How a key looks, each side by the way there. */
typedef enum {
  PN_KEY_SIDE_STRAIGHT,
  PN_KEY_SIDE_SLOW,
  PN_KEY_SIDE_HOLD,
  PN_KEY_N_SIDES,
} PnKeySide;

typedef enum {
  PN_KEY_LOOK_PLAIN,
  PN_KEY_LOOK_SELECTED,
  PN_KEY_LOOK_SUMMARY,          /* of a layer's row */
  PN_KEY_LOOK_SUMMARY_SELECTED, /* all that it stands for */
  PN_KEY_N_LOOKS,
} PnKeyLook;

struct _PnDopeSheet {
  GtkWidget parent_instance;

  PnTimelineModel *model; /* (nullable) weak: the editor has it */
  PnCommands *commands;   /* borrowed: the window has it longer */
  GtkAdjustment *rows;
  GtkWidget *menu; /* (nullable) made at first use */
  int row_height;
  /* The keyboard moved its place: GTK shows focus for Tab alone, and lets go of it with the key. */
  gboolean is_by_keyboard;

  PnSheetStage stage;
  PnSheetPart pressed;
  GdkModifierType pressed_with;
  gboolean was_selected; /* the key that was pressed */
  double press_x, press_y, now_x, now_y;
  double scrolled_y;   /* px that rows moved up since the press */
  double grab_offset;  /* frames from the pointer to what was taken hold of */
  double scaled_about; /* the frame that stays where an edge is dragged */
  PnKeySet before;     /* what was selected when a marquee began */

  /* Pictures of keys, for one scale and look. */
  cairo_surface_t *stamps[PN_KEY_N_LOOKS][PN_KEY_N_SIDES][PN_KEY_N_SIDES]; /* (nullable) */
  int stamp_scale;
};

PnSheetLayout pn_dope_sheet_get_layout (PnDopeSheet *self);
void pn_dope_sheet_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
void pn_dope_sheet_forget_stamps (PnDopeSheet *self);

/* Where what is dragged goes, in words. (transfer full) */
char *pn_dope_sheet_describe_drag (PnDopeSheet *self);
void pn_dope_sheet_add_pointer (PnDopeSheet *self);  /* and what it does, see -input.c */
void pn_dope_sheet_add_keyboard (PnDopeSheet *self); /* see -keys.c */
gboolean pn_dope_sheet_cancel (PnDopeSheet *self);   /* what the pointer does; FALSE for nothing */
void pn_dope_sheet_show_menu (PnDopeSheet *self, double x, double y);
void pn_dope_sheet_describe (PnDopeSheet *self); /* for assistive technology */
