/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-test-tool.h"

#define N_EVENTS 1000

static void
set_up (PnTestTool *self)
{
  pn_test_tool_init (self, pn_select_tool_new);
}

static void
assert_selected (PnTestTool *self, gboolean figure, gboolean disc)
{
  g_assert_cmpint (pn_view_has_layer (self->view, self->figure), ==, figure);
  g_assert_cmpint (pn_view_has_layer (self->view, self->disc), ==, disc);
}

static const PnLayer *
layer_of (PnTestTool *self, PnId id)
{
  return pn_root_find_layer (pn_session_get_root (self->base.session), id, NULL, NULL);
}

/* The front-most artwork under the point, not its rectangle: the picture's corner is clear. */
static void
test_click (void)
{
  PnTestTool t;

  set_up (&t);
  pn_test_tool_click (&t, 60, 180);
  assert_selected (&t, TRUE, FALSE);
  pn_test_tool_click (&t, 340, 200);
  assert_selected (&t, FALSE, TRUE);

  /* Over the arm, the disc is taken where it is seen and the arm where it is not. */
  g_autoptr (JsonNode) moved =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'disc', 'position': [240, 80]}");
  pn_view_clear_selection (t.view);
  pn_test_tool_click (&t, 240, 80);
  assert_selected (&t, FALSE, TRUE);
  pn_test_tool_click (&t, 203, 63);
  assert_selected (&t, TRUE, FALSE);
  pn_view_clear_selection (t.view);
  pn_test_tool_click (&t, 60, 180);

  t.modifiers = PN_MODIFIER_SHIFT;
  pn_test_tool_click (&t, 240, 80);
  assert_selected (&t, TRUE, TRUE);
  pn_test_tool_click (&t, 60, 180);
  assert_selected (&t, FALSE, TRUE);
  t.modifiers = 0;

  /* Neither locked nor hidden. */
  g_autoptr (JsonNode) locked =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'g', 'locked': true}");
  pn_test_tool_click (&t, 240, 80);
  assert_selected (&t, TRUE, FALSE);
  g_autoptr (JsonNode) hidden =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'figure', 'visible': false}");
  g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, t.figure);
  pn_test_tool_send (&t, PN_POINTER_HOVER, 60, 180, 0);
  g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, 0);
  pn_test_tool_clear (&t);
}

/* Beside the artwork nothing happens, far from it the selection goes. */
static void
test_click_outside (void)
{
  PnTestTool t;

  set_up (&t);
  pn_test_tool_click (&t, 60, 180);
  pn_test_tool_click (&t, 200, 180);
  assert_selected (&t, TRUE, FALSE);
  pn_test_tool_click (&t, 60, 290);
  assert_selected (&t, FALSE, FALSE);
  g_assert_null (t.message);
  pn_test_tool_clear (&t);
}

static void
test_hover (void)
{
  PnTestTool t;

  set_up (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  pn_test_tool_send (&t, PN_POINTER_HOVER, 60, 180, 0.55);
  g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, t.figure);
  g_assert_cmpuint (pn_test_tool_handle (&t, t.figure)->state, ==, PN_HANDLE_HOVER);
  g_assert_null (pn_test_tool_handle (&t, t.disc));
  /* A hovering pen that presses and jumps moves and selects nothing. */
  pn_test_tool_send (&t, PN_POINTER_MOTION, 340, 200, 1);
  g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, t.disc);
  assert_selected (&t, FALSE, FALSE);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  pn_test_tool_send (&t, PN_POINTER_LEAVE, 0, 0, 0);
  g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, 0);
  pn_test_tool_clear (&t);
}

/* However many events: one step, which undo takes back to the byte. */
static void
test_drag (void)
{
  PnTestTool t;

  set_up (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_press (&t, 60, 180);
  for (int i = 1; i <= N_EVENTS; i++) {
    pn_test_tool_move (&t, 60 + 0.05 * i, 180 - 0.02 * i);
    g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  }
  pn_test_tool_release (&t, 110, 160);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  assert_selected (&t, TRUE, FALSE);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->position.x, 140 + 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->position.y, 120 - 20, 1e-9);
  g_assert_cmpuint (pn_session_get_root (t.base.session)->tracks.n_items, ==, 0);
  pn_test_tool_there_and_back (&t, before);
  pn_test_tool_clear (&t);
}

/* Escape in the middle gives the very root back, and what comes after it is nobody's. */
static void
test_escape (void)
{
  PnTestTool t;

  set_up (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  const PnRoot *before = pn_session_get_root (t.base.session);
  g_assert_false (pn_tool_cancel (t.tool));
  pn_test_tool_press (&t, 60, 180);
  pn_test_tool_move (&t, 90, 190);
  g_assert_true (pn_tool_is_busy (t.tool));
  g_assert_true (pn_session_get_root (t.base.session) != before);
  g_assert_true (pn_tool_cancel (t.tool));
  g_assert_false (pn_tool_is_busy (t.tool));
  g_assert_true (pn_session_get_root (t.base.session) == before);
  pn_test_tool_move (&t, 120, 190);
  pn_test_tool_release (&t, 120, 190);
  g_assert_true (pn_session_get_root (t.base.session) == before);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);

  /* A sequence that the system takes away is the same. */
  pn_test_tool_press (&t, 60, 180);
  pn_test_tool_move (&t, 90, 190);
  pn_test_tool_send (&t, PN_POINTER_CANCEL, 90, 190, 0);
  g_assert_true (pn_session_get_root (t.base.session) == before);
  g_assert_false (pn_history_is_open (pn_test_tool_history (&t)));
  pn_test_tool_clear (&t);
}

/* The slop is the view's: at 1:4 a click may move 12 px of the document. */
static void
test_slop (void)
{
  PnTestTool t;

  set_up (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  pn_test_tool_drag (&t, 60, 180, 62, 182);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  assert_selected (&t, TRUE, FALSE);
  t.doc_per_view = 4;
  pn_test_tool_drag (&t, 60, 180, 71, 180);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  t.doc_per_view = 0.25;
  pn_test_tool_drag (&t, 60, 180, 61, 180);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_clear (&t);
}

/* With auto-key a drag keys, in a moving group too; without it a keyed layer is only previewed. */
static void
test_keys (void)
{
  PnTestTool t;

  set_up (&t);
  g_autofree char *group = pn_id_to_string (t.group);
  g_autoptr (JsonNode) keys =
      pn_test_run (&t.base,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'position', "
                   "'keys': [{'frame': 0, 'x': 0, 'y': 0}, {'frame': 10, 'x': -40, 'y': 0}]}",
                   group);
  pn_view_set_playhead (t.view, 10);
  pn_view_set_auto_key (t.view, TRUE);
  guint n_before = pn_test_tool_n_steps (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_drag (&t, 300, 200, 310, 180);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  const PnTrack *track = pn_root_find_track (pn_session_get_root (t.base.session), PN_TARGET_LAYER,
                                             t.disc, PN_PROPERTY_POSITION);
  g_assert_nonnull (track);
  g_assert_cmpuint (track->n_keys, ==, 1);
  pn_test_tool_assert_at (&t, t.disc, 310, 180);
  pn_test_tool_there_and_back (&t, before);

  pn_view_set_auto_key (t.view, FALSE);
  const PnRoot *root = pn_session_get_root (t.base.session);
  pn_test_tool_drag (&t, 295, 190, 315, 210);
  g_assert_true (pn_session_get_root (t.base.session) == root);
  g_assert_true (pn_view_has_preview (t.view));
  pn_test_tool_assert_at (&t, t.disc, 330, 200);
  g_autofree char *hint = pn_tool_get_hint (t.tool);
  g_assert_nonnull (strstr (hint, "preview"));
  g_assert_true (pn_tool_set_key (t.tool));
  g_assert_false (pn_view_has_preview (t.view));
  pn_test_tool_assert_at (&t, t.disc, 330, 200);
  pn_test_tool_clear (&t);
}

/* What is dragged without keys in a group that moves stays under the hand. */
static void
test_static_in_moving_group (void)
{
  PnTestTool t;

  set_up (&t);
  g_autofree char *group = pn_id_to_string (t.group);
  g_autoptr (JsonNode) keys =
      pn_test_run (&t.base,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'position', "
                   "'keys': [{'frame': 0, 'x': 0, 'y': 0}, {'frame': 10, 'x': -40, 'y': 0}]}",
                   group);
  pn_view_set_playhead (t.view, 10);
  pn_test_tool_drag (&t, 300, 200, 310, 180);
  pn_test_tool_assert_at (&t, t.disc, 310, 180);
  pn_test_tool_clear (&t);
}

/* Of a group and what is in it, the group is moved and removed, and the rest goes along once. */
static void
test_group_and_child (void)
{
  PnTestTool t;

  set_up (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  pn_view_select_layer (t.view, t.group, PN_SELECT_ADD);
  pn_test_tool_drag (&t, 340, 200, 350, 205);
  pn_test_tool_assert_at (&t, t.disc, 350, 205);
  pn_test_tool_there_and_back (&t, before);

  g_autofree char *moved = pn_test_bytes (&t.base);
  g_assert_true (pn_tool_delete (t.tool));
  g_assert_null (layer_of (&t, t.group));
  g_assert_false (pn_view_has_layer (t.view, t.group));
  pn_test_tool_there_and_back (&t, moved);
  g_assert_true (pn_history_undo (pn_test_tool_history (&t), NULL));
  g_assert_true (pn_view_has_layer (t.view, t.group));
  g_assert_true (pn_view_has_layer (t.view, t.disc));
  pn_test_tool_clear (&t);
}

/* In a turned and mirrored view the marquee is upright on the screen. */
static void
test_marquee (void)
{
  PnTestTool t;

  set_up (&t);
  pn_test_tool_press (&t, 390, 290);
  pn_test_tool_move (&t, 295, 140);
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (t.tool, &n_handles);
  g_assert_cmpint (handles[n_handles - 1].kind, ==, PN_HANDLE_MARQUEE);
  assert_selected (&t, FALSE, FALSE);
  pn_test_tool_move (&t, 285, 145);
  pn_test_tool_release (&t, 280, 140);
  assert_selected (&t, FALSE, FALSE);
  pn_test_tool_drag (&t, 395, 295, 285, 145);
  assert_selected (&t, FALSE, TRUE);

  t.modifiers = PN_MODIFIER_SHIFT;
  pn_test_tool_drag (&t, -10, -10, 285, 245);
  assert_selected (&t, TRUE, TRUE);
  t.modifiers = 0;
  pn_view_set_rotation (t.view, 45);
  pn_view_set_mirrored (t.view, TRUE);
  /* Upright in the document this is a line, and in the view a square around the disc. */
  pn_test_tool_drag (&t, 340, 90, 340, 310);
  assert_selected (&t, FALSE, TRUE);
  pn_test_tool_clear (&t);
}

/* Arrows move what is selected, and without a selection the keyboard's place. */
static void
test_keyboard (void)
{
  PnTestTool t;

  set_up (&t);
  PnVec2 cursor = pn_view_get_cursor (t.view);
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (10, 0)));
  g_assert_cmpfloat_with_epsilon (pn_view_get_cursor (t.view).x, cursor.x + 10, 1e-9);

  g_assert_true (pn_tool_walk (t.tool, PN_WALK_NEXT));
  assert_selected (&t, TRUE, FALSE);
  g_assert_true (pn_tool_walk (t.tool, PN_WALK_NEXT));
  assert_selected (&t, FALSE, TRUE);
  g_assert_true (pn_tool_walk (t.tool, PN_WALK_NEXT));
  assert_selected (&t, TRUE, FALSE);
  g_assert_true (pn_tool_walk (t.tool, PN_WALK_PREVIOUS));
  assert_selected (&t, FALSE, TRUE);
  g_assert_cmpfloat_with_epsilon (pn_view_get_cursor (t.view).x, 340, 1e-9);

  g_autofree char *before = pn_test_bytes (&t.base);
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (0.1, -1)));
  pn_test_tool_assert_at (&t, t.disc, 340.1, 199);
  pn_test_tool_there_and_back (&t, before);
  g_autofree char *nudged = pn_test_bytes (&t.base);
  g_assert_true (pn_tool_rename (t.tool, "wheel"));
  g_assert_cmpstr (layer_of (&t, t.disc)->name, ==, "wheel");
  pn_test_tool_there_and_back (&t, nudged);
  g_assert_false (pn_tool_insert (t.tool));
  pn_test_tool_clear (&t);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/select/click", test_click);
  g_test_add_func ("/tool/select/click-outside", test_click_outside);
  g_test_add_func ("/tool/select/hover", test_hover);
  g_test_add_func ("/tool/select/drag", test_drag);
  g_test_add_func ("/tool/select/escape", test_escape);
  g_test_add_func ("/tool/select/slop", test_slop);
  g_test_add_func ("/tool/select/keys", test_keys);
  g_test_add_func ("/tool/select/static-in-moving-group", test_static_in_moving_group);
  g_test_add_func ("/tool/select/group-and-child", test_group_and_child);
  g_test_add_func ("/tool/select/marquee", test_marquee);
  g_test_add_func ("/tool/select/keyboard", test_keyboard);
  return g_test_run ();
}
