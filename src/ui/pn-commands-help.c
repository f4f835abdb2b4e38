/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Commands about commands and settings. */

#include <glib/gi18n-lib.h>

#include "pn-command-list.h"
#include "pn-palette.h"
#include "pn-preferences.h"
#include "pn-shortcuts-window.h"

static void
find_command (gpointer commands)
{
  pn_palette_toggle (commands);
}

static void
show_shortcuts (gpointer commands)
{
  pn_shortcuts_window_show (commands);
}

static void
show_preferences (gpointer commands)
{
  pn_preferences_show (commands);
}

static void
customize_shortcuts (gpointer commands)
{
  pn_preferences_show_page (commands, PN_PREFERENCES_SHORTCUTS);
}

const PnCommandEntry pn_commands_help[] = {
    {
        .name = "find-command",
        .label = N_ ("Find a Command"),
        .accels = "<Control>k <Control><Shift>p",
        .group = N_ ("Help"),
        .keywords = N_ ("palette search action"),
        .run = find_command,
    },
    {
        .name = "shortcuts",
        .label = N_ ("Shortcuts"),
        .accels = "<Control>question F1",
        .group = N_ ("Help"),
        .keywords = N_ ("keyboard keys hotkeys manual help"),
        .run = show_shortcuts,
    },
    {
        .name = "customize-shortcuts",
        .label = N_ ("Change Shortcuts"),
        .group = N_ ("Help"),
        .keywords = N_ ("keyboard keys hotkeys rebind customize after effects blender spine"),
        .run = customize_shortcuts,
    },
    {
        .name = "preferences",
        .label = N_ ("Preferences"),
        .accels = "<Control>comma",
        .group = N_ ("Help"),
        .keywords = N_ ("settings options dark light contrast undo memory"),
        .run = show_preferences,
    },
    {0},
};
