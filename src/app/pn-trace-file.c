/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-trace-file.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pn-trace.h"

/* A busy second has some thousand spans; the ring holds 8192. */
#define INTERVAL_MS 200

static FILE *file;
static guint source;
static gboolean has_frame;

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

static uint64_t
clock_ns (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* When the process was started, by the clock of the spans; 0 where the system does not say. It says
 * so in the 22nd field of what it tells of a process, in ticks since it was booted. */
static uint64_t
find_start_ns (void)
{
  g_autofree char *text = NULL;
  guint64 ticks;

  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL))
    return 0;
  /* The second field is the program's name, which may hold anything. */
  const char *rest = strrchr (text, ')');
  for (guint field = 3; rest != NULL && field <= 22; field++)
    rest = strchr (rest + 1, ' ');
  if (rest == NULL)
    return 0;
  ticks = g_ascii_strtoull (rest + 1, NULL, 10);
  uint64_t since_boot_ns = ticks * 1000000000u / (uint64_t)sysconf (_SC_CLK_TCK);
  return clock_ns (CLOCK_MONOTONIC) - (clock_ns (CLOCK_BOOTTIME) - since_boot_ns);
}

static void
frame_cb (GdkFrameClock *clock)
{
  if (!has_frame)
    pn_trace_end ("first-frame", find_start_ns ());
  has_frame = TRUE;
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
