/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-evaluator-private.h"
#include "pn-random.h"
#include "pn-test-bits.h"
#include "pn-test-stage.h"

#define N_DRAWS 300

static double
distance (PnVec2 a, PnVec2 b)
{
  PnVec2 d = pn_vec2_sub (a, b);
  return sqrt (pn_vec2_dot (d, d));
}

static const PnLayer *
only_layer (const PnRoot *root)
{
  return root->layers.items[0];
}

static PnVec2
map (PnTestStage *stage, const PnRoot *root, PnVec2 point)
{
  PnVec2 mapped;
  const double start = 0;
  g_assert_true (pn_evaluator_map_point (stage->evaluator, root, only_layer (root), &start, 1,
                                         point, &mapped, NULL));
  return mapped;
}

static PnVec2
unmap (PnTestStage *stage, const PnRoot *root, PnVec2 point)
{
  PnVec2 mapped;
  g_assert_true (pn_evaluator_unmap_point (stage->evaluator, root, only_layer (root), 0, point,
                                           &mapped, NULL));
  return mapped;
}

/* A bar held at one end and in the middle, the other end moved by `by`. */
static PnRoot *
bar_pulled (PnTestStage *stage, PnVec2 by)
{
  PnRoot *root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
  pn_test_add_pin (bar, 11, "left", pn_vec2 (10, 25), pn_vec2 (0, 0));
  pn_test_add_pin (bar, 12, "middle", pn_vec2 (150, 25), pn_vec2 (0, 0));
  pn_test_add_pin (bar, 13, "right", pn_vec2 (290, 25), by);
  bar->position = pn_vec2 (100, 200);
  bar->rotation_deg = 45; /* all this is in the layer's own space */
  pn_test_add_layer (&root->layers, bar);
  return root;
}

/* A bend of 90 degrees and more, where following the displacement back is 15 % wrong. */
static void
test_there_and_back (PnTestStage *stage, gconstpointer data)
{
  const PnVec2 pulls[] = {{-140, -140}, {-120, -60}, {30, 10}, {-200, -135}};
  PnRandom random = pn_random (61);
  for (gsize k = 0; k < G_N_ELEMENTS (pulls); k++) {
    g_autoptr (PnRoot) root = bar_pulled (stage, pulls[k]);
    double moved = 0.0;
    for (int i = 0; i < N_DRAWS; i++) {
      PnVec2 rest = pn_test_point_in (&random, 0, 300, 0, 50);
      PnVec2 posed = map (stage, root, rest);
      PnVec2 back = unmap (stage, root, posed);
      /* Where the bar lies over itself another place may be in front; it is seen there too. */
      if (distance (back, rest) > 0.01)
        g_assert_cmpfloat (distance (map (stage, root, back), posed), <, 0.01);
      else
        g_assert_cmpfloat (distance (back, rest), <, 1e-6);
      moved = MAX (moved, distance (rest, posed));
    }
    g_assert_cmpfloat (moved, >, 25.0);
  }
}

/* Without a fold the way back is unique. */
static void
test_unique (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = bar_pulled (stage, pn_vec2 (-140, -140));
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  g_assert_cmpuint (frame->layers[0].n_flipped, ==, 0);
  PnRandom random = pn_random (62);
  for (int i = 0; i < N_DRAWS; i++) {
    PnVec2 rest = pn_test_point_in (&random, 160, 300, 0, 50);
    g_assert_cmpfloat (distance (unmap (stage, root, map (stage, root, rest)), rest), <, 0.01);
  }
}

static void
test_pins (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = bar_pulled (stage, pn_vec2 (-60, -90));
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  for (guint i = 0; i < 3; i++) {
    const PnPinPose *pin = &frame->layers[0].pins[i];
    PnVec2 mapped = map (stage, root, pin->pin->rest_layer);
    g_assert_cmpfloat (distance (mapped, pin->target_layer), <, 1e-9);
  }
}

/* Outside, the nearest triangle carries the point: rigidly where the whole bar is only moved. */
static void
test_outside (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
  /* A quarter turn about the origin: (x, y) to (-y, x). */
  pn_test_add_pin (bar, 11, "left", pn_vec2 (10, 25), pn_vec2 (-35, -15));
  pn_test_add_pin (bar, 12, "right", pn_vec2 (290, 25), pn_vec2 (-315, 265));
  pn_test_add_layer (&root->layers, bar);
  PnRandom random = pn_random (63);
  for (int i = 0; i < N_DRAWS; i++) {
    PnVec2 rest = pn_test_point_in (&random, -99, 400, -99, 150);
    PnVec2 posed = map (stage, root, rest);
    g_assert_cmpfloat (distance (posed, pn_vec2 (-rest.y, rest.x)), <, 1e-7);
    g_assert_cmpfloat (distance (unmap (stage, root, posed), rest), <, 1e-6);
  }
}

/* What does not move maps to itself, to the bit. */
static void
test_still (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) rested = bar_pulled (stage, pn_vec2 (0, 0));
  g_autoptr (PnRoot) flat = pn_root_new (640, 480, 24, 1);
  pn_test_add_layer (&flat->layers, pn_test_picture (1, "picture", 300, 50));
  g_autoptr (PnRoot) group = pn_root_new (640, 480, 24, 1);
  pn_test_add_layer (&group->layers, pn_layer_new (1, "group", PN_LAYER_GROUP));
  const PnRoot *const roots[] = {rested, flat, group};
  PnRandom random = pn_random (64);
  for (int i = 0; i < N_DRAWS; i++) {
    PnVec2 p = pn_test_point_in (&random, -99, 400, -99, 150);
    PnVec2 mapped = map (stage, roots[i % 3], p), back = unmap (stage, roots[i % 3], p);
    g_assert_cmpmem (&mapped, sizeof mapped, &p, sizeof p);
    g_assert_cmpmem (&back, sizeof back, &p, sizeof p);
  }
}

/* Where every pin is where it rests nothing bends, and nobody pays for a pin set: each of many pins
 * that are dragged at rest makes another one. */
static void
test_at_rest (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = bar_pulled (stage, pn_vec2 (0, 0));
  g_autoptr (PnRoot) pulled = bar_pulled (stage, pn_vec2 (0, 5));
  PnVec2 point = pn_vec2 (200, 12);

  PnVec2 mapped = map (stage, root, point), back = unmap (stage, root, point);
  g_assert_cmpmem (&mapped, sizeof mapped, &point, sizeof point);
  g_assert_cmpmem (&back, sizeof back, &point, sizeof point);
  g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_pin_sets_made, ==, 0);
  map (stage, pulled, point);
  g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_pin_sets_made, ==, 1);
}

/* Two sheets that are moved over each other: the one later in drawing order is what one sees. */
static void
test_front_most (PnTestStage *stage, gconstpointer data)
{
  const PnVec2 corners[8] = {{0, 0},  {40, 0},  {40, 40},  {0, 40},
                             {60, 0}, {100, 0}, {100, 40}, {60, 40}};
  const uint32_t triangles[12] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
  g_autoptr (PnMesh) mesh = NULL;
  g_assert_cmpint (pn_mesh_new (corners, NULL, 8, triangles, 4, 100, 40, NULL, &mesh), ==,
                   PN_STATUS_OK);
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "sheets");
  pn_test_store_mesh (stage->store, "bar", mesh);
  pn_test_add_pin (bar, 11, "front", pn_vec2 (80, 20), pn_vec2 (-50, 0));
  pn_test_add_layer (&root->layers, bar);

  /* The second sheet now covers 10 to 50 of x. */
  g_assert_cmpfloat (distance (unmap (stage, root, pn_vec2 (30, 20)), pn_vec2 (80, 20)), <, 1e-9);
  g_assert_cmpfloat (distance (unmap (stage, root, pn_vec2 (5, 20)), pn_vec2 (5, 20)), <, 1e-9);
  g_assert_cmpfloat (distance (map (stage, root, pn_vec2 (30, 20)), pn_vec2 (30, 20)), <, 1e-9);
}

/* Many moments at once are those moments, one by one. */
static void
test_over_times (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = bar_pulled (stage, pn_vec2 (0, 0));
  g_autoptr (PnTrack) track = pn_track_new (PN_TARGET_PIN, 13, PN_PROPERTY_POSITION);
  const PnKey from = {.value = {290, 25}}, to = {.frame = 40, .value = {150, -110}};
  double times[41];
  PnVec2 places[41];
  pn_track_set_key (track, &from);
  pn_track_set_key (track, &to);
  pn_node_list_insert (&root->tracks, 0, track);
  for (int i = 0; i <= 40; i++)
    times[i] = 40 - i;

  const PnLayer *bar = only_layer (root);
  const PnVec2 point = {220, 20};
  g_assert_true (
      pn_evaluator_map_point (stage->evaluator, root, bar, times, 41, point, places, NULL));
  for (int i = 0; i <= 40; i++) {
    PnVec2 place;
    g_assert_true (
        pn_evaluator_map_point (stage->evaluator, root, bar, &times[i], 1, point, &place, NULL));
    g_assert_cmpmem (&place, sizeof place, &places[i], sizeof places[i]);
  }
  g_assert_cmpfloat (distance (places[0], point), >, 50);
  g_assert_cmpfloat (distance (places[40], point), <, 1e-9);
}

#define ADD(path, function) \
  g_test_add (path, PnTestStage, NULL, pn_test_stage_set_up, function, pn_test_stage_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/eval/map/there-and-back", test_there_and_back);
  ADD ("/eval/map/unique", test_unique);
  ADD ("/eval/map/over-times", test_over_times);
  ADD ("/eval/map/pins", test_pins);
  ADD ("/eval/map/outside", test_outside);
  ADD ("/eval/map/still", test_still);
  ADD ("/eval/map/at-rest", test_at_rest);
  ADD ("/eval/map/front-most", test_front_most);
  return g_test_run ();
}
