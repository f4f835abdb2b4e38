/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-number-text.h"

#include <locale.h>
#include <string.h>

#include "pn-parse.h"

#define DIGITS_MAX 10
#define MINUS_SIGN "\u2212"

static const char *
decimal_sign (void)
{
  return localeconv ()->decimal_point;
}

char *
pn_number_to_text (double value, guint digits)
{
  g_autofree char *text = g_strdup_printf ("%.*f", (int)MIN (digits, DIGITS_MAX), value);
  const char *sign = decimal_sign ();
  char *decimals = strstr (text, sign);

  if (decimals != NULL) {
    char *end = text + strlen (text);
    while (end > decimals + strlen (sign) && end[-1] == '0')
      end--;
    if (end == decimals + strlen (sign))
      end = decimals;
    *end = '\0';
  }
  /* A little less than nothing is nothing. */
  return g_strdup (g_str_equal (text, "-0") ? "0" : text);
}

static void
replace (GString *text, const char *old, const char *new)
{
  if (old[0] != '\0')
    g_string_replace (text, old, new, 0);
}

gboolean
pn_number_from_text (const char *text, const char *unit, double *value)
{
  g_autoptr (GString) plain = g_string_new (text);
  double number;

  replace (plain, decimal_sign (), ".");
  replace (plain, MINUS_SIGN, "-");
  g_strstrip (plain->str);
  if (unit != NULL && g_str_has_suffix (plain->str, unit)) {
    plain->str[strlen (plain->str) - strlen (unit)] = '\0';
    g_strchomp (plain->str);
  }
  /* The parser reads "0x10" and "1e3" as numbers, which nobody means here. */
  if (strspn (plain->str, "+-.0123456789") != strlen (plain->str) ||
      !pn_parse_number (plain->str, &number))
    return FALSE;
  *value = number;
  return TRUE;
}
