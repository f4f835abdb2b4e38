/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* The program's settings, each in effect at once, over the window that has the commands. */
typedef enum {
  PN_PREFERENCES_LOOK,
  PN_PREFERENCES_CANVAS,
  PN_PREFERENCES_PLAYBACK,
  PN_PREFERENCES_FILES,
  PN_PREFERENCES_SHORTCUTS,
  PN_PREFERENCES_N_PAGES,
} PnPreferencesPage;

void pn_preferences_show (PnCommands *commands);
void pn_preferences_show_page (PnCommands *commands, PnPreferencesPage page);
