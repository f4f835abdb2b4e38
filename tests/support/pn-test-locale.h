/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <locale.h>

/* A locale with a decimal comma, compiled by the build: none has to be installed. Only where it is
 * wanted, for glibc's newlocale, which drivers call, loses memory while LOCPATH is set. */
static inline void
pn_test_use_decimal_comma (void)
{
  char comma[8];

  g_setenv ("LOCPATH", g_getenv ("PANTIN_TEST_LOCALES"), TRUE);
  g_assert_nonnull (setlocale (LC_ALL, "de_DE.UTF-8"));
  g_snprintf (comma, sizeof comma, "%.1f", 0.2);
  g_assert_cmpstr (comma, ==, "0,2");
}
