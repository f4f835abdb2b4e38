/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures for the screen: drawn aside, in three slots, the newest first. */

#include "pn-gpu-device-private.h"
#include "pn-render-ring.h"
#include "pn-test-gpu.h"

static PnTestScene *
make_scene (int width, int height)
{
  PnTestScene *scene = pn_test_scene_new (width, height);
  PnAffine half = {0.4, 0.1, -0.1, 0.4, 10, 3};

  pn_test_scene_add (scene, "noise", pn_test_picture_noise (120, 90, 1));
  pn_test_scene_draw (scene, "noise", 4, 4, pn_test_warp_affine, &half, 1);
  pn_test_scene_push (scene, (PnBox){10, 10, 90, 90}, 0.5);
  pn_test_scene_place (scene, "noise", 15.5, 12, 1);
  pn_test_scene_pop (scene);
  return scene;
}

static PnRenderRing *
make_ring (PnTestScene *scene)
{
  pn_test_gpu ();
  return pn_render_ring_new (PN_GPU_SOFTWARE, scene->cache);
}

/* One picture that was asked for. */
typedef struct {
  gboolean is_done;
  PnRendered *rendered;
  GError *error;
} Asked;

static void
asked_clear (Asked *asked)
{
  g_clear_pointer (&asked->rendered, pn_rendered_unref);
  g_clear_error (&asked->error);
  asked->is_done = FALSE;
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;

  g_assert_false (asked->is_done);
  g_assert_null (source);
  asked->is_done = TRUE;
  asked->rendered = pn_render_ring_render_finish (result, &asked->error);
  g_assert_true ((asked->rendered == NULL) != (asked->error == NULL));
}

static void
ask (PnRenderRing *ring,
     PnTestScene *scene,
     const PnRenderTarget *target,
     PnRenderedUse use,
     Asked *asked)
{
  pn_render_ring_render_async (ring, pn_test_scene_frame (scene), target, use, done_cb, asked);
}

static void
wait_for (const Asked *asked)
{
  while (!asked->is_done)
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_shows (PnRendered *rendered, const PnReadback *expected)
{
  PnReadback out = {.width = rendered->target.width,
                    .height = rendered->target.height,
                    .stride = rendered->stride,
                    .pixels = (guint8 *)(guintptr)g_bytes_get_data (rendered->bytes, NULL),
                    .bytes = rendered->bytes};

  pn_test_assert_same_pixels (&out, expected);
}

/* Whatever way a frame goes, in one tile or in many, it has the same pixels. */
static void
test_same_pixels (void)
{
  const int sides[] = {0, 64};
  g_autoptr (PnTestScene) scene = make_scene (150, 110);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);

  target.has_background = TRUE;
  target.background[1] = 77;
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  PnReadback expected = pn_test_render_with (renderer, scene, &target, PN_ALPHA_PREMULTIPLIED);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    g_autoptr (PnRenderRing) ring = make_ring (scene);

    pn_gpu_set_max_image_side (pn_test_gpu (), sides[i]);
    g_assert_null (pn_render_ring_get_gpu (ring));
    for (PnRenderedUse use = PN_RENDERED_TO_SHOW; use <= PN_RENDERED_TO_KEEP; use++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PnRendered) now =
          pn_render_ring_render (ring, pn_test_scene_frame (scene), &target, use, &error);
      Asked later = {0};

      g_assert_no_error (error);
      assert_shows (now, &expected);
      ask (ring, scene, &target, use, &later);
      wait_for (&later);
      g_assert_no_error (later.error);
      assert_shows (later.rendered, &expected);
      g_assert_true (pn_render_target_equal (&later.rendered->target, &target));
      asked_clear (&later);
    }
    g_assert_true (pn_render_ring_get_gpu (ring) == pn_test_gpu ());
    pn_gpu_set_max_image_side (pn_test_gpu (), 0);
  }
  pn_readback_clear (&expected);
}

/* With two in the toolkit's hands all goes on, in three places of memory and no more; with all three
 * out the next picture waits for one to come back. What is kept takes none. */
static void
test_three_slots (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 80);
  g_autoptr (PnRenderRing) ring = make_ring (scene);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 1);
  Asked asked[3] = {0}, fourth = {0}, kept = {0};

  for (int i = 0; i < 30; i++) {
    Asked *one = &asked[i % 3];

    asked_clear (one);
    ask (ring, scene, &target, PN_RENDERED_TO_SHOW, one);
    wait_for (one);
    g_hash_table_add (places, (gpointer)(guintptr)g_bytes_get_data (one->rendered->bytes, NULL));
  }
  g_assert_cmpuint (g_hash_table_size (places), ==, 3);

  ask (ring, scene, &target, PN_RENDERED_TO_KEEP, &kept);
  wait_for (&kept);
  g_assert_false (g_hash_table_contains (places, g_bytes_get_data (kept.rendered->bytes, NULL)));
  ask (ring, scene, &target, PN_RENDERED_TO_SHOW, &fourth);
  for (int i = 0; i < 20; i++) {
    g_usleep (2000);
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_false (fourth.is_done);
  g_assert_true (pn_render_ring_is_busy (ring));
  asked_clear (&asked[1]);
  wait_for (&fourth);
  g_assert_true (g_hash_table_contains (places, g_bytes_get_data (fourth.rendered->bytes, NULL)));
  g_assert_false (pn_render_ring_is_busy (ring));
  for (int i = 0; i < 3; i++)
    asked_clear (&asked[i]);
  asked_clear (&fourth);
  asked_clear (&kept);
}

/* Nothing is queued: of many that were asked for the last one is drawn, and those before it only if
 * their turn had come; every one is answered, and in order. */
static void
test_newest_wins (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 80);
  g_autoptr (PnRenderRing) ring = make_ring (scene);
  Asked asked[40] = {0};
  int n_drawn = 0;

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++) {
    PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);

    target.width = 300 + (int)i;
    target.height = 300;
    ask (ring, scene, &target, PN_RENDERED_TO_KEEP, &asked[i]);
  }
  wait_for (&asked[G_N_ELEMENTS (asked) - 1]);
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++) {
    g_assert_true (asked[i].is_done);
    if (asked[i].rendered != NULL) {
      g_assert_cmpint (asked[i].rendered->target.width, ==, 300 + (int)i);
      n_drawn++;
    } else
      g_assert_error (asked[i].error, PN_GPU_ERROR, PN_GPU_ERROR_CANCELLED);
  }
  g_assert_nonnull (asked[G_N_ELEMENTS (asked) - 1].rendered);
  g_assert_cmpint (n_drawn, <, 20);
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    asked_clear (&asked[i]);
}

/* BR57, BR59: a window dragged about, with devices lost on the way and no size at all between, while
 * the toolkit holds the last two pictures. */
static void
test_resizes (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 100);
  g_autoptr (PnRenderRing) ring = make_ring (scene);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  Asked held[3] = {0};
  int n_lost = 0;

  for (int i = 0; i < 200; i++) {
    Asked *asked = &held[i % 3];
    PnRenderTarget target = {.width = i % 10 == 9 ? 1 : g_rand_int_range (rand, 1, 400),
                             .height = i % 15 == 14 ? 0 : g_rand_int_range (rand, 1, 300),
                             .samples = i % 7 == 0 ? 1 : 4,
                             .has_map = TRUE,
                             .px_from_doc = {0.8, 0.6, -0.6, 0.8, i, -i / 2.0}};
    g_autoptr (GError) error = NULL;
    g_autoptr (PnGpuDevice) before = pn_gpu_acquire_device (pn_test_gpu (), &error);

    asked_clear (asked);
    if (i % 5 == 4)
      pn_gpu_lose_device_after (pn_test_gpu (), 1);
    ask (ring, scene, &target, PN_RENDERED_TO_SHOW, asked);
    wait_for (asked);
    if (target.height == 0) {
      g_assert_error (asked->error, PN_GPU_ERROR, PN_GPU_ERROR_LIMIT);
      continue;
    }
    g_assert_no_error (asked->error);
    g_autoptr (PnGpuDevice) after = pn_gpu_acquire_device (pn_test_gpu (), &error);
    n_lost += before != after;
    if (i % 10 == 0 || before != after) {
      PnReadback expected = pn_test_render_with (renderer, scene, &target, PN_ALPHA_PREMULTIPLIED);

      assert_shows (asked->rendered, &expected);
      pn_readback_clear (&expected);
    }
  }
  pn_gpu_lose_device_after (pn_test_gpu (), -1);
  g_assert_cmpint (n_lost, >, 20);
  for (int i = 0; i < 3; i++)
    asked_clear (&held[i]);
}

static gpointer
let_go (gpointer rendered)
{
  pn_rendered_unref (rendered);
  return NULL;
}

/* Pictures outlive the ring and their device, and are let go of on any thread. */
static void
test_pictures_outlive (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 80);
  PnRenderRing *ring = make_ring (scene);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);
  Asked one = {0}, two = {0};

  PnReadback expected = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_PREMULTIPLIED);
  ask (ring, scene, &target, PN_RENDERED_TO_SHOW, &one);
  wait_for (&one);
  pn_gpu_lose_device_after (pn_test_gpu (), 1);
  ask (ring, scene, &target, PN_RENDERED_TO_SHOW, &two);
  wait_for (&two);
  g_object_unref (ring);
  assert_shows (one.rendered, &expected);
  assert_shows (two.rendered, &expected);
  g_thread_join (g_thread_new ("test", let_go, g_steal_pointer (&one.rendered)));
  asked_clear (&two);
  pn_readback_clear (&expected);
}

/* The end of the ring answers what was asked for, whether it was drawn or not. */
static void
test_end (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 80);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);

  for (int i = 0; i < 10; i++) {
    PnRenderRing *ring = make_ring (scene);
    Asked asked[3] = {0};

    for (guint j = 0; j < G_N_ELEMENTS (asked); j++)
      ask (ring, scene, &target, PN_RENDERED_TO_SHOW, &asked[j]);
    g_usleep ((gulong)i * 500);
    g_object_unref (ring);
    for (guint j = 0; j < G_N_ELEMENTS (asked); j++) {
      wait_for (&asked[j]);
      if (asked[j].error != NULL)
        g_assert_error (asked[j].error, PN_GPU_ERROR, PN_GPU_ERROR_CANCELLED);
      asked_clear (&asked[j]);
    }
  }
}

/* What cannot be drawn is said, and the next frame is right. */
static void
test_errors (void)
{
  g_autoptr (PnTestScene) scene = make_scene (100, 80);
  g_autoptr (PnTestScene) missing = pn_test_scene_new (100, 80);
  g_autoptr (PnRenderRing) ring = make_ring (scene);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);
  Asked asked = {0};

  pn_test_scene_add (missing, "nowhere", pn_test_picture_noise (10, 10, 1));
  pn_test_scene_place (missing, "nowhere", 0, 0, 1);
  ask (ring, missing, &target, PN_RENDERED_TO_SHOW, &asked);
  wait_for (&asked);
  g_assert_error (asked.error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  asked_clear (&asked);
  ask (ring, scene, &target, PN_RENDERED_TO_SHOW, &asked);
  wait_for (&asked);
  g_assert_no_error (asked.error);
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/ring/same-pixels", test_same_pixels);
  g_test_add_func ("/gpu/ring/three-slots", test_three_slots);
  g_test_add_func ("/gpu/ring/newest-wins", test_newest_wins);
  g_test_add_func ("/gpu/ring/resizes", test_resizes);
  g_test_add_func ("/gpu/ring/pictures-outlive", test_pictures_outlive);
  g_test_add_func ("/gpu/ring/end", test_end);
  g_test_add_func ("/gpu/ring/errors", test_errors);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
