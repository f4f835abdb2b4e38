/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-band.h"
#include "pn-contour.h"

/* Measures `edges`, the distance of clear pixels within `reach` to the contour edges of the artwork,
 * and marks in `walls` the pixels halfway between edges that the artwork keeps apart, where the gap
 * is narrower than twice the reach. A slit that ends in the artwork counts from where the way around
 * its end is `notch` pixels longer than across. PN_STATUS_NO_MEMORY. */
PnStatus pn_gap_find_walls (const PnBitmap *artwork,
                            const PnContours *contours,
                            double reach,
                            double notch,
                            PnBand *edges,
                            PnBitmap *walls);
