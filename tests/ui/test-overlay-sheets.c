/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the overlay that workers draw. */
#include <math.h>
#include <string.h>

#include "pn-test-gtk.h"
#include "pn-test-overlay.h"
#include "pn-test-wires.h"

#define EPSILON 1e-9

static PnOverlayTerms
make_terms (PnTestOverlay *t, double scale_factor, PnOverlayQuality quality)
{
  PnOverlayTerms terms;

  /* Compared as bytes. */
  memset (&terms, 0, sizeof terms);
  terms.view_from_doc = pn_view_view_from_doc (t->view);
  terms.view = (PnBox){0, 0, PN_TEST_OVERLAY_WIDTH, PN_TEST_OVERLAY_HEIGHT};
  terms.scale_factor = scale_factor;
  terms.quality = quality;
  pn_overlay_look_init (&terms.look, t->window);
  return terms;
}

static gpointer
make_meshes (PnTestOverlay *t, PnMeshDisplay display)
{
  GArray *layers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint first = 0;

  g_array_append_val (layers, first);
  return pn_overlay_mesh_new (pn_editor_get_frame (t->editor), display, layers);
}

static const PnLayerPose *
get_pose (PnTestOverlay *t)
{
  return pn_editor_get_pose (t->editor, t->figure);
}

/* Where a vertex of the mesh lies in the view. */
static PnVec2
vertex_in_view (PnTestOverlay *t, const PnLayerPose *pose, guint32 vertex)
{
  PnAffine view_from_doc = pn_view_view_from_doc (t->view);
  PnVec2 place = pn_affine_apply (&pose->doc_from_layer, pose->posed_layer[vertex]);
  return pn_affine_apply (&view_from_doc, place);
}

static void
bend (PnTestOverlay *t)
{
  g_autoptr (JsonNode) layer = pn_test_run (
      &t->base, "{'op': 'set_layer', 'layer': 'figure', 'rotation': 20, 'scale_x': 0.9}");
  g_autoptr (JsonNode) pin = pn_test_run (
      &t->base,
      "{'op': 'move_pin', 'layer': 'figure', 'pin': 'hand', 'frame': 0, 'x': 200, 'y': 60}");
}

/* What is counted of a number of places, as far as they are in the view. */
typedef struct {
  guint n, n_drawn;
} Count;

static void
count_place (Count *count, cairo_surface_t *surface, PnVec2 at, guint alpha)
{
  if (!(at.x >= 1) || !(at.y >= 1) || !(at.x < PN_TEST_OVERLAY_WIDTH - 1) ||
      !(at.y < PN_TEST_OVERLAY_HEIGHT - 1))
    return;
  count->n++;
  count->n_drawn +=
      pn_test_overlay_pixel (surface, (int)floor (at.x), (int)floor (at.y)) >> 24 > alpha;
}

/* How many of the boundary's edges, and of all edges, are drawn in their middle. */
static void
count_drawn (PnTestOverlay *t, cairo_surface_t *surface, double *share_outside, double *share_all)
{
  const PnLayerPose *pose = get_pose (t);
  const guint32 *corners = pn_mesh_triangles (pose->mesh);
  gsize n_edges;
  const guint32 *edges = pn_mesh_boundary_edges (pose->mesh, &n_edges);
  Count outside = {0, 0}, all = {0, 0};

  for (gsize i = 0; i < n_edges; i++)
    count_place (&outside, surface,
                 pn_vec2_mix (vertex_in_view (t, pose, edges[2 * i]),
                              vertex_in_view (t, pose, edges[2 * i + 1]), 0.5),
                 60);
  for (gsize i = 0; i < 3 * pn_mesh_n_triangles (pose->mesh); i++)
    count_place (&all, surface,
                 pn_vec2_mix (vertex_in_view (t, pose, corners[i]),
                              vertex_in_view (t, pose, corners[i % 3 == 2 ? i - 2 : i + 1]), 0.5),
                 40);
  g_assert_cmpuint (outside.n, >, n_edges / 8);
  *share_outside = (double)outside.n_drawn / outside.n;
  *share_all = (double)all.n_drawn / all.n;
}

/* Off is nothing, the outline follows the posed boundary, and full is every edge. */
static void
test_mesh_display (void)
{
  double outside, all;
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  bend (&t);
  pn_editor_set_mesh_display (t.editor, PN_MESH_OFF);
  cairo_surface_t *surface = pn_test_overlay_draw_settled (&t, 1);
  count_drawn (&t, surface, &outside, &all);
  g_assert_cmpfloat (outside, <, 0.1);
  cairo_surface_destroy (surface);

  pn_editor_set_mesh_display (t.editor, PN_MESH_OUTLINE);
  surface = pn_test_overlay_draw_settled (&t, 1);
  count_drawn (&t, surface, &outside, &all);
  g_assert_cmpfloat (outside, >, 0.95);
  g_assert_cmpfloat (all, <, 0.5);
  cairo_surface_destroy (surface);

  pn_editor_set_mesh_display (t.editor, PN_MESH_FULL);
  surface = pn_test_overlay_draw_settled (&t, 1);
  count_drawn (&t, surface, &outside, &all);
  g_assert_cmpfloat (outside, >, 0.95);
  g_assert_cmpfloat (all, >, 0.9);
  cairo_surface_destroy (surface);

  /* Meshes are for rigging. */
  pn_view_set_tool (t.view, PN_VIEW_TOOL_SELECT);
  surface = pn_test_overlay_draw_settled (&t, 1);
  count_drawn (&t, surface, &outside, &all);
  g_assert_cmpfloat (outside, <, 0.1);
  cairo_surface_destroy (surface);
  pn_test_overlay_clear (&t);
}

/* --- The worker. */

static void
count_changed (gpointer data)
{
  (*(guint *)data)++;
}

static void
wait_for (PnOverlaySheet *sheet)
{
  while (pn_overlay_sheet_is_drawing (sheet))
    g_main_context_iteration (NULL, TRUE);
}

static GskRenderNode *
snapshot_sheet (PnOverlaySheet *sheet, gpointer subject, const PnOverlayTerms *terms)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  pn_overlay_sheet_snapshot (sheet, subject, terms, snapshot);
  return gtk_snapshot_free_to_node (snapshot);
}

static cairo_surface_t *
paint (GskRenderNode *node)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PN_TEST_OVERLAY_WIDTH,
                                                         PN_TEST_OVERLAY_HEIGHT);
  cairo_t *cr = cairo_create (surface);

  if (node != NULL)
    gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* A worker draws what the same function does here, byte for byte. */
static void
test_worker_is_faithful (void)
{
  PnTestOverlay t;
  guint n_changed = 0;

  pn_test_overlay_init (&t);
  bend (&t);
  for (int quality = PN_OVERLAY_QUICK; quality <= PN_OVERLAY_FINE; quality++) {
    PnOverlayTerms terms = make_terms (&t, 1, quality);
    PnOverlaySheet *sheet = pn_overlay_sheet_new (&pn_overlay_mesh_kind, count_changed, &n_changed);
    g_assert_null (snapshot_sheet (sheet, make_meshes (&t, PN_MESH_FULL), &terms));
    wait_for (sheet);
    g_autoptr (GskRenderNode) node = snapshot_sheet (sheet, make_meshes (&t, PN_MESH_FULL), &terms);
    cairo_surface_t *shown = paint (node);

    PnOverlayPicture *picture =
        pn_overlay_picture_draw (&pn_overlay_mesh_kind, make_meshes (&t, PN_MESH_FULL), &terms);
    GtkSnapshot *snapshot = gtk_snapshot_new ();
    gtk_snapshot_append_texture (
        snapshot, picture->texture,
        &GRAPHENE_RECT_INIT ((float)picture->area.x0, (float)picture->area.y0,
                             (float)(picture->area.x1 - picture->area.x0),
                             (float)(picture->area.y1 - picture->area.y0)));
    g_autoptr (GskRenderNode) direct = gtk_snapshot_free_to_node (snapshot);
    cairo_surface_t *wanted = paint (direct);
    g_assert_cmpmem (cairo_image_surface_get_data (shown),
                     PN_TEST_OVERLAY_HEIGHT * cairo_image_surface_get_stride (shown),
                     cairo_image_surface_get_data (wanted),
                     PN_TEST_OVERLAY_HEIGHT * cairo_image_surface_get_stride (wanted));
    pn_overlay_picture_free (&pn_overlay_mesh_kind, picture);
    cairo_surface_destroy (shown);
    cairo_surface_destroy (wanted);
    pn_overlay_sheet_free (sheet);
  }
  g_assert_cmpuint (n_changed, ==, 2);
  pn_test_overlay_clear (&t);
}

/* The node's map onto the view, or none where it was drawn for the view as it is. */
static gboolean
is_moved (GskRenderNode *node)
{
  return gsk_render_node_get_node_type (node) == GSK_TRANSFORM_NODE;
}

static void
assert_same_place (PnTestOverlay *t, GskRenderNode *node)
{
  cairo_surface_t *surface = paint (node);
  double outside, all;

  count_drawn (t, surface, &outside, &all);
  g_assert_cmpfloat (outside, >, 0.9);
  cairo_surface_destroy (surface);
}

/* Drawn once while nothing changes. In a view that moves the picture goes along, and is drawn anew
 * only where it ends or would be stretched too far; when the view rests, always. */
static void
test_reuse (void)
{
  PnTestOverlay t;
  guint n_changed = 0;

  pn_test_overlay_init (&t);
  PnOverlaySheet *sheet = pn_overlay_sheet_new (&pn_overlay_mesh_kind, count_changed, &n_changed);
  PnOverlayTerms fine = make_terms (&t, 1, PN_OVERLAY_FINE);
  g_assert_null (snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &fine));
  wait_for (sheet);
  for (int i = 0; i < 3; i++) {
    g_autoptr (GskRenderNode) node =
        snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &fine);
    g_assert_false (is_moved (node));
    g_assert_false (pn_overlay_sheet_is_drawing (sheet));
  }
  /* What is fine will do for what is quick. */
  PnOverlayTerms quick = make_terms (&t, 1, PN_OVERLAY_QUICK);
  g_clear_pointer (
      &(GskRenderNode *){snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &quick)},
      gsk_render_node_unref);
  g_assert_false (pn_overlay_sheet_is_drawing (sheet));

  pn_view_pan_by (t.view, pn_vec2 (31.5, -20));
  pn_view_set_rotation (t.view, 12);
  pn_view_set_mirrored (t.view, TRUE);
  pn_view_zoom_at (t.view, 1.3, pn_vec2 (100, 100));
  quick = make_terms (&t, 1, PN_OVERLAY_QUICK);
  g_autoptr (GskRenderNode) moved =
      snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &quick);
  g_assert_false (pn_overlay_sheet_is_drawing (sheet));
  g_assert_true (is_moved (moved));
  assert_same_place (&t, moved);

  fine = make_terms (&t, 1, PN_OVERLAY_FINE);
  g_autoptr (GskRenderNode) meanwhile =
      snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &fine);
  assert_same_place (&t, meanwhile);
  g_assert_true (pn_overlay_sheet_is_drawing (sheet));
  wait_for (sheet);
  g_autoptr (GskRenderNode) anew = snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &fine);
  g_assert_false (is_moved (anew));
  assert_same_place (&t, anew);

  pn_view_zoom_at (t.view, 1.8, pn_vec2 (100, 100));
  quick = make_terms (&t, 1, PN_OVERLAY_QUICK);
  g_autoptr (GskRenderNode) stretched =
      snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &quick);
  g_assert_true (pn_overlay_sheet_is_drawing (sheet));
  wait_for (sheet);
  pn_view_pan_by (t.view, pn_vec2 (400, 0));
  quick = make_terms (&t, 1, PN_OVERLAY_QUICK);
  g_autoptr (GskRenderNode) ended =
      snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &quick);
  g_assert_true (pn_overlay_sheet_is_drawing (sheet));
  wait_for (sheet);
  g_assert_cmpuint (n_changed, ==, 4);
  pn_overlay_sheet_free (sheet);
  pn_test_overlay_clear (&t);
}

/* Another scale of the screen, another pose: drawn anew, whatever moves. */
static void
test_renewed (void)
{
  PnTestOverlay t;
  guint n_changed = 0;

  pn_test_overlay_init (&t);
  PnOverlaySheet *sheet = pn_overlay_sheet_new (&pn_overlay_mesh_kind, count_changed, &n_changed);
  for (int i = 0; i < 3; i++) {
    PnOverlayTerms terms = make_terms (&t, i == 1 ? 2 : 1, PN_OVERLAY_QUICK);
    g_autoptr (GskRenderNode) node =
        snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &terms);
    g_assert_true (pn_overlay_sheet_is_drawing (sheet));
    wait_for (sheet);
  }
  bend (&t);
  PnOverlayTerms terms = make_terms (&t, 1, PN_OVERLAY_QUICK);
  g_autoptr (GskRenderNode) before =
      snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &terms);
  g_assert_true (pn_overlay_sheet_is_drawing (sheet));
  wait_for (sheet);
  g_autoptr (GskRenderNode) after =
      snapshot_sheet (sheet, make_meshes (&t, PN_MESH_OUTLINE), &terms);
  assert_same_place (&t, after);
  /* Of a mesh that is not to be seen any more nothing stays. */
  g_assert_null (snapshot_sheet (sheet, NULL, &terms));
  pn_overlay_sheet_free (sheet);
  pn_test_overlay_clear (&t);
}

/* Whoever waits may be gone when the worker comes back. */
static void
test_gone_meanwhile (void)
{
  PnTestOverlay t;
  guint n_changed = 0;

  pn_test_overlay_init (&t);
  PnOverlaySheet *sheet = pn_overlay_sheet_new (&pn_overlay_mesh_kind, count_changed, &n_changed);
  PnOverlayTerms terms = make_terms (&t, 1, PN_OVERLAY_FINE);
  g_assert_null (snapshot_sheet (sheet, make_meshes (&t, PN_MESH_FULL), &terms));
  pn_overlay_sheet_free (sheet);
  pn_test_overlay_clear (&t);
  for (int i = 0; i < 20; i++) {
    g_usleep (5000);
    while (g_main_context_iteration (NULL, FALSE))
      ;
  }
  g_assert_cmpuint (n_changed, ==, 0);
}

/* --- Large meshes. */

static guint
count_painted (const PnOverlayPicture *picture)
{
  int width = gdk_texture_get_width (picture->texture);
  int height = gdk_texture_get_height (picture->texture);
  g_autofree guint32 *pixels = g_new (guint32, (gsize)width * (gsize)height);
  guint n = 0;

  gdk_texture_download (picture->texture, (guchar *)pixels, (gsize)width * 4);
  for (gsize i = 0; i < (gsize)width * (gsize)height; i++)
    n += pixels[i] >> 24 != 0;
  return n;
}

/* Of more triangles than can be drawn anew with every event only the outline is, while something
 * moves. */
static void
test_large (void)
{
  static const guint sizes[] = {PN_OVERLAY_QUICK_TRIANGLES * 3 / 4, PN_OVERLAY_QUICK_TRIANGLES * 2};
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (PnFrame) frame = pn_test_frame_of_wires (pn_view_get_root (t.view), sizes[i]);
    guint n_painted[2];
    for (int quality = PN_OVERLAY_QUICK; quality <= PN_OVERLAY_FINE; quality++) {
      GArray *layers = g_array_new (FALSE, TRUE, sizeof (guint));
      g_array_set_size (layers, 1);
      PnOverlayTerms terms = make_terms (&t, 1, quality);
      PnOverlayPicture *picture = pn_overlay_picture_draw (
          &pn_overlay_mesh_kind, pn_overlay_mesh_new (frame, PN_MESH_FULL, layers), &terms);
      n_painted[quality] = count_painted (picture);
      pn_overlay_picture_free (&pn_overlay_mesh_kind, picture);
    }
    if (i == 0)
      g_assert_cmpuint (n_painted[PN_OVERLAY_QUICK], >, n_painted[PN_OVERLAY_FINE] / 3);
    else
      g_assert_cmpuint (n_painted[PN_OVERLAY_QUICK], <, n_painted[PN_OVERLAY_FINE] / 10);
  }
  pn_test_overlay_clear (&t);
}

/* --- The way of a pin. */

/* The hand is keyed, also between frames, and its layer and the group around that move and turn. */
static void
animate (PnTestOverlay *t)
{
  g_autoptr (JsonNode) group =
      pn_test_run (&t->base, "{'op': 'add_group', 'name': 'g', 'layers': ['figure']}");
  g_autofree char *figure = pn_id_to_string (t->figure);
  g_autoptr (JsonNode) pin = pn_test_run (
      &t->base, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', "
                "'keys': [{'frame': 2, 'x': 240, 'y': 80, 'ease': 'in-out'}, "
                "{'frame': 7.5, 'x': 200, 'y': 40}, {'frame': 12, 'x': 230, 'y': 120}]}");
  g_autoptr (JsonNode) layer =
      pn_test_run (&t->base,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'position', "
                   "'keys': [{'frame': 0, 'x': 140, 'y': 120}, {'frame': 20, 'x': 170, 'y': 140}]}",
                   figure);
  g_autoptr (JsonNode) turn =
      pn_test_run (&t->base,
                   "{'op': 'set_keyframes', 'target': 'layer.%s', 'property': 'rotation', "
                   "'keys': [{'frame': 0, 'value': 0}, {'frame': 10, 'value': 30}]}",
                   pn_test_member (group, "layer"));
}

static PnVec2
evaluated_place (PnTestOverlay *t, double frame)
{
  g_autoptr (PnFrame) posed = pn_test_pose (&t->base, frame);
  const PnLayerPose *pose = pn_test_layer_pose (posed, "figure");

  for (guint i = 0; i < pose->n_pins; i++)
    if (pose->pins[i].pin->id == t->hand)
      return pn_affine_apply (&pose->doc_from_layer, pose->pins[i].target_layer);
  g_assert_not_reached ();
}

static void
assert_near (PnVec2 is, PnVec2 want)
{
  g_assert_cmpfloat_with_epsilon (is.x, want.x, EPSILON);
  g_assert_cmpfloat_with_epsilon (is.y, want.y, EPSILON);
}

/* Each of its places is where a frame has the pin, from the first key to the last of all that moves
 * it. */
static void
test_path_places (void)
{
  static const double keys[] = {2, 7.5, 12};
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  animate (&t);
  gpointer path = pn_overlay_path_new (pn_view_get_root (t.view), t.hand, 0);
  PnOverlayPathPlaces places = pn_overlay_path_get_places (path);
  g_assert_cmpfloat_with_epsilon (places.first, 0, EPSILON);
  g_assert_cmpuint (places.n_places, ==, 21);
  for (guint i = 0; i < places.n_places; i++)
    assert_near (places.places_doc[i], evaluated_place (&t, i));
  g_assert_cmpuint (places.n_keys, ==, 3);
  for (guint i = 0; i < places.n_keys; i++)
    assert_near (places.keys_doc[i], evaluated_place (&t, keys[i]));
  pn_overlay_path_unref (path);

  /* A pin that is carried has a way too, without keys; and one that nothing moves has none. */
  path = pn_overlay_path_new (pn_view_get_root (t.view), t.body, 0);
  places = pn_overlay_path_get_places (path);
  g_assert_cmpuint (places.n_places, ==, 21);
  g_assert_cmpuint (places.n_keys, ==, 0);
  pn_overlay_path_unref (path);
  pn_test_overlay_clear (&t);

  pn_test_overlay_init (&t);
  path = pn_overlay_path_new (pn_view_get_root (t.view), t.hand, 0);
  g_assert_cmpuint (pn_overlay_path_get_places (path).n_places, ==, 0);
  pn_overlay_path_unref (path);
  pn_test_overlay_clear (&t);
}

/* Of a very long one what is around the playhead, which does not change with every frame. */
static void
test_path_is_bounded (void)
{
  static const double playheads[] = {0, 499, 123456, 1e6};
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  g_autoptr (JsonNode) pin =
      pn_test_run (&t.base, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', "
                            "'keys': [{'frame': 0, 'x': 240, 'y': 80}, "
                            "{'frame': 1000000, 'x': 200, 'y': 40}]}");
  for (guint i = 0; i < G_N_ELEMENTS (playheads); i++) {
    gpointer path = pn_overlay_path_new (pn_view_get_root (t.view), t.hand, playheads[i]);
    PnOverlayPathPlaces places = pn_overlay_path_get_places (path);
    g_assert_cmpuint (places.n_places, >, 500);
    g_assert_cmpuint (places.n_places, <=, PN_OVERLAY_PATH_FRAMES);
    g_assert_cmpfloat (places.first, <=, MAX (0, playheads[i] - 500));
    g_assert_cmpfloat (places.first + places.n_places - 1, >=, MIN (1e6, playheads[i] + 500));
    pn_overlay_path_unref (path);
  }
  gpointer path = pn_overlay_path_new (pn_view_get_root (t.view), t.hand, 5000);
  guint n_same = 0;
  for (int frame = 5000; frame < 5500; frame++)
    n_same += pn_overlay_path_is_of (path, pn_view_get_root (t.view), t.hand, frame);
  g_assert_cmpuint (n_same, >, 200);
  pn_overlay_path_unref (path);
  pn_test_overlay_clear (&t);
}

static guint
count_on_path (PnTestOverlay *t, cairo_surface_t *surface)
{
  PnAffine view_from_doc = pn_view_view_from_doc (t->view);
  guint n = 0;

  /* The pins themselves lie over its ends. */
  for (int frame = 3; frame < 12; frame++) {
    PnVec2 at = pn_affine_apply (&view_from_doc, evaluated_place (t, frame));
    n += pn_test_overlay_is_near (pn_test_overlay_pixel (surface, (int)at.x, (int)at.y),
                                  pn_test_overlay_color (t, "pn_accent"), 60);
  }
  return n;
}

/* Drawn for the pin selected last, where one works on rigs. */
static void
test_path_shows (void)
{
  PnTestOverlay t;

  pn_test_overlay_init (&t);
  animate (&t);
  pn_editor_set_mesh_display (t.editor, PN_MESH_OFF);
  for (int turned = 0; turned < 2; turned++) {
    pn_view_set_rotation (t.view, 40 * turned);
    pn_view_select_pin (t.view, t.hand, PN_SELECT_ONLY);
    cairo_surface_t *surface = pn_test_overlay_draw_settled (&t, 1);
    g_assert_cmpuint (count_on_path (&t, surface), >=, 8);
    cairo_surface_destroy (surface);

    pn_view_clear_selection (t.view);
    surface = pn_test_overlay_draw_settled (&t, 1);
    g_assert_cmpuint (count_on_path (&t, surface), ==, 0);
    cairo_surface_destroy (surface);
  }
  pn_test_overlay_clear (&t);
}

int
main (int argc, char *argv[])
{
  pn_test_gtk_init (&argc, &argv);
  pn_style_init (gdk_display_get_default ());
  g_test_add_func ("/ui/overlay-sheets/mesh-display", test_mesh_display);
  g_test_add_func ("/ui/overlay-sheets/worker-is-faithful", test_worker_is_faithful);
  g_test_add_func ("/ui/overlay-sheets/reuse", test_reuse);
  g_test_add_func ("/ui/overlay-sheets/renewed", test_renewed);
  g_test_add_func ("/ui/overlay-sheets/gone-meanwhile", test_gone_meanwhile);
  g_test_add_func ("/ui/overlay-sheets/large", test_large);
  g_test_add_func ("/ui/overlay-sheets/path-places", test_path_places);
  g_test_add_func ("/ui/overlay-sheets/path-is-bounded", test_path_is_bounded);
  g_test_add_func ("/ui/overlay-sheets/path-shows", test_path_shows);
  return g_test_run ();
}
