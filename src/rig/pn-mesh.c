/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-mesh.h"

#include <math.h>
#include <string.h>

#include "pn-hash.h"
#include "pn-mesh-private.h"

static void
mesh_free (PnMesh *mesh)
{
  pn_mesh_locator_clear (&mesh->locator);
  free (mesh->boundary_edges);
  free (mesh->triangle_components);
  free (mesh->vertex_components);
  free (mesh->triangles);
  free (mesh->uvs);
  free (mesh->positions);
  free (mesh);
}

PnMesh *
pn_mesh_ref (const PnMesh *mesh)
{
  /* Only the count changes, and that is not part of the value. */
  PnMesh *self = (PnMesh *)(uintptr_t)mesh;
  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
pn_mesh_unref (PnMesh *mesh)
{
  if (atomic_fetch_sub_explicit (&mesh->ref_count, 1, memory_order_acq_rel) == 1)
    mesh_free (mesh);
}

/* --- What is derived from positions and triangles --- */

static uint32_t
find_root (uint32_t *parents, uint32_t v)
{
  while (parents[v] != v) {
    parents[v] = parents[parents[v]];
    v = parents[v];
  }
  return v;
}

/* A vertex has one fan, so what hangs together by vertices hangs together by edges. The root of a
 * tree is its lowest vertex, which is what components are numbered by. */
static void
number_components (PnMesh *mesh)
{
  uint32_t *components = mesh->vertex_components;
  for (uint32_t v = 0; v < mesh->n_vertices; v++)
    components[v] = v;
  for (uint32_t t = 0; t < mesh->n_triangles; t++) {
    for (int i = 1; i < 3; i++) {
      uint32_t a = find_root (components, mesh->triangles[3 * t]);
      uint32_t b = find_root (components, mesh->triangles[3 * t + i]);
      components[a < b ? b : a] = a < b ? a : b;
    }
  }
  for (uint32_t v = 0; v < mesh->n_vertices; v++)
    components[v] = find_root (components, v);
  for (uint32_t v = 0; v < mesh->n_vertices; v++)
    components[v] = components[v] == v ? mesh->n_components++ : components[components[v]];
  for (uint32_t t = 0; t < mesh->n_triangles; t++)
    mesh->triangle_components[t] = components[mesh->triangles[3 * t]];
}

static PnStatus
list_boundary (PnMesh *mesh)
{
  uint32_t n_halves = 3 * mesh->n_triangles;
  uint32_t *mates = reallocarray (NULL, n_halves, sizeof *mates);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (mates)
    status = pn_mesh_pair_halves (mesh->triangles, mesh->n_triangles, mesh->n_vertices, mates);
  if (status != PN_STATUS_OK)
    goto out;

  for (uint32_t half = 0; half < n_halves; half++)
    mesh->n_boundary_edges += mates[half] == PN_MESH_NONE;
  mesh->boundary_edges =
      reallocarray (NULL, 2 * (size_t)mesh->n_boundary_edges + 1, sizeof *mesh->boundary_edges);
  if (!mesh->boundary_edges) {
    status = PN_STATUS_NO_MEMORY;
    goto out;
  }
  uint32_t *edge = mesh->boundary_edges;
  for (uint32_t half = 0; half < n_halves; half++) {
    if (mates[half] != PN_MESH_NONE)
      continue;
    *edge++ = mesh->triangles[half];
    *edge++ = mesh->triangles[pn_mesh_next_half (half)];
  }
out:
  free (mates);
  return status;
}

static uint64_t
compute_signature (const PnMesh *mesh)
{
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_u64 (&hash, mesh->n_vertices);
  pn_hash_u64 (&hash, mesh->n_triangles);
  for (uint32_t v = 0; v < mesh->n_vertices; v++) {
    pn_hash_double (&hash, mesh->positions[v].x);
    pn_hash_double (&hash, mesh->positions[v].y);
    pn_hash_double (&hash, mesh->uvs[v].x);
    pn_hash_double (&hash, mesh->uvs[v].y);
  }
  for (size_t i = 0; i < 3 * (size_t)mesh->n_triangles; i++)
    pn_hash_u64 (&hash, mesh->triangles[i]);
  return pn_hash_value (&hash);
}

PnStatus
pn_mesh_adopt (const PnMeshArrays *arrays, PnMesh **mesh)
{
  PnMesh *self = calloc (1, sizeof *self);
  if (!self) {
    free (arrays->positions);
    free (arrays->uvs);
    free (arrays->triangles);
    return PN_STATUS_NO_MEMORY;
  }
  atomic_init (&self->ref_count, 1);
  self->positions = arrays->positions;
  self->uvs = arrays->uvs;
  self->triangles = arrays->triangles;
  self->n_vertices = arrays->n_vertices;
  self->n_triangles = arrays->n_triangles;
  self->bounds = pn_box_of_points (self->positions, self->n_vertices);
  self->signature = compute_signature (self);
  self->vertex_components = reallocarray (NULL, self->n_vertices, sizeof (uint32_t));
  self->triangle_components = reallocarray (NULL, self->n_triangles, sizeof (uint32_t));

  PnStatus status = PN_STATUS_NO_MEMORY;
  if (self->vertex_components && self->triangle_components) {
    number_components (self);
    status = list_boundary (self);
  }
  if (status == PN_STATUS_OK)
    status = pn_mesh_locator_init (&self->locator, self);
  if (status != PN_STATUS_OK) {
    mesh_free (self);
    return status;
  }
  *mesh = self;
  return PN_STATUS_OK;
}

/* --- Access --- */

size_t
pn_mesh_n_vertices (const PnMesh *mesh)
{
  return mesh->n_vertices;
}

size_t
pn_mesh_n_triangles (const PnMesh *mesh)
{
  return mesh->n_triangles;
}

size_t
pn_mesh_n_components (const PnMesh *mesh)
{
  return mesh->n_components;
}

const PnVec2 *
pn_mesh_positions (const PnMesh *mesh)
{
  return mesh->positions;
}

const PnVec2 *
pn_mesh_uvs (const PnMesh *mesh)
{
  return mesh->uvs;
}

const uint32_t *
pn_mesh_triangles (const PnMesh *mesh)
{
  return mesh->triangles;
}

const uint32_t *
pn_mesh_vertex_components (const PnMesh *mesh)
{
  return mesh->vertex_components;
}

const uint32_t *
pn_mesh_triangle_components (const PnMesh *mesh)
{
  return mesh->triangle_components;
}

const uint32_t *
pn_mesh_boundary_edges (const PnMesh *mesh, size_t *n_edges)
{
  *n_edges = mesh->n_boundary_edges;
  return mesh->boundary_edges;
}

PnBox
pn_mesh_bounds (const PnMesh *mesh)
{
  return mesh->bounds;
}

size_t
pn_mesh_n_bytes (const PnMesh *mesh)
{
  return sizeof *mesh + mesh->n_vertices * (2 * sizeof (PnVec2) + sizeof (uint32_t)) +
         mesh->n_triangles * 4 * sizeof (uint32_t) +
         mesh->n_boundary_edges * 2 * sizeof (uint32_t) + pn_mesh_locator_n_bytes (&mesh->locator);
}

uint64_t
pn_mesh_signature (const PnMesh *mesh)
{
  return mesh->signature;
}

PnVec2
pn_mesh_at (const PnMesh *mesh, const PnVec2 *positions, const PnMeshPlace *place)
{
  const uint32_t *corners = &mesh->triangles[3 * (size_t)place->triangle];
  const double *w = place->weights;
  PnVec2 a = positions[corners[0]], b = positions[corners[1]], c = positions[corners[2]];
  return pn_vec2 (w[0] * a.x + w[1] * b.x + w[2] * c.x, w[0] * a.y + w[1] * b.y + w[2] * c.y);
}
