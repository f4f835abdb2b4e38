/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-canvas-private.h"
#include "pn-command-list.h"
#include "pn-style.h"
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
  char *message; /* (nullable) the last one */
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
  gtk_test_init (argc, argv);
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
