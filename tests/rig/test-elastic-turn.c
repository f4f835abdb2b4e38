/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pins that turn: advanced pins, which hold a turn as exactly as a place, and bend pins, which turn
 * what the others did. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-bits.h"
#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

#define RADIANS (G_PI / 180)

static PnElasticPin
advanced (double x, double y)
{
  return (PnElasticPin){.rest = {x, y}, .grip = 14, .kind = PN_ELASTIC_ADVANCED, .extent = 35};
}

static PnElasticPin
bend (double x, double y)
{
  return (PnElasticPin){.rest = {x, y}, .grip = 14, .kind = PN_ELASTIC_BEND, .extent = 35};
}

/* A bar held at both ends by pins that turn, the right one by `degrees`. */
static TestRig *
make_bar (double edge, double degrees)
{
  const PnElasticPin pins[] = {advanced (20, 25), advanced (280, 25)};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, edge), pins, 2);
  rig->targets[1].turn = degrees * RADIANS;
  return rig;
}

/* How far the grip of pin `i` is from being turned by `turn` and scaled by `scale`. */
static double
turn_error (const TestRig *rig, gsize i, double turn, double scale)
{
  PnVec2 found = pn_elastic_pins_turn (rig->pins, i, rig->posed);
  return test_distance (found, pn_vec2 (scale * cos (turn), scale * sin (turn)));
}

/* Turn and place are exact at every density; a pin that holds its place alone turns nothing. */
static void
test_exact (void)
{
  for (double edge = 10; edge > 2; edge /= 2)
    for (double degrees = -450; degrees <= 720; degrees += 45) {
      TestRig *rig = make_bar (edge, degrees);
      rig->targets[0].position.x -= 7;
      rig->targets[1].scale = 1.25;
      g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
      g_assert_cmpfloat (turn_error (rig, 0, 0, 1), <, 1e-12);
      g_assert_cmpfloat (turn_error (rig, 1, degrees * RADIANS, 1.25), <, 1e-12);
      g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
      if (fabs (degrees) <= 90)
        g_assert_cmpuint (pn_elastic_flipped (rig->mesh, rig->posed, NULL), ==, 0);
      test_rig_free (rig);
    }
  const PnVec2 points[] = {{20, 25}, {280, 25}};
  TestRig *plain = test_rig_at (test_mesh_bar (300, 50, 5), points, 2, 14);
  TestRig *rig = make_bar (5, 90);
  plain->targets[1].turn = G_PI / 2;
  g_assert_cmpint (test_rig_solve (plain), ==, PN_ELASTIC_AT_REST);
  g_assert_cmpfloat (
      test_distance (pn_elastic_pins_turn (rig->pins, 1, plain->posed), pn_vec2 (0, 1)), >, 1);
  test_rig_free (plain);
  test_rig_free (rig);
}

/* 270 degrees are the pose of -90, and there is no seam on the way from turn to turn. */
static void
test_runs_on (void)
{
  TestRig *rig = make_bar (10, -90);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  test_rig_solve (rig);
  g_autofree PnVec2 *before = g_memdup2 (rig->posed, n * sizeof (PnVec2));
  rig->targets[1].turn = 270 * RADIANS;
  test_rig_solve (rig);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (test_distance (before[i], rig->posed[i]), <, 1e-9);

  double worst = 0;
  for (double degrees = 0; degrees <= 720; degrees += 0.5) {
    rig->targets[1].turn = degrees * RADIANS;
    test_rig_solve (rig);
    for (gsize i = 0; i < n && degrees > 0; i++)
      worst = fmax (worst, test_distance (before[i], rig->posed[i]));
    memcpy (before, rig->posed, n * sizeof *before);
  }
  g_test_message ("worst step of half a degree: %.3g px", worst);
  g_assert_cmpfloat (worst, <, 2);
  test_rig_free (rig);
}

/* One pin with a turn turns its piece as a whole; scaled, what is far keeps its size. */
static void
test_one_pin (void)
{
  const PnElasticPin pin = advanced (40, 20);
  TestRig *rig = test_rig_new (test_mesh_bar (200, 40, 10), &pin, 1);
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
  rig->targets[0].turn = 130 * RADIANS;
  rig->targets[0].position = pn_vec2 (60, 5);
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    g_assert_cmpfloat (
        test_distance (rig->posed[i], test_turned (pn_mesh_positions (rig->mesh)[i],
                                                   pn_vec2 (40, 20), 130, pn_vec2 (20, -15))),
        <, 1e-9);
  rig->targets[0] = pn_elastic_target (pin.rest);
  rig->targets[0].scale = 2;
  test_rig_solve (rig);
  g_assert_cmpfloat (turn_error (rig, 0, 0, 2), <, 1e-12);
  double far = test_distance (rig->posed[pn_mesh_n_vertices (rig->mesh) - 1],
                              rig->posed[pn_mesh_n_vertices (rig->mesh) - 2]);
  g_assert_cmpfloat (far, <, 10.5);
  test_rig_free (rig);
}

/* Scales of nothing, less than nothing and very much. */
static void
test_scales (void)
{
  const double scales[] = {0, -1, 1e-300, 8};
  for (gsize s = 0; s < G_N_ELEMENTS (scales); s++) {
    TestRig *rig = make_bar (10, 30);
    rig->targets[1].scale = scales[s];
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    g_assert_cmpfloat (turn_error (rig, 1, 30 * RADIANS, scales[s]), <, 1e-11);
    g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
    test_rig_free (rig);
  }
}

/* A turn or a scale that is no number lets its pin count as absent, and nothing else. */
static void
test_not_finite (void)
{
  for (guint round = 0; round < 6; round++) {
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    const PnElasticPin pins[] = {advanced (20, 25), advanced (150, 25), advanced (280, 25)};
    const PnElasticPin others[] = {pins[0], pins[2]};
    TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 3);
    TestRig *without = test_rig_new (test_mesh_bar (300, 50, 10), others, 2);
    rig->targets[2].turn = without->targets[1].turn = 1;
    *(round % 2 ? &rig->targets[1].turn : &rig->targets[1].scale) = bad[round / 2];
    test_rig_solve (rig);
    test_rig_solve (without);
    g_assert_cmpint (rig->states[1], ==, PN_PIN_NOT_FINITE);
    g_assert_cmpmem (rig->posed, pn_mesh_n_vertices (rig->mesh) * sizeof (PnVec2), without->posed,
                     pn_mesh_n_vertices (rig->mesh) * sizeof (PnVec2));
    test_rig_free (rig);
    test_rig_free (without);
  }
  PnElasticPin pins[] = {advanced (20, 25), advanced (150, 25), advanced (280, 25)};
  pins[1].extent = (double)NAN;
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 3);
  g_assert_cmpint (pn_elastic_pins_states (rig->pins)[1], ==, PN_PIN_NOT_FINITE);
  test_rig_free (rig);
}

/* No extent, no grip, and both. */
static void
test_no_extent (void)
{
  for (guint round = 0; round < 4; round++) {
    PnElasticPin pins[] = {advanced (20, 25), advanced (280, 25)};
    pins[1].extent = round % 2 ? 0 : -4;
    pins[1].grip = round / 2 ? 0 : 14;
    TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 2);
    rig->targets[1].turn = 1;
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    g_assert_cmpfloat (turn_error (rig, 1, 1, 1), <, 1e-12);
    g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
    test_rig_free (rig);
  }
}

/* Two pins very near each other, one moved by 10 px and turned by 90 degrees: nothing flies. */
static void
test_near (void)
{
  const double apart[] = {0, 0.02, 0.5, 2, 5, 7.5, 10, 13};
  for (gsize i = 0; i < G_N_ELEMENTS (apart); i++)
    for (guint kinds = 0; kinds < 4; kinds++) {
      PnElasticPin pins[] = {advanced (20, 25), advanced (150, 25), advanced (150 + apart[i], 25),
                             advanced (280, 25)};
      if (kinds % 2)
        pins[1].kind = PN_ELASTIC_POSITION;
      if (kinds / 2)
        pins[2].kind = PN_ELASTIC_BEND;
      TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 5), pins, 4);
      rig->targets[2].position.y -= 10;
      rig->targets[2].turn = G_PI / 2;
      g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
      double farthest = test_rig_farthest (rig);
      g_test_message ("%g px apart, kinds %u: a vertex moves by %.3g px", apart[i], kinds,
                      farthest);
      g_assert_cmpfloat (farthest, <, 60);
      test_rig_free (rig);
    }
}

/* More to hold than two triangles can: turns go before places, and it is said which. */
static void
test_too_coarse (void)
{
  PnElasticPin pins[] = {advanced (4, 10), advanced (15, 5), advanced (17, 16)};
  for (gsize i = 0; i < 3; i++)
    pins[i].grip = 3;
  TestRig *rig = test_rig_new (test_mesh_bar (20, 20, 20), pins, 3);
  const PnPinState *states = pn_elastic_pins_states (rig->pins);
  guint n_held = 0;
  for (gsize i = 0; i < 3; i++) {
    g_assert_cmpint (states[i], !=, PN_PIN_REDUNDANT);
    n_held += states[i] == PN_PIN_HOLDS;
  }
  g_assert_cmpuint (n_held, <, 3);
  rig->targets[0].turn = 1;
  rig->targets[2].position.x += 5;
  test_rig_solve (rig);
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  g_assert_cmpfloat (test_rig_farthest (rig), <, 60);
  test_rig_free (rig);
}

/* A strip bent by its ends, with a bend pin in the middle. */
static TestRig *
make_bent (double degrees)
{
  const PnElasticPin pins[] = {advanced (20, 25), bend (150, 25), advanced (280, 25)};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 5), pins, 3);
  rig->targets[0].position = pn_vec2 (30, 60);
  rig->targets[0].turn = -0.5;
  rig->targets[2].position = pn_vec2 (250, 50);
  rig->targets[2].turn = 0.6;
  rig->targets[1].turn = degrees * RADIANS;
  return rig;
}

/* A bend pin stays where the others put it and turns what they turned; with no turn it is none. As
 * a pin that holds its rest place, it would drag the strip back there. */
static void
test_bend (void)
{
  const PnElasticPin ends[] = {advanced (20, 25), advanced (280, 25)};
  TestRig *others = test_rig_new (test_mesh_bar (300, 50, 5), ends, 2);
  TestRig *rig = make_bent (0);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  others->targets[0] = rig->targets[0];
  others->targets[1] = rig->targets[2];
  test_rig_solve (others);
  test_rig_solve (rig);
  g_assert_cmpmem (rig->posed, n * sizeof (PnVec2), others->posed, n * sizeof (PnVec2));
  PnVec2 first = test_rig_pin (rig, 1), turn = pn_elastic_pins_turn (rig->pins, 1, rig->posed);
  g_assert_cmpfloat (test_distance (first, rig->at_rest[1].rest), >, 10);

  rig->targets[1].turn = 40 * RADIANS;
  rig->targets[1].scale = 1.2;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  PnVec2 wanted = test_turned (pn_vec2_scale (turn, 1.2), pn_vec2 (0, 0), 40, pn_vec2 (0, 0));
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 1), first), <, 1e-9);
  g_assert_cmpfloat (test_distance (pn_elastic_pins_turn (rig->pins, 1, rig->posed), wanted), <,
                     1e-12);
  g_assert_cmpfloat (turn_error (rig, 2, 0.6, 1), <, 1e-12);
  test_rig_free (rig);
  test_rig_free (others);
}

/* It sets in without a jump, and a piece that it alone is on turns about it. */
static void
test_bend_sets_in (void)
{
  TestRig *rig = make_bent (0);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  test_rig_solve (rig);
  g_autofree PnVec2 *before = g_memdup2 (rig->posed, n * sizeof (PnVec2));
  rig->targets[1].turn = 1e-6;
  test_rig_solve (rig);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (test_distance (before[i], rig->posed[i]), <, 1e-3);
  test_rig_free (rig);

  const PnElasticPin alone = bend (40, 20);
  rig = test_rig_new (test_mesh_bar (200, 40, 10), &alone, 1);
  rig->targets[0].turn = G_PI / 2;
  rig->targets[0].position = pn_vec2 ((double)NAN, 5); /* Counts for nothing. */
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    g_assert_cmpfloat (test_distance (rig->posed[i], test_turned (pn_mesh_positions (rig->mesh)[i],
                                                                  alone.rest, 90, pn_vec2 (0, 0))),
                       <, 1e-9);
  test_rig_free (rig);
}

/* On an advanced pin a bend pin adds its turn to that one's. */
static void
test_bend_rides (void)
{
  const PnElasticPin pins[] = {advanced (20, 25), advanced (150, 25), bend (153, 25),
                               advanced (280, 25)};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 5), pins, 4);
  rig->targets[1].turn = 0.4;
  rig->targets[2].turn = 0.3;
  test_rig_solve (rig);
  g_assert_cmpfloat (turn_error (rig, 1, 0.7, 1), <, 1e-12);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 1), pins[1].rest), <, 1e-9);
  test_rig_free (rig);
}

/* The same bits, made at once or from a set before. */
static void
test_previous (void)
{
  PnElasticPin pins[] = {advanced (20, 25), bend (150, 25), advanced (280, 25)};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 3);
  pins[2].extent = 50;
  PnElasticPins *made = NULL, *shared = NULL;
  pn_elastic_pins_new (rig->factor, pins, 3, NULL, &made);
  pn_elastic_pins_new (rig->factor, pins, 3, rig->pins, &shared);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree PnVec2 *posed = g_new0 (PnVec2, n);
  rig->targets[1].turn = rig->targets[2].turn = 1;
  pn_elastic_solve (made, rig->targets, &rig->options, rig->workspace, NULL, rig->posed);
  pn_elastic_solve (shared, rig->targets, &rig->options, rig->workspace, NULL, posed);
  g_assert_cmpmem (rig->posed, n * sizeof *posed, posed, n * sizeof *posed);
  pn_elastic_pins_unref (made);
  pn_elastic_pins_unref (shared);
  test_rig_free (rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/turn/exact", test_exact);
  g_test_add_func ("/rig/elastic/turn/runs-on", test_runs_on);
  g_test_add_func ("/rig/elastic/turn/one-pin", test_one_pin);
  g_test_add_func ("/rig/elastic/turn/scales", test_scales);
  g_test_add_func ("/rig/elastic/turn/not-finite", test_not_finite);
  g_test_add_func ("/rig/elastic/turn/no-extent", test_no_extent);
  g_test_add_func ("/rig/elastic/turn/near", test_near);
  g_test_add_func ("/rig/elastic/turn/too-coarse", test_too_coarse);
  g_test_add_func ("/rig/elastic/turn/bend", test_bend);
  g_test_add_func ("/rig/elastic/turn/bend-sets-in", test_bend_sets_in);
  g_test_add_func ("/rig/elastic/turn/bend-rides", test_bend_rides);
  g_test_add_func ("/rig/elastic/turn/previous", test_previous);
  return g_test_run ();
}
