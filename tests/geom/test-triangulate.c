/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pn-predicates.h"
#include "pn-random.h"
#include "pn-triangulate.h"

/* Outlines under construction: points, and edges as pairs of them. */
typedef struct {
  GArray *points;
  GArray *edges;
} Outline;

static Outline
outline_new (void)
{
  return (Outline){g_array_new (FALSE, FALSE, sizeof (PnGridPoint)),
                   g_array_new (FALSE, FALSE, sizeof (guint32))};
}

static void
outline_free (Outline *outline)
{
  g_array_free (outline->points, TRUE);
  g_array_free (outline->edges, TRUE);
}

static void
add_point (Outline *outline, int32_t x, int32_t y)
{
  PnGridPoint point = {x, y};
  g_array_append_val (outline->points, point);
}

/* Closes the points from `first` on to a ring. */
static void
close_ring (Outline *outline, guint first)
{
  for (guint32 i = first; i < outline->points->len; i++) {
    guint32 next = i + 1 < outline->points->len ? i + 1 : first;
    g_array_append_val (outline->edges, i);
    g_array_append_val (outline->edges, next);
  }
}

static void
add_ring (Outline *outline, const double (*places)[2], guint n_places, double scale)
{
  guint first = outline->points->len;
  for (guint i = 0; i < n_places; i++)
    add_point (outline, (int32_t)floor (places[i][0] * scale * PN_GRID_UNIT + 0.5),
               (int32_t)floor (places[i][1] * scale * PN_GRID_UNIT + 0.5));
  close_ring (outline, first);
}

static PnStatus
refine (const Outline *outline, const PnRefinement *refinement, PnTriangulation *result)
{
  return pn_triangulate ((const PnGridPoint *)(gpointer)outline->points->data, outline->points->len,
                         (const guint32 *)(gpointer)outline->edges->data, outline->edges->len / 2,
                         refinement, result);
}

static PnStatus
triangulate (const Outline *outline, PnTriangulation *result)
{
  return refine (outline, NULL, result);
}

static gint64
twice_area (const PnTriangulation *mesh)
{
  gint64 sum = 0;
  for (size_t i = 0; i < mesh->triangles.n_items; i += 3) {
    const guint32 *corners = &mesh->triangles.items[i];
    sum += pn_grid_orient (mesh->points.items[corners[0]], mesh->points.items[corners[1]],
                           mesh->points.items[corners[2]]);
  }
  return sum;
}

/* --- The properties, by brute force --- */

typedef struct {
  guint32 from, to, apex, fixed;
} Side;

static int
compare_sides (const void *a, const void *b)
{
  const Side *p = a, *q = b;
  guint32 low_p = MIN (p->from, p->to), low_q = MIN (q->from, q->to);
  guint32 high_p = MAX (p->from, p->to), high_q = MAX (q->from, q->to);
  if (low_p != low_q)
    return low_p < low_q ? -1 : 1;
  if (high_p != high_q)
    return high_p < high_q ? -1 : 1;
  return p->from < q->from ? -1 : p->from > q->from;
}

/* Positive triangles, each edge of two at most and in opposite directions, a lone edge always a
 * given one, every other edge Delaunay. */
static void
check_mesh (const PnTriangulation *mesh)
{
  size_t n_sides = mesh->triangles.n_items;
  g_autofree Side *sides = g_new (Side, n_sides + 1);
  for (size_t i = 0; i < n_sides; i++) {
    const guint32 *corners = &mesh->triangles.items[i / 3 * 3];
    const PnGridPoint *at = mesh->points.items;
    g_assert_cmpuint (corners[i % 3], <, mesh->points.n_items);
    g_assert_cmpint (pn_grid_orient (at[corners[0]], at[corners[1]], at[corners[2]]), >, 0);
    sides[i] = (Side){corners[i % 3], corners[(i + 1) % 3], corners[(i + 2) % 3],
                      mesh->fixed_sides.items[i / 3] >> i % 3 & 1};
  }
  qsort (sides, n_sides, sizeof *sides, compare_sides);
  for (size_t i = 0; i < n_sides;) {
    gboolean is_pair =
        i + 1 < n_sides && sides[i].from == sides[i + 1].to && sides[i].to == sides[i + 1].from;
    if (!is_pair) {
      g_assert_true (sides[i].fixed);
      g_assert_false (i + 1 < n_sides && compare_sides (&sides[i], &sides[i + 1]) == 0);
      i++;
      continue;
    }
    const PnGridPoint *at = mesh->points.items;
    g_assert_cmpuint (sides[i].fixed, ==, sides[i + 1].fixed);
    if (!sides[i].fixed)
      g_assert_cmpint (pn_grid_in_circle (at[sides[i].from], at[sides[i].to], at[sides[i].apex],
                                          at[sides[i + 1].apex]),
                       <=, 0);
    i += 2;
  }
  for (size_t i = 0; i < mesh->points.n_items; i++)
    for (size_t j = 0; j < i && mesh->points.n_items < 100; j++)
      g_assert_false (pn_grid_equal (mesh->points.items[i], mesh->points.items[j]));
}

static int
count_triangles_at (const PnTriangulation *mesh, double x, double y)
{
  int count = 0;
  for (size_t i = 0; i < mesh->triangles.n_items; i += 3) {
    int inside = 1;
    for (size_t side = 0; side < 3; side++) {
      PnGridPoint a = mesh->points.items[mesh->triangles.items[i + side]];
      PnGridPoint b = mesh->points.items[mesh->triangles.items[i + (side + 1) % 3]];
      inside = inside && ((double)b.x - a.x) * (y - a.y) - ((double)b.y - a.y) * (x - a.x) > 0;
    }
    count += inside;
  }
  return count;
}

/* 1 or 0 by the even-odd rule; -1 where an edge passes within six units, which resolved crossings
 * may have moved. */
static int
parity_at (const Outline *outline, double x, double y)
{
  const PnGridPoint *points = (const PnGridPoint *)(gpointer)outline->points->data;
  const guint32 *edges = (const guint32 *)(gpointer)outline->edges->data;
  int parity = 0;
  for (guint i = 0; i < outline->edges->len; i += 2) {
    PnVec2 a = {points[edges[i]].x, points[edges[i]].y};
    PnVec2 b = {points[edges[i + 1]].x, points[edges[i + 1]].y};
    PnVec2 along = pn_vec2_sub (b, a), off = pn_vec2_sub (pn_vec2 (x, y), a);
    double squared = pn_vec2_dot (along, along);
    double t = squared > 0 ? CLAMP (pn_vec2_dot (off, along) / squared, 0, 1) : 0;
    PnVec2 gap = pn_vec2_sub (off, pn_vec2_scale (along, t));
    if (pn_vec2_dot (gap, gap) < 36)
      return -1;
    if ((a.y > y) != (b.y > y) && (x - a.x) < (y - a.y) / (b.y - a.y) * (b.x - a.x))
      parity ^= 1;
  }
  return parity;
}

/* Whether each point inside by the even-odd rule is in one triangle, and the others in none. */
static void
check_inside (const Outline *outline,
              const PnTriangulation *mesh,
              PnRandom *random,
              int reach,
              int n_tries)
{
  for (int i = 0; i < n_tries; i++) {
    double x = pn_random_range (random, -reach, reach), y = pn_random_range (random, -reach, reach);
    int expected = parity_at (outline, x, y);
    if (expected >= 0)
      g_assert_cmpint (count_triangles_at (mesh, x, y), ==, expected);
  }
}

/* --- Named cases --- */

static void
test_in_circle (void)
{
  /* On, inside and outside of a circle by one unit, far beyond the precision of doubles. */
  const int32_t r = 100000000;
  PnGridPoint a = {r, 0}, b = {0, r}, c = {-r, 0};
  g_assert_cmpint (pn_grid_orient (a, b, c), >, 0);
  g_assert_cmpint (pn_grid_in_circle (a, b, c, (PnGridPoint){0, -r}), ==, 0);
  g_assert_cmpint (pn_grid_in_circle (a, b, c, (PnGridPoint){0, -r + 1}), ==, 1);
  g_assert_cmpint (pn_grid_in_circle (a, b, c, (PnGridPoint){0, -r - 1}), ==, -1);
  /* 28^2 + 96^2 = 100^2, a point on the circle off the axes. */
  PnGridPoint on = {r / 100 * 28, -(r / 100 * 96)};
  g_assert_cmpint (pn_grid_in_circle (a, b, c, on), ==, 0);
  on.x++;
  g_assert_cmpint (pn_grid_in_circle (a, b, c, on), ==, -1);
}

static void
test_crossing (void)
{
  PnGridPoint a = {0, 0}, b = {100, 0}, c = {3, -10}, d = {6, 20};
  PnGridPoint x = pn_grid_crossing (a, b, c, d);
  g_assert_cmpint (x.x, ==, 4);
  g_assert_cmpint (x.y, ==, 0);
  x = pn_grid_crossing ((PnGridPoint){-5, -5}, (PnGridPoint){5, 5}, (PnGridPoint){-4, 3},
                        (PnGridPoint){3, -4});
  g_assert_cmpint (x.x, ==, 0);
  g_assert_cmpint (x.y, ==, 0);
}

/* A repeated last point. */
static void
test_repeated_point (void)
{
  static const double ring[][2] = {{5, -5}, {5, 0}, {0, 0}, {0, -2}, {0, -2}};
  Outline outline = outline_new ();
  add_ring (&outline, ring, 5, 1);
  PnTriangulation mesh;
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
  check_mesh (&mesh);
  g_assert_cmpuint (mesh.points.n_items, ==, 4);
  g_assert_cmpint (twice_area (&mesh), ==, 35 * PN_GRID_UNIT * PN_GRID_UNIT);
  pn_triangulation_clear (&mesh);
  outline_free (&outline);
}

/* Two points a billionth of a pixel apart: one after the snap to the grid. */
static void
test_near_point (void)
{
  static const double ring[][2] = {{0, 0},   {50, 0},    {50 + 1e-9, -1e-12},
                                   {100, 0}, {100, 100}, {0, 100}};
  Outline outline = outline_new ();
  add_ring (&outline, ring, 6, 1);
  PnTriangulation mesh;
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
  check_mesh (&mesh);
  g_assert_cmpuint (mesh.points.n_items, ==, 5);
  g_assert_cmpint (twice_area (&mesh), ==, 2 * 6400 * 6400);
  pn_triangulation_clear (&mesh);
  outline_free (&outline);
}

/* Two holes that share a point, small and 4000 times larger. */
static void
test_holes_sharing_a_point (void)
{
  static const double square[][2] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
  static const double hole_1[][2] = {{20, 20}, {50, 50}, {20, 60}};
  static const double hole_2[][2] = {{50, 50}, {80, 45}, {70, 80}};
  for (int round = 0; round < 2; round++) {
    double scale = round ? 4000 : 1;
    Outline outline = outline_new ();
    add_ring (&outline, square, 4, scale);
    add_ring (&outline, hole_1, 3, scale);
    add_ring (&outline, hole_2, 3, scale);
    PnTriangulation mesh;
    g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
    check_mesh (&mesh);
    double unit = scale * PN_GRID_UNIT;
    double whole = (double)twice_area (&mesh) / (unit * unit);
    g_assert_cmpfloat_with_epsilon (whole, 2 * 10000 - 1200 - 1000, 1e-9);
    g_assert_cmpint (count_triangles_at (&mesh, 30 * unit, 45 * unit), ==, 0);
    g_assert_cmpint (count_triangles_at (&mesh, 68 * unit, 60 * unit), ==, 0);
    g_assert_cmpint (count_triangles_at (&mesh, 49 * unit, 48 * unit), ==, 1);
    pn_triangulation_clear (&mesh);
    outline_free (&outline);
  }
}

/* Two squares that touch in a corner. */
static void
test_touching_squares (void)
{
  static const double square_1[][2] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  static const double square_2[][2] = {{10, 10}, {15, 10}, {15, 15}, {10, 15}};
  Outline outline = outline_new ();
  add_ring (&outline, square_1, 4, 1);
  add_ring (&outline, square_2, 4, 1);
  PnTriangulation mesh;
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
  check_mesh (&mesh);
  g_assert_cmpuint (mesh.points.n_items, ==, 7);
  g_assert_cmpuint (mesh.triangles.n_items, ==, 12);
  pn_triangulation_clear (&mesh);
  outline_free (&outline);
}

/* Squares side by side with a common edge make one area; points on edges are used. */
static void
test_common_edge (void)
{
  static const double square_1[][2] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  static const double square_2[][2] = {{10, 0}, {20, 0}, {20, 10}, {10, 10}};
  Outline outline = outline_new ();
  add_ring (&outline, square_1, 4, 1);
  add_ring (&outline, square_2, 4, 1);
  add_point (&outline, 5 * PN_GRID_UNIT, 0);
  add_point (&outline, 15 * PN_GRID_UNIT, 5 * PN_GRID_UNIT);
  PnTriangulation mesh;
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
  check_mesh (&mesh);
  g_assert_cmpint (twice_area (&mesh), ==, 2 * 200 * PN_GRID_UNIT * PN_GRID_UNIT);
  g_assert_cmpuint (mesh.points.n_items, ==, 8);
  pn_triangulation_clear (&mesh);
  outline_free (&outline);
}

/* An hourglass and a five-pointed star drawn in one line: its middle is outside. */
static void
test_self_crossing (void)
{
  static const double hourglass[][2] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}};
  static const double star[][2] = {{50, 0}, {79, 90}, {2, 35}, {98, 35}, {21, 90}};
  PnTriangulation mesh;
  Outline outline = outline_new ();
  add_ring (&outline, hourglass, 4, 1);
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
  check_mesh (&mesh);
  g_assert_cmpuint (mesh.points.n_items, ==, 5);
  g_assert_cmpint (twice_area (&mesh), ==, 100 * PN_GRID_UNIT * PN_GRID_UNIT);
  pn_triangulation_clear (&mesh);
  outline_free (&outline);

  outline = outline_new ();
  add_ring (&outline, star, 5, 1);
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
  check_mesh (&mesh);
  g_assert_cmpuint (mesh.points.n_items, ==, 10);
  g_assert_cmpint (count_triangles_at (&mesh, 50 * PN_GRID_UNIT, 50 * PN_GRID_UNIT), ==, 0);
  g_assert_cmpint (count_triangles_at (&mesh, 50.1 * PN_GRID_UNIT, 20 * PN_GRID_UNIT), ==, 1);
  pn_triangulation_clear (&mesh);
  outline_free (&outline);
}

static void
test_refused (void)
{
  static const double line[][2] = {{0, 0}, {10, 0}, {20, 0}};
  PnTriangulation mesh;
  Outline outline = outline_new ();
  add_ring (&outline, line, 3, 1);
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_EMPTY);
  pn_triangulation_clear (&mesh);
  add_point (&outline, PN_TRIANGULATE_MAX + 1, 0);
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_LIMIT);
  pn_triangulation_clear (&mesh);
  g_assert_cmpint (pn_triangulate (NULL, 0, NULL, 0, NULL, &mesh), ==, PN_STATUS_EMPTY);
  pn_triangulation_clear (&mesh);
  outline_free (&outline);
}

/* --- Properties --- */

typedef struct {
  double angle;
  int index;
} Spoke;

static int
compare_spokes (const void *a, const void *b)
{
  const Spoke *p = a, *q = b;
  return p->angle < q->angle ? -1 : p->angle > q->angle;
}

/* A star-shaped ring around the centre: simple, whatever the radii. Its points have strictly
 * ascending directions, on the sides of a square so that no sine is needed. */
static gint64
add_star (Outline *outline, PnRandom *random, int n_points, double radius)
{
  g_autofree Spoke *spokes = g_new (Spoke, n_points);
  for (int i = 0; i < n_points; i++)
    spokes[i].angle = pn_random_range (random, i * 4.0 / n_points, (i + 0.8) * 4.0 / n_points);
  qsort (spokes, (size_t)n_points, sizeof *spokes, compare_spokes);
  guint first = outline->points->len;
  for (int i = 0; i < n_points; i++) {
    int side = (int)spokes[i].angle;
    double along = 2 * (spokes[i].angle - side) - 1, r = radius * pn_random_range (random, 0.3, 1);
    static const double dx[4] = {0, -1, 0, 1}, dy[4] = {1, 0, -1, 0};
    static const double ux[4] = {-1, 0, 1, 0}, uy[4] = {0, -1, 0, 1};
    add_point (outline, (int32_t)(r * (dx[side] + along * ux[side])),
               (int32_t)(r * (dy[side] + along * uy[side])));
  }
  close_ring (outline, first);
  gint64 sum = 0;
  for (guint i = first; i < outline->points->len; i++) {
    PnGridPoint a = g_array_index (outline->points, PnGridPoint, i);
    guint next = i + 1 < outline->points->len ? i + 1 : first;
    PnGridPoint b = g_array_index (outline->points, PnGridPoint, next);
    sum += (gint64)a.x * b.y - (gint64)a.y * b.x;
  }
  return sum;
}

/* Simple rings with a hole and inner points: the area is the ring's less the hole's, all given
 * edges are there. */
static void
test_simple_rings (void)
{
  PnRandom random = pn_random (6301);
  g_test_message ("seed 6301");
  for (int round = 0; round < 6000; round++) {
    Outline outline = outline_new ();
    double radius = round % 3 == 0 ? 1e8 : round % 3 == 1 ? 3000 : 200000;
    gint64 expected = add_star (&outline, &random, 5 + (int)pn_random_below (&random, 30), radius);
    gint64 hole = 0;
    if (round % 2)
      hole = add_star (&outline, &random, 5 + (int)pn_random_below (&random, 9), radius * 0.1);
    guint n_edges = outline.edges->len / 2;
    for (int i = (int)pn_random_below (&random, 20); i > 0; i--)
      add_point (&outline, (int32_t)pn_random_range (&random, -radius, radius),
                 (int32_t)pn_random_range (&random, -radius, radius));
    PnTriangulation mesh;
    g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
    check_mesh (&mesh);
    g_assert_cmpint (twice_area (&mesh), ==, ABS (expected) - ABS (hole));

    /* As many lone sides as given edges, but for the few that an inner point lies on. */
    guint n_fixed = 0;
    for (size_t i = 0; i < mesh.triangles.n_items; i++)
      n_fixed += mesh.fixed_sides.items[i / 3] >> i % 3 & 1;
    g_assert_cmpuint (n_fixed, >=, n_edges);
    g_assert_cmpuint (n_fixed, <=, n_edges + (radius < 1e4 ? 4 : 0));
    pn_triangulation_clear (&mesh);
    outline_free (&outline);
  }
}

/* Random closed lines, crossing themselves many times, on grids from tiny (full of collinear and
 * equal points) to large. */
static void
test_tangles (void)
{
  PnRandom random = pn_random (6302);
  g_test_message ("seed 6302");
  int n_empty = 0;
  for (int round = 0; round < 6000; round++) {
    static const int reaches[] = {3, 8, 60, 2000, 100000000};
    int reach = reaches[round % 5];
    Outline outline = outline_new ();
    for (int ring = (int)pn_random_below (&random, 3); ring >= 0; ring--) {
      guint first = outline.points->len;
      for (int i = 3 + (int)pn_random_below (&random, 9); i > 0; i--)
        add_point (&outline, (int32_t)pn_random_range (&random, -reach, reach),
                   (int32_t)pn_random_range (&random, -reach, reach));
      close_ring (&outline, first);
    }
    PnTriangulation mesh;
    PnStatus status = triangulate (&outline, &mesh);
    n_empty += status == PN_STATUS_EMPTY;
    if (status != PN_STATUS_EMPTY)
      g_assert_cmpint (status, ==, PN_STATUS_OK);
    check_mesh (&mesh);
    if (reach > 60)
      check_inside (&outline, &mesh, &random, reach, 20);
    pn_triangulation_clear (&mesh);
    outline_free (&outline);
  }
  g_assert_cmpint (n_empty, <, 100);
}

/* Long edges that lie on each other but for a few units: they become one where they meet, instead
 * of crossing again a unit farther on. */
static void
test_near_parallel (void)
{
  PnRandom random = pn_random (6306);
  g_test_message ("seed 6306");
  size_t most_points = 0;
  for (int round = 0; round < 500; round++) {
    Outline outline = outline_new ();
    for (int i = 0; i < 12; i++)
      add_point (&outline, (int32_t)pn_random_range (&random, -4e6, 4e6),
                 (int32_t)pn_random_range (&random, -9, 9));
    add_point (&outline, 0, 1000000);
    close_ring (&outline, 0);
    PnTriangulation mesh;
    g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
    check_mesh (&mesh);
    most_points = MAX (most_points, mesh.points.n_items);
    pn_triangulation_clear (&mesh);
    outline_free (&outline);
  }
  g_test_message ("%zu points at most", most_points);
  g_assert_cmpuint (most_points, <, 80);
}

/* Without edges in the way, the plain Delaunay property: no point in any circle. */
static void
test_empty_circles (void)
{
  PnRandom random = pn_random (6303);
  g_test_message ("seed 6303");
  for (int round = 0; round < 200; round++) {
    int reach = round % 2 ? 12 : 5000;
    Outline outline = outline_new ();
    add_point (&outline, -reach, -reach);
    add_point (&outline, reach, -reach);
    add_point (&outline, reach, reach);
    add_point (&outline, -reach, reach);
    close_ring (&outline, 0);
    for (int i = 0; i < 60; i++)
      add_point (&outline, (int32_t)pn_random_range (&random, -reach, reach),
                 (int32_t)pn_random_range (&random, -reach, reach));
    PnTriangulation mesh;
    g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
    check_mesh (&mesh);
    g_assert_cmpint (twice_area (&mesh), ==, 8 * reach * reach);
    const PnGridPoint *at = mesh.points.items;
    for (size_t t = 0; t < mesh.triangles.n_items; t += 3)
      for (size_t p = 0; p < mesh.points.n_items; p++) {
        const guint32 *corners = &mesh.triangles.items[t];
        g_assert_cmpint (pn_grid_in_circle (at[corners[0]], at[corners[1]], at[corners[2]], at[p]),
                         <=, 0);
      }
    pn_triangulation_clear (&mesh);
    outline_free (&outline);
  }
}

/* Triangles with an angle below 20.7 degrees and no side shorter than `shortest`. */
static size_t
count_bad (const PnTriangulation *mesh, double shortest)
{
  size_t n_bad = 0;
  for (size_t t = 0; t < mesh->triangles.n_items; t += 3) {
    const guint32 *corners = &mesh->triangles.items[t];
    double squared[3], least = HUGE_VAL, product = 1;
    for (int i = 0; i < 3; i++) {
      PnGridPoint a = mesh->points.items[corners[i]], b = mesh->points.items[corners[(i + 1) % 3]];
      double x = (double)b.x - a.x, y = (double)b.y - a.y;
      squared[i] = x * x + y * y;
      least = MIN (least, squared[i]);
      product *= squared[i];
    }
    const PnGridPoint *at = mesh->points.items;
    double cross = (double)pn_grid_orient (at[corners[0]], at[corners[1]], at[corners[2]]);
    n_bad += least >= shortest * shortest && product / (4 * cross * cross) > 2.0001 * least;
  }
  return n_bad;
}

/* The same area and outline, and few badly shaped triangles left where there were many. */
static void
test_refined (void)
{
  PnRandom random = pn_random (6305);
  g_test_message ("seed 6305");
  size_t n_bad_before = 0, n_bad_after = 0, n_after = 0;
  for (int round = 0; round < 300; round++) {
    Outline outline = outline_new ();
    add_star (&outline, &random, 20, 1 << 20);
    for (guint i = 0; i < outline.points->len; i++) {
      PnGridPoint *point = &g_array_index (outline.points, PnGridPoint, i);
      point->x &= ~63;
      point->y &= ~63;
    }
    PnTriangulation plain, mesh;
    PnRefinement refinement = {10000, 5000};
    g_assert_cmpint (triangulate (&outline, &plain), ==, PN_STATUS_OK);
    g_assert_cmpint (refine (&outline, &refinement, &mesh), ==, PN_STATUS_OK);
    check_mesh (&mesh);
    g_assert_cmpint (twice_area (&mesh), ==, twice_area (&plain));
    g_assert_cmpuint (mesh.points.n_items, <, 2000);
    n_bad_before += count_bad (&plain, 10000);
    n_bad_after += count_bad (&mesh, 10000);
    n_after += mesh.triangles.n_items / 3;
    pn_triangulation_clear (&plain);

    PnRefinement stopped = {1, 60};
    g_assert_cmpint (refine (&outline, &stopped, &plain), ==, PN_STATUS_OK);
    check_mesh (&plain);
    g_assert_cmpuint (plain.points.n_items, <=, 60);
    pn_triangulation_clear (&plain);
    pn_triangulation_clear (&mesh);
    outline_free (&outline);
  }
  g_test_message ("badly shaped: %zu before, %zu of %zu after", n_bad_before, n_bad_after, n_after);
  g_assert_cmpuint (n_bad_before, >, 600);
  g_assert_cmpuint (n_bad_after, <, n_after / 200);
}

/* The order of rings and points decides nothing but numbers. */
static void
test_repeatable (void)
{
  PnRandom random = pn_random (6304);
  g_test_message ("seed 6304");
  Outline outline = outline_new ();
  add_star (&outline, &random, 300, 1e6);
  PnTriangulation mesh, again;
  g_assert_cmpint (triangulate (&outline, &mesh), ==, PN_STATUS_OK);
  g_assert_cmpint (triangulate (&outline, &again), ==, PN_STATUS_OK);
  g_assert_cmpmem (mesh.triangles.items, mesh.triangles.n_items * sizeof (guint32),
                   again.triangles.items, again.triangles.n_items * sizeof (guint32));
  pn_triangulation_clear (&mesh);
  pn_triangulation_clear (&again);
  outline_free (&outline);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/geom/predicates/in-circle", test_in_circle);
  g_test_add_func ("/geom/predicates/crossing", test_crossing);
  g_test_add_func ("/geom/triangulate/repeated-point", test_repeated_point);
  g_test_add_func ("/geom/triangulate/near-point", test_near_point);
  g_test_add_func ("/geom/triangulate/holes-sharing-a-point", test_holes_sharing_a_point);
  g_test_add_func ("/geom/triangulate/touching-squares", test_touching_squares);
  g_test_add_func ("/geom/triangulate/common-edge", test_common_edge);
  g_test_add_func ("/geom/triangulate/self-crossing", test_self_crossing);
  g_test_add_func ("/geom/triangulate/refused", test_refused);
  g_test_add_func ("/geom/triangulate/simple-rings", test_simple_rings);
  g_test_add_func ("/geom/triangulate/tangles", test_tangles);
  g_test_add_func ("/geom/triangulate/near-parallel", test_near_parallel);
  g_test_add_func ("/geom/triangulate/empty-circles", test_empty_circles);
  g_test_add_func ("/geom/triangulate/refined", test_refined);
  g_test_add_func ("/geom/triangulate/repeatable", test_repeatable);
  return g_test_run ();
}
