/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-picture.h"
#include "pn-random.h"
#include "pn-test-doc.h"

/* Assets in memory, and layers with meshes among them. */

typedef struct {
  GHashTable *assets; /* GBytes by name */
  gint n_loads;
} PnTestStore;

static inline PnTestStore *
pn_test_store_new (void)
{
  PnTestStore *store = g_new0 (PnTestStore, 1);
  store->assets =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  return store;
}

static inline void
pn_test_store_free (PnTestStore *store)
{
  g_hash_table_unref (store->assets);
  g_free (store);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnTestStore, pn_test_store_free)

/* A PnAssetLoader. */
static inline GBytes *
pn_test_store_load_cb (gpointer data, const char *hash, GError **error)
{
  PnTestStore *store = data;
  GBytes *bytes = g_hash_table_lookup (store->assets, hash);
  g_atomic_int_inc (&store->n_loads);
  if (!bytes)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no asset %s.", hash);
  return bytes ? g_bytes_ref (bytes) : NULL;
}

/* A picture's rectangle in cells. (transfer full) */
static inline PnMesh *
pn_test_grid_mesh (int width, int height, int columns, int rows)
{
  gsize n_vertices = (gsize)(columns + 1) * (gsize)(rows + 1), n_triangles = 0;
  g_autofree PnVec2 *positions = g_new (PnVec2, n_vertices);
  g_autofree uint32_t *triangles = g_new (uint32_t, 6 * (gsize)columns * (gsize)rows);
  PnMesh *mesh = NULL;

  for (int j = 0; j <= rows; j++)
    for (int i = 0; i <= columns; i++)
      positions[j * (columns + 1) + i] =
          pn_vec2 (width * (double)i / columns, height * (double)j / rows);
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < columns; i++) {
      uint32_t a = (uint32_t)(j * (columns + 1) + i), b = a + 1;
      uint32_t c = a + (uint32_t)columns + 1, d = c + 1;
      const uint32_t both[6] = {a, b, d, a, d, c};
      memcpy (triangles + 3 * n_triangles, both, sizeof both);
      n_triangles += 2;
    }
  PnStatus status =
      pn_mesh_new (positions, NULL, n_vertices, triangles, n_triangles, width, height, NULL, &mesh);
  g_assert_cmpint (status, ==, PN_STATUS_OK);
  return mesh;
}

static inline void
pn_test_store_mesh (PnTestStore *store, const char *name, const PnMesh *mesh)
{
  gsize n_bytes = pn_mesh_serialized_size (mesh);
  guint8 *bytes = g_malloc (n_bytes);
  pn_mesh_serialize (mesh, bytes);
  g_hash_table_replace (store->assets, g_strdup (name), g_bytes_new_take (bytes, n_bytes));
}

/* A rigged picture of 300 x 50 px with the grid of the same size as its mesh, and no pin yet. */
static inline PnLayer *
pn_test_bar (PnTestStore *store, PnId id, const char *name)
{
  const PnMeshRecipe recipe = {PN_MESH_GRID, PN_MESH_DENSITY_DEFAULT, 0.0};
  PnLayer *layer = pn_test_picture (id, name, 300, 50);
  PnMesh *mesh = pn_test_grid_mesh (300, 50, 30, 5);
  pn_test_store_mesh (store, "bar", mesh);
  pn_mesh_unref (mesh);
  layer->puppet = pn_puppet_new (&recipe, "bar");
  return layer;
}

/* The same of parts that do not touch: a bar of 100 x 40 and squares of 40 x 40, 20 px apart. The
 * squares and gaps are those of a grid of 20 px. */
#define PN_TEST_N_PARTS 4

static inline PnLayer *
pn_test_parts (PnTestStore *store, PnId id, const char *name)
{
  PnVec2 positions[4 * 22];
  uint32_t triangles[6 * 22];
  guint n_cells = 0;
  PnMesh *mesh = NULL;
  PnLayer *layer = pn_test_bar (store, id, name);

  for (guint i = 0; i < 14; i++)
    for (guint j = 0; j < 2; j++) {
      if (i >= 5 && (i - 5) % 3 == 0)
        continue;
      double x = 20.0 * i, y = 20.0 * j;
      const PnVec2 corners[4] = {{x, y}, {x + 20, y}, {x + 20, y + 20}, {x, y + 20}};
      const uint32_t at = 4 * n_cells, both[6] = {at, at + 1, at + 2, at, at + 2, at + 3};
      memcpy (positions + at, corners, sizeof corners);
      memcpy (triangles + 6 * n_cells++, both, sizeof both);
    }
  g_assert_cmpint (
      pn_mesh_new (positions, NULL, 4 * n_cells, triangles, 2 * n_cells, 280, 40, NULL, &mesh), ==,
      PN_STATUS_OK);
  pn_test_store_mesh (store, "parts", mesh);
  pn_mesh_unref (mesh);
  g_free (layer->puppet->mesh_asset);
  layer->puppet->mesh_asset = g_strdup ("parts");
  return layer;
}

/* A pin of a mutable layer, put `by` away from its rest place. */
static inline void
pn_test_add_pin (PnLayer *layer, PnId id, const char *name, PnVec2 rest, PnVec2 by)
{
  g_autoptr (PnPin) pin = pn_pin_new (id, name, rest);
  pin->position_layer = pn_vec2_add (rest, by);
  pn_node_list_insert (&layer->puppet->pins, layer->puppet->pins.n_items, pin);
}

/* x is drawn before y: the order of two calls in one list of arguments is the compiler's. */
static inline PnVec2
pn_test_point_in (PnRandom *random, double x0, double x1, double y0, double y1)
{
  double x = pn_random_range (random, x0, x1);
  double y = pn_random_range (random, y0, y1);
  return pn_vec2 (x, y);
}

/* Takes the reference. */
static inline void
pn_test_add_layer (PnNodeList *list, PnLayer *layer)
{
  pn_node_list_insert (list, list->n_items, layer);
  pn_node_unref (layer);
}
