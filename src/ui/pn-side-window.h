/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* A window beside the one that has the commands: one of each kind, which goes with them. Controls
 * in there can stand for commands; Escape closes it. */
typedef void (*PnSideWindowBuild) (GtkWindow *window, PnCommands *commands);

/* Shows the one of that `key`, built when it is needed first. Borrowed (nullable). */
GtkWindow *pn_side_window_show (PnCommands *commands, const char *key, PnSideWindowBuild build);
