/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does a mesh hold its artwork? Its boundary's crossings with the middle of each pixel row, filled
 * in pairs, against the row's pixels: about a word for 64 pixels and a crossing for each row of an
 * edge. */
#include <math.h>
#include <string.h>

#include "pn-mesh-builder-private.h"

/* Where the boundary crosses the middle of a row of the bitmap. */
typedef struct {
  int row;
  double x;
} Crossing;

typedef PN_ARRAY (Crossing) Crossings;

static int
compare_crossings (const void *a, const void *b)
{
  const Crossing *p = a, *q = b;
  if (p->row != q->row)
    return p->row < q->row ? -1 : 1;
  return p->x < q->x ? -1 : p->x > q->x;
}

static PnStatus
add_crossings (Crossings *crossings, PnVec2 a, PnVec2 b, int n_rows)
{
  PnVec2 top = a.y < b.y ? a : b, bottom = a.y < b.y ? b : a;
  /* An end on a row's middle counts for the lower of two edges alone. */
  int first = (int)fmax (0, ceil (top.y - 0.5)), last = (int)ceil (bottom.y - 0.5) - 1;
  for (int row = first; row <= last && row < n_rows; row++) {
    double t = (row + 0.5 - top.y) / (bottom.y - top.y);
    Crossing crossing = {row, top.x + t * (bottom.x - top.x)};
    if (pn_array_push (crossings, crossing) != PN_STATUS_OK)
      return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}

static PnStatus
list_crossings (const PnArtwork *artwork, const PnMesh *mesh, Crossings *crossings)
{
  PnVec2 origin = {artwork->origin_x, artwork->origin_y};
  size_t n_edges;
  const uint32_t *edges = pn_mesh_boundary_edges (mesh, &n_edges);
  const PnVec2 *positions = pn_mesh_positions (mesh);
  PnStatus status = PN_STATUS_OK;
  for (size_t i = 0; i < n_edges && status == PN_STATUS_OK; i++)
    status =
        add_crossings (crossings, pn_vec2_add (positions[edges[2 * i]], origin),
                       pn_vec2_add (positions[edges[2 * i + 1]], origin), artwork->bitmap.height);
  if (crossings->n_items > 0)
    qsort (crossings->items, crossings->n_items, sizeof *crossings->items, compare_crossings);
  return status;
}

/* Sets the pixels of a row whose centres lie between x0 and x1. */
static void
fill_span (uint64_t *row, int width, double x0, double x1)
{
  int first = (int)fmax (0, ceil (x0 - 0.5)), last = (int)fmin (width, ceil (x1 - 0.5)) - 1;
  for (int word = first >> 6; first <= last; word++) {
    int end = last < 64 * word + 63 ? last : 64 * word + 63;
    row[word] |= ~UINT64_C (0) << (first & 63) & ~UINT64_C (0) >> (63 - (end & 63));
    first = end + 1;
  }
}

PnStatus
pn_mesh_check_fit (const PnMesh *mesh, const PnArtwork *artwork)
{
  const PnBitmap *bitmap = &artwork->bitmap;
  Crossings crossings = {0};
  uint64_t *filled = reallocarray (NULL, bitmap->words_per_row, sizeof *filled);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (filled)
    status = list_crossings (artwork, mesh, &crossings);

  size_t next = 0;
  for (int y = 0; y < bitmap->height && status == PN_STATUS_OK; y++) {
    memset (filled, 0, bitmap->words_per_row * sizeof *filled);
    for (; next + 1 < crossings.n_items && crossings.items[next].row == y; next += 2)
      fill_span (filled, bitmap->width, crossings.items[next].x, crossings.items[next + 1].x);
    const uint64_t *row = pn_bitmap_row (bitmap, y);
    for (size_t word = 0; word < bitmap->words_per_row; word++)
      if (row[word] & ~filled[word])
        status = PN_STATUS_DEGENERATE;
  }
  free (filled);
  pn_array_clear (&crossings);
  return status;
}
