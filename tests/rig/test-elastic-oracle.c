/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The elastic solver against the same energies minimised with full matrices. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-random.h"
#include "pn-test-elastic.h"
#include "pn-test-oracle.h"
#include "pn-test-shapes.h"

/* The largest error seen in the prototype was 1.3e-10 with 30 pins. */
#define TOLERANCE 1e-9

static double
compare (TestRig *rig, const TestOracle *oracle, double clamp, guint passes)
{
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree PnVec2 *expected = g_new0 (PnVec2, n);
  test_oracle_pose (oracle, rig->targets, clamp, passes, expected);
  rig->options.passes = passes;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  double worst = 0;
  for (gsize i = 0; i < n; i++)
    worst = fmax (worst, test_distance (rig->posed[i], expected[i]));
  return worst;
}

static void
test_passes (void)
{
  const PnVec2 points[] = {{21, 24}, {150.5, 33}, {274, 17}};
  TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 10), points, 3, 14);
  TestOracle *oracle = test_oracle_new (rig->mesh, rig->at_rest, 3);
  rig->targets[0].position = pn_vec2 (40, -20);
  rig->targets[1].position = pn_vec2 (130, 60);
  rig->targets[2].position = pn_vec2 (190, 190);
  for (guint passes = 0; passes <= 4; passes++) {
    double worst = compare (rig, oracle, 0.6, passes);
    g_test_message ("%u passes: %.2g px", passes, worst);
    g_assert_cmpfloat (worst, <, TOLERANCE);
  }
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  /* Squeezed until some triangles have next to no turning part, the clamp shows. */
  rig->targets[1].position = pn_vec2 (60, 40);
  rig->targets[2].position = pn_vec2 (75, -90);
  g_assert_cmpfloat (compare (rig, oracle, 0.6, 4), <, TOLERANCE);
  g_assert_cmpfloat (compare (rig, oracle, 0, 4), >, 1);
  test_oracle_free (oracle);
  test_rig_free (rig);
}

/* Random pins that keep one grip apart, some with their discs cut by the edge, targets thrown
 * about. */
static void
test_random (void)
{
  for (guint seed = 1; seed <= 8; seed++) {
    PnRandom random = pn_random (seed);
    PnElasticPin pins[12];
    gsize n_pins = 2 + pn_random_below (&random, 11), n = 0;
    while (n < n_pins) {
      PnElasticPin pin = {0};
      pin.rest.x = pn_random_range (&random, 1, 119);
      pin.rest.y = pn_random_range (&random, 1, 119);
      pin.grip = pn_random_range (&random, 2, 16);
      gsize other = 0;
      while (other < n && test_distance (pins[other].rest, pin.rest) > 16)
        other++;
      if (other == n)
        pins[n++] = pin;
    }
    TestRig *rig = test_rig_new (test_mesh_bar (120, 120, 12), pins, n);
    TestOracle *oracle = test_oracle_new (rig->mesh, pins, n);
    for (gsize i = 0; i < n; i++) {
      rig->targets[i].position.x += pn_random_range (&random, -60, 60);
      rig->targets[i].position.y += pn_random_range (&random, -60, 60);
    }
    double start = compare (rig, oracle, 0.6, 0), posed = compare (rig, oracle, 0.6, 4);
    g_test_message ("seed %u, %" G_GSIZE_FORMAT " pins: start %.2g px, four passes %.2g px", seed,
                    n, start, posed);
    g_assert_cmpfloat (start, <, TOLERANCE);
    g_assert_cmpfloat (posed, <, TOLERANCE);
    g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
    test_oracle_free (oracle);
    test_rig_free (rig);
  }
}

/* The disc of a pin beside a slit stops at the slit. */
static void
test_slit (void)
{
  const PnVec2 points[] = {{20, 38}, {20, 70}, {280, 50}};
  TestRig *rig = test_rig_at (test_mesh_of_shape (300, 100, 10, test_shape_slit), points, 3, 30);
  TestOracle *oracle = test_oracle_new (rig->mesh, rig->at_rest, 3);
  rig->targets[0].position.y -= 60;
  double worst = compare (rig, oracle, 0.6, 4);
  g_test_message ("%.2g px", worst);
  g_assert_cmpfloat (worst, <, TOLERANCE);
  test_oracle_free (oracle);
  test_rig_free (rig);
}

/* Three pins of a bar, all of them thrown about. */
static TestRig *
make_thrown (const PnElasticPin *pins, gsize n_pins)
{
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, n_pins);
  const PnElasticTarget thrown[] = {{{40, -20}, 0.7, 1.2}, {{130, 60}, 0, 1}, {{210, 120}, 2, 0.8}};
  memcpy (rig->targets, thrown, sizeof thrown);
  return rig;
}

/* Compares with up to four passes. */
static double
compare_all (TestRig *rig)
{
  TestOracle *oracle = test_oracle_new (rig->mesh, rig->at_rest, rig->n_pins);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree PnVec2 *expected = g_new0 (PnVec2, n);
  double worst = 0;
  for (guint passes = 0; passes <= 4; passes++) {
    const TestOracleOptions options = {.clamp = 0.6,
                                       .passes = passes,
                                       .stretch = rig->options.stretch,
                                       .stretch_mode = rig->options.stretch_mode};
    test_oracle_pose_with (oracle, rig->targets, &options, expected);
    rig->options.passes = passes;
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    for (gsize i = 0; i < n; i++)
      worst = fmax (worst, test_distance (rig->posed[i], expected[i]));
    g_test_message ("%u passes: %.2g px", passes, worst);
  }
  test_oracle_free (oracle);
  return worst;
}

static void
test_advanced (void)
{
  const PnElasticPin pins[] = {
      {.rest = {21, 24}, .grip = 14, .kind = PN_ELASTIC_ADVANCED, .extent = 35},
      {.rest = {150.5, 33}, .grip = 14},
      {.rest = {274, 17}, .grip = 25, .kind = PN_ELASTIC_ADVANCED, .extent = 60},
  };
  TestRig *rig = make_thrown (pins, 3);
  g_assert_cmpfloat (compare_all (rig), <, TOLERANCE);
  test_rig_free (rig);
}

static void
test_stiff (void)
{
  const PnElasticPin pins[] = {
      {.rest = {21, 24}, .grip = 14},
      {.rest = {150.5, 33}, .grip = 14, .stiffness = 0.4, .starch_extent = 50},
      {.rest = {274, 17}, .grip = 14},
      {.rest = {100, 22},
       .grip = 14,
       .kind = PN_ELASTIC_STARCH,
       .stiffness = 1,
       .starch_extent = 60},
  };
  TestRig *rig = make_thrown (pins, 4);
  g_assert_nonnull (pn_elastic_pins_stiffness (rig->pins));
  g_assert_cmpfloat (compare_all (rig), <, TOLERANCE);
  test_rig_free (rig);
}

static void
test_stretched (void)
{
  const PnElasticPin pins[] = {
      {.rest = {21, 24}, .grip = 14},
      {.rest = {150.5, 33}, .grip = 14, .kind = PN_ELASTIC_ADVANCED, .extent = 35},
      {.rest = {274, 17}, .grip = 14},
  };
  TestRig *rig = make_thrown (pins, 3);
  for (rig->options.stretch = 0.5; rig->options.stretch < 1.2; rig->options.stretch += 0.5)
    for (guint mode = 0; mode < 2; mode++) {
      rig->options.stretch_mode = mode == 0 ? PN_ELASTIC_KEEP_VOLUME : PN_ELASTIC_FREE_SCALE;
      g_assert_cmpfloat (compare_all (rig), <, TOLERANCE);
    }
  test_rig_free (rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/oracle/passes", test_passes);
  g_test_add_func ("/rig/elastic/oracle/random", test_random);
  g_test_add_func ("/rig/elastic/oracle/slit", test_slit);
  g_test_add_func ("/rig/elastic/oracle/advanced", test_advanced);
  g_test_add_func ("/rig/elastic/oracle/stiff", test_stiff);
  g_test_add_func ("/rig/elastic/oracle/stretched", test_stretched);
  return g_test_run ();
}
