/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>
#include <string.h>

#include "pn-test-bits.h"
#include "pn-test-doc.h"
#include "pn-test-locale.h"

#include "pn-migrate-private.h"
#include "pn-serial.h"

#define SEED 20240612
#define N_ROUNDS 300

static PnRoot *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  PnRoot *root = pn_root_from_json (json, strlen (json), &error);

  g_assert_no_error (error);
  g_assert_nonnull (root);
  return root;
}

/* What is read is written as it stood. */
static void
assert_stays (const char *json)
{
  g_autoptr (PnRoot) root = parse (json);
  g_autofree char *again = pn_root_to_json (root, NULL);

  pn_test_assert_same_text (again, json);
}

static void
test_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < N_ROUNDS; i++) {
    g_autoptr (PnRoot) root = pn_test_random_root (rand);
    gsize length = 0;
    g_autofree char *json = pn_root_to_json (root, &length);

    g_assert_cmpuint (length, ==, strlen (json));
    assert_stays (json);
  }
}

/* What the text says is what the nodes hold, to the bit. */
static void
test_values (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  PnLayer *head = pn_layer_copy (pn_root_find_layer (root, PN_TEST_HEAD, NULL, NULL));
  g_autofree char *json = NULL;
  g_autoptr (PnRoot) read = NULL;
  const PnLayer *layer;
  const PnTrack *track;
  const PnPin *pin;

  head->position = pn_vec2 (0.1, -0.0);
  head->scale_x = 1e22;
  head->scale_y = 4.9e-324;
  head->rotation_deg = 1.7976931348623157e308;
  head->opacity = 1.0 / 3;
  head->visible = FALSE;
  head->locked = TRUE;
  pn_node_list_insert (&root->layers, 2, head);
  head->id = 0x99;
  root->has_background = TRUE;
  root->background[1] = 0xab;
  root->duration = 100.5;
  json = pn_root_to_json (root, NULL);
  read = parse (json);

  layer = pn_root_find_layer (read, 0x99, NULL, NULL);
  pn_assert_same_bits (layer->position.x, 0.1);
  pn_assert_same_bits (layer->position.y, -0.0);
  pn_assert_same_bits (layer->scale_x, 1e22);
  pn_assert_same_bits (layer->scale_y, 4.9e-324);
  pn_assert_same_bits (layer->rotation_deg, head->rotation_deg);
  pn_assert_same_bits (layer->opacity, 1.0 / 3);
  g_assert_false (layer->visible);
  g_assert_true (layer->locked);
  g_assert_cmpstr (read->document_id, ==, root->document_id);
  g_assert_cmpint (read->width, ==, 640);
  g_assert_cmpint (read->height, ==, 480);
  g_assert_cmpuint (read->next_id, ==, root->next_id);
  g_assert_true (read->has_background);
  g_assert_cmpmem (read->background, 3, root->background, 3);
  pn_assert_same_bits (read->duration, 100.5);
  pin = pn_root_find_pin (read, PN_TEST_ELBOW_PIN, &layer);
  pn_assert_same_bits (pin->rest_layer.x, 100.25);
  pn_assert_same_bits (pin->position_layer.x, 100.25);
  g_assert_cmpint (layer->picture_width, ==, 200);
  g_assert_cmpstr (layer->picture_asset, ==, PN_TEST_ASSET_PICTURE);
  g_assert_cmpstr (layer->puppet->mesh_asset, ==, PN_TEST_ASSET_MESH);
  track = pn_root_find_track (read, PN_TARGET_PIN, PN_TEST_HAND_PIN, PN_PROPERTY_POSITION);
  g_assert_cmpuint (track->n_keys, ==, 3);
  g_assert_cmpint (track->keys[0].ease.kind, ==, PN_EASE_IN_OUT);
  g_assert_cmpint (track->keys[2].ease.kind, ==, PN_EASE_HOLD);
  pn_assert_same_bits (track->keys[1].value.y, -20);
  pn_node_unref (head);
}

static void
test_defaults_are_not_written (void)
{
  static const char *const unused[] = {"opacity",   "position",   "anchor",  "rotation", "scale",
                                       "visible",   "locked",     "puppet",  "tracks",   "ease",
                                       "mesh_mode", "background", "density", "passes",   "grip"};
  g_autoptr (PnRoot) root = pn_root_new (10, 20, 24000, 1001);
  g_autoptr (PnLayer) layer = pn_test_picture (1, "plain", 3, 4);
  g_autofree char *json = NULL;

  pn_node_list_insert (&root->layers, 0, layer);
  json = pn_root_to_json (root, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    g_assert_null (strstr (json, unused[i]));
  g_assert_nonnull (strstr (json, "\"fps\": [24000, 1001]"));
}

/* Nobody has to ask whether there is a name, of unknown things either. */
static void
test_nameless (void)
{
  static const char json[] =
      "{\"format\":\"pantin\",\"version\":1,\"id\":\"6ba7b810-9dad-41d1-80b4-00c04fd430c8\","
      "\"size\":[64,48],\"fps\":[24,1],\"layers\":["
      "{\"id\":\"0000000000000001\",\"kind\":\"group\"},"
      "{\"id\":\"0000000000000002\",\"kind\":\"text\"},"
      "{\"id\":\"0000000000000003\",\"kind\":\"image\",\"picture\":\"" PN_TEST_ASSET_PICTURE
      "\",\"picture_size\":[20,10],\"puppet\":{\"mesh\":\"" PN_TEST_ASSET_MESH "\",\"pins\":["
      "{\"id\":\"0000000000000004\"},{\"id\":\"0000000000000005\",\"kind\":\"magnet\"}]}}]}";
  g_autoptr (PnRoot) root = parse (json);
  g_autofree char *again = pn_root_to_json (root, NULL);
  const PnLayer *rigged = root->layers.items[2];

  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (((const PnLayer *)root->layers.items[i])->name, ==, "");
  g_assert_cmpuint (rigged->puppet->pins.n_items, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpstr (((const PnPin *)rigged->puppet->pins.items[i])->name, ==, "");
  g_assert_null (strstr (again, "name"));
}

/* A file may begin at the last number of all: what is made then can still be read. */
static void
test_last_id (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  PnId ids[3];

  root->next_id = G_MAXINT64 - 1;
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    g_autofree char *json = NULL;
    g_autoptr (PnRoot) read = NULL;

    ids[i] = pn_root_make_id (root);
    json = pn_root_to_json (root, NULL);
    read = parse (json);
    g_assert_cmpuint (read->next_id, ==, root->next_id);
  }
  g_assert_true (ids[0] != ids[1] && ids[1] != ids[2] && ids[2] != ids[0]);
}

static char *
read_data (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "doc", "data", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* The file of the first version opens for ever, and what it does not use is written as then. */
static void
test_golden_v1 (void)
{
  g_autofree char *golden = read_data ("golden-v1.json");
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autofree char *json = pn_root_to_json (root, NULL);
  g_autoptr (PnRoot) read = parse (golden);
  g_autofree char *again = pn_root_to_json (read, NULL);
  g_auto (GStrv) parts = g_strsplit (golden, "\"version\": 1", 2);
  g_autofree char *since = g_strjoinv ("\"version\": 2", parts);
  const PnLayer *arm;
  const PnPin *pin;

  g_assert_cmpint (read->version, ==, PN_FORMAT_VERSION);
  pn_test_assert_same_text (again, since);
  pn_test_assert_same_text (json, since);

  /* What is not written has the values of that version, whatever defaults there are since. */
  pin = pn_root_find_pin (read, PN_TEST_HAND_PIN, &arm);
  pn_assert_same_bits (pin->grip, 14);
  pn_assert_same_bits (arm->puppet->recipe.density, 15);
  pn_assert_same_bits (arm->puppet->recipe.expansion, 8);
  g_assert_cmpuint (arm->puppet->passes, ==, 4);
  g_assert_cmpint (arm->puppet->recipe.mode, ==, PN_MESH_SILHOUETTE);
  g_assert_cmpint (arm->puppet->solver, ==, PN_SOLVER_ELASTIC);
  g_assert_cmpint (pin->kind, ==, PN_PIN_KIND_POSITION);
}

/* The newest version's, with one of everything in it. Each later version adds its own. */
static void
test_golden_v2 (void)
{
  g_autofree char *golden = read_data ("golden-v2.json");
  g_autoptr (PnRoot) root = pn_test_rigged ();
  g_autofree char *json = pn_root_to_json (root, NULL);
  g_autoptr (PnRoot) read = parse (golden);
  const PnPin *pin = pn_root_find_pin (read, 0x22 + PN_PIN_KIND_ADVANCED, NULL);

  g_assert_cmpint (PN_FORMAT_VERSION, ==, 2);
  pn_test_assert_same_text (json, golden);
  assert_stays (golden);

  /* What is not written has the values of that version, whatever defaults there are since. */
  g_assert_cmpint (pin->kind, ==, PN_PIN_KIND_ADVANCED);
  pn_assert_same_bits (pin->overlap_extent, 60);
  pin = pn_root_find_pin (read, PN_TEST_HAND_PIN, NULL);
  pn_assert_same_bits (pin->scale, 1);
  pn_assert_same_bits (pin->extent, 35);
  pn_assert_same_bits (pin->starch_extent, 60);
}

/* A document in which a later version wrote at every level, in the layout of ours. */
static void
test_unknown_is_kept (void)
{
  g_autofree char *json = read_data ("unknown-v2.json");
  g_autoptr (PnRoot) root = parse (json);
  const PnLayer *layer;
  const PnTrack *track;
  const PnPin *pin;

  assert_stays (json);

  layer = root->layers.items[0];
  g_assert_cmpint (layer->kind, ==, PN_LAYER_UNKNOWN);
  g_assert_cmpstr (layer->name, ==, "words");
  g_assert_cmpuint (layer->id, ==, 1);
  layer = root->layers.items[1];
  g_assert_cmpint (layer->puppet->solver, ==, PN_SOLVER_UNKNOWN);
  g_assert_cmpstr (layer->puppet->solver_unknown, ==, "spectral");
  g_assert_cmpstr (layer->puppet->mesh_mode_unknown, ==, "strokes");
  pin = layer->puppet->pins.items[0];
  g_assert_cmpint (pin->kind, ==, PN_PIN_KIND_UNKNOWN);
  g_assert_cmpuint (pin->id, ==, 3);
  track = root->tracks.items[0];
  g_assert_cmpint (track->keys[0].ease.kind, ==, PN_EASE_UNKNOWN);
  g_assert_cmpint (track->keys[1].ease.kind, ==, PN_EASE_UNKNOWN);
  g_assert_cmpint (track->keys[2].ease.kind, ==, PN_EASE_LINEAR);

  /* A track of a property that this version does not have belongs to its pin all the same. */
  track = root->tracks.items[1];
  g_assert_cmpint (track->property, ==, PN_PROPERTY_UNKNOWN);
  g_assert_cmpint (track->target_kind, ==, PN_TARGET_PIN);
  g_assert_cmpuint (track->target, ==, 4);
  track = root->tracks.items[2];
  g_assert_cmpint (track->target_kind, ==, PN_TARGET_UNKNOWN);
}

/* What belongs to nodes survives their being copied and edited. */
static void
test_unknown_survives_edits (void)
{
  g_autofree char *json = read_data ("unknown-v2.json");
  g_autoptr (PnRoot) root = parse (json);
  PnLayer *layer = pn_layer_copy (root->layers.items[1]);
  PnTrack *track = pn_track_copy (root->tracks.items[0]);
  g_autoptr (PnRoot) edited = pn_root_copy (root);
  g_autofree char *text = NULL;

  layer->opacity = 0.5;
  track->keys[0].ease.kind = PN_EASE_LINEAR;
  track->keys[1].value.x = 77;
  pn_node_list_replace (&edited->layers, 1, layer);
  pn_node_list_replace (&edited->tracks, 0, track);
  text = pn_root_to_json (edited, NULL);
  g_assert_nonnull (strstr (text, "\"opacity\": 0.5"));
  g_assert_nonnull (strstr (text, "\"blend\": \"multiply\""));
  /* An ease that was chosen takes the place of the unknown one; an untouched one stays. */
  g_assert_nonnull (strstr (text, "\"ease\": \"linear\", \"tangent\": [1.5, 2]"));
  g_assert_null (strstr (text, "bounce"));
  g_assert_nonnull (strstr (text, "\"value\": 77, \"ease\": {\"spring\": 3}"));
  pn_node_unref (layer);
  pn_node_unref (track);
}

static void
test_newer_version (void)
{
  g_autofree char *json = read_data ("newer-v9.json");
  g_autoptr (PnRoot) root = parse (json);
  const PnLayer *layer = root->layers.items[0];
  g_autofree char *as_own = NULL;
  g_autoptr (GError) error = NULL;
  char *version;

  g_assert_cmpint (root->version, ==, 9);
  assert_stays (json);
  /* What has another form there has its default here. */
  pn_assert_same_bits (layer->opacity, 1);
  pn_assert_same_bits (layer->position.x, 0);
  g_assert_cmpstr (layer->name, ==, "arm");
  g_assert_true (layer->visible);

  /* The same from this version is an error. */
  as_own = g_strdup (json);
  version = strstr (as_own, "\"version\": 9");
  g_assert_nonnull (version);
  version[strlen ("\"version\": ")] = '2';
  g_assert_null (pn_root_from_json (as_own, strlen (as_own), &error));
  g_assert_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA);
}

static void
test_keys_in_any_order (void)
{
  g_autofree char *golden = read_data ("golden-v1.json");
  g_autofree char *json = NULL;
  g_autoptr (PnRoot) root = NULL;
  g_auto (GStrv) parts = g_strsplit (golden, "{\"frame\": 12, \"x\": 150.5, \"y\": -20}", 2);
  const PnTrack *track;

  g_assert_nonnull (parts[1]);
  json = g_strconcat (parts[0],
                      "{\"frame\": 12, \"x\": 1, \"y\": 2, \"later\": 1},"
                      "{\"frame\": -3, \"x\": 5, \"y\": 6},"
                      "{\"frame\": 12.0, \"x\": 7, \"y\": 8}",
                      parts[1], NULL);
  root = parse (json);
  track = pn_root_find_track (root, PN_TARGET_PIN, PN_TEST_HAND_PIN, PN_PROPERTY_POSITION);
  g_assert_cmpuint (track->n_keys, ==, 4);
  g_assert_null (track->key_extras);
  for (guint i = 1; i < track->n_keys; i++)
    g_assert_cmpfloat (track->keys[i - 1].frame, <, track->keys[i].frame);
  pn_assert_same_bits (track->keys[0].value.x, 5);
  pn_assert_same_bits (track->keys[2].value.x, 7);
}

/* A6: a picture changed by a version that could not rescale the rig on it. */
static void
test_made_at (void)
{
  g_autofree char *golden = read_data ("golden-v2.json");
  g_auto (GStrv) parts = g_strsplit (golden, "\"picture_size\": [200, 100]", 2);
  g_autofree char *json = g_strconcat (parts[0], "\"picture_size\": [400, 200]", parts[1], NULL);
  g_autoptr (PnRoot) root = parse (json);
  g_autoptr (PnRoot) untouched = parse (golden);
  const PnLayer *arm = pn_root_find_layer (root, PN_TEST_ARM, NULL, NULL);

  g_assert_false (pn_puppet_fits_picture (arm->puppet));
  g_assert_cmpint (arm->puppet->made_width, ==, 200);
  g_assert_cmpint (arm->puppet->made_height, ==, 100);
  assert_stays (json);
  arm = pn_root_find_layer (untouched, PN_TEST_ARM, NULL, NULL);
  g_assert_true (pn_puppet_fits_picture (arm->puppet));
}

static void
test_assets (void)
{
  g_autofree char *json = read_data ("unknown-v2.json");
  g_autoptr (PnRoot) root = parse (json);
  g_autoptr (GPtrArray) named = pn_root_list_assets (root);
  g_autoptr (GPtrArray) possible = pn_root_list_possible_assets (root);
  const char *last = "";

  g_assert_cmpuint (named->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (named, 0), ==, PN_TEST_ASSET_PICTURE);
  g_assert_cmpstr (g_ptr_array_index (named, 1), ==, PN_TEST_ASSET_MESH);
  /* One in each place where a later version can have put it: see the data. */
  g_assert_cmpuint (possible->len, ==, 8);
  for (guint i = 0; i < possible->len; i++) {
    g_assert_cmpstr (last, <, g_ptr_array_index (possible, i));
    last = g_ptr_array_index (possible, i);
  }
}

/* BR52: a comma for the decimal point must not get into files, nor be looked for in them. */
static void
test_locale (void)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autofree char *in_c = pn_root_to_json (root, NULL);
  g_autofree char *in_german = NULL;

  pn_test_use_decimal_comma ();
  in_german = pn_root_to_json (root, NULL);
  pn_test_assert_same_text (in_german, in_c);
  assert_stays (in_c);
  setlocale (LC_ALL, "C");
  assert_stays (in_german);
}

static gboolean
rename_scale (JsonObject *document, GError **error)
{
  json_object_set_double_member (document, "new", json_object_get_double_member (document, "old"));
  json_object_remove_member (document, "old");
  return TRUE;
}

static gboolean
double_scale (JsonObject *document, GError **error)
{
  json_object_set_double_member (document, "new",
                                 2 * json_object_get_double_member (document, "new"));
  return TRUE;
}

/* Versions 3 to 5: from each the steps that it needs and no more. */
static void
test_migration_chain (void)
{
  const PnMigration steps[] = {rename_scale, double_scale};
  const double wanted[] = {6, 6, 3, 3};

  for (int version = 2; version <= 6; version++) {
    g_autoptr (JsonObject) document = json_object_new ();
    g_autoptr (GError) error = NULL;

    json_object_set_int_member (document, "version", version);
    json_object_set_double_member (document, version <= 3 ? "old" : "new", 3);
    if (version == 2) {
      g_assert_false (pn_migrate_with (document, steps, 3, 5, &error));
      g_assert_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA);
      continue;
    }
    g_assert_true (pn_migrate_with (document, steps, 3, 5, &error));
    g_assert_no_error (error);
    g_assert_cmpint (json_object_get_int_member (document, "version"), ==, MAX (version, 5));
    pn_assert_same_bits (json_object_get_double_member (document, "new"), wanted[version - 3]);
  }
}

typedef struct {
  const PnRoot *root;
  const char *json;
} Task;

static gpointer
write_thread (gpointer data)
{
  const Task *task = data;

  for (guint i = 0; i < 100; i++) {
    g_autoptr (PnRoot) copy = pn_root_copy (task->root);
    g_autofree char *json = pn_root_to_json (copy, NULL);
    g_autoptr (PnRoot) read = parse (json);

    pn_test_assert_same_text (json, task->json);
  }
  return NULL;
}

/* One root with unknown parts, written on eight threads while it is copied on all. */
static void
test_threads (void)
{
  g_autofree char *json = read_data ("unknown-v2.json");
  g_autoptr (PnRoot) root = parse (json);
  Task task = {root, json};
  GThread *threads[8];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("write", write_thread, &task);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/doc/serial/round-trip", test_round_trip);
  g_test_add_func ("/doc/serial/values", test_values);
  g_test_add_func ("/doc/serial/defaults-are-not-written", test_defaults_are_not_written);
  g_test_add_func ("/doc/serial/nameless", test_nameless);
  g_test_add_func ("/doc/serial/last-id", test_last_id);
  g_test_add_func ("/doc/serial/golden-v1", test_golden_v1);
  g_test_add_func ("/doc/serial/golden-v2", test_golden_v2);
  g_test_add_func ("/doc/serial/unknown-is-kept", test_unknown_is_kept);
  g_test_add_func ("/doc/serial/unknown-survives-edits", test_unknown_survives_edits);
  g_test_add_func ("/doc/serial/newer-version", test_newer_version);
  g_test_add_func ("/doc/serial/keys-in-any-order", test_keys_in_any_order);
  g_test_add_func ("/doc/serial/made-at", test_made_at);
  g_test_add_func ("/doc/serial/assets", test_assets);
  g_test_add_func ("/doc/serial/locale", test_locale);
  g_test_add_func ("/doc/serial/migration-chain", test_migration_chain);
  g_test_add_func ("/doc/serial/threads", test_threads);
  return g_test_run ();
}
