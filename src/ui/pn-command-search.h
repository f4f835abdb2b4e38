/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* How well a command is meant by what was typed, 0 where it is not: each word has to be in its
 * label, among its keywords or in its group's name, in the user's language or in English. `matched`
 * (nullable) gets letters of the label as pn_fuzzy_match does. */
int pn_command_search (const PnCommandEntry *entry, const char *typed, guint64 *matched);

/* The label with those letters emphasized, as markup. (transfer full) */
char *pn_command_emphasize (const char *label, guint64 matched);
