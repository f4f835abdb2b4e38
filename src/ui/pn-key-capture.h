/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* Asks for a shortcut of a command by having it pressed, over `widget`; says whose key it is so far. */
void pn_key_capture_show (GtkWidget *widget, PnCommands *commands, const char *name);
