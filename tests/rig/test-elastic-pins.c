/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pins that are not plain: beside the mesh, beside each other, too many, added late. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-random.h"
#include "pn-test-bits.h"
#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

static int
shape_disc (double x, double y)
{
  return (x - 50) * (x - 50) + (y - 50) * (y - 50) < 30 * 30;
}

/* A little off the mesh a pin binds to the nearest place, far off it is refused (BR09). */
static void
test_outside (void)
{
  const PnVec2 points[] = {{50, 50}, {50, 82}, {5, 5}};
  TestRig *rig = test_rig_at (test_mesh_of_shape (100, 100, 5, shape_disc), points, 3, 14);
  const PnPinState *states = pn_elastic_pins_states (rig->pins);
  g_assert_cmpint (states[0], ==, PN_PIN_HOLDS);
  g_assert_cmpint (states[1], ==, PN_PIN_HOLDS);
  g_assert_cmpint (states[2], ==, PN_PIN_OFF_MESH);
  const PnMeshPlace *place = &pn_elastic_pins_places (rig->pins)[1];
  g_assert_cmpfloat_with_epsilon (place->distance, 2, 1e-12);
  PnVec2 bound = pn_mesh_at (rig->mesh, pn_mesh_positions (rig->mesh), place);
  g_assert_cmpfloat (test_distance (bound, pn_vec2 (50, 80)), <, 1e-12);

  /* All at rest is rest, though one pin is beside the mesh. */
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
  rig->targets[0].position.x += 20;
  rig->targets[2].position.y += 500;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  g_assert_cmpint (rig->states[2], ==, PN_PIN_OFF_MESH);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 0), pn_vec2 (70, 50)), <, 1e-9);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 1), bound), <, 1e-9);
  g_assert_cmpfloat (test_rig_farthest (rig), <, 50);
  test_rig_free (rig);
}

/* Up to the reach, or a grip where that is more. */
static void
test_reach (void)
{
  const PnElasticPin pins[] = {{.rest = {50, 73.5}, .grip = 14},
                               {.rest = {50, 74.5}, .grip = 14},
                               {.rest = {50, 109}, .grip = 60},
                               {.rest = {50, 111}, .grip = 60}};
  TestRig *rig = test_rig_new (test_mesh_bar (100, 50, 10), pins, 4);
  const PnPinState *states = pn_elastic_pins_states (rig->pins);
  g_assert_cmpint (states[0], ==, PN_PIN_HOLDS);
  g_assert_cmpint (states[1], ==, PN_PIN_OFF_MESH);
  g_assert_cmpint (states[2], !=, PN_PIN_OFF_MESH);
  g_assert_cmpint (states[3], ==, PN_PIN_OFF_MESH);
  test_rig_free (rig);
}

static void
test_not_finite (void)
{
  const PnElasticPin pins[] = {
      {.rest = {20, 25}, .grip = 14},       {.rest = {NAN, 25}, .grip = 14},
      {.rest = {50, INFINITY}, .grip = 14}, {.rest = {80, 25}, .grip = NAN},
      {.rest = {50, 25}, .grip = INFINITY}, {.rest = {180, 25}, .grip = 14}};
  TestRig *rig = test_rig_new (test_mesh_bar (200, 50, 10), pins, 6);
  rig->targets[5].position.y += 30;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  for (gsize i = 0; i < 6; i++)
    g_assert_cmpint (rig->states[i], ==, i % 5 == 0 ? PN_PIN_HOLDS : PN_PIN_NOT_FINITE);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 5), rig->targets[5].position), <, 1e-9);
  test_rig_free (rig);
}

/* A grip of nothing, or less, is a point force. */
static void
test_no_grip (void)
{
  const PnElasticPin pins[] = {{.rest = {20, 25}, .grip = 0},
                               {.rest = {150, 25}, .grip = -3},
                               {.rest = {280, 25}, .grip = 14}};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 3);
  rig->targets[1].position.y += 40;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  test_rig_free (rig);
}

/* Two pins near each other, between two that rest, one of them moved by 10 px: how far the worst
 * vertex goes. */
static double
pull_pair_apart (double distance, double grip, PnPinState *state)
{
  const PnElasticPin pins[] = {{.rest = {20, 25}, .grip = 14},
                               {.rest = {150, 25}, .grip = grip},
                               {.rest = {150 + distance, 25}, .grip = grip},
                               {.rest = {280, 25}, .grip = 14}};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 5), pins, 4);
  rig->targets[2].position = pn_vec2_add (rig->targets[2].position, pn_vec2 (6, -8));
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 0), rig->targets[0].position), <, 1e-9);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 3), rig->targets[3].position), <, 1e-9);
  /* Whatever becomes of their difference, the two hold their mean. */
  PnVec2 mean = pn_vec2_mix (test_rig_pin (rig, 1), test_rig_pin (rig, 2), 0.5);
  g_assert_cmpfloat (
      test_distance (mean, pn_vec2_mix (rig->targets[1].position, rig->targets[2].position, 0.5)),
      <, 1e-9);
  *state = rig->states[2];
  double farthest = test_rig_farthest (rig);
  test_rig_free (rig);
  return farthest;
}

/* Nothing flies; two points 2 px apart would throw a vertex. */
static void
test_near_pair (void)
{
  const double distances[] = {0, 0.02, 0.5, 2, 5, 7.5, 10, 13.9, 14.1};
  for (guint i = 0; i < G_N_ELEMENTS (distances); i++) {
    PnPinState state;
    double farthest = pull_pair_apart (distances[i], 14, &state);
    g_test_message ("%g px apart: the worst vertex moves %.3g px", distances[i], farthest);
    g_assert_cmpfloat (farthest, <, distances[i] <= 10 ? 12 : 25);
    g_assert_cmpint (state, ==, distances[i] < 7 ? PN_PIN_MERGED : PN_PIN_HOLDS);
  }
  PnPinState state;
  double points = pull_pair_apart (2, 0.01, &state);
  g_test_message ("two points 2 px apart: %.3g px", points);
  g_assert_cmpint (state, ==, PN_PIN_HOLDS);
  g_assert_cmpfloat (points, >, 30);
}

/* From merged to free without a step. */
static void
test_softening_is_continuous (void)
{
  double before = 0, steepest = 0, nearest = 0, farthest = 0;
  for (double distance = 6.5; distance < 14.5; distance += 0.05) {
    const PnVec2 points[] = {{20, 25}, {150, 25}, {150 + distance, 25}, {280, 25}};
    TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 5), points, 4, 14);
    rig->targets[2].position.y += 6;
    test_rig_solve (rig);
    double share = (test_rig_pin (rig, 2).y - test_rig_pin (rig, 1).y) / 6;
    if (before > 0)
      steepest = fmax (steepest, fabs (share - before));
    nearest = before > 0 ? nearest : share;
    farthest = before = share;
    test_rig_free (rig);
  }
  g_test_message ("share of the difference: %.3g to %.17g, steps of at most %.3g", nearest,
                  farthest, steepest);
  g_assert_cmpfloat (nearest, <, 0.9);
  g_assert_cmpfloat_with_epsilon (farthest, 1, 1e-9);
  g_assert_cmpfloat (steepest, <, 0.03);
}

/* A rigid motion stays one through merged, softened and redundant pins. */
static void
test_rigid_motion (void)
{
  PnVec2 points[40];
  PnRandom random = pn_random (5);
  for (gsize i = 0; i < 40; i++) {
    points[i].x = pn_random_range (&random, 10, 190);
    points[i].y = pn_random_range (&random, 10, 90);
  }
  TestRig *rig = test_rig_at (test_mesh_bar (200, 100, 20), points, 40, 14);
  guint counts[8] = {0};
  for (gsize i = 0; i < 40; i++) {
    counts[pn_elastic_pins_states (rig->pins)[i]]++;
    rig->targets[i].position = test_turned (points[i], pn_vec2 (7, 8), 123, pn_vec2 (-50, 9));
  }
  g_test_message ("%u hold, %u merged, %u redundant", counts[PN_PIN_HOLDS], counts[PN_PIN_MERGED],
                  counts[PN_PIN_REDUNDANT]);
  g_assert_cmpuint (counts[PN_PIN_MERGED], >, 0);
  test_rig_solve (rig);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    g_assert_cmpfloat (
        test_distance (rig->posed[i], test_turned (pn_mesh_positions (rig->mesh)[i], pn_vec2 (7, 8),
                                                   123, pn_vec2 (-50, 9))),
        <, 1e-9);
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  test_rig_free (rig);
}

/* Two lips 12 px apart as the crow flies are far from each other along the mesh. */
static void
test_across_a_gap (void)
{
  const PnVec2 points[] = {{20, 44}, {20, 56}, {290, 50}, {270, 20}};
  TestRig *rig = test_rig_at (test_mesh_of_shape (300, 100, 5, test_shape_slit), points, 4, 30);
  rig->targets[0].position.y -= 25;
  rig->targets[1].position.y += 10;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  for (gsize i = 0; i < 2; i++)
    g_assert_cmpint (rig->states[i], ==, PN_PIN_HOLDS);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 0), rig->targets[0].position), <, 1e-9);
  g_assert_cmpfloat (test_distance (test_rig_pin (rig, 1), rig->targets[1].position), <, 1e-9);
  test_rig_free (rig);

  /* The same pins on a whole bar are one. */
  rig = test_rig_at (test_mesh_bar (300, 100, 5), points, 4, 30);
  g_assert_cmpint (pn_elastic_pins_states (rig->pins)[1], ==, PN_PIN_MERGED);
  test_rig_free (rig);
}

/* A triangle has three corners to act on: of four pins in it the last goes, and a fifth elsewhere
 * stays. The same pins in a finer mesh all hold. */
static void
test_redundant (void)
{
  const PnVec2 points[] = {{110, 20}, {140, 15}, {120, 60}, {150, 35}, {20, 50}};
  for (double edge = 100; edge >= 10; edge /= 10) {
    TestRig *rig = test_rig_at (test_mesh_bar (200, 100, edge), points, 5, 14);
    for (gsize i = 0; i < 5; i++)
      g_assert_cmpint (pn_elastic_pins_states (rig->pins)[i], ==,
                       edge > 50 && i == 3 ? PN_PIN_REDUNDANT : PN_PIN_HOLDS);
    rig->targets[0].position.y -= 10;
    rig->targets[3].position.y -= edge > 50 ? 1000 : 2;
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    for (gsize i = 0; i < 5; i++)
      if (rig->states[i] == PN_PIN_HOLDS)
        g_assert_cmpfloat (test_distance (test_rig_pin (rig, i), rig->targets[i].position), <,
                           1e-9);
    g_assert_cmpfloat (test_rig_farthest (rig), <, 60);

    /* A dropped pin is nobody's: with the others at rest, all is. */
    rig->targets[0].position = points[0];
    if (edge > 50)
      g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
    /* With an earlier pin absent there is room for the fourth. */
    rig->targets[0].position.x = NAN;
    rig->targets[3].position.y = points[3].y - 2;
    test_rig_solve (rig);
    g_assert_cmpint (rig->states[0], ==, PN_PIN_NOT_FINITE);
    g_assert_cmpint (rig->states[3], ==, PN_PIN_HOLDS);
    g_assert_cmpfloat (test_distance (test_rig_pin (rig, 3), rig->targets[3].position), <, 1e-9);
    test_rig_free (rig);
  }
}

/* The smallest piece there is: with all three corners held it goes wherever they go, a turned or
 * mirrored triangle too, and a fourth pin has nothing left to hold. */
static void
test_single_triangle (void)
{
  const PnVec2 corners[] = {{0, 0}, {100, 0}, {0, 100}};
  const guint32 triangle[] = {0, 1, 2};
  const PnVec2 points[] = {{0, 0}, {100, 0}, {0, 100}, {30, 30}};
  for (gsize n_pins = 2; n_pins <= 4; n_pins++) {
    PnMesh *mesh = NULL;
    g_assert_cmpint (pn_mesh_new (corners, NULL, 3, triangle, 1, 100, 100, NULL, &mesh), ==,
                     PN_STATUS_OK);
    TestRig *rig = test_rig_at (mesh, points, n_pins, 14);
    rig->targets[0].position = pn_vec2 (80, 90);
    rig->targets[1].position = pn_vec2 (10, -20);
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    for (gsize i = 0; i < 3 && i < n_pins; i++)
      g_assert_cmpfloat (test_distance (test_rig_pin (rig, i), rig->targets[i].position), <, 1e-9);
    if (n_pins == 4)
      g_assert_cmpint (rig->states[3], ==, PN_PIN_REDUNDANT);
    g_assert_cmpuint (pn_elastic_flipped (mesh, rig->posed, NULL), ==, n_pins > 2 ? 1 : 0);
    test_rig_free (rig);
  }
}

/* Merged pins act as one at the mean of their targets. */
static void
test_merged (void)
{
  const PnVec2 points[] = {{20, 25}, {150, 25}, {152, 28}, {151, 22}, {280, 25}};
  TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 10), points, 5, 14);
  PnVec2 moves[] = {{0, 0}, {0, 30}, {6, 0}, {-3, -12}, {0, 0}};
  PnVec2 mean = {1, 6};
  for (gsize i = 0; i < 5; i++)
    rig->targets[i].position = pn_vec2_add (points[i], moves[i]);
  test_rig_solve (rig);
  g_assert_cmpint (rig->states[1], ==, PN_PIN_HOLDS);
  g_assert_cmpint (rig->states[2], ==, PN_PIN_MERGED);
  g_assert_cmpint (rig->states[3], ==, PN_PIN_MERGED);
  PnVec2 landed = {0, 0}, rest = {0, 0};
  for (gsize i = 1; i <= 3; i++) {
    landed = pn_vec2_add (landed, pn_vec2_scale (test_rig_pin (rig, i), 1.0 / 3));
    rest = pn_vec2_add (rest, pn_vec2_scale (points[i], 1.0 / 3));
  }
  g_assert_cmpfloat (test_distance (landed, pn_vec2_add (rest, mean)), <, 1e-9);

  /* One of them absent, the mean is that of the other two. */
  rig->targets[1].position.x = NAN;
  test_rig_solve (rig);
  g_assert_cmpint (rig->states[1], ==, PN_PIN_NOT_FINITE);
  g_assert_cmpint (rig->states[2], ==, PN_PIN_HOLDS);
  g_assert_cmpint (rig->states[3], ==, PN_PIN_MERGED);
  landed = pn_vec2_mix (test_rig_pin (rig, 2), test_rig_pin (rig, 3), 0.5);
  g_assert_cmpfloat (
      test_distance (landed, pn_vec2_mix (rig->targets[2].position, rig->targets[3].position, 0.5)),
      <, 1e-9);
  test_rig_free (rig);
}

/* Merged pins alone on a piece carry it. */
static void
test_merged_alone (void)
{
  const PnVec2 points[] = {{50, 25}, {52, 25}};
  TestRig *rig = test_rig_at (test_mesh_bar (100, 50, 10), points, 2, 14);
  rig->targets[0].position.x += 8;
  rig->targets[1].position.y += 4;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++) {
    pn_assert_same_bits (rig->posed[i].x, pn_mesh_positions (rig->mesh)[i].x + 4);
    pn_assert_same_bits (rig->posed[i].y, pn_mesh_positions (rig->mesh)[i].y + 2);
  }
  test_rig_free (rig);
}

/* Where pin `i` takes hold, at rest. */
static PnVec2
bound_place (const TestRig *rig, gsize i)
{
  return pn_mesh_at (rig->mesh, pn_mesh_positions (rig->mesh),
                     &pn_elastic_pins_places (rig->pins)[i]);
}

/* Pins by the dozen, wherever they fall: those with room around them hold exactly. */
static void
test_many (void)
{
  for (guint seed = 1; seed <= 3; seed++) {
    PnElasticPin pins[80] = {0};
    PnRandom random = pn_random (seed);
    for (gsize i = 0; i < G_N_ELEMENTS (pins); i++) {
      pins[i].rest.x = pn_random_range (&random, -20, 420);
      pins[i].rest.y = pn_random_range (&random, -20, 620);
      pins[i].grip = pn_random_range (&random, 4, 20);
    }
    TestRig *rig = test_rig_new (test_mesh_of_shape (400, 600, 10, test_shape_figure), pins,
                                 G_N_ELEMENTS (pins));
    for (gsize i = 0; i < G_N_ELEMENTS (pins); i++) {
      rig->targets[i].position.x += pn_random_range (&random, -20, 20);
      rig->targets[i].position.y += pn_random_range (&random, -20, 20);
    }
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    guint exact = 0;
    for (gsize i = 0; i < G_N_ELEMENTS (pins); i++) {
      gboolean free =
          rig->states[i] == PN_PIN_HOLDS && pn_elastic_pins_places (rig->pins)[i].distance <= 0;
      for (gsize j = 0; j < G_N_ELEMENTS (pins); j++)
        if (j != i && pn_elastic_pins_states (rig->pins)[j] != PN_PIN_OFF_MESH &&
            test_distance (bound_place (rig, i), bound_place (rig, j)) < 20)
          free = FALSE;
      if (!free)
        continue;
      exact++;
      g_assert_cmpfloat (test_distance (test_rig_pin (rig, i), rig->targets[i].position), <, 1e-9);
    }
    g_test_message ("seed %u: %u pins exact, farthest vertex %.3g px, %" G_GSIZE_FORMAT " flipped",
                    seed, exact, test_rig_farthest (rig),
                    pn_elastic_flipped (rig->mesh, rig->posed, NULL));
    g_assert_cmpuint (exact, >, 10);
    g_assert_cmpfloat (test_rig_farthest (rig), <, 200);
    test_rig_free (rig);
  }
}

static void
test_limit (void)
{
  PnElasticPin pins[PN_ELASTIC_PINS_MAX + 1];
  for (gsize i = 0; i < G_N_ELEMENTS (pins); i++)
    pins[i] = (PnElasticPin){.rest = {50, 25}, .grip = 14};
  TestRig *rig = test_rig_new (test_mesh_bar (100, 50, 10), pins, PN_ELASTIC_PINS_MAX);
  PnElasticPins *more = NULL;
  g_assert_cmpint (pn_elastic_pins_new (rig->factor, pins, PN_ELASTIC_PINS_MAX + 1, NULL, &more),
                   ==, PN_STATUS_LIMIT);
  g_assert_null (more);
  test_rig_free (rig);
}

/* A set built on an earlier one has the bits of one built alone, pins shared, moved, dropped and
 * given another grip. */
static void
test_previous (void)
{
  const PnVec2 before[] = {{200, 60}, {200, 230}, {385, 145}, {15, 145}};
  const PnVec2 after[] = {{160, 585}, {200, 60}, {385, 145}, {200, 231}};
  TestRig *old = test_rig_at (test_mesh_of_shape (400, 600, 10, test_shape_figure), before, 4, 14);
  PnElasticPin pins[4];
  for (gsize i = 0; i < 4; i++)
    pins[i] = (PnElasticPin){.rest = after[i], .grip = i == 2 ? 20 : 14};
  TestRig *alone = test_rig_new (pn_mesh_ref (old->mesh), pins, 4);
  for (gsize i = 0; i < 4; i++)
    alone->targets[i].position = pn_vec2_add (after[i], pn_vec2 (30.0 - 20.0 * (double)i, 12));
  test_rig_solve (alone);

  PnElasticPins *built = NULL;
  g_assert_cmpint (pn_elastic_pins_new (old->factor, alone->at_rest, 4, old->pins, &built), ==,
                   PN_STATUS_OK);
  g_autofree PnVec2 *posed = g_new0 (PnVec2, pn_mesh_n_vertices (old->mesh));
  /* The earlier set may go first. */
  pn_elastic_pins_unref (old->pins);
  old->pins = pn_elastic_pins_ref (built);
  pn_elastic_solve (built, alone->targets, &alone->options, alone->workspace, NULL, posed);
  g_assert_cmpmem (posed, pn_mesh_n_vertices (old->mesh) * sizeof *posed, alone->posed,
                   pn_mesh_n_vertices (old->mesh) * sizeof *posed);
  pn_elastic_pins_unref (built);
  test_rig_free (alone);
  test_rig_free (old);
}

/* A pin added to a posed rig and keyed where the artwork stands changes next to nothing; with a
 * target at rest it tears the pose. */
static void
test_added_late (void)
{
  const PnVec2 points[] = {{20, 25}, {100, 25}, {280, 25}, {200, 25}};
  double changes[2];
  for (gsize k = 0; k < 2; k++) {
    TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 5), points, 3, 14);
    rig->targets[2].position = test_turned (points[2], points[1], 90, pn_vec2 (0, 0));
    test_rig_solve (rig);
    PnMeshPlace place;
    g_assert_cmpint (pn_mesh_locate (rig->mesh, points[3], &place), ==, PN_STATUS_OK);
    TestRig *later = test_rig_at (pn_mesh_ref (rig->mesh), points, 4, 14);
    memcpy (later->targets, rig->targets, 3 * sizeof *later->targets);
    if (k == 0)
      later->targets[3].position = pn_mesh_at (rig->mesh, rig->posed, &place);
    test_rig_solve (later);
    changes[k] = 0;
    for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
      changes[k] = fmax (changes[k], test_distance (rig->posed[i], later->posed[i]));
    test_rig_free (later);
    test_rig_free (rig);
  }
  g_test_message ("keyed where the artwork stands: %.3g px; at rest: %.3g px", changes[0],
                  changes[1]);
  g_assert_cmpfloat (changes[0], <, 5);
  g_assert_cmpfloat (changes[1], >, 50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/pins/outside", test_outside);
  g_test_add_func ("/rig/elastic/pins/reach", test_reach);
  g_test_add_func ("/rig/elastic/pins/not-finite", test_not_finite);
  g_test_add_func ("/rig/elastic/pins/no-grip", test_no_grip);
  g_test_add_func ("/rig/elastic/pins/near-pair", test_near_pair);
  g_test_add_func ("/rig/elastic/pins/softening-is-continuous", test_softening_is_continuous);
  g_test_add_func ("/rig/elastic/pins/rigid-motion", test_rigid_motion);
  g_test_add_func ("/rig/elastic/pins/across-a-gap", test_across_a_gap);
  g_test_add_func ("/rig/elastic/pins/redundant", test_redundant);
  g_test_add_func ("/rig/elastic/pins/single-triangle", test_single_triangle);
  g_test_add_func ("/rig/elastic/pins/merged", test_merged);
  g_test_add_func ("/rig/elastic/pins/merged-alone", test_merged_alone);
  g_test_add_func ("/rig/elastic/pins/many", test_many);
  g_test_add_func ("/rig/elastic/pins/limit", test_limit);
  g_test_add_func ("/rig/elastic/pins/previous", test_previous);
  g_test_add_func ("/rig/elastic/pins/added-late", test_added_late);
  return g_test_run ();
}
