/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes as wireframes. One of eight thousand triangles takes cairo 12 ms and, without antialiasing,
 * 4, so a worker does it; round ends of lines would make it three times as much. */
#include "pn-overlay-sheet-private.h"

#define LINE 0.8
#define OUTLINE 1.2
#define LINE_ALPHA 0.55
#define OUTLINE_ALPHA 0.9
#define FLIPPED_ALPHA 0.45
#define BOX_MARGIN 2.0

typedef struct {
  PnFrame *frame; /* a reference */
  PnMeshDisplay display;
  GArray *layers; /* guint: places in the frame */
} Meshes;

gpointer
pn_overlay_mesh_new (const PnFrame *frame, PnMeshDisplay display, GArray *layers)
{
  Meshes *self = g_new0 (Meshes, 1);

  /* A reference is counted atomically, whoever holds the frame meanwhile. */
  self->frame = pn_frame_ref ((PnFrame *)frame);
  self->display = display;
  self->layers = layers;
  return self;
}

static void
meshes_free (gpointer subject)
{
  Meshes *self = subject;

  pn_frame_unref (self->frame);
  g_array_unref (self->layers);
  g_free (self);
}

static const PnLayerPose *
get_pose (const Meshes *self, guint index)
{
  return &self->frame->layers[g_array_index (self->layers, guint, index)];
}

static gboolean
is_kin (gconstpointer subject, gconstpointer other)
{
  const Meshes *a = subject, *b = other;

  if (a->layers->len != b->layers->len)
    return FALSE;
  for (guint i = 0; i < a->layers->len; i++)
    if (get_pose (a, i)->layer->id != get_pose (b, i)->layer->id)
      return FALSE;
  return TRUE;
}

/* A frame depends on its root and moment alone. */
static gboolean
is_same (gconstpointer subject, gconstpointer other)
{
  const Meshes *a = subject, *b = other;

  return a->frame->root == b->frame->root && !(a->frame->frame < b->frame->frame) &&
         !(a->frame->frame > b->frame->frame) && a->display == b->display && is_kin (a, b);
}

static PnBox
measure (gpointer subject, const PnOverlayTerms *terms)
{
  const Meshes *self = subject;
  PnBox box = pn_box_empty ();

  for (guint i = 0; i < self->layers->len; i++) {
    const PnLayerPose *pose = get_pose (self, i);
    PnAffine map = pn_affine_multiply (&terms->view_from_doc, &pose->doc_from_layer);
    for (gsize j = 0; j < pn_mesh_n_vertices (pose->mesh); j++)
      pn_box_add_point (&box, pn_affine_apply (&map, pose->posed_layer[j]));
  }
  return pn_box_is_empty (&box) ? box : pn_overlay_grown (&box, BOX_MARGIN);
}

/* One mesh in the view. */
typedef struct {
  const PnLayerPose *pose;
  const PnOverlayTerms *terms;
  PnBox room;
  PnVec2 *places; /* of its vertices, view px */
} Wires;

static void
wires_init (Wires *wires, const PnLayerPose *pose, const PnOverlayTerms *terms)
{
  PnAffine map = pn_affine_multiply (&terms->view_from_doc, &pose->doc_from_layer);
  gsize n_vertices = pn_mesh_n_vertices (pose->mesh);

  *wires = (Wires){pose, terms, pn_overlay_grown (&terms->view, PN_OVERLAY_ROOM),
                   g_new (PnVec2, n_vertices)};
  for (gsize i = 0; i < n_vertices; i++)
    wires->places[i] = pn_affine_apply (&map, pose->posed_layer[i]);
}

static void
stroke (const Wires *wires, cairo_t *cr, double width, double alpha)
{
  /* Without antialiasing a line thinner than a pixel has gaps. */
  double least = wires->terms->quality == PN_OVERLAY_QUICK ? 1.0 / wires->terms->scale_factor : 0;

  pn_overlay_set_color (cr, &wires->terms->look.colors[PN_OVERLAY_MESH], alpha);
  cairo_set_line_width (cr, MAX (width, least));
  cairo_stroke (cr);
}

/* An edge inside belongs to two triangles, which run along it in opposite directions: it is drawn
 * by one of them. */
static void
draw_inside (const Wires *wires, cairo_t *cr)
{
  const guint32 *corners = pn_mesh_triangles (wires->pose->mesh);
  gsize n_corners = 3 * pn_mesh_n_triangles (wires->pose->mesh);

  for (gsize i = 0; i < n_corners; i++) {
    guint32 a = corners[i], b = corners[i % 3 == 2 ? i - 2 : i + 1];
    if (a < b)
      pn_overlay_line (cr, &wires->room, wires->places[a], wires->places[b]);
  }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  stroke (wires, cr, LINE, LINE_ALPHA);
}

static void
draw_outline (const Wires *wires, cairo_t *cr)
{
  gsize n_edges;
  const guint32 *edges = pn_mesh_boundary_edges (wires->pose->mesh, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    pn_overlay_line (cr, &wires->room, wires->places[edges[2 * i]],
                     wires->places[edges[2 * i + 1]]);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  stroke (wires, cr, OUTLINE, OUTLINE_ALPHA);
}

static void
draw_flipped (const Wires *wires, cairo_t *cr)
{
  const PnLayerPose *pose = wires->pose;

  for (guint i = 0; i < pose->n_flipped; i++) {
    const guint32 *corners = pn_mesh_triangles (pose->mesh) + 3 * pose->flipped[i];
    for (guint j = 0; j < 3; j++)
      if (!pn_box_contains (&wires->room, wires->places[corners[j]]))
        goto next;
    cairo_move_to (cr, wires->places[corners[0]].x, wires->places[corners[0]].y);
    cairo_line_to (cr, wires->places[corners[1]].x, wires->places[corners[1]].y);
    cairo_line_to (cr, wires->places[corners[2]].x, wires->places[corners[2]].y);
    cairo_close_path (cr);
  next:;
  }
  pn_overlay_set_color (cr, &wires->terms->look.colors[PN_OVERLAY_FLIPPED], FLIPPED_ALPHA);
  cairo_fill (cr);
}

static void
draw (gpointer subject, const PnOverlayTerms *terms, cairo_t *cr)
{
  const Meshes *self = subject;
  gboolean is_quick = terms->quality == PN_OVERLAY_QUICK;
  gsize n_triangles = 0;

  for (guint i = 0; i < self->layers->len; i++)
    n_triangles += pn_mesh_n_triangles (get_pose (self, i)->mesh);
  cairo_set_antialias (cr, is_quick ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_FAST);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < self->layers->len; i++) {
    Wires wires;
    wires_init (&wires, get_pose (self, i), terms);
    draw_flipped (&wires, cr);
    if (self->display == PN_MESH_FULL && !(is_quick && n_triangles > PN_OVERLAY_QUICK_TRIANGLES))
      draw_inside (&wires, cr);
    draw_outline (&wires, cr);
    g_free (wires.places);
  }
}

const PnOverlaySheetKind pn_overlay_mesh_kind = {
    .is_same = is_same,
    .is_kin = is_kin,
    .measure = measure,
    .draw = draw,
    .free = meshes_free,
    .span = "overlay.mesh",
};
