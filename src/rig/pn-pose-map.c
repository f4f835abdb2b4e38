/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Points through a posed mesh by the barycentrics of one triangle. Backwards every triangle is
 * looked at: posed meshes lie over themselves, and an index of each pose would cost more than it
 * saves. (Iterating on a blend of bones in place of the triangles leaves points wrong at a sharp
 * bend, where no step leads back over the fold.) */
#include "pn-pose-map.h"

#include <math.h>
#include <string.h>

/* On an edge rounding may put a point outside both of its triangles. */
#define EDGE_TOLERANCE 1e-9
/* Of the rest area: below, a posed triangle is a line and says nothing of what lies beside it. */
#define COLLAPSED_AREA 1e-6

typedef struct {
  PnVec2 corners[3];
} Triangle;

static Triangle
triangle_of (const PnMesh *mesh, const PnVec2 *positions, size_t triangle)
{
  const uint32_t *indices = pn_mesh_triangles (mesh) + 3 * triangle;
  return (Triangle){{positions[indices[0]], positions[indices[1]], positions[indices[2]]}};
}

static int
is_same (const Triangle *a, const Triangle *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

/* Twice the signed area. */
static double
area_of (const Triangle *t)
{
  return pn_vec2_cross (pn_vec2_sub (t->corners[1], t->corners[0]),
                        pn_vec2_sub (t->corners[2], t->corners[0]));
}

/* Sums to 1; any sign outside. */
static void
weights_of (const Triangle *t, PnVec2 p, double weights[3])
{
  PnVec2 a = t->corners[0], to_p = pn_vec2_sub (p, a);
  double area = area_of (t);
  weights[1] = pn_vec2_cross (to_p, pn_vec2_sub (t->corners[2], a)) / area;
  weights[2] = pn_vec2_cross (pn_vec2_sub (t->corners[1], a), to_p) / area;
  weights[0] = 1.0 - weights[1] - weights[2];
}

static PnVec2
at_weights (const Triangle *t, const double w[3])
{
  return pn_vec2 (w[0] * t->corners[0].x + w[1] * t->corners[1].x + w[2] * t->corners[2].x,
                  w[0] * t->corners[0].y + w[1] * t->corners[1].y + w[2] * t->corners[2].y);
}

static double
square_to_triangle (PnVec2 p, const Triangle *t)
{
  double nearest = (double)INFINITY, part;
  for (int i = 0; i < 3; i++)
    nearest = fmin (nearest,
                    pn_vec2_square_to_segment (p, t->corners[i], t->corners[(i + 1) % 3], &part));
  return nearest;
}

PnVec2
pn_pose_map_at (const PnMesh *mesh, const PnVec2 *posed, PnVec2 rest, const PnMeshPlace *place)
{
  Triangle at_rest = triangle_of (mesh, pn_mesh_positions (mesh), place->triangle);
  Triangle now = triangle_of (mesh, posed, place->triangle);
  if (is_same (&at_rest, &now))
    return rest;
  /* Not the place's own weights: outside the mesh those are of the nearest point. */
  double w[3];
  weights_of (&at_rest, rest, w);
  return at_weights (&now, w);
}

PnVec2
pn_pose_map (const PnMesh *mesh, const PnVec2 *posed, PnVec2 rest)
{
  PnMeshPlace place;
  if (pn_mesh_locate (mesh, rest, &place) != PN_STATUS_OK)
    return rest;
  return pn_pose_map_at (mesh, posed, rest, &place);
}

PnStatus
pn_pose_unmap_place (const PnMesh *mesh,
                     const PnVec2 *posed,
                     const uint32_t *order,
                     PnVec2 point,
                     PnMeshPlace *place)
{
  const PnVec2 *rest = pn_mesh_positions (mesh);
  double nearest = (double)INFINITY;
  uint32_t found = 0;
  if (!isfinite (point.x) || !isfinite (point.y))
    return PN_STATUS_NOT_FINITE;

  for (size_t i = pn_mesh_n_triangles (mesh); nearest > 0 && i-- > 0;) {
    uint32_t triangle = order ? order[i] : (uint32_t)i;
    Triangle at_rest = triangle_of (mesh, rest, triangle),
             now = triangle_of (mesh, posed, triangle);
    if (!(fabs (area_of (&now)) > COLLAPSED_AREA * area_of (&at_rest)))
      continue;
    double w[3];
    weights_of (&now, point, w);
    int is_inside = w[0] >= -EDGE_TOLERANCE && w[1] >= -EDGE_TOLERANCE && w[2] >= -EDGE_TOLERANCE;
    double square = is_inside ? 0 : square_to_triangle (point, &now);
    if (square < nearest) {
      nearest = square;
      found = triangle;
    }
  }
  if (!(nearest < (double)INFINITY))
    return PN_STATUS_EMPTY;
  Triangle now = triangle_of (mesh, posed, found);
  place->triangle = found;
  place->distance = sqrt (nearest);
  weights_of (&now, point, place->weights);
  return PN_STATUS_OK;
}

PnVec2
pn_pose_unmap (const PnMesh *mesh, const PnVec2 *posed, const uint32_t *order, PnVec2 point)
{
  PnMeshPlace place;
  if (pn_pose_unmap_place (mesh, posed, order, point, &place) != PN_STATUS_OK)
    return point;
  Triangle at_rest = triangle_of (mesh, pn_mesh_positions (mesh), place.triangle);
  Triangle now = triangle_of (mesh, posed, place.triangle);
  return is_same (&at_rest, &now) ? point : at_weights (&at_rest, place.weights);
}

PnVec2
pn_pin_riding_target (const PnSkeleton *skeleton,
                      const PnAffine *worlds,
                      uint32_t bone,
                      PnVec2 rest,
                      PnVec2 offset)
{
  PnAffine change = pn_skeleton_change (skeleton, worlds, bone);
  return pn_vec2_add (pn_affine_apply (&change, rest),
                      pn_affine_apply_vector (&worlds[bone], offset));
}
