/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-application.h"
#include "pn-language.h"
#include "pn-trace-file.h"

int
main (int argc, char **argv)
{
  pn_language_start (PN_NUMBERS_LOCAL);
  pn_trace_file_open ();
  g_autoptr (PnApplication) application = pn_application_new ();
  pn_trace_file_watch (GTK_APPLICATION (application));
  int status = g_application_run (G_APPLICATION (application), argc, argv);
  pn_trace_file_close ();
  return status;
}
