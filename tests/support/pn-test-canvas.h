/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-canvas-private.h"
#include "pn-command-list.h"
#include "pn-style.h"
#include "pn-test-gtk.h"
#include "pn-test-session.h"

/* A canvas in a window of 600 x 400 px, on the figure of pn-test-session.h, which fills a document
 * of 280 x 240 px; it draws at once, and shows the document at 1:1, its corner at (160, 80). */
typedef struct {
  PnTestSession base;
  PnEditor *editor;
  PnCommands *commands;
  PnView *view;
  GtkWidget *window;
  PnCanvas *canvas;
  gint64 now_us;
  guint modifiers; /* held */
  char *message;   /* (nullable) the last one */
} PnTestCanvas;

#define PN_TEST_CANVAS_WIDTH 600
#define PN_TEST_CANVAS_HEIGHT 400
#define PN_TEST_CANVAS_X 160
#define PN_TEST_CANVAS_Y 80

static inline void
pn_test_canvas_message_cb (PnTestCanvas *self, guint kind, const char *text)
{
  g_free (self->message);
  self->message = g_strdup (text);
}

/* Before the first canvas. */
static inline void
pn_test_canvas_init_program (int *argc, char ***argv)
{
  pn_test_gtk_init (argc, argv);
  pn_style_init (gdk_display_get_default ());
}

/* Lets GTK do what it has to: events, sizes, ticks. */
static inline void
pn_test_canvas_settle (PnTestCanvas *self)
{
  for (int i = 0; i < 3; i++)
    gtk_test_widget_wait_for_draw (self->window);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Until nothing moves, and the picture is as fine as it gets. */
static inline void
pn_test_canvas_rest (PnTestCanvas *self)
{
  pn_test_canvas_settle (self);
  while (pn_canvas_is_moving (self->canvas) ||
         pn_canvas_picture_is_busy (pn_canvas_get_picture (self->canvas)))
    g_main_context_iteration (NULL, TRUE);
  pn_test_canvas_settle (self);
}

static inline void
pn_test_canvas_init (PnTestCanvas *self)
{
  *self = (PnTestCanvas){.now_us = G_USEC_PER_SEC};
  pn_test_session_init (&self->base, 280, 240);
  g_autofree char *path =
      pn_test_draw (self->base.folder, "figure.png", 280, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) layer = pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s'}", path);
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->view = pn_editor_get_view (self->editor);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_view, self->editor);
  g_signal_connect_swapped (self->editor, "message", G_CALLBACK (pn_test_canvas_message_cb), self);
  self->canvas = PN_CANVAS (pn_canvas_new (self->editor, self->commands));
  pn_canvas_set_synchronous (self->canvas);
  self->window = gtk_window_new ();
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  pn_commands_attach (self->commands, GTK_WIDGET (self->canvas), PN_COMMAND_CANVAS);
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), PN_TEST_CANVAS_WIDTH,
                               PN_TEST_CANVAS_HEIGHT);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->canvas));
  gtk_window_present (GTK_WINDOW (self->window));
  pn_test_canvas_settle (self);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->canvas)), ==, PN_TEST_CANVAS_WIDTH);
  pn_view_set_zoom (self->view, 1);
  pn_test_canvas_settle (self);
}

static inline void
pn_test_canvas_clear (PnTestCanvas *self)
{
  g_object_ref (self->canvas);
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (self->canvas);
  g_assert_finalize_object (self->commands);
  g_assert_finalize_object (self->editor);
  g_free (self->message);
  pn_test_session_clear (&self->base);
}

/* --- Pointers. */

/* A report of a device, at a place of the view; 4 ms after the one before. */
static inline void
pn_test_canvas_send (PnTestCanvas *self,
                     PnPointerDevice device,
                     PnPointerKind kind,
                     double x,
                     double y)
{
  gboolean is_pen = device == PN_DEVICE_PEN || device == PN_DEVICE_ERASER;
  PnCanvasSample sample = {.kind = kind,
                           .device = device,
                           .place = {x, y},
                           .axes = is_pen ? PN_AXIS_PRESSURE : 0,
                           .pressure = 0.5,
                           .modifiers = self->modifiers,
                           .time_us = self->now_us += 4000};

  pn_canvas_sample (self->canvas, &sample);
}

static inline void
pn_test_canvas_drag (PnTestCanvas *self, PnPointerDevice device, PnVec2 from, PnVec2 to)
{
  pn_test_canvas_send (self, device, PN_POINTER_HOVER, from.x, from.y);
  pn_test_canvas_send (self, device, PN_POINTER_PRESS, from.x, from.y);
  for (int i = 1; i <= 10; i++) {
    PnVec2 at = pn_vec2_mix (from, to, i / 10.0);

    pn_test_canvas_send (self, device, PN_POINTER_MOTION, at.x, at.y);
  }
  pn_test_canvas_send (self, device, PN_POINTER_RELEASE, to.x, to.y);
}

static inline void
pn_test_canvas_click (PnTestCanvas *self, PnPointerDevice device, double x, double y)
{
  pn_test_canvas_drag (self, device, pn_vec2 (x, y), pn_vec2 (x, y));
}

/* That are done: not those that were undone. */
static inline guint
pn_test_canvas_n_steps (PnTestCanvas *self)
{
  guint current;

  pn_history_n_steps (pn_editor_get_history (self->editor), &current);
  return current;
}

/* The document's point that is seen there. */
static inline PnVec2
pn_test_canvas_doc (PnTestCanvas *self, double x, double y)
{
  PnAffine map = pn_view_doc_from_view (self->view);

  return pn_affine_apply (&map, pn_vec2 (x, y));
}

/* The handle with that label in the tool's hands. (nullable) */
static inline const PnHandle *
pn_test_canvas_handle (PnTestCanvas *self, const char *label)
{
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (pn_editor_get_tool (self->editor), &n_handles);

  for (guint i = 0; i < n_handles; i++)
    if (g_strcmp0 (handles[i].label, label) == 0)
      return &handles[i];
  return NULL;
}

#define pn_test_assert_point(point, px, py)                \
  G_STMT_START                                             \
  {                                                        \
    PnVec2 point_ = (point);                               \
    g_assert_cmpfloat_with_epsilon (point_.x, (px), 1e-6); \
    g_assert_cmpfloat_with_epsilon (point_.y, (py), 1e-6); \
  }                                                        \
  G_STMT_END
