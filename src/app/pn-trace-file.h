/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Writes the trace spans of this run to the file that PANTIN_TRACE names, a line for each: name,
 * beginning and duration in nanoseconds. Nothing without it. Main thread. */
void pn_trace_file_open (void);
/* What is not written yet, and the end of it. */
void pn_trace_file_close (void);

/* Notes when a window has painted a frame, as a span "frame" of no length, so that what lies between
 * two of them can be summed; and, as "first-frame", from when the process was started, to 10 ms, to
 * the first of all. */
void pn_trace_file_watch (GtkApplication *application);
