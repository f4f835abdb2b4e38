/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* All commands with their shortcuts, by groups, and a field to search them. */
typedef enum {
  PN_SHORTCUT_LIST_SHOWS, /* those that have shortcuts */
  PN_SHORTCUT_LIST_EDITS, /* all; a line that is activated asks for other keys */
} PnShortcutListMode;

GtkWidget *pn_shortcut_list_new (PnCommands *commands, PnShortcutListMode mode);
