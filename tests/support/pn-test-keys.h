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

/* `verb` is key, keydown or keyup, `keys` as in "ctrl+z". */
static inline void
pn_test_key (const char *verb, const char *keys)
{
  const char *const command[] = {"xdotool", verb, keys, NULL};
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}
