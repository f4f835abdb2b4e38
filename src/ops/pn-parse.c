/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-parse.h"

#include <math.h>
#include <stdlib.h>

/* Digits up to `end`, at most `limit`. */
static gboolean
read_int (const char *text, const char *end, int limit, int *value)
{
  gint64 sum = 0;

  if (text == end)
    return FALSE;
  for (; text < end; text++) {
    if (!g_ascii_isdigit (*text))
      return FALSE;
    sum = sum * 10 + (*text - '0');
    if (sum > limit)
      return FALSE;
  }
  *value = (int)sum;
  return TRUE;
}

/* Two whole numbers around a separator. */
static gboolean
read_pair (const char *text, char separator, int limit, int *first, int *second)
{
  const char *middle = strchr (text, separator);
  int a, b;

  if (middle == NULL || !read_int (text, middle, limit, &a) ||
      !read_int (middle + 1, text + strlen (text), limit, &b))
    return FALSE;
  *first = a;
  *second = b;
  return TRUE;
}

gboolean
pn_parse_size (const char *text, int limit, int *width, int *height)
{
  int w, h;

  if (!read_pair (text, 'x', limit, &w, &h) || w < 1 || h < 1)
    return FALSE;
  *width = w;
  *height = h;
  return TRUE;
}

gboolean
pn_parse_number (const char *text, double *value)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !isfinite (number) || g_ascii_isspace (text[0]))
    return FALSE;
  *value = number;
  return TRUE;
}

gboolean
pn_parse_rate (const char *text, int *numerator, int *denominator)
{
  const int limit = 1000000;
  int n = 0, d = 1;
  double decimal;

  if (!read_pair (text, '/', limit, &n, &d) && !read_int (text, text + strlen (text), limit, &n)) {
    if (!pn_parse_number (text, &decimal) || decimal < 0.001 || decimal > 1000)
      return FALSE;
    /* 23.976, 29.97, 59.94 are short for multiples of 1000/1001. */
    double broadcast = round (decimal * 1.001);
    gboolean is_broadcast = fabs (broadcast / 1.001 - decimal) < 0.005;
    n = (int)(is_broadcast ? broadcast * 1000 : round (decimal * 1000));
    d = is_broadcast ? 1001 : 1000;
  }
  if (n < 1 || d < 1 || n > 1000 * (gint64)d || (gint64)n * 1000 < d)
    return FALSE;
  *numerator = n;
  *denominator = d;
  return TRUE;
}

gboolean
pn_parse_range (const char *text, int *first, int *last)
{
  const int limit = 1000000;
  int a, b;

  if (!read_pair (text, '-', limit, &a, &b)) {
    if (!read_int (text, text + strlen (text), limit, &a))
      return FALSE;
    b = a;
  }
  if (a > b)
    return FALSE;
  *first = a;
  *last = b;
  return TRUE;
}
