/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a mesh costs, as CSV, by the measure of pn-bench.h. First whole builds of a figure with
 * limbs, at the size of a drawing and of a 4K frame, and what they consist of; then triangulation
 * alone, by points. */
#include <glib.h>
#include <math.h>
#include <stdio.h>

#include "pn-bench.h"
#include "pn-margin.h"
#include "pn-random.h"
#include "pn-test-picture.h"
#include "pn-triangulate.h"

#define N_LOCATED 20000

typedef struct {
  PnTestPicture picture;
  PnMeshRecipe recipe;
  PnBitmap bitmap;
  PnContours contours;
  PnGridPoint *points;
  guint32 *edges;
  size_t n_points, n_edges;
  PnVec2 *positions;
  PnTriangulation triangulation;
  PnMesh *mesh;
  double sum;
} Bench;

/* --- A figure --- */

/* Head, body, arms and legs: x, y and radius of both ends, of a figure 1,000 high. */
static const double LIMBS[][5] = {
    {500, 130, 500, 150, 95}, {500, 330, 500, 600, 120}, {430, 320, 230, 430, 48},
    {230, 430, 70, 600, 38},  {570, 320, 770, 430, 48},  {770, 430, 930, 600, 38},
    {450, 640, 420, 800, 60}, {420, 800, 390, 960, 45},  {550, 640, 580, 800, 60},
    {580, 800, 610, 960, 45},
};

static void
paint (Bench *bench, int width, int height)
{
  bench->picture = pn_test_picture (width, height);
  double scale = height / 1020.0, left = (width - 1000 * scale) / 2;
  for (size_t i = 0; i < G_N_ELEMENTS (LIMBS); i++)
    pn_test_picture_limb (
        &bench->picture, pn_vec2 (left + LIMBS[i][0] * scale, LIMBS[i][1] * scale),
        pn_vec2 (left + LIMBS[i][2] * scale, LIMBS[i][3] * scale), LIMBS[i][4] * scale, 255);
}

static void
build (gpointer data)
{
  Bench *bench = data;
  PnMesh *mesh = NULL;
  if (pn_mesh_build (&bench->picture.coverage, &bench->recipe, NULL, &mesh) != PN_STATUS_OK)
    g_error ("no mesh");
  if (bench->mesh)
    pn_mesh_unref (bench->mesh);
  bench->mesh = mesh;
}

static void
take_alpha (gpointer data)
{
  Bench *bench = data;
  const PnCoverage *coverage = &bench->picture.coverage;
  pn_bitmap_clear (&bench->bitmap);
  if (pn_bitmap_init_from_alpha (&bench->bitmap, coverage->alpha, coverage->stride, coverage->width,
                                 coverage->height, PN_COVERAGE_THRESHOLD, 1, 64) != PN_STATUS_OK)
    g_error ("no memory");
}

static void
trace (gpointer data)
{
  Bench *bench = data;
  pn_contours_clear (&bench->contours);
  if (pn_contours_trace (&bench->contours, &bench->bitmap, SIZE_MAX) != PN_STATUS_OK)
    g_error ("no memory");
}

static void
grow (gpointer data)
{
  Bench *bench = data;
  PnMargin margin;
  if (pn_margin_grow (&margin, &bench->bitmap, &bench->contours, bench->recipe.expansion, 20,
                      SIZE_MAX) != PN_STATUS_OK)
    g_error ("no memory");
  pn_margin_clear (&margin);
}

static void
bench_figure (int width, int height)
{
  static const struct {
    const char *name;
    PnBenchStep step;
  } parts[] = {{"alpha to bits", take_alpha}, {"trace", trace}, {"grow the margin", grow}};
  Bench bench = {.recipe = {PN_MESH_SILHOUETTE, 0, PN_MESH_EXPANSION_DEFAULT}};
  paint (&bench, width, height);
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    printf ("%dx%d,,,%s,%.1f\n", width, height, parts[i].name,
            pn_bench_measure (parts[i].step, &bench));
  for (int density = 15; density <= 50; density += 35)
    for (int mode = 0; mode < 2; mode++) {
      bench.recipe.density = density;
      bench.recipe.mode = mode == 0 ? PN_MESH_SILHOUETTE : PN_MESH_GRID;
      double time = pn_bench_measure (build, &bench);
      printf ("%dx%d,%d,%zu,%s,%.1f\n", width, height, density, pn_mesh_n_vertices (bench.mesh),
              mode == 0 ? "build the silhouette" : "build the grid", time);
    }
  pn_mesh_unref (bench.mesh);
  pn_contours_clear (&bench.contours);
  pn_bitmap_clear (&bench.bitmap);
  pn_test_picture_clear (&bench.picture);
}

/* --- Points --- */

static void
triangulate (gpointer data)
{
  Bench *bench = data;
  pn_triangulation_clear (&bench->triangulation);
  if (pn_triangulate (bench->points, bench->n_points, bench->edges, bench->n_edges, NULL,
                      &bench->triangulation) != PN_STATUS_OK)
    g_error ("no triangles");
}

static void
make_mesh (gpointer data)
{
  Bench *bench = data;
  if (bench->mesh)
    pn_mesh_unref (bench->mesh);
  if (pn_mesh_new (bench->positions, NULL, bench->triangulation.points.n_items,
                   bench->triangulation.triangles.items, bench->triangulation.triangles.n_items / 3,
                   2000, 2000, NULL, &bench->mesh) != PN_STATUS_OK)
    g_error ("no mesh");
}

static void
locate (gpointer data)
{
  Bench *bench = data;
  PnRandom random = pn_random (1);
  for (int i = 0; i < N_LOCATED; i++) {
    PnVec2 point = {pn_random_range (&random, 0, 2000), pn_random_range (&random, 0, 2000)};
    PnMeshPlace place;
    pn_mesh_locate (bench->mesh, point, &place);
    bench->sum += place.weights[0];
  }
}

/* A square with its sides divided and points inside, spread evenly but not in rows. */
static void
bench_points (size_t n_points)
{
  Bench bench = {.n_points = n_points};
  PnRandom random = pn_random (2);
  bench.points = g_new (PnGridPoint, n_points);
  bench.edges = g_new (guint32, 2 * n_points);
  bench.positions = g_new (PnVec2, n_points);
  int side = (int)sqrt ((double)n_points);
  bench.n_edges = 4 * (size_t)side;
  for (size_t i = 0; i < n_points; i++) {
    static const int dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
    static const int x0[4] = {0, 1, 1, 0}, y0[4] = {0, 0, 1, 1};
    size_t edge = MIN (i / (size_t)side, 3);
    double along = 2000.0 * (double)(i % (size_t)side) / side;
    double x = x0[edge] * 2000 + dx[edge] * along, y = y0[edge] * 2000 + dy[edge] * along;
    if (i >= bench.n_edges) {
      x = pn_random_range (&random, 5, 1995);
      y = pn_random_range (&random, 5, 1995);
    } else {
      bench.edges[2 * i] = (guint32)i;
      bench.edges[2 * i + 1] = i + 1 < bench.n_edges ? (guint32)i + 1 : 0;
    }
    bench.points[i] = (PnGridPoint){(gint32)(x * PN_GRID_UNIT), (gint32)(y * PN_GRID_UNIT)};
  }
  printf (",,%zu,triangulate,%.1f\n", n_points, pn_bench_measure (triangulate, &bench));
  for (size_t i = 0; i < bench.triangulation.points.n_items; i++)
    bench.positions[i] = pn_grid_to_vec2 (bench.triangulation.points.items[i]);
  printf (",,%zu,make the mesh,%.1f\n", n_points, pn_bench_measure (make_mesh, &bench));
  printf (",,%zu,locate 20000 points,%.1f\n", n_points, pn_bench_measure (locate, &bench));
  pn_mesh_unref (bench.mesh);
  pn_triangulation_clear (&bench.triangulation);
  g_free (bench.points);
  g_free (bench.edges);
  g_free (bench.positions);
}

int
main (void)
{
  printf ("picture,density,vertices,step,microseconds\n");
  bench_figure (1000, 1000);
  bench_figure (3840, 2160);
  bench_points (860);
  bench_points (3900);
  bench_points (10000);
  return 0;
}
