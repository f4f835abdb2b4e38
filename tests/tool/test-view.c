/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-view.h"

#include <math.h>

#include "pn-test-session.h"

#define SEED 20261130

typedef struct {
  PnTestSession base;
  PnView *view;
  guint n_selection, n_map, n_shown;
  PnId layer, pins[2];
} Fixture;

static void
count_cb (PnView *view, guint *count)
{
  (*count)++;
}

static void
count_up_cb (guint *count)
{
  (*count)++;
}

static PnId
id_of (const char *text)
{
  PnId id;
  g_assert_true (pn_id_from_string (text, &id));
  return id;
}

static void
set_up (Fixture *self)
{
  *self = (Fixture){0};
  pn_test_session_init (&self->base, 300, 240);
  g_autofree char *path =
      pn_test_draw (self->base.folder, "figure.png", 280, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", path);
  self->layer = id_of (pn_test_member (image, "layer"));
  g_autoptr (JsonNode) rig = pn_test_run (
      &self->base, "{'op': 'create_puppet_rig', 'layer': 'figure', 'mesh': {'density': 6}}");
  self->view = pn_view_new (self->base.session);
  for (int i = 0; i < 2; i++) {
    g_autoptr (JsonNode) pin = pn_test_run (
        &self->base, "{'op': 'add_pin', 'layer': 'figure', 'x': %d, 'y': 80}", 60 + 150 * i);
    self->pins[i] = id_of (pn_test_member (pin, "pin"));
  }
  g_signal_connect (self->view, "selection-changed", G_CALLBACK (count_cb), &self->n_selection);
  g_signal_connect (self->view, "map-changed", G_CALLBACK (count_cb), &self->n_map);
  g_signal_connect (self->view, "shown-changed", G_CALLBACK (count_cb), &self->n_shown);
}

static void
tear_down (Fixture *self)
{
  g_assert_finalize_object (self->view);
  pn_test_session_clear (&self->base);
}

static void
assert_near (PnVec2 a, PnVec2 b)
{
  g_assert_cmpfloat_with_epsilon (a.x, b.x, 1e-6);
  g_assert_cmpfloat_with_epsilon (a.y, b.y, 1e-6);
}

/* --- Maps. */

static void
test_map (void)
{
  Fixture self;

  set_up (&self);
  pn_view_set_size (self.view, 1000, 600);
  pn_view_set_center (self.view, pn_vec2 (150, 120));
  pn_view_set_zoom (self.view, 2);
  PnAffine map = pn_view_view_from_doc (self.view);
  assert_near (pn_affine_apply (&map, pn_vec2 (150, 120)), pn_vec2 (500, 300));
  assert_near (pn_affine_apply (&map, pn_vec2 (160, 120)), pn_vec2 (520, 300));

  /* Turned clockwise, what was right is below. */
  pn_view_set_rotation (self.view, 90);
  map = pn_view_view_from_doc (self.view);
  assert_near (pn_affine_apply (&map, pn_vec2 (160, 120)), pn_vec2 (500, 320));
  assert_near (pn_affine_apply (&map, pn_vec2 (150, 130)), pn_vec2 (480, 300));

  /* The mirror is the view's: it changes sides on the screen, not in the drawing. */
  pn_view_set_mirrored (self.view, TRUE);
  map = pn_view_view_from_doc (self.view);
  assert_near (pn_affine_apply (&map, pn_vec2 (160, 120)), pn_vec2 (500, 320));
  assert_near (pn_affine_apply (&map, pn_vec2 (150, 130)), pn_vec2 (520, 300));

  pn_view_set_rotation (self.view, 350 + 720);
  g_assert_cmpfloat_with_epsilon (pn_view_get_rotation (self.view), -10, 1e-9);
  pn_view_set_zoom (self.view, 1e9);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self.view), PN_VIEW_ZOOM_MAX, 1e-9);
  tear_down (&self);
}

/* However it is turned and mirrored: there and back, the point under the pointer stays, the hand
 * takes the artwork along. */
static void
test_map_any (void)
{
  Fixture self;
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);

  g_test_message ("seed %d", SEED);
  set_up (&self);
  pn_view_set_size (self.view, 800, 500);
  for (int i = 0; i < 200; i++) {
    PnVec2 at =
        pn_vec2 (g_rand_double_range (random, 0, 800), g_rand_double_range (random, 0, 500));
    pn_view_set_rotation (self.view, g_rand_double_range (random, -180, 180));
    pn_view_set_mirrored (self.view, g_rand_boolean (random));
    pn_view_set_zoom (self.view, g_rand_double_range (random, 0.1, 10));
    PnAffine doc_from_view = pn_view_doc_from_view (self.view);
    PnVec2 held = pn_affine_apply (&doc_from_view, at);
    PnAffine view_from_doc = pn_view_view_from_doc (self.view);
    assert_near (pn_affine_apply (&view_from_doc, held), at);

    pn_view_zoom_at (self.view, g_rand_double_range (random, 0.5, 2), at);
    view_from_doc = pn_view_view_from_doc (self.view);
    assert_near (pn_affine_apply (&view_from_doc, held), at);

    pn_view_pan_by (self.view, pn_vec2 (30, -20));
    view_from_doc = pn_view_view_from_doc (self.view);
    assert_near (pn_affine_apply (&view_from_doc, held), pn_vec2 (at.x + 30, at.y - 20));
  }
  tear_down (&self);
}

static void
test_fit (void)
{
  Fixture self;
  const PnBox page = {0, 0, 300, 200};

  set_up (&self);
  pn_view_set_size (self.view, 0, 0);
  pn_view_fit (self.view, &page, 10);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self.view), 1, 1e-12);
  pn_view_set_size (self.view, 1, 1);
  pn_view_fit (self.view, &page, 10);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self.view), 1, 1e-12);

  pn_view_set_size (self.view, 620, 620);
  pn_view_fit (self.view, &page, 10);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self.view), 2, 1e-9);
  assert_near (pn_view_get_center (self.view), pn_vec2 (150, 100));
  pn_view_set_size (self.view, 420, 620);
  pn_view_set_rotation (self.view, 90);
  pn_view_fit (self.view, &page, 10);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self.view), 2, 1e-9);
  tear_down (&self);
}

/* Between what lies over the view, as long as that leaves room. */
static void
test_fit_covered (void)
{
  Fixture self;
  const PnBox page = {0, 0, 300, 200};

  set_up (&self);
  pn_view_set_size (self.view, 1000, 300);
  pn_view_set_covered (self.view, 60, 40);
  for (int i = 0; i < 2; i++) {
    pn_view_fit (self.view, &page, 10);
    g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self.view), 1, 1e-9);
    PnAffine map = pn_view_view_from_doc (self.view);
    assert_near (pn_affine_apply (&map, pn_vec2 (150, 0)), pn_vec2 (500, 60));
    assert_near (pn_affine_apply (&map, pn_vec2 (150, 200)), pn_vec2 (500, 260));
    pn_view_set_mirrored (self.view, TRUE);
  }
  pn_view_set_size (self.view, 1000, 100);
  pn_view_fit (self.view, &page, 10);
  g_assert_cmpfloat_with_epsilon (pn_view_get_zoom (self.view), 0.4, 1e-9);
  tear_down (&self);
}

/* --- Plain state. */

static void
test_playhead (void)
{
  Fixture self;
  guint n_notified = 0;

  set_up (&self);
  g_signal_connect_swapped (self.view, "notify::playhead", G_CALLBACK (count_up_cb), &n_notified);
  pn_view_set_playhead (self.view, 0.2);
  g_assert_cmpuint (n_notified, ==, 0);
  pn_view_set_playhead (self.view, 11.6);
  g_assert_cmpfloat_with_epsilon (pn_view_get_playhead (self.view), 12, 1e-12);
  pn_view_set_playhead (self.view, -4);
  g_assert_cmpfloat_with_epsilon (pn_view_get_playhead (self.view), 0, 1e-12);
  g_object_set (self.view, "playhead", 7.0, "auto-key", TRUE, "tool", PN_VIEW_TOOL_PUPPET, NULL);
  g_assert_cmpfloat_with_epsilon (pn_view_get_playhead (self.view), 7, 1e-12);
  g_assert_true (pn_view_get_auto_key (self.view));
  g_assert_cmpint (pn_view_get_tool (self.view), ==, PN_VIEW_TOOL_PUPPET);
  g_assert_cmpuint (n_notified, ==, 3);
  tear_down (&self);
}

/* While rigging there is no time: what shows is the rest, and moving the playhead ends it. A preview
 * waits. */
static void
test_mode (void)
{
  Fixture self;
  guint n_notified = 0, n_shown = 0;

  set_up (&self);
  g_signal_connect_swapped (self.view, "notify::mode", G_CALLBACK (count_up_cb), &n_notified);
  g_signal_connect_swapped (self.view, "shown-changed", G_CALLBACK (count_up_cb), &n_shown);
  g_autoptr (PnRoot) preview = pn_root_copy (pn_session_get_root (pn_view_get_session (self.view)));
  pn_view_set_preview (self.view, preview);
  n_shown = 0;
  g_object_set (self.view, "mode", PN_VIEW_RIGGING, NULL);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpuint (n_shown, ==, 1);
  g_assert_false (pn_view_has_preview (self.view));
  g_assert_true (pn_view_get_root (self.view) != preview);
  g_assert_true (pn_view_get_root (self.view) == pn_view_get_root (self.view));
  pn_view_set_mode (self.view, PN_VIEW_RIGGING);
  g_assert_cmpuint (n_notified, ==, 1);
  pn_view_set_mode (self.view, PN_VIEW_ANIMATING);
  g_assert_true (pn_view_has_preview (self.view));
  g_assert_true (pn_view_get_root (self.view) == preview);

  pn_view_set_mode (self.view, PN_VIEW_RIGGING);
  pn_view_set_playhead (self.view, pn_view_get_playhead (self.view));
  g_assert_cmpint (pn_view_get_mode (self.view), ==, PN_VIEW_RIGGING);
  pn_view_set_playhead (self.view, 5);
  g_assert_cmpint (pn_view_get_mode (self.view), ==, PN_VIEW_ANIMATING);
  g_assert_false (pn_view_has_preview (self.view));
  tear_down (&self);
}

/* --- The selection. */

static void
test_selection (void)
{
  Fixture self;
  guint n;

  set_up (&self);
  pn_view_select_pin (self.view, self.pins[0], PN_SELECT_ONLY);
  g_assert_true (pn_view_has_pin (self.view, self.pins[0]));
  g_assert_true (pn_view_has_layer (self.view, self.layer));
  g_assert_cmpuint (pn_view_get_active_layer (self.view), ==, self.layer);
  pn_view_select_pin (self.view, self.pins[1], PN_SELECT_ADD);
  pn_view_select_pin (self.view, self.pins[1], PN_SELECT_ADD);
  pn_view_get_pins (self.view, &n);
  g_assert_cmpuint (n, ==, 2);
  pn_view_select_pin (self.view, self.pins[0], PN_SELECT_TOGGLE);
  g_assert_cmpuint (pn_view_get_pins (self.view, &n)[0], ==, self.pins[1]);
  g_assert_cmpuint (n, ==, 1);
  pn_view_select_layer (self.view, self.layer, PN_SELECT_ONLY);
  pn_view_get_pins (self.view, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (self.n_selection, ==, 5);
  pn_view_clear_selection (self.view);
  pn_view_clear_selection (self.view);
  g_assert_cmpuint (self.n_selection, ==, 6);
  g_assert_cmpuint (pn_view_get_active_layer (self.view), ==, 0);
  tear_down (&self);
}

/* What is deleted is no longer selected; undo brings back both, and redo what was selected then. */
static void
test_selection_and_undo (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;

  set_up (&self);
  PnHistory *history = pn_session_get_history (self.base.session);
  pn_view_select_pin (self.view, self.pins[0], PN_SELECT_ONLY);
  pn_view_select_pin (self.view, self.pins[1], PN_SELECT_ADD);
  g_autofree char *id = pn_id_to_string (self.pins[0]);
  g_autoptr (JsonNode) gone =
      pn_test_run (&self.base, "{'op': 'delete_pin', 'layer': 'figure', 'pin': '%s'}", id);
  g_assert_false (pn_view_has_pin (self.view, self.pins[0]));
  g_assert_true (pn_view_has_pin (self.view, self.pins[1]));

  pn_view_clear_selection (self.view);
  g_assert_true (pn_history_undo (history, &error));
  g_assert_true (pn_view_has_pin (self.view, self.pins[0]));
  g_assert_true (pn_view_has_pin (self.view, self.pins[1]));
  pn_view_clear_selection (self.view);
  g_assert_true (pn_history_redo (history, &error));
  g_assert_false (pn_view_has_pin (self.view, self.pins[0]));
  g_assert_true (pn_view_has_pin (self.view, self.pins[1]));
  g_assert_true (pn_view_has_layer (self.view, self.layer));
  tear_down (&self);
}

/* --- The preview. */

static const PnRoot *
show_preview (Fixture *self)
{
  g_autoptr (PnRoot) root = pn_root_copy (pn_session_get_root (self->base.session));
  pn_view_set_preview (self->view, root);
  g_assert_true (pn_view_get_root (self->view) == root);
  return pn_view_get_root (self->view);
}

static void
test_preview (void)
{
  Fixture self;

  set_up (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  show_preview (&self);
  g_assert_cmpuint (self.n_shown, ==, 1);
  g_assert_true (pn_view_has_preview (self.view));
  g_autofree char *after = pn_test_bytes (&self.base);
  g_assert_cmpstr (before, ==, after);

  /* It goes with the frame, and with any change of the document; the same frame keeps it. */
  pn_view_set_playhead (self.view, 0);
  g_assert_true (pn_view_has_preview (self.view));
  pn_view_set_playhead (self.view, 3);
  g_assert_false (pn_view_has_preview (self.view));
  show_preview (&self);
  g_autoptr (JsonNode) group = pn_test_run (&self.base, "{'op': 'add_group'}");
  g_assert_false (pn_view_has_preview (self.view));
  g_assert_true (pn_view_get_root (self.view) == pn_session_get_root (self.base.session));
  pn_view_set_preview (self.view, pn_session_get_root (self.base.session));
  g_assert_false (pn_view_has_preview (self.view));
  tear_down (&self);
}

/* A view that is gone is not asked any more. */
static void
test_gone (void)
{
  Fixture self;

  set_up (&self);
  g_assert_finalize_object (self.view);
  g_autoptr (JsonNode) group = pn_test_run (&self.base, "{'op': 'add_group'}");
  g_autoptr (JsonNode) undone = pn_test_run (&self.base, "{'op': 'undo'}");
  pn_test_session_clear (&self.base);
}

/* The keyboard's place on the page: in the middle of a page that got another size, else where it was
 * left. */
static void
test_cursor (void)
{
  Fixture self;

  set_up (&self);
  pn_view_set_cursor (self.view, pn_vec2 (10, 20));
  json_node_unref (pn_test_run (&self.base, "{'op': 'add_group', 'name': 'one'}"));
  assert_near (pn_view_get_cursor (self.view), pn_vec2 (10, 20));
  json_node_unref (pn_test_run (&self.base, "{'op': 'set_document', 'size': [500, 400]}"));
  assert_near (pn_view_get_cursor (self.view), pn_vec2 (250, 200));
  tear_down (&self);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/view/map", test_map);
  g_test_add_func ("/tool/view/map-any", test_map_any);
  g_test_add_func ("/tool/view/fit", test_fit);
  g_test_add_func ("/tool/view/fit-covered", test_fit_covered);
  g_test_add_func ("/tool/view/playhead", test_playhead);
  g_test_add_func ("/tool/view/mode", test_mode);
  g_test_add_func ("/tool/view/selection", test_selection);
  g_test_add_func ("/tool/view/selection-and-undo", test_selection_and_undo);
  g_test_add_func ("/tool/view/preview", test_preview);
  g_test_add_func ("/tool/view/gone", test_gone);
  g_test_add_func ("/tool/view/cursor", test_cursor);
  return g_test_run ();
}
