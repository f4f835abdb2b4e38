/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-overlay-sheet-private.h"
#include "pn-style.h"
#include "pn-test-session.h"

/* An editor at the figure of pn-test-session.h, with three pins, and what is drawn over its canvas:
 * a view of 400 x 300 px that shows the document at 1:1. */
typedef struct {
  PnTestSession base;
  PnEditor *editor;
  PnView *view;
  GtkWidget *window;
  PnOverlay *overlay;
  PnId figure, body, shoulder, hand;
  guint n_changed; /* "changed" of the overlay */
} PnTestOverlay;

#define PN_TEST_OVERLAY_WIDTH 400
#define PN_TEST_OVERLAY_HEIGHT 300

static inline PnId
pn_test_overlay_id (JsonNode *result, const char *member)
{
  PnId id;
  g_assert_true (pn_id_from_string (pn_test_member (result, member), &id));
  return id;
}

static inline void
pn_test_overlay_changed_cb (PnTestOverlay *self)
{
  self->n_changed++;
}

static inline PnId
pn_test_overlay_pin (PnTestOverlay *self, const char *name, int x, int y)
{
  g_autoptr (JsonNode) result = pn_test_run (
      &self->base, "{'op': 'add_pin', 'layer': 'figure', 'name': '%s', 'x': %d, 'y': %d}", name, x,
      y);
  return pn_test_overlay_id (result, "pin");
}

static inline void
pn_test_overlay_init (PnTestOverlay *self)
{
  *self = (PnTestOverlay){0};
  pn_test_session_init (&self->base, PN_TEST_OVERLAY_WIDTH, PN_TEST_OVERLAY_HEIGHT);
  g_autofree char *path =
      pn_test_draw (self->base.folder, "figure.png", 280, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) layer = pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig =
      pn_test_run (&self->base, "{'op': 'create_puppet_rig', 'layer': 'figure'}");
  self->figure = pn_test_overlay_id (layer, "layer");
  self->body = pn_test_overlay_pin (self, "body", 60, 180);
  self->shoulder = pn_test_overlay_pin (self, "shoulder", 110, 80);
  self->hand = pn_test_overlay_pin (self, "hand", 240, 80);

  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->view = pn_editor_get_view (self->editor);
  pn_view_set_tool (self->view, PN_VIEW_TOOL_PUPPET);
  pn_view_set_size (self->view, PN_TEST_OVERLAY_WIDTH, PN_TEST_OVERLAY_HEIGHT);
  self->window = g_object_ref_sink (gtk_window_new ());
  self->overlay = pn_overlay_new (self->editor, self->window);
  g_signal_connect_swapped (self->overlay, "changed", G_CALLBACK (pn_test_overlay_changed_cb),
                            self);
}

static inline void
pn_test_overlay_clear (PnTestOverlay *self)
{
  g_assert_finalize_object (self->overlay);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_finalize_object (self->window);
  g_assert_finalize_object (self->editor);
  pn_test_session_clear (&self->base);
}

/* What it draws, on a ground of nothing. (transfer full) */
static inline cairo_surface_t *
pn_test_overlay_draw (PnTestOverlay *self, double scale_factor, PnOverlayMode mode)
{
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  const graphene_size_t size = {PN_TEST_OVERLAY_WIDTH, PN_TEST_OVERLAY_HEIGHT};
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, (int)ceil (PN_TEST_OVERLAY_WIDTH * scale_factor),
      (int)ceil (PN_TEST_OVERLAY_HEIGHT * scale_factor));
  cairo_t *cr = cairo_create (surface);
  PnAffine view_from_doc = pn_view_view_from_doc (self->view);

  pn_overlay_snapshot (self->overlay, snapshot, &size, &view_from_doc, scale_factor, mode);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (g_steal_pointer (&snapshot));
  cairo_scale (cr, scale_factor, scale_factor);
  if (node != NULL)
    gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Until the workers have nothing left to draw. */
static inline void
pn_test_overlay_settle (PnTestOverlay *self, double scale_factor, PnOverlayMode mode)
{
  do {
    while (pn_overlay_is_drawing (self->overlay))
      g_main_context_iteration (NULL, TRUE);
    cairo_surface_destroy (pn_test_overlay_draw (self, scale_factor, mode));
  } while (pn_overlay_is_drawing (self->overlay));
}

/* What it draws when all is there. (transfer full) */
static inline cairo_surface_t *
pn_test_overlay_draw_settled (PnTestOverlay *self, double scale_factor)
{
  pn_test_overlay_settle (self, scale_factor, PN_OVERLAY_RESTING);
  return pn_test_overlay_draw (self, scale_factor, PN_OVERLAY_RESTING);
}

/* A pixel of it, in device px: 0xaarrggbb, premultiplied. */
static inline guint32
pn_test_overlay_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) +
                      (gsize)y * (gsize)cairo_image_surface_get_stride (surface);
  return ((const guint32 *)(gconstpointer)row)[x];
}

/* The colour of the look as such a pixel. */
static inline guint32
pn_test_overlay_color (PnTestOverlay *self, const char *name)
{
  GdkRGBA color = pn_style_get_color (self->window, name);
  const float channels[4] = {color.alpha, color.red * color.alpha, color.green * color.alpha,
                             color.blue * color.alpha};
  guint32 pixel = 0;
  for (int i = 0; i < 4; i++)
    pixel = pixel << 8 | (guint32)(channels[i] * 255 + 0.5F);
  return pixel;
}

static inline gboolean
pn_test_overlay_is_near (guint32 a, guint32 b, int tolerance)
{
  for (int shift = 0; shift < 32; shift += 8)
    if (ABS ((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > tolerance)
      return FALSE;
  return TRUE;
}
