/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-layer-row.h"

/* Lets the row be dragged, with all that is selected, and be dropped on: in front of the layer,
 * behind it or into the group. */
void pn_layer_drag_add (PnLayerRow *row, PnEditor *editor);

/* Drops where no row is go behind all. */
void pn_layer_drag_add_end (GtkWidget *list, PnEditor *editor);
