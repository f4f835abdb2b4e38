/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "pn-mesh-builder.h"
#include "pn-random.h"
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
  double densities[] = {-5, 2, 10, 50, 1000, (double)NAN};
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

/* Cells are never finer than the margin deserves: a dot in a wide one has no million vertices. */
static void
test_grid_wide_margin (void)
{
  PnTestPicture picture = pn_test_picture (20, 20);
  pn_test_picture_set (&picture, 7, 7, 255);
  unsigned notices;
  PnMesh *mesh = build (&picture, PN_MESH_GRID, 50, 100, &notices);
  g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_NONE);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), <=, 10816);
  g_assert_true (is_in_mesh (mesh, 7.5 - 70, 7.5 + 70));
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

/* --- The silhouette --- */

/* What a mesh of this mode promises of any picture whose islands are all kept. */
static void
check_silhouette (const PnMesh *mesh, const PnTestPicture *picture, double expansion)
{
  double margin = MAX (expansion, 2);
  g_assert_true (pn_test_mesh_covers (mesh, picture));
  g_assert_cmpfloat (pn_test_mesh_farthest_centroid (mesh, picture, margin + 3), <=, margin);
}

/* A ring with a wedge cut out: the hole and the wedge stay open. */
static void
test_ring_with_wedge (void)
{
  PnTestPicture picture = pn_test_picture (128, 128);
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++) {
      double dx = x + 0.5 - 64, dy = y + 0.5 - 64, squared = dx * dx + dy * dy;
      gboolean is_in_wedge = dx > 0 && fabs (dy) < dx * 0.57735;
      if (squared >= 30 * 30 && squared <= 50 * 50 && !is_in_wedge)
        pn_test_picture_set (&picture, x, y, 255);
    }
  double expansions[] = {0, 3, 8, 14, 30, 100};
  for (int i = 0; i < 6; i++) {
    unsigned notices;
    PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 15, expansions[i], &notices);
    g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_NONE);
    check_silhouette (mesh, &picture, expansions[i]);
    g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 1);
    g_assert_false (is_in_mesh (mesh, 64, 64));
    for (double x = 64; x < 114; x++) /* the way out through the wedge */
      g_assert_false (is_in_mesh (mesh, x, 64));
    pn_mesh_unref (mesh);
  }
  pn_test_picture_clear (&picture);
}

/* A square, and the same with a notch. */
static void
test_notch (void)
{
  for (int notched = 0; notched < 2; notched++)
    for (double expansion = 0; expansion <= 64; expansion += 4) {
      PnTestPicture picture = pn_test_picture (64, 64);
      pn_test_picture_box (&picture, 8, 8, 55, 55, 255);
      if (notched)
        pn_test_picture_box (&picture, 24, 8, 39, 31, 0);
      unsigned notices;
      PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 15, expansion, &notices);
      g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_NONE);
      check_silhouette (mesh, &picture, expansion);
      for (double y = 8; y < 20; y++)
        g_assert_cmpint (is_in_mesh (mesh, 32, y), ==, !notched);
      pn_mesh_unref (mesh);
      pn_test_picture_clear (&picture);
    }
}

/* Straight edges stay straight: the outline of a square has few corners. */
static void
test_straight_edges (void)
{
  PnTestPicture picture = pn_test_picture (64, 64);
  pn_test_picture_box (&picture, 8, 8, 55, 55, 255);
  PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 2, 8, NULL);
  size_t n_edges;
  pn_mesh_boundary_edges (mesh, &n_edges);
  g_assert_cmpuint (n_edges, <=, 24);
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

/* Two fingers of one hand, two strips apart, a hole: however narrow the gap and wide the margin,
 * the middle of the gap stays free. Beside it, what growing by the margin alone would do. */
static void
test_never_bridges (void)
{
  for (int gap = 1; gap <= 40; gap += gap < 8 ? 1 : 7)
    for (int i = 0; i < 4; i++) {
      static const double expansions[] = {0, 4, 8, 40};
      double expansion = expansions[i];
      PnTestPicture picture = pn_test_picture (200, 120);
      pn_test_picture_box (&picture, 20, 10, 49, 109, 255);
      pn_test_picture_box (&picture, 50 + gap, 10, 79 + gap, 109, 255);
      PnMesh *apart = build (&picture, PN_MESH_SILHOUETTE, 10, expansion, NULL);
      check_silhouette (apart, &picture, expansion);
      g_assert_cmpuint (pn_mesh_n_components (apart), ==, 2);

      pn_test_picture_box (&picture, 20, 90, 79 + gap, 109, 255);
      PnMesh *hand = build (&picture, PN_MESH_SILHOUETTE, 10, expansion, NULL);
      check_silhouette (hand, &picture, expansion);
      g_assert_cmpuint (pn_mesh_n_components (hand), ==, 1);

      pn_test_picture_box (&picture, 20, 10, 79 + gap, 29, 255);
      PnMesh *holed = build (&picture, PN_MESH_SILHOUETTE, 10, expansion, NULL);
      check_silhouette (holed, &picture, expansion);
      g_assert_cmpuint (pn_mesh_n_components (holed), ==, 1);

      double middle = 50 + gap / 2.0;
      for (double y = 10; y < 110; y += 0.5)
        g_assert_false (is_in_mesh (apart, middle, y));
      for (double y = 10; y < 70; y += 0.5)
        g_assert_false (is_in_mesh (hand, middle, y));
      g_assert_false (is_in_mesh (holed, middle, 60));
      gboolean dilation_bridges =
          pn_test_picture_distance (&picture, pn_vec2 (middle, 60), 99) < expansion;
      g_assert_cmpint (dilation_bridges, ==, gap < 2 * expansion);
      pn_mesh_unref (apart);
      pn_mesh_unref (hand);
      pn_mesh_unref (holed);
      pn_test_picture_clear (&picture);
    }
}

/* Limbs in every direction from one body, narrow gaps between them: the mesh between two
 * neighbouring tips is no shorter than the artwork. */
static void
test_islands_and_holes (void)
{
  PnTestPicture picture = pn_test_picture (200, 200);
  pn_test_picture_box (&picture, 10, 10, 189, 189, 255);
  pn_test_picture_box (&picture, 50, 50, 149, 149, 0);
  pn_test_picture_box (&picture, 80, 80, 119, 119, 255);
  PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 15, 8, NULL);
  check_silhouette (mesh, &picture, 8);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 2);
  g_assert_true (is_in_mesh (mesh, 100, 100));
  g_assert_false (is_in_mesh (mesh, 65, 100));
  pn_mesh_unref (mesh);

  /* The island fills its hole but for one pixel all around. */
  pn_test_picture_box (&picture, 51, 51, 148, 148, 255);
  mesh = build (&picture, PN_MESH_SILHOUETTE, 15, 8, NULL);
  check_silhouette (mesh, &picture, 8);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 2);
  pn_mesh_unref (mesh);

  /* A pinhole is not worth a knot in the mesh. */
  pn_test_picture_box (&picture, 50, 50, 149, 149, 255);
  pn_test_picture_set (&picture, 70, 70, 0);
  mesh = build (&picture, PN_MESH_SILHOUETTE, 15, 8, NULL);
  g_assert_true (is_in_mesh (mesh, 70.5, 70.5));
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

/* A line one pixel wide at any angle is one piece. */
static void
test_thin_lines (void)
{
  for (int i = 0; i < 12; i++) {
    PnTestPicture picture = pn_test_picture (100, 100);
    for (int x = 0; x < 90; x++)
      pn_test_picture_set (&picture, 5 + x, 5 + x * i / 11, 200);
    for (double expansion = 0; expansion < 20; expansion += 6) {
      PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 15, expansion, NULL);
      check_silhouette (mesh, &picture, expansion);
      g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 1);
      pn_mesh_unref (mesh);
    }
    pn_test_picture_clear (&picture);
  }
}

/* Hatching of diagonal lines one pixel apart: there is no room for any margin, each line is a piece
 * of its own. */
static void
test_hatching (void)
{
  PnTestPicture picture = pn_test_picture (60, 60);
  for (int y = 5; y < 55; y++)
    for (int x = 5; x < 55; x++)
      if ((x + y) % 4 == 0)
        pn_test_picture_set (&picture, x, y, 255);
  unsigned notices;
  PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 15, 8, &notices);
  g_assert_true (pn_test_mesh_covers (mesh, &picture));
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 23); /* the two at the corners are specks */
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

static void
test_same_bytes (void)
{
  PnTestPicture picture = pn_test_picture (300, 300);
  pn_test_picture_limb (&picture, pn_vec2 (150, 150), pn_vec2 (30, 40), 20, 255);
  pn_test_picture_limb (&picture, pn_vec2 (150, 150), pn_vec2 (60, 270), 16, 255);
  PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 20, 8, NULL);
  PnMesh *again = build (&picture, PN_MESH_SILHOUETTE, 20, 8, NULL);
  g_assert_cmpuint (pn_mesh_signature (mesh), ==, pn_mesh_signature (again));
  pn_mesh_unref (mesh);
  pn_mesh_unref (again);
  pn_test_picture_clear (&picture);
}

/* Vertices follow the density, and edges are no longer than a cell. */
static void
test_density (void)
{
  PnTestPicture picture = pn_test_picture (400, 300);
  pn_test_picture_limb (&picture, pn_vec2 (80, 150), pn_vec2 (320, 150), 60, 255);
  size_t before = 0;
  for (int density = 2; density <= 50; density += 6) {
    PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, density, 8, NULL);
    g_assert_cmpuint (pn_mesh_n_vertices (mesh), >, before);
    before = pn_mesh_n_vertices (mesh);
    double cell = 360.0 / density;
    const PnVec2 *at = pn_mesh_positions (mesh);
    for (size_t i = 0; i < 3 * pn_mesh_n_triangles (mesh); i++) {
      const uint32_t *corners = pn_mesh_triangles (mesh) + i / 3 * 3;
      PnVec2 side = pn_vec2_sub (at[corners[(i + 1) % 3]], at[corners[i % 3]]);
      g_assert_cmpfloat (pn_vec2_dot (side, side), <, 4 * cell * cell);
    }
    pn_mesh_unref (mesh);
  }
  g_assert_cmpuint (before, <, 3000);
  pn_test_picture_clear (&picture);
}

/* Fifteen hundred dots want more than 10,000 vertices at full density. */
static void
test_coarsened (void)
{
  PnTestPicture picture = pn_test_picture (480, 480);
  for (int i = 0; i < 1600; i++)
    pn_test_picture_box (&picture, i % 40 * 12, i / 40 * 12, i % 40 * 12 + 7, i / 40 * 12 + 7, 255);
  unsigned notices;
  PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 50, 8, &notices);
  g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_COARSENED);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), <=, 10000);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 1600);
  check_silhouette (mesh, &picture, 8);
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

/* Noise has too long an outline for any triangulation of this size. */
static void
test_fall_back (void)
{
  PnRandom random = pn_random (4201);
  g_test_message ("seed 4201");
  PnTestPicture picture = pn_test_picture (500, 500);
  for (int i = 0; i < 500 * 500; i++)
    picture.alpha[i] = pn_random_below (&random, 3) ? 0 : 255;
  unsigned notices;
  PnMesh *mesh = build (&picture, PN_MESH_SILHOUETTE, 15, 0, &notices);
  g_assert_true (notices & PN_MESH_NOTICE_FELL_BACK_TO_GRID);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), <=, 10000);
  pn_mesh_unref (mesh);
  pn_test_picture_clear (&picture);
}

/* The pieces of the artwork, over eight neighbours, that are no specks. */
static size_t
count_pieces (const PnTestPicture *picture)
{
  int width = picture->coverage.width, height = picture->coverage.height;
  g_autofree uint8_t *seen = g_malloc0 ((size_t)(width * height));
  g_autofree int *stack = g_new (int, width *height);
  size_t n_pieces = 0, n_specks = 0;
  for (int first = 0; first < width * height; first++) {
    int n_stacked = 0, n_pixels = 0;
    if (seen[first] || !pn_test_picture_covers (picture, first % width, first / width))
      continue;
    stack[n_stacked++] = first;
    seen[first] = 1;
    while (n_stacked > 0) {
      int at = stack[--n_stacked];
      n_pixels++;
      for (int i = 0; i < 9; i++) {
        int x = at % width + i % 3 - 1, y = at / width + i / 3 - 1;
        if (!pn_test_picture_covers (picture, x, y) || seen[y * width + x])
          continue;
        seen[y * width + x] = 1;
        stack[n_stacked++] = y * width + x;
      }
    }
    if (n_pixels < PN_MESH_SPECK_PIXELS)
      n_specks++;
    else
      n_pieces++;
  }
  return n_pieces > 0 ? n_pieces : n_specks;
}

/* Random blots of all kinds, any recipe. As many pieces of mesh as of artwork means that none was
 * joined to another and none fell apart. */
static void
test_random_pictures (void)
{
  PnRandom random = pn_random (4202);
  g_test_message ("seed 4202");
  for (int round = 0; round < 400; round++) {
    int width = 1 + (int)pn_random_below (&random, 70),
        height = 1 + (int)pn_random_below (&random, 70);
    PnTestPicture picture = pn_test_picture (width, height);
    for (int i = 1 + (int)pn_random_below (&random, 12); i > 0; i--) {
      int x = (int)pn_random_below (&random, (uint64_t)width);
      int y = (int)pn_random_below (&random, (uint64_t)height);
      int shape = (int)pn_random_below (&random, 4);
      uint8_t alpha = pn_random_below (&random, 4) ? 255 : 0;
      double radius = pn_random_range (&random, 0.5, 6);
      PnVec2 to = {pn_random_range (&random, 0, width), pn_random_range (&random, 0, height)};
      if (shape == 0)
        pn_test_picture_box (&picture, x, y, x + (int)pn_random_below (&random, 30),
                             y + (int)pn_random_below (&random, 30), alpha);
      else
        pn_test_picture_limb (&picture, pn_vec2 (x, y), shape == 1 ? pn_vec2 (x, y) : to, radius,
                              alpha);
      if (shape == 3)
        for (int j = 0; j < 40; j++)
          pn_test_picture_set (&picture, x + (int)pn_random_below (&random, 12),
                               y + (int)pn_random_below (&random, 12), 255);
    }
    PnMeshRecipe recipe = {PN_MESH_SILHOUETTE, pn_random_range (&random, 2, 50),
                           round % 3 ? pn_random_range (&random, 0, 20) : 0};
    PnMesh *mesh = NULL;
    unsigned notices = 0;
    PnStatus status = pn_mesh_build (&picture.coverage, &recipe, &notices, &mesh);
    if (status == PN_STATUS_OK) {
      const char *reason = NULL;
      if (pn_mesh_validate (mesh, &reason) != PN_STATUS_OK)
        g_error ("round %d: %s", round, reason);
      g_assert_false (notices & PN_MESH_NOTICE_FELL_BACK_TO_GRID);
      if (!(notices & PN_MESH_NOTICE_NO_ALPHA))
        g_assert_cmpuint (pn_mesh_n_components (mesh), ==, count_pieces (&picture));
      double margin = MAX (recipe.expansion, 2);
      if (!(notices & PN_MESH_NOTICE_SPECKS_DROPPED)) {
        g_assert_true (pn_test_mesh_covers (mesh, &picture));
        g_assert_cmpfloat (pn_test_mesh_farthest_centroid (mesh, &picture, margin + 3), <=, margin);
      }
      pn_mesh_unref (mesh);
    } else {
      g_assert_cmpint (status, ==, PN_STATUS_EMPTY);
    }
    pn_test_picture_clear (&picture);
  }
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
  g_test_add_func ("/rig/mesh-builder/grid/wide-margin", test_grid_wide_margin);
  g_test_add_func ("/rig/mesh-builder/silhouette/ring-with-wedge", test_ring_with_wedge);
  g_test_add_func ("/rig/mesh-builder/silhouette/notch", test_notch);
  g_test_add_func ("/rig/mesh-builder/silhouette/straight-edges", test_straight_edges);
  g_test_add_func ("/rig/mesh-builder/silhouette/never-bridges", test_never_bridges);
  g_test_add_func ("/rig/mesh-builder/silhouette/islands-and-holes", test_islands_and_holes);
  g_test_add_func ("/rig/mesh-builder/silhouette/thin-lines", test_thin_lines);
  g_test_add_func ("/rig/mesh-builder/silhouette/hatching", test_hatching);
  g_test_add_func ("/rig/mesh-builder/silhouette/same-bytes", test_same_bytes);
  g_test_add_func ("/rig/mesh-builder/silhouette/density", test_density);
  g_test_add_func ("/rig/mesh-builder/silhouette/coarsened", test_coarsened);
  g_test_add_func ("/rig/mesh-builder/silhouette/fall-back", test_fall_back);
  g_test_add_func ("/rig/mesh-builder/silhouette/random-pictures", test_random_pictures);
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
