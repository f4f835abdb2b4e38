/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "pn-gpu-geometry-private.h"
#include "pn-test-bits.h"
#include "pn-test-gpu.h"

typedef struct {
  PnMesh *mesh;
  PnVec2 *posed;
  PnOpDraw draw;
} Quad;

static void
quad_init (Quad *quad, int width, int height, const PnAffine *map)
{
  quad->mesh = pn_test_mesh_grid (width, height, 1, 1);
  quad->posed = g_new (PnVec2, pn_mesh_n_vertices (quad->mesh));
  for (size_t i = 0; i < pn_mesh_n_vertices (quad->mesh); i++)
    quad->posed[i] = pn_affine_apply (map, pn_mesh_positions (quad->mesh)[i]);
  quad->draw = (PnOpDraw){.texture = {"x", width, height},
                          .mesh = quad->mesh,
                          .positions_doc = quad->posed,
                          .triangles = pn_mesh_triangles (quad->mesh),
                          .n_triangles = 2,
                          .opacity = 1};
}

static void
quad_clear (Quad *quad)
{
  pn_mesh_unref (quad->mesh);
  g_free (quad->posed);
}

static GArray *
add (const Quad *quad, PnGpuRect rect, float *level)
{
  PnGpuView view = {.px_from_corner = PN_AFFINE_IDENTITY, .width = 1 << 20, .height = 1 << 20};
  GArray *vertices = g_array_new (FALSE, FALSE, sizeof (PnGpuVertex));
  float max_level = pn_gpu_geometry_add (vertices, &quad->draw, &view, &rect, rect.x0, rect.y0);

  if (level != NULL)
    *level = max_level;
  return vertices;
}

static const PnGpuVertex *
vertex (const GArray *vertices, guint i)
{
  return &g_array_index (vertices, PnGpuVertex, i);
}

/* The texel coordinates that the shader computes at the centre of a pixel. */
static PnVec2
texel_at (const PnGpuVertex *v, int x, int y)
{
  double dx = x - v->anchor_px[0], dy = y - v->anchor_px[1];

  return (PnVec2){
      v->anchor_texel[0] + 0.5 + (double)v->start[0] + (double)v->texel_from_px[0] * dx +
          (double)v->texel_from_px[2] * dy,
      v->anchor_texel[1] + 0.5 + (double)v->start[1] + (double)v->texel_from_px[1] * dx +
          (double)v->texel_from_px[3] * dy,
  };
}

static void
test_maps_to_texels (void)
{
  PnAffine maps[] = {{1, 0, 0, 1, 0, 0}, {1, 0, 0, 1, 17, -5}, {0.8, 0.6, -0.6, 0.8, 40.3, 10.7}};

  for (guint m = 0; m < G_N_ELEMENTS (maps); m++) {
    PnAffine back;
    Quad quad;
    float level;

    pn_affine_invert (&maps[m], &back);
    quad_init (&quad, 64, 32, &maps[m]);
    g_autoptr (GArray) vertices = add (&quad, (PnGpuRect){0, 0, 100, 100}, &level);
    g_assert_cmpuint (vertices->len, ==, 6);
    pn_assert_same_bits ((double)level, 0.0);
    for (guint i = 0; i < 6; i++)
      for (int y = 0; y < 60; y += 7)
        for (int x = 0; x < 60; x += 7) {
          PnVec2 got = texel_at (vertex (vertices, i), x, y);
          PnVec2 want = pn_affine_apply (&back, pn_vec2 (x + 0.5, y + 0.5));

          /* Whole offsets are exact, or pictures would not come out bit for bit. */
          g_assert_cmpfloat (fabs (got.x - want.x), <=, m < 2 ? 0 : 1e-4);
          g_assert_cmpfloat (fabs (got.y - want.y), <=, m < 2 ? 0 : 1e-4);
        }
    quad_clear (&quad);
  }
}

static double
area_of (const GArray *vertices)
{
  double area = 0;

  for (guint i = 0; i < vertices->len; i += 3) {
    const float *a = vertex (vertices, i)->position_px, *b = vertex (vertices, i + 1)->position_px,
                *c = vertex (vertices, i + 2)->position_px;

    area += fabs (((double)b[0] - (double)a[0]) * ((double)c[1] - (double)a[1]) -
                  ((double)c[0] - (double)a[0]) * ((double)b[1] - (double)a[1])) /
            2;
  }
  return area;
}

typedef struct {
  float x0, y0, x1, y1;
} Edge;

static int
n_edges (const GArray *vertices, const Edge *edge)
{
  int n = 0;

  for (guint i = 0; i < vertices->len; i++) {
    const float *a = vertex (vertices, i)->position_px;
    const float *b = vertex (vertices, i % 3 == 2 ? i - 2 : i + 1)->position_px;
    Edge forth = {a[0], a[1], b[0], b[1]}, back = {b[0], b[1], a[0], a[1]};

    n += memcmp (&forth, edge, sizeof forth) == 0 || memcmp (&back, edge, sizeof back) == 0;
  }
  return n;
}

/* Large triangles are cut, no piece is too large, nothing is lost, and no edge of one piece ends in
 * the middle of another's: each inner edge is the edge of exactly two. */
static void
test_cuts_without_gaps (void)
{
  PnAffine map = {4.1, 0.7, -0.9, 3.7, 1100, 30};
  PnGpuRect all = {-100, -100, 7000, 6000};
  Quad quad;
  int n_single = 0;

  quad_init (&quad, 1200, 1300, &map);
  g_autoptr (GArray) vertices = add (&quad, all, NULL);
  g_assert_cmpuint (vertices->len, >, 3 * 20);
  for (guint i = 0; i < vertices->len; i++) {
    const float *a = vertex (vertices, i)->position_px;
    const float *b = vertex (vertices, i % 3 == 2 ? i - 2 : i + 1)->position_px;
    Edge edge = {a[0], a[1], b[0], b[1]};
    int n = n_edges (vertices, &edge);

    g_assert_cmpfloat (fabs ((double)a[0] - (double)b[0]), <=, PN_GPU_REACH);
    g_assert_cmpfloat (fabs ((double)a[1] - (double)b[1]), <=, PN_GPU_REACH);
    g_assert_true (n == 1 || n == 2);
    n_single += n == 1;
  }
  /* The outline: four sides of some 5,000 px, each in pieces of more than half the reach. */
  g_assert_cmpint (n_single, >=, 16);
  g_assert_cmpint (n_single, <=, 4 * 16);
  double whole = 1200.0 * 1300 * (4.1 * 3.7 + 0.9 * 0.7);
  g_assert_cmpfloat (fabs (area_of (vertices) - whole), <, 200);
  quad_clear (&quad);
}

/* A piece is the same in every tile that it touches, up to the corner from which it is measured. */
static void
test_tiles_see_the_same (void)
{
  PnAffine map = {2.7, 0.4, -0.3, 2.9, -300.1, 11.7};
  PnGpuRect all = {0, 0, 3000, 3000};
  Quad quad;

  quad_init (&quad, 1000, 1000, &map);
  g_autoptr (GArray) whole = add (&quad, all, NULL);
  for (int ty = 0; ty < 3000; ty += 750)
    for (int tx = 0; tx < 3000; tx += 1500) {
      g_autoptr (GArray) part = add (&quad, (PnGpuRect){tx, ty, tx + 1500, ty + 750}, NULL);
      guint k = 0;

      g_assert_cmpuint (part->len, <, whole->len);
      for (guint i = 0; i < part->len; i++) {
        PnGpuVertex moved = *vertex (part, i);

        moved.position_px[0] += (float)tx;
        moved.position_px[1] += (float)ty;
        while (k < whole->len && memcmp (vertex (whole, k), &moved, sizeof moved) != 0)
          k++;
        g_assert_cmpuint (k, <, whole->len); /* in the same order, too */
      }
    }
  quad_clear (&quad);
}

static void
test_levels (void)
{
  const struct {
    double scale, level;
  } cases[] = {{1, 0}, {2, 0}, {0.75, 0}, {0.5, 0.5}, {0.25, 1.5}, {1.0 / 64, 5.5}};

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PnAffine map = {cases[i].scale, 0, 0, cases[i].scale, 0, 0};
    Quad quad;
    float level;

    quad_init (&quad, 512, 512, &map);
    g_autoptr (GArray) vertices = add (&quad, (PnGpuRect){0, 0, 1024, 1024}, &level);
    g_assert_cmpfloat (fabs ((double)level - cases[i].level), <, 1e-6);
    quad_clear (&quad);
  }
}

static void
test_hostile_corners (void)
{
  const double values[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e9, 0};

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    for (guint corner = 0; corner < 4; corner++) {
      PnAffine map = PN_AFFINE_IDENTITY;
      Quad quad;

      quad_init (&quad, 64, 64, &map);
      quad.posed[corner].x = values[i];
      quad.posed[corner].y = -values[i];
      g_autoptr (GArray) vertices = add (&quad, (PnGpuRect){0, 0, 100, 100}, NULL);
      g_assert_cmpuint (vertices->len, <, 3000);
      for (guint v = 0; v < vertices->len; v++) {
        g_assert_true (fabsf (vertex (vertices, v)->position_px[0]) <= 2048);
        g_assert_true (isfinite (vertex (vertices, v)->texel_from_px[0]));
      }
      quad_clear (&quad);
    }
}

/* What is drawn follows what is seen, not how far it was enlarged. */
static void
test_enlarged (void)
{
  PnAffine map = {1e5, 0, 0, 1e5, -1.5e6, -1.2e6};
  Quad quad;

  quad_init (&quad, 64, 64, &map);
  g_autoptr (GArray) vertices = add (&quad, (PnGpuRect){0, 0, 1920, 1080}, NULL);
  g_assert_cmpuint (vertices->len, >=, 3);
  g_assert_cmpuint (vertices->len, <, 3 * 64);
  quad_clear (&quad);
}

static void
test_flat_triangles (void)
{
  PnAffine maps[] = {{1, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 5, 5}, {1e-9, 0, 0, 1e-9, 3, 3}};

  for (guint m = 0; m < G_N_ELEMENTS (maps); m++) {
    Quad quad;

    quad_init (&quad, 64, 64, &maps[m]);
    g_autoptr (GArray) vertices = add (&quad, (PnGpuRect){0, 0, 100, 100}, NULL);
    g_assert_cmpuint (vertices->len, ==, 0);
    quad_clear (&quad);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/geometry/maps-to-texels", test_maps_to_texels);
  g_test_add_func ("/gpu/geometry/cuts-without-gaps", test_cuts_without_gaps);
  g_test_add_func ("/gpu/geometry/tiles-see-the-same", test_tiles_see_the_same);
  g_test_add_func ("/gpu/geometry/levels", test_levels);
  g_test_add_func ("/gpu/geometry/hostile-corners", test_hostile_corners);
  g_test_add_func ("/gpu/geometry/enlarged", test_enlarged);
  g_test_add_func ("/gpu/geometry/flat-triangles", test_flat_triangles);
  return g_test_run ();
}
