/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "pn-mesh-builder.h"
#include "pn-test-bits.h"
#include "pn-test-picture.h"

static PnMesh *
build (const PnTestPicture *picture,
       PnMeshMode mode,
       double density,
       double expansion,
       unsigned *notices)
{
  PnMeshRecipe recipe = {mode, density, expansion};
  PnMesh *mesh = NULL;
  unsigned seen = 0;
  g_assert_cmpint (pn_mesh_build (&picture->coverage, &recipe, &seen, &mesh), ==, PN_STATUS_OK);
  const char *reason = NULL;
  if (pn_mesh_validate (mesh, &reason) != PN_STATUS_OK)
    g_error ("%s", reason);
  if (notices)
    *notices = seen;
  return mesh;
}

static double
area (const PnMesh *mesh)
{
  double sum = 0;
  for (size_t t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    const uint32_t *corners = pn_mesh_triangles (mesh) + 3 * t;
    const PnVec2 *at = pn_mesh_positions (mesh);
    sum += pn_vec2_cross (pn_vec2_sub (at[corners[1]], at[corners[0]]),
                          pn_vec2_sub (at[corners[2]], at[corners[0]]));
  }
  return sum / 2;
}

static gboolean
is_in_mesh (const PnMesh *mesh, double x, double y)
{
  PnMeshPlace place;
  pn_mesh_locate (mesh, pn_vec2 (x, y), &place);
  return !(place.distance > 0);
}

/* --- The grid --- */

static void
test_grid_culled (void)
{
  PnTestPicture picture = pn_test_picture (300, 200);
  pn_test_picture_limb (&picture, pn_vec2 (30, 30), pn_vec2 (270, 170), 12, 255);
  PnMesh *mesh = build (&picture, PN_MESH_GRID, 20, 0, NULL);
  g_assert_true (pn_test_mesh_covers (mesh, &picture));
  g_assert_false (is_in_mesh (mesh, 270, 30));
  double cell = 264 / 20.0, two_cells = 2 * sqrt (2) * cell;
  g_assert_cmpfloat (pn_test_mesh_farthest_centroid (mesh, &picture, 100), <, two_cells);
  g_assert_cmpfloat (pn_mesh_bounds (mesh).x0, <=, 18.001 - cell);
  pn_mesh_unref (mesh);

  /* The margin grows with the expansion, by whole cells. */
  PnMesh *wide = build (&picture, PN_MESH_GRID, 20, 40, NULL);
  g_assert_true (is_in_mesh (wide, 30 - 12 - 40, 30));
  g_assert_cmpfloat (pn_test_mesh_farthest_centroid (wide, &picture, 100), <, 40 + two_cells);
  pn_mesh_unref (wide);
  pn_test_picture_clear (&picture);
}

static void
test_grid_density (void)
{
  PnTestPicture picture = pn_test_picture (120, 90);
  pn_test_picture_box (&picture, 10, 10, 109, 79, 255);
  size_t before = 0;
  double densities[] = {-5, 2, 10, 50, 1000, NAN};
  for (int i = 0; i < 6; i++) {
    unsigned notices;
    PnMesh *mesh = build (&picture, PN_MESH_GRID, densities[i], 0, &notices);
    g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_NONE);
    if (i == 1 || i == 4) /* clamped to the range */
      g_assert_cmpuint (pn_mesh_n_vertices (mesh), ==, before);
    else if (i > 1 && i < 5)
      g_assert_cmpuint (pn_mesh_n_vertices (mesh), >, before);
    before = pn_mesh_n_vertices (mesh);
    pn_mesh_unref (mesh);
  }
  pn_test_picture_clear (&picture);
}

/* A dot in a wide margin at full density would be a million vertices. */
static void
test_grid_coarsened (void)
{
  PnTestPicture picture = pn_test_picture (20, 20);
  pn_test_picture_set (&picture, 7, 7, 255);
  unsigned notices;
  PnMesh *mesh = build (&picture, PN_MESH_GRID, 50, 100, &notices);
  g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_COARSENED);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), <=, 10000);
  g_assert_true (is_in_mesh (mesh, 7.5 - 70, 7.5 + 70));
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

/* --- Every mode --- */

static void
test_tiny_and_empty (gconstpointer data)
{
  PnMeshMode mode = (PnMeshMode)GPOINTER_TO_INT (data);
  PnTestPicture picture = pn_test_picture (32, 32);
  PnMeshRecipe recipe = {mode, 15, 8};
  PnMesh *mesh = NULL;
  g_assert_cmpint (pn_mesh_build (&picture.coverage, &recipe, NULL, &mesh), ==, PN_STATUS_EMPTY);
  pn_test_picture_box (&picture, 0, 0, 31, 31, PN_COVERAGE_THRESHOLD - 1);
  g_assert_cmpint (pn_mesh_build (&picture.coverage, &recipe, NULL, &mesh), ==, PN_STATUS_EMPTY);
  g_assert_null (mesh);
  PnCoverage none = {NULL, 0, 0, 0};
  g_assert_cmpint (pn_mesh_build (&none, &recipe, NULL, &mesh), ==, PN_STATUS_EMPTY);
  pn_test_picture_clear (&picture);

  for (int i = 0; i < 4; i++) {
    int n = i == 3 ? 1 : 32;
    picture = pn_test_picture (n, n);
    if (i == 0)
      pn_test_picture_set (&picture, 16, 16, PN_COVERAGE_THRESHOLD);
    else if (i == 1)
      pn_test_picture_box (&picture, 0, 0, 31, 0, 255);
    else
      pn_test_picture_box (&picture, 0, 0, n - 1, n - 1, 255);
    unsigned notices;
    mesh = build (&picture, mode, 15, 8, &notices);
    g_assert_cmpuint (pn_mesh_n_triangles (mesh), >=, 2);
    g_assert_true (pn_test_mesh_covers (mesh, &picture));
    g_assert_cmpint ((notices & PN_MESH_NOTICE_NO_ALPHA) != 0, ==, i >= 2);
    pn_mesh_unref (mesh);
    pn_test_picture_clear (&picture);
  }
}

/* A block and three single pixels. */
static void
test_specks (gconstpointer data)
{
  PnMeshMode mode = (PnMeshMode)GPOINTER_TO_INT (data);
  PnTestPicture picture = pn_test_picture (64, 64);
  pn_test_picture_box (&picture, 2, 2, 21, 21, 255);
  PnTestPicture block = pn_test_picture (64, 64);
  pn_test_picture_box (&block, 2, 2, 21, 21, 255);
  pn_test_picture_set (&picture, 50, 50, 255);
  pn_test_picture_set (&picture, 60, 10, 255);
  pn_test_picture_set (&picture, 10, 60, 255);
  unsigned notices;
  PnMesh *mesh = build (&picture, mode, 15, 4, &notices);
  PnMesh *alone = build (&block, mode, 15, 4, NULL);
  g_assert_true (notices & PN_MESH_NOTICE_SPECKS_DROPPED);
  g_assert_cmpuint (pn_mesh_signature (mesh), ==, pn_mesh_signature (alone));
  pn_mesh_unref (mesh);

  /* Four pixels are a piece of their own. */
  pn_test_picture_box (&picture, 50, 50, 51, 51, 255);
  mesh = build (&picture, mode, 15, 4, NULL);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 2);
  g_assert_true (is_in_mesh (mesh, 51, 51));
  pn_mesh_unref (mesh);
  pn_mesh_unref (alone);
  pn_test_picture_clear (&picture);
  pn_test_picture_clear (&block);
}

static void
test_no_alpha (gconstpointer data)
{
  PnMeshMode mode = (PnMeshMode)GPOINTER_TO_INT (data);
  PnTestPicture picture = pn_test_picture (64, 40);
  pn_test_picture_box (&picture, 0, 0, 63, 39, 255);
  unsigned notices;
  PnMesh *mesh = build (&picture, mode, 15, 8, &notices);
  g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_NO_ALPHA);
  PnBox bounds = pn_mesh_bounds (mesh);
  pn_assert_same_bits (bounds.x0, 0);
  pn_assert_same_bits (bounds.y0, 0);
  g_assert_cmpfloat_with_epsilon (bounds.x1, 64, 1e-9);
  g_assert_cmpfloat_with_epsilon (bounds.y1, 40, 1e-9);
  g_assert_cmpfloat_with_epsilon (area (mesh), 64 * 40, 1e-6);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 1);
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/mesh-builder/grid/culled", test_grid_culled);
  g_test_add_func ("/rig/mesh-builder/grid/density", test_grid_density);
  g_test_add_func ("/rig/mesh-builder/grid/coarsened", test_grid_coarsened);
  for (int mode = 0; mode < 2; mode++) {
    const char *name = mode == PN_MESH_GRID ? "grid" : "silhouette";
    gconstpointer data = GINT_TO_POINTER (mode);
    char *path = g_strdup_printf ("/rig/mesh-builder/%s/tiny-and-empty", name);
    g_test_add_data_func (path, data, test_tiny_and_empty);
    g_free (path);
    path = g_strdup_printf ("/rig/mesh-builder/%s/specks", name);
    g_test_add_data_func (path, data, test_specks);
    g_free (path);
    path = g_strdup_printf ("/rig/mesh-builder/%s/no-alpha", name);
    g_test_add_data_func (path, data, test_no_alpha);
    g_free (path);
  }
  return g_test_run ();
}
