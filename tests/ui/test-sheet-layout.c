/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-sheet-layout.h"

#include <math.h>

#include "pn-random.h"
#include "pn-test-timeline.h"

#define SEED 20261205
#define ROW_HEIGHT 25.0

static PnSheetLayout
get_layout (PnTestTimeline *self, double height, double scroll)
{
  pn_timeline_model_set_width (self->model, 600);
  return (PnSheetLayout){
      .rows = pn_timeline_model_get_rows (self->model),
      .scale = pn_timeline_model_get_scale (self->model),
      .keys = pn_timeline_model_get_keys (self->model),
      .row_height = ROW_HEIGHT,
      .scroll = scroll,
      .width = 600,
      .height = height,
  };
}

/* --- Rows. */

static void
test_rows (void)
{
  PnTestTimeline self;
  guint row, first;

  pn_test_timeline_init (&self);
  PnSheetLayout layout = get_layout (&self, 100, 30);
  g_assert_cmpuint (pn_timeline_rows_n (layout.rows), ==, 7);
  g_assert_true (pn_sheet_layout_row_at (&layout, 0, &row));
  g_assert_cmpuint (row, ==, 1);
  g_assert_false (pn_sheet_layout_row_at (&layout, -31, &row));
  g_assert_true (pn_sheet_layout_row_at (&layout, 7 * ROW_HEIGHT - 30 - 1, &row));
  g_assert_cmpuint (row, ==, 6);
  g_assert_false (pn_sheet_layout_row_at (&layout, 7 * ROW_HEIGHT - 30, &row));
  g_assert_cmpuint (pn_sheet_layout_visible_rows (&layout, &first), ==, 5);
  g_assert_cmpuint (first, ==, 1);
  layout.scroll = 1e6;
  g_assert_cmpuint (pn_sheet_layout_visible_rows (&layout, &first), ==, 0);
  layout.scroll = 0;
  layout.height = 0;
  g_assert_cmpuint (pn_sheet_layout_visible_rows (&layout, &first), ==, 0);
  pn_test_timeline_clear (&self);
}

/* --- Keys, by brute force over all of them. */

static void
assert_found (const PnSheetLayout *layout, double x, double y, double reach)
{
  PnSheetPart part = pn_sheet_layout_find (layout, x, y, reach);
  double best = reach, frame = NAN;
  guint row;

  if (!pn_sheet_layout_row_at (layout, y, &row)) {
    g_assert_false (part.has_row);
    g_assert_cmpint (part.kind, !=, PN_SHEET_KEY);
    return;
  }
  const PnTimelineRow *shown = pn_timeline_rows_get (layout->rows, row);
  for (guint i = 0; i < shown->n_tracks; i++) {
    const PnTrack *track = g_ptr_array_index (layout->rows->tracks, shown->first_track + i);
    for (guint j = 0; j < track->n_keys; j++) {
      double distance = fabs (pn_time_scale_x (layout->scale, track->keys[j].frame) - x);
      if (distance < best) {
        best = distance;
        frame = track->keys[j].frame;
      }
    }
  }
  g_assert_cmpuint (part.row, ==, row);
  g_assert_cmpint (part.kind == PN_SHEET_KEY, ==, !isnan (frame));
  if (part.kind == PN_SHEET_KEY)
    g_assert_cmpfloat_with_epsilon (fabs (pn_time_scale_x (layout->scale, part.frame) - x), best,
                                    1e-9);
}

static void
test_find (void)
{
  PnTestTimeline self;
  PnRandom random = pn_random (SEED);

  pn_test_timeline_init (&self);
  for (int i = 0; i < 3000; i++) {
    PnSheetLayout layout = get_layout (&self, 200, pn_random_range (&random, 0, 60));
    if (i % 40 == 0)
      pn_timeline_model_zoom_at (self.model, pn_random_range (&random, 0.3, 3),
                                 pn_random_range (&random, 0, 600));
    if (i % 100 == 0)
      pn_timeline_model_set_folded (self.model, i % 200 == 0 ? self.figure : self.group,
                                    pn_random_below (&random, 2) == 0);
    layout.rows = pn_timeline_model_get_rows (self.model);
    assert_found (&layout, pn_random_range (&random, -20, 620), pn_random_range (&random, -20, 220),
                  pn_random_range (&random, 1, 20));
  }
  pn_test_timeline_clear (&self);
}

/* --- The box around what is selected. */

static void
test_box (void)
{
  PnTestTimeline self;
  PnSheetBox box;

  pn_test_timeline_init (&self);
  PnSheetLayout layout = get_layout (&self, 200, 0);
  g_assert_false (pn_sheet_layout_get_box (&layout, &box));
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  g_assert_false (pn_sheet_layout_get_box (&layout, &box));
  /* Two keys of one frame have no time between them to scale. */
  pn_test_timeline_select (&self, "foot · position", 10, PN_SELECT_ADD);
  g_assert_false (pn_sheet_layout_get_box (&layout, &box));
  pn_test_timeline_select (&self, "foot · position", 30, PN_SELECT_ADD);
  g_assert_true (pn_sheet_layout_get_box (&layout, &box));
  guint hand = pn_test_timeline_row (&self, "hand · position");
  g_assert_cmpfloat_with_epsilon (box.y, hand * ROW_HEIGHT, 1e-9);
  g_assert_cmpfloat_with_epsilon (box.height, 2 * ROW_HEIGHT, 1e-9);
  g_assert_cmpint ((int)box.first, ==, 10);
  g_assert_cmpint ((int)box.last, ==, 30);

  /* An edge is taken beside the keys; a key on it comes first. */
  double y = (hand + 0.5) * ROW_HEIGHT, last = pn_time_scale_x (layout.scale, 30);
  PnSheetPart part = pn_sheet_layout_find (&layout, box.x + box.width, y + ROW_HEIGHT, 7);
  g_assert_cmpint (part.kind, ==, PN_SHEET_EDGE_LAST);
  g_assert_cmpint ((int)part.frame, ==, 30);
  part = pn_sheet_layout_find (&layout, last + 2, y + ROW_HEIGHT, 7);
  g_assert_cmpint (part.kind, ==, PN_SHEET_KEY);
  part = pn_sheet_layout_find (&layout, box.x, y, 7);
  g_assert_cmpint (part.kind, ==, PN_SHEET_EDGE_FIRST);
  part = pn_sheet_layout_find (&layout, box.x, y - 2 * ROW_HEIGHT, 7);
  g_assert_cmpint (part.kind, ==, PN_SHEET_NOTHING);

  /* Out of sight there is none; folded, it is around what folds it. */
  layout.scroll = 1e5;
  g_assert_false (pn_sheet_layout_get_box (&layout, &box));
  pn_timeline_model_set_folded (self.model, self.figure, TRUE);
  layout = get_layout (&self, 200, 0);
  g_assert_true (pn_sheet_layout_get_box (&layout, &box));
  g_assert_cmpfloat_with_epsilon (box.height, ROW_HEIGHT, 1e-9);
  pn_test_timeline_clear (&self);
}

/* --- Marquees. */

static guint
collect (const PnSheetLayout *layout, double x0, double y0, double x1, double y1)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));

  pn_sheet_layout_collect (layout, x0, y0, x1, y1, refs);
  return refs->len;
}

static void
test_collect (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  PnSheetLayout layout = get_layout (&self, 200, 0);
  double y = (pn_test_timeline_row (&self, "hand · position") + 0.5) * ROW_HEIGHT;
  double at_10 = pn_time_scale_x (layout.scale, 10), at_30 = pn_time_scale_x (layout.scale, 30);

  g_assert_cmpuint (collect (&layout, at_10 - 1, y, at_30 + 1, y), ==, 2);
  /* From any corner to any other. */
  g_assert_cmpuint (collect (&layout, at_30 + 1, y + ROW_HEIGHT, at_10 - 1, y), ==, 4);
  g_assert_cmpuint (collect (&layout, at_10 + 1, y, at_30 - 1, y + ROW_HEIGHT), ==, 1);
  g_assert_cmpuint (collect (&layout, 0, -50, 600, -1), ==, 0);
  g_assert_cmpuint (collect (&layout, 0, 7 * ROW_HEIGHT, 600, 400), ==, 0);
  g_assert_cmpuint (collect (&layout, -100, -50, 6000, 4000), ==, 10);
  pn_test_timeline_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/sheet-layout/rows", test_rows);
  g_test_add_func ("/ui/sheet-layout/find", test_find);
  g_test_add_func ("/ui/sheet-layout/box", test_box);
  g_test_add_func ("/ui/sheet-layout/collect", test_collect);
  return g_test_run ();
}
