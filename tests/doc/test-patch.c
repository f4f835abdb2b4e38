/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-test-doc.h"

#include "pn-serial.h"

#define SEED 20240614
#define N_DOCUMENTS 20
#define N_EDITS 40

static PnRoot *
patch_text (const PnRoot *root, const char *patch)
{
  g_autoptr (GError) error = NULL;
  PnRoot *patched = pn_root_patch (root, patch, strlen (patch), &error);

  g_assert_no_error (error);
  return patched;
}

static void
assert_same_root (const PnRoot *root, const PnRoot *wanted)
{
  g_autofree char *json = pn_root_to_json (root, NULL);
  g_autofree char *wanted_json = pn_root_to_json (wanted, NULL);

  pn_test_assert_same_text (json, wanted_json);
}

static void
assert_patch (const PnRoot *from, const PnRoot *to)
{
  gsize length;
  g_autofree char *patch = pn_root_diff (from, to, &length);
  g_autoptr (PnRoot) patched = patch_text (from, patch);

  g_assert_cmpuint (length, ==, strlen (patch));
  assert_same_root (patched, to);
}

/* Forward, back, and over several edits at once; the journal's replay is the chain of all. */
static void
test_random_edits (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < N_DOCUMENTS; i++) {
    g_autoptr (PnRoot) first = pn_test_random_root (rand);
    g_autoptr (PnRoot) root = pn_node_ref (first);
    g_autoptr (PnRoot) replayed = pn_node_ref (first);

    for (guint j = 0; j < N_EDITS; j++) {
      g_autoptr (PnRoot) edited = pn_test_random_edit (rand, root);
      g_autofree char *patch = pn_root_diff (root, edited, NULL);
      PnRoot *next = patch_text (replayed, patch);

      assert_patch (root, edited);
      assert_patch (edited, root);
      assert_patch (first, edited);
      pn_node_unref (replayed);
      replayed = next;
      pn_node_unref (root);
      root = pn_node_ref (edited);
    }
    assert_same_root (replayed, root);
  }
}

static void
test_nothing (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) copy = pn_root_copy (root);
  g_autofree char *patch = pn_root_diff (root, root, NULL);
  g_autofree char *copy_patch = pn_root_diff (root, copy, NULL);
  g_autoptr (PnRoot) patched = patch_text (root, patch);

  g_assert_cmpstr (patch, ==, "{\"patch\": 2}\n");
  g_assert_cmpstr (copy_patch, ==, patch);
  assert_same_root (patched, root);
}

/* A patch holds what changed and no more, and what did not is shared. */
static void
test_is_small (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) edited = pn_root_copy (root);
  const PnLayer *old_head = pn_root_find_layer (root, PN_TEST_HEAD, NULL, NULL);
  g_autoptr (PnLayer) head = pn_layer_copy (old_head);
  g_autoptr (PnRoot) patched = NULL;
  g_autofree char *patch = NULL;

  head->rotation_deg = 45;
  pn_test_set_layer (edited, PN_TEST_HEAD, head);
  patch = pn_root_diff (root, edited, NULL);
  g_assert_nonnull (strstr (patch, "\"rotation\": 45"));
  g_assert_null (strstr (patch, "document"));
  g_assert_null (strstr (patch, "tracks"));
  g_assert_null (strstr (patch, "figure"));
  g_assert_null (strstr (patch, "backdrop"));

  patched = patch_text (root, patch);
  g_assert_true (patched->layers.items[0] == root->layers.items[0]);
  g_assert_true (patched->tracks.items[0] == root->tracks.items[0]);
  g_assert_true (pn_root_find_layer (patched, PN_TEST_ARM, NULL, NULL) ==
                 pn_root_find_layer (root, PN_TEST_ARM, NULL, NULL));
  g_assert_true (pn_root_find_layer (patched, PN_TEST_HEAD, NULL, NULL) != old_head);
}

/* (transfer full) */
static PnRoot *
move_keys (const PnRoot *root, double scale, double by)
{
  PnRoot *moved = pn_root_copy (root);

  for (guint i = 0; i < root->tracks.n_items; i++) {
    g_autoptr (PnTrack) track = pn_track_copy (root->tracks.items[i]);
    for (guint j = 0; j < track->n_keys; j++)
      track->keys[j].frame = track->keys[j].frame * scale + by;
    pn_node_list_replace (&moved->tracks, i, track);
  }
  return moved;
}

/* Keys that lie at other frames are not written down again, however many there are. */
static void
test_retimed (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) moved = move_keys (root, 1, 5);
  g_autoptr (PnRoot) scaled = move_keys (root, 2.5, -1);
  g_autofree char *move = pn_root_diff (root, moved, NULL);
  g_autofree char *scale = pn_root_diff (root, scaled, NULL);

  g_assert_nonnull (strstr (move, "\"by\": 5"));
  g_assert_nonnull (strstr (scale, "\"frames\": [-1, 24]"));
  g_assert_null (strstr (move, "keys"));
  g_assert_null (strstr (scale, "keys"));
  assert_patch (root, moved);
  assert_patch (moved, root);
  assert_patch (root, scaled);
  assert_patch (scaled, moved);

  /* Another value beside, or another ease, and it is no longer only that. */
  for (guint way = 0; way < 3; way++) {
    g_autoptr (PnRoot) other = pn_root_copy (moved);
    g_autoptr (PnTrack) track = pn_track_copy (moved->tracks.items[0]);
    if (way == 0)
      track->keys[1].value.x += 1;
    else if (way == 1)
      track->keys[1].ease.kind = PN_EASE_HOLD;
    else
      pn_track_remove_key (track, track->keys[1].frame);
    pn_node_list_replace (&other->tracks, 0, track);
    assert_patch (root, other);
    assert_patch (other, root);
  }
}

static PnRoot *
read_document (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "doc", "data", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  PnRoot *root = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  root = pn_root_from_json (text, strlen (text), &error);
  g_assert_no_error (error);
  return root;
}

/* What a later version wrote goes through the journal whole, and so does its removal. */
static void
test_unknown (void)
{
  g_autoptr (PnRoot) root = read_document ("unknown-v2.json");
  g_autoptr (PnRoot) newer = read_document ("newer-v9.json");
  g_autoptr (PnRoot) empty = pn_root_new (10, 10, 24, 1);
  g_autoptr (PnRoot) fewer = pn_root_copy (root);
  g_autoptr (PnRoot) newer_edited = pn_root_copy (newer);
  g_autoptr (PnLayer) arm = pn_layer_copy (newer->layers.items[0]);

  g_free (empty->document_id);
  empty->document_id = g_strdup (root->document_id);
  assert_patch (root, empty);
  assert_patch (empty, root);

  pn_node_list_remove (&fewer->tracks, 2);
  pn_node_list_remove (&fewer->layers, 0);
  assert_patch (root, fewer);
  assert_patch (fewer, root);

  arm->locked = TRUE;
  newer_edited->duration = 9;
  pn_node_list_replace (&newer_edited->layers, 0, arm);
  assert_patch (newer, newer_edited);
}

/* Patches to the figure that no diff makes. */
static void
test_malformed (void)
{
  static const char *const patches[] = {
      "",
      "[]",
      "{}",
      "{\"patch\": 3}",
      "{\"patch\": \"1\"}",
      "{\"patch\": 2, \"later\": 1}",
      "{\"patch\": 2, \"document\": 7}",
      "{\"patch\": 2, \"document\": {}}",
      "{\"patch\": 2, \"layers\": {}}",
      "{\"patch\": 2, \"layers\": [7]}",
      /* Of another document. */
      "{\"patch\": 2, \"document\": {\"id\": \"6ba7b810-9dad-41d1-80b4-00c04fd430c9\","
      "\"size\": [1, 1], \"fps\": [1, 1]}}",
      "{\"patch\": 2, \"document\": {\"id\": \"6ba7b810-9dad-41d1-80b4-00c04fd430c8\","
      "\"version\": 3, \"size\": [1, 1], \"fps\": [1, 1]}}",
      /* A layer that is not there, and one that has no place. */
      "{\"patch\": 2, \"document\": {\"id\": \"6ba7b810-9dad-41d1-80b4-00c04fd430c8\","
      "\"size\": [1, 1], \"fps\": [1, 1], \"layers\": [\"0000000000000077\"]}}",
      "{\"patch\": 2, \"layers\": [{\"id\": \"0000000000000077\", \"kind\": \"group\"}]}",
      /* Whole layers where ids belong. */
      "{\"patch\": 2, \"layers\": [{\"id\": \"0000000000000011\", \"kind\": \"group\","
      "\"layers\": [{\"id\": \"0000000000000012\", \"kind\": \"group\"}]}]}",
      /* A group inside itself, in one step and in two. */
      "{\"patch\": 2, \"layers\": [{\"id\": \"0000000000000011\", \"kind\": \"group\","
      "\"layers\": [\"0000000000000011\"]}]}",
      "{\"patch\": 2, \"layers\": [{\"id\": \"0000000000000011\", \"kind\": \"group\","
      "\"layers\": [\"0000000000000012\"]}, {\"id\": \"0000000000000012\", \"kind\": \"group\","
      "\"layers\": [\"0000000000000011\"]}]}",
      /* A layer in two places, a layer twice in the patch, the id of a pin. */
      "{\"patch\": 2, \"layers\": [{\"id\": \"0000000000000011\", \"kind\": \"group\","
      "\"layers\": [\"0000000000000014\"]}]}",
      "{\"patch\": 2, \"layers\": [{\"id\": \"0000000000000011\", \"kind\": \"group\"},"
      "{\"id\": \"0000000000000011\", \"kind\": \"group\"}]}",
      "{\"patch\": 2, \"layers\": [{\"id\": \"0000000000000011\", \"kind\": \"group\","
      "\"layers\": [\"0000000000000012\", \"0000000000000021\"]},"
      "{\"id\": \"0000000000000021\", \"kind\": \"group\"}]}",
      /* Tracks. */
      "{\"patch\": 2, \"removed\": [7]}",
      "{\"patch\": 2, \"removed\": [{\"target\": \"bone.1\", \"property\": \"x\"}]}",
      "{\"patch\": 2, \"removed\": [{\"target\": \"layer.0000000000000012\","
      "\"property\": \"rotation\"}]}",
      "{\"patch\": 2, \"removed\": [{\"target\": \"layer.0000000000000011\","
      "\"property\": \"rotation\"}, {\"target\": \"layer.0000000000000011\","
      "\"property\": \"rotation\"}]}",
      "{\"patch\": 2, \"tracks\": [{}]}",
      "{\"patch\": 2, \"tracks\": [null]}",
      /* Keys that are moved: where there are none, by nothing, to too few frames, out of order. */
      "{\"patch\": 2, \"retimed\": [7]}",
      "{\"patch\": 2, \"retimed\": [{\"target\": \"layer.0000000000000012\","
      "\"property\": \"rotation\", \"by\": 1}]}",
      "{\"patch\": 2, \"retimed\": [{\"target\": \"layer.0000000000000011\","
      "\"property\": \"rotation\"}]}",
      "{\"patch\": 2, \"retimed\": [{\"target\": \"layer.0000000000000011\","
      "\"property\": \"rotation\", \"by\": \"1\"}]}",
      "{\"patch\": 2, \"retimed\": [{\"target\": \"layer.0000000000000011\","
      "\"property\": \"rotation\", \"by\": 1, \"frames\": [1, 2]}]}",
      "{\"patch\": 2, \"retimed\": [{\"target\": \"layer.0000000000000011\","
      "\"property\": \"rotation\", \"frames\": [1]}]}",
      "{\"patch\": 2, \"retimed\": [{\"target\": \"layer.0000000000000011\","
      "\"property\": \"rotation\", \"frames\": [2, 1]}]}",
      "{\"patch\": 2, \"unknown\": [{\"target\": \"layer.0000000000000012\","
      "\"property\": \"rotation\", \"keys\": [{\"frame\": 1, \"value\": 2}]}]}",
  };
  g_autoptr (PnRoot) root = pn_test_figure ();

  for (guint i = 0; i < G_N_ELEMENTS (patches); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PnRoot) patched = pn_root_patch (root, patches[i], strlen (patches[i]), &error);

    if (patched != NULL || error == NULL || error->domain != PN_DOC_ERROR)
      g_error ("not refused: %s", patches[i]);
  }
}

/* Groups cannot be nested deeper by a patch than by a document. */
static void
test_nesting (void)
{
  g_autoptr (PnRoot) root = pn_root_new (10, 10, 24, 1);
  g_autoptr (GString) patch = g_string_new ("{\"patch\": 2, \"document\": ");
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) patched = NULL;

  g_string_append_printf (patch,
                          "{\"id\": \"%s\", \"size\": [1, 1], \"fps\": [1, 1],"
                          "\"layers\": [\"%016x\"]}, \"layers\": [",
                          root->document_id, 1);
  for (guint i = 1; i <= 50000; i++)
    g_string_append_printf (
        patch, "{\"id\": \"%016x\", \"kind\": \"group\", \"layers\": [\"%016x\"]},", i, i + 1);
  g_string_append_printf (patch, "{\"id\": \"%016x\", \"kind\": \"group\"}]}", 50001);
  patched = pn_root_patch (root, patch->str, patch->len, &error);
  g_assert_null (patched);
  g_assert_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/doc/patch/random-edits", test_random_edits);
  g_test_add_func ("/doc/patch/nothing", test_nothing);
  g_test_add_func ("/doc/patch/is-small", test_is_small);
  g_test_add_func ("/doc/patch/retimed", test_retimed);
  g_test_add_func ("/doc/patch/unknown", test_unknown);
  g_test_add_func ("/doc/patch/malformed", test_malformed);
  g_test_add_func ("/doc/patch/nesting", test_nesting);
  return g_test_run ();
}
