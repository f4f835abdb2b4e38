/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-prepared-mesh-private.h"

#include "pn-mesh-builder.h"
#include "pn-ops-private.h"

PnPreparedMesh *
pn_prepared_mesh_ref (PnPreparedMesh *mesh)
{
  g_atomic_ref_count_inc (&mesh->ref_count);
  return mesh;
}

void
pn_prepared_mesh_unref (PnPreparedMesh *mesh)
{
  if (!g_atomic_ref_count_dec (&mesh->ref_count))
    return;
  g_free (mesh->picture_asset);
  g_free (mesh->mesh_asset);
  g_free (mesh);
}

static char *
store (PnAssetStore *assets, const PnMesh *mesh, GError **error)
{
  gsize size = pn_mesh_serialized_size (mesh);
  guint8 *bytes = g_malloc (size);

  pn_mesh_serialize (mesh, bytes);
  g_autoptr (GBytes) data = g_bytes_new_take (bytes, size);
  return pn_asset_store_add (assets, data, error);
}

PnPreparedMesh *
pn_prepared_mesh_new (PnPictureCache *pictures,
                      PnAssetStore *assets,
                      const char *picture_asset,
                      const PnMeshRecipe *recipe,
                      GError **error)
{
  g_autoptr (PnPicture) picture = pn_picture_cache_get (pictures, picture_asset, error);
  if (picture == NULL)
    return NULL;

  g_autofree guint8 *alpha = pn_picture_coverage (picture);
  PnCoverage coverage = {alpha, (size_t)picture->width, picture->width, picture->height};
  g_autoptr (PnMesh) mesh = NULL;
  g_autoptr (PnPreparedMesh) self = g_new0 (PnPreparedMesh, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->picture_asset = g_strdup (picture_asset);
  self->recipe = *recipe;
  self->status = pn_mesh_build (&coverage, recipe, &self->notices, &mesh);
  if (self->status != PN_STATUS_OK)
    return g_steal_pointer (&self);
  self->n_vertices = (guint)pn_mesh_n_vertices (mesh);
  self->n_triangles = (guint)pn_mesh_n_triangles (mesh);
  self->mesh_asset = store (assets, mesh, error);
  return self->mesh_asset != NULL ? g_steal_pointer (&self) : NULL;
}

void
pn_ops_context_keep_mesh (PnOpsContext *context, PnPreparedMesh *mesh)
{
  PnPreparedMesh *old = context->prepared;

  context->prepared = pn_prepared_mesh_ref (mesh);
  g_clear_pointer (&old, pn_prepared_mesh_unref);
}

/* Numbers that came the same way are the same bits. */
static gboolean
is_same_recipe (const PnMeshRecipe *a, const PnMeshRecipe *b)
{
  return a->mode == b->mode && memcmp (&a->density, &b->density, sizeof a->density) == 0 &&
         memcmp (&a->expansion, &b->expansion, sizeof a->expansion) == 0;
}

PnPreparedMesh *
pn_prepared_mesh_get (PnOpsContext *context,
                      const char *picture_asset,
                      const PnMeshRecipe *recipe,
                      GError **error)
{
  PnPreparedMesh *kept = context->prepared;

  if (kept != NULL && g_str_equal (kept->picture_asset, picture_asset) &&
      is_same_recipe (&kept->recipe, recipe))
    return pn_prepared_mesh_ref (kept);
  return pn_prepared_mesh_new (context->pictures, pn_session_get_assets (context->session),
                               picture_asset, recipe, error);
}
