/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* What a program does first: from here on messages are in the user's language. Translations are
 * looked for where they are installed, or in the folder that PANTIN_LOCALE_DIR names. */

typedef enum {
  /* As the user's locale writes them: for a window. */
  PN_NUMBERS_LOCAL,
  /* With a point and nothing else, as arguments, documents and scripts have them. */
  PN_NUMBERS_PLAIN,
} PnNumbers;

void pn_language_start (PnNumbers numbers);
