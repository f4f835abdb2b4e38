/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "pn-container.h"
#include "pn-serial.h"

/* Documents with bulk data, of any size. */

/* Bytes that do not compress, from a seed; with `png` they begin as a PNG does. */
typedef enum { PN_TEST_BYTES_PLAIN, PN_TEST_BYTES_PNG } PnTestBytesKind;

static inline GBytes *
pn_test_bytes (guint64 seed, gsize n_bytes, PnTestBytesKind kind)
{
  guint8 *bytes = g_malloc (MAX (n_bytes, 8));
  guint64 state = seed * 2 + 1;

  for (gsize i = 0; i < n_bytes; i++) {
    state =
        state * G_GUINT64_CONSTANT (6364136223846793005) + G_GUINT64_CONSTANT (1442695040888963407);
    bytes[i] = (guint8)(state >> 56);
  }
  if (kind == PN_TEST_BYTES_PNG)
    memcpy (bytes, "\x89PNG\r\n\x1a\n", 8);
  return g_bytes_new_take (bytes, n_bytes);
}

/* A picture layer on top of all others; returns a new root, and gives up the old one. */
static inline PnRoot *
pn_test_root_add_picture (PnRoot *root, PnAssetStore *store, GBytes *bytes, const char *name)
{
  GError *error = NULL;
  PnRoot *copy = pn_root_copy (root);
  PnLayer *layer = pn_layer_new (pn_root_make_id (copy), name, PN_LAYER_IMAGE);

  layer->picture_asset = pn_asset_store_add (store, bytes, &error);
  g_assert_no_error (error);
  layer->picture_width = 8;
  layer->picture_height = 8;
  pn_node_list_insert (&copy->layers, copy->layers.n_items, layer);
  pn_node_unref (layer);
  pn_node_unref (root);
  return copy;
}

/* `n_pictures` layers of so many bytes each. */
static inline PnRoot *
pn_test_root_new (PnAssetStore *store, guint64 seed, guint n_pictures, gsize n_bytes)
{
  PnRoot *root = pn_root_new (64, 64, 24, 1);

  for (guint i = 0; i < n_pictures; i++) {
    GBytes *bytes = pn_test_bytes (seed * 1000 + i, n_bytes, PN_TEST_BYTES_PNG);
    char *name = g_strdup_printf ("picture %u", i);

    root = pn_test_root_add_picture (root, store, bytes, name);
    g_free (name);
    g_bytes_unref (bytes);
  }
  return root;
}

/* A root that differs from `root` in one layer's name. */
static inline PnRoot *
pn_test_root_rename (const PnRoot *root, guint index, const char *name)
{
  PnRoot *copy = pn_root_copy (root);
  PnLayer *layer = pn_layer_copy (copy->layers.items[index]);

  g_free (layer->name);
  layer->name = g_strdup (name);
  pn_node_list_replace (&copy->layers, index, layer);
  pn_node_unref (layer);
  return copy;
}

static inline gboolean
pn_test_roots_equal (const PnRoot *a, const PnRoot *b)
{
  char *json_a = pn_root_to_json (a, NULL);
  char *json_b = pn_root_to_json (b, NULL);
  gboolean equal = strcmp (json_a, json_b) == 0;

  g_free (json_a);
  g_free (json_b);
  return equal;
}

static inline void
pn_test_assert_roots_equal (const PnRoot *a, const PnRoot *b)
{
  g_assert_nonnull (a);
  g_assert_nonnull (b);
  g_assert_true (pn_test_roots_equal (a, b));
}

/* Loads and reads all assets. (nullable) */
static inline PnRoot *
pn_test_load_whole (const char *path)
{
  GError *error = NULL;
  PnAssetStore *store = pn_asset_store_new (NULL, NULL);
  PnContainerRest *rest = NULL;
  PnRoot *root = pn_container_load (path, store, &rest, NULL, &error);

  g_assert_no_error (error);
  pn_container_rest_unref (rest);
  g_object_unref (store);
  return root;
}
