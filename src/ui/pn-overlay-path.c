/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of a pin over the canvas: where its keys, and the transforms of its layer and groups, put
 * it. No mesh has to be solved for that, since the artwork lands where a pin is put. */
#include <math.h>

#include "pn-overlay-sheet-private.h"

#define LINE 1.8
#define DOT_RADIUS 1.6
#define DOT_SPACING 5.0 /* dots nearer to the last one are left out, view px */
#define KEY_RADIUS 4.5  /* half of a diamond's diagonal */
#define RIM 1.0         /* of light, around both */
#define BOX_MARGIN 8.0

/* The frames that are followed begin at a multiple of this, so that they stay the same for a
 * while. */
#define WINDOW_STEP 500.0

typedef struct {
  gatomicrefcount ref_count;
  PnRoot *root; /* a reference */
  PnId pin;
  double from, to; /* frames that are followed, at most */
  /* By the first who asks: */
  gboolean is_found;
  double first;
  GArray *places_doc; /* PnVec2 */
  GArray *keys_doc;   /* PnVec2 */
} Path;

static double
window_start (double playhead)
{
  double before = (PN_OVERLAY_PATH_FRAMES - WINDOW_STEP) / 2;
  return WINDOW_STEP * floor ((playhead - before) / WINDOW_STEP);
}

gpointer
pn_overlay_path_new (const PnRoot *root, PnId pin, double playhead)
{
  Path *self = g_new0 (Path, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->root = pn_node_ref (root);
  self->pin = pin;
  self->from = window_start (playhead);
  self->to = self->from + PN_OVERLAY_PATH_FRAMES - 1;
  self->places_doc = g_array_new (FALSE, FALSE, sizeof (PnVec2));
  self->keys_doc = g_array_new (FALSE, FALSE, sizeof (PnVec2));
  return self;
}

gboolean
pn_overlay_path_is_of (gconstpointer path, const PnRoot *root, PnId pin, double playhead)
{
  const Path *self = path;

  return self->root == root && self->pin == pin && !(self->from < window_start (playhead)) &&
         !(self->from > window_start (playhead));
}

gpointer
pn_overlay_path_ref (gpointer path)
{
  g_atomic_ref_count_inc (&((Path *)path)->ref_count);
  return path;
}

void
pn_overlay_path_unref (gpointer path)
{
  Path *self = path;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  pn_node_unref (self->root);
  g_array_unref (self->places_doc);
  g_array_unref (self->keys_doc);
  g_free (self);
}

static gboolean
is_same (gconstpointer subject, gconstpointer other)
{
  return subject == other;
}

static gboolean
is_kin (gconstpointer subject, gconstpointer other)
{
  return ((const Path *)subject)->pin == ((const Path *)other)->pin;
}

/* --- Following it. */

typedef struct {
  const Path *path;
  const PnPin *pin;
  const PnLayer *layer;
  const PnTrack *track;    /* (nullable) the pin's own */
  gboolean is_carried;     /* by a layer or group that moves */
  PnAffine doc_from_layer; /* where none does */
  double first_key, last_key;
} Walk;

static void
add_range (Walk *walk, const PnTrack *track)
{
  if (track == NULL)
    return;
  walk->first_key = MIN (walk->first_key, track->keys[0].frame);
  walk->last_key = MAX (walk->last_key, track->keys[track->n_keys - 1].frame);
}

static void
add_ranges (Walk *walk)
{
  static const PnProperty properties[] = {PN_PROPERTY_POSITION, PN_PROPERTY_ANCHOR,
                                          PN_PROPERTY_ROTATION, PN_PROPERTY_SCALE_X,
                                          PN_PROPERTY_SCALE_Y};
  const PnRoot *root = walk->path->root;

  for (const PnLayer *layer = walk->layer, *parent = NULL; layer != NULL; layer = parent) {
    pn_root_find_layer (root, layer->id, &parent, NULL);
    for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
      add_range (walk, pn_root_find_track (root, PN_TARGET_LAYER, layer->id, properties[i]));
  }
  walk->is_carried = walk->first_key <= walk->last_key;
  add_range (walk, walk->track);
}

static gboolean
walk_init (Walk *walk, const Path *path)
{
  *walk = (Walk){.path = path, .first_key = G_MAXDOUBLE, .last_key = -G_MAXDOUBLE};
  walk->pin = pn_root_find_pin (path->root, path->pin, &walk->layer);
  if (walk->pin == NULL)
    return FALSE;
  walk->track = pn_root_find_track (path->root, PN_TARGET_PIN, path->pin, PN_PROPERTY_POSITION);
  add_ranges (walk);
  walk->doc_from_layer = pn_root_doc_from_layer (path->root, walk->layer, 0);
  return TRUE;
}

static PnVec2
place_at (const Walk *walk, double frame)
{
  PnVec2 place = walk->track != NULL
                     ? pn_sample_keys (walk->track->keys, walk->track->n_keys, frame)
                     : walk->pin->position_layer;
  PnAffine map = walk->is_carried ? pn_root_doc_from_layer (walk->path->root, walk->layer, frame)
                                  : walk->doc_from_layer;
  return pn_affine_apply (&map, place);
}

static void
find (Path *self)
{
  Walk walk;

  if (self->is_found)
    return;
  self->is_found = TRUE;
  if (!walk_init (&walk, self))
    return;
  self->first = MAX (ceil (walk.first_key), self->from);
  double last = MIN (floor (walk.last_key), self->to);
  for (double frame = self->first; frame <= last; frame++) {
    PnVec2 place = place_at (&walk, frame);
    g_array_append_val (self->places_doc, place);
  }
  for (guint i = 0; walk.track != NULL && i < walk.track->n_keys; i++) {
    double frame = walk.track->keys[i].frame;
    if (frame < self->from || frame > self->to)
      continue;
    PnVec2 place = place_at (&walk, frame);
    g_array_append_val (self->keys_doc, place);
  }
}

PnOverlayPathPlaces
pn_overlay_path_get_places (gpointer path)
{
  Path *self = path;

  find (self);
  return (PnOverlayPathPlaces){
      .first = self->first,
      .places_doc = (const PnVec2 *)(gpointer)self->places_doc->data,
      .n_places = self->places_doc->len,
      .keys_doc = (const PnVec2 *)(gpointer)self->keys_doc->data,
      .n_keys = self->keys_doc->len,
  };
}

/* --- Drawing. */

/* One place is no way. */
static PnBox
measure (gpointer subject, const PnOverlayTerms *terms)
{
  PnOverlayPathPlaces places = pn_overlay_path_get_places (subject);
  PnBox box = pn_box_empty ();

  for (guint i = 0; places.n_places > 1 && i < places.n_places; i++)
    pn_box_add_point (&box, pn_affine_apply (&terms->view_from_doc, places.places_doc[i]));
  for (guint i = 0; places.n_places > 1 && i < places.n_keys; i++)
    pn_box_add_point (&box, pn_affine_apply (&terms->view_from_doc, places.keys_doc[i]));
  return pn_box_is_empty (&box) ? box : pn_overlay_grown (&box, BOX_MARGIN);
}

static void
draw_line (const PnOverlayPathPlaces *places, const PnOverlayTerms *terms, cairo_t *cr)
{
  PnBox room = pn_overlay_grown (&terms->view, PN_OVERLAY_ROOM);

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 1; i < places->n_places; i++)
    pn_overlay_line (cr, &room, pn_affine_apply (&terms->view_from_doc, places->places_doc[i - 1]),
                     pn_affine_apply (&terms->view_from_doc, places->places_doc[i]));
  pn_overlay_stroke_accent (&terms->look, cr, LINE);
}

/* Filled with the accent, on a rim of light. */
static void
fill_marks (const PnOverlayTerms *terms, cairo_t *cr)
{
  pn_overlay_set_color (cr, &terms->look.colors[PN_OVERLAY_HALO], 1);
  cairo_set_line_width (cr, 2 * RIM);
  cairo_stroke_preserve (cr);
  pn_overlay_set_color (cr, &terms->look.colors[PN_OVERLAY_ACCENT], 1);
  cairo_fill (cr);
}

static void
draw_marks (const PnOverlayPathPlaces *places, const PnOverlayTerms *terms, cairo_t *cr)
{
  PnBox room = pn_overlay_grown (&terms->view, PN_OVERLAY_ROOM);
  PnVec2 last = {-G_MAXDOUBLE / 4, 0};

  for (guint i = 0; i < places->n_places; i++) {
    PnVec2 at = pn_affine_apply (&terms->view_from_doc, places->places_doc[i]);
    if (hypot (at.x - last.x, at.y - last.y) < DOT_SPACING || !pn_box_contains (&room, at))
      continue;
    last = at;
    pn_overlay_disc (cr, at, DOT_RADIUS);
  }
  fill_marks (terms, cr);
  for (guint i = 0; i < places->n_keys; i++) {
    PnVec2 at = pn_affine_apply (&terms->view_from_doc, places->keys_doc[i]);
    if (pn_box_contains (&room, at))
      pn_overlay_diamond (cr, at, KEY_RADIUS);
  }
  fill_marks (terms, cr);
}

static void
draw (gpointer subject, const PnOverlayTerms *terms, cairo_t *cr)
{
  PnOverlayPathPlaces places = pn_overlay_path_get_places (subject);

  draw_line (&places, terms, cr);
  draw_marks (&places, terms, cr);
}

const PnOverlaySheetKind pn_overlay_path_kind = {
    .is_same = is_same,
    .is_kin = is_kin,
    .measure = measure,
    .draw = draw,
    .free = pn_overlay_path_unref,
    .span = "overlay.path",
};
