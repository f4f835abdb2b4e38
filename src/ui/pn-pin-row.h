/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"
#include "pn-id-list.h"

/* A pin in a list: its name and kind and, where it is selected, where it is put.
 *
 * Property "selected". */
#define PN_TYPE_PIN_ROW (pn_pin_row_get_type ())
G_DECLARE_FINAL_TYPE (PnPinRow, pn_pin_row, PN, PIN_ROW, GtkBox)

/* Nothing is in it until it is bound. */
GtkWidget *pn_pin_row_new (PnEditor *editor);
void pn_pin_row_bind (PnPinRow *self, PnIdItem *item); /* (nullable): none any more */
PnIdItem *pn_pin_row_get_item (PnPinRow *self);        /* (nullable) */
/* `pose` (nullable) is of the frame that is shown. */
void pn_pin_row_refresh (PnPinRow *self, const PnPinPose *pose);
void pn_pin_row_begin_rename (PnPinRow *self);
