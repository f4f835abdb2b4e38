/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One connected component of a mesh, numbered for elimination.
 *
 * The map of a triangle with corners z and area A that takes them to p is f (z) = a z + b conj (z)
 * + c with a = sum conj (g_j) p_j / 2 and b = sum g_j p_j / 2, where g_j is i e_j / (2 A), the
 * gradient of corner j, and e_j the side opposite. The three g_j sum to zero, so that two are kept,
 * halved and conjugated.
 *
 * Every piece is a problem of its own: numbers that go wrong in one never reach another. */
#include <math.h>
#include <string.h>

#include "pn-elastic-private.h"
#include "pn-mesh-graph-private.h"

static void
number_corners (const PnElasticPiece *piece,
                const PnElasticFactor *factor,
                const uint32_t *triangles,
                uint32_t *corners)
{
  const uint32_t *mesh_corners = pn_mesh_triangles (factor->mesh);
  for (uint32_t t = 0; t < piece->n_triangles; t++)
    for (uint32_t i = 0; i < 3; i++)
      corners[3 * t + i] = factor->locals[mesh_corners[3 * triangles[t] + i]];
}

/* Puts `vertices` into elimination order. `scratch` has room for 3 n_vertices + 1 and `rows` for
 * 15 n_triangles. */
static PnStatus
order_vertices (const PnElasticPiece *piece,
                PnElasticFactor *factor,
                uint32_t *vertices,
                const uint32_t *corners,
                uint32_t *scratch,
                uint32_t *rows)
{
  uint32_t n = piece->n_vertices;
  uint32_t *order = scratch, *before = scratch + n, *starts = scratch + 2 * (size_t)n;
  pn_mesh_graph_fill (n, piece->n_triangles, corners, rows + 3 * (size_t)piece->n_triangles, starts,
                      rows);
  PnSparsePattern pattern = {n, starts, rows};
  PnStatus status = pn_sparse_order (&pattern, order);
  if (status != PN_STATUS_OK)
    return status;
  memcpy (before, vertices, n * sizeof *before);
  for (uint32_t k = 0; k < n; k++) {
    vertices[k] = before[order[k]];
    factor->locals[vertices[k]] = k;
  }
  return PN_STATUS_OK;
}

static uint32_t
farthest_from (const PnElasticPiece *piece, uint32_t vertex)
{
  uint32_t farthest = 0;
  double longest = -1;
  for (uint32_t i = 0; i < piece->n_vertices; i++) {
    double distance = pn_complex_norm (pn_complex_sub (piece->rest[i], piece->rest[vertex]));
    if (distance > longest) {
      longest = distance;
      farthest = i;
    }
  }
  return farthest;
}

static void
place_vertices (PnElasticPiece *piece, const PnElasticFactor *factor, PnComplex *rest)
{
  const PnVec2 *positions = pn_mesh_positions (factor->mesh);
  PnBox box = pn_box_empty ();
  for (uint32_t i = 0; i < piece->n_vertices; i++)
    pn_box_add_point (&box, positions[piece->vertices[i]]);
  piece->centre = pn_complex ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  for (uint32_t i = 0; i < piece->n_vertices; i++)
    rest[i] = pn_complex_sub (pn_elastic_point (positions[piece->vertices[i]]), piece->centre);
  piece->rest = rest;

  /* Two sweeps find about the farthest pair. */
  piece->grounded[0] = farthest_from (piece, 0);
  piece->grounded[1] = farthest_from (piece, piece->grounded[0]);
  piece->size =
      sqrt (pn_complex_norm (pn_complex_sub (rest[piece->grounded[1]], rest[piece->grounded[0]])));
}

static void
fill_gradients (PnElasticPiece *piece, PnComplex *gradients, double *areas)
{
  piece->area = 0;
  for (uint32_t t = 0; t < piece->n_triangles; t++) {
    const uint32_t *corner = piece->corners + 3 * (size_t)t;
    PnComplex z0 = piece->rest[corner[0]], z1 = piece->rest[corner[1]], z2 = piece->rest[corner[2]];
    PnComplex to_1 = pn_complex_sub (z1, z0), to_2 = pn_complex_sub (z2, z0);
    double area = pn_complex_conj_mul (to_1, to_2).im / 2;
    /* conj (i e / (4 A)) for the sides opposite corners 0 and 1. */
    PnComplex e0 = pn_complex_sub (z2, z1), e1 = pn_complex_sub (z0, z2);
    gradients[2 * (size_t)t] = pn_complex (-e0.im / (4 * area), -e0.re / (4 * area));
    gradients[2 * (size_t)t + 1] = pn_complex (-e1.im / (4 * area), -e1.re / (4 * area));
    areas[t] = area;
    piece->area += area;
  }
  piece->gradients = gradients;
  piece->areas = piece->weights = areas;
}

PnStatus
pn_elastic_piece_init (PnElasticPiece *piece,
                       PnElasticFactor *factor,
                       uint32_t *vertices,
                       const uint32_t *triangles)
{
  size_t n = piece->n_vertices, m = piece->n_triangles;
  uint32_t *corners = pn_arena_new (&factor->arena, uint32_t, 3 * m);
  PnComplex *rest = pn_arena_new (&factor->arena, PnComplex, n);
  PnComplex *gradients = pn_arena_new (&factor->arena, PnComplex, 2 * m);
  double *areas = pn_arena_new (&factor->arena, double, m);
  uint32_t *scratch = malloc ((3 * n + 1) * sizeof *scratch);
  uint32_t *rows = malloc (15 * m * sizeof *rows);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (!corners || !rest || !gradients || !areas || !scratch || !rows)
    goto out;

  for (uint32_t i = 0; i < n; i++)
    factor->locals[vertices[i]] = i;
  for (uint32_t t = 0; t < piece->n_triangles; t++)
    factor->triangle_locals[triangles[t]] = t;
  number_corners (piece, factor, triangles, corners);
  status = order_vertices (piece, factor, vertices, corners, scratch, rows);
  if (status != PN_STATUS_OK)
    goto out;
  number_corners (piece, factor, triangles, corners);
  piece->vertices = vertices;
  piece->corners = corners;
  place_vertices (piece, factor, rest);
  fill_gradients (piece, gradients, areas);

  pn_mesh_graph_fill (piece->n_vertices, piece->n_triangles, corners, rows + 3 * m, scratch, rows);
  PnSparsePattern pattern = {piece->n_vertices, scratch, rows};
  status = pn_sparse_symbolic_new (&pattern, &piece->symbolic);

out:
  free (scratch);
  free (rows);
  return status;
}
