/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* What stands on the canvas where no layer is yet: the ways to begin. */
GtkWidget *pn_empty_state_new (PnCommands *commands);
