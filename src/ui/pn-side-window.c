/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-side-window.h"

#include "pn-trace.h"

static gboolean
escape_cb (GtkWidget *window, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

static GtkWidget *
make (GtkWindow *parent, PnCommands *commands, PnSideWindowBuild build)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkEventController *keys = gtk_shortcut_controller_new ();
  uint64_t span = pn_trace_begin ();

  gtk_window_set_transient_for (window, parent);
  gtk_window_set_hide_on_close (window, TRUE);
  pn_commands_share (commands, GTK_WIDGET (window));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (escape_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
  build (window, commands);
  pn_trace_end ("ui.side-window", span);
  return GTK_WIDGET (window);
}

static gboolean
present_cb (gpointer window)
{
  /* It may have been destroyed in between. */
  if (gtk_window_get_transient_for (window) != NULL)
    gtk_window_present (window);
  return G_SOURCE_REMOVE;
}

GtkWindow *
pn_side_window_show (PnCommands *commands, const char *key, PnSideWindowBuild build)
{
  GtkWidget *parent = pn_commands_get_window (commands);

  if (!GTK_IS_WINDOW (parent))
    return NULL;
  GtkWidget *window = pn_commands_keep (commands, key, NULL);
  if (window == NULL) {
    window = make (GTK_WINDOW (parent), commands, build);
    pn_commands_keep (commands, key, window);
  }
  /* When our own code is done: what GTK does to show a window first takes it a while. */
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, present_cb, g_object_ref (window), g_object_unref);
  return GTK_WINDOW (window);
}
