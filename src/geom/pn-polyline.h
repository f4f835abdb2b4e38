/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "pn-vec.h"

/* Ways along a line of points, by the length of arc. */

/* Pieces that a cubic Bezier is cut into: the lengths of its pieces come within some 1e-4. */
#define PN_BEZIER_PIECES 32

/* Points that `n_points` control points are flattened to: 1 + 3 for each cubic Bezier after the
 * first point; 0 where there are fewer than four. What is over is not used. */
size_t pn_bezier_n_flat (size_t n_points);

/* Joined cubic Beziers as a line: writes pn_bezier_n_flat() points. */
void pn_bezier_flatten (const PnVec2 *points, size_t n_points, PnVec2 *flat);

/* `lengths` (n_points, at least one) gets the way from the first point to each; returns the last. */
double pn_polyline_measure (const PnVec2 *points, size_t n_points, double *lengths);

/* The point at `length` px along the line; before and behind it, straight on from its ends. */
PnVec2 pn_polyline_at (const PnVec2 *points, const double *lengths, size_t n_points, double length);
