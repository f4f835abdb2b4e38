/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The program's settings, by the schema in data/. One object for the process. Main thread. */
GSettings *pn_settings_get (void);

/* Where documents that are open are kept: the folder that the user chose, or the usual one, which is
 * $XDG_STATE_HOME/pantin. (transfer full) */
char *pn_settings_state_folder (void);
char *pn_settings_usual_state_folder (void); /* any thread */

/* Has the process hold to the settings' limits from now on. */
void pn_settings_apply_limits (void);
