/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-trace-file.h"

#include <stdio.h>

#include "pn-trace.h"

/* A busy second has some thousand spans; the ring holds 8192. */
#define INTERVAL_MS 200

static FILE *file;
static guint source;

static void
write_spans (void)
{
  static PnTraceSpan spans[PN_TRACE_CAPACITY];
  size_t n_lost, count = pn_trace_take (spans, G_N_ELEMENTS (spans), &n_lost);

  if (n_lost > 0)
    fprintf (file, "lost,%zu,0,0\n", n_lost);
  for (size_t i = 0; i < count; i++)
    fprintf (file, "%s,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT "\n",
             spans[i].name, spans[i].begin_ns, spans[i].duration_ns, spans[i].cpu_ns);
  fflush (file);
}

static gboolean
write_cb (gpointer data)
{
  write_spans ();
  return G_SOURCE_CONTINUE;
}

void
pn_trace_file_open (void)
{
  const char *path = g_getenv ("PANTIN_TRACE");

  if (path == NULL || *path == '\0')
    return;
  file = fopen (path, "we");
  if (file == NULL) {
    g_printerr ("%s cannot be written: no trace.\n", path);
    return;
  }
  pn_trace_start ();
  source = g_timeout_add (INTERVAL_MS, write_cb, NULL);
}

void
pn_trace_file_close (void)
{
  if (file == NULL)
    return;
  g_clear_handle_id (&source, g_source_remove);
  pn_trace_stop ();
  write_spans ();
  fclose (file);
  file = NULL;
}

static void
frame_cb (GdkFrameClock *clock)
{
  pn_trace_end ("frame", pn_trace_begin ());
}

static void
realize_cb (GtkWidget *window)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (frame_cb),
                    NULL);
}

static void
window_added_cb (GtkApplication *application, GtkWindow *window)
{
  g_signal_connect (window, "realize", G_CALLBACK (realize_cb), NULL);
}

void
pn_trace_file_watch (GtkApplication *application)
{
  if (file != NULL)
    g_signal_connect (application, "window-added", G_CALLBACK (window_added_cb), NULL);
}
