/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-prepared-mesh-private.h"

#include "pn-test-session.h"

/* No mesh has it, so it tells which one an operation took. */
#define MARK 123457

static void
clear_pixel (int x, int y, guint8 rgba[4])
{
  memset (rgba, 0, 4);
}

typedef struct {
  PnTestSession base;
  const PnLayer *figure;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  pn_test_session_init (&self->base, 400, 300);
  g_autofree char *path =
      pn_test_draw (self->base.folder, "figure.png", 280, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) layer = pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig =
      pn_test_run (&self->base, "{'op': 'create_puppet_rig', 'layer': 'figure'}");

  self->figure = pn_session_get_root (self->base.session)->layers.items[0];
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  pn_test_session_clear (&self->base);
}

static PnPreparedMesh *
prepare (Fixture *self, double density)
{
  PnMeshRecipe recipe = {PN_MESH_SILHOUETTE, density, PN_MESH_EXPANSION_DEFAULT};
  g_autoptr (GError) error = NULL;
  PnPreparedMesh *mesh = pn_prepared_mesh_new (pn_ops_context_get_pictures (self->base.context),
                                               pn_session_get_assets (self->base.session),
                                               self->figure->picture_asset, &recipe, &error);

  g_assert_no_error (error);
  return mesh;
}

static gint64
set_density (Fixture *self, double density)
{
  g_autoptr (JsonNode) result =
      pn_test_run (&self->base, "{'op': 'set_mesh', 'layer': 'figure', 'density': %g}", density);

  return json_object_get_int_member (json_node_get_object (result), "vertices");
}

/* It is the mesh that the operation would have made. */
static void
test_is_the_same_mesh (Fixture *self, gconstpointer data)
{
  g_autoptr (PnPreparedMesh) mesh = prepare (self, 22);

  g_assert_cmpint (set_density (self, 22), ==, mesh->n_vertices);
  const PnLayer *layer = pn_session_get_root (self->base.session)->layers.items[0];
  g_assert_cmpstr (layer->puppet->mesh_asset, ==, mesh->mesh_asset);
}

/* And it is taken for just that recipe of that picture. */
static void
test_is_taken (Fixture *self, gconstpointer data)
{
  g_autoptr (PnPreparedMesh) mesh = prepare (self, 22);
  g_autoptr (PnPreparedMesh) other = prepare (self, 20);

  mesh->n_vertices = MARK;
  pn_ops_context_keep_mesh (self->base.context, mesh);
  g_assert_cmpint (set_density (self, 22), ==, MARK);
  g_assert_cmpint (set_density (self, 21), !=, MARK);
  g_assert_cmpint (set_density (self, 22), ==, MARK);

  g_free (mesh->picture_asset);
  mesh->picture_asset = g_strdup ("another");
  g_assert_cmpint (set_density (self, 22), !=, MARK);
  pn_ops_context_keep_mesh (self->base.context, other);
}

static void
test_empty_picture (Fixture *self, gconstpointer data)
{
  g_autofree char *path = pn_test_draw (self->base.folder, "clear.png", 20, 20, clear_pixel);
  g_autoptr (JsonNode) layer = pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", path);

  self->figure = pn_session_get_root (self->base.session)->layers.items[1];
  g_autoptr (PnPreparedMesh) mesh = prepare (self, 22);
  g_assert_cmpint ((int)mesh->status, ==, PN_STATUS_EMPTY);
  g_assert_null (mesh->mesh_asset);
  pn_ops_context_keep_mesh (self->base.context, mesh);
  g_autofree char *refusal =
      pn_test_refused (&self->base, PN_OPS_ERROR_REFUSED,
                       "{'op': 'create_puppet_rig', 'layer': 'clear', 'mesh': {'density': 22}}");
  g_assert_nonnull (strstr (refusal, "opaque"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/ops/prepared-mesh/is-the-same-mesh", Fixture, NULL, set_up, test_is_the_same_mesh,
              tear_down);
  g_test_add ("/ops/prepared-mesh/is-taken", Fixture, NULL, set_up, test_is_taken, tear_down);
  g_test_add ("/ops/prepared-mesh/empty-picture", Fixture, NULL, set_up, test_empty_picture,
              tear_down);
  return g_test_run ();
}
