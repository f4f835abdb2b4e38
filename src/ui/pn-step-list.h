/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-history.h"

/* The steps of a history as a list model of PnStepItem: first the document as it was before them,
 * then each step, so that position i is what is there when i steps are done. Items stay with their
 * steps. Main thread. */
#define PN_TYPE_STEP_LIST (pn_step_list_get_type ())
G_DECLARE_FINAL_TYPE (PnStepList, pn_step_list, PN, STEP_LIST, GObject)

#define PN_TYPE_STEP_ITEM (pn_step_item_get_type ())
G_DECLARE_FINAL_TYPE (PnStepItem, pn_step_item, PN, STEP_ITEM, GObject)

PnStepList *pn_step_list_new (PnHistory *history);
void pn_step_list_refresh (PnStepList *self); /* when the history is another */

guint pn_step_list_get_current (PnStepList *self);
gboolean pn_step_list_is_saved (PnStepList *self, guint position);
/* What the step at that position is called, in the user's language. (transfer full) */
char *pn_step_list_describe (PnStepList *self, guint position);
