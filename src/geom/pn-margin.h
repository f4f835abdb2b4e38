/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-contour.h"

/* The room an outline needs at least, in pixels, to be simpler than the pixels' stairs. */
#define PN_MARGIN_MIN 2.0

/* Artwork grown by a margin that never closes a gap. */
typedef struct {
  /* Outlines of the artwork with three fifths of the margin: what is left is room for simpler
   * lines on both sides. */
  PnContours outline;
  /* For each point of the outline how far, in grid units, it may be moved any way without meeting
   * the artwork, leaving the margin or closing a gap. */
  PN_ARRAY (int32_t) slack;
  /* The pixels that the outline encloses. */
  PnBitmap grown;
  /* Pixels no line may enter: the artwork, what is farther from it than the margin, and in each gap
   * narrower than two margins a wall along its middle. */
  PnBitmap obstacles;
} PnMargin;

/* The shortest `notch`. */
#define PN_MARGIN_NOTCH_MIN 6.0

/* Grows `artwork`, which `contours` are of. It must leave at least 5/4 `margin` + 2 clear pixels
 * along the bitmap's sides. Between two pieces of artwork a gap stays open always; a slit or a
 * notch, which the artwork ends on one side, from where the way around its end is `notch` pixels
 * longer than across, so from a depth of half of that. PN_STATUS_LIMIT where outlines have more
 * than `max_points` points, PN_STATUS_NO_MEMORY. To be cleared in any case. */
PnStatus pn_margin_grow (PnMargin *self,
                         const PnBitmap *artwork,
                         const PnContours *contours,
                         double margin,
                         double notch,
                         size_t max_points);
void pn_margin_clear (PnMargin *self);
