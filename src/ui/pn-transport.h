/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-editor.h"

/* Over the timeline: where the playhead is, to be typed too; playing; auto-key; the film's rate and
 * duration, and how fast it really plays. */
GtkWidget *pn_transport_new (PnEditor *editor, PnCommands *commands);
