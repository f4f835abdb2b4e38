/* SPDX-License-Identifier: GPL-3.0-or-later */

/* BR58: without any Vulkan device the canvas says what to install, and the document stays open to
 * every edit. */

#include "pn-player.h"
#include "pn-test-canvas.h"

static void
test_says_what_to_install (void)
{
  PnTestCanvas self;
  PnRenderTarget target;
  guint n_handles;

  pn_test_canvas_init (&self);
  PnCanvasPicture *picture = pn_canvas_get_picture (self.canvas);
  g_assert_null (pn_canvas_picture_get_texture (picture, &target));
  g_assert_nonnull (strstr (pn_canvas_picture_get_error (picture), "mesa-vulkan-drivers"));
  g_assert_true (gtk_widget_get_visible (self.canvas->notice));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (self.canvas->notice_label)), ==,
                   pn_canvas_picture_get_error (picture));
  g_assert_nonnull (strstr (pn_editor_get_device (self.editor), "Vulkan"));

  pn_view_set_tool (self.view, PN_VIEW_TOOL_PUPPET);
  guint n_steps = pn_test_canvas_n_steps (&self);
  pn_test_canvas_click (&self, PN_DEVICE_PEN, PN_TEST_CANVAS_X + 60, PN_TEST_CANVAS_Y + 180);
  pn_test_canvas_drag (&self, PN_DEVICE_PEN,
                       pn_vec2 (PN_TEST_CANVAS_X + 60, PN_TEST_CANVAS_Y + 180),
                       pn_vec2 (PN_TEST_CANVAS_X + 90, PN_TEST_CANVAS_Y + 150));
  g_assert_cmpuint (pn_test_canvas_n_steps (&self), ==, n_steps + 2);
  const PnHandle *handles = pn_tool_get_handles (pn_editor_get_tool (self.editor), &n_handles);
  g_assert_cmpuint (n_handles, ==, 1);
  pn_test_assert_point (handles[0].position_doc, 90, 150);
  pn_test_canvas_settle (&self);

  /* Trying again comes to the same end, and so does what draws aside. */
  self.canvas->drawing = PN_CANVAS_LATER;
  pn_canvas_picture_retry (picture);
  g_assert_false (gtk_widget_get_visible (self.canvas->notice));
  pn_canvas_update (self.canvas);
  while (pn_canvas_picture_is_busy (picture))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (gtk_widget_get_visible (self.canvas->notice));
  pn_test_canvas_clear (&self);
}

/* Playing goes on, though nothing is to be seen but the overlay. */
static void
test_plays (void)
{
  PnTestCanvas self;

  pn_test_canvas_init (&self);
  PnPlayer *player = pn_editor_get_player (self.editor);
  pn_player_set_every_frame (player, TRUE);
  pn_player_set_playing (player, TRUE);
  while (pn_view_get_playhead (self.view) < 3)
    g_main_context_iteration (NULL, TRUE);
  pn_player_set_playing (player, FALSE);
  pn_test_canvas_clear (&self);
}

int
main (int argc, char **argv)
{
  g_setenv ("VK_ICD_FILENAMES", "/nowhere/icd.json", TRUE);
  g_setenv ("VK_DRIVER_FILES", "/nowhere/icd.json", TRUE);
  pn_test_canvas_init_program (&argc, &argv);
  g_test_add_func ("/ui/canvas-no-device/says-what-to-install", test_says_what_to_install);
  g_test_add_func ("/ui/canvas-no-device/plays", test_plays);
  return g_test_run ();
}
