/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-overlay.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-overlay-sheet-private.h"
#include "pn-trace.h"

#define FRAME_LINE 1.0 /* around the canvas, while posing sets keys */
#define FRAME_WIDE 2.0 /* while it does not: a preview, or rigging */

#define TAG_PADDING 6.0 /* around words, to the sides; half of it above and below */
#define TAG_ROUNDING 5.0
#define TAG_ALPHA 0.9F
#define TAG_ASIDE 16.0 /* from the middle of what it names */
#define TAG_INSET 8.0  /* from the edge of the view */

#define CURSOR_ARM 14.0
#define CURSOR_GAP 4.0
#define CURSOR_LINE 2.0
#define CURSOR_RIM 1.5

struct _PnOverlay {
  GObject parent_instance;
  PnEditor *editor;  /* borrowed */
  GtkWidget *widget; /* borrowed */
  PnOverlaySheet *mesh, *path;
  gpointer way; /* (nullable) of the pin selected last */
};

G_DEFINE_FINAL_TYPE (PnOverlay, pn_overlay, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* --- The document's edge. */

static void
add_edge (const PnOverlayScene *scene, GtkSnapshot *snapshot)
{
  double width = 1.0 / scene->scale_factor;
  PnBox room = pn_overlay_grown (&scene->view, width);
  PnVec2 corners[4] = {{0, 0},
                       {scene->root->width, 0},
                       {scene->root->width, scene->root->height},
                       {0, scene->root->height}};

  for (guint i = 0; i < 4; i++)
    corners[i] = pn_affine_apply (&scene->view_from_doc, corners[i]);
  for (guint i = 0; i < 4; i++) {
    PnVec2 a = corners[i], b = corners[(i + 1) % 4];
    if (!pn_overlay_clip (&room, &a, &b))
      continue;
    PnBox box = pn_box_empty ();
    pn_box_add_point (&box, a);
    pn_box_add_point (&box, b);
    box = pn_overlay_grown (&box, width);
    cairo_t *cr = pn_overlay_begin (snapshot, &box, &scene->view);
    if (cr == NULL)
      continue;
    cairo_move_to (cr, a.x, a.y);
    cairo_line_to (cr, b.x, b.y);
    pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_EDGE], 1);
    cairo_set_line_width (cr, width);
    cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
    cairo_stroke (cr);
    cairo_destroy (cr);
  }
}

/* --- Heavy parts. */

static PnOverlayTerms
get_terms (const PnOverlayScene *scene, PnOverlayMode mode)
{
  return (PnOverlayTerms){
      .look = scene->look,
      .view_from_doc = scene->view_from_doc,
      .view = scene->view,
      .scale_factor = scene->scale_factor,
      .quality = mode == PN_OVERLAY_MOVING ? PN_OVERLAY_QUICK : PN_OVERLAY_FINE,
  };
}

/* Whether rigs are what one works on: their meshes and the ways of their pins show then alone. */
static gboolean
shows_rigs (PnOverlay *self)
{
  return pn_editor_get_document_tool (self->editor) == PN_VIEW_TOOL_PUPPET;
}

/* The meshes of the layers that are selected, or of all where none is. (transfer full) (nullable) */
static gpointer
get_meshes (PnOverlay *self)
{
  PnMeshDisplay display = pn_editor_get_mesh_display (self->editor);
  const PnFrame *frame = pn_editor_get_frame (self->editor);
  PnView *view = pn_editor_get_view (self->editor);
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_selected;

  if (display == PN_MESH_OFF || frame == NULL || !shows_rigs (self))
    return NULL;
  pn_view_get_layers (view, &n_selected);
  for (guint i = 0; i < frame->n_layers; i++) {
    const PnLayerPose *pose = &frame->layers[i];
    if (pose->mesh != NULL && pose->visible && pose->layer->puppet != NULL &&
        (n_selected == 0 || pn_view_has_layer (view, pose->layer->id)))
      g_array_append_val (layers, i);
  }
  return layers->len > 0 ? pn_overlay_mesh_new (frame, display, g_steal_pointer (&layers)) : NULL;
}

/* (transfer full) (nullable) */
static gpointer
get_way (PnOverlay *self, const PnOverlayScene *scene)
{
  guint n_pins;
  const PnId *pins = pn_view_get_pins (pn_editor_get_view (self->editor), &n_pins);

  if (n_pins == 0 || !shows_rigs (self)) {
    g_clear_pointer (&self->way, pn_overlay_path_unref);
    return NULL;
  }
  PnId pin = pins[n_pins - 1];
  if (self->way == NULL || !pn_overlay_path_is_of (self->way, scene->root, pin, scene->frame)) {
    g_clear_pointer (&self->way, pn_overlay_path_unref);
    self->way = pn_overlay_path_new (scene->root, pin, scene->frame);
  }
  return pn_overlay_path_ref (self->way);
}

static void
add_sheets (PnOverlay *self, const PnOverlayScene *scene, GtkSnapshot *snapshot, PnOverlayMode mode)
{
  PnOverlayTerms terms = get_terms (scene, mode);

  pn_overlay_sheet_snapshot (self->mesh, get_meshes (self), &terms, snapshot);
  pn_overlay_sheet_snapshot (self->path, get_way (self, scene), &terms, snapshot);
}

/* --- Handles and the keyboard's place. */

static void
add_handles (const PnOverlayScene *scene,
             GtkSnapshot *snapshot,
             const PnHandle *handles,
             guint n_handles)
{
  PnBox box = pn_box_empty ();

  for (guint i = 0; i < n_handles; i++) {
    PnBox one = pn_overlay_handle_box (scene, &handles[i]);
    one = pn_box_intersect (&one, &scene->view);
    pn_box_add_box (&box, &one);
  }
  cairo_t *cr = pn_overlay_begin (snapshot, &box, &scene->view);
  if (cr == NULL)
    return;
  for (guint i = 0; i < n_handles; i++) {
    cairo_save (cr);
    pn_overlay_draw_handle (scene, &handles[i], cr);
    cairo_restore (cr);
  }
  cairo_destroy (cr);
}

static void
add_cursor (const PnOverlayScene *scene, GtkSnapshot *snapshot, PnVec2 cursor_doc)
{
  static const PnVec2 ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  PnVec2 at = pn_affine_apply (&scene->view_from_doc, cursor_doc);
  PnBox box = {at.x, at.y, at.x, at.y};
  PnBox grown = pn_overlay_grown (&box, CURSOR_ARM + CURSOR_LINE + CURSOR_RIM);
  cairo_t *cr = pn_overlay_begin (snapshot, &grown, &scene->view);

  if (cr == NULL)
    return;
  for (guint i = 0; i < 4; i++) {
    cairo_move_to (cr, at.x + CURSOR_GAP * ways[i].x, at.y + CURSOR_GAP * ways[i].y);
    cairo_line_to (cr, at.x + CURSOR_ARM * ways[i].x, at.y + CURSOR_ARM * ways[i].y);
  }
  /* As dark around as a pin, which it stands for. */
  pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_PIN_RING], 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, CURSOR_LINE + 2 * CURSOR_RIM);
  cairo_stroke_preserve (cr);
  pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_PIN_POSITION], 1);
  cairo_set_line_width (cr, CURSOR_LINE);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

/* Where keys are heard, and do something there: with layers selected they move those. */
static gboolean
shows_cursor (PnOverlay *self)
{
  guint n_layers;

  pn_view_get_layers (pn_editor_get_view (self->editor), &n_layers);
  return gtk_widget_has_visible_focus (self->widget) && (n_layers == 0 || shows_rigs (self));
}

/* --- Words. */

/* (transfer full) */
static PangoLayout *
make_layout (PnOverlay *self, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (self->widget, text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

/* Words on a small plate, whose corner is at `at` as far as it fits `inset` within the view. */
static void
add_tag_within (PnOverlay *self,
                const PnOverlayScene *scene,
                GtkSnapshot *snapshot,
                const char *text,
                PnVec2 at,
                double inset)
{
  g_autoptr (PangoLayout) layout = make_layout (self, text);
  GdkRGBA plate = scene->look.colors[PN_OVERLAY_LABEL];
  GskRoundedRect outline;
  graphene_rect_t bounds;
  int text_width, text_height;

  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  double width = text_width + 2 * TAG_PADDING, height = text_height + TAG_PADDING;
  double x = floor (CLAMP (at.x, inset, MAX (inset, scene->view.x1 - width - inset)));
  double y = floor (CLAMP (at.y, inset, MAX (inset, scene->view.y1 - height - inset)));

  graphene_rect_init (&bounds, (float)x, (float)y, (float)width, (float)height);
  gsk_rounded_rect_init_from_rect (&outline, &bounds, TAG_ROUNDING);
  plate.alpha *= TAG_ALPHA;
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &plate, &bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT ((float)(x + TAG_PADDING), (float)(y + TAG_PADDING / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &scene->look.colors[PN_OVERLAY_LABEL_TEXT]);
  gtk_snapshot_restore (snapshot);
}

static void
add_tag (PnOverlay *self,
         const PnOverlayScene *scene,
         GtkSnapshot *snapshot,
         const char *text,
         PnVec2 at)
{
  add_tag_within (self, scene, snapshot, text, at, 0);
}

/* What is under the pointer: its name, where it is, and what keeps it from holding. */
static void
add_pin_name (PnOverlay *self,
              const PnOverlayScene *scene,
              GtkSnapshot *snapshot,
              const PnHandle *handle)
{
  g_autoptr (GString) text = g_string_new (handle->label);
  PnVec2 at = pn_affine_apply (&scene->view_from_doc, handle->position_doc);

  g_string_append_printf (text, "%s%.0f, %.0f", text->len > 0 ? "  " : "", handle->position_doc.x,
                          handle->position_doc.y);
  if (handle->state & PN_HANDLE_OFF_MESH)
    g_string_append_printf (text, "\n%s", _ ("off the mesh, holds nothing"));
  else if (handle->state & PN_HANDLE_MERGED)
    g_string_append_printf (text, "\n%s", _ ("acts as one with a pin beside it"));
  else if (handle->state & PN_HANDLE_REDUNDANT)
    g_string_append_printf (text, "\n%s", _ ("the mesh is too coarse to hold it"));
  add_tag (self, scene, snapshot, text->str, pn_vec2 (at.x + TAG_ASIDE, at.y - 1.5 * TAG_ASIDE));
}

static void
add_names (PnOverlay *self,
           const PnOverlayScene *scene,
           GtkSnapshot *snapshot,
           const PnHandle *handles,
           guint n_handles)
{
  for (guint i = 0; i < n_handles; i++) {
    const PnHandle *handle = &handles[i];
    PnVec2 at = pn_affine_apply (&scene->view_from_doc, handle->position_doc);
    if (handle->kind == PN_HANDLE_PIN && handle->state & PN_HANDLE_HOVER)
      add_pin_name (self, scene, snapshot, handle);
    else if (handle->kind >= PN_HANDLE_PIVOT && handle->label != NULL)
      add_tag (self, scene, snapshot, handle->label,
               pn_vec2 (at.x + TAG_ASIDE, at.y - 1.5 * TAG_ASIDE));
  }
}

/* --- The frame of the canvas. */

static void
add_border (const PnOverlayScene *scene,
            GtkSnapshot *snapshot,
            PnOverlayColor color,
            double line_width)
{
  const GdkRGBA *rgba = &scene->look.colors[color];
  const GdkRGBA colors[4] = {*rgba, *rgba, *rgba, *rgba};
  float line = (float)line_width;
  const float widths[4] = {line, line, line, line};
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (
      &outline, &GRAPHENE_RECT_INIT (0, 0, (float)scene->view.x1, (float)scene->view.y1), 0);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

/* What moving something does, by a line and in words: down at the left, where no bar is. */
static void
add_frame (PnOverlay *self, const PnOverlayScene *scene, GtkSnapshot *snapshot)
{
  PnView *view = pn_editor_get_view (self->editor);
  const char *words = _ ("Animating");

  if (pn_view_get_mode (view) == PN_VIEW_RIGGING) {
    add_border (scene, snapshot, PN_OVERLAY_RIGGING, FRAME_WIDE);
    words = _ ("Rigging");
  } else if (pn_view_has_preview (view)) {
    add_border (scene, snapshot, PN_OVERLAY_PREVIEW, FRAME_WIDE);
    words = _ ("Animating · preview");
  } else if (pn_view_get_auto_key (view)) {
    add_border (scene, snapshot, PN_OVERLAY_ANIMATING, FRAME_LINE);
    words = _ ("Animating · auto-key");
  }
  add_tag_within (self, scene, snapshot, words, pn_vec2 (0, scene->view.y1), TAG_INSET);
}

/* --- All. */

static void
scene_init (PnOverlayScene *scene,
            PnOverlay *self,
            const graphene_size_t *size,
            const PnAffine *view_from_doc,
            double scale_factor)
{
  PnView *view = pn_editor_get_view (self->editor);

  pn_overlay_look_init (&scene->look, self->widget);
  scene->root = pn_view_get_root (view);
  scene->frame = pn_view_get_playhead (view);
  scene->view_from_doc = *view_from_doc;
  scene->view = (PnBox){0, 0, (double)size->width, (double)size->height};
  scene->scale_factor = scale_factor;
}

void
pn_overlay_snapshot (PnOverlay *self,
                     GtkSnapshot *snapshot,
                     const graphene_size_t *size,
                     const PnAffine *view_from_doc,
                     double scale_factor,
                     PnOverlayMode mode)
{
  PnOverlayScene scene;
  guint n_handles;

  g_return_if_fail (PN_IS_OVERLAY (self));
  g_return_if_fail (scale_factor >= 1);

  if (!(size->width > 0) || !(size->height > 0))
    return;
  guint64 span = pn_trace_begin ();
  PnView *view = pn_editor_get_view (self->editor);
  const PnHandle *handles = pn_tool_get_handles (pn_editor_get_tool (self->editor), &n_handles);

  scene_init (&scene, self, size, view_from_doc, scale_factor);
  add_edge (&scene, snapshot);
  add_sheets (self, &scene, snapshot, mode);
  add_handles (&scene, snapshot, handles, n_handles);
  if (shows_cursor (self))
    add_cursor (&scene, snapshot, pn_view_get_cursor (view));
  add_names (self, &scene, snapshot, handles, n_handles);
  add_frame (self, &scene, snapshot);
  pn_trace_end ("ui.overlay", span);
}

gboolean
pn_overlay_is_drawing (PnOverlay *self)
{
  return pn_overlay_sheet_is_drawing (self->mesh) || pn_overlay_sheet_is_drawing (self->path);
}

/* --- The object. */

static void
changed_cb (gpointer self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
pn_overlay_finalize (GObject *object)
{
  PnOverlay *self = PN_OVERLAY (object);

  pn_overlay_sheet_free (self->mesh);
  pn_overlay_sheet_free (self->path);
  g_clear_pointer (&self->way, pn_overlay_path_unref);
  G_OBJECT_CLASS (pn_overlay_parent_class)->finalize (object);
}

static void
pn_overlay_class_init (PnOverlayClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_overlay_finalize;
  signals[CHANGED] = g_signal_new ("changed", PN_TYPE_OVERLAY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
pn_overlay_init (PnOverlay *self)
{
  self->mesh = pn_overlay_sheet_new (&pn_overlay_mesh_kind, changed_cb, self);
  self->path = pn_overlay_sheet_new (&pn_overlay_path_kind, changed_cb, self);
}

PnOverlay *
pn_overlay_new (PnEditor *editor, GtkWidget *widget)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  PnOverlay *self = g_object_new (PN_TYPE_OVERLAY, NULL);
  self->editor = editor;
  self->widget = widget;
  return self;
}
