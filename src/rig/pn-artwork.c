/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-artwork-private.h"

#include <math.h>
#include <string.h>

/* Clears the artwork pixel beside each edge of a loop. */
static void
clear_along_loop (PnBitmap *bitmap, const PnContours *contours, size_t loop)
{
  const PnGridPoint *points = contours->points.items;
  for (size_t i = contours->starts.items[loop]; i < contours->starts.items[loop + 1]; i++) {
    int artwork[2], clear[2];
    size_t next = pn_contours_next_point (contours, loop, i);
    pn_contour_edge_pixels (points[i], points[next], artwork, clear);
    pn_bitmap_unset (bitmap, artwork[0], artwork[1]);
  }
}

/* Traces the bitmap anew. */
static PnStatus
trace (PnArtwork *self)
{
  pn_contours_clear (&self->contours);
  PnStatus status = pn_contours_trace (&self->contours, &self->bitmap, PN_ARTWORK_EDGES_MAX);
  if (status == PN_STATUS_OK)
    return status;
  pn_contours_clear (&self->contours);
  return status == PN_STATUS_LIMIT ? PN_STATUS_OK : status;
}

/* A piece of so few pixels has no hole and no pixel without an edge. Returns how many there were. */
static size_t
drop_specks (PnArtwork *self)
{
  const PnContours *contours = &self->contours;
  size_t n_loops = pn_contours_n_loops (contours), n_specks = 0;
  int64_t largest = 0;
  for (size_t loop = 0; loop < n_loops; loop++)
    largest = contours->areas.items[loop] > largest ? contours->areas.items[loop] : largest;
  for (size_t loop = 0; loop < n_loops && largest >= PN_MESH_SPECK_PIXELS; loop++) {
    int64_t area = contours->areas.items[loop];
    if (area < 0 || area >= PN_MESH_SPECK_PIXELS)
      continue;
    clear_along_loop (&self->bitmap, contours, loop);
    n_specks++;
  }
  return n_specks;
}

PnStatus
pn_artwork_fill_holes (PnArtwork *self, double area)
{
  PnSpans spans = {0};
  PnStatus status = PN_STATUS_OK;
  size_t n_filled = 0;
  for (size_t loop = 0; loop < pn_contours_n_loops (&self->contours); loop++) {
    int64_t loop_area = self->contours.areas.items[loop];
    if (loop_area >= 0 || (double)-loop_area >= area)
      continue;
    status = pn_contours_enclosed (&self->contours, loop, &spans);
    if (status != PN_STATUS_OK)
      break;
    for (size_t i = 0; i < spans.n_items; i++)
      for (int x = spans.items[i].x0; x <= spans.items[i].x1; x++)
        pn_bitmap_set (&self->bitmap, x, spans.items[i].y);
    n_filled++;
  }
  pn_array_clear (&spans);
  if (status == PN_STATUS_OK && n_filled > 0)
    status = trace (self);
  return status;
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
  status = n_set == 0 ? PN_STATUS_EMPTY : trace (&self);
  if (status == PN_STATUS_OK && drop_specks (&self) > 0) {
    *notices |= PN_MESH_NOTICE_SPECKS_DROPPED;
    status = trace (&self);
  }
  if (status != PN_STATUS_OK) {
    pn_artwork_clear (&self);
    return status;
  }
  self.bounds = pn_bitmap_bounds (&self.bitmap);
  *artwork = self;
  return PN_STATUS_OK;
}

void
pn_artwork_clear (PnArtwork *artwork)
{
  pn_contours_clear (&artwork->contours);
  pn_bitmap_clear (&artwork->bitmap);
}
