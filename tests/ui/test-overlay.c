/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-test-overlay.h"

static void
assert_color (PnTestOverlay *t, cairo_surface_t *surface, int x, int y, const char *name)
{
  guint32 is = pn_test_overlay_pixel (surface, x, y), want = pn_test_overlay_color (t, name);
  if (!pn_test_overlay_is_near (is, want, 20))
    g_error ("%d, %d is %08x and not %08x (%s)", x, y, is, want, name);
}

/* Where the pose has it: a dark ring around its colour, at any scale, zoom and turn. */
static void
test_pin (void)
{
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  g_autoptr (JsonNode) moved = pn_test_run (
      &t.base,
      "{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 0, 'x': 220, 'y': 40}");
  for (int scale = 1; scale <= 2; scale++) {
    cairo_surface_t *surface = pn_test_overlay_draw (&t, scale, PN_OVERLAY_RESTING);
    assert_color (&t, surface, 224 * scale, 40 * scale, "pn_pin_position");
    assert_color (&t, surface, 227 * scale, 40 * scale, "pn_pin_ring");
    g_assert_false (
        pn_test_overlay_is_near (pn_test_overlay_pixel (surface, 244 * scale, 80 * scale),
                                 pn_test_overlay_color (&t, "pn_pin_position"), 60));
    cairo_surface_destroy (surface);
  }
  pn_view_zoom_at (t.view, 4, pn_vec2 (220, 40));
  pn_view_set_rotation (t.view, 90);
  PnAffine view_from_doc = pn_view_view_from_doc (t.view);
  PnVec2 at = pn_affine_apply (&view_from_doc, pn_vec2 (220, 40));
  cairo_surface_t *surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  assert_color (&t, surface, (int)at.x + 4, (int)at.y, "pn_pin_position");
  assert_color (&t, surface, (int)at.x + 7, (int)at.y, "pn_pin_ring");
  cairo_surface_destroy (surface);
  pn_test_overlay_clear (&t);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  pn_style_init (gdk_display_get_default ());
  g_test_add_func ("/ui/overlay/pin", test_pin);
  return g_test_run ();
}
