/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timecode.h"

#include <math.h>
#include <string.h>

#include "pn-number-text.h"

/* As far as the playhead goes. */
#define FRAME_MAX 1e6
/* Hours, minutes, seconds, frames. */
#define PARTS_MAX 4

/* Frames that the timecode counts for a second. */
static gint64
whole_rate (int numerator, int denominator)
{
  return MAX (1, ((gint64)numerator * 2 + denominator) / ((gint64)denominator * 2));
}

char *
pn_timecode_format (double frame, int fps_numerator, int fps_denominator)
{
  gint64 rate = whole_rate (fps_numerator, fps_denominator);
  gint64 n = (gint64)floor (MAX (frame, 0));
  gint64 seconds = n / rate;
  gint64 hours = seconds / 3600;
  int minute = (int)(seconds / 60 % 60), second = (int)(seconds % 60), rest = (int)(n % rate);
  int digits = rate > 100 ? 3 : 2;

  if (hours > 0)
    return g_strdup_printf ("%02d:%02d:%02d:%0*d", (int)hours, minute, second, digits, rest);
  return g_strdup_printf ("%02d:%02d:%0*d", minute, second, digits, rest);
}

/* The number that the whole of the text is, with a comma for a decimal point too. */
static gboolean
parse_number (const char *text, double *number)
{
  g_autofree char *plain = g_strdelimit (g_strdup (text), ",", '.');
  char *end;

  if (strspn (plain, "0123456789.") != strlen (plain))
    return FALSE;
  *number = g_ascii_strtod (plain, &end);
  return end != plain && *end == '\0';
}

/* Digits and nothing else. */
static gboolean
parse_whole (const char *text, gint64 *number)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, (guint64)FRAME_MAX, &value, NULL))
    return FALSE;
  *number = (gint64)value;
  return TRUE;
}

static gboolean
parse_parts (const char *text, gint64 rate, double *frame)
{
  static const gint64 seconds[PARTS_MAX - 1] = {1, 60, 3600};
  g_auto (GStrv) parts = g_strsplit_set (text, ":;", 0);
  guint n_parts = g_strv_length (parts);
  gint64 sum = 0;

  if (n_parts < 2 || n_parts > PARTS_MAX)
    return FALSE;
  for (guint i = 0; i < n_parts; i++) {
    gint64 number;
    if (!parse_whole (parts[n_parts - 1 - i], &number))
      return FALSE;
    sum += i == 0 ? number : number * seconds[i - 1] * rate;
  }
  *frame = (double)sum;
  return TRUE;
}

gboolean
pn_timecode_parse (const char *text,
                   double from,
                   int fps_numerator,
                   int fps_denominator,
                   double *frame)
{
  g_autofree char *trimmed = pn_number_to_plain (text);
  gsize length = strlen (trimmed);
  gint64 whole;
  double number;

  if (length == 0)
    return FALSE;
  if (parse_whole (trimmed, &whole)) {
    number = (double)whole;
  } else if ((trimmed[0] == '+' || trimmed[0] == '-') && parse_whole (trimmed + 1, &whole)) {
    number = from + (double)(trimmed[0] == '+' ? whole : -whole);
  } else if (trimmed[length - 1] == 's') {
    trimmed[length - 1] = '\0';
    if (!parse_number (g_strchomp (trimmed), &number))
      return FALSE;
    number *= (double)fps_numerator / fps_denominator;
  } else if (!parse_parts (trimmed, whole_rate (fps_numerator, fps_denominator), &number)) {
    return FALSE;
  }
  *frame = floor (CLAMP (number, 0, FRAME_MAX) + 0.5);
  return TRUE;
}

/* --- Rates. */

#define RATE_MAX 1000
/* Decimals that a rate is typed with, as a factor. */
#define RATE_UNIT 1000
/* As far as 23.98 is from 24000/1001. */
#define TELEVISION_TOLERANCE 0.006
#define TELEVISION_DENOMINATOR 1001

char *
pn_rate_format (int fps_numerator, int fps_denominator)
{
  if (fps_numerator % fps_denominator == 0)
    return g_strdup_printf ("%d", fps_numerator / fps_denominator);
  return g_strdup_printf ("%.5g", (double)fps_numerator / fps_denominator);
}

static gint64
common_divisor (gint64 a, gint64 b)
{
  return b == 0 ? a : common_divisor (b, a % b);
}

static gboolean
set_ratio (gint64 numerator, gint64 denominator, int *fps_numerator, int *fps_denominator)
{
  if (numerator < 1 || denominator < 1 || numerator > RATE_MAX * denominator ||
      denominator > RATE_MAX * numerator)
    return FALSE;
  gint64 divisor = common_divisor (numerator, denominator);
  *fps_numerator = (int)(numerator / divisor);
  *fps_denominator = (int)(denominator / divisor);
  return TRUE;
}

gboolean
pn_rate_parse (const char *text, int *fps_numerator, int *fps_denominator)
{
  g_autofree char *trimmed = pn_number_to_plain (text);
  char *slash = strchr (trimmed, '/');
  gint64 numerator, denominator;
  double number;

  if (slash != NULL) {
    *slash = '\0';
    return parse_whole (g_strchomp (trimmed), &numerator) &&
           parse_whole (g_strchug (slash + 1), &denominator) &&
           set_ratio (numerator, denominator, fps_numerator, fps_denominator);
  }
  if (!parse_number (trimmed, &number) || number > RATE_MAX)
    return FALSE;
  /* 24 - 24 * 1000 / 1001 and the like: a thousandth below a whole rate. */
  double whole = ceil (number);
  if (number < whole &&
      fabs (whole * 1000 / TELEVISION_DENOMINATOR - number) < TELEVISION_TOLERANCE)
    return set_ratio ((gint64)whole * 1000, TELEVISION_DENOMINATOR, fps_numerator, fps_denominator);
  return set_ratio ((gint64)floor (number * RATE_UNIT + 0.5), RATE_UNIT, fps_numerator,
                    fps_denominator);
}
