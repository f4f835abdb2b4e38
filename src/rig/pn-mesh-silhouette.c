/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The silhouette mesh: the artwork's outline with its margin, simplified, in edges no longer than a
 * cell; inner points on a hexagonal lattice; constrained Delaunay triangulation of both. */
#include <math.h>
#include <string.h>

#include "pn-margin.h"
#include "pn-mesh-builder-private.h"
#include "pn-simplify.h"
#include "pn-triangulate.h"

/* Of a cell: how far an outline may stray from the artwork's own line. */
#define STRAY 0.25

/* Of a cell: the way around a notch, twice its depth, from which on it stays open. */
#define NOTCH 0.25

/* Of a cell: how near to the outline an inner point may lie. */
#define CLEARANCE 0.55

/* Of a cell: lines of the outline shorter than this are avoided where nothing is in the way. */
#define SHORT_LINE 0.2

/* Of a cell: sides shorter than this are not divided for better triangles. */
#define SHORT_SIDE 0.1

/* How often the cell is made half as large again before the grid takes over. */
#define COARSENING_STEPS 6

/* The height of a triangle of equal sides. */
#define LATTICE_ROW 0.8660254037844386

typedef struct {
  const PnArtwork *artwork;
  const PnMeshPlan *plan;
  const PnMargin *margin;
  double cell;
  PN_ARRAY (PnGridPoint) points; /* first those of the outline */
  PN_ARRAY (uint32_t) edges;
} Draft;

static void
draft_clear (Draft *self)
{
  pn_array_clear (&self->points);
  pn_array_clear (&self->edges);
}

/* Into how many parts an edge is cut so that none is longer than a cell: a power of two, by which
 * the differences of contour points can be divided, so that the parts lie on the edge exactly. The
 * artwork may touch it. */
static int32_t
count_parts (const Draft *self, int32_t dx, int32_t dy)
{
  double length = sqrt ((double)dx * dx + (double)dy * dy) / (self->cell * PN_GRID_UNIT);
  int32_t n_parts = 1;
  while (n_parts < length && dx % (2 * n_parts) == 0 && dy % (2 * n_parts) == 0)
    n_parts *= 2;
  return n_parts;
}

static PnStatus
add_ring (Draft *self, const PnGridPoint *points, size_t n_points)
{
  uint32_t first = (uint32_t)self->points.n_items;
  for (size_t i = 0; i < n_points; i++) {
    PnGridPoint a = points[i], b = points[i + 1 < n_points ? i + 1 : 0];
    int32_t dx = b.x - a.x, dy = b.y - a.y, n_parts = count_parts (self, dx, dy);
    for (int32_t part = 0; part < n_parts; part++) {
      PnGridPoint point = {a.x + dx / n_parts * part, a.y + dy / n_parts * part};
      uint32_t here = (uint32_t)self->points.n_items;
      if (here > PN_MESH_SILHOUETTE_VERTICES_MAX)
        return PN_STATUS_LIMIT;
      int is_last = i + 1 == n_points && part + 1 == n_parts;
      if (pn_array_push (&self->points, point) != PN_STATUS_OK ||
          pn_array_push (&self->edges, here) != PN_STATUS_OK ||
          pn_array_push (&self->edges, is_last ? first : here + 1) != PN_STATUS_OK)
        return PN_STATUS_NO_MEMORY;
    }
  }
  return PN_STATUS_OK;
}

static PnStatus
add_outline (Draft *self)
{
  size_t n_points = self->margin->outline.points.n_items;
  int32_t *slack = reallocarray (NULL, n_points, sizeof *slack);
  if (!slack)
    return PN_STATUS_NO_MEMORY;
  int32_t stray = (int32_t)(STRAY * self->cell * PN_GRID_UNIT);
  for (size_t i = 0; i < n_points; i++)
    slack[i] = self->margin->slack.items[i] < stray ? self->margin->slack.items[i] : stray;

  PnRings rings;
  int32_t shortest = (int32_t)(SHORT_LINE * self->cell * PN_GRID_UNIT);
  PnStatus status = pn_simplify (&self->margin->outline, slack, &self->margin->obstacles, shortest,
                                 PN_MESH_SILHOUETTE_VERTICES_MAX, &rings);
  for (size_t i = 0; i < pn_rings_n_rings (&rings) && status == PN_STATUS_OK; i++) {
    size_t start = rings.starts.items[i], end = rings.starts.items[i + 1];
    status = add_ring (self, &rings.points.items[start], end - start);
  }
  pn_rings_clear (&rings);
  free (slack);
  return status;
}

/* --- Inner points --- */

/* The outline's edges by square bins of one cell, each in all bins it comes within the clearance
 * of. */
typedef struct {
  int64_t x0, y0, size; /* grid units */
  int n_columns, n_rows;
  uint32_t *starts, *edges;
} EdgeBins;

static void
bins_of_edge (const Draft *self, const EdgeBins *bins, uint32_t edge, int range[4])
{
  PnGridPoint a = self->points.items[self->edges.items[2 * edge]];
  PnGridPoint b = self->points.items[self->edges.items[2 * edge + 1]];
  int64_t clearance = (int64_t)(CLEARANCE * self->cell * PN_GRID_UNIT) + 1;
  int64_t low_x = (a.x < b.x ? a.x : b.x) - clearance, low_y = (a.y < b.y ? a.y : b.y) - clearance;
  int64_t high_x = (a.x > b.x ? a.x : b.x) + clearance;
  int64_t high_y = (a.y > b.y ? a.y : b.y) + clearance;
  range[0] = (int)((low_x - bins->x0) / bins->size);
  range[1] = (int)((low_y - bins->y0) / bins->size);
  range[2] = (int)((high_x - bins->x0) / bins->size);
  range[3] = (int)((high_y - bins->y0) / bins->size);
}

static PnStatus
fill_bins (const Draft *self, EdgeBins *bins)
{
  size_t n_bins = (size_t)bins->n_columns * (size_t)bins->n_rows;
  bins->starts = calloc (n_bins + 1, sizeof *bins->starts);
  if (!bins->starts)
    return PN_STATUS_NO_MEMORY;
  uint32_t n_edges = (uint32_t)(self->edges.n_items / 2);
  for (int filling = 0; filling < 2; filling++) {
    for (uint32_t edge = 0; edge < n_edges; edge++) {
      int range[4];
      bins_of_edge (self, bins, edge, range);
      for (int row = range[1]; row <= range[3]; row++)
        for (int column = range[0]; column <= range[2]; column++) {
          uint32_t *end = &bins->starts[row * bins->n_columns + column];
          if (filling)
            bins->edges[--*end] = edge;
          else
            ++*end;
        }
    }
    if (filling)
      break;
    for (size_t bin = 0; bin < n_bins; bin++)
      bins->starts[bin + 1] += bins->starts[bin];
    bins->edges = reallocarray (NULL, (size_t)bins->starts[n_bins] + 1, sizeof *bins->edges);
    if (!bins->edges)
      return PN_STATUS_NO_MEMORY;
  }
  return PN_STATUS_OK;
}

static int
is_near_edge (const Draft *self, uint32_t edge, PnGridPoint p, double distance)
{
  PnGridPoint a = self->points.items[self->edges.items[2 * edge]];
  PnGridPoint b = self->points.items[self->edges.items[2 * edge + 1]];
  double ab_x = (double)b.x - a.x, ab_y = (double)b.y - a.y;
  double ap_x = (double)p.x - a.x, ap_y = (double)p.y - a.y;
  double squared = ab_x * ab_x + ab_y * ab_y, along = ap_x * ab_x + ap_y * ab_y;
  double t = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
  double x = ap_x - t * ab_x, y = ap_y - t * ab_y;
  return x * x + y * y < distance * distance;
}

static int
is_inner_point (const Draft *self, const EdgeBins *bins, PnGridPoint p)
{
  if (!pn_bitmap_get (&self->margin->grown, p.x >> PN_GRID_SHIFT, p.y >> PN_GRID_SHIFT))
    return 0;
  size_t bin = (size_t)((p.y - bins->y0) / bins->size) * (size_t)bins->n_columns +
               (size_t)((p.x - bins->x0) / bins->size);
  for (uint32_t i = bins->starts[bin]; i < bins->starts[bin + 1]; i++)
    if (is_near_edge (self, bins->edges[i], p, CLEARANCE * self->cell * PN_GRID_UNIT))
      return 0;
  return 1;
}

/* Adds the lattice points inside, in rows; the lattice has a point in the middle of the artwork. */
static PnStatus
add_lattice (Draft *self, const EdgeBins *bins, PnGridPoint low, PnGridPoint high)
{
  const PnPixelBox *box = &self->artwork->bounds;
  double middle_x = (box->x0 + box->x1 + 1) * 0.5 * PN_GRID_UNIT;
  double middle_y = (box->y0 + box->y1 + 1) * 0.5 * PN_GRID_UNIT;
  double across = self->cell * PN_GRID_UNIT, down = across * LATTICE_ROW;
  int first_row = (int)ceil ((low.y - middle_y) / down);
  int last_row = (int)floor ((high.y - middle_y) / down);
  for (int row = first_row; row <= last_row; row++) {
    double y = middle_y + row * down, start = middle_x + (row % 2 != 0 ? 0.5 * across : 0);
    int first = (int)ceil ((low.x - start) / across);
    int last = (int)floor ((high.x - start) / across);
    for (int i = first; i <= last; i++) {
      PnGridPoint p = {(int32_t)floor (start + i * across + 0.5), (int32_t)floor (y + 0.5)};
      if (!is_inner_point (self, bins, p))
        continue;
      if (self->points.n_items >= PN_MESH_SILHOUETTE_VERTICES_MAX)
        return PN_STATUS_LIMIT;
      if (pn_array_push (&self->points, p) != PN_STATUS_OK)
        return PN_STATUS_NO_MEMORY;
    }
  }
  return PN_STATUS_OK;
}

static PnStatus
add_inner_points (Draft *self)
{
  PnGridPoint low = self->points.items[0], high = low;
  for (size_t i = 1; i < self->points.n_items; i++) {
    PnGridPoint p = self->points.items[i];
    low = (PnGridPoint){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
    high = (PnGridPoint){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
  }
  int64_t size = (int64_t)(self->cell * PN_GRID_UNIT) + 1;
  EdgeBins bins = {.x0 = low.x - size, .y0 = low.y - size, .size = size};
  bins.n_columns = (int)((high.x - bins.x0) / size) + 2;
  bins.n_rows = (int)((high.y - bins.y0) / size) + 2;
  PnStatus status = fill_bins (self, &bins);
  if (status == PN_STATUS_OK)
    status = add_lattice (self, &bins, low, high);
  free (bins.starts);
  free (bins.edges);
  return status;
}

/* --- The mesh --- */

static PnStatus
make_mesh (const Draft *self, PnMesh **mesh)
{
  PnRefinement refinement = {(int32_t)(SHORT_SIDE * self->cell * PN_GRID_UNIT),
                             PN_MESH_SILHOUETTE_VERTICES_MAX};
  PnTriangulation result;
  PnStatus status = pn_triangulate (self->points.items, self->points.n_items, self->edges.items,
                                    self->edges.n_items / 2, &refinement, &result);
  size_t n_points = result.points.n_items;
  PnVec2 *positions = reallocarray (NULL, n_points + 1, sizeof *positions);
  if (!positions && status == PN_STATUS_OK)
    status = PN_STATUS_NO_MEMORY;
  if (status == PN_STATUS_OK) {
    PnVec2 origin = {self->artwork->origin_x, self->artwork->origin_y};
    for (size_t i = 0; i < n_points; i++)
      positions[i] = pn_vec2_sub (pn_grid_to_vec2 (result.points.items[i]), origin);
    status = pn_mesh_new (positions, NULL, n_points, result.triangles.items,
                          result.triangles.n_items / 3, self->plan->picture_width,
                          self->plan->picture_height, NULL, mesh);
  }
  free (positions);
  pn_triangulation_clear (&result);
  return status;
}

/* Whether every triangle's middle is artwork, its margin or, in a bridge between pixels that touch
 * in a corner, a pixel beside it. */
static int
is_within_margin (const Draft *self, const PnMesh *mesh)
{
  const PnVec2 *positions = pn_mesh_positions (mesh);
  for (size_t t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    const uint32_t *corners = &pn_mesh_triangles (mesh)[3 * t];
    PnVec2 sum = pn_vec2_add (pn_vec2_add (positions[corners[0]], positions[corners[1]]),
                              positions[corners[2]]);
    int x = (int)floor (sum.x / 3) + self->artwork->origin_x;
    int y = (int)floor (sum.y / 3) + self->artwork->origin_y;
    PnPixelBox around = {x - 1, y - 1, x + 1, y + 1};
    if (pn_bitmap_get (&self->margin->obstacles, x, y) &&
        !pn_bitmap_any_in (&self->artwork->bitmap, around))
      return 0;
  }
  return 1;
}

/* One attempt; PN_STATUS_LIMIT where there would be too many vertices. */
static PnStatus
try_cell (const PnArtwork *artwork,
          const PnMeshPlan *plan,
          const PnMargin *margin,
          double cell,
          PnMesh **mesh)
{
  Draft draft = {.artwork = artwork, .plan = plan, .margin = margin, .cell = cell};
  PnStatus status = add_outline (&draft);
  if (status == PN_STATUS_OK)
    status = add_inner_points (&draft);
  if (status == PN_STATUS_OK)
    status = make_mesh (&draft, mesh);
  if (status == PN_STATUS_OK && !is_within_margin (&draft, *mesh)) {
    pn_mesh_unref (*mesh);
    *mesh = NULL;
    status = PN_STATUS_DEGENERATE;
  }
  draft_clear (&draft);
  return status;
}

/* Looks for a cell at which the vertices stay within the limit. */
static PnStatus
choose_cell (const PnArtwork *artwork,
             const PnMeshPlan *plan,
             const PnMargin *margin,
             unsigned *notices,
             PnMesh **mesh)
{
  double cell = plan->cell;
  PnStatus status = try_cell (artwork, plan, margin, cell, mesh);
  for (int i = 0; i < COARSENING_STEPS && status == PN_STATUS_LIMIT; i++) {
    cell *= 1.5;
    *notices |= PN_MESH_NOTICE_COARSENED;
    status = try_cell (artwork, plan, margin, cell, mesh);
  }
  return status;
}

PnStatus
pn_mesh_build_silhouette (PnArtwork *artwork,
                          const PnMeshPlan *plan,
                          unsigned *notices,
                          PnMesh **mesh)
{
  double hole = PN_MESH_HOLE_CELLS * plan->cell;
  PnStatus status = pn_artwork_fill_holes (artwork, hole * hole);
  if (status != PN_STATUS_OK)
    return status;
  /* No outline, or so many that not even triangles are few enough. */
  size_t n_loops = pn_contours_n_loops (&artwork->contours);
  if (n_loops == 0 || 3 * n_loops > PN_MESH_SILHOUETTE_VERTICES_MAX)
    return PN_STATUS_LIMIT;

  PnMargin margin;
  status = pn_margin_grow (&margin, &artwork->bitmap, &artwork->contours, plan->expansion,
                           NOTCH * plan->cell, PN_ARTWORK_EDGES_MAX);
  if (status == PN_STATUS_OK)
    status = choose_cell (artwork, plan, &margin, notices, mesh);
  pn_margin_clear (&margin);
  return status == PN_STATUS_EMPTY ? PN_STATUS_DEGENERATE : status;
}
