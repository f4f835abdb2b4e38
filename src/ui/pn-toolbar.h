/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* The tools, one below the other. */
GtkWidget *pn_toolbar_new (PnCommands *commands);
