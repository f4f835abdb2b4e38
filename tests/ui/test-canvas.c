/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the canvas shows: which picture, how large, and when. */

#include "pn-player.h"
#include "pn-test-canvas.h"
#include "pn-test-gpu.h"

static void
set_up (PnTestCanvas *self, gconstpointer data)
{
  pn_test_canvas_init (self);
}

static void
tear_down (PnTestCanvas *self, gconstpointer data)
{
  pn_test_canvas_clear (self);
}

static GdkTexture *
get_texture (PnTestCanvas *self, PnRenderTarget *target)
{
  return pn_canvas_picture_get_texture (pn_canvas_get_picture (self->canvas), target);
}

/* A pixel of the texture: B, G, R, A, as GDK gives them. */
static void
get_pixel (GdkTexture *texture, int x, int y, guint8 pixel[4])
{
  gsize stride = 4 * (gsize)gdk_texture_get_width (texture);
  g_autofree guint8 *pixels = g_malloc (stride * (gsize)gdk_texture_get_height (texture));

  gdk_texture_download (texture, pixels, stride);
  memcpy (pixel, pixels + stride * (gsize)y + 4 * (gsize)x, 4);
}

/* At 1:1 a pixel of the artwork is a pixel of the canvas, and nothing else. */
static void
test_shows_the_document (PnTestCanvas *self, gconstpointer data)
{
  PnRenderTarget target;
  GdkTexture *texture = get_texture (self, &target);
  guint8 pixel[4];

  g_assert_nonnull (texture);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, PN_TEST_CANVAS_WIDTH);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, PN_TEST_CANVAS_HEIGHT);
  for (int x = 20; x < 100; x += 7) {
    get_pixel (texture, PN_TEST_CANVAS_X + x, PN_TEST_CANVAS_Y + 200, pixel);
    g_assert_cmpint (pixel[3], ==, 255);
    g_assert_cmpint (pixel[2], ==, x);
    g_assert_cmpint (pixel[1], ==, 200);
  }
  get_pixel (texture, PN_TEST_CANVAS_X + 10, PN_TEST_CANVAS_Y + 10, pixel);
  g_assert_cmpint (pixel[3], ==, 0);
}

/* BR40: at 100 %, at rest, it is what an export writes, byte for byte: posed, half-clear, wherever the
 * page lies. */
static void
test_as_exported (PnTestCanvas *self, gconstpointer data)
{
  PnRenderTarget shown, target = {.width = 280, .height = 240, .samples = 4};
  g_autoptr (GError) error = NULL;
  PnRenderer *renderer = pn_ops_context_get_renderer (pn_editor_get_context (self->editor), &error);
  PnReadback exported = {0};

  g_assert_no_error (error);
  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, PN_TEST_CANVAS_X + 60, PN_TEST_CANVAS_Y + 180);
  pn_test_canvas_click (self, PN_DEVICE_MOUSE, PN_TEST_CANVAS_X + 240, PN_TEST_CANVAS_Y + 80);
  pn_test_canvas_drag (self, PN_DEVICE_MOUSE,
                       pn_vec2 (PN_TEST_CANVAS_X + 240, PN_TEST_CANVAS_Y + 80),
                       pn_vec2 (PN_TEST_CANVAS_X + 200, PN_TEST_CANVAS_Y + 150));
  pn_editor_run (self->editor,
                 pn_test_operation ("{'op': 'set_layer', 'layer': 'figure', 'opacity': 0.6}"),
                 NULL);
  pn_view_pan_by (self->view, pn_vec2 (11.4, 5.7));
  pn_test_canvas_rest (self);
  pn_renderer_render (renderer, (PnFrame *)pn_editor_get_frame (self->editor), &target,
                      PN_ALPHA_PREMULTIPLIED, &exported, &error);
  g_assert_no_error (error);

  GdkTexture *texture = get_texture (self, &shown);
  gsize stride = 4 * (gsize)shown.width;
  g_autofree guint8 *pixels = g_malloc (stride * (gsize)shown.height);
  gdk_texture_download (texture, pixels, stride);
  for (int y = 0; y < 240; y++)
    for (int x = 0; x < 280; x++) {
      const guint8 *a = exported.pixels + (gsize)y * exported.stride + 4 * (gsize)x;
      const guint8 *b = pixels + stride * (gsize)(PN_TEST_CANVAS_Y + 6 + y) +
                        4 * (gsize)(PN_TEST_CANVAS_X + 11 + x);

      g_assert_true (a[0] == b[2] && a[1] == b[1] && a[2] == b[0] && a[3] == b[3]);
    }
  pn_readback_clear (&exported);
}

/* Half a pixel aside the view is drawn on whole ones: nothing gets soft by panning. */
static void
test_whole_pixels (PnTestCanvas *self, gconstpointer data)
{
  PnRenderTarget target;
  guint8 pixel[4];

  pn_view_pan_by (self->view, pn_vec2 (7.3, -3.4));
  pn_test_canvas_settle (self);
  for (int x = 18; x < 22; x++) { /* the body's left edge */
    get_pixel (get_texture (self, &target), PN_TEST_CANVAS_X + 7 + x, PN_TEST_CANVAS_Y - 3 + 100,
               pixel);
    g_assert_cmpint (pixel[3], ==, x < 20 ? 0 : 255);
  }
}

/* Only a change is drawn: of the document, the playhead, the view or the size. */
static void
test_only_changes (PnTestCanvas *self, gconstpointer data)
{
  PnRenderTarget target;
  g_autoptr (GdkTexture) before = g_object_ref (get_texture (self, &target));

  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  pn_editor_touch (self->editor, PN_EDITOR_ALL);
  pn_test_canvas_settle (self);
  g_assert_true (get_texture (self, &target) == before);
  for (int i = 0; i < 3; i++) {
    g_autoptr (GdkTexture) earlier = g_object_ref (get_texture (self, &target));

    if (i == 0)
      pn_view_pan_by (self->view, pn_vec2 (3, 0));
    else if (i == 1)
      pn_view_set_playhead (self->view, 3);
    else
      g_assert_true (pn_editor_run (
          self->editor,
          pn_test_operation ("{'op': 'set_layer', 'layer': 'figure', 'opacity': 0.5}"), NULL));
    pn_test_canvas_settle (self);
    g_assert_false (get_texture (self, &target) == earlier);
  }
}

/* BR57, BR59: any size, none at all, and devices lost while it changes 200 times. */
static void
test_sizes (PnTestCanvas *self, gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (self->canvas);
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  PnRenderTarget target;

  for (int i = 0; i < 200; i++) {
    int width = i % 11 == 10 ? 1 : g_rand_int_range (rand, 0, 300);
    int height = i % 13 == 12 ? 0 : i % 11 == 10 ? 1 : g_rand_int_range (rand, 1, 200);

    if (i % 20 == 19)
      pn_gpu_lose_device_after (pn_test_gpu (), 1);
    gtk_widget_allocate (widget, width, height, -1, NULL);
    pn_canvas_update (self->canvas);
    GdkTexture *texture = get_texture (self, &target);
    g_assert_null (pn_canvas_picture_get_error (pn_canvas_get_picture (self->canvas)));
    if (width == 0 || height == 0)
      continue;
    g_assert_cmpint (gdk_texture_get_width (texture), ==, width);
    g_assert_cmpint (gdk_texture_get_height (texture), ==, height);
  }
  pn_gpu_lose_device_after (pn_test_gpu (), -1);
}

/* What is drawn aside is the same picture, the last one in the end. */
static void
test_aside (PnTestCanvas *self, gconstpointer data)
{
  PnRenderTarget target;
  guint8 pixel[4];

  self->canvas->drawing = PN_CANVAS_LATER;
  for (int i = 0; i < 20; i++) {
    pn_view_pan_by (self->view, pn_vec2 (1, 0));
    pn_canvas_update (self->canvas);
  }
  pn_test_canvas_settle (self);
  while (pn_canvas_picture_is_busy (pn_canvas_get_picture (self->canvas)))
    g_main_context_iteration (NULL, TRUE);
  get_pixel (get_texture (self, &target), PN_TEST_CANVAS_X + 20 + 50, PN_TEST_CANVAS_Y + 100,
             pixel);
  g_assert_cmpint (pixel[2], ==, 50);
  g_assert_cmpint (pixel[1], ==, 100);
}

/* The processor draws what moves with fewer samples and pixels, and what rests in full: the artwork
 * lies in the same place, and the status line says which it is. */
static void
test_quick_while_moving (PnTestCanvas *self, gconstpointer data)
{
  PnRenderTarget rest, moving, again;

  gtk_widget_allocate (GTK_WIDGET (self->canvas), 1200, 900, -1, NULL);
  while (pn_canvas_is_moving (self->canvas))
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_allocate (GTK_WIDGET (self->canvas), 1200, 900, -1, NULL);
  pn_canvas_update (self->canvas);
  get_texture (self, &rest);
  g_autofree char *device = g_strdup (pn_editor_get_device (self->editor));
  pn_editor_drag (self->editor, "set_layer", json_array_new ());
  pn_canvas_update (self->canvas);
  get_texture (self, &moving);
  g_assert_cmpstr (pn_editor_get_device (self->editor), !=, device);
  pn_editor_drag_end (self->editor, PN_DRAG_CANCEL);
  pn_canvas_update (self->canvas);
  get_texture (self, &again);
  g_assert_cmpstr (pn_editor_get_device (self->editor), ==, device);

  g_assert_cmpint (rest.samples, ==, 4);
  g_assert_cmpint (rest.width, ==, 1200);
  g_assert_cmpint (moving.samples, ==, 1);
  g_assert_cmpint (moving.width, <, 800);
  g_assert_true (pn_render_target_equal (&rest, &again));
  PnVec2 a = pn_affine_apply (&rest.px_from_doc, pn_vec2 (100, 100));
  PnVec2 b = pn_affine_apply (&moving.px_from_doc, pn_vec2 (100, 100));
  g_assert_cmpfloat_with_epsilon (a.x / rest.width, b.x / moving.width, 0.002);
  g_assert_cmpfloat_with_epsilon (a.y / rest.height, b.y / moving.height, 0.002);
}

/* Frames that were played are kept and shown again, the very pictures, without being drawn; an edit
 * makes others, and undoing it brings the first ones back. */
static void
test_keeps_what_was_played (PnTestCanvas *self, gconstpointer data)
{
  PnFrameCache *frames = pn_editor_get_frame_cache (self->editor);
  PnPlayer *player = pn_editor_get_player (self->editor);

  self->canvas->drawing = PN_CANVAS_LATER;
  g_assert_true (pn_editor_run (self->editor,
                                pn_test_operation ("{'op': 'set_document', 'duration': 4}"), NULL));
  const PnRoot *root = pn_view_get_root (self->view);
  pn_player_set_looping (player, TRUE);
  pn_player_set_every_frame (player, TRUE);
  pn_player_set_playing (player, TRUE);
  while (!pn_frame_cache_has (frames, root, 0) || !pn_frame_cache_has (frames, root, 1) ||
         !pn_frame_cache_has (frames, root, 2) || !pn_frame_cache_has (frames, root, 3))
    g_main_context_iteration (NULL, TRUE);
  gsize n_bytes = pn_frame_cache_get_n_bytes (frames);
  for (int i = 0; i < 20; i++) {
    pn_test_canvas_settle (self);
    g_assert_false (pn_canvas_picture_is_busy (pn_canvas_get_picture (self->canvas)));
  }
  g_assert_cmpuint (pn_frame_cache_get_n_bytes (frames), ==, n_bytes);

  pn_player_set_playing (player, FALSE);
  g_assert_true (pn_editor_run (
      self->editor, pn_test_operation ("{'op': 'set_layer', 'layer': 'figure', 'opacity': 0.5}"),
      NULL));
  g_assert_false (pn_frame_cache_has (frames, pn_view_get_root (self->view), 2));
  pn_editor_undo (self->editor);
  g_assert_true (pn_frame_cache_has (frames, pn_view_get_root (self->view), 2));
  pn_view_pan_by (self->view, pn_vec2 (1, 0));
  pn_test_canvas_rest (self);
  g_assert_cmpuint (pn_frame_cache_get_n_bytes (frames), ==, 0);
}

#define add(path, test) g_test_add (path, PnTestCanvas, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_canvas_init_program (&argc, &argv);
  pn_test_gpu ();
  add ("/ui/canvas/shows-the-document", test_shows_the_document);
  add ("/ui/canvas/as-exported", test_as_exported);
  add ("/ui/canvas/whole-pixels", test_whole_pixels);
  add ("/ui/canvas/only-changes", test_only_changes);
  add ("/ui/canvas/sizes", test_sizes);
  add ("/ui/canvas/aside", test_aside);
  add ("/ui/canvas/quick-while-moving", test_quick_while_moving);
  add ("/ui/canvas/keeps-what-was-played", test_keeps_what_was_played);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
