/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-edit.h"
#include "pn-settings.h"
#include "pn-test-gtk.h"
#include "pn-test-overlay.h"

/* Rounding on the way through premultiplied bytes, and antialiasing where a line is as thin as a
 * pixel. */
#define TOLERANCE 20

static void
assert_color (PnTestOverlay *t, cairo_surface_t *surface, double x, double y, const char *name)
{
  guint32 is = pn_test_overlay_pixel (surface, (int)floor (x), (int)floor (y));
  guint32 want = pn_test_overlay_color (t, name);

  if (!pn_test_overlay_is_near (is, want, TOLERANCE))
    g_error ("%g, %g is %08x and not %08x (%s)", x, y, is, want, name);
}

static void
assert_clear (cairo_surface_t *surface, double x, double y)
{
  g_assert_cmphex (pn_test_overlay_pixel (surface, (int)floor (x), (int)floor (y)), ==, 0);
}

static void
move_pin (PnTestOverlay *t, const char *pin, double frame, int x, int y)
{
  g_autoptr (JsonNode) moved = pn_test_run (
      &t->base, "{'op': 'move_pin', 'layer': 'figure', 'pin': '%s', 'frame': %g, 'x': %d, 'y': %d}",
      pin, frame, x, y);
}

static guint
count_near (PnTestOverlay *t, cairo_surface_t *surface, const PnBox *box, const char *name)
{
  guint32 want = pn_test_overlay_color (t, name);
  guint n = 0;

  for (int y = (int)box->y0; y < (int)box->y1; y++)
    for (int x = (int)box->x0; x < (int)box->x1; x++)
      n += pn_test_overlay_is_near (pn_test_overlay_pixel (surface, x, y), want, 40);
  return n;
}

/* --- Pins. */

/* Where the pose has it: its colour in a dark ring, at any scale, zoom and turn. */
static void
test_pin (void)
{
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  move_pin (&t, "hand", 0, 220, 40);
  for (int scale = 1; scale <= 2; scale++) {
    cairo_surface_t *surface = pn_test_overlay_draw (&t, scale, PN_OVERLAY_RESTING);
    assert_color (&t, surface, 224.5 * scale, 40 * scale, "pn_pin_position");
    assert_color (&t, surface, 227.2 * scale, 40 * scale, "pn_pin_ring");
    assert_clear (surface, 244 * scale, 80 * scale);
    cairo_surface_destroy (surface);
  }
  pn_view_zoom_at (t.view, 4, pn_vec2 (220, 40));
  pn_view_set_rotation (t.view, 90);
  PnAffine view_from_doc = pn_view_view_from_doc (t.view);
  PnVec2 at = pn_affine_apply (&view_from_doc, pn_vec2 (220, 40));
  cairo_surface_t *surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  assert_color (&t, surface, at.x + 4.5, at.y, "pn_pin_position");
  assert_color (&t, surface, at.x + 7, at.y, "pn_pin_ring");
  cairo_surface_destroy (surface);
  pn_test_overlay_clear (&t);
}

/* The diamond of a key, where there is one at the playhead. */
static void
test_pin_keyed (void)
{
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  move_pin (&t, "hand", 5, 240, 80);
  for (int frame = 4; frame <= 6; frame++) {
    pn_view_set_playhead (t.view, frame);
    cairo_surface_t *surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
    assert_color (&t, surface, 240, 80, "pn_pin_ring");
    assert_color (&t, surface, 242.5, 80, frame == 5 ? "pn_pin_ring" : "pn_pin_position");
    assert_color (&t, surface, 242.5, 82.5, "pn_pin_position");
    cairo_surface_destroy (surface);
  }
  pn_test_overlay_clear (&t);
}

static PnOverlayScene
make_scene (PnTestOverlay *t)
{
  PnOverlayScene scene = {
      .root = pn_view_get_root (t->view),
      .frame = pn_view_get_playhead (t->view),
      .view_from_doc = pn_view_view_from_doc (t->view),
      .view = {0, 0, PN_TEST_OVERLAY_WIDTH, PN_TEST_OVERLAY_HEIGHT},
      .scale_factor = 1,
  };
  pn_overlay_look_init (&scene.look, t->window);
  return scene;
}

static cairo_surface_t *
draw_handle (PnTestOverlay *t, const PnHandle *handle)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PN_TEST_OVERLAY_WIDTH,
                                                         PN_TEST_OVERLAY_HEIGHT);
  cairo_t *cr = cairo_create (surface);
  PnOverlayScene scene = make_scene (t);

  pn_overlay_draw_handle (&scene, handle, cr);
  cairo_destroy (cr);
  return surface;
}

static PnBox
painted_box (cairo_surface_t *surface)
{
  PnBox box = pn_box_empty ();

  cairo_surface_flush (surface);
  for (int y = 0; y < PN_TEST_OVERLAY_HEIGHT; y++)
    for (int x = 0; x < PN_TEST_OVERLAY_WIDTH; x++)
      if (pn_test_overlay_pixel (surface, x, y) >> 24 != 0) {
        pn_box_add_point (&box, pn_vec2 (x, y));
        pn_box_add_point (&box, pn_vec2 (x + 1, y + 1));
      }
  return box;
}

static guint
count_differences (cairo_surface_t *a, cairo_surface_t *b)
{
  guint n = 0;

  for (int y = 0; y < PN_TEST_OVERLAY_HEIGHT; y++)
    for (int x = 0; x < PN_TEST_OVERLAY_WIDTH; x++)
      n += !pn_test_overlay_is_near (pn_test_overlay_pixel (a, x, y),
                                     pn_test_overlay_pixel (b, x, y), 60);
  return n;
}

/* Each state is told from each other, within the box that is said. */
static void
test_pin_states (void)
{
  static const guint states[] = {0,
                                 PN_HANDLE_SELECTED,
                                 PN_HANDLE_HOVER,
                                 PN_HANDLE_SELECTED | PN_HANDLE_HOVER,
                                 PN_HANDLE_OFF_MESH,
                                 PN_HANDLE_MERGED,
                                 PN_HANDLE_REDUNDANT};
  cairo_surface_t *surfaces[G_N_ELEMENTS (states)];
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  PnOverlayScene scene = make_scene (&t);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    PnHandle handle = {.kind = PN_HANDLE_PIN,
                       .id = t.hand,
                       .state = states[i],
                       .reach = 10,
                       .position_doc = {100.3, 90.6}};
    surfaces[i] = draw_handle (&t, &handle);
    PnBox painted = painted_box (surfaces[i]), said = pn_overlay_handle_box (&scene, &handle);
    g_assert_cmpfloat (painted.x0, >=, floor (said.x0));
    g_assert_cmpfloat (painted.y1, <=, ceil (said.y1));
    for (guint j = 0; j < i; j++)
      g_assert_cmpuint (count_differences (surfaces[i], surfaces[j]), >=, 8);
  }
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    cairo_surface_destroy (surfaces[i]);
  pn_test_overlay_clear (&t);
}

/* For a finger all is larger than for a mouse, and nothing leaves its box. */
static void
test_sizes (void)
{
  static const double reaches[] = {PN_TOOL_REACH_MOUSE, PN_TOOL_REACH_PEN, PN_TOOL_REACH_TOUCH};
  static const PnHandleKind kinds[] = {PN_HANDLE_PIN,   PN_HANDLE_PIVOT,  PN_HANDLE_TURN,
                                       PN_HANDLE_SCALE, PN_HANDLE_CORNER, PN_HANDLE_LAYER};
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  PnOverlayScene scene = make_scene (&t);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    for (guint j = 0; j < G_N_ELEMENTS (reaches); j++) {
      PnHandle handle = {.kind = kinds[i],
                         .id = t.hand,
                         .state = PN_HANDLE_HOVER,
                         .reach = reaches[j],
                         .position_doc = {150, 110},
                         .pivot_doc = {100, 90},
                         .corners_doc = {{60, 60}, {160, 70}, {140, 150}, {50, 140}}};
      cairo_surface_t *surface = draw_handle (&t, &handle);
      PnBox painted = painted_box (surface), said = pn_overlay_handle_box (&scene, &handle);
      g_assert_cmpfloat (painted.x0, >=, floor (said.x0));
      g_assert_cmpfloat (painted.y0, >=, floor (said.y0));
      g_assert_cmpfloat (painted.x1, <=, ceil (said.x1));
      g_assert_cmpfloat (painted.y1, <=, ceil (said.y1));
      if (kinds[i] != PN_HANDLE_LAYER)
        g_assert_cmpfloat (painted.x1 - painted.x0, >=, reaches[j]);
      cairo_surface_destroy (surface);
    }
  }
  pn_test_overlay_clear (&t);
}

/* --- Layers. */

static void
test_layer (void)
{
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  pn_view_set_tool (t.view, PN_VIEW_TOOL_SELECT);
  cairo_surface_t *surface = pn_test_overlay_draw_settled (&t, 1);
  assert_clear (surface, 240, 80);
  assert_clear (surface, 200, 240);
  cairo_surface_destroy (surface);
  pn_view_select_layer (t.view, t.figure, PN_SELECT_ONLY);
  surface = pn_test_overlay_draw_settled (&t, 1);
  /* The picture's edge, its corner, and the knobs at the right of and above the anchor. */
  const PnBox outline = {150, 238, 250, 242};
  g_assert_cmpuint (count_near (&t, surface, &outline, "pn_accent"), >=, 100);
  assert_color (&t, surface, 280, 240, "pn_halo");
  assert_color (&t, surface, 140 + 34, 120, "pn_halo");
  assert_color (&t, surface, 140, 120 - 34, "pn_halo");
  assert_color (&t, surface, 140 + 34 * M_SQRT1_2, 120 - 34 * M_SQRT1_2, "pn_accent");
  cairo_surface_destroy (surface);
  pn_test_overlay_clear (&t);
}

static void
send (PnTestOverlay *t, PnPointerKind kind, double x, double y)
{
  PnPointerEvent event = {.kind = kind, .position_doc = {x, y}, .doc_per_view = 1};
  pn_tool_event (pn_editor_get_tool (t->editor), &event);
}

static void
test_marquee (void)
{
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  pn_view_set_tool (t.view, PN_VIEW_TOOL_SELECT);
  send (&t, PN_POINTER_PRESS, 300, 200);
  send (&t, PN_POINTER_MOTION, 380, 280);
  cairo_surface_t *surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_MOVING);
  assert_color (&t, surface, 300, 240, "pn_accent");
  assert_color (&t, surface, 340, 280, "pn_accent");
  guint32 inside = pn_test_overlay_pixel (surface, 340, 240) >> 24;
  g_assert_cmpuint (inside, >, 10);
  g_assert_cmpuint (inside, <, 80);
  assert_clear (surface, 290, 240);
  cairo_surface_destroy (surface);
  send (&t, PN_POINTER_RELEASE, 380, 280);
  pn_test_overlay_clear (&t);
}

/* --- Names. */

/* Beside the pin under the pointer, and inside of the view at its edge. */
static void
test_name (void)
{
  PnTestOverlay t;
  PnBox beside = {256, 50, 330, 75}, edge = {340, 50, 376, 75};

  pn_test_overlay_init (&t);
  pn_editor_set_mesh_display (t.editor, PN_MESH_OFF);
  cairo_surface_t *surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  g_assert_cmpuint (count_near (&t, surface, &beside, "pn_float"), ==, 0);
  cairo_surface_destroy (surface);

  send (&t, PN_POINTER_HOVER, 238, 81);
  surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  g_assert_cmpuint (count_near (&t, surface, &beside, "pn_float"), >, 400);
  g_assert_cmpuint (count_near (&t, surface, &beside, "pn_text"), >, 20);
  cairo_surface_destroy (surface);

  pn_view_pan_by (t.view, pn_vec2 (150, 0));
  surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  g_assert_cmpuint (count_near (&t, surface, &edge, "pn_text"), >, 20);
  cairo_surface_destroy (surface);
  pn_test_overlay_clear (&t);
}

/* --- The page and the canvas. */

static void
test_edge (void)
{
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  pn_editor_set_mesh_display (t.editor, PN_MESH_OFF);
  pn_view_set_auto_key (t.view, FALSE);
  pn_view_pan_by (t.view, pn_vec2 (50, 40));
  cairo_surface_t *surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  guint n_edge = 0;
  for (int x = 48; x <= 51; x++)
    n_edge += pn_test_overlay_pixel (surface, x, 200) != 0;
  g_assert_cmpuint (n_edge, >=, 1);
  g_assert_cmpuint (n_edge, <=, 2);
  assert_clear (surface, 20, 200);
  assert_clear (surface, 300, 20);
  cairo_surface_destroy (surface);

  /* As near as one can get, turned: far beyond what cairo can count. */
  pn_view_set_rotation (t.view, 30);
  pn_view_set_center (t.view, pn_vec2 (0, 150));
  pn_view_set_zoom (t.view, PN_VIEW_ZOOM_MAX);
  surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  g_assert_cmpuint (
      pn_test_overlay_pixel (surface, 200, 150) | pn_test_overlay_pixel (surface, 199, 150), !=, 0);
  assert_clear (surface, 300, 150);
  cairo_surface_destroy (surface);
  pn_test_overlay_clear (&t);
}

/* Around the canvas: keys are set; nothing; a preview; rigging. All in words too, in their corner. */
static void
test_frame (void)
{
  PnTestOverlay t;
  PnBox corner = {4, 264, 160, 296};

  pn_test_overlay_init (&t);
  pn_editor_set_mesh_display (t.editor, PN_MESH_OFF);
  pn_view_set_zoom (t.view, 0.5);
  pn_view_set_auto_key (t.view, TRUE);
  cairo_surface_t *surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  assert_color (&t, surface, 0, 150, "pn_animating");
  assert_color (&t, surface, 399, 20, "pn_animating");
  cairo_surface_destroy (surface);

  pn_view_set_auto_key (t.view, FALSE);
  surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  assert_clear (surface, 0, 150);
  g_assert_cmpuint (count_near (&t, surface, &corner, "pn_text"), >, 20);
  cairo_surface_destroy (surface);

  pn_view_select_pin (t.view, t.hand, PN_SELECT_ONLY);
  g_assert_true (pn_tool_nudge (pn_editor_get_tool (t.editor), pn_vec2 (5, 5)));
  g_assert_true (pn_view_has_preview (t.view));
  surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  assert_color (&t, surface, 1, 150, "pn_warning");
  guint n_preview = count_near (&t, surface, &corner, "pn_text");
  g_assert_cmpuint (n_preview, >, 20);
  cairo_surface_destroy (surface);

  pn_view_set_mode (t.view, PN_VIEW_RIGGING);
  surface = pn_test_overlay_draw (&t, 1, PN_OVERLAY_RESTING);
  assert_color (&t, surface, 1, 150, "pn_rigging");
  g_assert_cmpuint (count_near (&t, surface, &corner, "pn_text"), >, 20);
  g_assert_cmpuint (count_near (&t, surface, &corner, "pn_text"), <, n_preview);
  cairo_surface_destroy (surface);
  pn_test_overlay_clear (&t);
}

static void
test_no_size (void)
{
  const graphene_size_t sizes[] = {{0, 0}, {0, 100}, {1, 1}};
  PnTestOverlay t;
  PnAffine map = PN_AFFINE_IDENTITY;

  pn_test_overlay_init (&t);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
    pn_overlay_snapshot (t.overlay, snapshot, &sizes[i], &map, 1, PN_OVERLAY_RESTING);
    while (pn_overlay_is_drawing (t.overlay))
      g_main_context_iteration (NULL, TRUE);
  }
  pn_test_overlay_clear (&t);
}

/* Lines of the accent stand off their halo in every look, by what WCAG wants of graphics. */
static double
luminance_of (GdkRGBA color)
{
  const double channels[3] = {(double)color.red, (double)color.green, (double)color.blue};
  double linear[3];

  for (int i = 0; i < 3; i++)
    linear[i] =
        channels[i] <= 0.04045 ? channels[i] / 12.92 : pow ((channels[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

static double
contrast_of (PnTestOverlay *t, const char *one, const char *other)
{
  double a = luminance_of (pn_style_get_color (t->window, one));
  double b = luminance_of (pn_style_get_color (t->window, other));

  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}

static void
test_contrast (void)
{
  static const char *const schemes[] = {"dark", "light"};
  GSettings *settings = pn_settings_get ();
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  for (int high = 0; high < 2; high++) {
    for (guint i = 0; i < G_N_ELEMENTS (schemes); i++) {
      g_settings_set_string (settings, "color-scheme", schemes[i]);
      g_settings_set_boolean (settings, "high-contrast", high);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_cmpfloat (contrast_of (&t, "pn_accent", "pn_halo"), >=, high ? 7 : 2.9);
      g_assert_cmpfloat (contrast_of (&t, "pn_pin_position", "pn_pin_ring"), >=, 7);
      g_assert_cmpfloat (contrast_of (&t, "pn_float", "pn_text"), >=, 7);
    }
  }
  g_settings_reset (settings, "color-scheme");
  g_settings_reset (settings, "high-contrast");
  pn_test_overlay_clear (&t);
}

/* --- The editor's frame. */

static void
count_cb (PnEditor *editor, guint kind, const char *message, guint *n)
{
  (*n)++;
}

/* A document that cannot be shown is said once, however often one asks for its frame. */
static void
test_unshown (void)
{
  PnTestOverlay t;
  guint n_messages = 0;

  pn_test_overlay_init (&t);
  g_signal_connect (t.editor, "message", G_CALLBACK (count_cb), &n_messages);
  for (guint i = 1; i <= 2; i++) {
    const PnRoot *root = pn_session_get_root (t.base.session);
    const PnLayer *layer = pn_root_find_layer (root, t.figure, NULL, NULL);
    g_autoptr (PnPuppet) puppet = pn_puppet_copy (layer->puppet);
    g_free (puppet->mesh_asset);
    puppet->mesh_asset = g_strdup_printf ("%064u", i);
    g_autoptr (PnRoot) broken = pn_edit_set_puppet (root, t.figure, puppet);
    pn_view_set_preview (t.view, broken);
    for (int j = 0; j < 5; j++) {
      pn_view_set_playhead (t.view, 0);
      g_assert_null (pn_editor_get_frame (t.editor));
    }
    g_assert_cmpuint (n_messages, ==, i);
  }
  pn_view_set_preview (t.view, NULL);
  g_assert_nonnull (pn_editor_get_frame (t.editor));
  pn_test_overlay_clear (&t);
}

int
main (int argc, char *argv[])
{
  pn_test_gtk_init (&argc, &argv);
  pn_style_init (gdk_display_get_default ());
  g_test_add_func ("/ui/overlay/pin", test_pin);
  g_test_add_func ("/ui/overlay/pin-keyed", test_pin_keyed);
  g_test_add_func ("/ui/overlay/pin-states", test_pin_states);
  g_test_add_func ("/ui/overlay/sizes", test_sizes);
  g_test_add_func ("/ui/overlay/layer", test_layer);
  g_test_add_func ("/ui/overlay/marquee", test_marquee);
  g_test_add_func ("/ui/overlay/name", test_name);
  g_test_add_func ("/ui/overlay/edge", test_edge);
  g_test_add_func ("/ui/overlay/frame", test_frame);
  g_test_add_func ("/ui/overlay/no-size", test_no_size);
  g_test_add_func ("/ui/overlay/contrast", test_contrast);
  g_test_add_func ("/ui/overlay/unshown", test_unshown);
  return g_test_run ();
}
