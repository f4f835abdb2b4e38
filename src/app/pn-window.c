/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-window.h"

#include <glib/gi18n-lib.h>

#include "pn-about.h"
#include "pn-command-list.h"
#include "pn-header.h"
#include "pn-palette.h"
#include "pn-settings.h"
#include "pn-workspace.h"

struct _PnWindow {
  GtkApplicationWindow parent_instance;

  PnTaskPool *pool; /* borrowed */
  PnFiles *files;
  PnEditor *editor;
  PnCommands *commands;
  /* The header is no title bar to GTK, which would hide it on a full screen and takes but one. */
  GtkWidget *content;
  GtkWidget *header, *workspace; /* (nullable) borrowed */
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

PnFiles *
pn_window_get_files (PnWindow *self)
{
  return self->files;
}

static void
editor_changed_cb (PnWindow *self, guint changes)
{
  pn_commands_refresh (self->commands);
}

/* --- Commands of the window itself. */

static void
toggle_fullscreen (gpointer window)
{
  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

static gboolean
is_fullscreen (gpointer window)
{
  return gtk_window_is_fullscreen (window);
}

static void
show_about (gpointer window)
{
  gtk_window_present (GTK_WINDOW (pn_about_new (window)));
}

static void
copy_system (gpointer data)
{
  PnWindow *self = data;
  g_autofree char *text = pn_about_describe_system (gtk_native_get_surface (data));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (data), text);
  pn_editor_say (self->editor, PN_MESSAGE_INFO, "%s",
                 _ ("Copied what Troubleshooting says of this machine."));
}

static const PnCommandEntry commands_window[] = {
    {
        .name = "fullscreen",
        .label = N_ ("Full Screen"),
        .accels = "F11",
        .group = N_ ("Window"),
        .run = toggle_fullscreen,
        .is_on = is_fullscreen,
    },
    {
        .name = "about",
        .label = N_ ("About Pantin"),
        .group = N_ ("Help"),
        .keywords = N_ ("version licence credits"),
        .run = show_about,
    },
    {
        .name = "copy-system",
        .label = N_ ("Copy Troubleshooting Information"),
        .group = N_ ("Help"),
        .keywords = N_ ("bug report system device driver vulkan version"),
        .run = copy_system,
    },
    {0},
};

/* --- Size. */

static void
restore_size (PnWindow *self)
{
  int width, height;

  g_settings_get (pn_settings_get (), "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (pn_settings_get (), "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

/* GTK keeps the size of a window that is neither maximized nor full-screen as its default. */
static void
remember_size (PnWindow *self)
{
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set (pn_settings_get (), "window-size", "(ii)", width, height);
  g_settings_set_boolean (pn_settings_get (), "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
}

static void
fullscreened_cb (PnWindow *self)
{
  pn_commands_refresh (self->commands);
}

static void
pn_window_unmap (GtkWidget *widget)
{
  remember_size (PN_WINDOW (widget));
  GTK_WIDGET_CLASS (pn_window_parent_class)->unmap (widget);
}

/* --- Life. */

static gboolean
pn_window_close_request (GtkWindow *window)
{
  return !pn_files_may_close (PN_WINDOW (window)->files) ||
         GTK_WINDOW_CLASS (pn_window_parent_class)->close_request (window);
}

static void
clear (PnWindow *self)
{
  if (self->files != NULL)
    pn_files_set_editor (self->files, NULL, NULL);
  if (self->workspace != NULL) {
    gtk_box_remove (GTK_BOX (self->content), self->workspace);
    gtk_box_remove (GTK_BOX (self->content), self->header);
    self->workspace = self->header = NULL;
  }
  g_clear_object (&self->commands);
  g_clear_object (&self->editor);
}

static void
pn_window_dispose (GObject *object)
{
  PnWindow *self = PN_WINDOW (object);

  clear (self);
  g_clear_object (&self->files);
  G_OBJECT_CLASS (pn_window_parent_class)->dispose (object);
}

static void
pn_window_class_init (PnWindowClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_window_dispose;
  GTK_WIDGET_CLASS (class)->unmap = pn_window_unmap;
  GTK_WINDOW_CLASS (class)->close_request = pn_window_close_request;
}

static void
pn_window_init (PnWindow *self)
{
  GtkWidget *no_bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_hide (no_bar);
  gtk_window_set_titlebar (GTK_WINDOW (self), no_bar);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->content, "pn-content");
  gtk_widget_set_overflow (self->content, GTK_OVERFLOW_HIDDEN);
  gtk_window_set_child (GTK_WINDOW (self), self->content);
  restore_size (self);
}

static void
build (PnWindow *self)
{
  pn_commands_attach (self->commands, GTK_WIDGET (self), PN_COMMAND_WINDOW);
  self->workspace = pn_workspace_new (self->editor, self->commands);
  self->header =
      pn_header_new (self->editor, self->commands, pn_files_get_recent_menu (self->files));
  pn_workspace_set_header (PN_WORKSPACE (self->workspace), self->header);
  gtk_box_append (GTK_BOX (self->content), self->header);
  gtk_widget_set_vexpand (self->workspace, TRUE);
  gtk_box_append (GTK_BOX (self->content), self->workspace);
  pn_files_attach (self->files, PN_WORKSPACE (self->workspace));
  pn_workspace_focus_canvas (PN_WORKSPACE (self->workspace));
}

void
pn_window_set_session (PnWindow *self, PnSession *session)
{
  g_return_if_fail (PN_IS_WINDOW (self));

  clear (self);
  self->editor = pn_editor_new (session, self->pool);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_edit, self->editor);
  pn_commands_add (self->commands, pn_commands_view, self->editor);
  pn_commands_add (self->commands, pn_commands_time, self->editor);
  pn_commands_add (self->commands, pn_commands_help, self->commands);
  pn_commands_add (self->commands, commands_window, self);
  pn_commands_add (self->commands, pn_commands_files, self->files);
  pn_files_set_editor (self->files, self->editor, self->commands);
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  build (self);
  pn_commands_refresh (self->commands);
  pn_palette_prepare (self->commands);
}

GtkWidget *
pn_window_new (GtkApplication *application, PnSession *session, PnTaskPool *pool)
{
  PnWindow *self = g_object_new (PN_TYPE_WINDOW, "application", application, NULL);

  self->pool = pool;
  self->files = pn_files_new (GTK_APPLICATION_WINDOW (self));
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (fullscreened_cb), NULL);
  pn_window_set_session (self, session);
  return GTK_WIDGET (self);
}
