/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-test-session.h"
#include "pn-test-undo.h"

/* Skeletons as operations name them. */

static void
init_arm (PnTestSession *t)
{
  pn_test_session_init (t, 300, 240);
  g_autofree char *path = pn_test_draw (t->folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (t, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) made = pn_test_run (
      t, "{'op': 'create_skeleton', 'name': 'arm', 'bones': ["
         "{'name': 'hand', 'parent': 'lower', 'x': 200, 'y': 80, 'tip_x': 240, 'tip_y': 80},"
         "{'name': 'upper', 'x': 90, 'y': 40, 'tip_x': 90, 'tip_y': 100},"
         "{'name': 'lower', 'parent': 'upper', 'x': 90, 'y': 100, 'tip_x': 200, 'tip_y': 80}]}");
}

static const PnSkeletonNode *
skeleton_of (PnTestSession *t)
{
  return pn_session_get_root (t->session)->skeletons.items[0];
}

static const PnBoneNode *
bone_called (PnTestSession *t, const char *name)
{
  const PnSkeletonNode *skeleton = skeleton_of (t);

  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];
    if (g_str_equal (bone->name, name))
      return bone;
  }
  return NULL;
}

/* Where a bone is on the canvas: head and tip. */
static void
locate (PnTestSession *t, const char *name, double frame, PnVec2 ends[2])
{
  const PnSkeletonNode *skeleton = skeleton_of (t);
  const PnBoneNode *bone = bone_called (t, name);
  PnBonePose locals[8];
  PnAffine worlds[8];
  PnSkeleton *made = NULL;
  guint index = 0;

  g_assert_cmpint (pn_skeleton_node_build (skeleton, &made), ==, PN_STATUS_OK);
  pn_root_sample_bones (pn_session_get_root (t->session), skeleton, frame, locals);
  pn_skeleton_world (made, locals, worlds);
  pn_skeleton_node_find_bone (skeleton, bone->id, &index);
  ends[0] = pn_bone_head (&worlds[index]);
  ends[1] = pn_bone_tip (&worlds[index], bone->length);
  pn_skeleton_unref (made);
}

static void
assert_at (PnTestSession *t, const char *name, double frame, const PnVec2 wanted[2])
{
  PnVec2 ends[2];

  locate (t, name, frame, ends);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat (hypot (ends[i].x - wanted[i].x, ends[i].y - wanted[i].y), <, 1e-9);
}

/* Bones come in any order and lie where they were drawn, whatever they hang on. */
static void
test_drawn (void)
{
  PnTestSession t;
  init_arm (&t);
  assert_at (&t, "upper", 0, (PnVec2[]){{90, 40}, {90, 100}});
  assert_at (&t, "lower", 0, (PnVec2[]){{90, 100}, {200, 80}});
  assert_at (&t, "hand", 0, (PnVec2[]){{200, 80}, {240, 80}});
  g_assert_cmpfloat (fabs (bone_called (&t, "upper")->rotation_deg - 90), <, 1e-9);
  g_assert_cmpfloat (fabs (bone_called (&t, "lower")->x - 60), <, 1e-9);

  g_autoptr (JsonNode) added = pn_test_run (
      &t, "{'op': 'add_bone', 'skeleton': 'arm', 'name': 'thumb', 'parent': 'hand', 'x': 210, "
          "'y': 70, 'tip_x': 220, 'tip_y': 60, 'colour': '#20c0ff', 'jiggle_mix': 0.5}");
  assert_at (&t, "thumb", 0, (PnVec2[]){{210, 70}, {220, 60}});
  g_autoptr (JsonNode) moved = pn_test_run (
      &t, "{'op': 'update_bone', 'skeleton': 'arm', 'bone': 'thumb', 'parent': 'upper'}");
  assert_at (&t, "thumb", 0, (PnVec2[]){{210, 70}, {220, 60}});
  pn_test_session_clear (&t);
}

static void
test_undo_of_each (void)
{
  static const char *const script[] = {
      "{'op': 'create_skeleton', 'layer': 'figure', 'bones': [{'name': 'root', 'x': 10, 'y': 10, "
      "'tip_x': 40, 'tip_y': 10}]}",
      "{'op': 'add_bone', 'skeleton': 'arm', 'name': 'thumb', 'parent': 'hand', 'x': 210, 'y': 70, "
      "'tip_x': 220, 'tip_y': 60}",
      "{'op': 'update_bone', 'skeleton': 'arm', 'bone': 'thumb', 'name': 'finger', 'x': 210, 'y': "
      "75, 'tip_x': 225, 'tip_y': 60}",
      "{'op': 'pose_skeleton', 'skeleton': 'arm', 'frame': 10, 'pose': [{'bone': 'upper', "
      "'rotation': 45}, {'bone': 'hand', 'scale_x': 2, 'x': 3}]}",
      "{'op': 'set_ik', 'skeleton': 'arm', 'bone': 'lower', 'x': 150, 'y': 60, 'pole': [100, 0]}",
      "{'op': 'set_keyframes', 'target': 'ik.lower', 'property': 'target', 'keys': [{'frame': 0, "
      "'x': 150, 'y': 60}]}",
      "{'op': 'set_keyframes', 'target': 'ik.lower', 'property': 'mode', 'keys': [{'frame': 0, "
      "'value': 1}]}",
      "{'op': 'set_ik', 'skeleton': 'arm', 'bone': 'lower', 'x': 160, 'y': 60, 'frame': 5, 'mix': "
      "0.5, 'stretch': true}",
      "{'op': 'bind_skeleton', 'layer': 'figure', 'skeleton': 'arm', 'method': 'distance'}",
      "{'op': 'bind_skeleton', 'layer': 'figure', 'skeleton': 'arm', 'method': 'follow', 'bone': "
      "'lower'}",
      "{'op': 'delete_bone', 'skeleton': 'arm', 'bone': 'lower'}",
      "{'op': 'delete_bone', 'skeleton': 'arm', 'bone': 'upper', 'with_children': true}",
      "{'op': 'set_keyframes', 'target': 'bone.root', 'property': 'scale_x', 'keys': [{'frame': 0, "
      "'value': -1}]}",
  };
  PnTestSession t;
  init_arm (&t);
  pn_test_undo_each (&t, script, G_N_ELEMENTS (script));
  pn_test_session_clear (&t);
}

/* A bone that is deleted leaves what hung on it where it was, at rest and in every keyed pose, and what
 * followed it goes on with its parent. Beside it the wrong answer: carried along by numbers that held
 * in another frame. */
static void
test_deleted_in_place (void)
{
  PnTestSession t;
  PnVec2 rest[2], posed[2], moved[2];
  init_arm (&t);
  g_autoptr (JsonNode) pose = pn_test_run (
      &t, "{'op': 'pose_skeleton', 'skeleton': 'arm', 'frame': 10, 'pose': [{'bone': 'upper', "
          "'rotation': 45}, {'bone': 'lower', 'rotation': -60, 'scale_y': -1}]}");
  g_autoptr (JsonNode) hand = pn_test_run (
      &t, "{'op': 'pose_skeleton', 'skeleton': 'arm', 'frame': 20, 'pose': [{'bone': 'hand', "
          "'rotation': 30}]}");
  g_autoptr (JsonNode) bound = pn_test_run (
      &t, "{'op': 'bind_skeleton', 'layer': 'figure', 'skeleton': 'arm', 'method': 'follow', "
          "'bone': 'lower'}");
  locate (&t, "hand", 10, posed);
  locate (&t, "hand", 20, moved);
  PnBoneNode *old = pn_bone_node_copy (bone_called (&t, "hand"));
  g_autoptr (JsonNode) gone =
      pn_test_run (&t, "{'op': 'delete_bone', 'skeleton': 'arm', 'bone': 'lower'}");
  assert_at (&t, "hand", 10, posed);
  assert_at (&t, "hand", 20, moved);
  g_assert_cmpfloat (fabs (bone_called (&t, "hand")->x - old->x), >, 1);
  pn_node_unref (old);
  const PnRoot *root = pn_session_get_root (t.session);
  const PnLayer *figure = root->layers.items[0];
  g_assert_true (figure->bind_bone == bone_called (&t, "upper")->id);
  g_assert_true (bone_called (&t, "hand")->parent == bone_called (&t, "upper")->id);
  for (guint i = 0; i < root->tracks.n_items; i++)
    g_assert_nonnull (
        pn_root_find_bone (root, ((const PnTrack *)root->tracks.items[i])->target, NULL));
  locate (&t, "hand", -100, rest);
  pn_test_session_clear (&t);
}

static void
test_deleted_with_children (void)
{
  PnTestSession t;
  init_arm (&t);
  g_autoptr (JsonNode) pose = pn_test_run (
      &t, "{'op': 'pose_skeleton', 'skeleton': 'arm', 'frame': 10, 'pose': [{'bone': 'hand', "
          "'rotation': 45}]}");
  g_autoptr (JsonNode) ik =
      pn_test_run (&t, "{'op': 'set_ik', 'skeleton': 'arm', 'bone': 'hand', 'x': 9, 'y': 9}");
  g_autoptr (JsonNode) gone = pn_test_run (
      &t, "{'op': 'delete_bone', 'skeleton': 'arm', 'bone': 'lower', 'with_children': true}");
  g_assert_cmpuint (skeleton_of (&t)->bones.n_items, ==, 1);
  g_assert_cmpuint (skeleton_of (&t)->iks.n_items, ==, 0);
  g_assert_cmpuint (pn_session_get_root (t.session)->tracks.n_items, ==, 0);
  pn_test_session_clear (&t);
}

static void
test_refusals (void)
{
  static const struct {
    PnOpsError code;
    const char *operation, *says;
  } cases[] = {
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'create_skeleton', 'bones': [{'name': 'a', 'parent': 'b', 'x': 0, 'y': 0, 'tip_x': "
       "1, 'tip_y': 0}, {'name': 'b', 'parent': 'a', 'x': 0, 'y': 0, 'tip_x': 1, 'tip_y': 0}]}",
       "a → b → a"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'create_skeleton', 'bones': [{'name': 'a', 'parent': 'c', 'x': 0, 'y': 0, 'tip_x': "
       "1, 'tip_y': 0}]}",
       "“c”"},
      {PN_OPS_ERROR_REFUSED, "{'op': 'create_skeleton', 'bones': []}", "1"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'update_bone', 'skeleton': 'arm', 'bone': 'upper', 'parent': 'hand'}", "hangs"},
      {PN_OPS_ERROR_REFUSED, "{'op': 'delete_bone', 'skeleton': 'arm', 'bone': 'toe'}", "hand"},
      {PN_OPS_ERROR_REFUSED, "{'op': 'delete_bone', 'skeleton': 'leg', 'bone': 'toe'}", "arm"},
      {PN_OPS_ERROR_USAGE, "{'op': 'set_ik', 'skeleton': 'arm', 'bone': 'hand'}", "“x”"},
      {PN_OPS_ERROR_USAGE,
       "{'op': 'set_ik', 'skeleton': 'arm', 'bone': 'hand', 'x': 1, 'y': 1, 'chain': 0}", "chain"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'bind_skeleton', 'layer': 'figure', 'skeleton': 'arm', 'bone': 'hand'}", "follow"},
      {PN_OPS_ERROR_REFUSED, "{'op': 'unbind_skeleton', 'layer': 'figure'}", "figure"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'set_keyframes', 'target': 'ik.hand', 'property': 'target', 'keys': [{'frame': 0, "
       "'x': 1, 'y': 1}]}",
       "set_ik"},
      {PN_OPS_ERROR_REFUSED,
       "{'op': 'set_keyframes', 'target': 'bone.hand', 'property': 'opacity', 'keys': [{'frame': "
       "0, 'value': 1}]}",
       "scale_y"},
  };
  PnTestSession t;
  init_arm (&t);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = pn_test_refused (&t, cases[i].code, cases[i].operation);
    g_test_message ("%s", message);
    g_assert_nonnull (strstr (message, cases[i].says));
  }
  pn_test_session_clear (&t);
}

/* Of two modes there is nothing in between. */
static void
test_mode_is_held (void)
{
  PnTestSession t;
  init_arm (&t);
  g_autoptr (JsonNode) ik =
      pn_test_run (&t, "{'op': 'set_ik', 'skeleton': 'arm', 'bone': 'lower', 'x': 9, 'y': 9}");
  g_autoptr (JsonNode) keys = pn_test_run (
      &t, "{'op': 'set_keyframes', 'target': 'ik.lower', 'property': 'mode', 'keys': [{'frame': 0, "
          "'value': 0, 'ease': 'linear'}, {'frame': 10, 'value': 1}]}");
  const PnId lower = bone_called (&t, "lower")->id;
  const PnTrack *set =
      pn_root_find_track (pn_session_get_root (t.session), PN_TARGET_IK, lower, PN_PROPERTY_MODE);
  g_assert_cmpint (set->keys[0].ease.kind, ==, PN_EASE_HOLD);
  g_autoptr (JsonNode) eased = pn_test_run (
      &t, "{'op': 'set_ease', 'keys': [{'target': 'ik.lower', 'property': 'mode'}], 'ease': 'in'}");
  const PnTrack *track =
      pn_root_find_track (pn_session_get_root (t.session), PN_TARGET_IK, lower, PN_PROPERTY_MODE);
  g_assert_cmpint (track->keys[0].ease.kind, ==, PN_EASE_HOLD);
  g_assert_cmpfloat (pn_sample_keys (track->keys, track->n_keys, 9.5).x, <, 1e-12);
  pn_test_session_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/skeletons/drawn", test_drawn);
  g_test_add_func ("/ops/skeletons/undo-of-each", test_undo_of_each);
  g_test_add_func ("/ops/skeletons/deleted-in-place", test_deleted_in_place);
  g_test_add_func ("/ops/skeletons/deleted-with-children", test_deleted_with_children);
  g_test_add_func ("/ops/skeletons/refusals", test_refusals);
  g_test_add_func ("/ops/skeletons/mode-is-held", test_mode_is_held);
  return g_test_run ();
}
