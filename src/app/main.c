/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <locale.h>

#include "pn-application.h"

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  textdomain (GETTEXT_PACKAGE);
  g_autoptr (PnApplication) application = pn_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
