/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-arena.h"
#include "pn-array.h"
#include "pn-bitmap.h"

/* What is nearest to a pixel. */
typedef struct {
  uint32_t source;  /* 1 + the number of the nearest source; 0 where none is within reach */
  uint32_t squared; /* distance between the centres of the pixel and the source's, squared */
} PnBandPixel;

typedef struct {
  int x, y;
} PnPixel;

#define PN_BAND_TILE 16

/* Distances in a band around sources, in tiles that exist only where the band is: memory and time
 * follow the length of the outlines, not the picture. */
typedef struct {
  int n_columns, n_rows; /* of tiles */
  PnBandPixel **tiles;
  PnArena arena;
  PN_ARRAY (PnPixel) sources;
  PN_ARRAY (PnPixel) queues[3]; /* pixels to pass on, by whole distance modulo 3 */
} PnBand;

/* For pixels (0, 0) to (width - 1, height - 1). PN_STATUS_NO_MEMORY. To be cleared in any case. */
PnStatus pn_band_init (PnBand *band, int width, int height);
void pn_band_clear (PnBand *band);

/* Adds a source at pixel `source` that is first felt at pixel `at`, itself or a neighbour. */
PnStatus pn_band_add (PnBand *band, PnPixel source, PnPixel at);

/* Gives each pixel that is not set in `barrier` the nearest of the sources that reach it around the
 * barrier, if that is within `reach`; of equally near ones the first. PN_STATUS_NO_MEMORY. */
PnStatus pn_band_spread (PnBand *band, const PnBitmap *barrier, double reach);

static inline PnBandPixel
pn_band_get (const PnBand *band, int x, int y)
{
  /* Negative coordinates become large ones. */
  unsigned column = (unsigned)x / PN_BAND_TILE, row = (unsigned)y / PN_BAND_TILE;
  if (column >= (unsigned)band->n_columns || row >= (unsigned)band->n_rows)
    return (PnBandPixel){0, 0};
  const PnBandPixel *tile = band->tiles[(size_t)row * (unsigned)band->n_columns + column];
  if (!tile)
    return (PnBandPixel){0, 0};
  return tile[(unsigned)y % PN_BAND_TILE * PN_BAND_TILE + (unsigned)x % PN_BAND_TILE];
}
