/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Numbers as the user's locale writes them; documents and operations never see these texts. */

/* With `digits` decimals at the most and none that are 0. (transfer full) */
char *pn_number_to_text (double value, guint digits);

/* A number as somebody typed it, in ASCII: the locale's decimal sign, or the Arabic one, is a point,
 * the digits of any script are those from 0 to 9; blanks around it are gone. (transfer full) */
char *pn_number_to_plain (const char *text);

/* The locale's decimal sign or a point, a minus of any form, blanks and `unit` (nullable) around
 * it. FALSE, and `value` as it was, for anything else. */
gboolean pn_number_from_text (const char *text, const char *unit, double *value);
