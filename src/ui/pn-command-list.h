/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-editor.h"

/* For a command whose key, held, is the hand. */
gboolean pn_command_hold_hand (gpointer editor, PnCommandHold hold);

/* The commands that every window has, by file: each takes a PnEditor as its data, but those of the
 * canvas, which adds them itself. */
extern const PnCommandEntry pn_commands_edit[];   /* undo and redo, layers, pins */
extern const PnCommandEntry pn_commands_view[];   /* zoom, turn, mesh, tools */
extern const PnCommandEntry pn_commands_canvas[]; /* with the keyboard on the canvas */
/* Finding, shortcuts, preferences, help; with the PnCommands as their data. */
extern const PnCommandEntry pn_commands_help[];
extern const PnCommandEntry pn_commands_time[]; /* playing, the playhead, keys */
