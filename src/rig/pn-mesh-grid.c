/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid mesh: square cells over the artwork, two triangles each. A cell is kept where a pixel of
 * the artwork lies in it or within the expansion of it, and with it its eight neighbours, so that
 * weights have room to spread. Gaps narrower than that close: the grid
 * is what the silhouette falls back to, not the other way round. */
#include <math.h>
#include <string.h>

#include "pn-mesh-builder-private.h"

typedef struct {
  double x0, y0; /* of the first cell, in the bitmap */
  double cell_width, cell_height;
  int n_columns, n_rows;
  uint8_t *kept; /* a flag for each cell */
} Cells;

static Cells
lay_cells (const PnArtwork *artwork, const PnMeshPlan *plan)
{
  double cell = plan->cell;
  const PnPixelBox *box = &artwork->bounds;
  double width = box->x1 - box->x0 + 1, height = box->y1 - box->y0 + 1;
  if (artwork->is_full) {
    /* The picture's own rectangle, in cells as nearly square as fit. */
    int n_columns = (int)fmax (1, round (width / cell)),
        n_rows = (int)fmax (1, round (height / cell));
    return (Cells){box->x0, box->y0, width / n_columns, height / n_rows, n_columns, n_rows, NULL};
  }
  int rings = (int)fmax (1, ceil (plan->expansion / cell));
  int n_columns = (int)ceil (width / cell), n_rows = (int)ceil (height / cell);
  return (Cells){
      .x0 = box->x0 + (width - n_columns * cell) / 2 - rings * cell,
      .y0 = box->y0 + (height - n_rows * cell) / 2 - rings * cell,
      .cell_width = cell,
      .cell_height = cell,
      .n_columns = n_columns + 2 * rings,
      .n_rows = n_rows + 2 * rings,
  };
}

static void
keep_covered (Cells *cells, const PnArtwork *artwork)
{
  for (int row = 0; row < cells->n_rows; row++)
    for (int column = 0; column < cells->n_columns; column++) {
      double x = cells->x0 + column * cells->cell_width, y = cells->y0 + row * cells->cell_height;
      PnPixelBox box = {(int)floor (x), (int)floor (y), (int)ceil (x + cells->cell_width) - 1,
                        (int)ceil (y + cells->cell_height) - 1};
      cells->kept[row * cells->n_columns + column] =
          (uint8_t)pn_bitmap_any_in (&artwork->bitmap, box);
    }
}

/* How many cells to each side of a covered cell are kept, `row_offset` rows away from it: those
 * nearer than the expansion, and its eight neighbours in any case. -1 for none. */
static int
reach_in_cells (const PnMeshPlan *plan, const Cells *cells, int row_offset)
{
  double away = (abs (row_offset) > 1 ? abs (row_offset) - 1 : 0) * cells->cell_height;
  int least = abs (row_offset) <= 1 ? 1 : -1;
  if (!(away < plan->expansion))
    return least;
  double along = sqrt (plan->expansion * plan->expansion - away * away);
  int reach = (int)ceil (along / cells->cell_width);
  return reach > least ? reach : least;
}

/* Keeps the cells around a covered one. */
static void
keep_around (Cells *cells, const PnMeshPlan *plan, int row, int column)
{
  int n_columns = cells->n_columns;
  for (int offset = -row; offset < cells->n_rows - row; offset++) {
    int reach = reach_in_cells (plan, cells, offset);
    if (reach < 0)
      continue;
    int first = column > reach ? column - reach : 0;
    int last = column + reach < n_columns ? column + reach : n_columns - 1;
    memset (&cells->kept[(row + offset) * n_columns + first], 1, (size_t)(last - first) + 1);
  }
}

static PnStatus
keep_margin (Cells *cells, const PnMeshPlan *plan)
{
  size_t n_cells = (size_t)cells->n_columns * (size_t)cells->n_rows;
  uint8_t *covered = malloc (n_cells);
  if (!covered)
    return PN_STATUS_NO_MEMORY;
  memcpy (covered, cells->kept, n_cells);
  for (int row = 0; row < cells->n_rows; row++)
    for (int column = 0; column < cells->n_columns; column++)
      if (covered[row * cells->n_columns + column])
        keep_around (cells, plan, row, column);
  free (covered);
  return PN_STATUS_OK;
}

static PnStatus
choose_cells (Cells *cells, const PnArtwork *artwork, const PnMeshPlan *plan)
{
  *cells = lay_cells (artwork, plan);
  cells->kept = malloc ((size_t)cells->n_columns * (size_t)cells->n_rows);
  if (!cells->kept)
    return PN_STATUS_NO_MEMORY;
  keep_covered (cells, artwork);
  return artwork->is_full ? PN_STATUS_OK : keep_margin (cells, plan);
}

/* Numbers the vertices of kept cells row by row into `numbers`, PN_MESH_NONE elsewhere. */
static uint32_t
number_vertices (const Cells *cells, uint32_t *numbers)
{
  int across = cells->n_columns + 1;
  uint32_t n_vertices = 0;
  memset (numbers, 0xff, (size_t)across * ((size_t)cells->n_rows + 1) * sizeof *numbers);
  for (int cell = 0; cell < cells->n_columns * cells->n_rows; cell++) {
    if (!cells->kept[cell])
      continue;
    int vertex = cell / cells->n_columns * across + cell % cells->n_columns;
    numbers[vertex] = numbers[vertex + 1] = 0;
    numbers[vertex + across] = numbers[vertex + across + 1] = 0;
  }
  for (int vertex = 0; vertex < across * (cells->n_rows + 1); vertex++)
    if (numbers[vertex] == 0)
      numbers[vertex] = n_vertices++;
  return n_vertices;
}

/* Two triangles a cell, their diagonals in turn one way and the other so that no direction is
 * stiffer. */
static size_t
list_triangles (const Cells *cells, const uint32_t *numbers, uint32_t *triangles)
{
  static const int splits[2][6] = {{0, 1, 3, 0, 3, 2}, {0, 1, 2, 1, 3, 2}};
  int across = cells->n_columns + 1;
  size_t n_triangles = 0;
  for (int row = 0; row < cells->n_rows; row++)
    for (int column = 0; column < cells->n_columns; column++) {
      if (!cells->kept[row * cells->n_columns + column])
        continue;
      const uint32_t *upper = &numbers[row * across + column], *lower = upper + across;
      uint32_t corners[4] = {upper[0], upper[1], lower[0], lower[1]};
      for (int i = 0; i < 6; i++)
        triangles[3 * n_triangles + (size_t)i] = corners[splits[(row + column) % 2][i]];
      n_triangles += 2;
    }
  return n_triangles;
}

static PnStatus
make_mesh (const Cells *cells,
           const uint32_t *numbers,
           uint32_t n_vertices,
           const PnArtwork *artwork,
           const PnMeshPlan *plan,
           PnMesh **mesh)
{
  size_t n_cells = (size_t)cells->n_columns * (size_t)cells->n_rows;
  PnVec2 *positions = reallocarray (NULL, n_vertices, sizeof *positions);
  uint32_t *triangles = reallocarray (NULL, n_cells, 6 * sizeof *triangles);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (positions && triangles) {
    int across = cells->n_columns + 1;
    for (int vertex = 0; vertex < across * (cells->n_rows + 1); vertex++)
      if (numbers[vertex] != UINT32_MAX)
        positions[numbers[vertex]] =
            pn_vec2 (cells->x0 - artwork->origin_x + vertex % across * cells->cell_width,
                     cells->y0 - artwork->origin_y + vertex / across * cells->cell_height);
    size_t n_triangles = list_triangles (cells, numbers, triangles);
    status = pn_mesh_new (positions, NULL, n_vertices, triangles, n_triangles, plan->picture_width,
                          plan->picture_height, NULL, mesh);
  }
  free (positions);
  free (triangles);
  return status;
}

PnStatus
pn_mesh_build_grid (const PnArtwork *artwork, const PnMeshPlan *plan, PnMesh **mesh)
{
  Cells cells;
  PnStatus status = choose_cells (&cells, artwork, plan);
  uint32_t *numbers = NULL;
  if (status == PN_STATUS_OK) {
    numbers = reallocarray (NULL, ((size_t)cells.n_columns + 1) * ((size_t)cells.n_rows + 1),
                            sizeof *numbers);
    if (!numbers)
      status = PN_STATUS_NO_MEMORY;
  }
  if (status == PN_STATUS_OK) {
    uint32_t n_vertices = number_vertices (&cells, numbers);
    status = make_mesh (&cells, numbers, n_vertices, artwork, plan, mesh);
  }
  free (numbers);
  free (cells.kept);
  return status;
}
