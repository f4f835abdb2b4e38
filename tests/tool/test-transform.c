/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-test-anything.h"
#include "pn-tool-state-private.h"

/* With a pen in hand the knobs are so far from the pivot. */
#define RADIUS 40.0

#define N_STEPS 90

#define N_EVENTS 1000
#define SEED 20261202

static gint64 now_us;

static gint64
get_time (void)
{
  return now_us;
}

static void
set_up (PnTestTool *self)
{
  pn_test_tool_init (self, pn_select_tool_new);
  now_us = 0;
  pn_tool_get_state (self->tool)->repeat.clock = get_time;
  pn_test_tool_send (self, PN_POINTER_HOVER, 1, 1, 0);
}

static const PnLayer *
layer_of (PnTestTool *self, PnId id)
{
  return pn_root_find_layer (pn_view_get_root (self->view), id, NULL, NULL);
}

static const PnHandle *
find_handle (PnTestTool *self, PnHandleKind kind, guint corner)
{
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (self->tool, &n_handles);

  for (guint i = 0; i < n_handles; i++)
    if (handles[i].kind == kind && handles[i].corner == corner)
      return &handles[i];
  return NULL;
}

static PnVec2
place_of (PnTestTool *self, PnHandleKind kind, guint corner)
{
  const PnHandle *handle = find_handle (self, kind, corner);
  g_assert_nonnull (handle);
  return handle->position_doc;
}

static void
assert_near (PnVec2 is, double x, double y)
{
  g_assert_cmpfloat_with_epsilon (is.x, x, 1e-6);
  g_assert_cmpfloat_with_epsilon (is.y, y, 1e-6);
}

static void
assert_number (double is, double want)
{
  g_assert_cmpfloat_with_epsilon (is, want, 1e-12);
}

/* Where the layer's four corners are now. */
static void
get_corners (PnTestTool *self, PnId layer, PnVec2 corners[4])
{
  for (guint i = 0; i < 4; i++)
    corners[i] = pn_test_tool_handle (self, layer)->corners_doc[i];
}

static void
assert_corners (PnTestTool *self, PnId layer, const PnVec2 want[4])
{
  PnVec2 is[4];

  get_corners (self, layer, is);
  for (guint i = 0; i < 4; i++)
    assert_near (is[i], want[i].x, want[i].y);
}

static void
drag_from (PnTestTool *self, PnVec2 from, double x, double y)
{
  pn_test_tool_drag (self, from.x, from.y, x, y);
}

/* From the right of the pivot around it. */
static void
turn_knob (PnTestTool *self, PnVec2 pivot, double degrees)
{
  pn_test_tool_press (self, pivot.x + RADIUS, pivot.y);
  for (int i = 1; i <= N_STEPS; i++) {
    double angle = degrees * i / N_STEPS * G_PI / 180;
    pn_test_tool_move (self, pivot.x + RADIUS * cos (angle), pivot.y + RADIUS * sin (angle));
  }
}

static void
release_knob (PnTestTool *self, PnVec2 pivot, double degrees)
{
  double angle = degrees * G_PI / 180;
  pn_test_tool_release (self, pivot.x + RADIUS * cos (angle), pivot.y + RADIUS * sin (angle));
}

/* --- Turning. */

/* As far as the pointer goes round, also more than once; one step. */
static void
test_turn (void)
{
  static const double turns[] = {90, -45, 540};
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++) {
    guint n_before = pn_test_tool_n_steps (&t);
    double rotation = layer_of (&t, t.figure)->rotation_deg;
    g_autofree char *before = pn_test_bytes (&t.base);
    PnVec2 pivot = place_of (&t, PN_HANDLE_PIVOT, 0);
    assert_near (pivot, 140, 120);
    assert_near (place_of (&t, PN_HANDLE_TURN, 0), pivot.x + RADIUS, pivot.y);
    turn_knob (&t, pivot, turns[i]);
    /* The knob that is held goes along, the others are out of the way. */
    double angle = turns[i] * G_PI / 180;
    assert_near (place_of (&t, PN_HANDLE_TURN, 0), pivot.x + RADIUS * cos (angle),
                 pivot.y + RADIUS * sin (angle));
    g_assert_null (find_handle (&t, PN_HANDLE_SCALE, 0));
    release_knob (&t, pivot, turns[i]);
    g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->rotation_deg, rotation + turns[i],
                                    1e-6);
    assert_near (layer_of (&t, t.figure)->position, 140, 120);
    g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
    pn_test_tool_there_and_back (&t, before);
  }
  pn_test_tool_clear (&t);
}

static void
test_turn_in_steps_and_by_number (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  PnVec2 pivot = place_of (&t, PN_HANDLE_PIVOT, 0);
  t.modifiers = PN_MODIFIER_SHIFT;
  turn_knob (&t, pivot, 40);
  assert_number (layer_of (&t, t.figure)->rotation_deg, 45);
  t.modifiers = 0;
  release_knob (&t, pivot, 40);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->rotation_deg, 40, 1e-6);

  turn_knob (&t, pivot, 40);
  g_assert_true (pn_tool_set_amount (t.tool, -12.5));
  pn_test_tool_move (&t, 10, 10);
  g_assert_true (pn_tool_finish (t.tool));
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->rotation_deg, 27.5, 1e-6);
  pn_test_tool_release (&t, 10, 10);

  const PnRoot *root = pn_session_get_root (t.base.session);
  turn_knob (&t, pivot, 40);
  g_assert_true (pn_tool_cancel (t.tool));
  g_assert_true (pn_session_get_root (t.base.session) == root);
  pn_test_tool_clear (&t);
}

/* Alt and a drag of the artwork is the same as the knob. */
static void
test_alt_turns (void)
{
  double turns[2];

  for (int i = 0; i < 2; i++) {
    PnTestTool t;
    set_up (&t);
    pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
    t.modifiers = i == 0 ? 0 : PN_MODIFIER_ALT;
    /* The arm lies to the right of the pivot, 40 px above it. */
    if (i == 0)
      drag_from (&t, place_of (&t, PN_HANDLE_TURN, 0), 140, 160);
    else
      pn_test_tool_drag (&t, 180, 80, 180, 160);
    t.modifiers = 0;
    g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->rotation_deg, 90, 1e-6);
    turns[i] = layer_of (&t, t.figure)->rotation_deg;
    pn_test_tool_clear (&t);
  }
  g_assert_cmpfloat_with_epsilon (turns[0], turns[1], 1e-9);
}

/* In a group that is mirrored what is seen still follows the hand. */
static void
test_turn_in_mirrored_group (void)
{
  PnTestTool t;
  PnVec2 before[4], want[4];

  set_up (&t);
  g_autoptr (JsonNode) mirrored = pn_test_run (
      &t.base, "{'op': 'set_layer', 'layer': 'g', 'scale_x': -1, 'position': [400, 0]}");
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  get_corners (&t, t.disc, before);
  PnVec2 pivot = place_of (&t, PN_HANDLE_PIVOT, 0);
  assert_near (pivot, 60, 200);
  turn_knob (&t, pivot, 90);
  release_knob (&t, pivot, 90);
  for (guint i = 0; i < 4; i++) {
    PnVec2 away = pn_vec2_sub (before[i], pivot);
    want[i] = pn_vec2 (pivot.x - away.y, pivot.y + away.x);
  }
  assert_corners (&t, t.disc, want);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.disc)->rotation_deg, -90, 1e-6);
  pn_test_tool_clear (&t);
}

/* Each about its own anchor, and what a group carries once. */
static void
test_turn_several (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  pn_view_select_layer (t.view, t.group, PN_SELECT_ADD);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ADD);
  g_autofree char *before = pn_test_bytes (&t.base);
  PnVec2 pivot = place_of (&t, PN_HANDLE_PIVOT, 0);
  turn_knob (&t, pivot, 90);
  release_knob (&t, pivot, 90);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->rotation_deg, 90, 1e-6);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.group)->rotation_deg, 90, 1e-6);
  assert_number (layer_of (&t, t.disc)->rotation_deg, 0);
  pn_test_tool_there_and_back (&t, before);
  pn_test_tool_clear (&t);
}

/* --- Scaling. */

/* A corner keeps the corner across and the proportions; with Shift not those; with Alt the anchor
 * stays instead, as with the knob. */
static void
test_corner (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  g_autofree char *before = pn_test_bytes (&t.base);
  assert_near (place_of (&t, PN_HANDLE_CORNER, 2), 280, 240);
  drag_from (&t, pn_vec2 (280, 240), 420, 360);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->scale_x, 1.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->scale_y, 1.5, 1e-9);
  assert_corners (&t, t.figure, (PnVec2[]){{0, 0}, {420, 0}, {420, 360}, {0, 360}});
  pn_test_tool_there_and_back (&t, before);
  g_assert_true (pn_history_undo (pn_test_tool_history (&t), NULL));

  t.modifiers = PN_MODIFIER_SHIFT;
  drag_from (&t, pn_vec2 (280, 0), 420, 120);
  assert_corners (&t, t.figure, (PnVec2[]){{0, 120}, {420, 120}, {420, 240}, {0, 240}});
  g_assert_true (pn_history_undo (pn_test_tool_history (&t), NULL));

  t.modifiers = PN_MODIFIER_ALT;
  drag_from (&t, pn_vec2 (280, 240), 350, 300);
  assert_corners (&t, t.figure, (PnVec2[]){{-70, -60}, {350, -60}, {350, 300}, {-70, 300}});
  g_autofree char *by_corner = pn_test_bytes (&t.base);
  g_assert_true (pn_history_undo (pn_test_tool_history (&t), NULL));

  t.modifiers = 0;
  drag_from (&t, place_of (&t, PN_HANDLE_SCALE, 0), 140, 120 - 1.5 * RADIUS);
  g_autofree char *by_knob = pn_test_bytes (&t.base);
  g_assert_cmpstr (by_knob, ==, by_corner);
  pn_test_tool_clear (&t);
}

/* In a turned layer, in a group that squeezes it: the corner that is dragged without proportions is
 * where the pointer is, and the one across stays. A corner can be dragged past it, but never onto
 * it. */
static void
test_corner_anywhere (void)
{
  PnTestTool t;

  set_up (&t);
  g_autoptr (JsonNode) group =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'g', 'scale_x': 1.5, 'scale_y': -0.8, "
                            "'rotation': 20, 'position': [-100, 350]}");
  g_autoptr (JsonNode) disc =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'disc', 'rotation': 35}");
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  for (guint corner = 0; corner < 4; corner++) {
    PnVec2 at = place_of (&t, PN_HANDLE_CORNER, corner);
    PnVec2 across = find_handle (&t, PN_HANDLE_CORNER, corner)->pivot_doc;
    PnVec2 to = pn_vec2_add (at, pn_vec2 (17, -11));
    t.modifiers = PN_MODIFIER_SHIFT;
    drag_from (&t, at, to.x, to.y);
    t.modifiers = 0;
    assert_near (place_of (&t, PN_HANDLE_CORNER, corner), to.x, to.y);
    assert_near (find_handle (&t, PN_HANDLE_CORNER, corner)->pivot_doc, across.x, across.y);
  }
  PnVec2 across = find_handle (&t, PN_HANDLE_CORNER, 2)->pivot_doc;
  drag_from (&t, place_of (&t, PN_HANDLE_CORNER, 2), across.x, across.y);
  g_assert_cmpfloat (fabs (layer_of (&t, t.disc)->scale_x), >, 0);
  assert_near (pn_test_tool_handle (&t, t.disc)->corners_doc[0], across.x, across.y);
  pn_test_tool_clear (&t);
}

/* Per cent, about what the pointer scales about. */
static void
test_scale_by_number (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  pn_test_tool_press (&t, 280, 240);
  pn_test_tool_move (&t, 300, 250);
  g_assert_true (pn_tool_set_amount (t.tool, 200));
  g_assert_true (pn_tool_finish (t.tool));
  assert_corners (&t, t.figure, (PnVec2[]){{0, 0}, {560, 0}, {560, 480}, {0, 480}});
  pn_test_tool_release (&t, 300, 250);
  pn_test_tool_clear (&t);
}

/* What is small in the view has no corners: there would be nothing to move it by. */
static void
test_small (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  g_assert_nonnull (find_handle (&t, PN_HANDLE_CORNER, 0));
  pn_view_set_zoom (t.view, 0.25);
  g_assert_null (find_handle (&t, PN_HANDLE_CORNER, 0));
  /* The knobs are where they were in the view. */
  assert_near (place_of (&t, PN_HANDLE_TURN, 0), 340 + RADIUS / 0.25, 200);
  pn_test_tool_clear (&t);
}

/* --- The anchor. */

static void
test_anchor (void)
{
  PnTestTool t;
  PnVec2 corners[4];

  set_up (&t);
  g_autoptr (JsonNode) turned = pn_test_run (
      &t.base, "{'op': 'set_layer', 'layer': 'figure', 'rotation': 30, 'scale_x': 0.5}");
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  get_corners (&t, t.figure, corners);
  g_autofree char *before = pn_test_bytes (&t.base);
  guint n_before = pn_test_tool_n_steps (&t);
  drag_from (&t, place_of (&t, PN_HANDLE_PIVOT, 0), 100, 60);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  assert_corners (&t, t.figure, corners);
  assert_near (place_of (&t, PN_HANDLE_PIVOT, 0), 100, 60);
  assert_near (layer_of (&t, t.figure)->position, 100, 60);
  g_assert_null (t.message);
  pn_test_tool_there_and_back (&t, before);
  pn_test_tool_clear (&t);
}

static void
get_corners_at (PnTestTool *self, double frame, PnVec2 corners[4])
{
  pn_view_set_playhead (self->view, frame);
  get_corners (self, self->disc, corners);
}

/* With keys of its place and of its group's the artwork stays where it was at every frame, with
 * auto-key and without; where it turns over time that cannot be, and is said. */
static void
test_anchor_with_keys (void)
{
  static const double frames[] = {0, 3, 10, 40};
  PnTestTool t;

  set_up (&t);
  g_autofree char *disc = pn_id_to_string (t.disc), *group = pn_id_to_string (t.group);
  g_autoptr (JsonNode) static_turn =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'disc', 'rotation': 50, 'scale_y': 2}");
  g_autoptr (JsonNode) keys =
      pn_test_run (&t.base,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'position', 'keys': "
                   "[{'frame': 0, 'x': 340, 'y': 200, 'ease': 'in-out'}, "
                   "{'frame': 10, 'x': 200, 'y': 100}]}",
                   disc);
  g_autoptr (JsonNode) turning =
      pn_test_run (&t.base,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'rotation', "
                   "'keys': [{'frame': 0, 'value': 0}, {'frame': 40, 'value': 90}]}",
                   group);
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  for (int auto_key = 0; auto_key < 2; auto_key++) {
    PnVec2 corners[G_N_ELEMENTS (frames)][4];
    for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
      get_corners_at (&t, frames[i], corners[i]);
    pn_view_set_auto_key (t.view, auto_key);
    pn_view_set_playhead (t.view, 3);
    PnVec2 at = place_of (&t, PN_HANDLE_PIVOT, 0);
    drag_from (&t, at, at.x + 12, at.y - 20);
    g_assert_false (pn_view_has_preview (t.view));
    assert_near (place_of (&t, PN_HANDLE_PIVOT, 0), at.x + 12, at.y - 20);
    for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
      pn_view_set_playhead (t.view, frames[i]);
      assert_corners (&t, t.disc, corners[i]);
    }
    const PnTrack *track = pn_root_find_track (pn_view_get_root (t.view), PN_TARGET_LAYER, t.disc,
                                               PN_PROPERTY_POSITION);
    g_assert_cmpuint (track->n_keys, ==, 2);
    g_assert_cmpint (track->keys[0].ease.kind, ==, PN_EASE_IN_OUT);
    g_assert_null (t.message);
  }
  g_autoptr (JsonNode) own =
      pn_test_run (&t.base,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'scale_x', "
                   "'keys': [{'frame': 0, 'value': 1}, {'frame': 40, 'value': 2}]}",
                   disc);
  PnVec2 at = place_of (&t, PN_HANDLE_PIVOT, 0);
  drag_from (&t, at, at.x + 12, at.y);
  g_assert_nonnull (strstr (t.message, "other frames"));
  pn_test_tool_clear (&t);
}

/* --- Rigging. */

/* What has keys is seen and moved where it is without them; with auto-key on there is none more. The
 * anchor is part of how it is built, and leaves the film as it was. */
static void
test_rigging (void)
{
  static const double frames[] = {0, 3, 10, 40};
  PnVec2 corners[G_N_ELEMENTS (frames)][4];
  PnTestTool t;

  set_up (&t);
  g_autoptr (JsonNode) moving =
      pn_test_run (&t.base, "{'op': 'set_keyframes', 'target': 'layer.g', 'property': 'position', "
                            "'keys': [{'frame': 0, 'x': -30, 'y': 0}]}");
  g_autoptr (JsonNode) keys =
      pn_test_run (&t.base, "{'op': 'set_keyframes', 'target': 'layer.disc', 'property': "
                            "'position', 'keys': [{'frame': 0, 'x': 100, 'y': 100}, "
                            "{'frame': 10, 'x': 200, 'y': 100}]}");
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  pn_view_set_auto_key (t.view, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    get_corners_at (&t, frames[i], corners[i]);
  pn_view_set_mode (t.view, PN_VIEW_RIGGING);
  assert_near (place_of (&t, PN_HANDLE_PIVOT, 0), 340, 200);

  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_drag (&t, 330, 180, 320, 190);
  assert_near (layer_of (&t, t.disc)->position, 330, 210);
  assert_near (place_of (&t, PN_HANDLE_PIVOT, 0), 330, 210);
  pn_test_tool_there_and_back (&t, before);
  g_assert_true (pn_tool_turn (t.tool, 20));
  assert_number (layer_of (&t, t.disc)->rotation_deg, 20);
  g_assert_true (pn_tool_turn (t.tool, -20));
  g_assert_cmpuint (pn_session_get_root (t.base.session)->tracks.n_items, ==, 2);

  PnVec2 at = place_of (&t, PN_HANDLE_PIVOT, 0);
  drag_from (&t, at, at.x + 12, at.y - 20);
  assert_near (place_of (&t, PN_HANDLE_PIVOT, 0), at.x + 12, at.y - 20);
  g_assert_cmpuint (pn_session_get_root (t.base.session)->tracks.n_items, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    pn_view_set_playhead (t.view, frames[i]);
    pn_view_set_mode (t.view, PN_VIEW_ANIMATING);
    assert_corners (&t, t.disc, corners[i]);
  }
  pn_test_tool_clear (&t);
}

/* --- Keys and previews. */

static void
test_auto_key (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  pn_view_set_auto_key (t.view, TRUE);
  pn_view_set_playhead (t.view, 5);
  g_assert_true (pn_tool_turn (t.tool, 20));
  const PnTrack *track = pn_root_find_track (pn_session_get_root (t.base.session), PN_TARGET_LAYER,
                                             t.figure, PN_PROPERTY_ROTATION);
  g_assert_cmpuint (track->n_keys, ==, 1);
  assert_number (track->keys[0].frame, 5);
  assert_number (track->keys[0].value.x, 20);

  /* Without auto-key what has keys is a preview, and what has none is set. */
  pn_view_set_auto_key (t.view, FALSE);
  const PnRoot *root = pn_session_get_root (t.base.session);
  g_assert_true (pn_tool_turn (t.tool, 20));
  g_assert_true (pn_session_get_root (t.base.session) == root);
  g_assert_true (pn_view_has_preview (t.view));
  g_assert_true (pn_tool_turn (t.tool, 5));
  g_assert_true (pn_tool_set_key (t.tool));
  track = pn_root_find_track (pn_session_get_root (t.base.session), PN_TARGET_LAYER, t.figure,
                              PN_PROPERTY_ROTATION);
  assert_number (track->keys[0].value.x, 45);
  g_assert_null (pn_root_find_track (pn_session_get_root (t.base.session), PN_TARGET_LAYER,
                                     t.figure, PN_PROPERTY_SCALE_X));
  g_assert_true (pn_tool_scale (t.tool, 2));
  g_assert_false (pn_view_has_preview (t.view));
  assert_number (layer_of (&t, t.figure)->scale_x, 2);
  pn_test_tool_clear (&t);
}

/* --- Keys of the keyboard. */

/* The same again within a second is the same step, and nothing else is. */
static void
test_repeated (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  g_autofree char *before = pn_test_bytes (&t.base);
  guint n_before = pn_test_tool_n_steps (&t);
  for (int i = 0; i < 5; i++) {
    g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (1, 0)));
    now_us += PN_TOOL_REPEAT_US;
  }
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  assert_near (layer_of (&t, t.figure)->position, 145, 120);
  pn_test_tool_there_and_back (&t, before);

  now_us += 1;
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (1, 0)));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 2);
  g_assert_true (pn_tool_turn (t.tool, 1));
  g_assert_true (pn_tool_turn (t.tool, 1));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 3);
  assert_number (layer_of (&t, t.figure)->rotation_deg, 2);
  g_assert_true (pn_tool_scale (t.tool, 1.1));
  g_assert_true (pn_tool_scale (t.tool, 1 / 1.1));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 4);
  g_assert_cmpfloat_with_epsilon (layer_of (&t, t.figure)->scale_x, 1, 1e-12);

  /* Of another selection, or at another frame. */
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (1, 0)));
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (1, 0)));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 6);
  pn_view_set_playhead (t.view, 3);
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (1, 0)));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 7);
  pn_test_tool_clear (&t);
}

/* --- Overlapping layers. */

static void
test_second_click (void)
{
  PnTestTool t;

  set_up (&t);
  g_autoptr (JsonNode) moved =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'disc', 'position': [230, 80]}");
  pn_test_tool_click (&t, 240, 75);
  g_assert_true (pn_view_has_layer (t.view, t.disc));
  pn_test_tool_click (&t, 240, 75);
  g_assert_true (pn_view_has_layer (t.view, t.figure));
  g_assert_false (pn_view_has_layer (t.view, t.disc));
  /* The one that was chosen is the one a drag takes. */
  pn_test_tool_drag (&t, 240, 75, 250, 75);
  assert_near (layer_of (&t, t.disc)->position, 230, 80);
  assert_near (layer_of (&t, t.figure)->position, 150, 120);
  pn_test_tool_click (&t, 240, 75);
  g_assert_true (pn_view_has_layer (t.view, t.disc));
  pn_test_tool_clear (&t);
}

/* --- Devices, and what cannot be dragged. */

/* Knobs are taken from as far as the device needs, and out of each other's way. */
static void
test_reach (void)
{
  static const PnPointerDevice devices[] = {PN_DEVICE_MOUSE, PN_DEVICE_PEN, PN_DEVICE_TOUCH};
  static const double reaches[] = {10, 16, 24}, radii[] = {34, 40, 60};
  PnTestTool t;

  set_up (&t);
  pn_test_tool_send (&t, PN_POINTER_LEAVE, 0, 0, 0);
  t.now_us += 2 * PN_POINTER_PALM_US;
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++) {
    t.device = devices[i];
    pn_test_tool_send (&t, PN_POINTER_HOVER, 1, 1, 0);
    const PnHandle *knob = find_handle (&t, PN_HANDLE_TURN, 0);
    assert_number (knob->reach, reaches[i]);
    assert_near (knob->position_doc, 140 + radii[i], 120);
    for (int outside = 0; outside < 2; outside++) {
      double x = 140 + radii[i] + reaches[i] + (outside ? 0.5 : -0.5);
      pn_test_tool_send (&t, PN_POINTER_HOVER, x, 120, 0);
      g_assert_cmpint ((find_handle (&t, PN_HANDLE_TURN, 0)->state & PN_HANDLE_HOVER) != 0, ==,
                       !outside);
    }
    /* The anchor lies on what one wants to move: half of that has to do. */
    pn_test_tool_send (&t, PN_POINTER_HOVER, 140 - 0.75 * reaches[i], 120, 0);
    g_assert_cmpuint (find_handle (&t, PN_HANDLE_PIVOT, 0)->state & PN_HANDLE_HOVER, ==, 0);
    if (devices[i] == PN_DEVICE_PEN) {
      pn_test_tool_send (&t, PN_POINTER_LEAVE, 0, 0, 0);
      t.now_us += 2 * PN_POINTER_PALM_US;
    }
  }
  pn_test_tool_clear (&t);
}

static void
test_locked (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_select_layer (t.view, t.disc, PN_SELECT_ONLY);
  g_autoptr (JsonNode) locked =
      pn_test_run (&t.base, "{'op': 'set_layer', 'layer': 'g', 'locked': true}");
  g_assert_null (find_handle (&t, PN_HANDLE_TURN, 0));
  const PnRoot *root = pn_session_get_root (t.base.session);
  g_assert_false (pn_tool_turn (t.tool, 1));
  g_assert_nonnull (strstr (t.message, "locked"));
  g_assert_true (pn_session_get_root (t.base.session) == root);
  pn_test_tool_clear (&t);
}

/* --- Pins. */

static PnId
add_pin (PnTestTool *self, int x, int y)
{
  g_autoptr (JsonNode) result =
      pn_test_run (&self->base, "{'op': 'add_pin', 'layer': 'figure', 'x': %d, 'y': %d}", x, y);
  return pn_test_id (result, "pin");
}

/* Two pins turn and scale about their middle; one has nothing to turn, and that is said. */
static void
test_pins (void)
{
  PnTestTool t;

  pn_test_tool_init (&t, pn_puppet_tool_new);
  pn_view_set_auto_key (t.view, TRUE);
  g_autoptr (JsonNode) rig =
      pn_test_run (&t.base, "{'op': 'create_puppet_rig', 'layer': 'figure'}");
  PnId body = add_pin (&t, 60, 180), shoulder = add_pin (&t, 120, 80), hand = add_pin (&t, 240, 80);
  pn_view_select_pin (t.view, hand, PN_SELECT_ONLY);
  g_assert_null (find_handle (&t, PN_HANDLE_TURN, 0));
  t.modifiers = PN_MODIFIER_ALT;
  const PnRoot *root = pn_session_get_root (t.base.session);
  pn_test_tool_drag (&t, 240, 80, 240, 120);
  g_assert_true (pn_session_get_root (t.base.session) == root);
  g_assert_nonnull (strstr (t.message, "two or more"));
  t.modifiers = 0;

  pn_view_select_pin (t.view, shoulder, PN_SELECT_ADD);
  g_autofree char *before = pn_test_bytes (&t.base);
  guint n_before = pn_test_tool_n_steps (&t);
  PnVec2 middle = {180, 80};
  turn_knob (&t, middle, 90);
  release_knob (&t, middle, 90);
  pn_test_tool_assert_at (&t, shoulder, 180, 20);
  pn_test_tool_assert_at (&t, hand, 180, 140);
  pn_test_tool_assert_at (&t, body, 60, 180);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_there_and_back (&t, before);
  g_assert_true (pn_tool_scale (t.tool, 0.5));
  pn_test_tool_assert_at (&t, shoulder, 180, 50);
  pn_test_tool_assert_at (&t, hand, 180, 110);

  /* The eraser takes pins and no knobs. */
  t.device = PN_DEVICE_ERASER;
  root = pn_session_get_root (t.base.session);
  pn_test_tool_press (&t, middle.x + RADIUS, middle.y);
  pn_test_tool_release (&t, middle.x + RADIUS, middle.y);
  g_assert_true (pn_session_get_root (t.base.session) == root);
  pn_test_tool_clear (&t);
}

/* --- Whatever is done. */

static void
test_anything (void)
{
  PnTestTool t;

  pn_test_tool_init (&t, pn_select_tool_new);
  pn_test_tool_do_anything (&t, N_EVENTS, SEED);
  pn_test_tool_clear (&t);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/transform/turn", test_turn);
  g_test_add_func ("/tool/transform/turn-in-steps-and-by-number", test_turn_in_steps_and_by_number);
  g_test_add_func ("/tool/transform/alt-turns", test_alt_turns);
  g_test_add_func ("/tool/transform/turn-in-mirrored-group", test_turn_in_mirrored_group);
  g_test_add_func ("/tool/transform/turn-several", test_turn_several);
  g_test_add_func ("/tool/transform/corner", test_corner);
  g_test_add_func ("/tool/transform/corner-anywhere", test_corner_anywhere);
  g_test_add_func ("/tool/transform/scale-by-number", test_scale_by_number);
  g_test_add_func ("/tool/transform/small", test_small);
  g_test_add_func ("/tool/transform/anchor", test_anchor);
  g_test_add_func ("/tool/transform/anchor-with-keys", test_anchor_with_keys);
  g_test_add_func ("/tool/transform/rigging", test_rigging);
  g_test_add_func ("/tool/transform/auto-key", test_auto_key);
  g_test_add_func ("/tool/transform/repeated", test_repeated);
  g_test_add_func ("/tool/transform/second-click", test_second_click);
  g_test_add_func ("/tool/transform/reach", test_reach);
  g_test_add_func ("/tool/transform/locked", test_locked);
  g_test_add_func ("/tool/transform/pins", test_pins);
  g_test_add_func ("/tool/transform/anything", test_anything);
  return g_test_run ();
}
