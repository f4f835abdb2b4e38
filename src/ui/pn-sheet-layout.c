/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-sheet-layout.h"

#include <math.h>

/* From the middle of the outermost keys to the edges of the box around them, and how far beside an
 * edge one may press. */
#define BOX_MARGIN 10.0
#define EDGE_REACH 5.0

double
pn_sheet_layout_row_y (const PnSheetLayout *self, guint row)
{
  return row * self->row_height - self->scroll;
}

gboolean
pn_sheet_layout_row_at (const PnSheetLayout *self, double y, guint *row)
{
  double at = floor ((y + self->scroll) / self->row_height);

  if (!(at >= 0) || at >= pn_timeline_rows_n (self->rows))
    return FALSE;
  *row = (guint)at;
  return TRUE;
}

guint
pn_sheet_layout_visible_rows (const PnSheetLayout *self, guint *first)
{
  double n_rows = pn_timeline_rows_n (self->rows);
  double from = CLAMP (floor (self->scroll / self->row_height), 0, n_rows);
  double to = CLAMP (ceil ((self->scroll + self->height) / self->row_height), from, n_rows);

  *first = (guint)from;
  return (guint)(to - from);
}

static gboolean
row_has_selected (const PnSheetLayout *self, guint index)
{
  const PnTimelineRow *row = pn_timeline_rows_get (self->rows, index);

  for (guint i = 0; i < row->n_tracks; i++) {
    guint first;
    const PnTrack *track = g_ptr_array_index (self->rows->tracks, row->first_track + i);
    if (pn_key_set_find_track (self->keys, track, &first) > 0)
      return TRUE;
  }
  return FALSE;
}

gboolean
pn_sheet_layout_get_box (const PnSheetLayout *self, PnSheetBox *box)
{
  guint first, n = pn_sheet_layout_visible_rows (self, &first);
  guint top = G_MAXUINT, bottom = 0;

  if (!pn_key_set_get_range (self->keys, &box->first, &box->last) || !(box->first < box->last))
    return FALSE;
  for (guint i = first; i < first + n; i++) {
    const PnTimelineRow *row = pn_timeline_rows_get (self->rows, i);
    if ((row->kind == PN_ROW_LAYER && !row->is_folded) || !row_has_selected (self, i))
      continue;
    top = MIN (top, i);
    bottom = i;
  }
  if (top == G_MAXUINT)
    return FALSE;
  box->x = pn_time_scale_x (self->scale, box->first) - BOX_MARGIN;
  box->width = pn_time_scale_x (self->scale, box->last) + BOX_MARGIN - box->x;
  box->y = pn_sheet_layout_row_y (self, top);
  box->height = pn_sheet_layout_row_y (self, bottom + 1) - box->y;
  return TRUE;
}

static gboolean
find_edge (const PnSheetLayout *self, double x, double y, PnSheetPart *part)
{
  PnSheetBox box;

  if (!pn_sheet_layout_get_box (self, &box) || y < box.y || y > box.y + box.height)
    return FALSE;
  if (fabs (x - box.x) <= EDGE_REACH) {
    part->kind = PN_SHEET_EDGE_FIRST;
    part->frame = box.first;
  } else if (fabs (x - box.x - box.width) <= EDGE_REACH) {
    part->kind = PN_SHEET_EDGE_LAST;
    part->frame = box.last;
  }
  return part->kind != PN_SHEET_NOTHING;
}

PnSheetPart
pn_sheet_layout_find (const PnSheetLayout *self, double x, double y, double reach)
{
  PnSheetPart part = {.frame = pn_time_scale_frame (self->scale, x)};
  double found;

  part.has_row = pn_sheet_layout_row_at (self, y, &part.row);
  if (part.has_row && pn_timeline_rows_find_near (self->rows, part.row, part.frame,
                                                  reach / self->scale->px_per_frame, &found)) {
    part.kind = PN_SHEET_KEY;
    part.frame = found;
    return part;
  }
  find_edge (self, x, y, &part);
  return part;
}

void
pn_sheet_layout_collect (const PnSheetLayout *self,
                         double x0,
                         double y0,
                         double x1,
                         double y1,
                         GArray *refs)
{
  double n_rows = pn_timeline_rows_n (self->rows);
  double top = floor ((MIN (y0, y1) + self->scroll) / self->row_height);
  double bottom = floor ((MAX (y0, y1) + self->scroll) / self->row_height);

  if (!(bottom >= 0) || !(top < n_rows))
    return;
  pn_timeline_rows_collect_box (self->rows, (guint)MAX (top, 0), (guint)MIN (bottom, n_rows - 1),
                                pn_time_scale_frame (self->scale, MIN (x0, x1)),
                                pn_time_scale_frame (self->scale, MAX (x0, x1)), refs);
}
