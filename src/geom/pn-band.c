/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nearest sources by ordered propagation (Ragnemalm 1992, "Neighborhoods for distance
 * transformations using ordered propagation"): pixels pass their source on to neighbours away
 * from it, in order of whole distances, and a pixel that is offered a nearer one passes it on again.
 * Distances are those of the sources passed on, so a pixel whose nearest source reaches none of its
 * neighbours gets another that is farther by a tenth of a pixel at most. */
#include "pn-band.h"

#include <math.h>
#include <string.h>

/* The neighbours to which a pixel passes its source on, by the signs of its offset from the source
 * (x + 1 + 3 (y + 1)): those that lie no nearer to the source along either axis. The first three are
 * enough two pixels away from it, for there the sides have been reached from the pixel before. Each
 * list ends with {0, 0}. */
static const PnPixel STEPS[9][9] = {
    {{-1, 0}, {-1, -1}, {0, -1}},
    {{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}},
    {{0, -1}, {1, -1}, {1, 0}},
    {{-1, 0}, {-1, -1}, {-1, 1}, {0, -1}, {0, 1}},
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}},
    {{1, 0}, {1, -1}, {1, 1}, {0, -1}, {0, 1}},
    {{0, 1}, {-1, 1}, {-1, 0}},
    {{0, 1}, {-1, 1}, {1, 1}, {-1, 0}, {1, 0}},
    {{1, 0}, {1, 1}, {0, 1}},
};

PnStatus
pn_band_init (PnBand *band, int width, int height)
{
  memset (band, 0, sizeof *band);
  band->n_columns = (width + PN_BAND_TILE - 1) / PN_BAND_TILE;
  band->n_rows = (height + PN_BAND_TILE - 1) / PN_BAND_TILE;
  band->tiles = calloc ((size_t)band->n_columns * (size_t)band->n_rows, sizeof *band->tiles);
  return band->tiles ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;
}

void
pn_band_clear (PnBand *band)
{
  free (band->tiles);
  pn_arena_clear (&band->arena);
  pn_array_clear (&band->sources);
  for (int i = 0; i < 3; i++)
    pn_array_clear (&band->queues[i]);
}

/* NULL when there is no memory. */
static PnBandPixel *
touch (PnBand *band, PnPixel at)
{
  unsigned x = (unsigned)at.x, y = (unsigned)at.y;
  PnBandPixel **tile =
      &band->tiles[(size_t)(y / PN_BAND_TILE) * (unsigned)band->n_columns + x / PN_BAND_TILE];
  if (!*tile)
    *tile = pn_arena_new (&band->arena, PnBandPixel, PN_BAND_TILE * PN_BAND_TILE);
  return *tile ? &(*tile)[y % PN_BAND_TILE * PN_BAND_TILE + x % PN_BAND_TILE] : NULL;
}

static uint32_t
squared_distance (PnPixel a, PnPixel b)
{
  return (uint32_t)((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* Takes the source for the pixel if it is the nearest so far, and then puts the pixel among those
 * to pass on, no earlier than `now`. */
static PnStatus
offer (PnBand *band, PnPixel at, uint32_t source, uint32_t squared, unsigned now)
{
  PnBandPixel *pixel = touch (band, at);
  if (!pixel)
    return PN_STATUS_NO_MEMORY;
  if (pixel->source != 0 &&
      (pixel->squared < squared || (pixel->squared == squared && pixel->source <= source)))
    return PN_STATUS_OK;
  *pixel = (PnBandPixel){source, squared};
  unsigned whole = (unsigned)sqrt (squared);
  return pn_array_push (&band->queues[(whole > now ? whole : now) % 3], at);
}

PnStatus
pn_band_add (PnBand *band, PnPixel source, PnPixel at)
{
  PnStatus status = pn_array_push (&band->sources, source);
  if (status == PN_STATUS_OK)
    status = offer (band, at, (uint32_t)band->sources.n_items, squared_distance (source, at), 0);
  return status;
}

static int
sign (int value)
{
  return (value > 0) - (value < 0);
}

static PnStatus
pass_on (PnBand *band, PnPixel at, const PnBitmap *barrier, uint32_t reach_squared, unsigned now)
{
  PnBandPixel pixel = pn_band_get (band, at.x, at.y);
  PnPixel source = band->sources.items[pixel.source - 1];
  const PnPixel *step = STEPS[sign (at.x - source.x) + 1 + 3 * (sign (at.y - source.y) + 1)];
  const PnPixel *end = pixel.squared > 1 ? step + 3 : step + 8;
  for (; step < end && (step->x != 0 || step->y != 0); step++) {
    PnPixel to = {at.x + step->x, at.y + step->y};
    uint32_t squared = squared_distance (to, source);
    if (squared > reach_squared || to.x < 0 || to.y < 0 || to.x >= barrier->width ||
        to.y >= barrier->height || pn_bitmap_get (barrier, to.x, to.y))
      continue;
    PnStatus status = offer (band, to, pixel.source, squared, now);
    if (status != PN_STATUS_OK)
      return status;
  }
  return PN_STATUS_OK;
}

PnStatus
pn_band_spread (PnBand *band, const PnBitmap *barrier, double reach)
{
  /* A neighbour is farther by the square root of two at most, so what is passed on at one whole
   * distance falls into the next two. */
  uint32_t reach_squared = (uint32_t)(reach * reach);
  for (unsigned now = 0; now <= (unsigned)reach + 2; now++) {
    for (size_t i = 0; i < band->queues[now % 3].n_items; i++) {
      PnStatus status = pass_on (band, band->queues[now % 3].items[i], barrier, reach_squared, now);
      if (status != PN_STATUS_OK)
        return status;
    }
    band->queues[now % 3].n_items = 0;
  }
  return PN_STATUS_OK;
}
