/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-language.h"

#include <glib/gi18n-lib.h>
#include <locale.h>

#include "pn-config.h"

void
pn_language_start (PnNumbers numbers)
{
  const char *folder = g_getenv ("PANTIN_LOCALE_DIR");

  setlocale (LC_ALL, "");
  if (numbers == PN_NUMBERS_PLAIN)
    setlocale (LC_NUMERIC, "C");
  bindtextdomain (GETTEXT_PACKAGE, folder != NULL ? folder : PN_LOCALE_DIR);
  /* Texts are UTF-8 throughout, whatever the locale's letters are. */
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
