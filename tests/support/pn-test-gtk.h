/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include <string.h>

/* GTK 4.24 says so itself of a popover that is drawn by cairo on an X screen. */
#define PN_TEST_GTK_OWN_WARNING "gdk_frame_timings_submitted() called on submitted frame"

static inline GLogWriterOutput
pn_test_gtk_write (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0 &&
        strstr (fields[i].value, PN_TEST_GTK_OWN_WARNING) != NULL)
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, data);
}

/* Begins a test of the interface: every other warning ends it. */
static inline void
pn_test_gtk_init (int *argc, char ***argv)
{
  g_log_set_writer_func (pn_test_gtk_write, NULL, NULL);
  gtk_test_init (argc, argv);
}
