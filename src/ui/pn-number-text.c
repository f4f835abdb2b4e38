/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-number-text.h"

#include <locale.h>
#include <string.h>

#include "pn-parse.h"

#define DIGITS_MAX 10
#define MINUS_SIGN "\u2212"
/* What keyboards of Arabic letters have, whatever the library says of their locales. */
#define ARABIC_DECIMAL_SIGN "\u066b"

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

char *
pn_number_to_plain (const char *text)
{
  g_autoptr (GString) typed = g_string_new (text);
  GString *plain = g_string_new (NULL);

  replace (typed, decimal_sign (), ".");
  replace (typed, ARABIC_DECIMAL_SIGN, ".");
  replace (typed, MINUS_SIGN, "-");
  for (const char *c = typed->str; *c != '\0'; c = g_utf8_next_char (c)) {
    gunichar letter = g_utf8_get_char (c);
    if (g_unichar_isdigit (letter))
      letter = (gunichar)('0' + g_unichar_digit_value (letter));
    g_string_append_unichar (plain, letter);
  }
  return g_strstrip (g_string_free (plain, FALSE));
}

gboolean
pn_number_from_text (const char *text, const char *unit, double *value)
{
  g_autofree char *plain = pn_number_to_plain (text);
  double number;

  if (unit != NULL && g_str_has_suffix (plain, unit)) {
    plain[strlen (plain) - strlen (unit)] = '\0';
    g_strchomp (plain);
  }
  /* The parser reads "0x10" and "1e3" as numbers, which nobody means here. */
  if (strspn (plain, "+-.0123456789") != strlen (plain) || !pn_parse_number (plain, &number))
    return FALSE;
  *value = number;
  return TRUE;
}
