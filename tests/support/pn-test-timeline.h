/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-command-list.h"
#include "pn-test-session.h"
#include "pn-timeline-model.h"

/* An editor with keys. From the front: a group "g" with the layer "disc" in it, whose opacity is
 * keyed at 0 and 10; "figure" with three pins: "hand" keyed at 0 (hold), 10 (in), 20 and 40, "foot" at
 * 10 and 30, "head" without keys; and its own rotation at 0 and 30. The film has 48 frames. */
typedef struct {
  PnTestSession base;
  PnEditor *editor;
  PnTimelineModel *model;
  PnView *view;
  char *message; /* (nullable) the last one */
  PnId group, disc, figure, hand, foot, head;
} PnTestTimeline;

static inline PnId
pn_test_timeline_id (JsonNode *result, const char *member)
{
  PnId id;
  g_assert_true (pn_id_from_string (pn_test_member (result, member), &id));
  return id;
}

static inline void
pn_test_timeline_message_cb (PnEditor *editor,
                             guint kind,
                             const char *message,
                             PnTestTimeline *self)
{
  g_free (self->message);
  self->message = g_strdup (message);
}

static inline PnId
pn_test_timeline_add_pin (PnTestTimeline *self, const char *name, int x, int y)
{
  g_autoptr (JsonNode) pin = pn_test_run (
      &self->base, "{'op': 'add_pin', 'layer': 'figure', 'name': '%s', 'x': %d, 'y': %d}", name, x,
      y);

  return pn_test_timeline_id (pin, "pin");
}

static inline void
pn_test_timeline_do (PnTestTimeline *self, const char *operation)
{
  g_autoptr (JsonNode) done = pn_test_run (&self->base, "%s", operation);
}

static inline void
pn_test_timeline_add_keys (PnTestTimeline *self)
{
  pn_test_timeline_do (
      self, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'hand', 'keys': ["
            "{'frame': 0, 'x': 240, 'y': 80, 'ease': 'hold'}, {'frame': 10, 'x': 240, 'y': 60, "
            "'ease': 'in'}, {'frame': 20, 'x': 230, 'y': 50}, {'frame': 40, 'x': 240, 'y': 80}]}");
  pn_test_timeline_do (
      self, "{'op': 'set_puppet_pin_keyframes', 'layer': 'figure', 'pin': 'foot', 'keys': ["
            "{'frame': 10, 'x': 60, 'y': 200}, {'frame': 30, 'x': 60, 'y': 210}]}");
  pn_test_timeline_do (self,
                       "{'op': 'set_keyframes', 'target': 'layer.figure', 'property': 'rotation', "
                       "'keys': [{'frame': 0, 'value': 0}, {'frame': 30, 'value': 5}]}");
  pn_test_timeline_do (self,
                       "{'op': 'set_keyframes', 'target': 'layer.disc', 'property': 'opacity', "
                       "'keys': [{'frame': 0, 'value': 0}, {'frame': 10, 'value': 1}]}");
}

static inline void
pn_test_timeline_init (PnTestTimeline *self)
{
  *self = (PnTestTimeline){0};
  pn_test_session_init (&self->base, 400, 300);
  g_autofree char *figure =
      pn_test_draw (self->base.folder, "figure.png", 280, 240, pn_test_figure_pixel);
  g_autofree char *disc =
      pn_test_draw (self->base.folder, "disc.png", 100, 100, pn_test_disc_pixel);
  g_autoptr (JsonNode) back =
      pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", figure);
  g_autoptr (JsonNode) group = pn_test_run (&self->base, "{'op': 'add_group', 'name': 'g'}");
  g_autoptr (JsonNode) front =
      pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s', 'group': 'g'}", disc);

  self->figure = pn_test_timeline_id (back, "layer");
  self->group = pn_test_timeline_id (group, "layer");
  self->disc = pn_test_timeline_id (front, "layer");
  pn_test_timeline_do (self, "{'op': 'set_document', 'duration': 48}");
  pn_test_timeline_do (self,
                       "{'op': 'create_puppet_rig', 'layer': 'figure', 'mesh': {'density': 6}}");
  self->hand = pn_test_timeline_add_pin (self, "hand", 240, 80);
  self->foot = pn_test_timeline_add_pin (self, "foot", 60, 200);
  self->head = pn_test_timeline_add_pin (self, "head", 60, 40);
  pn_test_timeline_add_keys (self);
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->model = pn_editor_get_timeline (self->editor);
  self->view = pn_editor_get_view (self->editor);
  g_signal_connect (self->editor, "message", G_CALLBACK (pn_test_timeline_message_cb), self);
}

static inline void
pn_test_timeline_clear (PnTestTimeline *self)
{
  g_assert_finalize_object (self->editor);
  g_free (self->message);
  pn_test_session_clear (&self->base);
}

static inline void
pn_test_timeline_flush (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* The row of that label, as it is shown. */
static inline guint
pn_test_timeline_row (PnTestTimeline *self, const char *label)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);

  for (guint i = 0; i < pn_timeline_rows_n (rows); i++) {
    g_autofree char *own = pn_timeline_row_get_label (pn_timeline_rows_get (rows, i), rows->root);
    if (g_str_equal (own, label))
      return i;
  }
  g_assert_not_reached ();
}

static inline void
pn_test_timeline_select (PnTestTimeline *self, const char *label, double frame, PnSelectMode mode)
{
  PnTimelinePlace place = {pn_test_timeline_row (self, label), frame};

  pn_timeline_model_select_at (self->model, place, mode);
}

/* Rows as text: "g; disc; opacity; ...". (transfer full) */
static inline char *
pn_test_timeline_rows (PnTestTimeline *self)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pn_timeline_rows_n (rows); i++) {
    g_autofree char *own = pn_timeline_row_get_label (pn_timeline_rows_get (rows, i), rows->root);
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", own);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The frames of a row's keys, selected ones with a star: "0 10* 20". (transfer full) */
static inline char *
pn_test_timeline_frames (PnTestTimeline *self, const char *label)
{
  guint row = pn_test_timeline_row (self, label), n_frames;
  const double *frames =
      pn_timeline_rows_get_frames (pn_timeline_model_get_rows (self->model), row, &n_frames);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_frames; i++) {
    PnTimelinePlace place = {row, frames[i]};
    g_string_append_printf (text, "%s%g%s", i > 0 ? " " : "", frames[i],
                            pn_timeline_model_is_selected (self->model, place) ? "*" : "");
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static inline void
pn_test_timeline_assert_frames (PnTestTimeline *self, const char *label, const char *expected)
{
  g_autofree char *frames = pn_test_timeline_frames (self, label);
  g_assert_cmpstr (frames, ==, expected);
}

static inline guint
pn_test_timeline_n_steps (PnTestTimeline *self)
{
  return pn_history_n_steps (pn_session_get_history (self->base.session), NULL);
}

/* The last step is undone, which must give `before`, and done again: the same bytes (BR29). */
static inline void
pn_test_timeline_there_and_back (PnTestTimeline *self, const char *before)
{
  g_autofree char *after = pn_test_bytes (&self->base);

  g_assert_cmpstr (after, !=, before);
  pn_editor_undo (self->editor);
  g_autofree char *undone = pn_test_bytes (&self->base);
  g_assert_cmpstr (undone, ==, before);
  pn_editor_redo (self->editor);
  g_autofree char *redone = pn_test_bytes (&self->base);
  g_assert_cmpstr (redone, ==, after);
}
