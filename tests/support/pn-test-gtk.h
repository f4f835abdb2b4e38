/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include <string.h>

/* GTK 4.24 says so itself of a popover that is drawn by cairo on an X screen. */
#define PN_TEST_GTK_OWN_WARNING "gdk_frame_timings_submitted() called on submitted frame"

static inline gboolean
pn_test_gtk_is_fatal (const char *domain, GLogLevelFlags level, const char *text, gpointer data)
{
  return strstr (text, PN_TEST_GTK_OWN_WARNING) == NULL;
}

/* Begins a test of the interface: every other warning ends it. */
static inline void
pn_test_gtk_init (int *argc, char ***argv)
{
  gtk_test_init (argc, argv);
  g_test_log_set_fatal_handler (pn_test_gtk_is_fatal, NULL);
}
