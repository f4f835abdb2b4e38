/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-canvas-private.h"

/* The pattern of a page without a colour: neutral, so that artwork is judged rightly on it, and of
 * one size whatever the zoom. */
#define SQUARE 8.0
static const GdkRGBA squares[2] = {{0.72F, 0.72F, 0.72F, 1}, {0.80F, 0.80F, 0.80F, 1}};

/* What of the page is to be seen, in its own px; a little more where it is turned. */
static PnBox
visible_part (const PnRoot *root, const PnAffine *map, const graphene_size_t *size)
{
  PnBox page = {0, 0, root->width, root->height}, seen = pn_box_empty ();
  double width = (double)size->width, height = (double)size->height;
  PnAffine inverse;

  if (pn_affine_invert (map, &inverse) != PN_STATUS_OK)
    return seen;
  for (int i = 0; i < 4; i++)
    pn_box_add_point (&seen,
                      pn_affine_apply (&inverse, pn_vec2 (i & 1 ? width : 0, i & 2 ? height : 0)));
  return pn_box_intersect (&page, &seen);
}

void
pn_canvas_transform (GtkSnapshot *snapshot, const PnAffine *map)
{
  double scale_x = hypot (map->xx, map->yx);
  double scale_y = (map->xx * map->yy - map->xy * map->yx) / scale_x;
  double angle_deg = atan2 (map->yx, map->xx) * 180 / G_PI;

  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float)map->x0, (float)map->y0));
  if (fabs (angle_deg) > 0)
    gtk_snapshot_rotate (snapshot, (float)angle_deg);
  gtk_snapshot_scale (snapshot, (float)scale_x, (float)scale_y);
}

/* Begins at a corner of a square, so that it stands still on the page. */
static void
append_pattern (GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  const double period = 2 * SQUARE;
  float x = (float)(floor ((double)bounds->origin.x / period) * period);
  float y = (float)(floor ((double)bounds->origin.y / period) * period);
  graphene_rect_t tile = GRAPHENE_RECT_INIT (x, y, (float)period, (float)period);

  gtk_snapshot_push_repeat (snapshot, bounds, &tile);
  gtk_snapshot_append_color (snapshot, &squares[0], &tile);
  for (int i = 0; i < 2; i++)
    gtk_snapshot_append_color (snapshot, &squares[1],
                               &GRAPHENE_RECT_INIT (x + (i == 0 ? (float)SQUARE : 0),
                                                    y + (i == 1 ? (float)SQUARE : 0), (float)SQUARE,
                                                    (float)SQUARE));
  gtk_snapshot_pop (snapshot);
}

static void
append_color (GtkSnapshot *snapshot, const PnRoot *root, const graphene_rect_t *bounds)
{
  GdkRGBA color = {.red = (float)root->background[0] / 255,
                   .green = (float)root->background[1] / 255,
                   .blue = (float)root->background[2] / 255,
                   .alpha = 1};

  gtk_snapshot_append_color (snapshot, &color, bounds);
}

void
pn_canvas_paper_snapshot (GtkSnapshot *snapshot,
                          const PnRoot *root,
                          const PnAffine *map,
                          const graphene_size_t *size)
{
  PnBox seen = visible_part (root, map, size);
  double zoom = hypot (map->xx, map->yx);
  PnAffine unzoomed = {map->xx / zoom, map->yx / zoom, map->xy / zoom,
                       map->yy / zoom, map->x0,        map->y0};
  graphene_rect_t bounds;

  if (pn_box_is_empty (&seen))
    return;
  graphene_rect_init (&bounds, (float)(seen.x0 * zoom), (float)(seen.y0 * zoom),
                      (float)((seen.x1 - seen.x0) * zoom), (float)((seen.y1 - seen.y0) * zoom));
  gtk_snapshot_save (snapshot);
  pn_canvas_transform (snapshot, &unzoomed);
  if (root->has_background)
    append_color (snapshot, root, &bounds);
  else
    append_pattern (snapshot, &bounds);
  gtk_snapshot_restore (snapshot);
}
