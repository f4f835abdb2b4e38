/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>

#include "pn-application.h"
#include "pn-language.h"
#include "pn-trace-file.h"

/* Frames and pictures take a megabyte each and more, and are kept and let go of by the hundred. Each
 * on its own goes back to the system at once; in the heap, where the C library would put them after
 * the first few, they leave holes that only grow. */
#define LARGE_BYTES (512 << 10)

static void
keep_large_blocks_apart (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, LARGE_BYTES);
#endif
}

int
main (int argc, char **argv)
{
  keep_large_blocks_apart ();
  pn_language_start (PN_NUMBERS_LOCAL);
  pn_trace_file_open ();
  g_autoptr (PnApplication) application = pn_application_new ();
  pn_trace_file_watch (GTK_APPLICATION (application));
  int status = g_application_run (G_APPLICATION (application), argc, argv);
  pn_trace_file_close ();
  return status;
}
