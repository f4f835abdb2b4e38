/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-editor.h"
#include "pn-files.h"

/* A window on one document. `pool` is borrowed. */
#define PN_TYPE_WINDOW (pn_window_get_type ())
G_DECLARE_FINAL_TYPE (PnWindow, pn_window, PN, WINDOW, GtkApplicationWindow)

GtkWidget *pn_window_new (GtkApplication *application, PnSession *session, PnTaskPool *pool);

PnEditor *pn_window_get_editor (PnWindow *self);
PnCommands *pn_window_get_commands (PnWindow *self);
PnFiles *pn_window_get_files (PnWindow *self);

/* Another document in the place of the one that it has. */
void pn_window_set_session (PnWindow *self, PnSession *session);
