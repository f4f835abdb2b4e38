/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-mesh-builder.h"

/* An alpha channel to paint test figures into. */
typedef struct {
  PnCoverage coverage;
  guint8 *alpha;
} PnTestPicture;

static inline PnTestPicture
pn_test_picture (int width, int height)
{
  guint8 *alpha = g_malloc0 ((gsize)width * (gsize)height);
  return (PnTestPicture){{alpha, (gsize)width, width, height}, alpha};
}

static inline void
pn_test_picture_clear (PnTestPicture *picture)
{
  g_clear_pointer (&picture->alpha, g_free);
}

static inline void
pn_test_picture_set (PnTestPicture *picture, int x, int y, guint8 alpha)
{
  const PnCoverage *coverage = &picture->coverage;
  if (x >= 0 && y >= 0 && x < coverage->width && y < coverage->height)
    picture->alpha[(gsize)y * coverage->stride + (gsize)x] = alpha;
}

/* Pixels x0 to x1 and y0 to y1, both included. */
static inline void
pn_test_picture_box (PnTestPicture *picture, int x0, int y0, int x1, int y1, guint8 alpha)
{
  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++)
      pn_test_picture_set (picture, x, y, alpha);
}

/* Pixels whose centre is within `radius` of the segment. */
static inline void
pn_test_picture_limb (PnTestPicture *picture, PnVec2 a, PnVec2 b, double radius, guint8 alpha)
{
  PnVec2 along = pn_vec2_sub (b, a);
  double squared = pn_vec2_dot (along, along);
  for (int y = 0; y < picture->coverage.height; y++)
    for (int x = 0; x < picture->coverage.width; x++) {
      PnVec2 off = pn_vec2_sub (pn_vec2 (x + 0.5, y + 0.5), a);
      double t = squared > 0 ? CLAMP (pn_vec2_dot (off, along) / squared, 0, 1) : 0;
      off = pn_vec2_sub (off, pn_vec2_scale (along, t));
      if (pn_vec2_dot (off, off) <= radius * radius)
        pn_test_picture_set (picture, x, y, alpha);
    }
}

static inline gboolean
pn_test_picture_covers (const PnTestPicture *picture, int x, int y)
{
  const PnCoverage *coverage = &picture->coverage;
  return x >= 0 && y >= 0 && x < coverage->width && y < coverage->height &&
         picture->alpha[(gsize)y * coverage->stride + (gsize)x] >= PN_COVERAGE_THRESHOLD;
}

/* The distance from a point to the nearest covered pixel's square, or `reach` if that is less. */
static inline double
pn_test_picture_distance (const PnTestPicture *picture, PnVec2 p, double reach)
{
  double best = reach * reach;
  int y1 = (int)(p.y + reach) + 1, x1 = (int)(p.x + reach) + 1;
  for (int y = (int)(p.y - reach) - 1; y <= y1; y++)
    for (int x = (int)(p.x - reach) - 1; x <= x1; x++) {
      PnVec2 off = pn_vec2_sub (p, pn_vec2 (CLAMP (p.x, x, x + 1), CLAMP (p.y, y, y + 1)));
      if (pn_vec2_dot (off, off) < best && pn_test_picture_covers (picture, x, y))
        best = pn_vec2_dot (off, off);
    }
  return best < reach * reach ? sqrt (best) : reach;
}

/* Every corner and centre of every covered pixel lies in the mesh. */
static inline gboolean
pn_test_mesh_covers (const PnMesh *mesh, const PnTestPicture *picture)
{
  static const double at[5][2] = {{0.5, 0.5}, {0, 0}, {1, 0}, {0, 1}, {1, 1}};
  for (int y = 0; y < picture->coverage.height; y++)
    for (int x = 0; x < picture->coverage.width; x++)
      for (int i = 0; i < 5 && pn_test_picture_covers (picture, x, y); i++) {
        PnMeshPlace place;
        pn_mesh_locate (mesh, pn_vec2 (x + at[i][0], y + at[i][1]), &place);
        if (place.distance > 1e-9) {
          g_test_message ("pixel %d, %d is %g px off the mesh", x, y, place.distance);
          return FALSE;
        }
      }
  return TRUE;
}

/* The farthest that a triangle's centroid lies from the artwork, up to `reach`. */
static inline double
pn_test_mesh_farthest_centroid (const PnMesh *mesh, const PnTestPicture *picture, double reach)
{
  const PnVec2 *at = pn_mesh_positions (mesh);
  double farthest = 0;
  for (gsize t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    const guint32 *corners = pn_mesh_triangles (mesh) + 3 * t;
    PnVec2 sum = pn_vec2_add (pn_vec2_add (at[corners[0]], at[corners[1]]), at[corners[2]]);
    double distance = pn_test_picture_distance (picture, pn_vec2_scale (sum, 1.0 / 3), reach);
    farthest = MAX (farthest, distance);
  }
  return farthest;
}
