/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-artwork-private.h"

#include <math.h>
#include <string.h>

/* Clears the artwork pixel on the right of each edge of a loop. */
static void
clear_along_loop (PnBitmap *bitmap, const PnGridPoint *points, size_t n_points)
{
  for (size_t i = 0; i < n_points; i++) {
    size_t next = i + 1 < n_points ? i + 1 : 0;
    int x = pn_contour_corner (points[i].x), y = pn_contour_corner (points[i].y);
    int dx = pn_contour_corner (points[next].x) - x, dy = pn_contour_corner (points[next].y) - y;
    /* Walking right or down the pixel is the one at the corner's lower right or left... */
    pn_bitmap_unset (bitmap, dx < 0 || dy > 0 ? x - 1 : x, dx < 0 || dy < 0 ? y - 1 : y);
  }
}

/* A piece of so few pixels has no hole and no pixel without an edge. */
static void
drop_specks (PnArtwork *self, const PnContours *contours, unsigned *notices)
{
  size_t n_loops = pn_contours_n_loops (contours);
  int64_t largest = 0;
  for (size_t loop = 0; loop < n_loops; loop++)
    largest = contours->areas.items[loop] > largest ? contours->areas.items[loop] : largest;
  if (largest < PN_MESH_SPECK_PIXELS)
    return;

  for (size_t loop = 0; loop < n_loops; loop++) {
    int64_t area = contours->areas.items[loop];
    if (area < 0 || area >= PN_MESH_SPECK_PIXELS)
      continue;
    size_t start = contours->starts.items[loop], end = contours->starts.items[loop + 1];
    clear_along_loop (&self->bitmap, &contours->points.items[start], end - start);
    *notices |= PN_MESH_NOTICE_SPECKS_DROPPED;
  }
}

PnStatus
pn_artwork_init (PnArtwork *artwork, const PnCoverage *coverage, double margin, unsigned *notices)
{
  if (coverage->width <= 0 || coverage->height <= 0)
    return PN_STATUS_EMPTY;

  int pad = (int)ceil (margin) + 2, pad_words = (pad + 63) / 64;
  PnArtwork self = {.origin_x = 64 * pad_words, .origin_y = pad};
  PnStatus status =
      pn_bitmap_init_from_alpha (&self.bitmap, coverage->alpha, coverage->stride, coverage->width,
                                 coverage->height, PN_COVERAGE_THRESHOLD, pad_words, pad);
  if (status != PN_STATUS_OK)
    return status;

  size_t n_pixels = (size_t)coverage->width * (size_t)coverage->height;
  size_t n_set = pn_bitmap_count (&self.bitmap);
  self.is_full = n_set == n_pixels;
  if (n_set == 0) {
    status = PN_STATUS_EMPTY;
  } else if (!self.is_full) {
    PnContours contours;
    status = pn_contours_trace (&contours, &self.bitmap, PN_ARTWORK_EDGES_MAX);
    if (status == PN_STATUS_OK)
      drop_specks (&self, &contours, notices);
    else if (status == PN_STATUS_LIMIT)
      status = PN_STATUS_OK;
    pn_contours_clear (&contours);
  }
  if (status != PN_STATUS_OK) {
    pn_bitmap_clear (&self.bitmap);
    return status;
  }
  self.bounds = pn_bitmap_bounds (&self.bitmap);
  *artwork = self;
  return PN_STATUS_OK;
}

void
pn_artwork_clear (PnArtwork *artwork)
{
  pn_bitmap_clear (&artwork->bitmap);
}
