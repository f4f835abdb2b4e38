/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From a document to pixels: what evaluation gives, drawn. */

#include "pn-mesh-builder.h"
#include "pn-test-gpu.h"
#include "pn-test-stage.h"

#define SIDE 100

/* An opaque disc with a pattern that is not the same in any two places. */
static PnPicture *
make_disc (void)
{
  guint8 *pixels = g_malloc0 (SIDE * SIDE * 4);

  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      int dx = 2 * x - 99, dy = 2 * y - 99;
      const guint8 color[] = {(guint8)(2 * x), (guint8)(2 * y),
                              (guint8)((x / 8 + y / 8) % 2 ? 255 : 0), 255};

      if (dx * dx + dy * dy < 90 * 90)
        memcpy (pixels + 4 * (y * SIDE + x), color, 4);
    }
  return pn_test_picture_new (SIDE, SIDE, PN_PIXELS_RGBA8, pixels);
}

static PnLayer *
make_layer (PnTestStage *stage, const PnPicture *picture, gboolean is_meshed)
{
  PnLayer *layer = pn_test_picture (1, "disc", SIDE, SIDE);

  layer->position = pn_vec2 (200, 80);
  layer->rotation_deg = 30;
  layer->scale_x = layer->scale_y = 2;
  if (!is_meshed)
    return layer;

  const PnMeshRecipe recipe = {PN_MESH_SILHOUETTE, PN_MESH_DENSITY_DEFAULT,
                               PN_MESH_EXPANSION_DEFAULT};
  g_autofree guint8 *alpha = pn_picture_coverage (picture);
  PnCoverage coverage = {alpha, SIDE, SIDE, SIDE};
  PnMesh *mesh = NULL;
  g_assert_cmpint (pn_mesh_build (&coverage, &recipe, NULL, &mesh), ==, PN_STATUS_OK);
  g_assert_cmpuint (pn_mesh_n_triangles (mesh), >, 50);
  pn_test_store_mesh (stage->store, "mesh", mesh);
  pn_mesh_unref (mesh);
  layer->puppet = pn_puppet_new (&recipe, "mesh");
  pn_test_add_pin (layer, 2, "pin", pn_vec2 (40, 60), pn_vec2 (0, 0));
  return layer;
}

static PnReadback
render (PnTestStage *stage, PnTestScene *scene, PnLayer *layer)
{
  g_autoptr (PnRoot) root = pn_root_new (400, 400, 24, 1);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  g_autoptr (GError) error = NULL;
  PnRenderTarget target = {.width = 400, .height = 400, .depth = PN_DEPTH_8, .samples = 4};
  PnReadback out = {0};

  pn_test_add_layer (&root->layers, layer);
  g_autoptr (PnFrame) frame = pn_test_evaluate (stage, root, 0);
  pn_renderer_render (renderer, frame, &target, PN_ALPHA_PREMULTIPLIED, &out, &error);
  g_assert_no_error (error);
  return out;
}

/* BR07: a moved, turned and enlarged layer looks the same with a mesh as without. */
static void
test_mesh_follows_layer (PnTestStage *stage, gconstpointer data)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (400, 400);
  PnPicture *picture = make_disc ();
  int n_inside = 0;

  pn_test_scene_add (scene, PN_TEST_ASSET_PICTURE, picture);
  PnReadback plain = render (stage, scene, make_layer (stage, picture, FALSE));
  PnReadback meshed = render (stage, scene, make_layer (stage, picture, TRUE));
  for (int y = 0; y < 400; y++)
    for (int x = 0; x < 400; x++) {
      n_inside += pn_test_channel (&plain, x, y, 3) == 255;
      for (int c = 0; c < 4; c++)
        g_assert_cmpint (
            ABS (pn_test_channel (&plain, x, y, c) - pn_test_channel (&meshed, x, y, c)), <=, 2);
    }
  /* A disc of 45 px, twice as large, but for its rim. */
  g_assert_cmpint (n_inside, >, 24000);
  g_assert_cmpint (n_inside, <, 25500);
  pn_readback_clear (&plain);
  pn_readback_clear (&meshed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/gpu/posed/mesh-follows-layer", PnTestStage, NULL, pn_test_stage_set_up,
              test_mesh_follows_layer, pn_test_stage_tear_down);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
