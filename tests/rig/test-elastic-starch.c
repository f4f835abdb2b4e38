/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Starch: parts that keep their shape. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

static PnElasticPin
position (double x, double y)
{
  return (PnElasticPin){.rest = {x, y}, .grip = 14};
}

static PnElasticPin
starch (double x, double y, double amount, double extent)
{
  return (PnElasticPin){.rest = {x, y},
                        .grip = 14,
                        .kind = PN_ELASTIC_STARCH,
                        .stiffness = amount,
                        .starch_extent = extent};
}

#define N_PINS 5

/* An arm bent by 20 degrees about its middle, with starch there where there is an amount. */
static TestRig *
make_bent (double amount, double extent)
{
  const PnElasticPin pins[N_PINS] = {position (20, 25), position (60, 25), position (240, 25),
                                     position (280, 25), starch (150, 25, amount, extent)};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 5), pins, N_PINS);
  for (gsize i = 2; i < 4; i++)
    rig->targets[i].position = test_turned (pins[i].rest, pn_vec2 (150, 25), 20, pn_vec2 (0, 0));
  return rig;
}

/* How much, of its length, the worst edge within `radius` of the middle changed. */
static double
worst_edge (const TestRig *rig, double radius)
{
  const PnVec2 *rest = pn_mesh_positions (rig->mesh);
  const guint32 *corners = pn_mesh_triangles (rig->mesh);
  double worst = 0;
  for (gsize half = 0; half < 3 * pn_mesh_n_triangles (rig->mesh); half++) {
    guint32 a = corners[half], b = corners[half % 3 == 2 ? half - 2 : half + 1];
    if (test_distance (rest[a], pn_vec2 (150, 25)) > radius ||
        test_distance (rest[b], pn_vec2 (150, 25)) > radius)
      continue;
    double length = test_distance (rest[a], rest[b]);
    worst = fmax (worst, fabs (test_distance (rig->posed[a], rig->posed[b]) / length - 1));
  }
  return worst;
}

/* A solid part changes its edges by less than 0.1 %; without starch by many times as much. */
static void
test_solid (void)
{
  TestRig *soft = make_bent (0, 40), *solid = make_bent (1, 40);
  test_rig_solve (soft);
  test_rig_solve (solid);
  double without = worst_edge (soft, 20), with = worst_edge (solid, 20);
  g_test_message ("the worst edge changes by %.3g %% with starch, by %.3g %% without", 100 * with,
                  100 * without);
  g_assert_cmpfloat (with, <, 0.001);
  g_assert_cmpfloat (without, >, 0.02);
  g_assert_cmpfloat (test_distance (test_rig_pin (solid, 0), solid->targets[0].position), <, 1e-9);
  test_rig_free (soft);
  test_rig_free (solid);
}

static gboolean
is_same_pose (const TestRig *a, const TestRig *b)
{
  return memcmp (a->posed, b->posed, pn_mesh_n_vertices (a->mesh) * sizeof (PnVec2)) == 0;
}

/* None is none, and so is as much all over: bit for bit. Some in one place is not. */
static void
test_none (void)
{
  TestRig *none = make_bent (0, 120), *uniform = make_bent (0.5, 1e9), *some = make_bent (0.1, 60);
  TestRig *plain = test_rig_new (test_mesh_bar (300, 50, 5), none->at_rest, N_PINS - 1);
  memcpy (plain->targets, none->targets, (N_PINS - 1) * sizeof *plain->targets);
  test_rig_solve (plain);
  test_rig_solve (none);
  test_rig_solve (uniform);
  test_rig_solve (some);
  g_assert_null (pn_elastic_pins_stiffness (none->pins));
  g_assert_null (pn_elastic_pins_stiffness (uniform->pins));
  g_assert_true (is_same_pose (plain, none));
  g_assert_true (is_same_pose (plain, uniform));
  g_assert_false (is_same_pose (plain, some));
  test_rig_free (plain);
  test_rig_free (none);
  test_rig_free (uniform);
  test_rig_free (some);
}

/* Amounts are full around the pin, fall to nothing at the extent, add up where they meet, to the
 * whole at most, and come round a gap and not across it. */
static void
test_spread (void)
{
  const PnElasticPin pins[] = {starch (80, 38, 0.75, 60), starch (100, 38, 0.75, 60)};
  TestRig *rig = test_rig_new (test_mesh_of_shape (300, 100, 5, test_shape_slit), pins, 2);
  const guint16 *stiffness = pn_elastic_pins_stiffness (rig->pins);
  const PnVec2 *rest = pn_mesh_positions (rig->mesh);
  guint n_full = 0;
  g_assert_nonnull (stiffness);
  for (gsize t = 0; t < pn_mesh_n_triangles (rig->mesh); t++) {
    PnVec2 at = rest[pn_mesh_triangles (rig->mesh)[3 * t]];
    double nearest = fmin (test_distance (at, pins[0].rest), test_distance (at, pins[1].rest));
    g_assert_cmpuint (stiffness[t], <=, 1024);
    if (nearest > 75 || at.y > 55)
      g_assert_cmpuint (stiffness[t], ==, 0);
    else if (nearest < 15)
      g_assert_cmpuint (stiffness[t], ==, 1024);
    n_full += stiffness[t] == 1024;
  }
  g_assert_cmpuint (n_full, <, pn_mesh_n_triangles (rig->mesh) / 4);
  test_rig_free (rig);
}

/* A position pin may be stiff itself, as one with a starch pin on it. */
static void
test_stiff_pin (void)
{
  TestRig *solid = make_bent (0, 0);
  solid->at_rest[4] = starch (60, 25, 1, 50);
  TestRig *by_starch = test_rig_new (pn_mesh_ref (solid->mesh), solid->at_rest, N_PINS);
  solid->at_rest[1].stiffness = 1;
  solid->at_rest[1].starch_extent = 50;
  TestRig *rig = test_rig_new (pn_mesh_ref (solid->mesh), solid->at_rest, N_PINS - 1);
  memcpy (rig->targets, solid->targets, (N_PINS - 1) * sizeof *rig->targets);
  memcpy (by_starch->targets, solid->targets, (N_PINS - 1) * sizeof *rig->targets);
  test_rig_solve (rig);
  test_rig_solve (by_starch);
  g_assert_true (is_same_pose (rig, by_starch));
  test_rig_free (rig);
  test_rig_free (by_starch);
  test_rig_free (solid);
}

/* Sets that share holds and the stiff factor pose as those that are made anew. */
static void
test_previous (void)
{
  TestRig *rig = make_bent (1, 80);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree PnVec2 *posed = g_new0 (PnVec2, n);
  g_autofree PnElasticPin *pins = g_memdup2 (rig->at_rest, N_PINS * sizeof (PnElasticPin));
  for (guint round = 0; round < 4; round++) {
    PnElasticPins *made = NULL, *shared = NULL;
    if (round == 1)
      pins[0].rest.x += 3;
    if (round == 2)
      pins[4].stiffness = 0.25;
    if (round == 3)
      pins[4].stiffness = 0;
    pn_elastic_pins_new (rig->factor, pins, N_PINS, NULL, &made);
    pn_elastic_pins_new (rig->factor, pins, N_PINS, rig->pins, &shared);
    pn_elastic_solve (made, rig->targets, &rig->options, rig->workspace, NULL, rig->posed);
    pn_elastic_solve (shared, rig->targets, &rig->options, rig->workspace, NULL, posed);
    g_assert_cmpmem (rig->posed, n * sizeof *posed, posed, n * sizeof *posed);
    pn_elastic_pins_unref (made);
    pn_elastic_pins_unref (shared);
  }
  test_rig_free (rig);
}

/* Numbers that are none, or beyond what there is. */
static void
test_bad (void)
{
  const PnElasticPin pins[] = {
      position (20, 25),
      position (280, 25),
      starch (60, 25, (double)NAN, 60),
      starch (70, 25, 1, (double)INFINITY),
      starch ((double)NAN, 25, 1, 60),
      starch (9000, 25, 1, 60),
      starch (100, 25, 7, 0),
      starch (150, 25, -3, 60),
      starch (200, 25, 1, -5),
  };
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, G_N_ELEMENTS (pins));
  const PnPinState states[] = {PN_PIN_HOLDS,      PN_PIN_HOLDS,      PN_PIN_NOT_FINITE,
                               PN_PIN_NOT_FINITE, PN_PIN_NOT_FINITE, PN_PIN_OFF_MESH,
                               PN_PIN_HOLDS,      PN_PIN_HOLDS,      PN_PIN_HOLDS};
  for (gsize i = 0; i < G_N_ELEMENTS (pins); i++)
    g_assert_cmpint (pn_elastic_pins_states (rig->pins)[i], ==, states[i]);
  guint n_stiff = 0;
  for (gsize t = 0; t < pn_mesh_n_triangles (rig->mesh); t++)
    n_stiff += pn_elastic_pins_stiffness (rig->pins)[t] > 0;
  /* Without an extent, the triangle under the pin. */
  g_assert_cmpuint (n_stiff, ==, 2);
  rig->targets[1].position.y += 90;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 1), rig->targets[1].position), <, 1e-9);
  test_rig_free (rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/starch/solid", test_solid);
  g_test_add_func ("/rig/elastic/starch/none", test_none);
  g_test_add_func ("/rig/elastic/starch/spread", test_spread);
  g_test_add_func ("/rig/elastic/starch/stiff-pin", test_stiff_pin);
  g_test_add_func ("/rig/elastic/starch/previous", test_previous);
  g_test_add_func ("/rig/elastic/starch/bad", test_bad);
  return g_test_run ();
}
