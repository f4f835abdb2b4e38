/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-test-anything.h"

#define N_EVENTS 1000
#define SEED 20261130

static void
set_up (PnTestTool *self)
{
  pn_test_tool_init (self, pn_puppet_tool_new);
}

static const PnPuppet *
puppet_of (PnTestTool *self, PnId layer)
{
  return pn_root_find_layer (pn_session_get_root (self->base.session), layer, NULL, NULL)->puppet;
}

static guint
n_pins (PnTestTool *self, PnId layer)
{
  return puppet_of (self, layer) != NULL ? puppet_of (self, layer)->pins.n_items : 0;
}

static PnId
pin_of (PnTestTool *self, guint index)
{
  return ((const PnPin *)puppet_of (self, self->figure)->pins.items[index])->id;
}

/* Pins in the body and at both ends of the arm, by clicks. */
static void
set_up_pinned (PnTestTool *self)
{
  set_up (self);
  pn_test_tool_click (self, 60, 180);
  pn_test_tool_click (self, 110, 80);
  pn_test_tool_click (self, 240, 80);
  g_assert_cmpuint (n_pins (self, self->figure), ==, 3);
  g_assert_null (self->message);
  pn_view_clear_selection (self->view);
}

static guint
n_selected (PnTestTool *self)
{
  guint n;
  pn_view_get_pins (self->view, &n);
  return n;
}

/* --- Adding. */

/* The first click makes the rig, with the mesh there before the button is up: one step, and undo
 * takes all of it back. */
static void
test_first_click (void)
{
  PnTestTool t;

  set_up (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_press (&t, 60, 180);
  g_assert_nonnull (puppet_of (&t, t.figure));
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  pn_test_tool_release (&t, 60, 180);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  g_assert_true (pn_view_has_pin (t.view, pin_of (&t, 0)));
  pn_test_tool_assert_at (&t, pin_of (&t, 0), 60, 180);
  pn_test_tool_there_and_back (&t, before);
  g_assert_true (pn_view_has_pin (t.view, pin_of (&t, 0)));

  g_autofree char *one = pn_test_bytes (&t.base);
  pn_test_tool_click (&t, 240, 80);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 2);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 2);
  pn_test_tool_there_and_back (&t, one);
  pn_test_tool_clear (&t);
}

/* Also in a group that moves, at a frame where it has. */
static void
test_click_in_moving_group (void)
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
  for (int i = 0; i < 2; i++) {
    pn_test_tool_click (&t, 290 + 30 * i, 200);
    g_assert_cmpuint (n_pins (&t, t.disc), ==, i + 1);
    const PnPin *pin = puppet_of (&t, t.disc)->pins.items[i];
    g_assert_cmpfloat_with_epsilon (pin->rest_layer.x, 40 + 30 * i, 1e-6);
    g_assert_cmpfloat_with_epsilon (pin->rest_layer.y, 50, 1e-6);
  }
  pn_test_tool_clear (&t);
}

/* A drag from bare artwork is a marquee, and leaves neither pin nor rig nor step. */
static void
test_no_stray_pin (void)
{
  PnTestTool t;

  set_up (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  const PnRoot *before = pn_session_get_root (t.base.session);
  pn_test_tool_drag (&t, 60, 180, 80, 120);
  g_assert_true (pn_session_get_root (t.base.session) == before);
  pn_test_tool_press (&t, 60, 180);
  g_assert_true (pn_session_get_root (t.base.session) != before);
  g_assert_true (pn_tool_cancel (t.tool));
  g_assert_true (pn_session_get_root (t.base.session) == before);
  pn_test_tool_release (&t, 60, 180);
  g_assert_true (pn_session_get_root (t.base.session) == before);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  g_assert_cmpuint (n_selected (&t), ==, 0);
  pn_test_tool_clear (&t);
}

/* No pin of a pen that hovers, however it presses and jumps (BR56). */
static void
test_hover_never_pins (void)
{
  PnTestTool t;

  set_up (&t);
  const PnRoot *before = pn_session_get_root (t.base.session);
  for (int i = 0; i < 20; i++)
    pn_test_tool_send (&t, i % 2 == 0 ? PN_POINTER_HOVER : PN_POINTER_MOTION, 60 + i, 180, 0.55);
  pn_test_tool_send (&t, PN_POINTER_MOTION, 560, 180, 1);
  pn_test_tool_send (&t, PN_POINTER_RELEASE, 60, 180, 0);
  t.device = PN_DEVICE_TOUCH;
  pn_test_tool_press (&t, 60, 180);
  pn_test_tool_release (&t, 60, 180);
  g_assert_true (pn_session_get_root (t.base.session) == before);

  /* With the pen away, a finger pins. */
  t.device = PN_DEVICE_PEN;
  pn_test_tool_send (&t, PN_POINTER_LEAVE, 0, 0, 0);
  t.now_us += PN_POINTER_PALM_US;
  t.device = PN_DEVICE_TOUCH;
  pn_test_tool_click (&t, 60, 180);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);
  pn_test_tool_clear (&t);
}

/* The operation's own words; and where the artwork is far the selection goes, without words. */
static void
test_refused (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  pn_test_tool_click (&t, 200, 180);
  g_assert_nonnull (strstr (t.message, "no artwork"));
  pn_test_tool_click (&t, 60, 180);
  g_assert_cmpuint (n_selected (&t), ==, 1);
  pn_test_tool_click (&t, 200, 180);
  g_assert_nonnull (strstr (t.message, "Expansion"));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  g_assert_cmpuint (n_selected (&t), ==, 1);
  g_clear_pointer (&t.message, g_free);
  pn_test_tool_click (&t, 60, 290);
  g_assert_cmpuint (n_selected (&t), ==, 0);
  g_assert_null (t.message);

  /* A little beside the artwork is near enough. */
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  pn_test_tool_click (&t, 180, 112);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 4);
  pn_test_tool_clear (&t);
}

/* --- Posing. */

static void
test_drag (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  PnId hand = pin_of (&t, 2);
  pn_view_set_playhead (t.view, 12);
  pn_view_set_auto_key (t.view, TRUE);
  guint n_before = pn_test_tool_n_steps (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  /* Taken beside its middle, it keeps that distance: nothing jumps. */
  pn_test_tool_press (&t, 245, 82);
  for (int i = 1; i <= N_EVENTS; i++) {
    pn_test_tool_move (&t, 245 - 0.04 * i, 82 + 0.06 * i);
    g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  }
  pn_test_tool_assert_at (&t, hand, 200, 140);
  pn_test_tool_release (&t, 205, 142);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_assert_at (&t, hand, 200, 140);
  const PnTrack *track = pn_root_find_track (pn_session_get_root (t.base.session), PN_TARGET_PIN,
                                             hand, PN_PROPERTY_POSITION);
  g_assert_cmpuint (track->n_keys, ==, 1);
  g_assert_cmpfloat_with_epsilon (track->keys[0].frame, 12, 1e-12);
  pn_test_tool_there_and_back (&t, before);
  pn_test_tool_clear (&t);
}

static void
test_escape (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_view_set_auto_key (t.view, TRUE);
  guint n_before = pn_test_tool_n_steps (&t);
  const PnRoot *before = pn_session_get_root (t.base.session);
  pn_test_tool_press (&t, 240, 80);
  pn_test_tool_move (&t, 200, 120);
  g_assert_true (pn_session_get_root (t.base.session) != before);
  g_assert_true (pn_tool_cancel (t.tool));
  g_assert_true (pn_session_get_root (t.base.session) == before);
  pn_test_tool_move (&t, 100, 120);
  pn_test_tool_release (&t, 100, 120);
  g_assert_true (pn_session_get_root (t.base.session) == before);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);

  /* The next gesture is as if nothing had been. */
  pn_test_tool_drag (&t, 240, 80, 200, 120);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_clear (&t);
}

/* A pose that no key holds is to be seen and is in no document, until the frame changes. */
static void
test_preview (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  PnId hand = pin_of (&t, 2), shoulder = pin_of (&t, 1);
  const PnRoot *before = pn_session_get_root (t.base.session);
  guint n_before = pn_test_tool_n_steps (&t);
  pn_test_tool_drag (&t, 240, 80, 220, 110);
  g_assert_true (pn_session_get_root (t.base.session) == before);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);
  g_assert_false (pn_history_is_open (pn_test_tool_history (&t)));
  pn_test_tool_assert_at (&t, hand, 220, 110);
  g_autofree char *hint = pn_tool_get_hint (t.tool);
  g_assert_nonnull (strstr (hint, "preview"));

  /* A second one goes on from it, and Escape in the middle of that comes back to it. */
  pn_test_tool_drag (&t, 110, 80, 114, 90);
  pn_test_tool_assert_at (&t, hand, 220, 110);
  pn_test_tool_press (&t, 220, 110);
  pn_test_tool_move (&t, 200, 130);
  g_assert_true (pn_tool_cancel (t.tool));
  pn_test_tool_release (&t, 200, 130);
  pn_test_tool_assert_at (&t, hand, 220, 110);
  pn_test_tool_assert_at (&t, shoulder, 114, 90);

  /* A pin that is not kept leaves it, too. */
  pn_test_tool_drag (&t, 60, 60, 70, 130);
  pn_test_tool_assert_at (&t, hand, 220, 110);

  pn_view_set_playhead (t.view, 1);
  pn_test_tool_assert_at (&t, hand, 240, 80);
  g_assert_false (pn_view_has_preview (t.view));

  /* A key keeps it; Escape alone lets it go. */
  pn_test_tool_drag (&t, 240, 80, 220, 110);
  g_assert_true (pn_tool_cancel (t.tool));
  pn_test_tool_assert_at (&t, hand, 240, 80);
  g_assert_false (pn_tool_cancel (t.tool));
  pn_test_tool_drag (&t, 240, 80, 220, 110);
  g_assert_true (pn_tool_set_key (t.tool));
  g_assert_false (pn_view_has_preview (t.view));
  pn_test_tool_assert_at (&t, hand, 220, 110);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_clear (&t);
}

/* A key keeps all of a preview, not only what was dragged last; of the rest what is selected. */
static void
test_key_of_preview (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_drag (&t, 240, 80, 220, 110);
  pn_test_tool_drag (&t, 110, 80, 114, 90);
  g_assert_cmpuint (n_selected (&t), ==, 1);
  g_assert_true (pn_tool_set_key (t.tool));
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 220, 110);
  pn_test_tool_assert_at (&t, pin_of (&t, 1), 114, 90);
  g_assert_cmpuint (pn_session_get_root (t.base.session)->tracks.n_items, ==, 2);
  pn_test_tool_there_and_back (&t, before);

  pn_view_select_pin (t.view, pin_of (&t, 0), PN_SELECT_ONLY);
  pn_view_set_playhead (t.view, 4);
  g_assert_true (pn_tool_set_key (t.tool));
  g_assert_cmpuint (pn_session_get_root (t.base.session)->tracks.n_items, ==, 3);
  pn_view_clear_selection (t.view);
  g_assert_false (pn_tool_set_key (t.tool));
  pn_test_tool_clear (&t);
}

/* While a preview is dragged nothing changes the document under it. */
static void
test_preview_holds_off_undo (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_test_tool_press (&t, 240, 80);
  pn_test_tool_move (&t, 220, 110);
  g_autofree char *message = pn_test_refused (&t.base, PN_OPS_ERROR_REFUSED, "{'op': 'undo'}");
  pn_test_tool_move (&t, 210, 110);
  pn_test_tool_release (&t, 210, 110);
  g_autoptr (JsonNode) undone = pn_test_run (&t.base, "{'op': 'undo'}");
  g_assert_false (pn_view_has_preview (t.view));
  pn_test_tool_clear (&t);
}

/* --- Rigging. */

static const PnTrack *
track_of (PnTestTool *self, guint pin)
{
  return pn_root_find_track (pn_session_get_root (self->base.session), PN_TARGET_PIN,
                             pin_of (self, pin), PN_PROPERTY_POSITION);
}

static PnVec2
rest_of (PnTestTool *self, guint pin)
{
  return ((const PnPin *)puppet_of (self, self->figure)->pins.items[pin])->rest_layer;
}

static void
assert_rest (PnTestTool *self, guint pin, double x, double y)
{
  g_assert_cmpfloat_with_epsilon (rest_of (self, pin).x, x, 1e-6);
  g_assert_cmpfloat_with_epsilon (rest_of (self, pin).y, y, 1e-6);
}

/* The hand is keyed at 0 and 10. */
static void
set_up_animated (PnTestTool *self)
{
  set_up_pinned (self);
  pn_view_set_auto_key (self->view, TRUE);
  pn_test_tool_drag (self, 240, 80, 241, 85);
  pn_view_set_playhead (self->view, 10);
  pn_test_tool_drag (self, 241, 85, 210, 130);
  g_assert_cmpuint (track_of (self, 2)->n_keys, ==, 2);
  pn_view_clear_selection (self->view);
}

/* What is seen is rest, what is dragged or nudged is rest, by one or by several, each one step; no
 * key comes of it, and what the keys pose stays. */
static void
test_rigging (void)
{
  PnTestTool t;

  set_up_animated (&t);
  pn_view_set_mode (t.view, PN_VIEW_RIGGING);
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 240, 80);
  guint n_before = pn_test_tool_n_steps (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_drag (&t, 240, 80, 220, 84);
  assert_rest (&t, 2, 220, 84);
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 220, 84);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  g_assert_cmpstr (pn_history_step_operation (pn_test_tool_history (&t), n_before), ==,
                   "update_pin");
  g_assert_cmpuint (track_of (&t, 2)->n_keys, ==, 2);
  pn_test_tool_there_and_back (&t, before);

  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (1, -2)));
  assert_rest (&t, 2, 221, 82);
  pn_test_tool_drag (&t, 90, 60, 260, 100);
  g_assert_cmpuint (n_selected (&t), ==, 2);
  g_autofree char *marquee = pn_test_bytes (&t.base);
  pn_test_tool_drag (&t, 221, 82, 226, 80);
  assert_rest (&t, 1, 115, 78);
  assert_rest (&t, 2, 226, 80);
  pn_test_tool_there_and_back (&t, marquee);
  g_assert_null (track_of (&t, 1));

  /* Escape, and a place where there is no artwork. */
  pn_test_tool_press (&t, 226, 80);
  pn_test_tool_move (&t, 200, 80);
  assert_rest (&t, 2, 200, 80);
  g_assert_true (pn_tool_cancel (t.tool));
  pn_test_tool_release (&t, 200, 80);
  assert_rest (&t, 2, 226, 80);
  g_assert_null (t.message);
  pn_view_select_pin (t.view, pin_of (&t, 2), PN_SELECT_ONLY);
  pn_test_tool_drag (&t, 226, 80, 226, 230);
  g_assert_nonnull (strstr (t.message, "no triangle"));
  g_assert_cmpfloat (rest_of (&t, 2).y, <, 150);

  /* The pose is where it was, for the artwork under the pin is. */
  g_assert_false (pn_tool_set_key (t.tool));
  g_assert_nonnull (strstr (t.message, "Rigging"));
  g_assert_cmpuint (track_of (&t, 2)->n_keys, ==, 2);
  pn_test_tool_clear (&t);
}

/* Auto-key sets none while rigging; a pin between keys holds what they pose, and animating goes on
 * with it exactly under the hand. */
static void
test_added_while_rigging (void)
{
  PnTestTool t;

  set_up_animated (&t);
  pn_view_set_mode (t.view, PN_VIEW_RIGGING);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_click (&t, 170, 80);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 4);
  assert_rest (&t, 3, 170, 80);
  pn_test_tool_assert_at (&t, pin_of (&t, 3), 170, 80);
  g_assert_cmpuint (track_of (&t, 3)->n_keys, ==, 2);
  pn_test_tool_there_and_back (&t, before);
  pn_tool_delete (t.tool);

  /* Without keys in the rig there is nothing to hold. */
  g_autoptr (JsonNode) still = pn_test_run (
      &t.base, "{'op': 'delete_keyframes', 'target': 'pin.Pin 3', 'property': 'position'}");
  pn_test_tool_click (&t, 170, 80);
  g_assert_null (track_of (&t, 3));
  pn_view_set_mode (t.view, PN_VIEW_ANIMATING);
  pn_test_tool_click (&t, 140, 80);
  g_assert_cmpuint (track_of (&t, 4)->n_keys, ==, 1);
  pn_test_tool_clear (&t);
}

/* At any frame a click puts the pin where the artwork that is seen there rests, and where keys pose
 * it, it stands under the hand; between them it goes as they do, near by. */
static void
test_added_late (void)
{
  static const struct {
    double frame, within;
  } looks[] = {{0, 1e-6}, {5, 2}, {10, 1e-6}, {15, 1e-6}};
  PnTestTool t;

  set_up_animated (&t);
  PnEvaluator *evaluator = pn_ops_context_get_evaluator (t.base.context);
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++) {
    pn_view_set_playhead (t.view, looks[i].frame);
    const PnRoot *root = pn_session_get_root (t.base.session);
    PnVec2 rest;
    g_assert_true (pn_evaluator_unmap_point (evaluator, root,
                                             pn_root_find_layer (root, t.figure, NULL, NULL),
                                             looks[i].frame, pn_vec2 (150, 90), &rest, NULL));
    pn_test_tool_click (&t, 150, 90);
    guint last = n_pins (&t, t.figure) - 1;
    assert_rest (&t, last, rest.x, rest.y);
    PnVec2 at = pn_test_tool_handle (&t, pin_of (&t, last))->position_doc;
    g_assert_cmpfloat_with_epsilon (at.x, 150, looks[i].within);
    g_assert_cmpfloat_with_epsilon (at.y, 90, looks[i].within);
    g_autoptr (JsonNode) undone = pn_test_run (&t.base, "{'op': 'undo'}");
  }
  pn_test_tool_clear (&t);
}

/* What is dragged when the mode goes stays as far as it got; what is but pressed was nothing. */
static void
test_mode_during_drag (void)
{
  PnTestTool t;

  set_up_animated (&t);
  pn_view_set_mode (t.view, PN_VIEW_RIGGING);
  pn_test_tool_press (&t, 240, 80);
  pn_test_tool_move (&t, 225, 82);
  pn_view_set_mode (t.view, PN_VIEW_ANIMATING);
  pn_test_tool_move (&t, 200, 60);
  pn_test_tool_release (&t, 200, 60);
  assert_rest (&t, 2, 225, 82);
  g_assert_cmpuint (track_of (&t, 2)->n_keys, ==, 2);

  const PnRoot *root = pn_session_get_root (t.base.session);
  pn_test_tool_press (&t, 60, 120);
  pn_view_set_mode (t.view, PN_VIEW_RIGGING);
  pn_test_tool_release (&t, 60, 120);
  g_assert_true (pn_session_get_root (t.base.session) == root);
  pn_test_tool_clear (&t);
}

/* --- Several. */

static void
test_several (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_view_set_auto_key (t.view, TRUE);
  pn_test_tool_click (&t, 240, 80);
  t.modifiers = PN_MODIFIER_SHIFT;
  pn_test_tool_click (&t, 110, 80);
  g_assert_cmpuint (n_selected (&t), ==, 2);
  pn_test_tool_click (&t, 110, 80);
  g_assert_cmpuint (n_selected (&t), ==, 1);
  pn_test_tool_click (&t, 110, 80);
  t.modifiers = 0;

  guint n_before = pn_test_tool_n_steps (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  pn_test_tool_drag (&t, 110, 80, 115, 95);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_assert_at (&t, pin_of (&t, 0), 60, 180);
  pn_test_tool_assert_at (&t, pin_of (&t, 1), 115, 95);
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 245, 95);
  pn_test_tool_there_and_back (&t, before);
  g_assert_cmpuint (n_selected (&t), ==, 2);

  /* A pin that is not selected is dragged alone. */
  pn_test_tool_drag (&t, 60, 180, 64, 184);
  g_assert_cmpuint (n_selected (&t), ==, 1);
  pn_test_tool_assert_at (&t, pin_of (&t, 1), 115, 95);
  pn_test_tool_clear (&t);
}

static void
test_marquee (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  pn_test_tool_drag (&t, 95, 50, 255, 110);
  g_assert_cmpuint (n_selected (&t), ==, 2);
  t.modifiers = PN_MODIFIER_SHIFT;
  pn_test_tool_drag (&t, 40, 160, 90, 210);
  g_assert_cmpuint (n_selected (&t), ==, 3);
  t.modifiers = 0;
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before);

  g_autofree char *before = pn_test_bytes (&t.base);
  g_assert_true (pn_tool_delete (t.tool));
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 0);
  g_assert_cmpuint (n_selected (&t), ==, 0);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_there_and_back (&t, before);
  g_assert_true (pn_history_undo (pn_test_tool_history (&t), NULL));
  g_assert_cmpuint (n_selected (&t), ==, 3);
  pn_test_tool_clear (&t);
}

/* The eraser takes what it passes over, in one step; Escape brings all of it back. */
static void
test_eraser (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  guint n_before = pn_test_tool_n_steps (&t);
  g_autofree char *before = pn_test_bytes (&t.base);
  const PnRoot *root = pn_session_get_root (t.base.session);
  t.device = PN_DEVICE_ERASER;
  pn_test_tool_press (&t, 110, 80);
  for (int i = 0; i <= 20; i++)
    pn_test_tool_move (&t, 110 + 6.5 * i, 80);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);
  g_assert_true (pn_tool_cancel (t.tool));
  g_assert_true (pn_session_get_root (t.base.session) == root);
  pn_test_tool_release (&t, 240, 80);

  pn_test_tool_drag (&t, 110, 80, 240, 80);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_there_and_back (&t, before);
  /* A fast stroke is one event long. */
  g_assert_true (pn_history_undo (pn_test_tool_history (&t), NULL));
  pn_test_tool_press (&t, 90, 80);
  pn_test_tool_move (&t, 260, 80);
  pn_test_tool_release (&t, 260, 80);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);

  /* On bare artwork it does nothing. */
  pn_test_tool_click (&t, 180, 80);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);
  pn_test_tool_clear (&t);
}

/* --- Handles. */

/* Within reach of the device, in px of the view, hover shows what a press takes. */
static void
test_reach (void)
{
  static const struct {
    PnPointerDevice device;
    double reach;
  } cases[] = {
      {PN_DEVICE_MOUSE, 10}, {PN_DEVICE_PEN, 16}, {PN_DEVICE_ERASER, 16}, {PN_DEVICE_TOUCH, 24}};
  PnTestTool t;

  set_up_pinned (&t);
  t.device = PN_DEVICE_PEN;
  pn_test_tool_send (&t, PN_POINTER_LEAVE, 0, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    t.device = cases[i].device;
    for (int zoomed = 0; zoomed < 2; zoomed++) {
      t.doc_per_view = zoomed ? 0.5 : 1;
      pn_test_tool_send (&t, PN_POINTER_HOVER, 240 - (cases[i].reach - 0.1) * t.doc_per_view, 80,
                         0);
      g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, pin_of (&t, 2));
      g_assert_true (pn_test_tool_handle (&t, pin_of (&t, 2))->state & PN_HANDLE_HOVER);
      pn_test_tool_send (&t, PN_POINTER_HOVER, 240 - (cases[i].reach + 0.1) * t.doc_per_view, 80,
                         0);
      g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, 0);
    }
  }
  pn_test_tool_clear (&t);
}

/* Where handles lie over each other a second click takes the next one, and a drag what is
 * selected. */
static void
test_overlapping (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_view_set_auto_key (t.view, TRUE);
  g_autoptr (JsonNode) beside =
      pn_test_run (&t.base, "{'op': 'add_pin', 'layer': 'figure', 'x': 222, 'y': 80, 'grip': 4}");
  PnId near = pin_of (&t, 2), other = pin_of (&t, 3);
  pn_test_tool_click (&t, 232, 80);
  g_assert_true (pn_view_has_pin (t.view, near));
  g_assert_cmpuint (n_selected (&t), ==, 1);
  pn_test_tool_click (&t, 232, 80);
  g_assert_true (pn_view_has_pin (t.view, other));
  g_assert_cmpuint (n_selected (&t), ==, 1);
  g_assert_cmpuint (pn_tool_get_hover (t.tool), ==, other);
  pn_test_tool_drag (&t, 232, 80, 232, 90);
  pn_test_tool_assert_at (&t, other, 222, 90);
  pn_test_tool_assert_at (&t, near, 240, 80);
  pn_test_tool_clear (&t);
}

static void
test_states (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  g_autoptr (JsonNode) twin = pn_test_run (
      &t.base, "{'op': 'add_pin', 'layer': 'figure', 'x': 241, 'y': 80, 'name': 'twin'}");
  const PnHandle *handle = pn_test_tool_handle (&t, pin_of (&t, 3));
  g_assert_cmpuint (handle->state, ==, PN_HANDLE_MERGED);
  g_assert_cmpstr (handle->label, ==, "twin");
  g_assert_cmpuint (pn_test_tool_handle (&t, pin_of (&t, 0))->state, ==, 0);
  pn_view_select_pin (t.view, pin_of (&t, 3), PN_SELECT_ONLY);
  g_assert_cmpuint (pn_test_tool_handle (&t, pin_of (&t, 3))->state, ==,
                    PN_HANDLE_MERGED | PN_HANDLE_SELECTED);
  pn_test_tool_clear (&t);
}

/* --- Whatever is done. */

static void
test_anything (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_test_tool_do_anything (&t, N_EVENTS, SEED);
  pn_test_tool_clear (&t);
}

/* --- By keyboard. */

/* Pins are put at one frame and dragged at another: between them they move. */
static void
test_first_key (void)
{
  PnTestTool t;

  set_up (&t);
  pn_test_tool_click (&t, 240, 80);
  g_assert_null (pn_root_find_track (pn_session_get_root (t.base.session), PN_TARGET_PIN,
                                     pin_of (&t, 0), PN_PROPERTY_POSITION));
  pn_view_set_auto_key (t.view, TRUE);
  g_autofree char *before = pn_test_bytes (&t.base);
  guint n_before = pn_test_tool_n_steps (&t);
  pn_test_tool_click (&t, 60, 180);
  PnId foot = pin_of (&t, 1);
  g_assert_true (pn_view_has_pin (t.view, foot));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_there_and_back (&t, before);

  pn_view_set_playhead (t.view, 12);
  pn_test_tool_drag (&t, 60, 180, 80, 200);
  pn_test_tool_assert_at (&t, foot, 80, 200);
  pn_view_set_playhead (t.view, 0);
  pn_test_tool_assert_at (&t, foot, 60, 180);
  pn_test_tool_clear (&t);
}

static void
test_keyboard (void)
{
  PnTestTool t;

  set_up (&t);
  pn_view_set_auto_key (t.view, TRUE);
  pn_view_set_cursor (t.view, pn_vec2 (200, 180));
  g_assert_false (pn_tool_insert (t.tool));
  g_assert_nonnull (strstr (t.message, "no artwork"));
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (-140, 0)));
  g_assert_true (pn_tool_insert (t.tool));
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);
  pn_view_set_cursor (t.view, pn_vec2 (240, 80));
  g_assert_true (pn_tool_insert (t.tool));
  PnId body = pin_of (&t, 0), hand = pin_of (&t, 1);
  g_assert_true (pn_view_has_pin (t.view, hand));

  g_assert_true (pn_tool_walk (t.tool, PN_WALK_NEXT));
  g_assert_true (pn_view_has_pin (t.view, body));
  g_assert_cmpfloat_with_epsilon (pn_view_get_cursor (t.view).y, 180, 1e-6);
  g_assert_true (pn_tool_walk (t.tool, PN_WALK_PREVIOUS));
  g_assert_true (pn_view_has_pin (t.view, hand));
  g_autofree char *before = pn_test_bytes (&t.base);
  g_assert_true (pn_tool_nudge (t.tool, pn_vec2 (0, 10)));
  pn_test_tool_assert_at (&t, hand, 240, 90);
  pn_test_tool_there_and_back (&t, before);
  g_autofree char *nudged = pn_test_bytes (&t.base);
  g_assert_true (pn_tool_rename (t.tool, "hand"));
  g_assert_cmpstr (pn_test_tool_handle (&t, hand)->label, ==, "hand");
  pn_test_tool_there_and_back (&t, nudged);
  g_assert_true (pn_tool_delete (t.tool));
  g_assert_cmpuint (n_pins (&t, t.figure), ==, 1);
  g_assert_false (pn_tool_delete (t.tool));
  pn_test_tool_clear (&t);
}

/* A number typed during a drag sets it, in the drag's direction; Return ends it. */
static void
test_amount (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_view_set_auto_key (t.view, TRUE);
  guint n_before = pn_test_tool_n_steps (&t);
  g_assert_false (pn_tool_set_amount (t.tool, 12.5));
  pn_test_tool_press (&t, 240, 80);
  pn_test_tool_move (&t, 240 - 30, 80 + 40);
  g_assert_true (pn_tool_set_amount (t.tool, 12.5));
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 240 - 7.5, 90);
  pn_test_tool_move (&t, 200, 200);
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 240 - 7.5, 90);
  g_assert_true (pn_tool_finish (t.tool));
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  pn_test_tool_move (&t, 100, 100);
  pn_test_tool_release (&t, 100, 100);
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 240 - 7.5, 90);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  g_assert_false (pn_tool_finish (t.tool));
  pn_test_tool_clear (&t);
}

/* A drag ends where the frame it poses does; and while another tool is at work nothing begins. */
static void
test_interrupted (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_view_set_auto_key (t.view, TRUE);
  guint n_before = pn_test_tool_n_steps (&t);
  pn_test_tool_press (&t, 240, 80);
  pn_test_tool_move (&t, 230, 90);

  PnTool *other = pn_select_tool_new (t.base.context, t.view);
  const PnRoot *root = pn_session_get_root (t.base.session);
  PnPointerEvent event = {.kind = PN_POINTER_PRESS, .position_doc = {60, 180}, .doc_per_view = 1};
  pn_tool_event (other, &event);
  event.kind = PN_POINTER_MOTION;
  event.position_doc.x = 120;
  pn_tool_event (other, &event);
  g_assert_false (pn_tool_nudge (other, pn_vec2 (1, 0)));
  g_assert_false (pn_tool_is_busy (other));
  g_assert_true (pn_session_get_root (t.base.session) == root);
  g_assert_finalize_object (other);

  pn_view_set_playhead (t.view, 5);
  g_assert_false (pn_tool_is_busy (t.tool));
  pn_test_tool_move (&t, 220, 120);
  pn_test_tool_release (&t, 220, 120);
  g_assert_cmpuint (pn_test_tool_n_steps (&t), ==, n_before + 1);
  const PnTrack *track = pn_root_find_track (pn_session_get_root (t.base.session), PN_TARGET_PIN,
                                             pin_of (&t, 2), PN_PROPERTY_POSITION);
  g_assert_cmpuint (track->n_keys, ==, 1);
  g_assert_cmpfloat_with_epsilon (track->keys[0].frame, 0, 1e-12);
  pn_test_tool_assert_at (&t, pin_of (&t, 2), 230, 90);
  pn_test_tool_clear (&t);
}

/* A tool that goes in the middle of a gesture puts it back. */
static void
test_gone (void)
{
  PnTestTool t;

  set_up_pinned (&t);
  pn_view_set_auto_key (t.view, TRUE);
  const PnRoot *before = pn_session_get_root (t.base.session);
  pn_test_tool_press (&t, 240, 80);
  pn_test_tool_move (&t, 200, 120);
  g_assert_finalize_object (t.tool);
  g_assert_true (pn_session_get_root (t.base.session) == before);
  g_assert_false (pn_history_is_open (pn_test_tool_history (&t)));
  t.tool = pn_puppet_tool_new (t.base.context, t.view);
  pn_test_tool_clear (&t);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/puppet/first-click", test_first_click);
  g_test_add_func ("/tool/puppet/first-key", test_first_key);
  g_test_add_func ("/tool/puppet/click-in-moving-group", test_click_in_moving_group);
  g_test_add_func ("/tool/puppet/no-stray-pin", test_no_stray_pin);
  g_test_add_func ("/tool/puppet/hover-never-pins", test_hover_never_pins);
  g_test_add_func ("/tool/puppet/refused", test_refused);
  g_test_add_func ("/tool/puppet/drag", test_drag);
  g_test_add_func ("/tool/puppet/escape", test_escape);
  g_test_add_func ("/tool/puppet/preview", test_preview);
  g_test_add_func ("/tool/puppet/key-of-preview", test_key_of_preview);
  g_test_add_func ("/tool/puppet/preview-holds-off-undo", test_preview_holds_off_undo);
  g_test_add_func ("/tool/puppet/several", test_several);
  g_test_add_func ("/tool/puppet/marquee", test_marquee);
  g_test_add_func ("/tool/puppet/eraser", test_eraser);
  g_test_add_func ("/tool/puppet/reach", test_reach);
  g_test_add_func ("/tool/puppet/overlapping", test_overlapping);
  g_test_add_func ("/tool/puppet/states", test_states);
  g_test_add_func ("/tool/puppet/rigging", test_rigging);
  g_test_add_func ("/tool/puppet/added-while-rigging", test_added_while_rigging);
  g_test_add_func ("/tool/puppet/added-late", test_added_late);
  g_test_add_func ("/tool/puppet/mode-during-drag", test_mode_during_drag);
  g_test_add_func ("/tool/puppet/anything", test_anything);
  g_test_add_func ("/tool/puppet/keyboard", test_keyboard);
  g_test_add_func ("/tool/puppet/amount", test_amount);
  g_test_add_func ("/tool/puppet/interrupted", test_interrupted);
  g_test_add_func ("/tool/puppet/gone", test_gone);
  return g_test_run ();
}
