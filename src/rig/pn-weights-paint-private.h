/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-weights-paint.h"

/* Adds or replaces those of `newer`, which is in order too. */
PnStatus pn_weight_overrides_take (PnWeightOverrides *overrides, const PnWeightOverrides *newer);

/* The place of the first that is not before (`vertex`, `bone`). */
size_t
pn_weight_overrides_lower_bound (const PnWeightOverrides *self, uint32_t vertex, uint32_t bone);

/* Fills what `row`, whose weights add up to `sum`, has free with `others` (strongest first, gaps may
 * be), in proportion. */
void pn_weight_row_take (PnSkinWeights *row, const PnSkinWeights *others, double sum);
