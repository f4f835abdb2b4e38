/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* Sets of shortcuts: Pantin's own, and those that hands know from other programs (data/shortcuts). A
 * set is chosen as a whole, in place of all that the user chose before, and can be changed then. */

guint pn_shortcut_sets_n (void);
const char *pn_shortcut_set_label (guint set); /* in the user's language */

void pn_shortcut_set_choose (PnCommands *commands, guint set);
/* The one that is in use as it is; -1 where it was changed. */
int pn_shortcut_set_find (PnCommands *commands);
