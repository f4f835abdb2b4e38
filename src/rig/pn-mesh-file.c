/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mesh as bytes, all little-endian:
 *
 *   "PNMS", version (u32), n_vertices (u32), n_triangles (u32)
 *   positions (n_vertices x 2 doubles), UVs (the same), triangles (n_triangles x 3 u32)
 *
 * The rest of a mesh is derived again. */
#include <string.h>

#include "pn-mesh-private.h"

#define MAGIC "PNMS"
#define VERSION 1
#define HEADER_BYTES 16
#define VERTEX_BYTES 32
#define TRIANGLE_BYTES 12

static uint8_t *
put_u32 (uint8_t *at, uint32_t value)
{
  for (int i = 0; i < 4; i++)
    at[i] = (uint8_t)(value >> (8 * i));
  return at + 4;
}

static uint8_t *
put_vec2s (uint8_t *at, const PnVec2 *values, uint32_t n_values)
{
  for (uint32_t v = 0; v < n_values; v++) {
    uint64_t bits[2];
    memcpy (bits, &values[v], sizeof bits);
    for (int i = 0; i < 4; i++)
      at = put_u32 (at, (uint32_t)(bits[i / 2] >> (i % 2 * 32)));
  }
  return at;
}

static uint32_t
get_u32 (const uint8_t *at)
{
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static const uint8_t *
get_vec2s (const uint8_t *at, PnVec2 *values, uint32_t n_values)
{
  for (uint32_t v = 0; v < n_values; v++) {
    uint64_t bits[2] = {
        get_u32 (at) | (uint64_t)get_u32 (at + 4) << 32,
        get_u32 (at + 8) | (uint64_t)get_u32 (at + 12) << 32,
    };
    memcpy (&values[v], bits, sizeof bits);
    at += sizeof bits;
  }
  return at;
}

size_t
pn_mesh_serialized_size (const PnMesh *mesh)
{
  return HEADER_BYTES + VERTEX_BYTES * (size_t)mesh->n_vertices +
         TRIANGLE_BYTES * (size_t)mesh->n_triangles;
}

void
pn_mesh_serialize (const PnMesh *mesh, uint8_t *bytes)
{
  memcpy (bytes, MAGIC, 4);
  uint8_t *at = put_u32 (bytes + 4, VERSION);
  at = put_u32 (at, mesh->n_vertices);
  at = put_u32 (at, mesh->n_triangles);
  at = put_vec2s (at, mesh->positions, mesh->n_vertices);
  at = put_vec2s (at, mesh->uvs, mesh->n_vertices);
  for (size_t i = 0; i < 3 * (size_t)mesh->n_triangles; i++)
    at = put_u32 (at, mesh->triangles[i]);
}

PnStatus
pn_mesh_deserialize (const uint8_t *bytes, size_t n_bytes, PnMesh **mesh)
{
  if (n_bytes < HEADER_BYTES || memcmp (bytes, MAGIC, 4) != 0)
    return PN_STATUS_DEGENERATE;
  if (get_u32 (bytes + 4) > VERSION)
    return PN_STATUS_LIMIT;
  PnMeshArrays arrays = {.n_vertices = get_u32 (bytes + 8), .n_triangles = get_u32 (bytes + 12)};
  if (get_u32 (bytes + 4) != VERSION ||
      n_bytes != HEADER_BYTES + VERTEX_BYTES * (uint64_t)arrays.n_vertices +
                     TRIANGLE_BYTES * (uint64_t)arrays.n_triangles)
    return PN_STATUS_DEGENERATE;

  size_t n_corners = 3 * (size_t)arrays.n_triangles;
  arrays.positions = reallocarray (NULL, (size_t)arrays.n_vertices + 1, sizeof (PnVec2));
  arrays.uvs = reallocarray (NULL, (size_t)arrays.n_vertices + 1, sizeof (PnVec2));
  arrays.triangles = reallocarray (NULL, n_corners + 1, sizeof (uint32_t));
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (arrays.positions && arrays.uvs && arrays.triangles) {
    const uint8_t *at = get_vec2s (bytes + HEADER_BYTES, arrays.positions, arrays.n_vertices);
    at = get_vec2s (at, arrays.uvs, arrays.n_vertices);
    for (size_t i = 0; i < n_corners; i++)
      arrays.triangles[i] = get_u32 (at + 4 * i);
    const char *unused;
    status = pn_mesh_check_arrays (&arrays, &unused);
  }
  if (status == PN_STATUS_OK)
    return pn_mesh_adopt (&arrays, mesh);

  free (arrays.positions);
  free (arrays.uvs);
  free (arrays.triangles);
  return status == PN_STATUS_NO_MEMORY ? status : PN_STATUS_DEGENERATE;
}
