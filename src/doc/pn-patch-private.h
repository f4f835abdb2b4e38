/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-serial-private.h"

/* What making and applying a patch share: pn-diff.c says what one is. */

/* Adds all layers to a table of PnId to PnLayer, both borrowed from the layers. */
void pn_tabulate_layers (GHashTable *table, const PnNodeList *layers);
