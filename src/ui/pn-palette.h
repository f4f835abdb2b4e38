/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* Find a command: every command of the window by a few letters of what it is called or does. */
#define PN_TYPE_PALETTE (pn_palette_get_type ())
G_DECLARE_FINAL_TYPE (PnPalette, pn_palette, PN, PALETTE, GtkPopover)

/* Builds it beforehand, while there is nothing else to do. */
void pn_palette_prepare (PnCommands *commands);
/* Shows the one of the widget (a window) that has the commands, or puts it away. */
void pn_palette_toggle (PnCommands *commands);
