/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-editor.h"

/* What a pose of a rig costs on this machine, measured aside. Main thread.
 *
 * Signal "measured" (double ms): of what was wanted last. */
#define PN_TYPE_RIG_COST (pn_rig_cost_get_type ())
G_DECLARE_FINAL_TYPE (PnRigCost, pn_rig_cost, PN, RIG_COST, GObject)

PnRigCost *pn_rig_cost_new (PnOpsContext *context);

/* A rigged layer. Nothing happens where it costs what was measured last. */
void pn_rig_cost_want (PnRigCost *self, const PnLayer *layer);
