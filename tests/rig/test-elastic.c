/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the elastic solver promises of every mesh and pin set. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-hash.h"
#include "pn-random.h"
#include "pn-task-pool.h"
#include "pn-test-allocations.h"
#include "pn-test-bits.h"
#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

static const PnVec2 figure_pins[] = {{200, 60}, {200, 230}, {385, 145},
                                     {15, 145}, {160, 585}, {240, 585}};

static TestRig *
make_figure (double edge)
{
  return test_rig_at (test_mesh_of_shape (400, 600, edge, test_shape_figure), figure_pins,
                      G_N_ELEMENTS (figure_pins), PN_PIN_GRIP_DEFAULT);
}

/* Throws every target about. */
static void
throw_targets (TestRig *rig, PnRandom *random, double far)
{
  for (gsize i = 0; i < rig->n_pins; i++) {
    rig->targets[i].position = rig->at_rest[i].rest;
    rig->targets[i].position.x += pn_random_range (random, -far, far);
    rig->targets[i].position.y += pn_random_range (random, -far, far);
  }
}

static guint64
hash_pose (const TestRig *rig)
{
  PnHash hash;
  pn_hash_init (&hash);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++) {
    pn_hash_double (&hash, rig->posed[i].x);
    pn_hash_double (&hash, rig->posed[i].y);
  }
  return pn_hash_value (&hash);
}

static void
assert_vertex_at_rest (const TestRig *rig, gsize i)
{
  pn_assert_same_bits (rig->posed[i].x, pn_mesh_positions (rig->mesh)[i].x);
  pn_assert_same_bits (rig->posed[i].y, pn_mesh_positions (rig->mesh)[i].y);
}

static void
test_rest (void)
{
  for (double edge = 5; edge <= 20; edge *= 2) {
    TestRig *rig = make_figure (edge);
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
    for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
      assert_vertex_at_rest (rig, i);
    for (gsize i = 0; i < rig->n_pins; i++)
      g_assert_cmpint (rig->states[i], ==, PN_PIN_HOLDS);
    /* -0 is as good a 0 as any. */
    g_assert_cmpuint (pn_elastic_flipped (rig->mesh, rig->posed, NULL), ==, 0);
    g_assert_cmpfloat (pn_elastic_energy (rig->mesh, rig->posed), <, 1e-20);
    test_rig_free (rig);
  }
}

/* A target of -0 for a rest place at 0 is rest. */
static void
test_rest_minus_zero (void)
{
  const PnVec2 points[] = {{0, 0}, {100, 0}};
  TestRig *rig = test_rig_at (test_mesh_bar (100, 50, 10), points, 2, 14);
  rig->targets[0].position = pn_vec2 (-0.0, -0.0);
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
  test_rig_free (rig);
}

/* A hair off the rest is no jump: the pose goes to rest as the targets do. */
static void
test_near_rest (void)
{
  TestRig *rig = make_figure (10);
  for (double move = 1; move > 1e-9; move /= 10) {
    rig->targets[2].position.y = rig->at_rest[2].rest.y + move;
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    g_assert_cmpfloat (test_rig_farthest (rig), <, 1.5 * move + 1e-11);
  }
  test_rig_free (rig);
}

static void
test_pins_exact (void)
{
  for (guint seed = 1; seed <= 10; seed++) {
    PnRandom random = pn_random (seed);
    TestRig *rig = make_figure (seed % 2 ? 10 : 20);
    throw_targets (rig, &random, 150);
    for (rig->options.passes = 0; rig->options.passes <= 4; rig->options.passes++) {
      g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
      g_test_message ("seed %u, %u passes: %.2g px", seed, rig->options.passes,
                      test_rig_pin_error (rig));
      g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
    }
    test_rig_free (rig);
  }
}

/* Every motion that keeps lengths comes back as it is, half turns included. A blend of the pins'
 * moves draws the half turn through the middle. */
static void
test_rigid_motion (void)
{
  const double degrees[] = {0, 1e-6, 37, 90, 135, 180, -179.9, 270};
  const double edges[] = {5, 10, 20};
  const PnVec2 centre = {333, -70}, move = {12.5, 4000};
  double worst = 0, worst_blend = 0;
  for (guint e = 0; e < G_N_ELEMENTS (edges); e++) {
    TestRig *rig = make_figure (edges[e]);
    const PnVec2 *rest = pn_mesh_positions (rig->mesh);
    for (guint d = 0; d < G_N_ELEMENTS (degrees); d++) {
      for (gsize i = 0; i < rig->n_pins; i++)
        rig->targets[i].position = test_turned (rig->at_rest[i].rest, centre, degrees[d], move);
      for (rig->options.passes = 0; rig->options.passes <= 4; rig->options.passes += 2) {
        g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
        for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++) {
          PnVec2 right = test_turned (rest[i], centre, degrees[d], move);
          worst = fmax (worst, test_distance (rig->posed[i], right));
          worst_blend = fmax (worst_blend, test_distance (test_rig_blend (rig, rest[i]), right));
        }
        worst = fmax (worst, test_rig_pin_error (rig));
      }
    }
    test_rig_free (rig);
  }
  g_test_message ("worst %.2g px; a blend %.3g px", worst, worst_blend);
  g_assert_cmpfloat (worst, <, 1e-9);
  g_assert_cmpfloat (worst_blend, >, 100);
}

/* Scaled pins scale the artwork in the start, which is blind to scale. */
static void
test_start_keeps_scale (void)
{
  TestRig *rig = make_figure (10);
  for (gsize i = 0; i < rig->n_pins; i++)
    rig->targets[i].position = pn_vec2_scale (rig->at_rest[i].rest, 1.5);
  rig->options.passes = 0;
  test_rig_solve (rig);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    g_assert_cmpfloat (
        test_distance (rig->posed[i], pn_vec2_scale (pn_mesh_positions (rig->mesh)[i], 1.5)), <,
        1e-8);
  test_rig_free (rig);
}

/* Each piece is a problem of its own: without a pin it rests, with one it is carried, with its pins
 * at rest it rests whatever the others do. */
static void
test_pieces (void)
{
  const PnVec2 points[] = {{20, 20}, {80, 80}, {190, 50}, {220, 50}};
  for (gsize n_pins = 2; n_pins <= 4; n_pins++) {
    TestRig *rig =
        test_rig_at (test_mesh_of_shape (240, 100, 10, test_shape_islands), points, n_pins, 14);
    rig->targets[0].position = pn_vec2 (-30, 45);
    if (n_pins == 3)
      rig->targets[2].position = pn_vec2 (190.25, 58.5);
    g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
    g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
    for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++) {
      PnVec2 rest = pn_mesh_positions (rig->mesh)[i];
      if (rest.x < 120)
        continue;
      if (n_pins != 3) {
        assert_vertex_at_rest (rig, i);
        continue;
      }
      pn_assert_same_bits (rig->posed[i].x, rest.x + 0.25);
      pn_assert_same_bits (rig->posed[i].y, rest.y + 8.5);
    }
    test_rig_free (rig);
  }
}

/* One pin on a grid of 5 x 5 points carries it, to the bit (BR10). */
static void
test_single_pin (void)
{
  const PnVec2 point = {20, 20};
  TestRig *rig = test_rig_at (test_mesh_bar (40, 40, 10), &point, 1, 14);
  rig->targets[0].position.x += 20;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++) {
    PnVec2 rest = pn_mesh_positions (rig->mesh)[i];
    pn_assert_same_bits (rig->posed[i].x, rest.x + 20);
    pn_assert_same_bits (rig->posed[i].y, rest.y);
  }
  test_rig_free (rig);
}

static void
test_no_pin (void)
{
  TestRig *rig = test_rig_at (test_mesh_bar (40, 40, 10), NULL, 0, 14);
  g_assert_cmpuint (pn_elastic_pins_n_pins (rig->pins), ==, 0);
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    assert_vertex_at_rest (rig, i);
  test_rig_free (rig);
}

/* A mesh that came with a triangle of no area (BR13). */
static void
test_degenerate_face (void)
{
  const PnVec2 positions[] = {{0, 0}, {10, 0}, {20, 0}, {10, 10}};
  const guint32 triangles[] = {0, 1, 2, 0, 1, 3, 1, 2, 3};
  const PnVec2 points[] = {{0, 0}, {20, 0}};
  unsigned notices = 0;
  PnMesh *mesh = NULL;
  g_assert_cmpint (pn_mesh_new (positions, NULL, 4, triangles, 3, 20, 10, &notices, &mesh), ==,
                   PN_STATUS_OK);
  g_assert_cmpuint (notices & PN_MESH_NOTICE_BAD_FACES_DROPPED, !=, 0);
  TestRig *rig = test_rig_at (mesh, points, 2, 14);
  rig->targets[1].position.y += 5;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  g_assert_cmpfloat (test_rig_farthest (rig), <, 10);
  test_rig_free (rig);
}

/* A vertex that all triangles share, which must not cost their square. */
static void
test_hub (void)
{
  enum { N = 100000 };
  const PnVec2 points[] = {{0, 0}, {900, 0}, {-500, 700}};
  g_autofree PnVec2 *positions = g_new (PnVec2, N + 2);
  g_autofree guint32 *triangles = g_new (guint32, 3 * N);
  positions[0] = pn_vec2 (0, 0);
  for (guint32 i = 0; i <= N; i++)
    positions[i + 1] = test_turned (pn_vec2 (1000, 0), pn_vec2 (0, 0), 350.0 * i / N, points[0]);
  for (guint32 i = 0; i < N; i++) {
    const guint32 corners[3] = {0, i + 1, i + 2};
    memcpy (&triangles[3 * i], corners, sizeof corners);
  }
  PnMesh *mesh = NULL;
  g_assert_cmpint (pn_mesh_new (positions, NULL, N + 2, triangles, N, 1, 1, NULL, &mesh), ==,
                   PN_STATUS_OK);
  TestRig *rig = test_rig_at (mesh, points, G_N_ELEMENTS (points), 14);
  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    rig->targets[i].position = test_turned (points[i], pn_vec2 (7, 7), 120, pn_vec2 (20, 0));
  rig->options.passes = 1;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  test_rig_free (rig);
}

/* Rest turned by 90 degrees is a fixed point: no energy after any number of passes (BR14 a). */
static void
test_isometric_start (void)
{
  const PnVec2 points[] = {{5, 10}, {195, 10}};
  TestRig *rig = test_rig_at (test_mesh_bar (200, 20, 5), points, 2, 14);
  for (gsize i = 0; i < 2; i++)
    rig->targets[i].position = test_turned (points[i], pn_vec2 (0, 0), 90, pn_vec2 (0, 0));
  for (rig->options.passes = 0; rig->options.passes < 10; rig->options.passes++) {
    test_rig_solve (rig);
    g_assert_cmpfloat (pn_elastic_energy (rig->mesh, rig->posed), <, 1e-9);
    g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  }
  test_rig_free (rig);
}

/* A target that is no number leaves its pin out: the pose is that of a set without it, to the
 * bit. */
static void
test_not_finite (void)
{
  const double bad[] = {NAN, INFINITY, -INFINITY};
  for (guint b = 0; b < 2 * G_N_ELEMENTS (bad); b++)
    for (gsize absent = 0; absent < G_N_ELEMENTS (figure_pins); absent++) {
      TestRig *rig = make_figure (20);
      PnVec2 others[G_N_ELEMENTS (figure_pins) - 1];
      for (gsize i = 0, n = 0; i < G_N_ELEMENTS (figure_pins); i++)
        if (i != absent)
          others[n++] = figure_pins[i];
      TestRig *without =
          test_rig_at (pn_mesh_ref (rig->mesh), others, G_N_ELEMENTS (others), PN_PIN_GRIP_DEFAULT);
      PnRandom random = pn_random (b);
      throw_targets (rig, &random, 80);
      *(b % 2 ? &rig->targets[absent].position.x : &rig->targets[absent].position.y) = bad[b / 2];
      for (gsize i = 0, n = 0; i < G_N_ELEMENTS (figure_pins); i++)
        if (i != absent)
          without->targets[n++].position = rig->targets[i].position;
      g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_COMPLETE);
      test_rig_solve (without);
      g_assert_cmpint (rig->states[absent], ==, PN_PIN_NOT_FINITE);
      g_assert_cmpuint (hash_pose (rig), ==, hash_pose (without));
      test_rig_free (without);
      test_rig_free (rig);
    }
}

static void
test_all_not_finite (void)
{
  TestRig *rig = make_figure (20);
  for (gsize i = 0; i < rig->n_pins; i++)
    rig->targets[i].position.x = NAN;
  g_assert_cmpint (test_rig_solve (rig), ==, PN_ELASTIC_AT_REST);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    assert_vertex_at_rest (rig, i);
  test_rig_free (rig);
}

/* Finite, but so far away that sums overflow. */
static void
test_overflow (void)
{
  for (int exponent = 100; exponent <= 308; exponent += 8)
    for (gsize n_pins = 1; n_pins <= 3; n_pins++) {
      const PnVec2 points[] = {{20, 20}, {180, 20}, {100, 30}};
      TestRig *rig = test_rig_at (test_mesh_bar (200, 40, 10), points, n_pins, 14);
      for (gsize i = 0; i < n_pins; i++) {
        rig->targets[i].position.x = (i % 2 ? -1 : 1) * pow (10, exponent);
        rig->targets[i].position.y = pow (10, exponent);
      }
      PnElasticResult result = test_rig_solve (rig);
      if (exponent >= 308 && n_pins > 1)
        g_assert_cmpint (result, ==, PN_ELASTIC_FELL_BACK);
      test_rig_free (rig);
    }
}

/* Every pin on one spot: nothing is left to keep, but nothing is thrown either. */
static void
test_collapsed (void)
{
  TestRig *rig = make_figure (20);
  for (gsize i = 0; i < rig->n_pins; i++)
    rig->targets[i].position = pn_vec2 (200, 300);
  test_rig_solve (rig);
  g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    g_assert_cmpfloat (test_distance (rig->posed[i], pn_vec2 (200, 300)), <, 1e-3);
  test_rig_free (rig);
}

static void
test_allocations (void)
{
  TestRig *rig = make_figure (20);
  PnRandom random = pn_random (11);
  throw_targets (rig, &random, 80);
  gsize before = test_n_allocations ();
  g_assert_cmpint (pn_elastic_workspace_reserve (rig->workspace, rig->pins), ==, PN_STATUS_OK);
  g_assert_cmpuint (test_n_allocations (), >, before);

  before = test_n_allocations ();
  for (guint round = 0; round < 4; round++) {
    if (round == 2)
      rig->targets[3].position.x = NAN;
    pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace, rig->states,
                      rig->posed);
  }
  g_assert_cmpuint (test_n_allocations (), ==, before);
  test_rig_free (rig);
}

/* A workspace that served a larger rig, or another one, leaves no trace in the pose. */
static void
test_workspace_is_scratch (void)
{
  TestRig *large = make_figure (10), *small = make_figure (20);
  PnRandom random = pn_random (12);
  throw_targets (large, &random, 80);
  throw_targets (small, &random, 80);
  test_rig_solve (small);
  guint64 alone = hash_pose (small);
  test_rig_solve (large);
  for (gsize i = 0; i < small->n_pins; i++)
    small->targets[i].position.x += 5;
  g_assert_cmpint (pn_elastic_solve (small->pins, small->targets, &small->options, large->workspace,
                                     NULL, small->posed),
                   ==, PN_ELASTIC_COMPLETE);
  for (gsize i = 0; i < small->n_pins; i++)
    small->targets[i].position.x -= 5;
  pn_elastic_solve (small->pins, small->targets, &small->options, large->workspace, NULL,
                    small->posed);
  g_assert_cmpuint (hash_pose (small), ==, alone);
  test_rig_free (large);
  test_rig_free (small);
}

/* Poses of one rig, solved by several threads. */
typedef struct {
  TestRig *rig;
  PnElasticWorkspace *workspaces[8];
  PnElasticTarget targets[24][G_N_ELEMENTS (figure_pins)];
  PnVec2 *posed[24];
} Poses;

static void
solve_pose_cb (void *data, size_t index, unsigned worker)
{
  Poses *poses = data;
  pn_elastic_solve (poses->rig->pins, poses->targets[index], &poses->rig->options,
                    poses->workspaces[worker], NULL, poses->posed[index]);
}

static guint64
hash_poses (TestRig *rig, unsigned n_workers)
{
  Poses poses = {.rig = rig};
  PnRandom random = pn_random (2024);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  for (gsize pose = 0; pose < G_N_ELEMENTS (poses.posed); pose++) {
    throw_targets (rig, &random, 120);
    memcpy (poses.targets[pose], rig->targets, sizeof poses.targets[pose]);
    poses.posed[pose] = g_new0 (PnVec2, n);
  }
  for (unsigned worker = 0; worker < n_workers; worker++)
    poses.workspaces[worker] = pn_elastic_workspace_new ();
  PnTaskPool *pool = pn_task_pool_new (n_workers);
  pn_task_pool_run (pool, G_N_ELEMENTS (poses.posed), solve_pose_cb, &poses);
  pn_task_pool_free (pool);

  PnHash hash;
  pn_hash_init (&hash);
  for (gsize pose = 0; pose < G_N_ELEMENTS (poses.posed); pose++) {
    pn_hash_doubles (&hash, &poses.posed[pose]->x, 2 * n);
    g_free (poses.posed[pose]);
  }
  for (unsigned worker = 0; worker < n_workers; worker++)
    pn_elastic_workspace_free (poses.workspaces[worker]);
  return pn_hash_value (&hash);
}

/* The same bits with 1, 2 and 8 workers, and with every compiler, level of optimisation and
 * processor. A change here changes every user's film: it needs a reason. */
static void
test_golden (void)
{
  TestRig *rig = make_figure (10);
  guint64 hash = hash_poses (rig, 1);
  g_assert_cmpuint (hash_poses (rig, 2), ==, hash);
  g_assert_cmpuint (hash_poses (rig, 8), ==, hash);
  g_test_message ("hash of 24 poses: 0x%016" G_GINT64_MODIFIER "x", hash);
  g_assert_cmphex (hash, ==, G_GUINT64_CONSTANT (0xf246dc592fcc16c1));
  test_rig_free (rig);
}

/* Pins of every kind on the figure. */
static TestRig *
make_kinds (void)
{
  PnElasticPin pins[G_N_ELEMENTS (figure_pins)];
  for (gsize i = 0; i < G_N_ELEMENTS (pins); i++)
    pins[i] = (PnElasticPin){.rest = figure_pins[i],
                             .grip = 14,
                             .kind = (PnElasticKind)(i % (PN_ELASTIC_BEND + 1)),
                             .extent = 35,
                             .starch_extent = 60,
                             .overlap_extent = 2};
  pins[0].stiffness = 0.3;
  pins[2].stiffness = 1;
  TestRig *rig = test_rig_new (test_mesh_of_shape (400, 600, 10, test_shape_figure), pins,
                               G_N_ELEMENTS (pins));
  for (gsize i = 0; i < rig->n_pins; i++) {
    rig->targets[i].turn = 0.25 * (double)i;
    rig->targets[i].scale = 1 + 0.03 * (double)i;
    rig->targets[i].depth = 40;
  }
  rig->options.stretch = 0.7;
  rig->options.max_rotation = 2;
  return rig;
}

/* The same of all that a pin and the options can do. */
static void
test_golden_kinds (void)
{
  TestRig *rig = make_kinds ();
  guint64 hash = hash_poses (rig, 1);
  g_assert_cmpuint (hash_poses (rig, 2), ==, hash);
  g_assert_cmpuint (hash_poses (rig, 8), ==, hash);
  gsize n = pn_mesh_n_triangles (rig->mesh);
  g_autofree guint32 *order = g_new0 (guint32, n);
  g_assert_cmpint (pn_elastic_order (rig->pins, rig->targets, rig->workspace, order), ==,
                   PN_ELASTIC_ORDER_OF_DEPTH);
  PnHash hash_of_order;
  pn_hash_init (&hash_of_order);
  for (gsize t = 0; t < n; t++)
    pn_hash_double (&hash_of_order, order[t]);

  PnElasticPins *elastic = rig->pins;
  g_assert_cmpint (
      pn_elastic_pins_new_blend (rig->factor, rig->at_rest, rig->n_pins, NULL, &rig->pins), ==,
      PN_STATUS_OK);
  guint64 blended = hash_poses (rig, 1);
  g_assert_cmpuint (hash_poses (rig, 8), ==, blended);
  pn_elastic_pins_unref (elastic);
  g_test_message ("hashes: poses 0x%016" G_GINT64_MODIFIER "x, order 0x%016" G_GINT64_MODIFIER
                  "x, blend 0x%016" G_GINT64_MODIFIER "x",
                  hash, pn_hash_value (&hash_of_order), blended);
  g_assert_cmphex (hash, ==, G_GUINT64_CONSTANT (0xcd7b58427eb6c026));
  g_assert_cmphex (pn_hash_value (&hash_of_order), ==, G_GUINT64_CONSTANT (0x4352afeec04ccb43));
  g_assert_cmphex (blended, ==, G_GUINT64_CONSTANT (0x46f316270de0c537));
  test_rig_free (rig);
}

/* A frame of any kind asks the heap for nothing, absent pins or not. */
static void
test_allocations_of_kinds (void)
{
  for (guint blends = 0; blends < 2; blends++) {
    TestRig *rig = make_kinds ();
    gsize n = pn_mesh_n_triangles (rig->mesh);
    g_autofree guint32 *order = g_new0 (guint32, n);
    if (blends) {
      pn_elastic_pins_unref (rig->pins);
      pn_elastic_pins_new_blend (rig->factor, rig->at_rest, rig->n_pins, NULL, &rig->pins);
    }
    pn_elastic_workspace_reserve (rig->workspace, rig->pins);
    PnRandom random = pn_random (6);
    throw_targets (rig, &random, 50);
    gsize before = test_n_allocations ();
    for (guint round = 0; round < 4; round++) {
      if (round == 2)
        rig->targets[5].position.x = NAN;
      pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace, rig->states,
                        rig->posed);
      pn_elastic_order (rig->pins, rig->targets, rig->workspace, order);
    }
    g_assert_cmpuint (test_n_allocations (), ==, before);
    test_rig_free (rig);
  }
}

/* Start offsets of zero are none, bit for bit; others change where the passes begin, not what the
 * pins hold nor where many passes end. */
static void
test_start_offsets (void)
{
  TestRig *rig = make_figure (20);
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree PnVec2 *offsets = g_new0 (PnVec2, rig->n_pins);
  g_autofree PnVec2 *plain = g_new (PnVec2, n);
  double change[2] = {0, 0};

  rig->targets[rig->n_pins - 1].position.x += 60;
  for (int i = 0; i < 2; i++) {
    rig->options.passes = i == 0 ? PN_ELASTIC_PASSES_DEFAULT : PN_ELASTIC_PASSES_MAX;
    rig->options.start_offsets = NULL;
    pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace, NULL, plain);
    rig->options.start_offsets = offsets;
    offsets[0] = pn_vec2 (0, 0);
    pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace, NULL, rig->posed);
    g_assert_cmpmem (plain, n * sizeof *plain, rig->posed, n * sizeof *plain);

    offsets[0] = pn_vec2 (8, -5);
    pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace, NULL, rig->posed);
    for (gsize v = 0; v < n; v++) {
      PnVec2 move = pn_vec2_sub (rig->posed[v], plain[v]);
      change[i] = MAX (change[i], sqrt (pn_vec2_dot (move, move)));
    }
    const PnMeshPlace *place = &pn_elastic_pins_places (rig->pins)[0];
    PnVec2 missed =
        pn_vec2_sub (pn_mesh_at (rig->mesh, rig->posed, place), rig->targets[0].position);
    g_assert_cmpfloat (sqrt (pn_vec2_dot (missed, missed)), <, 1e-9);
  }
  g_test_message ("changed by %.3f px after four passes, %.2g after many", change[0], change[1]);
  g_assert_cmpfloat (change[0], >, 0.01);
  g_assert_cmpfloat (change[1], <, change[0] / 5);
  rig->options.start_offsets = NULL;
  test_rig_free (rig);
}

static void
test_bytes (void)
{
  TestRig *small = make_figure (20), *large = make_figure (10);
  g_assert_cmpuint (pn_elastic_factor_n_bytes (small->factor), <,
                    pn_elastic_factor_n_bytes (large->factor));
  g_assert_cmpuint (pn_elastic_pins_n_bytes (large->pins), >=,
                    large->n_pins * pn_mesh_n_vertices (large->mesh) * 3 * sizeof (double));
  g_assert_true (pn_elastic_pins_factor (large->pins) == large->factor);
  g_assert_true (pn_elastic_factor_mesh (large->factor) == large->mesh);
  test_rig_free (small);
  test_rig_free (large);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/rest", test_rest);
  g_test_add_func ("/rig/elastic/rest-minus-zero", test_rest_minus_zero);
  g_test_add_func ("/rig/elastic/near-rest", test_near_rest);
  g_test_add_func ("/rig/elastic/pins-exact", test_pins_exact);
  g_test_add_func ("/rig/elastic/rigid-motion", test_rigid_motion);
  g_test_add_func ("/rig/elastic/start-keeps-scale", test_start_keeps_scale);
  g_test_add_func ("/rig/elastic/pieces", test_pieces);
  g_test_add_func ("/rig/elastic/single-pin", test_single_pin);
  g_test_add_func ("/rig/elastic/no-pin", test_no_pin);
  g_test_add_func ("/rig/elastic/degenerate-face", test_degenerate_face);
  g_test_add_func ("/rig/elastic/hub", test_hub);
  g_test_add_func ("/rig/elastic/isometric-start", test_isometric_start);
  g_test_add_func ("/rig/elastic/not-finite", test_not_finite);
  g_test_add_func ("/rig/elastic/all-not-finite", test_all_not_finite);
  g_test_add_func ("/rig/elastic/overflow", test_overflow);
  g_test_add_func ("/rig/elastic/collapsed", test_collapsed);
  g_test_add_func ("/rig/elastic/allocations", test_allocations);
  g_test_add_func ("/rig/elastic/workspace-is-scratch", test_workspace_is_scratch);
  g_test_add_func ("/rig/elastic/golden", test_golden);
  g_test_add_func ("/rig/elastic/golden-kinds", test_golden_kinds);
  g_test_add_func ("/rig/elastic/allocations-of-kinds", test_allocations_of_kinds);
  g_test_add_func ("/rig/elastic/start-offsets", test_start_offsets);
  g_test_add_func ("/rig/elastic/bytes", test_bytes);
  return g_test_run ();
}
