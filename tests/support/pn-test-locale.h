/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <locale.h>

/* A locale with the decimal sign given, compiled by the build: none has to be installed. Only where it is
 * wanted, for glibc's newlocale, which drivers call, loses memory while LOCPATH is set. */
static inline void
pn_test_use_locale (const char *name, const char *decimal_sign)
{
  g_setenv ("LOCPATH", g_getenv ("PANTIN_TEST_LOCALES"), TRUE);
  g_assert_nonnull (setlocale (LC_ALL, name));
  g_assert_cmpstr (localeconv ()->decimal_point, ==, decimal_sign);
}

static inline void
pn_test_use_decimal_comma (void)
{
  pn_test_use_locale ("de_DE.UTF-8", ",");
}
