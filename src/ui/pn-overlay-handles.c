/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tool's handles look like. Sizes are view px, whatever the zoom. */
#include <math.h>

#include "pn-overlay-private.h"

/* A pin is a dark disc with a coloured one on it and a mark in the middle. */
#define PIN_RADIUS 8.0
#define PIN_RING 1.8
#define PIN_DOT 2.0
#define PIN_KEY 4.0      /* half of the diamond's diagonal: it looks like a key, and is one */
#define PIN_HOVER 3.0    /* the ring of hovering, outside of it */
#define PIN_SELECTED 6.0 /* and that of the selection */
#define PIN_LINE 2.0     /* both rings' width */
#define PIN_FAINT 0.45   /* a pin that the mesh cannot hold */

#define OUTLINE 1.5 /* of a selected layer */
#define OUTLINE_HOVER 1.0

/* --- Pins. */

/* For a coarser device it is larger, so that the hand sees what it aims at. */
double
pn_overlay_pin_radius (const PnHandle *handle)
{
  return MAX (PIN_RADIUS, handle->reach / 2);
}

static const GdkRGBA *
color_of_pin (const PnOverlayScene *scene, const PnPin *pin)
{
  gboolean is_known = pin != NULL && pin->kind == PN_PIN_KIND_POSITION;
  return &scene->look.colors[is_known ? PN_OVERLAY_PIN_POSITION : PN_OVERLAY_PIN_UNKNOWN];
}

static gboolean
is_keyed_here (const PnOverlayScene *scene, PnId pin)
{
  const PnTrack *track = pn_root_find_track (scene->root, PN_TARGET_PIN, pin, PN_PROPERTY_POSITION);
  if (track == NULL)
    return FALSE;
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, scene->frame);
  return at >= 0 && !(track->keys[at].frame < scene->frame);
}

/* What the mark in the middle says: a cross, it holds nothing; two dots, it acts as one with
 * another; a diamond, it has a key here; a dot, none of these. */
static void
draw_mark (const PnOverlayScene *scene, const PnHandle *handle, PnVec2 at, cairo_t *cr)
{
  double arm = PIN_DOT + 0.5;

  pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_PIN_RING], 1);
  if (handle->state & PN_HANDLE_OFF_MESH) {
    pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_PIN_FAULT], 1);
    cairo_set_line_width (cr, PIN_LINE);
    cairo_move_to (cr, at.x - arm, at.y - arm);
    cairo_line_to (cr, at.x + arm, at.y + arm);
    cairo_move_to (cr, at.x + arm, at.y - arm);
    cairo_line_to (cr, at.x - arm, at.y + arm);
    cairo_stroke (cr);
    return;
  }
  if (handle->state & PN_HANDLE_MERGED) {
    pn_overlay_disc (cr, pn_vec2 (at.x - arm, at.y), PIN_DOT);
    pn_overlay_disc (cr, pn_vec2 (at.x + arm, at.y), PIN_DOT);
  } else if (is_keyed_here (scene, handle->id)) {
    pn_overlay_diamond (cr, at, PIN_KEY);
  } else {
    pn_overlay_disc (cr, at, PIN_DOT);
  }
  cairo_fill (cr);
}

static void
draw_pin (const PnOverlayScene *scene, const PnHandle *handle, cairo_t *cr)
{
  PnVec2 at = pn_affine_apply (&scene->view_from_doc, handle->position_doc);
  const PnPin *pin = pn_root_find_pin (scene->root, handle->id, NULL);
  double radius = pn_overlay_pin_radius (handle);
  gboolean is_off = (handle->state & PN_HANDLE_OFF_MESH) != 0;

  if (handle->state & PN_HANDLE_SELECTED) {
    pn_overlay_disc (cr, at, radius + PIN_SELECTED);
    pn_overlay_stroke_accent (&scene->look, cr, PIN_LINE);
  }
  if (handle->state & PN_HANDLE_HOVER) {
    pn_overlay_disc (cr, at, radius + PIN_HOVER - PIN_LINE / 2);
    pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_HALO], 1);
    cairo_set_line_width (cr, PIN_LINE);
    cairo_stroke (cr);
  }
  pn_overlay_disc (cr, at, radius);
  pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_PIN_RING], 1);
  cairo_fill (cr);
  pn_overlay_disc (cr, at, radius - PIN_RING - (is_off ? PIN_LINE / 2 : 0));
  pn_overlay_set_color (cr, color_of_pin (scene, pin),
                        handle->state & PN_HANDLE_REDUNDANT ? PIN_FAINT : 1);
  if (is_off) {
    cairo_set_line_width (cr, PIN_LINE);
    cairo_stroke (cr);
  } else {
    cairo_fill (cr);
  }
  draw_mark (scene, handle, at, cr);
}

/* --- Layers. */

static void
draw_outline (const PnOverlayScene *scene, const PnHandle *handle, cairo_t *cr)
{
  PnBox room = pn_overlay_grown (&scene->view, OUTLINE + PN_OVERLAY_HALO_LINE);
  PnVec2 corners[4];

  for (guint i = 0; i < 4; i++)
    corners[i] = pn_affine_apply (&scene->view_from_doc, handle->corners_doc[i]);
  for (guint i = 0; i < 4; i++)
    pn_overlay_line (cr, &room, corners[i], corners[(i + 1) % 4]);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
  pn_overlay_stroke_accent (&scene->look, cr,
                            handle->state & PN_HANDLE_SELECTED ? OUTLINE : OUTLINE_HOVER);
}

static void
draw_marquee (const PnOverlayScene *scene, const PnHandle *handle, cairo_t *cr)
{
  PnVec2 a = pn_affine_apply (&scene->view_from_doc, handle->corners_doc[0]);
  PnVec2 b = pn_affine_apply (&scene->view_from_doc, handle->corners_doc[2]);
  double x0 = floor (MIN (a.x, b.x)) + 0.5, y0 = floor (MIN (a.y, b.y)) + 0.5;

  cairo_rectangle (cr, x0, y0, floor (fabs (b.x - a.x)), floor (fabs (b.y - a.y)));
  pn_overlay_set_color (cr, &scene->look.colors[PN_OVERLAY_ACCENT], 0.12);
  cairo_fill_preserve (cr);
  pn_overlay_stroke_accent (&scene->look, cr, 1);
}

/* --- The gizmo. */

#define KNOB_LINE 2.0
#define ARC_LINE 2.5
#define CROSS_ARM 5.0 /* of the pivot's cross, outside of its ring */

/* From edge to edge a knob is as large as the device takes it from: 10 px for a mouse. */
static double
knob_radius (const PnHandle *handle)
{
  return (handle->reach - KNOB_LINE) / 2;
}

/* The path, filled with light, or with the accent under the pointer, which shows on any artwork. */
static void
paint_knob (const PnOverlayScene *scene, const PnHandle *handle, cairo_t *cr)
{
  const GdkRGBA *accent = &scene->look.colors[PN_OVERLAY_ACCENT];
  gboolean is_lit = (handle->state & PN_HANDLE_HOVER) != 0;

  pn_overlay_set_color (cr, is_lit ? accent : &scene->look.colors[PN_OVERLAY_HALO], 1);
  cairo_fill_preserve (cr);
  pn_overlay_set_color (cr, is_lit ? &scene->look.colors[PN_OVERLAY_HALO] : accent, 1);
  cairo_set_line_width (cr, KNOB_LINE);
  cairo_stroke (cr);
}

static void
draw_square (const PnOverlayScene *scene, const PnHandle *handle, PnVec2 at, cairo_t *cr)
{
  double half = knob_radius (handle);

  cairo_rectangle (cr, at.x - half, at.y - half, 2 * half, 2 * half);
  paint_knob (scene, handle, cr);
}

/* A quarter of the way that the knob goes, up to where it is. */
static void
draw_turn (const PnOverlayScene *scene, const PnHandle *handle, PnVec2 at, cairo_t *cr)
{
  PnVec2 pivot = pn_affine_apply (&scene->view_from_doc, handle->pivot_doc);
  double angle = atan2 (at.y - pivot.y, at.x - pivot.x);

  cairo_arc (cr, pivot.x, pivot.y, hypot (at.x - pivot.x, at.y - pivot.y), angle - G_PI / 2, angle);
  pn_overlay_stroke_accent (&scene->look, cr, ARC_LINE);
  pn_overlay_disc (cr, at, knob_radius (handle));
  paint_knob (scene, handle, cr);
}

static void
draw_pivot (const PnOverlayScene *scene, const PnHandle *handle, PnVec2 at, cairo_t *cr)
{
  static const PnVec2 ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  double radius = knob_radius (handle), end = radius + CROSS_ARM;
  double line = handle->state & PN_HANDLE_HOVER ? KNOB_LINE : 1.2;

  pn_overlay_disc (cr, at, radius);
  for (guint i = 0; i < 4; i++) {
    cairo_move_to (cr, at.x + radius * ways[i].x, at.y + radius * ways[i].y);
    cairo_line_to (cr, at.x + end * ways[i].x, at.y + end * ways[i].y);
  }
  pn_overlay_stroke_accent (&scene->look, cr, line);
}

/* --- All. */

static double
margin_of (const PnHandle *handle)
{
  switch (handle->kind) {
  case PN_HANDLE_PIN:
    return pn_overlay_pin_radius (handle) + PIN_SELECTED + PIN_LINE + PN_OVERLAY_HALO_LINE;
  case PN_HANDLE_TURN:
    return ARC_LINE + PN_OVERLAY_HALO_LINE + handle->reach;
  case PN_HANDLE_PIVOT:
  case PN_HANDLE_SCALE:
  case PN_HANDLE_CORNER:
    return KNOB_LINE + handle->reach;
  case PN_HANDLE_LAYER:
  case PN_HANDLE_MARQUEE:
  default:
    return OUTLINE + PN_OVERLAY_HALO_LINE;
  }
}

PnBox
pn_overlay_handle_box (const PnOverlayScene *scene, const PnHandle *handle)
{
  double margin = margin_of (handle);
  PnVec2 at = pn_affine_apply (&scene->view_from_doc, handle->position_doc);
  PnVec2 pivot = pn_affine_apply (&scene->view_from_doc, handle->pivot_doc);
  PnBox box = pn_box_empty ();

  /* The arc may bulge as far out of the pivot as the knob is away. */
  if (handle->kind == PN_HANDLE_TURN) {
    pn_box_add_point (&box, pivot);
    return pn_overlay_grown (&box, margin + hypot (at.x - pivot.x, at.y - pivot.y));
  }
  if (handle->kind == PN_HANDLE_LAYER || handle->kind == PN_HANDLE_MARQUEE)
    for (guint i = 0; i < 4; i++)
      pn_box_add_point (&box, pn_affine_apply (&scene->view_from_doc, handle->corners_doc[i]));
  else
    pn_box_add_point (&box, at);
  return pn_overlay_grown (&box, margin);
}

void
pn_overlay_draw_handle (const PnOverlayScene *scene, const PnHandle *handle, cairo_t *cr)
{
  PnVec2 at = pn_affine_apply (&scene->view_from_doc, handle->position_doc);

  switch (handle->kind) {
  case PN_HANDLE_PIN:
    draw_pin (scene, handle, cr);
    break;
  case PN_HANDLE_TURN:
    draw_turn (scene, handle, at, cr);
    break;
  case PN_HANDLE_SCALE:
  case PN_HANDLE_CORNER:
    draw_square (scene, handle, at, cr);
    break;
  case PN_HANDLE_PIVOT:
    draw_pivot (scene, handle, at, cr);
    break;
  case PN_HANDLE_LAYER:
    draw_outline (scene, handle, cr);
    break;
  case PN_HANDLE_MARQUEE:
    draw_marquee (scene, handle, cr);
    break;
  default:
    break;
  }
}
