/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <string.h>

#include "pn-evaluator-private.h"
#include "pn-hash.h"
#include "pn-random.h"
#include "pn-test-allocations.h"
#include "pn-test-bits.h"
#include "pn-test-stage.h"
#include "pn-trace.h"

static void
assert_same_points (const PnVec2 *a, const PnVec2 *b, gsize n_points)
{
  for (gsize i = 0; i < n_points; i++) {
    pn_assert_same_bits (a[i].x, b[i].x);
    pn_assert_same_bits (a[i].y, b[i].y);
  }
}

static double
distance (PnVec2 a, PnVec2 b)
{
  PnVec2 d = pn_vec2_sub (a, b);
  return sqrt (pn_vec2_dot (d, d));
}

/* A bar with one end held and the other pulled up over 10 frames. */
static PnRoot *
bending_bar (PnTestStage *stage)
{
  PnRoot *root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
  pn_test_add_pin (bar, 11, "left", pn_vec2 (10, 25), pn_vec2 (0, 0));
  pn_test_add_pin (bar, 12, "middle", pn_vec2 (150, 25), pn_vec2 (0, 0));
  pn_test_add_pin (bar, 13, "right", pn_vec2 (290, 25), pn_vec2 (0, 0));
  bar->position = pn_vec2 (100, 200);
  pn_test_add_layer (&root->layers, bar);

  PnTrack *track = pn_track_new (PN_TARGET_PIN, 13, PN_PROPERTY_POSITION);
  pn_test_add_key (track, 0, 290, 25, PN_EASE_LINEAR);
  pn_test_add_key (track, 10, 190, -75, PN_EASE_LINEAR);
  pn_test_add_track (root, track);
  return root;
}

static void
test_picture (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (100, 80, 24, 1);
  PnLayer *picture = pn_test_picture (5, "hat", 40, 20);
  picture->position = pn_vec2 (7, 9);
  pn_test_add_layer (&root->layers, picture);
  root->has_background = TRUE;
  root->background[1] = 200;
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 3.5);

  g_assert_true (frame->root == root);
  pn_assert_same_bits (frame->frame, 3.5);
  g_assert_cmpint (frame->width, ==, 100);
  g_assert_cmpint (frame->height, ==, 80);
  g_assert_true (frame->has_background);
  g_assert_cmpint (frame->background[1], ==, 200);
  g_assert_cmpuint (frame->notices->len, ==, 0);

  g_assert_cmpuint (frame->n_ops, ==, 1);
  const PnOp *op = &frame->ops[0];
  g_assert_cmpint (op->kind, ==, PN_OP_DRAW);
  g_assert_cmpuint (op->layer, ==, 5);
  g_assert_cmpstr (op->draw.texture.asset, ==, PN_TEST_ASSET_PICTURE);
  g_assert_cmpint (op->draw.texture.width, ==, 40);
  pn_assert_same_bits (op->draw.opacity, 1.0);
  g_assert_cmpuint (op->draw.n_triangles, ==, 2);

  /* One pixel larger all round, its picture in the right place. */
  PnBox box = pn_box_of_points (op->draw.positions_doc, pn_mesh_n_vertices (op->draw.mesh));
  g_assert_true (box.x0 <= 6 && box.x0 >= 6 && box.y0 <= 8 && box.y0 >= 8);
  g_assert_true (box.x1 <= 48 && box.x1 >= 48 && box.y1 <= 30 && box.y1 >= 30);
  for (gsize i = 0; i < pn_mesh_n_vertices (op->draw.mesh); i++) {
    PnVec2 uv = pn_mesh_uvs (op->draw.mesh)[i], at = op->draw.positions_doc[i];
    g_assert_cmpfloat_with_epsilon (7 + 40 * uv.x, at.x, 1e-12);
    g_assert_cmpfloat_with_epsilon (9 + 20 * uv.y, at.y, 1e-12);
  }
}

static void
test_rest (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bare = pn_test_bar (stage->store, 1, "bare");
  PnLayer *pinned = pn_test_bar (stage->store, 2, "pinned");
  pn_test_add_pin (pinned, 11, "left", pn_vec2 (10.3, 25.7), pn_vec2 (0, 0));
  pn_test_add_pin (pinned, 12, "right", pn_vec2 (277.7, 13.1), pn_vec2 (0, 0));
  pn_test_add_layer (&root->layers, bare);
  pn_test_add_layer (&root->layers, pinned);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);

  g_assert_cmpuint (frame->n_layers, ==, 2);
  for (guint i = 0; i < 2; i++) {
    const PnLayerPose *pose = &frame->layers[i];
    gsize n = pn_mesh_n_vertices (pose->mesh);
    g_assert_cmpuint (n, ==, 31 * 6);
    assert_same_points (pose->posed_layer, pn_mesh_positions (pose->mesh), n);
    assert_same_points (frame->ops[i].draw.positions_doc, pn_mesh_positions (pose->mesh), n);
    g_assert_cmpuint (pose->n_flipped, ==, 0);
  }
}

static void
test_pins_land (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = bending_bar (stage);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 10);
  const PnLayerPose *pose = &frame->layers[0];
  double moved = 0.0;

  g_assert_cmpuint (pose->n_pins, ==, 3);
  for (guint i = 0; i < 3; i++) {
    const PnPinPose *pin = &pose->pins[i];
    g_assert_cmpuint (pin->pin->id, ==, 11 + i);
    g_assert_cmpint (pin->state, ==, PN_PIN_HOLDS);
    g_assert_cmpfloat (distance (pin->landed_layer, pin->target_layer), <, 1e-9);
  }
  g_assert_cmpfloat (distance (pose->pins[2].target_layer, pn_vec2 (190, -75)), <, 1e-12);
  for (gsize i = 0; i < pn_mesh_n_vertices (pose->mesh); i++)
    moved = MAX (moved, distance (pose->posed_layer[i], pn_mesh_positions (pose->mesh)[i]));
  g_assert_cmpfloat (moved, >, 100.0);
}

/* Parts of a figure that hang together by nothing: each is a problem of its own, and what has no
 * pin keeps its place to the bit, in the layer and in the document. */
static void
test_parts (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *robot = pn_test_parts (stage->store, 1, "robot");
  pn_test_add_pin (robot, 11, "shoulder", pn_vec2 (10, 20), pn_vec2 (0, 0));
  pn_test_add_pin (robot, 12, "hand", pn_vec2 (90, 20), pn_vec2 (-30, 40));
  pn_test_add_pin (robot, 13, "foot", pn_vec2 (150.5, 20.25), pn_vec2 (7, -60));
  robot->rotation_deg = 30;
  robot->scale_y = -1.7;
  pn_test_add_layer (&root->layers, robot);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  const PnLayerPose *pose = &frame->layers[0];
  const PnVec2 *rest = pn_mesh_positions (pose->mesh);
  const uint32_t *components = pn_mesh_vertex_components (pose->mesh);
  double bent = 0.0;

  g_assert_cmpuint (pn_mesh_n_components (pose->mesh), ==, PN_TEST_N_PARTS);
  g_assert_cmpuint (frame->notices->len, ==, 0);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (distance (pose->pins[i].landed_layer, pose->pins[i].target_layer), <, 1e-9);
  for (gsize i = 0; i < pn_mesh_n_vertices (pose->mesh); i++) {
    PnVec2 right = pn_affine_apply (&pose->doc_from_layer, pose->posed_layer[i]);
    assert_same_points (&frame->ops[0].draw.positions_doc[i], &right, 1);
    if (components[i] == 0) {
      bent = MAX (bent, distance (pose->posed_layer[i], rest[i]));
    } else if (components[i] == 1) {
      right = pn_vec2_add (rest[i], pn_vec2 (7, -60));
      assert_same_points (&pose->posed_layer[i], &right, 1);
    } else {
      assert_same_points (&pose->posed_layer[i], &rest[i], 1);
    }
  }
  g_assert_cmpfloat (bent, >, 30.0);
}

/* A layer that is turned, scaled and mirrored in a group that is too, its pins at rest or all moved
 * as one: the bits of rest, and the motion to 1e-9 px, half turns included. */
static void
test_rigid_motion (PnTestStage *stage, gconstpointer data)
{
  const double degrees[] = {0, 90, 180, 211.5};
  const PnVec2 rests[] = {{10.3, 25.7}, {150, 20}, {277.7, 13.1}};
  for (gsize k = 0; k < G_N_ELEMENTS (degrees); k++) {
    PnAffine motion = pn_affine_compose (pn_vec2 (-700, 45), pn_vec2 (31, 9), degrees[k], 1, 1);
    if (k == 0)
      motion = PN_AFFINE_IDENTITY;
    g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
    PnLayer *group = pn_layer_new (2, "group", PN_LAYER_GROUP);
    PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
    for (PnId i = 0; i < G_N_ELEMENTS (rests); i++) {
      PnVec2 moved = pn_affine_apply (&motion, rests[i]);
      PnTrack *track = pn_track_new (PN_TARGET_PIN, 11 + i, PN_PROPERTY_POSITION);
      pn_test_add_pin (bar, 11 + i, "pin", rests[i], pn_vec2 (99, 99));
      pn_test_add_key (track, 0, moved.x, moved.y, PN_EASE_IN_OUT);
      pn_test_add_key (track, 10, moved.x, moved.y, PN_EASE_LINEAR);
      pn_test_add_track (root, track);
    }
    group->rotation_deg = -73.25;
    group->scale_x = -1.3;
    bar->position = pn_vec2 (123.4, -56.7);
    bar->rotation_deg = 12.5;
    bar->scale_y = 0.4;
    pn_test_add_layer (&group->children, bar);
    pn_test_add_layer (&root->layers, group);
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 3.7);
    const PnLayerPose *pose = &frame->layers[1];
    const PnVec2 *rest = pn_mesh_positions (pose->mesh);

    g_assert_true ((pose->posed_layer == rest) == (k == 0));
    for (gsize i = 0; i < pn_mesh_n_vertices (pose->mesh); i++) {
      PnVec2 right = pn_affine_apply (&motion, rest[i]);
      PnVec2 right_doc = pn_affine_apply (&pose->doc_from_layer, right);
      g_assert_cmpfloat (distance (pose->posed_layer[i], right), <, 1e-9);
      g_assert_cmpfloat (distance (frame->ops[0].draw.positions_doc[i], right_doc), <, 2e-9);
      if (k == 0)
        assert_same_points (&frame->ops[0].draw.positions_doc[i], &right_doc, 1);
    }
  }
}

static void
test_no_layers (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  g_autoptr (PnFrame) empty = pn_test_evaluate (stage, root, 0);
  pn_test_add_layer (&root->layers, pn_layer_new (1, "group", PN_LAYER_GROUP));
  g_autoptr (PnFrame) hollow = pn_test_evaluate (stage, root, 0);

  g_assert_cmpuint (empty->n_layers + empty->n_ops + empty->notices->len, ==, 0);
  g_assert_cmpuint (hollow->n_ops + hollow->notices->len, ==, 0);
  g_assert_cmpuint (hollow->n_layers, ==, 1);
  g_assert_cmphex (pn_frame_hash (empty), !=, pn_frame_hash (hollow));
}

/* Before the first key and after the last one, as far as doubles go, the keys keep their values. */
static void
test_any_time (PnTestStage *stage, gconstpointer data)
{
  const double before[] = {-1e-300, -7.5, -1e300, -DBL_MAX}, after[] = {10.5, 1e300, DBL_MAX};
  g_autoptr (PnRoot) root = bending_bar (stage);
  g_autoptr (PnFrame) first = pn_test_evaluate (stage, root, 0);
  g_autoptr (PnFrame) last = pn_test_evaluate (stage, root, 10);

  for (gsize i = 0; i < G_N_ELEMENTS (before); i++) {
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, before[i]);
    g_assert_cmphex (pn_frame_hash (frame), ==, pn_frame_hash (first));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (after); i++) {
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, after[i]);
    g_assert_cmphex (pn_frame_hash (frame), ==, pn_frame_hash (last));
  }
  g_assert_cmphex (pn_frame_hash (first), !=, pn_frame_hash (last));
}

/* A frame between keys is neither of its neighbours. */
static void
test_between_keys (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = bending_bar (stage);
  g_autoptr (PnFrame) before = pn_test_evaluate (stage, root, 3);
  g_autoptr (PnFrame) between = pn_test_evaluate (stage, root, 3.25);
  g_autoptr (PnFrame) after = pn_test_evaluate (stage, root, 4);
  const PnPinPose *pin = &between->layers[0].pins[2];

  g_assert_cmpfloat (distance (pin->target_layer, pn_vec2 (290 - 32.5, 25 - 32.5)), <, 1e-9);
  g_assert_cmpfloat (distance (pin->landed_layer, before->layers[0].pins[2].landed_layer), >, 3.0);
  g_assert_cmpfloat (distance (pin->landed_layer, after->layers[0].pins[2].landed_layer), >, 9.0);
}

/* Groups in groups: the frame and the document's own function agree to the bit. */
static void
test_transforms (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnNodeList *list = &root->layers;
  PnRandom random = pn_random (51);
  for (PnId id = 1; id <= 6; id++) {
    PnLayer *layer =
        id < 6 ? pn_layer_new (id, "group", PN_LAYER_GROUP) : pn_test_picture (id, "leaf", 30, 40);
    layer->position = pn_test_point_in (&random, -99, 99, -99, 99);
    layer->anchor = pn_test_point_in (&random, 0, 1, 0, 1);
    layer->rotation_deg = pn_random_range (&random, -180, 180);
    layer->scale_x = pn_random_range (&random, -2, 2);
    layer->scale_y = pn_random_range (&random, 0.1, 2);
    pn_test_add_layer (list, layer);
    list = &layer->children;
  }
  PnTrack *track = pn_track_new (PN_TARGET_LAYER, 2, PN_PROPERTY_ROTATION);
  pn_test_add_key (track, 0, 0, 0, PN_EASE_LINEAR);
  pn_test_add_key (track, 10, 90, 0, PN_EASE_LINEAR);
  pn_test_add_track (root, track);

  for (double time = 0; time <= 10; time += 2.5) {
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, time);
    g_assert_cmpuint (frame->n_layers, ==, 6);
    for (guint i = 0; i < 6; i++) {
      PnAffine expected = pn_root_doc_from_layer (root, frame->layers[i].layer, time);
      g_assert_cmpmem (&frame->layers[i].doc_from_layer, sizeof expected, &expected,
                       sizeof expected);
    }
    const PnLayerPose *leaf = &frame->layers[5];
    for (gsize i = 0; i < pn_mesh_n_vertices (leaf->mesh); i++) {
      PnVec2 at = pn_affine_apply (&leaf->doc_from_layer, pn_mesh_positions (leaf->mesh)[i]);
      assert_same_points (&frame->ops[0].draw.positions_doc[i], &at, 1);
    }
  }
}

/* Forty rigs and pictures in groups, with keys of all kinds. */
static PnRoot *
crowd (PnTestStage *stage)
{
  static const PnProperty scalars[] = {PN_PROPERTY_ROTATION, PN_PROPERTY_SCALE_X,
                                       PN_PROPERTY_SCALE_Y, PN_PROPERTY_OPACITY};
  PnRoot *root = pn_root_new (1920, 1080, 24, 1);
  PnRandom random = pn_random (52);
  PnLayer *group = NULL;
  for (PnId id = 1; id <= 40; id++) {
    if (id % 8 == 1) {
      group = pn_layer_new (1000 + id, "group", PN_LAYER_GROUP);
      group->opacity = id % 16 == 1 ? 0.5 : 1.0;
      pn_test_add_layer (&root->layers, group);
    }
    PnLayer *layer = id % 5 == 0 ? pn_test_picture (id, "picture", 10 + (int)id, 20)
                                 : pn_test_bar (stage->store, id, "bar");
    layer->position = pn_test_point_in (&random, 0, 1900, 0, 1000);
    guint n_pins = layer->puppet ? 1 + (guint)pn_random_below (&random, 6) : 0;
    for (guint k = 0; k < n_pins; k++) {
      PnVec2 rest = pn_test_point_in (&random, 0, 300, 0, 50);
      PnTrack *track = pn_track_new (PN_TARGET_PIN, 100 * id + k, PN_PROPERTY_POSITION);
      for (int f = 0; f <= 20; f += 5) {
        PnVec2 away = pn_vec2_add (rest, pn_test_point_in (&random, -60, 60, -60, 60));
        PnEaseKind ease = (PnEaseKind)pn_random_below (&random, PN_EASE_BEZIER);
        pn_test_add_key (track, f, away.x, away.y, ease);
      }
      pn_test_add_track (root, track);
      pn_test_add_pin (layer, 100 * id + k, "pin", rest, pn_vec2 (0, 0));
    }
    PnProperty property = scalars[id % 4];
    PnTrack *track = pn_track_new (PN_TARGET_LAYER, id, property);
    for (int f = 0; f <= 20; f += 10)
      pn_test_add_key (track, f, pn_random_range (&random, 0.2, 1.0), 0, PN_EASE_IN_OUT);
    pn_test_add_track (root, track);
    pn_test_add_layer (&group->children, layer);
  }
  return root;
}

#define N_TIMES 9

static void
hash_frames (PnTestStage *stage, const PnRoot *root, guint64 hashes[N_TIMES])
{
  for (int i = 0; i < N_TIMES; i++) {
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 2.5 * i);
    hashes[i] = pn_frame_hash (frame);
  }
}

/* One, two and eight workers, cold and warm, and a cache that holds nothing: the same bits. */
static void
test_same_bits (void)
{
  static const guint worker_counts[] = {1, 2, 8};
  guint64 expected[N_TIMES], hashes[N_TIMES];
  for (guint k = 0; k < G_N_ELEMENTS (worker_counts); k++) {
    PnTestStage stage;
    pn_test_stage_set_up (&stage, GUINT_TO_POINTER (worker_counts[k]));
    g_autoptr (PnRoot) root = crowd (&stage);
    hash_frames (&stage, root, k == 0 ? expected : hashes);
    if (k > 0)
      g_assert_cmpmem (hashes, sizeof hashes, expected, sizeof expected);
    hash_frames (&stage, root, hashes);
    g_assert_cmpmem (hashes, sizeof hashes, expected, sizeof expected);
    pn_evaluator_set_budget (stage.evaluator, 1);
    hash_frames (&stage, root, hashes);
    g_assert_cmpmem (hashes, sizeof hashes, expected, sizeof expected);
    pn_test_stage_tear_down (&stage, NULL);
  }
  for (int i = 0; i < N_TIMES; i++)
    for (int j = 0; j < i; j++)
      g_assert_cmphex (expected[i], !=, expected[j]);

  /* And on every machine. Another number here means that documents change: it may only be changed
   * together with the solver, on purpose. */
  PnHash hash;
  pn_hash_init (&hash);
  for (int i = 0; i < N_TIMES; i++)
    pn_hash_u64 (&hash, expected[i]);
  g_assert_cmphex (pn_hash_value (&hash), ==, G_GUINT64_CONSTANT (0x608ea7707ebcfc46));
}

/* More pins than a key has room for on the stack. */
#define N_MANY 89

/* Pins added one by one, each set made from the one before, and all at once. */
static void
test_same_bits_by_any_way (PnTestStage *stage, gconstpointer data)
{
  PnRandom random = pn_random (53);
  PnVec2 rests[N_MANY], moves[N_MANY];
  for (int i = 0; i < N_MANY; i++) {
    rests[i] = pn_test_point_in (&random, 0, 300, 0, 50);
    moves[i] = pn_test_point_in (&random, -20, 20, -20, 20);
  }
  for (int n = 1; n <= N_MANY; n += n < 12 ? 1 : 11) {
    guint64 hashes[2];
    PnTestStage fresh;
    pn_test_stage_set_up (&fresh, GUINT_TO_POINTER (1));
    for (int way = 0; way < 2; way++) {
      PnTestStage *on = way == 0 ? stage : &fresh;
      g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
      PnLayer *bar = pn_test_bar (on->store, 1, "bar");
      for (int i = 0; i < n; i++)
        pn_test_add_pin (bar, 11 + (PnId)i, "pin", rests[i], moves[i]);
      pn_test_add_layer (&root->layers, bar);
      g_autoptr (PnFrame) frame = pn_test_evaluate (on, root, 0);
      hashes[way] = pn_frame_hash (frame);
    }
    g_assert_cmphex (hashes[0], ==, hashes[1]);
    pn_test_stage_tear_down (&fresh, NULL);
  }
  g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_factors_made, ==, 1);
  g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_pin_sets_made, ==, 19);
}

/* Pins that are added one by one leave a set each, which grow, and those are not kept for ever. */
#define N_SETS 30
#define SETS_BYTES ((gsize)100 << 10)

static void
test_pin_sets_bounded (PnTestStage *stage, gconstpointer data)
{
  PnRandom random = pn_random (54);
  PnVec2 rests[N_SETS];
  gsize first = 0;

  pn_evaluator_set_budget (stage->evaluator, 16 * SETS_BYTES);
  for (int n = 1; n <= N_SETS; n++) {
    g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
    PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
    rests[n - 1] = pn_test_point_in (&random, 0, 300, 0, 50);
    for (int i = 0; i < n; i++)
      pn_test_add_pin (bar, 11 + (PnId)i, "pin", rests[i], pn_vec2 (1, 1));
    pn_test_add_layer (&root->layers, bar);
    pn_frame_unref (pn_test_evaluate (stage, root, 0));
    /* It is found again, and not made anew. */
    pn_frame_unref (pn_test_evaluate (stage, root, 1));
    if (n == 1)
      first = pn_evaluator_get_stats (stage->evaluator).n_bytes;
  }
  PnRigCacheStats stats = pn_evaluator_get_stats (stage->evaluator);
  g_test_message ("%zu bytes of one, %zu at the end", first, stats.n_bytes);
  g_assert_cmpuint (stats.n_pin_sets_made, ==, N_SETS);
  g_assert_cmpuint (stats.n_bytes, >, first);
  g_assert_cmpuint (stats.n_bytes, <, first + 4 * SETS_BYTES);
}

/* A warm frame allocates itself, two arrays and blocks of its own memory: nothing for each layer,
 * pin or vertex. */
static void
test_allocations (PnTestStage *stage, gconstpointer data)
{
  const gsize block = 65536;
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  for (PnId id = 1; id <= 40; id++) {
    PnLayer *bar = pn_test_bar (stage->store, id, "bar");
    for (PnId k = 0; k < 5; k++)
      pn_test_add_pin (bar, 100 * id + k, "pin", pn_vec2 (10 + 60.0 * (double)k, 25),
                       pn_vec2 (0, (double)(k * id)));
    pn_test_add_layer (&root->layers, bar);
  }
  for (int i = 0; i < 4; i++)
    pn_frame_unref (pn_test_evaluate (stage, root, i));

  gsize before = test_n_allocations ();
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 4.5);
  gsize n_made = test_n_allocations () - before;
  g_test_message ("%zu allocations, %zu bytes", n_made, frame->arena.n_bytes);
  g_assert_cmpuint (frame->notices->len, ==, 0);
  g_assert_cmpuint (n_made, <=, 5 + frame->arena.n_bytes / block);
  g_assert_cmpuint (frame->arena.n_bytes, <, 7 * block);
}

/* Caches go by value: what does not change the rig prepares nothing. */
static void
test_by_value (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = bending_bar (stage);
  g_autoptr (PnFrame) first = pn_test_evaluate (stage, root, 5);
  PnRigCacheStats before = pn_evaluator_get_stats (stage->evaluator);
  g_assert_cmpuint (before.n_meshes_loaded, ==, 1);
  g_assert_cmpuint (before.n_factors_made, ==, 1);
  g_assert_cmpuint (before.n_pin_sets_made, ==, 1);

  /* Other names, places, times, passes, even another layer of another document. */
  g_autoptr (PnRoot) other = pn_root_new (100, 100, 30, 1);
  PnLayer *bar = pn_test_bar (stage->store, 71, "copy");
  pn_test_add_pin (bar, 81, "un", pn_vec2 (10, 25), pn_vec2 (1, 1));
  pn_test_add_pin (bar, 82, "deux", pn_vec2 (150, 25), pn_vec2 (2, 3));
  pn_test_add_pin (bar, 83, "trois", pn_vec2 (290, 25), pn_vec2 (-5, 9));
  bar->puppet->passes = 1;
  pn_test_add_layer (&other->layers, bar);
  g_autoptr (PnFrame) second = pn_test_evaluate (stage, other, 0);
  PnRigCacheStats after = pn_evaluator_get_stats (stage->evaluator);
  g_assert_cmpuint (after.n_meshes_loaded, ==, 1);
  g_assert_cmpuint (after.n_factors_made, ==, 1);
  g_assert_cmpuint (after.n_pin_sets_made, ==, 1);
  g_assert_cmpuint (after.n_bytes, ==, before.n_bytes);
  g_assert_true (second->layers[0].mesh == first->layers[0].mesh);

  /* A pin more: a pin set, and no factor. */
  g_autoptr (PnRoot) more = pn_root_new (100, 100, 30, 1);
  bar = pn_test_bar (stage->store, 71, "copy");
  pn_test_add_pin (bar, 81, "un", pn_vec2 (10, 25), pn_vec2 (1, 1));
  pn_test_add_layer (&more->layers, bar);
  pn_frame_unref (pn_test_evaluate (stage, more, 0));
  after = pn_evaluator_get_stats (stage->evaluator);
  g_assert_cmpuint (after.n_meshes_loaded, ==, 1);
  g_assert_cmpuint (after.n_factors_made, ==, 1);
  g_assert_cmpuint (after.n_pin_sets_made, ==, 2);
}

/* A bar pushed into itself cannot but flip; the frame says where, as a look at each triangle
 * does. */
static void
test_flipped (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
  pn_test_add_pin (bar, 11, "left", pn_vec2 (100, 25), pn_vec2 (60, 0));
  pn_test_add_pin (bar, 12, "right", pn_vec2 (200, 25), pn_vec2 (-60, 0));
  pn_test_add_pin (bar, 13, "end", pn_vec2 (290, 25), pn_vec2 (0, 0));
  pn_test_add_layer (&root->layers, bar);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  const PnLayerPose *pose = &frame->layers[0];
  guint n_found = 0;

  g_assert_cmpuint (pose->n_flipped, >, 0);
  for (uint32_t t = 0; t < pn_mesh_n_triangles (pose->mesh); t++) {
    const uint32_t *corners = pn_mesh_triangles (pose->mesh) + 3 * t;
    PnVec2 a = pose->posed_layer[corners[0]];
    PnVec2 ab = pn_vec2_sub (pose->posed_layer[corners[1]], a);
    PnVec2 ac = pn_vec2_sub (pose->posed_layer[corners[2]], a);
    if (pn_vec2_cross (ab, ac) > 0.0)
      continue;
    g_assert_cmpuint (n_found, <, pose->n_flipped);
    g_assert_cmpuint (pose->flipped[n_found++], ==, t);
  }
  g_assert_cmpuint (n_found, ==, pose->n_flipped);
}

static void
test_budget (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = crowd (stage);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 1);
  PnRigCacheStats all = pn_evaluator_get_stats (stage->evaluator);
  gsize budget = all.n_bytes / 3;
  pn_evaluator_set_budget (stage->evaluator, budget);
  g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_bytes, <=, budget);
  for (int i = 0; i < 5; i++) {
    g_autoptr (PnFrame) again = pn_test_evaluate (stage, root, 1);
    g_assert_cmphex (pn_frame_hash (again), ==, pn_frame_hash (frame));
    g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_bytes, <=, budget);
  }
  g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_pin_sets_made, >,
                    all.n_pin_sets_made);
}

/* A frame keeps what it names when evaluator, caches and document are gone. */
static void
test_frame_outlives (void)
{
  PnTestStage stage;
  pn_test_stage_set_up (&stage, NULL);
  PnRoot *root = bending_bar (&stage);
  PnFrame *frame = pn_test_evaluate (&stage, root, 5);
  guint64 hash = pn_frame_hash (frame);
  pn_node_unref (root);
  pn_test_stage_tear_down (&stage, NULL);
  g_assert_cmphex (pn_frame_hash (frame), ==, hash);
  pn_frame_unref (pn_frame_ref (frame));
  pn_frame_unref (frame);
}

static void
test_spans (PnTestStage *stage, gconstpointer data)
{
  static PnTraceSpan spans[64];
  g_autoptr (PnRoot) root = bending_bar (stage);
  pn_trace_start ();
  pn_frame_unref (pn_test_evaluate (stage, root, 5));
  pn_trace_stop ();
  gsize n_spans = pn_trace_read (spans, 64);
  static const char *const expected[] = {"rig.factor", "rig.prepare", "rig.solve", "eval.frame"};
  g_assert_cmpuint (n_spans, ==, 4);
  for (gsize i = 0; i < 4; i++)
    g_assert_cmpstr (spans[i].name, ==, expected[i]);
}

#define ADD(path, function)                                                               \
  g_test_add ("/eval/evaluator/" path, PnTestStage, NULL, pn_test_stage_set_up, function, \
              pn_test_stage_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("picture", test_picture);
  ADD ("rest", test_rest);
  ADD ("pins-land", test_pins_land);
  ADD ("parts", test_parts);
  ADD ("rigid-motion", test_rigid_motion);
  ADD ("no-layers", test_no_layers);
  ADD ("any-time", test_any_time);
  ADD ("between-keys", test_between_keys);
  ADD ("transforms", test_transforms);
  g_test_add_func ("/eval/evaluator/same-bits", test_same_bits);
  ADD ("same-bits-by-any-way", test_same_bits_by_any_way);
  ADD ("allocations", test_allocations);
  ADD ("pin-sets-bounded", test_pin_sets_bounded);
  ADD ("by-value", test_by_value);
  ADD ("flipped", test_flipped);
  ADD ("budget", test_budget);
  g_test_add_func ("/eval/evaluator/frame-outlives", test_frame_outlives);
  ADD ("spans", test_spans);
  return g_test_run ();
}
