/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-test-timeline.h"

#include "pn-edit.h"
#include "pn-player.h"

/* --- Rows. */

static void
assert_rows (PnTestTimeline *self, const char *expected)
{
  g_autofree char *rows = pn_test_timeline_rows (self);
  g_assert_cmpstr (rows, ==, expected);
}

/* The front-most on top, as in the list of layers; a row for each track, and none for a pin without
 * keys. */
static void
test_rows (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  assert_rows (&self, "g; disc; opacity; figure; turn; hand · position; foot · position");
  pn_timeline_model_set_folded (self.model, self.figure, TRUE);
  assert_rows (&self, "g; disc; opacity; figure");
  /* A row stands for all that it folds. */
  pn_test_timeline_assert_frames (&self, "figure", "0 10 20 30 40");
  pn_timeline_model_set_folded (self.model, self.disc, TRUE);
  pn_timeline_model_set_folded (self.model, self.group, TRUE);
  assert_rows (&self, "g; figure");
  pn_test_timeline_assert_frames (&self, "g", "0 10");
  pn_timeline_model_set_folded (self.model, self.group, FALSE);
  assert_rows (&self, "g; disc; figure");

  /* A first key is a row, the last one's end is none. */
  pn_test_timeline_do (&self, "{'op': 'set_keyframes', 'target': 'layer.g', 'property': "
                              "'position', 'keys': [{'frame': 90, 'x': 1, 'y': 2}]}");
  assert_rows (&self, "g; position; disc; figure");
  g_assert_cmpint ((int)pn_timeline_model_get_scale (self.model)->extent, ==, 90);
  pn_editor_undo (self.editor);
  assert_rows (&self, "g; disc; figure");
  pn_test_timeline_clear (&self);
}

/* A preview's keys are nobody's yet. */
static void
test_rows_of_preview (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  const PnRoot *root = pn_session_get_root (self.base.session);
  g_autoptr (PnTrack) track =
      pn_track_copy (pn_root_find_track (root, PN_TARGET_PIN, self.hand, PN_PROPERTY_POSITION));
  PnKey key = {.frame = 33};
  pn_track_set_key (track, &key);
  g_autoptr (PnRoot) preview = pn_edit_set_track (root, track);
  pn_view_set_preview (self.view, preview);
  pn_test_timeline_flush ();
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10 20 40");
  pn_test_timeline_clear (&self);
}

static void
count_cb (PnTimelineModel *model, guint changes, guint *n_changes)
{
  *n_changes += !!(changes & PN_TIMELINE_ROWS);
}

/* What leaves rows as they are makes no new ones. */
static void
test_rows_stay (void)
{
  PnTestTimeline self;
  guint n_changes = 0;

  pn_test_timeline_init (&self);
  pn_test_timeline_flush ();
  g_signal_connect (self.model, "changed", G_CALLBACK (count_cb), &n_changes);
  pn_view_set_playhead (self.view, 7);
  pn_test_timeline_do (&self, "{'op': 'set_document', 'background': '#102030'}");
  pn_test_timeline_flush ();
  g_assert_cmpuint (n_changes, ==, 0);
  pn_test_timeline_do (&self, "{'op': 'set_layer', 'layer': 'g', 'name': 'h'}");
  pn_test_timeline_flush ();
  g_assert_cmpuint (n_changes, ==, 1);
  pn_test_timeline_clear (&self);
}

static void
test_reveal (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_view_select_layer (self.view, self.figure, PN_SELECT_ONLY);
  pn_timeline_model_reveal_keyed (self.model);
  assert_rows (&self, "g; disc; opacity; figure");
  pn_timeline_model_reveal_keyed (self.model);
  assert_rows (&self, "g; disc; opacity; figure; turn; hand · position; foot · position");

  /* What holds a selected layer unfolds too. */
  pn_timeline_model_set_folded (self.model, self.group, TRUE);
  pn_timeline_model_set_folded (self.model, self.disc, TRUE);
  pn_timeline_model_set_folded (self.model, self.figure, TRUE);
  pn_view_select_layer (self.view, self.disc, PN_SELECT_ONLY);
  pn_timeline_model_reveal_keyed (self.model);
  assert_rows (&self, "g; disc; opacity; figure");

  pn_view_clear_selection (self.view);
  pn_timeline_model_reveal_keyed (self.model);
  assert_rows (&self, "g; disc; opacity; figure; turn; hand · position; foot · position");
  pn_timeline_model_reveal_keyed (self.model);
  assert_rows (&self, "g; figure");
  pn_test_timeline_clear (&self);
}

/* --- Selecting. */

static void
test_select (void)
{
  PnTestTimeline self;
  guint row;

  pn_test_timeline_init (&self);
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10* 20 40");
  /* The figure's own row is selected there when all keys at that frame are. */
  pn_test_timeline_assert_frames (&self, "figure", "0 10 20 30 40");
  pn_test_timeline_select (&self, "foot · position", 10, PN_SELECT_TOGGLE);
  pn_test_timeline_assert_frames (&self, "figure", "0 10* 20 30 40");
  pn_test_timeline_select (&self, "figure", 10, PN_SELECT_TOGGLE);
  g_assert_false (pn_timeline_model_has_keys (self.model));
  pn_test_timeline_select (&self, "figure", 0, PN_SELECT_ONLY);
  pn_test_timeline_assert_frames (&self, "hand · position", "0* 10 20 40");
  pn_test_timeline_assert_frames (&self, "turn", "0* 30");
  pn_timeline_model_select_all (self.model);
  g_assert_cmpuint (pn_key_set_n_keys (pn_timeline_model_get_keys (self.model)), ==, 10);

  /* Of a box, with an unfolded layer's row in it, its tracks count alone. */
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self.model);
  row = pn_test_timeline_row (&self, "figure");
  pn_timeline_rows_collect_box (rows, row, row + 2, 5, 30, refs);
  g_assert_cmpuint (refs->len, ==, 3);
  g_array_set_size (refs, 0);
  pn_timeline_rows_collect_box (rows, row, row, 5, 30, refs);
  g_assert_cmpuint (refs->len, ==, 5);
  pn_test_timeline_clear (&self);
}

/* Near a key, by brute force. */
static void
test_find (void)
{
  PnTestTimeline self;
  static const double keys[] = {0, 10, 20, 40};

  pn_test_timeline_init (&self);
  guint row = pn_test_timeline_row (&self, "hand · position");
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self.model);
  for (double frame = -8; frame < 60; frame += 0.25) {
    double near = -1, previous = -1, next = -1, best = 3.3;
    gboolean has_near = FALSE, has_previous = FALSE, has_next = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
      if (ABS (keys[i] - frame) <= best) {
        near = keys[i];
        best = ABS (keys[i] - frame);
        has_near = TRUE;
      }
      if (keys[i] < frame) {
        previous = keys[i];
        has_previous = TRUE;
      }
      if (keys[i] > frame && !has_next) {
        next = keys[i];
        has_next = TRUE;
      }
    }
    double found = -1;
    g_assert_cmpint (pn_timeline_rows_find_near (rows, row, frame, 3.3, &found), ==, has_near);
    g_assert_cmpint ((int)found, ==, (int)near);
    found = -1;
    g_assert_cmpint (pn_timeline_rows_find_next (rows, row, frame, PN_KEY_PREVIOUS, &found), ==,
                     has_previous);
    g_assert_cmpint ((int)found, ==, (int)previous);
    found = -1;
    g_assert_cmpint (pn_timeline_rows_find_next (rows, row, frame, PN_KEY_NEXT, &found), ==,
                     has_next);
    g_assert_cmpint ((int)found, ==, (int)next);
  }
  pn_test_timeline_clear (&self);
}

/* What is gone is not selected. */
static void
test_selection_prunes (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_timeline_model_select_all (self.model);
  pn_test_timeline_do (&self, "{'op': 'delete_pin', 'layer': 'figure', 'pin': 'hand'}");
  g_assert_cmpuint (pn_key_set_n_keys (pn_timeline_model_get_keys (self.model)), ==, 6);
  pn_test_timeline_clear (&self);
}

/* Undo and redo bring back which keys were selected, as they bring back pins. */
static void
test_selection_returns (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "foot · position", 30, PN_SELECT_ADD);
  pn_timeline_model_nudge (self.model, 5);
  pn_timeline_model_select_none (self.model);
  pn_editor_undo (self.editor);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10* 20 40");
  pn_test_timeline_assert_frames (&self, "foot · position", "10 30*");
  pn_timeline_model_select_none (self.model);
  pn_editor_redo (self.editor);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 15* 20 40");
  pn_test_timeline_assert_frames (&self, "foot · position", "10 35*");
  pn_timeline_model_delete (self.model);
  pn_editor_undo (self.editor);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 15* 20 40");
  pn_test_timeline_assert_frames (&self, "foot · position", "10 35*");

  /* An edit of something else brings back what was selected with it, if it is there. */
  pn_test_timeline_select (&self, "hand · position", 40, PN_SELECT_ONLY);
  pn_test_timeline_do (&self, "{'op': 'set_layer', 'layer': 'g', 'name': 'h'}");
  pn_timeline_model_select_none (self.model);
  pn_editor_undo (self.editor);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 15 20 40*");
  pn_test_timeline_clear (&self);
}

/* The keyboard's place stays on the key that it was on. */
static void
test_cursor_goes_along (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  PnTimelinePlace place = {pn_test_timeline_row (&self, "hand · position"), 10};
  pn_timeline_model_set_cursor (self.model, place);
  pn_timeline_model_select_at (self.model, place, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "hand · position", 0, PN_SELECT_ADD);
  pn_timeline_model_nudge (self.model, 3);
  g_assert_cmpint ((int)pn_timeline_model_get_cursor (self.model).frame, ==, 13);
  pn_timeline_model_begin_drag (self.model);
  pn_timeline_model_drag_by (self.model, 4, PN_KEY_MOVE);
  g_assert_cmpint ((int)pn_timeline_model_get_cursor (self.model).frame, ==, 17);
  pn_timeline_model_end_drag (self.model, PN_DRAG_CANCEL);
  g_assert_cmpint ((int)pn_timeline_model_get_cursor (self.model).frame, ==, 13);
  pn_test_timeline_select (&self, "hand · position", 20, PN_SELECT_ONLY);
  pn_timeline_model_nudge (self.model, 3);
  g_assert_cmpint ((int)pn_timeline_model_get_cursor (self.model).frame, ==, 13);
  pn_test_timeline_clear (&self);
}

/* With pins selected it is pins that get keys, whichever tool is in hand; else what the tool has hold
 * of. */
static void
test_set_key (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_view_set_playhead (self.view, 25);
  g_assert_false (pn_editor_can_set_key (self.editor));
  pn_view_select_pin (self.view, self.hand, PN_SELECT_ONLY);
  for (PnViewTool tool = PN_VIEW_TOOL_SELECT; tool <= PN_VIEW_TOOL_PUPPET; tool++) {
    g_autofree char *before = pn_test_bytes (&self.base);
    pn_view_set_tool (self.view, tool);
    g_assert_true (pn_editor_can_set_key (self.editor));
    g_assert_true (pn_editor_set_key (self.editor));
    pn_test_timeline_assert_frames (&self, "hand · position", "0 10 20 25 40");
    pn_test_timeline_assert_frames (&self, "turn", "0 30");
    pn_test_timeline_there_and_back (&self, before);
    pn_editor_undo (self.editor);
  }
  pn_view_select_layer (self.view, self.figure, PN_SELECT_ONLY);
  g_assert_false (pn_editor_can_set_key (self.editor));
  pn_view_set_tool (self.view, PN_VIEW_TOOL_SELECT);
  g_assert_true (pn_editor_can_set_key (self.editor));
  g_assert_true (pn_editor_set_key (self.editor));
  pn_test_timeline_assert_frames (&self, "turn", "0 25 30");
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10 20 40");
  pn_test_timeline_clear (&self);
}

/* All that is done to keys, undone and done again: each is one step, and each state is the one that
 * was (BR29). */
static gboolean
do_one (PnTestTimeline *self, int number)
{
  switch (number) {
  case 0:
    pn_test_timeline_select (self, "hand · position", 10, PN_SELECT_ONLY);
    return pn_timeline_model_nudge (self->model, 3);
  case 1:
    pn_test_timeline_select (self, "foot · position", 30, PN_SELECT_ADD);
    return pn_timeline_model_ease (self->model, PN_KEY_EASE_BOTH);
  case 2:
    pn_timeline_model_begin_drag (self->model);
    for (int i = 1; i < 9; i++)
      pn_timeline_model_drag_by (self->model, i, i % 2 == 0 ? PN_KEY_COPY : PN_KEY_MOVE);
    pn_timeline_model_end_drag (self->model, PN_DRAG_KEEP);
    return TRUE;
  case 3: {
    g_autofree char *text = pn_timeline_model_copy (self->model);
    pn_view_set_playhead (self->view, 30);
    return pn_timeline_model_paste (self->model, text);
  }
  case 4:
    pn_timeline_model_select_all (self->model);
    pn_timeline_model_begin_drag (self->model);
    for (int i = 0; i < 9; i++)
      pn_timeline_model_drag_scale (self->model, 0, 1 + 0.2 * i);
    pn_timeline_model_end_drag (self->model, PN_DRAG_KEEP);
    return TRUE;
  case 5:
    return pn_timeline_model_toggle_key (self->model, pn_test_timeline_row (self, "turn"));
  case 6:
    pn_test_timeline_select (self, "hand · position", 0, PN_SELECT_ONLY);
    return pn_timeline_model_ease (self->model, PN_KEY_EASE_HOLD) ||
           pn_timeline_model_ease (self->model, PN_KEY_EASE_NONE);
  case 7:
    return pn_timeline_model_delete (self->model);
  default:
    return FALSE;
  }
}

static void
test_undo_all (void)
{
  PnTestTimeline self;
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);

  pn_test_timeline_init (&self);
  guint n_before = pn_test_timeline_n_steps (&self);
  g_ptr_array_add (states, pn_test_bytes (&self.base));
  for (int i = 0; do_one (&self, i); i++) {
    char *state = pn_test_bytes (&self.base);
    if (!g_str_equal (state, states->pdata[states->len - 1]))
      g_ptr_array_add (states, state);
    else
      g_free (state);
    g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_before + states->len - 1);
  }
  g_assert_cmpuint (states->len, >, 7);
  for (guint i = states->len - 1; i > 0; i--) {
    pn_editor_undo (self.editor);
    g_autofree char *state = pn_test_bytes (&self.base);
    g_assert_cmpstr (state, ==, states->pdata[i - 1]);
  }
  for (guint i = 1; i < states->len; i++) {
    pn_editor_redo (self.editor);
    g_autofree char *state = pn_test_bytes (&self.base);
    g_assert_cmpstr (state, ==, states->pdata[i]);
  }
  /* Another edit after an undo takes the place of what was undone. */
  pn_editor_undo (self.editor);
  g_assert_true (do_one (&self, 5));
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_before + states->len - 1);
  pn_test_timeline_there_and_back (&self, states->pdata[states->len - 2]);
  pn_test_timeline_clear (&self);
}

/* A key set from the list of rows is what the track is there: nothing moves. */
static void
test_toggle_key (void)
{
  PnTestTimeline self;
  static const char *const rows[] = {"hand · position", "turn", "opacity"};

  pn_test_timeline_init (&self);
  pn_view_set_playhead (self.view, 5);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    guint row = pn_test_timeline_row (&self, rows[i]);
    const PnTrack *track =
        pn_timeline_rows_get (pn_timeline_model_get_rows (self.model), row)->track;
    PnVec2 before = pn_sample_keys (track->keys, track->n_keys, 5);
    g_autofree char *bytes = pn_test_bytes (&self.base);
    g_autofree char *frames = pn_test_timeline_frames (&self, rows[i]);

    g_assert_true (pn_timeline_model_toggle_key (self.model, row));
    track = pn_timeline_rows_get (pn_timeline_model_get_rows (self.model), row)->track;
    g_assert_cmpint ((int)track->keys[1].frame, ==, 5);
    g_assert_cmpmem (&track->keys[1].value, sizeof before, &before, sizeof before);
    /* A hold goes on as one. */
    g_assert_cmpint (track->keys[1].ease.kind, ==, i == 0 ? PN_EASE_HOLD : PN_EASE_LINEAR);
    pn_test_timeline_there_and_back (&self, bytes);
    g_assert_true (pn_timeline_model_toggle_key (self.model, row));
    pn_test_timeline_assert_frames (&self, rows[i], frames);
  }
  pn_test_timeline_clear (&self);
}

/* --- Moving. */

static void
test_drag (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  guint n_steps = pn_test_timeline_n_steps (&self);
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "foot · position", 30, PN_SELECT_ADD);
  pn_timeline_model_begin_drag (self.model);
  for (int i = 1; i <= 25; i++)
    g_assert_true (pn_timeline_model_drag_by (self.model, i, PN_KEY_MOVE));
  g_assert_true (pn_timeline_model_drag_by (self.model, 5, PN_KEY_MOVE));
  pn_test_timeline_assert_frames (&self, "hand · position", "0 15* 20 40");
  pn_test_timeline_assert_frames (&self, "foot · position", "10 35*");
  pn_timeline_model_end_drag (self.model, PN_DRAG_KEEP);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 15* 20 40");
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self, before);

  /* The ease goes along. */
  const PnTrack *track = pn_root_find_track (pn_session_get_root (self.base.session), PN_TARGET_PIN,
                                             self.hand, PN_PROPERTY_POSITION);
  g_assert_cmpint (track->keys[0].ease.kind, ==, PN_EASE_HOLD);
  g_assert_cmpint (track->keys[1].ease.kind, ==, PN_EASE_IN);
  pn_test_timeline_clear (&self);
}

static void
test_drag_cancelled (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  const PnRoot *root = pn_session_get_root (self.base.session);
  guint n_steps = pn_test_timeline_n_steps (&self);
  pn_test_timeline_select (&self, "figure", 10, PN_SELECT_ONLY);
  pn_timeline_model_begin_drag (self.model);
  pn_timeline_model_drag_by (self.model, 30, PN_KEY_MOVE);
  /* The one moved wins over those it meets. */
  pn_test_timeline_assert_frames (&self, "hand · position", "0 20 40*");
  pn_timeline_model_end_drag (self.model, PN_DRAG_CANCEL);
  g_assert_true (pn_session_get_root (self.base.session) == root);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10* 20 40");
  g_autofree char *after = pn_test_bytes (&self.base);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_steps);
  pn_test_timeline_clear (&self);
}

/* Keys that lie under moved ones come back with undo. */
static void
test_drag_over (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  pn_timeline_model_begin_drag (self.model);
  pn_timeline_model_drag_by (self.model, 10, PN_KEY_MOVE);
  pn_timeline_model_end_drag (self.model, PN_DRAG_KEEP);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 20* 40");
  const PnTrack *track = pn_root_find_track (pn_session_get_root (self.base.session), PN_TARGET_PIN,
                                             self.hand, PN_PROPERTY_POSITION);
  g_assert_cmpint (track->keys[1].ease.kind, ==, PN_EASE_IN);
  pn_test_timeline_there_and_back (&self, before);
  pn_test_timeline_clear (&self);
}

static void
test_drag_copies (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  pn_test_timeline_select (&self, "hand · position", 0, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ADD);
  pn_timeline_model_begin_drag (self.model);
  pn_timeline_model_drag_by (self.model, 4, PN_KEY_MOVE);
  pn_timeline_model_drag_by (self.model, 5, PN_KEY_COPY);
  pn_timeline_model_end_drag (self.model, PN_DRAG_KEEP);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 5* 10 15* 20 40");
  pn_test_timeline_there_and_back (&self, before);
  pn_test_timeline_clear (&self);
}

/* The film begins at 0. */
static void
test_drag_to_the_end (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_test_timeline_select (&self, "foot · position", 10, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "hand · position", 20, PN_SELECT_ADD);
  pn_timeline_model_begin_drag (self.model);
  pn_timeline_model_drag_by (self.model, -50, PN_KEY_MOVE);
  pn_timeline_model_end_drag (self.model, PN_DRAG_KEEP);
  pn_test_timeline_assert_frames (&self, "foot · position", "0* 30");
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10* 40");
  pn_test_timeline_clear (&self);
}

static void
test_scale (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  guint n_steps = pn_test_timeline_n_steps (&self);
  pn_timeline_model_select_all (self.model);
  pn_timeline_model_begin_drag (self.model);
  g_assert_true (pn_timeline_model_drag_scale (self.model, 0, 2));
  pn_test_timeline_assert_frames (&self, "hand · position", "0* 20* 40* 80*");
  /* Too narrow for four keys: what was shown stays. */
  g_assert_false (pn_timeline_model_drag_scale (self.model, 0, 0.02));
  g_assert_false (pn_timeline_model_drag_scale (self.model, 0, 0));
  g_assert_false (pn_timeline_model_drag_scale (self.model, 0, -1));
  pn_test_timeline_assert_frames (&self, "hand · position", "0* 20* 40* 80*");
  g_assert_true (pn_timeline_model_drag_scale (self.model, 40, 0.33));
  pn_test_timeline_assert_frames (&self, "hand · position", "27* 30* 33* 40*");
  pn_timeline_model_end_drag (self.model, PN_DRAG_KEEP);
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self, before);
  pn_test_timeline_clear (&self);
}

/* An edit in the middle of a drag ends it as if it had been let go of. */
static void
test_drag_interrupted (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  pn_timeline_model_begin_drag (self.model);
  pn_timeline_model_drag_by (self.model, 5, PN_KEY_MOVE);
  g_assert_true (pn_timeline_model_delete (self.model));
  pn_test_timeline_assert_frames (&self, "hand · position", "0 20 40");
  g_autofree char *deleted = pn_test_bytes (&self.base);
  g_assert_false (pn_timeline_model_drag_by (self.model, 9, PN_KEY_MOVE));
  pn_timeline_model_end_drag (self.model, PN_DRAG_CANCEL);
  g_autofree char *after = pn_test_bytes (&self.base);
  g_assert_cmpstr (after, ==, deleted);
  g_assert_false (pn_editor_is_dragging (self.editor));
  pn_test_timeline_clear (&self);
}

static void
test_nudge (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  g_assert_false (pn_timeline_model_nudge (self.model, 1));
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  g_assert_true (pn_timeline_model_nudge (self.model, -3));
  pn_test_timeline_assert_frames (&self, "hand · position", "0 7* 20 40");
  pn_test_timeline_there_and_back (&self, before);
  pn_test_timeline_clear (&self);
}

/* --- Deleting and easing. */

static void
test_delete (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  guint n_steps = pn_test_timeline_n_steps (&self);
  g_assert_false (pn_timeline_model_delete (self.model));
  pn_test_timeline_select (&self, "figure", 10, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "foot · position", 30, PN_SELECT_ADD);
  g_assert_true (pn_timeline_model_delete (self.model));
  assert_rows (&self, "g; disc; opacity; figure; turn; hand · position");
  pn_test_timeline_assert_frames (&self, "hand · position", "0 20 40");
  g_assert_false (pn_timeline_model_has_keys (self.model));
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self, before);
  pn_test_timeline_clear (&self);
}

/* A layer stays as it is seen when its last keys go; a pin goes back to rest, which is said. */
static void
test_delete_last (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_view_set_playhead (self.view, 5);
  pn_test_timeline_select (&self, "opacity", 0, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "opacity", 10, PN_SELECT_ADD);
  g_autofree char *before = pn_test_bytes (&self.base);
  g_assert_true (pn_timeline_model_delete (self.model));
  const PnRoot *root = pn_session_get_root (self.base.session);
  g_assert_cmpfloat_with_epsilon (pn_root_find_layer (root, self.disc, NULL, NULL)->opacity, 0.5,
                                  1e-9);
  g_assert_null (self.message);
  pn_test_timeline_there_and_back (&self, before);
  pn_test_timeline_select (&self, "foot · position", 10, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "foot · position", 30, PN_SELECT_ADD);
  g_assert_true (pn_timeline_model_delete (self.model));
  g_assert_nonnull (strstr (self.message, "foot"));
  pn_test_timeline_clear (&self);
}

static void
assert_eases (PnTestTimeline *self, PnId pin, const char *expected)
{
  const PnTrack *track = pn_root_find_track (pn_session_get_root (self->base.session),
                                             PN_TARGET_PIN, pin, PN_PROPERTY_POSITION);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < track->n_keys; i++) {
    const PnEase *ease = &track->keys[i].ease;
    const char *name = pn_ease_kind_name (ease->kind);
    if (name != NULL)
      g_string_append_printf (text, "%s ", name);
    else
      g_string_append_printf (text, "(%.2f %.2f %.2f %.2f) ", ease->x1, ease->y1, ease->x2,
                              ease->y2);
  }
  g_assert_cmpstr (text->str, ==, expected);
}

/* A key is eased on both sides: what leads into it ends slowly, what leads away starts slowly. */
static void
test_ease (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  assert_eases (&self, self.hand, "hold in linear linear ");
  pn_test_timeline_select (&self, "hand · position", 20, PN_SELECT_ONLY);
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_BOTH));
  assert_eases (&self, self.hand, "hold in-out in linear ");
  pn_test_timeline_there_and_back (&self, before);
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_NONE));
  assert_eases (&self, self.hand, "hold in linear linear ");

  /* A hold is left alone by the key after it. */
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ONLY);
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_BOTH));
  assert_eases (&self, self.hand, "hold in linear linear ");
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_HOLD));
  assert_eases (&self, self.hand, "hold hold linear linear ");

  guint n_steps = pn_test_timeline_n_steps (&self);
  pn_timeline_model_select_all (self.model);
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_BOTH));
  assert_eases (&self, self.hand, "in-out in-out in-out in ");
  assert_eases (&self, self.foot, "in-out in ");
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_steps + 1);
  /* Nothing to do is no step. */
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_BOTH));
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_steps + 1);
  pn_test_timeline_clear (&self);
}

/* Handles of the other side stay. */
static void
test_ease_handles (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_test_timeline_do (
      &self, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'keys': ["
             "{'frame': 10, 'x': 240, 'y': 60, 'ease': [0.1, 0.9, 0.8, 1.25]},"
             "{'frame': 20, 'x': 230, 'y': 50, 'ease': [0.2, -0.5, 0.3, 0.7]}]}");
  pn_test_timeline_select (&self, "hand · position", 20, PN_SELECT_ONLY);
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_BOTH));
  assert_eases (&self, self.hand, "hold (0.10 0.90 0.67 1.00) (0.33 0.00 0.30 0.70) linear ");
  g_assert_true (pn_timeline_model_ease (self.model, PN_KEY_EASE_NONE));
  assert_eases (&self, self.hand, "hold (0.10 0.90 0.67 0.67) (0.33 0.33 0.30 0.70) linear ");
  pn_test_timeline_clear (&self);
}

/* --- Copying and pasting. */

static void
test_paste (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_assert_null (pn_timeline_model_copy (self.model));
  pn_test_timeline_select (&self, "hand · position", 0, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "hand · position", 10, PN_SELECT_ADD);
  pn_test_timeline_select (&self, "turn", 0, PN_SELECT_ADD);
  g_autofree char *text = pn_timeline_model_copy (self.model);
  g_assert_nonnull (text);
  g_autofree char *before = pn_test_bytes (&self.base);
  guint n_steps = pn_test_timeline_n_steps (&self);
  pn_view_set_playhead (self.view, 33);
  g_assert_true (pn_timeline_model_paste (self.model, text));
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10 20 33* 40 43*");
  pn_test_timeline_assert_frames (&self, "turn", "0 30 33*");
  assert_eases (&self, self.hand, "hold in linear hold linear in ");
  g_assert_cmpuint (pn_test_timeline_n_steps (&self), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self, before);
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10 20 33* 40 43*");
  pn_test_timeline_clear (&self);
}

static PnVec2
get_value (PnTestTimeline *self, PnId pin, double frame)
{
  return pn_root_sample (pn_session_get_root (self->base.session), PN_TARGET_PIN, pin,
                         PN_PROPERTY_POSITION, frame, pn_vec2 (-1, -1));
}

/* Another pin moves the same way from its own place, not to the first one's. */
static void
test_paste_on_another (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  for (int frame = 10; frame <= 20; frame += 10)
    pn_test_timeline_select (&self, "hand · position", frame, PN_SELECT_ADD);
  g_autofree char *text = pn_timeline_model_copy (self.model);
  pn_view_set_playhead (self.view, 4);
  pn_view_select_pin (self.view, self.head, PN_SELECT_ONLY);
  pn_view_select_pin (self.view, self.foot, PN_SELECT_ADD);
  g_assert_true (pn_timeline_model_paste (self.model, text));
  pn_test_timeline_assert_frames (&self, "head · position", "4* 14*");
  pn_test_timeline_assert_frames (&self, "foot · position", "4* 10 14* 30");
  pn_test_timeline_assert_frames (&self, "hand · position", "0 10 20 40");
  for (int i = 0; i < 2; i++) {
    PnVec2 hand = get_value (&self, self.hand, 10 + 10 * i);
    PnVec2 head = get_value (&self, self.head, 4 + 10 * i);
    g_assert_cmpfloat_with_epsilon (head.x - 60, hand.x - 240, 1e-9);
    g_assert_cmpfloat_with_epsilon (head.y - 40, hand.y - 80, 1e-9);
  }

  /* Two go to two, by their numbers. */
  pn_timeline_model_select_none (self.model);
  pn_test_timeline_select (&self, "hand · position", 40, PN_SELECT_ONLY);
  pn_test_timeline_select (&self, "foot · position", 30, PN_SELECT_ADD);
  g_autofree char *two = pn_timeline_model_copy (self.model);
  pn_view_set_playhead (self.view, 46);
  pn_view_select_pin (self.view, self.head, PN_SELECT_ONLY);
  pn_view_select_pin (self.view, self.foot, PN_SELECT_ADD);
  g_assert_true (pn_timeline_model_paste (self.model, two));
  /* hand at 40 to foot, foot at 30 to head: 10 frames apart as they were. */
  pn_test_timeline_assert_frames (&self, "foot · position", "4 10 14 30 56*");
  pn_test_timeline_assert_frames (&self, "head · position", "4 14 46*");
  pn_test_timeline_clear (&self);
}

static void
test_paste_refused (void)
{
  const char *const bad[] = {"",
                             "x",
                             "[]",
                             "{}",
                             "{\"tracks\": 3}",
                             "{\"tracks\": []}",
                             "{\"tracks\": [4]}",
                             "{\"tracks\": [{}]}",
                             "{\"tracks\": [{\"target\": \"pin.x\", \"property\": \"position\"}]}"};
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  g_autofree char *before = pn_test_bytes (&self.base);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_clear_pointer (&self.message, g_free);
    g_assert_false (pn_timeline_model_paste (self.model, bad[i]));
    g_assert_nonnull (self.message);
  }
  /* Keys of a pin that is gone, with none selected that could have them. */
  pn_test_timeline_select (&self, "hand · position", 40, PN_SELECT_ONLY);
  g_autofree char *text = pn_timeline_model_copy (self.model);
  pn_test_timeline_do (&self, "{'op': 'delete_pin', 'layer': 'figure', 'pin': 'hand'}");
  g_assert_false (pn_timeline_model_paste (self.model, text));
  pn_editor_undo (self.editor);
  g_autofree char *after = pn_test_bytes (&self.base);
  g_assert_cmpstr (after, ==, before);
  pn_test_timeline_clear (&self);
}

/* --- The playhead. */

static void
test_go_to_key (void)
{
  PnTestTimeline self;
  static const int all[] = {10, 20, 30, 40}, foot[] = {10, 30};

  pn_test_timeline_init (&self);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    g_assert_true (pn_timeline_model_go_to_key (self.model, PN_KEY_NEXT));
    g_assert_cmpint ((int)pn_view_get_playhead (self.view), ==, all[i]);
  }
  g_assert_false (pn_timeline_model_go_to_key (self.model, PN_KEY_NEXT));
  pn_view_select_pin (self.view, self.foot, PN_SELECT_ONLY);
  for (guint i = G_N_ELEMENTS (foot); i > 0; i--) {
    g_assert_true (pn_timeline_model_go_to_key (self.model, PN_KEY_PREVIOUS));
    g_assert_cmpint ((int)pn_view_get_playhead (self.view), ==, foot[i - 1]);
  }
  g_assert_false (pn_timeline_model_go_to_key (self.model, PN_KEY_PREVIOUS));

  /* A layer goes by all its pins; what has no keys by those of all. */
  pn_view_select_layer (self.view, self.disc, PN_SELECT_ONLY);
  g_assert_false (pn_timeline_model_go_to_key (self.model, PN_KEY_NEXT));
  pn_view_select_layer (self.view, self.figure, PN_SELECT_ONLY);
  g_assert_true (pn_timeline_model_go_to_key (self.model, PN_KEY_NEXT));
  g_assert_cmpint ((int)pn_view_get_playhead (self.view), ==, 20);
  pn_view_select_layer (self.view, self.group, PN_SELECT_ONLY);
  g_assert_true (pn_timeline_model_go_to_key (self.model, PN_KEY_NEXT));
  g_assert_cmpint ((int)pn_view_get_playhead (self.view), ==, 30);
  pn_test_timeline_clear (&self);
}

/* A key between two frames is reached once, and left again. */
static void
test_go_to_key_between (void)
{
  PnTestTimeline self;
  int n_stops = 0;

  pn_test_timeline_init (&self);
  pn_test_timeline_do (&self, "{'op': 'set_document', 'fps': 25}");
  while (pn_timeline_model_go_to_key (self.model, PN_KEY_NEXT))
    n_stops++;
  g_assert_cmpint (n_stops, ==, 4);
  while (pn_timeline_model_go_to_key (self.model, PN_KEY_PREVIOUS))
    n_stops++;
  g_assert_cmpint (n_stops, ==, 8);
  pn_test_timeline_clear (&self);
}

/* --- The keyboard's place. */

static void
test_cursor (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  PnTimelinePlace place = {pn_test_timeline_row (&self, "foot · position"), 10};
  pn_timeline_model_set_cursor (self.model, place);
  g_autofree char *words = pn_timeline_model_describe (self.model, place);
  g_assert_cmpstr (words, ==, "foot · position, frame 10, key, linear");
  pn_timeline_model_select_at (self.model, place, PN_SELECT_ONLY);
  g_autofree char *selected = pn_timeline_model_describe (self.model, place);
  g_assert_cmpstr (selected, ==, "foot · position, frame 10, key, linear, selected");

  /* It stays on its row when others go, and with what folds it. */
  pn_timeline_model_set_folded (self.model, self.group, TRUE);
  g_assert_cmpuint (pn_timeline_model_get_cursor (self.model).row, ==, 4);
  pn_timeline_model_set_folded (self.model, self.figure, TRUE);
  g_assert_cmpuint (pn_timeline_model_get_cursor (self.model).row, ==, 1);
  pn_timeline_model_set_folded (self.model, self.figure, FALSE);
  g_assert_cmpuint (pn_timeline_model_get_cursor (self.model).row, ==, 4);
  g_assert_cmpint ((int)pn_timeline_model_get_cursor (self.model).frame, ==, 10);
  pn_test_timeline_clear (&self);
}

/* While it plays, the page turns when the playhead leaves it. */
static void
test_follows_playing (void)
{
  PnTestTimeline self;

  pn_test_timeline_init (&self);
  pn_timeline_model_set_width (self.model, 300);
  pn_timeline_model_zoom_at (self.model, 4, PN_TIME_SCALE_MARGIN);
  pn_player_set_playing (pn_editor_get_player (self.editor), TRUE);
  for (int i = 0; i < 120; i++) {
    pn_player_tick (pn_editor_get_player (self.editor), 16667 * i);
    pn_test_timeline_flush ();
    const PnTimeScale *scale = pn_timeline_model_get_scale (self.model);
    double x = pn_time_scale_x (scale, pn_view_get_playhead (self.view));
    g_assert_cmpfloat (x, >=, 0);
    g_assert_cmpfloat (x, <=, 300);
  }
  pn_test_timeline_clear (&self);
}

static void
gather_changes_cb (PnTimelineModel *model, guint changes, guint *gathered)
{
  *gathered |= changes;
}

/* A width that is learnt while the window is laid out is told after that, and so is an edit that
 * nobody has heard of yet: rows that came or went there could not be laid out any more. */
static void
test_width_is_told_later (void)
{
  PnTestTimeline self;
  guint changes = 0;

  pn_test_timeline_init (&self);
  pn_test_timeline_flush ();
  g_signal_connect (self.model, "changed", G_CALLBACK (gather_changes_cb), &changes);
  g_autoptr (JsonNode) added =
      pn_test_run (&self.base, "{'op': 'add_group', 'name': 'unheard of'}");
  pn_timeline_model_set_width (self.model, 333);
  g_assert_cmpuint (changes, ==, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (changes & PN_TIMELINE_SCALE, !=, 0);
  g_assert_cmpuint (changes & PN_TIMELINE_ROWS, !=, 0);
  g_assert_cmpfloat_with_epsilon (pn_timeline_model_get_scale (self.model)->width, 333, 1e-9);
  pn_test_timeline_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/timeline-model/rows", test_rows);
  g_test_add_func ("/ui/timeline-model/rows-of-preview", test_rows_of_preview);
  g_test_add_func ("/ui/timeline-model/rows-stay", test_rows_stay);
  g_test_add_func ("/ui/timeline-model/reveal", test_reveal);
  g_test_add_func ("/ui/timeline-model/select", test_select);
  g_test_add_func ("/ui/timeline-model/find", test_find);
  g_test_add_func ("/ui/timeline-model/selection-prunes", test_selection_prunes);
  g_test_add_func ("/ui/timeline-model/selection-returns", test_selection_returns);
  g_test_add_func ("/ui/timeline-model/cursor-goes-along", test_cursor_goes_along);
  g_test_add_func ("/ui/timeline-model/set-key", test_set_key);
  g_test_add_func ("/ui/timeline-model/undo-all", test_undo_all);
  g_test_add_func ("/ui/timeline-model/toggle-key", test_toggle_key);
  g_test_add_func ("/ui/timeline-model/drag", test_drag);
  g_test_add_func ("/ui/timeline-model/drag-cancelled", test_drag_cancelled);
  g_test_add_func ("/ui/timeline-model/drag-over", test_drag_over);
  g_test_add_func ("/ui/timeline-model/drag-copies", test_drag_copies);
  g_test_add_func ("/ui/timeline-model/drag-to-the-end", test_drag_to_the_end);
  g_test_add_func ("/ui/timeline-model/scale", test_scale);
  g_test_add_func ("/ui/timeline-model/drag-interrupted", test_drag_interrupted);
  g_test_add_func ("/ui/timeline-model/nudge", test_nudge);
  g_test_add_func ("/ui/timeline-model/delete", test_delete);
  g_test_add_func ("/ui/timeline-model/delete-last", test_delete_last);
  g_test_add_func ("/ui/timeline-model/ease", test_ease);
  g_test_add_func ("/ui/timeline-model/ease-handles", test_ease_handles);
  g_test_add_func ("/ui/timeline-model/paste", test_paste);
  g_test_add_func ("/ui/timeline-model/paste-on-another", test_paste_on_another);
  g_test_add_func ("/ui/timeline-model/paste-refused", test_paste_refused);
  g_test_add_func ("/ui/timeline-model/go-to-key", test_go_to_key);
  g_test_add_func ("/ui/timeline-model/go-to-key-between", test_go_to_key_between);
  g_test_add_func ("/ui/timeline-model/cursor", test_cursor);
  g_test_add_func ("/ui/timeline-model/follows-playing", test_follows_playing);
  g_test_add_func ("/ui/timeline-model/width-is-told-later", test_width_is_told_later);
  return g_test_run ();
}
