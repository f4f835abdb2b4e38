/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Squash and stretch, and the limit of rotation. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-complex.h"
#include "pn-test-elastic.h"
#include "pn-test-oracle.h"
#include "pn-test-shapes.h"

/* A bar pulled to `factor` times the distance of its pins. */
static TestRig *
make_pulled (double factor, double stretch, guint passes)
{
  const PnVec2 points[] = {{20, 25}, {280, 25}};
  TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 5), points, 2, 14);
  rig->targets[1].position.x = 20 + 260 * factor;
  rig->options.stretch = stretch;
  rig->options.passes = passes;
  test_rig_solve (rig);
  return rig;
}

static double
middle_width (const TestRig *rig)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    if (fabs (pn_mesh_positions (rig->mesh)[i].x - 150) < 1) {
      low = fmin (low, rig->posed[i].y);
      high = fmax (high, rig->posed[i].y);
    }
  return high - low;
}

static double
area_factor (const TestRig *rig)
{
  double area = 0;
  for (gsize t = 0; t < pn_mesh_n_triangles (rig->mesh); t++) {
    PnVec2 z[3];
    oracle_corners (rig->mesh, rig->posed, t, z);
    area += oracle_area (z);
  }
  return area / (300 * 50);
}

/* Volume kept: half as wide at twice the length, and wider when it is pushed together; without, it
 * keeps its width. */
static void
test_volume (void)
{
  const struct {
    double factor;
    guint passes;
    double width, area;
  } cases[] = {{2, 8, 25, 1.01}, {0.6, 8, 82, 1}, {2, 4, 27.7, 1.09}, {0.6, 4, 76.6, 0.95}};
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    TestRig *rig = make_pulled (cases[i].factor, 1, cases[i].passes);
    TestRig *plain = make_pulled (cases[i].factor, 0, cases[i].passes);
    double width = middle_width (rig), area = area_factor (rig);
    g_test_message ("pulled to %g times, %u passes: width %.1f, area %.2f; without %.1f, %.2f",
                    cases[i].factor, cases[i].passes, width, area, middle_width (plain),
                    area_factor (plain));
    g_assert_cmpfloat (fabs (width - cases[i].width), <, 2);
    g_assert_cmpfloat (fabs (area - cases[i].area), <, 0.03);
    g_assert_cmpuint (pn_elastic_flipped (rig->mesh, rig->posed, NULL), ==, 0);
    g_assert_cmpfloat (fabs (middle_width (plain) - 50), <, 3);
    test_rig_free (rig);
    test_rig_free (plain);
  }
}

/* Free scale: what is pulled to twice its size is twice as large, all over. */
static void
test_free (void)
{
  const PnVec2 points[] = {{20, 25}, {150, 30}, {280, 25}};
  TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 10), points, 3, 14);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  for (gsize i = 0; i < 3; i++)
    rig->targets[i].position = pn_vec2_scale (points[i], 2);
  rig->options.stretch = 1;
  rig->options.stretch_mode = PN_ELASTIC_FREE_SCALE;
  test_rig_solve (rig);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (
        test_distance (rig->posed[i], pn_vec2_scale (pn_mesh_positions (rig->mesh)[i], 2)), <,
        1e-9);
  rig->options.stretch = 0;
  test_rig_solve (rig);
  g_assert_cmpfloat (
      test_distance (rig->posed[n - 1], pn_vec2_scale (pn_mesh_positions (rig->mesh)[n - 1], 2)), >,
      5);
  test_rig_free (rig);
}

/* Poses with options that come to nothing are those without, bit for bit. */
static void
test_none (void)
{
  const PnVec2 points[] = {{20, 25}, {150, 25}, {280, 25}};
  TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 10), points, 3, 14);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  rig->targets[2].position = pn_vec2 (200, 180);
  test_rig_solve (rig);
  g_autofree PnVec2 *plain = g_memdup2 (rig->posed, n * sizeof (PnVec2));
  const PnElasticOptions options[] = {
      {.stretch = 0, .stretch_mode = PN_ELASTIC_FREE_SCALE},
      {.stretch = -1},
      {.stretch = (double)NAN},
      {.max_rotation = -2},
      {.max_rotation = (double)NAN},
      {.max_rotation = G_PI},
      {.max_rotation = (double)INFINITY},
  };
  for (gsize i = 0; i < G_N_ELEMENTS (options); i++) {
    rig->options = options[i];
    rig->options.passes = PN_ELASTIC_PASSES_DEFAULT;
    test_rig_solve (rig);
    g_assert_cmpmem (rig->posed, n * sizeof *plain, plain, n * sizeof *plain);
  }
  /* As much as there is of stretch, however it is asked for. */
  rig->options = (PnElasticOptions){.passes = 4, .stretch = 1};
  test_rig_solve (rig);
  memcpy (plain, rig->posed, n * sizeof *plain);
  rig->options.stretch = (double)INFINITY;
  test_rig_solve (rig);
  g_assert_cmpmem (rig->posed, n * sizeof *plain, plain, n * sizeof *plain);
  test_rig_free (rig);
}

/* The largest turn of a triangle against the mean turn of all, in degrees. */
static double
largest_turn (const TestRig *rig)
{
  PnComplex mean = {0, 0};
  double largest = 0;
  for (int round = 0; round < 2; round++)
    for (gsize t = 0; t < pn_mesh_n_triangles (rig->mesh); t++) {
      PnVec2 z[3], p[3];
      PnComplex a[3], b[3], turn = {0, 0};
      oracle_corners (rig->mesh, pn_mesh_positions (rig->mesh), t, z);
      oracle_corners (rig->mesh, rig->posed, t, p);
      oracle_parts (z, a, b);
      for (int i = 0; i < 3; i++)
        turn = pn_complex_add (turn, pn_complex_mul (a[i], pn_complex (p[i].x, p[i].y)));
      if (round == 0)
        mean = pn_complex_add (mean, pn_complex_scale (turn, oracle_area (z)));
      turn = pn_complex_conj_mul (mean, turn);
      largest = round == 0 ? 0 : fmax (largest, fabs (atan2 (turn.im, turn.re)));
    }
  return largest * 180 / G_PI;
}

/* No pin turns its grip farther than the limit, and triangles stay nearer to the mean. */
static void
test_limit (void)
{
  const PnElasticPin pins[] = {
      {.rest = {20, 25}, .grip = 14},
      {.rest = {150, 25}, .grip = 14, .kind = PN_ELASTIC_ADVANCED, .extent = 35},
      {.rest = {280, 25}, .grip = 14}};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 5), pins, 3);
  const double turns[] = {5, 2, 0.3, -0.3, -2, -5};
  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++) {
    double limit = 30 * G_PI / 180, capped = CLAMP (turns[i], -limit, limit);
    rig->options.max_rotation = limit;
    rig->targets[1].turn = turns[i];
    test_rig_solve (rig);
    PnVec2 turn = pn_elastic_pins_turn (rig->pins, 1, rig->posed);
    g_assert_cmpfloat (test_distance (turn, pn_vec2 (cos (capped), sin (capped))), <, 1e-12);
  }
  test_rig_free (rig);

  const PnVec2 points[] = {{20, 10}, {20, 40}, {150, 25}, {280, 10}, {280, 40}};
  rig = test_rig_at (test_mesh_bar (300, 50, 5), points, 5, 14);
  for (gsize i = 3; i < 5; i++)
    rig->targets[i].position = test_turned (points[i], pn_vec2 (150, 25), 100, pn_vec2 (0, 0));
  test_rig_solve (rig);
  double without = largest_turn (rig);
  rig->options.max_rotation = 20 * G_PI / 180;
  test_rig_solve (rig);
  double with = largest_turn (rig);
  g_test_message ("the largest turn is %.1f degrees, with the limit of 20 %.1f", without, with);
  g_assert_cmpfloat (with, <, without - 10);
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  test_rig_free (rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/stretch/volume", test_volume);
  g_test_add_func ("/rig/elastic/stretch/free", test_free);
  g_test_add_func ("/rig/elastic/stretch/none", test_none);
  g_test_add_func ("/rig/elastic/stretch/limit", test_limit);
  return g_test_run ();
}
