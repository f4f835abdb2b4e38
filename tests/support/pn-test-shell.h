/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-command-list.h"
#include "pn-header.h"
#include "pn-settings.h"
#include "pn-style.h"
#include "pn-test-keys.h"
#include "pn-test-session.h"
#include "pn-workspace.h"

/* A window as the program has it, but for what belongs to files. */
typedef struct {
  PnTestSession base;
  PnEditor *editor;
  PnCommands *commands;
  GtkWidget *window, *workspace, *header;
} PnTestShell;

static inline gboolean
pn_test_is_allocated (gpointer widget)
{
  return gtk_widget_get_width (widget) > 0;
}

static inline void
pn_test_shell_open (PnTestShell *self)
{
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_edit, self->editor);
  pn_commands_add (self->commands, pn_commands_view, self->editor);
  pn_commands_add (self->commands, pn_commands_time, self->editor);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1200, 760);
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  self->workspace = pn_workspace_new (self->editor, self->commands);
  self->header = pn_header_new (self->editor, self->commands, NULL);
  pn_workspace_set_header (PN_WORKSPACE (self->workspace), self->header);
  gtk_window_set_titlebar (GTK_WINDOW (self->window), self->header);
  gtk_window_set_child (GTK_WINDOW (self->window), self->workspace);
  pn_commands_refresh (self->commands);
  pn_workspace_focus_canvas (PN_WORKSPACE (self->workspace));
  pn_test_show (GTK_WINDOW (self->window));
  pn_test_wait (pn_test_is_allocated, self->workspace);
}

static inline void
pn_test_shell_close (PnTestShell *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_finalize_object (self->commands);
  g_assert_finalize_object (self->editor);
}

static inline void
pn_test_shell_init (PnTestShell *self)
{
  pn_style_init (gdk_display_get_default ());
  pn_test_session_init (&self->base, 400, 300);
  pn_test_shell_open (self);
}

static inline void
pn_test_shell_clear (PnTestShell *self)
{
  pn_test_shell_close (self);
  pn_test_session_clear (&self->base);
}

/* Says whether it is the one looked for, by `name`. */
typedef gboolean (*PnTestMatch) (GtkWidget *widget, const char *name);

static inline gboolean
pn_test_has_class (GtkWidget *widget, const char *name)
{
  return gtk_widget_has_css_class (widget, name);
}

static inline gboolean
pn_test_has_type (GtkWidget *widget, const char *name)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (widget), name);
}

static inline gboolean
pn_test_takes_focus (GtkWidget *widget, const char *name)
{
  return gtk_widget_get_focusable (widget) && gtk_widget_get_mapped (widget) &&
         gtk_widget_is_sensitive (widget);
}

/* The first below `widget`, itself included. (nullable) */
static inline GtkWidget *
pn_test_find (GtkWidget *widget, PnTestMatch matches, const char *name)
{
  if (matches (widget, name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = pn_test_find (child, matches, name);
    if (found != NULL)
      return found;
  }
  return NULL;
}

/* The editor says what changed. */
static inline void
pn_test_settle (void)
{
  for (guint i = 0; i < 20; i++)
    while (g_main_context_iteration (NULL, FALSE))
      ;
}
