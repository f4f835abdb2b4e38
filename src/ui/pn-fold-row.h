/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* A row of controls that fold away where it is too narrow for all, those of the highest rank first.
 * What they do is then in a menu at its end. */
#define PN_TYPE_FOLD_ROW (pn_fold_row_get_type ())
G_DECLARE_FINAL_TYPE (PnFoldRow, pn_fold_row, PN, FOLD_ROW, GtkWidget)

/* What is in the middle stays there as long as the others leave room, and goes from left to right in
 * every language. */
typedef enum {
  PN_FOLD_START,
  PN_FOLD_CENTER,
  PN_FOLD_END,
  PN_FOLD_N_PLACES,
} PnFoldPlace;

/* px between two children, and half of it in the middle. */
GtkWidget *pn_fold_row_new (PnCommands *commands, int spacing);

/* Of rank 0 a child never folds. `names` (nullable) are its commands, for the menu: static, and ends
 * with NULL. */
void pn_fold_row_add (PnFoldRow *self,
                      GtkWidget *child,
                      PnFoldPlace place,
                      guint rank,
                      const char *const *names);
