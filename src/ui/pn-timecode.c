/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timecode.h"

#include <math.h>
#include <string.h>

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

  if (!g_ascii_isdigit (plain[0]) && plain[0] != '.')
    return FALSE;
  *number = g_ascii_strtod (plain, &end);
  return end != plain && *end == '\0' && isfinite (*number);
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
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
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
