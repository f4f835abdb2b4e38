/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From any list of triangles to a mesh the solver can trust: bad faces dropped, one winding, equal
 * vertices welded, and every fan of triangles given a vertex of its own. Two pieces that shared one
 * vertex would leave the similarity matrix singular. Linear time. */
#include <math.h>
#include <string.h>

#include "pn-mesh-private.h"

static void
draft_clear (PnMeshArrays *draft)
{
  free (draft->positions);
  free (draft->uvs);
  free (draft->triangles);
}

static int
is_within_reach (PnVec2 p)
{
  return fabs (p.x) <= PN_MESH_COORDINATE_MAX && fabs (p.y) <= PN_MESH_COORDINATE_MAX;
}

static PnStatus
copy_vertices (PnMeshArrays *draft,
               const PnVec2 *positions,
               const PnVec2 *uvs,
               double picture_width,
               double picture_height)
{
  for (uint32_t v = 0; v < draft->n_vertices; v++) {
    /* Adding zero turns -0 into 0, so that equal values have equal bits. */
    PnVec2 p = pn_vec2_add (positions[v], pn_vec2 (0, 0));
    PnVec2 uv = uvs ? pn_vec2_add (uvs[v], pn_vec2 (0, 0))
                    : pn_vec2 (p.x / picture_width, p.y / picture_height);
    if (!isfinite (p.x) || !isfinite (p.y) || !isfinite (uv.x) || !isfinite (uv.y))
      return PN_STATUS_NOT_FINITE;
    if (!is_within_reach (p))
      return PN_STATUS_LIMIT;
    draft->positions[v] = p;
    draft->uvs[v] = uv;
  }
  return PN_STATUS_OK;
}

/* Copies the triangles that have an area, all in one winding, with welded corners. */
static PnStatus
copy_triangles (PnMeshArrays *draft,
                const uint32_t *triangles,
                size_t n_triangles,
                unsigned *notices)
{
  uint32_t *first_alike = reallocarray (NULL, (size_t)draft->n_vertices + 1, sizeof (uint32_t));
  if (!first_alike)
    return PN_STATUS_NO_MEMORY;
  PnStatus status = pn_mesh_weld_map (draft->positions, draft->uvs, draft->n_vertices, first_alike);

  for (size_t t = 0; t < n_triangles && status == PN_STATUS_OK; t++) {
    const uint32_t *from = &triangles[3 * t];
    uint32_t *corners = &draft->triangles[3 * (size_t)draft->n_triangles];
    if (from[0] >= draft->n_vertices || from[1] >= draft->n_vertices ||
        from[2] >= draft->n_vertices)
      continue;
    for (int i = 0; i < 3; i++)
      corners[i] = first_alike[from[i]];
    if (pn_mesh_is_sliver (draft->positions, corners))
      continue;
    if (pn_mesh_cross (draft->positions, corners) < 0) {
      uint32_t swapped = corners[1];
      corners[1] = corners[2];
      corners[2] = swapped;
    }
    draft->n_triangles++;
  }
  free (first_alike);
  if (status == PN_STATUS_OK && draft->n_triangles < n_triangles)
    *notices |= PN_MESH_NOTICE_BAD_FACES_DROPPED;
  return status;
}

/* Says for each fan which vertex it stands on after renumbering: the first fan of an old vertex
 * takes that vertex's turn, further ones are appended. */
static void
place_fans (const PnMeshArrays *draft,
            const uint32_t *fans,
            uint32_t n_fans,
            uint32_t *old_of_fan,
            uint32_t *new_of_fan,
            uint32_t *fan_of_old)
{
  for (uint32_t v = 0; v < draft->n_vertices; v++)
    fan_of_old[v] = PN_MESH_NONE;
  for (uint32_t corner = 0; corner < 3 * draft->n_triangles; corner++)
    old_of_fan[fans[corner]] = draft->triangles[corner];
  for (uint32_t fan = 0; fan < n_fans; fan++)
    if (fan_of_old[old_of_fan[fan]] == PN_MESH_NONE)
      fan_of_old[old_of_fan[fan]] = fan;

  uint32_t n_placed = 0;
  for (uint32_t v = 0; v < draft->n_vertices; v++)
    if (fan_of_old[v] != PN_MESH_NONE)
      new_of_fan[fan_of_old[v]] = n_placed++;
  for (uint32_t fan = 0; fan < n_fans; fan++)
    if (fan_of_old[old_of_fan[fan]] != fan)
      new_of_fan[fan] = n_placed++;
}

/* One vertex for each fan; vertices that no triangle uses have none. */
static PnStatus
split_fans (PnMeshArrays *draft)
{
  size_t n_corners = 3 * (size_t)draft->n_triangles;
  uint32_t *space = reallocarray (NULL, 4 * n_corners + draft->n_vertices, sizeof *space);
  if (!space)
    return PN_STATUS_NO_MEMORY;
  uint32_t *mates = space, *fans = mates + n_corners;
  uint32_t *old_of_fan = fans + n_corners, *new_of_fan = old_of_fan + n_corners;
  uint32_t *fan_of_old = new_of_fan + n_corners;

  PnStatus status =
      pn_mesh_pair_halves (draft->triangles, draft->n_triangles, draft->n_vertices, mates);
  if (status != PN_STATUS_OK) {
    free (space);
    return status;
  }
  uint32_t n_fans = pn_mesh_number_fans (mates, draft->n_triangles, fans);
  place_fans (draft, fans, n_fans, old_of_fan, new_of_fan, fan_of_old);

  PnVec2 *positions = reallocarray (NULL, n_fans, sizeof *positions);
  PnVec2 *uvs = reallocarray (NULL, n_fans, sizeof *uvs);
  if (!positions || !uvs) {
    free (positions);
    free (uvs);
    free (space);
    return PN_STATUS_NO_MEMORY;
  }
  for (uint32_t fan = 0; fan < n_fans; fan++) {
    positions[new_of_fan[fan]] = draft->positions[old_of_fan[fan]];
    uvs[new_of_fan[fan]] = draft->uvs[old_of_fan[fan]];
  }
  for (size_t corner = 0; corner < n_corners; corner++)
    draft->triangles[corner] = new_of_fan[fans[corner]];
  free (draft->positions);
  free (draft->uvs);
  free (space);
  draft->positions = positions;
  draft->uvs = uvs;
  draft->n_vertices = n_fans;
  return PN_STATUS_OK;
}

PnStatus
pn_mesh_new (const PnVec2 *positions,
             const PnVec2 *uvs,
             size_t n_vertices,
             const uint32_t *triangles,
             size_t n_triangles,
             double picture_width,
             double picture_height,
             unsigned *notices,
             PnMesh **mesh)
{
  if (n_vertices == 0 || n_triangles == 0)
    return PN_STATUS_EMPTY;
  if (n_vertices > PN_MESH_VERTICES_MAX || n_triangles > PN_MESH_TRIANGLES_MAX)
    return PN_STATUS_LIMIT;

  unsigned seen = PN_MESH_NOTICE_NONE;
  PnMeshArrays draft = {
      .positions = reallocarray (NULL, n_vertices, sizeof (PnVec2)),
      .uvs = reallocarray (NULL, n_vertices, sizeof (PnVec2)),
      .n_vertices = (uint32_t)n_vertices,
      .triangles = reallocarray (NULL, n_triangles, 3 * sizeof (uint32_t)),
  };
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (draft.positions && draft.uvs && draft.triangles)
    status = copy_vertices (&draft, positions, uvs, picture_width, picture_height);
  if (status == PN_STATUS_OK)
    status = copy_triangles (&draft, triangles, n_triangles, &seen);
  if (status == PN_STATUS_OK && draft.n_triangles == 0)
    status = PN_STATUS_EMPTY;
  if (status == PN_STATUS_OK)
    status = split_fans (&draft);
  if (status != PN_STATUS_OK) {
    draft_clear (&draft);
    return status;
  }
  status = pn_mesh_adopt (&draft, mesh);
  if (status == PN_STATUS_OK && notices)
    *notices = seen;
  return status;
}
