/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-grid-point.h"

/* Exact tests on grid points within PN_GRID_MAX. (pn_grid_orient() is in pn-grid-point.h.) */

/* Positive where `d` lies inside the circle through a, b and c, which turn clockwise as seen; 0 on
 * it; negative outside. */
int pn_grid_in_circle (PnGridPoint a, PnGridPoint b, PnGridPoint c, PnGridPoint d);

/* The grid point nearest to where segment ab meets segment cd. They must cross: c and d lie
 * strictly on different sides of ab. */
PnGridPoint pn_grid_crossing (PnGridPoint a, PnGridPoint b, PnGridPoint c, PnGridPoint d);
