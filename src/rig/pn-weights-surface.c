/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bone heat (Baran and Popovic 2007, section 4) on the mesh: with L the cotangent Laplacian, M the
 * area of each vertex and d its distance to its nearest bone along the mesh, the weights w of a bone
 * solve (L + c M / d^2) w = (c M / d^2) p, where p is 1 at the vertices whose nearest bone it is and
 * 1/2 at those that two are equally near to. One factor serves all bones, two at a time. What they
 * differ in from the paper: the distance goes along the mesh, in place of a straight line that must
 * not leave it.
 *
 * Obtuse triangles make entries of the wrong sign, and so now and then a weight a little below 0: it
 * is none. */
#include <stdlib.h>
#include <string.h>

#include "pn-ldl.h"
#include "pn-mesh-graph-private.h"
#include "pn-weights-private.h"

/* How strongly a vertex is heated by its bone beside what flows along the mesh. */
#define HEAT 1.0
/* Of the size of a vertex: nearer to a bone it is no hotter. */
#define NEAREST 0.1

typedef struct {
  const PnMesh *mesh;
  PnNearestBone *nearest;
  uint32_t *numbers; /* n_vertices: where each stands in elimination order */
  uint32_t *corners; /* of the triangles, in elimination order */
  double *heats;     /* n_vertices, by mesh */
  PnSparseSymbolic *symbolic;
  PnLdlReal *ldl;
  PnArena arena;
} Heat;

static PnStatus
order_mesh (Heat *heat)
{
  const PnMesh *mesh = heat->mesh;
  uint32_t n = mesh->n_vertices, m = mesh->n_triangles;
  if (n >= INT32_MAX / 3 || m >= INT32_MAX / 15)
    return PN_STATUS_LIMIT;
  uint32_t *scratch = malloc (15 * (size_t)m * sizeof *scratch);
  uint32_t *starts = malloc ((2 * (size_t)n + 1) * sizeof *starts);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (scratch && starts) {
    uint32_t *rows = scratch, *rest = scratch + 3 * (size_t)m, *order = starts + n + 1;
    PnSparsePattern pattern = {n, starts, rows};
    pn_mesh_graph_fill (n, m, mesh->triangles, rest, starts, rows);
    status = pn_sparse_order (&pattern, order);
    if (status == PN_STATUS_OK) {
      for (uint32_t k = 0; k < n; k++)
        heat->numbers[order[k]] = k;
      for (uint32_t i = 0; i < 3 * m; i++)
        heat->corners[i] = heat->numbers[mesh->triangles[i]];
      pn_mesh_graph_fill (n, m, heat->corners, rest, starts, rows);
      status = pn_sparse_symbolic_new (&pattern, &heat->symbolic);
    }
  }
  free (scratch);
  free (starts);
  return status;
}

/* Half the cotangent of each corner joins the two opposite. */
static void
add_triangle (const Heat *heat, uint32_t t, double *diagonal, double *upper, double *areas)
{
  PnSparsePattern pattern = pn_sparse_symbolic_pattern (heat->symbolic);
  const uint32_t *indices = heat->mesh->triangles + 3 * (size_t)t;
  const uint32_t *corners = heat->corners + 3 * (size_t)t;
  const PnVec2 *positions = heat->mesh->positions;
  double cross = pn_mesh_cross (positions, indices);
  for (int j = 0; j < 3; j++) {
    PnVec2 at = positions[indices[j]];
    PnVec2 left = pn_vec2_sub (positions[indices[(j + 1) % 3]], at);
    PnVec2 right = pn_vec2_sub (positions[indices[(j + 2) % 3]], at);
    double half = pn_vec2_dot (left, right) / cross / 2;
    uint32_t a = corners[(j + 1) % 3], b = corners[(j + 2) % 3];
    diagonal[a] += half;
    diagonal[b] += half;
    upper[pn_mesh_graph_entry (pattern.starts, pattern.rows, a, b)] -= half;
    areas[indices[j]] += cross / 6;
  }
}

/* A piece without bones has no heat and would leave the matrix singular: it gets some, and nothing is
 * asked of it. */
static PnStatus
factor (Heat *heat)
{
  const PnMesh *mesh = heat->mesh;
  PnSparsePattern pattern = pn_sparse_symbolic_pattern (heat->symbolic);
  PnArena arena = {0};
  double *diagonal = pn_arena_new (&arena, double, mesh->n_vertices);
  double *upper = pn_arena_new (&arena, double, pattern.starts[mesh->n_vertices]);
  double *areas = pn_arena_new (&arena, double, mesh->n_vertices);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (diagonal && upper && areas) {
    for (uint32_t t = 0; t < mesh->n_triangles; t++)
      add_triangle (heat, t, diagonal, upper, areas);
    for (uint32_t v = 0; v < mesh->n_vertices; v++) {
      double distance = heat->nearest[v].distance, least = NEAREST * sqrt (areas[v]);
      distance = fmax (distance, least);
      heat->heats[v] = distance < (double)INFINITY ? HEAT * areas[v] / (distance * distance) : 1;
      diagonal[heat->numbers[v]] += heat->heats[v];
    }
    status = pn_ldl_real_new (heat->symbolic, diagonal, upper, &heat->ldl);
  }
  pn_arena_clear (&arena);
  return status;
}

/* What heats vertex `v` of bone `bone`. */
static double
share_of (const Heat *heat, uint32_t v, uint32_t bone)
{
  const PnNearestBone *nearest = &heat->nearest[v];
  if (nearest->bones[0] != bone && nearest->bones[1] != bone)
    return 0;
  return nearest->bones[1] == PN_BONE_NONE ? heat->heats[v] : heat->heats[v] / 2;
}

/* Two bones at once; `b` may be PN_BONE_NONE. */
static void
solve_pair (const Heat *heat, uint32_t a, uint32_t b, PnComplex *x, PnSkinWeights *weights)
{
  uint32_t n = heat->mesh->n_vertices;
  for (uint32_t v = 0; v < n; v++)
    x[heat->numbers[v]] =
        pn_complex (share_of (heat, v, a), b == PN_BONE_NONE ? 0 : share_of (heat, v, b));
  pn_ldl_real_solve (heat->ldl, x);
  for (uint32_t v = 0; v < n; v++) {
    if (heat->nearest[v].bones[0] == PN_BONE_NONE)
      continue;
    PnComplex both = x[heat->numbers[v]];
    pn_skin_weights_insert (&weights[v], a, both.re);
    if (b != PN_BONE_NONE)
      pn_skin_weights_insert (&weights[v], b, both.im);
  }
}

static PnStatus
solve_all (const Heat *heat, size_t n_bones, PnSkinWeights *weights)
{
  uint32_t n = heat->mesh->n_vertices, waiting = PN_BONE_NONE;
  unsigned char *is_nearest = calloc (n_bones + 1, 1);
  PnComplex *x = malloc (n * sizeof *x);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (is_nearest && x) {
    status = PN_STATUS_OK;
    for (uint32_t v = 0; v < n; v++)
      for (int i = 0; i < 2; i++)
        if (heat->nearest[v].bones[i] != PN_BONE_NONE)
          is_nearest[heat->nearest[v].bones[i]] = 1;
    for (uint32_t bone = 0; bone < n_bones; bone++) {
      if (!is_nearest[bone])
        continue;
      if (waiting == PN_BONE_NONE) {
        waiting = bone;
        continue;
      }
      solve_pair (heat, waiting, bone, x, weights);
      waiting = PN_BONE_NONE;
    }
    if (waiting != PN_BONE_NONE)
      solve_pair (heat, waiting, PN_BONE_NONE, x, weights);
  }
  free (is_nearest);
  free (x);
  return status;
}

/* The bone nearest to some vertex of piece `piece`, straight across; PN_BONE_NONE where there is
 * none. A look at the piece's circle spares most bones the look at its vertices. */
static uint32_t
nearest_to_piece (const PnMesh *mesh, uint32_t piece, const PnBoneSegment *segments, size_t n_bones)
{
  PnBox box = pn_box_empty ();
  uint32_t found = PN_BONE_NONE;
  double least = (double)INFINITY, part;
  for (uint32_t v = 0; v < mesh->n_vertices; v++)
    if (mesh->vertex_components[v] == piece)
      pn_box_add_point (&box, mesh->positions[v]);
  PnVec2 centre = {(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2};
  double radius =
      sqrt ((box.x1 - centre.x) * (box.x1 - centre.x) + (box.y1 - centre.y) * (box.y1 - centre.y));
  for (uint32_t bone = 0; bone < n_bones; bone++) {
    const PnBoneSegment *segment = &segments[bone];
    if (!pn_bone_segment_is_finite (segment) ||
        sqrt (pn_vec2_square_to_segment (centre, segment->head, segment->tip, &part)) - radius >
            sqrt (least))
      continue;
    for (uint32_t v = 0; v < mesh->n_vertices; v++) {
      double square =
          pn_vec2_square_to_segment (mesh->positions[v], segment->head, segment->tip, &part);
      if (mesh->vertex_components[v] == piece && square < least) {
        least = square;
        found = bone;
      }
    }
  }
  return found;
}

static void
carry_pieces (const Heat *heat,
              const PnBoneSegment *segments,
              size_t n_bones,
              PnSkinWeights *weights)
{
  const PnMesh *mesh = heat->mesh;
  uint32_t done = PN_MESH_NONE, bone = PN_BONE_NONE;
  for (uint32_t piece = 0; piece < mesh->n_components; piece++)
    for (uint32_t v = 0; v < mesh->n_vertices; v++) {
      if (mesh->vertex_components[v] != piece || heat->nearest[v].bones[0] != PN_BONE_NONE)
        continue;
      if (done != piece)
        bone = nearest_to_piece (mesh, piece, segments, n_bones);
      done = piece;
      if (bone != PN_BONE_NONE)
        pn_skin_weights_insert (&weights[v], bone, 1);
    }
}

static PnStatus
bind (Heat *heat,
      const PnBoneSegment *segments,
      size_t n_bones,
      PnSkinWeights *weights,
      PnSourceState *states)
{
  size_t n = heat->mesh->n_vertices;
  heat->nearest = pn_arena_new (&heat->arena, PnNearestBone, n);
  heat->numbers = pn_arena_new (&heat->arena, uint32_t, n);
  heat->heats = pn_arena_new (&heat->arena, double, n);
  heat->corners = pn_arena_new (&heat->arena, uint32_t, 3 * (size_t)heat->mesh->n_triangles);
  if (!heat->nearest || !heat->numbers || !heat->heats || !heat->corners)
    return PN_STATUS_NO_MEMORY;
  PnStatus status = pn_weights_march (heat->mesh, segments, n_bones, heat->nearest, states);
  if (status == PN_STATUS_OK)
    status = order_mesh (heat);
  if (status == PN_STATUS_OK)
    status = factor (heat);
  if (status == PN_STATUS_OK)
    status = solve_all (heat, n_bones, weights);
  if (status == PN_STATUS_OK)
    carry_pieces (heat, segments, n_bones, weights);
  return status;
}

PnStatus
pn_weights_by_surface (const PnMesh *mesh,
                       const PnBoneSegment *segments,
                       size_t n_bones,
                       PnSkinWeights *weights,
                       PnSourceState *states)
{
  Heat heat = {.mesh = mesh};
  PnSkinWeights *own = calloc (mesh->n_vertices, sizeof *own);
  PnSourceState *own_states = calloc (n_bones + 1, sizeof *own_states);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (own && own_states) {
    for (size_t v = 0; v < mesh->n_vertices; v++)
      own[v] = PN_SKIN_WEIGHTS_NONE;
    for (size_t i = 0; i < n_bones; i++)
      if (!pn_bone_segment_is_finite (&segments[i]))
        own_states[i] = PN_SOURCE_NOT_FINITE;
    status = bind (&heat, segments, n_bones, own, own_states);
  }
  if (status == PN_STATUS_OK) {
    for (size_t v = 0; v < mesh->n_vertices; v++)
      pn_skin_weights_normalize (&own[v]);
    memcpy (weights, own, mesh->n_vertices * sizeof *weights);
    if (states)
      memcpy (states, own_states, n_bones * sizeof *states);
  }
  pn_ldl_real_free (heat.ldl);
  pn_sparse_symbolic_free (heat.symbolic);
  pn_arena_clear (&heat.arena);
  free (own);
  free (own_states);
  return status;
}
