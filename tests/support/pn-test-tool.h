/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-test-session.h"
#include "pn-tool.h"

/* A tool at a document of two pictures, driven by events as a device would report them: the figure
 * at (0, 0), and at (290, 150) the disc, in front and in a group. */
typedef struct {
  PnTestSession base;
  PnView *view;
  PnTool *tool;
  PnPointerFilter filter;
  PnPointerDevice device;
  guint modifiers;
  double doc_per_view;
  gint64 now_us;
  char *message; /* (nullable) the last one */
  PnId figure, disc, group;
} PnTestTool;

static inline PnId
pn_test_id (JsonNode *result, const char *member)
{
  PnId id;
  g_assert_true (pn_id_from_string (pn_test_member (result, member), &id));
  return id;
}

static inline void
pn_test_tool_message_cb (PnTool *tool, const char *message, PnTestTool *self)
{
  g_free (self->message);
  self->message = g_strdup (message);
}

static inline void
pn_test_tool_init (PnTestTool *self, PnTool *(*make) (PnOpsContext *context, PnView *view))
{
  *self =
      (PnTestTool){.filter = PN_POINTER_FILTER_INIT, .device = PN_DEVICE_PEN, .doc_per_view = 1};
  pn_test_session_init (&self->base, 400, 300);
  g_autofree char *figure =
      pn_test_draw (self->base.folder, "figure.png", 280, 240, pn_test_figure_pixel);
  g_autofree char *disc =
      pn_test_draw (self->base.folder, "disc.png", 100, 100, pn_test_disc_pixel);
  g_autoptr (JsonNode) back =
      pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", figure);
  g_autoptr (JsonNode) group = pn_test_run (&self->base, "{'op': 'add_group', 'name': 'g'}");
  g_autoptr (JsonNode) front = pn_test_run (
      &self->base, "{'op': 'add_image', 'path': '%s', 'group': 'g', 'x': 290, 'y': 150}", disc);
  self->figure = pn_test_id (back, "layer");
  self->disc = pn_test_id (front, "layer");
  self->group = pn_test_id (group, "layer");
  self->view = pn_view_new (self->base.session);
  pn_view_set_size (self->view, 800, 600);
  self->tool = make (self->base.context, self->view);
  g_signal_connect (self->tool, "message", G_CALLBACK (pn_test_tool_message_cb), self);
}

static inline void
pn_test_tool_clear (PnTestTool *self)
{
  g_assert_finalize_object (self->tool);
  g_assert_finalize_object (self->view);
  g_free (self->message);
  pn_test_session_clear (&self->base);
}

static inline void
pn_test_tool_send (PnTestTool *self, PnPointerKind kind, double x, double y, double pressure)
{
  PnPointerEvent out[PN_POINTER_FILTER_OUT];
  PnPointerEvent event = {
      .kind = kind,
      .device = self->device,
      .position_doc = {x, y},
      .doc_per_view = self->doc_per_view,
      .axes =
          self->device == PN_DEVICE_PEN || self->device == PN_DEVICE_ERASER ? PN_AXIS_PRESSURE : 0,
      .pressure = pressure,
      .modifiers = self->modifiers,
      .time_us = self->now_us,
  };

  self->now_us += 4000;
  guint n_out = pn_pointer_filter (&self->filter, &event, out);
  for (guint i = 0; i < n_out; i++)
    pn_tool_event (self->tool, &out[i]);
}

/* As a pen does: near, down lightly, and so on. */
static inline void
pn_test_tool_press (PnTestTool *self, double x, double y)
{
  pn_test_tool_send (self, PN_POINTER_HOVER, x, y, 0);
  pn_test_tool_send (self, PN_POINTER_PRESS, x, y, 0.05);
}

static inline void
pn_test_tool_move (PnTestTool *self, double x, double y)
{
  pn_test_tool_send (self, PN_POINTER_MOTION, x, y, 0.6);
}

static inline void
pn_test_tool_release (PnTestTool *self, double x, double y)
{
  pn_test_tool_send (self, PN_POINTER_RELEASE, x, y, 0);
}

static inline void
pn_test_tool_click (PnTestTool *self, double x, double y)
{
  pn_test_tool_press (self, x, y);
  pn_test_tool_move (self, x + 1, y - 1);
  pn_test_tool_release (self, x + 1, y);
}

static inline void
pn_test_tool_drag (PnTestTool *self, double x0, double y0, double x1, double y1)
{
  pn_test_tool_press (self, x0, y0);
  for (int i = 1; i <= 10; i++)
    pn_test_tool_move (self, x0 + (x1 - x0) * i / 10, y0 + (y1 - y0) * i / 10);
  pn_test_tool_release (self, x1, y1);
}

static inline PnHistory *
pn_test_tool_history (PnTestTool *self)
{
  return pn_session_get_history (self->base.session);
}

static inline guint
pn_test_tool_n_steps (PnTestTool *self)
{
  return pn_history_n_steps (pn_test_tool_history (self), NULL);
}

/* Undoes the last step, which must give `before`, and does it again: the same bytes. */
static inline void
pn_test_tool_there_and_back (PnTestTool *self, const char *before)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *after = pn_test_bytes (&self->base);

  g_assert_cmpstr (after, !=, before);
  g_assert_true (pn_history_undo (pn_test_tool_history (self), &error));
  g_autofree char *undone = pn_test_bytes (&self->base);
  g_assert_cmpstr (undone, ==, before);
  g_assert_true (pn_history_redo (pn_test_tool_history (self), &error));
  g_autofree char *redone = pn_test_bytes (&self->base);
  g_assert_cmpstr (redone, ==, after);
}

/* The handle of an item, or NULL. */
static inline const PnHandle *
pn_test_tool_handle (PnTestTool *self, PnId id)
{
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (self->tool, &n_handles);

  for (guint i = 0; i < n_handles; i++)
    if (handles[i].id == id)
      return &handles[i];
  return NULL;
}

static inline void
pn_test_tool_assert_at (PnTestTool *self, PnId id, double x, double y)
{
  const PnHandle *handle = pn_test_tool_handle (self, id);

  g_assert_nonnull (handle);
  g_assert_cmpfloat_with_epsilon (handle->position_doc.x, x, 1e-6);
  g_assert_cmpfloat_with_epsilon (handle->position_doc.y, y, 1e-6);
}
