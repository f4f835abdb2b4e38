/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-test-bits.h"
#include "pn-test-doc.h"

#define SEED 20240611

static void
test_id_strings (void)
{
  const char *const bad[] = {"",
                             "0",
                             "0000000000000000",
                             "00000000000000a",
                             "00000000000000abc",
                             "00000000000000AB",
                             "0x000000000000ab",
                             " 00000000000000a",
                             "00000000000000g1",
                             "-000000000000001"};
  PnId id = 7;
  g_autofree char *text = pn_id_to_string (0xab);

  g_assert_cmpstr (text, ==, "00000000000000ab");
  g_assert_true (pn_id_from_string (text, &id));
  g_assert_cmpuint (id, ==, 0xab);
  g_assert_true (pn_id_from_string ("ffffffffffffffff", &id));
  g_assert_cmpuint (id, ==, G_MAXUINT64);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (pn_id_from_string (bad[i], &id));
  g_assert_cmpuint (id, ==, G_MAXUINT64);
}

static void
test_list (void)
{
  g_autoptr (PnPin) a = pn_pin_new (1, "a", pn_vec2 (0, 0));
  g_autoptr (PnPin) b = pn_pin_new (2, "b", pn_vec2 (0, 0));
  g_autoptr (PnPin) c = pn_pin_new (3, "c", pn_vec2 (0, 0));
  PnNodeList list = {0};
  PnNodeList copy;

  pn_node_list_insert (&list, 0, a);
  pn_node_list_insert (&list, 1, b);
  pn_node_list_insert (&list, 1, c);
  pn_node_list_copy (&copy, &list);
  g_assert_cmpint (c->node.ref_count, ==, 3);
  pn_node_list_replace (&list, 0, c);
  pn_node_list_remove (&list, 1);
  g_assert_cmpuint (list.n_items, ==, 2);
  g_assert_true (list.items[0] == c);
  g_assert_true (list.items[1] == b);
  g_assert_true (copy.items[0] == a);
  g_assert_true (copy.items[1] == c);
  g_assert_true (copy.items[2] == b);
  pn_node_list_clear (&list);
  pn_node_list_clear (&copy);
  g_assert_cmpuint (list.n_items, ==, 0);
  g_assert_cmpint (a->node.ref_count, ==, 1);
  g_assert_cmpint (b->node.ref_count, ==, 1);
  g_assert_cmpint (c->node.ref_count, ==, 1);
}

/* A copy is a node of its own that holds the very nodes of the first one. */
static void
test_copy_shares (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) copy = pn_root_copy (root);
  const PnLayer *arm = pn_root_find_layer (root, PN_TEST_ARM, NULL, NULL);
  g_autoptr (PnLayer) other_arm = pn_layer_copy (arm);

  g_assert_cmpstr (copy->document_id, ==, root->document_id);
  g_assert_true (copy->document_id != root->document_id);
  g_assert_cmpuint (copy->layers.n_items, ==, 2);
  g_assert_true (copy->layers.items[0] == root->layers.items[0]);
  g_assert_true (copy->layers.items[1] == root->layers.items[1]);
  g_assert_true (copy->tracks.items[0] == root->tracks.items[0]);
  g_assert_true (other_arm->puppet == arm->puppet);
  g_assert_true (other_arm->name != arm->name);

  other_arm->opacity = 0.5;
  pn_assert_same_bits (arm->opacity, 1);
}

/* The one reference a copy must not borrow: the first node dies, the second lives on. */
static void
test_copy_outlives (void)
{
  PnRoot *root = pn_test_figure ();
  g_autoptr (PnRoot) copy = pn_root_copy (root);
  const PnPin *pin;

  pn_node_unref (root);
  pin = pn_root_find_pin (copy, PN_TEST_HAND_PIN, NULL);
  g_assert_nonnull (pin);
  g_assert_cmpstr (pin->name, ==, "hand");
}

static void
test_make_id (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) again = pn_root_copy (root);
  g_autoptr (PnRoot) other = pn_root_new (10, 10, 24, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  PnId first = pn_root_make_id (root);
  g_autoptr (PnLayer) taken = pn_layer_new (first, "taken", PN_LAYER_GROUP);
  PnId id;

  /* From the same document and counter the same id, unless something has it already. */
  id = pn_root_make_id (again);
  g_assert_cmpuint (id, ==, first);
  again->next_id--;
  pn_node_list_insert (&again->layers, 0, taken);
  id = pn_root_make_id (again);
  g_assert_cmpuint (id, !=, first);

  /* Another document makes others from the same counters. */
  for (guint i = 0; i < 1000; i++) {
    PnId ids[] = {pn_root_make_id (root), pn_root_make_id (other)};

    for (guint j = 0; j < 2; j++) {
      g_assert_cmpuint (ids[j], !=, 0);
      g_assert_true (g_hash_table_add (seen, g_memdup2 (&ids[j], sizeof ids[j])));
    }
  }
}

static void
test_find (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  const PnLayer *parent = NULL;
  const PnLayer *layer;
  const PnPin *pin;
  guint index = 9;

  layer = pn_root_find_layer (root, PN_TEST_HEAD, &parent, &index);
  g_assert_cmpstr (layer->name, ==, "head");
  g_assert_cmpstr (parent->name, ==, "figure");
  g_assert_cmpuint (index, ==, 1);
  g_assert_cmpuint (pn_layer_height (layer), ==, 1);
  g_assert_cmpuint (pn_layer_height (parent), ==, 2);
  layer = pn_root_find_layer (root, PN_TEST_BACKDROP, &parent, &index);
  g_assert_cmpstr (layer->name, ==, "backdrop");
  g_assert_null (parent);
  g_assert_cmpuint (index, ==, 0);

  pin = pn_root_find_pin (root, PN_TEST_ELBOW_PIN, &layer);
  g_assert_cmpstr (pin->name, ==, "elbow");
  g_assert_cmpstr (layer->name, ==, "arm");
  g_assert_true (pn_puppet_find_pin (layer->puppet, PN_TEST_ELBOW_PIN, &index) == pin);
  g_assert_cmpuint (index, ==, 1);

  /* A pin is no layer, and the other way round. */
  g_assert_null (pn_root_find_layer (root, PN_TEST_ELBOW_PIN, NULL, NULL));
  g_assert_null (pn_root_find_pin (root, PN_TEST_ARM, NULL));
}

/* The search by halves against one from end to end. */
static void
test_find_track (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint round = 0; round < 200; round++) {
    g_autoptr (PnRoot) root = pn_root_new (10, 10, 24, 1);
    const PnTrack *all[2][8][PN_PROPERTY_UNKNOWN] = {0};

    for (guint i = 0; i < 20; i++) {
      PnTargetKind kind = (PnTargetKind)g_rand_int_range (rand, 0, 2);
      PnId target = (PnId)g_rand_int_range (rand, 0, 8);
      PnProperty property = (PnProperty)g_rand_int_range (rand, 0, PN_PROPERTY_UNKNOWN);

      if (all[kind][target][property] == NULL) {
        PnTrack *track = pn_test_random_track (rand, kind, target, property);

        all[kind][target][property] = track;
        pn_test_add_track (root, track);
      }
    }
    for (guint kind = 0; kind < 2; kind++)
      for (guint target = 0; target < 8; target++)
        for (guint property = 0; property < PN_PROPERTY_UNKNOWN; property++)
          g_assert_true (pn_root_find_track (root, (PnTargetKind)kind, target,
                                             (PnProperty)property) == all[kind][target][property]);
  }
}

static void
test_names (void)
{
  for (guint i = 0; i < PN_PROPERTY_UNKNOWN; i++) {
    g_assert_cmpint (pn_property_from_name (pn_property_name ((PnProperty)i)), ==, i);
    g_assert_true (pn_property_belongs ((PnProperty)i, PN_TARGET_LAYER) ==
                   (i <= PN_PROPERTY_OPACITY));
    g_assert_false (pn_property_belongs ((PnProperty)i, PN_TARGET_UNKNOWN));
  }
  g_assert_cmpint (pn_property_from_name ("skew"), ==, PN_PROPERTY_UNKNOWN);
  g_assert_true (pn_property_belongs (PN_PROPERTY_POSITION, PN_TARGET_PIN));
  g_assert_true (pn_property_belongs (PN_PROPERTY_DEPTH, PN_TARGET_PIN));
  g_assert_false (pn_property_belongs (PN_PROPERTY_OPACITY, PN_TARGET_PIN));
}

/* Keys set and removed in any order against a plain table of frames. */
static void
test_track_keys (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  PnTrack *track = pn_track_new (PN_TARGET_LAYER, 1, PN_PROPERTY_OPACITY);
  gboolean there[32] = {FALSE};
  double values[32] = {0};

  for (guint round = 0; round < 4000; round++) {
    gint32 frame = g_rand_int_range (rand, 0, 32);
    guint at = 0;

    if (g_rand_boolean (rand)) {
      there[frame] = TRUE;
      values[frame] = g_rand_double (rand);
      pn_test_add_key (track, frame, values[frame], 0, PN_EASE_LINEAR);
    } else {
      g_assert_true (pn_track_remove_key (track, frame) == there[frame]);
      there[frame] = FALSE;
    }
    for (guint i = 0; i < 32; i++) {
      if (!there[i])
        continue;
      g_assert_cmpuint (at, <, track->n_keys);
      pn_assert_same_bits (track->keys[at].frame, i);
      pn_assert_same_bits (track->keys[at].value.x, values[i]);
      at++;
    }
    g_assert_cmpuint (at, ==, track->n_keys);
  }
  pn_node_unref (track);
}

static JsonNode *
extra_for (guint index)
{
  g_autoptr (JsonObject) object = json_object_new ();
  JsonNode *node = json_node_init_object (json_node_alloc (), object);

  json_object_set_int_member (object, "later", index);
  json_node_seal (node);
  return node;
}

/* What a later version added to a key stays beside that key while others come and go. */
static void
test_track_key_extras (void)
{
  PnTrack *track = pn_track_new (PN_TARGET_LAYER, 1, PN_PROPERTY_OPACITY);
  PnTrack *copy;

  for (guint i = 0; i < 5; i++)
    pn_test_add_key (track, 10 * i, 0, 0, PN_EASE_LINEAR);
  track->key_extras = g_new0 (JsonNode *, track->n_keys);
  track->key_extras[1] = extra_for (1);
  track->key_extras[3] = extra_for (3);
  copy = pn_track_copy (track);

  pn_test_add_key (track, 5, 0, 0, PN_EASE_LINEAR);
  pn_test_add_key (track, 30, 1, 0, PN_EASE_LINEAR);
  g_assert_true (pn_track_remove_key (track, 20));
  g_assert_true (pn_track_remove_key (track, 10));
  g_assert_cmpuint (track->n_keys, ==, 4);
  for (guint i = 0; i < track->n_keys; i++)
    g_assert_true ((track->key_extras[i] != NULL) == (i == 2));
  pn_assert_same_bits (track->keys[2].frame, 30);
  g_assert_true (track->key_extras[2] == copy->key_extras[3]);
  pn_node_unref (track);
  g_assert_nonnull (copy->key_extras[1]);
  pn_node_unref (copy);
}

static void
test_sample (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  PnVec2 value;

  value = pn_root_sample (root, PN_TARGET_LAYER, PN_TEST_FIGURE, PN_PROPERTY_ROTATION, 5,
                          pn_vec2 (7, 0));
  g_assert_cmpfloat_with_epsilon (value.x, 45, 1e-12);
  value =
      pn_root_sample (root, PN_TARGET_LAYER, PN_TEST_ARM, PN_PROPERTY_ROTATION, 5, pn_vec2 (7, 0));
  pn_assert_same_bits (value.x, 7);
}

static void
test_doc_from_layer (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  const PnLayer *head = pn_root_find_layer (root, PN_TEST_HEAD, NULL, NULL);
  PnAffine map = pn_root_doc_from_layer (root, head, 0);
  PnVec2 point = pn_affine_apply (&map, pn_vec2 (3, 4));

  /* By hand: the head's quarter turn takes (3,4) to (-4,3); the group's anchor (10,10) lies on
   * (300,200) and x is doubled. The head's own turn alone would leave it at (-4,3). */
  g_assert_cmpfloat_with_epsilon (point.x, 300 + 2 * (-4 - 10), 1e-12);
  g_assert_cmpfloat_with_epsilon (point.y, 200 + (3 - 10), 1e-12);

  /* At frame 10 the group is a quarter turn further, about its anchor: (-28,-7) becomes (7,-28). */
  map = pn_root_doc_from_layer (root, head, 10);
  point = pn_affine_apply (&map, pn_vec2 (3, 4));
  g_assert_cmpfloat_with_epsilon (point.x, 307, 1e-12);
  g_assert_cmpfloat_with_epsilon (point.y, 172, 1e-12);
}

/* What the version at rest says of every layer, to the bit, without that version. */
static void
test_doc_from_layer_at_rest (void)
{
  static const PnId ids[] = {PN_TEST_FIGURE, PN_TEST_ARM, PN_TEST_HEAD};
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (PnRoot) rest = pn_root_at_rest (root);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    const PnLayer *layer = pn_root_find_layer (root, ids[i], NULL, NULL);
    PnAffine map = pn_root_doc_from_layer_at_rest (root, layer);
    PnAffine expected = pn_root_doc_from_layer (rest, layer, 7);

    pn_assert_same_bits (map.xx, expected.xx);
    pn_assert_same_bits (map.xy, expected.xy);
    pn_assert_same_bits (map.yx, expected.yx);
    pn_assert_same_bits (map.yy, expected.yy);
    pn_assert_same_bits (map.x0, expected.x0);
    pn_assert_same_bits (map.y0, expected.y0);
  }
}

typedef struct {
  const PnRoot *root;
  guint n_copies;
} Share;

static gpointer
share_thread (gpointer data)
{
  const Share *share = data;

  for (guint i = 0; i < share->n_copies; i++) {
    PnRoot *copy = pn_root_copy (share->root);
    PnLayer *layer = pn_layer_copy (copy->layers.items[1]);

    pn_node_list_replace (&copy->layers, 1, layer);
    pn_node_unref (layer);
    g_assert_nonnull (pn_root_find_pin (copy, PN_TEST_HAND_PIN, NULL));
    pn_node_unref (copy);
  }
  pn_node_unref ((gpointer)(guintptr)share->root);
  return NULL;
}

/* Versions are made and dropped on eight threads at once; whoever is last frees what they share,
 * unknown parts included. */
static void
test_threads (void)
{
  PnRoot *root = pn_test_figure ();
  PnLayer *layer = pn_layer_copy (root->layers.items[1]);
  GThread *threads[8];
  Share share = {.root = root, .n_copies = 2000};

  layer->node.extra = extra_for (1);
  layer->unknown = extra_for (2);
  pn_node_list_replace (&root->layers, 1, layer);
  root->node.extra = extra_for (3);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++) {
    pn_node_ref (root);
    threads[i] = g_thread_new ("share", share_thread, &share);
  }
  pn_node_unref (root);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (layer->node.ref_count, ==, 1);
  pn_node_unref (layer);
}

/* Nothing of time is left, and what needs no change is the very node there was. */
static void
test_at_rest (void)
{
  PnRoot *root = pn_root_new (100, 100, 24, 1);
  PnLayer *group = pn_layer_new (1, "group", PN_LAYER_GROUP);
  PnLayer *posed = pn_layer_new (2, "posed", PN_LAYER_IMAGE);
  PnLayer *other = pn_layer_new (3, "other", PN_LAYER_IMAGE);
  g_autoptr (PnPin) pin = pn_pin_new (4, "hand", pn_vec2 (5, 6));
  PnMeshRecipe recipe = {0};
  PnKey key = {.frame = 3, .value = {9, 9}};

  posed->puppet = pn_puppet_new (&recipe, "mesh");
  pn_node_list_insert (&posed->puppet->pins, 0, pin);
  pn_node_list_insert (&group->children, 0, posed);
  pn_node_list_insert (&root->layers, 0, group);
  pn_node_list_insert (&root->layers, 1, other);
  g_autoptr (PnRoot) same = pn_root_at_rest (root);
  g_assert_true (same == root);

  g_autoptr (PnRoot) moved = pn_root_copy (root);
  g_autoptr (PnTrack) track = pn_track_new (PN_TARGET_LAYER, 3, PN_PROPERTY_POSITION);
  pn_track_set_key (track, &key);
  pn_node_list_insert (&moved->tracks, 0, track);
  g_autoptr (PnRoot) still = pn_root_at_rest (moved);
  g_assert_cmpuint (still->tracks.n_items, ==, 0);
  g_assert_true (still->layers.items[0] == group && still->layers.items[1] == other);

  pin->position_layer = pn_vec2 (50, 60);
  pin->start_offset_layer = pn_vec2 (1, 0);
  g_autoptr (PnRoot) rest = pn_root_at_rest (root);
  g_assert_true (rest->layers.items[0] != group && rest->layers.items[1] == other);
  const PnPin *resting = pn_root_find_pin (rest, 4, NULL);
  g_assert_true (pn_test_same_bits (resting->position_layer.x, 5) &&
                 pn_test_same_bits (resting->position_layer.y, 6));
  g_assert_true (pn_test_same_bits (resting->start_offset_layer.x, 0));
  g_assert_true (pn_test_same_bits (pin->position_layer.x, 50));
  pn_node_unref (group);
  pn_node_unref (posed);
  pn_node_unref (other);
  pn_node_unref (root);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/doc/node/id-strings", test_id_strings);
  g_test_add_func ("/doc/node/list", test_list);
  g_test_add_func ("/doc/node/copy-shares", test_copy_shares);
  g_test_add_func ("/doc/node/copy-outlives", test_copy_outlives);
  g_test_add_func ("/doc/node/make-id", test_make_id);
  g_test_add_func ("/doc/node/find", test_find);
  g_test_add_func ("/doc/node/find-track", test_find_track);
  g_test_add_func ("/doc/node/names", test_names);
  g_test_add_func ("/doc/track/keys", test_track_keys);
  g_test_add_func ("/doc/track/key-extras", test_track_key_extras);
  g_test_add_func ("/doc/root/sample", test_sample);
  g_test_add_func ("/doc/root/doc-from-layer", test_doc_from_layer);
  g_test_add_func ("/doc/root/doc-from-layer-at-rest", test_doc_from_layer_at_rest);
  g_test_add_func ("/doc/node/at-rest", test_at_rest);
  g_test_add_func ("/doc/node/threads", test_threads);
  return g_test_run ();
}
