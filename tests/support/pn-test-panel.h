/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-style.h"
#include "pn-test-keys.h"
#include "pn-test-timeline.h"

/* A panel alone in a window of 320 x 800 px, on the document of pn-test-timeline.h. */
typedef struct {
  PnTestTimeline base;
  PnEditor *editor; /* borrowed from it, as the view */
  PnView *view;
  PnCommands *commands;
  GtkWidget *window, *panel;
} PnTestPanel;

typedef GtkWidget *(*PnTestMakePanel) (PnEditor *editor, PnCommands *commands);

static inline void
pn_test_panel_init (PnTestPanel *self, PnTestMakePanel make)
{
  pn_style_init (gdk_display_get_default ());
  pn_test_timeline_init (&self->base);
  self->editor = self->base.editor;
  self->view = self->base.view;
  pn_view_set_auto_key (self->view, TRUE);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_edit, self->editor);
  pn_commands_add (self->commands, pn_commands_view, self->editor);
  pn_commands_add (self->commands, pn_commands_time, self->editor);
  self->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 320, 800);
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  self->panel = make (self->editor, self->commands);
  gtk_window_set_child (GTK_WINDOW (self->window), self->panel);
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (pn_commands_refresh),
                           self->commands, G_CONNECT_SWAPPED);
  pn_commands_refresh (self->commands);
  pn_test_show (GTK_WINDOW (self->window));
  pn_test_wait_for_draw (self->window);
}

static inline void
pn_test_panel_clear (PnTestPanel *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  /* Nothing of the panel holds on to them. */
  g_assert_finalize_object (self->commands);
  pn_test_timeline_clear (&self->base);
}

static inline void
pn_test_panel_settle (PnTestPanel *self)
{
  pn_test_wait_for_draw (self->window);
}

static inline void
pn_test_panel_type (PnTestPanel *self, const char *line)
{
  pn_test_xdotool (line);
  pn_test_wait_for_draw (self->window);
}

static inline gboolean
pn_test_panel_run (PnTestPanel *self, const char *command)
{
  gboolean is_done = pn_commands_run (self->commands, command);

  pn_test_wait_for_draw (self->window);
  return is_done;
}

/* The layers as text, from the back: "figure g(disc)". (transfer full) */
static inline void
pn_test_panel_add_layers (const PnNodeList *layers, GString *text)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", layer->name);
    if (layer->kind != PN_LAYER_GROUP)
      continue;
    g_string_append_c (text, '(');
    pn_test_panel_add_layers (&layer->children, text);
    g_string_append_c (text, ')');
  }
}

static inline void
pn_test_panel_assert_layers (PnTestPanel *self, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  pn_test_panel_add_layers (&pn_session_get_root (self->base.base.session)->layers, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static inline const PnLayer *
pn_test_panel_find (PnTestPanel *self, PnId layer)
{
  return pn_root_find_layer (pn_session_get_root (self->base.base.session), layer, NULL, NULL);
}

static inline void
pn_test_panel_select (PnTestPanel *self, PnId layer, PnSelectMode mode)
{
  pn_view_select_layer (self->view, layer, mode);
  pn_test_wait_for_draw (self->window);
}
