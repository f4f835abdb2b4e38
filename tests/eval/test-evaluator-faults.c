/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Evaluation of documents that something is wrong with: what fails, what only gives a notice, and
 * with which words. */
#include <math.h>
#include <string.h>

#include "pn-evaluator-private.h"
#include "pn-hash.h"
#include "pn-test-stage.h"

static void
test_missing_asset (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  for (PnId id = 1; id <= 8; id++) {
    g_autofree char *name = g_strdup_printf ("bar %d", (int)id);
    PnLayer *bar = pn_test_bar (stage->store, id, name);
    if (id >= 3) {
      g_free (bar->puppet->mesh_asset);
      bar->puppet->mesh_asset = g_strdup_printf ("gone %d", (int)id);
    }
    pn_test_add_layer (&root->layers, bar);
  }
  g_autoptr (GError) error = NULL;
  g_assert_null (pn_evaluate (stage->evaluator, root, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  /* The first of them, whatever thread met which. */
  g_assert_cmpstr (error->message, ==,
                   "The layer “bar 3” cannot be shown. There is no asset gone 3.");

  /* When they come back the next frame has them. */
  g_autoptr (PnMesh) mesh = pn_test_grid_mesh (300, 50, 6, 2);
  for (int id = 3; id <= 8; id++) {
    g_autofree char *name = g_strdup_printf ("gone %d", id);
    pn_test_store_mesh (stage->store, name, mesh);
  }
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  g_assert_cmpuint (frame->n_ops, ==, 8);
}

/* What is hidden does not keep the rest from being seen, alone or in a hidden group; as soon as it
 * is to be seen it does, clear or not. */
static void
test_hidden_asset (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *group = pn_layer_new (1, "group", PN_LAYER_GROUP);
  PnLayer *lost = pn_test_bar (stage->store, 2, "lost");
  g_free (lost->puppet->mesh_asset);
  lost->puppet->mesh_asset = g_strdup ("gone");
  pn_test_add_pin (lost, 11, "pin", pn_vec2 (10, 25), pn_vec2 (5, 5));
  lost->puppet->made_width = lost->puppet->made_height = 7;
  pn_test_add_layer (&group->children, lost);
  pn_test_add_layer (&root->layers, group);
  pn_test_add_layer (&root->layers, pn_test_bar (stage->store, 3, "bar"));

  for (int i = 0; i < 2; i++) {
    group->visible = i == 0;
    lost->visible = i == 1;
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
    g_assert_cmpuint (frame->n_ops, ==, 1);
    g_assert_cmpuint (frame->ops[0].layer, ==, 3);
    g_assert_cmpuint (frame->n_layers, ==, 3);
    g_assert_null (frame->layers[1].mesh);
    g_assert_cmpuint (frame->layers[1].n_pins, ==, 0);
    g_assert_cmpuint (pn_frame_hash (frame), !=, 0);
    g_assert_cmpuint (frame->notices->len, ==, 1);
    g_assert_cmpstr (frame->notices->pdata[0], ==,
                     "The layer “lost”, which is hidden, cannot be shown. There is no asset gone.");
  }
  group->visible = lost->visible = TRUE;
  for (int i = 0; i < 2; i++) {
    g_autoptr (GError) error = NULL;
    lost->opacity = i;
    g_assert_null (pn_evaluate (stage->evaluator, root, 0, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  }
}

static void
test_damaged_asset (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  pn_test_add_layer (&root->layers, pn_test_bar (stage->store, 1, "bar"));
  GBytes *whole = g_hash_table_lookup (stage->store->assets, "bar");
  g_hash_table_replace (stage->store->assets, g_strdup ("bar"),
                        g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) - 8));
  for (int i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (pn_evaluate (stage->evaluator, root, 0, &error));
    g_assert_error (error, PN_EVAL_ERROR, PN_EVAL_ERROR_DAMAGED);
    g_assert_cmpstr (error->message, ==,
                     "The layer “bar” cannot be shown. Its stored mesh is damaged.");
  }
  g_assert_cmpint (stage->store->n_loads, ==, 1);

  PnVec2 mapped;
  g_autoptr (GError) error = NULL;
  const double start = 0;
  g_assert_false (pn_evaluator_map_point (stage->evaluator, root, root->layers.items[0], &start, 1,
                                          pn_vec2 (1, 1), &mapped, &error));
  g_assert_error (error, PN_EVAL_ERROR, PN_EVAL_ERROR_DAMAGED);
}

static void
test_newer_asset (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  pn_test_add_layer (&root->layers, pn_test_bar (stage->store, 1, "bar"));
  gsize n_bytes;
  GBytes *old = g_hash_table_lookup (stage->store->assets, "bar");
  guint8 *bytes = g_memdup2 (g_bytes_get_data (old, &n_bytes), g_bytes_get_size (old));
  bytes[4]++; /* the version, little-endian */
  g_hash_table_replace (stage->store->assets, g_strdup ("bar"), g_bytes_new_take (bytes, n_bytes));

  for (int i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (pn_evaluate (stage->evaluator, root, 0, &error));
    g_assert_error (error, PN_EVAL_ERROR, PN_EVAL_ERROR_NEWER);
    g_assert_cmpstr (
        error->message, ==,
        "The layer “bar” cannot be shown. Its stored mesh was made by a newer version.");
  }
  g_assert_cmpint (stage->store->n_loads, ==, 1);
}

#define STEP_1 G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9)
#define STEP_2 G_GUINT64_CONSTANT (0x94d049bb133111eb)

static guint64
inverse (guint64 odd)
{
  guint64 x = odd;
  for (int i = 0; i < 5; i++)
    x *= 2 - odd * x;
  return x;
}

/* The state that one word of 0 turns into `state`. */
static guint64
step_back (guint64 state)
{
  guint64 x = (state ^ state >> 29 ^ state >> 58) * inverse (STEP_2);
  return (x ^ x >> 32) * inverse (STEP_1);
}

static void
hash_vertices (PnHash *hash, const PnMesh *mesh)
{
  pn_hash_init (hash);
  pn_hash_u64 (hash, pn_mesh_n_vertices (mesh));
  pn_hash_u64 (hash, pn_mesh_n_triangles (mesh));
  for (gsize i = 0; i < pn_mesh_n_vertices (mesh); i++) {
    pn_hash_double (hash, pn_mesh_positions (mesh)[i].x);
    pn_hash_double (hash, pn_mesh_positions (mesh)[i].y);
    pn_hash_double (hash, pn_mesh_uvs (mesh)[i].x);
    pn_hash_double (hash, pn_mesh_uvs (mesh)[i].y);
  }
}

/* `mesh` with the signature of `victim`, by another y of its last UV. (transfer full) */
static PnMesh *
forge (const PnMesh *mesh, const PnMesh *victim)
{
  PnHash hash, wanted;
  gsize n = pn_mesh_n_vertices (mesh), n_corners = 3 * pn_mesh_n_triangles (mesh);
  gsize n_bytes = pn_mesh_serialized_size (mesh);
  g_autofree guint8 *bytes = g_malloc (n_bytes);
  PnMesh *forged = NULL;

  hash_vertices (&wanted, victim);
  for (gsize i = 0; i < 3 * pn_mesh_n_triangles (victim); i++)
    pn_hash_u64 (&wanted, pn_mesh_triangles (victim)[i]);
  for (gsize i = n_corners; i-- > 0;)
    wanted.state = step_back (wanted.state) ^ pn_mesh_triangles (mesh)[i];
  hash_vertices (&hash, mesh);
  guint64 last;
  memcpy (&last, &pn_mesh_uvs (mesh)[n - 1].y, sizeof last);
  guint64 word = step_back (wanted.state) ^ step_back (hash.state) ^ last;
  pn_mesh_serialize (mesh, bytes);
  memcpy (bytes + n_bytes - 4 * n_corners - sizeof word, &word, sizeof word);
  g_assert_cmpint (pn_mesh_deserialize (bytes, n_bytes, &forged), ==, PN_STATUS_OK);
  g_assert_cmphex (pn_mesh_signature (forged), ==, pn_mesh_signature (victim));
  return forged;
}

/* Signatures are no secret, and a file may hold two meshes with the same. Both are posed, as one of
 * them or as themselves, and nothing is written where the other ends. */
static void
test_forged_signature (void)
{
  PnTestStage stage;
  pn_test_stage_set_up (&stage, GUINT_TO_POINTER (1));
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  g_autoptr (PnMesh) victim = pn_test_grid_mesh (300, 50, 30, 5);
  g_autoptr (PnMesh) finer = pn_test_grid_mesh (300, 50, 60, 10);
  g_autoptr (PnMesh) coarser = pn_test_grid_mesh (300, 50, 6, 1);
  g_autoptr (PnMesh) forged_finer = forge (finer, victim);
  g_autoptr (PnMesh) forged_coarser = forge (coarser, victim);
  pn_test_store_mesh (stage.store, "finer", forged_finer);
  pn_test_store_mesh (stage.store, "coarser", forged_coarser);
  for (PnId id = 1; id <= 3; id++) {
    PnLayer *bar = pn_test_bar (stage.store, id, "bar");
    if (id > 1) {
      g_free (bar->puppet->mesh_asset);
      bar->puppet->mesh_asset = g_strdup (id == 2 ? "finer" : "coarser");
    }
    pn_test_add_pin (bar, 10 * id, "left", pn_vec2 (10, 25), pn_vec2 (8, 16));
    pn_test_add_pin (bar, 10 * id + 1, "right", pn_vec2 (290, 25), pn_vec2 (8, 16));
    pn_test_add_layer (&root->layers, bar);
  }
  PnFrame *frame = pn_test_evaluate (&stage, root, 0);
  for (guint i = 0; i < 3; i++) {
    const PnLayerPose *pose = &frame->layers[i];
    g_assert_true (frame->ops[i].draw.mesh == pose->mesh);
    for (gsize k = 0; k < pn_mesh_n_vertices (pose->mesh); k++) {
      PnVec2 rest = pn_mesh_positions (pose->mesh)[k];
      g_assert_cmpfloat_with_epsilon (pose->posed_layer[k].x, rest.x + 8, 1e-9);
      g_assert_cmpfloat_with_epsilon (pose->posed_layer[k].y, rest.y + 16, 1e-9);
    }
  }
  pn_frame_unref (frame);
  pn_test_stage_tear_down (&stage, NULL);
}

static void
test_notices (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "arm");
  pn_test_add_pin (bar, 11, "good", pn_vec2 (10, 25), pn_vec2 (0, 0));
  pn_test_add_pin (bar, 12, "far", pn_vec2 (10, 500), pn_vec2 (0, 0));
  pn_test_add_pin (bar, 13, "twin", pn_vec2 (11, 25), pn_vec2 (0, 9));
  bar->puppet->made_width = 600;
  bar->puppet->made_height = 100;
  pn_test_add_layer (&root->layers, bar);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  const PnLayerPose *pose = &frame->layers[0];

  g_assert_cmpint (pose->pins[0].state, ==, PN_PIN_HOLDS);
  g_assert_cmpint (pose->pins[1].state, ==, PN_PIN_OFF_MESH);
  g_assert_cmpint (pose->pins[2].state, ==, PN_PIN_MERGED);
  g_assert_cmpmem (&pose->pins[1].landed_layer, sizeof (PnVec2), &pose->pins[1].pin->rest_layer,
                   sizeof (PnVec2));
  g_assert_cmpuint (frame->notices->len, ==, 3);
  const char *size = frame->notices->pdata[0], *far = frame->notices->pdata[1];
  const char *twin = frame->notices->pdata[2];
  g_assert_nonnull (strstr (size, "“arm” was made for a picture of 600 × 100 pixels"));
  g_assert_nonnull (strstr (far, "“arm” has no triangle under the pin “far”"));
  g_assert_nonnull (strstr (twin, "pin “twin” of “arm” lies so near"));
}

/* Four pins in the one triangle under them: the last has no corner left to act on. */
static void
test_coarse (PnTestStage *stage, gconstpointer data)
{
  const PnVec2 rests[] = {{10, 10}, {70, 10}, {60, 60}, {45, 25}};
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  g_autoptr (PnMesh) mesh = pn_test_grid_mesh (100, 100, 1, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "card");
  pn_test_store_mesh (stage->store, "bar", mesh);
  for (PnId i = 0; i < G_N_ELEMENTS (rests); i++)
    pn_test_add_pin (bar, 11 + i, i == 3 ? "fourth" : "pin", rests[i], pn_vec2 (0, i == 3 ? 9 : 1));
  pn_test_add_layer (&root->layers, bar);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  const PnLayerPose *pose = &frame->layers[0];

  for (guint i = 0; i < G_N_ELEMENTS (rests); i++) {
    g_assert_cmpint (pose->pins[i].state, ==, i == 3 ? PN_PIN_REDUNDANT : PN_PIN_HOLDS);
    g_assert_cmpfloat_with_epsilon (pose->pins[i].landed_layer.y, rests[i].y + 1, 1e-9);
  }
  g_assert_cmpuint (frame->notices->len, ==, 1);
  g_assert_cmpstr (frame->notices->pdata[0], ==,
                   "The mesh of “card” is too coarse to hold the pin “fourth” beside those around "
                   "it. Raise Density.");
}

/* A file may hold any number of pins: memory stays bounded, and the first ones act. */
static void
test_too_many_pins (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "hedgehog");
  /* Merged by their grips, so that the test is quick. */
  for (PnId i = 0; i < PN_ELASTIC_PINS_MAX + 9; i++)
    pn_test_add_pin (bar, 11 + i, "pin", pn_vec2 (10, 25), pn_vec2 (0, i == 0 ? 50 : 0));
  pn_test_add_layer (&root->layers, bar);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  const PnLayerPose *pose = &frame->layers[0];

  g_assert_cmpuint (pose->n_pins, ==, PN_ELASTIC_PINS_MAX);
  g_assert_cmpfloat_with_epsilon (pose->pins[0].landed_layer.y, 25 + 50.0 / PN_ELASTIC_PINS_MAX,
                                  1e-9);
  g_assert_cmpuint (frame->notices->len, ==, PN_ELASTIC_PINS_MAX);
  g_assert_cmpstr (frame->notices->pdata[0], ==,
                   "“hedgehog” has more pins than can act: those after the first 500 are ignored.");
}

/* Targets at the end of all numbers: a notice, and a pose that is finite. */
static void
test_overflow (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
  pn_test_add_pin (bar, 11, "left", pn_vec2 (10, 25), pn_vec2 (1e308, 1e308));
  pn_test_add_pin (bar, 12, "right", pn_vec2 (290, 25), pn_vec2 (-1e308, 1e308));
  pn_test_add_layer (&root->layers, bar);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  const PnLayerPose *pose = &frame->layers[0];

  g_assert_cmpuint (frame->notices->len, ==, 1);
  g_assert_cmpstr (frame->notices->pdata[0], ==,
                   "“bar” cannot follow its pins all the way at this frame.");
  g_assert_cmpuint (frame->n_ops, ==, 1);
  for (gsize i = 0; i < pn_mesh_n_vertices (pose->mesh); i++)
    g_assert_true (isfinite (pose->posed_layer[i].x) && isfinite (pose->posed_layer[i].y));
}

/* One corner of four is no number in the document, and hides from a box, which only compares. */
static void
test_overflow_at_one_corner (PnTestStage *stage, gconstpointer data)
{
  const PnVec2 corners[] = {{0, 0}, {290, 0}, {300, 50}, {0, 40}};
  const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
  g_autoptr (PnMesh) mesh = NULL;
  g_assert_cmpint (pn_mesh_new (corners, NULL, 4, triangles, 2, 300, 50, NULL, &mesh), ==,
                   PN_STATUS_OK);
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *group = pn_layer_new (2, "group", PN_LAYER_GROUP);
  PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
  pn_test_store_mesh (stage->store, "bar", mesh);
  group->scale_y = 1e-300;
  bar->rotation_deg = 45;
  bar->scale_x = 8.6e305;
  bar->scale_y = 5.6e306;
  pn_test_add_layer (&group->children, bar);
  pn_test_add_layer (&root->layers, group);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  g_assert_cmpuint (frame->n_ops, ==, 0);
}

/* A mesh that is none to the solver's precision is drawn as it lies. */
static void
test_unsolvable (PnTestStage *stage, gconstpointer data)
{
  const PnVec2 corners[] = {{0, 0}, {10000, 0}, {10000, 2e-4}, {0, 2e-4}};
  const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
  g_autoptr (PnMesh) mesh = NULL;
  g_assert_cmpint (pn_mesh_new (corners, NULL, 4, triangles, 2, 300, 50, NULL, &mesh), ==,
                   PN_STATUS_OK);
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "hair");
  pn_test_store_mesh (stage->store, "bar", mesh);
  pn_test_add_pin (bar, 11, "pin", pn_vec2 (10, 0), pn_vec2 (5, 5));
  pn_test_add_layer (&root->layers, bar);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
    g_assert_cmpuint (frame->n_ops, ==, 1);
    g_assert_true (frame->layers[0].posed_layer == pn_mesh_positions (frame->layers[0].mesh));
    g_assert_cmpuint (frame->notices->len, ==, 1);
    g_assert_cmpstr (frame->notices->pdata[0], ==,
                     "The mesh of “hair” cannot be bent. Build it anew.");
  }
  g_assert_cmpuint (pn_evaluator_get_stats (stage->evaluator).n_factors_made, ==, 1);
}

/* What a later version wrote is inert: no op, no pin, no error. */
static void
test_unknown (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnRoot) root = pn_root_new (640, 480, 24, 1);
  PnLayer *bar = pn_test_bar (stage->store, 1, "bar");
  pn_test_add_pin (bar, 11, "later", pn_vec2 (10, 25), pn_vec2 (50, 50));
  ((PnPin *)bar->puppet->pins.items[0])->kind = PN_PIN_KIND_UNKNOWN;
  pn_test_add_layer (&root->layers, pn_layer_new (2, "text", PN_LAYER_UNKNOWN));
  pn_test_add_layer (&root->layers, bar);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  g_assert_cmpuint (frame->n_ops, ==, 1);
  g_assert_cmpuint (frame->n_layers, ==, 2);
  g_assert_null (frame->layers[0].mesh);
  g_assert_cmpuint (frame->layers[1].n_pins, ==, 0);
  g_assert_true (frame->layers[1].posed_layer == pn_mesh_positions (frame->layers[1].mesh));
}

#define ADD(path, function)                                                            \
  g_test_add ("/eval/faults/" path, PnTestStage, NULL, pn_test_stage_set_up, function, \
              pn_test_stage_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("missing-asset", test_missing_asset);
  ADD ("hidden-asset", test_hidden_asset);
  ADD ("damaged-asset", test_damaged_asset);
  ADD ("newer-asset", test_newer_asset);
  g_test_add_func ("/eval/faults/forged-signature", test_forged_signature);
  ADD ("notices", test_notices);
  ADD ("coarse", test_coarse);
  ADD ("too-many-pins", test_too_many_pins);
  ADD ("overflow", test_overflow);
  ADD ("overflow-at-one-corner", test_overflow_at_one_corner);
  ADD ("unsolvable", test_unsolvable);
  ADD ("unknown", test_unknown);
  return g_test_run ();
}
