/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one check of a mesh's promises, for builders and for bytes from outside. Linear time. */
#include <math.h>
#include <string.h>

#include "pn-mesh-private.h"

static PnStatus
fail (PnStatus status, const char *what, const char **reason)
{
  *reason = what;
  return status;
}

static PnStatus
check_vertices (const PnMeshArrays *arrays, const char **reason)
{
  for (uint32_t v = 0; v < arrays->n_vertices; v++) {
    PnVec2 p = arrays->positions[v], uv = arrays->uvs[v];
    if (!isfinite (p.x) || !isfinite (p.y) || !isfinite (uv.x) || !isfinite (uv.y))
      return fail (PN_STATUS_NOT_FINITE, "a vertex is not finite", reason);
    if (fabs (p.x) > PN_MESH_COORDINATE_MAX || fabs (p.y) > PN_MESH_COORDINATE_MAX)
      return fail (PN_STATUS_LIMIT, "a vertex is too far away", reason);
  }
  return PN_STATUS_OK;
}

static PnStatus
check_triangles (const PnMeshArrays *arrays, const char **reason)
{
  for (uint32_t t = 0; t < arrays->n_triangles; t++) {
    const uint32_t *corners = &arrays->triangles[3 * (size_t)t];
    for (int i = 0; i < 3; i++)
      if (corners[i] >= arrays->n_vertices)
        return fail (PN_STATUS_DEGENERATE, "a triangle names a vertex that is not there", reason);
    if (pn_mesh_is_sliver (arrays->positions, corners))
      return fail (PN_STATUS_DEGENERATE, "a triangle has no area", reason);
    if (pn_mesh_cross (arrays->positions, corners) < 0)
      return fail (PN_STATUS_DEGENERATE, "a triangle is wound the other way", reason);
  }
  return PN_STATUS_OK;
}

static uint32_t
count_unpaired (const uint32_t *mates, uint32_t n_halves)
{
  uint32_t n_unpaired = 0;
  for (uint32_t half = 0; half < n_halves; half++)
    n_unpaired += mates[half] == PN_MESH_NONE;
  return n_unpaired;
}

/* Every vertex has exactly one fan when there are as many fans as vertices and none is unused. */
static int
has_one_fan_each (const PnMeshArrays *arrays, const uint32_t *mates, uint32_t *fans, uint32_t *used)
{
  if (pn_mesh_number_fans (mates, arrays->n_triangles, fans) != arrays->n_vertices)
    return 0;
  memset (used, 0, arrays->n_vertices * sizeof *used);
  for (size_t corner = 0; corner < 3 * (size_t)arrays->n_triangles; corner++)
    used[arrays->triangles[corner]] = 1;
  for (uint32_t v = 0; v < arrays->n_vertices; v++)
    if (!used[v])
      return 0;
  return 1;
}

/* Two vertices may share a place only where a pinch was split: if welding them let another edge
 * find its mate, they are one vertex that was forgotten twice. */
static PnStatus
check_topology (const PnMeshArrays *arrays, uint32_t *space, const char **reason)
{
  uint32_t n_halves = 3 * arrays->n_triangles;
  uint32_t *mates = space, *welded = mates + n_halves, *first_alike = welded + n_halves;

  PnStatus status =
      pn_mesh_pair_halves (arrays->triangles, arrays->n_triangles, arrays->n_vertices, mates);
  if (status != PN_STATUS_OK)
    return status;
  if (!has_one_fan_each (arrays, mates, welded, first_alike))
    return fail (PN_STATUS_DEGENERATE, "a vertex has no fan of triangles or several", reason);
  uint32_t n_unpaired = count_unpaired (mates, n_halves);

  status = pn_mesh_weld_map (arrays->positions, arrays->uvs, arrays->n_vertices, first_alike);
  if (status != PN_STATUS_OK)
    return status;
  for (uint32_t half = 0; half < n_halves; half++)
    welded[half] = first_alike[arrays->triangles[half]];
  status = pn_mesh_pair_halves (welded, arrays->n_triangles, arrays->n_vertices, mates);
  if (status != PN_STATUS_OK)
    return status;
  if (count_unpaired (mates, n_halves) != n_unpaired)
    return fail (PN_STATUS_DEGENERATE, "two vertices of one edge lie in the same place", reason);
  return PN_STATUS_OK;
}

PnStatus
pn_mesh_check_arrays (const PnMeshArrays *arrays, const char **reason)
{
  if (arrays->n_vertices == 0 || arrays->n_triangles == 0)
    return fail (PN_STATUS_EMPTY, "there is no triangle", reason);
  if (arrays->n_vertices > PN_MESH_VERTICES_MAX || arrays->n_triangles > PN_MESH_TRIANGLES_MAX)
    return fail (PN_STATUS_LIMIT, "there are too many triangles", reason);

  PnStatus status = check_vertices (arrays, reason);
  if (status == PN_STATUS_OK)
    status = check_triangles (arrays, reason);
  if (status != PN_STATUS_OK)
    return status;

  uint32_t *space =
      reallocarray (NULL, 6 * (size_t)arrays->n_triangles + arrays->n_vertices, sizeof *space);
  if (!space)
    return fail (PN_STATUS_NO_MEMORY, "there is not enough memory", reason);
  status = check_topology (arrays, space, reason);
  free (space);
  return status;
}

PnStatus
pn_mesh_validate (const PnMesh *mesh, const char **reason)
{
  PnMeshArrays arrays = {mesh->positions, mesh->uvs, mesh->triangles, mesh->n_vertices,
                         mesh->n_triangles};
  const char *unused;
  return pn_mesh_check_arrays (&arrays, reason ? reason : &unused);
}
