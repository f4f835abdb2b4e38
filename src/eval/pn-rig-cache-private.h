/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-elastic.h"
#include "pn-picture.h"

/* What posing needs beside the pose: rest meshes, factors and pin sets, by value. Two layers with
 * equal meshes share a factor; what a pin is called does not matter. Thread-safe. */
typedef struct PnRigCache PnRigCache;

PnRigCache *pn_rig_cache_new (PnAssetLoader loader, gpointer loader_data, GDestroyNotify destroy);
void pn_rig_cache_free (PnRigCache *self);
void pn_rig_cache_set_budget (PnRigCache *self, gsize budget_bytes);

/* A stored rest mesh. (transfer full) (nullable) */
PnMesh *pn_rig_cache_get_mesh (PnRigCache *self, const char *asset, GError **error);

/* The mesh of a picture that has none: two triangles, one pixel larger all round with texture
 * coordinates to match, so that the filter fades the picture's edge out against the transparent
 * border. (transfer full) */
PnMesh *pn_rig_cache_get_quad (PnRigCache *self, int width, int height);

/* A stored rest mesh with the pins on it. `rig` is NULL where there is no pin or the mesh cannot be
 * solved. FALSE with `error` for the mesh alone. (transfer full) in both. */
gboolean pn_rig_cache_get_rig (PnRigCache *self,
                               const char *asset,
                               const PnElasticPin *pins,
                               guint n_pins,
                               PnMesh **mesh,
                               PnElasticPins **rig,
                               GError **error);

/* How often something had to be made, and what is held. */
typedef struct {
  guint n_meshes_loaded;
  guint n_factors_made;
  guint n_pin_sets_made;
  gsize n_bytes;
} PnRigCacheStats;

PnRigCacheStats pn_rig_cache_get_stats (PnRigCache *self);
