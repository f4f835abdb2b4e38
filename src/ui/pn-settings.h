/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The program's settings, by the schema in data/. One object for the process. Main thread. */
GSettings *pn_settings_get (void);

/* Where documents that are open are kept: $XDG_STATE_HOME/pantin. (transfer full) */
char *pn_settings_state_folder (void);

/* Has the process hold to the settings' limits from now on. */
void pn_settings_apply_limits (void);
