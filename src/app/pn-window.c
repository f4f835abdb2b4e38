/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-window.h"

#include "pn-canvas.h"
#include "pn-command-list.h"
#include "pn-inspector.h"
#include "pn-layers-panel.h"
#include "pn-options-bar.h"
#include "pn-settings.h"
#include "pn-status-bar.h"
#include "pn-timeline.h"
#include "pn-toolbar.h"

struct _PnWindow {
  GtkApplicationWindow parent_instance;

  PnEditor *editor;
  PnCommands *commands;
};

G_DEFINE_FINAL_TYPE (PnWindow, pn_window, GTK_TYPE_APPLICATION_WINDOW)

PnEditor *
pn_window_get_editor (PnWindow *self)
{
  return self->editor;
}

PnCommands *
pn_window_get_commands (PnWindow *self)
{
  return self->commands;
}

static void
editor_changed_cb (PnWindow *self, guint changes)
{
  pn_commands_refresh (self->commands);
}

/* Canvas with the options of the tool over it. */
static GtkWidget *
build_center (PnWindow *self)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *canvas = pn_canvas_new (self->editor, self->commands);
  GtkWidget *options = pn_options_bar_new (self->editor, self->commands);

  gtk_overlay_set_child (GTK_OVERLAY (overlay), canvas);
  gtk_widget_set_halign (options, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (options, GTK_ALIGN_START);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), options);
  pn_commands_attach (self->commands, canvas, PN_COMMAND_CANVAS);
  return overlay;
}

static GtkWidget *
build_side (PnWindow *self)
{
  GtkWidget *side = gtk_paned_new (GTK_ORIENTATION_VERTICAL);

  gtk_paned_set_start_child (GTK_PANED (side), pn_layers_panel_new (self->editor, self->commands));
  gtk_paned_set_end_child (GTK_PANED (side), pn_inspector_new (self->editor, self->commands));
  return side;
}

static GtkWidget *
build_body (PnWindow *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *columns = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *rows = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  GtkWidget *timeline = pn_timeline_new (self->editor, self->commands);

  pn_commands_attach (self->commands, timeline, PN_COMMAND_TIMELINE);
  gtk_paned_set_start_child (GTK_PANED (rows), build_center (self));
  gtk_paned_set_end_child (GTK_PANED (rows), timeline);
  gtk_paned_set_start_child (GTK_PANED (columns), rows);
  gtk_paned_set_end_child (GTK_PANED (columns), build_side (self));
  gtk_widget_set_hexpand (columns, TRUE);
  gtk_widget_set_vexpand (columns, TRUE);
  gtk_box_append (GTK_BOX (body), pn_toolbar_new (self->editor, self->commands));
  gtk_box_append (GTK_BOX (body), columns);
  return body;
}

static void
build (PnWindow *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  pn_commands_attach (self->commands, GTK_WIDGET (self), PN_COMMAND_WINDOW);
  gtk_box_append (GTK_BOX (content), build_body (self));
  gtk_box_append (GTK_BOX (content), pn_status_bar_new (self->editor, self->commands));
  gtk_window_set_child (GTK_WINDOW (self), content);
}

static void
pn_window_dispose (GObject *object)
{
  PnWindow *self = PN_WINDOW (object);

  gtk_window_set_child (GTK_WINDOW (self), NULL);
  g_clear_object (&self->commands);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (pn_window_parent_class)->dispose (object);
}

static void
pn_window_class_init (PnWindowClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_window_dispose;
}

static void
pn_window_init (PnWindow *self)
{
  int width, height;

  g_settings_get (pn_settings_get (), "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
}

GtkWidget *
pn_window_new (GtkApplication *application, PnSession *session, PnTaskPool *pool)
{
  PnWindow *self = g_object_new (PN_TYPE_WINDOW, "application", application, NULL);

  self->editor = pn_editor_new (session, pool);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_edit, self->editor);
  pn_commands_add (self->commands, pn_commands_view, self->editor);
  pn_commands_add (self->commands, pn_commands_time, self->editor);
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  build (self);
  return GTK_WIDGET (self);
}
