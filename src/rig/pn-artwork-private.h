/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-contour.h"
#include "pn-mesh-builder.h"

/* Outlines of more pixel edges than this are not meshed but covered by the grid: a picture of noise
 * has as many edges as pixels. */
#define PN_ARTWORK_EDGES_MAX ((size_t)1 << 21)

/* The pixels that get a mesh. The bitmap has clear space on all sides; picture pixel (x, y) is its
 * bit (x + origin_x, y + origin_y). */
typedef struct {
  PnBitmap bitmap;
  PnContours contours; /* of the bitmap; no loops where it has too many edges */
  int origin_x, origin_y;
  PnPixelBox bounds; /* of what is set, in the bitmap */
  int is_full;       /* every pixel of the picture is set */
} PnArtwork;

/* With at least `margin` px of clear space. Specks are dropped, which is said in `notices`.
 * PN_STATUS_EMPTY, PN_STATUS_NO_MEMORY. */
PnStatus
pn_artwork_init (PnArtwork *artwork, const PnCoverage *coverage, double margin, unsigned *notices);
void pn_artwork_clear (PnArtwork *artwork);

/* Fills holes of less than `area` pixels, with what lies in them. PN_STATUS_NO_MEMORY. */
PnStatus pn_artwork_fill_holes (PnArtwork *artwork, double area);
