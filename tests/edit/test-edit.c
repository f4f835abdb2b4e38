/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-edit.h"

#include "pn-serial.h"
#include "pn-test-bits.h"
#include "pn-test-doc.h"

#define SEED 20240615
#define N_DOCUMENTS 20
#define N_EDITS 40

static const PnLayer *
find (const PnRoot *root, PnId id)
{
  return pn_root_find_layer (root, id, NULL, NULL);
}

static void
assert_same_root (const PnRoot *root, const PnRoot *wanted)
{
  g_autofree char *json = pn_root_to_json (root, NULL);
  g_autofree char *wanted_json = pn_root_to_json (wanted, NULL);

  pn_test_assert_same_text (json, wanted_json);
}

/* What a caller must not ask for: it is said, and nothing is done. */
static void
assert_refused (const PnRoot *root, PnRoot *edited)
{
  g_test_assert_expected_messages ();
  g_assert_true (edited == root);
  pn_node_unref (edited);
}

static void
expect_refusal (void)
{
  g_test_expect_message ("pn-edit", G_LOG_LEVEL_CRITICAL, "*assertion*failed*");
}

/* The way to the change is new, everything beside it is the very same, the old root is untouched.
 */
static void
test_shares (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autofree char *before = pn_root_to_json (root, NULL);
  g_autofree char *after = NULL;
  g_autoptr (PnLayer) head = pn_layer_copy (find (root, PN_TEST_HEAD));
  g_autoptr (PnRoot) edited = NULL;
  g_autoptr (PnRoot) again = NULL;

  head->opacity = 0.5;
  edited = pn_edit_replace_layer (root, head);
  g_assert_true (edited != root);
  g_assert_true (find (edited, PN_TEST_HEAD) == head);
  g_assert_true (find (edited, PN_TEST_FIGURE) != find (root, PN_TEST_FIGURE));
  g_assert_true (find (edited, PN_TEST_ARM) == find (root, PN_TEST_ARM));
  g_assert_true (find (edited, PN_TEST_BACKDROP) == find (root, PN_TEST_BACKDROP));
  g_assert_cmpuint (edited->tracks.n_items, ==, root->tracks.n_items);
  for (guint i = 0; i < root->tracks.n_items; i++)
    g_assert_true (edited->tracks.items[i] == root->tracks.items[i]);
  after = pn_root_to_json (root, NULL);
  pn_test_assert_same_text (after, before);

  again = pn_edit_replace_layer (edited, head);
  g_assert_true (again == edited);
}

static void
test_insert_layer (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnLayer) hat = pn_test_picture (0x55, "hat", 10, 10);
  g_autoptr (PnRoot) in_group = pn_edit_insert_layer (root, PN_TEST_FIGURE, 1, hat);
  g_autoptr (PnRoot) on_top = pn_edit_insert_layer (root, 0, 99, hat);
  const PnLayer *parent;
  guint index;

  g_assert_true (pn_root_find_layer (in_group, 0x55, &parent, &index) == hat);
  g_assert_cmpuint (parent->id, ==, PN_TEST_FIGURE);
  g_assert_cmpuint (index, ==, 1);
  g_assert_cmpuint (find (root, PN_TEST_FIGURE)->children.n_items, ==, 2);
  g_assert_true (on_top->layers.items[2] == hat);

  expect_refusal ();
  assert_refused (root, pn_edit_insert_layer (root, 0x77, 0, hat));
  expect_refusal ();
  assert_refused (root, pn_edit_insert_layer (root, PN_TEST_ARM, 0, hat));
}

/* With all that hangs on it, what a later version animates too; and nothing else. */
static void
test_remove_layer (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (JsonNode) json = json_node_init_string (json_node_alloc (), "later");
  PnTrack *unknown = pn_track_new (PN_TARGET_PIN, PN_TEST_ELBOW_PIN, PN_PROPERTY_UNKNOWN);
  PnTrack *foreign = pn_track_new (PN_TARGET_UNKNOWN, 0, PN_PROPERTY_UNKNOWN);
  PnTrack *kept = pn_track_new (PN_TARGET_LAYER, PN_TEST_BACKDROP, PN_PROPERTY_OPACITY);
  g_autoptr (PnRoot) edited = NULL;

  pn_test_add_key (kept, 0, 1, 0, PN_EASE_LINEAR);
  unknown->unknown = json_node_ref (json);
  foreign->unknown = json_node_ref (json);
  pn_test_add_track (root, unknown);
  pn_test_add_track (root, foreign);
  pn_test_add_track (root, kept);
  g_assert_cmpuint (root->tracks.n_items, ==, 5);

  edited = pn_edit_remove_layer (root, PN_TEST_FIGURE);
  g_assert_null (find (edited, PN_TEST_FIGURE));
  g_assert_null (find (edited, PN_TEST_ARM));
  g_assert_cmpuint (edited->layers.n_items, ==, 1);
  g_assert_cmpuint (edited->tracks.n_items, ==, 2);
  g_assert_true (edited->tracks.items[0] == kept);
  g_assert_true (edited->tracks.items[1] == foreign);
  g_assert_cmpuint (root->tracks.n_items, ==, 5);

  expect_refusal ();
  assert_refused (root, pn_edit_remove_layer (root, PN_TEST_HAND_PIN));
}

static void
test_move_layer (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) out = pn_edit_move_layer (root, PN_TEST_ARM, 0, 1);
  g_autoptr (PnRoot) back = pn_edit_move_layer (out, PN_TEST_ARM, PN_TEST_FIGURE, 0);
  g_autoptr (PnRoot) up = pn_edit_move_layer (root, PN_TEST_BACKDROP, 0, 1);
  g_autoptr (PnRoot) stays = pn_edit_move_layer (root, PN_TEST_ARM, PN_TEST_FIGURE, 0);
  g_autoptr (PnRoot) last = pn_edit_move_layer (root, PN_TEST_HEAD, PN_TEST_FIGURE, 99);

  g_assert_true (out->layers.items[1] == find (root, PN_TEST_ARM));
  g_assert_cmpuint (find (out, PN_TEST_FIGURE)->children.n_items, ==, 1);
  g_assert_cmpuint (out->tracks.n_items, ==, root->tracks.n_items);
  assert_same_root (back, root);
  g_assert_true (up->layers.items[1] == find (root, PN_TEST_BACKDROP));
  g_assert_true (stays == root);
  g_assert_true (last == root);
  /* A place in the new group, however few layers the old one has left. */
  g_autoptr (PnRoot) in = pn_edit_move_layer (root, PN_TEST_BACKDROP, PN_TEST_FIGURE, 2);
  g_assert_true (find (in, PN_TEST_FIGURE)->children.items[2] == find (root, PN_TEST_BACKDROP));

  g_assert_false (pn_edit_can_hold (root, PN_TEST_FIGURE, find (root, PN_TEST_FIGURE)));
  g_assert_false (pn_edit_can_hold (root, PN_TEST_HEAD, find (root, PN_TEST_ARM)));
  g_assert_true (pn_edit_can_hold (root, PN_TEST_FIGURE, find (root, PN_TEST_BACKDROP)));
  expect_refusal ();
  assert_refused (root, pn_edit_move_layer (root, PN_TEST_FIGURE, PN_TEST_FIGURE, 0));
}

/* A group of `n` levels, ids from `id` on. */
static PnLayer *
tower (guint n, PnId id)
{
  PnLayer *group = pn_layer_new (id, "floor", PN_LAYER_GROUP);

  if (n > 1) {
    g_autoptr (PnLayer) inner = tower (n - 1, id + 1);

    pn_node_list_insert (&group->children, 0, inner);
  }
  return group;
}

/* What can be made can be read again. */
static void
test_nesting (void)
{
  g_autoptr (PnRoot) root = pn_root_new (10, 10, 24, 1);
  g_autoptr (PnLayer) low = tower (PN_LAYER_NEST_MAX - 3, 1);
  g_autoptr (PnLayer) high = tower (3, 1000);
  g_autoptr (PnLayer) higher = tower (4, 1000);
  g_autoptr (PnLayer) all = tower (PN_LAYER_NEST_MAX + 1, 1);
  g_autoptr (PnRoot) with_low = pn_edit_insert_layer (root, 0, 0, low);
  g_autoptr (PnRoot) full = NULL;
  g_autofree char *json = NULL;
  g_autoptr (PnRoot) read = NULL;
  gsize length;
  PnId innermost = PN_LAYER_NEST_MAX - 3;

  g_assert_false (pn_edit_can_hold (root, 0, all));
  g_assert_false (pn_edit_can_hold (with_low, innermost, higher));
  full = pn_edit_insert_layer (with_low, innermost, 0, high);
  json = pn_root_to_json (full, &length);
  read = pn_root_from_json (json, length, NULL);
  g_assert_nonnull (read);
}

static void
test_puppet (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) without = pn_edit_set_puppet (root, PN_TEST_ARM, NULL);
  g_autoptr (PnPuppet) other = pn_puppet_copy (find (root, PN_TEST_ARM)->puppet);
  g_autoptr (PnRoot) fewer = NULL;
  g_autoptr (PnRoot) same = NULL;

  g_assert_null (find (without, PN_TEST_ARM)->puppet);
  g_assert_null (
      pn_root_find_track (without, PN_TARGET_PIN, PN_TEST_HAND_PIN, PN_PROPERTY_POSITION));
  g_assert_cmpuint (without->tracks.n_items, ==, 1);

  /* A pin that is in both puppets keeps its keys. */
  pn_node_list_remove (&other->pins, 1);
  other->passes = 9;
  fewer = pn_edit_set_puppet (root, PN_TEST_ARM, other);
  g_assert_true (find (fewer, PN_TEST_ARM)->puppet == other);
  g_assert_nonnull (
      pn_root_find_track (fewer, PN_TARGET_PIN, PN_TEST_HAND_PIN, PN_PROPERTY_POSITION));
  same = pn_edit_set_puppet (fewer, PN_TEST_ARM, other);
  g_assert_true (same == fewer);

  expect_refusal ();
  assert_refused (root, pn_edit_set_puppet (root, PN_TEST_FIGURE, other));
}

static void
test_pins (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnPin) thumb = pn_pin_new (0x23, "thumb", pn_vec2 (170, 40));
  g_autoptr (PnPin) hand = pn_pin_copy (pn_root_find_pin (root, PN_TEST_HAND_PIN, NULL));
  g_autoptr (PnRoot) inserted = pn_edit_insert_pin (root, PN_TEST_ARM, 1, thumb);
  g_autoptr (PnRoot) replaced = NULL;
  g_autoptr (PnRoot) removed = NULL;
  guint index;

  g_assert_true (pn_puppet_find_pin (find (inserted, PN_TEST_ARM)->puppet, 0x23, &index) == thumb);
  g_assert_cmpuint (index, ==, 1);
  g_assert_true (pn_root_find_pin (inserted, PN_TEST_ELBOW_PIN, NULL) ==
                 pn_root_find_pin (root, PN_TEST_ELBOW_PIN, NULL));
  g_assert_true (find (inserted, PN_TEST_HEAD) == find (root, PN_TEST_HEAD));

  hand->position_layer = pn_vec2 (1, 2);
  replaced = pn_edit_replace_pin (inserted, PN_TEST_ARM, hand);
  g_assert_true (pn_root_find_pin (replaced, PN_TEST_HAND_PIN, NULL) == hand);
  g_assert_cmpuint (replaced->tracks.n_items, ==, 2);

  removed = pn_edit_remove_pin (replaced, PN_TEST_ARM, PN_TEST_HAND_PIN);
  g_assert_null (pn_root_find_pin (removed, PN_TEST_HAND_PIN, NULL));
  g_assert_null (
      pn_root_find_track (removed, PN_TARGET_PIN, PN_TEST_HAND_PIN, PN_PROPERTY_POSITION));
  g_assert_cmpuint (removed->tracks.n_items, ==, 1);
  g_assert_cmpuint (find (removed, PN_TEST_ARM)->puppet->pins.n_items, ==, 2);

  expect_refusal ();
  assert_refused (root, pn_edit_insert_pin (root, PN_TEST_HEAD, 0, thumb));
  expect_refusal ();
  assert_refused (root, pn_edit_replace_pin (root, PN_TEST_ARM, thumb));
  expect_refusal ();
  assert_refused (root, pn_edit_remove_pin (root, PN_TEST_ARM, 0x23));
}

/* In order of name wherever they come from, replaced in place, gone with their last key. */
static void
test_tracks (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnTrack) track = pn_track_new (PN_TARGET_LAYER, PN_TEST_BACKDROP, PN_PROPERTY_OPACITY);
  g_autoptr (PnTrack) other = NULL;
  g_autoptr (PnRoot) set = NULL;
  g_autoptr (PnRoot) replaced = NULL;
  g_autoptr (PnRoot) removed = NULL;
  g_autoptr (PnRoot) none = pn_edit_set_track (root, track);

  g_assert_true (none == root);
  pn_test_add_key (track, 3, 0.5, 0, PN_EASE_LINEAR);
  set = pn_edit_set_track (root, track);
  g_assert_cmpuint (set->tracks.n_items, ==, 3);
  for (guint i = 1; i < 3; i++)
    g_assert_cmpint (pn_track_compare (set->tracks.items[i - 1], set->tracks.items[i]), <, 0);

  other = pn_track_copy (track);
  pn_test_add_key (other, 4, 1, 0, PN_EASE_LINEAR);
  replaced = pn_edit_set_track (set, other);
  g_assert_cmpuint (replaced->tracks.n_items, ==, 3);
  g_assert_true (pn_root_find_track (replaced, PN_TARGET_LAYER, PN_TEST_BACKDROP,
                                     PN_PROPERTY_OPACITY) == other);
  removed = pn_edit_remove_track (replaced, PN_TARGET_LAYER, PN_TEST_BACKDROP, PN_PROPERTY_OPACITY);
  assert_same_root (removed, root);
}

/* The document as a plain test would change it, and as the edit did. */
static void
compare_insert (GRand *rand, PnRoot **root)
{
  g_autoptr (PnRoot) base = pn_root_copy (*root);
  g_autoptr (PnLayer) layer = pn_test_random_layer (rand, base, 2);
  g_autoptr (PnRoot) plain = pn_root_copy (base);
  PnRoot *edited = pn_edit_insert_layer (base, 0, 0, layer);

  pn_node_list_insert (&plain->layers, 0, layer);
  assert_same_root (edited, plain);
  pn_node_unref (*root);
  *root = edited;
}

static void
remove_tracks_of (PnRoot *root, const PnLayer *layer)
{
  for (guint i = root->tracks.n_items; i-- > 0;) {
    const PnTrack *track = root->tracks.items[i];

    if (track->target == layer->id ||
        (layer->puppet != NULL && pn_puppet_find_pin (layer->puppet, track->target, NULL) != NULL))
      pn_node_list_remove (&root->tracks, i);
  }
  for (guint i = 0; i < layer->children.n_items; i++)
    remove_tracks_of (root, layer->children.items[i]);
}

static void
compare_remove (const PnLayer *layer, PnRoot **root)
{
  g_autoptr (PnRoot) plain = pn_root_copy (*root);
  PnRoot *edited = pn_edit_remove_layer (*root, layer->id);

  pn_test_set_layer (plain, layer->id, NULL);
  remove_tracks_of (plain, layer);
  assert_same_root (edited, plain);
  pn_node_unref (*root);
  *root = edited;
}

static void
compare_replace (const PnLayer *layer, PnRoot **root)
{
  g_autoptr (PnLayer) copy = pn_layer_copy (layer);
  g_autoptr (PnRoot) plain = pn_root_copy (*root);
  PnRoot *edited;

  copy->visible = !copy->visible;
  edited = pn_edit_replace_layer (*root, copy);
  pn_test_set_layer (plain, layer->id, copy);
  assert_same_root (edited, plain);
  pn_node_unref (*root);
  *root = edited;
}

static void
compare_move (const PnLayer *layer, PnRoot **root)
{
  g_autoptr (PnRoot) plain = pn_root_copy (*root);
  PnRoot *edited = pn_edit_move_layer (*root, layer->id, 0, 0);

  pn_test_set_layer (plain, layer->id, NULL);
  pn_node_list_insert (&plain->layers, 0, layer);
  assert_same_root (edited, plain);
  pn_node_unref (*root);
  *root = edited;
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < N_DOCUMENTS; i++) {
    g_autoptr (PnRoot) first = pn_test_random_root (rand);
    g_autofree char *before = pn_root_to_json (first, NULL);
    g_autofree char *after = NULL;
    PnRoot *root = pn_node_ref (first);

    for (guint j = 0; j < N_EDITS; j++) {
      g_autoptr (PnLayer) layer = pn_test_pick_layer (rand, root);
      gint32 kind = layer != NULL ? g_rand_int_range (rand, 0, 5) : 0;

      if (kind <= 1)
        compare_insert (rand, &root);
      else if (kind == 2)
        compare_remove (layer, &root);
      else if (kind == 3)
        compare_replace (layer, &root);
      else
        compare_move (layer, &root);
    }
    pn_node_unref (root);
    after = pn_root_to_json (first, NULL);
    pn_test_assert_same_text (after, before);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/edit/edit/shares", test_shares);
  g_test_add_func ("/edit/edit/insert-layer", test_insert_layer);
  g_test_add_func ("/edit/edit/remove-layer", test_remove_layer);
  g_test_add_func ("/edit/edit/move-layer", test_move_layer);
  g_test_add_func ("/edit/edit/nesting", test_nesting);
  g_test_add_func ("/edit/edit/puppet", test_puppet);
  g_test_add_func ("/edit/edit/pins", test_pins);
  g_test_add_func ("/edit/edit/tracks", test_tracks);
  g_test_add_func ("/edit/edit/random", test_random);
  return g_test_run ();
}
