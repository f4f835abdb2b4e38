/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Commands about commands. */

#include <glib/gi18n-lib.h>

#include "pn-command-list.h"
#include "pn-palette.h"

static void
find_command (gpointer commands)
{
  pn_palette_toggle (commands);
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
    {0},
};
