/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "pn-vec.h"

/* Axis-aligned, closed; empty where x1 < x0. */
typedef struct {
  double x0, y0, x1, y1;
} PnBox;

/* The box that holds nothing, and into which points are gathered. */
PnBox pn_box_empty (void);
int pn_box_is_empty (const PnBox *box);
void pn_box_add_point (PnBox *box, PnVec2 p);
void pn_box_add_box (PnBox *box, const PnBox *other);
PnBox pn_box_of_points (const PnVec2 *points, size_t n_points);
PnBox pn_box_intersect (const PnBox *a, const PnBox *b);
int pn_box_contains (const PnBox *box, PnVec2 p);
