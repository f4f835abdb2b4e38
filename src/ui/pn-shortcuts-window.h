/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* All shortcuts to look at, over the window that has the commands. */
void pn_shortcuts_window_show (PnCommands *commands);
