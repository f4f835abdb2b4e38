/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Op streams written as text: "a" draws layer a, "a*" at less than full opacity, "(x" pushes for
 * layer x, ")" pops. */
#include <math.h>

#include "pn-random.h"
#include "pn-test-bits.h"
#include "pn-test-stage.h"

static char *
describe (const PnFrame *frame)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < frame->n_ops; i++) {
    const PnOp *op = &frame->ops[i];
    if (i > 0)
      g_string_append_c (text, ' ');
    switch (op->kind) {
    case PN_OP_DRAW:
      g_string_append_printf (text, "%c%s", (char)op->layer, op->draw.opacity < 1.0 ? "*" : "");
      break;
    case PN_OP_PUSH:
      g_string_append_printf (text, "(%c", (char)op->layer);
      break;
    case PN_OP_POP:
      g_string_append_c (text, ')');
      break;
    }
  }
  return g_string_free (text, FALSE);
}

#define assert_ops(stage, root, time, expected)                              \
  G_STMT_START                                                               \
  {                                                                          \
    g_autoptr (PnFrame) frame_ = pn_test_evaluate ((stage), (root), (time)); \
    g_autofree char *text_ = describe (frame_);                              \
    g_assert_cmpstr (text_, ==, (expected));                                 \
  }                                                                          \
  G_STMT_END

/* Layers are named by one letter, which is their id as well. */
static PnLayer *
add (PnNodeList *list, PnLayer *layer)
{
  pn_test_add_layer (list, layer);
  return layer;
}

static PnLayer *
add_group (PnNodeList *list, char id, double opacity)
{
  PnLayer *group = pn_layer_new ((PnId)id, "group", PN_LAYER_GROUP);
  group->opacity = opacity;
  return add (list, group);
}

static PnLayer *
add_picture (PnNodeList *list, char id, double opacity)
{
  PnLayer *picture = pn_test_picture ((PnId)id, "picture", 30, 20);
  picture->opacity = opacity;
  picture->position = pn_vec2 (100 + id, 10);
  return add (list, picture);
}

static PnLayer *
add_bar (PnTestStage *stage, PnNodeList *list, char id, double opacity)
{
  PnLayer *bar = pn_test_bar (stage->store, (PnId)id, "bar");
  pn_test_add_pin (bar, 1000 + (PnId)id, "pin", pn_vec2 (10, 25), pn_vec2 (0, 0));
  pn_test_add_pin (bar, 2000 + (PnId)id, "pin", pn_vec2 (290, 25), pn_vec2 (-90, 20));
  bar->opacity = opacity;
  return add (list, bar);
}

static void
test_order (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  add_picture (&root->layers, 'a', 1);
  PnLayer *group = add_group (&root->layers, 'g', 1);
  add_picture (&group->children, 'b', 1);
  add_bar (stage, &group->children, 'c', 1);
  add_group (&group->children, 'e', 1);
  add_picture (&root->layers, 'd', 1);
  assert_ops (stage, root, 0, "a b c d");

  /* The poses are those of all layers, groups before what they hold. */
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  const char order[] = "agbced";
  g_assert_cmpuint (frame->n_layers, ==, 6);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (frame->layers[i].layer->id, ==, (PnId)order[i]);
  g_assert_null (frame->layers[1].mesh);
}

static void
test_visibility (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  add_picture (&root->layers, 'a', 1)->visible = FALSE;
  PnLayer *group = add_group (&root->layers, 'g', 0.5);
  add_picture (&group->children, 'b', 1);
  add_bar (stage, &group->children, 'c', 1);
  add_picture (&group->children, 'd', 1);
  assert_ops (stage, root, 0, "(g b c d )");
  ((PnLayer *)group->children.items[1])->visible = FALSE;
  assert_ops (stage, root, 0, "(g b d )");
  group->visible = FALSE;
  assert_ops (stage, root, 0, "");

  /* What is hidden is posed all the same. */
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  for (guint i = 0; i < frame->n_layers; i++)
    g_assert_false (frame->layers[i].visible);
  g_assert_cmpuint (frame->layers[3].n_pins, ==, 2);
  g_assert_cmpfloat (fabs (frame->layers[3].pins[1].landed_layer.x - 200), <, 1e-9);
}

static void
test_opacity (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  add_picture (&root->layers, 'a', 0.5);    /* flat: cannot lie over itself */
  add_bar (stage, &root->layers, 'b', 0.5); /* bends: may lie over itself */
  add_picture (&root->layers, 'c', 0.0);
  add_picture (&root->layers, 'd', -3.0);
  add_picture (&root->layers, 'e', 7.0);
  assert_ops (stage, root, 0, "a* (b b ) e");

  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  pn_assert_same_bits (frame->ops[0].draw.opacity, 0.5);
  pn_assert_same_bits (frame->ops[1].push.opacity, 0.5);
  pn_assert_same_bits (frame->ops[2].draw.opacity, 1.0);
  pn_assert_same_bits (frame->ops[4].draw.opacity, 1.0);
}

static void
test_group_opacity (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *outer = add_group (&root->layers, 'o', 0.5);
  assert_ops (stage, root, 0, "");
  PnLayer *inner = add_group (&outer->children, 'i', 0.5);
  add_picture (&inner->children, 'a', 0.5);
  /* One flat picture takes all opacities into its draw. */
  assert_ops (stage, root, 0, "a*");
  {
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
    pn_assert_same_bits (frame->ops[0].draw.opacity, 0.125);
  }

  add_picture (&inner->children, 'b', 1);
  assert_ops (stage, root, 0, "(o (i a* b ) )");
  inner->opacity = 1;
  assert_ops (stage, root, 0, "(o a* b )");
  outer->opacity = 1;
  inner->opacity = 0.5;
  add_picture (&outer->children, 'c', 1);
  assert_ops (stage, root, 0, "(i a* b ) c");
  inner->opacity = 0;
  assert_ops (stage, root, 0, "c");
}

/* Multiplying a group's opacity into each of its pictures would show the one behind through the one
 * in front. */
static void
test_group_is_not_each (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *group = add_group (&root->layers, 'g', 0.5);
  add_picture (&group->children, 'a', 1);
  add_picture (&group->children, 'b', 1);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  g_assert_cmpint (frame->ops[0].kind, ==, PN_OP_PUSH);
  pn_assert_same_bits (frame->ops[1].draw.opacity, 1.0);
  pn_assert_same_bits (frame->ops[2].draw.opacity, 1.0);
}

static void
test_opacity_track (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *group = add_group (&root->layers, 'g', 0.1);
  add_picture (&group->children, 'a', 1);
  add_picture (&group->children, 'b', 1);
  PnTrack *track = pn_track_new (PN_TARGET_LAYER, 'g', PN_PROPERTY_OPACITY);
  pn_test_add_key (track, 0, 0, 0, PN_EASE_LINEAR);
  pn_test_add_key (track, 10, 1, 0, PN_EASE_LINEAR);
  pn_test_add_track (root, track);
  assert_ops (stage, root, 0, "");
  assert_ops (stage, root, 4, "(g a b )");
  assert_ops (stage, root, 10, "a b");
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 4);
  g_assert_cmpfloat_with_epsilon (frame->ops[0].push.opacity, 0.4, 1e-12);
  g_assert_cmpfloat_with_epsilon (frame->layers[0].opacity, 0.4, 1e-12);
}

/* Everything between a push and its pop lies in the push's bounds, and touches them. */
static void
test_bounds (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *outer = add_group (&root->layers, 'o', 0.9);
  outer->rotation_deg = 30;
  add_picture (&outer->children, 'a', 1);
  add_picture (&outer->children, 'x', 1)->visible = FALSE;
  PnLayer *inner = add_group (&outer->children, 'i', 0.5);
  inner->scale_x = -2;
  add_bar (stage, &inner->children, 'b', 0.4);
  add_picture (&inner->children, 'c', 1);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  g_autofree char *text = describe (frame);
  g_assert_cmpstr (text, ==, "(o a (i (b b ) c ) )");

  for (guint i = 0; i < frame->n_ops; i++) {
    if (frame->ops[i].kind != PN_OP_PUSH)
      continue;
    PnBox inside = pn_box_empty ();
    int depth = 1;
    for (guint k = i + 1; depth > 0; k++) {
      const PnOp *op = &frame->ops[k];
      depth += op->kind == PN_OP_PUSH ? 1 : op->kind == PN_OP_POP ? -1 : 0;
      if (op->kind == PN_OP_DRAW) {
        PnBox box = pn_box_of_points (op->draw.positions_doc, pn_mesh_n_vertices (op->draw.mesh));
        pn_box_add_box (&inside, &box);
      }
    }
    g_assert_cmpmem (&inside, sizeof inside, &frame->ops[i].push.bounds_doc, sizeof inside);
  }
}

/* A layer blown up beyond all numbers gives no op, and no NaN to the renderer. */
static void
test_overflow (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *group = add_group (&root->layers, 'g', 0.5);
  group->scale_x = 1e300;
  add_picture (&group->children, 'a', 1)->scale_x = 1e300;
  add_picture (&root->layers, 'b', 1)->scale_x = 0;
  assert_ops (stage, root, 0, "b");
}

/* Changes something of a frame, and back. */
#define assert_hashed(frame, lvalue, other)               \
  G_STMT_START                                            \
  {                                                       \
    guint64 before_ = pn_frame_hash (frame);              \
    __typeof__ (lvalue) was_ = (lvalue);                  \
    (lvalue) = (other);                                   \
    g_assert_cmphex (pn_frame_hash (frame), !=, before_); \
    (lvalue) = was_;                                      \
    g_assert_cmphex (pn_frame_hash (frame), ==, before_); \
  }                                                       \
  G_STMT_END

static void
test_hash (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  add_bar (stage, &root->layers, 'b', 0.5);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  g_autoptr (PnFrame) later = pn_test_evaluate (stage, root, 7);
  g_assert_cmphex (pn_frame_hash (later), ==, pn_frame_hash (frame));

  assert_hashed (frame, frame->width, 641);
  assert_hashed (frame, frame->height, 481);
  assert_hashed (frame, frame->has_background, TRUE);
  assert_hashed (frame, frame->background[2], 9);
  assert_hashed (frame, frame->n_ops, 2);
  assert_hashed (frame, frame->ops[0].layer, 7);
  assert_hashed (frame, frame->ops[0].push.opacity, 0.6);
  assert_hashed (frame, frame->ops[0].push.bounds_doc.y1, 1e3);
  PnOpDraw *draw = &frame->ops[1].draw;
  assert_hashed (frame, draw->texture.asset, "another");
  assert_hashed (frame, draw->texture.width, 1);
  assert_hashed (frame, draw->texture.height, 1);
  assert_hashed (frame, draw->n_triangles, 5);
  assert_hashed (frame, draw->opacity, 0.99);
  PnLayerPose *pose = &frame->layers[0];
  assert_hashed (frame, ((PnVec2 *)draw->positions_doc)[17].y, 3.0);
  assert_hashed (frame, ((PnVec2 *)pose->posed_layer)[17].x, 3.0);
  assert_hashed (frame, pose->visible, FALSE);
  assert_hashed (frame, pose->opacity, 0.4);
  assert_hashed (frame, pose->doc_from_layer.xy, 0.4);
  assert_hashed (frame, pose->n_pins, 1);
  assert_hashed (frame, pose->pins[1].target_layer.x, 0.0);
  assert_hashed (frame, pose->pins[1].landed_layer.y, 0.0);
  assert_hashed (frame, pose->pins[1].state, PN_PIN_MERGED);
}

#define ADD(path, function) \
  g_test_add (path, PnTestStage, NULL, pn_test_stage_set_up, function, pn_test_stage_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/eval/ops/order", test_order);
  ADD ("/eval/ops/visibility", test_visibility);
  ADD ("/eval/ops/opacity", test_opacity);
  ADD ("/eval/ops/group-opacity", test_group_opacity);
  ADD ("/eval/ops/group-is-not-each", test_group_is_not_each);
  ADD ("/eval/ops/opacity-track", test_opacity_track);
  ADD ("/eval/ops/bounds", test_bounds);
  ADD ("/eval/ops/overflow", test_overflow);
  ADD ("/eval/frame/hash", test_hash);
  return g_test_run ();
}
