/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Both matrices of a mesh, factored piece by piece.
 *
 * With a and b the two parts of a triangle's map, linear in the corners, and A its area, the
 * similarity energy is sum A |b|^2 (Igarashi, Moscovich and Hughes, "As-rigid-as-possible shape
 * manipulation", 2005, step one; per triangle in place of their edge vectors), Hermitian with the
 * similarity motions for its kernel. The rigid energy around fixed targets is sum A (|a|^2 +
 * |b|^2), a real Laplacian with the constants for its kernel (Sorkine and Alexa,
 * "As-rigid-as-possible surface modeling", 2007, on triangles in place of vertex fans, and so
 * without cotangents that a sliver could turn negative).
 *
 * The kernels are taken out by grounding one vertex and two far apart. Their rows become those of
 * the identity, which keeps one pattern for both matrices. Pins are in neither: see
 * pn-elastic-system.c.
 *
 * Costs, for 3,900 vertices, some milliseconds; fails where a number overflows. */
#include <string.h>

#include "pn-elastic-private.h"
#include "pn-math.h"
#include "pn-mesh-graph-private.h"
#include "pn-mesh-private.h"

/* Of PN_STARCH_MAX. */
#define LOG2_OF_MAX 7.64385618977472469674

/* The values of both matrices, as pn_ldl_real_new() and pn_ldl_complex_new() take them. */
typedef struct {
  const uint32_t *starts, *rows;
  double *rigid_diagonal, *similarity_diagonal;
  double *rigid_upper;
  PnComplex *similarity_upper;
} Values;

static void
add_triangle (const PnElasticPiece *piece, uint32_t t, Values *values)
{
  const uint32_t *corner = piece->corners + 3 * (size_t)t;
  const PnComplex *gradient = piece->gradients + 2 * (size_t)t;
  PnComplex f[3] = {gradient[0], gradient[1]};
  f[2] = pn_complex_scale (pn_complex_add (f[0], f[1]), -1);
  double area = piece->weights[t];

  for (int j = 0; j < 3; j++) {
    uint32_t v = corner[j], w = corner[(j + 1) % 3];
    values->rigid_diagonal[v] += 2 * area * pn_complex_norm (f[j]);
    values->similarity_diagonal[v] += area * pn_complex_norm (f[j]);
    /* Entry (v, w) is A f_v conj (f_w), and its real part twice for the rigid matrix. */
    PnComplex entry = pn_complex_scale (pn_complex_conj_mul (f[(j + 1) % 3], f[j]), area);
    uint32_t p = pn_mesh_graph_entry (values->starts, values->rows, v, w);
    values->rigid_upper[p] += 2 * entry.re;
    values->similarity_upper[p] =
        pn_complex_add (values->similarity_upper[p], v < w ? entry : pn_complex_conj (entry));
  }
}

/* Makes the row and column of `vertex` those of the identity, in the similarity matrix and, where
 * given, in the rigid one. */
static void
ground (const PnElasticPiece *piece, uint32_t vertex, Values *values, double *rigid_diagonal)
{
  if (rigid_diagonal)
    rigid_diagonal[vertex] = 1;
  values->similarity_diagonal[vertex] = 1;
  for (uint32_t j = 0; j < piece->n_vertices; j++)
    for (uint32_t p = values->starts[j]; p < values->starts[j + 1]; p++) {
      if (j != vertex && values->rows[p] != vertex)
        continue;
      values->similarity_upper[p] = pn_complex (0, 0);
      if (rigid_diagonal)
        values->rigid_upper[p] = 0;
    }
}

static PnStatus
factor_piece (PnElasticPiece *piece)
{
  uint32_t n = piece->n_vertices;
  PnSparsePattern pattern = pn_sparse_symbolic_pattern (piece->symbolic);
  size_t n_entries = pattern.starts[n];
  Values values = {.starts = pattern.starts, .rows = pattern.rows};
  PnArena arena = {0};
  values.rigid_diagonal = pn_arena_new (&arena, double, n);
  values.similarity_diagonal = pn_arena_new (&arena, double, n);
  values.rigid_upper = pn_arena_new (&arena, double, n_entries);
  values.similarity_upper = pn_arena_new (&arena, PnComplex, n_entries);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (values.rigid_diagonal && values.similarity_diagonal && values.rigid_upper &&
      values.similarity_upper) {
    for (uint32_t t = 0; t < piece->n_triangles; t++)
      add_triangle (piece, t, &values);
    ground (piece, piece->grounded[0], &values, values.rigid_diagonal);
    ground (piece, piece->grounded[1], &values, NULL);
    status =
        pn_ldl_real_new (piece->symbolic, values.rigid_diagonal, values.rigid_upper, &piece->rigid);
    if (status == PN_STATUS_OK)
      status = pn_ldl_complex_new (piece->symbolic, values.similarity_diagonal,
                                   values.similarity_upper, &piece->similarity);
  }
  pn_arena_clear (&arena);
  return status;
}

/* `starts` has room for 2 (n_pieces + 1), `triangles` for those of the mesh. */
static PnStatus
make_pieces (PnElasticFactor *factor, uint32_t *starts, uint32_t *triangles)
{
  const PnMesh *mesh = factor->mesh;
  uint32_t *vertex_starts = starts, *triangle_starts = starts + factor->n_pieces + 1;
  pn_mesh_sort_by_key (NULL, pn_mesh_vertex_components (mesh), (uint32_t)pn_mesh_n_vertices (mesh),
                       factor->n_pieces, vertex_starts, factor->vertices);
  pn_mesh_sort_by_key (NULL, pn_mesh_triangle_components (mesh),
                       (uint32_t)pn_mesh_n_triangles (mesh), factor->n_pieces, triangle_starts,
                       triangles);
  for (uint32_t c = 0; c < factor->n_pieces; c++) {
    PnElasticPiece *piece = &factor->pieces[c];
    piece->n_vertices = vertex_starts[c + 1] - vertex_starts[c];
    piece->n_triangles = triangle_starts[c + 1] - triangle_starts[c];
    if (piece->n_vertices > factor->n_largest)
      factor->n_largest = piece->n_vertices;
    PnStatus status = pn_elastic_piece_init (piece, factor, factor->vertices + vertex_starts[c],
                                             triangles + triangle_starts[c]);
    if (status == PN_STATUS_OK)
      status = factor_piece (piece);
    if (status != PN_STATUS_OK)
      return status;
  }
  return PN_STATUS_OK;
}

static PnStatus
fill_factor (PnElasticFactor *factor)
{
  const PnMesh *mesh = factor->mesh;
  size_t n_vertices = pn_mesh_n_vertices (mesh), n_triangles = pn_mesh_n_triangles (mesh);
  size_t n_pieces = pn_mesh_n_components (mesh);
  if (n_vertices >= INT32_MAX / 3 || n_triangles >= INT32_MAX / 3)
    return PN_STATUS_LIMIT;
  factor->vertices = pn_arena_new (&factor->arena, uint32_t, n_vertices);
  factor->locals = pn_arena_new (&factor->arena, uint32_t, n_vertices);
  factor->triangle_locals = pn_arena_new (&factor->arena, uint32_t, n_triangles);
  factor->mates = pn_arena_new (&factor->arena, uint32_t, 3 * n_triangles);
  factor->fan_starts = pn_arena_new (&factor->arena, uint32_t, n_vertices + 1);
  factor->fans = pn_arena_new (&factor->arena, uint32_t, 3 * n_triangles);
  factor->pieces = pn_arena_new (&factor->arena, PnElasticPiece, n_pieces);
  uint32_t *starts = malloc (2 * (n_pieces + 1) * sizeof *starts);
  uint32_t *triangles = malloc (n_triangles * sizeof *triangles);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (factor->vertices && factor->locals && factor->triangle_locals && factor->mates &&
      factor->fan_starts && factor->fans && factor->pieces && starts && triangles) {
    factor->n_pieces = (uint32_t)n_pieces;
    status = pn_mesh_pair_halves (pn_mesh_triangles (mesh), (uint32_t)n_triangles,
                                  (uint32_t)n_vertices, factor->mates);
    pn_mesh_sort_by_key (NULL, pn_mesh_triangles (mesh), (uint32_t)(3 * n_triangles),
                         (uint32_t)n_vertices, factor->fan_starts, factor->fans);
    if (status == PN_STATUS_OK)
      status = make_pieces (factor, starts, triangles);
  }
  free (starts);
  free (triangles);
  return status;
}

PnStatus
pn_elastic_factor_new (const PnMesh *mesh, PnElasticFactor **factor)
{
  PnElasticFactor *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  atomic_init (&made->ref_count, 1);
  made->mesh = pn_mesh_ref (mesh);
  PnStatus status = fill_factor (made);
  if (status == PN_STATUS_OK)
    *factor = made;
  else
    pn_elastic_factor_unref (made);
  return status;
}

/* Gives each piece that is not of one stiffness weights of its own, and leaves the others those of
 * the plain factor. */
static PnStatus
fill_weights (PnElasticFactor *factor, const uint16_t *stiffness)
{
  const uint32_t *components = pn_mesh_triangle_components (factor->mesh);
  size_t n_triangles = pn_mesh_n_triangles (factor->mesh);
  double times[PN_STARCH_STEPS + 1] = {1};
  double **weights = calloc (factor->n_pieces, sizeof *weights);
  uint32_t *firsts = calloc (factor->n_pieces, sizeof *firsts);
  PnStatus status = weights && firsts ? PN_STATUS_OK : PN_STATUS_NO_MEMORY;
  for (size_t t = n_triangles; t-- > 0 && status == PN_STATUS_OK;)
    firsts[components[t]] = stiffness[t];
  for (size_t t = 0; t < n_triangles && status == PN_STATUS_OK; t++) {
    uint32_t c = components[t];
    if (stiffness[t] == firsts[c] || weights[c])
      continue;
    weights[c] = pn_arena_new (&factor->arena, double, factor->pieces[c].n_triangles);
    if (!weights[c])
      status = PN_STATUS_NO_MEMORY;
  }
  for (size_t t = 0; t < n_triangles && status == PN_STATUS_OK; t++) {
    PnElasticPiece *piece = &factor->pieces[components[t]];
    uint32_t local = factor->triangle_locals[t], level = stiffness[t];
    if (!(times[level] > 0))
      times[level] = pn_exp2 (level * (LOG2_OF_MAX / PN_STARCH_STEPS));
    if (!weights[components[t]])
      continue;
    weights[components[t]][local] = piece->areas[local] * times[level];
    piece->weights = weights[components[t]];
  }
  free (weights);
  free (firsts);
  return status;
}

PnStatus
pn_elastic_factor_stiffen (const PnElasticFactor *plain,
                           const uint16_t *stiffness,
                           PnElasticFactor **stiff)
{
  size_t n_triangles = pn_mesh_n_triangles (plain->mesh);
  PnElasticFactor *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  atomic_init (&made->ref_count, 1);
  made->mesh = pn_mesh_ref (plain->mesh);
  made->plain = pn_elastic_factor_ref (plain);
  made->n_pieces = plain->n_pieces;
  made->n_largest = plain->n_largest;
  made->vertices = plain->vertices;
  made->locals = plain->locals;
  made->triangle_locals = plain->triangle_locals;
  made->mates = plain->mates;
  made->fan_starts = plain->fan_starts;
  made->fans = plain->fans;
  made->pieces = pn_arena_new (&made->arena, PnElasticPiece, plain->n_pieces);
  made->stiffness = pn_arena_new (&made->arena, uint16_t, n_triangles);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (made->pieces && made->stiffness) {
    memcpy (made->pieces, plain->pieces, plain->n_pieces * sizeof *made->pieces);
    memcpy (made->stiffness, stiffness, n_triangles * sizeof *stiffness);
    status = fill_weights (made, stiffness);
  }
  for (uint32_t c = 0; c < plain->n_pieces && status == PN_STATUS_OK; c++) {
    if (made->pieces[c].weights == plain->pieces[c].weights)
      continue;
    made->pieces[c].rigid = NULL;
    made->pieces[c].similarity = NULL;
    status = factor_piece (&made->pieces[c]);
  }
  if (status == PN_STATUS_OK)
    *stiff = made;
  else
    pn_elastic_factor_unref (made);
  return status;
}

PnElasticFactor *
pn_elastic_factor_ref (const PnElasticFactor *factor)
{
  PnElasticFactor *self = (PnElasticFactor *)(uintptr_t)factor;
  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
pn_elastic_factor_unref (PnElasticFactor *factor)
{
  if (!factor || atomic_fetch_sub_explicit (&factor->ref_count, 1, memory_order_acq_rel) != 1)
    return;
  const PnElasticFactor *plain = factor->plain;
  for (uint32_t c = 0; c < factor->n_pieces && factor->pieces; c++) {
    PnElasticPiece *piece = &factor->pieces[c];
    if (plain && piece->rigid == plain->pieces[c].rigid)
      continue;
    pn_ldl_real_free (piece->rigid);
    pn_ldl_complex_free (piece->similarity);
    if (!plain)
      pn_sparse_symbolic_free (piece->symbolic);
  }
  pn_elastic_factor_unref (factor->plain);
  pn_mesh_unref (factor->mesh);
  pn_arena_clear (&factor->arena);
  free (factor);
}

const PnMesh *
pn_elastic_factor_mesh (const PnElasticFactor *factor)
{
  return factor->mesh;
}

size_t
pn_elastic_factor_n_bytes (const PnElasticFactor *factor)
{
  size_t n_bytes = sizeof *factor + factor->arena.n_bytes;
  for (uint32_t c = 0; c < factor->n_pieces; c++) {
    const PnElasticPiece *piece = &factor->pieces[c];
    if (factor->plain && piece->rigid == factor->plain->pieces[c].rigid)
      continue;
    n_bytes += pn_ldl_real_n_bytes (piece->rigid) + pn_ldl_complex_n_bytes (piece->similarity);
    if (!factor->plain)
      n_bytes += pn_sparse_symbolic_n_bytes (piece->symbolic);
  }
  return n_bytes;
}
