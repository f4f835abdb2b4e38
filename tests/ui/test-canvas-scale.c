/* SPDX-License-Identifier: GPL-3.0-or-later */

/* BR57: on a screen of twice the pixels the pointer meets the same points of the document, and the
 * picture has every pixel of the screen. */

#include "pn-test-canvas.h"
#include "pn-test-gpu.h"

static void
test_twice (void)
{
  PnTestCanvas self;
  PnRenderTarget target;

  pn_test_canvas_init (&self);
  pn_test_canvas_rest (&self);
  g_assert_cmpint (gtk_widget_get_scale_factor (GTK_WIDGET (self.canvas)), ==, 2);
  GdkTexture *texture =
      pn_canvas_picture_get_texture (pn_canvas_get_picture (self.canvas), &target);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 2 * PN_TEST_CANVAS_WIDTH);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, 2 * PN_TEST_CANVAS_HEIGHT);

  /* As at scale 1: see pn-test-canvas.h. */
  PnVec2 doc = pn_test_canvas_doc (&self, 400, 300);
  pn_test_assert_point (doc, 400 - PN_TEST_CANVAS_X, 300 - PN_TEST_CANVAS_Y);
  PnVec2 px = pn_affine_apply (&target.px_from_doc, doc);
  g_assert_cmpfloat_with_epsilon (px.x, 800, 0.5);
  g_assert_cmpfloat_with_epsilon (px.y, 600, 0.5);

  /* A pixel of the screen is moved by as little, and the picture keeps to whole ones. */
  pn_view_pan_by (self.view, pn_vec2 (0.5, 0));
  pn_test_canvas_rest (&self);
  pn_canvas_picture_get_texture (pn_canvas_get_picture (self.canvas), &target);
  g_assert_cmpfloat_with_epsilon (pn_affine_apply (&target.px_from_doc, doc).x, 801, 1e-9);

  /* A click pins where it is seen. */
  pn_view_set_tool (self.view, PN_VIEW_TOOL_PUPPET);
  pn_test_canvas_click (&self, PN_DEVICE_PEN, PN_TEST_CANVAS_X + 60.5, PN_TEST_CANVAS_Y + 180);
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (pn_editor_get_tool (self.editor), &n_handles);
  g_assert_cmpuint (n_handles, ==, 1);
  pn_test_assert_point (handles[0].position_doc, 60, 180);
  pn_test_canvas_clear (&self);
}

int
main (int argc, char **argv)
{
  g_setenv ("GDK_SCALE", "2", TRUE);
  pn_test_canvas_init_program (&argc, &argv);
  pn_test_gpu ();
  g_test_add_func ("/ui/canvas-scale/twice", test_twice);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
