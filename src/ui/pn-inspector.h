/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-editor.h"

GtkWidget *pn_inspector_new (PnEditor *editor, PnCommands *commands);
