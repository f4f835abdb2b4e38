/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-history.h"

#include <string.h>

#include "pn-edit.h"
#include "pn-serial.h"
#include "pn-test-doc.h"

#define SEED 20240616

typedef struct {
  PnDocument *document;
  PnHistory *history;
  guint n_document_changes;
  guint n_history_changes;
} Fixture;

static void
document_changed_cb (PnDocument *document, gpointer from, gpointer to, Fixture *fixture)
{
  fixture->n_document_changes++;
}

static void
history_changed_cb (PnHistory *history, Fixture *fixture)
{
  fixture->n_history_changes++;
}

/* Takes the root. */
static void
set_up (Fixture *fixture, PnRoot *root)
{
  *fixture = (Fixture){.document = pn_document_new (root)};
  pn_node_unref (root);
  fixture->history = pn_history_new (fixture->document, NULL);
  g_signal_connect (fixture->document, "changed", G_CALLBACK (document_changed_cb), fixture);
  g_signal_connect (fixture->history, "changed", G_CALLBACK (history_changed_cb), fixture);
}

static void
tear_down (Fixture *fixture)
{
  g_assert_finalize_object (fixture->history);
  g_assert_finalize_object (fixture->document);
}

static const PnRoot *
root_of (Fixture *fixture)
{
  return pn_document_get_root (fixture->document);
}

static char *
json_of (Fixture *fixture)
{
  return pn_root_to_json (root_of (fixture), NULL);
}

static void
assert_json (Fixture *fixture, const char *wanted)
{
  g_autofree char *json = json_of (fixture);

  pn_test_assert_same_text (json, wanted);
}

/* One step; takes the root. */
static void
step (Fixture *fixture, const char *operation, const char *merge_key, PnRoot *root)
{
  g_autoptr (GError) error = NULL;

  pn_history_begin (fixture->history, operation, NULL, merge_key);
  pn_history_update (fixture->history, root);
  g_assert_true (pn_history_commit (fixture->history, &error));
  g_assert_no_error (error);
  pn_node_unref (root);
}

static void
undo (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (pn_history_can_undo (fixture->history));
  g_assert_true (pn_history_undo (fixture->history, &error));
  g_assert_no_error (error);
}

static void
redo (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (pn_history_can_redo (fixture->history));
  g_assert_true (pn_history_redo (fixture->history, &error));
  g_assert_no_error (error);
}

/* Every edit there is, each on the figure. */

static PnRoot *
insert_layer (const PnRoot *root)
{
  g_autoptr (PnLayer) hat = pn_test_picture (0x55, "hat", 10, 10);

  return pn_edit_insert_layer (root, PN_TEST_FIGURE, 1, hat);
}

static PnRoot *
replace_layer (const PnRoot *root)
{
  g_autoptr (PnLayer) copy = pn_layer_copy (pn_root_find_layer (root, PN_TEST_HEAD, NULL, NULL));

  copy->opacity = copy->opacity / 2;
  return pn_edit_replace_layer (root, copy);
}

static PnRoot *
remove_group (const PnRoot *root)
{
  return pn_edit_remove_layer (root, PN_TEST_FIGURE);
}

static PnRoot *
move_layer (const PnRoot *root)
{
  return pn_edit_move_layer (root, PN_TEST_ARM, 0, 0);
}

static PnRoot *
remove_puppet (const PnRoot *root)
{
  return pn_edit_set_puppet (root, PN_TEST_ARM, NULL);
}

static PnRoot *
insert_pin (const PnRoot *root)
{
  g_autoptr (PnPin) thumb = pn_pin_new (0x23, "thumb", pn_vec2 (170, 40));

  return pn_edit_insert_pin (root, PN_TEST_ARM, 2, thumb);
}

static PnRoot *
replace_pin (const PnRoot *root)
{
  g_autoptr (PnPin) hand = pn_pin_copy (pn_root_find_pin (root, PN_TEST_HAND_PIN, NULL));

  hand->grip += 1;
  return pn_edit_replace_pin (root, PN_TEST_ARM, hand);
}

static PnRoot *
remove_pin (const PnRoot *root)
{
  return pn_edit_remove_pin (root, PN_TEST_ARM, PN_TEST_HAND_PIN);
}

static PnRoot *
set_key (const PnRoot *root)
{
  const PnTrack *old =
      pn_root_find_track (root, PN_TARGET_PIN, PN_TEST_HAND_PIN, PN_PROPERTY_POSITION);
  g_autoptr (PnTrack) track = pn_track_copy (old);

  pn_test_add_key (track, 5, 33, 44.5, PN_EASE_HOLD);
  return pn_edit_set_track (root, track);
}

static PnRoot *
remove_track (const PnRoot *root)
{
  return pn_edit_remove_track (root, PN_TARGET_LAYER, PN_TEST_FIGURE, PN_PROPERTY_ROTATION);
}

static PnRoot *
set_document (const PnRoot *root)
{
  PnRoot *copy = pn_root_copy (root);

  copy->duration += 1;
  return copy;
}

typedef PnRoot *(*Edit) (const PnRoot *root);

static const struct {
  const char *name;
  Edit edit;
} edits[] = {
    {"insert_layer", insert_layer}, {"replace_layer", replace_layer},
    {"set_key", set_key},           {"insert_pin", insert_pin},
    {"replace_pin", replace_pin},   {"set_document", set_document},
    {"move_layer", move_layer},     {"remove_pin", remove_pin},
    {"remove_track", remove_track}, {"remove_puppet", remove_puppet},
    {"remove_group", remove_group},
};

/* Done, undone, done again: to the byte. */
static void
test_each_edit (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    Fixture fixture;
    g_autofree char *before = NULL;
    g_autofree char *after = NULL;

    set_up (&fixture, pn_test_figure ());
    before = json_of (&fixture);
    step (&fixture, edits[i].name, NULL, edits[i].edit (root_of (&fixture)));
    after = json_of (&fixture);
    g_assert_cmpstr (after, !=, before);
    undo (&fixture);
    assert_json (&fixture, before);
    redo (&fixture);
    assert_json (&fixture, after);
    undo (&fixture);
    assert_json (&fixture, before);
    tear_down (&fixture);
  }
}

/* BR28: a keyed pin, then a group with the child that was picked along with it. */
static void
test_undo_of_a_delete (void)
{
  Fixture fixture;
  g_autofree char *before = NULL;
  g_autofree char *without_pin = NULL;
  g_autoptr (PnRoot) without_arm = NULL;
  g_autoptr (PnRoot) without_group = NULL;

  set_up (&fixture, pn_test_figure ());
  before = json_of (&fixture);
  step (&fixture, "delete_pin", NULL, remove_pin (root_of (&fixture)));
  without_pin = json_of (&fixture);
  g_assert_null (strstr (without_pin, "\"name\": \"hand\""));
  g_assert_null (strstr (without_pin, "pin.0000000000000021"));
  undo (&fixture);
  assert_json (&fixture, before);

  pn_history_begin (fixture.history, "remove_layer", NULL, NULL);
  without_arm = pn_edit_remove_layer (root_of (&fixture), PN_TEST_ARM);
  pn_history_update (fixture.history, without_arm);
  without_group = pn_edit_remove_layer (without_arm, PN_TEST_FIGURE);
  pn_history_update (fixture.history, without_group);
  g_assert_true (pn_history_commit (fixture.history, NULL));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 1);
  g_assert_cmpuint (root_of (&fixture)->tracks.n_items, ==, 0);
  undo (&fixture);
  assert_json (&fixture, before);
  redo (&fixture);
  undo (&fixture);
  assert_json (&fixture, before);
  tear_down (&fixture);
}

/* BR29: twelve steps, all the way back and forth by their recorded states; then a new branch. */
static void
test_script (void)
{
  const Edit script[] = {replace_layer, replace_pin, set_key,      set_document,
                         replace_layer, insert_pin,  replace_pin,  set_document,
                         move_layer,    remove_pin,  set_document, remove_group};
  g_auto (GStrv) states = g_new0 (char *, G_N_ELEMENTS (script) + 2);
  const guint n = G_N_ELEMENTS (script);
  Fixture fixture;
  guint current;

  set_up (&fixture, pn_test_figure ());
  states[0] = json_of (&fixture);
  for (guint i = 0; i < n; i++) {
    step (&fixture, "step", NULL, script[i](root_of (&fixture)));
    states[i + 1] = json_of (&fixture);
    g_assert_cmpuint (pn_history_n_steps (fixture.history, &current), ==, i + 1);
    g_assert_cmpuint (current, ==, i + 1);
  }
  g_assert_false (pn_history_can_redo (fixture.history));
  for (guint i = n; i-- > 0;) {
    undo (&fixture);
    assert_json (&fixture, states[i]);
  }
  g_assert_false (pn_history_can_undo (fixture.history));
  for (guint i = 1; i <= n; i++) {
    redo (&fixture);
    assert_json (&fixture, states[i]);
  }
  undo (&fixture);
  undo (&fixture);
  step (&fixture, "branch", NULL, set_document (root_of (&fixture)));
  g_assert_false (pn_history_can_redo (fixture.history));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, &current), ==, n - 1);
  g_assert_cmpuint (current, ==, n - 1);
  undo (&fixture);
  assert_json (&fixture, states[n - 2]);
  tear_down (&fixture);
}

/* A walk at random over the steps, beside a plain list of states. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);
  guint at = 0;
  Fixture fixture;

  set_up (&fixture, pn_test_random_root (rand));
  g_ptr_array_add (states, json_of (&fixture));
  for (guint i = 0; i < 400; i++) {
    gint32 what = g_rand_int_range (rand, 0, 5);

    if (what < 2) {
      g_ptr_array_set_size (states, (int)at + 1);
      step (&fixture, "edit", NULL, pn_test_random_edit (rand, root_of (&fixture)));
      g_ptr_array_add (states, json_of (&fixture));
      at++;
    } else if (what < 4 && at > 0) {
      undo (&fixture);
      at--;
    } else if (what == 4 && at + 1 < states->len) {
      redo (&fixture);
      at++;
    }
    g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, states->len - 1);
    assert_json (&fixture, g_ptr_array_index (states, at));
  }
  tear_down (&fixture);
}

/* While it is open the document shows the newest root; cancelling puts the first one back. */
static void
test_cancel (void)
{
  Fixture fixture;
  g_autoptr (PnRoot) before = NULL;
  g_autoptr (PnRoot) during = NULL;

  set_up (&fixture, pn_test_figure ());
  before = pn_node_ref (root_of (&fixture));
  during = set_key (before);
  pn_history_begin (fixture.history, "move_pin", NULL, NULL);
  g_assert_true (pn_history_is_open (fixture.history));
  pn_history_update (fixture.history, during);
  g_assert_true (root_of (&fixture) == during);
  g_assert_false (pn_history_can_undo (fixture.history));
  pn_history_cancel (fixture.history);
  g_assert_false (pn_history_is_open (fixture.history));
  g_assert_true (root_of (&fixture) == before);
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 0);
  g_assert_cmpuint (fixture.n_document_changes, ==, 2);
  g_assert_cmpuint (fixture.n_history_changes, ==, 0);

  /* Neither does a gesture that came to nothing leave a step, nor drop those that are undone. */
  step (&fixture, "set_document", NULL, set_document (before));
  undo (&fixture);
  pn_history_begin (fixture.history, "move_pin", NULL, NULL);
  pn_history_update (fixture.history, during);
  pn_history_update (fixture.history, before);
  g_assert_true (pn_history_commit (fixture.history, NULL));
  g_assert_true (pn_history_can_redo (fixture.history));
  tear_down (&fixture);
}

static void
test_merge (void)
{
  Fixture fixture;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint current;

  set_up (&fixture, pn_test_figure ());
  before = json_of (&fixture);
  for (guint i = 0; i < 5; i++)
    step (&fixture, "nudge", "nudge-hand", replace_pin (root_of (&fixture)));
  after = json_of (&fixture);
  g_assert_cmpuint (pn_history_n_steps (fixture.history, &current), ==, 1);
  g_assert_cmpuint (current, ==, 1);
  undo (&fixture);
  assert_json (&fixture, before);
  redo (&fixture);
  assert_json (&fixture, after);

  /* Another key, no key, and a step between keep them apart. */
  step (&fixture, "nudge", "nudge-elbow", replace_pin (root_of (&fixture)));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 2);
  step (&fixture, "nudge", NULL, replace_pin (root_of (&fixture)));
  step (&fixture, "nudge", NULL, replace_pin (root_of (&fixture)));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 4);

  /* So does an undo: the step that was undone is gone, and not joined. */
  step (&fixture, "nudge", "nudge-hand", replace_pin (root_of (&fixture)));
  step (&fixture, "nudge", "nudge-elbow", replace_pin (root_of (&fixture)));
  undo (&fixture);
  step (&fixture, "nudge", "nudge-hand", replace_pin (root_of (&fixture)));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 6);
  tear_down (&fixture);
}

/* What was saved can be found again by undoing. */
static void
test_saved (void)
{
  Fixture fixture;

  set_up (&fixture, pn_test_figure ());
  g_assert_false (pn_history_is_saved (fixture.history));
  pn_history_set_saved (fixture.history, pn_document_get_root (fixture.document));
  g_assert_true (pn_history_is_saved (fixture.history));
  step (&fixture, "nudge", "nudge", replace_pin (root_of (&fixture)));
  g_assert_false (pn_history_is_saved (fixture.history));
  undo (&fixture);
  g_assert_true (pn_history_is_saved (fixture.history));
  redo (&fixture);
  g_assert_false (pn_history_is_saved (fixture.history));
  pn_history_set_saved (fixture.history, pn_document_get_root (fixture.document));
  step (&fixture, "nudge", "nudge", replace_pin (root_of (&fixture)));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 2);
  undo (&fixture);
  g_assert_true (pn_history_is_saved (fixture.history));
  tear_down (&fixture);
}

static void
assert_saved_at (Fixture *fixture, guint expected)
{
  guint n_done = G_MAXUINT;

  g_assert_true (pn_history_find_saved (fixture->history, &n_done));
  g_assert_cmpuint (n_done, ==, expected);
}

/* Where it was saved is found from either side, until it is overwritten. */
static void
test_saved_among_steps (void)
{
  Fixture fixture;
  guint n_done;

  set_up (&fixture, pn_test_figure ());
  g_assert_false (pn_history_find_saved (fixture.history, &n_done));
  pn_history_set_saved (fixture.history, root_of (&fixture));
  assert_saved_at (&fixture, 0);
  for (int i = 0; i < 3; i++)
    step (&fixture, "nudge", NULL, replace_pin (root_of (&fixture)));
  assert_saved_at (&fixture, 0);
  undo (&fixture);
  pn_history_set_saved (fixture.history, root_of (&fixture));
  assert_saved_at (&fixture, 2);
  redo (&fixture);
  assert_saved_at (&fixture, 2);
  pn_history_set_saved (fixture.history, root_of (&fixture));
  for (int i = 0; i < 3; i++)
    undo (&fixture);
  assert_saved_at (&fixture, 3);
  step (&fixture, "nudge", NULL, replace_pin (root_of (&fixture)));
  g_assert_false (pn_history_find_saved (fixture.history, &n_done));
  tear_down (&fixture);
}

/* A step keeps an operation and its arguments, of the last of those that joined. */
static void
test_names (void)
{
  Fixture fixture;
  g_autoptr (JsonNode) arguments = json_node_init_int (json_node_alloc (), 7);
  g_autoptr (PnRoot) root = NULL;

  set_up (&fixture, pn_test_figure ());
  step (&fixture, "add_pin", "drag", replace_pin (root_of (&fixture)));
  root = replace_pin (root_of (&fixture));
  pn_history_begin (fixture.history, "move_pin", arguments, "drag");
  pn_history_update (fixture.history, root);
  g_assert_true (pn_history_commit (fixture.history, NULL));
  step (&fixture, "set_document", NULL, set_document (root_of (&fixture)));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 2);
  g_assert_cmpstr (pn_history_step_operation (fixture.history, 0), ==, "move_pin");
  g_assert_true (pn_history_step_arguments (fixture.history, 0) == arguments);
  g_assert_cmpstr (pn_history_step_operation (fixture.history, 1), ==, "set_document");
  g_assert_null (pn_history_step_arguments (fixture.history, 1));
  tear_down (&fixture);
}

/* A track of so many keys. */
static PnRoot *
set_long_track (const PnRoot *root, guint n_keys)
{
  g_autoptr (PnTrack) track = pn_track_new (PN_TARGET_LAYER, PN_TEST_HEAD, PN_PROPERTY_ROTATION);

  track->n_keys = n_keys;
  track->keys = g_new0 (PnKey, n_keys);
  for (guint i = 0; i < n_keys; i++)
    track->keys[i] = (PnKey){.frame = i, .value = {0.1 * i, 0}};
  return pn_edit_set_track (root, track);
}

static void
test_budget (void)
{
  const gsize track_bytes = 1000 * sizeof (PnKey);
  Fixture fixture;
  g_autofree char *last = NULL;
  guint current;

  set_up (&fixture, pn_test_figure ());
  pn_history_set_budget (fixture.history, 10 * track_bytes + track_bytes / 2);
  for (guint i = 0; i < 40; i++) {
    if (i == 30)
      last = json_of (&fixture);
    step (&fixture, "keys", NULL, set_long_track (root_of (&fixture), 1000));
  }
  /* Each but the first holds on to the track that it replaced. */
  g_assert_cmpuint (pn_history_n_steps (fixture.history, &current), ==, 10);
  g_assert_cmpuint (current, ==, 10);
  for (guint i = 0; i < 10; i++)
    undo (&fixture);
  assert_json (&fixture, last);
  g_assert_false (pn_history_can_undo (fixture.history));

  /* A small budget drops the farthest first, and leaves one step each way. */
  for (guint i = 0; i < 5; i++)
    redo (&fixture);
  pn_history_set_budget (fixture.history, 0);
  g_assert_cmpuint (pn_history_n_steps (fixture.history, &current), ==, 2);
  g_assert_cmpuint (current, ==, 1);
  undo (&fixture);
  redo (&fixture);
  tear_down (&fixture);
}

/* What a step shares with its neighbours is not counted, so that small steps on a large document
 * are many. */
static void
test_budget_counts_what_changed (void)
{
  Fixture fixture;
  PnRoot *large = pn_test_figure ();
  g_autoptr (PnRoot) root = set_long_track (large, 100000);

  pn_node_unref (large);
  g_assert_cmpuint (pn_root_bytes_beyond (root, NULL), >, 100000 * sizeof (PnKey));
  g_assert_cmpuint (pn_root_bytes_beyond (root, root), ==, 0);
  set_up (&fixture, g_steal_pointer (&root));
  pn_history_set_budget (fixture.history, 1 << 20);
  for (guint i = 0; i < 300; i++)
    step (&fixture, "nudge", NULL, replace_pin (root_of (&fixture)));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 300);
  tear_down (&fixture);
}

/* A handler that makes a step of its own while it hears of one. */
static void
step_within_cb (PnHistory *history, Fixture *fixture)
{
  g_signal_handlers_disconnect_by_func (history, step_within_cb, fixture);
  step (fixture, "within", NULL, set_document (root_of (fixture)));
}

static void
test_step_within (void)
{
  Fixture fixture;
  g_autofree char *before = NULL;

  set_up (&fixture, pn_test_figure ());
  before = json_of (&fixture);
  g_signal_connect (fixture.history, "changed", G_CALLBACK (step_within_cb), &fixture);
  step (&fixture, "outer", NULL, replace_pin (root_of (&fixture)));
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 2);
  g_assert_cmpstr (pn_history_step_operation (fixture.history, 1), ==, "within");
  undo (&fixture);
  undo (&fixture);
  assert_json (&fixture, before);
  tear_down (&fixture);
}

/* What goes along with the steps: a number, and what the listener was told of last. */
typedef struct {
  int now;
} Memory;

static GVariant *
remember_cb (gpointer data)
{
  Memory *memory = data;
  return g_variant_new_int32 (memory->now);
}

static void
recall_cb (gpointer data, GVariant *value)
{
  Memory *memory = data;
  memory->now = g_variant_get_int32 (value);
}

static void
remembered_step (Fixture *fixture, Memory *memory, int before, int after, const char *merge_key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_copy (root_of (fixture));

  root->duration += 1;
  memory->now = before;
  pn_history_begin (fixture->history, "set_document", NULL, merge_key);
  pn_history_update (fixture->history, root);
  memory->now = after;
  g_assert_true (pn_history_commit (fixture->history, &error));
}

static void
test_memory (void)
{
  Fixture fixture;
  Memory memory = {0};

  set_up (&fixture, pn_root_new (10, 10, 24, 1));
  pn_history_set_memory (fixture.history, remember_cb, recall_cb, &memory);
  remembered_step (&fixture, &memory, 1, 2, NULL);
  remembered_step (&fixture, &memory, 3, 4, "drag");
  remembered_step (&fixture, &memory, 5, 6, "drag");
  g_assert_cmpuint (pn_history_n_steps (fixture.history, NULL), ==, 2);

  memory.now = 7;
  pn_history_undo (fixture.history, NULL);
  g_assert_cmpint (memory.now, ==, 3);
  pn_history_undo (fixture.history, NULL);
  g_assert_cmpint (memory.now, ==, 1);
  pn_history_redo (fixture.history, NULL);
  g_assert_cmpint (memory.now, ==, 2);
  pn_history_redo (fixture.history, NULL);
  g_assert_cmpint (memory.now, ==, 6);

  memory.now = 8;
  pn_history_begin (fixture.history, "set_document", NULL, NULL);
  memory.now = 9;
  pn_history_cancel (fixture.history);
  g_assert_cmpint (memory.now, ==, 8);

  pn_history_set_memory (fixture.history, NULL, NULL, NULL);
  pn_history_undo (fixture.history, NULL);
  g_assert_cmpint (memory.now, ==, 8);
  tear_down (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/edit/history/each-edit", test_each_edit);
  g_test_add_func ("/edit/history/undo-of-a-delete", test_undo_of_a_delete);
  g_test_add_func ("/edit/history/script", test_script);
  g_test_add_func ("/edit/history/random", test_random);
  g_test_add_func ("/edit/history/cancel", test_cancel);
  g_test_add_func ("/edit/history/merge", test_merge);
  g_test_add_func ("/edit/history/memory", test_memory);
  g_test_add_func ("/edit/history/saved", test_saved);
  g_test_add_func ("/edit/history/saved-among-steps", test_saved_among_steps);
  g_test_add_func ("/edit/history/names", test_names);
  g_test_add_func ("/edit/history/budget", test_budget);
  g_test_add_func ("/edit/history/budget-counts-what-changed", test_budget_counts_what_changed);
  g_test_add_func ("/edit/history/step-within", test_step_within);
  return g_test_run ();
}
