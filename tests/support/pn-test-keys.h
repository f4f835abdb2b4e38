/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Keys as a keyboard gives them, through the screen's server. */

/* Whatever is awaited is there within this, or never. */
#define PN_TEST_WAIT_US (20 * G_USEC_PER_SEC)

/* Runs the main loop until `is_true`. */
static inline void
pn_test_wait (gboolean (*is_true) (gpointer data), gpointer data)
{
  gint64 end = g_get_monotonic_time () + PN_TEST_WAIT_US;

  while (!is_true (data)) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  }
}

static inline gboolean
pn_test_is_active (gpointer window)
{
  return gtk_window_is_active (window);
}

/* Shows a window and gives it the keyboard, which no window manager does here. */
static inline void
pn_test_show (GtkWindow *window)
{
  gtk_window_present (window);
  pn_test_wait (pn_test_is_active, window);
}

/* One command of xdotool: "mousemove 10 20 mousedown 1". */
static inline void
pn_test_xdotool (const char *line)
{
  g_autofree char *command = g_strconcat ("xdotool ", line, NULL);
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_command_line_sync (command, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

/* `verb` is key, keydown or keyup, `keys` as in "ctrl+z". */
static inline void
pn_test_key (const char *verb, const char *keys)
{
  g_autofree char *line = g_strdup_printf ("%s %s", verb, keys);
  pn_test_xdotool (line);
}

/* Lets the program hear what was done, and draw. */
static inline void
pn_test_wait_for_draw (GtkWidget *window)
{
  for (int i = 0; i < 3; i++)
    gtk_test_widget_wait_for_draw (window);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* A place in a widget, `x` and `y` from 0 to 1 of its size, in the window, which is at the screen's
 * corner. */
static inline void
pn_test_locate (GtkWidget *widget, double x, double y, int place[2])
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, window, &bounds));
  place[0] = (int)(bounds.origin.x + x * bounds.size.width);
  place[1] = (int)(bounds.origin.y + y * bounds.size.height);
}

/* `verb` is what xdotool does when the pointer is there: "", "click 1", "mousedown 1". */
static inline void
pn_test_point_by (GtkWidget *widget, double x, double y, int dx, int dy, const char *verb)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));
  int place[2];

  pn_test_locate (widget, x, y, place);
  g_autofree char *line =
      g_strdup_printf ("mousemove %d %d %s", place[0] + dx, place[1] + dy, verb);
  pn_test_xdotool (line);
  pn_test_wait_for_draw (window);
}

static inline void
pn_test_click (GtkWidget *widget)
{
  pn_test_point_by (widget, 0.5, 0.5, 0, 0, "click 1");
}
