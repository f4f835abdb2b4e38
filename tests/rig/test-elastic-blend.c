/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The linear solver, by exact harmonic weights. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-elastic.h"
#include "pn-test-oracle.h"
#include "pn-test-shapes.h"

/* Takes the mesh. */
static TestRig *
blend_new (PnMesh *mesh, const PnElasticPin *pins, gsize n_pins)
{
  TestRig *rig = test_rig_new (mesh, pins, n_pins);
  PnElasticPins *blend = NULL;
  g_assert_cmpint (pn_elastic_pins_new_blend (rig->factor, pins, n_pins, rig->pins, &blend), ==,
                   PN_STATUS_OK);
  pn_elastic_pins_unref (rig->pins);
  rig->pins = blend;
  return rig;
}

static PnElasticPin
point (double x, double y)
{
  return (PnElasticPin){.rest = {x, y}};
}

/* (transfer full): the weights of pin `i`, seen by what moving it by 1 px does. */
static double *
weights_of (TestRig *rig, gsize i)
{
  gsize n = pn_mesh_n_vertices (rig->mesh);
  double *weights = g_new0 (double, n);
  rig->targets[i].position.x += 1;
  test_rig_solve (rig);
  for (gsize v = 0; v < n; v++) {
    weights[v] = rig->posed[v].x - pn_mesh_positions (rig->mesh)[v].x;
    g_assert_cmpfloat (fabs (rig->posed[v].y - pn_mesh_positions (rig->mesh)[v].y), <=, 0);
  }
  rig->targets[i].position.x -= 1;
  return weights;
}

/* The weights are those of a full matrix, on vertices that pins lie on. 150 sweeps from neighbour
 * to neighbour come to something else, and distances know nothing of the shape. */
static void
test_harmonic (void)
{
  const PnElasticPin pins[] = {point (20, 20), point (180, 20), point (100, 200)};
  TestRig *rig = blend_new (test_mesh_of_shape (200, 220, 10, test_shape_fork), pins, 3);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  const PnVec2 *rest = pn_mesh_positions (rig->mesh);
  g_autofree double *weights = weights_of (rig, 0);

  g_autofree PnComplex *matrix = g_new0 (PnComplex, n * n);
  g_autofree PnComplex *exact = g_new0 (PnComplex, n);
  for (gsize t = 0; t < pn_mesh_n_triangles (rig->mesh); t++) {
    const guint32 *corners = pn_mesh_triangles (rig->mesh) + 3 * t;
    PnVec2 z[3];
    PnComplex a[3], b[3];
    oracle_corners (rig->mesh, rest, t, z);
    oracle_parts (z, a, b);
    for (int i = 0; i < 9; i++)
      matrix[corners[i / 3] * n + corners[i % 3]].re +=
          oracle_area (z) * pn_complex_conj_mul (a[i / 3], a[i % 3]).re;
  }
  g_autofree double *swept = g_new0 (double, n), *next = g_new0 (double, n);
  for (gsize v = 0; v < n; v++)
    for (gsize i = 0; i < 3; i++)
      if (test_distance (rest[v], pins[i].rest) < 1e-9) {
        memset (matrix + v * n, 0, n * sizeof *matrix);
        matrix[v * n + v].re = 1;
        exact[v].re = i == 0;
        swept[v] = i == 0 ? 1 : -1; /* Held: not swept. */
      }
  double worst_swept = 0, worst = 0, worst_far = 0;
  for (guint sweep = 0; sweep < 150; sweep++) {
    for (gsize v = 0; v < n; v++) {
      double sum = 0;
      for (gsize w = 0; w < n; w++)
        sum -= w == v ? 0 : matrix[v * n + w].re * fmax (0, swept[w]);
      gboolean is_held = swept[v] < 0 || exact[v].re > 0;
      next[v] = is_held ? swept[v] : sum / matrix[v * n + v].re;
    }
    memcpy (swept, next, n * sizeof *next);
  }
  oracle_solve (n, 1, matrix, exact);
  for (gsize v = 0; v < n; v++) {
    double nearness = 0;
    for (gsize i = 0; i < 3; i++)
      nearness += 1 / (pow (test_distance (rest[v], pins[i].rest), 2) + 1e-9);
    double by_distance = 1 / (pow (test_distance (rest[v], pins[0].rest), 2) + 1e-9) / nearness;
    worst = fmax (worst, fabs (weights[v] - exact[v].re));
    worst_swept = fmax (worst_swept, fabs (fmax (0, swept[v]) - exact[v].re));
    worst_far = fmax (worst_far, fabs (by_distance - exact[v].re));
  }
  g_test_message ("weights are off by %.2g; after 150 sweeps by %.2g, by distance by %.2g", worst,
                  worst_swept, worst_far);
  g_assert_cmpfloat (worst, <, 1e-12);
  g_assert_cmpfloat (worst_swept, >, 0.02);
  g_assert_cmpfloat (worst_far, >, 0.1);
  test_rig_free (rig);
}

static PnElasticPin
advanced (double x, double y)
{
  return (PnElasticPin){.rest = {x, y}, .grip = 14, .kind = PN_ELASTIC_ADVANCED, .extent = 35};
}

/* Rest is rest, bit for bit; what all pins do alike, the mesh does; a pin alone turns it whole. */
static void
test_rigid (void)
{
  const PnElasticPin pins[] = {advanced (20, 25), advanced (150, 30), advanced (280, 20)};
  TestRig *rig = blend_new (test_mesh_bar (300, 50, 10), pins, 3);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  const PnVec2 *rest = pn_mesh_positions (rig->mesh);
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
  g_assert_cmpmem (rig->posed, n * sizeof *rest, rest, n * sizeof *rest);
  for (gsize i = 0; i < 3; i++) {
    rig->targets[i].position = test_turned (pins[i].rest, pn_vec2 (9, 9), 70, pn_vec2 (5, 60));
    rig->targets[i].turn = 70 * G_PI / 180;
  }
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  for (gsize v = 0; v < n; v++)
    g_assert_cmpfloat (
        test_distance (rig->posed[v], test_turned (rest[v], pn_vec2 (9, 9), 70, pn_vec2 (5, 60))),
        <, 1e-10);
  test_rig_free (rig);

  rig = blend_new (test_mesh_bar (300, 50, 10), pins, 1);
  rest = pn_mesh_positions (rig->mesh);
  rig->targets[0].turn = G_PI / 2;
  rig->targets[0].scale = 2;
  test_rig_solve (rig);
  for (gsize v = 0; v < n; v++) {
    PnVec2 arm = pn_vec2_scale (pn_vec2_sub (rest[v], pins[0].rest), 2);
    PnVec2 there = pn_vec2_add (pins[0].rest, pn_vec2 (-arm.y, arm.x));
    g_assert_cmpfloat (test_distance (rig->posed[v], there), <, 1e-10);
  }
  test_rig_free (rig);
}

/* Stiffness draws a pin's weight to what is near it; starch pins do nothing. */
static void
test_stiffness (void)
{
  PnElasticPin pins[] = {point (20, 25),
                         point (280, 25),
                         {.rest = {150, 25},
                          .grip = 14,
                          .kind = PN_ELASTIC_STARCH,
                          .stiffness = 1,
                          .starch_extent = 90}};
  TestRig *rig = blend_new (test_mesh_bar (300, 50, 10), pins, 2);
  TestRig *starched = blend_new (test_mesh_bar (300, 50, 10), pins, 3);
  pins[0].stiffness = 1;
  TestRig *stiff = blend_new (test_mesh_bar (300, 50, 10), pins, 2);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree double *plain = weights_of (rig, 0), *with_starch = weights_of (starched, 0);
  g_autofree double *sharp = weights_of (stiff, 0);
  g_assert_cmpmem (plain, n * sizeof *plain, with_starch, n * sizeof *plain);
  for (gsize v = 0; v < n; v++) {
    double power = plain[v] * plain[v], beside = 1 - plain[v];
    g_assert_cmpfloat (fabs (sharp[v] - power / (power + beside)), <, 1e-12);
  }
  test_rig_free (rig);
  test_rig_free (starched);
  test_rig_free (stiff);
}

/* A target that is no number lets its pin count as absent. */
static void
test_absent (void)
{
  const PnElasticPin pins[] = {advanced (20, 25), advanced (280, 25), advanced (150, 25)};
  TestRig *rig = blend_new (test_mesh_bar (300, 50, 10), pins, 3);
  TestRig *without = blend_new (test_mesh_bar (300, 50, 10), pins, 2);
  rig->targets[0].position.y = without->targets[0].position.y = 80;
  rig->targets[2].turn = (double)NAN;
  test_rig_solve (rig);
  test_rig_solve (without);
  g_assert_cmpint (rig->states[2], ==, PN_PIN_NOT_FINITE);
  g_assert_cmpmem (rig->posed, pn_mesh_n_vertices (rig->mesh) * sizeof (PnVec2), without->posed,
                   pn_mesh_n_vertices (rig->mesh) * sizeof (PnVec2));
  for (gsize i = 0; i < 3; i++)
    rig->targets[i].position.x = (double)INFINITY;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
  rig->targets[0] = pn_elastic_target (pn_vec2 (1e308, -1e308));
  rig->targets[1] = pn_elastic_target (pn_vec2 (-1e308, 1e308));
  rig->targets[1].scale = 1e300;
  test_rig_solve (rig);
  test_rig_free (rig);
  test_rig_free (without);
}

/* A bend pin stays where the others put it, turns what is about it, and does not hold it. */
static void
test_bend (void)
{
  const PnElasticPin pins[] = {
      point (20, 25), point (280, 25), {.rest = {150, 25}, .kind = PN_ELASTIC_BEND}};
  TestRig *rig = blend_new (test_mesh_bar (300, 50, 10), pins, 3);
  TestRig *others = blend_new (test_mesh_bar (300, 50, 10), pins, 2);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  rig->targets[0].position.y = others->targets[0].position.y = 90;
  test_rig_solve (rig);
  test_rig_solve (others);
  g_assert_cmpmem (rig->posed, n * sizeof (PnVec2), others->posed, n * sizeof (PnVec2));
  PnVec2 first = test_rig_pin (rig, 2);
  rig->targets[2].turn = 1;
  test_rig_solve (rig);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 2), first), <, 4);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 0), rig->targets[0].position), <, 1);
  double farthest = 0;
  for (gsize v = 0; v < n; v++)
    farthest = fmax (farthest, test_distance (rig->posed[v], others->posed[v]));
  g_assert_cmpfloat (farthest, >, 5);
  test_rig_free (rig);
  test_rig_free (others);
}

/* It draws together what elastic keeps: an elbow bent by 150 degrees. */
static void
test_beside_elastic (void)
{
  const PnElasticPin pins[] = {advanced (20, 25), advanced (280, 25)};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 2);
  TestRig *blend = blend_new (test_mesh_bar (300, 50, 10), pins, 2);
  rig->targets[1].turn = blend->targets[1].turn = 150 * G_PI / 180;
  test_rig_solve (rig);
  test_rig_solve (blend);
  double elastic_energy = pn_elastic_energy (rig->mesh, rig->posed);
  double blend_energy = pn_elastic_energy (rig->mesh, blend->posed);
  g_test_message ("energy %.0f, a blend's %.0f", elastic_energy, blend_energy);
  g_assert_cmpfloat (elastic_energy, <, blend_energy / 2);
  test_rig_free (rig);
  test_rig_free (blend);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/blend/harmonic", test_harmonic);
  g_test_add_func ("/rig/elastic/blend/rigid", test_rigid);
  g_test_add_func ("/rig/elastic/blend/stiffness", test_stiffness);
  g_test_add_func ("/rig/elastic/blend/absent", test_absent);
  g_test_add_func ("/rig/elastic/blend/bend", test_bend);
  g_test_add_func ("/rig/elastic/blend/beside-elastic", test_beside_elastic);
  return g_test_run ();
}
