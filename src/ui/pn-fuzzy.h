/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Finding by a few letters. Capitals and accents do not matter. */

/* How well the letters of `word` are found in `text`, in their order but not in one piece: 0 where
 * they are not. Higher where they begin words and follow each other. `matched` (nullable) gets which
 * letters of the text they are, the first being bit 0; those beyond the 64th are not told. */
int pn_fuzzy_match (const char *word, const char *text, guint64 *matched);

/* Whether a word of `text` begins with `word`. */
gboolean pn_fuzzy_begins (const char *word, const char *text);
