/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Point location by uniform square bins, about one triangle's worth of area each. Inside the mesh a
 * look-up is constant time on meshes of even triangles; outside, rings of bins are searched until
 * no farther ring can hold anything nearer. Where a few huge triangles lie among many small ones
 * the bins are made coarser until the lists stay within a fixed multiple of the triangles, so
 * memory is linear for any input. */
#include <math.h>
#include <string.h>

#include "pn-math.h"
#include "pn-mesh-private.h"

/* List entries a triangle may have on average before the bins are made coarser. */
#define ENTRIES_PER_TRIANGLE 16

typedef struct {
  uint32_t column0, row0, column1, row1;
} BinRange;

static uint32_t
bin_along (double offset, double bin_size, uint32_t n_bins)
{
  double bin = offset / bin_size;
  if (!(bin > 0))
    return 0;
  return bin >= n_bins ? n_bins - 1 : (uint32_t)bin;
}

static BinRange
bins_of_triangle (const PnMeshLocator *self, const PnMesh *mesh, uint32_t triangle)
{
  PnBox box = pn_box_empty ();
  for (int i = 0; i < 3; i++)
    pn_box_add_point (&box, mesh->positions[mesh->triangles[3 * (size_t)triangle + i]]);
  return (BinRange){
      bin_along (box.x0 - self->x0, self->bin_size, self->n_columns),
      bin_along (box.y0 - self->y0, self->bin_size, self->n_rows),
      bin_along (box.x1 - self->x0, self->bin_size, self->n_columns),
      bin_along (box.y1 - self->y0, self->bin_size, self->n_rows),
  };
}

static void
set_bin_size (PnMeshLocator *self, const PnBox *bounds, double bin_size)
{
  self->bin_size = bin_size;
  self->n_columns = (uint32_t)fmax (1, ceil ((bounds->x1 - bounds->x0) / bin_size));
  self->n_rows = (uint32_t)fmax (1, ceil ((bounds->y1 - bounds->y0) / bin_size));
}

static uint64_t
count_entries (const PnMeshLocator *self, const PnMesh *mesh)
{
  uint64_t n_entries = 0;
  for (uint32_t t = 0; t < mesh->n_triangles; t++) {
    BinRange range = bins_of_triangle (self, mesh, t);
    n_entries += (uint64_t)(range.column1 - range.column0 + 1) * (range.row1 - range.row0 + 1);
  }
  return n_entries;
}

/* Returns the number of list entries. */
static uint64_t
choose_bins (PnMeshLocator *self, const PnMesh *mesh)
{
  PnBox bounds = mesh->bounds;
  double width = bounds.x1 - bounds.x0, height = bounds.y1 - bounds.y0;
  double n_triangles = mesh->n_triangles;
  /* The second bound keeps a hair-thin mesh from having more bins than triangles. */
  double bin_size = fmax (sqrt (width * height / n_triangles), fmax (width, height) / n_triangles);

  self->x0 = bounds.x0;
  self->y0 = bounds.y0;
  set_bin_size (self, &bounds, bin_size);
  uint64_t n_entries = count_entries (self, mesh);
  while (n_entries > ENTRIES_PER_TRIANGLE * (uint64_t)mesh->n_triangles) {
    set_bin_size (self, &bounds, self->bin_size * 2);
    n_entries = count_entries (self, mesh);
  }
  return n_entries;
}

static void
fill_bins (PnMeshLocator *self, const PnMesh *mesh)
{
  uint32_t n_bins = self->n_columns * self->n_rows;
  uint32_t *ends = self->starts;
  memset (ends, 0, ((size_t)n_bins + 1) * sizeof *ends);

  /* Counted from the back, so that filling from the last triangle on leaves each list ascending and
   * each end moved down to its start. */
  for (int filling = 0; filling < 2; filling++) {
    for (uint32_t t = mesh->n_triangles; t-- > 0;) {
      BinRange range = bins_of_triangle (self, mesh, t);
      for (uint32_t row = range.row0; row <= range.row1; row++)
        for (uint32_t column = range.column0; column <= range.column1; column++) {
          uint32_t bin = row * self->n_columns + column;
          if (filling)
            self->triangles[--ends[bin]] = t;
          else
            ends[bin]++;
        }
    }
    if (!filling)
      for (uint32_t bin = 0; bin < n_bins; bin++)
        ends[bin + 1] += ends[bin];
  }
}

PnStatus
pn_mesh_locator_init (PnMeshLocator *locator, const PnMesh *mesh)
{
  uint64_t n_entries = choose_bins (locator, mesh);
  size_t n_bins = (size_t)locator->n_columns * locator->n_rows;
  locator->starts = reallocarray (NULL, n_bins + 1, sizeof (uint32_t));
  locator->triangles = reallocarray (NULL, n_entries, sizeof (uint32_t));
  if (!locator->starts || !locator->triangles)
    return PN_STATUS_NO_MEMORY;
  fill_bins (locator, mesh);
  return PN_STATUS_OK;
}

void
pn_mesh_locator_clear (PnMeshLocator *locator)
{
  free (locator->starts);
  free (locator->triangles);
}

size_t
pn_mesh_locator_n_bytes (const PnMeshLocator *locator)
{
  size_t n_bins = (size_t)locator->n_columns * locator->n_rows;
  return (n_bins + 1 + locator->starts[n_bins]) * sizeof (uint32_t);
}

/* Twice the area of the edge and `p`. Taken in order of the vertices' numbers and turned
 * afterwards, so that the two triangles of an edge get opposite values to the bit and no point
 * falls between them. */
static double
edge_side (const PnMesh *mesh, uint32_t from, uint32_t to, PnVec2 p)
{
  uint32_t low = from < to ? from : to, high = from < to ? to : from;
  PnVec2 edge = pn_vec2_sub (mesh->positions[high], mesh->positions[low]);
  double side = pn_vec2_cross (edge, pn_vec2_sub (p, mesh->positions[low]));
  return from < to ? side : -side;
}

static int
try_inside (const PnMesh *mesh, uint32_t triangle, PnVec2 p, PnMeshPlace *place)
{
  const uint32_t *corners = &mesh->triangles[3 * (size_t)triangle];
  double sides[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    sides[i] = edge_side (mesh, corners[(i + 1) % 3], corners[(i + 2) % 3], p);
    if (!(sides[i] >= 0))
      return 0;
    sum += sides[i];
  }
  if (!(sum > 0))
    return 0;
  place->triangle = triangle;
  place->distance = 0;
  for (int i = 0; i < 3; i++)
    place->weights[i] = sides[i] / sum;
  return 1;
}

/* Takes the place on the triangle's outline nearest to `p` if it is nearer than `best` (a squared
 * distance), or as near with a lower index. */
static void
try_outline (const PnMesh *mesh, uint32_t triangle, PnVec2 p, PnMeshPlace *place, double *best)
{
  const uint32_t *corners = &mesh->triangles[3 * (size_t)triangle];
  for (int i = 0; i < 3; i++) {
    int next = (i + 1) % 3;
    double t, squared = pn_vec2_square_to_segment (p, mesh->positions[corners[i]],
                                                   mesh->positions[corners[next]], &t);
    if (squared > *best || (!(squared < *best) && triangle >= place->triangle))
      continue;
    *best = squared;
    place->triangle = triangle;
    place->weights[i] = 1 - t;
    place->weights[next] = t;
    place->weights[3 - i - next] = 0;
  }
}

static void
try_bin (const PnMesh *mesh,
         int64_t column,
         int64_t row,
         PnVec2 p,
         PnMeshPlace *place,
         double *best)
{
  const PnMeshLocator *self = &mesh->locator;
  if (column < 0 || row < 0 || column >= self->n_columns || row >= self->n_rows)
    return;
  size_t bin = (size_t)row * self->n_columns + (size_t)column;
  for (uint32_t i = self->starts[bin]; i < self->starts[bin + 1]; i++)
    try_outline (mesh, self->triangles[i], p, place, best);
}

static void
find_nearest (const PnMesh *mesh, PnVec2 p, int64_t column, int64_t row, PnMeshPlace *place)
{
  const PnMeshLocator *self = &mesh->locator;
  PnVec2 inside = pn_vec2 (pn_clamp (p.x, mesh->bounds.x0, mesh->bounds.x1),
                           pn_clamp (p.y, mesh->bounds.y0, mesh->bounds.y1));
  PnVec2 off = pn_vec2_sub (p, inside);
  double off_squared = pn_vec2_dot (off, off);
  double best = HUGE_VAL;
  place->triangle = PN_MESH_NONE;

  int64_t last_ring = self->n_columns > self->n_rows ? self->n_columns : self->n_rows;
  for (int64_t ring = 0; ring <= last_ring; ring++) {
    /* Bounds are convex, so a point q in them is no nearer to `p` than the two legs say. */
    double leg = fmax (0, (double)(ring - 1)) * self->bin_size;
    if (off_squared + leg * leg > best)
      break;
    for (int64_t x = column - ring; x <= column + ring; x++) {
      try_bin (mesh, x, row - ring, p, place, &best);
      if (ring > 0)
        try_bin (mesh, x, row + ring, p, place, &best);
    }
    for (int64_t y = row - ring + 1; y < row + ring; y++) {
      try_bin (mesh, column - ring, y, p, place, &best);
      try_bin (mesh, column + ring, y, p, place, &best);
    }
  }
  place->distance = sqrt (best);
}

PnStatus
pn_mesh_locate (const PnMesh *mesh, PnVec2 point, PnMeshPlace *place)
{
  if (!isfinite (point.x) || !isfinite (point.y))
    return PN_STATUS_NOT_FINITE;

  const PnMeshLocator *self = &mesh->locator;
  uint32_t column = bin_along (point.x - self->x0, self->bin_size, self->n_columns);
  uint32_t row = bin_along (point.y - self->y0, self->bin_size, self->n_rows);
  size_t bin = (size_t)row * self->n_columns + column;
  for (uint32_t i = self->starts[bin]; i < self->starts[bin + 1]; i++)
    if (try_inside (mesh, self->triangles[i], point, place))
      return PN_STATUS_OK;
  find_nearest (mesh, point, column, row, place);
  return PN_STATUS_OK;
}
